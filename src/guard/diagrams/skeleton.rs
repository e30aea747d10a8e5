//! The nodes of a diagram, and functions of a single diagram that one walk over them computes.

use super::{Diagrams, FALSE, Guard, HIGH_BIT, LEAF, NodeId, TRUE, Triple, key};

/// Functions of one node are memoised under a first operand that `f ? g : h` never has in the table, and under these second
/// operands.
const UNARY: u32 = FALSE;
const LEAVES: u32 = 0;
const NODES: u32 = 1;
const TRUTH: u32 = 2;
/// The lowest second operand under which parts of leaves are memoised.
const PART: u32 = 16;

/// The decisions of a diagram, children before parents, and its leaves in ascending order.
#[derive(Debug)]
pub(crate) struct Skeleton {
    decisions: Vec<u32>,
    leaves: Vec<u32>,
}

impl Diagrams {
    /// The decisions and leaves of a diagram.
    pub(crate) fn skeleton(&mut self, root: NodeId) -> Skeleton {
        let mut skeleton = Skeleton { decisions: Vec::new(), leaves: Vec::new() };
        let mark = self.next_mark();
        // A node is entered once. It is left after its children; then its highest bit is set.
        let mut stack: Vec<u32> = vec![root.0];
        while let Some(entry) = stack.pop() {
            if entry & HIGH_BIT != 0 {
                skeleton.decisions.push(entry & !HIGH_BIT);
                continue;
            }
            if std::mem::replace(&mut self.marks[entry as usize], mark) == mark {
                continue;
            }
            let Triple { variable, low, high } = self.at(entry);
            if variable == LEAF {
                skeleton.leaves.push(entry);
            } else {
                stack.extend([entry | HIGH_BIT, low, high]);
            }
        }
        skeleton.leaves.sort_unstable();
        skeleton
    }

    pub(super) fn next_mark(&mut self) -> u32 {
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(0);
            1
        });
        self.mark
    }

    /// A memoised function of one node.
    fn memoised(&mut self, tag: u32, node: u32, compute: impl FnOnce(&mut Self) -> u32) -> u32 {
        let key = key(UNARY, tag);
        if let Some(known) = self.memo.get(key, node) {
            return known;
        }
        let result = compute(self);
        if self.meter.exhausted.is_none() {
            self.meter.remember(&mut self.memo, key, node, result);
        }
        result
    }

    /// The guard under which the leaf of a diagram is a chosen one.
    fn relabel(&mut self, node: NodeId, chosen: impl Fn(u32) -> bool) -> u32 {
        let skeleton = self.skeleton(node);
        for leaf in &skeleton.leaves {
            self.images[*leaf as usize] = u32::from(chosen(*leaf));
        }
        for &node in &skeleton.decisions {
            if self.must_end() {
                return FALSE;
            }
            let Triple { variable, low, high } = self.at(node);
            let image = self.decision(variable, self.images[low as usize], self.images[high as usize]);
            self.images[node as usize] = image;
        }
        self.images[node.0 as usize]
    }

    /// The guard under which a diagram is the leaf `TRUE`.
    pub(crate) fn truth(&mut self, node: NodeId) -> Guard {
        Guard(self.memoised(TRUTH, node.0, |store| store.relabel(node, |leaf| leaf == TRUE)))
    }

    /// The guard under which a diagram has this leaf.
    pub(crate) fn part(&mut self, node: NodeId, leaf: NodeId) -> Guard {
        let tag = PART + leaf.0;
        Guard(self.memoised(tag, node.0, |store| store.relabel(node, |other| other == leaf.0)))
    }

    /// How many nodes a diagram has, leaves included.
    pub(crate) fn size(&mut self, node: NodeId) -> usize {
        self.memoised(NODES, node.0, |store| {
            let skeleton = store.skeleton(node);
            (skeleton.decisions.len() + skeleton.leaves.len()) as u32
        }) as usize
    }

    /// How many leaves a diagram has.
    pub(crate) fn leaf_count(&mut self, node: NodeId) -> usize {
        self.memoised(LEAVES, node.0, |store| store.skeleton(node).leaves.len() as u32) as usize
    }

    /// Whether a diagram is ordered and reduced, and its nodes are interned.
    pub(crate) fn is_canonical(&mut self, node: NodeId) -> bool {
        let skeleton = self.skeleton(node);
        skeleton.decisions.iter().all(|&node| {
            let Triple { variable, low, high } = self.at(node);
            let level = self.level[variable as usize];
            low != high
                && level < self.level_of(low).min(self.level_of(high))
                && self.intern(Triple { variable, low, high }) == node
        })
    }
}

impl Skeleton {
    /// The leaves, ascending.
    pub(crate) fn leaves(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.leaves.iter().map(|leaf| NodeId(*leaf))
    }
}
