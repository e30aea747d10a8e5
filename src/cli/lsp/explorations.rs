//! Explorations in the background, one after the other, because the limit of memory holds for the whole process.

use super::values::Values;
use crate::cli::panics;
use crate::config::Config;
use crate::explore::Watch;
use crate::facade::{Error, Program, Refused, explore_watched, on_big_stack};
use crate::ir::MethodId;
use crate::outcome::{Outcome, Reason, Verdict};
use crate::report::format::progress::Moment;
use crate::report::format::text;
use crate::report::model::words::count;
use lsp_server::RequestId;
use lsp_types::{ProgressToken, Uri};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The time between two progress messages.
const TICK: Duration = Duration::from_millis(250);
/// Most violations of one exploration whose values are computed.
const VALUES: usize = 20;

/// Why a text is no program, or an exploration has no outcome.
#[derive(Debug)]
pub enum Wrong {
    /// The text has errors, or the method reaches code that cannot be explored.
    Refused(Box<Refused>),
    /// An option is refused, or this program has a defect.
    Failed(String),
}

/// The result of work in which a panic is a defect.
pub fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Wrong> {
    match panics::caught(work) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(Error::Refused(refused))) => Err(Wrong::Refused(refused)),
        Ok(Err(error)) => Err(Wrong::Failed(error.to_string())),
        Err(panic) => Err(Wrong::Failed(format!("internal error: {panic}"))),
    }
}

/// An explored method.
#[derive(Debug)]
pub struct Explored {
    /// The program.
    pub program: Program,
    /// The options.
    pub config: Arc<Config>,
    /// The result.
    pub ending: Result<Box<Outcome>, Wrong>,
    /// The values of variables on the way to the first violations.
    pub values: Vec<Values>,
}

impl Explored {
    /// The words of the verdict.
    pub fn verdict(&self) -> String {
        match &self.ending {
            Ok(outcome) => {
                let verdict = text::verdict(&self.program.finished(&self.config, outcome));
                match outcome.verdict {
                    Verdict::Invalid => format!("{verdict}: {}", count(outcome.violations.len(), "violation")),
                    Verdict::Valid | Verdict::Unknown => verdict,
                }
            }
            Err(Wrong::Refused(_)) => "not explored".to_owned(),
            Err(Wrong::Failed(_)) => "internal error".to_owned(),
        }
    }
}

/// A requested exploration that has not ended.
pub struct Running {
    /// Its number.
    pub id: i32,
    /// The document.
    pub uri: Uri,
    /// The method.
    pub entry: String,
    /// The request that is answered at the end of the exploration.
    pub request: RequestId,
    /// The token of its progress messages, if the client shows progress.
    pub token: Option<ProgressToken>,
    /// Its outcome is not needed any more.
    pub superseded: bool,
    watch: Arc<Watch>,
}

/// News of explorations, by their numbers.
pub enum News {
    /// Its progress.
    Progress(i32, String),
    /// It has ended.
    Ended(i32, Box<Explored>),
}

struct Job {
    id: i32,
    program: Program,
    entry: MethodId,
    config: Arc<Config>,
    watch: Arc<Watch>,
}

/// All explorations that have not ended, and the thread that runs them.
pub struct Explorations {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    running: Vec<Running>,
    next: i32,
}

impl Explorations {
    /// No explorations, and a thread that waits for some and sends `news` of them.
    pub fn new(news: impl Fn(News) + Send + 'static) -> Self {
        let (jobs, queue) = channel();
        Self { jobs, thread: thread::spawn(move || work(&queue, &news)), running: Vec::new(), next: 0 }
    }

    /// The number of the next exploration.
    pub fn next_id(&self) -> i32 {
        self.next
    }

    /// Requests an exploration. It supersedes an earlier one of the same method.
    pub fn start(
        &mut self,
        program: Program,
        entry: MethodId,
        config: Arc<Config>,
        uri: Uri,
        request: RequestId,
        token: Option<ProgressToken>,
    ) {
        let name = program.entry_name(entry);
        self.supersede(|running| running.uri == uri && running.entry == name);
        let (id, watch) = (self.next, Arc::new(Watch::new()));
        self.next += 1;
        self.running.push(Running {
            id,
            uri,
            entry: name,
            request,
            token,
            superseded: false,
            watch: Arc::clone(&watch),
        });
        // The thread ends only when the queue is closed.
        let _ = self.jobs.send(Job { id, program, entry, config, watch });
    }

    /// Stops explorations whose outcome is not needed any more.
    pub fn supersede(&mut self, which: impl Fn(&Running) -> bool) {
        for running in self.running.iter_mut().filter(|running| which(running)) {
            running.superseded = true;
            running.watch.interrupt(Reason::Interrupted);
        }
    }

    /// Stops explorations on the user's request; their results so far are shown.
    pub fn cancel(&self, which: impl Fn(&Running) -> bool) {
        self.running.iter().filter(|running| which(running)).for_each(|r| r.watch.interrupt(Reason::Interrupted));
    }

    /// The exploration of a method whose outcome is needed.
    pub fn of(&self, uri: &Uri, entry: &str) -> Option<&Running> {
        self.running.iter().find(|running| !running.superseded && running.uri == *uri && running.entry == entry)
    }

    /// The exploration with a number.
    pub fn get(&self, id: i32) -> Option<&Running> {
        self.running.iter().find(|running| running.id == id)
    }

    /// Removes an exploration that has ended.
    pub fn ended(&mut self, id: i32) -> Option<Running> {
        let place = self.running.iter().position(|running| running.id == id)?;
        Some(self.running.remove(place))
    }

    /// Stops all explorations, waits for their end, and returns them.
    pub fn end(mut self) -> Vec<Running> {
        self.supersede(|_| true);
        drop(self.jobs);
        // A thread that has panicked has ended too.
        let _ = self.thread.join();
        self.running
    }
}

fn work(queue: &Receiver<Job>, news: &dyn Fn(News)) {
    for job in queue {
        let id = job.id;
        news(News::Ended(id, Box::new(explore(job, |message| news(News::Progress(id, message))))));
    }
}

fn explore(job: Job, report: impl Fn(String)) -> Explored {
    let Job { program, entry, config, watch, .. } = job;
    let mut reported = Duration::ZERO;
    let name = program.entry_name(entry);
    let tick = |progress: &_, elapsed| {
        if elapsed >= reported + TICK {
            reported = elapsed;
            report(Moment { entry: &name, source: program.source(), progress, elapsed }.line());
        }
    };
    let ended = guarded(|| {
        let outcome = explore_watched(&program, entry, &config, &watch, tick)?;
        let (program, config, watch) = (program.clone(), Arc::clone(&config), Arc::clone(&watch));
        // Expressions are evaluated recursively.
        Ok(on_big_stack(move || {
            // Whoever has stopped the exploration waits for this.
            let is_wanted = |place| place == 0 || watch.interrupted() != Some(Reason::Interrupted);
            let violations =
                outcome.violations.iter().enumerate().take(VALUES).take_while(|(place, _)| is_wanted(*place));
            let values = violations.map(|(_, v)| Values::new(&program, entry, &v.inputs, &config.dialect)).collect();
            (outcome, values)
        }))
    });
    let (ending, values) = match ended {
        Ok((outcome, values)) => (Ok(Box::new(outcome)), values),
        Err(wrong) => (Err(wrong), Vec::new()),
    };
    Explored { program, config, ending, values }
}
