//! The exploration of a [fragment](crate::induction::fragments): like that of an entry, from any state in which it can
//! begin.

use crate::cancel::Token;
use crate::config::{Checked, Config, Dialect, Mode, Stop, Types, Uncaught};
use crate::explore::Limits;
use crate::explore::bounds::Bounds;
use crate::explore::session::Session;
use crate::explore::watch::Watch;
use crate::induction::cuts::Cuts;
use crate::induction::fragments::Fragment;
use crate::solver::in_own_context;
use crate::transition::Analyses;
use std::sync::Arc;
use std::time::Duration;

/// The exploration of a fragment gets this fraction of the memory: the exploration with bounds, which finds violations,
/// needs it more.
const MEMORY_SHARE: u64 = 8;

/// The language options of fragments. They allow states that no input of the program can have. Every fragment ends. A stub
/// knows no causes of exceptions, so all count if any does. A method whose result is missing has no claims, so that is always
/// checked.
pub fn dialect(program: &Dialect) -> Dialect {
    Dialect {
        nonnull_arrays: false,
        array_length: None,
        types: Types::Symbolic,
        termination: false,
        uncaught: if program.allows_exceptions() { Uncaught::Allow } else { Uncaught::Invalid },
        check: Checked::default(),
        ..program.clone()
    }
}

/// The work in merge mode after which a fragment is explored in path mode, in steps through guards for each millisecond of
/// the time that there is: that takes a tenth of it or so. Where many references may be equal, one path after the other is faster.
const MERGED: u64 = 1 << 10;

/// Explores fragments of one program.
pub(super) struct Explorer<'a, 'p> {
    pub cuts: &'a Cuts<'p>,
    merging: Config,
    by_paths: Config,
    watch: Watch,
}

impl<'a, 'p> Explorer<'a, 'p> {
    /// An explorer for fragments. It explores each for at most `time`, and until the token is cancelled.
    pub fn new(cuts: &'a Cuts<'p>, config: &Config, token: &Token, time: Duration) -> Self {
        let merging = Config {
            dialect: dialect(&config.dialect),
            mode: Mode::Merge,
            unroll: None,
            depth: None,
            heap_depth: None,
            switches: None,
            stop: Stop::All,
            coverage: false,
            tests: false,
            notes: None,
            rounds: None,
            count_csm: false,
            proofs: false,
            timeout: time,
            memory: config.memory / MEMORY_SHARE,
            ..config.clone()
        };
        let by_paths = Config { mode: Mode::Path, ..merging.clone() };
        Self { cuts, merging, by_paths, watch: Watch::of(token.clone()) }
    }

    /// The token that stops the explorations.
    pub fn token(&self) -> &Token {
        self.watch.token()
    }

    /// Prepares a session for a fragment of an analysed program, and calls `work` with it.
    pub fn session<T: Send + Sync>(
        &self,
        analyses: &Arc<Analyses<'_>>,
        fragment: &Fragment,
        work: impl FnOnce(&mut Session<'_>) -> T + Send + Sync,
    ) -> T {
        self.session_of(&self.merging, analyses, fragment, work)
    }

    /// The same in merge mode, for [limited work](MERGED), and then in path mode if that was not enough.
    pub fn sessions<T: Send + Sync>(
        &self,
        analyses: &Arc<Analyses<'_>>,
        fragment: &Fragment,
        mut work: impl FnMut(&mut Session<'_>) -> T + Send + Sync,
    ) -> T {
        let most = MERGED.saturating_mul(self.merging.timeout.as_millis().try_into().unwrap_or(u64::MAX));
        let (merged, was_enough) = self.session(analyses, fragment, |session| {
            session.machine.logic.guards.limit_work(most);
            (work(session), session.work() < most)
        });
        if was_enough || self.token().is_cancelled() {
            return merged;
        }
        self.session_of(&self.by_paths, analyses, fragment, work)
    }

    fn session_of<T: Send + Sync>(
        &self,
        config: &Config,
        analyses: &Arc<Analyses<'_>>,
        fragment: &Fragment,
        work: impl FnOnce(&mut Session<'_>) -> T + Send + Sync,
    ) -> T {
        in_own_context(|| {
            let limits = Limits::new(config, &self.watch);
            let method = fragment.method;
            work(&mut Session::new(Arc::clone(analyses), method, config, &self.watch, limits, Bounds::default(), ()))
        })
    }
}
