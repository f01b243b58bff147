//! A run of Akiyama's algorithm: the stream with its statistics, to and from words.

use super::experiment::Experiment;
use super::pages;
use super::spill::{SharedSpill, SpillFolder};
use super::words::{ChecksumWriter, NumberReader, Reader, damaged};
use nimlab::stream::lex::LexState;
use nimlab::stream::lex::LexStream;
use nimlab::stream::lex::statistics::{LexSample, LexStatistics};
use nimlab::stream::sampling::Sampling;
use std::io::{self, Read, Write};

/// The stream with its statistics.
pub struct LexRun {
    stream: LexStream,
    statistics: LexStatistics,
    /// The cold parts of F and Z, if they go to files.
    spill: Option<[SharedSpill; 2]>,
    /// Its checkpoint names files, and no directory was given for them.
    lacks_spill: bool,
}

/// No number of a run is larger: v₃ is below 6n.
const MOST_NUMBER: u64 = 8 * super::MOST_STEPS;

/// The names of the arrays in those of the files.
const ARRAYS: [&str; 2] = ["f", "z"];

fn open(spill: Option<SpillFolder<'_>>) -> io::Result<Option<[SharedSpill; 2]>> {
    let Some(folder) = spill else { return Ok(None) };
    let [f, z] = ARRAYS.map(|name| folder.array(name));
    Ok(Some([f?, z?]))
}

/// The statistics as words.
pub fn to_words(statistics: &LexStatistics) -> Vec<u64> {
    let mut words = vec![statistics.sampling.interval, statistics.steps];
    words.extend(statistics.last);
    words.extend(statistics.kappa);
    words.extend(statistics.histogram);
    words.extend(statistics.first);
    words.push(statistics.samples.len() as u64);
    for sample in &statistics.samples {
        words.push(sample.n);
        words.extend(sample.position);
        words.extend(sample.kappa);
        words.extend([sample.w, sample.z]);
    }
    words
}

/// The statistics with these words.
pub fn from_words(words: &[u64]) -> io::Result<LexStatistics> {
    let mut numbers = NumberReader(words.iter());
    let mut statistics = LexStatistics::new(Sampling { interval: numbers.one()?.max(1) });
    statistics.steps = numbers.one()?;
    statistics.last = numbers.several()?;
    statistics.kappa = numbers.several()?;
    statistics.histogram = numbers.several()?;
    statistics.first = numbers.several()?;
    for _ in 0..numbers.count(9)? {
        statistics.samples.push(LexSample {
            n: numbers.one()?,
            position: numbers.several()?,
            kappa: numbers.several()?,
            w: numbers.one()?,
            z: numbers.one()?,
        });
    }
    Ok(statistics)
}

impl Experiment for LexRun {
    const KIND: u64 = 1;
    const SPILLS: bool = true;

    fn new(sampling: Sampling, spill: Option<SpillFolder<'_>>) -> io::Result<Self> {
        let spill = open(spill)?;
        let mut stream = LexStream::new();
        if let Some([f, z]) = &spill {
            stream.set_cold(Box::new(f.clone()), Box::new(z.clone()));
        }
        Ok(Self { stream, statistics: LexStatistics::new(sampling), spill, lacks_spill: false })
    }

    fn load(statistics: &[u64], reader: &mut Reader<impl Read>, spill: Option<SpillFolder<'_>>) -> io::Result<Self> {
        let statistics = from_words(statistics)?;
        let state = LexState { next: reader.word()?, m: reader.word()?, d: reader.word()? };
        if [state.next, state.m, state.d].iter().any(|&number| number > MOST_NUMBER) {
            return Err(damaged());
        }
        let spill = open(spill)?;
        let [f_spill, z_spill] = [0, 1].map(|i| spill.as_ref().map(|both| &both[i]));
        let (f_parts, z_part) = state.cold_parts();
        let (f, f_lacks) = pages::load(reader, f_spill, &f_parts)?;
        let (z, z_lacks) = pages::load(reader, z_spill, &[z_part])?;
        let stream = LexStream::restore(state, f, z);
        Ok(Self { stream, statistics, spill, lacks_spill: f_lacks || z_lacks })
    }

    fn verify(&mut self) -> io::Result<()> {
        if self.lacks_spill {
            return Err(io::Error::new(io::ErrorKind::NotFound, "a part of it is in spill files"));
        }
        self.spill.iter().flatten().try_for_each(|spill| spill.get().verify())
    }

    fn save(&mut self, writer: &mut ChecksumWriter<impl Write>) -> io::Result<()> {
        let LexState { next, m, d } = self.stream.state();
        writer.words(&[next, m, d])?;
        self.spill.iter().flatten().try_for_each(|spill| spill.get().sync())?;
        let [f_spill, z_spill] = [0, 1].map(|i| self.spill.as_ref().map(|both| &both[i]));
        let (f, z) = self.stream.arrays();
        pages::save(f, f_spill, writer)?;
        pages::save(z, z_spill, writer)
    }

    fn checkpointed(&mut self) {
        self.spill.iter().flatten().for_each(|spill| spill.get().checkpointed());
    }

    fn statistics(&self) -> Vec<u64> {
        to_words(&self.statistics)
    }

    fn steps(&self) -> u64 {
        self.statistics.steps
    }

    fn bytes(&self) -> u64 {
        self.stream.bytes()
    }

    fn advance(&mut self, to: u64, go_on: &mut dyn FnMut(u64, u64) -> bool) -> io::Result<()> {
        self.stream.run(to, &mut self.statistics, &mut |state, bytes| go_on(state.next - 1, bytes))
    }

    fn bits_a_step() -> f64 {
        5.11
    }
}
