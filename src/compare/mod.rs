//! Merge mode against path mode, as whole runs side by side.
//!
//! Every run is a [`Cell`], a process of its own of the same binary, so that nothing is measured that a user would not
//! wait for; two cells on the same program are a [`Comparison`]. Nothing here knows the engine: all is read from
//! the JSON report of a run.

mod cell;
mod pair;
mod process;
mod ratio;

pub use cell::{Answer, Cell, End, Figures};
pub use pair::{Comparison, Derived};
pub use process::{Error, Goal, Job, run};
pub use ratio::Ratio;
