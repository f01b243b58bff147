//! What follows from a theorem: whether two games have the same P-positions, and
//! which moves can be added without changing them.

use super::blocking::is_defined;
use super::certificate::Certificate;
use super::examples::Examples;
use super::proved::{Theorem, certificate_of};
use super::search::{Found, Goal, Progress, prove};
use super::subject::Subject;
use super::theorem::{Setting, Tried};
use crate::automata::{Arithmetic, Name, Named, Relation};
use crate::error::{Error, Result};
use crate::{Budget, Hint, counted};
use std::sync::Arc;

/// Whether two games have the same P-positions.
///
/// ```
/// use nimlab::prove::{Goal, Same, Subject, same_positions};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let (nim, wythoff) = (Subject::named("nim", Some(2))?, Subject::named("wythoff", None)?);
/// let same = same_positions(&nim, &wythoff, &goal, nimlab::Budget::default(), &mut |_| {})?;
/// // (1, 1) is lost in Nim alone.
/// assert!(matches!(same, Same::Differ(at, true) if at == [1, 1]));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug)]
pub enum Same {
    /// They do: the theorem about the first game, and the certificates of both.
    Proved(Box<(Theorem, Certificate, Certificate)>),
    /// The least position, by its total, that is a P-position of one of them
    /// only, and whether it is one of the first.
    Differ(Vec<u128>, bool),
    /// The question stayed open: what was tried for the first game.
    Open(Vec<Progress>),
}

/// Proves that two games have the same P-positions, or tells where they differ.
///
/// ```
/// use nimlab::prove::{Goal, Same, Subject, same_positions};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let games = ["wythoff", "r-wythoff", "nim"].map(|name| Subject::named(name, Some(2)));
/// let [wythoff, restricted, nim] = games;
/// let (wythoff, restricted, nim) = (wythoff?, restricted?, nim?);
/// let same = |other| same_positions(&wythoff, other, &goal, nimlab::Budget::default(), &mut |_| {});
/// assert!(matches!(same(&restricted)?, Same::Proved(_)));
/// assert!(matches!(same(&nim)?, Same::Differ(at, false) if at == [1, 1]));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn same_positions(
    one: &Subject,
    two: &Subject,
    goal: &Goal,
    budget: Budget,
    told: &mut dyn FnMut(&Progress),
) -> Result<Same> {
    let budget = budget.started();
    if one.piles() != two.piles() {
        return Err(Error::NotAnswered {
            game: two.name.clone(),
            question: format!("a comparison with {}", one.name),
            hint: Hint::from(format!(
                "its positions have {}, not {}",
                counted(two.piles() as u64, "number"),
                one.piles()
            )),
        });
    }
    let goal = Goal { value: 0, ..goal.clone() };
    for subject in [one, two] {
        is_defined(subject, goal.play, 0)?;
    }
    // Most pairs of games differ at a small position.
    if let Some((position, first)) = difference(one, two, &goal, 200, budget)? {
        return Ok(Same::Differ(position, first));
    }
    let (theorem, certificate) = match prove(one, &goal, budget, told)? {
        Found::Proved(proved) => *proved,
        Found::Open { tried, .. } => return Ok(Same::Open(tried)),
    };
    let mut meter = budget.meter(format!("a proof about {}", two.name));
    let arithmetic = Arithmetic::of(theorem.numbers.clone(), &mut meter)?;
    let mut setting = Setting::new(&two.rules, arithmetic, goal.play, &mut meter)?;
    match setting.try_set(&theorem.sets[0], &[], &mut meter)? {
        Tried::Holds(steps) => {
            let sets = theorem.sets.clone();
            let (_, other) = certificate_of(two, &goal, &mut setting, sets, vec![steps], &mut meter)?;
            Ok(Same::Proved(Box::new((theorem, certificate, other))))
        }
        Tried::Fails(_) => Ok(match difference(one, two, &goal, 20_000, budget)? {
            Some((position, first)) => Same::Differ(position, first),
            None => Same::Open(Vec::new()),
        }),
    }
}

/// The least position in a box that is a P-position of one game only, and
/// whether it is one of the first.
fn difference(
    one: &Subject,
    two: &Subject,
    goal: &Goal,
    size: u128,
    budget: Budget,
) -> Result<Option<(Vec<u128>, bool)>> {
    let numbers = crate::automata::Numbers::named("base:2")?;
    let mut examples = [Examples::new(one, goal.play, 0, budget)?, Examples::new(two, goal.play, 0, budget)?];
    for length in (1..).take_while(|&length| numbers.below(length) <= size) {
        let [first, second] = &mut examples;
        let (Some(first), Some(second)) = (first.list(0, &numbers, length)?, second.list(0, &numbers, length)?) else {
            return Ok(None);
        };
        let only = |these: &[u128], those: &[u128], first: bool| {
            let words = these.iter().filter(|word| those.binary_search(word).is_err());
            let bits = crate::automata::WordList::bits(one.piles(), 2);
            let letters = |word: u128| -> Vec<u32> {
                (0..length as u32).rev().map(|place| (word >> (bits * place)) as u32 & ((1 << bits) - 1)).collect()
            };
            let positions = words.filter_map(|&word| numbers.apart(&letters(word), one.piles()));
            // A smaller total has no number that is left out.
            let below = numbers.below(length);
            positions
                .map(|position| (position.iter().sum::<u128>(), position, first))
                .filter(|(total, ..)| *total < below)
                .min()
        };
        let found = [only(&first.words, &second.words, true), only(&second.words, &first.words, false)];
        if let Some((_, position, first)) = found.into_iter().flatten().min() {
            return Ok(Some((position, first)));
        }
    }
    Ok(None)
}

/// The moves (i, j, …) that can be added to a game, to be made wherever the piles
/// are large enough, without changing its P-positions: those by which no
/// P-position is reached from another (Duchêne, Fraenkel, Nowakowski and Rigo
/// 2010, for Wythoff's game). The moves that the game has are among them.
///
/// ```
/// use nimlab::{Budget, Play, prove::{known, redundant_moves}};
/// let wythoff = known("wythoff", Play::Normal).unwrap();
/// // (1, 2) joins two P-positions, and so it cannot be added; (2, 2) is a move already.
/// let moves = redundant_moves(wythoff, Budget::default())?;
/// let word = |numbers| wythoff.numbers.side_by_side(numbers).unwrap();
/// assert!(moves.holds(word(&[2, 2])) && !moves.holds(word(&[1, 2])));
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn redundant_moves(theorem: &Theorem, budget: Budget) -> Result<Relation> {
    if theorem.rules.blocked > 0 {
        return Err(Error::NotAnswered {
            game: theorem.game.clone(),
            question: "the moves that can be added".into(),
            hint: "options may be blocked in it, so that one P-position may be reached from another".into(),
        });
    }
    let mut meter = budget.started().meter("the moves that can be added");
    let meter = &mut meter;
    let arithmetic = Arithmetic::of(theorem.numbers.clone(), meter)?;
    let width = theorem.names.len() as Name;
    // Names: the position, the option, the move.
    let name = |kind: Name, pile: Name| kind * width + pile;
    let names = |kind: Name| (0..width).map(|pile| name(kind, pile)).collect::<Vec<Name>>();
    let mut related = Named::new(&theorem.sets[0], &names(0), meter)?;
    for pile in 0..width {
        let sum = Named::new(&arithmetic.sum, &[name(1, pile), name(2, pile), name(0, pile)], meter)?;
        related = related.and(&sum, meter)?.there_is(name(0, pile), meter)?;
    }
    related = related.and(&Named::new(&theorem.sets[0], &names(1), meter)?, meter)?;
    for pile in 0..width {
        related = related.there_is(name(1, pile), meter)?;
    }
    let all = arithmetic.all(theorem.names.len(), meter)?;
    Relation::all_and_none(&[&all], &[&related.in_order(&names(2))], meter)
}

impl Theorem {
    /// The first members of another set, of positions or of moves.
    pub fn first_of(&self, set: Relation, count: usize) -> Vec<Vec<u128>> {
        let other = Theorem { sets: vec![Arc::new(set)], sorted: 0, ..self.clone() };
        other.first_positions(count)
    }
}
