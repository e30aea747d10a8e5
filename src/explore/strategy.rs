//! Which attempts are made, with what effort, and what happens when one gives up.
//!
//! The first attempt tells symbolic numbers apart by their guards, but for those of which `transition/conditional.rs`
//! makes conditional terms. The second leaves those of variables that steer to the solver as well. Which of them is
//! faster, often by ten times, nobody can tell before: so they take turns, and whichever ends first has the answer. A
//! turn ends after a step, when the attempt has done its share of the work, which is counted in steps through guards and
//! of Z3 and so the same in equal runs. The second has a small share until it has come as far as the first.

use super::beside::{Beside, is_wanted};
use super::bounds::Bounds;
use super::cases;
use super::error::Error;
use super::finals::Finals;
use super::limits::Limits;
use super::notes;
use super::outcome::{FailedStep, Outcome, Unproved, Verdict};
use super::prove::unfit;
use super::session::{Pause, Session};
use super::watch::Watch;
use crate::config::Config;
use crate::ir::{MethodId, Program};
use crate::state::Sigma;
use crate::transition::Conditional;
use std::ops::RangeInclusive;
use std::thread;

/// The work after which a second attempt gets its first turn, in steps through guards: some tenths of a second. Builds
/// with debug assertions begin it early, so that tests cover it.
const FIRST_TURN: u64 = if cfg!(debug_assertions) { 1 << 14 } else { 1 << 21 };

/// The next turn comes when the first attempt has done this many times the work.
const AGAIN: u64 = 2;

/// What the second attempt may have cost, as a share of the first, as long as it has not come as far.
const SHARE: u64 = 8;

/// What the second attempt may have cost, as a multiple of the first, when it has come as far.
const LEAD: u64 = 2;

/// The least and the most steps of Z3 for a question about a check, as long as other questions or another attempt may make
/// it superfluous.
const HASTE: RangeInclusive<u32> = 250_000..=2_000_000;

/// What such a question of the first attempt may cost, as a share of the work so far. A turn does not end within a step,
/// and an assertion asks many questions in one.
const HASTY_SHARE: u64 = 8;

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
    let unproved = match outcome.verdict {
        Verdict::Unknown if is_wanted(config) => Unproved { unfit: unfit(program, entry, config), failed_steps },
        Verdict::Unknown | Verdict::Valid | Verdict::Invalid => Unproved::default(),
    };
    let notes = notes::told(&mut session);
    Ok((session, Outcome { unproved, notes, ..outcome }))
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
        let may_collapse = session.machine.policy.may_collapse;
        session.machine.haste = may_collapse.then_some(*HASTE.start());
        Attempt { session, asked: 0 }
    };
    let mut first = attempt(Bounds::default());
    let mut second = None;
    let mut turn = first.session.machine.policy.may_collapse.then_some(FIRST_TURN);
    thread::scope(|scope| {
        let mut beside = Beside::new(scope, program, entry, config, watch);
        loop {
            let pause = first.run(&mut beside, |_, effort| turn.is_some_and(|turn| effort > turn))?;
            if pause == Pause::Ended {
                first.session.ask_again()?;
            }
            let is_open = pause == Pause::Met || first.is_doubtful();
            if turn.is_some() && is_open && (second.is_some() || tells_numbers_apart(&first.session)) {
                let second = second.get_or_insert_with(|| {
                    let mut second = attempt(first.session.frontier.bounds.renewed());
                    second.session.machine.conditional = Conditional::Above(0);
                    // What it gives up, it has lost.
                    second.session.machine.haste = Some(*HASTE.end());
                    second
                });
                let (reached, most) = (first.session.machine.counters.operations, first.effort());
                let ended = second.run(&mut beside, |session, effort| {
                    let is_level = pause == Pause::Ended || session.machine.counters.operations >= reached;
                    let share = if is_level { LEAD * most } else { most / SHARE };
                    session.violations.is_empty() && (effort > share || has_given_up(session))
                })?;
                if ended == Pause::Ended && second.session.outcome().verdict != Verdict::Unknown {
                    std::mem::swap(&mut first, second);
                    break;
                }
            }
            if pause == Pause::Ended {
                break;
            }
            let is_alone = second.as_ref().is_some_and(|second| has_given_up(&second.session));
            turn = turn.filter(|_| !is_alone).map(|turn| AGAIN * turn.max(first.effort()));
        }
        Ok((first.session, std::mem::take(&mut beside.failed_steps)))
    })
}

/// An attempt, and what it has cost.
struct Attempt<'p> {
    session: Session<'p>,
    /// Steps of Z3 so far.
    asked: u64,
}

impl<'p> Attempt<'p> {
    /// Goes on until the end, or until a condition on the session and its effort holds after a step.
    ///
    /// # Errors
    /// As [`Session::run`].
    fn run(&mut self, beside: &mut Beside, mut until: impl FnMut(&Session<'p>, u64) -> bool) -> Result<Pause, Error> {
        let Self { session, asked } = self;
        // Z3 counts what the whole thread asks.
        let (mut seen, mut calls) = (session.machine.solver.effort(), session.machine.solver.stats().solver_calls);
        beside.run(session, |session, _| {
            let solver = &session.machine.solver;
            if calls != solver.stats().solver_calls {
                let now = solver.effort();
                *asked += u64::from(now.wrapping_sub(seen));
                (seen, calls) = (now, solver.stats().solver_calls);
            }
            let effort = session.work(*asked);
            session.machine.haste = session.machine.haste.map(|haste| haste.max(hasty(effort)));
            until(session, effort)
        })
    }

    /// Work so far, in steps through guards.
    fn effort(&self) -> u64 {
        self.session.work(self.asked)
    }

    /// Whether the solver could not tell of a check whether it holds.
    fn is_doubtful(&self) -> bool {
        !self.session.machine.checks.undecided.is_empty()
    }
}

/// Steps of Z3 for a question about a check after some work. A solver is kept for each limit: there are few.
fn hasty(effort: u64) -> u32 {
    let share = u32::try_from(effort / HASTY_SHARE).unwrap_or(u32::MAX);
    *HASTE.start() << (share / HASTE.start()).clamp(1, HASTE.end() / HASTE.start()).ilog2()
}

/// Whether the solver has given up on a question.
fn has_given_up(session: &Session<'_>) -> bool {
    session.machine.solver.stats().given_up > 0
}

/// Whether something has a symbolic number and another, and no violation has been found, so that another attempt may gain.
fn tells_numbers_apart(session: &Session<'_>) -> bool {
    let Session { machine, frontier, .. } = session;
    let several = |sigma: &Sigma| sigma.values().any(|value| value.tells_apart_more_than(&machine.logic, 0));
    machine.checks.found.is_empty() && frontier.sigmas().any(several)
}
