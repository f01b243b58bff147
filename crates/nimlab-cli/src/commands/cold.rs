//! `nimlab positions`, or `cold`: P-positions, or positions of a Grundy value, in
//! order. Every form streams: the memory does not grow with the number of rows.

use crate::arguments::{ColdArguments, Format};
use crate::commands::{big, budget, small};
use crate::output::{Output, Sink, format_of};
use crate::progress::Progress;
use crate::wording::told;
use nimlab::error::Error;
use nimlab::json::{self, ColdRows};
use nimlab::number::UBig;
use nimlab::solve::Bound;
use nimlab::{Ask, Game, List, ListQuery, Method, Play, Row};
use nimlab_lab::export::{self, Columns, Kind, WholeFile, exporter};
use std::io::{self, Write};
use std::process::ExitCode;

/// Columns are aligned up to this width; longer numbers stand as they are.
const WIDEST: usize = 80;

pub fn run(asked: &ColdArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let query = ListQuery {
        play: if asked.misere { Play::Misere } else { Play::Normal },
        value: small("the Grundy value", &asked.value)?,
        from: big(&asked.from)?,
        count: small("the number of positions", asked.count.as_deref().unwrap_or("20"))?,
        heaps: small("the number of heaps", &asked.heaps)? as usize,
        largest: None,
        budget: budget(&asked.budget)?,
    };
    let most = asked.max.as_deref().map(big).transpose()?;
    let method = asked.method.as_deref();
    if asked.count_only || asked.sum {
        return total(asked, &*game, method, &query, most, out);
    }
    let format = format_of(&asked.target, out.json)?;
    let (list, query, mut bound) = listed(asked, &*game, method, query, most)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let header = Header { game: game.name(), play: query.play, value: query.value, method: list.method() };
    let progress = Progress::new("positions", sink.is_file());
    if let Some((format, name)) = binary(format) {
        let file = sink.into_file(name)?;
        let found = export(format, file, header, &*game, &query, (list, &mut bound), &progress);
        progress.clear();
        if found? == 0 && query.count > 0 {
            writeln!(io::stderr(), "nimlab: there is no such position")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut writer = Writer {
        format,
        header,
        game: &*game,
        number: Counter::from(&query.from),
        widths: Vec::new(),
        lines: Vec::new(),
        json: None,
        first: true,
        progress,
    };
    let written = writer.write(list, query.count, &mut bound, &mut sink);
    writer.progress.clear();
    // The rows before an error are kept.
    sink.finish()?;
    written?;
    if writer.first && query.count > 0 {
        writeln!(io::stderr(), "nimlab: there is no such position")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The list that was asked for, and where it ends if `--max` says so.
fn listed<'g>(
    asked: &ColdArguments,
    game: &'g dyn Game,
    method: Option<&'g str>,
    query: ListQuery,
    most: Option<UBig>,
) -> anyhow::Result<(List<'g>, ListQuery, Upto<'g>)> {
    let Some(most) = most else {
        let list = game.positions().query(&query).method(method).run()?;
        return Ok((list, query, Upto::default()));
    };
    let bound = Bound::new(game, most);
    let (list, far) = bound.list(method, &query)?;
    let kept = asked.count.is_some().then_some(query.count);
    Ok((list, ListQuery { count: far, ..query }, Upto { bound: Some(bound), kept, ..Upto::default() }))
}

/// Where a list ends before its last row: at the bound of `--max`, or after
/// so many rows.
#[derive(Default)]
struct Upto<'g> {
    bound: Option<Bound<'g>>,
    /// How many rows are wanted at most.
    kept: Option<u64>,
    ended: bool,
}

impl Upto<'_> {
    /// Whether a row is written. Behind the last one the list has ended.
    fn keeps(&mut self, row: Row<'_>) -> bool {
        let Some(bound) = &mut self.bound else { return true };
        self.ended = self.ended || self.kept == Some(0) || bound.is_past(row);
        let keeps = !self.ended && bound.keeps(row);
        self.kept = self.kept.map(|left| left - u64::from(keeps));
        keeps
    }

    /// The bound, if all rows of the list were gone through before it was met.
    fn missed(&self) -> Option<&Bound<'_>> {
        self.bound.as_ref().filter(|_| !self.ended && self.kept != Some(0))
    }
}

/// `--count-only` and `--sum`: how many positions, and what they add up to.
fn total(
    asked: &ColdArguments,
    game: &dyn Game,
    method: Option<&str>,
    query: &ListQuery,
    most: Option<UBig>,
    out: &mut Output,
) -> anyhow::Result<ExitCode> {
    if most.is_some() && asked.count.is_some() {
        return Err(Error::NotAnswered {
            game: game.name(),
            question: "--count and --max together with --sum or --count-only".into(),
            hint: "one bound is enough: nimlab positions wythoff --max 1000 --sum".into(),
        }
        .into());
    }
    let asking = game.positions().query(query).method(method);
    let (method, count, sum) = match asked.sum {
        true => {
            let (method, found) = asking.tally(most.clone())?;
            (method, found.count.into(), Some(found.sum))
        }
        false => {
            let (method, count) = asking.how_many(most.clone())?;
            (method, count, None)
        }
    };
    if out.json {
        let (game, value) = (game.name(), query.value);
        out.value(&json::tally(&game, query.play, method, value, most.as_ref(), &count, sum.as_ref()))?;
    } else {
        match (asked.count_only, sum) {
            (true, Some(sum)) => writeln!(out, "positions  {count}\nsum        {sum}")?,
            (false, Some(sum)) => writeln!(out, "{sum}")?,
            (_, None) => writeln!(out, "{count}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The formats of the exporters, and their names.
pub fn binary(format: Format) -> Option<(export::Format, &'static str)> {
    match format {
        Format::Parquet => Some((export::Format::Parquet, "parquet")),
        Format::Npy => Some((export::Format::Npy, "npy")),
        Format::Table | Format::Csv | Format::Json => None,
    }
}

/// Writes the positions by an exporter; how many there were.
fn export(
    format: export::Format,
    file: WholeFile,
    header: Header,
    game: &dyn Game,
    query: &ListQuery,
    (mut list, upto): (List<'_>, &mut Upto<'_>),
    progress: &Progress,
) -> anyhow::Result<u64> {
    let begin = |width: usize, kind: Kind| {
        let names = std::iter::once("n".to_owned()).chain(game.labels(width)).collect();
        let columns = Columns::of_game(&header.game, names).with("kind", "cold").with("play", header.play);
        let columns = columns.with("method", header.method.name()).with("value", header.value);
        let written = if kind == Kind::Decimals { "decimal strings" } else { "unsigned 64 bits" };
        exporter(format, file, Columns { kind, ..columns.with("numbers", written) })
    };
    let (mut begin, mut exporter) = (Some(begin), None);
    let (mut number, mut done, mut written) = (Counter::from(&query.from), 0, 0);
    // Rows of machine words, written many at a time.
    let mut words = Vec::with_capacity(2 * BATCH);
    let ended = loop {
        let row = match list.next_row() {
            Ok(Some(row)) => row,
            // The rows before an error are kept.
            ended => break ended.map(|_| ()),
        };
        done += 1;
        // The first row decides: numbers of 64 bits, or of any size.
        if let Some(begin) = begin.take() {
            let small = |number: &UBig| u64::try_from(number).is_ok();
            let words = row.words().is_some() || (0..row.len()).all(|place| small(&row.number(place)));
            let kind = if words && small(&query.end()) { Kind::Words } else { Kind::Decimals };
            exporter = Some(begin(row.len(), kind)?);
        }
        let Some(exporter) = &mut exporter else { break Ok(()) };
        if upto.keeps(row) {
            match (number.word(), row.words()) {
                (Some(number), Some(row)) => {
                    words.push(number);
                    words.extend_from_slice(row);
                    if words.len() >= BATCH {
                        exporter.words(&words)?;
                        words.clear();
                    }
                }
                _ => {
                    exporter.words(&words)?;
                    words.clear();
                    let numbers = || std::iter::once(number.big()).chain((0..row.len()).map(|place| row.number(place)));
                    match numbers().map(|number| u64::try_from(&number)).collect::<Result<Vec<u64>, _>>() {
                        Ok(words) => exporter.words(&words)?,
                        Err(_) => exporter.decimals(&numbers().map(|number| number.to_string()).collect::<Vec<_>>())?,
                    }
                }
            }
            written += 1;
        }
        if upto.ended {
            break Ok(());
        }
        number.step();
        progress.tick(done, query.count);
    };
    let mut exporter = match (exporter, begin) {
        (Some(exporter), _) => exporter,
        (None, Some(begin)) => begin(0, Kind::Words)?,
        (None, None) => return Ok(0),
    };
    exporter.words(&words)?;
    exporter.finish()?;
    ended?;
    at_its_end(upto, done, query.count).map(|()| written)
}

/// Fails if a list was gone through to its last row, and the bound was not met.
fn at_its_end(upto: &Upto<'_>, done: u64, count: u64) -> anyhow::Result<()> {
    match upto.missed() {
        Some(bound) if done == count => Err(bound.too_many(count).into()),
        _ => Ok(()),
    }
}

struct Header {
    game: String,
    play: Play,
    value: u64,
    method: Method,
}

/// Writes rows in one of the forms.
struct Writer<'g> {
    format: Format,
    header: Header,
    game: &'g dyn Game,
    /// The number of the next row.
    number: Counter,
    /// The widest word of each column so far, for the aligned form.
    widths: Vec<usize>,
    /// Lines of comma-separated values that wait to be written together.
    lines: Vec<u8>,
    json: Option<ColdRows>,
    first: bool,
    progress: Progress,
}

impl Writer<'_> {
    fn write(&mut self, list: List<'_>, count: u64, upto: &mut Upto<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        if self.format == Format::Json {
            let Header { game, play, value, method } = &self.header;
            self.json = Some(ColdRows::open(game, *play, *method, *value, sink)?);
        }
        // An error in the middle must not lose the rows before it.
        let written = self.write_rows(list, count, upto, sink);
        sink.write_all(&self.lines)?;
        if let Some(rows) = self.json.take() {
            match written.as_ref().err().and_then(|error| error.downcast_ref::<Error>()) {
                None => rows.close(sink)?,
                Some(error) => rows.cut_off(&told(error), sink)?,
            }
        }
        sink.flush()?;
        written
    }

    fn write_rows(
        &mut self,
        mut list: List<'_>,
        count: u64,
        upto: &mut Upto<'_>,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        let mut done = 0;
        while let Some(row) = list.next_row()? {
            done += 1;
            if upto.keeps(row) {
                self.row(row, sink)?;
            }
            if upto.ended {
                break;
            }
            self.number.step();
            self.progress.tick(done, count);
        }
        at_its_end(upto, done, count)
    }

    fn row(&mut self, row: Row<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        let first = std::mem::take(&mut self.first);
        match self.format {
            Format::Csv => {
                if first {
                    writeln!(sink, "{}", self.labels(row.len()).join(","))?;
                }
                csv_line(&self.number, row, &mut self.lines);
                if self.lines.len() >= BATCH {
                    sink.write_all(&self.lines)?;
                    self.lines.clear();
                }
            }
            Format::Json => {
                if let Some(rows) = &mut self.json {
                    rows.row(&self.number.big(), row, sink)?;
                }
            }
            Format::Table | Format::Parquet | Format::Npy => {
                let n = self.number.big().to_string();
                let words: Vec<String> = (0..row.len()).map(|place| row.number(place).to_string()).collect();
                if first {
                    let header = self.labels(words.len());
                    let lengths = std::iter::once(n.len()).chain(words.iter().map(String::len));
                    self.widths = lengths.zip(&header).map(|(length, label)| length.max(label.len()).max(6)).collect();
                    self.aligned(header.iter().map(String::as_str), sink)?;
                }
                self.aligned(std::iter::once(n.as_str()).chain(words.iter().map(String::as_str)), sink)?;
            }
        }
        Ok(())
    }

    /// A line of right-aligned words; a column grows with its widest word.
    fn aligned<'w>(&mut self, words: impl Iterator<Item = &'w str>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        for (column, word) in words.enumerate() {
            self.widths[column] = self.widths[column].max(word.len());
            let gap = if column == 0 { "" } else { "  " };
            write!(sink, "{gap}{word:>width$}", width = self.widths[column].min(WIDEST))?;
        }
        writeln!(sink)?;
        Ok(())
    }

    /// `n`, then a word for each number of a position.
    fn labels(&self, width: usize) -> Vec<String> {
        std::iter::once("n".to_owned()).chain(self.game.labels(width)).collect()
    }
}

/// The number of a row, in a machine word as long as it fits.
struct Counter {
    first: UBig,
    small: Option<u64>,
    passed: u64,
}

impl Counter {
    fn from(first: &UBig) -> Self {
        Self { first: first.clone(), small: u64::try_from(first).ok(), passed: 0 }
    }

    fn step(&mut self) {
        self.passed += 1;
    }

    fn word(&self) -> Option<u64> {
        self.small?.checked_add(self.passed)
    }

    fn big(&self) -> UBig {
        &self.first + UBig::from(self.passed)
    }
}

/// What is written at a time: bytes of text, or numbers.
const BATCH: usize = 1 << 15;

/// Adds a line of comma-separated values.
fn csv_line(number: &Counter, row: Row<'_>, line: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    match (number.word(), row.words()) {
        (Some(number), Some(words)) => {
            line.extend_from_slice(digits.format(number).as_bytes());
            for &word in words {
                line.push(b',');
                line.extend_from_slice(digits.format(word).as_bytes());
            }
        }
        _ => {
            line.extend_from_slice(number.big().to_string().as_bytes());
            for place in 0..row.len() {
                line.push(b',');
                line.extend_from_slice(row.number(place).to_string().as_bytes());
            }
        }
    }
    line.push(b'\n');
}
