//! What a run needs of the thing it runs.

use super::spill::SpillFolder;
use super::words::{ChecksumReader, ChecksumWriter};
use nimlab::stream::sampling::Sampling;
use std::io::{self, Read, Write};

/// A stream with its statistics that can be kept and brought back.
pub trait Experiment: Sized {
    /// What stands in its checkpoints.
    const KIND: u64;

    /// Whether its cold pages can be kept on disk.
    const SPILLS: bool;

    /// The experiment from its beginning; cold pages go to `spill`.
    fn new(sampling: Sampling, spill: Option<SpillFolder<'_>>) -> io::Result<Self>;

    /// The experiment of a checkpoint.
    fn load(
        statistics: &[u64],
        reader: &mut ChecksumReader<impl Read>,
        spill: Option<SpillFolder<'_>>,
    ) -> io::Result<Self>;

    /// Fails if the checkpoint it was loaded from names files that are missing
    /// ([`io::ErrorKind::NotFound`]) or damaged.
    fn verify(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Writes the state after the statistics; what it names lasts already.
    fn save(&mut self, writer: &mut ChecksumWriter<impl Write>) -> io::Result<()>;

    /// A checkpoint was written and has its name: older files can go.
    fn checkpointed(&mut self) {}

    /// The statistics as words.
    fn statistics(&self) -> Vec<u64>;

    /// The number of the last position.
    fn steps(&self) -> u64;

    /// The bytes held in memory.
    fn bytes(&self) -> u64;

    /// Goes on to position number `to`, or until `go_on` (given the number
    /// reached and the bytes held) says no.
    fn advance(&mut self, to: u64, go_on: &mut dyn FnMut(u64, u64) -> bool) -> io::Result<()>;

    /// The memory that a step takes, in bits.
    fn bits_a_step() -> f64;
}
