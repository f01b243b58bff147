//! What a question may cost, as Python says it.

use crate::errors::raised;
use crate::numbers::{megabytes, small};
use crate::watch::Watched;
use nimlab::error::Error;
use nimlab::{Budget, Play};
use nimlab_lab::available_memory;
use pyo3::prelude::*;
use std::sync::OnceLock;
use std::time::Duration;

/// The keywords `budget`, `budget_memory` and `budget_time`, which mean what the
/// flags of the command mean.
#[derive(Clone, Copy, Default)]
pub struct Cost {
    positions: Option<u64>,
    bytes: Option<u64>,
    time: Option<Duration>,
}

impl<'py> FromPyObject<'_, 'py> for Cost {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if given.is_none() {
            return Ok(Self::default());
        }
        let mut cost = Self::default();
        for pair in given.call_method0("items")?.try_iter()? {
            let (name, value) = pair?.extract::<(String, Bound<'_, PyAny>)>()?;
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "budget" => cost.positions = Some(positions(&value)?),
                "budget_memory" => cost.bytes = Some(megabytes(&value)?),
                "budget_time" => cost.time = Some(seconds(&value)?),
                _ => {
                    let problem = format!("there is no keyword '{name}'; budget, budget_memory and budget_time work");
                    return Err(pyo3::exceptions::PyTypeError::new_err(problem));
                }
            }
        }
        Ok(cost)
    }
}

impl Cost {
    /// The budget of a question that is asked now, what was not said taken from
    /// another one.
    pub fn budget_or(self, otherwise: Budget, watched: &Watched<'_>) -> Budget {
        let mut budget = self.positions.map_or(otherwise, Budget::of_positions);
        budget.time = otherwise.time;
        budget.bytes = self.bytes.unwrap_or_else(half_the_memory);
        let budget = self.time.map_or(budget, |time| budget.within(time));
        budget.cancelled_by(watched.cancel())
    }

    /// The same with the default of most questions.
    pub fn budget(self, watched: &Watched<'_>) -> Budget {
        self.budget_or(Budget::default(), watched)
    }
}

/// Half the memory that is free, as for the command; asked once.
fn half_the_memory() -> u64 {
    static HALF: OnceLock<u64> = OnceLock::new();
    *HALF.get_or_init(|| available_memory().map_or(Budget::BYTES, |free| (free / 2).clamp(64 << 20, 4 << 30)))
}

fn positions(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    match small(given, "the budget")? {
        0 => Err(raised(Error::BadNumber { given: "0".into(), problem: "a budget has at least one position".into() })),
        positions => Ok(positions),
    }
}

fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let read = given.extract::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let problem = "a time in seconds was expected, such as budget_time=60 or 0.5";
    read.filter(|time| !time.is_zero())
        .ok_or_else(|| raised(Error::BadNumber { given: given.to_string(), problem: problem.into() }))
}

/// Normal or misère play.
pub fn play(misere: bool) -> Play {
    if misere { Play::Misere } else { Play::Normal }
}

impl Cost {
    /// The budget of a stream, which lasts as long as it is read.
    pub fn stream(self) -> Budget {
        let mut budget = self.positions.map_or_else(Budget::default, Budget::of_positions);
        budget.bytes = self.bytes.unwrap_or_else(half_the_memory);
        budget.time = self.time;
        budget.patience = self.time;
        budget
    }
}
