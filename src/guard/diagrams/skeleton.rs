//! The nodes of a diagram, and functions of a single diagram that one walk over them computes.

use super::{Diagrams, FALSE, Guard, HIGH_BIT, LEAF, NodeId, TRUE, Triple, key};

/// Functions of one node are memoised under a first operand that `f ? g : h` never has in the table, and under these second
/// operands.
const UNARY: u32 = FALSE;
const LEAVES: u32 = 0;
const NODES: u32 = 1;
/// The lowest second operand under which parts of leaves are memoised.
const PART: u32 = 16;

/// No entry.
const NONE: u32 = u32::MAX;

/// The decisions of a diagram, children before parents, and its leaves in ascending order.
#[derive(Debug)]
pub(crate) struct Skeleton {
    decisions: Vec<u32>,
    leaves: Vec<u32>,
}

/// A diagram with the decisions above each of its nodes. The guard of a leaf depends on those above it alone, which are few where
/// a diagram has many leaves.
///
/// Nodes have numbers: first the leaves, then the decisions, children before parents. So the root is the last one.
#[derive(Debug)]
pub(crate) struct Parted {
    root: NodeId,
    skeleton: Skeleton,
    /// The low and the high child of each decision.
    children: Vec<[u32; 2]>,
    /// The youngest entry of `above` for each node, or `NONE`. Empty until a guard is wanted that is not known.
    youngest: Vec<u32>,
    /// A decision right above a node, and the entry before it of the same node.
    above: Vec<(u32, u32)>,
    /// The images of the nodes above one leaf. Between two leaves, all are `FALSE`.
    images: Vec<u32>,
}

impl Parted {
    /// A diagram, no guards of which are wanted yet.
    pub(crate) fn new(store: &mut Diagrams, root: NodeId) -> Self {
        let skeleton = store.skeleton(root);
        let (children, youngest, above, images) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { root, skeleton, children, youngest, above, images }
    }

    /// The leaves, ascending.
    pub(crate) fn leaves(&self) -> Vec<NodeId> {
        self.skeleton.leaves().collect()
    }

    /// The guard under which the diagram has this leaf.
    pub(crate) fn part(&mut self, store: &mut Diagrams, leaf: NodeId) -> Guard {
        Guard(store.memoised(PART + leaf.0, self.root.0, |store| self.computed(store, leaf)))
    }

    fn computed(&mut self, store: &mut Diagrams, leaf: NodeId) -> u32 {
        if self.youngest.is_empty() {
            self.find_parents(store);
        }
        let Skeleton { decisions, leaves } = &self.skeleton;
        let Ok(leaf) = leaves.binary_search(&leaf.0) else { return FALSE };
        let mut found = vec![leaf as u32];
        // Until its own image is known, that of a node that was found is the leaf's.
        self.images[leaf] = TRUE;
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            let mut entry = self.youngest[node as usize];
            while let Some(&(above, before)) = self.above.get(entry as usize) {
                if std::mem::replace(&mut self.images[above as usize], TRUE) != TRUE {
                    found.push(above);
                }
                entry = before;
            }
            at += 1;
        }
        found.sort_unstable();
        for &node in &found[1..] {
            let at = node as usize - leaves.len();
            let [low, high] = self.children[at].map(|child| self.images[child as usize]);
            let variable = store.at(decisions[at]).variable;
            self.images[node as usize] = if store.must_end() { FALSE } else { store.decision(variable, low, high) };
        }
        let guard = self.images.last().copied().unwrap_or(FALSE);
        found.iter().for_each(|node| self.images[*node as usize] = FALSE);
        guard
    }

    fn find_parents(&mut self, store: &mut Diagrams) {
        let Skeleton { decisions, leaves } = &self.skeleton;
        for (number, node) in (0..).zip(leaves.iter().chain(decisions)) {
            store.images[*node as usize] = number;
        }
        self.images = vec![FALSE; leaves.len() + decisions.len()];
        self.youngest = vec![NONE; self.images.len()];
        for (number, &node) in (leaves.len() as u32..).zip(decisions) {
            let Triple { low, high, .. } = store.at(node);
            let children = [low, high].map(|child| store.images[child as usize]);
            for child in children {
                let entry = self.above.len() as u32;
                let before = std::mem::replace(&mut self.youngest[child as usize], entry);
                self.above.push((number, before));
            }
            self.children.push(children);
        }
    }
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

    /// The guard under which a diagram is the leaf `TRUE`.
    pub(crate) fn truth(&mut self, root: NodeId) -> Guard {
        Guard(self.memoised(PART + TRUE, root.0, |store| {
            let skeleton = store.skeleton(root);
            for leaf in &skeleton.leaves {
                store.images[*leaf as usize] = if *leaf == TRUE { TRUE } else { FALSE };
            }
            for &node in &skeleton.decisions {
                if store.must_end() {
                    return FALSE;
                }
                let Triple { variable, low, high } = store.at(node);
                let image = store.decision(variable, store.images[low as usize], store.images[high as usize]);
                store.images[node as usize] = image;
            }
            store.images[root.0 as usize]
        }))
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
