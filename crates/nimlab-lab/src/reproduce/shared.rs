//! Computations that several items need, each made once.

use crate::error::{Error, Result};
use nimlab::games::wythoff::{PairTable, arithmetic, recursive};
use nimlab::stream::Triple;
use nimlab::stream::mex::statistics::MexStatistics;
use nimlab::stream::mex::{MexRule, MexStream, Positions};
use nimlab::stream::positive::PositiveStream;
use nimlab::stream::sampling::Sampling;
use nimlab::{Budget, Play, Rows};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Positions that Thesis-A computes: numbers 0 to 3 199 999.
pub const POSITIONS: u64 = 3_200_000;

/// The largest table of Thesis-W's table 4.
pub const LARGEST_TABLE: u64 = 41_943_040;

/// Rows that are compared at a time.
const BLOCK: usize = 1 << 15;

/// What was computed so far.
///
/// ```
/// use nimlab_lab::reproduce::{Shared, Source, compute, items};
/// let shared = Shared::default();
/// for item in &items(&[Source::Handout])?[..2] {
///     compute(item, &shared)?;
/// }
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Default)]
pub struct Shared {
    lex: OnceLock<Vec<Triple>>,
    statistics: OnceLock<std::result::Result<MexStatistics, String>>,
    positive: OnceLock<std::result::Result<Vec<Triple>, String>>,
    strategies: OnceLock<std::result::Result<Strategies, String>>,
}

/// The table for a = 2 by three strategies, row by row.
pub struct Strategies {
    /// The first row in which they differ.
    pub differ_at: Option<u64>,
    /// What each took up to every size of table 4: recursive, algebraic, arithmetic.
    pub times: Vec<(u64, [Duration; 3])>,
}

/// The sizes of table 4.
pub fn table_sizes() -> impl Iterator<Item = u64> {
    std::iter::successors(Some(10), |n| Some(2 * n)).take_while(|&n| n <= LARGEST_TABLE)
}

impl Shared {
    /// The list of Akiyama's algorithm, numbers 0 to 3 200 000, by the stream.
    pub fn lex(&self) -> &[Triple] {
        self.lex.get_or_init(|| Positions::new(MexRule::Wytlex).take(POSITIONS as usize + 1).collect())
    }

    /// What the stream counts over the first 3 200 000 positions.
    pub fn statistics(&self) -> Result<&MexStatistics> {
        let counted = self.statistics.get_or_init(|| {
            let mut statistics = MexStatistics::new(MexRule::Wytlex, Sampling::for_steps(POSITIONS));
            let mut stream = MexStream::new(MexRule::Wytlex);
            stream.run(POSITIONS - 1, &mut statistics, &mut |_, _| true).map_err(|error| error.to_string())?;
            Ok(statistics)
        });
        known(counted)
    }

    /// The P-positions of positive Nim with the numbers 0 to 1 000 000, by its stream.
    pub fn positive(&self) -> Result<&[Triple]> {
        let listed = self.positive.get_or_init(|| {
            let mut stream = PositiveStream::new().map_err(|error| error.to_string())?;
            let rest = (0..1_000_000).map(|_| stream.next_position().map_err(|error| error.to_string()));
            std::iter::once(Ok([0, 0, 0])).chain(rest).collect()
        });
        known(listed).map(Vec::as_slice)
    }

    /// The largest table of Thesis-W's table 4.
    pub fn strategies(&self) -> Result<&Strategies> {
        known(self.strategies.get_or_init(|| strategies().map_err(|error| error.to_string())))
    }
}

fn known<T>(made: &std::result::Result<T, String>) -> Result<&T> {
    made.as_ref().map_err(|problem| Error::Computation { problem: problem.clone() })
}

/// Block by block, so that the three tables never stand in memory at once; a
/// block ends where a size of table 4 does.
fn strategies() -> nimlab::Result<Strategies> {
    let mut mex = recursive::Within::new(2, Play::Normal, Budget::default());
    let floors = PairTable::new(2);
    let mut digits = arithmetic::PairsByDigits::from(2, 0);
    let (mut spent, mut times) = ([Duration::ZERO; 3], Vec::new());
    let (mut by_mex, mut by_digits) = (Vec::new(), Vec::new());
    let (mut lower, mut upper) = (vec![0; BLOCK], vec![0; BLOCK]);
    let mut from = 0;
    let mut sizes = table_sizes().peekable();
    while let Some(&size) = sizes.peek() {
        let rows = (size + 1 - from).min(BLOCK as u64) as usize;
        let start = Instant::now();
        mex.fill(rows, &mut by_mex)?;
        spent[0] += start.elapsed();
        let start = Instant::now();
        floors.fill(from, &mut lower[..rows], &mut upper[..rows])?;
        spent[1] += start.elapsed();
        let start = Instant::now();
        digits.fill(rows, &mut by_digits)?;
        spent[2] += start.elapsed();
        let by_floors = lower.iter().zip(&upper).take(rows).flat_map(|(&a, &b)| [a, b]);
        if by_mex != by_digits || !by_floors.eq(by_mex.iter().copied()) {
            return Ok(Strategies { differ_at: Some(from), times });
        }
        from += rows as u64;
        if from > size {
            times.push((size, spent));
            sizes.next();
        }
    }
    Ok(Strategies { differ_at: None, times })
}
