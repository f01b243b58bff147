//! Where answers go: standard output or a file, buffered, in text
//! or JSON.

use crate::arguments::TableTarget;
use nimlab::text::visible;
use nimlab_lab::export::{Format, To, WholeFile, is_stream};
use serde_json::Value;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

/// The standard output, and whether JSON was asked for.
pub struct Output {
    pub json: bool,
    /// Whether this is a terminal, and NO_COLOR does not ask for plain text.
    colour: bool,
    stream: BufWriter<io::StdoutLock<'static>>,
}

/// How words may be painted, by the number that a terminal knows.
#[derive(Clone, Copy)]
pub enum Paint {
    Bold = 1,
    Dim = 2,
    Red = 31,
    Green = 32,
    Yellow = 33,
}

impl Output {
    pub fn new(json: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colour = io::stdout().is_terminal() && !plain;
        Self { json, colour, stream: BufWriter::with_capacity(1 << 16, io::stdout().lock()) }
    }

    /// Writes one JSON value on a line.
    pub fn value(&mut self, value: &Value) -> io::Result<()> {
        serde_json::to_writer(Visible(&mut self.stream), value)?;
        writeln!(self.stream)
    }

    /// Writes a headline, broken into lines that fit, bold on a terminal.
    pub fn headline(&mut self, text: &str) -> io::Result<()> {
        for line in wrapped(&visible(text)).lines() {
            let line = self.painted(line, Paint::Bold);
            writeln!(self.stream, "{line}")?;
        }
        Ok(())
    }

    /// Some words in a colour, where colours are wanted.
    pub fn painted(&self, text: &str, paint: Paint) -> String {
        match self.colour {
            true => format!("\x1b[{}m{text}\x1b[0m", paint as u8),
            false => text.to_owned(),
        }
    }

    pub fn finish(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// JSON on its way to a terminal: control characters that it may hold as they
/// are, such as U+009B, are written with their numbers.
struct Visible<W>(W);

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match std::str::from_utf8(bytes) {
            Ok(text) if !text.is_ascii() || text.contains('\u{7f}') => self.0.write_all(visible(text).as_bytes())?,
            _ => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Whether an error is only the reader going away.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        let lab = match cause.downcast_ref() {
            Some(nimlab_lab::Error::System { cause, .. } | nimlab_lab::Error::Writing(cause)) => Some(cause.kind()),
            _ => None,
        };
        io.or(json).or(lab) == Some(io::ErrorKind::BrokenPipe)
    })
}

/// The place that a table is written to: standard output, a pipe or
/// a device, or a file that appears under its name only when it is complete.
pub enum Sink<'o> {
    Stream(&'o mut Output),
    File(WholeFile),
}

impl<'o> Sink<'o> {
    /// Opens the target before any work is done.
    pub fn open(target: &TableTarget, out: &'o mut Output) -> anyhow::Result<Self> {
        match &target.output {
            Some(path) => Self::to_file(path),
            None => Ok(Sink::Stream(out)),
        }
    }

    /// The same for a file.
    pub fn to_file(path: &Path) -> anyhow::Result<Self> {
        Ok(Sink::File(WholeFile::create(path)?))
    }

    pub fn is_file(&self) -> bool {
        matches!(self, Sink::File(_))
    }

    /// The place, for a table.
    pub fn to(&mut self) -> To<'_> {
        match self {
            Sink::Stream(out) => To::Stream(*out),
            Sink::File(file) => To::File(file),
        }
    }

    /// Gives a complete file its name.
    pub fn finish(self) -> anyhow::Result<()> {
        match self {
            Sink::Stream(out) => Ok(out.finish()?),
            Sink::File(file) => Ok(file.finish()?),
        }
    }
}

impl Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stream(out) => out.write(bytes),
            Sink::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stream(out) => out.flush(),
            Sink::File(file) => file.flush(),
        }
    }
}

/// The format that was asked for: by flag, by the file's name, or a table. Pipes
/// and devices take text.
pub fn format_of(target: &TableTarget, json: bool) -> anyhow::Result<Format> {
    let default = if json { Format::Json } else { Format::Table };
    match (target.format, target.output.as_deref()) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(default),
        (None, Some(path)) => match Format::of(path) {
            None if is_stream(path) => Ok(default),
            None => Err(no_format(path, "; or say --format csv")),
            Some(Format::Table) => Ok(default),
            Some(format) => Ok(format),
        },
    }
}

/// A file whose name does not stand for a format.
pub fn no_format(path: &Path, more: &str) -> anyhow::Error {
    let problem = format!("the name {} does not say which format is meant", path.display());
    let hint = format!("names that work: {}{more}", Format::ALL.map(Format::file).join(", "));
    nimlab_lab::Error::Request { problem, hint: hint.into() }.into()
}

/// The width where there is no screen: that of the narrowest terminals in use.
const NO_SCREEN: usize = 80;

/// The width of the screen, between two bounds.
fn width_within(least: usize, most: usize) -> usize {
    match terminal_size::terminal_size() {
        Some((width, _)) if io::stdout().is_terminal() => usize::from(width.0).clamp(least, most),
        _ => NO_SCREEN,
    }
}

/// The width of the screen, as far as a line is easy to read.
pub fn screen_width() -> usize {
    width_within(40, 120)
}

/// A value in this many letters: lists are cut in the middle.
pub fn brief(value: &Value, width: usize) -> String {
    let (parts, between) = match value {
        Value::Array(list) => {
            let between = if list.iter().all(|item| item.is_array()) { " " } else { ", " };
            (list.iter().map(compact).collect(), between)
        }
        other => (vec![compact(other)], ", "),
    };
    let whole = parts.join(between);
    if whole.chars().count() <= width {
        return whole;
    }
    let shortened = |head: usize| {
        let last = parts.last().map_or("", String::as_str);
        format!("{}{between}… {last}", parts[..head].join(between))
    };
    let fits = (1..parts.len()).rev().map(shortened).find(|text| text.chars().count() <= width);
    fits.unwrap_or_else(|| whole.chars().take(width.saturating_sub(1)).chain(['…']).collect())
}

/// A value as people write it: `(1,2)`, `17,29 N`, `n 5; m 3`.
fn compact(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("({})", list.iter().map(compact).collect::<Vec<_>>().join(",")),
        Value::Object(map) => match (map.get("position"), map.get("outcome")) {
            (Some(position), Some(outcome)) => format!("{} {}", compact(position), compact(outcome)),
            _ => {
                let named = |(key, value): (&String, &Value)| format!("{} {}", key.replace('_', " "), compact(value));
                map.iter().map(named).collect::<Vec<_>>().join("; ")
            }
        },
        other => other.to_string(),
    }
}

/// The width of a paragraph: that of a narrow screen, and 96 on a wide one.
pub fn text_width() -> usize {
    width_within(20, 96)
}

/// Breaks a paragraph into lines that fit on a screen.
pub fn wrapped(text: &str) -> String {
    wrapped_to(text, text_width())
}

/// Breaks every line of a message, which keeps its indentation.
pub fn wrapped_lines(text: &str) -> String {
    let line = |line: &str| {
        let indent = " ".repeat(line.len() - line.trim_start().len());
        let broken = wrapped_to(line.trim_start(), text_width().saturating_sub(indent.len()));
        format!("{indent}{}", broken.replace('\n', &format!("\n{indent}")))
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Breaks a paragraph into lines of this many letters. A word that is longer than a
/// line stays after the one before it.
pub fn wrapped_to(text: &str, width: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always a line");
        let length = word.chars().count();
        if !line.is_empty() && length <= width && line.chars().count() + 1 + length > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
}

/// Values with dots over some, broken into lines that fit on a screen: after a comma
/// if there are any, and never before a dot.
pub fn wrapped_values(text: &str) -> String {
    let is_dot = |sign: char| sign == '\u{307}';
    let pieces: Vec<&str> = match text.contains(',') {
        true => text.split_inclusive(',').collect(),
        false => {
            let starts = || text.char_indices().filter(|&(_, sign)| !is_dot(sign)).map(|(at, _)| at);
            starts().zip(starts().skip(1).chain([text.len()])).map(|(from, to)| &text[from..to]).collect()
        }
    };
    let (mut lines, mut length) = (String::new(), 0);
    for piece in pieces {
        let width = piece.chars().filter(|&sign| !is_dot(sign)).count();
        if length + width > text_width() {
            lines.push('\n');
            length = 0;
        }
        lines.push_str(piece);
        length += width;
    }
    lines
}

/// A text after its label, which stands in a column of this many letters; further
/// lines stand below the first.
pub fn labelled(label: &str, column: usize, text: &str) -> String {
    let indent = text.len() - text.trim_start().len();
    let broken = wrapped_to(text.trim_start(), text_width().saturating_sub(column + indent).max(LEAST_TEXT));
    let below = column + indent;
    format!("{label:<below$}{}", broken.replace('\n', &format!("\n{:below$}", "")))
}

/// The least width of a column of text.
const LEAST_TEXT: usize = 24;

/// The widest label that has its text on the same line; after a wider one it begins on
/// the next line.
const WIDEST_LABEL: usize = 24;

/// Rows of words as aligned columns, the last of which is text, broken so that it
/// fits on the screen; the given columns to the right.
pub fn aligned_text(rows: &[Vec<String>], right: &[usize]) -> String {
    let fits = |word: &&String| word.chars().count() <= WIDEST_LABEL;
    let (mut labels, mut texts) = (Vec::new(), Vec::new());
    for row in rows {
        let (text, before) = row.split_last().map_or(("", &[][..]), |(text, before)| (text.as_str(), before));
        // A wide label has a line of its own.
        let own = before.first().filter(|label| !fits(label));
        let label: Vec<String> = before
            .iter()
            .enumerate()
            .map(|(at, word)| if at == 0 && own.is_some() { String::new() } else { word.clone() })
            .collect();
        labels.push(label);
        texts.push((own, text));
    }
    let labels = aligned(&labels, right);
    let column = labels.lines().map(|line| line.chars().count()).max().map_or(0, |widest| widest + 2);
    let mut whole = String::new();
    for (label, (own, text)) in labels.lines().zip(texts) {
        if let Some(own) = own {
            whole.push_str(own);
            whole.push('\n');
        }
        whole.push_str(labelled(label, column, text).trim_end());
        whole.push('\n');
    }
    whole
}

/// Rows of words as aligned columns, the given columns to the right.
pub fn aligned(rows: &[Vec<String>], right: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|word| word.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, word) in row.iter().enumerate() {
            let gap = " ".repeat(widths[column] - word.chars().count());
            let (before, behind) = if right.contains(&column) { (gap.as_str(), "") } else { ("", gap.as_str()) };
            line.push_str(&format!("{before}{word}{behind}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
