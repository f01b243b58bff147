//! Numbers as little-endian bytes with a running checksum.

use std::io::{self, Read, Write};

/// Writes words and bytes, and sums them up.
pub struct ChecksumWriter<W> {
    inner: W,
    sum: crc32fast::Hasher,
    buffer: Vec<u8>,
}

impl<W: Write> ChecksumWriter<W> {
    pub fn new(inner: W) -> Self {
        Self { inner, sum: crc32fast::Hasher::new(), buffer: Vec::new() }
    }

    pub fn words(&mut self, words: &[u64]) -> io::Result<()> {
        self.buffer.clear();
        self.buffer.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        self.sum.update(&self.buffer);
        self.inner.write_all(&self.buffer)
    }

    /// A count, then the words.
    pub fn list(&mut self, words: &[u64]) -> io::Result<()> {
        self.words(&[words.len() as u64])?;
        self.words(words)
    }

    /// The checksum of everything so far, as a word of its own.
    pub fn checksum(&mut self) -> io::Result<()> {
        let sum = u64::from(self.sum.clone().finalize());
        self.words(&[sum])
    }

    pub fn finish(mut self) -> io::Result<W> {
        self.inner.flush()?;
        Ok(self.inner)
    }
}

/// So many words are read at once.
const PIECE: usize = 1 << 17;

/// Reads what [`ChecksumWriter`] wrote.
pub struct ChecksumReader<R> {
    inner: R,
    sum: crc32fast::Hasher,
    buffer: Vec<u8>,
}

impl<R: Read> ChecksumReader<R> {
    pub fn new(inner: R) -> Self {
        Self { inner, sum: crc32fast::Hasher::new(), buffer: Vec::new() }
    }

    pub fn words(&mut self, words: &mut [u64]) -> io::Result<()> {
        self.buffer.resize(words.len() * 8, 0);
        self.inner.read_exact(&mut self.buffer)?;
        self.sum.update(&self.buffer);
        for (word, bytes) in words.iter_mut().zip(self.buffer.as_chunks::<8>().0) {
            *word = u64::from_le_bytes(*bytes);
        }
        Ok(())
    }

    pub fn word(&mut self) -> io::Result<u64> {
        let mut word = [0];
        self.words(&mut word)?;
        Ok(word[0])
    }

    /// A list of at most `most` words.
    pub fn list(&mut self, most: u64) -> io::Result<Vec<u64>> {
        let count = self.word()?;
        if count > most {
            return Err(damaged());
        }
        // What a torn file promises is not made room for before it is there.
        let mut words = Vec::new();
        while words.len() < count as usize {
            let from = words.len();
            words.resize((count as usize).min(from + PIECE), 0);
            self.words(&mut words[from..])?;
        }
        Ok(words)
    }

    /// Fails unless the checksum of everything so far stands here.
    pub fn checksum(&mut self) -> io::Result<()> {
        let expected = u64::from(self.sum.clone().finalize());
        if self.word()? == expected { Ok(()) } else { Err(damaged()) }
    }
}

/// What a reader says of a file that is torn or was edited.
pub fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file is damaged")
}

/// Takes numbers off a list one by one.
pub struct NumberReader<'w>(pub std::slice::Iter<'w, u64>);

impl NumberReader<'_> {
    pub fn one(&mut self) -> io::Result<u64> {
        self.0.next().copied().ok_or_else(damaged)
    }

    pub fn several<const N: usize>(&mut self) -> io::Result<[u64; N]> {
        let mut numbers = [0; N];
        for number in &mut numbers {
            *number = self.one()?;
        }
        Ok(numbers)
    }

    /// A count that must be plausible for what is left.
    pub fn count(&mut self, words_each: usize) -> io::Result<usize> {
        let count = self.one()? as usize;
        if count.saturating_mul(words_each) > self.0.len() { Err(damaged()) } else { Ok(count) }
    }
}
