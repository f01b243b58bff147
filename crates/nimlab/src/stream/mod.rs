//! Generators that run for 10¹⁰ steps: the P-positions of three-pile games,
//! with statistics counted on the way.

pub mod mex;
pub mod positive;
pub mod sampling;

/// A P-position a ≤ b ≤ c in machine words.
pub type Triple = [u64; 3];
