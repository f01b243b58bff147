//! `nimlab play`: a game against the computer, at a terminal or through a
//! pipe. Lines come in, the table with its stones goes out; with `--json` only
//! the record of the game at the end.

mod blocks;
mod draw;
mod lines;

use crate::arguments::PlayArguments;
use crate::commands::{self, small, solve};
use crate::output::{Output, wrapped, wrapped_lines};
use crate::wording::told;
use lines::Lines;
use nimlab::play::{Computer, Level, Match, MatchState, Rules};
use nimlab::{Budget, Outcome, Play, Position, catalogue, json};
use serde_json::json;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

/// What one look at a position may cost.
const LOOK: u64 = 500_000;

/// How long it may take.
const TIME: Duration = Duration::from_secs(3);

const HELP: &str = "\
2 from 1          takes 2 from pile 1; also: 2 from 1 and 3 from 2, 3 from both, all from 2
2                 takes 2 from the only pile that is left
1,4,5             moves to this position; in a sum with its letter, B: 1,4
split 1 into 2,5  for games that split; 1 from 2 leaving 3,4
put on 1          for games that build
hint  why  undo  show  quit
new  new 3,4,5    begins again, from the same position or from another one";

pub fn run(asked: &PlayArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let parts = solve::read(&asked.words)?;
    let names = parts.iter().map(|part| part.name.trim().to_owned()).collect();
    let (games, start): (Vec<_>, MatchState) = parts.into_iter().map(|part| (part.game, part.lying)).unzip();
    let play = if asked.misere { Play::Misere } else { Play::Normal };
    let seed = small("the seed", &asked.seed)?;
    let budget = commands::budget_or(&asked.budget, Budget::of_positions(LOOK).within(TIME))?;
    let rules = Rules::new(games, play, budget).with_blocks();
    let mut table = TwoPlayers {
        game: Match::new(rules, start),
        computer: Computer { level: Level::named(&asked.level)?, seed },
        first: asked.computer == "first",
        names,
        spoken: !out.json,
        told: Vec::new(),
        reviewed: false,
    };
    // A position that cannot be played is refused before anything is said.
    table.game.is_over()?;
    table.open(out)?;
    let mut lines = Lines::open(table.spoken);
    loop {
        table.computer_moves(out)?;
        table.computer_blocks(out)?;
        if table.game.is_over()? {
            table.close(out)?;
        }
        table.ask_for_blocks(out)?;
        out.flush()?;
        let Some(line) = lines.next(out)? else { break };
        if !table.obey(line.trim(), out)? {
            break;
        }
    }
    if out.json {
        out.value(&table.record()?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A match with its two players.
struct TwoPlayers {
    game: Match,
    computer: Computer,
    /// Whether the computer moves first.
    first: bool,
    /// The games as they were asked for.
    names: Vec<String>,
    /// Whether anything is said before the end.
    spoken: bool,
    /// Every move as it was typed or said.
    told: Vec<String>,
    /// Whether the end of this game was announced.
    reviewed: bool,
}

impl TwoPlayers {
    fn rules(&self) -> &Rules {
        &self.game.rules
    }

    /// Whether the computer made, or makes, the move of this number.
    fn is_computers(&self, number: usize) -> bool {
        number.is_multiple_of(2) == self.first
    }

    fn say(&self, out: &mut Output, text: &str) -> anyhow::Result<()> {
        if self.spoken {
            writeln!(out, "{text}")?;
        }
        Ok(())
    }

    fn open(&self, out: &mut Output) -> anyhow::Result<()> {
        if !self.spoken {
            return Ok(());
        }
        let rules = self.rules();
        let title: Vec<String> = rules
            .games
            .iter()
            .zip(self.game.state())
            .map(|(game, at)| format!("{} {}", game.name(), at.shown()))
            .collect();
        out.headline(&title.join(" + "))?;
        for (game, asked) in rules.games.iter().zip(&self.names) {
            let name = game.name();
            if let Some(file) = asked.strip_prefix("rules:") {
                commands::rules::introduce(&name, file, out)?;
            } else if let Some(rules) = catalogue::rule_game(asked)? {
                writeln!(out, "{name} is played by these rules")?;
                commands::rules::write_lines(rules.source(), out)?;
            } else if let Ok(entry) = catalogue::entry(name.split(':').next().unwrap_or(&name)) {
                let here = entry.here(catalogue::split(&name).1).map_or(String::new(), |here| format!(" {here}"));
                writeln!(out, "{}", wrapped(&format!("{name}: {}{here}", entry.rule)))?;
            }
        }
        let end = match rules.play {
            Play::Normal => "Whoever makes the last move wins.",
            Play::Misere => "Misère play: whoever makes the last move loses.",
        };
        let who = if self.first { "I move first." } else { "You move first." };
        let blocks = blocks::rule(rules);
        let how = rules.example(self.game.state());
        let how = how.map_or(String::new(), |example| format!(" Type a move such as '{example}', or help."));
        writeln!(out, "{}\n", wrapped(&format!("{end} {blocks}{who}{how}")))?;
        self.show(out)
    }

    fn show(&self, out: &mut Output) -> anyhow::Result<()> {
        if self.spoken {
            draw::state(self.rules(), self.game.state(), out)?;
        }
        Ok(())
    }

    /// The computer moves, if it is its turn.
    fn computer_moves(&mut self, out: &mut Output) -> anyhow::Result<()> {
        if !self.is_computers(self.game.moves()) || self.waits_for_blocks()? || self.game.is_over()? {
            return Ok(());
        }
        let blocked = self.game.blocked().unwrap_or_default();
        let choice = self.computer.choose_unblocked(self.rules(), self.game.state(), blocked)?;
        let told = self.rules().typed(self.game.state(), &choice.made);
        self.game.make(&choice.made)?;
        self.told.truncate(self.game.moves() - 1);
        self.told.push(spoken(&told));
        let unknown = choice.winning.is_none() && self.computer.level == Level::Perfect;
        let note = if unknown { " (I cannot see through this position.)" } else { "" };
        self.say(out, &format!("I {}.{note}", spoken(&told)))?;
        self.say(out, "")?;
        self.show(out)
    }

    /// Does what a line says; false ends the play.
    fn obey(&mut self, line: &str, out: &mut Output) -> anyhow::Result<bool> {
        match line.to_lowercase().as_str() {
            "" | "none" if self.waits_for_blocks()? => self.human_blocks("", out)?,
            "" => {}
            "quit" | "exit" | "q" => return Ok(false),
            "help" | "?" => self.say(out, HELP)?,
            "show" => self.show(out)?,
            "hint" => self.hint(out)?,
            "why" => self.why(out)?,
            "undo" => self.undo(out)?,
            "new" => self.begin(self.game.states()[0].clone(), out)?,
            other if other.starts_with("new ") => match self.game.rules.start(&other["new ".len()..]) {
                Ok(start) => self.begin(start, out)?,
                Err(error) => self.refuse(out, &told(&error))?,
            },
            _ if self.game.is_over()? => self.refuse(out, &format!("The game is over: {}.", self.choices()))?,
            _ if self.waits_for_blocks()? => self.human_blocks(line, out)?,
            _ => self.human_moves(line, out)?,
        }
        Ok(true)
    }

    /// A new game with the next seed, which the record names.
    fn begin(&mut self, start: MatchState, out: &mut Output) -> anyhow::Result<()> {
        self.game.restart(start);
        self.computer.seed = self.computer.seed.wrapping_add(1);
        self.reviewed = false;
        self.told.clear();
        self.say(out, "A new game.\n")?;
        self.show(out)
    }

    /// Says what is wrong; where nothing is spoken, as a diagnostic.
    fn refuse(&self, out: &mut Output, text: &str) -> anyhow::Result<()> {
        if !self.spoken {
            writeln!(std::io::stderr(), "nimlab: {text}")?;
        }
        self.say(out, &wrapped_lines(text))
    }

    /// What can be done at the end of a game.
    fn choices(&self) -> &'static str {
        if self.can_undo() { "new, undo or quit" } else { "new or quit" }
    }

    /// Whether there is a move of the human to take back.
    fn can_undo(&self) -> bool {
        self.game.moves() > usize::from(self.first)
    }

    fn human_moves(&mut self, line: &str, out: &mut Output) -> anyhow::Result<()> {
        match self.game.read(line).and_then(|made| self.game.make(&made)) {
            Ok(()) => {
                self.told.truncate(self.game.moves() - 1);
                self.told.push(line.to_owned());
                if self.game.is_over()? {
                    return Ok(());
                }
                self.say(out, &wrapped_lines(&format!("You leave {}.", shown(self.game.state()))))
            }
            // Nothing is lost: the same position, another try.
            Err(error) => self.refuse(out, &told(&error)),
        }
    }

    fn undo(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let moves = self.game.moves();
        if !self.can_undo() {
            return self.say(out, "There is nothing to take back.");
        }
        // Back to where it was your turn: your move, and my answer to it.
        self.game.undo(if self.is_computers(moves) { 1 } else { 2 });
        self.reviewed = false;
        self.say(out, "Your last move is taken back.\n")?;
        self.show(out)?;
        self.say_blocks(out)
    }

    fn hint(&self, out: &mut Output) -> anyhow::Result<()> {
        if self.game.is_over()? {
            return self.say(out, &format!("The game is over: {}.", self.choices()));
        }
        if let Some(text) = self.hint_with_blocks()? {
            return self.say(out, &wrapped_lines(&text));
        }
        let (rules, state) = (self.rules(), self.game.state());
        let text = match rules.judge(state, rules.budget) {
            Ok(found) if found.outcome == Outcome::N => match found.winning.first() {
                Some(made) => format!("You can win: {}.", spoken(&rules.typed(state, &rules.laid(state, made)))),
                None => "You can win, but the move is not known.".into(),
            },
            Ok(_) => "Every move loses against perfect play. Make it hard for me, and hope for a mistake.".into(),
            Err(error) => told(&error),
        };
        self.say(out, &wrapped_lines(&text))
    }

    fn why(&self, out: &mut Output) -> anyhow::Result<()> {
        match self.rules().explain(self.game.state()) {
            Ok(why) if self.spoken => solve::write_explanation(&why, out),
            Ok(_) => Ok(()),
            Err(error) => self.say(out, &wrapped_lines(&told(&error))),
        }
    }

    /// Who won, and where the game was decided.
    fn close(&mut self, out: &mut Output) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.reviewed, true) || !self.spoken {
            return Ok(());
        }
        let moves = self.game.moves();
        let winner = if self.computer_wins() { "I win." } else { "You win." };
        let last = match (moves, self.is_computers(moves)) {
            (0, _) => "There is no move at all.".to_owned(),
            (_, true) => "You have made the last move.".into(),
            (_, false) => "I have made the last move.".into(),
        };
        out.headline(&format!("{last} {winner}"))?;
        if moves == 0 {
            return self.say(out, &format!("{}?", self.choices()));
        }
        let review = self.game.review()?;
        let text = match review.decided_at {
            Some(number) => {
                let reviewed = &review.moves[number];
                let state = &self.game.states()[number];
                let told = &self.told[number];
                let better = reviewed.better.iter().take(3).map(|made| self.rules().laid(state, made));
                let better: Vec<String> = better.map(|made| spoken(&self.rules().typed(state, &made))).collect();
                let who = if self.is_computers(number) { "my" } else { "your" };
                let blocker = if self.is_computers(number) { "you" } else { "I" };
                let better = match &better[..] {
                    _ if reviewed.let_through => format!(" If {blocker} had blocked it, {blocker} would have won."),
                    [] => String::new(),
                    better => format!(" This would have won: {}.", better.join("; or ")),
                };
                format!("The game was decided by {who} move {}, at {}: {told}.{better}", number / 2 + 1, shown(state),)
            }
            None if review.complete => {
                let who = if self.computer_wins() { "I was" } else { "you were" };
                format!("The game was decided from the start: {who} winning all along, and made no mistake.")
            }
            None => "It is not known where the game was decided: some positions are undecided.".into(),
        };
        writeln!(out, "{}", wrapped(&text))?;
        self.say(out, &format!("{}?", self.choices()))
    }

    fn computer_wins(&self) -> bool {
        let loses_or_wins = self.rules().play.outcome_of_end() == Outcome::N;
        self.is_computers(self.game.moves()) == loses_or_wins
    }

    /// The whole game as JSON.
    fn record(&self) -> anyhow::Result<serde_json::Value> {
        let rules = self.rules();
        let names: Vec<String> = rules.games.iter().map(|game| game.name()).collect();
        let over = self.game.is_over()?;
        let winner = if self.computer_wins() { "computer" } else { "human" };
        let mut record = json!({
            "game": names.join(" + "),
            "play": rules.play.to_string(),
            "level": self.computer.level.name(),
            "seed": self.computer.seed,
            "computer": if self.first { "first" } else { "second" },
            "over": over,
            "winner": if over { json!(winner) } else { json!(null) },
        });
        let sorted: Vec<MatchState> = self.game.states().iter().map(|state| rules.canonical(state)).collect();
        let mut review = json::review(&self.game.review()?, &sorted);
        // What was said, and the table after it as it lay.
        for (number, told) in self.told.iter().enumerate().take(self.game.moves()) {
            review["moves"][number]["text"] = json!(told);
            review["moves"][number]["in_places"] = json::state(&self.game.states()[number + 1]);
            if let Some(blocked) = self.game.blocked_before(number) {
                review["moves"][number]["blocked"] = blocked.iter().map(json::position).collect();
            }
        }
        record["start"] = json::state(&self.game.states()[0]);
        for (name, value) in review.as_object().into_iter().flatten() {
            record[name] = value.clone();
        }
        Ok(record)
    }
}

/// A typed move inside of a sentence.
fn spoken(typed: &str) -> String {
    match typed.strip_prefix("to ") {
        Some(position) => format!("move to {position}"),
        None if typed.contains(": ") => format!("move to {}", typed.replacen(": ", " ", 1)),
        None => typed.to_owned(),
    }
}

fn shown(state: &MatchState) -> String {
    state.iter().map(Position::shown).collect::<Vec<_>>().join(" + ")
}
