//! A file that appears under its name only when it is complete.

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written under another name first, which goes if the file is
/// dropped unfinished. Pipes and devices are written to as they are.
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<File>,
    partial: Option<Partial>,
    path: PathBuf,
}

#[derive(Debug)]
struct Partial {
    path: PathBuf,
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

impl WholeFile {
    /// Opens the file before any work is done.
    pub fn create(path: &Path) -> Result<Self> {
        // A link is followed, so that the file behind it is replaced.
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let cannot = |error| Error::system("write to", &path, error);
        let special = std::fs::metadata(&path).is_ok_and(|data| !data.is_file());
        let (file, partial) = if special {
            (File::options().write(true).open(&path).map_err(cannot)?, None)
        } else {
            let mut name = path.clone().into_os_string();
            name.push(format!(".partial-{}", std::process::id()));
            let partial = PathBuf::from(name);
            (File::create(&partial).map_err(cannot)?, Some(Partial { path: partial }))
        };
        Ok(Self { writer: BufWriter::with_capacity(1 << 20, file), partial, path })
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name.
    pub fn finish(mut self) -> Result<()> {
        self.writer.flush().map_err(|error| Error::system("write to", &self.path, error))?;
        match self.partial.take() {
            Some(partial) => {
                std::fs::rename(&partial.path, &self.path).map_err(|error| Error::system("name", &self.path, error))
            }
            None => Ok(()),
        }
    }

    /// What the system refused, as an error.
    pub(super) fn refused(&self, error: io::Error) -> Error {
        Error::system("write to", &self.path, error)
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.writer.seek(to)
    }
}
