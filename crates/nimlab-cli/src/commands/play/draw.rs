//! The table: a line of stones for each pile, with its number, the name that
//! the rules of a file give it, and its size.

use crate::output::{Output, text_width};
use nimlab::number::{UBig, shown};
use nimlab::play::{MatchState, Rules, letter};
use std::io::Write;

/// The longest line of stones that is drawn in full.
const WIDEST: u64 = 40;

/// Draws all piles, and in a sum the letters of the components.
pub fn state(rules: &Rules, state: &MatchState, out: &mut Output) -> std::io::Result<()> {
    let mut number = 0;
    for (component, (game, position)) in rules.games.iter().zip(state).enumerate() {
        if state.len() > 1 {
            writeln!(out, "{}  {}", letter(component), game.name())?;
        }
        let names = game.given_names(position.numbers().len());
        let widest = names.iter().flatten().map(String::len).max().unwrap_or(0);
        for (at, pile) in position.piles().iter().enumerate() {
            number += 1;
            let name = names.as_ref().map_or(String::new(), |names| format!("{:<widest$}  ", names[at]));
            let room = text_width().saturating_sub(5 + name.chars().count());
            writeln!(out, "{number:>3}  {name}{}", stones(pile, room))?;
        }
        if let (Some(tail), Some(value)) = (game.shape().tail, position.numbers().get(position.piles().len())) {
            let name = names.as_ref().and_then(|names| names.last()).map_or(tail.meaning, String::as_str);
            writeln!(out, "     {name}: {}", shown(value))?;
        }
    }
    Ok(())
}

/// The stones of a pile with their number, in this many columns if they fit.
fn stones(pile: &UBig, room: usize) -> String {
    match u64::try_from(pile) {
        Ok(0) => "0".into(),
        // In groups of five, so that they can be counted at a glance.
        Ok(size) if size <= WIDEST && columns(size) <= room => {
            let groups: Vec<String> =
                (0..size.div_ceil(5)).map(|group| "●".repeat((size - 5 * group).min(5) as usize)).collect();
            format!("{}  {size}", groups.join(" "))
        }
        _ => format!("●●●●● ●●●●● ●●●●● …  {}", shown(pile)),
    }
}

/// The columns of this many stones, at least one, followed by their number.
fn columns(size: u64) -> usize {
    (size + (size - 1) / 5) as usize + 2 + size.to_string().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_drawn_where_they_fit() {
        for size in 1..=WIDEST {
            let drawn = stones(&size.into(), 96);
            assert_eq!(drawn.chars().count(), columns(size));
            assert_eq!(drawn.matches('●').count() as u64, size);
            assert!(stones(&size.into(), columns(size) - 1).contains('…'));
        }
        assert_eq!(stones(&UBig::ZERO, 96), "0");
    }
}
