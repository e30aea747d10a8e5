//! What is inductive of claims, by explorations of the [fragments](crate::induction).
//!
//! A claim that some fragment violates where it ends is dropped, and so is one of which the solver cannot tell, until all that
//! are left are preserved: the greatest part of them that is inductive (*Houdini*: C. Flanagan, K. R. M. Leino, *Houdini, an
//! annotation assistant for ESC/Java*, 2001). Each step is a merged exploration of a fragment, all its paths at once, arrays
//! and heaps as ever. What is left is a proof when no check of the program can be violated either.

use super::bounds::Bounds;
use super::limits::Limits;
use super::outcome::Reason;
use super::session::Session;
use super::watch::Watch;
use crate::config::{Config, Dialect, Mode, Stop, Types};
use crate::induction::cuts::Cuts;
use crate::induction::fragments::Fragments;
use crate::induction::{Claims, Role};
use crate::ir::{Fault, MethodId};
use crate::solver::in_own_context;
use std::collections::BTreeSet;
use std::time::Duration;

/// The exploration of a fragment gets one part in so many of the memory: bounds, which find violations, need it more.
const MEMORY_SHARE: u64 = 8;

/// Claims that are dropped, each by its role and its number in it.
type Dropped = BTreeSet<(Role, usize)>;

/// Weakens claims, until a watch is interrupted.
pub(super) struct Weakening<'a, 'p> {
    cuts: &'a Cuts<'p>,
    config: Config,
    watch: &'a Watch,
}

impl<'a, 'p> Weakening<'a, 'p> {
    /// For fragments of a program; none of them is explored for longer than `time`.
    pub fn new(cuts: &'a Cuts<'p>, config: &Config, watch: &'a Watch, time: Duration) -> Self {
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
            stop: Stop::All,
            coverage: false,
            tests: false,
            notes: None,
            rounds: None,
            count_csm: false,
            proofs: false,
            timeout: time,
            memory: config.memory / MEMORY_SHARE,
            ..config.clone()
        };
        Self { cuts, config, watch }
    }

    /// The claims that are left, if they prove the program.
    pub fn weaken(&self, mut claims: Claims) -> Option<Claims> {
        loop {
            let fragments = Fragments::new(self.cuts, &claims);
            let mut dropped = Dropped::new();
            for fragment in &fragments.all {
                dropped.extend(self.refuted(&fragments, *fragment)?);
            }
            if dropped.is_empty() {
                return Some(claims);
            }
            for (role, claims) in &mut claims {
                let mut numbers = 0..;
                claims.retain(|_| numbers.next().is_some_and(|i| !dropped.contains(&(*role, i))));
            }
        }
    }

    /// The claims that a fragment does not preserve; nothing when a check of the program is violated, or the time is over.
    /// (Claims are only dropped: what is violated with all of them is violated with less.)
    fn refuted(&self, fragments: &Fragments, fragment: MethodId) -> Option<Dropped> {
        let Self { config, watch, .. } = self;
        let claim = |fault: &Fault| fault.check.and_then(|check| fragments.claimed.get(&check)).copied();
        in_own_context(|| {
            let limits = Limits::new(config, watch);
            let mut session = Session::new(&fragments.program, fragment, config, watch, limits, Bounds::default());
            session.replays = false;
            let is_hopeless =
                |session: &mut Session<'_>| session.machine.checks.found.keys().any(|f| claim(f).is_none());
            session.run(|session, _| is_hopeless(session)).ok()?;
            if is_hopeless(&mut session) {
                return None;
            }
            let reasons = session.outcome().reasons;
            let known = &session.machine.checks;
            let refuted = known.found.keys().chain(known.undecided.keys()).map(claim);
            let refuted: Dropped = refuted.collect::<Option<_>>()?;
            // With claims of which it could not tell, the solver is a reason; with others, all is.
            let told = !refuted.is_empty() || reasons.is_empty();
            let is_told_why = reasons.iter().all(|reason| {
                matches!(reason, Reason::Solver | Reason::Quantifier | Reason::Approximated | Reason::NoRationalWitness)
            });
            (told && is_told_why).then_some(refuted)
        })
    }
}
