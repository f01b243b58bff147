//! Numbers written in other ways: exact Beatty floors, the p- and q-systems
//! of Fraenkel, and Zeckendorf's sums of Fibonacci numbers.

mod beatty;
mod named;
mod system;
mod zeckendorf;

pub use beatty::Beatty;
pub use named::Named;
pub use system::{Representation, System};
pub use zeckendorf::zeckendorf;
