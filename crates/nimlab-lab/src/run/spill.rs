//! Pages of a bit array in files: the cold part of a run that would not fit
//! into memory.
//!
//! Pages are only ever appended, to segments of 4 MiB, and a checkpoint names
//! the segment, the place and the checksum of each page it needs. A segment is
//! deleted when neither of the two kept checkpoints can need it. As pages are
//! written and read in ascending order, that wastes little: what was read since
//! the checkpoint before the last.

use crate::export::sync_folder;
use nimlab::bits::pages::{Cold, PAGE_WORDS};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes in a page.
const PAGE_BYTES: usize = PAGE_WORDS * 8;

/// Pages in a segment.
const SEGMENT_PAGES: u32 = 32;

/// Where a page is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PagePlace {
    pub segment: u64,
    /// Pages before it in the segment.
    pub slot: u32,
    /// The CRC-32 of its bytes.
    pub sum: u32,
}

/// A segment to which pages are appended.
struct Log {
    segment: u64,
    file: File,
    pages: u32,
}

/// The segments of one bit array.
pub struct Spill {
    folder: PathBuf,
    /// What the names of its files begin with.
    prefix: String,
    places: HashMap<u64, PagePlace>,
    /// Pages beyond all earlier ones go to the first, others to the second:
    /// each is then read in the order in which it was written.
    logs: [Option<Log>; 2],
    /// How many pages of each segment are still to be read.
    needed: BTreeMap<u64, u32>,
    unsynced: BTreeSet<u64>,
    /// Segments that nobody will read, but the last checkpoint may name them.
    dead: Vec<u64>,
    /// Segments that the last checkpoint does not name either.
    doomed: BTreeSet<u64>,
    next: u64,
    highest: u64,
    bytes: Vec<u8>,
}

impl Spill {
    /// The segments of an array of a run, in a directory that exists. Those
    /// that are there already are kept until a checkpoint does not need them.
    pub fn open(folder: &Path, run: &str, array: &str) -> io::Result<Self> {
        let prefix = format!("spill-{run}-{array}-");
        let doomed: BTreeSet<u64> = segments(folder, &prefix)?.into_iter().map(|(number, _)| number).collect();
        Ok(Self {
            folder: folder.to_owned(),
            prefix,
            places: HashMap::new(),
            logs: [None, None],
            needed: BTreeMap::new(),
            unsynced: BTreeSet::new(),
            dead: Vec::new(),
            next: doomed.last().map_or(0, |last| last + 1),
            doomed,
            highest: 0,
            bytes: vec![0; PAGE_BYTES],
        })
    }

    fn path(&self, segment: u64) -> PathBuf {
        self.folder.join(format!("{}{segment:08}.bin", self.prefix))
    }

    /// Where a page is.
    pub fn place(&self, page: u64) -> io::Result<PagePlace> {
        self.places.get(&page).copied().ok_or_else(|| io::Error::other("a page is missing from the spill files"))
    }

    /// Learns from a checkpoint where a page is.
    pub fn adopt(&mut self, page: u64, place: PagePlace) {
        self.places.insert(page, place);
        *self.needed.entry(place.segment).or_insert(0) += 1;
        self.doomed.remove(&place.segment);
        self.next = self.next.max(place.segment.saturating_add(1));
        self.highest = self.highest.max(page);
    }

    /// Reads every page and compares its checksum.
    pub fn verify(&mut self) -> io::Result<()> {
        let mut pages: Vec<u64> = self.places.keys().copied().collect();
        pages.sort_unstable_by_key(|page| (self.places[page].segment, self.places[page].slot));
        pages.into_iter().try_for_each(|page| self.fetch(self.place(page)?))
    }

    /// Brings the bytes of a page.
    fn fetch(&mut self, place: PagePlace) -> io::Result<()> {
        let path = self.path(place.segment);
        self.bytes.resize(PAGE_BYTES, 0);
        let named = |kind, what: &str| io::Error::new(kind, format!("{} {what}", path.display()));
        let mut read = || {
            let mut file = File::open(&path)?;
            file.seek(SeekFrom::Start(u64::from(place.slot) * PAGE_BYTES as u64))?;
            file.read_exact(&mut self.bytes)
        };
        match read() {
            Ok(()) if crc32fast::hash(&self.bytes) == place.sum => Ok(()),
            Ok(()) => Err(named(ErrorKind::InvalidData, "is damaged: a page has another checksum")),
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                Err(named(ErrorKind::InvalidData, "is damaged: it is too short"))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Err(named(ErrorKind::NotFound, "is missing")),
            Err(error) => Err(error),
        }
    }

    /// Makes everything last that was put here: before a checkpoint names it.
    pub fn sync(&mut self) -> io::Result<()> {
        if self.unsynced.is_empty() {
            return Ok(());
        }
        for &segment in &self.unsynced {
            File::open(self.path(segment))?.sync_all()?;
        }
        self.unsynced.clear();
        sync_folder(&self.folder)
    }

    /// A checkpoint has just been kept: what the one before it did not need
    /// can go. A file that cannot be deleted is tried again by the next command.
    pub fn checkpointed(&mut self) {
        let dead = std::mem::take(&mut self.dead).into_iter().collect();
        for segment in std::mem::replace(&mut self.doomed, dead) {
            let _ = std::fs::remove_file(self.path(segment));
        }
    }

    /// Notices when nobody will read a segment and nobody will add to it.
    fn retire(&mut self, segment: u64) {
        let open = self.logs.iter().flatten().any(|log| log.segment == segment);
        if !open && self.needed.get(&segment) == Some(&0) {
            self.needed.remove(&segment);
            self.dead.push(segment);
        }
    }

    /// The segment that a page is added to.
    fn log(&mut self, which: usize) -> io::Result<&mut Log> {
        if let Some(full) = self.logs[which].take_if(|log| log.pages == SEGMENT_PAGES) {
            self.retire(full.segment);
        }
        if self.logs[which].is_none() {
            let segment = self.next;
            let file = OpenOptions::new().write(true).create_new(true).open(self.path(segment))?;
            self.next += 1;
            self.needed.insert(segment, 0);
            self.logs[which] = Some(Log { segment, file, pages: 0 });
        }
        Ok(self.logs[which].as_mut().expect("the segment was just made"))
    }
}

/// Where a run puts its cold pages: `run` tells its files from those of others.
#[derive(Debug, Clone, Copy)]
pub struct SpillFolder<'r> {
    pub folder: &'r Path,
    pub run: &'r str,
}

impl SpillFolder<'_> {
    /// The segments of one array.
    pub fn array(&self, name: &str) -> io::Result<SharedSpill> {
        Ok(SharedSpill(Arc::new(Mutex::new(Spill::open(self.folder, self.run, name)?))))
    }
}

/// A spill that an array puts pages to while its run writes checkpoints.
#[derive(Clone)]
pub struct SharedSpill(Arc<Mutex<Spill>>);

impl SharedSpill {
    pub fn get(&self) -> MutexGuard<'_, Spill> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Cold for SharedSpill {
    fn put(&mut self, page: u64, words: &[u64]) -> io::Result<()> {
        let spill = &mut *self.get();
        let mut bytes = std::mem::take(&mut spill.bytes);
        bytes.clear();
        bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        let which = usize::from(page < spill.highest);
        spill.highest = spill.highest.max(page);
        let log = spill.log(which)?;
        // Where a write failed before, its rest is written over.
        log.file.seek(SeekFrom::Start(u64::from(log.pages) * PAGE_BYTES as u64))?;
        log.file.write_all(&bytes)?;
        let place = PagePlace { segment: log.segment, slot: log.pages, sum: crc32fast::hash(&bytes) };
        log.pages += 1;
        spill.bytes = bytes;
        spill.places.insert(page, place);
        *spill.needed.entry(place.segment).or_insert(0) += 1;
        spill.unsynced.insert(place.segment);
        Ok(())
    }

    fn take(&mut self, page: u64, words: &mut [u64]) -> io::Result<()> {
        let spill = &mut *self.get();
        let place = spill.place(page)?;
        spill.fetch(place)?;
        for (word, bytes) in words.iter_mut().zip(spill.bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        spill.places.remove(&page);
        if let Some(needed) = spill.needed.get_mut(&place.segment) {
            *needed = needed.saturating_sub(1);
        }
        spill.retire(place.segment);
        Ok(())
    }
}

/// The files in a folder whose names begin so: number of the segment and path.
pub fn segments(folder: &Path, prefix: &str) -> io::Result<Vec<(u64, PathBuf)>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let number = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(".bin"));
        if let Some(number) = number.and_then(|number| number.parse().ok()) {
            found.push((number, path));
        }
    }
    Ok(found)
}
