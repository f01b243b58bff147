//! Runs: long experiments, each kept in a directory of its own.
//!
//! The directory holds `manifest.json`, the newest checkpoint and the one
//! before it, and at the end `result.json`, `report.txt`, the tables `samples`
//! and `differences` (Parquet and CSV) and, for positive Nim,
//! `repeated.parquet`. All but the times in the manifest, and the name of the
//! run there and in its checkpoints, depend only on the game, the number of
//! steps and the sampling interval: a run that was killed and resumed ends with
//! the same bytes.

mod checkpoint;
mod experiment;
mod lex;
pub mod limits;
mod pages;
mod positive;
mod report;
mod report_positive;
pub(crate) mod room;
mod spill;
mod tables;
mod words;

pub use report::{Finding, RunReport};
pub use room::{available_memory, readable};

use crate::error::{Error, Result};
use crate::export::write_whole;
use checkpoint::{Checkpoints, Foreign, Owner};
use experiment::Experiment;
use nimlab::games::wythoff3::rule::Variant;
use nimlab::stream::sampling::Sampling;
use nimlab::stream::{lex as lex_stream, positive as positive_stream};
use nimlab::{Hint, Term};
use serde_json::{Value, json};
use spill::SpillFolder;
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// What to run, and where.
#[derive(Debug, Clone)]
pub struct Options {
    /// The game: Wytlex(3), whose list Akiyama's algorithm makes, or positive Nim.
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
pub struct RunProgress {
    /// The number of the last position.
    pub done: u64,
    /// Where it will end.
    pub steps: u64,
    /// The bytes held in memory.
    pub bytes: u64,
}

/// How a run ended.
#[derive(Debug, Clone)]
pub enum RunEnd {
    /// It came to its last position: what was found.
    Finished(RunReport),
    /// It was asked to stop after this number, and a checkpoint was written.
    Stopped(u64),
}

/// The statistics of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunStatistics {
    /// Of Akiyama's algorithm.
    Lex(Box<lex_stream::statistics::LexStatistics>),
    /// Of positive Nim.
    Positive(Box<positive_stream::statistics::PositiveStatistics>),
}

impl RunStatistics {
    fn from_words(kind: u64, words: &[u64]) -> std::io::Result<Self> {
        match kind {
            lex::LexRun::KIND => Ok(Self::Lex(Box::new(lex::from_words(words)?))),
            positive::PositiveRun::KIND => Ok(Self::Positive(Box::new(positive::from_words(words)?))),
            _ => Err(words::damaged()),
        }
    }
}

/// The form of a run's directory: the checkpoints say whose they are.
const FORMAT: u64 = 2;

/// The longest manifest that is read.
const MOST_MANIFEST: u64 = 1 << 20;

/// The most steps of a run: every number then fits easily.
const MOST_STEPS: u64 = 1_000_000_000_000;

/// Called with how far a run is; says whether it continues.
pub type Watch<'w> = dyn FnMut(RunProgress) -> ControlFlow<()> + 'w;

/// Runs or continues an experiment; says what was found.
///
/// ```
/// use nimlab::games::wythoff3::rule::Variant;
/// use nimlab_lab::run::{Options, RunEnd, run};
/// use std::{ops::ControlFlow, time::Duration};
/// let folder = tempfile::tempdir().unwrap();
/// let options = Options {
///     game: Variant::Positive,
///     steps: 1000,
///     folder: folder.path().join("run"),
///     spill: None,
///     checkpoint: Duration::from_secs(60),
/// };
/// assert!(matches!(run(&options, &mut |_| ControlFlow::Continue(()))?, RunEnd::Finished(_)));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn run(options: &Options, progress: &mut Watch<'_>) -> Result<RunEnd> {
    if !(1..=MOST_STEPS).contains(&options.steps) {
        return Err(Error::Request {
            problem: format!("the number of steps is {}, and it must be from 1 to 10^12", options.steps),
            hint: Hint::example([Term::steps("1e8")]),
        });
    }
    match options.game {
        Variant::L1 => Err(Error::Request {
            problem:
                "there is no run of wythoff3:l1 yet: L1-Nim has other P-positions than Akiyama's algorithm lists, \
                      from number 14 on"
                    .into(),
            hint: Hint::new(
                "the algorithm's list, that of Wytlex(3), is run by wythoff3:lex; L1-Nim by its rule is listed",
                [Term::POSITIONS, Term::game("wythoff3:l1")],
            ),
        }),
        Variant::Lex => run_experiment::<lex::LexRun>(options, progress),
        Variant::Positive if options.spill.is_some() => Err(Error::Request {
            problem: "a run of positive Nim keeps no part of its list in a spill directory".into(),
            hint: "it needs less than one byte per position: leave it out".into(),
        }),
        Variant::Positive => run_experiment::<positive::PositiveRun>(options, progress),
    }
}

/// Reads what a run has found so far.
pub fn show(folder: &Path) -> Result<RunReport> {
    let (game, statistics) = statistics(folder)?;
    Ok(RunReport::new(&game, &statistics))
}

/// Reads the game of a run and what was counted so far.
pub fn statistics(folder: &Path) -> Result<(String, RunStatistics)> {
    let manifest = Manifest::read(folder)?;
    let mut last = None;
    for path in Checkpoints::new(folder).paths() {
        match Checkpoints::open(&path) {
            Ok((owner, words, _)) => {
                manifest.owns(&owner).map_err(|foreign| foreign.error(&path))?;
                match RunStatistics::from_words(owner.kind, &words) {
                    Ok(statistics) => return Ok((manifest.game, statistics)),
                    Err(error) => last = Some(error),
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => last = Some(error),
        }
    }
    Err(match last {
        Some(error) => Error::system("read a checkpoint in", folder, error),
        None => Error::Request {
            problem: format!("{} has no checkpoint yet", folder.display()),
            hint: Hint::new(
                "the first is written after some minutes, or at the end; sooner",
                [Term::Set("checkpoint", "10".into())],
            ),
        },
    })
}

fn run_experiment<E: Experiment>(options: &Options, progress: &mut Watch<'_>) -> Result<RunEnd> {
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
    let mut experiment: E = resume(&checkpoints, &manifest, spill)?;
    let interval = manifest.sampling.interval;
    let owner = Owner { kind: E::KIND, interval, run: Some(manifest.run.clone()) };
    if advance(&mut experiment, options, &checkpoints, &owner, progress)?.is_break() {
        return Ok(RunEnd::Stopped(experiment.steps()));
    }
    let statistics = RunStatistics::from_words(E::KIND, &experiment.statistics())
        .map_err(|source| Error::system("use the statistics of", folder, source))?;
    let report = RunReport::new(&manifest.game, &statistics);
    tables::write(folder, &manifest.game, &statistics)?;
    write_whole(&folder.join("result.json"), pretty(report.json()).as_bytes())?;
    write_whole(&folder.join("report.txt"), report.text().as_bytes())?;
    manifest.finish(folder, experiment.steps())?;
    Ok(RunEnd::Finished(report))
}

/// The newest checkpoint that is whole, or the beginning.
fn resume<E: Experiment>(checkpoints: &Checkpoints, manifest: &Manifest, spill: Option<SpillFolder<'_>>) -> Result<E> {
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
                return Ok(experiment);
            }
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
            kept: "nothing was changed; remove both checkpoints to begin again".into(),
        });
    }
    E::new(manifest.sampling, spill).map_err(|source| Error::System {
        what: "cannot begin".into(),
        cause: source,
        kept: String::new(),
    })
}

/// Continues to the end, with a checkpoint now and then; or until it is told to
/// stop, with a checkpoint there.
fn advance<E: Experiment>(
    experiment: &mut E,
    options: &Options,
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

/// What the run is.
#[derive(Debug)]
struct Manifest {
    game: String,
    sampling: Sampling,
    /// Tells its checkpoints and spill files from those of other runs.
    run: String,
    value: Value,
}

impl Manifest {
    fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    fn read(folder: &Path) -> Result<Self> {
        let path = Self::path(folder);
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(MOST_MANIFEST).read_to_end(&mut bytes));
        read.map_err(|source| Error::system("read", &path, source))?;
        Self::parse(&bytes).ok_or_else(|| Error::Directory {
            directory: folder.display().to_string(),
            problem: "manifest.json is not that of a run".into(),
        })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut value: Value = serde_json::from_slice(bytes).ok()?;
        // The first runs of the algorithm's list had the name of L1-Nim.
        if value["format"].is_null() && value["game"] == "wythoff3:l1" {
            value["game"] = json!("wythoff3:lex");
        }
        let game = value["game"].as_str()?.to_owned();
        let interval = value["interval"].as_u64().filter(|&interval| interval > 0)?;
        // The first runs had no name.
        let run = value["run"].as_str().unwrap_or("0").to_owned();
        let is_name = run.len() <= 32 && run.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name.then_some(Self { game, sampling: Sampling { interval }, run, value })
    }

    /// Fails if a checkpoint is not that of this run.
    fn owns(&self, owner: &Owner) -> std::result::Result<(), Foreign> {
        let kind = if self.game == "wythoff3:positive" { positive::PositiveRun::KIND } else { lex::LexRun::KIND };
        owner.check(kind, self.sampling.interval, &self.run)
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
        let run = run_name();
        let value = json!({
            "game": game,
            "format": FORMAT,
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

/// A name that no other run has: the time, and random letters.
fn run_name() -> String {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{:x}{:08x}", seconds_now(), random as u32)
}

/// Seconds since 1970.
fn seconds_now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}

/// Reads bytes from outside as a manifest, as a checkpoint and as a shard of a
/// sweep, for fuzz targets: whatever they are, the answer is a value or an error.
#[doc(hidden)]
pub mod outside {
    use super::*;
    use words::Reader;

    /// Whether the bytes are the manifest of a run.
    pub fn is_manifest(bytes: &[u8]) -> bool {
        Manifest::parse(bytes).is_some()
    }

    /// The statistics at the head of a checkpoint, and whether its state can be
    /// loaded.
    pub fn checkpoint(bytes: &[u8]) -> std::io::Result<(RunStatistics, bool)> {
        let mut reader = Reader::new(bytes);
        let (owner, words) = checkpoint::read_head(&mut reader)?;
        let statistics = RunStatistics::from_words(owner.kind, &words)?;
        let whole = match owner.kind {
            lex::LexRun::KIND => lex::LexRun::load(&words, &mut reader, None).map(drop),
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
mod tests {
    use super::*;

    fn finish(folder: &Path, game: Variant, steps: u64) -> RunReport {
        let options =
            Options { game, steps, folder: folder.to_owned(), spill: None, checkpoint: Duration::from_secs(300) };
        match run(&options, &mut |_| ControlFlow::Continue(())).unwrap() {
            RunEnd::Finished(report) => report,
            RunEnd::Stopped(at) => panic!("stopped at {at}"),
        }
    }

    /// A directory as the first versions wrote it: named after L1-Nim, and with
    /// checkpoints that do not say whose they are.
    #[test]
    fn directories_of_the_first_form_are_read_and_called_by_their_right_name() {
        let folder = tempfile::tempdir().unwrap();
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        finish(&old, Variant::Lex, 30_000);
        let path = old.join("manifest.json");
        let mut manifest: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        assert_eq!((manifest["game"].as_str(), manifest["format"].as_u64()), (Some("wythoff3:lex"), Some(2)));
        manifest["game"] = json!("wythoff3:l1");
        manifest.as_object_mut().unwrap().remove("format");
        std::fs::write(&path, manifest.to_string()).unwrap();
        let path = old.join("checkpoint.bin");
        let bytes = std::fs::read(&path).unwrap();
        let mut first = b"nimlab-1".to_vec();
        first.extend(&bytes[8..16]);
        first.extend(&bytes[8 * 7..]);
        std::fs::write(&path, outside::with_checksums(&first)).unwrap();
        let report = show(&old).unwrap();
        assert_eq!(
            (report.json()["game"].as_str(), report.json()["steps"].as_u64()),
            (Some("wythoff3:lex"), Some(30_000))
        );
        assert_eq!(finish(&old, Variant::Lex, 40_000).json(), finish(&new, Variant::Lex, 40_000).json());
        let files = |name: &str| [&old, &new].map(|folder| std::fs::read(folder.join(name)).unwrap());
        for name in ["samples.csv", "result.json"] {
            let [one, other] = files(name);
            assert!(one == other, "{name}");
        }
        let [one, other] = files("checkpoint.bin").map(|bytes| outside::without_name(&bytes));
        assert!(one == other, "the checkpoints");
        let manifest: Value = serde_json::from_slice(&std::fs::read(old.join("manifest.json")).unwrap()).unwrap();
        assert_eq!(manifest["game"], "wythoff3:lex");
    }

    /// Bytes from outside: whatever they are, there is an answer, also where all
    /// checksums are right.
    #[test]
    fn altered_manifests_and_checkpoints_are_read_without_a_panic() {
        for game in [Variant::Lex, Variant::Positive] {
            let folder = tempfile::tempdir().unwrap();
            finish(folder.path(), game, 300);
            let manifest = std::fs::read(folder.path().join("manifest.json")).unwrap();
            let whole = std::fs::read(folder.path().join("checkpoint.bin")).unwrap();
            assert!(outside::is_manifest(&manifest) && outside::checkpoint(&whole).unwrap().1);
            let mut random = 7_u64;
            let mut below = |limit: usize| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % limit
            };
            for round in 0..200 {
                let mut bytes = manifest.clone();
                bytes[below(manifest.len())] = below(256) as u8;
                let _ = outside::is_manifest(&bytes);
                // The head and the places of the arrays: the pages are bits of any kind.
                let mut bytes = whole.clone();
                let at = if round % 4 > 0 { below(whole.len().min(4000)) } else { below(whole.len()) } / 8 * 8;
                let word = match round % 3 {
                    0 => below(1 << 20) as u64,
                    1 => u64::MAX >> below(64),
                    _ => 1 << below(64),
                };
                let end = (at + 8).min(bytes.len());
                bytes[at..end].copy_from_slice(&word.to_le_bytes()[..end - at]);
                bytes.truncate(if round % 7 == 0 { below(whole.len()) } else { whole.len() });
                assert!(bytes == whole || !outside::checkpoint(&bytes).is_ok_and(|(_, whole)| whole));
                let _ = outside::checkpoint(&outside::with_checksums(&bytes));
            }
        }
    }
}
