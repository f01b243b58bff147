//! Numbers and positions: Python's integers have any size, and so have ours.

use crate::errors::raised;
use nimlab::error::Error;
use nimlab::number::{self, UBig};
use nimlab::{Game, Position, RuleExt};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyFloat, PyInt, PyString, PyTuple};
use serde_json::{Number, Value};

/// A number of any size: an integer, or a text such as `1e40`.
pub fn big(given: &Bound<'_, PyAny>) -> PyResult<UBig> {
    if let Ok(word) = given.extract::<u64>() {
        return Ok(UBig::from(word));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return number::parse(&text.to_cow()?).map_err(raised);
    }
    // 1e8 is a whole number too.
    if let Ok(float) = given.cast::<PyFloat>()
        && float.value().fract() == 0.0
        && (0.0..9_007_199_254_740_992.0).contains(&float.value())
    {
        return Ok(UBig::from(float.value() as u64));
    }
    let whole = given.call_method0("__index__").map_err(|_| not_a_number(given))?;
    if whole.lt(0)? {
        // The command words it.
        return number::parse(&whole.str()?.to_cow()?).map_err(raised);
    }
    let bytes = whole.call_method0("bit_length")?.extract::<usize>()?.div_ceil(8);
    let bytes = whole.call_method1("to_bytes", (bytes, "little"))?;
    Ok(UBig::from_le_bytes(bytes.cast::<PyBytes>()?.as_bytes()))
}

fn not_a_number(given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(name) => PyTypeError::new_err(format!("a whole number was expected, such as 29 or \"1e40\", not {name}")),
        Err(error) => error,
    }
}

/// A number that must fit into a machine word.
pub fn small(given: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    let number = big(given)?;
    Ok(number::words(std::slice::from_ref(&number), what).map_err(raised)?[0])
}

/// A number for Python.
pub fn int<'py>(py: Python<'py>, number: &UBig) -> PyResult<Bound<'py, PyAny>> {
    match u64::try_from(number) {
        Ok(word) => Ok(word.into_pyobject(py)?.into_any()),
        Err(_) => {
            let bytes = PyBytes::new(py, &number.to_le_bytes());
            py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
        }
    }
}

/// The numbers of a position for Python.
pub fn tuple<'py>(py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyTuple>> {
    let numbers = position.numbers().iter().map(|number| int(py, number)).collect::<PyResult<Vec<_>>>()?;
    PyTuple::new(py, numbers)
}

/// A position of a game: a text, one number, or several.
pub fn position(game: &dyn Game, given: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Ok(text) = given.cast::<PyString>() {
        return game.read(&text.to_cow()?).map_err(raised);
    }
    let numbers = match given.try_iter() {
        // Its numbers would be the codes of letters.
        Ok(_) if given.is_instance_of::<PyBytes>() => return Err(not_a_number(given)),
        Ok(each) => each.map(|number| big(&number?)).collect::<PyResult<Vec<_>>>()?,
        Err(_) => vec![big(given)?],
    };
    let lying = game.read_numbers(numbers).map_err(raised)?;
    Ok(game.canonical_of(&lying))
}

/// An answer that the doors share, as Python's own values.
pub fn value<'py>(py: Python<'py>, given: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match given {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
        Value::Number(number) => of_number(py, number)?,
        Value::String(text) => text.into_pyobject(py)?.into_any(),
        Value::Array(list) => {
            let items = list.iter().map(|item| value(py, item)).collect::<PyResult<Vec<_>>>()?;
            items.into_pyobject(py)?.into_any()
        }
        Value::Object(map) => {
            let dict = pyo3::types::PyDict::new(py);
            for (key, item) in map {
                dict.set_item(key, value(py, item)?)?;
            }
            dict.into_any()
        }
    })
}

fn of_number<'py>(py: Python<'py>, number: &Number) -> PyResult<Bound<'py, PyAny>> {
    if let Some(word) = number.as_u64() {
        return Ok(word.into_pyobject(py)?.into_any());
    }
    let text = number.to_string();
    match text.parse::<i64>() {
        Ok(word) => Ok(word.into_pyobject(py)?.into_any()),
        Err(_) if text.contains(['.', 'e', 'E']) => {
            Ok(text.parse::<f64>().unwrap_or(f64::NAN).into_pyobject(py)?.into_any())
        }
        Err(_) => int(py, &number::parse(&text).map_err(raised)?),
    }
}

/// A number of bytes for a memory in megabytes: 500, "500MB" or "2GB".
pub fn megabytes(given: &Bound<'_, PyAny>) -> PyResult<u64> {
    let number = small(given, "the memory")?;
    match number {
        0 => Err(raised(Error::BadNumber { given: "0".into(), problem: "a budget has at least 1 MB".into() })),
        number => Ok(number.saturating_mul(1 << 20)),
    }
}
