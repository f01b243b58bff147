//! The engine of the Python package `nimlab`: what `python/nimlab` calls. Numbers
//! and arrays go in and out; sentences come from the library, and the words of
//! Python from `errors.rs`. Long work releases Python's lock; `watch.rs` lets it be
//! interrupted, and tells its progress.

mod answer;
mod arrow;
mod cost;
mod errors;
mod game;
mod lists;
mod numbers;
mod runs;
mod shown;
mod sweeps;
mod tables;
mod watch;

use pyo3::prelude::*;

/// The module `nimlab._engine`.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::answer::{Answer, SumAnswer};
    #[pymodule_export]
    use crate::arrow::{positions_stream, table_stream};
    #[pymodule_export]
    use crate::game::{GameHandle, games, represent, solve_sum};
    #[pymodule_export]
    use crate::lists::Blocks;
    #[pymodule_export]
    use crate::runs::{open_run, run};
    #[pymodule_export]
    use crate::shown::{board_picture, heat_map};
    #[pymodule_export]
    use crate::sweeps::SweepHandle;
}
