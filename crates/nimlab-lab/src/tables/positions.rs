//! Positions in order: their number, and the numbers of the position. Rows of
//! machine words go out many at a time; larger numbers one row at a time.

use crate::error::{Error, Result};
use crate::export::{Cell, Columns, Exporter, JsonAnswer, NumberKind, TableSource};
use nimlab::number::UBig;
use nimlab::solve::Bound;
use nimlab::{Ask, Game, Hint, List, ListQuery, Method, Row, Term};
use serde_json::json;

/// How many numbers are written at a time.
const BATCH: usize = 1 << 15;

/// The positions of a list, as a table.
///
/// ```
/// use nimlab::{ListQuery, catalogue};
/// use nimlab_lab::export::{Format, To, write};
/// use nimlab_lab::tables::PositionTable;
/// let wythoff = catalogue::game("wythoff")?;
/// let mut table = PositionTable::new(&*wythoff, None, ListQuery { count: 3, ..ListQuery::default() })?;
/// let mut text = Vec::new();
/// write(Format::Csv, To::Stream(&mut text), &mut table, nimlab::Error::problem)?;
/// assert_eq!(text, b"n,a,b\n0,0,0\n1,1,2\n2,3,5\n");
/// # Ok::<(), nimlab_lab::Error>(())
/// ```
pub struct PositionTable<'g> {
    asked: ListAsked<'g>,
    list: List<'g>,
    upto: Upto<'g>,
    progress: &'g RowProgress<'g>,
    written: u64,
}

/// Is told how many rows are done, out of how many, and may end the list.
type RowProgress<'g> = dyn Fn(u64, u64) -> nimlab::Result<()> + 'g;

/// What was asked for.
struct ListAsked<'g> {
    game: &'g dyn Game,
    query: ListQuery,
    method: Method,
    /// The one number of a position that is wanted, by its name.
    column: Option<String>,
}

impl<'g> PositionTable<'g> {
    /// The positions that a query asks for.
    pub fn new(game: &'g dyn Game, method: Option<&'g str>, query: ListQuery) -> Result<Self> {
        let list = game.positions().query(&query).method(method).run()?;
        Ok(Self::of(game, list, query, Upto::default()))
    }

    /// Those up to a largest number, at most this many of them.
    pub fn up_to(
        game: &'g dyn Game,
        method: Option<&'g str>,
        query: ListQuery,
        most: UBig,
        kept: Option<u64>,
    ) -> Result<Self> {
        let bound = Bound::new(game, most);
        let (list, count) = bound.list(method, &query)?;
        Ok(Self::of(game, list, ListQuery { count, ..query }, Upto { bound: Some(bound), kept, ended: false }))
    }

    fn of(game: &'g dyn Game, list: List<'g>, query: ListQuery, upto: Upto<'g>) -> Self {
        let asked = ListAsked { game, query, method: list.method(), column: None };
        Self { asked, list, upto, progress: &|_, _| Ok(()), written: 0 }
    }

    /// The same with only one number of each position, by its name.
    pub fn with_column(mut self, column: Option<String>) -> Self {
        self.asked.column = column;
        self
    }

    /// The same, telling how many rows are done, out of how many.
    pub fn with_progress(self, progress: &'g RowProgress<'g>) -> Self {
        Self { progress, ..self }
    }

    /// How many rows were told.
    pub fn written(&self) -> u64 {
        self.written
    }
}

impl ListAsked<'_> {
    /// What the columns are, and the places of their numbers in a position. The
    /// first row decides: numbers of 64 bits, or of any size.
    fn columns(&self, first: Option<Row<'_>>) -> Result<(Columns, Vec<usize>)> {
        let labels = self.game.labels(first.map_or(0, Row::len));
        let places: Vec<usize> = match &self.column {
            Some(column) if first.is_some() => vec![self.place(column, &labels)?],
            _ => (0..labels.len()).collect(),
        };
        let names = std::iter::once("n".to_owned()).chain(places.iter().map(|&place| labels[place].clone())).collect();
        let kind = if first.is_none_or(|row| self.is_small(row)) { NumberKind::Words } else { NumberKind::Decimals };
        let (game, play, method) = (self.game.name(), self.query.play, self.method.name());
        let numbers = if kind == NumberKind::Decimals { "decimal strings" } else { "unsigned 64 bits" };
        let columns = Columns::of_game(&game, names).with("kind", "cold").with("play", play).with("method", method);
        let columns = columns.with("value", self.query.value).with("numbers", numbers);
        let mut head = json!({ "game": game, "play": play.to_string(), "method": method });
        if self.query.value > 0 {
            head["value"] = json!(self.query.value);
        }
        let answer = JsonAnswer { head, list: "positions", position: 1..columns.names.len() };
        Ok((Columns { kind, known: first.is_some(), answer: Some(answer), ..columns }, places))
    }

    /// Whether the numbers of a row, and of all rows, are machine words.
    fn is_small(&self, row: Row<'_>) -> bool {
        let small = |number: &UBig| u64::try_from(number).is_ok();
        let words = row.words().is_some() || (0..row.len()).all(|place| small(&row.number(place)));
        words && small(&self.query.end())
    }

    fn place(&self, column: &str, labels: &[String]) -> Result<usize> {
        labels.iter().position(|label| label == column).ok_or_else(|| Error::Request {
            problem: format!(
                "a position of {} has no number '{}', only {}",
                self.game.name(),
                nimlab::number::shorten(column),
                labels.join(", ")
            ),
            hint: Hint::example(labels.first().map(|label| Term::Set("column", label.clone()))),
        })
    }
}

impl TableSource for PositionTable<'_> {
    fn tell(&mut self, to: &mut dyn Exporter) -> Result<()> {
        let Self { asked, list, upto, progress, written } = self;
        let (mut number, mut done) = (Counter::from(&asked.query.from), 0);
        let mut rows = WaitingRows { words: Vec::with_capacity(2 * BATCH), places: Vec::new(), has_all_numbers: false };
        let ended = loop {
            if done > 0 && upto.bound.is_none() && rows.takes_blocks(&number) {
                match list.next_words() {
                    Ok(None) => {}
                    Ok(Some((width, block))) => {
                        let added = rows.add_block(&mut number, width, block, to)?;
                        (done, *written) = (done + added, *written + added);
                        match progress(done, asked.query.count) {
                            Ok(()) => continue,
                            Err(ended) => break Err(ended),
                        }
                    }
                    Err(ended) => break Err(ended),
                }
            }
            let row = match list.next_row() {
                Ok(Some(row)) => row,
                ended => break ended.map(|_| ()),
            };
            if done == 0 {
                let (columns, places) = asked.columns(Some(row))?;
                columns.begin(to)?;
                rows.has_all_numbers = places.len() == row.len();
                rows.places = places;
            }
            done += 1;
            if upto.keeps(row) {
                rows.add(&number, row, to)?;
                *written += 1;
            }
            if upto.ended {
                break Ok(());
            }
            number.step();
            if let Err(ended) = progress(done, asked.query.count) {
                break Err(ended);
            }
        };
        if done == 0 {
            asked.columns(None)?.0.begin(to)?;
        }
        // The rows before an error are kept.
        rows.flush(to)?;
        ended?;
        match upto.missed() {
            Some(bound) if done == asked.query.count => Err(bound.too_many(done).into()),
            _ => Ok(()),
        }
    }
}

/// Rows on their way out.
struct WaitingRows {
    /// Rows of machine words that wait to be written together.
    words: Vec<u64>,
    /// The places of the numbers that are written.
    places: Vec<usize>,
    /// Whether all numbers of a position are written.
    has_all_numbers: bool,
}

impl WaitingRows {
    /// Whether whole blocks of rows can be added: of rows as they are, whose numbers
    /// stay machine words.
    fn takes_blocks(&self, number: &Counter) -> bool {
        self.has_all_numbers && number.word().is_some_and(|word| word < u64::MAX / 2)
    }

    /// Adds rows of machine words that stand one after another, and says how many.
    fn add_block(&mut self, number: &mut Counter, width: usize, block: &[u64], to: &mut dyn Exporter) -> Result<u64> {
        let rows = block.chunks_exact(width.max(1));
        let count = rows.len() as u64;
        self.words.reserve(block.len() + rows.len());
        for (word, row) in (number.word().unwrap_or_default()..).zip(rows) {
            self.words.push(word);
            self.words.extend_from_slice(row);
        }
        number.passed += count;
        if self.words.len() >= BATCH {
            self.flush(to)?;
        }
        Ok(count)
    }

    fn add(&mut self, number: &Counter, row: Row<'_>, to: &mut dyn Exporter) -> Result<()> {
        if let (Some(number), Some(words)) = (number.word(), row.words()) {
            self.words.push(number);
            match self.places.len() == words.len() {
                true => self.words.extend_from_slice(words),
                false => self.words.extend(self.places.iter().map(|&place| words[place])),
            }
            return if self.words.len() >= BATCH { self.flush(to) } else { Ok(()) };
        }
        self.flush(to)?;
        let numbers: Vec<UBig> =
            std::iter::once(number.big()).chain(self.places.iter().map(|&place| row.number(place))).collect();
        to.cells(&numbers.iter().map(Cell::Big).collect::<Vec<_>>())?;
        to.end_row()
    }

    fn flush(&mut self, to: &mut dyn Exporter) -> Result<()> {
        to.words(1 + self.places.len(), &self.words)?;
        self.words.clear();
        Ok(())
    }
}

/// Where a list ends before its last row: at a largest number, or after this many
/// rows.
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
