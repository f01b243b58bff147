//! # Long work
//!
//! [`run`] computes P-positions of three-pile games for hours, keeps what it
//! has done in a directory, and continues where it stopped, for whatever reason.
//! [`Sweep`] goes through a family of games in shards that are written once, so
//! that it can be resumed and shared by many machines. [`tables`] are
//! what doors write, and [`export`] writes any table in any format. [`figures`] turns what was found
//! into figures. [`reproduce`] computes what the five sources print, and holds
//! one against the other.
//!
//! ```
//! use nimlab_lab::{Family, Sweep};
//!
//! // The longest period of every subtraction set with numbers up to 6.
//! let folder = tempfile::tempdir().unwrap();
//! let sweep = Sweep::open(Family::new(6, None, false)?, false, folder.path())?;
//! let report = sweep.run(&|_done, _all| {})?;
//! assert_eq!((report.sets, report.open), (63, 0));
//! assert_eq!(report.longest.last().unwrap().max, 6);
//! # Ok::<(), nimlab_lab::Error>(())
//! ```

mod delta;
mod error;
pub mod export;
mod family;
pub mod figures;
pub mod reproduce;
pub mod run;
mod shard;
mod sweep;
pub mod tables;

pub use error::{Error, Result};
pub use export::set_of_mask;
pub use family::Family;
pub use run::{available_memory, readable};
pub use shard::SetRow;
pub use sweep::{Longest, Sweep, SweepReport};

/// The example of the package's page is run as well.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
