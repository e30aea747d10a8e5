//! Strongly connected components (Tarjan 1972), without recursion.

use crate::index::{Idx, IndexVec};

/// The state of Tarjan's algorithm. Several visits share it, so that [`wto`](super::wto) can take components apart
/// again with one allocation.
pub(super) struct Tarjan<I> {
    /// When a node was entered, from 1; 0 where it was not.
    index: IndexVec<I, u32>,
    low: IndexVec<I, u32>,
    on_stack: IndexVec<I, bool>,
    stack: Vec<I>,
    entered: u32,
}

impl<I: Idx> Tarjan<I> {
    /// Nothing visited.
    pub fn new(nodes: usize) -> Self {
        Self {
            index: (0..nodes).map(|_| 0).collect(),
            low: (0..nodes).map(|_| 0).collect(),
            on_stack: (0..nodes).map(|_| false).collect(),
            stack: Vec::new(),
            entered: 0,
        }
    }

    /// Lets a later visit enter the node again.
    pub fn forget(&mut self, node: I) {
        self.index[node] = 0;
    }

    /// Appends the components that are reached from `root` through allowed nodes and not visited yet, successors before
    /// predecessors. The node of a component that was entered first is last in it. Successors are visited from
    /// the last to the first, so that in the reverse of the result the first successor comes first.
    pub fn visit(&mut self, root: I, succs: &IndexVec<I, Vec<I>>, allowed: impl Fn(I) -> bool, out: &mut Vec<Vec<I>>) {
        if self.index[root] != 0 || !allowed(root) {
            return;
        }
        let mut frames = vec![(root, succs[root].len())];
        self.enter(root);
        while let Some((node, left)) = frames.last_mut() {
            let node = *node;
            if *left > 0 {
                *left -= 1;
                let succ = succs[node][*left];
                if !allowed(succ) {
                    continue;
                }
                if self.index[succ] == 0 {
                    self.enter(succ);
                    frames.push((succ, succs[succ].len()));
                } else if self.on_stack[succ] {
                    self.low[node] = self.low[node].min(self.index[succ]);
                }
                continue;
            }
            frames.pop();
            if let Some(&(parent, _)) = frames.last() {
                self.low[parent] = self.low[parent].min(self.low[node]);
            }
            if self.low[node] == self.index[node] {
                let start = self.stack.iter().rposition(|&n| n == node).expect("an open node is on the stack");
                let mut component = self.stack.split_off(start);
                component.reverse();
                for &n in &component {
                    self.on_stack[n] = false;
                }
                out.push(component);
            }
        }
    }

    fn enter(&mut self, node: I) {
        self.entered += 1;
        self.index[node] = self.entered;
        self.low[node] = self.entered;
        self.on_stack[node] = true;
        self.stack.push(node);
    }
}

/// All components of a graph, successors before predecessors.
pub(super) fn components<I: Idx>(succs: &IndexVec<I, Vec<I>>) -> Vec<Vec<I>> {
    let mut tarjan = Tarjan::new(succs.len());
    let mut out = Vec::new();
    for node in succs.ids() {
        tarjan.visit(node, succs, |_| true, &mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::BlockId;
    use crate::ir::random::{graphs, reaches};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn components_are_those_of_the_definition(succs in graphs()) {
            let found = components(&succs);
            let of = |n: BlockId| found.iter().position(|c| c.contains(&n)).expect("every node is in a component");
            prop_assert_eq!(found.iter().map(Vec::len).sum::<usize>(), succs.len());
            for a in succs.ids() {
                for b in succs.ids() {
                    let (there, back) = (reaches(&succs, a, b, None), reaches(&succs, b, a, None));
                    prop_assert_eq!(of(a) == of(b), there && back);
                    // Successors come before predecessors.
                    prop_assert!(!there || of(b) <= of(a));
                }
            }
        }
    }
}
