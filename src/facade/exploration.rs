//! One exploration: the worker explores; the calling thread watches the limits and waits.

use super::error::Error;
use super::program::Program;
use super::{memory, worker};
use crate::config::{Config, Dialect};
use crate::explore::{self, Watch};
use crate::ir::{self, MethodId};
use crate::outcome::{Covering, Outcome, Progress, Reason, Status, Verdict};
use crate::portfolio;
use crate::source::{Diagnostic, Phase};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The code of a call that lenient checking let pass.
const UNKNOWN_METHOD: &str = "E0401";
/// How often progress is shown.
const TICK: Duration = Duration::from_millis(50);
/// How often the limits are checked. What is allocated between two checks may exceed the limit of memory, except for what is
/// large: that asks for room first.
const POLL: Duration = Duration::from_millis(10);
/// The bytes that an HTML page takes for each byte of the program's text, as measured. It is made when exploration has ended,
/// and not all memory that is freed then can be used by other threads.
const PAGE: u64 = 20;

/// The least time that a worker has to stop.
const GRACE: Duration = Duration::from_millis(600);

/// The result of the worker.
type Answer = Receiver<thread::Result<Result<Outcome, explore::Error>>>;

/// Explores all executions of a method, within the time and the memory that the configuration allows. When these run
/// out, the outcome is what is known by then, and its verdict is unknown unless a violation was found.
///
/// Memory is that of the whole process, what earlier explorations have freed included: an exploration that begins near the
/// limit may exceed it by an eighth. Equal explorations that no limit cuts short have equal verdicts and violations. Where a
/// proof ends one, it depends on time how far exploration had come.
///
/// # Errors
/// [`Error::Refused`] when the method reaches something that the engine does not execute, or, of a lenient program, a
/// method that does not exist; [`Error::Internal`] on a defect that was noticed, such as a violation that concrete
/// execution does not confirm.
///
/// # Panics
/// On any other defect of the engine.
pub fn explore(program: &Program, entry: MethodId, config: &Config) -> Result<Outcome, Error> {
    explore_watched(program, entry, config, &Arc::new(Watch::new()), |_, _| {})
}

/// The same, with reports on how far it is, and with a watch that can [interrupt](Watch::interrupt) it from another thread.
/// Some twenty times a second `tick` is called with the progress and the time since the beginning. A watch serves one
/// exploration.
///
/// # Errors
/// As for [`explore()`].
///
/// # Panics
/// As for [`explore()`].
pub fn explore_watched(
    program: &Program,
    entry: MethodId,
    config: &Config,
    watch: &Arc<Watch>,
    tick: impl FnMut(&Progress, Duration),
) -> Result<Outcome, Error> {
    let started = Instant::now();
    let resident = memory::resident();
    let limit = after_earlier_explorations(memory_limit(program, config), resident);
    watch.token().set_room(limit.saturating_sub(resident));
    let answer = {
        let (program, config, watch) = (program.clone(), config.clone(), Arc::clone(watch));
        worker::start(move || portfolio::explore(program.ir(), entry, &config, &watch))
    };
    let mut outcome = match wait(&answer, (config.timeout, limit), watch, started, tick) {
        Some(Ok(outcome)) => outcome.map_err(|error| refused(error, program))?,
        Some(Err(panic)) => resume_unwind(panic),
        None => {
            worker::abandon();
            partial(program.ir(), entry, &config.dialect, watch, started)
        }
    };
    outcome.statistics.memory_peak = outcome.statistics.memory_peak.max(memory::peak());
    Ok(outcome)
}

/// Waits for the worker, and enforces the limits of time and memory. Nothing when the worker does not stop although it
/// should.
fn wait(
    answer: &Answer,
    (timeout, memory_limit): (Duration, u64),
    watch: &Watch,
    started: Instant,
    mut tick: impl FnMut(&Progress, Duration),
) -> Option<thread::Result<Result<Outcome, explore::Error>>> {
    let (mut asked, mut ticked): (Option<(Reason, Instant)>, _) = (None, started);
    loop {
        match answer.recv_timeout(POLL) {
            Ok(answer) => return Some(answer),
            Err(RecvTimeoutError::Disconnected) => panic!("a worker ended before its work"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let resident = memory::resident();
        watch.token().set_room(memory_limit.saturating_sub(resident));
        if ticked.elapsed() >= TICK {
            ticked = Instant::now();
            tick(&Progress { memory_bytes: resident, ..watch.progress() }, started.elapsed());
        }
        if watch.interrupted().is_none() {
            if started.elapsed() >= timeout {
                watch.interrupt(Reason::Timeout);
            } else if resident >= memory_limit {
                watch.interrupt(Reason::Memory);
            }
        }
        if let Some(reason) = watch.interrupted() {
            let since = match asked {
                Some((known, since)) if known == reason => since,
                _ => Instant::now(),
            };
            asked = Some((reason, since));
            if since.elapsed() >= grace(reason, timeout) {
                return None;
            }
        }
    }
}

/// The most memory that may be resident while a program is explored, in bytes.
fn memory_limit(program: &Program, config: &Config) -> u64 {
    let page = if config.notes.is_some() { PAGE * program.source().main().text.len() as u64 } else { 0 };
    config.memory.saturating_mul(1 << 20).saturating_sub(page)
}

/// The limit of memory for an exploration that begins with this much resident. What earlier explorations have freed may stay
/// resident until it is used again. Without an eighth more, an exploration would end before it could use it.
fn after_earlier_explorations(limit: u64, resident: u64) -> u64 {
    limit.max(limit.min(resident) + limit / 8)
}

/// How long a worker may take to stop. An interrupt of the user takes effect within a second. A time-out is exceeded by at most
/// a second and a twentieth of it, including what comes after the exploration.
fn grace(reason: Reason, timeout: Duration) -> Duration {
    match reason {
        Reason::Timeout => GRACE + timeout / 20,
        _ => GRACE,
    }
}

/// The error of an exploration without outcome: a fault of the program, or of the engine.
fn refused(error: explore::Error, program: &Program) -> Error {
    match error {
        explore::Error::UnknownMethod { name, span } => {
            let message = format!("a call of the unknown method `{name}` is reached");
            let help = "without --lenient this is an error wherever it stands";
            program.refuse(vec![Diagnostic::error(Phase::Static, UNKNOWN_METHOD, span, message).help(help)])
        }
        error @ (explore::Error::Replay { .. } | explore::Error::Inadmissible { .. } | explore::Error::Refuted(_)) => {
            Error::Internal(error.to_string())
        }
    }
}

/// The outcome that is known although the worker has not stopped.
fn partial(program: &ir::Program, entry: MethodId, dialect: &Dialect, watch: &Watch, started: Instant) -> Outcome {
    let mut outcome = watch.partial().unwrap_or_else(|| nothing_known(program, entry, dialect));
    if outcome.verdict == Verdict::Valid {
        // Nothing else is published as valid: exploration has ended, and what comes after it has not.
        return outcome;
    }
    let reason = watch.interrupted().unwrap_or(Reason::Interrupted);
    if !outcome.reasons.contains(&reason) {
        outcome.reasons.push(reason);
        outcome.reasons.sort_unstable();
    }
    let progress = watch.progress();
    let statistics = &mut outcome.statistics;
    statistics.time_total = started.elapsed();
    statistics.operations = statistics.operations.max(progress.operations);
    statistics.solver_calls = statistics.solver_calls.max(progress.solver_calls);
    statistics.rounds = statistics.rounds.max(progress.round);
    outcome
}

fn nothing_known(program: &ir::Program, entry: MethodId, dialect: &Dialect) -> Outcome {
    let checks = program.checks_of(entry, dialect, |_| false);
    let implicit = program.implicit_checks(program.reachable_methods(entry));
    let implicit = implicit.into_iter().filter(|check| dialect.checks(check.property));
    Outcome {
        checks: checks.into_iter().map(|id| (id, Status::Undecided)).collect(),
        covers: program.covers_of(entry).into_iter().map(|cover| (cover, Covering::Undecided)).collect(),
        implicit: implicit.map(|check| (check, Status::Undecided)).collect(),
        ..Outcome::unknown(entry)
    }
}
