//! `nimlab rules check`: reads a rule file, says what it is or what is wrong
//! with it; and the reading of `rules:FILE` for all other commands.

use crate::arguments::{RulesArguments, RulesCheckArguments, RulesCommand, example_now};
use crate::commands::{budget_or, small};
use crate::output::{Output, aligned_text};
use crate::wording::word;
use nimlab::Term;
use nimlab::error::Error;
use nimlab::number::shorten;
use nimlab::rules::{self, Diagnostics, Glance, RuleGame, Trial};
use nimlab::{Budget, Position, Rule, catalogue, counted, json};
use std::io::{Read, Write};
use std::process::ExitCode;
use std::time::Duration;

/// How many positions are tried out at most, and how long.
const TRIED: u64 = 100_000;
const TRYING: Duration = Duration::from_secs(5);

/// How many moves of a position are shown.
const MOST_MOVES: usize = 10;

/// The longest rules that are shown before a game, in lines.
const MOST_LINES: usize = 12;

pub fn run(asked: &RulesArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    match &asked.command {
        RulesCommand::Check(asked) => check(asked, out),
    }
}

/// The language on one screen.
pub const LANGUAGE: &str = "\
A rule file says what a position is and which moves there are. A complete one:

  # any number from one pile; or k and l from both, which differ by less than a
  game \"Wythoff\"
  state x, y symmetric
  param a = 1
  move k in 0..x, l in 0..y
    where k + l > 0 and (k = 0 or l = 0 or abs(k - l) < a)
    -> (x - k, y - l)
  decreasing x + y

Clauses:
  game \"NAME\"                  what the game is called
  state x, y                   the numbers of a position, none of them negative
  state x, y symmetric         their order is irrelevant: x is the smallest
  state x / t                  the last number is written after a slash: 20/4
  param a = 1, param S = {2,4} a number or a set; 'rules:FILE(a=2)' changes it
  move k in A..B, l in {2, 4} where CONDITION -> (x - k, y - l)
                               a move; there may be several such clauses
  move ... -> (k) + (n - k)    a move that leaves several positions
  blocking 1                   before each move one option may be blocked
  decreasing x + y             what every move makes smaller: so the game ends
  start n -> (n, n - 1)        the starting position of size n, for lists
  example 3,4                  a position for messages

Numbers:     7  1_000  x  -a  a + b  a - b  a * b  a / b  a mod b (rounded down)
             abs(a)  pow(a, b)  count(CONDITION, ...)
             min, max, gcd and xor take any number of arguments: max(x, y, 3)
Conditions:  =  !=  <  <=  >  >=  0 < k <= x  k in {2, 4, 7}
             prime(n)  divides(d, n)  not  and  or

Whoever cannot move has lost, or with --misere has won. Try it:
  nimlab rules check my.rules
  nimlab solve rules:my.rules 3,5 --explain
  nimlab positions rules:my.rules --count 20
More: docs/rules.md, with worked examples; forty rule files in examples/rules.";

/// The game of a rule file, with values of parameters in parentheses after
/// its name.
pub fn read(text: &str) -> anyhow::Result<RuleGame> {
    let (file, game) = compile(text)?;
    Ok(game.map_err(|problems| unusable(&file, &problems))?)
}

fn unusable(file: &str, problems: &Diagnostics) -> Error {
    Error::BadRules { text: format!("{file} cannot be used\n{problems}").trim_end().into() }
}

/// Takes `FILE(a=3, S={2,4})` apart: the file, and what stands between the
/// brackets, without the closing one if that is missing.
pub fn split(text: &str) -> (&str, Option<&str>) {
    let is_file = |path: &str| std::path::Path::new(path).is_file();
    let opened = text.match_indices('(').map(|(at, _)| at);
    match opened.clone().find(|&at| is_file(&text[..at])).or(opened.clone().next()) {
        Some(at) if !is_file(text) => (&text[..at], Some(&text[at + 1..])),
        _ => (text, None),
    }
}

type Compiled = Result<RuleGame, Diagnostics>;

fn compile(text: &str) -> anyhow::Result<(String, Compiled)> {
    let (file, parameters) = split(text);
    let shown = shorten(file);
    let cannot = |problem: String| Error::BadRules { text: format!("{shown} cannot be read: {problem}") };
    let mut bytes = Vec::new();
    // One byte more than is accepted, so that a longer file is seen to be longer.
    let most = rules::MAX_SOURCE as u64 + 1;
    let read = match file {
        "-" => std::io::stdin().lock().take(most).read_to_end(&mut bytes),
        file => std::fs::File::open(file).and_then(|file| file.take(most).read_to_end(&mut bytes)),
    };
    read.map_err(|error| cannot(format!("{error}\n  an example that works: {}", example_now())))?;
    if bytes.len() as u64 == most {
        return Err(cannot(format!("it is longer than {} bytes, and rules are not", rules::MAX_SOURCE)).into());
    }
    let not_text = |valid: usize, bytes: &[u8]| {
        let line = bytes[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        cannot(format!(
            "line {line} is not text in UTF-8, as rules are\n  an example that works: state n  move k in 1..n -> (n - k)"
        ))
    };
    let source =
        String::from_utf8(bytes).map_err(|error| not_text(error.utf8_error().valid_up_to(), error.as_bytes()))?;
    let given = match parameters.map(|text| text.trim_end().strip_suffix(')')) {
        None => Ok(Vec::new()),
        Some(Some(text)) => rules::parameters(text),
        Some(None) => {
            let problem = "the bracket after the name is not closed";
            let example = format!("'rules:{shown}(a=2)'");
            return Err(Error::BadRules { text: format!("{problem}\n  an example that works: {example}") }.into());
        }
    };
    let stem = std::path::Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = stem.filter(|_| file != "-").unwrap_or_else(|| "rules".into());
    let game = given.and_then(|given| rules::compile_with(&source, &given)).map(|game| game.or_named(&name));
    Ok((shown, game))
}

fn check(asked: &RulesCheckArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let size = small("the size", &asked.size)?;
    let budget = budget_or(&asked.budget, Budget::of_positions(TRIED).within(TRYING))?;
    // The name of the game, as the other commands take it, is understood too.
    let file = asked.file.trim().strip_prefix("rules:").unwrap_or(&asked.file);
    // A file comes first, then a game by a rule file that is known by name.
    let known = match std::path::Path::new(split(file).0).exists() {
        false => catalogue::rule_game(file)?,
        true => None,
    };
    let compiled = match known {
        Some(game) => (file.to_owned(), Ok(game)),
        None => compile(file)?,
    };
    let game = match compiled {
        (_, Ok(game)) => game,
        (_, Err(problems)) if out.json => {
            out.value(&json::refused(&problems))?;
            return Ok(ExitCode::from(2));
        }
        (file, Err(problems)) => {
            return Err(unusable(&file, &problems).into());
        }
    };
    let tried = game.try_out(size, budget);
    let failure = tried.as_ref().err().map(ToString::to_string);
    let glance = game.glance(size, budget);
    if out.json {
        out.value(&json::accepted(&game, tried.as_ref().ok(), failure.as_deref(), &glance))?;
    } else {
        let tried = match &tried {
            Ok(tried) => tried_words(tried),
            Err(_) => "the rules fail".into(),
        };
        write_text(&game, tried, &glance, out)?;
    }
    match tried {
        // Nothing was found out at all.
        Ok(Trial { asked: 0, .. }) => Ok(ExitCode::FAILURE),
        Ok(_) => Ok(ExitCode::SUCCESS),
        Err(_) if out.json => Ok(ExitCode::from(2)),
        Err(error) => {
            out.finish()?;
            Err(error.into())
        }
    }
}

/// How far the rules were tried out.
fn tried_words(tried: &Trial) -> String {
    let Trial { positions, asked, of, limit } = tried;
    match limit {
        None => format!("{positions} positions: every move is in order"),
        Some(limit) => {
            let raised = limit.raised().map_or(String::new(), |limit| word(&Term::Budget(limit)));
            format!(
                "only {asked} of {of} positions ({positions} with what follows): more {limit}\nno wrong move was met so far; {raised} tries more"
            )
        }
    }
}

fn write_text(game: &RuleGame, tried: String, glance: &Glance, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&game.name())?;
    let mut rows = described(game);
    let labels = std::iter::once("tried out").chain(std::iter::repeat(""));
    rows.extend(labels.zip(tried.lines()).map(|(label, line)| vec![label.into(), line.into()]));
    if let Some((from, to)) = &glance.moves {
        rows.push(vec!["example".into(), moves_words(from, to)]);
    }
    for warning in &glance.warnings {
        let labels = std::iter::once("warning").chain(std::iter::repeat(""));
        rows.extend(labels.zip(warning.lines()).map(|(label, line)| vec![label.into(), line.into()]));
    }
    write!(out, "{}", aligned_text(&rows, &[]))?;
    Ok(())
}

/// The moves of a position, a few of them if there are many.
fn moves_words(from: &Position, to: &[Position]) -> String {
    let shown: Vec<String> = to.iter().take(MOST_MOVES).map(ToString::to_string).collect();
    let more = match to.len() {
        count if count > MOST_MOVES => format!("  … ({count} in all)"),
        _ => String::new(),
    };
    format!("{} -> {}{more}", from, shown.join("  "))
}

/// `nimlab games rules:FILE`: the rule file in full.
pub fn show(text: &str, out: &mut Output) -> anyhow::Result<()> {
    let game = read(text)?;
    if out.json {
        return Ok(out.value(&json::rules(&game))?);
    }
    write_in_full(&game, &format!("'rules:{text}'"), out)
}

/// A game by its rules, called so in other commands: what they say, and their
/// text.
pub fn write_in_full(game: &RuleGame, called: &str, out: &mut Output) -> anyhow::Result<()> {
    out.headline(&game.name())?;
    let mut rows = described(game);
    rows.push(vec!["example".into(), game.example()]);
    write!(out, "{}", aligned_text(&rows, &[]))?;
    writeln!(out)?;
    for line in game.source().lines() {
        writeln!(out, "  {}", plain(line))?;
    }
    writeln!(out, "\ntry         nimlab solve {called} {} --explain", game.example())?;
    Ok(())
}

/// What is played, at the beginning of a game: the rule file, and its lines
/// that are not comments if they are few.
pub fn introduce(name: &str, text: &str, out: &mut Output) -> anyhow::Result<()> {
    writeln!(out, "{name} is played by the rules of {}", plain(split(text).0))?;
    // The input stream is read only once.
    let source = if split(text).0 == "-" { String::new() } else { read(text)?.source().to_owned() };
    write_lines(&source, out)
}

/// The lines of rules that are not comments, if they are few.
pub fn write_lines(source: &str, out: &mut Output) -> anyhow::Result<()> {
    let lines: Vec<&str> =
        source.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).collect();
    for line in lines.iter().filter(|_| lines.len() <= MOST_LINES) {
        writeln!(out, "  {}", plain(line))?;
    }
    Ok(())
}

/// A line without what could steer the terminal, for a stranger may have
/// written it.
fn plain(line: &str) -> String {
    let plain: String = line.chars().map(|c| if nimlab::text::is_printable(c) { c } else { ' ' }).collect();
    plain.trim_end().to_owned()
}

/// What may be blocked before a move.
pub fn blocking_words(blocked: u64) -> String {
    format!("{} may be blocked by the other player before each move", counted(blocked, "option"))
}

/// What the rules say, label by label.
fn described(game: &RuleGame) -> Vec<Vec<String>> {
    let position = match game.is_sum() {
        true => format!("any number of components ({})", game.state().join(", ")),
        false => format!("({})", game.state().join(", ")),
    };
    let mut rows = vec![vec!["position".to_owned(), position]];
    if !game.parameters().is_empty() {
        let list: Vec<String> = game.parameters().iter().map(|(name, value)| format!("{name} = {value}")).collect();
        rows.push(vec!["parameters".into(), list.join(", ")]);
    }
    let clauses = game.clauses();
    rows.push(vec!["moves".into(), format!("{clauses} clause{}", if clauses == 1 { "" } else { "s" })]);
    if game.blocked() > 0 {
        rows.push(vec!["blocking".into(), blocking_words(game.blocked())]);
    }
    let end = match game.states_its_end() {
        true => "stated by `decreasing`, and checked on every move",
        false => "not stated: a loop is found when it is met",
    };
    rows.push(vec!["end".into(), end.into()]);
    rows
}
