//! What a run says about itself: `manifest.json` in its directory.

use super::checkpoint::{Checkpoints, Foreign, Owner};
use super::experiment::Experiment;
use super::{RunOptions, mex, positive};
use crate::error::{Error, Result};
use crate::export::write_whole;
use nimlab::stream::sampling::Sampling;
use serde_json::{Value, json};
use std::fs::File;
use std::hash::{BuildHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The longest manifest that is read.
const MOST_MANIFEST: u64 = 1 << 20;

/// The form of a run's directory: the checkpoints say whose they are.
const FORMAT: u64 = 2;

/// What the run is.
#[derive(Debug)]
pub struct Manifest {
    pub game: String,
    pub sampling: Sampling,
    /// Tells its checkpoints and spill files from those of other runs.
    pub run: String,
    value: Value,
}

impl Manifest {
    pub fn path(folder: &Path) -> PathBuf {
        folder.join("manifest.json")
    }

    pub fn read(folder: &Path) -> Result<Self> {
        let path = Self::path(folder);
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(MOST_MANIFEST).read_to_end(&mut bytes));
        read.map_err(|source| Error::system("read", &path, source))?;
        let refused = |problem: String| Error::Directory { directory: folder.display().to_string(), problem };
        let manifest = Self::parse(&bytes).ok_or_else(|| refused("manifest.json is not that of a run".into()))?;
        match manifest.value["format"].as_u64() {
            Some(format) if format > FORMAT => Err(refused(format!(
                "manifest.json has format {format}, of a later version; this one reads the formats up to {FORMAT}"
            ))),
            _ => Ok(manifest),
        }
    }

    /// Whether the run has come to its last position.
    pub fn is_finished(&self) -> bool {
        !self.value["finished"].is_null()
    }

    pub fn parse(bytes: &[u8]) -> Option<Self> {
        let mut value: Value = serde_json::from_slice(bytes).ok()?;
        // The first runs of the algorithm's list had the name of L1-Nim.
        if value["format"].is_null() && value["game"] == "wythoff3:l1" {
            value["game"] = json!("wythoff3:lex");
        }
        let game = value["game"].as_str()?.to_owned();
        let interval = value["interval"].as_u64().filter(|&interval| interval > 0)?;
        // The first runs had no name.
        let run = value["run"].as_str().unwrap_or("0").to_owned();
        if !(value["format"].is_null() || value["format"].is_u64()) {
            return None;
        }
        let is_name = run.len() <= 32 && run.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_name.then_some(Self { game, sampling: Sampling { interval }, run, value })
    }

    /// Fails if a checkpoint is not that of this run.
    pub fn owns(&self, owner: &Owner) -> std::result::Result<(), Foreign> {
        let kind = match self.game.as_str() {
            "wythoff3:positive" => positive::PositiveRun::KIND,
            "wythoff3:l1" => mex::L1Run::KIND,
            _ => mex::WytlexRun::KIND,
        };
        owner.check(kind, self.sampling.interval, &self.run)
    }

    /// The manifest of the directory, made if there is none. One is made only if no checkpoint
    /// in the directory is that of another run.
    pub fn open(options: &RunOptions) -> Result<Self> {
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
        let manifest = Self { game, sampling, run, value };
        for path in Checkpoints::new(folder).paths() {
            if let Ok((owner, ..)) = Checkpoints::open(&path) {
                manifest.owns(&owner).map_err(|foreign| foreign.error(&path))?;
            }
        }
        write_whole(&Self::path(folder), pretty(&manifest.value).as_bytes())?;
        Ok(manifest)
    }

    pub fn finish(mut self, folder: &Path, steps: u64) -> Result<()> {
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

/// JSON as the files of a directory have it.
pub fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
