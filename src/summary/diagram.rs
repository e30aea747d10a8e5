//! Summaries as decision diagrams.
//!
//! A summary is a diagram whose leaves are values, in one store with the guards, and a cover. Outside the cover the diagram
//! may be anything, and is made as simple as possible. Two branches that meet again then leave a decision on their
//! condition only, not on the whole path to the branch. An update is one `ite`. A product visits only the pairs of values
//! that some input has.
//!
//! (With a leaf for "undefined" instead of the cover, equal functions would be equal nodes. But then every assignment of a
//! constant would copy the guard of its path into the summary. `benches/decisions.md` has the figures.)

use super::Value;
use super::pairs::Pairs;
use crate::guard::{AtomId, Diagrams, Guard, Logic, NodeId, Pairing, Parted, Rewriting};
use crate::num::Num;

/// A summary that is defined somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diagram {
    node: NodeId,
    /// Not `FALSE`, unless guards have run out.
    cover: Guard,
    /// The number of nodes that the diagram, or one that it was made from, had when it was last compared with its parts.
    weighed: u32,
}

/// The values of a diagram within a guard.
pub(super) struct Cases {
    care: Guard,
    product: Pairing,
    /// The values, each with its guard.
    pub(super) values: Vec<(Value, Guard)>,
}

impl PartialEq for Diagram {
    fn eq(&self, other: &Self) -> bool {
        (self.node, self.cover) == (other.node, other.cover)
    }
}

impl Eq for Diagram {}

/// Diagrams with fewer nodes are not compared with their parts.
const WEIGHED_FROM: u32 = 128;

pub(super) fn store(lx: &mut Logic) -> &mut Diagrams {
    lx.guards.diagrams().expect("a diagram was made in a store of diagrams")
}

pub(super) fn leaf(lx: &mut Logic, value: Value) -> NodeId {
    store(lx).leaf(value.code())
}

/// The leaf of a constant number.
pub(super) fn constant(lx: &mut Logic, number: impl Into<Num>) -> NodeId {
    let value = Value::Num(lx.terms.constant(number));
    leaf(lx, value)
}

pub(super) fn value(lx: &mut Logic, leaf: NodeId) -> Value {
    Value::from_code(store(lx).code(leaf).expect("a leaf"))
}

/// The values in all diagrams that have not been freed.
pub fn in_diagrams(lx: &mut Logic) -> Vec<Value> {
    let leaves = lx.guards.diagrams().map(|store| store.leaves().collect::<Vec<_>>());
    leaves.into_iter().flatten().map(Value::from_code).collect()
}

impl Diagram {
    pub(super) fn guarded(lx: &mut Logic, cover: Guard, value: Value) -> Self {
        Self::of_node(leaf(lx, value), cover)
    }

    /// The function that a node is, within a cover.
    pub(super) fn of_node(node: NodeId, cover: Guard) -> Self {
        Self { node, cover, weighed: WEIGHED_FROM }
    }

    pub(super) fn node(self) -> NodeId {
        self.node
    }

    /// The same node with another cover. The node must be right there.
    pub(super) fn with_cover(self, cover: Guard) -> Self {
        Self { cover, ..self }
    }

    /// The Boolean that is true under `guard`, within `cover`.
    pub(super) fn boolean(lx: &mut Logic, cover: Guard, guard: Guard) -> Self {
        Self::of_node(guard.into(), cover).simplest(lx)
    }

    /// The same function, without most of the decisions that matter only outside the cover.
    fn simplest(self, lx: &mut Logic) -> Self {
        Self { node: store(lx).simplify(self.node, self.cover), ..self }
    }

    pub(super) fn within(self, lx: &mut Logic, phi: Guard) -> Option<Self> {
        let cover = lx.and(self.cover, phi);
        (!cover.is_false()).then_some(Self { cover, ..self })
    }

    pub(super) fn restrict(self, lx: &mut Logic, phi: Guard) -> Option<Self> {
        self.within(lx, phi).map(|inside| inside.simplest(lx))
    }

    /// Undefined under `φ`, otherwise the same. The diagram is not simplified: what is forgotten is forgotten soon after on
    /// the other paths as well, and to simplify it for so short a time would cost more than it saves.
    pub(super) fn forget(self, lx: &mut Logic, phi: Guard) -> Option<Self> {
        let cover = lx.and_not(self.cover, phi);
        (!cover.is_false()).then_some(Self { cover, ..self })
    }

    pub(super) fn simplify(self, lx: &mut Logic, phi: Guard) -> Self {
        Self { node: store(lx).simplify(self.node, phi), ..self }
    }

    pub(super) fn update(self, lx: &mut Logic, phi: Guard, other: Self) -> Option<Self> {
        let (mine, theirs) = (lx.and_not(self.cover, phi), lx.and(other.cover, phi));
        if mine.is_false() {
            return (!theirs.is_false()).then_some(Self { cover: theirs, ..other });
        }
        if theirs.is_false() {
            return Some(Self { cover: mine, ..self });
        }
        let cover = lx.or(mine, theirs);
        if self.node == other.node {
            return Some(Self { cover, ..self });
        }
        // Any condition that separates the two parts of the cover will do.
        let store = store(lx);
        let condition = store.simplify(phi.into(), cover).as_guard();
        let node = store.select(condition, other.node, self.node);
        Some(Self { node, cover, weighed: self.weighed.max(other.weighed) })
    }

    /// Becomes a list of pairs, if the diagram has become larger than its parts together. It can be as large as their
    /// product: the object on top of a stack depends on the whole history of the stack, whether the n-th one is does not.
    pub(super) fn weigh(mut self, lx: &mut Logic) -> Result<Self, Pairs> {
        let nodes = store(lx).size(self.node) as u32;
        if nodes <= 2 * self.weighed || lx.intact().is_err() {
            return Ok(self);
        }
        self.weighed = nodes;
        let mut total = 0;
        let list = self.pairs_while(lx, |lx, guard| {
            // An upper bound: the parts share nodes with each other, too.
            total += lx.guards.node_count(guard);
            total < nodes as usize
        });
        list.map_or(Ok(self), |pairs| Err(Pairs::new(pairs, Some(self.cover))))
    }

    /// The same, as if it had just been compared with its parts.
    pub(super) fn as_weighed(self, lx: &mut Logic) -> Self {
        let nodes = store(lx).size(self.node) as u32;
        Self { weighed: nodes.max(WEIGHED_FROM), ..self }
    }

    /// Whether all values are plain.
    pub(super) fn is_plain(self, lx: &mut Logic) -> bool {
        self.leaves(lx).into_iter().all(|leaf| value(lx, leaf).is_plain(lx))
    }

    /// The diagram within `care` with each pair of leaves replaced by the result of `f` for it; `None` if `care` is false.
    /// `f` is called once for each pair that some assignment within `care` has.
    fn product(
        self,
        lx: &mut Logic,
        care: Guard,
        other: NodeId,
        mut f: impl FnMut(&mut Logic, NodeId, NodeId) -> NodeId,
    ) -> Option<NodeId> {
        let product = store(lx).product(care, self.node, other);
        let images: Vec<NodeId> = product.pairs().map(|(l, r)| f(lx, l, r)).collect();
        // When something has run out, guards are arbitrary, but the values of summaries stay meaningful.
        store(lx).multiply(&product, &images).unwrap_or(images.first().copied())
    }

    /// [`Self::product`] with one diagram only.
    fn rebuild(self, lx: &mut Logic, care: Guard, mut f: impl FnMut(&mut Logic, NodeId) -> NodeId) -> Option<NodeId> {
        self.product(lx, care, Guard::FALSE.into(), |lx, l, _| f(lx, l))
    }

    pub(super) fn map(self, lx: &mut Logic, phi: Guard, mut f: impl FnMut(&mut Logic, Value) -> Value) -> Option<Self> {
        let cover = lx.and(self.cover, phi);
        let node = self.rebuild(lx, cover, |lx, l| {
            let v = value(lx, l);
            let image = f(lx, v);
            leaf(lx, image)
        })?;
        Some(Self { node, cover, ..self })
    }

    /// All numbers times a factor.
    pub(super) fn scaled(self, lx: &mut Logic, factor: &Num) -> Option<Self> {
        self.map(lx, Guard::TRUE, |lx, v| v.map_number(|t| lx.terms.scale(t, factor)))
    }

    pub(super) fn map2(
        self,
        lx: &mut Logic,
        phi: Guard,
        other: Self,
        mut f: impl FnMut(&mut Logic, Value, Value) -> Value,
    ) -> Option<Self> {
        let cover = self.common(lx, phi, other);
        let node = self.product(lx, cover, other.node, |lx, l, r| {
            let (v, w) = (value(lx, l), value(lx, r));
            let image = f(lx, v, w);
            leaf(lx, image)
        })?;
        Some(Self { node, cover, weighed: self.weighed.max(other.weighed) })
    }

    fn common(self, lx: &mut Logic, phi: Guard, other: Self) -> Guard {
        let both = if self.cover == other.cover { self.cover } else { lx.and(self.cover, other.cover) };
        lx.and(both, phi)
    }

    /// The values within `φ`, each with its guard, for [`Self::join`]. The same value may be there several times.
    pub(super) fn cases(self, lx: &mut Logic, phi: Guard) -> Cases {
        let care = lx.and(self.cover, phi);
        let product = store(lx).product(care, self.node, Guard::FALSE.into());
        let mut parted = Parted::new(store(lx), self.node);
        let mut case = |lx: &mut Logic, l: NodeId| {
            let part = parted.part(store(lx), l);
            (value(lx, l), lx.and(part, care))
        };
        let values = product.pairs().map(|(l, _)| case(lx, l)).collect();
        Cases { care, product, values }
    }

    /// The union of the diagrams found for the values, each where its value is.
    pub(super) fn join(lx: &mut Logic, cases: &Cases, found: &[Option<Diagram>]) -> Option<Self> {
        let weighed = found.iter().flatten().map(|found| found.weighed).max()?;
        let mut missing = Guard::FALSE;
        for ((_, within), found) in cases.values.iter().zip(found) {
            let lacking = found.map_or(*within, |found| lx.and_not(*within, found.cover));
            missing = lx.or(missing, lacking);
        }
        let nodes: Vec<NodeId> = found.iter().map(|found| found.map_or(Guard::FALSE.into(), |f| f.node)).collect();
        let node = store(lx).multiply(&cases.product, &nodes);
        let cover = lx.and_not(cases.care, missing);
        match lx.intact().and(node) {
            Ok(node) => node.filter(|_| !cover.is_false()).map(|node| Self { node, cover, weighed }),
            // As in `product`.
            Err(_) => found.iter().flatten().next().copied(),
        }
    }

    pub(super) fn when(self, lx: &mut Logic, phi: Guard, mut p: impl FnMut(&mut Logic, Value) -> Guard) -> Guard {
        let care = lx.and(self.cover, phi);
        let holds = self.rebuild(lx, care, |lx, l| {
            let v = value(lx, l);
            p(lx, v).into()
        });
        holds.map_or(Guard::FALSE, |holds| lx.and(care, holds.as_guard()))
    }

    pub(super) fn when2(
        self,
        lx: &mut Logic,
        phi: Guard,
        other: Self,
        mut p: impl FnMut(&mut Logic, Guard, Value, Value) -> Guard,
    ) -> Guard {
        let care = self.common(lx, phi, other);
        let holds = self.product(lx, care, other.node, |lx, l, r| {
            let (v, w) = (value(lx, l), value(lx, r));
            p(lx, care, v, w).into()
        });
        holds.map_or(Guard::FALSE, |holds| lx.and(care, holds.as_guard()))
    }

    pub(super) fn is_true(self, lx: &mut Logic, phi: Guard) -> Guard {
        let (holds, care) = (store(lx).truth(self.node), lx.and(self.cover, phi));
        lx.and(care, holds)
    }

    pub(super) fn cover(self) -> Guard {
        self.cover
    }

    /// The leaves. Some of them may not occur within the cover.
    pub(super) fn leaves(self, lx: &mut Logic) -> Vec<NodeId> {
        store(lx).skeleton(self.node).leaves().collect()
    }

    /// The leaves that occur within the cover.
    fn occurring(self, lx: &mut Logic) -> Vec<NodeId> {
        let inside = self.simplest(lx);
        let mut parted = Parted::new(store(lx), inside.node);
        let mut leaves = parted.leaves();
        if leaves.len() > 1 {
            leaves.retain(|leaf| {
                let part = parted.part(store(lx), *leaf);
                !lx.disjoint(self.cover, part)
            });
        }
        leaves
    }

    /// The values, sorted.
    pub(super) fn values(self, lx: &mut Logic) -> Vec<Value> {
        let leaves = self.occurring(lx);
        let mut values: Vec<Value> = leaves.into_iter().map(|leaf| value(lx, leaf)).collect();
        values.sort_unstable();
        values
    }

    /// The pairs, sorted by value.
    pub(super) fn pairs(self, lx: &mut Logic) -> Vec<(Guard, Value)> {
        self.pairs_while(lx, |_, _| true).unwrap_or_default()
    }

    /// The pairs, sorted by value, if all their guards are right.
    fn pairs_while(
        self,
        lx: &mut Logic,
        mut is_right: impl FnMut(&mut Logic, Guard) -> bool,
    ) -> Option<Vec<(Guard, Value)>> {
        let inside = self.simplest(lx);
        let mut parted = Parted::new(store(lx), inside.node);
        let mut pairs = Vec::new();
        for leaf in parted.leaves() {
            let part = parted.part(store(lx), leaf);
            let guard = lx.and(self.cover, part);
            if !is_right(lx, guard) {
                return None;
            }
            if !guard.is_false() {
                pairs.push((guard, value(lx, leaf)));
            }
        }
        pairs.sort_unstable_by_key(|(_, value)| *value);
        Some(pairs)
    }

    /// The same summary as a list of pairs.
    pub(super) fn list(self, lx: &mut Logic) -> Pairs {
        Pairs::new(self.pairs(lx), Some(self.cover))
    }

    /// The value under truth values of the variables.
    pub(super) fn at(self, lx: &Logic, mut truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Value> {
        if !lx.guards.eval(self.cover, &mut truth)? {
            return None;
        }
        lx.guards.leaf_at(self.node, truth).map(Value::from_code)
    }

    /// How many values there are, or some more.
    pub(super) fn len(self, lx: &mut Logic) -> usize {
        let inside = self.simplest(lx);
        store(lx).leaf_count(inside.node)
    }

    /// The guards that a collection must keep.
    pub(super) fn held(self) -> [Guard; 2] {
        [self.node.as_guard(), self.cover]
    }

    /// The same function under rewritten guards.
    pub(super) fn rewritten(self, lx: &mut Logic, rewriting: &Rewriting) -> Option<Self> {
        let [node, cover] = self.held().map(|guard| rewriting.of(guard));
        (!cover.is_false()).then(|| Self { node: node.into(), cover, ..self }.simplest(lx))
    }

    pub(super) fn is_canonical(self, lx: &mut Logic) -> bool {
        store(lx).is_canonical(self.node)
    }
}
