//! Cheap counters of the transitions.

use crate::guard::Logic;
use crate::summary::Summary;

/// What transitions count.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Summaries read.
    pub reads: u64,
    /// Their pairs, in sum.
    pub pairs_read: u64,
    /// Most pairs of one of them.
    pub pairs_max: u64,
    /// Sum over the reads of paths ÷ pairs.
    pub sharing_sum: f64,
    /// Paths that the running entry stands for.
    pub paths_here: f64,
    /// Keys of the heap after the last step.
    pub heap_cells: u64,
    /// Branches that needed no question because their sides meet again soon.
    pub quiet_branches: u64,
}

impl Counters {
    /// Counts the reading of a summary.
    pub fn read(&mut self, lx: &mut Logic, value: &Summary) {
        let pairs = value.len(lx) as u64;
        self.reads += 1;
        self.pairs_read += pairs;
        self.pairs_max = self.pairs_max.max(pairs);
        if pairs > 0 {
            self.sharing_sum += self.paths_here / pairs as f64;
        }
    }
}
