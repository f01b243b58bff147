//! Tables for Arrow, through the PyCapsule interface: a stream of batches that
//! polars, pyarrow and DuckDB take as it is. The cells of an array are copied batch
//! by batch, when they are asked for.

use crate::errors::lab;
use crate::lists::{Blocks, ListedRows};
use arrow_array::builder::StringBuilder;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use nimlab_lab::export::Cell;
use nimlab_lab::{Sweep, Swept};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The rows of a batch.
const BATCH: usize = 1 << 16;

/// The time between two looks at Ctrl-C, however long a block takes.
const WAIT: Duration = Duration::from_millis(100);

type ReadBatch = Result<RecordBatch, ArrowError>;

/// A stream that others take.
fn capsule<'py>(
    py: Python<'py>,
    schema: SchemaRef,
    batches: impl Iterator<Item = ReadBatch> + Send + 'static,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

fn schema(names: impl IntoIterator<Item = String>, kind: impl Fn(usize) -> DataType) -> SchemaRef {
    let fields = names.into_iter().enumerate().map(|(place, name)| Field::new(name, kind(place), false));
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

/// What Python raised while it was asked for cells.
fn failed(error: impl ToString) -> ArrowError {
    ArrowError::CDataInterface(error.to_string())
}

/// Whether Ctrl-C was pressed, which those who read a stream do not look for. They make an error of
/// their own of it.
fn interrupted() -> bool {
    Python::attach(|py| py.check_signals().is_err())
}

/// Positions with their numbers: columns of 64 bits, or of decimal digits where a
/// number is larger, as in the files that the command writes.
#[pyfunction]
pub fn positions_stream<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    labels: Vec<String>,
    first: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let names = std::iter::once("n".to_owned()).chain(labels);
    if let (Ok(words), Ok(first)) = (values.cast::<PyArray2<u64>>(), first.extract::<u64>()) {
        let (rows, width) = (words.shape()[0], words.shape()[1]);
        let (words, schema) = (words.clone().unbind(), schema(names, |_| DataType::UInt64));
        let kept = schema.clone();
        let batches = (0..rows).step_by(BATCH).map(move |from| {
            let to = (from + BATCH).min(rows);
            let numbers = UInt64Array::from_iter_values((from..to).map(|row| first.saturating_add(row as u64)));
            let mut columns: Vec<ArrayRef> = vec![Arc::new(numbers)];
            Python::attach(|py| -> PyResult<()> {
                let words = words.bind(py).try_readonly()?;
                let words = words.as_array();
                for place in 0..width {
                    let column = words.column(place);
                    columns.push(Arc::new(UInt64Array::from_iter_values((from..to).map(|row| column[row]))));
                }
                Ok(())
            })
            .map_err(failed)?;
            RecordBatch::try_new(kept.clone(), columns)
        });
        return capsule(py, schema, batches);
    }
    // Numbers of any size are written out now: there are never many of them.
    let shape = values.getattr("shape")?.extract::<(usize, usize)>()?;
    let mut columns: Vec<StringBuilder> = (0..=shape.1).map(|_| StringBuilder::new()).collect();
    for row in 0..shape.0 {
        let number = first.add(row)?;
        columns[0].append_value(number.str()?.to_cow()?);
        for place in 0..shape.1 {
            columns[place + 1].append_value(values.get_item((row, place))?.str()?.to_cow()?);
        }
    }
    let schema = schema(names, |_| DataType::Utf8);
    let columns = columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
    capsule(py, schema.clone(), std::iter::once(RecordBatch::try_new(schema, columns)))
}

/// The cells of a table: row, column and value, or heap and value.
#[pyfunction]
pub fn table_stream<'py>(
    py: Python<'py>,
    values: &Bound<'py, PyAny>,
    labels: (String, String),
) -> PyResult<Bound<'py, PyCapsule>> {
    let shape = values.getattr("shape")?.extract::<(usize, usize)>()?;
    let has_rows = !labels.0.is_empty();
    let names = [labels.0, labels.1, "value".to_owned()].into_iter().filter(|name| !name.is_empty());
    let schema = schema(
        names,
        move |place| if place == 1 + usize::from(has_rows) { DataType::UInt32 } else { DataType::UInt64 },
    );
    let flat = values.call_method1("reshape", (-1,))?.call_method1("astype", ("uint32",))?;
    let flat = flat.cast_into::<PyArray1<u32>>()?.unbind();
    let (cells, kept) = (shape.0 * shape.1, schema.clone());
    let batches = (0..cells).step_by(BATCH).map(move |from| {
        let to = (from + BATCH).min(cells);
        let each = |place: fn(usize, usize) -> usize| {
            let numbers = (from..to).map(|cell| place(cell, shape.1) as u64);
            Arc::new(UInt64Array::from_iter_values(numbers)) as ArrayRef
        };
        let found = Python::attach(|py| -> PyResult<ArrayRef> {
            let values = flat.bind(py).try_readonly()?;
            let values = values.as_array();
            Ok(Arc::new(UInt32Array::from_iter_values((from..to).map(|cell| values[cell]))))
        });
        let mut columns = if has_rows { vec![each(|cell, columns| cell / columns)] } else { Vec::new() };
        columns.extend([each(|cell, columns| cell % columns), found.map_err(failed)?]);
        RecordBatch::try_new(kept.clone(), columns)
    });
    capsule(py, schema, batches)
}

/// The blocks that nobody has read yet.
pub fn blocks_stream<'py>(this: Bound<'py, Blocks>) -> PyResult<Bound<'py, PyCapsule>> {
    let (py, schema) = (this.py(), schema(this.get().labels(), |_| DataType::UInt64));
    let (kept, blocks) = (schema.clone(), this.unbind());
    let mut looked = Instant::now();
    let next = move || {
        loop {
            if looked.elapsed() >= WAIT {
                looked = Instant::now();
                if interrupted() {
                    return Some(Err(failed("Ctrl-C was pressed")));
                }
            }
            return match blocks.get().wait(WAIT) {
                Err(_) => continue,
                Ok(None) => None,
                Ok(Some(Err(error))) => Some(Err(failed(error))),
                Ok(Some(Ok((ListedRows::Large(_), _)))) => {
                    Some(Err(failed("these numbers do not fit in 64 bits: read the blocks one by one")))
                }
                Ok(Some(Ok((ListedRows::Words(words), width)))) => {
                    let column = |place: usize| {
                        let numbers = words.iter().skip(place).step_by(width.max(1)).copied();
                        Arc::new(UInt64Array::from_iter_values(numbers)) as ArrayRef
                    };
                    Some(RecordBatch::try_new(kept.clone(), (0..width).map(column).collect()))
                }
            };
        }
    };
    capsule(py, schema, std::iter::from_fn(next))
}

/// The results of a sweep, shard by shard: columns of 64 bits, and one of text for people.
pub fn sweep_stream<'py, S: Swept>(py: Python<'py>, sweep: &Sweep<S>) -> PyResult<Bound<'py, PyCapsule>> {
    let names = sweep.column_names();
    let (width, text) = (names.len(), S::NAMED.0);
    let schema = schema(names, |place| if place == text { DataType::Utf8 } else { DataType::UInt64 });
    let (sweep, kept) = (sweep.clone(), schema.clone());
    let batches = (0..sweep.shards()).map(move |number| {
        let (mut words, mut texts) = (vec![Vec::new(); width], StringBuilder::new());
        let read = sweep.cells(number, |cells| {
            for (place, (cell, words)) in cells.iter().zip(&mut words).enumerate() {
                match cell {
                    Cell::Word(word) if place != text => words.push(*word),
                    cell => texts.append_value(cell.to_string()),
                }
            }
            Ok(())
        });
        read.map_err(|error| failed(lab(error)))?;
        let numbers = |words| Arc::new(UInt64Array::from_iter_values(words)) as ArrayRef;
        let mut columns: Vec<ArrayRef> = words.into_iter().map(numbers).collect();
        columns[text] = Arc::new(texts.finish());
        RecordBatch::try_new(kept.clone(), columns)
    });
    capsule(py, schema, batches)
}
