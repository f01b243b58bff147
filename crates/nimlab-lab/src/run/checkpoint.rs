//! Checkpoints: written to a temporary name, synced, then renamed; the one
//! before is kept. A checksum behind the statistics lets `show` trust them
//! without reading gigabytes; another at the end covers everything.

use super::words::{Reader, Writer, damaged};
use crate::error::{Error, Result};
use crate::export::sync_folder;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::{Path, PathBuf};

/// "nimlab-1" in bytes.
const MAGIC: u64 = u64::from_le_bytes(*b"nimlab-1");

/// The most words of statistics: 1.6 GB.
const MOST_STATISTICS: u64 = 200_000_000;

/// The places of the checkpoints of a run.
#[derive(Debug, Clone)]
pub struct Checkpoints {
    folder: PathBuf,
}

/// A reader behind the statistics of a checkpoint.
pub type Source = Reader<BufReader<File>>;

impl Checkpoints {
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The newest first.
    pub fn paths(&self) -> [PathBuf; 2] {
        [self.path("checkpoint.bin"), self.path("checkpoint.previous.bin")]
    }

    /// Writes a checkpoint: `kind` says of what, `rest` adds the state.
    pub fn write(
        &self,
        kind: u64,
        statistics: &[u64],
        rest: impl FnOnce(&mut Writer<BufWriter<File>>) -> io::Result<()>,
    ) -> Result<()> {
        let temporary = self.path("checkpoint.partial");
        let written = self.write_partial(&temporary, kind, statistics, rest).and_then(|()| {
            let [newest, previous] = self.paths();
            if newest.exists() {
                std::fs::rename(&newest, &previous)?;
            }
            std::fs::rename(&temporary, &newest)?;
            sync_folder(&self.folder)
        });
        written.map_err(|source| {
            let _ = std::fs::remove_file(&temporary);
            Error::System {
                what: format!("cannot write a checkpoint into {}", self.folder.display()),
                cause: source,
                kept: "the checkpoint before it is kept; make room and run the same command again to go on".into(),
            }
        })
    }

    fn write_partial(
        &self,
        path: &Path,
        kind: u64,
        statistics: &[u64],
        rest: impl FnOnce(&mut Writer<BufWriter<File>>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut writer = Writer::new(BufWriter::with_capacity(1 << 20, File::create(path)?));
        writer.words(&[MAGIC, kind])?;
        writer.list(statistics)?;
        writer.checksum()?;
        rest(&mut writer)?;
        writer.checksum()?;
        let file = writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()
    }

    /// The statistics of one checkpoint, and a reader behind them.
    pub fn open(path: &Path) -> io::Result<(u64, Vec<u64>, Source)> {
        let mut reader = Reader::new(BufReader::with_capacity(1 << 20, File::open(path)?));
        if reader.word()? != MAGIC {
            return Err(damaged());
        }
        let kind = reader.word()?;
        let statistics = reader.list(MOST_STATISTICS)?;
        reader.checksum()?;
        Ok((kind, statistics, reader))
    }
}
