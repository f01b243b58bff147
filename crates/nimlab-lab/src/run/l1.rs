//! A run of L1-Nim: the stream with its statistics, to and from words.

use super::experiment::Experiment;
use super::pages;
use super::words::{Numbers, Reader, Writer};
use nimlab::bits::pages::PagedBits;
use nimlab::stream::l1::L1Stream;
use nimlab::stream::l1::State;
use nimlab::stream::l1::statistics::{Sample, Statistics};
use nimlab::stream::sampling::Sampling;
use std::io::{self, Read, Write};
use std::path::Path;

/// The stream with its statistics.
pub struct L1Run {
    stream: L1Stream,
    statistics: Statistics,
}

/// The statistics as words.
pub fn to_words(statistics: &Statistics) -> Vec<u64> {
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
pub fn from_words(words: &[u64]) -> io::Result<Statistics> {
    let mut numbers = Numbers(words.iter());
    let mut statistics = Statistics::new(Sampling { interval: numbers.one()?.max(1) });
    statistics.steps = numbers.one()?;
    statistics.last = numbers.several()?;
    statistics.kappa = numbers.several()?;
    statistics.histogram = numbers.several()?;
    statistics.first = numbers.several()?;
    for _ in 0..numbers.count(9)? {
        statistics.samples.push(Sample {
            n: numbers.one()?,
            position: numbers.several()?,
            kappa: numbers.several()?,
            w: numbers.one()?,
            z: numbers.one()?,
        });
    }
    Ok(statistics)
}

impl Experiment for L1Run {
    const KIND: u64 = 1;

    fn new(sampling: Sampling, spill: Option<&Path>) -> io::Result<Self> {
        let [mut f, mut z] = [PagedBits::new(), PagedBits::new()];
        for (bits, name) in [(&mut f, "spill-f.bin"), (&mut z, "spill-z.bin")] {
            if let Some(cold) = pages::cold(spill, name)? {
                bits.set_cold(cold);
            }
        }
        let stream = L1Stream::restore(State { next: 1, m: 1, d: 1 }, f, z);
        Ok(Self { stream, statistics: Statistics::new(sampling) })
    }

    fn load(statistics: &[u64], reader: &mut Reader<impl Read>, spill: Option<&Path>) -> io::Result<Self> {
        let statistics = from_words(statistics)?;
        let state = State { next: reader.word()?, m: reader.word()?, d: reader.word()? };
        let f = pages::load(reader, pages::cold(spill, "spill-f.bin")?)?;
        let z = pages::load(reader, pages::cold(spill, "spill-z.bin")?)?;
        Ok(Self { stream: L1Stream::restore(state, f, z), statistics })
    }

    fn save(&mut self, writer: &mut Writer<impl Write>) -> io::Result<()> {
        let State { next, m, d } = self.stream.state();
        writer.words(&[next, m, d])?;
        let (f, z) = self.stream.arrays();
        pages::save(f, writer)?;
        pages::save(z, writer)
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
