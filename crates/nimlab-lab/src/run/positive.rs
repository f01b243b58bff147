//! A run of positive Nim: the stream with its statistics, to and from words.

use super::experiment::Experiment;
use super::pages;
use super::spill::SpillFolder;
use super::words::{ChecksumReader, ChecksumWriter, NumberReader, damaged};
use nimlab::stream::positive::statistics::{PositiveSample, PositiveStatistics, Repetition, Seen};
use nimlab::stream::positive::{Bounds, History, PositiveState, PositiveStream};
use nimlab::stream::sampling::Sampling;
use std::io::{self, Read, Write};

/// The stream with its statistics.
pub struct PositiveRun {
    stream: PositiveStream,
    statistics: PositiveStatistics,
}

/// How many positions there are between two looks at whether to continue.
const STRIDE: u64 = 4096;

/// The most words of state besides the bit arrays: 8 GB.
const MOST_STATE: u64 = 1_000_000_000;

/// The statistics as words.
pub fn to_words(statistics: &PositiveStatistics) -> Vec<u64> {
    let mut words = vec![statistics.sampling.interval, statistics.steps];
    words.extend(statistics.last);
    words.extend(statistics.kappa);
    words.extend([statistics.shared, statistics.in_row, statistics.most_in_row]);
    words.push(statistics.repeated.len() as u64);
    words.extend(statistics.repeated.iter().flat_map(|found| [found.number, found.before, found.again]));
    words.push(statistics.samples.len() as u64);
    for sample in &statistics.samples {
        words.push(sample.n);
        words.extend(sample.position);
        words.extend([sample.repeated, sample.shared, sample.differences]);
    }
    let differences = statistics.differences();
    words.push(differences.len() as u64);
    for (change, seen) in differences {
        words.extend(change.map(|part| part as u64));
        words.extend([seen.count, seen.first]);
    }
    words.extend(statistics.hidden());
    words
}

/// The statistics with these words.
pub fn from_words(words: &[u64]) -> io::Result<PositiveStatistics> {
    let mut numbers = NumberReader(words.iter());
    let mut statistics = PositiveStatistics::new(Sampling { interval: numbers.one()?.max(1) });
    statistics.steps = numbers.one()?;
    statistics.last = numbers.several()?;
    statistics.kappa = numbers.several()?;
    [statistics.shared, statistics.in_row, statistics.most_in_row] = numbers.several()?;
    for _ in 0..numbers.count(3)? {
        let [number, before, again] = numbers.several()?;
        statistics.repeated.push(Repetition { number, before, again });
    }
    for _ in 0..numbers.count(7)? {
        let (n, position) = (numbers.one()?, numbers.several()?);
        let [repeated, shared, differences] = numbers.several()?;
        statistics.samples.push(PositiveSample { n, position, repeated, shared, differences });
    }
    let mut differences = Vec::new();
    for _ in 0..numbers.count(5)? {
        let change = numbers.several::<3>()?.map(|part| part as i64);
        let [count, first] = numbers.several()?;
        differences.push((change, Seen { count, first }));
    }
    statistics.restore(differences, numbers.0.as_slice()).ok_or_else(damaged)?;
    Ok(statistics)
}

fn state_to_words(state: &PositiveState) -> Vec<u64> {
    let mut words = state.marks.to_vec();
    words.push(state.recent.len() as u64);
    words.extend(state.recent.iter().flatten());
    words.extend([state.given as u64, state.history.count]);
    words.extend(state.history.passed.map(|passed| passed as u64));
    words.push(state.history.blocks.len() as u64);
    for block in &state.history.blocks {
        words.extend([block.least_second, block.least_third, block.least_31]);
        words.extend([block.largest_second, block.largest_third, block.largest_21]);
    }
    words
}

fn state_from_words(words: &[u64]) -> io::Result<PositiveState> {
    let mut numbers = NumberReader(words.iter());
    let marks = numbers.several()?;
    let recent: Vec<_> = (0..numbers.count(3)?).map(|_| numbers.several()).collect::<io::Result<_>>()?;
    let given = usize::try_from(numbers.one()?).ok().filter(|&given| given <= recent.len()).ok_or_else(damaged)?;
    let mut history = History { count: numbers.one()?, ..History::default() };
    history.passed = numbers.several()?.map(|passed: u64| passed as usize);
    for _ in 0..numbers.count(6)? {
        let [least_second, least_third, least_31] = numbers.several()?;
        let [largest_second, largest_third, largest_21] = numbers.several()?;
        history.blocks.push(Bounds { least_second, least_third, least_31, largest_second, largest_third, largest_21 });
    }
    Ok(PositiveState { marks, recent, given, history })
}

impl Experiment for PositiveRun {
    const KIND: u64 = 3;
    const SPILLS: bool = false;

    fn new(sampling: Sampling, _spill: Option<SpillFolder<'_>>) -> io::Result<Self> {
        Ok(Self { stream: PositiveStream::new()?, statistics: PositiveStatistics::new(sampling) })
    }

    fn load(
        statistics: &[u64],
        reader: &mut ChecksumReader<impl Read>,
        _spill: Option<SpillFolder<'_>>,
    ) -> io::Result<Self> {
        let statistics = from_words(statistics)?;
        let state = state_from_words(&reader.list(MOST_STATE)?)?;
        let third = pages::load(reader, None, &[])?.0;
        let spans = pages::load(reader, None, &[])?.0;
        Ok(Self { stream: PositiveStream::restore(state, third, spans), statistics })
    }

    fn save(&mut self, writer: &mut ChecksumWriter<impl Write>) -> io::Result<()> {
        writer.list(&state_to_words(self.stream.state()))?;
        let (third, spans) = self.stream.arrays();
        pages::save(third, None, writer)?;
        pages::save(spans, None, writer)
    }

    fn statistics(&self) -> Vec<u64> {
        to_words(&self.statistics)
    }

    fn steps(&self) -> u64 {
        self.statistics.steps
    }

    fn bytes(&self) -> u64 {
        self.stream.bytes() + self.statistics.repeated.len() as u64 * 24
    }

    fn advance(&mut self, to: u64, go_on: &mut dyn FnMut(u64, u64) -> bool) -> io::Result<()> {
        while self.statistics.steps < to {
            let most = STRIDE.min(to - self.statistics.steps) as usize;
            for &position in self.stream.next_positions(most)? {
                self.statistics.observe(position);
            }
            if !go_on(self.statistics.steps, self.bytes()) {
                break;
            }
        }
        Ok(())
    }

    fn bits_a_step() -> f64 {
        // 4.5 for the arrays, and 24 bytes for the 1.5 % of repeated numbers.
        7.5
    }
}
