//! Answers, which turn into Python's values when they are looked at.

use crate::numbers::{int, tuple, value};
use crate::shown::Shown;
use nimlab::explain::Explanation;
use nimlab::solve::{Component, SumAnswer as FoundSum};
use nimlab::{Game, Play, Position, json};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::sync::Arc;

/// Who wins a position, and by which moves.
#[pyclass(frozen, module = "nimlab")]
pub struct Answer {
    pub found: nimlab::Answer,
    pub game: Arc<dyn Game>,
    /// Whether the reasons are part of what is printed.
    pub explained: bool,
}

#[pymethods]
impl Answer {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.found.game
    }

    /// The position, as the game keeps it.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, &self.found.position)
    }

    /// "normal" or "misere".
    #[getter]
    fn play(&self) -> String {
        self.found.play.to_string()
    }

    /// "P": the player to move loses. "N": the player to move wins.
    #[getter]
    fn outcome(&self) -> String {
        self.found.outcome.to_string()
    }

    /// The Grundy value, or None if it is not known.
    #[getter]
    fn grundy<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found.grundy.as_ref().map(|value| int(py, value)).transpose()
    }

    /// What the Grundy value is at least, where a theorem tells only that.
    #[getter]
    fn grundy_at_least<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found.grundy_at_least.as_ref().map(|value| int(py, value)).transpose()
    }

    /// The winning moves, as the positions they lead to.
    #[getter]
    fn winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.found.winning_moves.list.iter().map(|to| tuple(py, to)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, moves)
    }

    /// Whether no winning move is left out.
    #[getter]
    fn winning_moves_complete(&self) -> bool {
        self.found.winning_moves.complete
    }

    /// How many winning moves there are in all, or None if that is not known.
    #[getter]
    fn winning_moves_total<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found.winning_moves.total.as_ref().map(|total| int(py, total)).transpose()
    }

    /// The method that found the answer.
    #[getter]
    fn method(&self) -> &'static str {
        self.found.method.name()
    }

    /// Why, in words.
    #[getter]
    fn explanation(&self) -> String {
        self.why().to_string()
    }

    /// What `nimlab solve --json` says.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut object = json::answer(&self.found);
        if self.explained {
            object["explanation"] = json::explanation(&self.why());
        }
        value(py, &object)
    }

    fn __repr__(&self) -> String {
        let found = &self.found;
        let value = found.grundy.as_ref().map_or("None".into(), nimlab::number::shown);
        let misere = if found.play == Play::Misere { ", play='misere'" } else { "" };
        format!(
            "<Answer {} {}: outcome='{}', grundy={value}, {} winning moves, method='{}'{misere}>",
            found.game,
            found.position.shown(),
            found.outcome,
            moves_word(found),
            found.method
        )
    }

    fn __str__(&self) -> String {
        self.shown().text(self.explained.then(|| self.why()))
    }

    fn _repr_markdown_(&self) -> String {
        self.shown().markdown(&self.why())
    }
}

impl Answer {
    fn why(&self) -> Explanation {
        self.game.explain(&self.found)
    }

    fn shown(&self) -> Shown<'_> {
        let found = &self.found;
        Shown {
            head: format!("{} {}", found.game, found.position.shown()),
            play: found.play,
            outcome: found.outcome,
            value: found.grundy.as_ref(),
            moves: found.winning_moves.list.iter().map(|to| (None, to.shown())).collect(),
            complete: found.winning_moves.complete,
        }
    }
}

fn moves_word(found: &nimlab::Answer) -> String {
    match (&found.winning_moves.total, found.winning_moves.complete) {
        (Some(total), _) => nimlab::number::shown(total),
        (None, true) => found.winning_moves.list.len().to_string(),
        (None, false) => format!("at least {}", found.winning_moves.list.len()),
    }
}

/// Who wins a sum, and by which moves.
#[pyclass(frozen, module = "nimlab")]
pub struct SumAnswer {
    pub found: FoundSum,
    pub games: Vec<(Arc<dyn Game>, Position)>,
    /// Whether the reasons are part of what is printed.
    pub explained: bool,
}

#[pymethods]
impl SumAnswer {
    /// "normal" or "misere".
    #[getter]
    fn play(&self) -> String {
        self.found.play.to_string()
    }

    /// "P": the player to move loses. "N": the player to move wins.
    #[getter]
    fn outcome(&self) -> String {
        self.found.outcome.to_string()
    }

    /// The Grundy value of the sum, or None if it is not known.
    #[getter]
    fn grundy<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.found.grundy.as_ref().map(|value| int(py, value)).transpose()
    }

    /// The winning moves: the number of the component, and where it goes.
    #[getter]
    fn winning_moves<'py>(&self, py: Python<'py>) -> PyResult<Vec<(usize, Bound<'py, PyTuple>)>> {
        self.found.winning_moves.iter().map(|found| Ok((found.component, tuple(py, &found.to)?))).collect()
    }

    /// Whether no winning move is left out.
    #[getter]
    fn winning_moves_complete(&self) -> bool {
        self.found.complete
    }

    /// The method that found the answer.
    #[getter]
    fn method(&self) -> &'static str {
        self.found.method
    }

    /// The answers for the components alone.
    #[getter]
    fn components(&self) -> Vec<Answer> {
        let parts = self.found.components.iter().zip(&self.games);
        parts.map(|(found, (game, _))| Answer { found: found.clone(), game: game.clone(), explained: false }).collect()
    }

    /// Why, in words.
    #[getter]
    fn explanation(&self) -> String {
        self.found.explain().to_string()
    }

    /// What `nimlab solve --json` says.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let asked: Vec<Component<'_>> =
            self.games.iter().map(|(game, position)| Component { game: &**game, position }).collect();
        let mut object = json::sum(&asked, &self.found);
        if self.explained {
            object["explanation"] = json::explanation(&self.found.explain());
        }
        value(py, &object)
    }

    fn __repr__(&self) -> String {
        let value = self.found.grundy.as_ref().map_or("None".into(), nimlab::number::shown);
        let (outcome, count) = (self.found.outcome, self.found.winning_moves.len());
        let method = self.found.method;
        format!(
            "<SumAnswer {}: outcome='{outcome}', grundy={value}, {count} winning moves, method='{method}'>",
            self.head()
        )
    }

    fn __str__(&self) -> String {
        self.shown().text(self.explained.then(|| self.found.explain()))
    }

    fn _repr_markdown_(&self) -> String {
        self.shown().markdown(&self.found.explain())
    }
}

impl SumAnswer {
    fn head(&self) -> String {
        let parts: Vec<String> =
            self.games.iter().map(|(game, position)| format!("{} {}", game.name(), position.shown())).collect();
        parts.join(" + ")
    }

    fn shown(&self) -> Shown<'_> {
        let found = &self.found;
        let told = |found: &nimlab::solve::SumMove| (Some(found.component + 1), found.to.shown());
        Shown {
            head: self.head(),
            play: found.play,
            outcome: found.outcome,
            value: found.grundy.as_ref(),
            moves: found.winning_moves.iter().map(told).collect(),
            complete: found.complete,
        }
    }
}
