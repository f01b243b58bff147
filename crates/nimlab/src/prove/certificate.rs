//! A theorem about a game, with everything that is needed to check it, as JSON.
//!
//! ```json
//! {
//!   "certificate": "nimlab theorem 1",
//!   "game": "wythoff:2", "rules": "state x, y symmetric …", "parameters": "a=2",
//!   "play": "normal", "system": "p:2",
//!   "statement": "(x, y) is a P-position of wythoff:2 exactly if …",
//!   "successor": {…}, "sum": {…}, "multiples": [[3, {…}]],
//!   "plans": [{"clause": 0, "names": [[1, 0, 0, 0, 0], …], …}],
//!   "together": [],
//!   "sets": [{"value": 0, "positions": {…}, "reached": [[{…}, …], …]}],
//!   "moves": []
//! }
//! ```
//!
//! An automaton is a list of states, the first being the start: whether the
//! state accepts, then its letters with the states that they lead to. A letter
//! is Σ dᵢ·bⁱ for the digits dᵢ of the numbers i = 0, 1, … and the number of
//! digits b. A form is the list of its coefficients, the constant last.
//!
//! Where options may be blocked, no plan has steps of its own, and `together` has
//! those of several plans at once, in the order of [`super::blocking`]; a short
//! certificate leaves it out. Everywhere else it is empty, and does not stand there.
//!
//! Where a way to move is too large to be computed exactly, `"answers"` are plans with
//! steps that lead from every position outside a set into it, and each set has under
//! `"left"` the positions that are left after each of them. The steps of the other plans
//! then are facts that follow from the assumption that the plan leads from a position of
//! the set into the set; those that a step uses are numbered: the plan's relations, that
//! the position is in the set, that it is sorted, then the facts of the steps. The sets
//! have them under `"inside"`.

use super::evaluate::Step;
use super::linear::Form;
use super::plan::{Leaf, Plan};
use crate::automata::{Relation, State};
use crate::error::{Error, Result};
use crate::text::visible;
use crate::{Hint, Term};
use serde::{Deserialize, Serialize};

/// The first line of defence against files of another kind or version.
pub const KIND: &str = "nimlab theorem 1";

/// What a certificate says. The checker believes nothing of it.
///
/// ```
/// use nimlab::prove::{Certificate, Found, Goal, Subject, Verdict, check, prove};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let subject = Subject::named("wythoff", None)?;
/// let Found::Proved(proved) = prove(&subject, &goal, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
/// let (theorem, certificate) = *proved;
/// // Whoever gets the file checks it without believing anything.
/// let received = Certificate::from_json(&certificate.to_json())?;
/// assert!(matches!(check(&received, nimlab::Budget::default())?, Verdict::Proved(_)));
/// assert_eq!(theorem.statement(), received.statement);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// [`KIND`].
    pub certificate: String,
    /// The game's name.
    pub game: String,
    /// The text of its rules.
    pub rules: String,
    /// The parameters that are set: `a=2`.
    pub parameters: String,
    /// `normal` or `misere`.
    pub play: String,
    /// The numeration system.
    pub system: String,
    /// The theorem in words.
    pub statement: String,
    /// y = x + 1.
    pub successor: Automaton,
    /// x + y = z.
    pub sum: Automaton,
    /// The multiples of some numbers.
    pub multiples: Vec<(u64, Automaton)>,
    /// All ways to move.
    pub plans: Vec<PlanText>,
    /// Where options may be blocked: the steps of all ways to have more options
    /// in a set than can be blocked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub together: Vec<Vec<StepText>>,
    /// Where ways to move are too large: parts of them that answer every position
    /// outside a set, in the order of `left`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<PlanText>,
    /// What is claimed: the positions of value 0, 1, …, or the P-positions.
    pub sets: Vec<SetText>,
    /// Under misère play: for each plan and step, the positions from which it
    /// is a move at all.
    pub moves: Vec<Vec<Automaton>>,
}

impl Certificate {
    /// Whether a text is meant to be such a certificate.
    ///
    /// ```
    /// use nimlab::prove::{Certificate, THEOREMS};
    /// assert!(Certificate::is_one(THEOREMS[0].certificate) && !Certificate::is_one("{}"));
    /// ```
    pub fn is_one(text: &str) -> bool {
        text.get(..200.min(text.len())).unwrap_or("").contains(KIND)
    }

    /// The text of the file: one line for each automaton.
    ///
    /// ```
    /// use nimlab::prove::{Certificate, THEOREMS};
    /// let known = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
    /// let certificate = Certificate::from_json(known.certificate)?;
    /// assert_eq!(Certificate::from_json(&certificate.to_json())?, certificate);
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn to_json(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        text.replace("\"sets\":", "\n\"sets\":").replace("{\"value\":", "\n{\"value\":").replace("[[[", "\n[[[") + "\n"
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use nimlab::prove::{Certificate, THEOREMS};
    /// let known = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
    /// assert_eq!(Certificate::from_json(known.certificate)?.system, "zeckendorf");
    /// assert!(Certificate::from_json("{}").is_err());
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn from_json(text: &str) -> Result<Certificate> {
        serde_json::from_str(text).map_err(|error| Error::BadFile {
            kind: "certificate",
            problem: visible(&error.to_string()).into_owned(),
            hint: Hint::new(
                "a certificate that works is written by",
                [Term::Ask("prove"), Term::Game("wythoff".into()), Term::Set("certificate", "FILE".into())],
            ),
        })
    }
}

/// One state: whether it accepts, and letters with where they lead.
pub type StateText = (u8, Vec<u32>);

/// An automaton.
///
/// ```
/// use nimlab::prove::{Certificate, THEOREMS};
/// let known = THEOREMS.iter().find(|known| known.name == "wythoff").unwrap();
/// let sets = Certificate::from_json(known.certificate)?.sets;
/// // The P-positions: 7 states, of which the first is the start.
/// assert_eq!(sets[0].positions.states.len(), 7);
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Automaton {
    /// Its states; letters and targets alternate.
    pub states: Vec<StateText>,
}

/// One step: the name that goes, the relations that are joined (leaves, then
/// results of earlier steps), and the names that are left.
pub type StepText = (Option<u32>, Vec<usize>, Vec<u32>);

/// One way to move, by simple relations between names.
///
/// ```
/// use nimlab::prove::{Certificate, THEOREMS};
/// let known = THEOREMS.iter().find(|known| known.name == "nim-2").unwrap();
/// let certificate = Certificate::from_json(known.certificate)?;
/// let clauses: Vec<usize> = certificate.plans.iter().map(|plan| plan.clause).collect();
/// assert_eq!(clauses, [0, 1], "a way to move for each heap");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanText {
    /// The number of the move clause, from 0.
    pub clause: usize,
    /// What each name means, as a form of the position's numbers and the
    /// variables of the clause; the position's numbers come first.
    pub names: Vec<Vec<i64>>,
    /// What each variable of the clause is, as a form of the names.
    pub variables: Vec<Vec<i64>>,
    /// The names of the numbers of the position that is reached.
    pub option: Vec<u32>,
    /// The simple relations that hold: `["sum", 0, [2, 3, 1]]`.
    pub leaves: Vec<(String, u64, Vec<u32>)>,
    /// The steps; none where options may be blocked. Where there are answers, the facts
    /// that follow, in each set, from the assumption that the plan leads from it into it.
    pub steps: Vec<StepText>,
}

/// The positions of one value, or the P-positions.
///
/// ```
/// use nimlab::prove::{Certificate, THEOREMS};
/// let known = THEOREMS.iter().find(|known| known.name == "nim-2").unwrap();
/// let set = &Certificate::from_json(known.certificate)?.sets[0];
/// assert_eq!((set.value, set.positions.states.len()), (0, 1), "two equal heaps");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetText {
    /// The value; under misère play 0, for the P-positions.
    pub value: u64,
    /// The positions.
    pub positions: Automaton,
    /// For each plan the results of its steps; the last of them is the set of
    /// positions from which the plan leads into this set. Where options may be
    /// blocked, the same of several plans together; where there are answers, the same
    /// of them.
    pub reached: Vec<Vec<Automaton>>,
    /// Where there are answers: the positions that are left after each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Automaton>,
    /// Where there are answers: for each plan, the facts that follow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inside: Vec<Vec<Automaton>>,
}

impl From<&Relation> for Automaton {
    fn from(relation: &Relation) -> Automaton {
        let state = |state: State| {
            let row = relation.row(state).flat_map(|(letter, target)| [letter, target]).collect();
            (u8::from(relation.accepts(state)), row)
        };
        Automaton { states: (0..relation.states() as State).map(state).collect() }
    }
}

/// The coefficients of a form of this many names, then its constant.
fn coefficients(form: &Form, names: usize) -> Vec<i64> {
    (0..names as u32).map(|name| form.of(name)).chain([form.constant]).collect()
}

/// A plan with its steps, of a game of this many piles.
pub fn plan_text(plan: &Plan, steps: &[Step], width: usize) -> PlanText {
    let leaf = |(leaf, names): &(Leaf, Vec<u32>)| {
        let (word, parameter) = match leaf {
            Leaf::Sum => ("sum", 0),
            Leaf::AtMost => ("at-most", 0),
            Leaf::Less => ("less", 0),
            Leaf::Equal => ("equal", 0),
            Leaf::Constant(c) => ("constant", *c),
            Leaf::Multiple(m) => ("multiple", *m),
            Leaf::Set => ("set", 0),
        };
        (word.to_owned(), parameter, names.clone())
    };
    let numbers = width + plan.variables.len();
    PlanText {
        clause: plan.clause,
        names: plan.names.iter().map(|form| coefficients(form, numbers)).collect(),
        variables: plan.variables.iter().map(|form| coefficients(form, plan.names.len())).collect(),
        option: plan.option.clone(),
        leaves: plan.leaves.iter().map(leaf).collect(),
        steps: steps_text(steps),
    }
}

/// The steps of a plan.
pub fn steps_text(steps: &[Step]) -> Vec<StepText> {
    steps.iter().map(|step| (step.name, step.uses.clone(), step.result.names.clone())).collect()
}

/// The results of the steps of each plan.
pub fn results(steps: &[Vec<Step>]) -> Vec<Vec<Automaton>> {
    steps.iter().map(|steps| steps.iter().map(|step| Automaton::from(&*step.result.relation)).collect()).collect()
}
