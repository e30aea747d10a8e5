//! Small random graphs for the tests of the graph analyses.

use super::BlockId;
use crate::closure::closure;
use crate::index::IndexVec;
use proptest::prelude::*;

/// A graph given by its edges.
pub fn graph(nodes: u32, edges: &[(u32, u32)]) -> IndexVec<BlockId, Vec<BlockId>> {
    let mut succs: IndexVec<BlockId, Vec<BlockId>> = (0..nodes).map(|_| Vec::new()).collect();
    for &(from, to) in edges {
        succs[BlockId(from)].push(BlockId(to));
    }
    succs
}

/// Graphs of up to nine nodes, all reached from node 0.
pub fn graphs() -> impl Strategy<Value = IndexVec<BlockId, Vec<BlockId>>> {
    (2u32..10).prop_flat_map(|n| {
        let tree = proptest::collection::vec(any::<u32>(), n as usize - 1);
        let more = proptest::collection::vec((0..n, 0..n), 0..12);
        (tree, more).prop_map(move |(tree, more)| {
            let mut edges: Vec<(u32, u32)> =
                tree.iter().enumerate().map(|(i, &parent)| (parent % (i as u32 + 1), i as u32 + 1)).collect();
            edges.extend(more);
            graph(n, &edges)
        })
    })
}

/// Whether a path leads from one node to another without passing through `avoid`.
pub fn reaches(succs: &IndexVec<BlockId, Vec<BlockId>>, from: BlockId, to: BlockId, avoid: Option<BlockId>) -> bool {
    let stays_clear = |node: &BlockId| Some(*node) != avoid;
    closure(Some(from).filter(stays_clear), |node| succs[node].iter().copied().filter(stays_clear)).contains(&to)
}
