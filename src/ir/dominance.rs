//! Immediate dominators and post-dominators (Cooper, Harvey, Kennedy, *A simple, fast dominance algorithm*, 2001).

use super::BlockId;
use crate::index::{Idx, IndexVec};

/// The immediate dominator of each node that `root` reaches; `None` for the root and for nodes that are not reached.
pub fn immediate_dominators<I: Idx>(succs: &IndexVec<I, Vec<I>>, root: I) -> IndexVec<I, Option<I>> {
    let order = reverse_postorder(succs, root);
    let mut place: IndexVec<I, usize> = succs.ids().map(|_| usize::MAX).collect();
    for (i, &node) in order.iter().enumerate() {
        place[node] = i;
    }
    let mut preds: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for (i, &node) in order.iter().enumerate() {
        for &succ in &succs[node] {
            preds[place[succ]].push(i);
        }
    }
    const UNKNOWN: usize = usize::MAX;
    let mut idom = vec![UNKNOWN; order.len()];
    idom[0] = 0;
    let mut changed = true;
    while changed {
        changed = false;
        for node in 1..order.len() {
            let mut best = UNKNOWN;
            for &pred in preds[node].iter().filter(|&&p| idom[p] != UNKNOWN) {
                best = if best == UNKNOWN { pred } else { intersect(&idom, best, pred) };
            }
            if idom[node] != best {
                idom[node] = best;
                changed = true;
            }
        }
    }
    let mut result: IndexVec<I, Option<I>> = succs.ids().map(|_| None).collect();
    for node in 1..order.len() {
        result[order[node]] = Some(order[idom[node]]);
    }
    result
}

/// The immediate post-dominator of each block, where the end of the graph is any block without successors. `None` for
/// those, for blocks that reach none, and for blocks whose paths to the ends share no later block.
pub fn immediate_post_dominators(succs: &IndexVec<BlockId, Vec<BlockId>>) -> IndexVec<BlockId, Option<BlockId>> {
    let end = succs.next_id();
    let mut reverse: IndexVec<BlockId, Vec<BlockId>> = (0..=succs.len()).map(|_| Vec::new()).collect();
    for (block, targets) in succs.iter_enumerated() {
        if targets.is_empty() {
            reverse[end].push(block);
        }
        for &target in targets {
            reverse[target].push(block);
        }
    }
    let idom = immediate_dominators(&reverse, end);
    succs.ids().map(|block| idom[block].filter(|&d| d != end)).collect()
}

/// The nearest common dominator; places fall towards the root.
fn intersect(idom: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = idom[a];
        } else {
            b = idom[b];
        }
    }
    a
}

fn reverse_postorder<I: Idx>(succs: &IndexVec<I, Vec<I>>, root: I) -> Vec<I> {
    let mut seen: IndexVec<I, bool> = succs.ids().map(|_| false).collect();
    let mut order = Vec::new();
    let mut frames = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, next)) = frames.last_mut() {
        match succs[*node].get(*next) {
            Some(&succ) => {
                *next += 1;
                if !seen[succ] {
                    seen[succ] = true;
                    frames.push((succ, 0));
                }
            }
            None => {
                order.push(*node);
                frames.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::random::{graph, graphs, reaches};
    use proptest::prelude::*;

    #[test]
    fn a_loop_without_exit_has_no_post_dominator() {
        let succs = graph(4, &[(0, 1), (0, 2), (1, 1), (2, 3)]);
        let ipdom = immediate_post_dominators(&succs);
        assert_eq!(ipdom.iter().copied().collect::<Vec<_>>(), [Some(BlockId(2)), None, Some(BlockId(3)), None]);
    }

    proptest! {
        #[test]
        fn dominators_are_those_of_the_definition(succs in graphs()) {
            let root = BlockId(0);
            let idom = immediate_dominators(&succs, root);
            // `d` dominates `n` where removing `d` cuts `n` off from the root.
            let dominates = |d: BlockId, n: BlockId| d == n || !reaches(&succs, root, n, Some(d));
            for n in succs.ids().skip(1) {
                let strict: Vec<BlockId> = succs.ids().filter(|&d| d != n && dominates(d, n)).collect();
                let nearest = strict.iter().copied().find(|&d| strict.iter().all(|&other| dominates(other, d)));
                prop_assert_eq!(idom[n], nearest);
            }
        }

        #[test]
        fn post_dominators_are_those_of_the_definition(succs in graphs()) {
            let ipdom = immediate_post_dominators(&succs);
            let ends: Vec<BlockId> = succs.ids().filter(|&b| succs[b].is_empty()).collect();
            let ends_from = |n, avoid| ends.iter().any(|&e| reaches(&succs, n, e, avoid));
            let dominates = |d: BlockId, n: BlockId| d == n || !ends_from(n, Some(d));
            for n in succs.ids() {
                let strict: Vec<BlockId> =
                    succs.ids().filter(|&d| d != n && ends_from(n, None) && ends_from(d, None) && dominates(d, n)).collect();
                let nearest = strict.iter().copied().find(|&d| strict.iter().all(|&other| dominates(other, d)));
                prop_assert_eq!(ipdom[n], nearest);
            }
        }
    }
}
