//! How far exploration came, and what to do about its end.

use super::Report;
use crate::outcome::{Reason, Verdict};
use crate::report::model::{Finished, words};

/// Most bounds that are listed on one screen.
const BOUNDS: usize = 4;

impl Report<'_> {
    /// How far exploration came if it ended without a verdict: what is certain comes first.
    pub(super) fn explored(&mut self) {
        let outcome = self.finished.outcome;
        if outcome.verdict != Verdict::Unknown {
            return;
        }
        // A question that the solver could not decide may be a violation within the bounds.
        let decided = outcome.reasons.iter().all(|reason| {
            !matches!(
                reason,
                Reason::Solver | Reason::NoRationalWitness | Reason::Approximated | Reason::Quantifier | Reason::Atoms
            )
        });
        self.bounds(if decided { "no violation" } else { "no violation found" });
    }

    /// A line for each bound that cut something off: what is known within the bound.
    fn bounds(&mut self, found: &str) {
        let Finished { source, outcome, .. } = *self.finished;
        let shown = if self.verbose() { usize::MAX } else { BOUNDS };
        for parked in outcome.parked.iter().take(shown) {
            let what = words::bounded(parked.what, source.line(parked.span));
            self.line(format!("{found} within {} of the {what}", words::bound(parked)));
        }
        if outcome.parked.len() > shown {
            self.line(format!("  ({} more bounds; -v lists all)", outcome.parked.len() - shown));
        }
    }

    pub(super) fn advice(&mut self) {
        let outcome = self.finished.outcome;
        if outcome.verdict == Verdict::Invalid {
            self.bounds("no other violation");
        }
        if outcome.verdict == Verdict::Unknown {
            let config = self.finished.config;
            // A cap that was not set has cut nothing off.
            let mine = |reason: &Reason| match reason {
                Reason::Unroll => config.unroll.is_some(),
                Reason::Depth => config.depth.is_some(),
                Reason::Heap => config.heap_depth.is_some(),
                _ => true,
            };
            for advice in outcome.reasons.iter().copied().filter(mine).filter_map(words::advice) {
                self.line(format!("{} {advice}", self.style.head("try:")));
            }
        } else if outcome.reasons.first() == Some(&Reason::Stopped) {
            self.line(format!("{} --all goes on after a violation", self.style.head("stopped:")));
        }
    }
}
