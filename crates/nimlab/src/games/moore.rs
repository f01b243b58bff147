//! Moore's Nim, Index-k: take from at most k heaps, any numbers, at least one
//! stone in all (E. H. Moore 1910; named in the introduction of Thesis-W).
//!
//! **Moore's theorem.** Write the heaps in binary and add up each column. A
//! position is a P-position of normal play exactly if every column sum is
//! divisible by k + 1. Under misère play the same holds as long as some heap is
//! above 1; when none is, the number of heaps of 1 must be 1 more than a
//! multiple of k + 1. (If a heap is above 1 and all columns are divisible, at
//! least k + 1 heaps are above 1, so that no move can end that phase; and a
//! move that would leave only ones can leave one more or one less, as needed.)

use crate::catalogue::{Build, Entry, Parameter, ParameterKind, Start};
use crate::error::Result;
use crate::explain::{DigitRow, Explanation, number, position, source, text};
use crate::games::columns;
use crate::number::{self, BitTest, UBig};
use crate::play::{changed, difference};
use crate::solve::nim_sum;
use crate::solve::{numbers_of, only};
use crate::{
    Analysis, Answer, Budget, Each, Game, KnownValues, List, ListQuery, Meter, Method, Moves, Outcome, Play, Position,
    Question, Rule, Shape,
};
use std::ops::ControlFlow;
use std::time::Duration;

/// Moore's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "moore",
    title: "Moore's Nim (Index-k)",
    position: "any number of heaps up to 100000: 3,4,5",
    rule: "Take from at most k heaps, any number from each, at least one stone in all.",
    source: "E. H. Moore 1910; Thesis-W introduction (Index-k)",
    example: ("moore:2", "3,4,5"),
    start: Start::Heaps((3, 4), (1, 9)),
    build: Build::With(Parameter {
        symbol: "k",
        meaning: "the most heaps that one move may take from",
        default: "2",
        optional: false,
        kind: ParameterKind::Number {
            least: 1,
            most: Some(1_000_000),
            make: |k| Ok(Box::new(Moore { k: number::words(&[k], "k")?[0] as usize })),
        },
    }),
};

/// Moore's Nim with one parameter.
///
/// ```
/// use nimlab::prelude::*;
/// // Moore's Nim with k = 2: stones may be taken from two heaps.
/// let moore = catalogue::game("moore:2")?;
/// assert_eq!(moore.solve(&moore.read("1,1,1")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Moore {
    k: usize,
}

impl Moore {
    /// Whether a position is a P-position.
    fn is_cold(&self, heaps: &[UBig], play: Play) -> bool {
        let modulus = self.k + 1;
        if play == Play::Misere && heaps.iter().all(|heap| *heap <= UBig::ONE) {
            return heaps.iter().filter(|heap| heap.is_one()).count() % modulus == 1 % modulus;
        }
        (0..width(heaps)).all(|bit| column(heaps, bit).is_multiple_of(modulus))
    }

    /// Misère moves to a position with only ones and zeros: every heap above 1
    /// must be brought to 0 or 1, and ones may be taken with what is left of k.
    /// So the number of ones that are left can be anything between two bounds.
    fn moves_to_ones(&self, heaps: &[UBig]) -> impl Iterator<Item = Position> {
        let large = heaps.iter().filter(|&heap| *heap > UBig::ONE).count();
        let ones = heaps.iter().filter(|heap| heap.is_one()).count();
        let left = match self.k.checked_sub(large) {
            None => 0..0,
            // At least one stone must be taken.
            Some(spare) => ones - ones.min(spare)..ones + large + usize::from(large > 0),
        };
        left.filter(|left| left % (self.k + 1) == 1).map(|left| {
            let mut after = vec![UBig::ZERO; heaps.len() - left];
            after.resize(heaps.len(), UBig::ONE);
            Position::new(after, false)
        })
    }
}

/// The number of binary columns.
fn width(heaps: &[UBig]) -> usize {
    heaps.iter().map(UBig::bit_len).max().unwrap_or(0)
}

/// The sum of one binary column.
fn column(heaps: &[UBig], bit: usize) -> usize {
    heaps.iter().filter(|heap| heap.bit(bit)).count()
}

/// The search for all moves to columns divisible by k + 1, from the highest
/// bit down, heap by heap. A heap is *tight* while it agrees with the position
/// and *lowered* once it has fallen below; lowered heaps are free in all
/// further bits. No column is a dead end: a remainder s can be corrected by
/// k + 1 − s lowered heaps or, if there are fewer, by lowering s more.
struct Targets<'h> {
    heaps: &'h [UBig],
    k: usize,
    after: Vec<UBig>,
    lowered: Vec<bool>,
    lowered_count: usize,
    /// Whether heap i was equal to heap i + 1 and still is: then it must not
    /// become the larger one, so that no position is found twice.
    tied: Vec<bool>,
    /// The choices made so far, one for each bit and heap.
    choices: Vec<BitChoice>,
    /// The most moves that are listed.
    listed: usize,
    meter: Meter,
}

/// What was decided for one heap in one bit, and how to take it back.
struct BitChoice {
    set: bool,
    lowers: bool,
    unties: bool,
    /// Ones in this column before this heap.
    ones: usize,
}

/// How long moves are listed at most; the first is found long before.
const LISTING_TIME: Duration = Duration::from_secs(2);

impl<'h> Targets<'h> {
    /// Every move to a position whose columns are all divisible, and whether
    /// the list is complete: it ends early where there is no room or no time
    /// for more.
    fn of(position: &'h Position, k: usize, budget: Budget) -> (Vec<Position>, bool) {
        let heaps = position.numbers();
        let time = budget.time.map_or(LISTING_TIME, |time| time.min(LISTING_TIME));
        let tied = heaps.windows(2).map(|pair| pair[0] == pair[1]).chain([false]).collect();
        let mut targets = Targets {
            heaps,
            k,
            after: vec![UBig::ZERO; heaps.len()],
            lowered: vec![false; heaps.len()],
            lowered_count: 0,
            tied,
            choices: Vec::new(),
            listed: Moves::listed(position, budget),
            meter: budget.within(time).meter(""),
        };
        targets.search()
    }

    /// Goes through all choices with a stack of its own: heaps of thousands of
    /// bits would be too deep for the machine's.
    fn search(&mut self) -> (Vec<Position>, bool) {
        let cells = width(self.heaps).saturating_mul(self.heaps.len());
        let mut found = Vec::new();
        let mut least_choice = false;
        // Three numbers for each heap are there besides the choices.
        let working = 4 * self.heaps.iter().map(|heap| (heap.bit_len() / 8 + 32) as u64).sum::<u64>();
        if self.meter.take(working).is_err() || self.meter.take_for::<BitChoice>(cells as u64).is_err() {
            return (found, false);
        }
        while self.meter.tick(1 + self.heaps.len() as u64 / 4).is_ok() {
            if self.choices.len() == cells && !least_choice {
                if self.lowered_count > 0 {
                    let mut after = self.after.clone();
                    after.sort_unstable();
                    found.push(Position::new(after, false));
                }
                if found.len() >= self.listed {
                    return (found, false);
                }
            } else if self.choices.len() < cells && self.choose(least_choice) {
                least_choice = false;
                continue;
            }
            // Nothing (more) fits here: the last 0 becomes a 1.
            loop {
                match self.take_back() {
                    None => return (found, true),
                    Some(false) => break,
                    Some(true) => {}
                }
            }
            least_choice = true;
        }
        (found, false)
    }

    /// Makes the next choice, 0 if allowed (unless 1 is asked for), or else 1.
    fn choose(&mut self, only_one: bool) -> bool {
        let heap = self.choices.len() % self.heaps.len();
        let bit = width(self.heaps) - 1 - self.choices.len() / self.heaps.len();
        let ones = match (heap, self.choices.last()) {
            (0, _) | (_, None) => 0,
            (_, Some(last)) => last.ones + usize::from(last.set),
        };
        let own = self.heaps[heap].bit(bit);
        let tied = heap > 0 && self.tied[heap - 1];
        let previous = heap > 0 && self.after[heap - 1].bit(bit);
        for set in [false, true] {
            let lowers = !self.lowered[heap] && own && !set;
            let raises = !self.lowered[heap] && !own && set;
            let unordered = tied && previous && !set;
            if (only_one && !set) || raises || unordered || (lowers && self.lowered_count == self.k) {
                continue;
            }
            if !self.can_be_divisible(bit, heap + 1, ones + usize::from(set), self.lowered_count + usize::from(lowers))
            {
                continue;
            }
            let unties = tied && set != previous;
            self.lowered[heap] |= lowers;
            self.lowered_count += usize::from(lowers);
            if set {
                self.after[heap].set_bit(bit);
            }
            if unties {
                self.tied[heap - 1] = false;
            }
            self.choices.push(BitChoice { set, lowers, unties, ones });
            return true;
        }
        false
    }

    /// Whether the heaps from `heap` on can bring the ones of a column to a
    /// multiple of k + 1.
    fn can_be_divisible(&self, bit: usize, heap: usize, ones: usize, lowered_count: usize) -> bool {
        let rest = heap..self.heaps.len();
        let free = rest.clone().filter(|&i| self.lowered[i]).count();
        let tight = rest.filter(|&i| !self.lowered[i] && self.heaps[i].bit(bit)).count();
        let least = ones + tight - tight.min(self.k - lowered_count);
        let most = ones + tight + free;
        (most / (self.k + 1)) * (self.k + 1) >= least
    }

    /// Takes the last choice back and tells what it was.
    fn take_back(&mut self) -> Option<bool> {
        let choice = self.choices.pop()?;
        let heap = self.choices.len() % self.heaps.len();
        let bit = width(self.heaps) - 1 - self.choices.len() / self.heaps.len();
        if choice.set {
            self.after[heap].clear_bit(bit);
        }
        if choice.lowers {
            self.lowered[heap] = false;
            self.lowered_count -= 1;
        }
        if choice.unties {
            self.tied[heap - 1] = true;
        }
        Some(choice.set)
    }
}

const CLOSED_FORM: Method = Method::new("closed-form", "the columns of the heaps in binary, summed modulo k + 1");

impl Rule for Moore {
    fn name(&self) -> String {
        format!("moore:{}", self.k)
    }

    fn shape(&self) -> Shape {
        Shape::heaps()
    }

    fn example(&self) -> String {
        "3,4,5".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let mut after = position.to_vec();
        lower_from(0, self.k, false, &mut after, &mut |after| {
            let mut sorted = after.to_vec();
            sorted.sort_unstable();
            each(&sorted)
        })
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        // Piles in common need not have changed, and ascending order matches the others best.
        let (gone, come) = difference(from.numbers(), to.numbers());
        let lowered = gone.len() == come.len() && gone.iter().zip(&come).all(|(old, new)| new < old);
        Some(lowered && !gone.is_empty() && gone.len() <= self.k)
    }

    fn can_move_in_places(&self, from: &Position, to: &Position) -> Option<bool> {
        let lowered = from.numbers().iter().zip(to.numbers()).all(|(old, new)| new <= old);
        Some(lowered && changed(from.numbers(), to.numbers()) <= self.k)
    }
}

impl Game for Moore {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::List { value: 1.., .. } => Vec::new(),
            _ => vec![CLOSED_FORM],
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis> {
        let heaps = position.numbers();
        if self.is_cold(heaps, play) {
            return Ok(Analysis::lost());
        }
        let (mut list, mut complete) = Targets::of(position, self.k, budget);
        if play == Play::Misere {
            list.retain(|target| target.numbers().iter().any(|heap| *heap > UBig::ONE));
            let listed = Moves::listed(position, budget);
            list.extend(self.moves_to_ones(heaps).take(listed));
            complete &= list.len() < listed;
        }
        Ok(Analysis::won(if complete { Moves::all(list) } else { Moves::some(list, None) }))
    }

    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        let play = query.play;
        if numbers_of(self, query.heaps)? <= self.k {
            // All stones can be taken at once; under misère play all but one.
            let ones = u64::from(play == Play::Misere);
            return Ok(only(std::iter::repeat_n(0, query.heaps.saturating_sub(1)).chain([ones]).collect(), query));
        }
        columns::list(self, self.k + 1, query)
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let heaps = answer.position.numbers();
        let mut why = Explanation::new();
        if answer.play == Play::Misere && heaps.iter().all(|heap| *heap <= UBig::ONE) {
            why.say([
                text("Misère play with heaps of 1 only: the player to move loses exactly if their number is 1 more than a multiple of k + 1 = "),
                number(self.k as u64 + 1),
                text(". Here there are "),
                number(heaps.iter().filter(|heap| heap.is_one()).count() as u64),
                text("."),
            ]);
            return why;
        }
        why.say([
            text("The heaps in binary, and below the line the sum of each column modulo k + 1 = "),
            number(self.k as u64 + 1),
            text(":"),
        ]);
        why.binary(heaps, |width| self.columns(heaps, width));
        why.say([
            source("Moore's theorem"),
            text(": the player to move loses exactly if every column sum is divisible by k + 1. "),
            text(match answer.outcome {
                Outcome::P => "Here all are, and no move in at most k heaps can keep that.",
                Outcome::N => "Here not all are, and a move in at most k heaps can fix every column.",
            }),
        ]);
        if answer.play == Play::Misere {
            why.say([text("Under misère play this stays right while a heap above 1 is left; a move that leaves only ones must leave 1 more than a multiple of k + 1 of them.")]);
        }
        if let Some(to) = answer.winning_moves.list.first() {
            let only_ones = to.numbers().iter().all(|heap| *heap <= UBig::ONE);
            why.say([
                text("The move to "),
                position(to),
                text(match (answer.play, only_ones) {
                    (Play::Misere, true) => " leaves only ones, and the right number of them.",
                    _ => " does that.",
                }),
            ]);
        }
        why
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for Moore {
    /// For k = 1 the nim-sum; if no more than k heaps are left, the total: any
    /// smaller total can be reached and no equal one. Nothing is known between.
    fn grundy(&self, position: &Position, _budget: Budget) -> Option<UBig> {
        let heaps = position.numbers();
        if self.k == 1 {
            return Some(nim_sum(heaps));
        }
        let left = heaps.iter().filter(|heap| !heap.is_zero()).count();
        (left <= self.k).then(|| heaps.iter().fold(UBig::ZERO, |total, heap| total + heap))
    }

    /// With k = 1, and with one heap left, this is Nim.
    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        let heaps = position.numbers();
        let left = heaps.iter().filter(|heap| !heap.is_zero()).count();
        (self.k == 1 || left <= 1).then(|| heaps.to_vec())
    }
}

impl Moore {
    fn columns(&self, heaps: &[UBig], width: usize) -> Vec<DigitRow> {
        let heap = |number: &UBig| DigitRow {
            number: Some(number.clone()),
            digits: (0..width).rev().map(|bit| u64::from(number.bit(bit))).collect(),
            remark: String::new(),
        };
        let sums = DigitRow {
            number: None,
            digits: (0..width).rev().map(|bit| (column(heaps, bit) % (self.k + 1)) as u64).collect(),
            remark: format!("column sums modulo {}", self.k + 1),
        };
        heaps.iter().map(heap).chain([sums]).collect()
    }
}

/// Lowers at most `k` of the heaps from `heap` on in every way.
fn lower_from(heap: usize, k: usize, changed: bool, after: &mut Vec<u64>, each: &mut Each<'_>) -> ControlFlow<()> {
    if heap == after.len() {
        return if changed { each(after) } else { ControlFlow::Continue(()) };
    }
    lower_from(heap + 1, k, changed, after, each)?;
    if k > 0 {
        let stones = after[heap];
        for left in 0..stones {
            after[heap] = left;
            lower_from(heap + 1, k - 1, true, after, each)?;
        }
        after[heap] = stones;
    }
    ControlFlow::Continue(())
}
