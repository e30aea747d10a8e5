//! The interface of a store of guards, and the choice between the two stores.
//!
//! [`Store`] has the operations of a store; the shortcuts that inspect no node are written once, here. [`Guards`] is one of
//! the two stores. [`Bdds`] interns whole BDDs, for summaries that are lists of pairs. [`Diagrams`] interns single nodes,
//! of guards and of summaries alike. The choice is made once per exploration. An operation pays one predictable branch for
//! it before the walk, and nothing within.

use super::bdds::{self, Bdds};
use super::budget::{Budget, Cancellation, Exhausted, Meter};
use super::diagrams::{self, Diagrams, Leaf, NodeId};
use super::{AtomId, Guard};
use crate::config::Summaries;
use std::sync::Arc;
use std::time::Duration;

/// A decision node of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number, within the guard, or within the store if [`Guards::shares_nodes`]. 0 is the terminal false, 1 the
    /// terminal true. Among the others, children come before parents in [`Guards::nodes`].
    pub index: u32,
    /// The variable.
    pub atom: AtomId,
    /// The number of the node for the variable false.
    pub low: u32,
    /// The number of the node for the variable true.
    pub high: u32,
}

/// The place of a new variable in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Below all others.
    Last,
    /// Right below this one.
    Below(AtomId),
    /// Above all others.
    First,
}

/// A store of guards.
pub(super) trait Store {
    fn meter(&self) -> &Meter;
    fn meter_mut(&mut self) -> &mut Meter;

    /// A new variable, or `None` when there are no more. A store that cannot place it otherwise places it below all others.
    fn fresh(&mut self, level: Level) -> Option<AtomId>;
    /// The guard that is true where the variable is.
    fn variable(&mut self, atom: AtomId) -> Guard;
    fn variables_used(&self) -> usize;

    /// `f ? g : h` of operands without a shorter answer.
    fn choose(&mut self, f: Guard, g: Guard, h: Guard) -> Guard;
    fn not(&mut self, a: Guard) -> Guard;
    /// Whether `b` is known to be `¬a`; the two must differ.
    fn complementary(&self, a: Guard, b: Guard) -> bool;
    /// Whether `a ∧ b` is false, of operands without a shorter answer. Builds nothing.
    fn are_disjoint(&mut self, a: Guard, b: Guard) -> bool;
    /// Whether `a ⇒ b`, of operands without a shorter answer. Builds nothing.
    fn is_implied(&mut self, a: Guard, b: Guard) -> bool;

    /// Frees what is reachable from neither `live` nor the constants.
    fn collect(&mut self, live: &mut dyn Iterator<Item = Guard>);
    fn bytes(&self) -> usize;
    fn nodes_max(&self) -> usize;
    fn node_count(&mut self, g: Guard) -> usize;
    fn nodes(&self, g: Guard) -> Vec<Node>;
    fn node(&self, g: Guard, index: u32) -> Node;
    fn root(&self, g: Guard) -> u32;

    fn and(&mut self, a: Guard, b: Guard) -> Guard {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a.is_true() {
            b
        } else if a.is_false() || self.complementary(a, b) {
            Guard::FALSE
        } else if b.is_true() {
            a
        } else {
            self.choose(a, b, Guard::FALSE)
        }
    }

    fn or(&mut self, a: Guard, b: Guard) -> Guard {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a.is_false() {
            b
        } else if a.is_true() || self.complementary(a, b) {
            Guard::TRUE
        } else if b.is_true() {
            b
        } else {
            self.choose(a, Guard::TRUE, b)
        }
    }

    fn and_not(&mut self, a: Guard, b: Guard) -> Guard {
        if a == b || a.is_false() || b.is_true() {
            Guard::FALSE
        } else if b.is_false() || self.complementary(a, b) {
            a
        } else if a.is_true() {
            self.not(b)
        } else {
            self.choose(b, Guard::FALSE, a)
        }
    }

    fn ite(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
        if yes == no || condition.is_true() {
            yes
        } else if condition.is_false() {
            no
        } else if yes.is_true() || yes == condition {
            self.or(condition, no)
        } else if yes.is_false() || self.complementary(yes, condition) {
            self.and_not(no, condition)
        } else if no.is_false() || no == condition {
            self.and(condition, yes)
        } else if no.is_true() || self.complementary(no, condition) {
            let outside = self.and_not(condition, yes);
            self.not(outside)
        } else {
            self.choose(condition, yes, no)
        }
    }

    /// Joins neighbours first: operands stay small as long as possible.
    fn or_all(&mut self, mut guards: Vec<Guard>) -> Guard {
        while guards.len() > 1 {
            guards = guards.chunks(2).map(|pair| pair.iter().fold(Guard::FALSE, |a, b| self.or(a, *b))).collect();
        }
        guards.pop().unwrap_or(Guard::FALSE)
    }

    fn disjoint(&mut self, a: Guard, b: Guard) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if a.is_false() {
            true
        } else if a == b || a.is_true() || b.is_true() {
            false
        } else {
            self.complementary(a, b) || self.are_disjoint(a, b)
        }
    }

    fn implies(&mut self, a: Guard, b: Guard) -> bool {
        if a == b || a.is_false() || b.is_true() {
            true
        } else if a.is_true() || b.is_false() || self.complementary(a, b) {
            false
        } else {
            self.is_implied(a, b)
        }
    }
}

/// The store of an exploration.
#[derive(Clone, Debug)]
pub struct Guards(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Bdds(Bdds),
    Diagrams(Diagrams),
}

/// The same expression for either store.
macro_rules! either {
    ($guards:expr, $store:ident => $result:expr) => {
        match $guards {
            Kind::Bdds($store) => $result,
            Kind::Diagrams($store) => $result,
        }
    };
}

impl Guards {
    /// The store for a representation of summaries.
    pub fn new(summaries: Summaries, budget: Budget) -> Self {
        match summaries {
            Summaries::Pairs => Self(Kind::Bdds(Bdds::new(bdds::VARIABLES, budget))),
            Summaries::Diagram => Self(Kind::Diagrams(Diagrams::new(budget))),
        }
    }

    /// The BDD store with at most this many variables.
    #[cfg(test)]
    pub(super) fn with_variables(variables: u16) -> Self {
        Self(Kind::Bdds(Bdds::new(variables, Budget::default())))
    }

    /// The store of nodes, for summaries that are diagrams in it.
    pub(crate) fn diagrams(&mut self) -> Option<&mut Diagrams> {
        match &mut self.0 {
            Kind::Bdds(_) => None,
            Kind::Diagrams(diagrams) => Some(diagrams),
        }
    }

    /// The leaf of a diagram under truth values of the variables. `None` where a variable that matters has none.
    pub(crate) fn leaf_at(&self, node: NodeId, truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Leaf> {
        match &self.0 {
            Kind::Bdds(_) => None,
            Kind::Diagrams(diagrams) => diagrams.leaf_at(node, truth),
        }
    }

    /// Whether summaries are diagrams in the store. Then a node means the same in every guard.
    pub fn shares_nodes(&self) -> bool {
        matches!(self.0, Kind::Diagrams(_))
    }

    fn meter(&self) -> &Meter {
        either!(&self.0, store => store.meter())
    }

    fn meter_mut(&mut self) -> &mut Meter {
        either!(&mut self.0, store => store.meter_mut())
    }

    /// Lets operations create only this number of nodes until [`Self::give_back`]. Returns the limit to give back.
    pub fn borrow_nodes(&mut self, nodes: usize) -> usize {
        let bytes = self.bytes().saturating_add(nodes.saturating_mul(diagrams::NODE_BYTES));
        self.meter_mut().borrow(bytes)
    }

    /// Restores a limit. Returns whether all operations since [`Self::borrow_nodes`] have completed.
    pub fn give_back(&mut self, limit: usize) -> bool {
        let bytes = self.bytes();
        self.meter_mut().give_back(limit, bytes)
    }

    /// What ran out. [`Self::give_back`] clears it if only borrowed nodes ran out; nothing else does. The module `guard`
    /// explains what it means.
    pub fn exhausted(&self) -> Option<Exhausted> {
        self.meter().exhausted
    }

    /// Time spent in operations that were not memoised.
    pub fn time(&self) -> Duration {
        self.meter().time
    }

    /// The work so far, in steps of operations: a measure of time that is the same in equal runs.
    pub fn work(&self) -> u64 {
        self.meter().work
    }

    /// Counts work that was done outside the store, in steps of operations.
    pub fn add_work(&mut self, work: u64) {
        self.meter_mut().add_work(work);
    }

    /// Whether work outside the store may allocate this number of bytes. If not, the store counts as out of memory.
    pub fn admits(&mut self, bytes: usize) -> bool {
        self.meter_mut().admits(bytes)
    }

    /// Limits the work, including what has been done so far.
    pub fn limit_work(&mut self, most: u64) {
        self.meter_mut().budget.work = most;
    }

    /// Replaces the cancellation by one that is made from it.
    pub fn change_cancellation(&mut self, change: impl FnOnce(Arc<dyn Cancellation>) -> Arc<dyn Cancellation>) {
        let cancellation = &mut self.meter_mut().budget.cancellation;
        *cancellation = change(Arc::clone(cancellation));
    }

    /// The memory of all nodes, in bytes.
    pub fn bytes(&self) -> usize {
        either!(&self.0, store => store.bytes())
    }

    /// The nodes of all guards, and of summaries where they share the store. Includes dead nodes that are not yet
    /// collected.
    pub fn nodes_in_use(&self) -> usize {
        self.bytes() / diagrams::NODE_BYTES
    }

    /// The number of variables in use.
    pub fn variables_used(&self) -> usize {
        either!(&self.0, store => store.variables_used())
    }

    /// The nodes of the largest guard so far; where guards share nodes, the most in use at once.
    pub fn nodes_max(&self) -> usize {
        either!(&self.0, store => store.nodes_max())
    }

    pub(super) fn fresh(&mut self, level: Level) -> Option<AtomId> {
        either!(&mut self.0, store => store.fresh(level))
    }

    pub(super) fn variable(&mut self, atom: AtomId) -> Guard {
        either!(&mut self.0, store => store.variable(atom))
    }

    /// `¬a`
    pub fn not(&mut self, a: Guard) -> Guard {
        either!(&mut self.0, store => store.not(a))
    }

    /// `a ∧ b`
    pub fn and(&mut self, a: Guard, b: Guard) -> Guard {
        either!(&mut self.0, store => store.and(a, b))
    }

    /// `a ∨ b`
    pub fn or(&mut self, a: Guard, b: Guard) -> Guard {
        either!(&mut self.0, store => store.or(a, b))
    }

    /// `a ∧ ¬b`
    pub fn and_not(&mut self, a: Guard, b: Guard) -> Guard {
        either!(&mut self.0, store => store.and_not(a, b))
    }

    /// `condition ? yes : no`
    pub fn ite(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
        either!(&mut self.0, store => store.ite(condition, yes, no))
    }

    /// The disjunction of any number of guards.
    pub fn or_all(&mut self, guards: Vec<Guard>) -> Guard {
        either!(&mut self.0, store => store.or_all(guards))
    }

    /// Whether `a ∧ b` is false. Builds nothing.
    pub fn disjoint(&mut self, a: Guard, b: Guard) -> bool {
        either!(&mut self.0, store => store.disjoint(a, b))
    }

    /// Whether `a ⇒ b`. Builds nothing.
    pub fn implies(&mut self, a: Guard, b: Guard) -> bool {
        either!(&mut self.0, store => store.implies(a, b))
    }

    /// Frees the nodes of all guards but `live` and the constants. See [`Logic::collect`](super::Logic::collect).
    pub(super) fn collect(&mut self, mut live: impl Iterator<Item = Guard>) {
        either!(&mut self.0, store => store.collect(&mut live));
    }

    /// The nodes of a guard, terminals included.
    pub fn node_count(&mut self, g: Guard) -> usize {
        either!(&mut self.0, store => store.node_count(g))
    }

    /// The decision nodes of a guard, children before parents. None for the two constants.
    pub fn nodes(&self, g: Guard) -> Vec<Node> {
        either!(&self.0, store => store.nodes(g))
    }

    /// The variables that a guard depends on, the oldest first.
    pub(super) fn atoms(&self, g: Guard) -> Vec<AtomId> {
        let mut atoms: Vec<AtomId> = self.nodes(g).into_iter().map(|node| node.atom).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// One decision node of a guard.
    pub fn node(&self, g: Guard, index: u32) -> Node {
        either!(&self.0, store => store.node(g, index))
    }

    /// The number of the root of a guard: 0 for false, 1 for true.
    pub fn root(&self, g: Guard) -> u32 {
        either!(&self.0, store => store.root(g))
    }

    /// The truth value under an assignment of the variables. `value` is called only for the variables on one path; where it
    /// returns `None`, so does this.
    pub fn eval(&self, g: Guard, mut value: impl FnMut(AtomId) -> Option<bool>) -> Option<bool> {
        let mut at = self.root(g);
        while at > 1 {
            let node = self.node(g, at);
            at = if value(node.atom)? { node.high } else { node.low };
        }
        Some(at == 1)
    }
}
