//! A run of a mex algorithm, that of Wytlex(3) or that of L1-Nim: the stream with its
//! statistics, to and from words.

use super::experiment::Experiment;
use super::pages;
use super::spill::{SharedSpill, SpillFolder};
use super::words::{ChecksumReader, ChecksumWriter, NumberReader, damaged};
use nimlab::stream::mex::pairs::StepTable;
use nimlab::stream::mex::statistics::{MexSample, MexStatistics};
use nimlab::stream::mex::{MexRule, MexState, MexStream};
use nimlab::stream::sampling::Sampling;
use std::io::{self, Read, Write};

/// The kind of a run of L1-Nim.
const L1_KIND: u64 = 4;

/// The kinds of the two runs.
pub const KINDS: [u64; 2] = [WytlexRun::KIND, L1Run::KIND];

/// A run of Wytlex(3).
pub type WytlexRun = MexRun<1>;

/// A run of L1-Nim.
pub type L1Run = MexRun<L1_KIND>;

fn rule_of(kind: u64) -> MexRule {
    if kind == L1_KIND { MexRule::L1 } else { MexRule::Wytlex }
}

/// The stream of this kind with its statistics.
pub struct MexRun<const KIND: u64> {
    stream: MexStream,
    statistics: MexStatistics,
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

/// The keys that Wytlex(3) has.
const WYTLEX_KEYS: usize = 64;

/// The statistics as words.
pub fn to_words(statistics: &MexStatistics) -> Vec<u64> {
    let is_l1 = statistics.rule == MexRule::L1;
    let keys = if is_l1 { statistics.histogram.len() } else { WYTLEX_KEYS };
    let mut words = vec![statistics.sampling.interval, statistics.steps];
    words.extend(statistics.last);
    words.extend(statistics.kappa);
    words.extend(&statistics.histogram[..keys]);
    words.extend(&statistics.first[..keys]);
    words.push(statistics.samples.len() as u64);
    for sample in &statistics.samples {
        words.push(sample.n);
        words.extend(sample.position);
        words.extend(sample.kappa);
        words.extend([sample.w, sample.z]);
        words.extend(is_l1.then_some(sample.skips));
    }
    if is_l1 {
        let pairs = &statistics.pairs;
        words.push(pairs.skips);
        words.extend(pairs.before_last);
        for table in [&pairs.by_number, &pairs.by_first] {
            let counts = table.counts();
            words.push(counts.len() as u64);
            for (step, seen) in counts {
                words.extend(step.map(|part| part as u64));
                words.extend([seen.count, seen.first]);
            }
        }
    }
    words
}

/// The statistics of a run of this kind with these words.
pub fn from_words(kind: u64, words: &[u64]) -> io::Result<MexStatistics> {
    let mut numbers = NumberReader(words.iter());
    let rule = rule_of(kind);
    let mut statistics = MexStatistics::new(rule, Sampling { interval: numbers.one()?.max(1) });
    let is_l1 = rule == MexRule::L1;
    statistics.steps = numbers.one()?;
    statistics.last = numbers.several()?;
    statistics.kappa = numbers.several()?;
    if is_l1 {
        statistics.histogram = numbers.several()?;
        statistics.first = numbers.several()?;
    } else {
        statistics.histogram[..WYTLEX_KEYS].copy_from_slice(&numbers.several::<WYTLEX_KEYS>()?);
        statistics.first[..WYTLEX_KEYS].copy_from_slice(&numbers.several::<WYTLEX_KEYS>()?);
    }
    for _ in 0..numbers.count(if is_l1 { 10 } else { 9 })? {
        statistics.samples.push(MexSample {
            n: numbers.one()?,
            position: numbers.several()?,
            kappa: numbers.several()?,
            w: numbers.one()?,
            z: numbers.one()?,
            skips: if is_l1 { numbers.one()? } else { 0 },
        });
    }
    if is_l1 {
        let pairs = &mut statistics.pairs;
        pairs.skips = numbers.one()?;
        pairs.before_last = numbers.several()?;
        for table in [&mut pairs.by_number, &mut pairs.by_first] {
            *table = StepTable::default();
            for _ in 0..numbers.count(5)? {
                let step = numbers.several::<3>()?.map(|part| part as i64);
                if step.iter().any(|part| part.unsigned_abs() > MOST_NUMBER) {
                    return Err(damaged());
                }
                table.add(step, numbers.one()?, numbers.one()?);
            }
        }
    }
    Ok(statistics)
}

impl<const OF: u64> Experiment for MexRun<OF> {
    const KIND: u64 = OF;
    const SPILLS: bool = true;

    fn new(sampling: Sampling, spill: Option<SpillFolder<'_>>) -> io::Result<Self> {
        let spill = open(spill)?;
        let mut stream = MexStream::new(rule_of(OF));
        if let Some([f, z]) = &spill {
            stream.set_cold(Box::new(f.clone()), Box::new(z.clone()));
        }
        Ok(Self { stream, statistics: MexStatistics::new(rule_of(OF), sampling), spill, lacks_spill: false })
    }

    fn load(
        statistics: &[u64],
        reader: &mut ChecksumReader<impl Read>,
        spill: Option<SpillFolder<'_>>,
    ) -> io::Result<Self> {
        let statistics = from_words(OF, statistics)?;
        let mut state = MexState { next: reader.word()?, m: reader.word()?, d: reader.word()?, held: false };
        if OF == L1_KIND {
            state.held = reader.word()? == 1;
        }
        if [state.next, state.m, state.d].iter().any(|&number| number > MOST_NUMBER) {
            return Err(damaged());
        }
        let spill = open(spill)?;
        let [f_spill, z_spill] = [0, 1].map(|i| spill.as_ref().map(|both| &both[i]));
        let (f_parts, z_part) = state.cold_parts();
        let (f, f_lacks) = pages::load(reader, f_spill, &f_parts)?;
        let (z, z_lacks) = pages::load(reader, z_spill, &[z_part])?;
        let stream = MexStream::restore(rule_of(OF), state, f, z);
        Ok(Self { stream, statistics, spill, lacks_spill: f_lacks || z_lacks })
    }

    fn verify(&mut self) -> io::Result<()> {
        if self.lacks_spill {
            return Err(io::Error::new(io::ErrorKind::NotFound, "a part of it is in spill files"));
        }
        self.spill.iter().flatten().try_for_each(|spill| spill.get().verify())
    }

    fn save(&mut self, writer: &mut ChecksumWriter<impl Write>) -> io::Result<()> {
        let MexState { next, m, d, held } = self.stream.state();
        writer.words(&[next, m, d])?;
        if OF == L1_KIND {
            writer.words(&[u64::from(held)])?;
        }
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

    /// Three times D/n: from M to M + 2D, and from D to 2D.
    fn bits_a_step() -> f64 {
        if OF == L1_KIND { 4.99 } else { 5.11 }
    }
}
