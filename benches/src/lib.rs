//! What the benchmarks share: measurement by turns, the plain versions that
//! ours are compared with, and the cost of memory itself.

pub mod measure;
pub mod memory;
pub mod plain;
