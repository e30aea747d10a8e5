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

/// Explores fragments of one program.
pub(super) struct Explorer<'a, 'p> {
    pub cuts: &'a Cuts<'p>,
    config: Config,
    watch: Watch,
}

impl<'a, 'p> Explorer<'a, 'p> {
    /// An explorer for fragments. It explores each for at most `time`, and until the token is cancelled.
    pub fn new(cuts: &'a Cuts<'p>, config: &Config, token: &Token, time: Duration) -> Self {
        let config = Config {
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
        Self { cuts, config, watch: Watch::of(token.clone()) }
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
        let Self { config, watch, .. } = self;
        in_own_context(|| {
            let limits = Limits::new(config, watch);
            let method = fragment.method;
            work(&mut Session::new(Arc::clone(analyses), method, config, watch, limits, Bounds::default(), ()))
        })
    }
}
