//! The result of an exploration, as plain data: the verdict with its reasons, violations, the status of every check,
//! statistics. Each layer adds its part: `explore` the verdict, `proofs` why there is no proof, `observers` their
//! observations. `report` makes text and JSON of it, and knows no layer of the engine.

mod coverage;
mod drawing;
mod notebook;
mod profile;
mod progress;

use crate::cancel;
pub use crate::guard::Wraps;
pub use crate::induction::cuts::Unfit;
pub use crate::induction::text::{Claim, ClaimKind};
use crate::inputs::Inputs;
use crate::interp::{End, Lasso, Run, Waiting};
use crate::ir::{Cause, CheckId, ClassId, CoverId, Fault, Goal, Implicit, Kind, MethodId};
pub use crate::opinion::Opinion;
use crate::source::Span;
use crate::trace::TraceStep;
pub use crate::transition::region::RegionCounts;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use crate::transition::assignments::Assignments;
pub use crate::transition::counters::Product;
pub use coverage::Coverage;
pub use drawing::{Drawing, Edge, EdgeKind, Node};
pub use notebook::{Condition, Iteration, LineNotes, Notebook, Row, Variable, Visit};
pub use profile::{Cost, LargestProduct, Profile, Stack};
pub use progress::{Phase, Progress};

/// The answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No feasible execution within the assumptions violates anything, and nothing was cut off.
    Valid,
    /// A violation was found and replayed.
    Invalid,
    /// Neither; the reasons say why.
    Unknown,
}

impl fmt::Display for Verdict {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Why an exploration is not exhaustive. In the order in which reasons lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// The user interrupted the run.
    Interrupted,
    /// The wall time ran out.
    Timeout,
    /// The memory limit was reached.
    Memory,
    /// The guard store ran out of variables.
    Atoms,
    /// Stopped at a violation as asked.
    Stopped,
    /// Code that cannot be executed was reached.
    Unsupported,
    /// The solver gave up on a guard.
    Solver,
    /// The solver gave up on a guard with products or quotients of inputs.
    Nonlinear,
    /// The solver gave up on a guard with floating-point operations.
    #[serde(rename = "floating point")]
    FloatingPoint,
    /// Only irrational numbers satisfy a constraint.
    #[serde(rename = "no rational witness")]
    NoRationalWitness,
    /// Part of the behaviour was not explored exactly.
    Approximated,
    /// A violation under a quantifier could not be replayed.
    Quantifier,
    /// Iterations of a loop were cut.
    Unroll,
    /// Recursive calls were cut.
    Depth,
    /// Objects of the input were cut.
    Heap,
    /// Switches between threads were cut.
    Switches,
}

impl From<cancel::Reason> for Reason {
    fn from(reason: cancel::Reason) -> Self {
        match reason {
            cancel::Reason::Memory => Self::Memory,
            cancel::Reason::Timeout => Self::Timeout,
            cancel::Reason::Interrupted => Self::Interrupted,
        }
    }
}

impl fmt::Display for Reason {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What is known of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Reached, and true whenever reached.
    Proved,
    /// A violation of it was found.
    Violated,
    /// No feasible guard arrives, and nothing was cut.
    Unreachable,
    /// Exploration ended before it was decided.
    Undecided,
}

impl fmt::Display for Status {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What is known of a cover statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Covering {
    /// A run with these inputs gets there while the condition is true. It was replayed.
    Satisfied(Arc<Inputs>),
    /// No run gets there while the condition is true.
    Unreachable,
    /// Exploration ended before it was decided.
    Undecided,
}

/// What can be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Cut {
    /// Frames of a recursive group.
    Call,
    /// Iterations of a loop.
    Loop,
    /// References that lead from a parameter to an object of the input.
    Heap,
}

/// Something parked when exploration ended: the loop, recursion or read that was cut, and the bound reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parked {
    /// The condition of the loop, a method of the group, or the instruction that reads the heap.
    pub span: Span,
    /// What was cut there.
    pub what: Cut,
    /// The bound. Everything up to it has been explored.
    pub bound: u64,
}

/// Code that was reached and cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// What is not supported.
    pub what: String,
    /// The number of times that paths have ended there: an entry of several paths counts once.
    pub count: u64,
}

/// A violation, replayed.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The kind of the violation.
    pub kind: Kind,
    /// For exceptions, and clauses whose evaluation threw.
    pub cause: Option<Cause>,
    /// The class of an exception that leaves the entry, where exceptions have classes.
    pub class: Option<ClassId>,
    /// Assert statement, clause, throwing expression, or use of a missing value.
    pub span: Span,
    /// The line of the statement or clause.
    pub line: u32,
    /// The method that contains `span`.
    pub method: MethodId,
    /// For contracts, the call with this contract (absent for that of the entry).
    pub call_site: Option<Span>,
    /// Inputs that lead there.
    pub inputs: Inputs,
    /// For a deadlock: all threads, and what each waits for.
    pub waiting: Vec<Waiting>,
    /// For an execution that cannot end: what comes back.
    pub lasso: Option<Lasso>,
    /// The lines that the replay executed.
    pub trace: Vec<TraceStep>,
    /// The replay by a second oracle, if one was asked.
    pub second: Option<SecondReplay>,
}

/// The replay of a violation by another implementation of the source language than the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondReplay {
    /// The implementation; with its version, if it has confirmed the violation.
    pub by: String,
    /// Why it has not replayed the violation; absent if it has confirmed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_replayed: Option<String>,
}

impl Violation {
    /// The violation with which a run on these inputs has ended.
    pub fn of(fault: &Fault, inputs: Inputs, run: &Run) -> Self {
        Self {
            kind: fault.kind,
            cause: fault.cause,
            class: fault.class,
            span: fault.span,
            line: fault.line,
            method: fault.method,
            call_site: fault.call_site,
            inputs,
            waiting: run.waiting.clone(),
            lasso: run.lasso,
            trace: run.trace.steps().cloned().collect(),
            second: None,
        }
    }
}

/// A proof by induction that no execution violates a check.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Whether every execution is known to end: each loop and each recursive method has a measure, which is one of the checks.
    pub terminates: bool,
    /// Whether an execution of the entry may end; otherwise none does.
    pub ends: bool,
    /// The checks that an execution may reach; none reaches the others.
    pub reached: BTreeSet<CheckId>,
    /// The cover statements that an execution may satisfy; none satisfies the others.
    pub covered: BTreeSet<CoverId>,
    /// The same for implicit checks.
    pub reached_implicit: BTreeSet<Implicit>,
    /// The claims that hold at the cuts.
    pub claims: Vec<Claim>,
    /// Whether they are about the program with [code in the place of calls](crate::induction::inlining): they are no clauses of
    /// the program then.
    pub is_of_copies: bool,
    /// Clauses in SMT-LIB that are true if the claims are inductive, for the claims that do not depend on the heap.
    pub clauses: String,
    /// The second opinion on the proof, if the engine checks itself.
    pub opinion: Option<Opinion>,
}

/// What the search knows about why there is no proof by induction.
#[derive(Clone, Debug, Default)]
pub struct Unproved {
    /// Why no proof can be searched for.
    pub unfit: Option<Unfit>,
    /// Clauses of loops that are not inductive, in the order of the text.
    pub failed_steps: Vec<FailedStep>,
}

/// A clause of a loop that one iteration breaks, from a state that satisfies all clauses of the loop. It is no violation,
/// because perhaps no execution reaches such a state. But it is the reason why the clauses of the program prove nothing.
#[derive(Clone, Debug)]
pub struct FailedStep {
    /// The clause.
    pub check: CheckId,
    /// Whether it holds whenever the loop begins.
    pub holds_initially: bool,
    /// The variables before the iteration, and the part of the heap that they lead to.
    pub before: Inputs,
    /// The same after it.
    pub after: Inputs,
}

/// A test: inputs, with the end of their run and the goals that it covers.
#[derive(Clone, Debug)]
pub struct Case {
    /// The inputs.
    pub inputs: Inputs,
    /// How the run ends.
    pub end: End,
    /// The goals that it covers.
    pub covers: BTreeSet<Goal>,
    /// The cover statements that it satisfies.
    pub satisfies: BTreeSet<CoverId>,
}

/// A finding that is no violation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Warning {
    /// No input satisfies the entry's `requires` clause.
    VacuousRequires(Span),
    /// No state satisfies an assumption.
    ContradictoryAssume(Span),
    /// A class or interface without a concrete class below it, by the place of its name. Input references of its type were
    /// read, and can only be null.
    Uninhabited(Span),
    /// No execution of the entry ends, by the place of the entry.
    Endless(Span),
}

impl Warning {
    /// The place that the warning is about.
    pub fn span(&self) -> Span {
        match self {
            Self::VacuousRequires(span)
            | Self::ContradictoryAssume(span)
            | Self::Uninhabited(span)
            | Self::Endless(span) => *span,
        }
    }
}

/// Counts of the scheduler of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScheduleCounts {
    /// Configurations at which a choice was made between several threads.
    pub choices: u64,
    /// The sum of the threads that were chosen there.
    pub alternatives: u64,
    /// Arrivals at a bundle with the same Σ.
    pub coalesced: u64,
    /// Arrivals at a bundle with another Σ.
    pub told_apart: u64,
    /// The most bundles that waited at one time.
    pub bundles_max: u64,
    /// The most threads that were alive at one time.
    pub threads_max: u64,
}

/// Statistics of an exploration.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Wall time of the exploration.
    pub time_total: Duration,
    /// Time in operations on guards.
    pub time_bdd: Duration,
    /// Time in the solver.
    pub time_solver: Duration,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Questions with products that linear arithmetic answered.
    pub solver_calls_linear: u64,
    /// Questions about numbers of fixed widths that bit-vectors answered.
    pub solver_calls_vectors: u64,
    /// What became of machine integers.
    pub wraps: Wraps,
    /// Questions answered without the solver, by shortcut: `false`, `lemmas`, `independent`, `model`, `repeated`, `quiet`,
    /// `sums`.
    pub solver_calls_avoided: BTreeMap<&'static str, u64>,
    /// Counts of regions; all 0 at level 0.
    pub regions: RegionCounts,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Calls that were not run, on some paths at least, because their results were known.
    pub known_calls: u64,
    /// The most pc entries that waited at one time.
    pub pc_entries_max: u64,
    /// Pc entries that left the entry method in the last round, by return or by an exception that is allowed.
    pub pc_entries_final: u64,
    /// Merges of two pc entries.
    pub merges: u64,
    /// Guarded assignments; counted on demand ([`crate::config::Config::count_csm`]).
    pub assignments: Option<Assignments>,
    /// Path mode: paths that ended by return, exception or violation. Merge mode: an upper bound.
    pub paths: crate::paths::Paths,
    /// The pairs of all summaries read, and the number of these summaries.
    pub summary_reads: (u64, u64),
    /// The most pairs of a summary that was read.
    pub summary_size_max: u64,
    /// Sum over the summaries read of paths ÷ pairs.
    pub sharing_sum: f64,
    /// Thresholds and choices that have a variable.
    pub atoms: u64,
    /// The nodes of the largest guard; if guards share nodes, the most in use at one time.
    pub bdd_nodes_max: u64,
    /// Keys of the heap at the end.
    pub heap_cells: u64,
    /// Deepening rounds.
    pub rounds: u64,
    /// Counts of the scheduler; all 0 if there was only one thread.
    pub schedule: ScheduleCounts,
    /// Peak resident memory in bytes.
    pub memory_peak: u64,
}

/// The result of an exploration.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The entry.
    pub entry: MethodId,
    /// The answer.
    pub verdict: Verdict,
    /// Why it is not exhaustive, leading reason first; empty if `Valid`.
    pub reasons: Vec<Reason>,
    /// What was reached and cannot be executed, in the order of the text.
    pub unsupported: Vec<Unsupported>,
    /// What was cut, sorted by place.
    pub parked: Vec<Parked>,
    /// Every check of every method that the call graph reaches from the entry, in the order of the text.
    pub checks: Vec<(CheckId, Status)>,
    /// Every cover statement of these methods, in the order of the text.
    pub covers: Vec<(CoverId, Covering)>,
    /// Every implicit check of these methods, in the order of the text. It is violated if an exception from there is a
    /// violation, and proved if none is.
    pub implicit: Vec<(Implicit, Status)>,
    /// One per site, kind and cause, in the order of the text. Shared with outcomes that were published before.
    pub violations: Vec<Arc<Violation>>,
    /// The proof, if the verdict comes from one. Then exploration need not have ended.
    pub proof: Option<Proof>,
    /// What is known about why there is no proof, if the verdict is unknown.
    pub unproved: Unproved,
    /// Warnings in the order of the text.
    pub warnings: Vec<Warning>,
    /// The coverage, if it was asked for.
    pub coverage: Option<Coverage>,
    /// Test inputs that cover what is reached, if they were asked for: those of the violations first.
    pub cases: Vec<Case>,
    /// The values of variables and heap at lines, if they were asked for.
    pub notes: Option<Notebook>,
    /// How the paths parted and met, if notes were asked for.
    pub drawing: Option<Drawing>,
    /// The cost of each line, if it was asked for.
    pub profile: Option<Profile>,
    /// Statistics.
    pub statistics: Statistics,
}

impl Outcome {
    /// The outcome of an exploration of which nothing is known, to which others add their parts.
    pub fn unknown(entry: MethodId) -> Self {
        Self {
            entry,
            verdict: Verdict::Unknown,
            reasons: Vec::new(),
            unsupported: Vec::new(),
            parked: Vec::new(),
            checks: Vec::new(),
            covers: Vec::new(),
            implicit: Vec::new(),
            violations: Vec::new(),
            proof: None,
            unproved: Unproved::default(),
            warnings: Vec::new(),
            coverage: None,
            cases: Vec::new(),
            notes: None,
            drawing: None,
            profile: None,
            statistics: Statistics::default(),
        }
    }
}
