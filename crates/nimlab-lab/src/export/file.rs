//! A file that appears under its name only when it is complete.
//!
//! Only plain files are replaced. Pipes, devices and descriptors that are open
//! already, such as `/dev/stdout`, are written to as they are, wherever they
//! lead: behind `>> log.txt` the bytes are added to the log.

use crate::error::{Error, Result};
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// A file that is written without a name first, so that nothing is left of it
/// if the program is stopped. Where the system has no such files it has a name
/// that no other process can have, and goes if it is dropped unfinished. It is
/// locked while it is written: `remove_abandoned` takes only what nobody
/// writes any more.
///
/// ```
/// use nimlab_lab::export::WholeFile;
/// use std::io::Write;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("note.txt");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"whole or not at all").unwrap();
/// assert!(!path.exists());
/// file.finish()?;
/// assert!(path.exists());
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    writer: BufWriter<File>,
    written: Written,
    path: PathBuf,
}

/// The most links on the way to a file.
const MOST_LINKS: usize = 40;

/// What stands between the name of a file and the letters that tell its
/// writers apart.
const PARTIAL: &str = ".partial-";

/// The longest name that a partial file can still lengthen.
const LONGEST_NAME: usize = 200;

/// Where the bytes go before the file is complete.
#[derive(Debug)]
enum Written {
    /// Where they belong: into a pipe, a device or an open descriptor.
    Stream,
    /// Into a file of another name.
    Named(TempPath),
    /// Into a file without a name.
    Unnamed,
}

impl WholeFile {
    /// Opens the file before any work is done.
    pub fn create(path: &Path) -> Result<Self> {
        Self::create_in(path, unnamed)
    }

    fn create_in(path: &Path, unnamed: impl Fn(&Path) -> Option<File>) -> Result<Self> {
        let cannot = |path: &Path, error| Error::system("write to", path, error);
        let (path, target) = followed(path).map_err(|error| cannot(path, error))?;
        let whole =
            |file, written| Self { writer: BufWriter::with_capacity(1 << 20, file), written, path: path.clone() };
        if target != PathTarget::Plain {
            return Ok(whole(stream(&path, target).map_err(|error| cannot(&path, error))?, Written::Stream));
        }
        let (file, written) = match unnamed(folder_of(&path)) {
            Some(file) => (file, Written::Unnamed),
            None => {
                let (file, partial) = named(&path).map_err(|error| cannot(&path, error))?;
                (file, Written::Named(partial))
            }
        };
        // Where there are no locks, what is abandoned stays.
        let _ = file.try_lock();
        // Who may read the old file may read the new one, and nobody else.
        if let Ok(there) = std::fs::metadata(&path) {
            file.set_permissions(there.permissions()).map_err(|error| cannot(&path, error))?;
        }
        Ok(whole(file, written))
    }

    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the bytes go where they belong at once: nothing that was written
    /// can be changed any more.
    pub fn is_stream(&self) -> bool {
        matches!(self.written, Written::Stream)
    }

    /// Gives the complete file its name, in the place of an older one.
    pub fn finish(self) -> Result<()> {
        self.complete(|partial, path| partial.persist(path).map_err(|refused| refused.error))
    }

    /// Gives the complete file its name, unless there is a file of that name:
    /// then that one stays.
    pub fn finish_first(self) -> Result<()> {
        self.complete(|partial, path| match partial.persist_noclobber(path) {
            Err(refused) if refused.error.kind() != io::ErrorKind::AlreadyExists => Err(refused.error),
            _ => Ok(()),
        })
    }

    /// Everything lasts before the file has its name, and then the name does.
    fn complete(mut self, name: impl FnOnce(TempPath, &Path) -> io::Result<()>) -> Result<()> {
        let Self { writer, written, path } = &mut self;
        writer.flush().map_err(|error| Error::system("write to", path, error))?;
        let file = writer.get_mut();
        let finish = || {
            let written = std::mem::replace(written, Written::Stream);
            if matches!(written, Written::Stream) {
                return Ok(());
            }
            file.sync_all()?;
            let partial = match written {
                Written::Named(partial) => partial,
                _ => linked(file, path)?,
            };
            name(partial, path)?;
            sync_folder(folder_of(path))
        };
        finish().map_err(|error| Error::system("write", path, error))
    }

    /// What the system refused, with the name of the file; see [`Error`]'s way
    /// back from it.
    fn named<T>(&self, refused: io::Result<T>) -> io::Result<T> {
        refused.map_err(|cause| io::Error::new(cause.kind(), Error::system("write to", &self.path, cause)))
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes);
        self.named(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.writer.flush();
        self.named(flushed)
    }
}

impl Seek for WholeFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let reached = self.writer.seek(to);
        self.named(reached)
    }
}

/// Writes a small file as a whole or not at all.
///
/// ```
/// use nimlab_lab::export::write_whole;
/// let folder = tempfile::tempdir().unwrap();
/// let file = folder.path().join("values.txt");
/// write_whole(&file, b"0 1 2")?;
/// assert_eq!(std::fs::read(&file).unwrap(), b"0 1 2");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn write_whole(path: &Path, contents: &[u8]) -> Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(contents)?;
    file.finish()
}

/// Makes the names in a folder last.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        // Some network file systems have nothing to do for a folder, and say so.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// Removes what killed processes left of the files in a folder: partial files
/// that nobody holds a lock on, and whose file is there. A process that writes
/// one where locks do not reach loses nothing: the file it was to become is
/// there.
pub(crate) fn remove_abandoned(folder: &Path) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some((whole, _)) = name.to_str().and_then(|name| name.rsplit_once(PARTIAL)) else { continue };
        if whole.is_empty() || !folder.join(whole).exists() {
            continue;
        }
        let path = entry.path();
        let Ok(file) = File::open(&path) else { continue };
        if file.try_lock().is_ok() {
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PathTarget {
    /// A plain file, which may not be there yet.
    Plain,
    /// A pipe, a device, or something that cannot be written to.
    Special,
    /// An open descriptor, whatever is behind it: one of our own, if it is the
    /// standard output or standard error.
    Descriptor(Option<u32>),
}

/// Whether what is written to a path goes into a pipe, a device or an open
/// descriptor, and not into a file of its own.
///
/// ```
/// use nimlab_lab::export::is_stream;
/// assert!(!is_stream("values.csv".as_ref()));
/// ```
pub fn is_stream(path: &Path) -> bool {
    followed(path).is_ok_and(|(_, target)| target != PathTarget::Plain)
}

/// Where a path leads through links, also to what is not there yet. The links
/// of open descriptors are not followed: they may lead to a plain file, but it
/// is the descriptor that is meant.
fn followed(path: &Path) -> io::Result<(PathBuf, PathTarget)> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Some(own) = descriptor(&path) {
            return Ok((path, PathTarget::Descriptor(own)));
        }
        match std::fs::read_link(&path) {
            Ok(to) => path = path.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => {
                let special = std::fs::metadata(&path).is_ok_and(|data| !data.is_file());
                return Ok((path, if special { PathTarget::Special } else { PathTarget::Plain }));
            }
        }
    }
    Err(io::Error::other("its links lead nowhere"))
}

/// Whether a path is that of an open descriptor, and of which of our own.
fn descriptor(path: &Path) -> Option<Option<u32>> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = folder_of(path).canonicalize().ok()?;
    let own =
        ["/proc/self/fd", "/dev/fd"].iter().any(|own| Path::new(own).canonicalize().is_ok_and(|own| own == folder));
    let of_a_process = folder.starts_with("/proc") && folder.ends_with("fd");
    (own || of_a_process).then_some(own.then_some(number))
}

/// Opens what is no plain file. Our own streams are shared, so that what stands
/// in them stays; behind other descriptors a plain file is added to.
fn stream(path: &Path, target: PathTarget) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        match target {
            PathTarget::Descriptor(Some(1)) => return io::stdout().as_fd().try_clone_to_owned().map(File::from),
            PathTarget::Descriptor(Some(2)) => return io::stderr().as_fd().try_clone_to_owned().map(File::from),
            _ => {}
        }
    }
    match target {
        PathTarget::Descriptor(_) => File::options().append(true).open(path),
        _ => File::options().write(true).open(path),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file without a name in a folder, if there can be one.
#[cfg(target_os = "linux")]
fn unnamed(folder: &Path) -> Option<File> {
    use rustix::fs::{Mode, OFlags};
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    rustix::fs::open(folder, flags, Mode::from_raw_mode(0o666)).ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
fn unnamed(_: &Path) -> Option<File> {
    None
}

/// A new partial file of the name of a path and some random letters. It is made
/// only if there is none of that name: so no two processes ever share one, on
/// one machine or on many.
fn partial<F>(path: &Path, make: impl FnMut(&Path) -> io::Result<F>) -> io::Result<(F, TempPath)> {
    let mut prefix = path.file_name().filter(|name| name.len() <= LONGEST_NAME).map_or(OsString::new(), OsString::from);
    prefix.push(PARTIAL);
    let made = tempfile::Builder::new().prefix(&prefix).rand_bytes(12).make_in(folder_of(path), make)?;
    Ok(made.into_parts())
}

/// A file with a partial name.
fn named(path: &Path) -> io::Result<(File, TempPath)> {
    partial(path, |partial| File::options().read(true).write(true).create_new(true).open(partial))
}

/// Gives a file without a name a partial one; if the system will not, its bytes
/// are copied.
fn linked(file: &mut File, path: &Path) -> io::Result<TempPath> {
    let link = |partial: &Path| {
        #[cfg(target_os = "linux")]
        {
            use rustix::fs::{AtFlags, CWD, linkat};
            use std::os::fd::AsRawFd;
            let open = format!("/proc/self/fd/{}", file.as_raw_fd());
            match linkat(CWD, open.as_str(), CWD, partial, AtFlags::SYMLINK_FOLLOW) {
                Ok(()) => return Ok(()),
                Err(rustix::io::Errno::EXIST) => return Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => {}
            }
        }
        let copied = File::options().write(true).create_new(true).open(partial)?;
        copy(file, copied).inspect_err(|_| drop(std::fs::remove_file(partial)))
    };
    Ok(partial(path, link)?.1)
}

fn copy(file: &mut File, mut to: File) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    io::copy(file, &mut to)?;
    to.set_permissions(file.metadata()?.permissions())?;
    to.sync_all()
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
        if cfg!(target_os = "linux") && unnamed(folder.path()).is_some() {
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
        let partial = linked(&mut file, &path).unwrap();
        assert_eq!(std::fs::read(&partial).unwrap(), b"bytes");
    }
}
