//! `nimlab cold`: P-positions, or positions of a Grundy value, in order. Every
//! form streams: the memory does not grow with the number of rows.

use crate::arguments::{ColdArguments, Format};
use crate::commands::{big, budget, small};
use crate::output::{Output, Progress, Sink, format_of};
use nimlab::game::{Cold, ColdQuery, Game, Method, Play};
use nimlab::json::ColdRows;
use nimlab::number::UBig;
use nimlab::solve::cold;
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
        count: small("the number of positions", &asked.count)?,
        heaps: small("the number of heaps", &asked.heaps)? as usize,
        budget: budget(&asked.budget)?,
    };
    let method = asked.method.as_deref().map(Method::named).transpose()?;
    let format = format_of(&asked.target, out.json)?;
    let (method, stream) = cold(&*game, method, &query)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let header = Header { game: game.name(), play: query.play, value: query.value, method };
    let progress = Progress::new("positions", sink.is_file());
    if let Some((format, name)) = binary(format) {
        let file = sink.into_file(name)?;
        let found = export(format, file, header, &*game, &query, stream, &progress);
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
    let written = writer.write(stream, query.count, &mut sink);
    writer.progress.clear();
    // The rows before an error are kept.
    sink.finish()?;
    written?;
    if writer.first && query.count > 0 {
        writeln!(io::stderr(), "nimlab: there is no such position")?;
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
    stream: Cold<'_>,
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
            let (mut block, mut numbered, mut done) = (Vec::new(), Vec::new(), 0);
            while done < count {
                let now = (count - done).min(BLOCK);
                rows.fill(now as usize, &mut block)?;
                numbered.clear();
                for (n, row) in (first + done..).zip(block.chunks(width)) {
                    numbered.push(n);
                    numbered.extend_from_slice(row);
                }
                exporter.words(&numbered)?;
                done += now;
                progress.tick(done, count);
            }
            exporter.finish()?;
            Ok(done)
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
            let mut done = 0;
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
                let row = std::iter::once(&number).chain(position.numbers());
                match row.clone().map(u64::try_from).collect::<Result<Vec<u64>, _>>() {
                    Ok(words) => exporter.words(&words)?,
                    Err(_) => exporter.decimals(&row.map(UBig::to_string).collect::<Vec<_>>())?,
                }
                number += UBig::ONE;
                done += 1;
                progress.tick(done, count);
            }
            exporter.finish()?;
            ended.map(|()| done)
        }
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
    fn write(&mut self, stream: Cold<'_>, count: u64, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        if self.format == Format::Json {
            let Header { game, play, value, method } = &self.header;
            self.json = Some(ColdRows::open(game, *play, *method, *value, sink)?);
        }
        // An error in the middle must not lose the rows before it.
        let written = self.write_rows(stream, count, sink);
        if let Some(rows) = self.json.take() {
            rows.close(sink)?;
        }
        sink.flush()?;
        written
    }

    fn write_rows(&mut self, stream: Cold<'_>, count: u64, sink: &mut Sink<'_>) -> anyhow::Result<()> {
        match stream {
            Cold::Words { width, mut rows } => {
                let mut block = Vec::new();
                let mut left = count;
                while left > 0 {
                    let now = left.min(BLOCK);
                    rows.fill(now as usize, &mut block)?;
                    match (self.format, u64::try_from(&self.number)) {
                        (Format::Csv, Ok(number)) => self.csv_words(number, width, &block, sink)?,
                        _ => {
                            for row in block.chunks(width) {
                                let words: Vec<String> = row.iter().map(u64::to_string).collect();
                                self.row(&words, sink)?;
                            }
                        }
                    }
                    left -= now;
                    self.progress.tick(count - left, count);
                }
            }
            Cold::Positions(positions) => {
                for (done, position) in (1..).zip(positions.take(usize::try_from(count)?)) {
                    let words: Vec<String> = position?.numbers().iter().map(UBig::to_string).collect();
                    self.row(&words, sink)?;
                    self.progress.tick(done, count);
                }
            }
        }
        Ok(())
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
