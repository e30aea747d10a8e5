//! Cheap counters of the transitions.

use super::region::RegionCounts;
use crate::guard::Logic;
use crate::ir::Type;
use crate::summary::Summary;

/// Guarded assignments Σ\[x\] ⊎φ v to what the program names: variables, results of methods, fields, elements and
/// static fields. Parameters and temporaries are not among them. The MultiSE publication calls such assignments merges,
/// whatever their guards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assignments {
    /// All of them.
    pub all: u64,
    /// Those that classic state merging can make precisely, with an auxiliary variable of the solver: of numbers,
    /// Booleans, characters and texts. A reference has no such variable.
    pub classic: u64,
}

impl Assignments {
    /// Counts an assignment to a place of this type.
    pub fn count(&mut self, ty: &Type) {
        self.all += 1;
        self.classic += u64::from(!ty.is_reference());
    }
}

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
    /// Guarded assignments, if they are to be counted.
    pub assignments: Assignments,
    /// Keys of the heap after the last step.
    pub heap_cells: u64,
    /// Calls that were not run, on some paths at least, because their results were known.
    pub known_calls: u64,
    /// What regions have done.
    pub regions: RegionCounts,
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
