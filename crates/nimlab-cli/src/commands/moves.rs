//! `nimlab moves`: what every move of a position is worth, or one of them.

use crate::arguments::BudgetArguments;
use crate::commands::rules::blocking_words;
use crate::commands::{budget, word};
use crate::output::{Output, aligned, wrapped};
use clap::Args;
use nimlab::error::Error;
use nimlab::play::read_target;
use nimlab::solve::JudgedMoves;
use nimlab::{Ask, Moves, Outcome, Play, json};
use std::io::Write;
use std::process::ExitCode;

/// `nimlab moves`
#[derive(Debug, Args)]
#[command(
    override_usage = "nimlab moves [OPTIONS] <GAME POSITION>... [--to <POSITION>...]",
    after_help = "Examples:\n  nimlab moves nim 3,4,5\n  nimlab moves wythoff 7,12 --to 7,4\n  nimlab moves euclid 3,7 --misere\n  nimlab moves kayles 10 --json"
)]
pub struct MovesArguments {
    /// A game and a position, whose piles are separated by commas or spaces
    #[arg(required_unless_present = "to", value_name = "GAME POSITION")]
    pub words: Vec<String>,

    /// Only the move to this position. Empty piles may be left out, and so may the number after a
    /// slash where the rules give it
    #[arg(long, value_name = "POSITION", num_args = 1..)]
    pub to: Vec<String>,

    /// Misère play: whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    #[command(flatten)]
    pub budget: BudgetArguments,
}

/// The most moves that are shown to a person.
const SHOWN: usize = 40;

/// The error for a position that no move leads to, with the flag before the
/// one that works.
fn with_flag(error: Error) -> Error {
    match error {
        Error::BadMove { given, problem, example } if !example.is_empty() => {
            Error::BadMove { given, problem, example: format!("--to {example}") }
        }
        other => other,
    }
}

/// The words of `--to` that are the position. If the flag stands before the game, it
/// has taken the game and its position as well.
fn target(asked: &MovesArguments) -> (Vec<String>, &[String]) {
    let in_position = |word: &String| word.chars().all(|sign| sign.is_ascii_digit() || " ,/()[]_e+".contains(sign));
    let end = match asked.words.is_empty() {
        true => asked.to.iter().position(|word| !in_position(word)).unwrap_or(asked.to.len()),
        false => asked.to.len(),
    };
    let (to, more) = asked.to.split_at(end);
    (asked.words.iter().chain(more).cloned().collect(), to)
}

pub fn run(asked: &MovesArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let (words, to) = target(asked);
    let mut parts = super::solve::read(&words)?;
    let (Some(part), true) = (parts.pop(), parts.is_empty()) else {
        return Err(Error::NotAnswered {
            game: "a sum".into(),
            question: "the worth of every move".into(),
            hint: "ask for one game, as in nimlab moves nim 3,4,5; nimlab solve lists the winning moves of a sum"
                .into(),
        }
        .into());
    };
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    let (game, budget) = (&*part.game, budget(&asked.budget)?);
    if !to.is_empty() {
        let to = read_target(game, &part.lying, &word(&to.join(" "))?, budget)?;
        let judged = game.moves(&part.position).play(play).budget(budget).to(&to).map_err(with_flag)?;
        let (_, analysis) = game.solve(&part.position).play(play).budget(budget).analyse()?;
        let blocked = game.blocked();
        let found = JudgedMoves { outcome: analysis.outcome, moves: vec![judged], total: None, blocked };
        if out.json {
            let mut object = json::moves(&game.name(), &part.position, play, &found);
            object["to"] = json::position(&to);
            // Only one move was asked about.
            object.as_object_mut().into_iter().for_each(|object| {
                object.remove("total");
                object.remove("complete");
            });
            out.value(&object)?;
        } else {
            write_one(&game.name(), &part.position.shown(), &found, &analysis.winning_moves, out)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let most = if out.json { Moves::LISTED } else { SHOWN };
    let found = game.moves(&part.position).play(play).most(most).budget(budget).run()?;
    if out.json {
        out.value(&json::moves(&game.name(), &part.position, play, &found))?;
    } else {
        let note = if asked.misere { "  (misère play)" } else { "" };
        out.headline(&format!("{} {}{note}", game.name(), part.position))?;
        write_list(&found, play, out)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether one move was good, and what would have been.
fn write_one(game: &str, from: &str, found: &JudgedMoves, winning: &Moves, out: &mut Output) -> anyhow::Result<()> {
    let made = &found.moves[0];
    let value = made.grundy.as_ref().map_or(String::new(), |value| format!(", Grundy value {value}"));
    out.headline(&format!("{game} {from} to {}", made.to))?;
    let if_free = if found.blocked > 0 { ", if it is not blocked" } else { "" };
    let told = match (made.wins(), winning.list.first()) {
        (true, None) if found.blocked > 0 => {
            format!("The move leaves a P-position, but {from} is one too: the opponent blocks the move.")
        }
        (false, None) if found.blocked > 0 => {
            format!(
                "The move loses: it leaves an N-position. {from} is a P-position: every other option loses too, or is blocked."
            )
        }
        (true, _) => format!("The move wins{if_free}: it leaves a P-position{value}."),
        (false, Some(better)) => {
            let comma = if if_free.is_empty() { "" } else { "," };
            format!(
                "The move loses: it leaves an N-position{value}. The move to {better}{if_free}{comma} would have won."
            )
        }
        (false, None) => {
            format!("The move loses: it leaves an N-position{value}. So does every other: {from} is a P-position.")
        }
    };
    Ok(writeln!(out, "{}", wrapped(&told))?)
}

fn write_list(found: &JudgedMoves, play: Play, out: &mut Output) -> anyhow::Result<()> {
    if found.total == Some(0) {
        writeln!(out, "There is no move: the game is over.")?;
        return Ok(());
    }
    let mut header = vec!["move to".to_owned(), "outcome".into()];
    let has_values = play == Play::Normal && found.blocked == 0;
    if has_values {
        header.push("Grundy value".into());
    }
    let rows = found.moves.iter().map(|one| {
        let outcome = match one.outcome {
            Outcome::P if found.blocked > 0 => "P: wins if it is not blocked",
            Outcome::P => "P: wins",
            Outcome::N => "N: loses",
        };
        let mut row = vec![one.to.to_string(), outcome.into()];
        if has_values {
            row.push(one.grundy.as_ref().map_or("?".into(), ToString::to_string));
        }
        row
    });
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
    write!(out, "{}", aligned(&rows, &[]))?;
    if found.blocked > 0 {
        let outcome = match found.outcome {
            Outcome::P => "the position is P: all options that are P can be blocked",
            Outcome::N => "the position is N: more of its options are P than can be blocked",
        };
        writeln!(out, "{}", wrapped(&format!("{}; {outcome}.", blocking_words(found.blocked))))?;
    }
    let left = found.total.map(|total| total - found.moves.len() as u64);
    match left {
        Some(0) => {}
        Some(left) => writeln!(out, "… and {left} more (--json lists up to {})", Moves::LISTED)?,
        None => writeln!(out, "… and more: there are over a million moves; the winning ones stand first")?,
    }
    Ok(())
}
