//! Checkpoints: written to a temporary name, synced, then renamed; the one
//! before is kept. A checksum after the statistics lets `show` trust them
//! without reading gigabytes; another at the end covers everything. In front
//! stands whose checkpoint it is.

use super::words::{ChecksumReader, ChecksumWriter, damaged};
use crate::error::Error;
use crate::export::sync_folder;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read};
use std::path::{Path, PathBuf};

/// The form of a checkpoint; the first form did not say whose it is.
const MAGIC: u64 = u64::from_le_bytes(*b"nimlab-2");
const FIRST_MAGIC: u64 = u64::from_le_bytes(*b"nimlab-1");

/// The longest name of a run, in words of eight letters.
const NAME_WORDS: usize = 4;

/// Whose checkpoint it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Owner {
    /// The kind of experiment.
    pub kind: u64,
    /// The distance of the samples.
    pub interval: u64,
    /// The name of the run; earlier versions gave it only with spill files.
    pub run: Option<String>,
}

impl Owner {
    fn words(&self) -> [u64; 2 + NAME_WORDS] {
        let mut words = [0; 2 + NAME_WORDS];
        [words[0], words[1]] = [self.kind, self.interval];
        let name = self.run.as_deref().unwrap_or_default().as_bytes();
        for (word, letters) in words[2..].iter_mut().zip(name.chunks(8)) {
            let mut bytes = [0; 8];
            bytes[..letters.len()].copy_from_slice(letters);
            *word = u64::from_le_bytes(bytes);
        }
        words
    }

    fn of(words: [u64; 2 + NAME_WORDS]) -> io::Result<Self> {
        let letters = words[2..].iter().flat_map(|word| word.to_le_bytes()).take_while(|&letter| letter > 0);
        let run = String::from_utf8(letters.collect()).map_err(|_| damaged())?;
        Ok(Self { kind: words[0], interval: words[1], run: (!run.is_empty()).then_some(run) })
    }

    /// Fails if the checkpoint is not that of this run.
    pub fn check(&self, kind: u64, interval: u64, run: &str) -> Result<(), Foreign> {
        if self.kind != kind {
            return Err(Foreign("it is of another game".into()));
        }
        if self.interval != interval {
            let own = self.interval;
            return Err(Foreign(format!("it was sampled every {own} positions, and this run every {interval}")));
        }
        match &self.run {
            Some(own) if own != run => Err(Foreign(format!("its run has the name {own}, and this one {run}"))),
            _ => Ok(()),
        }
    }
}

/// Why a checkpoint that is whole does not belong to a run.
#[derive(Debug)]
pub struct Foreign(pub String);

impl Foreign {
    /// The same as an error about its file.
    pub fn error(self, path: &Path) -> Error {
        let problem = format!("this checkpoint belongs to another run: {}; nothing was changed", self.0);
        Error::file(path, problem)
    }
}

/// The most words of statistics: 1.6 GB.
const MOST_STATISTICS: u64 = 200_000_000;

/// The places of the checkpoints of a run.
#[derive(Debug, Clone)]
pub struct Checkpoints {
    folder: PathBuf,
}

/// A reader after the statistics of a checkpoint.
pub type CheckpointReader = ChecksumReader<BufReader<File>>;

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

    /// Writes a checkpoint: `rest` adds the state after the statistics.
    pub fn write(
        &self,
        owner: &Owner,
        statistics: &[u64],
        rest: impl FnOnce(&mut ChecksumWriter<BufWriter<File>>) -> io::Result<()>,
    ) -> crate::error::Result<()> {
        let temporary = self.path("checkpoint.partial");
        let written = self.write_partial(&temporary, owner, statistics, rest).and_then(|()| {
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
                kept: "the checkpoint before it is kept; make room and begin again to continue from it".into(),
            }
        })
    }

    fn write_partial(
        &self,
        path: &Path,
        owner: &Owner,
        statistics: &[u64],
        rest: impl FnOnce(&mut ChecksumWriter<BufWriter<File>>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut writer = ChecksumWriter::new(BufWriter::with_capacity(1 << 20, File::create(path)?));
        writer.words(&[MAGIC])?;
        writer.words(&owner.words())?;
        writer.list(statistics)?;
        writer.checksum()?;
        rest(&mut writer)?;
        writer.checksum()?;
        let file = writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.sync_all()
    }

    /// Whose a checkpoint is, its statistics, and a reader after them.
    pub fn open(path: &Path) -> io::Result<(Owner, Vec<u64>, CheckpointReader)> {
        let mut reader = ChecksumReader::new(BufReader::with_capacity(1 << 20, File::open(path)?));
        let (owner, statistics) = read_head(&mut reader)?;
        Ok((owner, statistics, reader))
    }
}

/// Whose a checkpoint is, and its statistics, which begin with their interval.
pub fn read_head(reader: &mut ChecksumReader<impl Read>) -> io::Result<(Owner, Vec<u64>)> {
    let mut words = [0; 2 + NAME_WORDS];
    let magic = reader.word()?;
    match magic {
        MAGIC => reader.words(&mut words)?,
        FIRST_MAGIC => words[0] = reader.word()?,
        _ => return Err(damaged()),
    }
    let statistics = reader.list(MOST_STATISTICS)?;
    reader.checksum()?;
    let interval = statistics.first().copied().ok_or_else(damaged)?;
    if magic == FIRST_MAGIC {
        words[1] = interval;
    }
    let owner = Owner::of(words)?;
    if owner.interval == interval { Ok((owner, statistics)) } else { Err(damaged()) }
}

/// A checkpoint of the present form as that of a run without a name.
pub fn without_name(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(name) = bytes.get_mut(8 * (1 + 2)..8 * (1 + 2 + NAME_WORDS)) {
        name.fill(0);
    }
    with_checksums(&bytes)
}

/// The same bytes with the checksums that they should have, as far as they can
/// be found: after the statistics, and at the end.
pub fn with_checksums(bytes: &[u8]) -> Vec<u8> {
    let mut words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
    let head = if words.first() == Some(&FIRST_MAGIC) { 2 } else { 1 + 2 + NAME_WORDS };
    let Some(behind) = words.get(head).and_then(|&count| usize::try_from(count).ok()?.checked_add(head + 1)) else {
        return bytes.to_vec();
    };
    for at in [behind, words.len().saturating_sub(1)] {
        if at < words.len() {
            let before: Vec<u8> = words[..at].iter().flat_map(|word| word.to_le_bytes()).collect();
            words[at] = u64::from(crc32fast::hash(&before));
        }
    }
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}
