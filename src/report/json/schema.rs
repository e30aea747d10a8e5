//! The types that the JSON report is serialised from, in the order of their fields.

use super::super::coverage::Covered;
use super::super::proof::ReportedClaim;
use super::super::statistics::Numbers;
use crate::inputs::Inputs;
use indexmap::IndexMap;
use serde::Serialize;

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// The whole report.
#[derive(Debug, Serialize)]
pub struct Report<'a> {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The version of the tool.
    pub version: &'static str,
    /// The file as given, or `<stdin>`.
    pub file: &'a str,
    /// `Class.method`
    pub entry: String,
    /// `merge` or `path`
    pub mode: &'static str,
    /// The options, as resolved.
    pub options: Options<'a>,
    /// `valid`, `invalid` or `unknown`.
    pub verdict: &'static str,
    /// Why the exploration is not exhaustive, leading reason first; `proved by induction` where it need not be.
    pub reasons: Vec<&'static str>,
    /// What the user assumes of the inputs, as sentences.
    pub assumptions: Vec<String>,
    /// The bounds, and what they cut.
    pub bounds: Bounds,
    /// The claims of a proof by induction, in the order of the text; only where the verdict is due to one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<ReportedClaim<'a>>,
    /// The assertions and contract clauses, in the order of the text.
    pub assertions: Vec<Assertion>,
    /// The violations, in the order of the text.
    pub violations: Vec<ReportedViolation<'a>>,
    /// Of the checker, then of the exploration.
    pub warnings: Vec<ReportedWarning>,
    /// What is covered; with `--coverage` only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coverage: Option<Covered>,
    /// Numbers.
    pub statistics: Numbers,
}

/// The options, as resolved.
#[derive(Debug, Serialize)]
pub struct Options<'a> {
    /// The static rules are relaxed.
    pub lenient: bool,
    /// `invalid` or `allow`
    pub uncaught: &'static str,
    /// Array parameters are not null.
    pub nonnull_arrays: bool,
    /// Most elements of an input array.
    pub array_length: Option<u64>,
    /// `symbolic` or `declared`
    pub types: &'static str,
    /// Replaced initialisers by `Class.field`.
    pub set: IndexMap<&'a str, &'a str>,
    /// Seconds.
    pub timeout: f64,
    /// MiB.
    pub memory: u64,
    /// `pairs` or `diagram`
    pub summaries: &'static str,
    /// `auto`, `none`, or the most symbolic numbers of a summary
    pub max_summary: String,
    /// Calls whose results are known are not run again.
    pub tabling: bool,
    /// The level of regions.
    pub regions: u8,
    /// Proofs by induction are looked for.
    pub proofs: bool,
    /// Choices between threads are made only where their order matters.
    pub por: bool,
    /// `first`, `soon` or `all`
    pub stop: &'static str,
    /// Invariants are checked.
    pub self_check: bool,
}

/// The caps that were given, and what was cut when exploration ended.
#[derive(Debug, Serialize)]
pub struct Bounds {
    /// Most iterations of a loop.
    pub unroll: Option<u64>,
    /// Most frames of a recursive group.
    pub depth: Option<u64>,
    /// Most references that lead to an input object.
    pub heap_depth: Option<u64>,
    /// Most switches between threads.
    pub switches: Option<u64>,
    /// What was cut, in the order of the text.
    pub parked: Vec<Parked>,
}

/// A loop or call that was cut.
#[derive(Debug, Serialize)]
pub struct Parked {
    /// Its line.
    pub line: u32,
    /// `loop`, `call` or `heap`
    pub kind: &'static str,
    /// Up to which nothing is missing.
    pub bound: u64,
}

/// An assertion or contract clause.
#[derive(Debug, Serialize)]
pub struct Assertion {
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// `assert`, `requires`, `ensures`, `exceptional`, `invariant`, `decreases` or `modifies`
    pub kind: &'static str,
    /// `proved`, `violated`, `unreachable` or `undecided`
    pub status: &'static str,
}

/// A violation.
#[derive(Debug, Serialize)]
pub struct ReportedViolation<'a> {
    /// The kind.
    pub kind: &'static str,
    /// For exceptions, and clauses whose evaluation threw.
    pub cause: Option<&'static str>,
    /// The file.
    pub file: &'a str,
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// `Class.method`
    pub method: String,
    /// For contracts, the call whose contract it is.
    pub call_site: Option<Place>,
    /// One sentence.
    pub message: String,
    /// Inputs that lead there, in the form that `multise run --inputs` reads.
    pub inputs: &'a Inputs,
    /// For a deadlock: all threads that are alive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<WaitingThread>,
    /// The lines that were executed.
    pub trace: Vec<Step>,
    /// Whether the concrete interpreter confirmed it: always true.
    pub replayed: bool,
}

/// A thread in a deadlock.
#[derive(Debug, Serialize)]
pub struct WaitingThread {
    /// Its number.
    pub thread: u32,
    /// The line at which it stands.
    pub line: u32,
    /// The thread that has the monitor for which it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monitor_of: Option<u32>,
    /// The threads for whose end it waits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub join: Vec<u32>,
}

/// A place in the file.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The file, unless it is the one that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    /// From 1, characters.
    pub column: u32,
}

/// One line of a trace, or what was left out.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// A line.
    Line {
        /// The thread, where there are several.
        #[serde(skip_serializing_if = "Option::is_none")]
        thread: Option<u32>,
        /// `Class.method`
        method: String,
        /// The line.
        line: u32,
        /// How many frames are below.
        depth: u32,
    },
    /// The middle of a long trace.
    Elided {
        /// How many steps stand here.
        elided: usize,
    },
}

/// A warning.
#[derive(Debug, Serialize)]
pub struct ReportedWarning {
    /// Stable code.
    pub code: &'static str,
    /// The line, if it has a place.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
    /// One sentence.
    pub message: String,
}
