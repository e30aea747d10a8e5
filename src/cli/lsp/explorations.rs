//! Explorations in the background, one after the other: the limit of memory is that of the whole process.

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

/// How often the client is told of progress.
const TICK: Duration = Duration::from_millis(250);
/// Most violations of one exploration whose values are looked up.
const VALUES: usize = 20;

/// How an exploration ended.
#[derive(Debug)]
pub enum Ending {
    /// With an outcome.
    Outcome(Box<Outcome>),
    /// The method reaches what cannot be explored.
    Refused(Box<Refused>),
    /// By a defect of this program.
    Failed(String),
}

/// A method that was explored.
#[derive(Debug)]
pub struct Explored {
    /// The program.
    pub program: Program,
    /// The options.
    pub config: Arc<Config>,
    /// What was found.
    pub ending: Ending,
    /// What variables had as values on the way to the first violations.
    pub values: Vec<Values>,
}

impl Explored {
    /// The words of the verdict.
    pub fn verdict(&self) -> String {
        match &self.ending {
            Ending::Outcome(outcome) => {
                let verdict = text::verdict(&self.program.finished(&self.config, outcome));
                match outcome.verdict {
                    Verdict::Invalid => format!("{verdict}: {}", count(outcome.violations.len(), "violation")),
                    Verdict::Valid | Verdict::Unknown => verdict,
                }
            }
            Ending::Refused(_) => "not explored".to_owned(),
            Ending::Failed(_) => "internal error".to_owned(),
        }
    }
}

/// An exploration that has been asked for and has not ended.
pub struct Running {
    /// Its number.
    pub id: i32,
    /// The document.
    pub uri: Uri,
    /// The method.
    pub entry: String,
    /// The request that is answered at its end.
    pub request: RequestId,
    /// What its progress is told under, if the client shows that.
    pub token: Option<ProgressToken>,
    /// Nobody wants to know its outcome any more.
    pub superseded: bool,
    watch: Arc<Watch>,
}

/// What is heard of explorations, by their numbers.
pub enum News {
    /// How far it is.
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

/// All explorations that have not ended, and the thread that makes them.
pub struct Explorations {
    jobs: Sender<Job>,
    thread: JoinHandle<()>,
    running: Vec<Running>,
    next: i32,
}

impl Explorations {
    /// None, and a thread that waits for some and tells `news` of them.
    pub fn new(news: impl Fn(News) + Send + 'static) -> Self {
        let (jobs, queue) = channel();
        Self { jobs, thread: thread::spawn(move || work(&queue, &news)), running: Vec::new(), next: 0 }
    }

    /// The number of the next exploration.
    pub fn next_id(&self) -> i32 {
        self.next
    }

    /// Asks for an exploration. An earlier one of the same method is of no use any more.
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
        // The thread ends only with its queue.
        let _ = self.jobs.send(Job { id, program, entry, config, watch });
    }

    /// Stops explorations of which nobody wants to know the outcome any more.
    pub fn supersede(&mut self, which: impl Fn(&Running) -> bool) {
        for running in self.running.iter_mut().filter(|running| which(running)) {
            running.superseded = true;
            running.watch.interrupt(Reason::Interrupted);
        }
    }

    /// Stops explorations as the user wishes, who is told what they have found by then.
    pub fn cancel(&self, which: impl Fn(&Running) -> bool) {
        self.running.iter().filter(|running| which(running)).for_each(|r| r.watch.interrupt(Reason::Interrupted));
    }

    /// The exploration of a method whose outcome is waited for.
    pub fn of(&self, uri: &Uri, entry: &str) -> Option<&Running> {
        self.running.iter().find(|running| !running.superseded && running.uri == *uri && running.entry == entry)
    }

    /// The exploration with a number.
    pub fn get(&self, id: i32) -> Option<&Running> {
        self.running.iter().find(|running| running.id == id)
    }

    /// Takes out one that has ended.
    pub fn ended(&mut self, id: i32) -> Option<Running> {
        let place = self.running.iter().position(|running| running.id == id)?;
        Some(self.running.remove(place))
    }

    /// Stops all of them, waits for that, and gives them.
    pub fn end(mut self) -> Vec<Running> {
        self.supersede(|_| true);
        drop(self.jobs);
        // A thread that panicked has ended too.
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

fn explore(job: Job, tell: impl Fn(String)) -> Explored {
    let Job { program, entry, config, watch, .. } = job;
    let mut told = Duration::ZERO;
    let name = program.entry_name(entry);
    let tick = |progress: &_, elapsed| {
        if elapsed >= told + TICK {
            told = elapsed;
            tell(Moment { entry: &name, source: program.source(), progress, elapsed }.line());
        }
    };
    let ended = panics::caught(|| {
        let outcome = explore_watched(&program, entry, &config, &watch, tick)?;
        let (program, config, watch) = (program.clone(), Arc::clone(&config), Arc::clone(&watch));
        // Expressions are evaluated recursively.
        Ok(on_big_stack(move || {
            // Whoever has stopped the exploration waits for its end.
            let is_wanted = |place| place == 0 || watch.interrupted() != Some(Reason::Interrupted);
            let violations =
                outcome.violations.iter().enumerate().take(VALUES).take_while(|(place, _)| is_wanted(*place));
            let values = violations.map(|(_, v)| Values::new(&program, entry, &v.inputs, &config.dialect)).collect();
            (outcome, values)
        }))
    });
    let (ending, values) = match ended {
        Ok(Ok((outcome, values))) => (Ending::Outcome(Box::new(outcome)), values),
        Ok(Err(Error::Refused(refused))) => (Ending::Refused(refused), Vec::new()),
        Ok(Err(error)) => (Ending::Failed(error.to_string()), Vec::new()),
        Err(panic) => (Ending::Failed(format!("internal error: {panic}")), Vec::new()),
    };
    Explored { program, config, ending, values }
}
