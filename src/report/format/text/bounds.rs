//! How far exploration came, and what to do about its end.

use super::Report;
use crate::outcome::{Reason, Verdict};
use crate::report::model::{Finished, limits, words};

/// Most bounds that are listed on one screen.
const BOUNDS: usize = 4;

impl Report<'_> {
    /// How far exploration came if it ended without a verdict: what is certain comes first.
    pub(super) fn explored(&mut self) {
        let outcome = self.finished.outcome;
        if outcome.verdict != Verdict::Unknown {
            return;
        }
        self.bounds(limits::found(outcome));
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
            for advice in limits::advice(self.finished) {
                self.line(format!("{} {advice}", self.style.head("try:")));
            }
        } else if outcome.reasons.first() == Some(&Reason::Stopped) {
            self.line(format!("{} --all goes on after a violation", self.style.head("stopped:")));
        }
    }
}
