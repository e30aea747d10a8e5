//! The content of reports: plain data and words about explorations, runs, proofs and comparisons, the same in every format.

pub mod checks;
pub mod compare;
pub mod coverage;
pub mod covers;
pub mod digest;
pub mod explored;
pub mod implicit;
pub mod limits;
pub mod notes;
pub mod profile;
pub mod proof;
pub mod statistics;
pub mod timeline;
pub mod trace;
pub mod value;
pub mod words;

use crate::config::Config;
use crate::ir::Program;
use crate::outcome::Outcome;
use crate::source::{Diagnostic, Sources};

/// A finished exploration, with what a report of it needs.
#[derive(Clone, Copy, Debug)]
pub struct Finished<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub source: &'a Sources,
    /// The options, as resolved.
    pub config: &'a Config,
    /// What was found.
    pub outcome: &'a Outcome,
    /// Warnings about the text.
    pub diagnostics: &'a [Diagnostic],
}
