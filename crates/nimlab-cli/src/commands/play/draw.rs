//! The table: a line of stones for each pile, with its number and its size.

use crate::output::Output;
use nimlab::number::{UBig, shown};
use nimlab::play::{Rules, State, letter};
use std::io::Write;

/// The longest line of stones that is drawn in full.
const WIDEST: u64 = 40;

/// Draws all piles, and in a sum the letters of the components.
pub fn state(rules: &Rules, state: &State, out: &mut Output) -> std::io::Result<()> {
    let mut number = 0;
    for (component, (game, position)) in rules.games.iter().zip(state).enumerate() {
        if state.len() > 1 {
            writeln!(out, "{}  {}", letter(component), game.name())?;
        }
        for pile in position.piles() {
            number += 1;
            writeln!(out, "{number:>3}  {}", stones(pile))?;
        }
        if let (Some(tail), Some(value)) = (game.shape().tail, position.numbers().get(position.piles().len())) {
            writeln!(out, "     {}: {}", tail.meaning, shown(value))?;
        }
    }
    Ok(())
}

fn stones(pile: &UBig) -> String {
    match u64::try_from(pile) {
        Ok(0) => "0".into(),
        Ok(size) if size <= WIDEST => {
            // In groups of five, so that they can be counted at a glance.
            let groups: Vec<String> =
                (0..size.div_ceil(5)).map(|group| "●".repeat((size - 5 * group).min(5) as usize)).collect();
            format!("{}  {size}", groups.join(" "))
        }
        _ => format!("●●●●● ●●●●● ●●●●● …  {}", shown(pile)),
    }
}
