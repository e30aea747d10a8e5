//! An exploration with a search for [proofs](mod@super::prove) beside it.
//!
//! The search has a thread of its own. It begins when bounds are deepened, or when the exploration has taken long. The
//! exploration waits for it once, after some work; if it exhausts its bounds before that, it waits for no proof. It learns
//! of a proof between two steps. A step that takes long is stopped.
//!
//! A proof ends the exploration, unless it leaves cover statements open. Then the exploration may do as much work again, to
//! satisfy them.

use super::prove::{News, search};
use crate::cancel::{Reason, Token};
use crate::config::{Config, Mode};
use crate::explore::Error;
use crate::explore::observe::Observer;
use crate::explore::session::{Checkpoint, Pause, Session};
use crate::explore::watch::{Watch, lock};
use crate::ir::{MethodId, Program};
use crate::outcome::{FailedStep, Proof};
use crate::solver::CONTEXT_BYTES;
use crate::stack::on_big_stack;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::{Duration, Instant};

/// How long an exploration may take before the search begins.
const PATIENCE: Duration = Duration::from_secs(1);
/// The work after which the exploration waits for the search when bounds are deepened, in steps through guards: some
/// hundredths of a second. Builds with debug assertions wait early, so that tests cover it.
const WORTH: u64 = if cfg!(debug_assertions) { 1 << 12 } else { 1 << 18 };
/// How long the exploration then waits. Most proofs take less, and so are found at the same point of each run.
const HEAD_START: Duration = Duration::from_millis(200);
/// How long a step may take, once there is a proof, before it is stopped.
const GRACE: Duration = Duration::from_millis(500);

/// The least work that an exploration may do after a proof that leaves cover statements open, in steps through guards.
const LEAST_AFTERWARDS: u64 = 1 << 18;
/// A step after the proof is stopped at this many times the work that is allowed.
const STEPS_AFTERWARDS: u64 = 2;

/// Runs the sessions of one exploration, one at a time, and looks for a proof beside them. The search ends with the scope
/// of its thread.
pub struct BackgroundProver {
    /// Stops the search, at the latest when the exploration ends.
    token: Token,
    /// The search; `None` where no proof is wanted, or no longer.
    search: Option<RunningSearch>,
    /// The clauses of loops that do not follow from themselves.
    failed_steps: Vec<FailedStep>,
    /// The tokens that stop the current sessions.
    sessions: Arc<Mutex<Vec<Token>>>,
}

/// The exploration's view of the search.
struct RunningSearch {
    /// The search begins at the first message, or when its patience is over.
    hurry: Sender<()>,
    news: Receiver<News>,
    /// Whether the exploration has waited for it.
    was_awaited: bool,
}

impl BackgroundProver {
    /// A prover for an exploration that has not begun. It looks for a proof if the configuration wants one.
    pub fn new<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        program: &'env Program,
        entry: MethodId,
        config: &'env Config,
        watch: &'env Watch,
    ) -> Self {
        let (token, sessions) = (watch.token().child(), Arc::<Mutex<Vec<Token>>>::default());
        let search = is_wanted(config).then(|| {
            let (hurry, messages) = channel();
            let (sender, news) = channel();
            let (token, sessions) = (token.clone(), Arc::clone(&sessions));
            scope.spawn(move || {
                let is_over = messages.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected);
                if is_over || !watch.admits(CONTEXT_BYTES) {
                    return;
                }
                // The exploration may no longer listen.
                let own = sender.clone();
                let found = on_big_stack(move || search(program, entry, config, &token, &|news| drop(own.send(news))));
                let Some(proof) = found else { return };
                let is_late = sender.send(News::Proof(proof)).is_ok() && !is_taken(&messages);
                if is_late {
                    lock(&sessions).iter().for_each(|session| session.cancel(Reason::Interrupted));
                }
            });
            RunningSearch { hurry, news, was_awaited: false }
        });
        Self { token, search, failed_steps: Vec::new(), sessions }
    }

    /// Runs a session until it ends or `until` holds. If there is a proof, the session ends too, with the cover statements
    /// that it can still satisfy.
    pub fn run<'p, O: Observer>(
        this: &Mutex<Self>,
        session: &mut Session<'p, O>,
        mut until: impl FnMut(&mut Session<'p, O>, Checkpoint) -> bool,
    ) -> Result<Pause, Error> {
        lock(&lock(this).sessions).push(session.limits.token().clone());
        let mut until_work = None;
        let pause = session.run(|session, at| {
            if session.proof.is_none() {
                session.proof = lock(this).news_of_proof(session, at);
            }
            match &session.proof {
                None => until(session, at),
                Some(proof) if proof.covered.iter().all(|cover| session.covers.contains_key(cover)) => true,
                Some(_) => session.work() > *until_work.get_or_insert_with(|| limit_afterwards(session)),
            }
        })?;
        // What is made of the session later has its own limits.
        session.machine.logic.guards.limit_work(u64::MAX);
        // The proof may have come during the last step.
        Self::take(this, session);
        Ok(if session.proof.is_some() { Pause::Ended } else { pause })
    }

    /// Gives a session the proof, if there is one by now. A proof that comes during long work stops the session, so whoever
    /// lets a session work outside [`BackgroundProver::run`] takes the proof afterwards.
    pub fn take<O: Observer>(this: &Mutex<Self>, session: &mut Session<'_, O>) {
        if session.proof.is_none() {
            session.proof = lock(this).found_within(Duration::ZERO);
        }
    }

    /// Ends the search. Returns the clauses of loops that are known not to follow from themselves.
    pub fn ended(this: &Mutex<Self>) -> Vec<FailedStep> {
        let mut this = lock(this);
        this.end();
        std::mem::take(&mut this.failed_steps)
    }

    /// The proof, if there is one at a checkpoint of a session.
    fn news_of_proof<O: Observer>(&mut self, session: &mut Session<'_, O>, at: Checkpoint) -> Option<Proof> {
        if !session.violations.is_empty() {
            self.end();
        }
        match at {
            Checkpoint::Parked => self.parked(session),
            Checkpoint::Collected | Checkpoint::Stepped => self.found_within(Duration::ZERO),
        }
    }

    /// The proof, if there is one when the bounds are about to deepen. Makes the search begin.
    fn parked<O: Observer>(&mut self, session: &mut Session<'_, O>) -> Option<Proof> {
        let search = self.search.as_mut()?;
        // The search may have begun already, or have ended.
        let _ = search.hurry.send(());
        let waits = !search.was_awaited && session.work() >= WORTH;
        search.was_awaited |= waits;
        let wait = if waits { HEAD_START } else { Duration::ZERO };
        self.found_within(wait)
    }

    /// The proof, if there is one within the time.
    fn found_within(&mut self, wait: Duration) -> Option<Proof> {
        let until = Instant::now() + wait;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.search.as_ref()?.news.recv_timeout(left).ok()? {
                News::Proof(proof) => {
                    self.end();
                    return Some(proof);
                }
                News::FailedSteps(steps) => self.failed_steps = steps,
                News::Refuted => return None,
            }
        }
    }

    /// Stops the search: a proof is no longer wanted.
    fn end(&mut self) {
        self.search = None;
        self.token.cancel(Reason::Interrupted);
    }
}

impl Drop for BackgroundProver {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether a configuration wants proofs.
pub fn is_wanted(config: &Config) -> bool {
    config.proofs && config.mode == Mode::Merge
}

/// The work until which a session goes on after a proof. Steps are stopped some time after that.
fn limit_afterwards<O>(session: &mut Session<'_, O>) -> u64 {
    let guards = &mut session.machine.logic.guards;
    let (work, more) = (guards.work(), guards.work().max(LEAST_AFTERWARDS));
    guards.limit_work(work + STEPS_AFTERWARDS * more);
    work + more
}

/// Whether the exploration takes the proof in time. It then closes the channel.
fn is_taken(messages: &Receiver<()>) -> bool {
    loop {
        match messages.recv_timeout(GRACE) {
            Ok(()) => {}
            Err(RecvTimeoutError::Disconnected) => return true,
            Err(RecvTimeoutError::Timeout) => return false,
        }
    }
}
