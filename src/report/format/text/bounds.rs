//! How far exploration came, and what to do about its end.

use super::Report;
use crate::outcome::Verdict;
use crate::report::model::limits;

/// Most bounds that are listed on one screen.
const BOUNDS: usize = 4;

impl Report<'_> {
    /// How far exploration came if it ended without a verdict: what is certain comes first.
    pub(super) fn explored(&mut self) {
        if self.finished.outcome.verdict == Verdict::Unknown {
            self.bounds();
        }
    }

    /// A line for each piece of code that cannot be executed, and for each bound that cut something off: what is known within
    /// the bound.
    fn bounds(&mut self) {
        let bounds = [limits::unsupported(self.finished), limits::bounds(self.finished)].concat();
        let what = if self.finished.outcome.unsupported.is_empty() { "bounds" } else { "places" };
        let shown = if self.verbose() { usize::MAX } else { BOUNDS };
        for (_, known) in bounds.iter().take(shown) {
            self.line(known);
        }
        if bounds.len() > shown {
            self.line(format!("  ({} more {}; -v lists all)", bounds.len() - shown, what));
        }
    }

    pub(super) fn advice(&mut self) {
        match self.finished.outcome.verdict {
            Verdict::Valid => {}
            Verdict::Invalid => {
                self.bounds();
                limits::stopped(self.finished).iter().for_each(|stopped| self.line(stopped));
            }
            Verdict::Unknown => {
                for advice in limits::advice(self.finished) {
                    self.line(format!("{} {advice}", self.style.head("try:")));
                }
            }
        }
    }
}
