//! What the tests of multise share, its functions for fuzzing among it.

#[path = "../support/mod.rs"]
pub mod support;

pub use support::fuzz;
