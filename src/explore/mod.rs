//! The explorer.

pub mod outcome;
