//! The counts of an exploration.

use crate::paths::Paths;
use crate::state::Bounded;

/// Counts of rounds, entries and paths.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Rounds of deepening that have begun.
    pub rounds: u64,
    /// The largest of the bounds that the last deepening has enlarged, with its new value.
    pub deepened: Option<(u64, Bounded)>,
    /// Entries that can run now.
    pub waiting: u64,
    /// The most entries that could run at one time.
    pub waiting_max: u64,
    /// Arrivals of entries at points where others were.
    pub merges: u64,
    /// Paths that have ended.
    pub paths: Paths,
    /// Entries that have left the entry method in this round.
    pub entries_final: u64,
}

impl Tally {
    /// Counts another entry that can run.
    pub fn add_waiting(&mut self) {
        self.waiting += 1;
        self.waiting_max = self.waiting_max.max(self.waiting);
    }
}
