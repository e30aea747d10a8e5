//! The explorer.

pub mod outcome;
pub mod watch;

pub use outcome::Outcome;
pub use watch::{Progress, Watch};
