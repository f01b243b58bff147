//! Why a position of Wythoff's game is won or lost, told to a student.

use super::pairs::{Met, Pair, Strategy};
use crate::error::Result;
use crate::explain::{Explanation, Fragment, formula, number, position, source, text};
use crate::number::{UBig, shown};
use crate::{Answer, Outcome, Play};

/// The explanation for an answer on the piles x ≤ y.
pub fn explain(strategy: &dyn Strategy, answer: &Answer) -> Result<Explanation> {
    let [x, y] = answer.position.numbers() else { return Ok(Explanation::new()) };
    let mut why = Explanation::new();
    introduce(&mut why, strategy.a(), answer.play);
    let pair = Met::pair_with(answer, strategy, x)?;
    if y.is_zero() && answer.play == Play::Normal {
        why.say([text("No stone is left: the player to move cannot move and has lost. This is the pair number 0.")]);
        return Ok(why);
    }
    if answer.outcome == Outcome::P {
        why.say([
            position(&answer.position),
            text(" is the pair number "),
            number(pair.n.clone()),
            text(
                ": each pile occurs in no other pair, and no other pair has nearly the same difference, so that no move leads from one pair to another.",
            ),
        ]);
        return Ok(why);
    }
    if y.is_zero() {
        why.say([text("No stone is left: the opponent has just taken the last one and has lost.")]);
        return Ok(why);
    }
    why.say([text("The smaller pile is "), named(&pair, x), text(".")]);
    for to in &answer.winning_moves.list {
        let [lower, upper] = to.numbers() else { continue };
        let target = Met::pair_with(answer, strategy, lower)?;
        why.say(reason(strategy.a(), [x, y], [lower, upper], &target));
    }
    Ok(why)
}

fn introduce(why: &mut Explanation, a: &UBig, play: Play) {
    let (theorem, pairs) = match (play, a.is_one()) {
        (Play::Normal, true) => {
            ("Wythoff's theorem (Thesis-W, lemma 4)", "A_n = ⌊nφ⌋ and B_n = A_n + n, φ the golden ratio".to_owned())
        }
        (Play::Normal, false) => (
            "Fraenkel's theorem (Thesis-W, lemma 4)",
            format!("A_n = ⌊nα⌋ and B_n = A_n + {}n, {}", shown(a), alpha(a)),
        ),
        (Play::Misere, true) => (
            "Misère Wythoff",
            "the first two are (0,1) and (2,2), and from n = 2 on A_n = ⌊nφ⌋ and B_n = A_n + n as in normal play"
                .to_owned(),
        ),
        (Play::Misere, false) => {
            ("Misère Wythoff", format!("A_n = ⌊nα + 1/α⌋ and B_n = A_n + {}n + 1, {}", shown(a), alpha(a)))
        }
    };
    why.say([
        source(theorem),
        text(": the player to move loses exactly on the pairs (A_n, B_n), where "),
        formula(pairs),
        text("."),
    ]);
}

/// The slope of the lower numbers, with the parameter put in.
fn alpha(a: &UBig) -> String {
    let discriminant = a.sqr() + UBig::from(4u8);
    match u8::try_from(a) {
        Ok(2) => "α = (2 − a + √(a² + 4))/2 = √2".into(),
        _ => format!("α = (2 − a + √(a² + 4))/2 = (2 − {} + √{})/2", shown(a), shown(&discriminant)),
    }
}

/// "A_5 = 7, whose partner is B_5 = 17".
fn named(pair: &Pair, x: &UBig) -> Fragment {
    let n = shown(&pair.n);
    formula(if pair.lower == *x {
        format!("A_{n} = {}, whose partner is B_{n} = {}", shown(x), shown(&pair.upper))
    } else {
        format!("B_{n} = {}, whose partner is A_{n} = {}", shown(x), shown(&pair.lower))
    })
}

/// Which move leads to a pair, and why it is allowed.
fn reason(a: &UBig, [x, y]: [&UBig; 2], [lower, upper]: [&UBig; 2], pair: &Pair) -> Vec<Fragment> {
    let mut said = vec![
        text("Move to "),
        position(&pair.position()),
        text(", the pair number "),
        number(pair.n.clone()),
        text(": "),
    ];
    let kept = |pile: &UBig| pile == lower || pile == upper;
    if kept(x) && (y > upper || (x == upper && y > lower)) {
        let left = if x == upper { lower } else { upper };
        said.extend([
            text("keep the pile "),
            number(x.clone()),
            text(" and take "),
            number(y - left),
            text(" from the other."),
        ]);
    } else if kept(y) {
        let left = if y == upper { lower } else { upper };
        said.extend([
            text("keep the pile "),
            number(y.clone()),
            text(" and take "),
            number(x - left),
            text(" from the other."),
        ]);
    } else {
        // Both piles change; the mirror image is meant where the plain one is not allowed.
        let plain = super::pairs::can_move(a, [x, y], [lower, upper]);
        let (to_x, to_y) = if plain { (lower, upper) } else { (upper, lower) };
        let (k, l) = (x - to_x, y - to_y);
        let by = if k > l { &k - &l } else { &l - &k };
        said.extend([
            text("take "),
            number(k),
            text(" from the pile "),
            number(x.clone()),
            text(" and "),
            number(l),
            text(" from the pile "),
            number(y.clone()),
        ]);
        if a.is_one() {
            said.extend([text(", the same from both, which keeps the difference "), number(y - x), text(".")]);
        } else {
            said.extend([text(", which differ by "), number(by), text(" < "), number(a.clone()), text(".")]);
        }
    }
    said
}
