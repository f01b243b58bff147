//! Work that lasts: sweeps over families of games, cut into shards that are
//! written once, so that they can be resumed and shared by many machines.

mod error;
mod family;
mod shard;
mod sweep;

pub use error::{Error, Result};
pub use family::Family;
pub use shard::Row;
pub use sweep::{Longest, Report, Sweep, set_of_mask};
