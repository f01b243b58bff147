//! The vocabulary as types: positions, outcomes, ways of play, methods, and
//! what a game must tell about itself.
//!
//! A *game* is a rule that says which positions can be reached. A *question*
//! is asked of a game: who wins, by which moves, with which Grundy value,
//! where are the P-positions. A game answers through *methods*; every game can
//! also be solved by plain search from its rule, and that is how the methods
//! are checked.

use crate::error::{Error, Result};
use crate::explain::Explanation;
use crate::games::wythoff::Blocks;
use crate::number::{self, BitTest, UBig, shown};
use crate::sequence::HeapRule;
use crate::solve::{Budget, Search, Values};
use std::fmt;
use std::ops::ControlFlow;

/// Who wins: the player to move (N, "hot") or the previous one (P, "cold").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The player to move loses against perfect play.
    P,
    /// The player to move wins.
    N,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::P => "P",
            Outcome::N => "N",
        })
    }
}

/// How the end of the game counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Play {
    /// Who cannot move has lost.
    Normal,
    /// Who cannot move has won.
    Misere,
}

impl Play {
    /// The outcome of a position without any move.
    pub fn outcome_of_end(self) -> Outcome {
        match self {
            Play::Normal => Outcome::P,
            Play::Misere => Outcome::N,
        }
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        })
    }
}

/// A way to find an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Method {
    /// A formula or theorem that decides the position itself.
    ClosedForm,
    /// Exact Beatty floors ⌊nα⌋ through integer square roots.
    Algebraic,
    /// Representations in the p- and q-systems.
    Arithmetic,
    /// The P-positions one after another by mex.
    Recursive,
    /// A generator that goes through the P-positions in order, fast and in
    /// little memory.
    Stream,
    /// Akiyama's first algorithm, which lists Wytlex(3).
    Mex,
    /// Akiyama's simplified algorithm, with the sets W and Z.
    Lacunae,
    /// Thesis-A's algorithm Akiyama I.
    AkiyamaOne,
    /// Thesis-A's algorithm Akiyama II.
    AkiyamaTwo,
    /// A board of all smaller positions, or a table of what they forbid.
    Table,
    /// Plain search from the rule: the definition, and slow.
    Search,
}

impl Method {
    /// Every method.
    pub const ALL: [Method; 11] = [
        Method::ClosedForm,
        Method::Algebraic,
        Method::Arithmetic,
        Method::Recursive,
        Method::Stream,
        Method::Mex,
        Method::Lacunae,
        Method::AkiyamaOne,
        Method::AkiyamaTwo,
        Method::Table,
        Method::Search,
    ];

    /// The name by which the doors know it.
    pub fn name(self) -> &'static str {
        match self {
            Method::ClosedForm => "closed-form",
            Method::Algebraic => "algebraic",
            Method::Arithmetic => "arithmetic",
            Method::Recursive => "recursive",
            Method::Stream => "stream",
            Method::Mex => "mex",
            Method::Lacunae => "lacunae",
            Method::AkiyamaOne => "akiyama-1",
            Method::AkiyamaTwo => "akiyama-2",
            Method::Table => "table",
            Method::Search => "search",
        }
    }

    /// The method of that name.
    ///
    /// ```
    /// use nimlab::game::Method;
    /// assert_eq!(Method::named("algebraic").unwrap(), Method::Algebraic);
    /// assert!(Method::named("algebra").unwrap_err().to_string().contains("algebraic"));
    /// ```
    pub fn named(name: &str) -> Result<Method> {
        Method::ALL.into_iter().find(|method| method.name() == name).ok_or_else(|| Error::UnknownWord {
            kind: "method",
            given: number::shorten(name),
            nearest: crate::error::nearest(name, Method::ALL.map(Method::name)),
            known: Method::ALL.iter().map(|method| method.name().to_owned()).collect(),
        })
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What can be asked of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The outcome and every winning move.
    Solve(Play),
    /// The P-positions in order, or with a value other than 0 the positions
    /// of that Grundy value.
    Cold {
        /// Normal or misère play.
        play: Play,
        /// The Grundy value; 0 asks for the P-positions.
        value: u64,
    },
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Solve(Play::Normal) => f.write_str("outcome and winning moves"),
            Question::Solve(Play::Misere) => f.write_str("outcome and winning moves under misère play"),
            Question::Cold { play: Play::Misere, .. } => f.write_str("P-positions under misère play"),
            Question::Cold { value: 0, .. } => f.write_str("P-positions in order"),
            Question::Cold { value, .. } => write!(f, "positions of Grundy value {value} in order"),
        }
    }
}

/// A position: a vector of non-negative integers of any size, in the game's
/// canonical order. Some games have one number of another kind at the end,
/// written behind a slash (`20/4`, `0,0,0/9`), or one at the end of each
/// component (`3/2,5/1`).
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    numbers: Vec<UBig>,
    slashes: Slashes,
}

/// Which numbers of a position are written behind a slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Slashes {
    None,
    /// The last one, which is no pile.
    Tail,
    /// The last one of each component of so many numbers.
    Components(usize),
}

impl Position {
    /// A position as it stands; `dyn Game::position` makes it canonical.
    pub fn new(numbers: Vec<UBig>, tail: bool) -> Self {
        Self { numbers, slashes: if tail { Slashes::Tail } else { Slashes::None } }
    }

    /// Other numbers that are written as these are.
    pub fn with(&self, numbers: Vec<UBig>) -> Self {
        Self { numbers, slashes: self.slashes }
    }

    /// All numbers, a tail being the last.
    pub fn numbers(&self) -> &[UBig] {
        &self.numbers
    }

    /// The piles, without a tail.
    pub fn piles(&self) -> &[UBig] {
        let tail = usize::from(self.slashes == Slashes::Tail);
        &self.numbers[..self.numbers.len() - tail]
    }

    /// The numbers as machine words, or the limit that was met.
    pub fn words(&self) -> Result<Vec<u64>> {
        number::words(&self.numbers, "a pile")
    }

    /// The memory that the position takes.
    pub fn bytes(&self) -> u64 {
        let number = |number: &UBig| (size_of::<UBig>() + number.bit_len() / 8) as u64;
        size_of::<Self>() as u64 + self.numbers.iter().map(number).sum::<u64>()
    }

    /// The position for a sentence: long numbers and long lists are shortened.
    pub fn shown(&self) -> String {
        const SHOWN: usize = 10;
        let piles = self.piles().len();
        if piles <= SHOWN + 1 {
            return self.write(shown);
        }
        let first = self.joined(&self.numbers[..SHOWN], shown);
        let tail = self.numbers[piles..].iter().map(|tail| format!("/{}", shown(tail))).collect::<String>();
        format!("{first},…{tail} ({piles} numbers)")
    }

    fn write(&self, number: impl Fn(&UBig) -> String) -> String {
        self.joined(&self.numbers, number)
    }

    /// The first numbers, or all of them, with what stands between them.
    fn joined(&self, numbers: &[UBig], number: impl Fn(&UBig) -> String) -> String {
        let mut text = String::new();
        for (i, given) in numbers.iter().enumerate() {
            let slash = match self.slashes {
                Slashes::None => false,
                Slashes::Tail => i + 1 == self.numbers.len(),
                Slashes::Components(width) => (i + 1) % width == 0,
            };
            if i > 0 || slash {
                text.push(if slash { '/' } else { ',' });
            }
            text.push_str(&number(given));
        }
        text
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write(UBig::to_string))
    }
}

/// The most piles of a position.
pub const MOST_PILES: usize = 100_000;

/// How many piles a position has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piles {
    /// Any number, at least one.
    Any,
    /// Exactly so many.
    Exactly(usize),
}

/// What a position of the game looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// How many piles there are.
    pub piles: Piles,
    /// Whether their order is irrelevant; then they are kept sorted.
    pub interchangeable: bool,
    /// The number behind the slash, if there is one.
    pub tail: Option<Tail>,
}

/// A number of another kind than the piles, behind a slash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tail {
    /// A word for a column of such numbers.
    pub label: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Shape {
    /// A word for each number of a position with so many numbers.
    pub fn labels(&self, count: usize) -> Vec<String> {
        let letter = |i: usize| match u8::try_from(i) {
            Ok(letter) if letter < 26 => char::from(b'a' + letter).to_string(),
            _ => format!("x{i}"),
        };
        let mut labels: Vec<String> = match (self.piles, self.tail) {
            (Piles::Exactly(1), Some(_)) => vec!["stones".into()],
            _ => (0..count - usize::from(self.tail.is_some())).map(letter).collect(),
        };
        labels.extend(self.tail.map(|tail| tail.label.to_owned()));
        labels
    }
}

/// The winning moves of a position, as the positions they lead to, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moves {
    /// The moves: every one if [`Moves::complete`].
    pub list: Vec<Position>,
    /// Whether nothing is left out.
    pub complete: bool,
    /// How many there are in all, where that is known.
    pub total: Option<UBig>,
}

impl Moves {
    /// The most moves that are ever listed. Greedy Nim on large heaps and
    /// Moore's Nim can have astronomically many.
    pub const LISTED: usize = 100_000;

    /// All moves: sorted, without repetition, nothing left out.
    pub fn all(mut list: Vec<Position>) -> Self {
        list.sort_unstable();
        list.dedup();
        let total = Some(UBig::from(list.len()));
        Self { list, complete: true, total }
    }

    /// How many moves are listed within a budget, if each leads to a position
    /// of about this size: a small part of the memory is left to the list, for
    /// it is sorted, copied and written out.
    pub fn listed(position: &Position, budget: Budget) -> usize {
        let room = budget.bytes / 16 / position.bytes();
        usize::try_from(room).unwrap_or(usize::MAX).clamp(1, Self::LISTED)
    }

    /// The first moves of an exact number of different ones: all that there is
    /// room for.
    pub fn first(moves: impl ExactSizeIterator<Item = Position>, from: &Position, budget: Budget) -> Self {
        let (total, listed) = (moves.len(), Self::listed(from, budget));
        let list = moves.take(listed).collect();
        if total <= listed { Self::all(list) } else { Self::some(list, Some(UBig::from(total))) }
    }

    /// Some moves of a set that is too large to list, or not known whole.
    pub fn some(mut list: Vec<Position>, total: Option<UBig>) -> Self {
        list.sort_unstable();
        list.dedup();
        Self { list, complete: false, total }
    }
}

/// Outcome and winning moves by one method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Analysis {
    /// Who wins.
    pub outcome: Outcome,
    /// By which moves; empty if nobody to move can.
    pub winning_moves: Moves,
}

impl Analysis {
    /// A P-position: there is no winning move.
    pub fn lost() -> Self {
        Self { outcome: Outcome::P, winning_moves: Moves::all(Vec::new()) }
    }

    /// An N-position with its winning moves.
    pub fn won(winning_moves: Moves) -> Self {
        Self { outcome: Outcome::N, winning_moves }
    }

    /// What a complete list of winning moves says: none, and the position is
    /// lost. Not for ends under misère play, which are won without a move.
    pub fn by_moves(moves: Vec<Position>) -> Self {
        if moves.is_empty() { Self::lost() } else { Self::won(Moves::all(moves)) }
    }
}

/// The answer to "who wins, and how?".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The game's name with its parameters.
    pub game: String,
    /// The position, in canonical form.
    pub position: Position,
    /// Normal or misère play.
    pub play: Play,
    /// Who wins.
    pub outcome: Outcome,
    /// The Grundy value, where it could be had.
    pub grundy: Option<UBig>,
    /// Every winning move.
    pub winning_moves: Moves,
    /// The method that found outcome and moves.
    pub method: Method,
}

/// Which positions of a game to list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColdQuery {
    /// Normal or misère play.
    pub play: Play,
    /// The Grundy value; 0 asks for the P-positions.
    pub value: u64,
    /// The number of the first position to list.
    pub from: UBig,
    /// How many will be asked for.
    pub count: u64,
    /// The number of heaps, for games that take any number.
    pub heaps: usize,
    /// The largest number of a position that is wanted, or the largest size of
    /// a starting position: a search ends behind it. See
    /// [`crate::solve::Bound`].
    pub largest: Option<u64>,
    /// What the list may cost.
    pub budget: Budget,
}

impl ColdQuery {
    /// The number behind the last one that will be asked for.
    pub fn end(&self) -> UBig {
        &self.from + UBig::from(self.count)
    }

    /// The question, without how many.
    pub fn question(&self) -> Question {
        Question::Cold { play: self.play, value: self.value }
    }
}

/// Positions in order, as a stream.
pub enum Cold<'g> {
    /// Rows of machine words, a block at a time: fast, constant memory.
    Words {
        /// Numbers in a row.
        width: usize,
        /// The source of the rows.
        rows: Box<dyn Rows + 'g>,
    },
    /// Positions of any size, one at a time.
    Positions(Box<dyn Iterator<Item = Result<Position>> + 'g>),
}

/// A stream of rows of machine words.
pub trait Rows {
    /// Replaces the contents of `block` by the next `rows` rows, one after
    /// another. Where it fails, the block holds the rows before that.
    fn fill(&mut self, rows: usize, block: &mut Vec<u64>) -> Result<()>;
}

/// What is done with each option of a position; a break ends the enumeration.
pub type Each<'e> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'e;

/// The order of a list of positions; where that leaves a choice,
/// lexicographic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    /// By the largest number.
    Largest,
    /// By the smallest pile, of which each occurs finitely often.
    Smallest,
    /// By the total of the piles.
    Total,
}

/// A game: its rule, and the methods that it has of its own.
///
/// Only the rule and the names are required; the engines of [`crate::solve`]
/// do everything else by search.
pub trait Game: Send + Sync {
    /// The name with its parameters, such as `wythoff:2`.
    fn name(&self) -> String;

    /// What a position looks like.
    fn shape(&self) -> Shape;

    /// A position that a newcomer can try, such as `17,29`.
    fn example(&self) -> String;

    /// A word for each number of a position with so many numbers.
    fn labels(&self, count: usize) -> Vec<String> {
        self.shape().labels(count)
    }

    /// The names that the rules give the numbers of a position, where they are
    /// called by names and not piles by numbers.
    fn given_names(&self, _count: usize) -> Option<Vec<String>> {
        None
    }

    /// The rule: calls `each` for every position that can be reached in one
    /// move, in canonical form, possibly more than once, until `each` breaks
    /// off. The definition that every method is held against.
    fn options(&self, position: &[u64], each: &mut Each<'_>) -> ControlFlow<()>;

    /// The same for rules that can fail, as those of a stranger can: what the
    /// engines call. A failure is never an end of the game.
    fn try_options(&self, position: &[u64], each: &mut Each<'_>) -> Result<ControlFlow<()>> {
        Ok(self.options(position, each))
    }

    /// Whether one move leads from a position to another, on numbers of any
    /// size, if the game can tell without going through its moves.
    fn can_move(&self, _from: &Position, _to: &Position) -> Option<bool> {
        None
    }

    /// The same of positions between which a move is known to lead: whether one
    /// leads there with every pile in its place. Piles that may be exchanged
    /// are sorted before a question is asked, but on a table they lie where
    /// they lie: Nim leads from (3, 5) to (2, 3) by taking 3 from the second
    /// pile, and not by taking from both. `None` if the game cannot tell.
    fn can_move_in_places(&self, _from: &Position, _to: &Position) -> Option<bool> {
        None
    }

    /// The length of a component, for games whose positions are sums of
    /// components of equal length that stand one after another. A move in
    /// such a game may split a component into several; under normal play the
    /// engines then work with the values of single components.
    fn component_width(&self) -> Option<usize> {
        None
    }

    /// Whether the last number of a component is written behind a slash.
    fn has_slash_in_components(&self) -> bool {
        false
    }

    /// Whether a move can make several heaps of one.
    fn splits_heaps(&self) -> bool {
        false
    }

    /// Brings the numbers of a position into canonical order.
    fn canonical(&self, numbers: &mut Vec<UBig>) {
        let shape = self.shape();
        if shape.interchangeable {
            let piles = numbers.len().saturating_sub(usize::from(shape.tail.is_some()));
            numbers[..piles].sort_unstable();
        }
    }

    /// Why some numbers are no position, if the shape does not tell.
    fn problem_with(&self, _numbers: &[UBig]) -> Option<String> {
        None
    }

    /// The method that is the definition, against which all others are held:
    /// plain search, unless there are infinitely many moves.
    fn reference(&self) -> Method {
        Method::Search
    }

    /// About how many positions a search for a Grundy value would visit, if
    /// each had twenty moves.
    fn search_size(&self, position: &Position) -> UBig {
        position.numbers().iter().fold(UBig::ONE, |size, number| size * (number + UBig::ONE))
    }

    /// The order in which the game lists its positions.
    fn list_order(&self) -> ListOrder {
        ListOrder::Largest
    }

    /// Whether it is known that every game comes to an end.
    fn is_known_to_end(&self) -> bool {
        true
    }

    /// The starting position of a given size, for games that are played from
    /// special ones (Fibonacci Nim with n stones, Building Nim with n tokens).
    fn start(&self, _size: u64) -> Option<Vec<u64>> {
        None
    }

    /// The tail of a position that was written without one.
    fn default_tail(&self, _piles: &[UBig]) -> Option<UBig> {
        None
    }

    /// The game's own methods for a question, the fastest first.
    fn methods(&self, question: Question) -> Vec<Method>;

    /// Outcome and winning moves by one of [`Game::methods`].
    fn analyse(&self, method: Method, position: &Position, play: Play, budget: Budget) -> Result<Analysis>;

    /// The Grundy value, where a theorem gives it for a position of any size.
    fn grundy(&self, _position: &Position, _budget: Budget) -> Option<UBig> {
        None
    }

    /// Every move to a position of the given Grundy value, where a theorem
    /// gives them.
    fn moves_to_value(&self, _position: &Position, _value: &UBig, _budget: Budget) -> Option<Moves> {
        None
    }

    /// The Nim heaps that this position is, literally (not only by value), so
    /// that it can be joined with others under misère play.
    fn nim_heaps(&self, _position: &Position) -> Option<Vec<UBig>> {
        None
    }

    /// The rule of a single heap, if this is a heap game: then the questions
    /// of [`crate::sequence`] can be asked of it.
    fn heap_rule(&self) -> Option<&HeapRule> {
        None
    }

    /// What keeps a value from a place, if this is a game of two piles that
    /// [`crate::games::wythoff::Board`] knows: then large boards and the
    /// periods of their rows can be asked for.
    fn blocks(&self) -> Option<Blocks> {
        None
    }

    /// The same for a board of so many rows and columns only: a rule may have
    /// the moves of such a game without saying so.
    fn blocks_on(&self, _rows: u64, _columns: u64, _budget: Budget) -> Option<Blocks> {
        self.blocks()
    }

    /// The same for the rows up to this one and every column: what the period of
    /// a row is proved with.
    fn blocks_up_to(&self, _row: u64, _budget: Budget) -> Option<Blocks> {
        self.blocks()
    }

    /// An oracle for the Grundy values of all positions in the box up to
    /// `corner` that is faster than search, if the game has one and the box
    /// is within the budget.
    fn board<'g>(&'g self, _corner: &[u64], _budget: Budget) -> Option<Box<dyn Values + 'g>> {
        None
    }

    /// How many positions of a list have no number above a bound, if the method
    /// can tell without going through them.
    fn cold_count(&self, _method: Method, _query: &ColdQuery, _most: &UBig) -> Option<Result<UBig>> {
        None
    }

    /// Positions in order by one of [`Game::methods`].
    fn cold<'g>(&'g self, method: Method, query: &ColdQuery) -> Result<Cold<'g>> {
        let question = query.question();
        Err(Error::NoSuchMethod {
            game: self.name(),
            method,
            question: question.to_string(),
            available: self.methods(question),
        })
    }

    /// Why the answer is right, told to a student.
    fn explain(&self, answer: &Answer) -> Explanation;
}

impl dyn Game + '_ {
    /// Reads a position of this game: `17,29`, `20/4`, `(3, 4, 5)`, `3 4 5`.
    pub fn read(&self, text: &str) -> Result<Position> {
        Ok(self.canonical_of(&self.read_in_places(text)?))
    }

    /// The same with the piles in the order in which they are written.
    pub fn read_in_places(&self, text: &str) -> Result<Position> {
        let bad = |problem: String| self.bad_position(text, problem);
        let inner = with_commas(unbracketed(text.trim()));
        if inner.is_empty() {
            return Err(bad("it is empty".into()));
        }
        let shape = self.shape();
        let flat = match self.slashes() {
            Slashes::Components(width) => without_slashes(&inner, width).map_err(bad)?,
            _ => inner,
        };
        let inner = flat.as_str();
        let (front, behind) = match inner.split_once('/') {
            Some((front, behind)) => (front, Some(behind)),
            None => (inner, None),
        };
        let read = |word: &str| {
            number::parse(word).map_err(|error| match error {
                Error::BadNumber { given, problem } if given.trim().is_empty() => bad(problem),
                Error::BadNumber { given, problem } => bad(format!("'{}': {problem}", given.trim())),
                other => other,
            })
        };
        let count = front.split(',').count();
        if count > MOST_PILES {
            return Err(Error::TooLarge {
                what: "the number of piles".into(),
                given: count.to_string(),
                limit: MOST_PILES.to_string(),
                hint: format!("an example that works: {}", self.example()),
            });
        }
        let mut piles: Vec<UBig> = Vec::with_capacity(count);
        let mut digits = 0;
        for word in front.split(',') {
            let pile = read(word)?;
            digits += number::digits(&pile);
            if digits > number::MAX_DIGITS {
                return Err(Error::TooLarge {
                    what: "the length of this position".into(),
                    given: format!("{digits} digits or more"),
                    limit: format!("{} digits", number::MAX_DIGITS),
                    hint: format!("an example that works: {}", self.example()),
                });
            }
            piles.push(pile);
        }
        let tail = match (shape.tail, behind) {
            (None, None) => None,
            (None, Some(_)) => return Err(bad("nothing is written behind a slash in this game".into())),
            (Some(_), Some(word)) => Some(read(word)?),
            (Some(tail), None) if matches!(shape.piles, Piles::Exactly(count) if piles.len() == count + 1) => {
                return Err(self.tail_behind_a_comma(text, tail, &piles));
            }
            (Some(_), None) => self.default_tail(&piles),
        };
        self.checked(text, piles, tail)
    }

    /// The position with these numbers, the piles as they lie: the form of
    /// JSON, where a tail is simply the last number.
    pub fn read_numbers(&self, numbers: Vec<UBig>) -> Result<Position> {
        let text = number::shorten(&self.as_it_lies(numbers.clone()).to_string());
        let shape = self.shape();
        let mut piles = numbers;
        let tail = match shape.tail {
            None => None,
            Some(_) if matches!(shape.piles, Piles::Exactly(count) if piles.len() == count + 1) => piles.pop(),
            Some(_) => self.default_tail(&piles),
        };
        if piles.is_empty() {
            return Err(self.bad_position(&text, "it is empty".into()));
        }
        self.checked(&text, piles, tail)
    }

    /// The piles as they lie and what is behind the slash, if they are a
    /// position of this game.
    fn checked(&self, text: &str, mut piles: Vec<UBig>, tail: Option<UBig>) -> Result<Position> {
        let bad = |problem: String| self.bad_position(text, problem);
        let shape = self.shape();
        if let (Some(Tail { meaning, .. }), None) = (shape.tail, &tail) {
            return Err(bad(format!("a slash and {meaning} were expected behind the piles, but nothing was found")));
        }
        if let Piles::Exactly(count) = shape.piles
            && piles.len() != count
        {
            let were = if piles.len() == 1 { "1 pile was".into() } else { format!("{} piles were", piles.len()) };
            return Err(bad(format!("it takes {count} pile{}, but {were} given", if count == 1 { "" } else { "s" })));
        }
        piles.extend(tail);
        match self.problem_with(&piles) {
            Some(problem) => Err(bad(problem)),
            None => Ok(self.as_it_lies(piles)),
        }
    }

    /// A number too many, where the last is perhaps meant to stand behind a
    /// slash: `5,8` may be two piles, or 5 stones of which 8 may be taken.
    fn tail_behind_a_comma(&self, text: &str, tail: Tail, piles: &[UBig]) -> Error {
        let meant = self.as_it_lies(piles.to_vec());
        let (count, given) = (piles.len() - 1, piles.len());
        let s = if count == 1 { "" } else { "s" };
        Error::BadPosition {
            game: self.name(),
            given: number::shorten(text),
            problem: format!(
                "it takes {count} pile{s}, but {given} piles were given; {} stands behind a slash",
                tail.meaning
            ),
            example: meant.shown(),
        }
    }

    /// The canonical form of a position whose piles lie in any order.
    pub fn canonical_of(&self, lying: &Position) -> Position {
        self.position(lying.numbers.clone())
    }

    /// The canonical position with these numbers.
    pub fn position(&self, numbers: Vec<UBig>) -> Position {
        let mut numbers = numbers;
        self.canonical(&mut numbers);
        self.as_it_lies(numbers)
    }

    /// These numbers as they lie, written as positions of this game are.
    pub(crate) fn as_it_lies(&self, numbers: Vec<UBig>) -> Position {
        Position { numbers, slashes: self.slashes() }
    }

    /// Which numbers of a position are written behind a slash.
    pub(crate) fn slashes(&self) -> Slashes {
        match self.component_width() {
            Some(width @ 2..) if self.has_slash_in_components() => Slashes::Components(width),
            _ if self.shape().tail.is_some() => Slashes::Tail,
            _ => Slashes::None,
        }
    }

    /// The canonical position with these machine words.
    pub fn position_of_words(&self, words: &[u64]) -> Position {
        self.position(words.iter().map(|&word| UBig::from(word)).collect())
    }

    /// The options of a position, sorted and without repetition.
    pub fn option_list(&self, position: &[u64]) -> Result<Vec<Vec<u64>>> {
        let mut options: Vec<Vec<u64>> = Vec::new();
        let _ = self.try_options(position, &mut |option| {
            options.push(option.to_vec());
            ControlFlow::Continue(())
        })?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }

    /// Fails unless `method` answers `question`. Search answers everything,
    /// except that it does not know in which order a game lists its positions
    /// of a value above 0.
    pub fn require(&self, method: Method, question: Question) -> Result<()> {
        let available = self.available(question);
        if available.contains(&method) {
            return Ok(());
        }
        Err(Error::NoSuchMethod { game: self.name(), method, question: question.to_string(), available })
    }

    /// The method of a name; an unknown name is told those that answer this
    /// question.
    ///
    /// ```
    /// use nimlab::{catalogue, game::{Play, Question}};
    /// let nim = catalogue::game("nim").unwrap();
    /// let error = nim.method("foo", Question::Solve(Play::Normal)).unwrap_err().to_string();
    /// assert!(error.contains("closed-form, search"), "{error}");
    /// ```
    pub fn method(&self, name: &str, question: Question) -> Result<Method> {
        Method::named(name).map_err(|error| match error {
            Error::UnknownWord { kind, given, nearest, .. } => {
                let known: Vec<String> = self.available(question).iter().map(|method| method.name().into()).collect();
                Error::UnknownWord { kind, given, nearest: nearest.filter(|near| known.contains(near)), known }
            }
            other => other,
        })
    }

    /// The methods that answer a question, plain search among them.
    fn available(&self, question: Question) -> Vec<Method> {
        let mut available = self.methods(question);
        if available.is_empty() || !matches!(question, Question::Cold { value: 1.., .. }) {
            available.push(self.reference());
        }
        available.dedup();
        available
    }

    /// An oracle for the Grundy values of the positions in the box up to
    /// `corner`: the game's board, or search from the rule.
    pub fn values<'g>(&'g self, corner: &[u64], budget: Budget) -> Box<dyn Values + 'g> {
        self.board(corner, budget).unwrap_or_else(|| Box::new(Search::for_values(self, budget)))
    }

    fn bad_position(&self, text: &str, problem: String) -> Error {
        Error::BadPosition { game: self.name(), given: number::shorten(text), problem, example: self.example() }
    }
}

/// A sum of components such as `3/2, 5/1` with commas only; a slash may stand
/// only before the last number of a component.
fn without_slashes(text: &str, width: usize) -> std::result::Result<String, String> {
    let mut numbers = 1;
    let mut flat = String::new();
    for sign in text.chars() {
        if sign == '/' && numbers % width != width - 1 {
            return Err("a slash stands before the last number of each component, as in 3/2 or 3/2, 5/1".into());
        }
        numbers += usize::from(matches!(sign, '/' | ','));
        flat.push(if sign == '/' { ',' } else { sign });
    }
    Ok(flat)
}

/// The text with a comma between any two words: `3 4 5` and `3, 4 5` are three
/// piles, and `20 / 4` is one with its tail.
fn with_commas(text: &str) -> String {
    let mut whole = String::with_capacity(text.len());
    for word in text.split([' ', '\t']).filter(|word| !word.is_empty()) {
        if !(whole.is_empty() || whole.ends_with([',', '/']) || word.starts_with([',', '/'])) {
            whole.push(',');
        }
        whole.push_str(word);
    }
    whole
}

/// The text inside one pair of brackets, if there is one.
fn unbracketed(text: &str) -> &str {
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close)) {
            return inner.trim();
        }
    }
    text
}
