//! The limits at which an exploration stops although something is left to explore.

use super::watch::Watch;
use crate::cancel::Token;
use crate::config::{Config, Stop};
use crate::guard::Exhausted;
use crate::outcome::Reason;
use std::time::{Duration, Instant};

/// The least that is done after a violation before [`Stop::Soon`] stops: about a second.
const LEAST_AFTER: Done = Done { operations: 10_000, work: 50_000_000 };

/// What an exploration has done so far. Equal runs do the same.
#[derive(Clone, Copy)]
pub struct Done {
    /// Operations of the program.
    pub operations: u64,
    /// Steps through guards. Where loops go on, there are more and more of them in an operation.
    pub work: u64,
}

/// The limits of a run, for all its attempts together.
#[derive(Clone)]
pub struct Limits {
    token: Token,
    started: Instant,
    timeout: Duration,
    /// The time for exploration proper; the rest of `timeout` is for making tests and notes.
    share: Duration,
    stop: Stop,
}

impl Limits {
    /// The limits of a run that begins now.
    pub fn new(config: &Config, watch: &Watch) -> Self {
        let timeout = config.timeout;
        // Divided first, because a timeout may be as long as a `Duration` can be.
        let share = if config.tests || config.notes.is_some() { timeout / 5 * 4 } else { timeout };
        Self { token: watch.token().clone(), started: Instant::now(), timeout, share, stop: config.stop }
    }

    /// The same limits with a child of the token, for an attempt that may be stopped alone.
    pub(super) fn of_part(&self) -> Self {
        Self { token: self.token.child(), ..self.clone() }
    }

    /// The token that stops the run.
    pub fn token(&self) -> &Token {
        &self.token
    }

    /// The time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The reason of a request to stop the run, if there was one.
    pub fn interrupted(&self) -> Option<Reason> {
        self.token.is_cancelled().then(|| self.token.reason().map(Reason::from))?
    }

    /// Whether no time is left, not even to make tests.
    pub fn is_over(&self) -> bool {
        self.started.elapsed() >= self.timeout || self.interrupted().is_some()
    }

    /// The time for making tests, from now on. Where exploration ends early, they get no more than the time kept for them.
    pub fn time_for_tests(&self) -> Duration {
        (self.timeout - self.share).min(self.timeout.saturating_sub(self.started.elapsed()))
    }

    /// Why the run is to stop, if it is: a request, exhausted guards, or the time of exploration proper.
    pub fn ran_out(&self, guards: Result<(), Exhausted>) -> Option<Reason> {
        if let Some(reason) = self.interrupted() {
            return Some(reason);
        }
        if let Err(exhausted) = guards {
            return Some(match exhausted {
                Exhausted::Atoms => Reason::Atoms,
                Exhausted::Memory => Reason::Memory,
                Exhausted::Interrupted => Reason::Interrupted,
            });
        }
        (self.started.elapsed() >= self.share).then_some(Reason::Timeout)
    }

    /// Whether the user wants no more, given what was done before the first violation, and until now.
    pub fn is_enough(&self, first_violation: Option<Done>, now: Done) -> bool {
        let is_reached = |now: u64, first: u64, least: u64| now >= first + first.max(least);
        first_violation.is_some_and(|first| match self.stop {
            Stop::First => true,
            Stop::Soon => {
                is_reached(now.operations, first.operations, LEAST_AFTER.operations)
                    || is_reached(now.work, first.work, LEAST_AFTER.work)
            }
            Stop::All => false,
        })
    }

    /// Whether the user wants no more rounds after a violation.
    pub fn ends_with_round(&self) -> bool {
        self.stop != Stop::All
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_is_done_after_a_violation_as_before_it() {
        let limits = Limits::new(&Config { stop: Stop::Soon, ..Config::default() }, &Watch::new());
        let Done { operations, work } = LEAST_AFTER;
        let done = |operations, work| Done { operations, work };
        assert!(!limits.is_enough(None, done(u64::MAX, u64::MAX)));
        let early = Some(done(5, 7));
        assert!(!limits.is_enough(early, done(operations + 4, work + 6)));
        assert!(limits.is_enough(early, done(operations + 5, 7)));
        assert!(limits.is_enough(early, done(6, work + 7)));
        let late = Some(done(2 * operations, 3 * work));
        assert!(!limits.is_enough(late, done(4 * operations - 1, 6 * work - 1)));
        assert!(limits.is_enough(late, done(4 * operations, 3 * work)));
        assert!(limits.is_enough(late, done(2 * operations, 6 * work)));
    }

    #[test]
    fn tests_have_a_share_of_the_time() {
        let times = |seconds: u64, tests: bool| {
            let config = Config { tests, timeout: Duration::from_secs(seconds), ..Config::default() };
            Limits::new(&config, &Watch::new()).time_for_tests()
        };
        assert_eq!(times(10_000, true), Duration::from_secs(2_000));
        assert_eq!(times(0, true), Duration::ZERO);
        assert_eq!(times(10_000, false), Duration::ZERO);
    }
}
