//! `multise explore --class C` and `--all-methods`: every method in turn, one table.

use super::args::{Explore, Format};
use super::exit::{Exit, Failure};
use super::explore::{by_products, exit_of, failure, partial, watch_over};
use super::load::{Loaded, Wanted, load_methods};
use super::output::{print, stderr_style, stdout_style};
use super::progress::Line;
use super::suite::worse;
use super::{memory, options, panics};
use crate::config::Config;
use crate::explore::outcome::{Outcome, Reason};
use crate::explore::{self, Watch};
use crate::frontend::on_big_stack;
use crate::ir::MethodId;
use crate::report::methods::{self, Row};
use crate::report::text::Detail;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

/// The exploration that a Ctrl-C stops.
static RUNNING: Mutex<Option<&'static Watch>> = Mutex::new(None);

/// A method to be explored, and where the outcome goes.
struct Job {
    entry: MethodId,
    watch: &'static Watch,
    answer: Sender<Result<Outcome, Failure>>,
}

/// Runs the command.
pub fn explore(args: &Explore) -> Result<Exit, Failure> {
    let refused = |e: options::Contradiction| Failure::refused(&e.to_string(), stderr_style());
    let (config, detail) = options::explore(args).map_err(refused)?;
    let quiet = detail == Detail::Quiet;
    let wanted = args.class.as_deref().map_or(Wanted::All, Wanted::Class);
    let (loaded, entries) = on_big_stack(|| load_methods(&args.file, wanted, &config.dialect, quiet))?;
    // Never freed: a worker that does not stop in time may use it until the process ends.
    let loaded: &'static Loaded = Box::leak(Box::new(loaded));
    stop_on_ctrl_c()?;
    let line = Line::new(quiet);
    let mut rows = Vec::new();
    let mut worker = start(loaded, &config);
    let mut interrupted = false;
    for entry in entries {
        if let Some((_, what)) = loaded.program.unsupported(entry).first() {
            rows.push(Row::refused(entry, format!("`{what}` is not supported yet")));
            continue;
        }
        let watch: &'static Watch = Box::leak(Box::default());
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(watch);
        let (started, (answer, answers)) = (Instant::now(), channel());
        let gone = |_| Failure::Internal("the worker vanished".to_owned());
        worker.send(Job { entry, watch, answer }).map_err(gone)?;
        let mut outcome = match watch_over(&answers, &config, watch, started, |e| line.update(watch, Some(&loaded.source), e)) {
            Some(Ok(outcome)) => outcome,
            // Lenient checking let a call pass that leads nowhere: the fault of this method alone.
            Some(Err(Failure::Refused(_))) => {
                rows.push(Row::refused(entry, "a call of an unknown method is reached".to_owned()));
                continue;
            }
            Some(Err(failure)) => return Err(failure),
            None => {
                worker = start(loaded, &config);
                partial(loaded, entry, watch, started)
            }
        };
        outcome.statistics.memory_peak = outcome.statistics.memory_peak.max(memory::peak());
        rows.push(Row::explored(outcome));
        if watch.interrupted() == Some(Reason::Interrupted) {
            interrupted = true;
            break;
        }
    }
    line.clear();
    let explored: Vec<(MethodId, &Outcome)> =
        rows.iter().filter_map(|row| row.outcome().map(|o| (row.entry, o))).collect();
    by_products(args, &config, detail, loaded, &explored)?;
    let exit = match interrupted {
        true => Exit::Interrupted,
        false => rows.iter().map(|r| r.outcome().map_or(Exit::Unknown, |o| exit_of(o.verdict))).fold(Exit::Good, worse),
    };
    let (program, source) = (&loaded.program, &loaded.source);
    let table = methods::Table { program, source, config: &config, rows: &rows, diagnostics: &loaded.warnings };
    let text = match args.format {
        Format::Text => table.text(detail, args.coverage, stdout_style()),
        Format::Json => table.json().map_err(|error| Failure::Internal(error.to_string()))?,
    };
    match print(&text) {
        Ok(()) | Err(Failure::Deaf) => Ok(exit),
        Err(failure) => Err(failure),
    }
}

/// Starts a thread that explores what it is sent. One thread for all: the solver has a context for each.
fn start(loaded: &'static Loaded, config: &Config) -> Sender<Job> {
    let (sender, jobs): (Sender<Job>, Receiver<Job>) = channel();
    let config = config.clone();
    let work = move || {
        for Job { entry, watch, answer } in jobs {
            let explored = || explore::explore(&loaded.program, entry, &config, watch).map_err(|e| failure(e, loaded));
            let outcome = panics::caught(explored).unwrap_or_else(|panic| Err(Failure::Internal(panic)));
            // Nobody listens any more once the partial outcome is taken.
            let _ = answer.send(outcome);
        }
    };
    thread::spawn(|| on_big_stack(work));
    sender
}

/// The first Ctrl-C asks the running exploration to stop; the second does not ask.
fn stop_on_ctrl_c() -> Result<(), Failure> {
    let handler = || match *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
        Some(watch) if watch.interrupted() != Some(Reason::Interrupted) => watch.interrupt(Reason::Interrupted),
        _ => std::process::exit(Exit::Interrupted as i32),
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Internal(error.to_string()))
}
