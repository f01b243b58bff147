//! `nimlab reproduce`: every table and figure of the sources, printed against
//! computed.

use crate::output::{Output, aligned, brief, screen_width, wrapped_to};
use clap::Args;
use nimlab_lab::Error;
use nimlab_lab::reproduce::{Drawn, Item, Line, Source, Verdict, can_draw, draw, items, run as compute};
use serde_json::{Map, Value, json};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// `nimlab reproduce`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab reproduce\n  nimlab reproduce thesis-w\n  nimlab reproduce akiyama --item 'corollary 4'\n  nimlab reproduce --figures figures\n\nThe sources are thesis-a, thesis-w, akiyama, slides and handout. Verdicts: agrees; slip, a mistake of the source, with what is right; shown, where there is nothing to compare; DIFFERS, which makes the exit 1."
)]
pub struct ReproduceArguments {
    /// The source: thesis-a, thesis-w, akiyama, slides or handout; all if none is named
    pub source: Option<String>,

    /// Only the items whose label begins so, such as 'table 4'
    #[arg(long, value_name = "LABEL")]
    pub item: Option<String>,

    /// Draw the figures into this folder, as SVG and PNG
    #[arg(long, value_name = "DIR")]
    pub figures: Option<PathBuf>,
}

pub fn run(asked: &ReproduceArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let sources = match &asked.source {
        Some(name) => vec![Source::named(name)?],
        None => Source::ALL.to_vec(),
    };
    let chosen = choose(items(&sources)?, asked.item.as_deref())?;
    let lines = compute(&chosen, &progress);
    let drawn = match &asked.figures {
        None => Vec::new(),
        Some(folder) => {
            let wanted = |source, label: &str| {
                asked.item.is_none() || chosen.iter().any(|item| item.source == source && item.label == label)
            };
            draw(&sources, &wanted, folder)?
        }
    };
    if out.json {
        out.value(&object(&sources, &lines, &drawn))?;
    } else {
        write_text(&sources, &lines, &drawn, asked, out)?;
    }
    Ok(exit_code(&lines))
}

/// 1 if anything differs.
fn exit_code(lines: &[Line]) -> ExitCode {
    let differs = lines.iter().any(|line| line.verdict == Verdict::Differs);
    if differs { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// How many labels a message names.
const SHOWN: usize = 12;

/// The items whose label begins with some words.
fn choose(all: Vec<Item>, wanted: Option<&str>) -> anyhow::Result<Vec<Item>> {
    let Some(wanted) = wanted.map(str::to_lowercase) else { return Ok(all) };
    let fits = |item: &&Item| item.label.to_lowercase().starts_with(&wanted);
    let chosen: Vec<Item> = all.iter().filter(fits).cloned().collect();
    if chosen.is_empty() {
        let labels: Vec<&str> = all.iter().map(|item| item.label.as_str()).collect();
        let more = if labels.len() > SHOWN { format!("; and {} more", labels.len() - SHOWN) } else { String::new() };
        let some = labels[..labels.len().min(SHOWN)].join("; ");
        let problem = format!("no label begins with '{wanted}'; there are {some}{more}");
        return Err(Error::BadRequest { problem, example: "nimlab reproduce thesis-w --item 'table 4'".into() }.into());
    }
    Ok(chosen)
}

#[expect(clippy::print_stderr, reason = "this is where progress goes")]
fn progress(done: usize, all: usize) {
    if std::io::stderr().is_terminal() {
        let end = if done == all { "\r                    \r" } else { "" };
        eprint!("\r{done} of {all} items{end}");
    }
}

/// How many lines of a source have which verdict, in the order of the verdicts.
fn counts<'l>(lines: impl Iterator<Item = &'l Line>) -> [usize; 4] {
    let mut counts = [0; 4];
    for line in lines {
        counts[line.verdict as usize] += 1;
    }
    counts
}

fn object(sources: &[Source], lines: &[Line], drawn: &[Drawn]) -> Value {
    let item = |line: &Line| {
        let Line { item, computed, verdict, method, note } = line;
        let printed = if item.printed.is_null() { &item.shown } else { &item.printed };
        let mut object = json!({
            "source": item.source.name(), "label": item.label, "title": item.title, "place": item.place,
            "printed": printed, "computed": computed, "verdict": verdict.word().to_lowercase(), "method": method,
        });
        if let Some(slip) = &item.slip {
            object["right"] = slip.right.clone();
            object["why"] = slip.why.clone().into();
        }
        if let Some(note) = note {
            object["note"] = note.clone().into();
        }
        let files = files_of(drawn, line);
        if !files.is_empty() {
            object["figures"] = files.into();
        }
        object
    };
    let summary: Map<String, Value> = sources
        .iter()
        .map(|&source| {
            let [agree, slips, shown, differ] = counts(of(lines, source));
            (source.name().to_owned(), json!({"agrees": agree, "slip": slips, "shown": shown, "differs": differ}))
        })
        .collect();
    json!({
        "agrees": lines.iter().all(|line| line.verdict != Verdict::Differs),
        "summary": summary,
        "items": lines.iter().map(item).collect::<Vec<_>>(),
    })
}

fn of(lines: &[Line], source: Source) -> impl Iterator<Item = &Line> {
    lines.iter().filter(move |line| line.item.source == source)
}

fn files_of(drawn: &[Drawn], line: &Line) -> Vec<String> {
    let own = drawn.iter().filter(|drawn| drawn.source == line.item.source && drawn.label == line.item.label);
    own.flat_map(|drawn| &drawn.files).map(|path| path.display().to_string()).collect()
}

fn write_text(
    sources: &[Source],
    lines: &[Line],
    drawn: &[Drawn],
    asked: &ReproduceArguments,
    out: &mut Output,
) -> anyhow::Result<()> {
    let width = screen_width();
    for &source in sources.iter().filter(|&&source| of(lines, source).next().is_some()) {
        out.headline(&format!("{}: {}", source.name(), source.citation()))?;
        let label = of(lines, source).map(|line| line.item.label.chars().count()).max().unwrap_or(0).max(4);
        // What is left for what is printed, what is computed, and how.
        let left = width.saturating_sub(label + 7 + 8).max(30);
        let value = left / 3;
        let header = ["verdict", "item", "the source prints", "we compute", "by"].map(str::to_owned).to_vec();
        let mut rows = vec![header];
        let mut behind = vec![Vec::new()];
        for line in of(lines, source) {
            let printed = if line.item.printed.is_null() { &line.item.shown } else { &line.item.printed };
            rows.push(vec![
                line.verdict.word().into(),
                line.item.label.clone(),
                brief(printed, value),
                brief(&line.computed, value),
                brief(&Value::from(method(line, asked)), left - 2 * value),
            ]);
            let mut remarks = remarks(line, drawn);
            // A sentence that the columns cut off is told in full below.
            let cut = |text: &Value| text.is_string() && brief(text, value) != brief(text, usize::MAX);
            if line.verdict != Verdict::Differs && (cut(printed) || cut(&line.computed)) {
                if line.verdict == Verdict::Slip {
                    remarks.insert(0, format!("right: {}", brief(&line.computed, usize::MAX)));
                }
                remarks.insert(0, format!("printed: {}", brief(printed, usize::MAX)));
            }
            behind.push(remarks);
        }
        let table = aligned(&rows, &[]);
        for (row, remarks) in table.lines().zip(behind) {
            writeln!(out, "{}", row.trim_end())?;
            for remark in remarks {
                let text = wrapped_to(&remark, width.saturating_sub(9)).replace('\n', "\n         ");
                writeln!(out, "         {text}")?;
            }
        }
        writeln!(out)?;
    }
    for &source in sources {
        let [agree, slips, shown, differ] = counts(of(lines, source));
        let differ = if differ == 0 { String::new() } else { format!(", {differ} DIFFER") };
        let slips = format!("{slips} slip{} of the source", if slips == 1 { "" } else { "s" });
        writeln!(out, "{}: {agree} agree, {slips}, {shown} only shown{differ}", source.name())?;
    }
    for line in lines.iter().filter(|line| line.verdict == Verdict::Differs) {
        writeln!(out, "DIFFERS: {}, {}", line.item.source.name(), line.item.label)?;
    }
    if let Some(folder) = &asked.figures {
        let files: usize = drawn.iter().map(|drawn| drawn.files.len()).sum();
        writeln!(out, "{files} files of figures in {}", folder.display())?;
    }
    Ok(())
}

/// The method, and for a figure how to have it drawn.
fn method(line: &Line, asked: &ReproduceArguments) -> String {
    match asked.figures {
        None if can_draw(line.item.source, &line.item.label) => "figure: use --figures DIR".into(),
        _ => line.method.clone(),
    }
}

/// What stands below a line: where it differs, what is right, what else there is.
fn remarks(line: &Line, drawn: &[Drawn]) -> Vec<String> {
    let mut remarks = Vec::new();
    match (line.verdict, &line.item.slip) {
        (Verdict::Slip, Some(slip)) => remarks.push(format!("slip: {}", slip.why)),
        (Verdict::Differs, _) => {
            remarks.push(format!("{} ({})", line.item.title, line.item.place));
            remarks.push(format!("printed:  {}", line.item.printed));
            remarks.push(format!("computed: {}", line.computed));
        }
        _ => {}
    }
    remarks.extend(line.note.clone());
    let files = files_of(drawn, line);
    if !files.is_empty() {
        remarks.push(format!("drawn: {}", files.join(", ")));
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimlab_lab::reproduce::parse;

    #[test]
    fn a_number_that_differs_makes_the_exit_1() {
        let text = Source::Handout.printed();
        let code = |text: &str| {
            let lines = compute(&parse(Source::Handout, text).unwrap(), &|_, _| {});
            format!("{:?}", exit_code(&lines))
        };
        assert_eq!(code(text), format!("{:?}", ExitCode::SUCCESS));
        assert_eq!(code(&text.replacen("12 = 8+3+1", "12 = 8+4", 1)), format!("{:?}", ExitCode::FAILURE));
    }
}
