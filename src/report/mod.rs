//! What the user reads: diagnostics, the text report, the JSON report.
//!
//! Everything here is a function from core types to a text; `cli` decides where it goes.

pub mod compare;
pub mod coverage;
pub mod diagnostics;
mod excerpt;
pub mod explain;
#[cfg(test)]
mod fixture;
pub mod html;
pub mod json;
pub mod methods;
pub mod notes;
pub mod proof;
pub mod rerun;
pub mod run;
pub mod statistics;
pub mod style;
pub mod text;
pub mod trace;
pub mod value;
pub mod words;

pub use style::Style;

use crate::config::Config;
use crate::explore::Outcome;
use crate::ir::Program;
use crate::source::{Diagnostic, Sources};

/// An exploration that ended, with what a report of it needs to know.
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
