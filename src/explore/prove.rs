//! Proofs by induction: claims are looked for, and each is checked by exploring the fragments.
//!
//! Nothing that a search comes back with is believed: a proof is claims with which every [fragment](crate::induction) has been
//! explored to its end without a violation.

use super::bounds::Bounds;
use super::limits::Limits;
use super::outcome::{Proof, Verdict};
use super::session::Session;
use super::watch::Watch;
use crate::config::{Config, Dialect, Mode, Stop, Types};
use crate::induction::Claims;
use crate::induction::candidates::candidates;
use crate::induction::cuts::Cuts;
use crate::induction::fragments::Fragments;
use crate::induction::horn::System;
use crate::induction::text;
use crate::ir::{BinaryOp, Expr, MethodId, Program};
use crate::solver::horn::{Answer, HornSolver, Setting};
use crate::solver::houdini::Houdini;
use crate::solver::in_own_context;
use std::iter::successors;
use std::time::{Duration, Instant};

/// The time that each source gets first, and how many times as much it gets when all have been asked.
const FIRST_TIME: Duration = Duration::from_millis(500);
const LONGER: u32 = 4;
/// The exploration of a fragment gets one part in so many of the memory.
const MEMORY_SHARE: u64 = 8;

/// Where claims come from.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// The clauses of the program alone.
    Program,
    /// Horn clauses, by Spacer.
    Spacer(Setting),
    /// Candidates of simple forms.
    Houdini,
}

/// The sources, in the order in which they are asked. Each finds what others do not; what Spacer finds at all, it mostly finds
/// at once.
const SOURCES: [Source; 5] = [
    Source::Program,
    Source::Spacer(Setting::Default),
    Source::Houdini,
    Source::Spacer(Setting::Reversed),
    Source::Spacer(Setting::PlainCores),
];

/// Asks every source again and again, with more time each time, until one has a proof, the watch is interrupted, or a source
/// has had as much time as the exploration has in all.
pub(super) fn search(program: &Program, entry: MethodId, config: &Config, watch: &Watch) -> Option<Proof> {
    let mut search = Search::new(program, entry, config, watch)?;
    let times = successors(Some(FIRST_TIME), |time| time.checked_mul(LONGER));
    times.take_while(|time| *time <= config.timeout.max(FIRST_TIME)).find_map(|time| search.pass(time))
}

/// Asks every source once, for `time` each at most, whether bounds would be enough or not.
pub fn prove(program: &Program, entry: MethodId, config: &Config, watch: &Watch, time: Duration) -> Option<Proof> {
    Search::new(program, entry, config, watch)?.pass(time)
}

/// A program as pieces and as clauses.
struct Search<'p> {
    config: &'p Config,
    /// Stops the explorations of fragments and the solvers.
    watch: &'p Watch,
    cuts: Cuts<'p>,
    system: System,
}

impl<'p> Search<'p> {
    /// Nothing where the program cannot be taken apart.
    fn new(program: &'p Program, entry: MethodId, config: &'p Config, watch: &'p Watch) -> Option<Self> {
        let cuts = Cuts::new(program, entry, &config.dialect).ok()?;
        let system = System::of(&cuts)?;
        Some(Self { config, watch, cuts, system })
    }

    fn pass(&mut self, time: Duration) -> Option<Proof> {
        SOURCES.into_iter().find_map(|source| self.attempt(source, time))
    }

    fn attempt(&mut self, source: Source, time: Duration) -> Option<Proof> {
        if self.watch.interrupted().is_some() {
            return None;
        }
        let began = Instant::now();
        match ask(&self.system, source, time, self.config, self.watch) {
            Found::Meanings(meanings) => {
                let claims = self.system.claims(&meanings);
                let is_proof = holds(&self.cuts, &claims, self.config, self.watch, time.max(began.elapsed()));
                let clauses = || self.system.with_meanings(&meanings);
                is_proof.then(|| Proof { claims: text::told(&self.cuts, &claims), clauses: clauses() })
            }
            Found::Refuted => {
                // What is read from the heap is any value to the clauses. The fragments know better.
                self.system.clauses.retain(|clause| !clause.is_soft);
                None
            }
            Found::Nothing => None,
        }
    }
}

/// What a source comes back with.
enum Found {
    /// What the predicates may mean.
    Meanings(Vec<Expr>),
    /// That there are none with which the clauses are true.
    Refuted,
    /// Nothing in the time.
    Nothing,
}

fn ask(system: &System, source: Source, time: Duration, config: &Config, watch: &Watch) -> Found {
    match source {
        Source::Program => Found::Meanings(system.trivial()),
        Source::Spacer(setting) => {
            let solver = HornSolver::default();
            let interrupter = solver.interrupter();
            watch.on_interrupt(Box::new(move |_| interrupter.interrupt()));
            let Some(program) = &config.executable else { return Found::Nothing };
            match solver.solve(program, system, setting, time) {
                Answer::Interpretation(meanings) => Found::Meanings(meanings),
                Answer::Refuted => Found::Refuted,
                Answer::Unknown => Found::Nothing,
            }
        }
        Source::Houdini => in_own_context(|| {
            let solver = Houdini::default();
            let interrupter = solver.interrupter();
            watch.on_interrupt(Box::new(move |_| interrupter.interrupt()));
            match solver.weaken(system, &candidates(system), Instant::now() + time) {
                Some(left) => Found::Meanings(left.into_iter().map(conjunction).collect()),
                None => Found::Nothing,
            }
        }),
    }
}

fn conjunction(claims: Vec<Expr>) -> Expr {
    let both = |a, b| Expr::Binary(BinaryOp::And, Box::new(a), Box::new(b));
    claims.into_iter().reduce(both).unwrap_or(Expr::bool(true))
}

/// Whether no fragment violates a check, the claims included.
fn holds(cuts: &Cuts<'_>, claims: &Claims, config: &Config, watch: &Watch, time: Duration) -> bool {
    let fragments = Fragments::new(cuts, claims);
    let config = Config {
        // A fragment begins in states that no input of the program has to be in.
        dialect: Dialect {
            nonnull_arrays: false,
            array_length: None,
            types: Types::Symbolic,
            ..config.dialect.clone()
        },
        mode: Mode::Merge,
        unroll: None,
        depth: None,
        heap_depth: None,
        switches: None,
        stop: Stop::First,
        coverage: false,
        tests: false,
        count_csm: false,
        proofs: false,
        timeout: time,
        // Bounds, which find violations, need the memory more.
        memory: config.memory / MEMORY_SHARE,
        ..config.clone()
    };
    fragments.all.iter().all(|fragment| {
        in_own_context(|| {
            let limits = Limits::new(&config, watch);
            let mut session = Session::new(&fragments.program, *fragment, &config, watch, limits, Bounds::default());
            session.run(|_, _| false).is_ok() && session.outcome().verdict == Verdict::Valid
        })
    })
}
