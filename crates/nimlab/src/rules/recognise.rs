//! Whether the first rows of a board have the moves of Wythoff's game by the
//! text of a rule, in every column and not only on a board that was looked at.
//!
//! An invariant rule of two piles allows a set of vectors (k, l), whatever the
//! position is. For a fixed k every number in its conditions is, from some l on,
//! a linear function c·l + d: sums, differences, products with constants, absolute
//! values, least and greatest of such functions are such functions again, and a
//! comparison of two of them does not change any more. So the conditions are true
//! or false for all l from some bound on, and below the bound they are tried one
//! by one. What is not of this kind (a remainder of l, say) is not recognised.

use super::ast::{Arith, Cmp, Id};
use super::ir::{Arena, CheckedRules, Clause, Node};
use super::number;
use crate::Clock;

/// The largest bound and the largest number in a function that are looked at:
/// far below what 64 bits hold, so that no sum can overflow.
const MOST: i128 = 1 << 40;

/// The largest l up to which vectors are tried one by one.
const MOST_TRIED: u64 = 1 << 20;

/// The parameter a, if the vectors (k, l) with k ≤ `row` are exactly those of
/// Wythoff's game: any number from one pile, or k and l from both with
/// |k − l| < a. In row 0 every a would do, and 1 is returned.
pub fn wythoff(rule: &CheckedRules, row: u64, clock: &mut Clock) -> Option<u64> {
    let clauses: Vec<Taking<'_>> =
        rule.clauses.iter().map(|clause| Taking::of(&rule.arena, clause)).collect::<Option<_>>()?;
    let mut a = 1;
    for k in 0..=row {
        let numbers = numbers_with(&clauses, k, clock)?;
        // From one pile any number; from both those of the band, and no others.
        if numbers.for_ever != (k == 0) {
            return None;
        }
        if k == 1 {
            a = numbers.below.iter().rposition(|&there| there).filter(|&last| last > 0)? as u64;
        }
        let expected = |l: u64| k + l > 0 && (k == 0 || l == 0 || k.abs_diff(l) < a);
        // After the last number that was tried there is none, which must be right.
        let tried = numbers.below.len() as u64;
        let right = (0..tried).all(|l| numbers.below[l as usize] == expected(l));
        if !right || (k > 0 && expected(tried)) || (k > 0 && tried < k + a) {
            return None;
        }
    }
    Some(a)
}

/// The numbers l that go with a k: those below a bound one by one, and whether
/// all after it do or none.
struct Partners {
    below: Vec<bool>,
    for_ever: bool,
}

fn numbers_with(clauses: &[Taking<'_>], k: u64, clock: &mut Clock) -> Option<Partners> {
    let mut bound = k + 1;
    let mut for_ever = false;
    for clause in clauses {
        let mut eye = Eye { clause, k: k.into(), l: None, bound: 0 };
        let holds = eye.allows()?;
        for_ever |= holds;
        bound = bound.max(u64::try_from(eye.bound).ok()?);
    }
    if bound > MOST_TRIED {
        return None;
    }
    let mut below = Vec::new();
    // One more than the bound, so that the last one is like all after it.
    for l in 0..=bound {
        let mut there = false;
        for clause in clauses {
            if clock.after(4 + clause.size).is_some() {
                return None;
            }
            there |= Eye { clause, k: k.into(), l: Some(l.into()), bound: 0 }.allows()?;
        }
        below.push(there);
    }
    Some(Partners { below, for_ever })
}

/// A clause of a rule of two piles that takes one variable, or nothing, from
/// each pile.
struct Taking<'r> {
    arena: &'r Arena,
    clause: &'r Clause,
    /// The variable that is taken from the first and from the second pile.
    takes: [Option<usize>; 2],
    size: u64,
}

/// How many numbers a position has.
const WIDTH: usize = 2;

impl<'r> Taking<'r> {
    /// The rule is known to be invariant.
    fn of(arena: &'r Arena, clause: &'r Clause) -> Option<Self> {
        let [target] = &clause.parts[..] else { return None };
        let [first, second] = target[..] else { return None };
        let taken = |id: Id| match *arena.node(id) {
            Node::Arith(Arith::Sub, _, what) => match *arena.node(what) {
                Node::Var(register) => usize::from(register).checked_sub(WIDTH).map(Some),
                _ => None,
            },
            Node::Var(_) => Some(None),
            _ => None,
        };
        let takes = [taken(first)?, taken(second)?];
        // A variable that is not taken would have to be looked for.
        let all_taken = (0..clause.variables.len()).all(|variable| takes.contains(&Some(variable)));
        let sizes = clause.conditions.iter().map(|&id| arena.size(id) as u64);
        let size = sizes.sum::<u64>() + 8;
        all_taken.then_some(Self { arena, clause, takes, size })
    }
}

/// A number as c·l + d, from some l on; or a pile, which is not a bound here.
#[derive(Clone, Copy)]
enum Number {
    Line(i128, i128),
    Pile,
}

/// Looks at a clause with k taken from the first pile and l from the second: a
/// given l, or any from `bound` on.
struct Eye<'c, 'r> {
    clause: &'c Taking<'r>,
    k: i128,
    l: Option<i128>,
    bound: i128,
}

impl Eye<'_, '_> {
    /// Whether the clause allows to take k and l from piles that have as many.
    fn allows(&mut self) -> Option<bool> {
        let Taking { arena, clause, takes, .. } = *self.clause;
        let l = self.second();
        let fits = match takes {
            [None, _] if self.k != 0 => false,
            [_, None] => self.compare(Cmp::Eq, l, Number::Line(0, 0))?,
            [Some(first), Some(second)] if first == second => self.compare(Cmp::Eq, l, Number::Line(0, self.k))?,
            _ => true,
        };
        if !fits {
            return Some(false);
        }
        for (i, range) in clause.variables.iter().enumerate() {
            let value = if takes[0] == Some(i) { Number::Line(0, self.k) } else { l };
            let (low, high) = (self.number(arena, range.low)?, self.number(arena, range.high)?);
            if !self.compare(Cmp::Le, low, value)? || !self.compare(Cmp::Le, value, high)? {
                return Some(false);
            }
        }
        for &id in &clause.conditions {
            if !self.holds(arena, id)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// What is taken from the second pile.
    fn second(&self) -> Number {
        self.l.map_or(Number::Line(1, 0), |l| Number::Line(0, l))
    }

    fn number(&mut self, arena: &Arena, id: Id) -> Option<Number> {
        use Number::{Line, Pile};
        Some(match arena.node(id) {
            Node::Const(value) => small(0, (*value).into())?,
            Node::Var(register) => match usize::from(*register).checked_sub(WIDTH) {
                None => Pile,
                Some(variable) if self.clause.takes[0] == Some(variable) => Line(0, self.k),
                Some(_) => self.second(),
            },
            Node::Neg(inner) => self.negative(arena, *inner)?,
            Node::Abs(inner) => {
                let (plus, minus) = (self.number(arena, *inner)?, self.negative(arena, *inner)?);
                if self.compare(Cmp::Ge, plus, minus)? { plus } else { minus }
            }
            Node::Indicator(condition) => Line(0, i128::from(self.holds(arena, *condition)?)),
            Node::Arith(op, first, second) => {
                let (a, b) = (self.number(arena, *first)?, self.number(arena, *second)?);
                match (op, a, b) {
                    (Arith::Min, Pile, other) | (Arith::Min, other, Pile) => other,
                    (_, Pile, _) | (_, _, Pile) => return None,
                    (Arith::Add, Line(c, d), Line(e, f)) => small(c + e, d + f)?,
                    (Arith::Sub, Line(c, d), Line(e, f)) => small(c - e, d - f)?,
                    (Arith::Min, ..) => {
                        if self.compare(Cmp::Le, a, b)? {
                            a
                        } else {
                            b
                        }
                    }
                    (Arith::Max, ..) => {
                        if self.compare(Cmp::Ge, a, b)? {
                            a
                        } else {
                            b
                        }
                    }
                    (_, Line(0, d), Line(0, f)) => {
                        let (d, f) = (i64::try_from(d).ok()?, i64::try_from(f).ok()?);
                        small(0, number::arith(*op, d, f).ok()?.into())?
                    }
                    (Arith::Mul, Line(c, d), Line(0, f)) | (Arith::Mul, Line(0, f), Line(c, d)) => {
                        small(c.checked_mul(f)?, d.checked_mul(f)?)?
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn negative(&mut self, arena: &Arena, id: Id) -> Option<Number> {
        match self.number(arena, id)? {
            Number::Line(c, d) => Some(Number::Line(-c, -d)),
            Number::Pile => None,
        }
    }

    fn holds(&mut self, arena: &Arena, id: Id) -> Option<bool> {
        match arena.node(id) {
            Node::Truth(truth) => Some(*truth),
            Node::Not(inner) => Some(!self.holds(arena, *inner)?),
            Node::And(list) => {
                let all: Option<Vec<bool>> = list.iter().map(|&id| self.holds(arena, id)).collect();
                Some(all?.into_iter().all(|holds| holds))
            }
            Node::Or(list) => {
                let all: Option<Vec<bool>> = list.iter().map(|&id| self.holds(arena, id)).collect();
                Some(all?.into_iter().any(|holds| holds))
            }
            Node::Compare(cmp, a, b) => {
                let (a, b) = (self.number(arena, *a)?, self.number(arena, *b)?);
                self.compare(*cmp, a, b)
            }
            _ => None,
        }
    }

    /// A comparison that holds, or does not, for all l from a bound on, which is
    /// noted. Nothing that is taken is more than the piles have.
    fn compare(&mut self, cmp: Cmp, a: Number, b: Number) -> Option<bool> {
        let (c, d) = match (a, b, cmp) {
            (Number::Line(c, d), Number::Line(e, f), _) => (c - e, d - f),
            (Number::Line(..), Number::Pile, Cmp::Le) | (Number::Pile, Number::Line(..), Cmp::Ge) => {
                return Some(true);
            }
            _ => return None,
        };
        // The sign of c·l + d is that of c from |d| / |c| + 1 on.
        let sign = match c {
            0 => d.signum(),
            c => {
                self.bound = self.bound.max(d.abs() / c.abs() + 1);
                c.signum()
            }
        };
        Some(match cmp {
            Cmp::Eq => sign == 0,
            Cmp::Ne => sign != 0,
            Cmp::Lt => sign < 0,
            Cmp::Le => sign <= 0,
            Cmp::Gt => sign > 0,
            Cmp::Ge => sign >= 0,
        })
    }
}

fn small(c: i128, d: i128) -> Option<Number> {
    (c.abs() <= MOST && d.abs() <= MOST).then_some(Number::Line(c, d))
}
