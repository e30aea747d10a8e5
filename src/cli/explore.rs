//! `multise explore`: a worker explores; this thread watches the limits and the clock, and reports.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::load::{Loaded, load, refuse, supported};
use super::output::{complain, print, stderr_style, stdout_style};
use super::progress::Line;
use super::{memory, options, panics, suite};
use crate::config::Config;
use crate::explore::coverage::Coverage;
use crate::explore::outcome::{Reason, Statistics, Status, Verdict};
use crate::explore::{self, Outcome, Watch};
use crate::frontend::on_big_stack;
use crate::ir::{Check, Kind, MethodId, Program};
use crate::report::text::Detail;
use crate::report::{Finished, coverage, json, text};
use crate::source::{Diagnostic, Phase};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The code of a call that lenient checking let pass.
const UNKNOWN_METHOD: &str = "E0401";
/// How often limits and progress are looked at.
const TICK: Duration = Duration::from_millis(50);

/// What worker, watcher and the handler of Ctrl-C share. It is never freed: a worker that does not stop in time may
/// use it until the process ends.
#[derive(Default)]
struct Shared {
    watch: Watch,
    loaded: OnceLock<Loaded>,
}

/// What the worker comes back with.
type Answer = Result<Outcome, Failure>;

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let started = Instant::now();
    let (config, detail) = options::explore(args).map_err(|e| Failure::refused(&e.to_string(), stderr_style()))?;
    let shared: &'static Shared = Box::leak(Box::default());
    stop_on_ctrl_c(&shared.watch)?;
    let answers = start(args, &config, detail == Detail::Quiet, shared)?;
    let line = Line::new(detail == Detail::Quiet);
    let answer = watch_over(&answers, &config, &shared.watch, started, |elapsed| {
        line.update(&shared.watch, shared.loaded.get().map(|l| &l.source), elapsed);
    });
    line.clear();
    let interrupted = shared.watch.interrupted() == Some(Reason::Interrupted);
    let outcome = match answer {
        Some(answer) => Some(answer?),
        None => shared.loaded.get().map(|loaded| {
            let entry = loaded.entry.expect("an entry was asked for");
            partial(loaded, entry, &shared.watch, started)
        }),
    };
    let (Some(mut outcome), Some(loaded)) = (outcome, shared.loaded.get()) else {
        complain("stopped before exploration began\n");
        return Ok(if interrupted { Exit::Interrupted } else { Exit::Unknown });
    };
    outcome.statistics.memory_peak = outcome.statistics.memory_peak.max(memory::peak());
    let exit = if interrupted { Exit::Interrupted } else { exit_of(outcome.verdict) };
    let entry = outcome.entry;
    by_products(args, &config, detail, loaded, &[(entry, &outcome)])?;
    match print(&report(args, &config, detail, loaded, &outcome)?) {
        // The verdict stands, whether or not anybody reads it.
        Ok(()) | Err(Failure::Deaf) => Ok(exit),
        Err(failure) => Err(failure),
    }
}

/// The exit code of a verdict.
pub fn exit_of(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Valid => Exit::Good,
        Verdict::Invalid => Exit::Bad,
        Verdict::Unknown => Exit::Unknown,
    }
}

/// Writes the files that were asked for.
pub fn by_products(
    args: &Explore,
    config: &Config,
    detail: Detail,
    loaded: &Loaded,
    explored: &[(MethodId, &Outcome)],
) -> Result<(), Failure> {
    if let Some(folder) = &args.tests {
        let count = on_big_stack(|| suite::write(folder, loaded, config, explored))?;
        if detail != Detail::Quiet {
            complain(&suite::told(count, folder));
        }
    }
    if let Some(file) = &args.lcov {
        let mut coverage = Coverage::default();
        explored.iter().filter_map(|(_, outcome)| outcome.coverage.as_ref()).for_each(|c| coverage.join(c));
        let text = coverage::lcov(&loaded.program, &loaded.source, &coverage);
        std::fs::write(file, text)
            .map_err(|e| Failure::refused(&format!("cannot write `{}`: {e}", file.display()), stderr_style()))?;
    }
    Ok(())
}

fn report(
    args: &Explore,
    config: &Config,
    detail: Detail,
    loaded: &Loaded,
    outcome: &Outcome,
) -> Result<String, Failure> {
    let Loaded { program, source, warnings, .. } = loaded;
    let finished = Finished { program, source, config, outcome, diagnostics: warnings };
    match args.format {
        Format::Text => Ok(text::render(&finished, detail, args.stats, stdout_style())),
        Format::Json => json::render(&finished).map_err(|error| Failure::Internal(error.to_string())),
    }
}

/// The first Ctrl-C asks the exploration to stop; the second does not ask.
fn stop_on_ctrl_c(watch: &'static Watch) -> Result<(), Failure> {
    let handler = || {
        if watch.interrupted() == Some(Reason::Interrupted) {
            std::process::exit(Exit::Interrupted as i32);
        }
        watch.interrupt(Reason::Interrupted);
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Internal(error.to_string()))
}

/// Starts the worker.
fn start(args: &Explore, config: &Config, quiet: bool, shared: &'static Shared) -> Result<Receiver<Answer>, Failure> {
    let (sender, receiver) = channel();
    let (file, entry, config) = (args.file.clone(), args.entry.clone(), config.clone());
    let work = move || {
        let explored = || -> Answer {
            let loaded = load(&file, Some(&entry), &config.dialect, quiet)?;
            supported(&loaded)?;
            let loaded = shared.loaded.get_or_init(|| loaded);
            let start = loaded.entry.expect("an entry was asked for");
            let outcome = explore::explore(&loaded.program, start, &config, &shared.watch);
            outcome.map_err(|error| failure(error, loaded))
        };
        let answer = panics::caught(|| on_big_stack(explored)).unwrap_or_else(|panic| Err(Failure::Internal(panic)));
        // Nobody listens any more once the partial report is printed.
        let _ = sender.send(answer);
    };
    let spawned = thread::Builder::new().name("worker".to_owned()).spawn(work);
    spawned.map(|_| receiver).map_err(|error| Failure::Internal(error.to_string()))
}

/// An exploration that gave no verdict: the program's fault, or that of this program.
pub fn failure(error: explore::Error, loaded: &Loaded) -> Failure {
    match error {
        explore::Error::UnknownMethod { name, span } => {
            let message = format!("a call of the unknown method `{name}` is reached");
            let help = "without --lenient this is an error wherever it stands";
            let diagnostic = Diagnostic::error(Phase::Static, UNKNOWN_METHOD, span, message).help(help);
            refuse(&[diagnostic], &loaded.source)
        }
        error @ (explore::Error::Replay { .. } | explore::Error::Inadmissible { .. }) => {
            Failure::Internal(error.to_string())
        }
    }
}

/// Waits for the worker, and enforces the limits. Nothing when the worker does not stop although it was asked to.
pub fn watch_over<T>(
    answers: &Receiver<Result<T, Failure>>,
    config: &Config,
    watch: &Watch,
    started: Instant,
    tick: impl Fn(Duration),
) -> Option<Result<T, Failure>> {
    let mut asked: Option<(Reason, Instant)> = None;
    loop {
        let left = config.timeout.saturating_sub(started.elapsed());
        let wait = if asked.is_none() { TICK.min(left.max(Duration::from_millis(1))) } else { TICK };
        match answers.recv_timeout(wait) {
            Ok(answer) => return Some(answer),
            Err(RecvTimeoutError::Disconnected) => {
                return Some(Err(Failure::Internal("the worker vanished".to_owned())));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        tick(started.elapsed());
        if watch.interrupted().is_none() {
            if started.elapsed() >= config.timeout {
                watch.interrupt(Reason::Timeout);
            } else if memory::resident() / (1024 * 1024) >= config.memory {
                watch.interrupt(Reason::Memory);
            }
        }
        if let Some(reason) = watch.interrupted() {
            let since = match asked {
                Some((known, since)) if known == reason => since,
                _ => Instant::now(),
            };
            asked = Some((reason, since));
            if since.elapsed() >= grace(reason) {
                return None;
            }
        }
    }
}

/// How long a worker may take to stop. Ctrl-C is answered within a second.
fn grace(reason: Reason) -> Duration {
    match reason {
        Reason::Interrupted => Duration::from_millis(600),
        Reason::Memory => Duration::from_secs(2),
        _ => Duration::from_secs(5),
    }
}

/// What is known although the worker has not come back.
pub fn partial(loaded: &Loaded, entry: MethodId, watch: &Watch, started: Instant) -> Outcome {
    let mut outcome = watch.partial().unwrap_or_else(|| nothing_known(&loaded.program, entry));
    let reason = watch.interrupted().unwrap_or(Reason::Interrupted);
    if !outcome.reasons.contains(&reason) {
        outcome.reasons.push(reason);
        outcome.reasons.sort_unstable();
    }
    if outcome.verdict == Verdict::Valid {
        outcome.verdict = Verdict::Unknown;
    }
    let progress = watch.progress();
    let statistics = &mut outcome.statistics;
    statistics.time_total = started.elapsed();
    statistics.operations = statistics.operations.max(progress.operations);
    statistics.solver_calls = statistics.solver_calls.max(progress.solver_calls);
    statistics.rounds = statistics.rounds.max(progress.round);
    outcome
}

fn nothing_known(program: &Program, entry: MethodId) -> Outcome {
    let reachable = program.reachable_methods(entry);
    // The entry's own `requires` is assumed, unless the entry is called from within: then exploration reaches it.
    let assumed = |check: &Check| check.kind == Kind::Requires && check.method == entry;
    let checked = |check: &Check| reachable.contains(&check.method) && !assumed(check);
    let checks = program.checks.iter_enumerated().filter(|(_, check)| checked(check));
    Outcome {
        entry,
        verdict: Verdict::Unknown,
        reasons: Vec::new(),
        parked: Vec::new(),
        checks: checks.map(|(id, _)| (id, Status::Undecided)).collect(),
        violations: Vec::new(),
        warnings: Vec::new(),
        coverage: None,
        cases: Vec::new(),
        statistics: Statistics::default(),
    }
}
