//! One file (or folder) for each family: its rule, then its own exact methods.

pub mod building;
mod columns;
pub mod fibonacci;
pub mod fraenkel;
pub mod greedy;
pub mod heaps;
pub mod moore;
pub mod nim;
pub mod r_wythoff;
pub mod wythoff;
pub mod wythoff3;
