//! Guards and the values of summaries as decision diagrams with shared nodes (Bryant 1986; Fujita, McGeer and Yang
//! 1997).
//!
//! A node is a *leaf*, or a *decision*: a variable, the node where it is false, and the node where it is true. Nodes are
//! interned, variables ascend in the order along every path, and no decision has two equal children. So equal functions are
//! one node. A guard is a node that reaches no leaves but `FALSE` and `TRUE`. Only the summaries know what the codes of
//! other leaves mean.
//!
//! There are four walks, one file each: `f ? g : h` (`ite`); whether two guards meet (`emptiness`); the product of two
//! diagrams within a guard (`product`), which meets exactly the pairs of leaves that some assignment has; and the
//! simplification of a diagram within a care set (`care`). `table` finds equal nodes, `skeleton` lists the nodes of a
//! diagram, and `store` makes all this a store of guards. `ite` and `care` memoise every node in a bounded cache. A product
//! depends on a function of the caller, and its results are kept for one call only.
//!
//! The order of variables is not that of their creation. A new one may be put right below an old one; this changes no
//! existing diagram.

mod care;
mod emptiness;
mod ite;
mod product;
mod skeleton;
mod store;
mod table;

use super::budget::{Exhausted, Meter};
use super::cache::Cache;
use super::{AtomId, Budget, Guard};
pub(crate) use product::Pairing;
pub(crate) use skeleton::Parted;
use table::Table;

/// A node of the store: a summary, or a guard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// The diagram as a guard, if it has no leaves but the terminals. The result for any other diagram serves only to keep
    /// its nodes in a collection.
    pub(crate) fn as_guard(self) -> Guard {
        Guard(self.0)
    }
}

impl From<Guard> for NodeId {
    fn from(guard: Guard) -> Self {
        NodeId(guard.0)
    }
}

/// The code of a leaf: two words, whose meaning the caller knows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Leaf(pub(crate) u32, pub(crate) u32);

const FALSE: u32 = Guard::FALSE.0;
const TRUE: u32 = Guard::TRUE.0;

/// The variable number of a leaf. Those of atoms start at 1.
const LEAF: u32 = 0;
/// The variable number of a freed node.
const FREE: u32 = u32::MAX;
/// No node.
const NONE: u32 = u32::MAX;

/// Nodes are numbered below this bit. A walk marks the nodes that it has entered with it, a product the numbers of its
/// pairs.
const HIGH_BIT: u32 = 1 << 31;
const MAX_NODES: usize = HIGH_BIT as usize;
/// Bytes per node: itself, its share of the table, its marks.
pub(super) const NODE_BYTES: usize = size_of::<Triple>() + Table::BYTES + 2 * size_of::<u32>();
/// The cache has as many slots as fit into the processor's cache, and up to `MEMO_MAX` where there are more than four times
/// as many live nodes. With 2 million slots for all, most programs took 1.3 to 2 times as long.
const MEMO: usize = 1 << 16;
const MEMO_MAX: usize = 1 << 21;
/// The size in bytes above which a vector grows without being copied: the GNU C library gives it pages of its own, and
/// moves them.
const MOVED: usize = 32 << 20;

/// A node: a variable number and its children, low first; or `LEAF` and a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Triple {
    variable: u32,
    low: u32,
    high: u32,
}

impl Triple {
    fn hash(self) -> u32 {
        let key = u64::from(self.low) << 32 | u64::from(self.high);
        let mixed = (key ^ u64::from(self.variable).rotate_left(20)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 20) as u32
    }
}

/// The first two operands of an operation, as a key of the memo table.
#[inline]
fn key(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// The store.
#[derive(Clone, Debug)]
pub(crate) struct Diagrams {
    nodes: Vec<Triple>,
    table: Table,
    /// The first freed node. The `low` of each is the next one.
    free: u32,
    live: usize,
    live_max: usize,
    /// The place of each variable number in the order; leaves are below all.
    level: Vec<u32>,
    /// The variable numbers in order.
    order: Vec<u32>,
    memo: Cache,
    meter: Meter,
    frames: Vec<ite::Pending>,
    /// For each node, the last skeleton that reached it (`marks`), and its image in the diagram being rebuilt (`images`).
    marks: Vec<u32>,
    images: Vec<u32>,
    mark: u32,
}

impl Diagrams {
    pub(super) fn new(budget: Budget) -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            table: Table::new(),
            free: NONE,
            live: 0,
            live_max: 0,
            level: vec![u32::MAX],
            order: Vec::new(),
            memo: Cache::new(MEMO),
            meter: Meter::new(budget),
            frames: Vec::new(),
            marks: Vec::new(),
            images: Vec::new(),
            mark: 0,
        };
        for constant in [FALSE, TRUE] {
            let node = store.intern(Triple { variable: LEAF, low: 0, high: constant });
            debug_assert_eq!(node, constant);
        }
        store
    }

    /// The leaf with a code; `(0, 0)` and `(0, 1)` are the terminals of guards.
    pub(crate) fn leaf(&mut self, Leaf(low, high): Leaf) -> NodeId {
        NodeId(self.intern(Triple { variable: LEAF, low, high }))
    }

    /// The code of a node that is a leaf.
    pub(crate) fn code(&self, node: NodeId) -> Option<Leaf> {
        let Triple { variable, low, high } = self.at(node.0);
        (variable == LEAF).then_some(Leaf(low, high))
    }

    /// The codes of all leaves.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = Leaf> + '_ {
        let leaves = self.nodes.iter().filter(|node| node.variable == LEAF);
        leaves.map(|&Triple { variable: _, low, high }| Leaf(low, high))
    }

    #[inline]
    fn is_leaf(&self, node: u32) -> bool {
        self.at(node).variable == LEAF
    }

    /// What a node is. Builds with debug assertions find out here that a guard is used after it was freed.
    #[inline]
    fn at(&self, node: u32) -> Triple {
        let triple = self.nodes[node as usize];
        debug_assert_ne!(triple.variable, FREE, "node {node} is used after a collection has freed it");
        triple
    }

    /// A node and its place in the order.
    #[inline]
    fn top(&self, node: u32) -> (Triple, u32) {
        let triple = self.at(node);
        (triple, self.level[triple.variable as usize])
    }

    /// The place of a diagram's first decision in the order; the last for a leaf.
    pub(crate) fn level(&self, node: NodeId) -> u32 {
        self.level_of(node.0)
    }

    #[inline]
    fn level_of(&self, node: u32) -> u32 {
        self.top(node).1
    }

    fn intern(&mut self, triple: Triple) -> u32 {
        let place = match self.table.find(&self.nodes, triple) {
            Ok(node) => return node,
            Err(place) => place,
        };
        let node = match self.free {
            NONE => {
                // A leaf is stored in any case: the caller knows the meaning of its code, and would not know that of
                // another leaf.
                if self.nodes.len() == self.nodes.capacity() && !self.may_double() && triple.variable != LEAF {
                    return FALSE;
                }
                self.nodes.push(triple);
                self.marks.push(0);
                self.images.push(0);
                self.nodes.len() as u32 - 1
            }
            free => {
                self.free = self.nodes[free as usize].low;
                self.nodes[free as usize] = triple;
                free
            }
        };
        self.table.insert(place, node);
        self.live += 1;
        self.live_max = self.live_max.max(self.live);
        if self.table.is_full(self.live) {
            self.rebuild_full_table();
        }
        if self.live * NODE_BYTES > self.meter.budget.bytes || self.nodes.len() >= MAX_NODES {
            self.meter.exhaust(Exhausted::Memory);
        }
        node
    }

    /// Whether there is room to double the space for nodes. If not, sets the sticky flag.
    #[cold]
    fn may_double(&mut self) -> bool {
        let copied = |bytes: usize| if bytes > MOVED { 0 } else { bytes };
        let nodes = self.nodes.len();
        self.meter.admits(copied(nodes * size_of::<Triple>()) + 2 * copied(nodes * size_of::<u32>()))
    }

    /// Enlarges the table. Does not where there is no room, as long as it still has slots for the nodes that are made until
    /// the running operation ends.
    #[cold]
    fn rebuild_full_table(&mut self) {
        if self.meter.admits(self.table.growth(self.live)) || self.table.is_crowded(self.live) {
            self.table.rebuild(&self.nodes, self.live, true);
        }
    }

    /// The decision between two nodes, both of them below the variable in the order.
    #[inline]
    fn decision(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        debug_assert!(self.level[variable as usize] < self.level_of(low).min(self.level_of(high)));
        if low == high { low } else { self.intern(Triple { variable, low, high }) }
    }

    /// Counts a step of an operation. Returns whether the operation must end here, with an arbitrary result.
    #[inline]
    fn must_end(&mut self) -> bool {
        if self.meter.is_interrupted() {
            self.meter.exhaust(Exhausted::Interrupted);
        }
        self.meter.exhausted.is_some()
    }

    /// The leaf of a diagram under truth values of the variables.
    pub(super) fn leaf_at(&self, node: NodeId, mut truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Leaf> {
        let mut at = self.at(node.0);
        while at.variable != LEAF {
            let child = if truth(AtomId(at.variable - 1))? { at.high } else { at.low };
            at = self.at(child);
        }
        Some(Leaf(at.low, at.high))
    }
}
