//! `nimlab reproduce`: every table and figure of the sources, printed against
//! computed.

use crate::output::{Output, Paint, aligned, brief, screen_width, wrapped_to};
use crate::progress::ProgressLine;
use clap::Args;
use nimlab_lab::Error;
use nimlab_lab::reproduce::{Drawn, Item, ItemVerdict, ReproducedItem, Source, can_draw, draw, items, run as compute};
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// `nimlab reproduce`
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  nimlab reproduce\n  nimlab reproduce thesis-w\n  nimlab reproduce akiyama --item 'corollary 4'\n  nimlab reproduce --figures figures\n\nThe verdicts:\n  agrees   the source prints what nimlab computes\n  slip     a mistake of the source, with what is right next to it\n  shown    there is nothing to compare\n  DIFFERS  nimlab computes something else; the exit code is then 1"
)]
pub struct ReproduceArguments {
    /// One source: thesis-a, thesis-w, akiyama, slides or handout [default: all]
    pub source: Option<String>,

    /// Only the items whose label begins like this, such as 'table 4'
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
    let line = ProgressLine::new("items", true);
    let lines = compute(&chosen, &|done, all| line.tick(done as u64, all as u64));
    line.clear();
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
fn exit_code(lines: &[ReproducedItem]) -> ExitCode {
    let differs = lines.iter().any(|line| line.verdict == ItemVerdict::Differs);
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
        let example = all.first().map_or_else(String::new, |item| {
            format!("nimlab reproduce {} --item '{}'", item.source.name().to_lowercase(), item.label)
        });
        return Err(Error::Request { problem, hint: format!("an example that works: {example}").into() }.into());
    }
    Ok(chosen)
}

/// How many lines of a source have which verdict, in the order of the verdicts.
fn counts<'l>(lines: impl Iterator<Item = &'l ReproducedItem>) -> [usize; 4] {
    let mut counts = [0; 4];
    for line in lines {
        counts[line.verdict as usize] += 1;
    }
    counts
}

fn object(sources: &[Source], lines: &[ReproducedItem], drawn: &[Drawn]) -> Value {
    let item = |line: &ReproducedItem| {
        let ReproducedItem { item, computed, verdict, method, note } = line;
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
        "agrees": lines.iter().all(|line| line.verdict != ItemVerdict::Differs),
        "summary": summary,
        "items": lines.iter().map(item).collect::<Vec<_>>(),
    })
}

fn of(lines: &[ReproducedItem], source: Source) -> impl Iterator<Item = &ReproducedItem> {
    lines.iter().filter(move |line| line.item.source == source)
}

fn files_of(drawn: &[Drawn], line: &ReproducedItem) -> Vec<String> {
    let own = drawn.iter().filter(|drawn| drawn.source == line.item.source && drawn.label == line.item.label);
    own.flat_map(|drawn| &drawn.files).map(|path| path.display().to_string()).collect()
}

/// How far everything but the verdict is indented.
const INDENT: usize = 9;

fn write_text(
    sources: &[Source],
    lines: &[ReproducedItem],
    drawn: &[Drawn],
    asked: &ReproduceArguments,
    out: &mut Output,
) -> anyhow::Result<()> {
    let width = screen_width();
    let legend = "What the sources print, compared with what nimlab computes. agrees: both are the same. slip: a mistake of the source, which follows from its own method. shown: there is nothing to compare. In brackets: our method.";
    writeln!(out, "{}\n", wrapped_to(legend, width))?;
    for &source in sources.iter().filter(|&&source| of(lines, source).next().is_some()) {
        for line in wrapped_to(&format!("{}: {}", source.name(), source.citation()), width).lines() {
            out.headline(line)?;
        }
        for line in of(lines, source) {
            write_line(line, drawn, asked, width, out)?;
        }
        writeln!(out)?;
    }
    if sources.len() > 1 {
        writeln!(out, "{}", counted(sources, lines))?;
    }
    for line in lines.iter().filter(|line| line.verdict == ItemVerdict::Differs) {
        writeln!(out, "{}: {}, {}", out.painted("DIFFERS", Paint::Red), line.item.source.name(), line.item.label)?;
    }
    if let Some(folder) = &asked.figures {
        let files: usize = drawn.iter().map(|drawn| drawn.files.len()).sum();
        writeln!(out, "{files} files of figures in {}", folder.display())?;
    }
    writeln!(out, "{}", wrapped_to(&conclusion(lines), width))?;
    Ok(())
}

/// An item: what it is, what is printed and computed, and what there is to say.
fn write_line(
    line: &ReproducedItem,
    drawn: &[Drawn],
    asked: &ReproduceArguments,
    width: usize,
    out: &mut Output,
) -> std::io::Result<()> {
    let item = &line.item;
    let paint = match line.verdict {
        ItemVerdict::Agrees => Paint::Green,
        ItemVerdict::Slip => Paint::Yellow,
        ItemVerdict::Shown => Paint::Dim,
        ItemVerdict::Differs => Paint::Red,
    };
    let verdict = out.painted(line.verdict.word(), paint) + &" ".repeat(INDENT - line.verdict.word().len());
    let room = width - INDENT;
    let mut head = wrapped_to(&format!("{}: {}", item.label, item.title), room);
    if let Some(title) = head.strip_prefix(&item.label) {
        head = out.painted(&item.label, Paint::Bold) + title;
    }
    writeln!(out, "{verdict}{}", indented(&head, INDENT))?;
    let mut below = values(line, &method(line, asked), room);
    if let (ItemVerdict::Slip, Some(slip)) = (line.verdict, &item.slip) {
        below.push(called("why:", &wrapped_to(&slip.why, room - NAME)));
    }
    let mut remarks: Vec<String> = Vec::new();
    if line.verdict == ItemVerdict::Differs {
        remarks.push(format!("({})", item.place));
        remarks.push(format!("printed in full: {}", item.printed));
        remarks.push(format!("computed in full: {}", line.computed));
    }
    remarks.extend(line.note.clone());
    let files = files_of(drawn, line);
    if !files.is_empty() {
        remarks.push(format!("drawn: {}", files.join(", ")));
    }
    below.extend(remarks.iter().map(|remark| wrapped_to(remark, room)));
    for text in below {
        writeln!(out, "{:INDENT$}{}", "", indented(&text, INDENT))?;
    }
    Ok(())
}

/// What is printed and what is computed, once if both are the same, and the method.
fn values(line: &ReproducedItem, method: &str, room: usize) -> Vec<String> {
    let printed = if line.item.printed.is_null() { &line.item.shown } else { &line.item.printed };
    let computed = if line.computed.is_null() { Value::from("") } else { line.computed.clone() };
    let mut values = match line.verdict {
        _ if printed.is_null() => vec![shown_in(&computed, room)],
        ItemVerdict::Agrees => vec![shown_in(&computed, room)],
        _ => {
            let name = if line.verdict == ItemVerdict::Slip { "right:" } else { "computed:" };
            let value = |name, value| called(name, &shown_in(value, room - NAME));
            vec![value("printed:", printed), value(name, &computed)]
        }
    };
    let method = format!("[{method}]");
    // The method stands after the value where there is room.
    let last = values.pop().unwrap_or_default();
    let end = last.lines().last().unwrap_or("").chars().count();
    if last.is_empty() {
        values.push(wrapped_to(&method, room));
    } else if end + 2 + method.chars().count() <= room {
        values.push(format!("{last}  {method}"));
    } else {
        values.extend([last, wrapped_to(&method, room)]);
    }
    values
}

/// How much room a name such as `printed:` takes.
const NAME: usize = 10;

/// Some lines after their name.
fn called(name: &str, text: &str) -> String {
    format!("{name:NAME$}{}", indented(text, NAME))
}

/// A value in this many letters: a sentence or a few named values in
/// full, on several lines; a list cut in the middle.
fn shown_in(value: &Value, room: usize) -> String {
    match value {
        Value::String(text) => wrapped_to(text, room),
        Value::Object(_) => wrapped_to(&brief(value, usize::MAX).replace(',', ", "), room),
        other => brief(other, room),
    }
}

fn indented(text: &str, by: usize) -> String {
    text.replace('\n', &format!("\n{:by$}", ""))
}

/// How many of each verdict, source by source.
fn counted(sources: &[Source], lines: &[ReproducedItem]) -> String {
    let mut rows = vec![["source", "agree", "slips", "shown", "differ"].map(str::to_owned).to_vec()];
    for &source in sources {
        let numbers = counts(of(lines, source)).map(|number| number.to_string());
        rows.push(std::iter::once(source.name().to_owned()).chain(numbers).collect());
    }
    aligned(&rows, &[1, 2, 3, 4])
}

/// What it all amounts to.
fn conclusion(lines: &[ReproducedItem]) -> String {
    let [agree, slips, shown, differ] = counts(lines.iter());
    let named = Source::ALL.into_iter().filter(|&source| of(lines, source).next().is_some()).collect::<Vec<_>>();
    let whose = match named[..] {
        [source] => source.name().to_owned(),
        _ => format!("{} sources", ["no", "one", "two", "three", "four", "five"][named.len()]),
    };
    let one = |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    let mut parts = Vec::new();
    if agree > 0 {
        parts.push(one(agree, "agrees", "agree"));
    }
    if slips > 0 {
        parts.push(one(slips, "is a slip of the source", "are slips of the sources") + " (docs/reproduce.md)");
    }
    if shown > 0 {
        parts.push(one(shown, "is only shown, with nothing to compare", "are only shown, with nothing to compare"));
    }
    let end = match differ {
        0 => "nothing differs".to_owned(),
        _ => one(differ, "DIFFERS", "DIFFER"),
    };
    format!("{} of {whose}: {}; {end}.", one(lines.len(), "item", "items"), parts.join(", "))
}

/// The method, and for a figure how to have it drawn.
fn method(line: &ReproducedItem, asked: &ReproduceArguments) -> String {
    match asked.figures {
        None if can_draw(line.item.source, &line.item.label) => {
            format!("{}; --figures DIR draws it", line.method)
        }
        _ => line.method.clone(),
    }
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
