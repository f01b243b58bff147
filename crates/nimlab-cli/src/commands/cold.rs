//! `nimlab cold`: P-positions, or positions of a Grundy value, in order. Every
//! form streams: the memory does not grow with the number of rows.

use crate::arguments::{ColdArguments, Format};
use crate::commands::{big, budget, small};
use crate::output::{Output, Sink, format_of};
use nimlab::game::{Cold, ColdQuery, Game, Method, Play};
use nimlab::json::ColdRows;
use nimlab::number::UBig;
use nimlab::solve::cold;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    let format = format_of(&asked.target, out.json);
    let (method, stream) = cold(&*game, method, &query)?;
    let mut sink = Sink::open(&asked.target, out)?;
    let header = Header { game: game.name(), play: query.play, value: query.value, method };
    let progress = Progress::new(query.count, sink.is_file());
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
    written?;
    sink.finish()?;
    if writer.first && query.count > 0 {
        writeln!(io::stderr(), "nimlab: there is no such position")?;
    }
    Ok(ExitCode::SUCCESS)
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
                    self.progress.tick(count - left);
                }
            }
            Cold::Positions(positions) => {
                for (done, position) in (1..).zip(positions.take(usize::try_from(count)?)) {
                    let words: Vec<String> = position?.numbers().iter().map(UBig::to_string).collect();
                    self.row(&words, sink)?;
                    self.progress.tick(done);
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
            Format::Table => {
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

/// A line on the terminal for work that lasts.
struct Progress {
    total: u64,
    shown: bool,
    started: Instant,
    next: Instant,
    enabled: bool,
}

impl Progress {
    fn new(total: u64, to_file: bool) -> Self {
        let now = Instant::now();
        let enabled = to_file && io::stderr().is_terminal();
        Self { total, shown: false, started: now, next: now + Duration::from_secs(1), enabled }
    }

    fn tick(&mut self, done: u64) {
        let now = Instant::now();
        if !self.enabled || now < self.next {
            return;
        }
        self.next = now + Duration::from_millis(200);
        self.shown = true;
        let rate = done as f64 / (now - self.started).as_secs_f64();
        let left = (self.total - done) as f64 / rate;
        let percent = done * 100 / self.total.max(1);
        let line = format!("\r{done} of {} positions ({percent}%), {rate:.0} a second, {left:.0} s left  ", self.total);
        let _ = io::stderr().write_all(line.as_bytes());
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = io::stderr().write_all(b"\r\x1b[K");
        }
    }
}
