//! The second oracle: another implementation of the source language replays what the interpreter has replayed.

use super::error::Error;
use super::program::Program;
use crate::config::Dialect;
use crate::front::{Opinion, Oracle};
use crate::ir::Fault;
use crate::outcome::{Outcome, SecondReplay, Violation};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The longest time for the replays of one exploration.
const LONGEST: Duration = Duration::from_secs(20);
/// Why the violations are not replayed for which no time is left.
const NO_TIME: &str = "no time is left";

/// Another implementation of the language of a program, if there is one and it is asked.
pub struct SecondOracle<'a>(Option<Box<dyn Oracle + 'a>>);

impl<'a> SecondOracle<'a> {
    /// The one of the language of a program. `home` is the folder of the one that the user has chosen. It is started by the first
    /// replay, and makes all replays.
    pub fn new(program: &'a Program, dialect: &Dialect, home: Option<&Path>) -> Self {
        Self(program.front().oracle(program.ir(), program.source(), dialect, home))
    }

    /// None, where none is to be asked.
    pub fn none() -> Self {
        Self(None)
    }

    /// Replays the violations of an exploration in this time, or in less, and notes in each what has come of it.
    ///
    /// # Errors
    /// [`Error::Internal`] when a run ends in another way than in the interpreter: a defect.
    pub fn replay(&mut self, outcome: &mut Outcome, limit: Duration) -> Result<(), Error> {
        let Some(oracle) = &mut self.0 else { return Ok(()) };
        let until = Instant::now() + limit.min(LONGEST);
        let entry = outcome.entry;
        for violation in &mut outcome.violations {
            let left = until.saturating_duration_since(Instant::now());
            let (by, opinion) = match left.is_zero() {
                true => (oracle.name().to_owned(), Opinion::NotReplayed(NO_TIME.to_owned())),
                false => oracle.replay(entry, &violation.inputs, &fault(violation), left),
            };
            let not_replayed = match opinion {
                Opinion::Confirmed => None,
                Opinion::NotReplayed(reason) => Some(reason),
                Opinion::Disagrees { expected, found } => {
                    let inputs = serde_json::to_string(&violation.inputs).unwrap_or_default();
                    return Err(Error::Internal(format!(
                        "a violation does not replay on the {by}\n  interpreter: {expected}\n  {by}: {found}\n  inputs: {inputs}"
                    )));
                }
            };
            Arc::make_mut(violation).second = Some(SecondReplay { by, not_replayed });
        }
        Ok(())
    }
}

/// What is violated. It is the same for every run, whichever check of the place it was.
fn fault(violation: &Violation) -> Fault {
    let Violation { kind, cause, class, span, line, method, call_site, .. } = *violation;
    Fault { kind, cause, class, span, line, method, call_site, check: None }
}
