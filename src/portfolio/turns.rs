//! Two attempts that take turns.
//!
//! Each has a thread of its own, and one runs at a time. Turns change between two steps. They also change within a step,
//! whenever an operation of guards asks its [cancellation](Cancellation), since a single step can take longer than all
//! others. Turns are counted in work, not in time, so that equal runs take equal turns.

use crate::explore::bounds::Bounds;
use crate::explore::watch::lock;
use crate::guard::Cancellation;
use crate::observers::Session;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The work after which the second attempt gets its first turn: one or two tenths of a second. Builds with debug
/// assertions begin it early, so that tests cover it.
const FIRST_TURN: u64 = if cfg!(debug_assertions) { 1 << 14 } else { 1 << 20 };

/// The next turn comes when the work of the first attempt has grown by one part in this many.
const AGAIN: u64 = 4;

/// The second attempt may do one part in this many of the work of the first, as long as it has not come as far.
const SHARE: u64 = 8;

/// The second attempt may do as much work as the first, up to this amount, if the first has not ended its step since the last
/// turn: some tenths of a second. Such a step may take longer than all that the second attempt has to do.
const WHILE_STUCK: u64 = 2 * FIRST_TURN;

/// When it has come as far, it may do as much work for each operation of the program, but at most this many times the work.
const LEAD: u64 = 4;

/// It has come as far when at most one part in this many of the operations is missing.
const NEARLY: u64 = 16;

/// Steps of Z3 in the first part of a question. What is too hard for a turn is asked again in a later one.
const FIRST_PART: u32 = 1_000_000;

/// The work after which the first attempt looks for a reason for a second one. It looks again in every new round, and
/// whenever its work has doubled.
const FIRST_LOOK: u64 = FIRST_TURN / 64;

/// One of the two attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attempt {
    /// It begins.
    First,
    /// It begins when it is wanted, and the first has done some work.
    Second,
}

impl Attempt {
    fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// What a second attempt may gain.
#[derive(Debug, Default)]
pub(super) struct Offer {
    /// The bounds to begin with, if numbers are told apart that could be left to the solver.
    pub numbers: Option<Bounds>,
    /// Whether there are input arrays, which may be long.
    pub arrays: bool,
}

/// The state of the second attempt.
#[derive(Debug)]
enum Second {
    /// It would gain nothing.
    Unwanted,
    /// It may begin.
    Wanted(Offer),
    /// It has begun.
    Begun,
    /// It has ended without an answer.
    Out,
}

/// The progress of an attempt.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    work: u64,
    operations: u64,
    /// It has found a violation.
    found: bool,
}

#[derive(Debug)]
struct Table {
    whose: Attempt,
    second: Second,
    /// The attempt that has the answer. The other one has lost.
    winner: Option<Attempt>,
    /// The progress of the two attempts.
    reached: [Reached; 2],
    /// The work of the first at which the second has its next turn.
    next: u64,
    /// The operations of the first at the last turn of the second.
    last: u64,
    /// The work of the first at which it looks again whether a second attempt may gain, and the round of its last look.
    look: (u64, u64),
    /// Whether the first has nothing more to do but to wait.
    is_last: bool,
}

impl Table {
    /// Whether the turn of an attempt is over.
    fn is_due(&self, who: Attempt) -> bool {
        let [first, second] = self.reached;
        match who {
            Attempt::First => matches!(self.second, Second::Wanted(_) | Second::Begun) && first.work > self.next,
            Attempt::Second => !second.found && second.work > self.share(),
        }
    }

    /// The work that the second attempt may have done by the end of its turn.
    fn share(&self) -> u64 {
        let [first, second] = self.reached;
        let has_come_as_far = second.operations + second.operations / NEARLY >= first.operations;
        match has_come_as_far {
            true => {
                let at_equal_cost = first.work.saturating_mul(second.operations) / first.operations.max(1);
                at_equal_cost.min(LEAD * first.work)
            }
            false if self.is_last => first.work,
            false if first.operations == self.last => first.work.min(WHILE_STUCK).max(first.work / SHARE),
            false => first.work / SHARE,
        }
    }
}

/// Whose turn it is.
#[derive(Debug)]
pub(super) struct Turns {
    table: Mutex<Table>,
    changed: Condvar,
}

impl Turns {
    /// Turns in which the first attempt is running, and a second is not wanted yet.
    pub fn new() -> Arc<Self> {
        let table = Table {
            whose: Attempt::First,
            second: Second::Unwanted,
            winner: None,
            reached: Default::default(),
            next: FIRST_TURN,
            last: 0,
            look: (FIRST_LOOK, 0),
            is_last: false,
        };
        Arc::new(Self { table: Mutex::new(table), changed: Condvar::new() })
    }

    /// Makes an attempt ask for its turn within its steps.
    pub fn ask_within_steps(self: &Arc<Self>, who: Attempt, session: &mut Session<'_>) {
        let turns = Arc::clone(self);
        session.machine.solver.ask_in_parts(FIRST_PART);
        session.machine.logic.guards.change_cancellation(|within| Arc::new(Seat { turns, who, within }));
    }

    /// Whether the first attempt must look, after a step, whether a second one may gain anything.
    pub fn is_time_to_look(&self, session: &Session<'_>) -> bool {
        let (work, round) = (session.work(), session.frontier.tally.rounds);
        let mut table = self.lock();
        let is_time = work > table.look.0 || work > FIRST_LOOK && round != table.look.1;
        if is_time {
            table.look = (2 * work, round);
        }
        is_time && matches!(table.second, Second::Unwanted | Second::Wanted(_))
    }

    /// Offers the second attempt to begin; `None` if it can gain nothing.
    pub fn offer(&self, offer: Option<Offer>) {
        let mut table = self.lock();
        if let Second::Unwanted | Second::Wanted(_) = table.second {
            table.second = offer.map_or(Second::Unwanted, Second::Wanted);
        }
    }

    /// Notes that an attempt has made a step. The other one may have turns before this returns. Returns whether the other
    /// one has the answer.
    pub fn stepped(&self, who: Attempt, session: &Session<'_>) -> bool {
        {
            let reached = &mut self.lock().reached[who as usize];
            reached.operations = session.machine.counters().operations;
            reached.found = !session.violations.is_empty();
        }
        self.work(who, session.work())
    }

    /// Notes that an attempt has done work. The other one may have turns before this returns. Returns whether the other one
    /// has the answer.
    fn work(&self, who: Attempt, work: u64) -> bool {
        let mut table = self.lock();
        table.reached[who as usize].work = work;
        if table.winner.is_none() && table.is_due(who) {
            table = self.pass(table, who);
            if who == Attempt::First {
                table.next = work + work / AGAIN;
                table.last = table.reached[who as usize].operations;
            }
        }
        table.winner.is_some_and(|winner| winner != who)
    }

    /// Passes the turn to the other attempt. Waits until it comes back, or one has the answer.
    fn pass<'a>(&self, mut table: MutexGuard<'a, Table>, from: Attempt) -> MutexGuard<'a, Table> {
        table.whose = from.other();
        self.changed.notify_all();
        self.wait(table, from)
    }

    /// Waits until an attempt has the turn, or one has the answer.
    fn wait<'a>(&self, table: MutexGuard<'a, Table>, who: Attempt) -> MutexGuard<'a, Table> {
        let waits = |table: &mut Table| table.whose != who && table.winner.is_none();
        self.changed.wait_while(table, waits).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the first turn of the second attempt. Returns what it may gain, or `None` if it is not needed.
    pub fn begin(&self) -> Option<Offer> {
        let mut table = self.wait(self.lock(), Attempt::Second);
        match std::mem::replace(&mut table.second, Second::Begun) {
            Second::Wanted(offer) if table.winner.is_none() => Some(offer),
            _ => None,
        }
    }

    /// Gives the second attempt a last turn. The first has come to an end that leaves something open.
    pub fn give_last(&self) {
        let mut table = self.lock();
        table.is_last = true;
        if table.winner.is_none() && matches!(table.second, Second::Wanted(_) | Second::Begun) {
            drop(self.pass(table, Attempt::First));
        }
    }

    /// Notes that an attempt has the answer, unless the other one has it already. Returns whether it is the winner.
    pub fn settle(&self, who: Attempt) -> bool {
        let mut table = self.lock();
        let winner = *table.winner.get_or_insert(who);
        self.changed.notify_all();
        winner == who
    }

    /// A panic of the other attempt leaves the table intact, because no code that may panic runs while it is locked.
    fn lock(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }
}

/// Ends an attempt when dropped, with or without an answer, or in a panic. The other one then does not wait for it.
pub(super) struct Leaving<'a> {
    /// The table that it leaves.
    pub turns: &'a Turns,
    /// The attempt that leaves.
    pub who: Attempt,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut table = self.turns.lock();
        match self.who {
            Attempt::First => _ = table.winner.get_or_insert(Attempt::First),
            Attempt::Second => (table.second, table.whose) = (Second::Out, Attempt::First),
        }
        self.turns.changed.notify_all();
    }
}

/// The cancellation of an attempt that takes turns, asked within its operations.
#[derive(Debug)]
struct Seat {
    turns: Arc<Turns>,
    who: Attempt,
    /// The cancellation without turns, which is asked too.
    within: Arc<dyn Cancellation>,
}

impl Cancellation for Seat {
    fn is_over(&self, work: u64) -> bool {
        // The run may have been stopped by the time the turn comes back.
        self.within.is_over(work) || self.turns.work(self.who, work) || self.within.is_over(work)
    }

    fn has_room(&self, bytes: u64) -> bool {
        self.within.has_room(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;
    use std::thread;

    /// Work of one operation in these tests.
    const STEP: u64 = FIRST_TURN / 64;

    fn turns() -> Arc<Turns> {
        let turns = Turns::new();
        turns.offer(Some(Offer::default()));
        turns
    }

    /// Both attempts work until the first or the second has done its amount of work, and is the winner. The first ends its
    /// steps, which adds little to its operations. Returns the winner, and for each step which attempt worked, with the work
    /// of both.
    fn play(first: u64, second: u64, operations: [u64; 2]) -> (Option<Attempt>, Vec<(Attempt, [u64; 2])>) {
        play_with(first, second, operations.map(|operations| operations << 16), 1)
    }

    /// As [`play`], with what the first adds to its operations whenever it works.
    fn play_with(
        first: u64,
        second: u64,
        operations: [u64; 2],
        steps: u64,
    ) -> (Option<Attempt>, Vec<(Attempt, [u64; 2])>) {
        let (turns, log) = (turns(), Mutex::new(Vec::new()));
        {
            let mut table = turns.lock();
            for (reached, operations) in table.reached.iter_mut().zip(operations) {
                reached.operations = operations;
            }
        }
        let work_until = |who: Attempt, most: u64| {
            let mut work = 0;
            while work < most {
                work += STEP;
                if who == Attempt::First {
                    turns.lock().reached[who as usize].operations += steps;
                }
                if turns.work(who, work) {
                    return;
                }
                log.lock().unwrap().push((who, turns.lock().reached.map(|reached| reached.work)));
            }
            turns.settle(who);
        };
        thread::scope(|scope| {
            let _leaving = Leaving { turns: &turns, who: Attempt::First };
            scope.spawn(|| {
                let _leaving = Leaving { turns: &turns, who: Attempt::Second };
                if turns.begin().is_some() {
                    work_until(Attempt::Second, second);
                }
            });
            work_until(Attempt::First, first);
        });
        let winner = turns.lock().winner;
        (winner, log.into_inner().unwrap())
    }

    #[test]
    fn one_that_is_behind_has_a_share() {
        let (winner, log) = play(16 * FIRST_TURN, u64::MAX, [100, 10]);
        assert_eq!(winner, Some(Attempt::First));
        let (_, [first, second]) = log[log.len() - 1];
        assert!(second <= first / SHARE + STEP, "{second} of {first}");
        assert!(second >= first / SHARE / 2, "{second} of {first}");
    }

    #[test]
    fn one_that_is_stuck_shares_the_first_work() {
        for (first, second) in [(2, 2), (4, 2), (64, 8)] {
            let (winner, log) = play_with(first * FIRST_TURN, u64::MAX, [100, 10], 0);
            assert_eq!(winner, Some(Attempt::First));
            let (_, [_, work]) = log[log.len() - 1];
            // Each turn is at least a step.
            assert!(work <= second * FIRST_TURN + 16 * STEP && work > second * FIRST_TURN / 2, "{work} of {first}");
        }
    }

    #[test]
    fn one_that_has_come_as_far_may_cost_as_much_for_it() {
        for (operations, most) in [([100, 100], 1), ([100, 95], 1), ([100, 300], 3), ([100, 10_000], LEAD)] {
            let (winner, log) = play(16 * FIRST_TURN, u64::MAX, operations);
            assert_eq!(winner, Some(Attempt::First));
            let (_, [first, second]) = log[log.len() - 1];
            assert!(second <= most * first + STEP && second > most * first / 2, "{operations:?}: {second} of {first}");
        }
    }

    #[test]
    fn equal_runs_take_equal_turns() {
        let runs = [0, 1].map(|_| play(u64::MAX, 3 * FIRST_TURN, [100, 120]));
        assert_eq!(runs[0], runs[1]);
        assert_eq!(runs[0].0, Some(Attempt::Second));
    }

    #[test]
    fn nobody_waits_for_one_that_has_left() {
        let (winner, log) = play(4 * FIRST_TURN, 0, [100, 10]);
        assert_eq!(winner, Some(Attempt::Second), "it had nothing to do");
        assert!(log.iter().all(|(who, _)| *who == Attempt::First));
        let turns = turns();
        let second = || {
            let _leaving = Leaving { turns: &turns, who: Attempt::Second };
            turns.begin().map(|_| panic!("of the second"))
        };
        let ended = catch_unwind(|| {
            thread::scope(|scope| {
                let _leaving = Leaving { turns: &turns, who: Attempt::First };
                let second = scope.spawn(second);
                assert!(!turns.work(Attempt::First, 2 * FIRST_TURN), "it goes on alone");
                assert!(second.join().is_err());
                panic!("of the first");
            })
        });
        assert!(ended.is_err());
        let turns = self::turns();
        let ended = catch_unwind(|| {
            thread::scope(|scope| {
                let _leaving = Leaving { turns: &turns, who: Attempt::First };
                scope.spawn(|| assert!(turns.begin().is_none(), "it is too late"));
                panic!("of the first");
            })
        });
        assert!(ended.is_err());
    }
}
