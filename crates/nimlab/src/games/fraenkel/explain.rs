//! Why an answer about Fraenkel's game is right.

use super::PLANES;
use crate::explain::{Explanation, number, position, source, text};
use crate::number::UBig;
use crate::prove::AUTOMATON;
use crate::{Answer, Outcome, Position};

/// Says what each winning move takes; searched answers say only that.
pub(super) fn explain(answer: &Answer) -> Explanation {
    let mut why = Explanation::new();
    if answer.method == AUTOMATON {
        why.say([
            text("By "),
            source("a theorem that was proved by machine"),
            text(", from some difference n of the larger piles y and z on, the lost positions with this smallest pile have y = ⌊nφ⌋ + α, but for at most 1 that an automaton tells from the Zeckendorf digits of n; those before were computed."),
        ]);
    } else if answer.method != PLANES {
        return crate::game::searched(answer);
    } else {
        why.say([
        source("Fraenkel's game"),
        text(": among the positions with the same first pile, two that are lost share no number and no difference of the other two piles. So they were listed by the second pile, each with the least third pile from which no move leads to a lost position."),
        ]);
    }
    match answer.outcome {
        Outcome::P => why.say([position(&answer.position), text(" is one of them.")]),
        Outcome::N => {
            for to in &answer.winning_moves.list {
                why.say(reason(&answer.position, to));
            }
        }
    }
    why
}

/// What a move takes from each pile.
fn reason(from: &Position, to: &Position) -> Vec<crate::explain::Fragment> {
    let mut said = vec![text("Move to the lost position "), position(to)];
    let Some(taken) = taken(from.numbers(), to.numbers()) else { return said };
    let several = taken.iter().filter(|taken| !taken.is_zero()).count() > 1;
    said.push(text(if several { ": take " } else { ": take only " }));
    let mut first = true;
    for (taken, pile) in taken.iter().zip(from.numbers()).filter(|(taken, _)| !taken.is_zero()) {
        if !std::mem::take(&mut first) {
            said.push(text(" and "));
        }
        said.extend([number(taken.clone()), text(" from "), number(pile.clone())]);
    }
    said.push(text(if several { ", whose nim-sum is 0." } else { "." }));
    said
}

/// The numbers that a move takes, the piles that are left being in some order.
fn taken(from: &[UBig], to: &[UBig]) -> Option<Vec<UBig>> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    orders.iter().find_map(|order| {
        let pairs = from.iter().zip(order.iter().map(|&place| to.get(place)));
        let taken: Option<Vec<UBig>> =
            pairs.map(|(from, to)| to.filter(|&to| to <= from).map(|to| from - to)).collect();
        taken.filter(|taken| super::may_be_taken(taken))
    })
}
