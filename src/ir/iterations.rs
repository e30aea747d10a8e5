//! Where the iterations of a loop begin: the blocks at which a bound on loops is checked.
//!
//! A loop is a component of the [weak topological order](super::wto); its iterations are counted by the arrivals at the
//! head. To check a bound there would be sound, but a loop that ends after four iterations arrives at its head five
//! times. So the bound is checked behind the loop's *condition*, where the next iteration is certain:
//!
//! - the *exit* of a loop is the first block outside it that one of its blocks, in order, jumps to. Handlers of exceptions do
//!   not count, nor do blocks where a clause ends the run because its evaluation threw;
//! - the *condition* is the head, and each block that is entered from the condition only and from which jumps lead to the
//!   exit through the condition. A head that does nothing but jump on (`while (true)`) is the condition alone. One with
//!   an invariant is like any other head, so that with `while (true)` a `break` at the start of the body counts as the
//!   condition;
//! - an iteration begins in each block of the loop that the condition leads to and that is not part of it.
//!
//! For `while (a && b || c)` the condition is the three blocks that `&&` and `||` have made, and an iteration begins in
//! the first block of the body.
//!
//! **Every cycle passes a block that begins an iteration of a loop whose head is on the cycle**. So a run ends if it may pass
//! these blocks only a bounded number of times per loop. Proof: take the innermost component around the cycle. The cycle
//! passes its head, since otherwise a smaller component would be around it. From the head, which is in the condition, the
//! cycle comes back to the head. The other blocks of the condition are entered from blocks of the condition that come before
//! them in the order, so the cycle leaves the condition to another block of the loop, which begins an iteration, or goes
//! from the condition to the head at once. In the second case, and where a block would begin the iterations of two loops,
//! the iterations of the (outer) loop begin with its head itself, which is on the cycle.

use super::flow::predecessors;
use super::{Block, BlockId, Terminator, Wto};
use crate::index::IndexVec;
use rustc_hash::FxHashSet;

impl Wto {
    /// For each block that begins the iterations of a loop, the head of that loop. `succs` has all edges of the graph
    /// that this is an order of.
    pub fn iterations(
        &self,
        succs: &IndexVec<BlockId, Vec<BlockId>>,
        graph: &IndexVec<BlockId, &Block>,
    ) -> IndexVec<BlockId, Option<BlockId>> {
        let order: Vec<BlockId> = self.order().into_iter().filter(|&b| self.position[b] != u32::MAX).collect();
        let preds = predecessors(succs);
        let mut begins: IndexVec<BlockId, Option<BlockId>> = succs.ids().map(|_| None).collect();
        // Inner loops first: of two loops the outer one gives way.
        for &head in order.iter().rev().filter(|&&b| self.is_head(b)) {
            let condition = self.condition(head, &order, &preds, graph);
            let first = |b: &BlockId| self.is_in(*b, head) && (*b == head || !condition.contains(b));
            let ways = condition.iter().flat_map(|&b| &succs[b]);
            let firsts: Vec<BlockId> = ways.copied().filter(first).collect();
            if firsts.iter().any(|&b| b == head || begins[b].is_some()) {
                begins[head] = Some(head);
            } else {
                firsts.into_iter().for_each(|b| begins[b] = Some(head));
            }
        }
        begins
    }

    /// Whether the block is in the component with this head.
    fn is_in(&self, block: BlockId, head: BlockId) -> bool {
        self.heads[block].get(self.heads[head].len() - 1) == Some(&head)
    }

    /// The condition of the loop with this head.
    fn condition(
        &self,
        head: BlockId,
        order: &[BlockId],
        preds: &IndexVec<BlockId, Vec<BlockId>>,
        graph: &IndexVec<BlockId, &Block>,
    ) -> FxHashSet<BlockId> {
        let inside = |b: &BlockId| self.is_in(*b, head);
        let blocks = order[self.position[head] as usize..].iter().copied().take_while(inside);
        let exit = blocks.clone().flat_map(|b| graph[b].term.targets()).find(|b| !inside(b) && !graph[*b].has_thrown());
        let mut condition = FxHashSet::from_iter([head]);
        if graph[head].instrs.is_empty() && matches!(graph[head].term, Terminator::Goto(_)) {
            return condition;
        }
        // The blocks that only the condition could lead to. A block with a predecessor that comes later in the order is the
        // head of an inner loop.
        let (mut early, mut known) = (Vec::new(), condition.clone());
        for block in blocks.skip(1) {
            if preds[block].iter().filter(|b| inside(b)).all(|b| known.contains(b)) {
                early.push(block);
                known.insert(block);
            }
        }
        for &block in early.iter().rev() {
            let leads = |b: &BlockId| Some(*b) == exit || *b != head && condition.contains(b);
            if graph[block].term.targets().iter().any(leads) {
                condition.insert(block);
            }
        }
        condition
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::random::{graph, graphs, reaches};
    use crate::ir::{Expr, Handler, LocalId};
    use crate::source::Span;
    use proptest::prelude::*;

    /// Blocks for a graph: the first two edges are jumps, the others are exceptions.
    fn blocks(succs: &IndexVec<BlockId, Vec<BlockId>>) -> IndexVec<BlockId, Block> {
        let handler = Handler { block: BlockId(0), slot: LocalId(0) };
        let term = |targets: &Vec<BlockId>| match targets.as_slice() {
            [] => Terminator::Stop,
            [next] => Terminator::Goto(*next),
            [then, other, ..] => Terminator::Branch { cond: Expr::bool(true), then: *then, other: *other },
        };
        let block = |term| Block { instrs: Vec::new(), term, span: Span::default(), line: 0, handler };
        succs.iter().map(|targets| block(term(targets))).collect()
    }

    fn iterations(succs: &IndexVec<BlockId, Vec<BlockId>>) -> (Wto, IndexVec<BlockId, Option<BlockId>>) {
        let blocks = blocks(succs);
        let wto = Wto::compute(succs, BlockId(0), &[]);
        let begins = wto.iterations(succs, &blocks.iter().collect());
        (wto, begins)
    }

    /// The pairs of a block and the head of the loop whose iterations it begins.
    fn pairs(nodes: u32, edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let (_, begins) = iterations(&graph(nodes, edges));
        begins.iter_enumerated().filter_map(|(b, head)| head.map(|h| (b.0, h.0))).collect()
    }

    #[test]
    fn an_iteration_begins_behind_the_condition() {
        // 0 while (1) { 2 }  3
        assert_eq!(pairs(4, &[(0, 1), (1, 2), (1, 3), (2, 1)]), [(2, 1)]);
        // 0 while (1 && 2) { 3 } 4
        assert_eq!(pairs(5, &[(0, 1), (1, 2), (1, 4), (2, 3), (2, 4), (3, 1)]), [(3, 1)]);
        // 0 while (1 || 2) { 3 } 4
        assert_eq!(pairs(5, &[(0, 1), (1, 3), (1, 2), (2, 3), (2, 4), (3, 1)]), [(3, 1)]);
        // 0 while (1 && (2 || 3)) { 4 } 5
        let edges = [(0, 1), (1, 2), (1, 5), (2, 4), (2, 3), (3, 4), (3, 5), (4, 1)];
        assert_eq!(pairs(6, &edges), [(4, 1)]);
        // 0 while ((1 ? 2 : 3) = 4) { 5 } 6
        let edges = [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 1)];
        assert_eq!(pairs(7, &edges), [(5, 1)]);
    }

    #[test]
    fn a_jump_out_of_the_body_is_no_condition() {
        // 0 while (1) { if (2) { 3 break } 4 } 5
        assert_eq!(pairs(6, &[(0, 1), (1, 2), (1, 5), (2, 3), (2, 4), (3, 5), (4, 1)]), [(2, 1)]);
        // 0 while (true: 1) { if (2) { 3 break } 4 } 5
        assert_eq!(pairs(6, &[(0, 1), (1, 2), (2, 3), (2, 4), (3, 5), (4, 1)]), [(2, 1)]);
        // An exception out of the body of 0 while (1) { 2 } 3, to 4.
        assert_eq!(pairs(6, &[(0, 1), (1, 2), (1, 3), (2, 1), (2, 1), (2, 4)]), [(2, 1)]);
    }

    #[test]
    fn nested_loops_have_a_beginning_each() {
        // 0 while (1) { 2 while (3) { 4 } } 5
        assert_eq!(pairs(6, &[(0, 1), (1, 2), (1, 5), (2, 3), (3, 4), (3, 1), (4, 3)]), [(2, 1), (4, 3)]);
        // The body of the outer loop is the inner one: 0 while (1) { while (2) { 3 } } 4
        assert_eq!(pairs(5, &[(0, 1), (1, 2), (1, 4), (2, 3), (2, 1), (3, 2)]), [(2, 1), (3, 2)]);
    }

    #[test]
    fn a_loop_without_a_body_begins_with_its_head() {
        assert_eq!(pairs(3, &[(0, 1), (1, 1), (1, 2)]), [(1, 1)]);
        // So does the loop around one that has claimed its first block.
        assert_eq!(pairs(4, &[(0, 1), (1, 2), (1, 3), (2, 2), (2, 1)]), [(1, 1), (2, 2)]);
    }

    #[test]
    fn a_loop_with_two_entries_has_a_beginning() {
        assert_eq!(pairs(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]), [(1, 2)]);
    }

    proptest! {
        #[test]
        fn every_cycle_begins_an_iteration_of_a_loop_whose_head_it_passes(succs in graphs()) {
            let (wto, begins) = iterations(&succs);
            for head in succs.ids().filter(|&b| wto.is_head(b)) {
                // The component without the blocks that begin its iterations.
                let free = |b: BlockId| wto.is_in(b, head) && begins[b] != Some(head);
                let rest: IndexVec<BlockId, Vec<BlockId>> = succs
                    .iter_enumerated()
                    .map(|(b, to)| if free(b) { to.iter().copied().filter(|&t| free(t)).collect() } else { vec![] })
                    .collect();
                for &next in &rest[head] {
                    prop_assert!(!reaches(&rest, next, head, None), "{head:?} of {}", wto.notation());
                }
            }
        }
    }
}
