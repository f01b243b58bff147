//! The values of a variable that satisfy a [`Solution`], as intervals.

use super::ast::Cmp;
use super::bounds::Solution;
use super::program::Code;

/// An interval, both ends included.
pub type Interval = (i64, i64);

/// Finds the values between `low` and `high` that satisfy a solution, as
/// ascending disjoint intervals; says whether they are exact.
pub struct Finder<'c> {
    pub code: &'c Code,
    /// Spare lists, so that nothing is allocated in the long run.
    pub spare: Vec<Vec<Interval>>,
}

impl Finder<'_> {
    /// Replaces `found` by the values.
    pub fn find(
        &mut self,
        solution: &Solution,
        registers: &mut [i64],
        within: Interval,
        found: &mut Vec<Interval>,
    ) -> bool {
        found.clear();
        match solution {
            Solution::Unknown => {
                found.push(within);
                false
            }
            Solution::Guard(condition) => match self.code.run(*condition, registers) {
                Ok(truth) => {
                    if truth != 0 {
                        found.push(within);
                    }
                    true
                }
                // The error belongs to a value that may never be tried.
                Err(_) => {
                    found.push(within);
                    false
                }
            },
            Solution::Linear { coefficient, rest, cmp } => {
                let numbers =
                    self.code.run(*coefficient, registers).and_then(|c| Ok((c, self.code.run(*rest, registers)?)));
                match numbers {
                    Ok((c, r)) => {
                        linear_values(i128::from(c), i128::from(r), *cmp, within, found);
                        true
                    }
                    Err(_) => {
                        found.push(within);
                        false
                    }
                }
            }
            Solution::And(list) => {
                found.push(within);
                let mut exact = true;
                let (mut other, mut both) = (self.list(), self.list());
                for part in list {
                    let (Some(first), Some(last)) = (found.first(), found.last()) else { break };
                    exact &= self.find(part, registers, (first.0, last.1), &mut other);
                    intersect(found, &other, &mut both);
                    std::mem::swap(found, &mut both);
                }
                self.spare.extend([other, both]);
                // Nothing at all is exact, whatever could not be solved.
                exact || found.is_empty()
            }
            Solution::Or(list) => {
                let mut exact = true;
                let mut other = self.list();
                for part in list {
                    exact &= self.find(part, registers, within, &mut other);
                    found.extend_from_slice(&other);
                }
                unite(found);
                self.spare.push(other);
                exact
            }
        }
    }

    fn list(&mut self) -> Vec<Interval> {
        self.spare.pop().unwrap_or_default()
    }
}

/// Where c·v + r compares with 0.
fn linear_values(c: i128, r: i128, cmp: Cmp, (low, high): Interval, found: &mut Vec<Interval>) {
    let mut push = |from: i128, to: i128| {
        let (from, to) = (from.max(low.into()), to.min(high.into()));
        if from <= to {
            found.push((from as i64, to as i64));
        }
    };
    let (least, most) = (i128::from(low), i128::from(high));
    if c == 0 {
        if cmp.holds(r, 0) {
            push(least, most);
        }
        return;
    }
    // c·v + r ≥ s, from which the other comparisons follow.
    let at_least = |s: i128| match c > 0 {
        true => (div_ceil(s - r, c), most),
        false => (least, (r - s).div_euclid(-c)),
    };
    let at_most = |s: i128| match c > 0 {
        true => (least, (s - r).div_euclid(c)),
        false => (div_ceil(r - s, -c), most),
    };
    let (from, to) = match cmp {
        Cmp::Ge => at_least(0),
        Cmp::Gt => at_least(1),
        Cmp::Le => at_most(0),
        Cmp::Lt => at_most(-1),
        Cmp::Eq if r % c == 0 => (-r / c, -r / c),
        Cmp::Eq => return,
        Cmp::Ne if r % c == 0 => {
            push(least, -r / c - 1);
            (-r / c + 1, most)
        }
        Cmp::Ne => (least, most),
    };
    push(from, to);
}

/// a / b rounded up, for b > 0.
fn div_ceil(a: i128, b: i128) -> i128 {
    -(-a).div_euclid(b)
}

fn intersect(a: &[Interval], b: &[Interval], both: &mut Vec<Interval>) {
    both.clear();
    let (mut i, mut j) = (0, 0);
    while let (Some(&(a0, a1)), Some(&(b0, b1))) = (a.get(i), b.get(j)) {
        let (from, to) = (a0.max(b0), a1.min(b1));
        if from <= to {
            both.push((from, to));
        }
        if a1 < b1 { i += 1 } else { j += 1 }
    }
}

/// Sorts intervals and joins those that meet.
fn unite(list: &mut Vec<Interval>) {
    if list.len() < 2 {
        return;
    }
    list.sort_unstable();
    let mut kept = 0;
    for i in 1..list.len() {
        let (from, to) = list[i];
        if from <= list[kept].1.saturating_add(1) {
            list[kept].1 = list[kept].1.max(to);
        } else {
            kept += 1;
            list[kept] = (from, to);
        }
    }
    list.truncate(kept + 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_comparisons_are_solved_as_if_every_value_was_tried() {
        let within = (-7, 9);
        for c in -4..=4 {
            for r in -20..=20 {
                for cmp in [Cmp::Eq, Cmp::Ne, Cmp::Lt, Cmp::Le, Cmp::Gt, Cmp::Ge] {
                    let mut found = Vec::new();
                    linear_values(c, r, cmp, within, &mut found);
                    let listed: Vec<i64> = found.iter().flat_map(|&(from, to)| from..=to).collect();
                    let tried: Vec<i64> = (-7..=9).filter(|&v| cmp.holds(c * i128::from(v) + r, 0)).collect();
                    assert_eq!(listed, tried, "{c}v + {r} {cmp:?} 0");
                }
            }
        }
    }

    #[test]
    fn unions_and_intersections_are_those_of_sets() {
        let mut list = vec![(5, 7), (1, 2), (3, 3), (6, 9), (12, 12)];
        unite(&mut list);
        assert_eq!(list, [(1, 3), (5, 9), (12, 12)]);
        let mut both = Vec::new();
        intersect(&list, &[(2, 6), (8, 12)], &mut both);
        assert_eq!(both, [(2, 3), (5, 6), (8, 9), (12, 12)]);
    }
}
