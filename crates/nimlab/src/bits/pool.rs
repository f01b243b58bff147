//! Memory for the pages of bit arrays, cut from chunks of 16 MiB in huge pages.
//!
//! The kernel takes microseconds to hand out 4 KiB at their first touch, which
//! for a stream that writes half a byte a step was a quarter of its time. Pages
//! that come back are used again; the memory goes back when the pool does.

use super::pages::PAGE_WORDS;
use crate::memory;
use std::io;

/// Pages in the first chunk, which is left as the allocator gives it: most
/// arrays are small.
const FEW: usize = 16;

/// Pages in every other chunk.
const MANY: usize = 128;

/// Pages by number.
#[derive(Default)]
pub(super) struct Pool {
    chunks: Vec<Vec<u64>>,
    free: Vec<usize>,
    made: usize,
}

/// The chunk of a page, and its first word there.
fn place(page: usize) -> (usize, usize) {
    match page.checked_sub(FEW) {
        None => (0, page * PAGE_WORDS),
        Some(page) => (1 + page / MANY, page % MANY * PAGE_WORDS),
    }
}

impl Pool {
    /// How many pages there are, used or not.
    pub fn pages(&self) -> u64 {
        self.made as u64
    }

    /// A page that nobody uses, all zero if `clean`.
    pub fn take(&mut self, clean: bool) -> io::Result<usize> {
        if let Some(page) = self.free.pop() {
            if clean {
                self.get_mut(page).fill(0);
            }
            return Ok(page);
        }
        if place(self.made).0 == self.chunks.len() {
            let chunk = if self.chunks.is_empty() {
                Ok(vec![0; FEW * PAGE_WORDS])
            } else {
                memory::zeros_in_huge_pages(MANY * PAGE_WORDS)
            };
            self.chunks.push(chunk.map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?);
        }
        self.made += 1;
        Ok(self.made - 1)
    }

    /// Takes a page back.
    pub fn give(&mut self, page: usize) {
        self.free.push(page);
    }

    pub fn get(&self, page: usize) -> &[u64] {
        let (chunk, word) = place(page);
        &self.chunks[chunk][word..word + PAGE_WORDS]
    }

    pub fn get_mut(&mut self, page: usize) -> &mut [u64] {
        let (chunk, word) = place(page);
        &mut self.chunks[chunk][word..word + PAGE_WORDS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_do_not_overlap_and_come_back_clean() {
        let mut pool = Pool::default();
        for page in 0..FEW + MANY + 2 {
            assert_eq!(pool.take(true).unwrap(), page);
            assert!(pool.get(page).iter().all(|&word| word == 0));
            pool.get_mut(page).fill(page as u64 + 1);
        }
        for page in 0..FEW + MANY + 2 {
            assert!(pool.get(page).iter().all(|&word| word == page as u64 + 1));
        }
        pool.give(17);
        assert_eq!(pool.take(true).unwrap(), 17);
        assert!(pool.get(17).iter().all(|&word| word == 0));
        assert_eq!(pool.pages() as usize, FEW + MANY + 2);
    }
}
