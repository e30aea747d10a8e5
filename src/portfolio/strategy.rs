//! The attempts that are made, their effort, and what happens when one gives up.
//!
//! The first attempt tells symbolic numbers apart by their guards, except where `transition/conditional.rs` makes
//! conditional terms. The second leaves those of control-relevant variables to the solver as well. One is often ten times
//! as fast as the other, and it is not known in advance which. So they take [turns](super::turns), and the first to end has
//! the answer. The second gets a small share of the work until it has come as far as the first.
//!
//! Where input arrays may be long, the second attempt first looks at short ones alone, for a short time. An index into a short
//! array is one of few numbers, which is much cheaper than an index into any array, and most violations need few elements.
//! Violations are all that this can find: longer arrays are left out.

use super::turns::{Attempt, Leaving, Offer, Turns};
use crate::cancel::{self, Token};
use crate::config::{Config, Stop};
use crate::explore::bounds::Bounds;
use crate::explore::observe::Observer;
use crate::explore::session::{Checkpoint, Pause};
use crate::explore::watch::{Watch, lock};
use crate::explore::{Error, Limits};
use crate::guard::Cancellation;
use crate::ir::{MethodId, Program};
use crate::observers::{Observers, Session, cases, notes};
use crate::outcome::{Case, Outcome, Unproved, Verdict};
use crate::proofs::{BackgroundProver, is_wanted, unfit};
use crate::solver::{CONTEXT_BYTES, in_own_context};
use crate::stack::on_big_stack;
use crate::state::Sigma;
use crate::transition::Analyses;
use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// The least and the most steps of Z3 for a question about a check, as long as other questions or another attempt may make
/// it superfluous.
const REDUCED_EFFORT: RangeInclusive<u32> = 250_000..=2_000_000;

/// The cost of such a question of the first attempt, as a share of the work so far. An assertion asks many.
const REDUCED_SHARE: u64 = 8;

/// The most elements of a short array.
const SHORT: u64 = 6;

/// The most work for short arrays, and the most rounds: enough for a loop over an array in a loop over it.
const SHORT_WORK: u64 = 1 << 21;
const SHORT_ROUNDS: u64 = 2;

/// The time for finding out why there is no proof, when everything else is over.
const EXPLAINING: Duration = Duration::from_millis(250);

/// Explores an entry. `prepare` is called with each session before it begins. `then` is called with the session that
/// reached the end and its outcome, in the thread of the attempt that has the answer. Returns the result of `then`.
///
/// # Errors
/// When an unknown method is reached (lenient mode), or on an internal error.
pub fn run<'p, T: Send + Sync>(
    program: &'p Program,
    entry: MethodId,
    config: &'p Config,
    watch: &'p Watch,
    prepare: fn(&mut Session<'p>),
    then: impl FnOnce(Session<'p>, Outcome) -> T + Send,
) -> Result<T, Error> {
    let limits = Limits::new(config, watch);
    thread::scope(|scope| {
        let prover = Mutex::new(BackgroundProver::new(scope, program, entry, config, watch));
        let then = Mutex::new(Some(then));
        let analyses = Arc::new(Analyses::new(program));
        Attempts { analyses, entry, config, watch, limits, prepare, prover, then }.run()
    })
}

/// The data that the attempts to explore an entry share.
struct Attempts<'p, F> {
    analyses: Arc<Analyses<'p>>,
    entry: MethodId,
    config: &'p Config,
    watch: &'p Watch,
    limits: Limits,
    prepare: fn(&mut Session<'p>),
    prover: Mutex<BackgroundProver>,
    /// The caller's function for the end, until an attempt has reached it.
    then: Mutex<Option<F>>,
}

impl<'p, F, T> Attempts<'p, F>
where
    F: FnOnce(Session<'p>, Outcome) -> T + Send,
    T: Send + Sync,
{
    fn run(&self) -> Result<T, Error> {
        let turns = Turns::new();
        thread::scope(|scope| {
            let _leaving = Leaving { turns: &turns, who: Attempt::First };
            let mut session = self.begin(Bounds::default());
            let mut second = None;
            let mut offer = |session: &Session<'p>| {
                let offer = offer_of(session);
                if offer.is_some() && second.is_none() {
                    second = Some(scope.spawn(|| self.second(&turns)));
                }
                turns.offer(offer);
            };
            let takes_turns = session.machine.policy().may_collapse();
            if takes_turns {
                session.machine.reduce_effort(*REDUCED_EFFORT.start());
                turns.ask_within_steps(Attempt::First, &mut session);
            }
            let ended = BackgroundProver::run(&self.prover, &mut session, |session, _| {
                if !takes_turns {
                    return false;
                }
                raise_effort(session);
                if turns.is_time_to_look(session) {
                    offer(session);
                }
                turns.stepped(Attempt::First, session)
            });
            let ended = ended.and_then(|pause| {
                if pause == Pause::Ended {
                    session.ask_again()?;
                    BackgroundProver::take(&self.prover, &mut session);
                    if takes_turns && !session.machine.checks().violations.undecided.is_empty() {
                        offer(&session);
                        turns.give_last();
                    }
                }
                Ok(())
            });
            if turns.settle(Attempt::First) {
                return ended.and_then(|()| self.conclude(session));
            }
            drop(session);
            let answer = second.map(|second| second.join().unwrap_or_else(|panic| resume_unwind(panic)));
            answer.flatten().expect("the second attempt has the answer")
        })
    }

    /// The second attempt, when it gets turns. `None` if it has no answer, or is too late.
    fn second(&self, turns: &Arc<Turns>) -> Option<Result<T, Error>> {
        let _leaving = Leaving { turns, who: Attempt::Second };
        // The thread is made at the first turn: most explorations end without one.
        let offer = turns.begin()?;
        if !self.watch.admits(CONTEXT_BYTES) {
            return None;
        }
        on_big_stack(|| {
            in_own_context(|| {
                let short = offer.arrays.then(|| self.short_arrays(turns)).flatten();
                short.or_else(|| self.leave_numbers_to_solver(offer.numbers?, turns))
            })
        })
    }

    /// Looks for violations with short input arrays. `None` if there are none, or it takes long.
    fn short_arrays(&self, turns: &Arc<Turns>) -> Option<Result<T, Error>> {
        let mut session = self.begin(Bounds::short(SHORT));
        session.machine.reduce_effort(*REDUCED_EFFORT.start());
        session.machine.logic.guards.change_cancellation(|within| Arc::new(AtMost { work: SHORT_WORK, within }));
        self.answer(session, turns, |session, checkpoint| {
            checkpoint == Checkpoint::Parked && session.frontier.tally.rounds >= SHORT_ROUNDS
        })
    }

    /// Explores with the numbers of control-relevant variables left to the solver.
    fn leave_numbers_to_solver(&self, bounds: Bounds, turns: &Arc<Turns>) -> Option<Result<T, Error>> {
        let mut session = self.begin(bounds);
        session.machine.leave_numbers_to_solver();
        self.answer(session, turns, |session, _| session.machine.solver.stats().given_up > 0)
    }

    /// Runs a session of the second attempt. `None` if it has no answer, or is too late. Without a violation it may give up.
    fn answer(
        &self,
        mut session: Session<'p>,
        turns: &Arc<Turns>,
        gives_up: impl Fn(&Session<'p>, Checkpoint) -> bool,
    ) -> Option<Result<T, Error>> {
        turns.ask_within_steps(Attempt::Second, &mut session);
        let ended = BackgroundProver::run(&self.prover, &mut session, |session, checkpoint| {
            turns.stepped(Attempt::Second, session) || session.violations.is_empty() && gives_up(session, checkpoint)
        });
        let has_answer = match ended {
            Ok(Pause::Ended) => session.outcome().verdict != Verdict::Unknown,
            Ok(Pause::Met) => false,
            Err(_) => true,
        };
        (has_answer && turns.settle(Attempt::Second)).then(|| ended.and_then(|_| self.conclude(session)))
    }

    /// A session that has done nothing yet.
    fn begin(&self, bounds: Bounds) -> Session<'p> {
        let Self { analyses, entry, config, watch, limits, .. } = self;
        let observers = Observers::new(analyses.program, *entry, config);
        let mut session = Session::new(Arc::clone(analyses), *entry, config, watch, limits.clone(), bounds, observers);
        (self.prepare)(&mut session);
        session
    }

    /// Concludes the exploration with a session that has reached the end.
    fn conclude(&self, mut session: Session<'p>) -> Result<T, Error> {
        let Self { analyses, entry, config, .. } = self;
        let failed_steps = BackgroundProver::ended(&self.prover);
        let opinion = session.proof.as_ref().and_then(|proof| proof.opinion.as_ref());
        if let Some(refuted) = opinion.and_then(|opinion| opinion.refuted.clone()) {
            return Err(Error::Refuted(refuted));
        }
        // The outcome includes neither the cost of notes and tests, nor what runs out while they are made.
        let mut outcome = session.outcome();
        if config.notes.is_some() || config.tests {
            self.watch.publish(outcome.clone());
        }
        outcome.unproved = match outcome.verdict {
            Verdict::Unknown if is_wanted(config) => {
                let unfit = |token: &Token| unfit(analyses.program, *entry, config, token);
                let unfit = match self.limits.interrupted() {
                    None => unfit(self.limits.token()),
                    Some(_) => Token::new().within(EXPLAINING, unfit),
                };
                Unproved { unfit, failed_steps }
            }
            Verdict::Unknown | Verdict::Valid | Verdict::Invalid => Unproved::default(),
        };
        outcome.notes = notes::notebook(&mut session);
        // Tests come last: when their time is over, nothing more can be done with the session.
        if config.tests {
            outcome.cases = self.tests(&mut session)?;
            // Their runs may cover more than exploration has reached.
            session.observers.report(&session.machine, &mut outcome);
        }
        let then = lock(&self.then).take().expect("one attempt has the answer");
        Ok(then(session, outcome))
    }

    /// Makes tests for as long as their share of the time allows.
    fn tests(&self, session: &mut Session<'p>) -> Result<Vec<Case>, Error> {
        let work = session.limits.token().clone();
        self.limits.token().within(self.limits.time_for_tests(), |time| {
            time.on_cancel(move || work.cancel(cancel::Reason::Timeout));
            cases::generate(session)
        })
    }
}

/// What a second attempt may gain, seen from the first.
fn offer_of(session: &Session<'_>) -> Option<Offer> {
    let numbers = tells_numbers_apart(session).then(|| session.frontier.bounds.renewed());
    let Session { machine, .. } = session;
    let may_be_long = machine.config.dialect.array_length.is_none_or(|most| most > SHORT);
    // Reports about all paths are about long arrays, too.
    let stops = machine.config.stop != Stop::All && machine.checks().violations.found.is_empty();
    let arrays = may_be_long && stops && machine.table.inputs.iter().any(|object| object.length.is_some());
    (numbers.is_some() || arrays).then_some(Offer { numbers, arrays })
}

/// A cancellation that also ends operations after an amount of work.
#[derive(Debug)]
struct AtMost {
    work: u64,
    within: Arc<dyn Cancellation>,
}

impl Cancellation for AtMost {
    fn is_over(&self, work: u64) -> bool {
        work > self.work || self.within.is_over(work)
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.within.has_room(bytes)
    }
}

/// Raises the limit for a question about a check as more work is done.
fn raise_effort(session: &mut Session<'_>) {
    let share = u32::try_from(session.work() / REDUCED_SHARE).unwrap_or(u32::MAX);
    // A solver is kept for each limit, so there are few limits.
    let steps = *REDUCED_EFFORT.start()
        << (share / REDUCED_EFFORT.start()).clamp(1, REDUCED_EFFORT.end() / REDUCED_EFFORT.start()).ilog2();
    session.machine.allow_effort(steps);
}

/// Whether a symbolic number is told apart from another number somewhere, and no violation has been found. Then another
/// attempt may gain.
fn tells_numbers_apart(session: &Session<'_>) -> bool {
    let Session { machine, frontier, .. } = session;
    let several = |sigma: &Sigma| sigma.values().any(|value| value.tells_apart_more_than(&machine.logic, 0));
    machine.checks().violations.found.is_empty() && frontier.sigmas().any(several)
}
