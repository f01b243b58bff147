//! Misère outcomes of sums by search, where sums are shortened by rules that are only
//! assumed. If the rules hold, the outcomes are right; if not, the check of
//! [`super::closure`] notices.

use super::learn::{Learning, Unlearned};
use super::shorten::Shortenings;
use super::words::{Word, different, joined, without};
use crate::bits::{QuickMap, QuickSet};
use crate::error::Result;
use crate::meter::Meter;

/// What heaps can become: three heaps, of which some may be 0.
pub(super) type HeapOptions = Vec<[u32; 3]>;

/// Three heaps as a sum.
pub(super) fn sorted(&[a, b, c]: &[u32; 3]) -> Word {
    joined(&joined(&[a], &[b]), &[c])
}

/// A sum whose options are being gone through.
struct Open {
    sum: Word,
    options: Vec<Word>,
}

/// Outcomes that were found under some rules.
pub(super) struct Outcomes<'a> {
    options: &'a [HeapOptions],
    /// Tells the outcome of some sums immediately.
    settled: &'a dyn Fn(&[u32]) -> Option<bool>,
    rules: &'a Shortenings,
    /// The options of each heap, shortened.
    shortened: QuickMap<u32, Vec<Word>>,
    known: QuickMap<Word, bool>,
    /// What some sums are shortened to.
    short: QuickMap<Word, Word>,
    /// The sums whose shortening was looked at.
    asked: QuickSet<Word>,
}

impl<'a> Outcomes<'a> {
    pub fn new(
        options: &'a [HeapOptions],
        settled: &'a dyn Fn(&[u32]) -> Option<bool>,
        rules: &'a Shortenings,
    ) -> Self {
        Self {
            options,
            settled,
            rules,
            shortened: QuickMap::default(),
            known: QuickMap::default(),
            short: QuickMap::default(),
            asked: QuickSet::default(),
        }
    }

    /// Whether the player to move loses. The rules that shorten the sum are tested on the way:
    /// each step must keep the outcome that follows from the options.
    pub fn ask(&mut self, sum: &[u32], meter: &mut Meter) -> Learning<bool> {
        if let Some(lost) = (self.settled)(sum) {
            return Ok(lost);
        }
        let mut sum: Word = sum.into();
        let Some(first) = self.rules.once(&sum) else { return Ok(self.is_lost(&sum, meter)?) };
        if !self.asked.insert(sum.clone()) {
            return Ok(self.is_lost(&sum, meter)?);
        }
        let (mut before, mut next) = (self.is_lost_by_options(&sum, meter)?, Some(first));
        while let Some((rule, shorter)) = next {
            let after = self.is_lost_by_options(&shorter, meter)?;
            if after != before {
                return Err(Unlearned::Wrong(rule));
            }
            (sum, before) = (shorter, after);
            next = self.rules.once(&sum);
        }
        Ok(before)
    }

    /// Whether the player to move loses.
    fn is_lost(&mut self, sum: &[u32], meter: &mut Meter) -> Result<bool> {
        if let Some(lost) = (self.settled)(sum) {
            return Ok(lost);
        }
        let sum = self.rules.fully(sum.into());
        if let Some(lost) = self.look(&sum) {
            return Ok(lost);
        }
        let mut open = vec![Open { options: self.options_of(&sum, meter)?, sum: sum.clone() }];
        while let Some(top) = open.last_mut() {
            let Some(option) = top.options.pop() else {
                // No option is lost. A sum without options is settled as won.
                let sum = std::mem::take(&mut top.sum);
                open.pop();
                self.remember(sum, true, meter)?;
                continue;
            };
            match self.look(&option) {
                Some(true) => {
                    let sum = std::mem::take(&mut top.sum);
                    open.pop();
                    self.remember(sum, false, meter)?;
                }
                Some(false) => {}
                None => {
                    top.options.push(option.clone());
                    let options = self.options_of(&option, meter)?;
                    open.push(Open { sum: option, options });
                }
            }
        }
        Ok(self.known[&sum])
    }

    /// The same for a sum that is not shortened itself, though its options are.
    pub fn is_lost_by_options(&mut self, sum: &[u32], meter: &mut Meter) -> Result<bool> {
        if let Some(lost) = (self.settled)(sum) {
            return Ok(lost);
        }
        for option in self.options_of(sum, meter)? {
            if self.is_lost(&option, meter)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn look(&self, sum: &Word) -> Option<bool> {
        (self.settled)(sum).or_else(|| self.known.get(sum).copied())
    }

    fn remember(&mut self, sum: Word, lost: bool, meter: &mut Meter) -> Result<()> {
        meter.take(4 * sum.len() as u64 + 64)?;
        self.known.insert(sum, lost);
        Ok(())
    }

    /// What a sum can become, each once.
    fn options_of(&mut self, sum: &[u32], meter: &mut Meter) -> Result<Vec<Word>> {
        let mut found = Vec::new();
        for place in different(sum) {
            let rest = without(sum, place);
            let (all, rules) = (self.options, self.rules);
            let shortened = self.shortened.entry(sum[place]).or_insert_with(|| {
                let heaps = all[sum[place] as usize].iter();
                let mut words: Vec<Word> = heaps.map(|left| rules.fully(sorted(left))).collect();
                words.sort_unstable();
                words.dedup();
                words
            });
            meter.tick(8 * shortened.len() as u64)?;
            for option in shortened.iter() {
                let whole = joined(&rest, option);
                if let Some(known) = self.short.get(&whole) {
                    found.push(known.clone());
                    continue;
                }
                let shorter = rules.fully(whole.clone());
                meter.take(4 * (whole.len() + shorter.len()) as u64 + 64)?;
                self.short.insert(whole, shorter.clone());
                found.push(shorter);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
