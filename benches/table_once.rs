//! One table, built once, for a counter of instructions:
//! `valgrind --tool=callgrind target/release/table-once ours 1048576`.

use nimlab::games::wythoff::PairTable;
use nimlab_benches::plain;
use std::error::Error;
use std::hint::black_box;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [which, rows] = &words[..] else { return Err("expected: table-once plain|exact|ours ROWS".into()) };
    let rows = rows.parse()?;
    black_box(match which.as_str() {
        "plain" => plain::algebraic(2, rows),
        "exact" => plain::exact(2, rows),
        "ours" => PairTable::build(2, rows)?,
        other => return Err(format!("there is no table '{other}'; expected plain, exact or ours").into()),
    });
    Ok(())
}
