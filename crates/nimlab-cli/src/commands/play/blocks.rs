//! Blocks at the table: before your move the computer says which options it blocks,
//! and before its own move it asks which ones you block.

use super::{TwoPlayers, shown, spoken};
use crate::output::{Output, wrapped_lines};
use crate::wording::told;
use nimlab::play::Rules;
use nimlab::solve::SumMove;
use nimlab::{Position, counted};

/// What the opening says of blocks, where there are any.
pub fn rule(rules: &Rules) -> String {
    match rules.blocks() {
        0 => String::new(),
        most => format!(
            "Before each move the other player may block {}. ",
            if most == 1 { "one option".to_owned() } else { format!("up to {}", counted(most, "option")) }
        ),
    }
}

impl TwoPlayers {
    /// Whether it is to be said which options of the next move are blocked.
    fn is_open(&self) -> anyhow::Result<bool> {
        let said = self.rules().blocks() == 0 || self.game.blocked().is_some();
        Ok(!said && !self.game.is_over()?)
    }

    /// Whether the human has not said yet which options of the computer are blocked.
    pub fn waits_for_blocks(&self) -> anyhow::Result<bool> {
        Ok(self.is_computers(self.game.moves()) && self.is_open()?)
    }

    /// Asks the human, if it is time to.
    pub fn ask_for_blocks(&self, out: &mut Output) -> anyhow::Result<()> {
        if !self.waits_for_blocks()? {
            return Ok(());
        }
        let most = match self.rules().blocks() {
            1 => "the option that you block".to_owned(),
            most => format!("up to {} that you block", counted(most, "option")),
        };
        self.say(
            out,
            &wrapped_lines(&format!("It is my move from {}. Type {most}, or none.", shown(self.game.state()))),
        )
    }

    /// The computer blocks options of the human, if it is time to.
    pub fn computer_blocks(&mut self, out: &mut Output) -> anyhow::Result<()> {
        if self.is_computers(self.game.moves()) || !self.is_open()? {
            return Ok(());
        }
        let blocked = self.computer.block(self.rules(), self.game.state())?;
        self.game.block(blocked)?;
        self.say_blocks(out)
    }

    /// Says what is blocked, if it is the human's turn.
    pub fn say_blocks(&self, out: &mut Output) -> anyhow::Result<()> {
        match self.game.blocked() {
            Some(_) if self.is_computers(self.game.moves()) => Ok(()),
            Some([]) => self.say(out, "I block nothing."),
            Some(blocked) => self.say(out, &wrapped_lines(&format!("I block {}.", listed(blocked)))),
            None => Ok(()),
        }
    }

    pub fn human_blocks(&mut self, line: &str, out: &mut Output) -> anyhow::Result<()> {
        match self.game.read_block(line).and_then(|options| self.game.block(options)) {
            Ok(()) => Ok(()),
            Err(error) => self.refuse(out, &told(&error)),
        }
    }

    /// A hint where options may be blocked: what to block, or a lost option that is not.
    pub fn hint_with_blocks(&self) -> anyhow::Result<Option<String>> {
        let (rules, state) = (self.rules(), self.game.state());
        if rules.blocks() == 0 {
            return Ok(None);
        }
        let lost = match rules.lost_options(state) {
            Ok(lost) => lost,
            Err(error) => return Ok(Some(told(&error))),
        };
        if self.waits_for_blocks()? {
            let few = lost.len() as u64 <= rules.blocks();
            return Ok(Some(match lost.is_empty() {
                true => "Every move of mine loses. You need not block any.".into(),
                false if few => format!("You can win: block {}.", listed(&lost)),
                false => format!("I win by {}: you cannot block them all.", listed(&lost)),
            }));
        }
        let blocked = self.game.blocked().unwrap_or_default();
        let free = lost.into_iter().find(|option| !blocked.contains(option));
        Ok(Some(match free {
            Some(to) => {
                let made = rules.laid(state, &SumMove { component: 0, to });
                format!("You can win: {}.", spoken(&rules.typed(state, &made)))
            }
            None => "Every move loses against perfect play. Make it hard for me, and hope for a mistake.".into(),
        }))
    }
}

/// Positions in a sentence.
fn listed(positions: &[Position]) -> String {
    const MOST: usize = 8;
    let shown: Vec<String> = positions.iter().take(MOST).map(Position::shown).collect();
    match (positions.len() > MOST, &shown[..]) {
        (true, _) => format!("{} and others", shown.join(" ")),
        (false, [others @ .., last]) if !others.is_empty() => format!("{} and {last}", others.join(" ")),
        (false, _) => shown.join(" "),
    }
}
