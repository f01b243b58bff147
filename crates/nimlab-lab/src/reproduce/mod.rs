//! # The sources, reproduced
//!
//! Every table, printed sequence, count, worked example and figure of the five
//! sources: what is printed (from `testdata/`), what we compute, and whether
//! they agree. The computation never sees what is printed, so that a changed
//! number in the data is always found; a test changes each of them.
//!
//! ```
//! use nimlab_lab::reproduce::{Source, ItemVerdict, items, run};
//! let lines = run(&items(&[Source::Handout]).unwrap(), &|_, _| {});
//! assert!(lines.iter().all(|line| line.verdict != ItemVerdict::Differs));
//! ```

mod akiyama;
mod cases;
mod data;
mod decimal;
mod handout;
mod pictures;
mod polynomial;
mod shared;
mod slides;
mod sources;
mod thesis_a;
mod thesis_w;
mod tools;

pub use data::{Case, Item, Slip, parse};
pub use pictures::{Drawn, can_draw, draw};
pub use shared::{LARGEST_TABLE, Shared};
pub use sources::Source;

use crate::error::{Error, Result};
use crate::figures::{Measurement, STRATEGIES};
use rayon::prelude::*;
use serde_json::Value;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What became of an item.
///
/// ```
/// use nimlab_lab::reproduce::ItemVerdict;
/// assert_eq!(ItemVerdict::Slip.word(), "slip");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ItemVerdict {
    /// What is printed is what we compute.
    Agrees,
    /// The source is wrong in a way that is known, and we compute what is right.
    Slip,
    /// There is nothing to compare: a picture without numbers, or a time.
    Shown,
    /// What is printed is not what we compute.
    Differs,
}

impl ItemVerdict {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            ItemVerdict::Agrees => "agrees",
            ItemVerdict::Slip => "slip",
            ItemVerdict::Shown => "shown",
            ItemVerdict::Differs => "DIFFERS",
        }
    }
}

/// An item with its verdict.
///
/// ```
/// use nimlab_lab::reproduce::{ItemVerdict, Source, items, run};
/// let mut wanted = items(&[Source::Handout])?;
/// wanted.truncate(1);
/// let lines = run(&wanted, &|_done, _all| ());
/// assert_eq!(lines[0].item.label, wanted[0].label);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct ReproducedItem {
    /// What the source prints.
    pub item: Item,
    /// What we compute.
    pub computed: Value,
    /// Whether that agrees.
    pub verdict: ItemVerdict,
    /// How it was computed.
    pub method: String,
    /// What there is to say besides.
    pub note: Option<String>,
}

/// What a computation gives.
///
/// ```
/// use nimlab_lab::reproduce::{Computed, Shared, Source, compute, items};
/// let (found, _method): (Computed, String) = compute(&items(&[Source::Handout])?[0], &Shared::default())?;
/// assert!(found.source_way.is_none(), "what is right has no way of its own to be wrong");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Computed {
    /// The value.
    pub value: Value,
    /// For a slip: what the source's own way gives, which must be what it prints.
    pub source_way: Option<Value>,
    /// What there is to say besides.
    pub note: Option<String>,
}

impl Computed {
    fn new(value: impl Into<Value>) -> Self {
        Self { value: value.into(), source_way: None, note: None }
    }

    fn with_source_way(self, value: impl Into<Value>) -> Self {
        Self { source_way: Some(value.into()), ..self }
    }

    fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: Some(note.into()), ..self }
    }
}

/// How the item of a label is computed.
struct ItemCheck {
    label: &'static str,
    method: &'static str,
    compute: fn(&Shared) -> Result<Computed>,
}

/// A check for the lists in the files of the sources.
const fn check(label: &'static str, method: &'static str, compute: fn(&Shared) -> Result<Computed>) -> ItemCheck {
    ItemCheck { label, method, compute }
}

/// The times of Thesis-W's table 4, as printed.
///
/// ```
/// let times = nimlab_lab::reproduce::printed_times()?;
/// assert_eq!(times[0].strategy, "recursive, printed");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn printed_times() -> Result<Vec<Measurement>> {
    let bad = || Error::Data { source_name: Source::ThesisW.name(), problem: "the times of table 4".into() };
    let items = items(&[Source::ThesisW])?;
    let item = items.iter().find(|item| item.label == "table 4, times").ok_or_else(bad)?;
    let mut times = Vec::new();
    for row in item.shown.as_array().ok_or_else(bad)? {
        let n = row[0].as_u64().ok_or_else(bad)?;
        for (strategy, time) in STRATEGIES.iter().zip(row.as_array().into_iter().flatten().skip(1)) {
            let milliseconds = time.as_str().and_then(|time| time.parse().ok()).ok_or_else(bad)?;
            times.push(Measurement { strategy: format!("{strategy}, printed"), n, milliseconds });
        }
    }
    Ok(times)
}

/// All items of some sources, from the data that comes with the program.
///
/// ```
/// use nimlab_lab::reproduce::{Source, items};
/// assert!(items(&[Source::ThesisW])?.iter().any(|item| item.label == "table 4, times"));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn items(sources: &[Source]) -> Result<Vec<Item>> {
    let mut items = Vec::new();
    for &source in sources {
        items.extend(parse(source, source.printed())?);
    }
    Ok(items)
}

/// Computes items on all cores, calling `progress` with the number done and the
/// number in all. The lines come in the order of the items.
///
/// ```
/// use nimlab_lab::reproduce::{ItemVerdict, Source, items, run};
/// let mut wanted = items(&[Source::Handout])?;
/// wanted.truncate(1);
/// let lines = run(&wanted, &|_done, _all| ());
/// assert_eq!(lines[0].verdict, ItemVerdict::Agrees);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn run(items: &[Item], progress: &(dyn Fn(usize, usize) + Sync)) -> Vec<ReproducedItem> {
    let shared = Shared::default();
    let done = AtomicUsize::new(0);
    progress(0, items.len());
    // One item at a time: a few take most of the time.
    let lines = items.par_iter().with_max_len(1).map(|item| {
        let found = compute(item, &shared);
        progress(done.fetch_add(1, Ordering::Relaxed) + 1, items.len());
        judge(item, found)
    });
    lines.collect()
}

/// What we compute for an item, with the method.
///
/// ```
/// use nimlab_lab::reproduce::{Shared, Source, compute, items};
/// let item = &items(&[Source::Handout])?[0];
/// let (found, method) = compute(item, &Shared::default())?;
/// assert_eq!(found.value, item.printed);
/// assert!(!method.is_empty());
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn compute(item: &Item, shared: &Shared) -> Result<(Computed, String)> {
    if !item.cases.is_empty() {
        return Ok((Computed::new(cases::computed(&item.cases)?), cases::methods(&item.cases)?));
    }
    let check = item.source.checks().iter().find(|check| check.label == item.label).ok_or_else(|| Error::Data {
        source_name: item.source.name(),
        problem: format!("nobody knows how to compute '{}'", item.label),
    })?;
    Ok(((check.compute)(shared)?, check.method.to_owned()))
}

/// Holds what was computed against what is printed.
///
/// ```
/// use nimlab_lab::reproduce::{ItemVerdict, Shared, Source, compute, items, judge};
/// let item = &items(&[Source::Handout])?[0];
/// assert_eq!(judge(item, compute(item, &Shared::default())).verdict, ItemVerdict::Agrees);
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn judge(item: &Item, found: Result<(Computed, String)>) -> ReproducedItem {
    let (found, method) = match found {
        Ok(found) => found,
        Err(error) => (Computed::new(Value::Null).with_note(error.to_string()), String::new()),
    };
    let Computed { value, source_way, note } = found;
    let failed = method.is_empty();
    let verdict = match &item.slip {
        _ if failed => ItemVerdict::Differs,
        None if item.printed.is_null() => ItemVerdict::Shown,
        None if value == item.printed => ItemVerdict::Agrees,
        // The source's own way must lead to what it prints: otherwise it is not this slip.
        Some(slip) if value == slip.right && value != item.printed && source_way.as_ref() == Some(&item.printed) => {
            ItemVerdict::Slip
        }
        _ => ItemVerdict::Differs,
    };
    let note = note.or_else(|| item.note.clone());
    ReproducedItem { item: item.clone(), computed: value, verdict, method, note }
}

#[cfg(test)]
mod tests;
