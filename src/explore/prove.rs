//! Proofs by induction: claims are looked for, and each is checked by exploring the fragments.
//!
//! Nothing that a search comes back with is believed: a proof is claims with which every [fragment](crate::induction) has been
//! explored to its end without a violation.

use super::bounds::Bounds;
use super::error::Error;
use super::limits::Limits;
use super::outcome::{Proof, Verdict};
use super::session::{Checkpoint, Pause, Session};
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
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rounds of deepening before the first attempt.
const ROUNDS: u64 = 2;
/// The time that each source gets first, and how many times as much it gets when all have been asked.
const FIRST_TIME: Duration = Duration::from_millis(500);
const LONGER: u32 = 4;
/// Attempts get one part in so many of the time, and a little more to begin with.
const SHARE: u32 = 2;
const ALLOWANCE: Duration = Duration::from_millis(500);
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

/// Looks for proofs, in a share of the time of an exploration.
pub(super) struct Prover<'p> {
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    limits: Limits<'p>,
    /// Stops the explorations of fragments and the solvers with the exploration.
    watch: Arc<Watch>,
    /// The program as pieces and as clauses, once that is known; nothing where it cannot be.
    pieces: Option<Option<(Cuts<'p>, System)>>,
    /// The source that is asked next, and the time it gets; nothing when none is.
    next: Option<(usize, Duration)>,
    /// The time that all of it took.
    spent: Duration,
}

/// Asks every source once, for `time` each at most, whether bounds would be enough or not.
pub fn prove(program: &Program, entry: MethodId, config: &Config, watch: &Watch, time: Duration) -> Option<Proof> {
    let mut prover = Prover::new(program, entry, config, watch, Limits::new(config, watch));
    (0..SOURCES.len()).find_map(|source| {
        prover.next = prover.next.map(|_| (source, time));
        prover.attempt()
    })
}

impl<'p> Prover<'p> {
    /// A prover that has tried nothing yet.
    pub fn new(program: &'p Program, entry: MethodId, config: &'p Config, watch: &Watch, limits: Limits<'p>) -> Self {
        let own = Arc::new(Watch::new());
        let passed_on = Arc::clone(&own);
        watch.on_interrupt(Box::new(move |reason| passed_on.interrupt(reason)));
        let looks = config.proofs && config.mode == Mode::Merge;
        let next = looks.then_some((0, FIRST_TIME));
        Self { program, entry, config, limits, watch: own, pieces: None, next, spent: Duration::ZERO }
    }

    /// Runs a session until it ends, or a condition of the caller holds, or a proof is found: then it ends too.
    pub fn run(
        &mut self,
        session: &mut Session<'p>,
        mut until: impl FnMut(&mut Session<'p>, Checkpoint) -> bool,
    ) -> Result<Pause, Error> {
        loop {
            let mut is_due = false;
            let pause = session.run(|session, at| {
                is_due = self.is_due(session, at);
                is_due || until(session, at)
            })?;
            if !is_due {
                return Ok(pause);
            }
            session.proof = self.attempt();
            if session.proof.is_some() {
                return Ok(Pause::Ended);
            }
        }
    }

    /// Whether an attempt is to be made now: bounds have been deepened twice, nothing is violated, and the attempts have not
    /// had more than their share.
    fn is_due(&self, session: &Session<'_>, at: Checkpoint) -> bool {
        at != Checkpoint::Collected
            && self.next.is_some()
            && session.frontier.tally.rounds >= ROUNDS
            && session.violations.is_empty()
            && self.spent * SHARE <= self.limits.elapsed() + ALLOWANCE
    }

    /// Asks the next source.
    fn attempt(&mut self) -> Option<Proof> {
        let (at, time) = self.next.take()?;
        let began = Instant::now();
        let Self { program, entry, config, .. } = *self;
        let pieces = self.pieces.get_or_insert_with(|| {
            let cuts = Cuts::new(program, entry, &config.dialect).ok()?;
            let system = System::of(&cuts)?;
            Some((cuts, system))
        });
        let (cuts, system) = pieces.as_mut()?;
        let found = ask(system, SOURCES[at], time, config, &self.watch);
        if let Found::Refuted = found {
            // What is read from the heap is any value to the clauses. The fragments know better.
            system.clauses.retain(|clause| !clause.is_soft);
        }
        let proof = match &found {
            Found::Meanings(meanings) => {
                let claims = system.claims(meanings);
                let is_proof = holds(cuts, &claims, config, &self.watch, time.max(began.elapsed()));
                let told = || text::told(cuts, &claims);
                is_proof.then(|| Proof { claims: told(), clauses: system.with_meanings(meanings) })
            }
            _ => None,
        };
        let next = match (at + 1) % SOURCES.len() {
            0 => (0, time * LONGER),
            next => (next, time),
        };
        self.next = Some(next);
        self.spent += began.elapsed();
        proof
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
        notes: None,
        rounds: None,
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
