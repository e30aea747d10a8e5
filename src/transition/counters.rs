//! Cheap counters of the transitions.

use super::assignments::Assignments;
use super::region::RegionCounts;
use crate::guard::Logic;
use crate::ir::BinaryOp;
use crate::summary::Summary;

/// An expression over two summaries, and the number of pairs of their values that had to be combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The combinations that were formed: the pairs of values that do not exclude each other.
    pub formed: u64,
    /// The number of values of the left operand, or of the array.
    pub left: u64,
    /// The number of values of the right operand, or of the index.
    pub right: u64,
    /// The operator; `None` for an element of an array.
    pub op: Option<BinaryOp>,
    /// The index of the instruction in its block.
    pub instruction: u32,
}

/// Maxima of the running step; reset when the next one begins.
#[derive(Clone, Copy, Debug, Default)]
pub struct Here {
    /// The most pairs of a summary that was read.
    pub read: u64,
    /// The largest product of more than one combination.
    pub product: Option<Product>,
}

/// The counters of transitions.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Summaries read.
    pub reads: u64,
    /// The sum of their pairs.
    pub pairs_read: u64,
    /// The most pairs of one of them.
    pub pairs_max: u64,
    /// Combinations of values that were formed by expressions over two summaries.
    pub products: u64,
    /// Maxima of the running step.
    pub here: Here,
    /// Sum over the reads of paths ÷ pairs.
    pub sharing_sum: f64,
    /// The number of paths of the running entry.
    pub paths_here: f64,
    /// Guarded assignments, if they are counted.
    pub assignments: Assignments,
    /// Keys of the heap after the last step.
    pub heap_cells: u64,
    /// Calls that were not run, on some paths at least, because their results were known.
    pub known_calls: u64,
    /// Counts of regions.
    pub regions: RegionCounts,
    /// Branches at which the solver was not asked because their sides meet soon.
    pub diamonds: u64,
}

impl Counters {
    /// Counts a read of a summary.
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
        // Operands are measured only if the product is the largest so far.
        if formed > self.here.product.map_or(1, |largest| largest.formed) {
            let (left, right) = (left.len(lx) as u64, right.len(lx) as u64);
            self.here.product = Some(Product { formed, left, right, op, instruction });
        }
    }
}
