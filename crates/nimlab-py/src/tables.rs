//! Tables of Grundy values: computed row by row into the memory that NumPy keeps.

use crate::cost::Cost;
use crate::errors::raised;
use crate::watch;
use nimlab::error::{Error, Result};
use nimlab::solve::TableSize;
use nimlab::{Ask, Budget, Game};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;

/// A table: its array of two dimensions, and the words for its rows and columns.
pub type Tabulated<'py> = (Bound<'py, PyAny>, (String, String));

/// A table with cells of this many bits.
pub fn tabulate<'py>(
    py: Python<'py>,
    game: &dyn Game,
    size: TableSize,
    bits: u32,
    progress: Option<&Bound<'py, PyAny>>,
    cost: Cost,
) -> PyResult<Tabulated<'py>> {
    match bits {
        16 => table_of::<u16>(py, game, size, progress, cost),
        64 => table_of::<u64>(py, game, size, progress, cost),
        _ => table_of::<u32>(py, game, size, progress, cost),
    }
}

fn table_of<'py, C: Element + Copy + Default + TryFrom<u32>>(
    py: Python<'py>,
    game: &dyn Game,
    size: TableSize,
    progress: Option<&Bound<'py, PyAny>>,
    cost: Cost,
) -> PyResult<Tabulated<'py>> {
    let (cells, labels, shape) = watch::work(py, progress, raised, |watched| {
        let budget = cost.budget(watched).started();
        let mut rows = game.table(size).budget(budget).rows(&|done, all| watched.tell(done, all))?;
        let cells = collected::<C>(&mut rows, budget)?;
        Ok((cells, (rows.row_label.clone(), rows.column_label.clone()), [rows.rows as usize, rows.columns as usize]))
    })?;
    Ok((PyArray1::from_vec(py, cells).reshape(shape)?.into_any(), labels))
}

/// All cells, in the type that was asked for.
fn collected<C: Copy + Default + TryFrom<u32>>(
    rows: &mut nimlab::solve::TableRows<'_>,
    budget: Budget,
) -> Result<Vec<C>> {
    let count = rows.rows.saturating_mul(rows.columns);
    budget.foreseen().meter(format!("a table of {count} cells")).take_for::<C>(count)?;
    let mut cells = Vec::with_capacity(count as usize);
    rows.each_piece(|_, _, piece| {
        if let Some(&value) = piece.iter().find(|&&value| C::try_from(value).is_err()) {
            return Err(too_wide::<C>(value));
        }
        // All fit, and so they are copied without a branch.
        cells.extend(piece.iter().map(|&value| C::try_from(value).unwrap_or_default()));
        Ok(())
    })?;
    Ok(cells)
}

fn too_wide<C>(value: u32) -> Error {
    Error::TooLarge {
        what: "a value of this table".into(),
        given: value.to_string(),
        limit: format!("{} bits", 8 * size_of::<C>()),
        hint: "a type that holds it: dtype=\"uint32\"".into(),
    }
}
