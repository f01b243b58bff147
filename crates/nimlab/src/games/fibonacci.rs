//! Fibonacci Nim: not all at first; then at most twice what the opponent took
//! (Whinihan 1963; Handout).
//!
//! A position is [stones, most that may be taken]. **Theorem.** Write the
//! stones as Zeckendorf's sum. The player to move wins exactly if the
//! smallest part may be taken. Every winning move takes a sum of the smallest
//! parts, k, such that the next part is more than 2k: if m = n − k has the
//! smallest part F > 2k, then k's parts are below the neighbour of F, so that
//! the parts of m and k together are Zeckendorf's sum of n.
//!
//! Misère play (who takes the last stone loses) is normal play with one stone fewer:
//! with n ≥ 1 stones and q ≥ 1, taking k < n leaves n − k, which is won or lost as n −
//! 1 − k is normally, by induction; one stone alone is lost, as none is normally; and
//! taking all n loses anyway.

use crate::catalogue::{Build, Entry, Start};
use crate::error::{Error, Result};
use crate::explain::{Explanation, Fragment, formula, number, source, text};
use crate::number::{BitTest, UBig, shown};
use crate::numeration::{Representation, System};
use crate::{
    Analysis, Answer, Budget, Each, Game, Hint, KnownValues, List, ListQuery, Method, Moves, Outcome, Play, Position,
    Question, Rule, Shape, Term,
};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Fibonacci Nim's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "fibonacci",
    title: "Fibonacci Nim",
    position: "stones, and after a slash the most that may be taken (all but one if not given): 20 or 20/4",
    rule: "At first take any number of stones but not all; then at most twice what the opponent took last.",
    source: "Whinihan 1963; Handout",
    example: ("fibonacci", "20"),
    start: Start::Size((12, 40)),
    build: Build::Alone(|| Box::new(Fibonacci)),
};

/// The game of Fibonacci Nim.
///
/// ```
/// use nimlab::{games::fibonacci::Fibonacci, prelude::*};
/// // Fibonacci numbers are lost for the first player.
/// assert_eq!(Fibonacci.solve(&Fibonacci.read("21")?).run()?.outcome, Outcome::P);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Fibonacci;

/// Zeckendorf's sum of the stones, by the places of its parts.
struct ZeckendorfParts {
    system: System,
    /// Ascending places of the parts.
    places: Vec<usize>,
}

/// The largest n for which the starting position number n is listed.
const MOST_PLACE: usize = 10_000_000;

/// The bytes that a list of winning moves may take.
const MOST_BYTES: usize = 8 << 20;

impl ZeckendorfParts {
    fn of(stones: &UBig) -> Self {
        let system = System::p(UBig::ONE);
        let digits = system.represent(stones);
        let places = digits.digits().iter().enumerate().filter(|(_, digit)| !digit.is_zero()).map(|(i, _)| i).collect();
        Self { system, places }
    }

    /// The sum of the smallest `count` parts.
    fn sum_of_smallest(&self, count: usize) -> UBig {
        let mut digits = vec![UBig::ZERO; self.places[..count].last().map_or(0, |place| place + 1)];
        for &place in &self.places[..count] {
            digits[place] = UBig::ONE;
        }
        self.system.interpret(&Representation::new(digits)).expect("parts of a sum are far enough apart")
    }

    /// Whether the sum of the smallest `count` parts is at most another number.
    /// Zeckendorf's sums are ordered like their parts, from the largest on.
    fn smallest_are_at_most(&self, count: usize, bound: &ZeckendorfParts) -> bool {
        let own = self.places[..count].iter().rev();
        own.cmp(bound.places.iter().rev()) != Ordering::Greater
    }

    /// For each count of smallest parts, whether twice their sum is below the
    /// next part, so that taking them wins; taking all always does.
    ///
    /// Let k be the sum and F_i its largest part. If the next part is F_{i+3}
    /// or more, it exceeds 2F_{i+1} > 2k. If it is F_{i+2} = 2F_i + F_{i−1},
    /// the question is whether twice the rest k − F_i is below F_{i−1}: with a
    /// rest of largest part F_{i−2} no, of F_{i−3} the same question again
    /// further down, of less or nothing yes.
    fn takeable(&self) -> Vec<bool> {
        let mut takeable = Vec::with_capacity(self.places.len());
        // Whether the sum so far would be small enough below a part two places up.
        let mut small = true;
        for (i, &place) in self.places.iter().enumerate() {
            if i > 0 {
                small = match place - self.places[i - 1] {
                    2 => false,
                    3 => small,
                    _ => true,
                };
            }
            takeable.push(match self.places.get(i + 1) {
                None => true,
                Some(next) => next - place > 2 || small,
            });
        }
        takeable
    }
}

/// Every winning number of stones to take with at most `most` allowed, under
/// normal play.
fn winning(parts: &ZeckendorfParts, stones: &UBig, most: &UBig) -> (Vec<UBig>, Option<UBig>) {
    let takeable = parts.takeable();
    let candidates: Vec<usize> = (0..takeable.len()).filter(|&i| takeable[i]).map(|i| i + 1).collect();
    // The sums increase: those that are allowed come first.
    let allowed = match stones <= most {
        true => candidates.len(),
        false => {
            let bound = ZeckendorfParts::of(most);
            candidates.partition_point(|&count| parts.smallest_are_at_most(count, &bound))
        }
    };
    let room = (MOST_BYTES / (stones.bit_len() / 4 + 64)).min(Moves::LISTED);
    let listed = candidates[..allowed.min(room)].iter().map(|&count| parts.sum_of_smallest(count)).collect();
    (listed, (allowed > room).then(|| UBig::from(allowed)))
}

/// Outcome and winning moves under normal play of a position that may stand
/// for another: the moves are made on `stones + offset`.
fn analyse(stones: &UBig, most: &UBig, offset: &UBig) -> Analysis {
    let parts = ZeckendorfParts::of(stones);
    let (taken, total) = winning(&parts, stones, most);
    if taken.is_empty() {
        return Analysis::lost().because(parts);
    }
    let after = |k: &UBig| Position::new(vec![stones + offset - k, k * UBig::from(2u8)], true);
    let list = taken.iter().map(after).collect();
    Analysis::won(match total {
        None => Moves::all(list),
        some => Moves::some(list, some),
    })
    .because(parts)
}

const CLOSED_FORM: Method = Method::new("closed-form", "Zeckendorf's sum of the stones, any size");

impl Rule for Fibonacci {
    fn name(&self) -> String {
        "fibonacci".into()
    }

    fn shape(&self) -> Shape {
        Shape::piles(1).in_order().with_tail("most", "the most that may be taken")
    }

    fn example(&self) -> String {
        "20/4".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let &[stones, most] = position else { return ControlFlow::Continue(()) };
        for taken in 1..=stones.min(most) {
            each(&[stones - taken, 2 * taken])?;
        }
        ControlFlow::Continue(())
    }

    fn can_move(&self, from: &Position, to: &Position) -> Option<bool> {
        let ([stones, most], [left, next]) = (from.numbers(), to.numbers()) else { return Some(false) };
        if left >= stones {
            return Some(false);
        }
        let taken = stones - left;
        Some(taken <= *most && *next == taken * UBig::from(2u8))
    }

    fn start(&self, size: u64) -> Option<Vec<u64>> {
        Some(vec![size, size.saturating_sub(1)])
    }

    fn default_tail(&self, piles: &[UBig]) -> Option<UBig> {
        let stones = piles.first()?;
        Some(if stones.is_zero() { UBig::ZERO } else { stones - UBig::ONE })
    }
}

impl Game for Fibonacci {
    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::List { value: 1.., .. } => Vec::new(),
            _ => vec![CLOSED_FORM],
        }
    }

    fn analyse(&self, _method: Method, position: &Position, play: Play, _budget: Budget) -> Result<Analysis> {
        let [stones, most] = position.numbers() else { return Ok(Analysis::lost()) };
        Ok(match play {
            Play::Normal => analyse(stones, most, &UBig::ZERO),
            Play::Misere if stones.is_zero() || most.is_zero() => Analysis::won(Moves::all(Vec::new())),
            Play::Misere => analyse(&(stones - UBig::ONE), most, &UBig::ONE),
        })
    }

    /// The starting positions that are lost: a Fibonacci number of stones.
    /// Under misère play none is, for all stones but one can be taken at once.
    fn list<'g>(&'g self, _method: Method, query: &ListQuery) -> Result<List<'g>> {
        if query.play == Play::Misere {
            return Ok(List::of_positions(std::iter::empty(), query));
        }
        let mut place =
            usize::try_from(&query.from).ok().filter(|&n| n <= MOST_PLACE).ok_or_else(|| Error::TooLarge {
                what: "this number".into(),
                given: shown(&query.from),
                limit: MOST_PLACE.to_string(),
                hint: Hint::example([Term::from(1000)]),
            })?;
        // Number 0 is the end; number n ≥ 1 is the weight at place n − 1.
        let system = System::p(UBig::ONE);
        let mut pair = (system.weight(place), system.weight(place + 1));
        let starts = std::iter::from_fn(move || {
            let stones = if place == 0 { UBig::ZERO } else { &pair.1 - &pair.0 };
            let next = &pair.0 + &pair.1;
            pair = (std::mem::take(&mut pair.1), next);
            place += 1;
            let most = if stones.is_zero() { UBig::ZERO } else { &stones - UBig::ONE };
            Some(Ok(Position::new(vec![stones, most], true)))
        });
        Ok(List::of_positions(starts, query))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        let [stones, most] = answer.position.numbers() else { return why };
        if stones.is_zero() || most.is_zero() {
            why.say([text("No stone can be taken.")]);
            return why;
        }
        let counted = match answer.play {
            Play::Normal => stones.clone(),
            Play::Misere => {
                why.say([text("Misère play is normal play with one stone fewer: nobody wants the last one.")]);
                stones - UBig::ONE
            }
        };
        if counted.is_zero() {
            why.say([text("One stone is left, and it must be taken.")]);
            return why;
        }
        let own;
        let parts: &ZeckendorfParts = match answer.reasons.get() {
            Some(parts) => parts,
            None => {
                own = ZeckendorfParts::of(&counted);
                &own
            }
        };
        why.say(zeckendorf_sentence(&counted, parts));
        let smallest = parts.sum_of_smallest(1);
        why.say([
            source("Whinihan's theorem (Handout)"),
            text(": the player to move wins exactly if the smallest part may be taken. It is "),
            number(smallest.clone()),
            text(", and at most "),
            number(most.clone()),
            text(" may be taken."),
        ]);
        if answer.outcome == Outcome::P {
            why.say([text("Whatever is taken from that part, the opponent can answer so as to take its last stone.")]);
            return why;
        }
        let end = match (parts.places.len() > 1, answer.play) {
            (true, _) => {
                ", which is less than the next part, so that you will be able to take the last stone of that part too."
            }
            (false, Play::Normal) => ", and there is nothing left.",
            (false, Play::Misere) => ", but only one stone is left, which must be taken.",
        };
        why.say([
            text("Take "),
            number(smallest.clone()),
            text(": the opponent may then take at most "),
            number(&smallest * UBig::from(2u8)),
            text(end),
        ]);
        for to in answer.winning_moves.list.iter().filter(|to| to.numbers()[1] != &smallest * UBig::from(2u8)).take(2) {
            let taken = stones - &to.numbers()[0];
            why.say([
                text("Taking "),
                number(taken.clone()),
                text(", the smallest parts together, wins as well: twice that is less than the part above them, or nothing is left."),
            ]);
        }
        why
    }

    fn known_values(&self) -> Option<&dyn KnownValues> {
        Some(self)
    }
}

impl KnownValues for Fibonacci {
    /// Where nothing can be taken, it is Nim without a heap.
    fn nim_heaps(&self, position: &Position) -> Option<Vec<UBig>> {
        position.numbers().iter().any(UBig::is_zero).then(Vec::new)
    }
}

/// Zeckendorf's sum as a sentence.
fn zeckendorf_sentence(stones: &UBig, parts: &ZeckendorfParts) -> Vec<Fragment> {
    if parts.places.len() == 1 {
        return vec![
            number(stones.clone()),
            text(" is a Fibonacci number, its own "),
            source("Zeckendorf sum"),
            text("."),
        ];
    }
    vec![
        source("Zeckendorf's sum"),
        text(" of different Fibonacci numbers, no two of them neighbours: "),
        formula(sum(stones, parts)),
        text("."),
    ]
}

/// "20 = 13 + 5 + 2", with the middle left out if it is long.
fn sum(stones: &UBig, parts: &ZeckendorfParts) -> String {
    const SHOWN: usize = 24;
    let count = parts.places.len();
    let left_out = if count > SHOWN { format!("{} larger parts + ", count - SHOWN) } else { String::new() };
    let shown_parts: Vec<String> = (0..count.min(SHOWN))
        .map(|i| {
            let mut digits = vec![UBig::ZERO; parts.places[i] + 1];
            digits[parts.places[i]] = UBig::ONE;
            let part = parts.system.interpret(&Representation::new(digits));
            shown(&part.unwrap_or_default())
        })
        .rev()
        .collect();
    format!("{} = {left_out}{}", shown(stones), shown_parts.join(" + "))
}
