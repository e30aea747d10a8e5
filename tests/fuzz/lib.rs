//! The functions for fuzzing.

pub use support::fuzz;
