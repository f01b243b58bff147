//! A first look at rules: the moves of one small position, and what in the moves
//! is so odd that it may be a slip.

use super::game::RuleGame;
use super::grid::Grid;
use super::run::Runner;
use crate::game::{Game, Position};
use crate::solve::Budget;

/// What was seen of the moves of small positions.
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
    /// budget's time goes. Rules that fail are no matter of this: see
    /// [`RuleGame::try_out`].
    ///
    /// ```
    /// use nimlab::{rules::compile, solve::Budget};
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
        let mut changed = vec![false; width];
        let (mut position, mut target) = (vec![0; width], Vec::new());
        let grid = Grid::without_cells(size, width, self.plan().sorted);
        let mut first = None;
        for _ in 0..POSITIONS {
            let mut any = false;
            // What fails is told by the trial; what was seen before it counts.
            let _ = runner.moves(&position, TRIES, &mut |run| {
                any = true;
                for i in [0, run.count - 1] {
                    run.position(i, &mut target);
                    for part in target.chunks(width) {
                        changed
                            .iter_mut()
                            .zip(part.iter().zip(&position))
                            .for_each(|(changed, (to, from))| *changed |= to != from);
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
            Some(_) => self.unchanged(&changed).into_iter().collect(),
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
        let sorted = &names[..self.plan().sorted];
        let trap = sorted.iter().any(|name| quiet.contains(&name.as_str()));
        if let (true, [least, .., most]) = (trap, sorted) {
            lines.push("`symmetric` says that the order of the piles is irrelevant. It does not repeat a move".into());
            lines.push(format!("for the other piles: {least} is always the smallest and {most} the largest."));
            lines.push("A move that may be made in any pile is written once for each of them:".into());
        } else {
            lines.push("A move that changes it would look so:".into());
        }
        let shown = names.iter().filter(|name| quiet.contains(&name.as_str()) || (trap && sorted.contains(name)));
        lines.extend(shown.take(4).map(|name| format!("  {}", self.taking_from(name))));
        lines.push("If it is meant so, nothing is wrong.".into());
        Some(lines.join("\n"))
    }

    /// The move that takes any number from one pile.
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
