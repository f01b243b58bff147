//! A file that appears under its name only when it is complete.

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is written without a name first, so that nothing is left of it
/// if the program is stopped; where the system has no such files, under another
/// name, which goes if the file is dropped unfinished. Pipes and devices are
/// written to as they are.
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<File>,
    written: Written,
    path: PathBuf,
}

/// The most links on the way to a file.
const MOST_LINKS: usize = 40;

/// Where the bytes go before the file is complete.
#[derive(Debug)]
enum Written {
    /// Where they belong: into a pipe or a device.
    There,
    /// Into a file of another name.
    Named(Partial),
    /// Into a file without a name, which gets this one on its way.
    Unnamed(Partial),
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
        // A link is followed, so that the file behind it is made or replaced.
        let path = followed(path).map_err(|error| Error::system("write to", path, error))?;
        let cannot = |error| Error::system("write to", &path, error);
        let there = std::fs::metadata(&path).ok();
        let special = there.as_ref().is_some_and(|data| !data.is_file());
        let (file, written) = if special {
            (File::options().write(true).open(&path).map_err(cannot)?, Written::There)
        } else {
            let mut name = path.clone().into_os_string();
            name.push(format!(".partial-{}", std::process::id()));
            let partial = Partial { path: PathBuf::from(name) };
            match unnamed(&path) {
                Some(file) => (file, Written::Unnamed(partial)),
                None => (File::create(&partial.path).map_err(cannot)?, Written::Named(partial)),
            }
        };
        // Who may read the old file may read the new one, and nobody else.
        if let Some(there) = there.filter(|_| !special) {
            file.set_permissions(there.permissions()).map_err(cannot)?;
        }
        Ok(Self { writer: BufWriter::with_capacity(1 << 20, file), written, path })
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the complete file its name.
    pub fn finish(mut self) -> Result<()> {
        self.writer.flush().map_err(|error| Error::system("write to", &self.path, error))?;
        let partial = match &self.written {
            Written::There => return Ok(()),
            Written::Named(partial) => partial,
            Written::Unnamed(partial) => {
                name(self.writer.get_mut(), &partial.path).map_err(|error| Error::system("name", &self.path, error))?;
                partial
            }
        };
        std::fs::rename(&partial.path, &self.path).map_err(|error| Error::system("name", &self.path, error))
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

/// Where a path leads through links, also to what is not there yet.
fn followed(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match std::fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("its links lead nowhere"))
}

/// A file without a name in the folder of a path, if there can be one.
#[cfg(target_os = "linux")]
fn unnamed(path: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// Gives a file without a name one; if the system will not, its bytes are copied.
fn name(file: &mut File, path: &Path) -> io::Result<()> {
    let _ = std::fs::remove_file(path);
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{AtFlags, CWD, linkat};
        use std::os::fd::AsRawFd;
        let open = format!("/proc/self/fd/{}", file.as_raw_fd());
        if linkat(CWD, open.as_str(), CWD, path, AtFlags::SYMLINK_FOLLOW).is_ok() {
            return Ok(());
        }
    }
    file.seek(SeekFrom::Start(0))?;
    io::copy(file, &mut File::create(path)?)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_complete_and_leaves_nothing_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("list.csv");
        let names = || std::fs::read_dir(folder.path()).unwrap().count();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"one").unwrap();
        drop(file);
        assert_eq!(names(), 0, "what was not finished is gone");
        std::fs::write(&path, "the old one").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"two").unwrap();
        file.flush().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"the old one", "until it is finished the old one stands");
        if cfg!(target_os = "linux") && unnamed(&path).is_some() {
            assert_eq!(names(), 1, "nothing else can be seen meanwhile");
        }
        file.finish().unwrap();
        assert_eq!((std::fs::read(&path).unwrap().as_slice(), names()), (&b"two"[..], 1));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link, one, other] = ["file", "link", "one", "other"].map(|name| folder.path().join(name));
        symlink(&file, &link).unwrap();
        let write = |path: &Path| WholeFile::create(path).and_then(WholeFile::finish);
        write(&link).unwrap();
        assert!(file.is_file() && link.is_symlink(), "what a link leads to is made");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
        write(&link).unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        symlink(&one, &other).unwrap();
        symlink(&other, &one).unwrap();
        assert!(write(&one).is_err() && one.is_symlink(), "links in a circle stay");
    }

    #[test]
    fn a_file_that_cannot_be_named_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copy");
        let mut file =
            File::options().read(true).write(true).create_new(true).open(folder.path().join("file")).unwrap();
        file.write_all(b"bytes").unwrap();
        // A file that has a name and lost it cannot be linked again.
        std::fs::remove_file(folder.path().join("file")).unwrap();
        name(&mut file, &path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"bytes");
    }
}
