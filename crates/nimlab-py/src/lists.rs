//! Positions in order: an array of all of them, or a stream of blocks. A stream is
//! made by a thread of its own, a few blocks ahead of those who read it.

use crate::arrow::blocks_stream;
use crate::cost::{Cost, play};
use crate::errors::raised;
use crate::numbers::{big, int, small};
use crate::watch;
use nimlab::error::{Error, Result};
use nimlab::number::{BitTest, UBig};
use nimlab::solve::Bound as Upto;
use nimlab::{Ask, Budget, Cancel, Game, List, ListQuery, Meter, Piles};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How far the lists go that go through all positions before the first one.
const FURTHEST: u64 = 4_000_000_000;

/// What is asked of a list, as Python says it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Listed<'py> {
    count: Bound<'py, PyAny>,
    start: Bound<'py, PyAny>,
    value: Bound<'py, PyAny>,
    heaps: Bound<'py, PyAny>,
    max: Bound<'py, PyAny>,
    first_pile: Bound<'py, PyAny>,
    misere: bool,
    method: Option<String>,
}

/// The same, read.
pub struct ListWanted {
    query: ListQuery,
    /// The largest number of a position.
    most: Option<UBig>,
    /// How many positions there may be with it.
    kept: Option<u64>,
    method: Option<String>,
}

impl Listed<'_> {
    pub fn asked(&self) -> PyResult<ListWanted> {
        fn some<'a, 'py>(given: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, PyAny>> {
            (!given.is_none()).then_some(given)
        }
        let count = some(&self.count).map(|count| small(count, "the number of positions")).transpose()?;
        let most = some(&self.max).map(big).transpose()?;
        let query = ListQuery {
            play: play(self.misere),
            value: small(&self.value, "the Grundy value")?,
            from: big(&self.start)?,
            count: count.unwrap_or(u64::MAX >> 1),
            heaps: small(&self.heaps, "the number of heaps")? as usize,
            largest: None,
            first_pile: some(&self.first_pile).map(|pile| small(pile, "the first pile")).transpose()?,
            budget: Budget::default(),
        };
        Ok(ListWanted { query, most, kept: count, method: self.method.clone() })
    }
}

/// Rows one after another: machine words as long as they fit.
pub enum ListedRows {
    Words(Vec<u64>),
    Large(Vec<UBig>),
}

/// A list that is gone through in blocks.
struct Walk<'g> {
    list: List<'g>,
    upto: Option<Upto<'g>>,
    left: u64,
    width: usize,
}

impl<'g> Walk<'g> {
    fn new(game: &'g dyn Game, asked: &'g ListWanted, budget: Budget) -> Result<Self> {
        let query = ListQuery { budget, ..asked.query.clone() };
        let method = asked.method.as_deref();
        let (list, upto, left) = match &asked.most {
            None => {
                let list = |query: &ListQuery| game.positions().query(query).method(method).run();
                match (list(&query), asked.kept) {
                    (Ok(list), _) => (list, None, query.count),
                    // A list without end goes as far as its method does.
                    (Err(Error::TooLarge { .. }), None) => {
                        let from = u64::try_from(&query.from).unwrap_or(u64::MAX);
                        let query = ListQuery { count: FURTHEST.saturating_sub(from), ..query };
                        (list(&query)?, None, query.count)
                    }
                    (Err(error), _) => return Err(error),
                }
            }
            Some(most) => {
                let bound = Upto::new(game, most.clone());
                let (list, _) = bound.list(method, &query)?;
                (list, Some(bound), asked.kept.unwrap_or(u64::MAX))
            }
        };
        Ok(Self { list, upto, left, width: 0 })
    }

    /// Up to so many more rows; none if the list has ended.
    fn block(&mut self, most: u64, meter: &mut Meter) -> Result<Option<ListedRows>> {
        let mut rows = ListedRows::Words(Vec::new());
        let mut found = 0;
        while found < most.min(self.left) {
            // The first row is read alone: it tells the width.
            if let (ListedRows::Words(words), None, true) = (&mut rows, &self.upto, self.width > 0)
                && most.min(self.left) - found >= 4096
                && let Some((width, block)) = self.list.next_words()?
            {
                meter.reserve(words, block.len())?;
                words.extend_from_slice(block);
                found += (block.len() / width.max(1)) as u64;
                continue;
            }
            let Some(row) = self.list.next_row()? else {
                self.left = 0;
                break;
            };
            self.width = row.len();
            if let Some(upto) = &mut self.upto {
                if upto.is_past(row) {
                    self.left = 0;
                    break;
                }
                if !upto.keeps(row) {
                    continue;
                }
            }
            found += 1;
            rows.add(row, meter)?;
        }
        self.left = self.left.saturating_sub(found);
        Ok((found > 0).then_some(rows))
    }
}

impl ListedRows {
    fn add(&mut self, row: nimlab::Row<'_>, meter: &mut Meter) -> Result<()> {
        if let (ListedRows::Words(words), Some(own)) = (&mut *self, row.words()) {
            meter.reserve(words, own.len())?;
            words.extend_from_slice(own);
            return Ok(());
        }
        for place in 0..row.len() {
            let number = row.number(place);
            if let (ListedRows::Words(words), Ok(word)) = (&mut *self, u64::try_from(&number)) {
                meter.push(words, word)?;
                continue;
            }
            if let ListedRows::Words(words) = self {
                meter.take_for::<UBig>(words.len() as u64)?;
                *self = ListedRows::Large(words.iter().map(|&word| UBig::from(word)).collect());
            }
            let ListedRows::Large(numbers) = self else { continue };
            meter.take(number.bit_len() as u64 / 8)?;
            meter.push(numbers, number)?;
        }
        Ok(())
    }

    /// An array with a row for each position.
    pub fn array<'py>(self, py: Python<'py>, width: usize) -> PyResult<Bound<'py, PyAny>> {
        match self {
            ListedRows::Words(words) => {
                let shape = [words.len() / width.max(1), width];
                Ok(PyArray1::from_vec(py, words).reshape(shape)?.into_any())
            }
            ListedRows::Large(numbers) => {
                let objects =
                    numbers.iter().map(|number| Ok(int(py, number)?.unbind())).collect::<PyResult<Vec<_>>>()?;
                let shape = [objects.len() / width.max(1), width];
                let array: Bound<'py, PyArray2<Py<PyAny>>> = PyArray1::from_vec(py, objects).reshape(shape)?;
                Ok(array.into_any())
            }
        }
    }
}

/// Positions: their array, the words for the columns, the number of the first one, and
/// the method that listed them.
pub type FoundPositions<'py> = (Bound<'py, PyAny>, Vec<String>, Bound<'py, PyAny>, &'static str);

/// All positions that are asked for.
pub fn positions<'py>(
    py: Python<'py>,
    game: &dyn Game,
    listed: &Listed<'py>,
    progress: Option<&Bound<'py, PyAny>>,
    cost: Cost,
) -> PyResult<FoundPositions<'py>> {
    /// How many rows lie between two looks at the progress.
    const AT_A_TIME: u64 = 1 << 16;
    let asked = listed.asked()?;
    let (rows, width, method) = watch::work(py, progress, raised, |watched| {
        let budget = cost.budget(watched).started();
        let mut walk = Walk::new(game, &asked, budget)?;
        let mut meter = budget.foreseen().meter(format!("the list of positions of {}", game.name()));
        let count = walk.left;
        let mut whole: Option<ListedRows> = None;
        while let Some(more) = walk.block(AT_A_TIME, &mut meter)? {
            whole = Some(match whole {
                None => more,
                Some(before) => joined(before, more, &mut meter)?,
            });
            if asked.most.is_none() && watched.tell(count - walk.left, count).is_break() {
                break;
            }
        }
        Ok((whole.unwrap_or(ListedRows::Words(Vec::new())), walk.width, walk.list.method().name()))
    })?;
    // An empty list has columns too.
    let labels = game.labels(if width > 0 { width } else { width_of(game, &asked) });
    Ok((rows.array(py, width.max(labels.len()))?, labels, int(py, &asked.query.from)?, method))
}

/// How many numbers a row has. Far fewer heaps than this are too many for a list, which says so.
fn width_of(game: &dyn Game, asked: &ListWanted) -> usize {
    const MOST_HEAPS: usize = 1000;
    let shape = game.shape();
    match shape.piles {
        Piles::Exactly(count) => count + usize::from(shape.tail.is_some()),
        Piles::Any => asked.query.heaps.min(MOST_HEAPS) * shape.component_width(),
    }
}

fn joined(before: ListedRows, more: ListedRows, meter: &mut Meter) -> Result<ListedRows> {
    let large = |words: Vec<u64>| words.into_iter().map(UBig::from).collect::<Vec<_>>();
    Ok(match (before, more) {
        (ListedRows::Words(mut words), ListedRows::Words(more)) => {
            meter.reserve(&mut words, more.len())?;
            words.extend_from_slice(&more);
            meter.give_back((more.capacity() * size_of::<u64>()) as u64);
            ListedRows::Words(words)
        }
        (ListedRows::Words(words), ListedRows::Large(more)) => {
            ListedRows::Large(large(words).into_iter().chain(more).collect())
        }
        (ListedRows::Large(mut numbers), more) => {
            numbers.extend(match more {
                ListedRows::Words(words) => large(words),
                ListedRows::Large(more) => more,
            });
            ListedRows::Large(numbers)
        }
    })
}

/// A stream of positions, as arrays with so many rows each.
#[pyclass(frozen, module = "nimlab")]
pub struct Blocks {
    state: Mutex<BlockStream>,
    labels: Vec<String>,
}

/// What comes out of the thread: rows and their width.
type Made = Result<(ListedRows, usize)>;

struct BlockStream {
    blocks: Receiver<Made>,
    /// Ends the work if nobody reads on.
    _cancel: Cancel,
}

impl Blocks {
    pub fn new(game: Arc<dyn Game>, listed: &Listed<'_>, block: u64, cost: Cost) -> PyResult<Self> {
        let asked = listed.asked()?;
        let cancel = Cancel::new();
        let budget = cost.stream().cancelled_by(&cancel);
        let (sender, blocks) = sync_channel(2);
        let labels = game.labels(width_of(&*game, &asked));
        let make = move || {
            let what = format!("the list of positions of {}", game.name());
            let mut walk = match Walk::new(&*game, &asked, budget) {
                Ok(walk) => walk,
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                // Each block is read and gone before the next but two is made.
                let made = walk.block(block, &mut budget.foreseen().meter(what.clone()));
                let sent = match made {
                    Ok(None) => return,
                    Ok(Some(rows)) => sender.send(Ok((rows, walk.width))),
                    Err(error) => return drop(sender.send(Err(error))),
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        let started = std::thread::Builder::new().name("nimlab-positions".into()).spawn(make);
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))?;
        Ok(Self { state: Mutex::new(BlockStream { blocks, _cancel: cancel }), labels })
    }

    /// The next block, without Python's lock; nothing at the end.
    pub fn wait(&self, time: Duration) -> std::result::Result<Option<Made>, RecvTimeoutError> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.blocks.recv_timeout(time) {
            Ok(made) => Ok(Some(made)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(timeout) => Err(timeout),
        }
    }
}

#[pymethods]
impl Blocks {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            match py.detach(|| self.wait(Duration::from_millis(50))) {
                Err(_) => py.check_signals()?,
                Ok(None) => return Ok(None),
                Ok(Some(Err(error))) => return Err(raised(error)),
                Ok(Some(Ok((rows, width)))) => return rows.array(py, width).map(Some),
            }
        }
    }

    /// The words for the numbers of a position.
    #[getter]
    pub fn labels(&self) -> Vec<String> {
        self.labels.clone()
    }

    /// The blocks that nobody has read yet, as a stream for Arrow.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        this: Bound<'py, Self>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // There is one schema, and consumers cast.
        let _ = requested_schema;
        blocks_stream(this)
    }
}
