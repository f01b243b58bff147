//! `nimlab positions`, or `cold`: P-positions, or positions of a Grundy value, in
//! order. Every form streams: the memory does not grow with the number of rows.

use crate::arguments::{ColdArguments, Format};
use crate::commands::{big, budget, small};
use crate::output::{Output, Progress, Sink, format_of};
use nimlab::error::Error;
use nimlab::game::{Cold, ColdQuery, Game, Method, Play};
use nimlab::json::{self, ColdRows};
use nimlab::number::UBig;
use nimlab::solve::{Bound, Row, cold, count, tally};
use nimlab_lab::export::{self, Columns, Kind, WholeFile, exporter};
use std::io::{self, Write};
use std::process::ExitCode;

/// Rows that are computed and written at a time.
const BLOCK: u64 = 8192;

/// Columns are aligned up to this width; longer numbers stand as they are.
const WIDEST: usize = 80;

pub fn run(asked: &ColdArguments, out: &mut Output) -> anyhow::Result<ExitCode> {
    let game = super::game(&asked.game)?;
    let query = ColdQuery {
        play: if asked.misere { Play::Misere } else { Play::Normal },
        value: small("the Grundy value", &asked.value)?,
        from: big(&asked.from)?,
        count: small("the number of positions", asked.count.as_deref().unwrap_or("20"))?,
        heaps: small("the number of heaps", &asked.heaps)? as usize,
        largest: None,
        budget: budget(&asked.budget)?,
    };
    let most = asked.max.as_deref().map(big).transpose()?;
    let method = asked.method.as_deref().map(|name| game.method(name, query.question())).transpose()?;
    if asked.count_only || asked.sum {
        return total(asked, &*game, method, &query, most, out);
    }
    let format = format_of(&asked.target, out.json)?;
    let (method, stream, query, mut bound) = listed(asked, &*game, method, query, most)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let header = Header { game: game.name(), play: query.play, value: query.value, method };
    let progress = Progress::new("positions", sink.is_file());
    if let Some((format, name)) = binary(format) {
        let file = sink.into_file(name)?;
        let found = export(format, file, header, &*game, &query, (stream, &mut bound), &progress);
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
        number: query.from.clone(),
        widths: Vec::new(),
        json: None,
        first: true,
        progress,
    };
    let written = writer.write(stream, query.count, &mut bound, &mut sink);
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
    method: Option<Method>,
    query: ColdQuery,
    most: Option<UBig>,
) -> anyhow::Result<(Method, Cold<'g>, ColdQuery, Upto<'g>)> {
    let Some(most) = most else {
        let (method, stream) = cold(game, method, &query)?;
        return Ok((method, stream, query, Upto::default()));
    };
    let bound = Bound::new(game, most);
    let (method, stream, far) = bound.list(method, &query)?;
    let kept = asked.count.is_some().then_some(query.count);
    Ok((method, stream, ColdQuery { count: far, ..query }, Upto { bound: Some(bound), kept, ..Upto::default() }))
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
    method: Option<Method>,
    query: &ColdQuery,
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
    let (method, count, sum) = match asked.sum {
        true => {
            let (method, found) = tally(game, method, query, most.clone())?;
            (method, found.count.into(), Some(found.sum))
        }
        false => {
            let (method, count) = count(game, method, query, most.clone())?;
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
    query: &ColdQuery,
    (stream, upto): (Cold<'_>, &mut Upto<'_>),
    progress: &Progress,
) -> anyhow::Result<u64> {
    let count = query.count;
    let begin = |width: usize, kind: Kind| {
        let names = std::iter::once("n".to_owned()).chain(game.labels(width)).collect();
        let columns = Columns::of_game(&header.game, names).with("kind", "cold").with("play", header.play);
        let columns = columns.with("method", header.method.name()).with("value", header.value);
        let written = if kind == Kind::Decimals { "decimal strings" } else { "unsigned 64 bits" };
        exporter(format, file, Columns { kind, ..columns.with("numbers", written) })
    };
    match stream {
        Cold::Words { width, mut rows } => {
            let first = u64::try_from(&query.from)?;
            let mut exporter = begin(width, Kind::Words)?;
            let (mut block, mut numbered, mut done, mut written) = (Vec::new(), Vec::new(), 0, 0);
            while done < count {
                let filled = rows.fill((count - done).min(BLOCK) as usize, &mut block);
                let now = (block.len() / width) as u64;
                numbered.clear();
                for (n, row) in (first + done..).zip(block.chunks(width)) {
                    if upto.keeps(Row::Words(row)) {
                        numbered.push(n);
                        numbered.extend_from_slice(row);
                    }
                }
                exporter.words(&numbered)?;
                written += (numbered.len() / (width + 1)) as u64;
                done += now;
                progress.tick(done, count);
                if let Err(error) = filled {
                    // The rows before it are kept.
                    exporter.finish()?;
                    return Err(error.into());
                }
                if upto.ended {
                    break;
                }
            }
            exporter.finish()?;
            at_its_end(upto, done, count)?;
            Ok(written)
        }
        Cold::Positions(positions) => {
            let mut positions = positions.take(usize::try_from(count)?).peekable();
            let mut number = query.from.clone();
            // The first row decides: numbers of 64 bits, or of any size.
            let first = match positions.peek() {
                Some(Ok(position)) => position.numbers().to_vec(),
                _ => Vec::new(),
            };
            let large = first.iter().chain([&query.end()]).any(|number| u64::try_from(number).is_err());
            let kind = if large { Kind::Decimals } else { Kind::Words };
            let mut exporter = begin(first.len(), kind)?;
            let (mut done, mut written) = (0, 0);
            let mut ended = Ok(());
            for position in positions {
                let position = match position {
                    Ok(position) => position,
                    Err(error) => {
                        // The rows before it are kept.
                        ended = Err(error.into());
                        break;
                    }
                };
                done += 1;
                let kept = upto.keeps(Row::Position(&position));
                if upto.ended {
                    break;
                }
                if !kept {
                    number += UBig::ONE;
                    continue;
                }
                let row = std::iter::once(&number).chain(position.numbers());
                match row.clone().map(u64::try_from).collect::<Result<Vec<u64>, _>>() {
                    Ok(words) => exporter.words(&words)?,
                    Err(_) => exporter.decimals(&row.map(UBig::to_string).collect::<Vec<_>>())?,
                }
                number += UBig::ONE;
                written += 1;
                progress.tick(done, count);
            }
            exporter.finish()?;
            ended.and_then(|()| at_its_end(upto, done, count)).map(|()| written)
        }
    }
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
    number: UBig,
    /// The widest word of each column so far, for the aligned form.
    widths: Vec<usize>,
    json: Option<ColdRows>,
    first: bool,
    progress: Progress,
}

impl Writer<'_> {
    fn write(&mut self, stream: Cold<'_>, count: u64, upto: &mut Upto<'_>, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        if self.format == Format::Json {
            let Header { game, play, value, method } = &self.header;
            self.json = Some(ColdRows::open(game, *play, *method, *value, sink)?);
        }
        // An error in the middle must not lose the rows before it.
        let written = self.write_rows(stream, count, upto, sink);
        if let Some(rows) = self.json.take() {
            match written.as_ref().err().and_then(|error| error.downcast_ref::<Error>()) {
                None => rows.close(sink)?,
                Some(error) => rows.cut_off(&error.to_string(), sink)?,
            }
        }
        sink.flush()?;
        written
    }

    fn write_rows(
        &mut self,
        stream: Cold<'_>,
        count: u64,
        upto: &mut Upto<'_>,
        sink: &mut Sink<'_>,
    ) -> anyhow::Result<()> {
        let mut gone = 0;
        match stream {
            Cold::Words { width, mut rows } => {
                let mut block = Vec::new();
                let mut left = count;
                while left > 0 && !upto.ended {
                    let filled = rows.fill(left.min(BLOCK) as usize, &mut block);
                    let now = (block.len() / width) as u64;
                    match (self.format, u64::try_from(&self.number)) {
                        (Format::Csv, Ok(number)) if upto.bound.is_none() => {
                            self.csv_words(number, width, &block, sink)?
                        }
                        _ => {
                            for row in block.chunks(width) {
                                if !upto.keeps(Row::Words(row)) {
                                    self.number += UBig::ONE;
                                    continue;
                                }
                                let words: Vec<String> = row.iter().map(u64::to_string).collect();
                                self.row(&words, sink)?;
                            }
                        }
                    }
                    left -= now;
                    gone += now;
                    self.progress.tick(count - left, count);
                    filled?;
                }
            }
            Cold::Positions(positions) => {
                for (done, position) in (1..).zip(positions.take(usize::try_from(count)?)) {
                    let position = position?;
                    gone = done;
                    if !upto.keeps(Row::Position(&position)) {
                        if upto.ended {
                            break;
                        }
                        self.number += UBig::ONE;
                        continue;
                    }
                    let words: Vec<String> = position.numbers().iter().map(UBig::to_string).collect();
                    self.row(&words, sink)?;
                    self.progress.tick(done, count);
                }
            }
        }
        at_its_end(upto, gone, count)
    }

    /// The fast path: a block of machine words as comma-separated values.
    fn csv_words(&mut self, number: u64, width: usize, block: &[u64], sink: &mut Sink<'_>) -> anyhow::Result<()> {
        if std::mem::take(&mut self.first) {
            writeln!(sink, "{}", self.labels(width).join(","))?;
        }
        let mut digits = itoa::Buffer::new();
        let mut text = Vec::with_capacity(block.len() * 12);
        for (n, row) in (number..).zip(block.chunks(width)) {
            text.extend_from_slice(digits.format(n).as_bytes());
            for &word in row {
                text.push(b',');
                text.extend_from_slice(digits.format(word).as_bytes());
            }
            text.push(b'\n');
        }
        sink.write_all(&text)?;
        self.number += UBig::from(block.len() / width);
        Ok(())
    }

    fn row(&mut self, words: &[String], sink: &mut Sink<'_>) -> anyhow::Result<()> {
        let n = self.number.to_string();
        let first = std::mem::take(&mut self.first);
        match self.format {
            Format::Csv => {
                if first {
                    writeln!(sink, "{}", self.labels(words.len()).join(","))?;
                }
                writeln!(sink, "{n},{}", words.join(","))?;
            }
            Format::Json => {
                if let Some(rows) = &mut self.json {
                    rows.row(&self.number, words, sink)?;
                }
            }
            Format::Table | Format::Parquet | Format::Npy => {
                if first {
                    let header = self.labels(words.len());
                    let lengths = std::iter::once(n.len()).chain(words.iter().map(String::len));
                    self.widths = lengths.zip(&header).map(|(length, label)| length.max(label.len()).max(6)).collect();
                    self.aligned(header.iter().map(String::as_str), sink)?;
                }
                self.aligned(std::iter::once(n.as_str()).chain(words.iter().map(String::as_str)), sink)?;
            }
        }
        self.number += UBig::ONE;
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
