//! # Long work
//!
//! [`run`] computes P-positions of three-pile games for hours, keeps what it
//! has done in a directory, and continues where it stopped, for whatever reason.
//! [`Sweep`] goes through a family of games in shards that are written once, so
//! that it can be resumed and shared by many machines; [`atlas`] does the same with
//! octal codes, and looks sequences up. [`tables`] has the tables of answers, and
//! [`export`] writes any table in any format. [`figures`] turns what was found into
//! figures. [`reproduce`] computes what the five sources print, and compares the two.
//!
//! ```
//! use nimlab_lab::{Family, SetPeriods, Sweep};
//!
//! // The longest period of every subtraction set with numbers up to 6.
//! let folder = tempfile::tempdir().unwrap();
//! let sets = SetPeriods { family: Family::new(6, None, false)?, outcomes: false };
//! let found = Sweep::open(sets, folder.path())?.run(&|_done, _all| {})?.found;
//! assert_eq!((found.sets, found.open), (63, 0));
//! assert_eq!(found.longest.last().unwrap().max, 6);
//! # Ok::<(), nimlab_lab::Error>(())
//! ```

pub mod atlas;
mod delta;
mod error;
pub mod export;
mod family;
pub mod figures;
mod longest;
pub mod reproduce;
pub mod run;
mod sets;
mod shard;
mod shards;
mod sweep;
pub mod tables;
mod triples;

pub use error::{Error, Result};
pub use export::set_of_mask;
pub use family::Family;
pub use longest::{LongestPeriods, LongestRow};
pub use run::{available_memory, readable};
pub use sets::{Longest, SetPeriods, SetsFound};
pub use shard::{SetRow, Shard, ShardRow};
pub use shards::ShardPlan;
pub use sweep::{Sweep, SweepReport, Swept};
pub use triples::{TripleClass, TripleCount, TriplePeriodRow, TriplePeriods, TripleQuestion, TripleRow, TriplesFound};

/// The example of the package's page is run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
