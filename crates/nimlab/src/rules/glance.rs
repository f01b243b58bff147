//! A first look at rules: the moves of one small position, and what in the moves
//! is so odd that it may be a slip.

use super::game::RuleGame;
use super::grid::Grid;
use super::run::Runner;
use crate::{Budget, Game, Position, RuleExt};

/// What was seen of the moves of small positions.
///
/// ```
/// use nimlab::{Budget, rules::compile};
/// let slip = compile("state x, y symmetric  move k in 1..x -> (x - k, y)").unwrap();
/// assert!(slip.glance(8, Budget::default()).warnings[0].contains("no move changes y"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glance {
    /// A small position and all that can be reached from it in one move; none if
    /// no position that was looked at has a move.
    pub moves: Option<(Position, Vec<Position>)>,
    /// What may be a slip, each in lines of plain words.
    pub warnings: Vec<String>,
}

/// How many positions are looked at, and the most tries for the moves of each.
const POSITIONS: usize = 512;
const TRIES: u64 = 1 << 14;

impl RuleGame {
    /// Looks at the moves of positions with numbers below `size`, as far as the
    /// budget's time goes. Rules that fail are not covered here: see
    /// [`RuleGame::try_out`].
    ///
    /// ```
    /// use nimlab::{Budget, rules::compile};
    /// let trap = compile("state x, y symmetric  move k in 1..x -> (x - k, y)").unwrap();
    /// let glance = trap.glance(8, Budget::default());
    /// let (position, options) = glance.moves.unwrap();
    /// assert_eq!((position.to_string(), options.len()), ("2,3".to_owned(), 2));
    /// assert!(glance.warnings[0].contains("no move changes y"));
    /// ```
    pub fn glance(&self, size: u64, budget: Budget) -> Glance {
        let width = self.plan().width;
        let mut clock = budget.clock();
        let mut runner = Runner::new(self.plan());
        let mut changes = Changes::new(width, self.plan().sorted);
        let (mut position, mut target) = (vec![0; width], Vec::new());
        let grid = Grid::without_cells(size, width, self.plan().sorted);
        let mut first = None;
        for _ in 0..POSITIONS {
            let mut any = false;
            // The trial reports what fails; what was seen before it counts.
            let _ = runner.moves(&position, TRIES, &mut |run| {
                any = true;
                for i in [0, run.count - 1] {
                    run.position(i, &mut target);
                    for part in target.chunks(width) {
                        changes.see(&position, part);
                    }
                }
                true
            });
            if any && first.is_none() {
                first = Some(position.clone());
            }
            if clock.after(64 + runner.steps_used()).is_some() || !grid.advance(&mut position) {
                break;
            }
        }
        let shown = [(2..).take(width).collect(), (3..).take(width).collect()].into_iter().chain(first);
        let moves =
            shown.filter_map(|position: Vec<i64>| self.moves_of(&position)).find(|(_, options)| !options.is_empty());
        let warnings = match moves {
            None => vec!["no position that was tried has a move: the player to move loses them all".into()],
            Some(_) => self.unchanged(&changes.all()).into_iter().collect(),
        };
        Glance { moves, warnings }
    }

    fn moves_of(&self, position: &[i64]) -> Option<(Position, Vec<Position>)> {
        let game: &dyn Game = self;
        let position = game.position_of_words(&position.iter().map(|&x| x.unsigned_abs()).collect::<Vec<u64>>());
        let options = game.option_list(&position.words().ok()?).ok()?;
        let options = options.iter().map(|option| game.position_of_words(option)).collect();
        Some((position, options))
    }

    /// The warning for numbers that no move changes.
    fn unchanged(&self, changed: &[bool]) -> Option<String> {
        let names = self.state();
        let quiet: Vec<&str> =
            names.iter().zip(changed).filter(|(_, changed)| !**changed).map(|(name, _)| name.as_str()).collect();
        if quiet.is_empty() {
            return None;
        }
        let mut lines = vec![format!("no move changes {}, in any position that was tried", quiet.join(" or "))];
        let (piles, others) = names.split_at(self.plan().sorted);
        let is_quiet = |name: &&String| quiet.contains(&name.as_str());
        if let (true, [least, .., most]) = (piles.iter().any(|name| is_quiet(&name)), piles) {
            lines.push(format!(
                "`symmetric` says that the order of the piles is irrelevant. It does not repeat a move for the other \
                 piles: {least} is always the smallest and {most} the largest."
            ));
            lines.push("A move that may be made in any pile is written once for each of them:".into());
            lines.extend(piles.iter().take(4).map(|name| format!("  {}", self.taking_from(name))));
        }
        let others: Vec<&String> = others.iter().filter(is_quiet).collect();
        if let [first, ..] = others[..] {
            let it = if others.len() == quiet.len() { "it" } else { first };
            lines.push(format!("A move that changes {it} would look like this:"));
            lines.extend(others.iter().take(4).map(|name| format!("  {}", self.taking_from(name))));
        }
        lines.push("If that is what you mean, nothing is wrong.".into());
        Some(lines.join("\n"))
    }

    /// The move that takes any amount from one number.
    fn taking_from(&self, pile: &str) -> String {
        let variable = if self.state().iter().any(|name| name == "k") { "t" } else { "k" };
        let target: Vec<String> = self
            .state()
            .iter()
            .map(|name| if name == pile { format!("{name} - {variable}") } else { name.clone() })
            .collect();
        format!("move {variable} in 1..{pile} -> ({})", target.join(", "))
    }
}

/// Which numbers of a position some move changes. What is interchangeable is
/// told by its size and not by its place: in a position with two different
/// piles the one is changed that is missing after the move.
struct Changes {
    changed: Vec<bool>,
    sorted: usize,
    /// Whether a move was seen in a position whose piles are all different.
    told_apart: bool,
}

impl Changes {
    fn new(width: usize, sorted: usize) -> Self {
        Self { changed: vec![false; width], sorted, told_apart: false }
    }

    /// A move from a canonical position.
    fn see(&mut self, from: &[i64], to: &[i64]) {
        let (piles, left) = (&from[..self.sorted], &to[..self.sorted]);
        self.told_apart |= piles.windows(2).all(|pair| pair[0] != pair[1]);
        for (i, pile) in piles.iter().enumerate() {
            // Of equal piles nobody knows which is changed, unless all are.
            self.changed[i] |= !left.contains(pile);
        }
        for i in self.sorted..from.len() {
            self.changed[i] |= from[i] != to[i];
        }
    }

    /// What is changed, or may be.
    fn all(mut self) -> Vec<bool> {
        if !self.told_apart {
            self.changed[..self.sorted].fill(true);
        }
        self.changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::compile;

    fn warned(source: &str) -> String {
        compile(source).unwrap().glance(8, Budget::default()).warnings.join("\n")
    }

    #[test]
    fn moves_in_one_pile_only_are_told_however_they_are_written() {
        for target in ["(y - k, x)", "(x, y - k)"] {
            let told = warned(&format!("state x, y symmetric  move k in 1..y -> {target}"));
            assert!(told.starts_with("no move changes x, in any"), "{told}");
            assert!(told.contains("  move k in 1..x -> (x - k, y)\n  move k in 1..y -> (x, y - k)"), "{told}");
        }
        assert!(warned("state x, y symmetric  move k in 1..x -> (y, x - k)").starts_with("no move changes y"));
        // Every pile can be changed, if not in every position.
        for moves in [
            "move k in 1..x -> (y, x - k)  move k in 1..y -> (y - k, x)",
            "move k in 1..x -> (x - k, y - k)",
            "move where x = y and x > 0 -> (x - 1, y - 1)",
            "move where x = y and x > 0 -> (x - 1, y)",
        ] {
            assert_eq!(warned(&format!("state x, y symmetric  {moves}")), "", "{moves}");
        }
    }

    #[test]
    fn what_is_no_pile_is_not_called_one() {
        let told = warned("state a, b symmetric / t  move k in 1..a -> (a - k, b, t)");
        assert!(told.starts_with("no move changes b or t"), "{told}");
        let (piles, other) = told.split_once("A move that changes t would look like this:").unwrap();
        assert!(piles.contains("(a, b - k, t)") && !piles.contains("t - k"), "{told}");
        assert!(other.contains("  move k in 1..t -> (a, b, t - k)"), "{told}");
        let told = warned("state a, b symmetric / t  move k in 1..a -> (a - k, b, t)  move k in 1..b -> (a, b - k, t)");
        assert!(told.starts_with("no move changes t") && !told.contains("pile"), "{told}");
    }
}
