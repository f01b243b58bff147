//! The tables that doors write: positions in order, and Grundy values. Each is a
//! [`TableSource`](crate::export::TableSource) for every format of
//! [`export`](crate::export).

mod genera;
mod positions;
mod values;

pub use genera::GenusCells;
pub use positions::PositionTable;
pub use values::{TableCells, write_table};
