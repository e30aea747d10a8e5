//! The trace of a run, in bounded memory.

use crate::trace::TraceStep;
use std::collections::VecDeque;

/// How many entries are kept at either end.
const KEPT: usize = 10_000;

/// The lines of a run: its first and its last 10,000, and how many lie between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// From the start.
    pub first: Vec<TraceStep>,
    /// How many are left out after `first`.
    pub elided: u64,
    /// Up to the end.
    pub last: VecDeque<TraceStep>,
}

impl Trace {
    /// All entries that were kept, in order.
    pub fn steps(&self) -> impl Iterator<Item = &TraceStep> {
        self.first.iter().chain(&self.last)
    }

    /// How many entries the run has, those left out included.
    pub fn len(&self) -> u64 {
        self.first.len() as u64 + self.elided + self.last.len() as u64
    }

    /// Whether nothing was executed.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// Notes that a line is executed, 0 for none. A repetition of the last entry is no new one. It is of the same frame without
    /// a test: between two frames of one depth their caller executes the line of the second call.
    pub(super) fn note(&mut self, step: TraceStep) {
        // What lowering has added, such as the exit blocks, has no line.
        if step.line == 0 || self.last.back().or(self.first.last()) == Some(&step) {
            return;
        }
        if self.first.len() < KEPT {
            self.first.push(step);
            return;
        }
        if self.last.len() == KEPT {
            self.last.pop_front();
            self.elided += 1;
        }
        self.last.push_back(step);
    }
}
