//! Merge mode against path mode, as whole runs side by side.
//!
//! Every run is a [`Cell`], a process of its own of the same binary, so that only what a user would wait for is measured.
//! Two cells on the same program are a [`Comparison`]. This module does not know the engine: it reads everything from the
//! JSON report of a run.

mod cell;
mod pair;
mod process;
mod ratio;

pub use cell::{Answer, Cell, End, Figures};
pub use pair::{Comparison, Derived};
pub use process::{Error, Goal, Job, run};
pub use ratio::Ratio;
