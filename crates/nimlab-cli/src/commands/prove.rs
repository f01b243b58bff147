//! `nimlab prove`: from a rule to a theorem.

use crate::arguments::CostArguments;
use crate::commands::{cost_or, small};
use crate::output::{Output, aligned, labelled, wrapped};
use anyhow::bail;
use clap::Args;
use nimlab::prove::{
    Certificate, Found, Goal, KEPT_FIRST_PILES, KnownTheorem, Progress, Same, Statement, Subject, THEOREMS, Theorem,
    Verdict, check, known_first_piles, prove, redundant_moves, same_positions,
};
use nimlab::text::visible;
use nimlab::{Budget, Play, counted};
use nimlab_lab::Error;
use nimlab_lab::export::{WholeFile, write_whole};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// `nimlab prove`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab prove wythoff\n  nimlab prove wythoff --value 1 --certificate wythoff-1.json\n  nimlab prove wythoff:2 --misere\n  nimlab prove nim --piles 4\n  nimlab prove wythoff --same-as r-wythoff\n  nimlab prove wythoff --redundant-moves\n  nimlab prove fraenkel:3 --first-pile 10\n  nimlab prove rules:my.rules --system zeckendorf\n\nThe exit code is 0 if the theorem is proved, 1 if no automaton was found, and 2 if the rules have conditions that are not linear.",
    mut_arg("budget_time", |time| time.help("Work at most this long [default: 600]"))
)]
pub struct ProveArguments {
    /// The game, such as wythoff:2 or rules:FILE
    pub game: String,

    /// Prove the positions of this Grundy value, and of all smaller ones
    #[arg(long, value_name = "G", default_value = "0", conflicts_with = "misere")]
    pub value: String,

    /// Prove the P-positions of misère play, where whoever makes the last move loses
    #[arg(long)]
    pub misere: bool,

    /// The numeration system: zeckendorf, tribonacci, p:A, q:A, base:B, or words:DIGITS/FORBIDDEN
    /// by the words that no number contains, such as words:01/111 [default: all that may fit]
    #[arg(long, value_name = "SYSTEM")]
    pub system: Option<String>,

    /// The number of heaps of nim and moore [default: 3 and 4]
    #[arg(long, value_name = "N")]
    pub piles: Option<String>,

    /// Give up guesses with more states than this
    #[arg(long, value_name = "N", default_value = "100000")]
    pub states: String,

    /// Write a certificate that `nimlab verify` checks
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Prove that another game has the same P-positions, or tell where they differ
    #[arg(long, value_name = "GAME", conflicts_with_all = ["value", "redundant_moves"])]
    pub same_as: Option<String>,

    /// Tell which moves can be added without changing the P-positions
    #[arg(long, conflicts_with_all = ["value", "misere"])]
    pub redundant_moves: bool,

    /// Prove Fraenkel's conjectures about fraenkel:3 for the first piles up to this
    #[arg(long, value_name = "M", conflicts_with_all = ["value", "misere", "system", "piles", "same_as", "redundant_moves", "short", "mona", "walnut"])]
    pub first_pile: Option<String>,

    /// Leave out of the certificate what `nimlab verify` can compute again
    #[arg(long, requires = "certificate")]
    pub short: bool,

    /// Write the theorem as formulas for MONA, which decides them
    #[arg(long, value_name = "FILE")]
    pub mona: Option<PathBuf>,

    /// Write the theorem as automata and formulas for Walnut into a new folder
    #[arg(long, value_name = "DIR")]
    pub walnut: Option<PathBuf>,

    #[command(flatten)]
    pub cost: CostArguments,
}

/// `nimlab theorems`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab theorems\n  nimlab theorems wythoff:2\n  nimlab theorems wythoff -o wythoff.json"
)]
pub struct TheoremsArguments {
    /// A game, such as wythoff:2 [default: all of them]
    pub game: Option<String>,

    /// Write the certificate of the first of these theorems to this file
    #[arg(short, long, value_name = "FILE", requires = "game")]
    pub output: Option<PathBuf>,
}

/// How long a proof may take by default.
const PROVING: Duration = Duration::from_secs(600);

pub fn run(asked: &ProveArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    if let Some(pile) = &asked.first_pile {
        let budget = cost_or(&asked.cost, Budget::default().within(PROVING))?;
        return super::first_piles::prove(asked, pile, budget, out);
    }
    let goal = Goal {
        play: if asked.misere { Play::Misere } else { Play::Normal },
        value: small("the value", &asked.value)?,
        system: asked.system.clone(),
        states: match small("the number of states", &asked.states)? {
            0 => bail!(nimlab::Error::BadNumber {
                given: "0".into(),
                problem: "an automaton has at least 1 state".into()
            }),
            states => usize::try_from(states).unwrap_or(usize::MAX),
        },
    };
    let piles = asked.piles.as_deref().map(|piles| small("the number of heaps", piles)).transpose()?;
    let subject = subject(&asked.game, piles)?;
    let budget = cost_or(&asked.cost, Budget::default().within(PROVING))?.started();
    // What cannot be written is told before the work.
    let file = asked.certificate.as_deref().map(WholeFile::create).transpose()?;
    let mona = asked.mona.as_deref().map(WholeFile::create).transpose()?;
    asked.walnut.as_deref().map(new_folder).transpose()?;
    let begun = Instant::now();
    let shown = crate::progress::words();
    if let Some(other) = &asked.same_as {
        let other = self::subject(other, piles)?;
        let found = same_positions(&subject, &other, &goal, budget, &mut |progress| shown.tell(&told(progress)));
        shown.clear();
        return write_same(&subject, &other, found?, file, out);
    }
    let found = prove(&subject, &goal, budget, &mut |progress| shown.tell(&told(progress)));
    shown.clear();
    let seconds = begun.elapsed().as_secs_f64();
    match found? {
        Found::Proved(proved) => {
            let (theorem, certificate) = *proved;
            if mona.is_some() || asked.walnut.is_some() {
                let statement = Statement::new(&subject, &certificate)?;
                if let Some(mut file) = mona {
                    file.write_all(statement.mona().as_bytes())?;
                    file.finish()?;
                }
                if let Some(folder) = &asked.walnut {
                    write_folder(folder, &statement.walnut())?;
                }
            }
            if let Some(mut file) = file {
                let written = if asked.short { certificate.short() } else { certificate };
                file.write_all(written.to_json().as_bytes())?;
                file.finish()?;
            }
            match asked.redundant_moves {
                true => write_redundant(&theorem, budget, out)?,
                false => write_theorem(&theorem, seconds, asked, budget, out)?,
            }
            Ok(ExitCode::SUCCESS)
        }
        Found::Open { tried, stopped } => {
            let stopped = stopped.map(|error| error.to_string());
            write_open(&subject, &goal, &tried, stopped.as_deref(), seconds, out)?;
            Ok(ExitCode::FAILURE)
        }
    }
}

/// Makes the folder for Walnut, which must be new or empty.
fn new_folder(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder).map_err(|cause| Error::system("create", folder, cause))?;
    let mut entries = std::fs::read_dir(folder).map_err(|cause| Error::system("read", folder, cause))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => {
            let problem = format!("the folder {} is not empty", folder.display());
            Err(Error::Request { problem, hint: "the files for Walnut go into a new folder".into() }.into())
        }
    }
}

/// Writes files by their paths in a folder.
fn write_folder(folder: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|cause| Error::system("create", parent, cause))?;
        }
        write_whole(&path, text.as_bytes())?;
    }
    Ok(())
}

/// The game that a proof is about: one of the catalogue, or `rules:FILE`.
fn subject(name: &str, piles: Option<u64>) -> anyhow::Result<Subject> {
    let piles = piles.map(|piles| usize::try_from(piles).unwrap_or(usize::MAX));
    match super::rule_game(name)? {
        Some(rules) => Ok(Subject::of_rules(&rules)?.with_piles(piles)?),
        None => Ok(Subject::named(name, piles)?),
    }
}

/// What is told while a theorem is searched for, in one line.
fn told(progress: &Progress) -> String {
    let Progress { system, value, digits, states, refuted } = progress;
    format!(
        "{system}: value {value}, numbers of {digits} digits, {}, {refuted} refuted",
        counted(*states as u64, "state")
    )
}

fn write_theorem(
    theorem: &Theorem,
    seconds: f64,
    asked: &ProveArguments,
    budget: Budget,
    out: &mut Output,
) -> anyhow::Result<()> {
    let first = theorem.first_positions(8);
    let pattern = theorem.pattern(budget)?;
    if out.json {
        return Ok(out.value(&nimlab::json::theorem(theorem, &pattern, seconds))?);
    }
    let states: Vec<usize> = theorem.sets.iter().map(|set| set.states()).collect();
    out.headline("proved")?;
    writeln!(out, "{}\n", wrapped(&format!("{}.", theorem.statement())))?;
    writeln!(out, "system           {}", theorem.numbers.name())?;
    let list: Vec<String> = states.iter().map(usize::to_string).collect();
    match list.len() {
        1 => writeln!(out, "states           {}", list[0])?,
        _ => writeln!(out, "{}", wrapped(&format!("states of values {}", list.join(", "))))?,
    }
    let first: Vec<String> =
        first.iter().map(|position| position.iter().map(u128::to_string).collect::<Vec<_>>().join(",")).collect();
    writeln!(out, "first positions  {}", first.join("  "))?;
    for (place, line) in pattern.words().iter().enumerate() {
        writeln!(out, "{}", labelled(if place == 0 { "pattern" } else { "" }, 17, line))?;
    }
    writeln!(out, "time             {seconds:.2} s")?;
    for (what, file) in [("certificate", &asked.certificate), ("MONA", &asked.mona), ("Walnut", &asked.walnut)] {
        if let Some(file) = file {
            writeln!(out, "{what:<17}{}", file.display())?;
        }
    }
    Ok(())
}

fn write_same(
    one: &Subject,
    two: &Subject,
    found: Same,
    file: Option<WholeFile>,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let (word, text, position) = match &found {
        Same::Proved(proved) => {
            let states = counted(proved.0.sets[0].states() as u64, "state");
            let system = proved.0.numbers.name();
            let text = format!(
                "{} and {} have the same P-positions: the same automaton, of {states} in {system}, is proved for both.",
                one.name, two.name
            );
            ("proved", text, None)
        }
        Same::Differ(position, first) => {
            let (yes, no) = if *first { (one, two) } else { (two, one) };
            let at = position.iter().map(u128::to_string).collect::<Vec<_>>().join(",");
            (
                "different",
                format!("{at} is a P-position of {} and not of {}; there is no smaller one.", yes.name, no.name),
                Some(position),
            )
        }
        Same::Open(_) => ("not proved", "no automaton was found for the P-positions".to_owned(), None),
    };
    if let (Same::Proved(proved), Some(mut file)) = (&found, file) {
        file.write_all(proved.2.to_json().as_bytes())?;
        file.finish()?;
    }
    let same = match &found {
        Same::Proved(_) => Some(true),
        Same::Differ(..) => Some(false),
        Same::Open(_) => None,
    };
    if out.json {
        let position = position.map(|position| position.iter().map(|&number| number as u64).collect::<Vec<u64>>());
        out.value(&json!({"game": one.name, "other": two.name, "same": same, "position": position}))?;
    } else {
        out.headline(word)?;
        writeln!(out, "{}", wrapped(&text))?;
    }
    Ok(if same == Some(true) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_redundant(theorem: &Theorem, budget: Budget, out: &mut Output) -> anyhow::Result<()> {
    let set = redundant_moves(theorem, budget)?;
    let states = set.states();
    let first = theorem.first_of(set, 12);
    if out.json {
        let first: Vec<Vec<u64>> =
            first.iter().map(|position| position.iter().map(|&number| number as u64).collect()).collect();
        out.value(
            &json!({"game": theorem.game, "system": theorem.numbers.name(), "states": states, "first_moves": first}),
        )?;
        return Ok(());
    }
    out.headline("proved")?;
    let text = format!(
        "A move that takes these numbers can be added to {} without changing its P-positions exactly if the automaton of {} accepts their {}.",
        theorem.game,
        counted(states as u64, "state"),
        theorem.numbers.title()
    );
    writeln!(out, "{}\n", wrapped(&text))?;
    let first: Vec<String> =
        first.iter().map(|position| position.iter().map(u128::to_string).collect::<Vec<_>>().join(",")).collect();
    writeln!(out, "first moves  {}", if first.is_empty() { "none".to_owned() } else { first.join("  ") })?;
    Ok(())
}

fn write_open(
    subject: &Subject,
    goal: &Goal,
    tried: &[Progress],
    stopped: Option<&str>,
    seconds: f64,
    out: &mut Output,
) -> anyhow::Result<()> {
    if out.json {
        let value = nimlab::json::no_theorem(&subject.name, goal.play, goal.value, tried, stopped, seconds);
        return Ok(out.value(&value)?);
    }
    out.headline("not proved")?;
    let most = tried.iter().map(|tried| tried.states).max().unwrap_or(0);
    let states = counted(most.min(goal.states) as u64, "state");
    let text = match stopped {
        None if most == 0 => "no guess could be made: the examples are too few, or their numbers too short.".into(),
        None => format!("no automaton with up to {states} in these systems; the guess kept growing or was refuted."),
        Some(_) => format!("nothing was proved before the search was stopped; guesses had up to {states}."),
    };
    let text = format!("{}: {text}", subject.name);
    writeln!(out, "{}\n", wrapped(&text))?;
    if most > goal.states {
        let text = "Guesses with more states were given up; more may be allowed: --states";
        writeln!(out, "{}\n", wrapped(&format!("{text} {}", goal.states.saturating_mul(10))))?;
    }
    for tried in tried {
        writeln!(out, "  {}", told(tried))?;
    }
    if let Some(stopped) = stopped {
        writeln!(out, "\n{}", wrapped(&format!("The search was stopped: {stopped}")))?;
    }
    Ok(())
}

/// `nimlab theorems`: what was proved by machine and is kept with the library.
pub fn theorems(asked: &TheoremsArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let wanted = match &asked.game {
        Some(name) => Some(nimlab::catalogue::game(name)?.name()),
        None => None,
    };
    let is_asked = |known: &&KnownTheorem| {
        wanted.as_ref().is_none_or(|name| {
            known.game == name || [" with ", "("].iter().any(|more| known.game.starts_with(&format!("{name}{more}")))
        })
    };
    let found: Vec<(&KnownTheorem, &Theorem)> =
        THEOREMS.iter().filter(is_asked).filter_map(|known| Some((known, known.theorem()?))).collect();
    let piles = wanted.as_deref().is_none_or(|name| name == "fraenkel:3").then(known_first_piles).flatten();
    if let (Some(name), true) = (&wanted, found.is_empty() && piles.is_none()) {
        bail!(nimlab::Error::NotAnswered {
            game: name.clone(),
            question: "a theorem that is kept".into(),
            hint: "`nimlab theorems` lists all that are kept; an example that works: nimlab theorems wythoff".into(),
        });
    }
    let certificate = found.first().map(|(known, _)| known.certificate).or(piles.map(|_| KEPT_FIRST_PILES));
    if let (Some(file), Some(certificate)) = (&asked.output, certificate) {
        let mut file = WholeFile::create(file)?;
        file.write_all(certificate.as_bytes())?;
        file.finish()?;
        return Ok(ExitCode::SUCCESS);
    }
    if out.json {
        let of_piles = piles.map(|theorem| {
            let states: Vec<usize> = theorem.planes().iter().map(|plane| plane.states.len()).collect();
            json!({"name": "fraenkel-3", "game": "fraenkel:3", "play": "normal", "value": 0,
                "first_pile": theorem.largest(), "system": "zeckendorf", "states_by_first_pile": states,
                "theorem": theorem.statement()})
        });
        let list: Vec<_> =
            found.iter().filter_map(|(known, _)| nimlab::json::kept_theorem(known)).chain(of_piles).collect();
        out.value(&json!({"theorems": list}))?;
        return Ok(ExitCode::SUCCESS);
    }
    let header = ["game", "play", "values", "system", "states"].map(str::to_owned).to_vec();
    let row = |(known, theorem): &(&KnownTheorem, &Theorem)| {
        let values = match theorem.value() {
            0 => "0".to_owned(),
            value => format!("0 to {value}"),
        };
        let play = if theorem.play == Play::Misere { "misère" } else { "normal" };
        let states = theorem.sets.last().map_or(0, |set| set.states());
        vec![known.game.to_owned(), play.to_owned(), values, theorem.numbers.name(), states.to_string()]
    };
    let of_piles = piles.map(|theorem| {
        let game = format!("fraenkel:3, first piles 0 to {}", theorem.largest());
        let states = theorem.planes().last().map_or(0, |plane| plane.states.len());
        vec![game, "normal".into(), "0".into(), "zeckendorf".into(), states.to_string()]
    });
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(found.iter().map(row)).chain(of_piles).collect();
    write!(out, "{}", aligned(&rows, &[2, 4]))?;
    writeln!(
        out,
        "\n{}",
        wrapped(
            "The states are those of the largest value or first pile. Every theorem has a certificate, which `nimlab theorems GAME -o FILE` writes and `nimlab verify FILE` checks."
        )
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Checks a certificate of a theorem.
pub fn verify(file: &Path, text: &str, budget: Budget, out: &mut Output) -> anyhow::Result<ExitCode> {
    let certificate = Certificate::from_json(text)?;
    let begun = Instant::now();
    let verdict = check(&certificate, budget)?;
    let object = json!({"game": certificate.game, "play": certificate.play, "system": certificate.system,
        "values": certificate.sets.len(), "theorem": certificate.statement});
    write_verdict(file, object, verdict, begun.elapsed(), out)
}

/// Writes what came of checking a theorem. `object` has its game, its statement as
/// `theorem`, and what else the JSON tells of it.
pub fn write_verdict(
    file: &Path,
    object: serde_json::Value,
    verdict: Verdict,
    took: Duration,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    let seconds = took.as_secs_f64();
    let (verified, lines, reason) = match verdict {
        Verdict::Proved(lines) => (true, lines, None),
        Verdict::Rejected(reason) => (false, Vec::new(), Some(reason)),
    };
    let told = |name: &str| visible(object[name].as_str().unwrap_or_default());
    if out.json {
        let mut all = json!({"file": file.display().to_string()});
        for (name, value) in object.as_object().into_iter().flatten() {
            all[name] = value.clone();
        }
        all["verified"] = verified.into();
        all["reason"] = json!(reason);
        all["checked"] = json!(lines);
        all["seconds"] = json!(seconds);
        out.value(&all)?;
    } else if let Some(reason) = reason {
        out.headline("rejected")?;
        writeln!(out, "{}", wrapped(&format!("{}: {reason}", told("game"))))?;
    } else {
        out.headline("verified")?;
        writeln!(out, "{}\n\nchecked", wrapped(&format!("{}.", told("theorem"))))?;
        for line in lines {
            writeln!(out, "  {}", visible(&line))?;
        }
        writeln!(out, "in {seconds:.2} s, by code that shares nothing with the prover but the reading of numbers")?;
    }
    Ok(if verified { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
