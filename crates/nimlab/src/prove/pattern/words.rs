//! A pattern in plain words.

use super::{Occurrences, Pattern, Shift};
use crate::automata::Periodic;

/// More remainders or numbers than this are not written out.
const MOST: usize = 16;

impl Pattern {
    /// The pattern in words, one statement a line; nothing if nothing simple is
    /// known.
    ///
    /// ```
    /// use nimlab::{Budget, Play, prove};
    /// let words = prove::known("nim with 2 heaps", Play::Normal).unwrap().pattern(Budget::default())?.words();
    /// assert!(words.iter().any(|line| line.starts_with("every number is in")), "{words:?}");
    /// # Ok::<(), nimlab::Error>(())
    /// ```
    pub fn words(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let name = |place: usize| self.names.get(place).map_or("", String::as_str);
        if let Some(only) = &self.only {
            lines.push(listed_positions(only));
        }
        if let Some(heaps) = &self.heaps {
            lines.extend(of_heaps(heaps, name(0)));
        }
        let (x, y) = (name(0), name(1));
        if let Some(shift) = &self.shift {
            lines.push(of_shift(shift, x, y));
        }
        if let Some(numbers) = &self.numbers {
            lines.extend(of_numbers(numbers));
        }
        if let Some(differences) = &self.differences {
            lines.extend(of_differences(differences, x, y));
        }
        if let Some(always) = self.completed {
            let how = if always { "exactly" } else { "at most" };
            let others = self.names.len() - 1;
            let last = ["third", "fourth", "fifth", "sixth"].get(others.saturating_sub(2)).unwrap_or(&"further");
            lines.push(format!("any {others} numbers are completed by {how} one {last} number"));
        }
        if self.all_below {
            lines.push(format!("with ({x}, {y}) every ({x}, z) with z < {y} belongs to them"));
        }
        lines
    }
}

fn listed_positions(only: &[Vec<u128>]) -> String {
    let list: Vec<String> =
        only.iter().map(|position| position.iter().map(u128::to_string).collect::<Vec<_>>().join(",")).collect();
    match &list[..] {
        [] => "there are none".to_owned(),
        [one] => format!("there is only {one}"),
        _ => format!("there are only {}", and(&list)),
    }
}

/// a, b and c.
fn and(list: &[String]) -> String {
    joined(list, "and")
}

fn joined(list: &[String], word: &str) -> String {
    match list {
        [rest @ .., last] if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => list.join(""),
    }
}

fn texts<T: ToString>(numbers: &[T]) -> Vec<String> {
    numbers.iter().map(T::to_string).collect()
}

/// The numbers below the preperiod that do not belong to a set.
fn missing(set: &Periodic) -> Vec<u64> {
    (0..set.preperiod).filter(|number| set.before.binary_search(number).is_err()).collect()
}

/// How often heaps are in a set that repeats.
fn of_heaps(heaps: &Periodic, n: &str) -> Option<String> {
    if heaps.remainders.len() > MOST || heaps.before.len() > MOST {
        return None;
    }
    let density = match heaps.density() {
        (members, 1) => members.to_string(),
        (members, period) => format!("{members}/{period}"),
    };
    let from = match heaps.preperiod {
        0 => String::new(),
        first => format!(" from {first} on"),
    };
    let mut said = match (&heaps.remainders[..], heaps.period) {
        ([], _) => format!("no {n}{from}"),
        (_, 1) => format!("every {n}{from}"),
        (remainders, period) => {
            format!("the {n}{from} with {n} mod {period} = {}", joined(&texts(remainders), "or"))
        }
    };
    if !heaps.before.is_empty() {
        said.push_str(&format!(", and {}", and(&texts(&heaps.before))));
    }
    Some(format!("they are {said}: density {density}"))
}

/// More corrections or exceptions than this are not told one by one.
const SOME: usize = 6;

fn of_shift(shift: &Shift, x: &str, y: &str) -> String {
    let number = |number: &i64| number.to_string().replace('-', "\u{2212}");
    let base = match shift.digits {
        0 => format!("{y} \u{2212} {x} is"),
        _ => format!("{y} is {x} with a digit 0 appended, plus"),
    };
    let is_range = shift.corrections.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let between = |from: &i64, to: &i64| format!("{base} a number between {} and {}", number(from), number(to));
    if shift.exceptions.len() > SOME || (!is_range && shift.corrections.len() > SOME) {
        return format!("for {x} \u{2264} {y}: {}", between(&shift.range.0, &shift.range.1));
    }
    let mut said = match (&shift.corrections[..], shift.digits) {
        ([0], 0) => format!("{y} is {x}"),
        ([1], 0) => format!("{y} is {x} + 1"),
        ([0], _) => format!("{y} is {x} with a digit 0 appended"),
        ([from, .., to], _) if is_range && to - from > 2 => between(from, to),
        (some, _) => format!("{base} {}", joined(&some.iter().map(number).collect::<Vec<_>>(), "or")),
    };
    if !shift.exceptions.is_empty() {
        let list: Vec<String> = shift.exceptions.iter().map(|[x, y]| format!("{x},{y}")).collect();
        said.push_str(&format!(", but for {}", and(&list)));
    }
    format!("for {x} \u{2264} {y}: {said}")
}

/// Which numbers do not occur once, in words.
fn but(occurs: &Occurrences) -> Option<String> {
    let never = missing(&occurs.some);
    if never.len() > MOST {
        return None;
    }
    let never = (!never.is_empty()).then(|| format!("{} in none", and(&texts(&never))));
    let several = (!occurs.several.is_empty()).then(|| format!("{} in several", and(&texts(&occurs.several))));
    let both: Vec<String> = never.into_iter().chain(several).collect();
    Some(if both.is_empty() { String::new() } else { format!(", but {}", both.join(", and ")) })
}

fn of_numbers(numbers: &Occurrences) -> Option<String> {
    let set = &numbers.some;
    match (&set.remainders[..], set.period) {
        ([_], 1) => Some(format!("every number is in exactly one of them{}", but(numbers)?)),
        _ if numbers.several.is_empty() => Some("every number is in at most one of them".to_owned()),
        _ => None,
    }
}

fn of_differences(differences: &Occurrences, x: &str, y: &str) -> Option<String> {
    let set = &differences.some;
    let difference = format!("difference {y} \u{2212} {x}");
    let never = missing(set);
    let once = match &differences.several[..] {
        [] => "exactly once".to_owned(),
        several => format!("exactly once, but {} several times", and(&texts(several))),
    };
    match (&set.remainders[..], set.period) {
        // Bounded differences are told by the shift.
        ([], _) => None,
        ([_], 1) if never.is_empty() => Some(format!("every {difference} occurs {once}")),
        ([_], 1) if never.len() as u64 == set.preperiod => {
            Some(format!("every {difference} from {} on occurs {once}, no smaller one does", set.preperiod))
        }
        ([_], 1) if never.len() <= MOST => {
            Some(format!("every {difference} occurs {once}, but {} never", and(&texts(&never))))
        }
        ([0], period) if set.preperiod == 0 => {
            Some(format!("the {difference} is a multiple of {period}, and each of these occurs {once}"))
        }
        (remainders, period) if remainders.len() <= MOST && set.before.len() <= MOST => {
            let from = if set.preperiod == 0 { String::new() } else { format!(" from {} on", set.preperiod) };
            let before = match &set.before[..] {
                [] => String::new(),
                before => format!(", and {}", and(&texts(before))),
            };
            let remainders = joined(&texts(remainders), "or");
            Some(format!(
                "the {difference} is {remainders} modulo {period}{from}{before}, and each of these occurs {once}"
            ))
        }
        _ => None,
    }
}
