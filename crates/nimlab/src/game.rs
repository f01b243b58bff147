//! A game: a rule with exact methods of its own.
//!
//! A *question* is asked of a game: who wins, by which moves, with which Grundy
//! value, where are the P-positions. A game answers through *methods*; every
//! game can also be solved by plain search from its rule, and that is how the
//! methods are checked.

use crate::ability::{KnownValues, TwoPiles, Values};
use crate::answer::{Analysis, Answer};
use crate::budget::{Budget, counted};
use crate::error::{Error, Result};
use crate::explain::{Explanation, number, position, text};
use crate::heap_rule::HeapRule;
use crate::list::{List, ListQuery};
use crate::number::UBig;
use crate::position::Position;
use crate::question::{Method, Outcome, Play, Question};
use crate::rule::Rule;

/// The order of a list of positions; where that leaves a choice,
/// lexicographic.
///
/// ```
/// use nimlab::{ListOrder, prelude::*};
/// assert_eq!(catalogue::game("nim")?.list_order(), ListOrder::Largest);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListOrder {
    /// By the largest number.
    Largest,
    /// By the smallest pile, of which each occurs finitely often.
    Smallest,
    /// By the total of the piles.
    Total,
}

/// A game: a rule, and the exact methods that it has of its own. Nothing is
/// required; the engines of [`crate::solve`] do everything else by search.
///
/// ```
/// use nimlab::{Analysis, Each, Question, prelude::*};
/// use std::ops::ControlFlow;
///
/// /// Take one stone or two, with the theorem that multiples of three are lost.
/// struct OneOrTwo;
///
/// const BY_THREES: Method = Method::new("by-threes", "multiples of three are lost");
///
/// impl Rule for OneOrTwo {
///     fn name(&self) -> String { "one-or-two".into() }
///     fn shape(&self) -> Shape { Shape::piles(1) }
///     fn options(&self, piles: &[u64], each: &mut Each<'_>) -> ControlFlow<()> {
///         (1..=piles[0].min(2)).try_for_each(|taken| each(&[piles[0] - taken]))
///     }
/// }
///
/// impl Game for OneOrTwo {
///     fn methods(&self, question: Question) -> Vec<Method> {
///         match question {
///             Question::Solve(Play::Normal) => vec![BY_THREES],
///             _ => Vec::new(),
///         }
///     }
///     fn analyse(&self, _: Method, position: &Position, _: Play, _: Budget) -> nimlab::Result<Analysis> {
///         let stones = position.words()?[0];
///         let taken = stones % 3;
///         Ok(Analysis::by_moves(if taken == 0 { vec![] } else { vec![self.position_of_words(&[stones - taken])] }))
///     }
/// }
///
/// let answer = OneOrTwo.solve(&OneOrTwo.read("1000000000000000000")?).run()?;
/// assert_eq!(answer.winning_moves.list[0].to_string(), "999999999999999999");
/// assert!(OneOrTwo.check(50).run()?.agrees());
/// # Ok::<(), nimlab::Error>(())
/// ```
pub trait Game: Rule {
    /// The game's own methods for a question, the fastest first. The reference is
    /// not among them.
    ///
    /// ```
    /// use nimlab::{Question, prelude::*};
    /// let wythoff = catalogue::game("wythoff")?;
    /// let names: Vec<&str> = wythoff.methods(Question::Solve(Play::Normal)).iter().map(|method| method.name()).collect();
    /// assert_eq!(names, ["algebraic", "arithmetic", "recursive", "automaton"]);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn methods(&self, _question: Question) -> Vec<Method> {
        Vec::new()
    }

    /// Outcome and winning moves by one of [`Game::methods`].
    fn analyse(&self, method: Method, _position: &Position, play: Play, _budget: Budget) -> Result<Analysis> {
        Err(no_such_method(self.name(), method.name(), Question::Solve(play), Vec::new()))
    }

    /// Positions in order by one of [`Game::methods`]: in the order that
    /// [`Game::list_order`] names, from number `query.from` on. The list ends after
    /// `query.count` rows by itself.
    fn list<'g>(&'g self, method: Method, query: &ListQuery) -> Result<List<'g>> {
        Err(no_such_method(self.name(), method.name(), query.question(), Vec::new()))
    }

    /// The method for a list that nobody named, if it is not the first of
    /// [`Game::methods`]: a list that begins far from the first position may want
    /// another.
    fn list_method(&self, _query: &ListQuery) -> Option<Method> {
        None
    }

    /// Whether the game's methods can list the positions with a given first pile:
    /// see [`ListQuery::first_pile`].
    fn lists_by_first_pile(&self) -> bool {
        false
    }

    /// How many positions of a list have no number above a bound, if the method
    /// can tell without going through them.
    fn count(&self, _method: Method, _query: &ListQuery, _most: &UBig) -> Option<Result<UBig>> {
        None
    }

    /// Why the answer is right, told to a student.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let nim = catalogue::game("nim")?;
    /// let answer = nim.solve(&nim.read("1,2,3")?).run()?;
    /// assert!(nim.explain(&answer).to_string().contains("nim-sum"));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn explain(&self, answer: &Answer) -> Explanation {
        by_search(answer, self.blocked())
    }

    /// The method that is the definition, with which all others are compared:
    /// plain search, unless there are infinitely many moves.
    fn reference(&self) -> Method {
        Method::SEARCH
    }

    /// An estimate of how many positions a search for the Grundy value would visit. If
    /// it is small, an answer includes the value even if nobody asked for it. Games with
    /// many more than twenty moves per position return a proportionally larger number.
    ///
    /// By default this is the number of positions in which no pile is larger than in
    /// this one.
    ///
    /// ```
    /// use nimlab::{number::UBig, prelude::*};
    /// let wythoff = catalogue::game("wythoff")?;
    /// assert_eq!(wythoff.search_size(&wythoff.read("3,4")?), UBig::from(4 * 5u8));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn search_size(&self, position: &Position) -> UBig {
        position.numbers().iter().fold(UBig::ONE, |size, number| size * (number + UBig::ONE))
    }

    /// The order in which the game lists its positions.
    fn list_order(&self) -> ListOrder {
        ListOrder::Largest
    }

    /// Theorems about Grundy values, if there are any.
    ///
    /// ```
    /// use nimlab::{number::UBig, prelude::*};
    /// let nim = catalogue::game("nim")?;
    /// let known = nim.known_values().unwrap();
    /// assert_eq!(known.grundy(&nim.read("3,4")?, Budget::default()), Some(UBig::from(7u8)));
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn known_values(&self) -> Option<&dyn KnownValues> {
        None
    }

    /// The rule of a single heap, if this is a heap game: then the questions
    /// of [`crate::sequence`] can be asked of it.
    ///
    /// ```
    /// use nimlab::{games::heaps, prelude::*};
    /// assert_eq!(catalogue::game("grundy")?.heap_rule(), Some(&heaps::grundy()));
    /// assert_eq!(catalogue::game("wythoff")?.heap_rule(), None);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn heap_rule(&self) -> Option<&HeapRule> {
        None
    }

    /// What the engine for boards of two piles wants to know, if this is such a
    /// game.
    ///
    /// ```
    /// use nimlab::{PairMoves, prelude::*};
    /// assert_eq!(catalogue::game("wythoff:2")?.two_piles().unwrap().moves(), Some(PairMoves::Band { width: 2 }));
    /// assert!(catalogue::game("nim")?.two_piles().is_none());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn two_piles(&self) -> Option<&dyn TwoPiles> {
        None
    }

    /// About how many P-positions the fastest method goes through before it answers;
    /// 0 where it answers at once.
    fn positions_before(&self, _position: &Position) -> UBig {
        UBig::ZERO
    }

    /// The Grundy values of all positions in a box, if the game has a way to find them
    /// that is faster than search and fits the budget. The box holds the positions whose
    /// first number is at most `corner[0]`, whose second is at most `corner[1]`, and so
    /// on. Tables and the values of single positions are read from it.
    ///
    /// ```
    /// use nimlab::prelude::*;
    /// let kayles = catalogue::game("kayles")?;
    /// let mut values = kayles.board(&[20, 20], Budget::default()).unwrap();
    /// assert_eq!(values.value(&[5, 11])?, 4 ^ 6);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    fn board<'g>(&'g self, _corner: &[u64], _budget: Budget) -> Option<Box<dyn Values + 'g>> {
        None
    }
}

/// The error for a method that does not answer a question.
pub(crate) fn no_such_method(game: String, method: &str, question: Question, available: Vec<Method>) -> Error {
    Error::NoSuchMethod { game, method: crate::number::shorten(method), question: question.to_string(), available }
}

/// What can be said of any answer: what a search has found.
pub(crate) fn searched(answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    let first = answer.winning_moves.list.first();
    match (answer.outcome, first) {
        (Outcome::P, _) => why.say([
            position(&answer.position),
            text(" is lost: every move leads to a position that the opponent wins."),
        ]),
        (Outcome::N, Some(to)) => why.say([
            position(&answer.position),
            text(" is won: the move to "),
            position(to),
            text(" leaves the opponent a position from which every move loses."),
        ]),
        (Outcome::N, None) => {
            why.say([position(&answer.position), text(" is won: there is no move, and under misère play that wins.")])
        }
    }
    why
}

/// What a search has found, where so many options may be blocked.
pub(crate) fn by_search(answer: &Answer, blocked: u64) -> Explanation {
    match blocked {
        0 => searched(answer),
        blocked => searched_with_blocks(answer, blocked),
    }
}

/// The same where options may be blocked.
fn searched_with_blocks(answer: &Answer, blocked: u64) -> Explanation {
    let mut why = Explanation::new();
    let options = counted(blocked, "option");
    let (are, them) = if blocked == 1 { ("is", "it") } else { ("are", "them") };
    why.say([text(format!(
        "Before each move the other player may block {options}. A position is lost if at most {blocked} of its options {are} lost: the other player blocks {them}."
    ))]);
    match answer.outcome {
        Outcome::P => why.say([
            position(&answer.position),
            text(" is lost: every option is won for the opponent, or can be blocked."),
        ]),
        Outcome::N => why.say([
            position(&answer.position),
            text(" is won: "),
            match answer.winning_moves.complete {
                true => number(answer.winning_moves.list.len() as u64),
                false => text(format!("more than {blocked}")),
            },
            text(" of its options are lost, and not all of them can be blocked. The move to any that is not blocked wins."),
        ]),
    }
    why
}
