//! The types that the JSON report is written from and, by `multise merge`, read into, in the order of their fields. The
//! documentation of these types and fields is the text of the JSON schema.

use crate::config::{Checked, Mode, Overflow, Stop, Summaries, Types, Uncaught};
use crate::inputs::Inputs;
use crate::ir::{Cause, Kind};
use crate::outcome::{Cut, Reason, SecondReplay, Status, Verdict};
use crate::report::model::coverage::Covered;
use crate::report::model::covers::ReportedCover;
use crate::report::model::digest;
use crate::report::model::implicit::ImplicitChecks;
use crate::report::model::proof::{ReportedClaim, ReportedStep};
use crate::report::model::statistics::Numbers;
use crate::report::model::words;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// The version of the format.
pub const SCHEMA: u32 = 1;

/// The answer about one method, and what it rests on.
// A reader of reports may want other statistics of it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Report", title = "The report of `multise explore`")]
pub struct Report<'a, S = Numbers> {
    /// The version of the format.
    #[schemars(extend("const" = SCHEMA))]
    pub schema: u32,
    /// The version of the tool.
    pub version: Cow<'a, str>,
    /// The file as given, or `<stdin>`.
    pub file: Cow<'a, str>,
    /// The digest of its text.
    #[schemars(regex(pattern = digest::PATTERN))]
    pub digest: String,
    /// `Class.method`, with the types of the parameters where the name is overloaded.
    pub entry: String,
    /// Whether paths are executed together.
    pub mode: Mode,
    /// The options, as resolved.
    pub options: Options<'a>,
    /// The answer.
    pub verdict: Verdict,
    /// Why the exploration is not exhaustive, leading reason first.
    pub reasons: Vec<Why>,
    /// The code that was reached and cannot be executed, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsupported: Vec<Unsupported<'a>>,
    /// What the user assumes of the inputs, what they are taken for, and what a proof assumes, as sentences.
    pub assumptions: Vec<String>,
    /// The bounds, and what they cut.
    pub bounds: Bounds,
    /// The claims of a proof by induction, in the order of the text; only where the verdict is due to one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<ReportedClaim<'a>>,
    /// Whether that proof shows also that every execution ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub terminates: Option<bool>,
    /// `true` with a proof whose claims are about copies of code in the place of calls: they are no clauses of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub copies: Option<bool>,
    /// What a second checker thinks of that proof; with `--self-check` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub second_opinion: Option<SecondOpinion>,
    /// Why no proof by induction can be looked for; only where the verdict is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub no_proof: Option<Cow<'a, str>>,
    /// The clauses of loops that do not follow from themselves, in the order of the text; only where the verdict is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_inductive: Vec<ReportedStep<'a>>,
    /// The assertions and contract clauses, in the order of the text.
    pub assertions: Vec<Assertion>,
    /// The cover statements, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub covers: Vec<ReportedCover<'a>>,
    /// The numbers of implicit checks, by kind.
    pub implicit: Vec<ImplicitChecks>,
    /// The violations, in the order of the text.
    pub violations: Vec<ReportedViolation<'a>>,
    /// Warnings of the checker, then of the exploration.
    pub warnings: Vec<ReportedWarning<'a>>,
    /// What is covered; with `--coverage` only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub coverage: Option<Covered>,
    /// Numbers about the exploration.
    pub statistics: S,
}

/// The options, as resolved.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options<'a> {
    /// The static rules are relaxed.
    pub lenient: bool,
    /// What an exception is that leaves the entry method.
    pub uncaught: Uncaught,
    /// Array parameters are not null.
    pub nonnull_arrays: bool,
    /// Most elements of an input array.
    pub array_length: Option<u64>,
    /// Which classes the objects of the inputs have.
    pub types: Types,
    /// Executions that cannot end are violations.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub termination: bool,
    /// The number of bits of integers; absent when they have any size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub int_width: Option<u32>,
    /// What happens to results with more bits; absent when they are violations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overflow: Option<Overflow>,
    /// What counts as a violation.
    pub check: Cow<'a, Checked>,
    /// Replaced initialisers by `Class.field`.
    pub set: IndexMap<Cow<'a, str>, Cow<'a, str>>,
    /// Seconds.
    pub timeout: f64,
    /// MiB.
    pub memory: u64,
    /// How value summaries are represented.
    pub summaries: Summaries,
    /// `auto`, `none`, or the most symbolic numbers of a summary.
    #[schemars(regex(pattern = "^(auto|none|[0-9]+)$"))]
    pub max_summary: String,
    /// Calls whose results are known are not run again.
    pub tabling: bool,
    /// The level of regions.
    pub regions: u8,
    /// Proofs by induction are looked for.
    pub proofs: bool,
    /// Proofs know calls by the contracts of their methods.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub modular: bool,
    /// Choices between threads are made only where their order matters.
    pub por: bool,
    /// When exploration stops after a violation.
    pub stop: Stop,
    /// Invariants are checked.
    pub self_check: bool,
}

/// What a checker that shares nothing with the search thinks of a proof.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondOpinion {
    /// Whether the proof is confirmed. One that is refuted is an internal error.
    pub opinion: Opinion,
    /// How many conditions were made.
    pub conditions: usize,
    /// Those that were confirmed.
    pub confirmed: usize,
}

/// A reason why an exploration is not exhaustive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Why {
    /// It need not be: a proof by induction was found.
    #[serde(rename = "proved by induction")]
    Proved,
    /// Something kept it from being so.
    #[serde(untagged)]
    Cut(Reason),
}

impl fmt::Display for Why {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Code that was reached and cannot be executed.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unsupported<'a> {
    /// What is not supported.
    pub what: Cow<'a, str>,
    /// The file.
    pub file: Cow<'a, str>,
    /// The line.
    pub line: u32,
    /// The number of times that paths have ended there.
    pub count: u64,
}

/// What a second checker comes to.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Opinion {
    /// Every condition of the proof holds.
    Confirmed,
    /// Some condition is too hard for it.
    Undecided,
}

/// The caps that were given, and what was cut when exploration ended.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parked {
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<String>,
    /// What was cut.
    pub kind: Cut,
    /// The bound up to which nothing is missing.
    pub bound: u64,
}

/// An assertion or contract clause.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Assertion {
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Its column.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<String>,
    /// What it is violated as.
    #[schemars(extend("enum" = words::CHECKED))]
    pub kind: Kind,
    /// What is known of it.
    pub status: Status,
}

/// A violation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedViolation<'a> {
    /// What is violated.
    pub kind: Kind,
    /// For exceptions, and clauses whose evaluation threw.
    pub cause: Option<Cause>,
    /// The class of the exception that leaves the entry, where exceptions have classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Cow<'a, str>>,
    /// The file.
    pub file: Cow<'a, str>,
    /// The line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The column.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// `Class.method`
    pub method: String,
    /// For contracts, the call whose contract it is.
    pub call_site: Option<Place>,
    /// One sentence.
    pub message: String,
    /// Inputs that lead there, in the form that `multise run --inputs` reads.
    pub inputs: Cow<'a, Inputs>,
    /// The same as a call, which `multise run` takes too; absent where a call cannot have these inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// For a deadlock: all threads that are alive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<WaitingThread>,
    /// The lines that were executed; of more than 2,000 the first and the last.
    pub trace: Vec<Step>,
    /// Whether the concrete interpreter confirmed it: always true.
    #[schemars(extend("const" = true))]
    pub replayed: bool,
    /// What a second implementation of the source language, such as a JVM, has made of it; absent if none was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_replay: Option<Cow<'a, SecondReplay>>,
}

/// A thread in a deadlock.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaitingThread {
    /// Its number.
    pub thread: u32,
    /// The line at which it stands.
    pub line: u32,
    /// The thread that has the monitor for which it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub monitor_of: Option<u32>,
    /// The threads for whose end it waits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub join: Vec<u32>,
}

/// A place in the file.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<String>,
    /// From 1.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// From 1, characters.
    #[schemars(range(min = 1))]
    pub column: u32,
}

/// One line of a trace, or what was left out.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, deny_unknown_fields)]
pub enum Step {
    /// A line.
    Line {
        /// The thread, where there are several.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(required)]
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
        #[schemars(range(min = 1))]
        elided: usize,
    },
}

/// A warning.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedWarning<'a> {
    /// Stable code.
    pub code: Cow<'a, str>,
    /// The line, if it has a place.
    #[schemars(range(min = 1))]
    pub line: Option<u32>,
    /// The column.
    #[schemars(range(min = 1))]
    pub column: Option<u32>,
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<String>,
    /// One sentence.
    pub message: String,
}
