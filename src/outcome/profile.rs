//! The cost of an exploration, by line.

use crate::ir::{BlockId, MethodId};
use crate::transition::counters::Product;
use std::time::Duration;

/// The cost of steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The number of steps.
    pub runs: u64,
    /// Instructions and terminators executed.
    pub operations: u64,
    /// Wall time.
    pub time: Duration,
    /// Summaries read.
    pub reads: u64,
    /// The sum of their pairs.
    pub pairs_read: u64,
    /// The most pairs of one of them.
    pub read_max: u64,
    /// Summaries of locals, fields and static fields that were written and still exist after the step.
    pub writes: u64,
    /// The sum of their pairs.
    pub pairs_written: u64,
    /// The most pairs of one of them.
    pub written_max: u64,
    /// Combinations of values that were formed by expressions over two summaries.
    pub products: u64,
    /// The expression that formed the most of them at once.
    pub largest: Option<LargestProduct>,
    /// Questions that reached the solver.
    pub solver_calls: u64,
    /// Time in the solver.
    pub solver_time: Duration,
    /// New nodes of guards, and of summaries that share nodes with them.
    pub nodes: u64,
    /// New variables of guards.
    pub atoms: u64,
}

/// An expression over two summaries, and the number of combinations of their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargestProduct {
    /// The method.
    pub method: MethodId,
    /// The block, in the program that was explored.
    pub block: BlockId,
    /// The operator, the instruction in the block, and the sizes.
    pub product: Product,
}

impl Cost {
    /// Adds another cost.
    pub fn add(&mut self, other: &Self) {
        self.runs += other.runs;
        self.operations += other.operations;
        self.time += other.time;
        self.reads += other.reads;
        self.pairs_read += other.pairs_read;
        self.read_max = self.read_max.max(other.read_max);
        self.writes += other.writes;
        self.pairs_written += other.pairs_written;
        self.written_max = self.written_max.max(other.written_max);
        self.products += other.products;
        // Of two equal ones the first stays.
        if other.largest.map(|l| l.product.formed) > self.largest.map(|l| l.product.formed) {
            self.largest = other.largest;
        }
        self.solver_calls += other.solver_calls;
        self.solver_time += other.solver_time;
        self.nodes += other.nodes;
        self.atoms += other.atoms;
    }
}

/// A chain of calls: a method, and the chain that it was called from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stack {
    /// The index of the chain below; `None` at the root of a thread.
    pub below: Option<usize>,
    /// The method on top.
    pub method: MethodId,
}

/// The costs of an exploration, as plain data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// The chains of calls, each after the one below.
    pub stacks: Vec<Stack>,
    /// The cost of each line, by the index of its chain of calls, and the line. The line is 0 for what belongs to none, such as
    /// the end of a method.
    pub lines: Vec<((usize, u32), Cost)>,
    /// The cost of what happened between steps.
    pub between: Cost,
}
