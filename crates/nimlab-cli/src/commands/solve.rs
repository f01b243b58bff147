//! `nimlab solve`: who wins a position or a sum, and by which moves.

use crate::arguments::SolveArguments;
use crate::commands::rules::blocking_words;
use crate::commands::{budget, word, wrong_request};
use crate::output::{Output, labelled, wrapped};
use crate::wording::told;
use anyhow::bail;
use nimlab::error::Error;
use nimlab::explain::{Block, Explanation};
use nimlab::number::UBig;
use nimlab::solve::{Component, Solving, solve_sum};
use nimlab::{Answer, Ask, Budget, Game, Moves, Outcome, Play, Position, RuleExt, json};
use std::io::Write;
use std::process::ExitCode;

/// A game with a position, as it was asked for.
pub struct GameAndPosition {
    /// The name that was asked for.
    pub name: String,
    pub game: Box<dyn Game>,
    pub position: Position,
    /// The same with its piles as they were written.
    pub lying: Position,
}

pub fn run(asked: &SolveArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if let [game, dash] = &asked.words[..]
        && dash == "-"
    {
        return super::many::run(game, asked, out);
    }
    let parts = read(&asked.words)?;
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    let method = asked.method.as_deref();
    let budget = budget(&asked.budget)?;
    let answered = match &parts[..] {
        [single] => solve_one(single, single.game.solve(&single.position).play(play).method(method), asked, out),
        _ if method.is_some() => bail!(Error::NotAnswered {
            game: "a sum".into(),
            question: "a named method".into(),
            hint: "sums are solved through the values of their components: leave out --method".into(),
        }),
        several => solve_several(several, play, budget, asked.explain, out),
    };
    match answered {
        // In JSON an open question is an answer too, though not a decided one.
        Err(error) if out.json => match is_undecided(&error) {
            Some(reason) => {
                out.value(&json::undecided(&components(&parts), play, &told(reason)))?;
                Ok(ExitCode::FAILURE)
            }
            None => Err(error),
        },
        answered => answered.map(|()| ExitCode::SUCCESS),
    }
}

/// The games and positions between the plus signs. A position may be written
/// in one word or in several.
pub fn read(words: &[String]) -> anyhow::Result<Vec<GameAndPosition>> {
    let words: Vec<&str> = words.iter().flat_map(|word| pieces(word)).collect();
    words.split(|word| *word == "+").map(read_one).collect()
}

/// The words of an argument; the name of a file and the parameters of rules
/// may have spaces in them.
fn pieces(word: &str) -> Vec<&str> {
    if let Some(rules) = word.trim().strip_prefix("rules:") {
        let (file, parameters) = super::rules::split(rules);
        let name = match parameters {
            Some(parameters) => file.len() + 1 + parameters.rfind(')').map_or(parameters.len(), |at| at + 1),
            None if std::path::Path::new(file).is_file() => file.len(),
            None => file.find(char::is_whitespace).unwrap_or(file.len()),
        };
        let (name, rest) = word.trim().split_at("rules:".len() + name);
        return std::iter::once(name).chain(rest.split_whitespace()).collect();
    }
    if word.starts_with('@') || word.is_empty() { vec![word] } else { outside_brackets(word) }
}

/// The words of a text; brackets keep together what stands between them, as
/// in `subtraction(1, 3, 4)`.
fn outside_brackets(text: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let between = |letter: char| {
        match letter {
            '(' | '{' => depth += 1,
            ')' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && letter.is_whitespace()
    };
    text.split(between).filter(|word| !word.is_empty()).collect()
}

fn read_one(words: &[&str]) -> anyhow::Result<GameAndPosition> {
    let Some((name, rest)) = words.split_first() else {
        bail!(Error::BadPosition {
            game: "a sum".into(),
            given: "+".into(),
            problem: "a game and a position are needed on both sides of '+'".into(),
            example: "nimlab solve nim 7 + wythoff 4,4".into(),
        });
    };
    let game = super::game(name)?;
    let parts = rest.iter().map(|part| position_word(name, &*game, part)).collect::<anyhow::Result<Vec<_>>>()?;
    // Several words are piles too: "3, 4, 5".
    let lying = game.read_in_places(&parts.join(" "))?;
    Ok(GameAndPosition { name: (*name).to_owned(), position: game.canonical_of(&lying), game, lying })
}

/// A word of a position, or the file with it. Several lines are several
/// positions, and not one.
fn position_word(name: &str, game: &dyn Game, text: &str) -> anyhow::Result<String> {
    let contents = word(text)?;
    let lines = contents.lines().filter(|line| !line.trim().is_empty()).count();
    if lines > 1 {
        let problem = format!(
            "it has {lines} lines, but a position takes one; for one answer per line: nimlab solve {name} - < {}",
            text.trim_start_matches('@')
        );
        bail!(Error::BadPosition { game: game.name(), given: text.to_owned(), problem, example: game.example() });
    }
    Ok(contents)
}

fn solve_one(
    part: &GameAndPosition,
    question: Solving<'_>,
    asked: &SolveArguments,
    out: &mut Output,
) -> anyhow::Result<()> {
    if asked.grundy && asked.misere {
        return Err(wrong_request(
            "--grundy and --misere do not go together",
            "Grundy values belong to normal play; an example that works: nimlab solve wythoff 17,29 --grundy",
        ));
    }
    let budget = budget(&asked.budget)?;
    let answer = question.budget(budget).with_value(asked.grundy).run()?;
    if out.json {
        let mut value = json::answer(&answer);
        if asked.explain {
            value["explanation"] = json::explanation(&part.game.explain(&answer));
        }
        return Ok(out.value(&value)?);
    }
    out.headline(&format!("{} {}{}", answer.game, answer.position, play_note(answer.play)))?;
    write_answer(&answer, asked.grundy.then_some(budget), out)?;
    if asked.explain {
        writeln!(out)?;
        write_explanation(&part.game.explain(&answer), out)?;
    }
    Ok(())
}

fn play_note(play: Play) -> &'static str {
    match play {
        Play::Normal => "",
        Play::Misere => "  (misère play)",
    }
}

fn outcome_line(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::P => "P: the player to move loses",
        Outcome::N => "N: the player to move wins",
    }
}

/// Writes an answer; `searched` is the budget of the search for its value, if it
/// was asked for.
fn write_answer(answer: &Answer, searched: Option<Budget>, out: &mut Output) -> anyhow::Result<()> {
    writeln!(out, "outcome        {}", outcome_line(answer.outcome))?;
    match (&answer.grundy, answer.play) {
        (Some(value), _) => writeln!(out, "Grundy value   {value}")?,
        (None, Play::Normal) if answer.blocked > 0 => {
            writeln!(out, "{}", labelled("blocking", LABEL, &blocking_words(answer.blocked)))?;
        }
        (None, Play::Normal) => {
            let unknown = match searched {
                None => "not looked for: the search may be long (--grundy)".to_owned(),
                Some(budget) => {
                    format!(
                        "not known: a search for it goes past its limits ({} positions: --budget)",
                        budget.positions
                    )
                }
            };
            let unknown = match &answer.grundy_at_least {
                Some(least) => format!("at least {least}, by a theorem; beyond that {unknown}"),
                None => unknown,
            };
            writeln!(out, "{}", labelled("Grundy value", LABEL, &unknown))?;
        }
        (None, Play::Misere) => {}
    }
    write_moves(answer.outcome, &answer.winning_moves, out)?;
    writeln!(out, "method         {}", answer.method)?;
    Ok(())
}

/// How wide the column of labels is.
const LABEL: usize = 15;

/// The most moves that are shown to a person.
const SHOWN: usize = 20;

fn write_moves(outcome: Outcome, moves: &Moves, out: &mut Output) -> anyhow::Result<()> {
    let list: Vec<String> = moves.list.iter().map(|to| format!("to {to}")).collect();
    write_move_list(outcome, &list, moves.complete, moves.total.as_ref(), out)
}

fn write_move_list(
    outcome: Outcome,
    list: &[String],
    complete: bool,
    total: Option<&UBig>,
    out: &mut Output,
) -> anyhow::Result<()> {
    if list.is_empty() && complete {
        let none = if outcome == Outcome::P { "none" } else { "none is needed: the game is over" };
        writeln!(out, "winning moves  {none}")?;
        return Ok(());
    }
    for (i, to) in list.iter().take(SHOWN).enumerate() {
        writeln!(out, "{}", labelled(if i == 0 { "winning moves" } else { "" }, LABEL, to))?;
    }
    if list.len() > SHOWN || !complete {
        let count = match (complete, total) {
            (true, _) => format!("{} in all (--json lists them)", list.len()),
            (false, Some(total)) => format!("{total} in all, too many to list"),
            (false, None) => "and perhaps others: this list is not complete".into(),
        };
        writeln!(out, "               … {count}")?;
    }
    Ok(())
}

pub fn write_explanation(why: &Explanation, out: &mut Output) -> anyhow::Result<()> {
    for block in &why.blocks {
        let single = Explanation { blocks: vec![block.clone()] }.to_string();
        match block {
            Block::Paragraph(_) => writeln!(out, "{}", wrapped(single.trim_end()))?,
            Block::Columns(_) => write!(out, "{single}")?,
        }
    }
    Ok(())
}

fn solve_several(
    asked: &[GameAndPosition],
    play: Play,
    budget: Budget,
    explain: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    let components = components(asked);
    let answer = solve_sum(&components, play, budget)?;
    if out.json {
        let mut value = json::sum(&components, &answer);
        if explain {
            value["explanation"] = json::explanation(&answer.explain());
        }
        return Ok(out.value(&value)?);
    }
    out.headline(&format!("{}{}", title(asked), play_note(play)))?;
    writeln!(out, "outcome        {}", outcome_line(answer.outcome))?;
    if let Some(value) = &answer.grundy {
        let values: Vec<String> =
            answer.components.iter().filter_map(|part| part.grundy.as_ref().map(UBig::to_string)).collect();
        let cancelled = values.len() < answer.components.len();
        let note = if cancelled { "  (equal components cancel)" } else { "" };
        let sum = if values.is_empty() { "0".into() } else { values.join(" ⊕ ") };
        writeln!(out, "{}", labelled("Grundy value", LABEL, &format!("{value} = {sum}{note}")))?;
    }
    let list: Vec<String> = answer
        .winning_moves
        .iter()
        .map(|found| {
            let part = &answer.components[found.component];
            format!("in part {}, {} {}: to {}", found.component + 1, part.game, part.position, found.to)
        })
        .collect();
    write_move_list(answer.outcome, &list, answer.complete, None, out)?;
    writeln!(out, "method         {}", answer.method)?;
    if explain {
        writeln!(out)?;
        write_explanation(&answer.explain(), out)?;
    }
    Ok(())
}

fn title(asked: &[GameAndPosition]) -> String {
    let parts: Vec<String> = asked.iter().map(|part| format!("{} {}", part.game.name(), part.position)).collect();
    parts.join(" + ")
}

pub fn is_undecided(error: &anyhow::Error) -> Option<&Error> {
    error.downcast_ref::<Error>().filter(|error| !error.is_request())
}

/// The positions as the library takes them.
fn components(asked: &[GameAndPosition]) -> Vec<Component<'_>> {
    asked.iter().map(|asked| Component { game: &*asked.game, position: &asked.position }).collect()
}
