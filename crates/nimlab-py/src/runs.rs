//! Long experiments in directories of their own.

use crate::errors::{lab, raised};
use crate::numbers::{small, value};
use crate::watch;
use nimlab::games::wythoff3::rule::Variant;
use nimlab_lab::run::{RunEnd, RunOptions, RunReport, no_run, run as run_experiment, show};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::time::Duration;

/// What a run has found: its JSON, and its text.
type Report<'py> = (Bound<'py, PyAny>, String);

fn report<'py>(py: Python<'py>, report: &RunReport) -> PyResult<Report<'py>> {
    Ok((value(py, report.json())?, report.text()))
}

/// Runs an experiment, or goes on with it. `None` if it was stopped, after a
/// checkpoint.
#[pyfunction]
pub fn run<'py>(
    py: Python<'py>,
    game: String,
    steps: &Bound<'py, PyAny>,
    dir: PathBuf,
    spill: Option<PathBuf>,
    checkpoint: f64,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Report<'py>> {
    let variant = Variant::ALL.into_iter().find(|variant| game == format!("wythoff3:{}", variant.word()));
    let options = RunOptions {
        game: variant.ok_or_else(|| raised(no_run(game)))?,
        steps: small(steps, "the number of steps")?,
        folder: dir,
        spill,
        checkpoint: Duration::try_from_secs_f64(checkpoint)
            .map_err(|_| pyo3::exceptions::PyValueError::new_err("seconds between two checkpoints, such as 300"))?,
    };
    // Ctrl-C writes a checkpoint first: what was raised is raised after it.
    let ended = watch::work(py, progress, lab, |watched| {
        run_experiment(&options, &mut |progress| watched.tell(progress.done, progress.steps))
    })?;
    match ended {
        RunEnd::Finished(found) => report(py, &found),
        RunEnd::Stopped(_) => Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(())),
    }
}

/// What a run has found so far.
#[pyfunction]
pub fn open_run<'py>(py: Python<'py>, dir: PathBuf) -> PyResult<Report<'py>> {
    let found = py.detach(|| show(&dir)).map_err(lab)?;
    report(py, &found)
}
