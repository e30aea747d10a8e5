//! What users and their other programs read: diagnostics, the text report, JSON and its schemas, SARIF, JUnit, coverage,
//! witnesses; and reports of many explorations made one.
//!
//! Everything here is a function from core types to a text; `cli` decides where it goes.

pub mod compare;
pub mod coverage;
pub mod diagnostics;
pub mod digest;
mod excerpt;
pub mod explain;
pub mod explored;
#[cfg(test)]
mod fixture;
pub mod html;
pub mod json;
pub mod junit;
pub mod merge;
pub mod methods;
pub mod notes;
pub mod profile;
pub mod progress;
pub mod proof;
pub mod rerun;
pub mod run;
pub mod sarif;
pub mod schema;
pub mod statistics;
pub mod style;
pub mod suite;
pub mod text;
pub mod timeline;
pub mod trace;
mod uri;
pub mod value;
pub mod witness;
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
