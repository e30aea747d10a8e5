//! The difference between merge mode and path mode: all of it is decided here.

use crate::config::{Collapse, Config, Mode};

/// What happens to paths that part, and to paths that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// A successor of a step gets a copy of the state for itself, so that it never meets another. Otherwise all of
    /// them stay in the state of the step.
    pub forks: bool,
    /// Both sides of a branch are taken unasked where they meet again soon without a check, a call or a loop between.
    pub diamonds: bool,
    /// The solver is not asked again about a violation that has been found: one is enough for each place. A path that
    /// forks must know whether it ends there.
    pub one_violation_each: bool,
    /// A collection of dead guards tries whether implications between thresholds make the others smaller. That is in
    /// vain for a single path, which has few guards, and all of them hold for some input.
    pub tightens: bool,
    /// Inputs of which few values are possible are read as their constants. A path keeps the term: its values are single.
    pub enumerates: bool,
    /// Another attempt, with which this one takes turns, may leave all numbers that are not constants to the solver.
    pub may_collapse: bool,
}

impl Policy {
    /// One state for all paths; paths that meet at a point become one entry (MultiSE).
    const MERGE: Policy = Policy {
        forks: false,
        diamonds: true,
        one_violation_each: true,
        tightens: true,
        enumerates: true,
        may_collapse: true,
    };

    /// A state for each path: symbolic execution path by path.
    const PATH: Policy = Policy {
        forks: true,
        diamonds: false,
        one_violation_each: false,
        tightens: false,
        enumerates: false,
        may_collapse: false,
    };

    /// The policy that a configuration asks for.
    pub fn of(config: &Config) -> Self {
        let policy = match config.mode {
            Mode::Merge => Self::MERGE,
            Mode::Path => Self::PATH,
        };
        Policy { may_collapse: policy.may_collapse && config.collapse == Collapse::Auto, ..policy }
    }
}
