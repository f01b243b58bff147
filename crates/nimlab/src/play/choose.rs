//! The computer's move.
//!
//! *Perfect* plays a winning move wherever there is one, the one that leaves
//! the fewest stones. In a lost position it looks for the move after which the
//! fewest replies win, and among those for the one that leaves the most stones,
//! so that the game lasts. It tries up to [`TRIED`] moves that way, those that
//! leave the most stones first.
//!
//! *Casual* sees a move that ends the game in its favour, and wins where no
//! more than [`SEEN`] stones are left; everywhere else it plays at random.
//!
//! *Random* takes any move, all alike where they can be listed, and otherwise
//! any amount from any pile. The same seed makes the same moves.

use super::random::Random;
use super::{MatchState, Rules, candidates};
use crate::error::{Error, Result, nearest};
use crate::number::UBig;
use crate::solve::SumMove;
use crate::{Budget, Game, Outcome, Position, RuleExt};
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::time::Duration;

/// The most moves that are compared in a lost position.
const TRIED: usize = 32;

/// The most positions that a look at one of them may take.
const LOOK: u64 = 20_000;

/// How long the moves of a lost position are compared.
const LOOK_TIME: Duration = Duration::from_secs(2);

/// The most moves that are listed.
const LISTED: usize = 2_000;

/// The stones that a casual player sees through.
const SEEN: u64 = 6;

/// How well the computer plays.
///
/// ```
/// use nimlab::play::Level;
/// assert_eq!(Level::named("casual")?, Level::Casual);
/// assert!(Level::named("expert").is_err());
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Wins whenever it can.
    Perfect,
    /// Wins when it is easy to see.
    Casual,
    /// Any move.
    Random,
}

impl Level {
    /// Every level.
    pub const ALL: [Level; 3] = [Level::Perfect, Level::Casual, Level::Random];

    /// The name by which the doors know it.
    pub fn name(self) -> &'static str {
        match self {
            Level::Perfect => "perfect",
            Level::Casual => "casual",
            Level::Random => "random",
        }
    }

    /// The level of that name.
    pub fn named(name: &str) -> Result<Level> {
        Level::ALL.into_iter().find(|level| level.name() == name).ok_or_else(|| Error::UnknownWord {
            kind: "level",
            given: crate::number::shorten(name),
            nearest: nearest(name, Level::ALL.map(Level::name)),
            known: Level::ALL.iter().map(|level| level.name().to_owned()).collect(),
        })
    }
}

/// A player.
///
/// ```
/// use nimlab::{play::{Computer, Level, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let state = rules.start("3,5")?;
/// let choice = Computer { level: Level::Perfect, seed: 7 }.choose(&rules, &state)?;
/// assert_eq!(rules.typed(&state, &choice.made), "take 2 from pile 2");
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Computer {
    /// How well it plays.
    pub level: Level,
    /// The seed of its random choices.
    pub seed: u64,
}

/// A move with what is known of it.
///
/// ```
/// use nimlab::{play::{Computer, Level, Rules}, prelude::*};
/// let rules = Rules::new(vec![catalogue::game("nim")?], Play::Normal, Budget::default());
/// let choice = Computer { level: Level::Perfect, seed: 1 }.choose(&rules, &rules.start("3,5")?)?;
/// assert_eq!((choice.winning, choice.made.to.to_string()), (Some(true), "3,3".into()));
/// # Ok::<(), nimlab::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub made: SumMove,
    /// Whether it wins, where that was looked at and is decided.
    pub winning: Option<bool>,
}

impl Computer {
    /// A move from a state that has one, laid onto the table.
    pub fn choose(&self, rules: &Rules, state: &MatchState) -> Result<Choice> {
        self.choose_unblocked(rules, state, &[])
    }

    /// The same where these options are blocked, but not all.
    pub fn choose_unblocked(&self, rules: &Rules, state: &MatchState, blocked: &[Position]) -> Result<Choice> {
        rules.can_be_played()?;
        let choice = self.chosen(rules, &rules.canonical(state), blocked)?;
        Ok(Choice { made: rules.laid(state, &choice.made), ..choice })
    }

    fn chosen(&self, rules: &Rules, state: &MatchState, blocked: &[Position]) -> Result<Choice> {
        let chosen = match self.level {
            Level::Perfect if rules.blocks() > 0 => return self.perfect_unblocked(rules, state, blocked),
            Level::Perfect => return self.perfect(rules, state),
            Level::Casual => match obvious(rules, state)?.filter(|made| !blocked.contains(&made.to)) {
                Some(made) => return Ok(Choice { made, winning: Some(true) }),
                None => self.random(rules, state, blocked)?,
            },
            Level::Random => self.random(rules, state, blocked)?,
        };
        let winning = rules.judge(&rules.canonical_after(state, &chosen), rules.budget).ok();
        Ok(Choice { made: chosen, winning: winning.map(|after| after.outcome == Outcome::P) })
    }

    fn perfect(&self, rules: &Rules, state: &MatchState) -> Result<Choice> {
        match rules.judge(state, rules.budget) {
            Ok(found) if found.outcome == Outcome::N => {
                let best = found
                    .winning
                    .into_iter()
                    .min_by_key(|made| (total(rules, &rules.canonical_after(state, made)), made.clone()));
                match best {
                    Some(made) => Ok(Choice { made, winning: Some(true) }),
                    // Won, but by a move that is not known.
                    None => Ok(Choice { made: self.random(rules, state, &[])?, winning: None }),
                }
            }
            Ok(_) => Ok(Choice { made: hardest(rules, state, &[])?, winning: Some(false) }),
            Err(error) if error.is_request() => Err(error),
            // Not decided: it plays on without knowing.
            Err(_) => match obvious(rules, state)? {
                Some(made) => Ok(Choice { made, winning: Some(true) }),
                None => Ok(Choice { made: self.random(rules, state, &[])?, winning: None }),
            },
        }
    }

    /// The same where options are blocked: a lost option that is not, even in a lost
    /// position, for the other player may have blocked too little.
    fn perfect_unblocked(&self, rules: &Rules, state: &MatchState, blocked: &[Position]) -> Result<Choice> {
        match rules.lost_options(state) {
            Ok(lost) => {
                let lost = lost.into_iter().filter(|to| !blocked.contains(to)).map(|to| SumMove { component: 0, to });
                match lost.min_by_key(|made| (total(rules, &rules.canonical_after(state, made)), made.clone())) {
                    Some(made) => Ok(Choice { made, winning: Some(true) }),
                    None => Ok(Choice { made: hardest(rules, state, blocked)?, winning: Some(false) }),
                }
            }
            Err(error) if error.is_request() => Err(error),
            Err(_) => Ok(Choice { made: self.random(rules, state, blocked)?, winning: None }),
        }
    }

    fn random(&self, rules: &Rules, state: &MatchState, blocked: &[Position]) -> Result<SumMove> {
        let mut random = Random::of(self.seed, state);
        let mut list = Vec::new();
        let mut all = true;
        for (component, (game, position)) in rules.games.iter().zip(state).enumerate() {
            let (options, complete) = candidates::of(&**game, position, LISTED)?;
            all &= complete;
            let free = options.into_iter().filter(|to| !blocked.contains(to));
            list.extend(free.map(|to| SumMove { component, to }));
        }
        if !all {
            for _ in 0..100 {
                if let Some(made) = any_amount(rules, state, &mut random)
                    && !blocked.contains(&made.to)
                {
                    return Ok(made);
                }
            }
        }
        if list.is_empty() {
            return Err(Error::undecided("no move could be found"));
        }
        let at = random.below(list.len() as u64) as usize;
        Ok(list.swap_remove(at))
    }
}

/// Any amount from any pile, if the rules allow it.
fn any_amount(rules: &Rules, state: &MatchState, random: &mut Random) -> Option<SumMove> {
    let component = random.below(state.len() as u64) as usize;
    let (game, position) = (&rules.games[component], &state[component]);
    let piles = position.piles();
    let at = random.below(piles.len().max(1) as u64) as usize;
    let pile = piles.get(at).filter(|pile| !pile.is_zero())?;
    let taken = random.up_to(pile);
    let mut numbers = position.numbers().to_vec();
    numbers[at] -= &taken;
    if numbers.len() > piles.len() {
        numbers[piles.len()] = taken * UBig::from(2u8);
    }
    let to = game.position(numbers);
    (game.can_move(position, &to) == Some(true)).then_some(SumMove { component, to })
}

/// All stones of a state, those that are still to be placed among them.
fn total(rules: &Rules, state: &MatchState) -> UBig {
    let stones = rules.games.iter().zip(state).flat_map(|(game, position)| match are_placed(&**game, position) {
        true => position.numbers(),
        false => position.piles(),
    });
    stones.fold(UBig::ZERO, |sum, number| sum + number)
}

/// Whether the number after the slash counts stones that come on the table:
/// a move makes the piles larger.
fn are_placed(game: &dyn Game, position: &Position) -> bool {
    let (Some(_), Ok(words)) = (game.shape().tail, position.words()) else { return false };
    let piles = |words: &[u64]| words[..words.len() - 1].iter().map(|&pile| u128::from(pile)).sum::<u128>();
    let mut grow = false;
    let _ = game.try_options(&words, &mut |option| {
        grow = piles(option) > piles(&words);
        ControlFlow::Break(())
    });
    grow
}

/// A winning move that is easy to see.
fn obvious(rules: &Rules, state: &MatchState) -> Result<Option<SumMove>> {
    if total(rules, state) <= UBig::from(SEEN)
        && let Ok(found) = rules.judge(state, rules.budget)
    {
        return Ok(found.winning.into_iter().next());
    }
    for made in candidates::some(rules, state, LISTED)? {
        let after = rules.canonical_after(state, &made);
        if rules.is_over(&after)? {
            if rules.play.outcome_of_end() == Outcome::P {
                return Ok(Some(made));
            }
        } else if rules.play.outcome_of_end() == Outcome::N && total(rules, &after) <= UBig::ONE {
            // Misère play: the other has to take the last stone.
            return Ok(Some(made));
        }
    }
    Ok(None)
}

/// The move of a lost position after which the winner is most likely to err.
fn hardest(rules: &Rules, state: &MatchState, blocked: &[Position]) -> Result<SumMove> {
    let mut list = candidates::some(rules, state, LISTED)?;
    list.retain(|made| !blocked.contains(&made.to));
    list.sort_by_cached_key(|made| (Reverse(total(rules, &rules.canonical_after(state, made))), made.clone()));
    list.truncate(TRIED);
    let look = Budget { positions: LOOK.min(rules.budget.positions), ..rules.budget };
    let look = Budget { options: look.positions * 100, ..look };
    let time = look.time.map_or(LOOK_TIME, |time| time.min(LOOK_TIME));
    let deadline = look.deadline.into_iter().chain(look.within(time).started().deadline).min();
    let look = Budget { time: Some(time), deadline, ..look };
    let mut best: Option<(UBig, usize)> = None;
    for (at, made) in list.iter().enumerate() {
        // What cannot be seen at a glance is left at what lasts longest.
        let Ok(found) = rules.judge(&rules.canonical_after(state, made), look) else { break };
        let replies = found.total.unwrap_or_else(|| UBig::from(found.winning.len()));
        if best.as_ref().is_none_or(|(fewest, _)| replies < *fewest) {
            best = Some((replies, at));
        }
    }
    let at = best.map_or(0, |(_, at)| at);
    if at < list.len() {
        return Ok(list.swap_remove(at));
    }
    Err(Error::undecided("no move could be found"))
}
