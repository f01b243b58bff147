//! A proved theorem: what it says, and its certificate, from the steps that prove it.

use super::certificate::{Automaton, Certificate, KIND, PlanText, SetText, plan_text, results, steps_text};
use super::evaluate::Step;
use super::options::Way;
use super::plan::Leaf;
use super::search::Goal;
use super::subject::Subject;
use super::theorem::Setting;
use super::translate::LinearRules;
use crate::automata::{Numbers, Relation, State};
use crate::error::Result;
use crate::{Meter, Play};
use std::sync::{Arc, OnceLock};

/// A proved theorem.
///
/// ```
/// let theorem = nimlab::prove::known("wythoff", nimlab::Play::Normal).unwrap();
/// assert_eq!(theorem.numbers.name(), "zeckendorf");
/// assert_eq!(theorem.sets[0].states(), 7);
/// ```
#[derive(Debug, Clone)]
pub struct Theorem {
    /// The name of the game.
    pub game: String,
    /// Normal or misère play.
    pub play: Play,
    /// The names of the numbers of a position.
    pub names: Vec<String>,
    /// How many of them, the first ones, may change places.
    pub sorted: usize,
    /// The numeration system.
    pub numbers: Numbers,
    /// The positions of value 0, 1, …; under misère play the P-positions.
    pub sets: Vec<Arc<Relation>>,
    /// The rules.
    pub(super) rules: LinearRules,
    /// The ways to move, once they are needed.
    pub(super) ways: OnceLock<Vec<Way>>,
}

impl Theorem {
    /// The largest value whose positions are known.
    ///
    /// ```
    /// let theorem = nimlab::prove::known("wythoff", nimlab::Play::Normal).unwrap();
    /// assert_eq!(theorem.value() as usize + 1, theorem.sets.len());
    /// ```
    pub fn value(&self) -> u64 {
        self.sets.len() as u64 - 1
    }

    /// The theorem in words.
    ///
    /// ```
    /// let theorem = nimlab::prove::known("wythoff:2", nimlab::Play::Misere).unwrap();
    /// assert!(theorem.statement().contains("is a P-position under misère play in wythoff:2 exactly if the automaton"));
    /// ```
    pub fn statement(&self) -> String {
        let position = match &self.names[..] {
            [name] => name.clone(),
            names => format!("({})", names.join(", ")),
        };
        let what = match (self.play, self.value()) {
            (Play::Misere, _) => "is a P-position under misère play".to_owned(),
            (Play::Normal, 0) => "is a P-position".to_owned(),
            (Play::Normal, value) => format!("has Grundy value {value}"),
        };
        let states = self.sets.last().map_or(0, |set| set.states());
        let digits = self.numbers.title();
        let plural = if states == 1 { "state" } else { "states" };
        let game = self.game_in_words();
        format!("{position} {what} in {game} exactly if the automaton of {states} {plural} accepts its {digits}")
    }

    /// The game as a sentence names it. The name of a rule file is what its writer
    /// chose: it must not be taken for a game of the catalogue.
    fn game_in_words(&self) -> String {
        match Subject::rules_of(&self.game) {
            Some(_) => self.game.clone(),
            None => format!("the game of these rules (“{}”)", self.game.replace(['“', '”'], "\"")),
        }
    }

    /// The least positions of the last set, by their totals.
    ///
    /// ```
    /// let theorem = nimlab::prove::known("nim with 3 heaps", nimlab::Play::Misere).unwrap();
    /// assert_eq!(theorem.first_positions(2), [[0, 0, 1], [1, 1, 1]]);
    /// ```
    pub fn first_positions(&self, count: usize) -> Vec<Vec<u128>> {
        let Some(set) = self.sets.last() else { return Vec::new() };
        let tracks = self.names.len();
        for length in 1..self.numbers.longest().min(24) {
            let below = self.numbers.below(length);
            let mut found: Vec<Vec<u128>> = words(set, length, 20_000)
                .iter()
                .filter_map(|word| self.numbers.apart(word, tracks))
                .filter(|position| position[..self.sorted].is_sorted())
                // A position of this total has no number that is left out.
                .filter(|position| position.iter().sum::<u128>() < below)
                .collect();
            found.sort_by_key(|position| (position.iter().sum::<u128>(), position.clone()));
            found.dedup();
            if found.len() >= count || length > 20 {
                found.truncate(count);
                return found;
            }
        }
        Vec::new()
    }
}

/// The theorem that these sets are those of the values 0, 1, …, and its
/// certificate, from the steps that prove it.
pub(super) fn certificate_of(
    subject: &Subject,
    goal: &Goal,
    setting: &mut Setting,
    sets: Vec<Arc<Relation>>,
    steps: Vec<Vec<Vec<Step>>>,
    meter: &mut Meter,
) -> Result<(Theorem, Certificate)> {
    let width = subject.piles();
    let arithmetic = setting.leaves.arithmetic.clone();
    let theorem = Theorem {
        game: subject.name.clone(),
        play: goal.play,
        names: subject.names().to_vec(),
        sorted: subject.rules.sorted,
        numbers: arithmetic.numbers.clone(),
        sets: sets.clone(),
        rules: subject.rules.clone(),
        ways: OnceLock::new(),
    };
    let mut multiples = Vec::new();
    let leaves = setting.plans.iter().flat_map(|plan| &plan.leaves);
    let mut moduli: Vec<u64> =
        leaves.filter_map(|(leaf, _)| if let Leaf::Multiple(m) = leaf { Some(*m) } else { None }).collect();
    moduli.sort_unstable();
    moduli.dedup();
    for m in moduli {
        multiples.push((m, Automaton::from(&*setting.leaves.relation(Leaf::Multiple(m), meter)?)));
    }
    let (blocks, answers) = (subject.rules.blocked > 0, setting.answers.as_deref().unwrap_or_default());
    // With answers, the steps of a plan are those to a contradiction.
    let of_plans = setting.inside.first().unwrap_or(&steps[0]);
    let plans: Vec<PlanText> = match blocks {
        true => setting.plans.iter().map(|plan| plan_text(plan, &[], width)).collect(),
        false => setting.plans.iter().zip(of_plans).map(|(plan, steps)| plan_text(plan, steps, width)).collect(),
    };
    let answers = answers.iter().zip(&steps[0]).map(|(plan, steps)| plan_text(plan, steps, width)).collect();
    let left =
        |set: usize| setting.left.get(set).map_or_else(Vec::new, |left| left.iter().map(Automaton::from).collect());
    let inside = |set: usize| setting.inside.get(set).map_or_else(Vec::new, |inside| results(inside));
    let together = steps[0].iter().filter(|_| blocks).map(|steps| steps_text(steps)).collect();
    let sets = (0u64..).zip(sets.iter().zip(&steps));
    let certificate = Certificate {
        certificate: KIND.into(),
        game: subject.name.clone(),
        rules: subject.source.clone(),
        parameters: subject.parameters(),
        play: goal.play.to_string(),
        system: arithmetic.numbers.name(),
        statement: theorem.statement(),
        successor: Automaton::from(&*arithmetic.successor),
        sum: Automaton::from(&*arithmetic.sum),
        multiples,
        plans,
        together,
        answers,
        sets: sets
            .map(|(value, (set, steps))| SetText {
                value,
                positions: Automaton::from(&**set),
                reached: results(steps),
                left: left(value as usize),
                inside: inside(value as usize),
            })
            .collect(),
        moves: results(&setting.moves),
    };
    Ok((theorem, certificate))
}

/// The words of this length that a relation holds of, at most `most` of them.
fn words(relation: &Relation, length: usize, most: usize) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    let mut stack: Vec<(State, Vec<u32>)> = vec![(0, Vec::new())];
    while let Some((state, word)) = stack.pop() {
        if word.len() == length {
            if relation.accepts(state) {
                found.push(word);
            }
            if found.len() >= most {
                break;
            }
            continue;
        }
        let mut row: Vec<_> = relation.row(state).collect();
        row.reverse();
        stack.extend(row.into_iter().map(|(letter, to)| (to, word.iter().copied().chain([letter]).collect())));
    }
    found
}
