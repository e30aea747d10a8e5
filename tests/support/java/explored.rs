//! The engine on a compiled program.

use super::compile::Classes;
use super::header::{Answer, Header};
use multise::Config;

/// Explores a program from the entry that its header names, to the end.
pub fn explore(_classes: &Classes, _header: &Header, _config: &Config) -> Answer {
    // The front end for class files comes with another part of this work.
    Answer::Unknown("there is no front end for class files".to_owned())
}
