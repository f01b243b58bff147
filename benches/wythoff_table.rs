//! The table of 41 943 040 P-positions of Wythoff's game with a = 2, in two
//! columns of 64-bit words: the plain loop of Thesis-W, an exact plain loop,
//! ours, and the cost of the memory alone.
//!
//! `cargo bench -p nimlab-benches --bench wythoff_table`; another number of
//! rounds goes after `--`.
#![allow(clippy::print_stdout)]

use nimlab::Rows;
use nimlab::games::wythoff::{PairStream, PairTable};
use nimlab_benches::measure::{Case, by_turns};
use nimlab_benches::{memory, plain};
use std::cell::RefCell;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

const A: u32 = 2;
const ROWS: usize = 41_943_040;

fn main() -> Result<(), Box<dyn Error>> {
    let rounds = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(12);
    println!("{ROWS} rows for a = {A}, {} MiB, {rounds} rounds by turns", (2 * ROWS * 8) >> 20);
    println!("times: how many times faster than the first line, by the minima\n");
    // First, while the process has not yet held the table.
    stream_to_a_file()?;
    compare()?;

    let used = RefCell::new(memory::touched_huge(2 * ROWS));
    let table = PairTable::new(A.into());
    let refill = || {
        let mut words = used.borrow_mut();
        let (lower, upper) = words.split_at_mut(ROWS);
        table.fill(0, lower, upper)
    };
    let cases = vec![
        Case::new("plain: floating point, growing vectors", || plain::algebraic(A, ROWS)),
        // Before ours, because a virtual machine may have given its free huge
        // pages back to the host, as it has not done with the small pages that
        // the plain loop uses again: this fetches them.
        Case::new("memory: first touch, huge pages, all cores", || memory::touched_huge(2 * ROWS)),
        Case::new("ours: PairTable::build", || PairTable::build(A.into(), ROWS)),
        Case::new("ours: PairTable::fill on one core, ordinary pages", fill_new),
        Case::new("memory: first touch, ordinary pages, one core", || memory::touched(2 * ROWS)),
        Case::new("ours, memory used before: PairTable::fill on one core", refill),
        Case::new("memory used before: fill on one core", || used.borrow_mut().fill(7)),
        Case::new("memory used before: fill on all cores", || {
            memory::on_all_cores(&mut used.borrow_mut(), |part| part.fill(7))
        }),
        Case::new("memory used before: copy of one column", || used.borrow_mut().copy_within(..ROWS, ROWS)),
        Case::new("plain and exact: a square root a row", || plain::exact(A, ROWS)).at_most(2),
    ];
    println!("{}", by_turns(cases, rounds));
    Ok(())
}

/// Ours as the plain loop has it: one core, no word to the kernel.
fn fill_new() -> nimlab::Result<plain::Columns> {
    let (mut lower, mut upper) = (vec![0; ROWS], vec![0; ROWS]);
    PairTable::new(A.into()).fill(0, &mut lower, &mut upper)?;
    Ok((lower, upper))
}

/// Ours must be the exact table; it says where the floating one is wrong.
fn compare() -> Result<(), Box<dyn Error>> {
    let ours = PairTable::build(A.into(), ROWS)?;
    if ours != plain::exact(A, ROWS) {
        return Err("ours is not the exact table".into());
    }
    let floating = plain::algebraic(A, ROWS);
    let wrong = |ours: &[u64], floating: &[u64]| ours.iter().zip(floating).filter(|(a, b)| a != b).count();
    let (lower, upper) = (wrong(&ours.0, &floating.0), wrong(&ours.1, &floating.1));
    println!("ours equals the exact table; rows where floating point is wrong: {lower} of A, {upper} of B\n");
    Ok(())
}

/// The whole table goes to a file as pairs of words, block by block.
fn stream_to_a_file() -> Result<(), Box<dyn Error>> {
    const BLOCK: usize = 4096;
    let path = std::env::temp_dir().join(format!("nimlab-bench-{}", std::process::id()));
    let start = Instant::now();
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&path)?);
    let mut stream = PairStream::from(A.into(), 0);
    let (mut block, mut bytes) = (Vec::new(), Vec::new());
    for _ in 0..ROWS / BLOCK {
        stream.fill(BLOCK, &mut block)?;
        bytes.clear();
        bytes.extend(block.iter().flat_map(|word| word.to_le_bytes()));
        file.write_all(&bytes)?;
    }
    file.flush()?;
    let time = start.elapsed().as_secs_f64();
    std::fs::remove_file(&path)?;
    let peak = memory::peak_mib().map_or("unknown".into(), |mib| format!("{mib} MiB"));
    println!("streamed to a file of 16 bytes a row in {time:.2} s; most memory held: {peak}");
    Ok(())
}
