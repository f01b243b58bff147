//! Large columns in new memory.
//!
//! The kernel hands out memory page by page at its first touch. With pages of 4 KiB
//! that takes ten times as long as writing the numbers, so for large columns we ask for
//! huge pages (2 MiB), which most Linux systems give only on request. Nothing but speed
//! depends on whether the request is granted. The memory comes zeroed from the kernel,
//! and no time is spent on zeroing it.

use crate::error::{Error, Result};
use std::alloc::{Layout, alloc_zeroed};

/// Columns from this size on get huge pages. The allocator takes memory of
/// this size straight from the kernel, so that it is new and goes back whole.
#[cfg(target_os = "linux")]
const LARGE: usize = 64 << 20;

/// A column of zeros, or an error if there is no memory for it.
#[allow(unsafe_code)]
pub(crate) fn zeros(rows: usize) -> Result<Vec<u64>> {
    if rows == 0 {
        return Ok(Vec::new());
    }
    let layout = Layout::array::<u64>(rows).map_err(|_| too_large(rows))?;
    // SAFETY: the layout is not empty. If memory is given, it holds `rows`
    // words, all zero and so initialised, and was allocated by the global
    // allocator with the layout that a Vec of this capacity frees.
    let column = unsafe {
        let start = alloc_zeroed(layout).cast::<u64>();
        if start.is_null() {
            return Err(too_large(rows));
        }
        Vec::from_raw_parts(start, rows, rows)
    };
    #[cfg(target_os = "linux")]
    if layout.size() >= LARGE {
        ask_for_huge_pages(&column);
    }
    Ok(column)
}

/// Gives memory that is no longer used back to the system, for programs that
/// run on: the allocator keeps much of what a large search has freed.
///
/// ```
/// drop(vec![0u8; 1 << 20]);
/// nimlab::memory::give_back();
/// ```
#[allow(unsafe_code)]
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: this only hands free pages of the allocator back; it may be
    // called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Lets the allocator keep little of what is freed, for programs that run on
/// and compute on many threads: by default it keeps a heap for each of them, and
/// large columns inside of these heaps.
///
/// ```
/// nimlab::memory::keep_little();
/// ```
#[allow(unsafe_code)]
pub fn keep_little() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: this only sets numbers by which the allocator decides, under its
    // own lock; what it does not know it refuses.
    unsafe {
        libc::mallopt(libc::M_ARENA_MAX, 4);
        libc::mallopt(libc::M_MMAP_THRESHOLD, 1 << 20);
        libc::mallopt(libc::M_TRIM_THRESHOLD, 4 << 20);
    }
}

/// Asks for huge pages under all of the column but its first bytes.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_huge_pages(column: &[u64]) {
    const PAGE: usize = 2 << 20;
    let start = column.as_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let Some(length) = size_of_val(column).checked_sub(skipped) else { return };
    // SAFETY: the address is aligned to a page and the range lies within the
    // column. The advice changes how the kernel maps the range and never what
    // is in it; a refusal changes nothing at all.
    unsafe {
        libc::madvise(start.add(skipped).cast_mut().cast(), length, libc::MADV_HUGEPAGE);
    }
}

fn too_large(rows: usize) -> Error {
    Error::TooLarge {
        what: "this table for the memory".into(),
        given: format!("{rows} rows"),
        limit: "what the system gives at 16 bytes a row".into(),
        hint: "a table that is written as it is computed may have any length".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_every_size_are_zero_and_can_be_written() {
        for rows in [0, 1, 1000, (64 << 20) / 8 + 12_345] {
            let mut column = zeros(rows).unwrap();
            assert_eq!(column.len(), rows);
            assert!(column.iter().all(|&word| word == 0));
            column.fill(7);
            column.push(8);
            assert!(column[..rows].iter().all(|&word| word == 7));
        }
    }

    #[test]
    fn a_column_beyond_the_memory_is_refused() {
        assert!(zeros(1 << 57).is_err());
        assert!(zeros(usize::MAX).is_err());
    }
}
