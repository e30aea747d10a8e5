//! Analyses of a program that transitions use. They depend on its text alone, so all machines of a program share them:
//! those of the attempts, and those of all fragments of a proof.

use super::tabling::Tabling;
use crate::ir::control_relevance::ControlRelevant;
use crate::ir::interference::Interference;
use crate::ir::{Implicit, Program};
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// Analyses of a program, each made when it is first used.
pub struct Analyses<'p> {
    /// The program.
    pub program: &'p Program,
    control_relevant: OnceLock<Arc<ControlRelevant>>,
    tabling: OnceLock<Tabling>,
    interference: OnceLock<Interference>,
    has_frames: OnceLock<bool>,
    draws_repeatedly: OnceLock<bool>,
    implicit: OnceLock<FxHashSet<Implicit>>,
}

impl<'p> Analyses<'p> {
    /// The analyses of a program, with none made yet.
    pub fn new(program: &'p Program) -> Self {
        Self {
            program,
            control_relevant: OnceLock::new(),
            tabling: OnceLock::new(),
            interference: OnceLock::new(),
            has_frames: OnceLock::new(),
            draws_repeatedly: OnceLock::new(),
            implicit: OnceLock::new(),
        }
    }

    /// The control-relevant variables.
    pub(super) fn control_relevant(&self) -> Arc<ControlRelevant> {
        Arc::clone(self.control_relevant.get_or_init(|| Arc::new(ControlRelevant::of(self.program))))
    }

    /// The methods with tabled calls.
    pub(super) fn tabling(&self) -> &Tabling {
        self.tabling.get_or_init(|| Tabling::of(self.program))
    }

    /// Which steps of threads may interfere with each other.
    pub(super) fn interference(&self) -> &Interference {
        self.interference.get_or_init(|| Interference::of(self.program))
    }

    /// Whether any method has a `modifies` clause to be checked.
    pub(super) fn has_frames(&self) -> bool {
        *self.has_frames.get_or_init(|| self.program.methods.iter().any(|method| method.is_framed))
    }

    /// Whether loops or recursions take values from outside.
    pub(super) fn draws_repeatedly(&self) -> bool {
        *self.draws_repeatedly.get_or_init(|| self.program.draws_repeatedly())
    }

    /// The implicit checks.
    pub(super) fn implicit(&self) -> &FxHashSet<Implicit> {
        let all = || self.program.implicit_checks(self.program.methods.ids()).into_iter().collect();
        self.implicit.get_or_init(all)
    }
}
