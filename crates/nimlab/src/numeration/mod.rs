//! Numbers written in other ways: exact Beatty floors, the p- and q-systems
//! of Fraenkel, and Zeckendorf's sums of Fibonacci numbers.
//!
//! ```
//! use nimlab::{number::UBig, numeration::{Beatty, System, zeckendorf}};
//! let number = UBig::from(20u8);
//! assert_eq!(zeckendorf(&number), [13u8, 5, 2].map(UBig::from));
//! assert_eq!(System::p(UBig::ONE).represent(&number).to_string(), "(1,0,1,0,1,0)");
//! assert_eq!(Beatty::new(UBig::ONE).lower(&number), UBig::from(32u8));
//! ```

mod beatty;
mod halving;
mod joining;
mod named;
mod representation;
mod rung;
mod system;
#[cfg(test)]
mod tests;
mod zeckendorf;

pub use beatty::Beatty;
pub use named::NamedSystem;
pub use representation::Representation;
pub use system::System;
pub use zeckendorf::zeckendorf;
