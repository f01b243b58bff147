//! A game that can be asked, for the class `Game` of the package.

use crate::answer::{Answer, SumAnswer};
use crate::cost::{Cost, play};
use crate::errors::raised;
use crate::lists::{Blocks, FoundPositions, Listed, positions};
use crate::numbers::{big, position, small, tuple, value};
use crate::tables::{Tabulated, tabulate};
use crate::watch;
use nimlab::catalogue::{self, NamedGame};
use nimlab::error::Error;
use nimlab::number::{UBig, parse};
use nimlab::numeration::{NamedSystem, System, zeckendorf};
use nimlab::prove::{Found, Goal, Subject, prove};
use nimlab::rules::{self, ParameterValue, RuleGame};
use nimlab::sequence::{MOST_HEAPS, PeriodCertificate, Sequence};
use nimlab::solve::row::{RowAnswer, RowCertificate, row_period};
use nimlab::solve::{Component, TableSize, observed_heaps, observed_row, solve_sum as solve_components};
use nimlab::{Ask, Budget, Game, Hint, Piles, Term, json};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a proof may take by default, as for the command.
const PROVING: Duration = Duration::from_secs(600);

/// How far heaps and columns are computed where a period can only be observed, as for the
/// command.
const OBSERVED_HEAP: u64 = 10_000;
const OBSERVED_COLUMN: u64 = 1_000;

/// The longest period whose values are listed.
const LISTED: u64 = 20_000_000;

/// A game, and its rules if it is made of them.
#[pyclass(frozen)]
pub struct GameHandle {
    pub game: Arc<dyn Game>,
    rules: Option<Arc<RuleGame>>,
}

impl GameHandle {
    fn of_rules(game: RuleGame) -> Self {
        let rules = Arc::new(game);
        Self { game: rules.clone(), rules: Some(rules) }
    }
}

#[pymethods]
impl GameHandle {
    /// The game of a name.
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        if let Some(game) = catalogue::rule_game(name).map_err(raised)? {
            return Ok(Self::of_rules(game));
        }
        Ok(Self { game: catalogue::game(name).map_err(raised)?.into(), rules: None })
    }

    /// The game of a rule text.
    #[staticmethod]
    fn rules(text: &str, name: &str, parameters: &Bound<'_, PyDict>) -> PyResult<Self> {
        let values = parameters.iter().map(|(key, value)| Ok((key.extract()?, parameter(&value)?)));
        let values = values.collect::<PyResult<Vec<(String, ParameterValue)>>>()?;
        let game = rules::compile_with(text, &values);
        let game = game.map_err(|problems| raised(Error::BadRules { text: problems.to_string().trim_end().into() }))?;
        Ok(Self::of_rules(game.or_named(name)))
    }

    /// The name, as the catalogue writes it.
    #[getter]
    fn name(&self) -> String {
        self.game.name()
    }

    /// How many numbers a position has; None if any number of heaps works.
    #[getter]
    fn piles(&self) -> Option<usize> {
        match self.game.shape().piles {
            Piles::Exactly(count) => Some(count),
            Piles::Any => None,
        }
    }

    /// A position that works, as text.
    #[getter]
    fn example(&self) -> String {
        self.game.example()
    }

    /// What the catalogue says of the game, under the name it was asked for.
    fn about<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let object = match (&self.rules, catalogue::named(name)) {
            (Some(game), Ok(NamedGame::Rules(file))) => json::rule_file_of(file, game),
            (Some(game), _) => json::rules(game),
            (None, _) => match catalogue::entry(catalogue::split(&self.game.name()).0) {
                Ok(entry) => json::entry_named(entry, &self.game.name()),
                Err(error) => return Err(raised(error)),
            },
        };
        value(py, &object)
    }

    /// A position as the game keeps it.
    fn position<'py>(&self, py: Python<'py>, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &position(&*self.game, given)?)
    }

    #[expect(clippy::too_many_arguments, reason = "they are the keywords of Python")]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        given: &Bound<'py, PyAny>,
        misere: bool,
        method: Option<&str>,
        grundy: bool,
        explained: bool,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<Answer> {
        let position = position(&*self.game, given)?;
        if grundy && misere {
            return Err(raised(Error::NotAnswered {
                game: self.game.name(),
                question: "Grundy values under misère play".into(),
                hint: "Grundy values belong to normal play: leave out misere or grundy".into(),
            }));
        }
        let asked = self.game.solve(&position).play(play(misere)).method(method).with_value(grundy);
        let found = watch::work(py, progress, raised, |watched| asked.budget(cost.budget(watched)).run())?;
        Ok(Answer { found, game: self.game.clone(), explained })
    }

    /// Every move of a position, with what it is worth.
    fn moves<'py>(
        &self,
        py: Python<'py>,
        given: &Bound<'py, PyAny>,
        misere: bool,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<Bound<'py, PyAny>> {
        let position = position(&*self.game, given)?;
        let asked = self.game.moves(&position).play(play(misere)).most(nimlab::Moves::LISTED);
        let found = watch::work(py, progress, raised, |watched| asked.budget(cost.budget(watched)).run())?;
        value(py, &json::moves(&self.game.name(), &position, play(misere), &found))
    }

    fn positions<'py>(
        &self,
        py: Python<'py>,
        asked: Listed<'py>,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<FoundPositions<'py>> {
        positions(py, &*self.game, &asked, progress, cost)
    }

    fn stream(&self, asked: Listed<'_>, block: &Bound<'_, PyAny>, cost: Cost) -> PyResult<Blocks> {
        Blocks::new(self.game.clone(), &asked, small(block, "the size of a block")?.max(1), cost)
    }

    fn table<'py>(
        &self,
        py: Python<'py>,
        size: &Bound<'py, PyAny>,
        bits: u32,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<Tabulated<'py>> {
        tabulate(py, &*self.game, table_size(size)?, bits, progress, cost)
    }

    fn period<'py>(
        &self,
        py: Python<'py>,
        max_heap: Option<&Bound<'py, PyAny>>,
        row: Option<&Bound<'py, PyAny>>,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let max_heap = max_heap.map(|heap| small(heap, "max_heap")).transpose()?;
        let row = row.map(|row| small(row, "row")).transpose()?;
        let (object, certificate) = watch::work(py, progress, raised, |watched| match row {
            Some(row) => self.period_of_row(row, max_heap, cost.budget(watched), watched),
            None => self.period_of_heaps(max_heap, cost.budget(watched), watched),
        })?;
        Ok((value(py, &object)?, certificate))
    }

    fn check<'py>(
        &self,
        py: Python<'py>,
        size: &Bound<'py, PyAny>,
        heaps: &Bound<'py, PyAny>,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<Bound<'py, PyAny>> {
        let asked = self.game.check(small(size, "the size")?).heaps(small(heaps, "the number of heaps")? as usize);
        let found = watch::work(py, progress, raised, |watched| asked.budget(cost.budget(watched)).run())?;
        value(py, &json::check(&found))
    }

    #[expect(clippy::too_many_arguments, reason = "they are the keywords of Python")]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        wanted: &Bound<'py, PyAny>,
        misere: bool,
        system: Option<String>,
        piles: Option<usize>,
        states: usize,
        progress: Option<&Bound<'py, PyAny>>,
        cost: Cost,
    ) -> PyResult<(Bound<'py, PyAny>, Option<String>)> {
        let goal = Goal { play: play(misere), value: small(wanted, "the value")?, system, states };
        let subject = match &self.rules {
            Some(rules) => Subject::of_rules(rules).and_then(|subject| subject.with_piles(piles)),
            None => Subject::named(&self.game.name(), piles),
        };
        let subject = subject.map_err(raised)?;
        let begun = Instant::now();
        let (object, certificate) = watch::work(py, progress, raised, |watched| {
            let budget = cost.budget_or(Budget::default().within(PROVING), watched).started();
            let found = prove(&subject, &goal, budget, &mut |_| watched.look())?;
            Ok(match found {
                Found::Proved(proved) => {
                    let (theorem, certificate) = *proved;
                    let pattern = theorem.pattern(budget)?;
                    let object = json::theorem(&theorem, &pattern, begun.elapsed().as_secs_f64());
                    (object, Some(certificate.to_json()))
                }
                Found::Open { tried, stopped } => {
                    let stopped = stopped.map(|error| error.to_string());
                    let seconds = begun.elapsed().as_secs_f64();
                    let (name, Goal { play, value, .. }) = (&subject.name, &goal);
                    (json::no_theorem(name, *play, *value, &tried, stopped.as_deref(), seconds), None)
                }
            })
        })?;
        Ok((value(py, &object)?, certificate))
    }
}

type FoundPeriod = nimlab::Result<(serde_json::Value, Option<String>)>;

impl GameHandle {
    fn period_of_heaps(&self, max_heap: Option<u64>, budget: Budget, watched: &watch::Watched<'_>) -> FoundPeriod {
        let tell = |done, all| watched.tell(done, all);
        if self.rules.is_some() {
            // No theorem proves a period of arbitrary rules.
            let found = observed_heaps(&*self.game, max_heap.unwrap_or(OBSERVED_HEAP), budget, &tell)?;
            return Ok((json::observed(&found), None));
        }
        let rule = catalogue::rule_with_period(&*self.game)?;
        let max_heap = max_heap.unwrap_or(match rule.pattern() {
            // Nothing can be proved, and each heap takes a look at all its options.
            None => OBSERVED_HEAP,
            Some(pattern) => match pattern.most_left() {
                1 => 10_000_000,
                2 => 1_000_000,
                _ => 5_000,
            },
        });
        if max_heap >= MOST_HEAPS {
            return Err(Error::TooLarge {
                what: "max_heap".into(),
                given: max_heap.to_string(),
                limit: (MOST_HEAPS - 1).to_string(),
                hint: Hint::new("a number that works", [Term::max_heap("1e8")]),
            });
        }
        let mut sequence = Sequence::new(rule);
        sequence.limit(budget);
        let tell = &|done, all| {
            // The budget ends the work.
            let _ = watched.tell(done, all);
        };
        let proved = sequence.prove_with(max_heap, tell)?;
        match proved {
            Some(period) => {
                let certificate = PeriodCertificate::of(&period).and_then(|certificate| certificate.to_json());
                Ok((json::proved_period(&period, LISTED)?, certificate.ok()))
            }
            None => {
                sequence.extend_with(max_heap + 1, tell)?;
                Ok((json::open_period(&sequence), None))
            }
        }
    }

    fn period_of_row(
        &self,
        row: u64,
        max_heap: Option<u64>,
        budget: Budget,
        watched: &watch::Watched<'_>,
    ) -> FoundPeriod {
        let budget = budget.started();
        let Some(moves) = self.game.two_piles().and_then(|piles| piles.moves_up_to(row, budget)) else {
            let found = observed_row(&*self.game, row, max_heap.unwrap_or(OBSERVED_COLUMN), budget)?;
            return Ok((json::observed(&found), None));
        };
        let tell = &|done, all| {
            // The budget ends the work.
            let _ = watched.tell(done, all);
        };
        // A certificate names a built-in game, so that nobody has to trust a file.
        let built_in = catalogue::name_of_moves(moves);
        let (mut object, certificate) = match row_period(moves, row, max_heap.unwrap_or(1_000_000), budget, tell)? {
            RowAnswer::Proved(period) => {
                let certificate = RowCertificate::of(&built_in, &period).to_json();
                (json::proved_row(&self.game.name(), &period), certificate.ok())
            }
            RowAnswer::Open(seen) => (json::open_row(&self.game.name(), row, &seen), None),
        };
        if self.game.two_piles().and_then(|piles| piles.moves()).is_none() {
            object["same_moves_as"] = built_in.into();
        }
        Ok((object, certificate))
    }
}

/// A side, two sides, or a text such as 14x20.
fn table_size(given: &Bound<'_, PyAny>) -> PyResult<TableSize> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.to_cow()?.into_owned(),
        Err(_) => match given.try_iter() {
            Err(_) => big(given)?.to_string(),
            Ok(sides) => {
                let sides = sides.map(|side| Ok(big(&side?)?.to_string())).collect::<PyResult<Vec<_>>>()?;
                if !(1..=2).contains(&sides.len()) {
                    return Err(PyTypeError::new_err(
                        "the size of a table is a side, or rows and columns: 14 or (14, 20)",
                    ));
                }
                sides.join("x")
            }
        },
    };
    TableSize::parse(&text).map_err(raised)
}

/// The value of a parameter of rules: a number or a set of them.
fn parameter(given: &Bound<'_, PyAny>) -> PyResult<ParameterValue> {
    if let Ok(number) = given.extract::<i64>() {
        return Ok(ParameterValue::Number(number));
    }
    match given.try_iter() {
        Ok(members) => {
            let mut members = members.map(|member| member?.extract::<i64>()).collect::<PyResult<Vec<_>>>()?;
            members.sort_unstable();
            Ok(ParameterValue::Set(members))
        }
        Err(_) => Err(PyTypeError::new_err("a parameter of rules is a number or a set of numbers")),
    }
}

/// Who wins a sum.
#[pyfunction]
pub fn solve_sum<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, GameHandle>>,
    given: Vec<Bound<'py, PyAny>>,
    misere: bool,
    explained: bool,
    progress: Option<&Bound<'py, PyAny>>,
    cost: Cost,
) -> PyResult<SumAnswer> {
    let parts =
        games.iter().zip(&given).map(|(handle, given)| Ok((handle.game.clone(), position(&*handle.game, given)?)));
    let games = parts.collect::<PyResult<Vec<_>>>()?;
    let found = watch::work(py, progress, raised, |watched| {
        let asked: Vec<Component<'_>> =
            games.iter().map(|(game, position)| Component { game: &**game, position }).collect();
        solve_components(&asked, play(misere), cost.budget(watched))
    })?;
    Ok(SumAnswer { found, games, explained })
}

/// A number in another numeration system, as the command's JSON has it.
#[pyfunction]
pub fn represent<'py>(
    py: Python<'py>,
    system: &str,
    number: &Bound<'py, PyAny>,
    progress: Option<&Bound<'py, PyAny>>,
    cost: Cost,
) -> PyResult<Bound<'py, PyAny>> {
    let system = NamedSystem::parse(system).map_err(raised)?;
    let number = match number.cast::<PyString>() {
        Ok(text) => parse(&text.to_cow()?).map_err(raised)?,
        Err(_) => big(number)?,
    };
    system.holds(&number).map_err(raised)?;
    let object = watch::work(py, progress, raised, |watched| {
        let budget = cost.budget(watched).started();
        Ok(match &system {
            NamedSystem::Zeckendorf => {
                let digits = System::p(UBig::ONE).represent_within(&number, budget)?;
                json::zeckendorf(&number, &zeckendorf(&number), &digits)
            }
            NamedSystem::P(system) | NamedSystem::Q(system) => {
                json::digits(system, &number, &system.represent_within(&number, budget)?)
            }
        })
    })?;
    value(py, &object)
}

/// The catalogue.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    value(py, &json::entries())
}
