//! Which attempts are made, with what effort, and what happens when one gives up.
//!
//! The first attempt tells symbolic numbers apart by their guards, but for those of which `transition/conditional.rs`
//! makes conditional terms. When such guards have grown too large, a second attempt leaves those of variables that
//! steer to the solver as well; if that is too much for the solver, the first attempt goes on where it was.

use super::beside::Beside;
use super::bounds::Bounds;
use super::cases;
use super::error::Error;
use super::finals::Finals;
use super::limits::Limits;
use super::notes;
use super::outcome::{FailedStep, Outcome, Verdict};
use super::session::{Checkpoint, Pause, Session};
use super::watch::Watch;
use crate::config::Config;
use crate::guard::{Guard, HoldsGuards};
use crate::ir::{MethodId, Program};
use crate::transition::Conditional;
use std::thread;

/// Nodes in use at which an exploration begins anew with numbers that steer in conditional terms, if that may help.
/// Builds with debug assertions do so early, so that tests cover it.
const EXPLODED: usize = if cfg!(debug_assertions) { 1 << 11 } else { 1 << 19 };

/// Steps of Z3 that such an attempt may take: some ten seconds.
const COLLAPSED_EFFORT: u32 = 50_000_000;

/// Whether the final states are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// They are not.
    Nothing,
    /// They are.
    Finals,
}

/// Explores an entry. Gives the session that reached the end, and its outcome.
///
/// # Errors
/// When an unknown method is reached (lenient mode), or on an internal error.
pub fn run<'p>(
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    watch: &'p Watch,
    keep: Keep,
) -> Result<(Session<'p>, Outcome), Error> {
    let (mut session, failed_steps) = explored(program, entry, config, watch, keep)?;
    let cases = if config.tests {
        session.publish();
        cases::generate(&mut session)?
    } else {
        Vec::new()
    };
    if config.notes.is_some() {
        session.publish();
    }
    // What telling the notes costs is no part of the outcome, nor is what runs out over it.
    let outcome = Outcome { cases, ..session.outcome() };
    let failed_steps = if outcome.verdict == Verdict::Unknown { failed_steps } else { Vec::new() };
    let notes = notes::told(&mut session);
    Ok((session, Outcome { failed_steps, notes, ..outcome }))
}

/// The session that reached the end, and the clauses of loops that do not follow from themselves as far as that is known.
fn explored<'p>(
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    watch: &'p Watch,
    keep: Keep,
) -> Result<(Session<'p>, Vec<FailedStep>), Error> {
    let limits = Limits::new(config, watch);
    let attempt = |bounds: Bounds| {
        let mut session = Session::new(program, entry, config, watch, limits, bounds);
        session.observers.finals = (keep == Keep::Finals).then(Finals::default);
        session
    };
    let mut session = attempt(Bounds::default());
    let may_collapse = session.machine.policy.may_collapse;
    let exploded = |session: &mut Session<'_>, at| at == Checkpoint::Collected && may_collapse && has_exploded(session);
    thread::scope(|scope| {
        let mut beside = Beside::new(scope, program, entry, config, watch);
        if beside.run(&mut session, exploded)? == Pause::Met {
            let mut second = attempt(session.frontier.bounds.renewed());
            second.machine.conditional = Conditional::Above(1);
            if beside.run(&mut second, |second, _| is_overtaxed(second))? == Pause::Ended {
                session = second;
            } else {
                beside.run(&mut session, |_, _| false)?;
            }
        }
        Ok((session, std::mem::take(&mut beside.failed_steps)))
    })
}

/// Whether there are enough nodes, most of them in guards of symbolic numbers, that an attempt to leave these numbers
/// to the solver is worth its cost.
fn has_exploded(session: &mut Session<'_>) -> bool {
    let Session { machine, frontier, .. } = session;
    let nodes = machine.logic.guards.nodes_in_use();
    if nodes < EXPLODED || !machine.checks.found.is_empty() {
        return false;
    }
    let logic = &mut machine.logic;
    let stored = frontier.sigmas().flat_map(|sigma| sigma.values());
    let symbolic = stored.filter(|value| value.has_symbolic_number(logic));
    let mut numbers: Vec<Guard> = Vec::new();
    symbolic.for_each(|value| value.visit(&mut |guard| numbers.push(guard)));
    2 * logic.guards.nodes_of(&numbers) >= nodes
}

/// Whether the solver has given up on a question, or has used up its effort.
fn is_overtaxed(session: &mut Session<'_>) -> bool {
    let solver = &session.machine.solver;
    solver.stats().given_up > 0 || solver.effort() > COLLAPSED_EFFORT
}
