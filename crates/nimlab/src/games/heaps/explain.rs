//! Why a position of a heap game is won or lost.

use super::misere::ByQuotient;
use super::strategy;
use crate::explain::{Explanation, formula, number, position, source, text};
use crate::number::{UBig, shown};
use crate::sequence::{Period, dotted};
use crate::{Answer, Outcome};

/// The largest quotient that is written out.
const LISTED_ELEMENTS: usize = 48;

/// The longest sequence that is written out.
const WRITTEN: u64 = 60;

/// By the values of the heaps, and by the strategy of the proved period; moves
/// may split heaps or not.
pub(super) fn normal(
    (period, splits): (Option<&Period>, bool),
    heaps: &[UBig],
    values: &[UBig],
    answer: &Answer,
) -> Explanation {
    let mut why = Explanation::new();
    if let Some(period) = period {
        let several = heaps.iter().filter(|heap| !heap.is_zero()).count() > 1;
        let strategy = if several { strategy::of_several_heaps(period) } else { strategy::of_one_heap(period, splits) };
        if let Some(strategy) = strategy {
            why.say([text(strategy)]);
        }
        say_period(&mut why, period);
    }
    say_values(&mut why, period, heaps, values);
    let sum = values.iter().fold(UBig::ZERO, |sum, value| sum ^ value);
    why.say([
        source("Sprague and Grundy"),
        text(": the position is worth the nim-sum of these values, "),
        number(sum.clone()),
        text(match answer.outcome {
            Outcome::P => ", so that every move makes it different from 0 and the player to move loses.",
            Outcome::N => "; a move wins if it brings its heap to the value that makes the sum 0.",
        }),
    ]);
    if let Some(to) = answer.winning_moves.list.first() {
        why.say([text("One such move leads to "), position(to), text(".")]);
    }
    why
}

fn say_values(why: &mut Explanation, period: Option<&Period>, heaps: &[UBig], values: &[UBig]) {
    for (at, (heap, value)) in heaps.iter().zip(values).enumerate() {
        if at > 0 && heaps[at - 1] == *heap {
            continue;
        }
        let place = period.map_or_else(|| format!("G({})", shown(heap)), |period| period.place(heap));
        why.say([
            text("The heap of "),
            number(heap.clone()),
            text(" has the value "),
            formula(format!("{place} = ")),
            number(value.clone()),
            text("."),
        ]);
    }
}

fn say_period(why: &mut Explanation, period: &Period) {
    let length = period.preperiod.saturating_add(period.period);
    if let (true, Ok(values)) = (length <= WRITTEN, period.values()) {
        why.say([
            text("The Grundy values of single heaps are "),
            formula(dotted(&values, period.preperiod as usize, period.saltus)),
            text(", where the part between the dots repeats forever."),
        ]);
    } else {
        why.say([
            text("The Grundy values of single heaps have preperiod "),
            number(period.preperiod),
            text(" and period "),
            number(period.period),
            text("."),
        ]);
    }
    why.say([source("Proof"), text(": "), text(period.proof())]);
}

/// Under misère play, by the values where they decide it.
pub(super) fn misere(period: Option<&Period>, heaps: &[UBig], values: &[UBig], answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    let several = heaps.iter().filter(|heap| !heap.is_zero()).count() > 1;
    if let Some(period) = period {
        let strategy = if several { strategy::of_several_heaps(period) } else { strategy::of_one_heap_misere(period) };
        if let Some(strategy) = strategy {
            why.say([text(strategy)]);
        }
        say_period(&mut why, period);
    }
    say_values(&mut why, period, heaps, values);
    why.say([
        text("Under misère play the values decide as in Nim: a position is lost for the player to move exactly if "),
        text(match several {
            true => "the nim-sum of the values is 0 while some value is above 1, or 1 while none is.",
            false => "its value is 1.",
        }),
    ]);
    if let Some(to) = answer.winning_moves.list.first() {
        why.say([text("One winning move leads to "), position(to), text(".")]);
    }
    why
}

/// Under misère play, by the misère quotient.
pub(super) fn by_quotient(found: &ByQuotient, heaps: &[UBig], answer: &Answer) -> Explanation {
    let quotient = &found.quotient;
    let mut why = Explanation::new();
    let of = match quotient.period() {
        Some(_) => "this game".to_owned(),
        None => format!("the heaps of this game up to {}", quotient.pretending().len().saturating_sub(1)),
    };
    why.say([
        source("Plambeck"),
        text(format!(": under misère play each heap is an element of the misère quotient of {of}, which has ")),
        number(quotient.order() as u64),
        text(if quotient.order() == 1 { " element" } else { " elements" }),
        text("; a position is lost exactly if the product of its heaps is in the P-portion."),
    ]);
    let shown = quotient.presentation();
    if quotient.order() <= LISTED_ELEMENTS {
        let relations: Vec<String> = shown.relations.iter().map(ToString::to_string).collect();
        if !relations.is_empty() {
            why.say([text("Products are shortened by "), formula(relations.join(", ")), text(".")]);
        }
        let lost: Vec<&str> =
            quotient.p_portion().iter().map(|&element| shown.names[element as usize].as_str()).collect();
        match lost.is_empty() {
            true => why.say([text("The P-portion is empty.")]),
            false => why.say([text("The P-portion is "), formula(lost.join(", ")), text(".")]),
        };
    }
    for (at, (heap, &element)) in heaps.iter().zip(&found.elements).enumerate() {
        if at == 0 || heaps[at - 1] != *heap {
            let name = shown.names[element as usize].clone();
            why.say([text("A heap of "), number(heap.clone()), text(" is "), formula(name), text(".")]);
        }
    }
    let product = found.product();
    why.say([
        text("Together they are "),
        formula(shown.names[product as usize].clone()),
        text(match (answer.outcome, answer.winning_moves.list.is_empty()) {
            (Outcome::P, _) => ", which is in the P-portion: the player to move loses.",
            (Outcome::N, false) => ", which is not in the P-portion; a move wins if it leads there.",
            (Outcome::N, true) => ", which is not in the P-portion. There is no move, and under misère play that wins.",
        }),
    ]);
    if let Some(to) = answer.winning_moves.list.first() {
        why.say([text("One such move leads to "), position(to), text(".")]);
    }
    why
}

/// Under misère play, where there is no such theorem.
pub(super) fn misere_searched(answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    why.say([text("Under misère play values do not add up by nim-sums in this game; all positions that can be reached were searched.")]);
    if let Some(to) = answer.winning_moves.list.first() {
        why.say([text("The move to "), position(to), text(" leaves a position that the search found lost.")]);
    }
    why
}
