//! Cheap counters of the transitions.

use super::assignments::Assignments;
use super::region::RegionCounts;
use crate::guard::Logic;
use crate::ir::BinaryOp;
use crate::summary::Summary;

/// An expression over two summaries, and how many pairs of their values had to be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The combinations that were formed: the pairs of values that do not exclude each other.
    pub formed: u64,
    /// The values of the left operand, or those of the array.
    pub left: u64,
    /// The values of the right operand, or those of the index.
    pub right: u64,
    /// The operator; none for an element of an array.
    pub op: Option<BinaryOp>,
    /// The number of the instruction in its block.
    pub instruction: u32,
}

/// The most that the running step has met: forgotten when the next one begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here {
    /// Pairs of a summary that was read.
    pub read: u64,
    /// The largest product of more than one combination.
    pub product: Option<Product>,
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
    /// Combinations of values that were formed where an expression is over two summaries.
    pub products: u64,
    /// The most of the running step.
    pub here: Here,
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
    pub diamonds: u64,
}

impl Counters {
    /// Counts the reading of a summary.
    pub fn read(&mut self, lx: &mut Logic, value: &Summary) {
        let pairs = value.len(lx) as u64;
        self.reads += 1;
        self.pairs_read += pairs;
        self.pairs_max = self.pairs_max.max(pairs);
        self.here.read = self.here.read.max(pairs);
        if pairs > 0 {
            self.sharing_sum += self.paths_here / pairs as f64;
        }
    }

    /// Counts the combinations of the values of two summaries that an instruction has formed.
    pub fn product(
        &mut self,
        lx: &mut Logic,
        formed: u64,
        (left, right): (&Summary, &Summary),
        (op, instruction): (Option<BinaryOp>, u32),
    ) {
        self.products += formed;
        // Operands are measured where that may be of interest only.
        if formed > self.here.product.map_or(1, |largest| largest.formed) {
            let (left, right) = (left.len(lx) as u64, right.len(lx) as u64);
            self.here.product = Some(Product { formed, left, right, op, instruction });
        }
    }
}
