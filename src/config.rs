//! What a run is asked to do. Passed, never global.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// Language options: they change what a program means. `src/cli/args/` describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// Accept, each with a warning, what older programs do against the static rules. Default: false.
    pub lenient: bool,
    /// What an exception that leaves the entry method without `exceptional` clauses is. Default: `Invalid`.
    pub uncaught: Uncaught,
    /// Array parameters of the entry are not null. Default: false.
    pub nonnull_arrays: bool,
    /// Every input array has at most this many elements: an assumption that the verdict states. Default: none.
    pub array_length: Option<u64>,
    /// Replaced initialisers of static fields, `("Class.field", "VALUE")`. Default: none.
    pub set: Vec<(String, String)>,
    /// Which classes the objects of the inputs have: an assumption that the verdict states. Default: `Symbolic`.
    pub types: Types,
}

/// Which classes the objects of the inputs have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Types {
    /// Every concrete class below the declared type.
    #[default]
    Symbolic,
    /// Exactly the declared class, or the first concrete class below it where that one is abstract: what tools without
    /// symbolic types do.
    Declared,
}

/// What an uncaught exception is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Uncaught {
    /// A violation.
    Invalid,
    /// An ordinary end.
    Allow,
}

impl Default for Dialect {
    fn default() -> Self {
        Self {
            lenient: false,
            uncaught: Uncaught::Invalid,
            nonnull_arrays: false,
            array_length: None,
            set: Vec::new(),
            types: Types::Symbolic,
        }
    }
}

/// Whether paths are executed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Yes: one state for all of them; those that come to one location go on as one.
    Merge,
    /// No: the state is cloned wherever paths part, and nothing is merged.
    Path,
}

/// How value summaries are represented.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Summaries {
    /// A list of (guard, value) pairs, guards being BDDs of their own.
    Pairs,
    /// A decision diagram with values as leaves, in one store with the guards.
    #[default]
    Diagram,
}

/// When the symbolic numbers of a summary become one conditional term, through which only the solver sees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Collapse {
    /// For a variable on which no branch depends: when it has many symbolic numbers, more than inputs that they are made
    /// of. When guards of symbolic numbers have grown large all the same, exploration begins anew, with one term wherever
    /// there would be two numbers; if that is too much for the solver, the first exploration goes on. In merge mode only.
    #[default]
    Auto,
    /// Never.
    Never,
    /// When there are more than this number.
    Above(usize),
}

impl std::fmt::Display for Collapse {
    /// As the option `--max-summary` takes it.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::Never => f.write_str("none"),
            Self::Above(most) => write!(f, "{most}"),
        }
    }
}

/// When exploration stops after a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stop {
    /// At the first violation.
    First,
    /// When the round ends, or when as many operations have run since the first violation as before it (at least 10,000).
    Soon,
    /// Never.
    All,
}

/// Options of an exploration.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The language options.
    pub dialect: Dialect,
    /// Merge or path. Default: merge. Never changes a verdict.
    pub mode: Mode,
    /// At most this many iterations per loop entry, decided or not. Default: none. What it cuts makes `unknown (unroll)`.
    pub unroll: Option<u64>,
    /// At most this many frames of one recursive group, decided or not. Default: none. What it cuts makes `unknown (depth)`.
    pub depth: Option<u64>,
    /// At most this many references lead to an object of the input. Default: none. What it cuts makes `unknown (heap)`.
    pub heap_depth: Option<u64>,
    /// Wall time. Default: 300 s. Then `unknown (timeout)`.
    pub timeout: Duration,
    /// Resident memory in MiB. Default: 4096. Then `unknown (memory)`.
    pub memory: u64,
    /// How summaries are represented. Default: diagrams. Never changes a verdict.
    pub summaries: Summaries,
    /// When symbolic numbers become conditional terms. Default: when guards have grown large. Never changes a verdict.
    pub collapse: Collapse,
    /// A call of a method that writes nothing, with arguments that it has had before, takes the result that it gave then.
    /// Default: true. Never changes a verdict.
    pub tabling: bool,
    /// Regions: 0 none, 1 those without calls, 2 and with methods inlined, 3 and with paths that leave before the join, 4 and
    /// with early returns. Default: 0. Never changes a verdict.
    pub regions: u8,
    /// No choice between threads is made where only steps compete that can be exchanged. Default: true. Never changes a
    /// verdict.
    pub por: bool,
    /// Look for proofs by induction where bounds are not enough. Default: true. In merge mode only.
    pub proofs: bool,
    /// The executable of `multise`, by which proofs have a solver of Horn clauses in a process of its own. Default: none; then
    /// they do without.
    pub executable: Option<PathBuf>,
    /// At most this many switches between threads that are both alive. Default: none. What it cuts makes
    /// `unknown (switches)`.
    pub switches: Option<u64>,
    /// The seed of the solver's choices. Default: 0. Never changes a verdict.
    pub seed: u32,
    /// When to stop after a violation. Default: `Soon`.
    pub stop: Stop,
    /// Count guarded assignments, and those that classic state merging can make. Default: false. Never changes a verdict.
    pub count_csm: bool,
    /// Tell which blocks and branches are reached; the solver is then asked more questions. Default: false. Never
    /// changes a verdict.
    pub coverage: bool,
    /// Make a small set of test inputs that covers what is reached; the exploration proper then has four fifths of the
    /// time. Default: false.
    pub tests: bool,
    /// At most this many rounds of deepening, what is parked then makes `unknown`. Default: none.
    pub rounds: Option<u64>,
    /// Note which values variables and heap have at lines of the program, which is then best explored
    /// [by lines](crate::Program::by_lines). Default: none. Never changes a verdict.
    pub notes: Option<NotesConfig>,
    /// Note what each line costs; the program is then best explored [by lines](crate::Program::by_lines). Default: false.
    /// Never changes a verdict.
    pub profile: bool,
    /// Check the invariants of summaries and heap at every step. Default: in debug builds.
    pub self_check: bool,
}

/// What is noted on the way, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotesConfig {
    /// The line of the main file at which values are noted. Default: none, which is every line.
    pub line: Option<u32>,
    /// The variable that is noted. Default: none, which is every one in scope.
    pub variable: Option<String>,
    /// Objects are told that are at most this many references away from a variable. Default: 1.
    pub depth: u32,
    /// Most visits of one line. Default: 4.
    pub visits: usize,
    /// Most values of one variable. Default: 12.
    pub rows: usize,
}

impl Default for NotesConfig {
    fn default() -> Self {
        Self { line: None, variable: None, depth: 1, visits: 4, rows: 12 }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            dialect: Dialect::default(),
            mode: Mode::Merge,
            unroll: None,
            depth: None,
            heap_depth: None,
            timeout: Duration::from_secs(300),
            memory: 4096,
            summaries: Summaries::default(),
            collapse: Collapse::default(),
            tabling: true,
            regions: 0,
            por: true,
            proofs: true,
            executable: None,
            switches: None,
            seed: 0,
            stop: Stop::Soon,
            count_csm: false,
            coverage: false,
            tests: false,
            rounds: None,
            notes: None,
            profile: false,
            self_check: cfg!(debug_assertions),
        }
    }
}
