//! Pages of a bit array in a file: the cold part of a run that would not fit
//! into memory. The file is scratch: a checkpoint holds everything itself.

use nimlab::bits::pages::{Cold, PAGE_WORDS};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of pages; places of pages that came back are used again.
pub struct Spill {
    file: File,
    places: HashMap<u64, u64>,
    free: Vec<u64>,
    next: u64,
    bytes: Vec<u8>,
}

impl Spill {
    /// An empty file in a directory that exists.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
        Ok(Self { file, places: HashMap::new(), free: Vec::new(), next: 0, bytes: vec![0; PAGE_WORDS * 8] })
    }

    fn seek(&mut self, place: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(place * PAGE_WORDS as u64 * 8)).map(drop)
    }

    fn place(&self, page: u64) -> io::Result<u64> {
        self.places.get(&page).copied().ok_or_else(|| io::Error::other("a page is missing from the spill file"))
    }
}

impl Cold for Spill {
    fn put(&mut self, page: u64, words: &[u64]) -> io::Result<()> {
        let place = self.free.pop().unwrap_or(self.next);
        self.next = self.next.max(place + 1);
        self.seek(place)?;
        self.bytes.clear();
        self.bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.file.write_all(&self.bytes)?;
        self.places.insert(page, place);
        Ok(())
    }

    fn take(&mut self, page: u64, words: &mut [u64]) -> io::Result<()> {
        self.read(page, words)?;
        let place = self.place(page)?;
        self.places.remove(&page);
        self.free.push(place);
        Ok(())
    }

    fn read(&mut self, page: u64, words: &mut [u64]) -> io::Result<()> {
        let place = self.place(page)?;
        self.seek(place)?;
        self.bytes.resize(PAGE_WORDS * 8, 0);
        self.file.read_exact(&mut self.bytes)?;
        for (word, bytes) in words.iter_mut().zip(self.bytes.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Ok(())
    }
}
