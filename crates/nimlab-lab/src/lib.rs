//! # Experiments that last
//!
//! [`run`] computes P-positions of three-pile games for hours, keeps what it
//! has done in a directory, and goes on where it stopped, however it stopped.

pub mod error;
pub mod run;

pub use error::{Error, Result};
