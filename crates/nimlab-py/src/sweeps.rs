//! Sweeps in numbered shards, for those who share the work out: the threads of one
//! machine, or the workers of a cluster. A new kind of sweep is a new arm of [`opened`],
//! with the keywords that it takes.

use crate::arrow::sweep_stream;
use crate::errors::{lab, raised};
use crate::numbers::value;
use nimlab::Cancel;
use nimlab::error::Error;
use nimlab_lab::atlas::{CodePeriods, Codes};
use nimlab_lab::{Family, LongestPeriods, SetPeriods, Sweep, TriplePeriods, TripleQuestion};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyInt};
use std::path::{Path, PathBuf};

/// The sweeps that can be asked for.
const SWEEPS: [&str; 3] = ["subtraction", "triples", "octal"];

/// A sweep of any family.
enum Opened {
    Sets(Sweep<SetPeriods>),
    Longest(Sweep<LongestPeriods>),
    Triples(Sweep<TriplePeriods>),
    Codes(Sweep<CodePeriods>),
}

/// The same asked of the sweep of whatever family.
macro_rules! of_each {
    ($opened:expr, $sweep:ident => $asked:expr) => {
        match $opened {
            Opened::Sets($sweep) => $asked,
            Opened::Longest($sweep) => $asked,
            Opened::Triples($sweep) => $asked,
            Opened::Codes($sweep) => $asked,
        }
    };
}

/// The keywords of a sweep, of which each is taken once.
struct Keywords<'py> {
    given: Bound<'py, PyDict>,
    sweep: &'static str,
}

impl<'py> Keywords<'py> {
    /// The value of a keyword, or what it is if nothing is said.
    fn take<T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(&self, name: &str, otherwise: T) -> PyResult<T> {
        match self.given.get_item(name)? {
            None => Ok(otherwise),
            Some(value) => {
                self.given.del_item(name)?;
                value.extract().map_err(|_| {
                    PyTypeError::new_err(format!("{name}={value} is not what the sweep '{}' takes", self.sweep))
                })
            }
        }
    }

    /// The number of a keyword, if it is given. One that is too large for anything is as good as the
    /// largest, which the sweep refuses with its own words.
    fn take_number(&self, name: &str) -> PyResult<Option<u32>> {
        let given = self.given.get_item(name)?.filter(|given| !given.is_none());
        let is_large =
            given.is_some_and(|given| given.cast::<PyInt>().is_ok_and(|given| given.gt(u32::MAX).unwrap_or(false)));
        if is_large {
            self.given.del_item(name)?;
            return Ok(Some(u32::MAX));
        }
        self.take(name, None)
    }

    /// The largest number, which must be given.
    fn take_max(&self) -> PyResult<u32> {
        let missing = || PyTypeError::new_err(format!("the sweep '{}' needs max=…, such as max=18", self.sweep));
        self.take_number("max")?.ok_or_else(missing)
    }

    /// Refuses what nobody has taken.
    fn none_left(&self) -> PyResult<()> {
        match self.given.keys().iter().next() {
            None => Ok(()),
            Some(other) => Err(PyTypeError::new_err(format!("the sweep '{}' has no keyword '{other}'", self.sweep))),
        }
    }
}

/// The sweep of a name, opened in a folder.
fn opened(py: Python<'_>, name: &str, keywords: &Bound<'_, PyDict>, dir: &Path) -> PyResult<Opened> {
    let Some(sweep) = SWEEPS.into_iter().find(|&sweep| sweep == name) else {
        return Err(raised(Error::UnknownWord {
            kind: "sweep",
            given: nimlab::number::shorten(name),
            nearest: None,
            known: SWEEPS.map(str::to_owned).to_vec(),
        }));
    };
    let keywords = Keywords { given: keywords.copy()?, sweep };
    match sweep {
        "octal" => {
            let digits = keywords.take_number("digits")?.unwrap_or(3);
            let max_heap = keywords.take("max_heap", 10_000)?;
            keywords.none_left()?;
            py.detach(|| Sweep::open(CodePeriods::new(Codes::new(digits)?, max_heap)?, dir).map(Opened::Codes))
        }
        "triples" => {
            let max = keywords.take_max()?;
            let question = match (keywords.take("outcomes", false)?, keywords.take("sink", false)?) {
                (true, true) => return Err(PyTypeError::new_err("take outcomes=True or sink=True, not both")),
                (true, false) => TripleQuestion::Outcomes,
                (false, true) => TripleQuestion::Sink,
                (false, false) => TripleQuestion::Values,
            };
            keywords.none_left()?;
            py.detach(|| Sweep::open(TriplePeriods::new(max, question)?, dir).map(Opened::Triples))
        }
        _ => {
            let max = keywords.take_max()?;
            let size = keywords.take_number("size")?;
            let symmetric = keywords.take("symmetric", false)?;
            let outcomes = keywords.take("outcomes", false)?;
            let longest = keywords.take("longest", false)?;
            keywords.none_left()?;
            py.detach(|| {
                let family = Family::new(max, size, symmetric)?;
                match longest {
                    true => Sweep::open(LongestPeriods { family, outcomes }, dir).map(Opened::Longest),
                    false => Sweep::open(SetPeriods { family, outcomes }, dir).map(Opened::Sets),
                }
            })
        }
    }
    .map_err(lab)
}

/// A sweep over a family of games, in a folder.
#[pyclass(frozen)]
pub struct SweepHandle {
    sweep: Opened,
    cancel: Cancel,
}

#[pymethods]
impl SweepHandle {
    #[new]
    fn new(py: Python<'_>, sweep: &str, keywords: &Bound<'_, PyDict>, dir: PathBuf) -> PyResult<Self> {
        Ok(Self { sweep: opened(py, sweep, keywords, &dir)?, cancel: Cancel::new() })
    }

    /// How many shards there are, numbered from 0.
    #[getter]
    fn shards(&self) -> u64 {
        of_each!(&self.sweep, sweep => sweep.shards())
    }

    /// Where a shard is, or will be.
    fn path(&self, number: u64) -> PathBuf {
        of_each!(&self.sweep, sweep => sweep.path(number))
    }

    /// Whether a shard is there, whatever it holds.
    fn has(&self, py: Python<'_>, number: u64) -> bool {
        py.detach(|| of_each!(&self.sweep, sweep => sweep.path(number)).exists())
    }

    /// Computes a shard and writes it: its checksum; None if it was stopped.
    fn compute(&self, py: Python<'_>, number: u64) -> PyResult<Option<String>> {
        let cancel = self.cancel.token();
        let made = py.detach(
            || of_each!(&self.sweep, sweep => Ok(sweep.compute_shard(number, cancel)?.map(|shard| shard.checksum))),
        );
        made.map_err(lab)
    }

    /// Reads a shard and says its checksum; raises DamagedError if it is torn.
    fn check(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        py.detach(|| of_each!(&self.sweep, sweep => Ok(sweep.read_shard(number)?.checksum))).map_err(lab)
    }

    /// The checksum of a shard whose bytes have it; raises DamagedError if it is torn. What they say
    /// is not read.
    fn check_bytes(&self, py: Python<'_>, number: u64) -> PyResult<String> {
        py.detach(|| of_each!(&self.sweep, sweep => sweep.check_bytes(number))).map_err(lab)
    }

    /// Gives a damaged shard another name.
    fn set_aside(&self, py: Python<'_>, number: u64) -> PyResult<PathBuf> {
        py.detach(|| of_each!(&self.sweep, sweep => sweep.set_aside(number))).map_err(lab)
    }

    /// Ends the work of all threads.
    fn stop(&self) {
        self.cancel.cancel();
    }

    /// What all shards come to, so many of them computed just now.
    fn report<'py>(&self, py: Python<'py>, computed: u64) -> PyResult<Bound<'py, PyAny>> {
        let told = py.detach(|| of_each!(&self.sweep, sweep => Ok(sweep.json(&sweep.report(computed)?))));
        value(py, &told.map_err(lab)?)
    }

    /// The results as a stream for Arrow.
    fn stream<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        of_each!(&self.sweep, sweep => sweep_stream(py, sweep))
    }
}
