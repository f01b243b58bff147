//! Runs: `nimlab run wythoff3:l1 --steps N --dir D`.
//!
//! The directory holds `manifest.json`, the newest checkpoint and the one
//! before it, and at the end `result.json`, `report.txt`, the tables `samples`
//! and `differences` (Parquet and CSV) and, for positive Nim,
//! `repeated.parquet`. All but the times in the manifest depend only on the
//! game, the number of steps and the sampling interval: a run that was killed
//! and resumed ends with the same bytes.

mod checkpoint;
mod experiment;
mod l1;
pub mod limits;
mod pages;
mod positive;
mod report;
mod report_positive;
pub(crate) mod room;
mod spill;
mod tables;
mod words;

pub use report::{Finding, Report};
pub use room::{available_memory, readable};

use crate::error::{Error, Result};
use crate::export::write_whole;
use checkpoint::Checkpoints;
use experiment::Experiment;
use nimlab::games::wythoff3::rule::Variant;
use nimlab::stream::{l1 as l1_stream, positive as positive_stream, sampling::Sampling};
use rustix::fs::{FlockOperation, flock};
use serde_json::{Value, json};
use spill::SpillFolder;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// What to run, and where.
#[derive(Debug, Clone)]
pub struct Options {
    /// The game: Wytlex, or L1-Nim as the name under which the sources run
    /// Akiyama's algorithm; or positive Nim.
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
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The number of the last position.
    pub done: u64,
    /// Where it will end.
    pub steps: u64,
    /// Positions since the command started.
    pub here: u64,
    /// Time since the command started.
    pub elapsed: Duration,
    /// The bytes held in memory.
    pub bytes: u64,
}

/// The statistics of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Statistics {
    /// Of Akiyama's algorithm.
    L1(Box<l1_stream::statistics::Statistics>),
    /// Of positive Nim.
    Positive(Box<positive_stream::statistics::Statistics>),
}

impl Statistics {
    fn is_positive(&self) -> bool {
        matches!(self, Self::Positive(_))
    }

    fn from_words(kind: u64, words: &[u64]) -> std::io::Result<Self> {
        match kind {
            l1::L1Run::KIND => Ok(Self::L1(Box::new(l1::from_words(words)?))),
            positive::PositiveRun::KIND => Ok(Self::Positive(Box::new(positive::from_words(words)?))),
            _ => Err(words::damaged()),
        }
    }
}

/// The most steps of a run: every number then fits easily.
const MOST_STEPS: u64 = 1_000_000_000_000;

/// Runs, or goes on with, an experiment; says what was found.
pub fn run(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Report> {
    if !(1..=MOST_STEPS).contains(&options.steps) {
        return Err(Error::Request {
            problem: format!("the number of steps is {}, and it must be from 1 to 10^12", options.steps),
            hint: "an example that works: --steps 1e8".into(),
        });
    }
    match options.game {
        Variant::L1 | Variant::Lex => run_experiment::<l1::L1Run>(options, progress),
        Variant::Positive if options.spill.is_some() => Err(Error::Request {
            problem: "positive Nim has no --spill".into(),
            hint: "it needs less than one byte a position: leave it out".into(),
        }),
        Variant::Positive => run_experiment::<positive::PositiveRun>(options, progress),
    }
}

/// Reads what a run has found so far.
pub fn show(folder: &Path) -> Result<Report> {
    let (game, statistics) = statistics(folder)?;
    Ok(Report::new(&game, &statistics))
}

/// Reads the game of a run and what was counted so far.
pub fn statistics(folder: &Path) -> Result<(String, Statistics)> {
    let game = Manifest::read(folder)?.game;
    let mut last = None;
    for path in Checkpoints::new(folder).paths() {
        match Checkpoints::open(&path).and_then(|(kind, words, _)| Statistics::from_words(kind, &words)) {
            // A checkpoint of another game does not belong here.
            Ok(statistics) if statistics.is_positive() != (game == "wythoff3:positive") => {
                last = Some(words::damaged());
            }
            Ok(statistics) => return Ok((game, statistics)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => last = Some(error),
        }
    }
    Err(match last {
        Some(error) => Error::system("read a checkpoint in", folder, error),
        None => Error::Request {
            problem: format!("{} has no checkpoint yet", folder.display()),
            hint: "the first is written after some minutes, or at the end; sooner: run … --checkpoint 10".into(),
        },
    })
}

fn run_experiment<E: Experiment>(options: &Options, progress: &mut dyn FnMut(Progress)) -> Result<Report> {
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
    let mut experiment: E = resume(&checkpoints, manifest.sampling, spill)?;
    advance(&mut experiment, options, &checkpoints, progress)?;
    let statistics = Statistics::from_words(E::KIND, &experiment.statistics())
        .map_err(|source| Error::system("use the statistics of", folder, source))?;
    let report = Report::new(&manifest.game, &statistics);
    tables::write(folder, &manifest.game, &statistics)?;
    write_whole(&folder.join("result.json"), pretty(report.json()).as_bytes())?;
    write_whole(&folder.join("report.txt"), report.text().as_bytes())?;
    manifest.finish(folder, experiment.steps())?;
    Ok(report)
}

/// The newest checkpoint that is whole, or the beginning.
fn resume<E: Experiment>(checkpoints: &Checkpoints, sampling: Sampling, spill: Option<SpillFolder<'_>>) -> Result<E> {
    let paths = checkpoints.paths();
    let found: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
    let mut spill_damage = None;
    for (index, path) in found.iter().enumerate() {
        let loaded = Checkpoints::open(path).and_then(|(kind, statistics, mut reader)| {
            if kind != E::KIND {
                return Err(words::damaged());
            }
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
                return Ok(experiment);
            }
            (Err(error), Some(cause)) if error.kind() == ErrorKind::NotFound => {
                return Err(Error::Request {
                    problem: format!("{} cannot be used: {cause}", path.display()),
                    hint: "give --spill the directory in which the run began; if its files are lost, remove this \
                           checkpoint, and the run goes on from the one before it or begins again"
                        .into(),
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
            kept: "nothing was changed; remove both checkpoints to begin again".into(),
        });
    }
    E::new(sampling, spill).map_err(|source| Error::System {
        what: "cannot begin".into(),
        cause: source,
        kept: String::new(),
    })
}

/// Goes on to the end, with a checkpoint now and then.
fn advance<E: Experiment>(
    experiment: &mut E,
    options: &Options,
    checkpoints: &Checkpoints,
    progress: &mut dyn FnMut(Progress),
) -> Result<()> {
    let (started, first) = (Instant::now(), experiment.steps());
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
        let mut go_on = |done: u64, bytes: u64| {
            calls = calls.wrapping_add(1);
            if !calls.is_multiple_of(16) {
                return true;
            }
            let elapsed = started.elapsed();
            progress(Progress { done, steps: options.steps, here: done - first, elapsed, bytes });
            Instant::now() < due && done < due_at
        };
        experiment.advance(options.steps, &mut go_on).map_err(|source| Error::System {
            what: "the run has stopped".into(),
            cause: source,
            kept: "the last checkpoint is kept; run the same command again to go on".into(),
        })?;
        let statistics = experiment.statistics();
        checkpoints.write(E::KIND, &statistics, |writer| experiment.save(writer))?;
        experiment.checkpointed();
    }
    Ok(())
}

/// Keeps two commands out of one directory; the lock ends with the process.
fn lock(folder: &Path) -> Result<File> {
    let path = folder.join("lock");
    let file = File::create(&path).map_err(|source| Error::system("write", &path, source))?;
    flock(&file, FlockOperation::NonBlockingLockExclusive).map_err(|_| Error::Directory {
        directory: folder.display().to_string(),
        problem: "another run is using this directory".into(),
    })?;
    Ok(file)
}

/// What the run is.
#[derive(Debug)]
struct Manifest {
    game: String,
    sampling: Sampling,
    /// Tells its spill files from those of other runs.
    run: String,
    value: Value,
}

impl Manifest {
    fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    fn read(folder: &Path) -> Result<Self> {
        let path = Self::path(folder);
        let bytes = std::fs::read(&path).map_err(|source| Error::system("read", &path, source))?;
        let wrong = || Error::Directory {
            directory: folder.display().to_string(),
            problem: "manifest.json is not that of a run".into(),
        };
        let value: Value = serde_json::from_slice(&bytes).map_err(|_| wrong())?;
        let game = value["game"].as_str().ok_or_else(wrong)?.to_owned();
        let interval = value["interval"].as_u64().filter(|&interval| interval > 0).ok_or_else(wrong)?;
        // Runs of earlier versions had no files that carry it.
        let run = value["run"].as_str().unwrap_or("0").to_owned();
        if run.len() > 32 || !run.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(wrong());
        }
        Ok(Self { game, sampling: Sampling { interval }, run, value })
    }

    /// The manifest of the directory, made if there is none.
    fn open(options: &Options) -> Result<Self> {
        let folder = &options.folder;
        let game = format!("wythoff3:{}", options.game.word());
        if Self::path(folder).exists() {
            let manifest = Self::read(folder)?;
            if manifest.game != game {
                return Err(Error::Request {
                    problem: format!("{} holds a run of {}, not of {game}", folder.display(), manifest.game),
                    hint: "use another directory".into(),
                });
            }
            return Ok(manifest);
        }
        let sampling = Sampling::for_steps(options.steps);
        let nanoseconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let run = format!("{:x}{:x}", nanoseconds, std::process::id());
        let value = json!({
            "game": game,
            "run": run,
            "steps": options.steps,
            "interval": sampling.interval,
            "version": env!("CARGO_PKG_VERSION"),
            "started": seconds_now(),
            "finished": null,
        });
        write_whole(&Self::path(folder), pretty(&value).as_bytes())?;
        Ok(Self { game, sampling, run, value })
    }

    fn finish(mut self, folder: &Path, steps: u64) -> Result<()> {
        self.value["steps"] = json!(steps);
        self.value["finished"] = json!(seconds_now());
        write_whole(&Self::path(folder), pretty(&self.value).as_bytes())
    }
}

/// Seconds since 1970.
fn seconds_now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
