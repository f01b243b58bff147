//! What memory costs by itself: the floor under every table.

use std::thread;

/// Words in an ordinary page.
const PAGE: usize = 512;

/// New memory of this many words, with every page touched once.
pub fn touched(words: usize) -> Vec<u64> {
    let mut memory = vec![0; words];
    touch(&mut memory);
    memory
}

/// New memory in huge pages, where the system has them, touched on all cores.
pub fn touched_huge(words: usize) -> Vec<u64> {
    let mut memory = vec![0; words];
    ask_for_huge_pages(&mut memory);
    on_all_cores(&mut memory, touch);
    memory
}

/// Runs `work` on equal parts of the memory, one part a core.
pub fn on_all_cores(memory: &mut [u64], work: impl Fn(&mut [u64]) + Sync) {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let part = memory.len().div_ceil(cores).max(1);
    thread::scope(|scope| {
        for part in memory.chunks_mut(part) {
            scope.spawn(|| work(part));
        }
    });
}

/// The most memory that this process ever held, in MiB, where the system
/// tells.
pub fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kib / 1024)
}

fn touch(memory: &mut [u64]) {
    for word in memory.iter_mut().step_by(PAGE) {
        *word = 1;
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn ask_for_huge_pages(memory: &mut [u64]) {
    let start = memory.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(2 << 20);
    let Some(length) = size_of_val(memory).checked_sub(skipped) else { return };
    // SAFETY: the range begins at a page and lies within the slice; the advice
    // never changes what is in it.
    unsafe {
        libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn ask_for_huge_pages(_memory: &mut [u64]) {}
