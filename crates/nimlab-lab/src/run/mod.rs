//! Runs: long experiments, each kept in a directory of its own.
//!
//! The directory holds `manifest.json`, the newest checkpoint and the one
//! before it, and at the end `result.json`, `report.txt`, the tables `samples`
//! and `differences` (Parquet and CSV); for positive Nim also `repeated.parquet`, and
//! for L1-Nim `differences-lexicographic`. Everything in it depends only on the game,
//! the number of steps and the sampling interval, except the times in the manifest and
//! the run's name there and in the checkpoints: a run that was killed and resumed ends
//! with the same bytes.

mod checkpoint;
mod experiment;
pub mod limits;
mod manifest;
mod mex;
mod pages;
mod positive;
mod report;
mod report_l1;
mod report_positive;
pub(crate) mod room;
mod spill;
mod tables;
mod words;

pub use report::{Finding, RunReport};
pub use room::{available_memory, readable};

use crate::error::{Error, Result};
use crate::export::write_whole;
use checkpoint::{Checkpoints, Owner};
use experiment::Experiment;
use manifest::{Manifest, pretty};
use nimlab::games::wythoff3::rule::Variant;
use nimlab::stream::mex::statistics::MexStatistics;
use nimlab::stream::positive::statistics::PositiveStatistics;
use nimlab::{Hint, Term};
use spill::SpillFolder;
use std::fs::File;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What to run, and where.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunEnd, RunOptions, run};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let (game, checkpoint) = (Variant::L1, Duration::from_secs(60));
/// let options = RunOptions { game, steps: 1000, folder: folder.path().to_owned(), spill: None, checkpoint };
/// let RunEnd::Finished(report) = run(&options, &mut |_| ControlFlow::Continue(()))? else { panic!() };
/// assert_eq!(report.json()["steps"], 1000);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct RunOptions {
    /// The game: L1-Nim; Wytlex(3), whose list Akiyama's algorithm makes; or positive Nim.
    pub game: Variant,
    /// Up to which number.
    pub steps: u64,
    /// The directory of the run.
    pub folder: PathBuf,
    /// A directory for what need not be in memory.
    pub spill: Option<PathBuf>,
    /// The time between two checkpoints.
    pub checkpoint: Duration,
}

/// How far a run is.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunOptions, RunProgress, run};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let (game, checkpoint) = (Variant::Lex, Duration::from_secs(60));
/// let options = RunOptions { game, steps: 1000, folder: folder.path().to_owned(), spill: None, checkpoint };
/// run(&options, &mut |progress: RunProgress| {
///     assert!(progress.done <= progress.steps);
///     ControlFlow::Continue(())
/// })?;
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct RunProgress {
    /// The number of the last position.
    pub done: u64,
    /// Where it will end.
    pub steps: u64,
    /// The bytes held in memory.
    pub bytes: u64,
}

/// How a run ended.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunOptions, RunEnd, run};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let (game, checkpoint) = (Variant::Lex, Duration::from_secs(60));
/// let options = RunOptions { game, steps: 1000, folder: folder.path().to_owned(), spill: None, checkpoint };
/// // Stopped as soon as it is asked.
/// assert!(matches!(run(&options, &mut |_| ControlFlow::Break(()))?, RunEnd::Finished(_) | RunEnd::Stopped(_)));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub enum RunEnd {
    /// It came to its last position: what was found.
    Finished(RunReport),
    /// It was asked to stop after this number, and a checkpoint was written.
    Stopped(u64),
}

/// The statistics of a run.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::figures::ThreePiles;
/// use nimlab_lab::run::RunStatistics;
/// let RunStatistics::Mex(counted) = ThreePiles::compute(Variant::Lex, 100)?.statistics else { panic!() };
/// assert_eq!(counted.kappa.iter().sum::<u64>(), 100);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStatistics {
    /// Of Wytlex(3), whose list Akiyama's algorithm makes, or of L1-Nim.
    Mex(Box<MexStatistics>),
    /// Of positive Nim.
    Positive(Box<PositiveStatistics>),
}

impl RunStatistics {
    /// The number of the last position.
    fn steps(&self) -> u64 {
        match self {
            Self::Mex(statistics) => statistics.steps,
            Self::Positive(statistics) => statistics.steps,
        }
    }

    fn from_words(kind: u64, words: &[u64]) -> std::io::Result<Self> {
        match kind {
            kind if mex::KINDS.contains(&kind) => Ok(Self::Mex(Box::new(mex::from_words(kind, words)?))),
            positive::PositiveRun::KIND => Ok(Self::Positive(Box::new(positive::from_words(words)?))),
            _ => Err(words::damaged()),
        }
    }
}

/// The most steps of a run: every number then fits easily.
const MOST_STEPS: u64 = 1_000_000_000_000;

/// Called with how far a run is; says whether it continues.
pub type Watch<'w> = dyn FnMut(RunProgress) -> ControlFlow<()> + 'w;

/// Runs or continues an experiment; says what was found.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunOptions, RunEnd, run};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let options = RunOptions {
///     game: Variant::Positive,
///     steps: 1000,
///     folder: folder.path().join("run"),
///     spill: None,
///     checkpoint: Duration::from_secs(60),
/// };
/// assert!(matches!(run(&options, &mut |_| ControlFlow::Continue(()))?, RunEnd::Finished(_)));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn run(options: &RunOptions, progress: &mut Watch<'_>) -> Result<RunEnd> {
    if !(1..=MOST_STEPS).contains(&options.steps) {
        return Err(Error::Request {
            problem: format!("the number of steps is {}, and it must be from 1 to 10^12", options.steps),
            hint: Hint::example([Term::steps("1e8")]),
        });
    }
    match options.game {
        Variant::L1 => run_experiment::<mex::L1Run>(options, progress),
        Variant::Lex => run_experiment::<mex::WytlexRun>(options, progress),
        Variant::Positive if options.spill.is_some() => Err(Error::Request {
            problem: "a run of positive Nim keeps no part of its list in a spill directory".into(),
            hint: "it needs less than one byte per position: leave it out".into(),
        }),
        Variant::Positive => run_experiment::<positive::PositiveRun>(options, progress),
    }
}

/// The refusal of a long run of another game.
///
/// ```
/// assert!(nimlab_lab::run::no_run("nim".into()).problem().contains("a long run"));
/// ```
pub fn no_run(game: String) -> nimlab::Error {
    nimlab::Error::NotAnswered {
        game,
        question: "a long run".into(),
        hint: Hint::new(
            "runs are for wythoff3:l1, wythoff3:lex and wythoff3:positive\n  an example that works",
            [Term::RUN, Term::game("wythoff3:lex"), Term::steps("1e8"), Term::dir("lex")],
        ),
    }
}

/// Reads what a run has found so far.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunOptions, RunEnd, run, show};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let (game, checkpoint) = (Variant::Lex, Duration::from_secs(60));
/// let options = RunOptions { game, steps: 1000, folder: folder.path().to_owned(), spill: None, checkpoint };
/// let RunEnd::Finished(report) = run(&options, &mut |_| ControlFlow::Continue(()))? else { panic!("nobody stops it") };
/// assert_eq!(show(folder.path())?.text(), report.text());
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn show(folder: &Path) -> Result<RunReport> {
    let (game, statistics) = statistics(folder)?;
    Ok(RunReport::new(&game, &statistics))
}

/// Reads the game of a run and what was counted so far.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{RunOptions, RunEnd, run, statistics};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let (game, checkpoint) = (Variant::Lex, Duration::from_secs(60));
/// let options = RunOptions { game, steps: 1000, folder: folder.path().to_owned(), spill: None, checkpoint };
/// run(&options, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(statistics(folder.path())?.0, "wythoff3:lex");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn statistics(folder: &Path) -> Result<(String, RunStatistics)> {
    let manifest = Manifest::read(folder)?;
    let statistics = newest_statistics(folder, &manifest)?;
    Ok((manifest.game, statistics))
}

/// What was counted up to the newest checkpoint that can be read.
fn newest_statistics(folder: &Path, manifest: &Manifest) -> Result<RunStatistics> {
    let mut last = None;
    for path in Checkpoints::new(folder).paths() {
        match Checkpoints::open(&path) {
            Ok((owner, words, _)) => {
                manifest.owns(&owner).map_err(|foreign| foreign.error(&path))?;
                match RunStatistics::from_words(owner.kind, &words) {
                    Ok(statistics) => return Ok(statistics),
                    Err(error) => last = Some(error),
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => last = Some(error),
        }
    }
    Err(match last {
        // Cut short: what is said of a file that ended would not help.
        Some(error) => Error::System {
            what: format!("no checkpoint in {} can be read", folder.display()),
            cause: if error.kind() == ErrorKind::UnexpectedEof { words::damaged() } else { error },
            kept: String::new(),
        },
        None if manifest.is_finished() => Error::Request {
            problem: format!("{} has lost its checkpoints", folder.display()),
            hint: "what the run has found is in report.txt and result.json; begin it again for more".into(),
        },
        None => Error::Request {
            problem: format!("{} has no checkpoint yet", folder.display()),
            hint: Hint::new(
                "the first is written after some minutes, or at the end; sooner",
                [Term::Set("checkpoint", "10".into())],
            ),
        },
    })
}

fn run_experiment<E: Experiment>(options: &RunOptions, progress: &mut Watch<'_>) -> Result<RunEnd> {
    let folder = &options.folder;
    room::check::<E>(options)?;
    std::fs::create_dir_all(folder).map_err(|source| Error::system("make", folder, source))?;
    if let Some(spill) = &options.spill {
        std::fs::create_dir_all(spill).map_err(|source| Error::system("make", spill, source))?;
    }
    let _lock = lock(folder)?;
    let manifest = Manifest::open(options)?;
    let checkpoints = Checkpoints::new(folder);
    let spill = options.spill.as_deref().map(|folder| SpillFolder { folder, run: &manifest.run });
    let Some(mut experiment): Option<E> = resume(&checkpoints, &manifest, spill)? else {
        let statistics = newest_statistics(folder, &manifest)?;
        if manifest.is_finished() && statistics.steps() == options.steps {
            return write_found(folder, &manifest.game, &statistics).map(RunEnd::Finished);
        }
        return Err(Error::Request {
            problem: format!("the run in {} was begun with spill files", folder.display()),
            hint: Hint::new("name the folder in which they are", [Term::Set("spill", "DIR".into())]),
        });
    };
    let interval = manifest.sampling.interval;
    let owner = Owner { kind: E::KIND, interval, run: Some(manifest.run.clone()) };
    if advance(&mut experiment, options, &checkpoints, &owner, progress)?.is_break() {
        return Ok(RunEnd::Stopped(experiment.steps()));
    }
    let statistics = RunStatistics::from_words(E::KIND, &experiment.statistics())
        .map_err(|source| Error::system("use the statistics of", folder, source))?;
    let report = write_found(folder, &manifest.game, &statistics)?;
    manifest.finish(folder, experiment.steps())?;
    Ok(RunEnd::Finished(report))
}

/// Writes the files that say what a run has found.
fn write_found(folder: &Path, game: &str, statistics: &RunStatistics) -> Result<RunReport> {
    let report = RunReport::new(game, statistics);
    tables::write(folder, game, statistics)?;
    write_whole(&folder.join("result.json"), pretty(report.json()).as_bytes())?;
    write_whole(&folder.join("report.txt"), report.text().as_bytes())?;
    Ok(report)
}

/// The newest checkpoint that is whole, or the beginning; `None` if a part of it is in
/// spill files, and no folder of such files is named.
fn resume<E: Experiment>(
    checkpoints: &Checkpoints,
    manifest: &Manifest,
    spill: Option<SpillFolder<'_>>,
) -> Result<Option<E>> {
    let paths = checkpoints.paths();
    let found: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
    let mut spill_damage = None;
    for (index, path) in found.iter().enumerate() {
        let opened = Checkpoints::open(path);
        if let Ok((owner, ..)) = &opened {
            manifest.owns(owner).map_err(|foreign| foreign.error(path))?;
        }
        let loaded = opened.and_then(|(_, statistics, mut reader)| {
            let experiment = E::load(&statistics, &mut reader, spill)?;
            reader.checksum()?;
            Ok(experiment)
        });
        let loaded = loaded.and_then(|mut experiment| match experiment.verify() {
            Ok(()) => Ok(experiment),
            Err(error) => Err(spill_damage.insert(error).kind().into()),
        });
        match (loaded, &spill_damage) {
            (Ok(experiment), _) => {
                // So that the next checkpoint does not take the place of this.
                for damaged in &found[..index] {
                    std::fs::remove_file(damaged).map_err(|source| Error::system("remove", damaged, source))?;
                }
                return Ok(Some(experiment));
            }
            (Err(error), Some(_)) if error.kind() == ErrorKind::NotFound && spill.is_none() => return Ok(None),
            (Err(error), Some(cause)) if error.kind() == ErrorKind::NotFound => {
                return Err(Error::Request {
                    problem: format!("{} cannot be used: {cause}", path.display()),
                    hint: Hint::new(
                        "if its spill files are lost, remove this checkpoint, and the run continues from the one before \
                         it or begins again; if not, name the folder in which the run began",
                        [Term::Set("spill", "DIR".into())],
                    ),
                });
            }
            // Torn or edited: the one before it is next.
            (Err(error), _) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) => {}
            (Err(error), _) => return Err(Error::system("load", path, error)),
        }
    }
    if !found.is_empty() {
        let cause = spill_damage.unwrap_or_else(words::damaged);
        return Err(Error::System {
            what: format!("no checkpoint in {} can be used", checkpoints.folder().display()),
            cause,
            kept: "the checkpoints are as they were; remove both to begin again".into(),
        });
    }
    E::new(manifest.sampling, spill).map(Some).map_err(|source| Error::System {
        what: "cannot begin".into(),
        cause: source,
        kept: String::new(),
    })
}

/// Continues to the end, with a checkpoint now and then; or until it is told to
/// stop, with a checkpoint there.
fn advance<E: Experiment>(
    experiment: &mut E,
    options: &RunOptions,
    checkpoints: &Checkpoints,
    owner: &Owner,
    progress: &mut Watch<'_>,
) -> Result<ControlFlow<()>> {
    let first = experiment.steps();
    if first > options.steps {
        return Err(Error::Request {
            problem: format!("this run has reached number {first} already, beyond {}", options.steps),
            hint: "ask for more steps, or use another directory".into(),
        });
    }
    while experiment.steps() < options.steps {
        let due = Instant::now() + options.checkpoint;
        let due_at = if options.spill.is_some() { room::next_checkpoint(experiment.steps()) } else { u64::MAX };
        let mut calls = 0u32;
        let mut told = ControlFlow::Continue(());
        let mut go_on = |done: u64, bytes: u64| {
            calls = calls.wrapping_add(1);
            if !calls.is_multiple_of(16) {
                return true;
            }
            told = progress(RunProgress { done, steps: options.steps, bytes });
            told.is_continue() && Instant::now() < due && done < due_at
        };
        experiment.advance(options.steps, &mut go_on).map_err(|source| Error::System {
            what: "the run has stopped".into(),
            cause: source,
            kept: "the last checkpoint is kept; begin again to continue from it".into(),
        })?;
        let statistics = experiment.statistics();
        checkpoints.write(owner, &statistics, |writer| experiment.save(writer))?;
        experiment.checkpointed();
        if told.is_break() && experiment.steps() < options.steps {
            return Ok(told);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Keeps two commands out of one directory; the lock ends with the process.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|source| Error::system("write", &path, source))?;
    file.try_lock().map_err(|_| Error::Directory {
        directory: folder.display().to_string(),
        problem: "another run is using this directory".into(),
    })?;
    Ok(file)
}

/// Reads bytes from outside as a manifest, as a checkpoint and as a shard of a
/// sweep, for fuzz targets: whatever they are, the answer is a value or an error.
#[doc(hidden)]
pub mod outside {
    use super::*;
    use words::ChecksumReader;

    /// Whether the bytes are the manifest of a run.
    pub fn is_manifest(bytes: &[u8]) -> bool {
        Manifest::parse(bytes).is_some()
    }

    /// The statistics at the head of a checkpoint, and whether its state can be
    /// loaded.
    pub fn checkpoint(bytes: &[u8]) -> std::io::Result<(RunStatistics, bool)> {
        let mut reader = ChecksumReader::new(bytes);
        let (owner, words) = checkpoint::read_head(&mut reader)?;
        let statistics = RunStatistics::from_words(owner.kind, &words)?;
        let whole = match owner.kind {
            mex::WytlexRun::KIND => mex::WytlexRun::load(&words, &mut reader, None).map(drop),
            mex::L1Run::KIND => mex::L1Run::load(&words, &mut reader, None).map(drop),
            _ => positive::PositiveRun::load(&words, &mut reader, None).map(drop),
        };
        Ok((statistics, whole.and_then(|()| reader.checksum()).is_ok()))
    }

    /// A checkpoint with the name of no run: so it depends only on what was
    /// asked for.
    pub fn without_name(bytes: &[u8]) -> Vec<u8> {
        checkpoint::without_name(bytes)
    }

    /// The same bytes with the checksums that they should have, so that what is
    /// after the checksums is reached.
    pub fn with_checksums(bytes: &[u8]) -> Vec<u8> {
        checkpoint::with_checksums(bytes)
    }

    /// How many rows a shard has, whatever its checksum.
    pub fn shard(bytes: &[u8]) -> Result<usize> {
        crate::shard::rows_of(bytes)
    }
}

#[cfg(test)]
mod tests;
