//! From a text to an answer, through the public interface of the library.

use super::expectation::{Finding, list};
use super::options::Options;
use super::supervisor;
use multise::config::Config;
use multise::explore::outcome::{Outcome, Reason, Verdict, Warning};
use multise::explore::{self, Watch};
use multise::frontend::{self, on_big_stack};
use multise::ir::{MethodId, Program};
use multise::source::{Diagnostic, Phase, Severity, Sources};
use multise::{check, lower};
use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::thread;

/// A program that passed all checks, with its entry.
#[derive(Debug)]
pub struct Built {
    /// The text.
    pub source: Sources,
    /// The program.
    pub program: Program,
    /// The entry method.
    pub entry: MethodId,
    /// All methods that can be explored on their own.
    pub entries: Vec<MethodId>,
    /// What parser and checker warn of.
    pub warnings: Vec<Diagnostic>,
}

impl Built {
    /// What an exploration is about, for those who wait for it.
    pub fn exploration(&self, config: &Config) -> String {
        format!("{:?} mode, {}:\n{}", config.mode, self.source.main().name, self.source.main().text)
    }
}

/// The answer to one program, as test headers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `valid`; whether because no input satisfies the entry's `requires`.
    Valid { vacuous: bool },
    /// `invalid`, with all violations; sites on one line taken together.
    Invalid(BTreeSet<Finding>),
    /// `unknown`, with the reasons, leading one first.
    Unknown(Vec<String>),
    /// Parser, checker or the choice of the entry refused the program: phase, line and message of each error.
    Refused(Vec<(Phase, Option<u32>, String)>),
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Valid { vacuous: false } => f.write_str("valid"),
            Self::Valid { vacuous: true } => f.write_str("valid vacuous"),
            Self::Invalid(findings) => write!(f, "invalid {}", list(findings)),
            Self::Unknown(reasons) => write!(f, "unknown {}", list(reasons)),
            Self::Refused(errors) => write!(f, "error {}", list(errors.iter().map(|e| format!("{e:?}")))),
        }
    }
}

/// Parses, checks and lowers a text.
///
/// # Errors
/// The answer `Refused`.
pub fn build(name: &str, text: &str, options: &Options) -> Result<Arc<Built>, Answer> {
    on_big_stack(|| {
        let source = match frontend::decode(text.as_bytes().to_vec(), name) {
            Ok(source) => Sources::from(source),
            Err(error) => return Err(Answer::Refused(vec![(error.phase, None, error.message)])),
        };
        let parsed = frontend::parse(source.main());
        let mut diagnostics = parsed.diagnostics.clone();
        if parsed.has_errors() {
            return Err(refused(&source, diagnostics));
        }
        let dialect = &options.config.dialect;
        let checked = check::check(&parsed.program, &source, dialect);
        let entry = checked.hir.as_ref().map(|hir| check::entry(hir, &options.entry));
        diagnostics.extend(checked.diagnostics);
        let (Some(hir), Some(entry)) = (checked.hir, entry) else {
            return Err(refused(&source, diagnostics));
        };
        match entry {
            Ok(entry) => {
                let program = lower::lower(&hir, &source);
                let entries = check::entries(&hir, None).unwrap_or_default();
                Ok(Arc::new(Built { program, entry, entries, warnings: diagnostics, source }))
            }
            Err(error) => {
                diagnostics.push(*error);
                Err(refused(&source, diagnostics))
            }
        }
    })
}

fn refused(source: &Sources, diagnostics: Vec<Diagnostic>) -> Answer {
    let errors = diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    Answer::Refused(errors.map(|d| (d.phase, d.span.map(|s| source.line(s)), d.message)).collect())
}

/// What a worker runs.
type Job = Box<dyn FnOnce() + Send>;

thread_local! {
    /// A thread with a big stack for the calling thread's explorations. It is kept, because the solver has a context
    /// for every thread that ever explored, and a process with thousands of explorations would drown in them.
    static WORKER: mpsc::Sender<Job> = {
        let (sender, jobs) = mpsc::channel::<Job>();
        let work = move || jobs.into_iter().for_each(|job| job());
        thread::Builder::new().stack_size(1 << 30).spawn(work).expect("address space for a stack");
        sender
    };
}

/// Starts work on the calling thread's worker.
fn start<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> mpsc::Receiver<thread::Result<T>> {
    let (sender, result) = mpsc::channel();
    let job = move || {
        // Nobody waits for a result that comes after a panic of the waiting thread.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(work)));
    };
    WORKER.with(|worker| worker.send(Box::new(job))).expect("workers do not end");
    result
}

/// What `work` gives on the calling thread's worker. A panic goes on in the caller.
pub fn on_worker<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let result = start(work).recv().expect("a job always sends");
    result.unwrap_or_else(|panic| resume_unwind(panic))
}

/// Explores; interrupts the engine when the configured time is over, as the command line does.
///
/// # Errors
/// The engine's internal error, rendered.
pub fn explore(built: &Arc<Built>, config: &Config) -> Result<Outcome, String> {
    let watch = Arc::new(Watch::new());
    let result = {
        let (built, config, watch) = (Arc::clone(built), config.clone(), Arc::clone(&watch));
        start(move || explore::explore(&built.program, built.entry, &config, &watch))
    };
    let result = supervisor::within(config.timeout + supervisor::GRACE, &built.exploration(config), || {
        result.recv_timeout(config.timeout).or_else(|_| {
            watch.interrupt(Reason::Timeout);
            result.recv()
        })
    });
    match result.expect("a job always sends") {
        Ok(outcome) => outcome.map_err(|error| format!("internal error: {error}")),
        Err(panic) => resume_unwind(panic),
    }
}

/// The outcome in the words of test headers.
pub fn answer(outcome: &Outcome) -> Answer {
    match outcome.verdict {
        Verdict::Valid => {
            Answer::Valid { vacuous: outcome.warnings.iter().any(|w| matches!(w, Warning::VacuousRequires(_))) }
        }
        Verdict::Unknown => Answer::Unknown(outcome.reasons.iter().map(|r| r.word().to_owned()).collect()),
        Verdict::Invalid => Answer::Invalid(
            outcome
                .violations
                .iter()
                .map(|v| Finding { line: Some(v.line), kind: word(&v.kind), cause: v.cause.as_ref().map(word) })
                .collect(),
        ),
    }
}

/// The word of a kind or cause in reports.
pub fn word<T: serde::Serialize>(value: &T) -> String {
    let json = serde_json::to_value(value).expect("an enumeration of words");
    json.as_str().expect("a word").to_owned()
}

/// The lines of all warnings: of parser, checker and exploration.
pub fn warning_lines(built: &Built, outcome: &Outcome) -> BTreeSet<u32> {
    let explored = outcome.warnings.iter().map(Warning::span);
    let warned = built.warnings.iter().filter(|d| d.severity == Severity::Warning).filter_map(|d| d.span);
    warned.chain(explored).map(|span| built.source.line(span)).collect()
}
