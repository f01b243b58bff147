//! Looking a sequence up: in which heap games, and from which heap on, do these values stand?
//!
//! Nothing is stored. The first values of some 1300 games are computed in a moment:
//! all octal codes of up to three digits, all subtraction sets up to 7 and all-but
//! sets up to 5, Grundy's game, and whatever has a name.

use super::Codes;
use crate::error::{Error, Result};
use crate::export::set_of_mask;
use nimlab::catalogue::{self, OTHER_NAMES};
use nimlab::games::heaps::octal;
use nimlab::sequence::Sequence;
use nimlab::{Budget, HeapRule, Hint, Term};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The digits of the codes, and the largest numbers of the sets.
const DIGITS: u32 = 3;
const TAKEN: u32 = 7;
const NOT_TAKEN: u32 = 5;

/// How many zeros games may begin with and still be compared with others.
const MOST_ZEROS: usize = 16;

/// The most values that are looked for, and the most heaps that are looked through.
const MOST_VALUES: usize = 1 << 16;
const MOST_HEAPS: u64 = 1 << 20;

/// What is looked for, and how far.
#[derive(Debug, Clone)]
pub struct AtlasSearch {
    /// The values of heaps that follow one another.
    pub values: Vec<u64>,
    /// How many heaps of each game are looked through.
    pub heaps: u64,
    /// What it may cost.
    pub budget: Budget,
}

/// A game that has the values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AtlasMatch {
    /// The game, with the shortest code.
    pub game: String,
    /// The name by which it is known, if it has one.
    pub name: Option<&'static str>,
    /// The first heap from which the values stand there.
    pub from: u64,
    /// The preperiod, period and saltus, if the heaps that were looked through prove them.
    pub period: Option<(u64, u64, u64)>,
    /// Other games with the same values in all these heaps but for zeros at the beginning: their
    /// names, and the heap in the place of `from`.
    pub same: Vec<(String, u64)>,
}

impl AtlasSearch {
    /// What is looked for and what was found, as JSON.
    ///
    /// ```
    /// use nimlab::Budget;
    /// use nimlab_lab::atlas::AtlasSearch;
    /// let search = AtlasSearch { values: vec![7, 7], heaps: 200, budget: Budget::default() };
    /// assert_eq!(search.to_json(&[]).to_string(), r#"{"values":[7,7],"heaps":200,"found":[]}"#);
    /// ```
    pub fn to_json(&self, found: &[AtlasMatch]) -> Value {
        let found: Vec<Value> = found.iter().map(AtlasMatch::to_json).collect();
        json!({"values": self.values, "heaps": self.heaps, "found": found})
    }
}

impl AtlasMatch {
    fn to_json(&self) -> Value {
        let same: Vec<Value> = self.same.iter().map(|(game, from)| json!({"game": game, "from": from})).collect();
        let (preperiod, period, saltus) =
            self.period.map_or((None, None, None), |(l, p, s)| (Some(l), Some(p), Some(s)));
        json!({"game": self.game, "name": self.name, "from": self.from,
            "preperiod": preperiod, "period": period, "saltus": saltus, "same": same})
    }
}

/// The games that have these values in a row, those with the smallest first heap first.
/// `progress` is told how many games were looked through, out of how many.
///
/// ```
/// use nimlab::Budget;
/// use nimlab_lab::atlas::{AtlasSearch, find};
/// let search = AtlasSearch { values: vec![1, 2, 3, 1, 4, 3, 2], heaps: 200, budget: Budget::default() };
/// let found = find(&search, &|_, _| {})?;
/// assert_eq!((found[0].name, found[0].from), (Some("kayles"), 1));
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub fn find(search: &AtlasSearch, progress: &dyn Fn(u64, u64)) -> Result<Vec<AtlasMatch>> {
    let Some(wanted) = read(search)? else { return Ok(Vec::new()) };
    let budget = search.budget.started();
    let heaps = search.heaps.max(wanted.len() as u64) as usize;
    let candidates = candidates()?;
    // Games with the same values after the zeros at the beginning stand together.
    let mut groups: Vec<Vec<AtlasMatch>> = Vec::new();
    let mut place_of: HashMap<Vec<u32>, usize> = HashMap::new();
    for (number, (name, rule)) in candidates.iter().enumerate() {
        progress(number as u64, candidates.len() as u64);
        let mut sequence = Sequence::new(rule.clone());
        sequence.limit(budget);
        let values = sequence.first_values(heaps)?;
        let Some(from) = values.windows(wanted.len()).position(|window| window == wanted) else { continue };
        let zeros = values.iter().take_while(|&&value| value == 0).count();
        // As many for all of them, so that they can be compared.
        let key = values[zeros..].iter().copied().take(heaps.saturating_sub(MOST_ZEROS)).collect();
        let place = *place_of.entry(key).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        let game = rule.to_string();
        if groups[place].iter().all(|other| other.game != game) {
            let period = sequence.period().map(|period| (period.preperiod, period.period, period.saltus));
            groups[place].push(AtlasMatch { game, name: *name, from: from as u64, period, same: Vec::new() });
        }
    }
    let mut found: Vec<AtlasMatch> = groups.into_iter().filter_map(together).collect();
    found.sort_by_key(|found| (found.from, found.name.is_none()));
    Ok(found)
}

/// One of some games with the same values, with the smallest heap, and the others beside it.
fn together(mut games: Vec<AtlasMatch>) -> Option<AtlasMatch> {
    games.sort_by_key(|game| game.from);
    let mut games = games.into_iter();
    let mut first = games.next()?;
    first.same = games.map(|other| (other.game, other.from)).collect();
    Some(first)
}

/// The values that are looked for; nothing if no heap has one so large.
fn read(search: &AtlasSearch) -> Result<Option<Vec<u32>>> {
    let bad = |problem: String| Error::Request {
        problem,
        hint: Hint::example([Term::Ask("find"), Term::Name("1,2,3,1,4,3,2")]),
    };
    if search.values.is_empty() {
        return Err(bad("there is no value to look for".into()));
    }
    if search.values.len() > MOST_VALUES {
        return Err(bad(format!(
            "{} values are too many to look for: the limit is {MOST_VALUES}",
            search.values.len()
        )));
    }
    if search.heaps > MOST_HEAPS {
        return Err(bad(format!("{} heaps are too many to look through: the limit is {MOST_HEAPS}", search.heaps)));
    }
    Ok(search.values.iter().map(|&value| u32::try_from(value).ok()).collect())
}

/// The games that are looked through: those with a name first, then the shortest codes.
fn candidates() -> Result<Vec<(Option<&'static str>, HeapRule)>> {
    let mut games = Vec::new();
    for other in OTHER_NAMES.iter().filter(|other| other.game.contains(':') || other.game == "grundy") {
        games.push((Some(other.name), catalogue::heap_rule(other.game)?));
    }
    let codes = Codes::new(DIGITS)?;
    let mut codes: Vec<_> = (0..codes.count()).map(|rank| codes.code(rank)).collect();
    codes.sort_by_key(|code| code.digits().len());
    games.extend(codes.into_iter().map(|code| (None, octal(code))));
    for (name, largest) in [("subtraction", TAKEN), ("allbut", NOT_TAKEN)] {
        for mask in 1..1u64 << largest {
            let set: Vec<String> = set_of_mask(mask).iter().map(u32::to_string).collect();
            games.push((None, catalogue::heap_rule(&format!("{name}:{}", set.join(",")))?));
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(values: &[u64], heaps: u64) -> Vec<AtlasMatch> {
        let search = AtlasSearch { values: values.to_vec(), heaps, budget: Budget::default() };
        find(&search, &|_, _| {}).unwrap()
    }

    #[test]
    fn every_game_finds_its_own_values() {
        for (at, (_, rule)) in candidates().unwrap().iter().enumerate().step_by(97) {
            let from = at % 20;
            let values = Sequence::new(rule.clone()).first_values(from + 60).unwrap();
            let wanted: Vec<u64> = values[from..].iter().map(|&value| value.into()).collect();
            let found = found(&wanted, 100);
            let its = |found: &AtlasMatch| {
                let others = found.same.iter().map(|(game, heap)| (game.as_str(), *heap));
                others
                    .chain([(found.game.as_str(), found.from)])
                    .any(|(game, heap)| game == rule.to_string() && heap <= from as u64)
            };
            assert!(found.iter().any(its), "{rule} from {from}");
        }
    }

    #[test]
    fn what_is_found_stands_there() {
        for values in [&[1, 1, 2, 0, 3][..], &[0, 0, 1, 1, 2], &[1, 0, 2, 2, 1, 0, 4, 4], &[7, 8, 9, 10, 11]] {
            for found in found(values, 80) {
                let others = found.same.iter().map(|(game, heap)| (game, *heap));
                for (game, heap) in others.chain([(&found.game, found.from)]) {
                    let rule = catalogue::heap_rule(game).unwrap();
                    let there = Sequence::new(rule).first_values(heap as usize + values.len()).unwrap();
                    assert!(there[heap as usize..].iter().map(|&value| u64::from(value)).eq(values.iter().copied()));
                }
            }
        }
    }

    #[test]
    fn known_sequences_have_their_names() {
        let named = |values: &[u64]| found(values, 100)[0].clone();
        let kayles = named(&[1, 2, 3, 1, 4, 3, 2]);
        assert_eq!((kayles.game.as_str(), kayles.name, kayles.from), ("octal:0.77", Some("kayles"), 1));
        assert!(kayles.same.iter().any(|same| *same == ("octal:4.4".into(), 2)), "{kayles:?}");
        let grundy = named(&[0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2]);
        assert_eq!((grundy.game.as_str(), grundy.from), ("grundy", 2));
        let bachet = found(&[1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3], 100);
        assert!(bachet.iter().any(|game| game.period == Some((0, 4, 0))), "{bachet:?}");
        assert!(found(&[1, 2, 3, u64::MAX], 100).is_empty());
    }

    #[test]
    fn what_cannot_be_looked_for_is_refused() {
        let refused = |values: Vec<u64>, heaps| {
            let search = AtlasSearch { values, heaps, budget: Budget::default() };
            find(&search, &|_, _| {}).is_err()
        };
        assert!(refused(vec![], 10) && refused(vec![0; MOST_VALUES + 1], 10) && refused(vec![1], MOST_HEAPS + 1));
        let late =
            AtlasSearch { values: vec![1, 2], heaps: 200, budget: Budget::default().within(std::time::Duration::ZERO) };
        assert!(find(&late, &|_, _| {}).is_err());
    }
}
