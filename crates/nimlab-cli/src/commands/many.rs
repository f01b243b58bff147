//! `nimlab solve GAME -`: many positions from standard input, one
//! answer a line. The game is made once, memory does not grow with the lines,
//! and a line that is wrong does not stop the others.

use crate::arguments::SolveArguments;
use crate::commands::{budget, wrong_request};
use crate::output::Output;
use crate::wording::told;
use nimlab::error::Error;
use nimlab::number::{UBig, shorten};
use nimlab::solve::Component;
use nimlab::{Answer, Ask, Budget, Game, Play, Position, RuleExt, json};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::ExitCode;

/// The most bytes of a line.
const MOST_BYTES: u64 = 64 << 20;

/// The most moves that are shown to a person.
const SHOWN: usize = 20;

pub fn run(game: &str, asked: &SolveArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if asked.explain {
        return Err(wrong_request(
            "--explain takes one position, not many at once",
            "an example that works: nimlab solve nim 3,4,5 --explain",
        ));
    }
    let game = super::game(game)?;
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    let question = LineQuestion {
        game: &*game,
        play,
        method: asked.method.as_deref(),
        budget: budget(&asked.budget)?,
        value: asked.grundy,
    };
    let mut lines = BufReader::with_capacity(1 << 16, std::io::stdin().lock());
    let (mut line, mut number) = (Vec::new(), 0_u64);
    let mut worst = 0;
    loop {
        line.clear();
        if lines.by_ref().take(MOST_BYTES).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            worst = worst.max(question.answer(text.trim(), number, out)?);
        }
        // Nobody waits for an answer while further lines are there.
        if lines.buffer().is_empty() {
            out.flush()?;
        }
    }
    Ok(ExitCode::from(worst))
}

struct LineQuestion<'g> {
    game: &'g dyn Game,
    play: Play,
    method: Option<&'g str>,
    budget: Budget,
    /// Whether the value is looked for by a long search.
    value: bool,
}

impl LineQuestion<'_> {
    /// Answers one line; the exit code that it calls for.
    fn answer(&self, text: &str, number: u64, out: &mut Output) -> anyhow::Result<u8> {
        let position = match self.game.read(text) {
            Ok(position) => position,
            Err(error) => return self.refuse(text, number, None, &error, out),
        };
        match self
            .game
            .solve(&position)
            .play(self.play)
            .method(self.method)
            .budget(self.budget)
            .with_value(self.value)
            .run()
        {
            Ok(answer) if out.json => out.value(&json::answer(&answer))?,
            Ok(answer) => writeln!(out, "{}", line_of(&answer))?,
            Err(error) => return self.refuse(text, number, Some(&position), &error, out),
        }
        Ok(0)
    }

    fn refuse(
        &self,
        text: &str,
        number: u64,
        position: Option<&Position>,
        error: &Error,
        out: &mut Output,
    ) -> anyhow::Result<u8> {
        if out.json {
            let mut object = match position {
                Some(position) if !error.is_request() => {
                    json::undecided(&[Component { game: self.game, position }], self.play, &told(error))
                }
                _ => json!({ "game": self.game.name(), "given": shorten(text) }),
            };
            object["line"] = json!(number);
            object["error"] = json!(told(error));
            out.value(&object)?;
        } else {
            out.flush()?;
            writeln!(std::io::stderr(), "nimlab: line {number}: {}", told(error))?;
        }
        Ok(if error.is_request() { 2 } else { 1 })
    }
}

/// The answer on a line: position, outcome, Grundy value and winning moves,
/// with tabs between them.
fn line_of(answer: &Answer) -> String {
    let grundy = match (&answer.grundy, answer.play) {
        (Some(value), _) => UBig::to_string(value),
        (None, Play::Normal) => "?".into(),
        (None, Play::Misere) => "-".into(),
    };
    let moves = &answer.winning_moves;
    let mut list: Vec<String> = moves.list.iter().take(SHOWN).map(Position::to_string).collect();
    if moves.list.len() > SHOWN || !moves.complete {
        list.push("…".into());
    }
    if list.is_empty() {
        list.push("-".into());
    }
    format!("{}\t{}\t{grundy}\t{}", answer.position, answer.outcome, list.join(" "))
}
