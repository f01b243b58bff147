//! ℛ-Wythoff: any number from the larger pile, or the same from both (Ho 2012;
//! Gu; Thesis-A chapter 2).
//!
//! It has the P-positions of Wythoff's game (theorem 6), and closed forms for
//! the positions of values 1 and 2 (theorems 7 and 8). For any other value
//! algorithm 3 lists them.

use crate::bits::BitSet;
use crate::catalogue::{Entry, no_parameters};
use crate::error::{Error, Result};
use crate::explain::{Explanation, number, position, source, text};
use crate::game::{
    Analysis, Answer, Cold, ColdQuery, Each, Game, Method, Outcome, Piles, Play, Position, Question, Rows, Shape,
};
use crate::games::wythoff::algebraic::Algebraic;
use crate::games::wythoff::pairs::Strategy;
use crate::games::wythoff::{check_value, skip_rows};
use crate::number::UBig;
use crate::numeration::Beatty;
use crate::solve::{Budget, Values};
use std::ops::ControlFlow;

/// ℛ-Wythoff's place in the catalogue.
pub const ENTRY: Entry = Entry {
    name: "r-wythoff",
    usage: "r-wythoff",
    parameters: "",
    position: "two piles: 17,29",
    rule: "Take any number from the larger pile (from either if they are equal), or the same from both.",
    methods: "algebraic: the P-positions are Wythoff's; closed forms for the values 0, 1 and 2; \
              recursive: positions of any Grundy value in order (algorithm 3); search",
    source: "Ho 2012; Gu; Thesis-A chapter 2",
    example: ("r-wythoff", "17,29"),
    build: |parameters| {
        no_parameters("r-wythoff", parameters)?;
        Ok(Box::new(RWythoff::new()))
    },
};

/// The game of ℛ-Wythoff.
#[derive(Debug, Clone)]
pub struct RWythoff {
    golden: Beatty,
}

/// Theorem 7: the first positions of value 1.
const FIRST_ONES: [(u8, u8); 4] = [(0, 1), (2, 2), (3, 6), (4, 6)];

/// Theorem 8: the first positions of value 2.
const FIRST_TWOS: [(u8, u8); 10] =
    [(0, 2), (1, 1), (3, 4), (5, 8), (6, 11), (7, 11), (9, 16), (10, 16), (12, 21), (13, 21)];

/// Theorem 8: the sequences m¹ to m⁴ begin so and go on like Fibonacci's
/// (m_{k+2} = m_{k+1} + m_k; the source misprints the last index).
const EXCEPTIONS: [[u8; 2]; 4] = [[10, 17], [11, 18], [12, 20], [15, 24]];

impl RWythoff {
    /// The game.
    pub fn new() -> Self {
        Self { golden: Beatty::new(UBig::ONE) }
    }

    /// The position number n of Grundy value 0, 1 or 2 by theorems 6, 7 and 8.
    ///
    /// ```
    /// use nimlab::{games::r_wythoff::RWythoff, number::UBig};
    /// let game = RWythoff::new();
    /// let (a, b) = game.of_value(2, &UBig::from(17u8)).unwrap();
    /// assert_eq!((a, b), (UBig::from(23u8), UBig::from(40u8)));
    /// assert!(game.of_value(3, &UBig::ONE).is_none());
    /// ```
    pub fn of_value(&self, value: u64, n: &UBig) -> Option<(UBig, UBig)> {
        let first: &[(u8, u8)] = match value {
            0 => &[],
            1 => &FIRST_ONES,
            2 => &FIRST_TWOS,
            _ => return None,
        };
        if let Some(&(a, b)) = usize::try_from(n).ok().and_then(|n| first.get(n)) {
            return Some((a.into(), b.into()));
        }
        let back = match value {
            2 => UBig::from(distance_of_two(n)),
            value => UBig::from(value),
        };
        let lower = self.golden.lower(n) - back;
        Some((lower.clone(), lower + n))
    }

    /// The value of (x, y), x ≤ y, if it is 0, 1 or 2: each diagonal holds
    /// each value exactly once (theorem 5), and from number 10 on the position
    /// number n lies on diagonal n.
    fn small_value(&self, x: &UBig, y: &UBig) -> Option<u64> {
        let difference = y - x;
        let holds = |value: u64| {
            let first: &[(u8, u8)] = match value {
                0 => &[],
                1 => &FIRST_ONES,
                _ => &FIRST_TWOS,
            };
            if first.iter().any(|&(a, b)| UBig::from(a) == *x && UBig::from(b) == *y) {
                return true;
            }
            UBig::from(first.len()) <= difference && self.of_value(value, &difference).is_some_and(|(a, _)| a == *x)
        };
        (0..=2).find(|&value| holds(value))
    }
}

impl Default for RWythoff {
    fn default() -> Self {
        Self::new()
    }
}

/// Theorem 8: how far the 2-position number n ≥ 10 lies below the P-position
/// of that number: 3, but 2 or 4 for the members of the four sequences.
fn distance_of_two(n: &UBig) -> u8 {
    for (sequence, [zeroth, first]) in EXCEPTIONS.into_iter().enumerate() {
        let mut member = (UBig::from(zeroth), UBig::from(first));
        let mut even = true;
        while member.0 < *n {
            let next = &member.0 + &member.1;
            member = (member.1, next);
            even = !even;
        }
        if member.0 == *n {
            let nearer = even != (sequence == 3);
            return if nearer { 2 } else { 4 };
        }
    }
    3
}

/// Algorithm 3: the g-positions (x, y), x ≤ y, by ascending x, for all values
/// up to g at once. The next row p is the mex of all earlier coordinates, and
/// g goes to the first free diagonal where no smaller value lies.
#[derive(Debug, Clone)]
pub struct ValuePositions {
    layers: Vec<Layer>,
}

/// The positions of one value.
#[derive(Debug, Clone, Default)]
struct Layer {
    positions: Vec<(u64, u64)>,
    coordinates: BitSet,
    /// The least coordinate that does not occur.
    mex: u64,
    differences: BitSet,
    /// The least difference that does not occur.
    lowest: u64,
}

impl ValuePositions {
    /// The positions of value g.
    pub fn new(g: u64) -> Self {
        Self { layers: vec![Layer::default(); g as usize + 1] }
    }

    /// The next g-position; all smaller values are brought as far first.
    pub fn next_position(&mut self) -> (u64, u64) {
        let row = self.layers[self.layers.len() - 1].mex;
        for value in 0..self.layers.len() {
            while self.layers[value].mex <= row {
                self.place(value);
            }
        }
        let layer = &self.layers[self.layers.len() - 1];
        layer.positions[layer.positions.len() - 1]
    }

    fn place(&mut self, value: usize) {
        let (smaller, rest) = self.layers.split_at_mut(value);
        let layer = &mut rest[0];
        let row = layer.mex;
        let taken: Vec<u64> = smaller.iter().filter_map(|layer| layer.difference_in(row)).collect();
        let mut difference = layer.lowest;
        while taken.contains(&difference) {
            difference = layer.differences.first_free(difference + 1);
        }
        layer.positions.push((row, row + difference));
        layer.coordinates.insert(row);
        layer.coordinates.insert(row + difference);
        layer.differences.insert(difference);
        layer.mex = layer.coordinates.first_free(layer.mex);
        layer.lowest = layer.differences.first_free(layer.lowest);
    }
}

impl Layer {
    /// The difference of this value's position with smaller coordinate `row`.
    fn difference_in(&self, row: u64) -> Option<u64> {
        let found = self.positions.binary_search_by_key(&row, |position| position.0).ok()?;
        Some(self.positions[found].1 - row)
    }
}

impl Rows for ValuePositions {
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()> {
        block.clear();
        for _ in 0..rows {
            let (x, y) = self.next_position();
            block.extend([x, y]);
        }
        Ok(())
    }
}

impl Game for RWythoff {
    fn name(&self) -> String {
        "r-wythoff".into()
    }

    fn shape(&self) -> Shape {
        Shape { piles: Piles::Exactly(2), interchangeable: true, tail: None }
    }

    fn example(&self) -> String {
        "17,29".into()
    }

    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
        let &[x, y] = position else { return ControlFlow::Continue(()) };
        for left in 0..y {
            each(&[x.min(left), x.max(left)])?;
        }
        for taken in 1..=x {
            each(&[x - taken, y - taken])?;
        }
        ControlFlow::Continue(())
    }

    fn methods(&self, question: Question) -> Vec<Method> {
        match question {
            Question::Solve(Play::Normal) => vec![Method::Algebraic],
            Question::Cold { play: Play::Normal, value: 0..=2 } => vec![Method::ClosedForm, Method::Recursive],
            Question::Cold { play: Play::Normal, .. } => vec![Method::Recursive],
            Question::Solve(Play::Misere) | Question::Cold { play: Play::Misere, .. } => Vec::new(),
        }
    }

    /// The P-positions are Wythoff's: a winning move brings the larger pile
    /// to the partner of the smaller, or keeps the difference.
    fn analyse(&self, _method: Method, position: &Position, _play: Play, _budget: Budget) -> Result<Analysis> {
        let [x, y] = position.numbers() else { return Ok(Analysis::lost()) };
        let pairs = Algebraic::new(UBig::ONE);
        let of_x = pairs.locate(x)?;
        if of_x.lower == *x && of_x.upper == *y {
            return Ok(Analysis::lost());
        }
        let mut moves = Vec::new();
        let partner = if of_x.lower == *x { &of_x.upper } else { &of_x.lower };
        if partner < y {
            moves.push(of_x.position());
        }
        let same_difference = pairs.pair(&(y - x))?;
        if same_difference.lower < *x {
            moves.push(same_difference.position());
        }
        Ok(Analysis::by_moves(moves))
    }

    fn grundy(&self, position: &Position) -> Option<UBig> {
        let [x, y] = position.numbers() else { return None };
        self.small_value(x, y).map(UBig::from)
    }

    fn board<'g>(&'g self, corner: &[u64], budget: Budget) -> Option<Box<dyn Values + 'g>> {
        let &[x, y] = corner else { return None };
        let side = x.max(y).checked_add(1)?;
        (side.checked_mul(side)? / 2 <= budget.positions).then(|| Box::new(Board::new(side)) as Box<dyn Values>)
    }

    fn cold<'g>(&'g self, method: Method, query: &ColdQuery) -> Result<Cold<'g>> {
        if method == Method::Recursive {
            check_value(query.value)?;
            return skip_rows(Box::new(ValuePositions::new(query.value)), query);
        }
        let (game, value) = (self.clone(), query.value);
        let mut n = query.from.clone();
        Ok(Cold::Positions(Box::new(std::iter::from_fn(move || {
            let (x, y) = game.of_value(value, &n)?;
            n += UBig::ONE;
            Some(Ok(Position::new(vec![x, y], false)))
        }))))
    }

    fn explain(&self, answer: &Answer) -> Explanation {
        let mut why = Explanation::new();
        let [x, y] = answer.position.numbers() else { return why };
        if answer.play == Play::Misere {
            why.say([text("No theorem is known for misère play; the answer comes from a search of all positions that can be reached.")]);
            return why;
        }
        why.say([
            source("Theorem 6 of Thesis-A"),
            text(": ℛ-Wythoff has the P-positions of Wythoff's game, the pairs A_n = ⌊nφ⌋, B_n = A_n + n."),
        ]);
        let pairs = Algebraic::new(UBig::ONE);
        if answer.outcome == Outcome::P {
            if let Ok(pair) = pairs.locate(x) {
                why.say([position(&answer.position), text(" is the pair number "), number(pair.n), text(".")]);
            }
            return why;
        }
        for to in &answer.winning_moves.list {
            let [lower, upper] = to.numbers() else { continue };
            let same_difference = upper - lower == y - x && lower < x;
            let Ok(pair) = pairs.locate(lower) else { continue };
            why.say([text("Move to "), position(to), text(", the pair number "), number(pair.n)].into_iter().chain(
                if same_difference {
                    [text(": take "), number(x - lower), text(" from both piles.")]
                } else {
                    let left = if lower == x { upper } else { lower };
                    [text(": take "), number(y - left), text(" from the larger pile.")]
                },
            ));
        }
        if let Some(value) = self.small_value(x, y) {
            why.say([
                text("The Grundy value is "),
                number(value),
                text(" by "),
                source(if value == 1 { "theorem 7 of Thesis-A" } else { "theorem 8 of Thesis-A" }),
                text("."),
            ]);
        }
        why
    }
}

/// The Grundy values of a square, column by column: one set of used values for
/// each row (moves of the larger pile) and each diagonal.
struct Board {
    values: Vec<u32>,
}

impl Board {
    fn new(side: u64) -> Self {
        let mut used_in_row = vec![BitSet::new(); side as usize];
        let mut used_on_diagonal = vec![BitSet::new(); side as usize];
        let mut values = Vec::with_capacity((side * (side + 1) / 2) as usize);
        for y in 0..side {
            for x in 0..=y {
                let row = &used_in_row[x as usize];
                let diagonal = &used_on_diagonal[(y - x) as usize];
                let mut value = row.first_free(0);
                while diagonal.contains(value) {
                    value = row.first_free(value + 1);
                }
                values.push(value as u32);
                used_in_row[x as usize].insert(value);
                // (x, y) is also (y, x): in row y it lies left of the diagonal.
                used_in_row[y as usize].insert(value);
                used_on_diagonal[(y - x) as usize].insert(value);
            }
        }
        Self { values }
    }
}

impl Values for Board {
    fn value(&mut self, position: &[u64]) -> Result<u64> {
        let found = match *position {
            [x, y] => self.values.get((y * (y + 1) / 2 + x) as usize).copied(),
            _ => None,
        };
        found.map(u64::from).ok_or_else(|| Error::TooLarge {
            what: "this position for the board".into(),
            given: format!("{position:?}"),
            limit: format!("{} cells", self.values.len()),
            hint: "ask for a larger board".into(),
        })
    }
}
