//! The tables that doors write: positions in order, and Grundy values. Each is a
//! [`TableSource`](crate::export::TableSource) for every format of
//! [`export`](crate::export).

mod positions;
mod values;

pub use positions::PositionTable;
pub use values::{TableCells, write_table};
