//! Weak topological orders (F. Bourdoncle, *Efficient chaotic iteration strategies with widenings*, 1993).
//!
//! A weak topological order is a well-parenthesised permutation of the nodes in which every edge either goes forward
//! or goes back to the head of a component that it starts in. It lists the strongly connected components in topological
//! order. A non-trivial component begins with its head (the node that a depth-first visit enters first, for a `while` its
//! condition); the rest without the head is ordered in the same way.

use super::scc::Tarjan;
use super::{BlockId, Wto};
use crate::index::IndexVec;

impl Wto {
    /// The order of the blocks that `entry` reaches, with the blocks `last` at the end in this order. Those must have
    /// no successors; every block must be reached or among them.
    pub fn compute(succs: &IndexVec<BlockId, Vec<BlockId>>, entry: BlockId, last: &[BlockId]) -> Wto {
        let mut tarjan = Tarjan::new(succs.len());
        let mut wto =
            Wto { position: succs.ids().map(|_| u32::MAX).collect(), heads: succs.ids().map(|_| Vec::new()).collect() };
        // The innermost component, taken apart so far, that each block is in.
        let mut region: IndexVec<BlockId, u32> = succs.ids().map(|_| 0).collect();
        for &block in last {
            region[block] = u32::MAX;
        }
        let (mut regions, mut next) = (0, 0);
        let mut heads: Vec<BlockId> = Vec::new();
        let mut top = Vec::new();
        tarjan.visit(entry, succs, |b| region[b] == 0, &mut top);
        // What is still to be placed, per level of nesting, in reverse.
        let mut work = vec![top];
        let mut place = |wto: &mut Wto, block: BlockId, heads: &[BlockId]| {
            wto.position[block] = next;
            wto.heads[block] = heads.to_vec();
            next += 1;
        };
        while let Some(level) = work.last_mut() {
            let Some(component) = level.pop() else {
                work.pop();
                heads.pop();
                continue;
            };
            let (&head, rest) = component.split_last().expect("components are not empty");
            if rest.is_empty() && !succs[head].contains(&head) {
                place(&mut wto, head, &heads);
                continue;
            }
            heads.push(head);
            place(&mut wto, head, &heads);
            regions += 1;
            for &block in rest {
                region[block] = regions;
                tarjan.forget(block);
            }
            let mut inner = Vec::new();
            for &succ in succs[head].iter().rev() {
                tarjan.visit(succ, succs, |b| region[b] == regions, &mut inner);
            }
            work.push(inner);
        }
        for &block in last {
            place(&mut wto, block, &[]);
        }
        wto
    }

    /// Whether the block is the head of a component.
    pub fn is_head(&self, block: BlockId) -> bool {
        self.heads[block].last() == Some(&block)
    }

    /// The blocks in order.
    pub fn order(&self) -> Vec<BlockId> {
        let mut blocks: Vec<BlockId> = self.position.ids().collect();
        blocks.sort_by_key(|&b| self.position[b]);
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::random::{graph, graphs};
    use proptest::prelude::*;

    impl Wto {
        /// The order in Bourdoncle's notation: components in parentheses, heads first.
        pub fn notation(&self) -> String {
            let mut text = String::new();
            let mut open = 0;
            for block in self.order() {
                let heads = &self.heads[block];
                let inherited = heads.len() - usize::from(self.is_head(block));
                while open > inherited {
                    text.push(')');
                    open -= 1;
                }
                if !text.is_empty() {
                    text.push(' ');
                }
                if self.is_head(block) {
                    text.push('(');
                    open += 1;
                }
                text.push_str(&block.0.to_string());
            }
            text.extend(std::iter::repeat_n(')', open));
            text
        }
    }

    #[test]
    fn bourdoncles_example() {
        // Figure 2 of the paper, with its nodes 1 to 8 as 0 to 7.
        let succs = graph(8, &[(0, 1), (1, 2), (1, 7), (2, 3), (3, 4), (4, 5), (4, 6), (5, 4), (5, 6), (6, 2), (6, 7)]);
        assert_eq!(Wto::compute(&succs, BlockId(0), &[]).notation(), "0 1 (2 3 (4 5) 6) 7");
    }

    #[test]
    fn a_self_loop_is_a_component() {
        let succs = graph(3, &[(0, 1), (1, 1), (1, 2)]);
        assert_eq!(Wto::compute(&succs, BlockId(0), &[BlockId(2)]).notation(), "0 (1) 2");
    }

    #[test]
    fn a_long_chain_of_nested_loops_does_not_overflow_the_stack() {
        let n = 2_000;
        let mut edges: Vec<(u32, u32)> = (0..n - 1).map(|i| (i, i + 1)).collect();
        edges.extend((1..n / 2).map(|i| (n - 1 - i, i)));
        let wto = Wto::compute(&graph(n, &edges), BlockId(0), &[]);
        assert!(wto.order().iter().enumerate().all(|(i, b)| b.0 as usize == i));
    }

    proptest! {
        #[test]
        fn every_edge_goes_forward_or_to_a_head_around_it(succs in graphs()) {
            let wto = Wto::compute(&succs, BlockId(0), &[]);
            let order = wto.order();
            for (u, targets) in succs.iter_enumerated() {
                for &v in targets {
                    prop_assert!(wto.position[u] < wto.position[v] || wto.heads[u].contains(&v));
                }
            }
            for (place, &block) in order.iter().enumerate() {
                prop_assert_eq!(wto.position[block] as usize, place);
                for (depth, &head) in wto.heads[block].iter().enumerate() {
                    // Contiguous: from the head to the block all are in the component.
                    let from = wto.position[head] as usize;
                    prop_assert!(order[from..=place].iter().all(|&b| wto.heads[b].get(depth) == Some(&head)));
                }
            }
        }
    }
}
