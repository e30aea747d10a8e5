//! The feasibility of guards: whether a guard is true under any input. Only this module names Z3.
//!
//! [`Solver::feasible`] tries the cheapest way first (`ladder`): the BDD itself, answers and lemmas from before (`lemmas`),
//! independence of the forms, recent models (`model`), single cubes, and at last the whole guard. Shortest paths answer cubes of
//! bounds of differences (`differences`), and the alternatives of conditional terms some others. Z3 (`smt`) answers the rest of
//! the last two, in its own expressions (`encode`). It is not asked about the whole guard where the implications between its
//! thresholds answer. Linear arithmetic (`products`) is tried first on cubes with products. Questions about numbers
//! of fixed widths that are too hard for the incremental solver are asked in bit-vectors (`vectors`).
//!
//! Invariants:
//! - A model that is returned makes the guard true under exact evaluation. Z3's word alone is never trusted.
//! - Limits are counted in Z3's steps, so that equal runs get equal answers.
//! - Nothing is set for the whole process, so explorations beside each other do not affect each other. In particular Z3
//!   gets no memory limit: each of its limits, even a single solver's `max_memory`, is compared with the allocations of all
//!   solvers of the process. The step limit bounds one question. A watcher of the process's memory cancels the
//!   [token](Token) of the solver.
//! - No guard is asked about twice while it lives.

mod differences;
mod encode;
mod float_facts;
mod floats;
pub mod horn;
pub mod houdini;
mod interrupt;
mod ladder;
mod lemmas;
mod model;
mod numeral;
mod products;
pub mod scripts;
mod small;
mod smt;
#[cfg(test)]
mod tests;
mod vectors;

use crate::cancel::Token;
use crate::guard::{Exhausted, Guard, HoldsGuards, Logic, Rewriting};
#[cfg(test)]
pub use interrupt::faults;
pub use interrupt::{CONTEXT_BYTES, in_own_context};
pub use model::Model;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Whether a guard is true under any input.
#[derive(Clone, Debug)]
pub enum Answer {
    /// It is true under this input.
    Feasible(Rc<Model>),
    /// It is true under none.
    Infeasible,
    /// The solver cannot say.
    Unknown(UnknownReason),
}

impl Answer {
    /// Whether the guard must be taken for feasible: it is, or the solver cannot say.
    pub fn is_possible(&self) -> bool {
        !matches!(self, Answer::Infeasible)
    }
}

/// Why the solver cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownReason {
    /// Steps or memory ran out, or guards did.
    ResourceLimit,
    /// Steps ran out on a question with products or quotients of inputs.
    Nonlinear,
    /// A question with floating-point operations: with remainders or very many operations, or too hard.
    FloatingPoint,
    /// The token of the solver was cancelled.
    Interrupted,
    /// Real numbers satisfy the guard, but no rational ones were found.
    NoRationalWitness,
    /// The model of Z3 does not satisfy the guard (division by zero).
    Incomplete,
    /// The guard is feasible, but a run depends on values that differ from run to run.
    Undetermined,
    /// The guard is feasible if quantified formulas are what they were taken for, but a run has not confirmed that.
    Unconfirmed,
}

impl From<Exhausted> for UnknownReason {
    fn from(_: Exhausted) -> Self {
        Self::ResourceLimit
    }
}

/// Counters, for the statistics of a run.
#[derive(Clone, Debug, Default)]
pub struct SolverStats {
    /// Checks by Z3.
    pub solver_calls: u64,
    /// Questions with products that linear arithmetic answered.
    pub linearised: u64,
    /// Questions about numbers of fixed widths that bit-vectors answered.
    pub in_vectors: u64,
    /// Time in Z3, including the construction of questions and the reading of models.
    pub time: Duration,
    /// The number of guards answered without Z3, by shortcut: `false`, `repeated`, `lemmas`, `independent`, `model`,
    /// `sums`.
    pub avoided: BTreeMap<&'static str, u64>,
    /// Questions that Z3 gave up.
    pub given_up: u64,
    /// Lemmas learned.
    pub lemmas: u64,
}

/// Answers whether guards are feasible, for one [`Logic`] and one run. Belongs to the thread that created it.
pub struct Solver {
    smt: smt::Smt,
    /// The steps of Z3 for the first part of a question.
    first_part: u32,
    /// The answers, with the limits of their questions.
    answers: FxHashMap<Guard, (Answer, u32)>,
    lemmas: lemmas::Lemmas,
    models: model::RecentModels,
}

impl Solver {
    /// A solver that knows nothing yet. It may take `rlimit` steps of Z3 for one question; a million take some tenths of a
    /// second. The seed determines Z3's random choices. When the token is cancelled, the running question ends with
    /// `unknown`, and so do all later ones that no shortcut answers.
    pub fn new(rlimit: u32, seed: u32, token: &Token) -> Self {
        Self {
            smt: smt::Smt::new(rlimit, seed, token),
            first_part: rlimit,
            answers: FxHashMap::default(),
            lemmas: lemmas::Lemmas::default(),
            models: model::RecentModels::default(),
        }
    }

    /// Asks hard questions in parts from now on: first with this many steps of Z3, then with twice as many each time. The
    /// cancellation of the guards is asked in between.
    pub fn ask_in_parts(&mut self, first: u32) {
        self.first_part = first;
    }

    /// The counters.
    pub fn stats(&self) -> &SolverStats {
        &self.smt.stats
    }

    /// Forgets what it knows of guards that have been freed.
    pub fn forget(&mut self, is_live: impl Fn(Guard) -> bool) {
        self.answers.retain(|g, _| is_live(*g));
        self.lemmas.forget();
        self.smt.encoder.forget();
    }
}

impl HoldsGuards for Solver {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        // Answers and expressions are remembered as long as other holders keep their guards: `Self::forget`.
        let Self { smt: _, first_part: _, answers: _, lemmas, models: _ } = self;
        lemmas.visit(visit);
    }

    /// What was known of a guard holds for its image too.
    fn rewrite(&mut self, lx: &mut Logic, rewriting: &Rewriting) {
        let Self { smt, first_part: _, answers, lemmas, models: _ } = self;
        let known = std::mem::take(answers);
        *answers = known.into_iter().filter_map(|(g, answer)| Some((rewriting.get(g)?, answer))).collect();
        lemmas.rewrite(lx, rewriting);
        smt.encoder.forget();
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("stats", self.stats()).finish_non_exhaustive()
    }
}
