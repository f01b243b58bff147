//! The search for a theorem: guess an automaton from examples, try to prove it,
//! and take more examples if that fails.

use super::blocking::is_defined;
use super::certificate::Certificate;
use super::evaluate::Step;
use super::examples::Examples;
use super::far::FarGuess;
use super::followed::Followed;
use super::proved::{Theorem, certificate_of};
use super::subject::Subject;
use super::theorem::{Setting, Tried};
use crate::automata::{Arithmetic, FromList, Numbers, Relation};
use crate::error::{Error, Result};
use crate::solve::board::FarRows;
use crate::{Budget, Limit, Meter, Play};
use std::sync::Arc;

/// What is to be proved.
///
/// ```
/// use nimlab::prove::{Found, Goal, Subject, prove};
/// // The P-positions of misère Nim with two heaps, in base 2.
/// let goal = Goal { play: nimlab::Play::Misere, value: 0, system: Some("base:2".into()), states: 100 };
/// let found = prove(&Subject::named("nim", Some(2))?, &goal, nimlab::Budget::default(), &mut |_| {})?;
/// assert!(matches!(found, Found::Proved(_)));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Goal {
    /// Normal or misère play.
    pub play: Play,
    /// The positions of all values up to this; under misère play 0.
    pub value: u64,
    /// The numeration system, or all that may fit.
    pub system: Option<String>,
    /// The most states of a guess.
    pub states: usize,
}

/// What is told while a theorem is searched for.
///
/// ```
/// use nimlab::prove::{Goal, Subject, prove};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let mut systems = Vec::new();
/// let told = &mut |progress: &nimlab::prove::Progress| systems.push(progress.system.clone());
/// prove(&Subject::named("wythoff", None)?, &goal, nimlab::Budget::default(), told)?;
/// assert!(systems.contains(&"zeckendorf".to_owned()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Progress {
    /// The numeration system.
    pub system: String,
    /// The value whose positions are looked for.
    pub value: u64,
    /// The digits of the numbers in the examples.
    pub digits: usize,
    /// The states of the last guess, or those that were met before it was given up.
    pub states: usize,
    /// How many guesses were refuted.
    pub refuted: usize,
}

/// The result of the search.
///
/// ```
/// use nimlab::prove::{Found, Goal, Subject, prove};
/// // No automaton of 5 states.
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: Some("zeckendorf".into()), states: 5 };
/// let found = prove(&Subject::named("wythoff", None)?, &goal, nimlab::Budget::default(), &mut |_| {})?;
/// let Found::Open { tried, .. } = found else { panic!() };
/// assert_eq!(tried[0].system, "zeckendorf");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug)]
pub enum Found {
    /// A theorem, with its certificate.
    Proved(Box<(Theorem, Certificate)>),
    /// No automaton was found.
    Open {
        /// For each system, what was tried last.
        tried: Vec<Progress>,
        /// The limit that ended the search, if one did.
        stopped: Option<Error>,
    },
}

/// Bounds on the numbers of the examples, one after the other.
const SIZES: [u128; 15] = [
    20,
    60,
    200,
    600,
    2000,
    6000,
    20_000,
    60_000,
    200_000,
    1_000_000,
    4_000_000,
    16_000_000,
    42_000_000,
    110_000_000,
    180_000_000,
];

/// From this many examples on, only systems in which something was proved are
/// tried, if there are any.
const MANY: u128 = 2000;

/// Up to this many examples, only the system that is expected to fit is tried.
const EXPECTED: u128 = 50_000;

/// From this many examples on, windows of far rows take the place of lists where the
/// game has them.
const FAR: u128 = 60_000;

/// About how many continuations tell the states of a first guess apart.
const SIGNATURE: u128 = 4200;

/// A set with the steps of each plan that prove it.
type ProvedSet = (Arc<Relation>, Vec<Vec<Step>>);

/// One system in which a theorem is searched for.
struct Attempt {
    numbers: Numbers,
    /// The rules in this system, once there is something to prove.
    setting: Option<Setting>,
    sets: Vec<Arc<Relation>>,
    steps: Vec<Vec<Vec<Step>>>,
    told: Progress,
    /// The digits of the numbers in the last list.
    length: usize,
    /// No more examples can be had.
    exhausted: bool,
    /// For how many values the rows were followed digit by digit.
    followed: usize,
}

/// Searches for a theorem about a game and proves it.
///
/// ```
/// use nimlab::prove::{Found, Goal, Subject, prove};
/// let goal = Goal { play: nimlab::Play::Normal, value: 0, system: None, states: 1000 };
/// let wythoff = Subject::named("wythoff", None)?;
/// let Found::Proved(proved) = prove(&wythoff, &goal, nimlab::Budget::default(), &mut |_| {})? else { panic!() };
/// assert_eq!(proved.0.numbers.name(), "zeckendorf");
/// assert_eq!(proved.0.sets[0].states(), 7);
/// # Ok::<(), nimlab::Error>(())
/// ```
pub fn prove(subject: &Subject, goal: &Goal, budget: Budget, told: &mut dyn FnMut(&Progress)) -> Result<Found> {
    is_defined(subject, goal.play, goal.value)?;
    let budget = budget.started();
    subject.ends(budget)?;
    let mut meter = budget.meter(format!("a proof about {}", subject.name));
    let systems = match &goal.system {
        Some(system) => vec![Numbers::named(system)?],
        None => subject.systems().iter().map(|system| Numbers::named(system)).collect::<Result<_>>()?,
    };
    let mut examples = Examples::new(subject, goal.play, goal.value, budget)?;
    let mut attempts: Vec<Attempt> = systems.into_iter().map(Attempt::new).collect();
    for size in SIZES {
        // Where one system is expected to fit, it goes first.
        let expected = goal.system.is_none() && subject.has_own_system() && size < EXPECTED;
        let is_proved = |attempt: &Attempt| !attempt.sets.is_empty();
        if size >= MANY && !expected && attempts.iter().all(Attempt::has_begun) && attempts.iter().any(is_proved) {
            attempts.retain(is_proved);
        }
        examples.forget_below(attempts.iter().map(|attempt| attempt.sets.len() as u64).min().unwrap_or(0));
        let tried = if expected { 1 } else { attempts.len() };
        for attempt in &mut attempts[..tried] {
            match attempt.go_on(size, subject, goal, &mut examples, told, &mut meter) {
                Ok(false) => {}
                Ok(true) => return Ok(Found::Proved(Box::new(attempt.finish(subject, goal, &mut meter)?))),
                // More memory cannot be had for this system; the time is over
                // for all of them.
                Err(Error::OverBudget { limit: Limit::Room { .. } | Limit::Memory(_), .. }) => attempt.exhausted = true,
                Err(error @ Error::OverBudget { .. }) => return Ok(open(attempts, Some(error))),
                Err(error) => return Err(error),
            }
        }
        if attempts.iter().all(|attempt| attempt.exhausted) {
            break;
        }
    }
    Ok(open(attempts, None))
}

fn open(attempts: Vec<Attempt>, stopped: Option<Error>) -> Found {
    let begun = attempts.into_iter().filter(Attempt::has_begun);
    Found::Open { tried: begun.map(|attempt| attempt.told).collect(), stopped }
}

impl Attempt {
    fn new(numbers: Numbers) -> Self {
        let told = Progress { system: numbers.name(), value: 0, digits: 0, states: 0, refuted: 0 };
        Self {
            numbers,
            setting: None,
            sets: Vec::new(),
            steps: Vec::new(),
            told,
            length: 0,
            exhausted: false,
            followed: 0,
        }
    }

    /// Whether anything was tried in this system.
    fn has_begun(&self) -> bool {
        self.told.digits > 0
    }

    fn setting(&mut self, subject: &Subject, play: Play, meter: &mut Meter) -> Result<&mut Setting> {
        match &mut self.setting {
            Some(setting) => Ok(setting),
            place => {
                let arithmetic = Arithmetic::of(self.numbers.clone(), meter)?;
                Ok(place.insert(Setting::new(&subject.rules, arithmetic, play, meter)?))
            }
        }
    }

    /// Proves as many values as examples of this size allow; whether all are proved.
    fn go_on(
        &mut self,
        size: u128,
        subject: &Subject,
        goal: &Goal,
        examples: &mut Examples<'_>,
        told: &mut dyn FnMut(&Progress),
        meter: &mut Meter,
    ) -> Result<bool> {
        let numbers = self.numbers.clone();
        let length = (1..=numbers.longest()).take_while(|&length| numbers.below(length) <= size).last().unwrap_or(1);
        if length == self.length || self.exhausted {
            return Ok(false);
        }
        (self.length, self.told.digits) = (length, length);
        while self.sets.len() as u64 <= goal.value {
            self.told.value = self.sets.len() as u64;
            // In a system that does not fit, the number of states would grow without end.
            if size >= FAR
                && self.told.value > 0
                && self.followed <= self.sets.len()
                && self.numbers.name() == "zeckendorf"
                && let Some(rows) = examples.followed(self.told.value)?
                && let Some((set, steps)) = self.proved_followed(subject, goal, rows, told, meter)?
            {
                self.sets.push(set);
                self.steps.push(steps);
                continue;
            }
            if size >= FAR
                && self.told.value > 0
                && let Some(mut rows) = examples.far(self.told.value)?
                && let Some((set, steps)) = self.proved_far(subject, goal, &mut rows, told, meter)?
            {
                self.sets.push(set);
                self.steps.push(steps);
                continue;
            }
            let Some(learned) = self.learned(length, goal, examples, meter)? else {
                self.exhausted = true;
                return Ok(false);
            };
            let guess = match learned {
                FromList::Guess(guess) => guess,
                FromList::TooShort(states) => {
                    self.told.states = states;
                    told(&self.told);
                    return Ok(false);
                }
                FromList::TooMany(states) => {
                    self.told.states = states;
                    self.exhausted = true;
                    told(&self.told);
                    return Ok(false);
                }
            };
            self.told.states = guess.states();
            told(&self.told);
            let guess = Arc::new(guess);
            let sets = self.sets.clone();
            match self.setting(subject, goal.play, meter)?.try_set(&guess, &sets, meter)? {
                Tried::Holds(steps) => {
                    self.sets.push(guess);
                    self.steps.push(steps);
                }
                Tried::Fails(_) => {
                    self.told.refuted += 1;
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Proves this value by a guess from rows that are followed digit by digit, once for
    /// each value; `None` if that does not lead to a proof.
    fn proved_followed(
        &mut self,
        subject: &Subject,
        goal: &Goal,
        mut rows: Followed,
        told: &mut dyn FnMut(&Progress),
        meter: &mut Meter,
    ) -> Result<Option<ProvedSet>> {
        self.followed = self.sets.len() + 1;
        let mut progress = self.told.clone();
        let mut tell = |states| {
            progress.states = states;
            told(&progress);
        };
        let Some(guess) = rows.guess(&mut tell, meter)?.filter(|guess| guess.states() <= goal.states) else {
            return Ok(None);
        };
        drop(rows);
        self.told.states = guess.states();
        told(&self.told);
        let (guess, sets) = (Arc::new(guess), self.sets.clone());
        match self.setting(subject, goal.play, meter)?.try_set(&guess, &sets, meter)? {
            Tried::Holds(steps) => Ok(Some((guess, steps))),
            Tried::Fails(_) => {
                self.told.refuted += 1;
                Ok(None)
            }
        }
    }

    /// Proves this value by a guess from windows of far rows, for which no list up to large
    /// numbers is needed; `None` if there are no windows. Where the proof fails, the guess
    /// is corrected.
    fn proved_far(
        &mut self,
        subject: &Subject,
        goal: &Goal,
        rows: &mut FarRows,
        told: &mut dyn FnMut(&Progress),
        meter: &mut Meter,
    ) -> Result<Option<ProvedSet>> {
        let numbers = self.numbers.clone();
        let depth = (1..numbers.longest()).take_while(|&depth| numbers.below(depth) <= SIGNATURE).last().unwrap_or(1);
        let value = self.told.value;
        let mut progress = Progress { digits: depth, ..self.told.clone() };
        let mut tell = |states| {
            progress.states = states;
            told(&progress);
        };
        let begun = FarGuess::new(rows, numbers, (value, depth), goal.states, &mut tell, meter)?;
        let Some(mut far) = begun else { return Ok(None) };
        let sets = self.sets.clone();
        if far.settle(&mut tell, meter)?.is_none() {
            return Ok(None);
        }
        loop {
            let guess = Arc::new(far.guess(meter)?);
            self.told.states = guess.states();
            match self.setting(subject, goal.play, meter)?.try_set(&guess, &sets, meter)? {
                Tried::Holds(steps) => return Ok(Some((guess, steps))),
                Tried::Fails(words) => {
                    self.told.refuted += 1;
                    let mut wrong = false;
                    for word in &words {
                        let options = self.setting(subject, goal.play, meter)?.options_in(&guess, word, meter)?;
                        match far.refuted(word, &options, meter)? {
                            None => return Ok(None),
                            Some(was_wrong) => wrong |= was_wrong,
                        }
                    }
                    if !wrong {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// An automaton from a list of examples; `None` if there are no more of them.
    fn learned(
        &mut self,
        length: usize,
        goal: &Goal,
        examples: &mut Examples<'_>,
        meter: &mut Meter,
    ) -> Result<Option<FromList>> {
        let Some(list) = examples.list(self.told.value, &self.numbers, length)? else { return Ok(None) };
        let learned = list.learn(goal.states, meter)?;
        examples.forget(&list);
        Ok(Some(learned))
    }

    fn finish(&mut self, subject: &Subject, goal: &Goal, meter: &mut Meter) -> Result<(Theorem, Certificate)> {
        let (sets, steps) = (self.sets.clone(), std::mem::take(&mut self.steps));
        let setting = self.setting(subject, goal.play, meter)?;
        certificate_of(subject, goal, setting, sets, steps, meter)
    }
}
