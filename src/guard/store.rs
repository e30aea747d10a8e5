//! The store of guards: interned, memoised BDDs. Only this file names the BDD crate.
//!
//! A `Bdd` of the crate owns its nodes, so every operation costs its whole operands, and nothing is remembered
//! between calls. The store gives each BDD an id, so that guards are copied, compared and hashed as numbers and a
//! repeated operation is a table look-up. Nodes of a BDD stand in depth-first post-order, which is canonical: equal
//! functions have equal node vectors.

use super::cache::Cache;
use super::{AtomId, Guard};
use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable, op_function};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hasher;
use std::time::{Duration, Instant};

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// BDD variables.
    Atoms,
    /// The limit of [`Guards::set_limit`].
    Memory,
}

/// A decision node of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number within the guard: 0 is the terminal false, 1 the terminal true; decision nodes start at 2, children
    /// before parents, the root last.
    pub index: u32,
    /// The variable.
    pub atom: AtomId,
    /// The number of the node for the variable false.
    pub low: u32,
    /// The number of the node for the variable true.
    pub high: u32,
}

/// The operations that are memoised.
#[derive(Clone, Copy)]
enum Op {
    And,
    Or,
    AndNot,
    Disjoint,
    Implies,
}

/// The most variables that the crate allows.
const VARIABLES: u16 = u16::MAX;

/// Guards are numbered below this, which leaves room for the operation in a memo key.
const MAX_GUARDS: usize = 1 << 29;

/// The interned BDDs.
#[derive(Clone, Debug)]
pub struct Guards {
    bdds: Vec<Bdd>,
    /// The first guard with a hash.
    index: FxHashMap<u64, Guard>,
    /// The next guard with the same hash.
    collisions: FxHashMap<Guard, Guard>,
    /// The complement of each guard, itself where it is not known.
    complements: Vec<Guard>,
    memo: Cache,
    variables: u16,
    used: u16,
    bytes: usize,
    limit: usize,
    nodes_max: usize,
    time: Duration,
    exhausted: Option<Exhausted>,
    scratch: Scratch,
}

/// Buffers of the walk that tests for emptiness.
#[derive(Clone, Debug, Default)]
struct Scratch {
    stack: Vec<(BddPointer, BddPointer)>,
    seen: FxHashSet<(BddPointer, BddPointer)>,
}

impl Default for Guards {
    fn default() -> Self {
        Self::with_variables(VARIABLES)
    }
}

impl Guards {
    /// A store with at most this many variables.
    pub fn with_variables(variables: u16) -> Self {
        let mut guards = Self {
            bdds: Vec::new(),
            index: FxHashMap::default(),
            collisions: FxHashMap::default(),
            complements: Vec::new(),
            memo: Cache::new(1 << 20),
            variables,
            used: 0,
            bytes: 0,
            limit: usize::MAX,
            nodes_max: 0,
            time: Duration::ZERO,
            exhausted: None,
            scratch: Scratch::default(),
        };
        let terminals = [BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        let no = guards.intern(bdd_of(&terminals[..1]));
        let yes = guards.intern(bdd_of(&terminals));
        debug_assert!((no, yes) == (Guard::FALSE, Guard::TRUE));
        guards.pair(no, yes);
        guards
    }

    /// Limits the memory of the nodes, in bytes. Default: none.
    pub fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
    }

    /// The memory of all nodes, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What ran out; never changes back. See the module `guard` for what it means.
    pub fn exhausted(&self) -> Option<Exhausted> {
        self.exhausted
    }

    /// How many variables have been given out.
    pub fn variables_used(&self) -> usize {
        self.used as usize
    }

    /// The nodes of the largest guard so far.
    pub fn nodes_max(&self) -> usize {
        self.nodes_max
    }

    /// Time spent in operations that were not found in the memo table.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// How many different guards there are.
    pub fn len(&self) -> usize {
        self.bdds.len()
    }

    /// Never: there are two constants.
    pub fn is_empty(&self) -> bool {
        false
    }

    fn give_up(&mut self, reason: Exhausted) -> Guard {
        self.exhausted.get_or_insert(reason);
        Guard::FALSE
    }

    /// A new variable, below all earlier ones in the order; nothing when there are no more.
    pub(super) fn fresh(&mut self) -> Option<AtomId> {
        if self.exhausted.is_some() {
            return None;
        }
        if self.used == self.variables {
            self.give_up(Exhausted::Atoms);
            return None;
        }
        self.used += 1;
        Some(AtomId(u32::from(self.used) - 1))
    }

    /// The guard that is true where the variable is.
    pub(super) fn variable(&mut self, atom: AtomId) -> Guard {
        let node = BddNode::mk_node(BddVariable::from_index(atom.0 as usize), BddPointer::zero(), BddPointer::one());
        self.intern(bdd_of(&[BddNode::mk_zero(self.variables), BddNode::mk_one(self.variables), node]))
    }

    fn intern(&mut self, bdd: Bdd) -> Guard {
        let mut hasher = rustc_hash::FxHasher::default();
        for pointer in bdd.pointers() {
            let (low, high) = (bdd.low_link_of(pointer).to_index(), bdd.high_link_of(pointer).to_index());
            hasher.write_u64((low as u64) << 32 | high as u64);
            hasher.write_usize(bdd.var_of(pointer).to_index());
        }
        let next = Guard(self.bdds.len() as u32);
        match self.index.entry(hasher.finish()) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(next);
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let mut found = *entry.get();
                while self.bdds[found.0 as usize] != bdd {
                    match self.collisions.get(&found) {
                        Some(other) => found = *other,
                        None => {
                            self.collisions.insert(found, next);
                            break;
                        }
                    }
                }
                if self.bdds[found.0 as usize] == bdd {
                    return found;
                }
            }
        }
        self.bytes += bdd.size() * size_of::<BddNode>();
        self.nodes_max = self.nodes_max.max(bdd.size());
        // The result of an operation has spare capacity; a clone has none.
        self.bdds.push(bdd.clone());
        self.complements.push(next);
        if self.bytes > self.limit || self.bdds.len() >= MAX_GUARDS {
            self.give_up(Exhausted::Memory);
        }
        next
    }

    fn pair(&mut self, a: Guard, b: Guard) {
        self.complements[a.0 as usize] = b;
        self.complements[b.0 as usize] = a;
    }

    fn key(op: Op, a: Guard, b: Guard) -> u64 {
        (op as u64) << 61 | u64::from(a.0) << 32 | u64::from(b.0)
    }

    /// Whether `b` is known to be `¬a`; the two must differ.
    fn complementary(&self, a: Guard, b: Guard) -> bool {
        self.complements[a.0 as usize] == b
    }

    fn binary(&mut self, op: Op, a: Guard, b: Guard) -> Guard {
        if self.exhausted.is_some() {
            return Guard::FALSE;
        }
        let key = Self::key(op, a, b);
        if let Some(result) = self.memo.get(key) {
            return Guard(result);
        }
        let start = Instant::now();
        let nodes = self.limit.saturating_sub(self.bytes) / size_of::<BddNode>();
        let (left, right) = (&self.bdds[a.0 as usize], &self.bdds[b.0 as usize]);
        let bdd = match op {
            Op::And => Bdd::binary_op_with_limit(nodes, left, right, op_function::and),
            Op::Or => Bdd::binary_op_with_limit(nodes, left, right, op_function::or),
            _ => Bdd::binary_op_with_limit(nodes, left, right, op_function::and_not),
        };
        let result = match bdd {
            Some(bdd) => self.intern(bdd),
            None => self.give_up(Exhausted::Memory),
        };
        self.time += start.elapsed();
        self.memo.insert(key, result.0);
        result
    }

    /// `¬a`
    pub fn not(&mut self, a: Guard) -> Guard {
        let known = self.complements[a.0 as usize];
        if known != a {
            return known;
        }
        if self.exhausted.is_some() {
            return Guard::FALSE;
        }
        let start = Instant::now();
        let complement = self.bdds[a.0 as usize].not();
        let result = self.intern(complement);
        self.pair(a, result);
        self.time += start.elapsed();
        result
    }

    /// `a ∧ b`
    pub fn and(&mut self, a: Guard, b: Guard) -> Guard {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a.is_true() {
            b
        } else if a.is_false() || self.complementary(a, b) {
            Guard::FALSE
        } else if b.is_true() {
            a
        } else {
            self.binary(Op::And, a, b)
        }
    }

    /// `a ∨ b`
    pub fn or(&mut self, a: Guard, b: Guard) -> Guard {
        let (a, b) = (a.min(b), a.max(b));
        if a == b || a.is_false() {
            b
        } else if a.is_true() || self.complementary(a, b) {
            Guard::TRUE
        } else if b.is_true() {
            b
        } else {
            self.binary(Op::Or, a, b)
        }
    }

    /// `a ∧ ¬b`
    pub fn and_not(&mut self, a: Guard, b: Guard) -> Guard {
        if a == b || a.is_false() || b.is_true() {
            Guard::FALSE
        } else if b.is_false() || self.complementary(a, b) {
            a
        } else if a.is_true() {
            self.not(b)
        } else {
            self.binary(Op::AndNot, a, b)
        }
    }

    /// `condition ? yes : no`
    pub fn ite(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
        if yes == no {
            return yes;
        }
        let yes = self.and(condition, yes);
        let no = self.and_not(no, condition);
        self.or(yes, no)
    }

    /// The disjunction of any number of guards, neighbours first: operands stay small as long as they can.
    pub fn or_all(&mut self, mut guards: Vec<Guard>) -> Guard {
        while guards.len() > 1 {
            guards = guards.chunks(2).map(|pair| pair.iter().fold(Guard::FALSE, |a, b| self.or(a, *b))).collect();
        }
        guards.pop().unwrap_or(Guard::FALSE)
    }

    /// Whether `a ∧ b` is false. Builds nothing.
    pub fn disjoint(&mut self, a: Guard, b: Guard) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        if a.is_false() {
            return true;
        }
        if a == b || a.is_true() || b.is_true() {
            return false;
        }
        if self.complementary(a, b) {
            return true;
        }
        if let Some(known) = self.memo.get(Self::key(Op::And, a, b)) {
            return Guard(known).is_false();
        }
        self.empty(Op::Disjoint, a, b, false)
    }

    /// Whether `a ⇒ b`. Builds nothing.
    pub fn implies(&mut self, a: Guard, b: Guard) -> bool {
        if a == b || a.is_false() || b.is_true() {
            return true;
        }
        if a.is_true() || b.is_false() || self.complementary(a, b) {
            return false;
        }
        if let Some(known) = self.memo.get(Self::key(Op::AndNot, a, b)) {
            return Guard(known).is_false();
        }
        self.empty(Op::Implies, a, b, true)
    }

    /// Whether no assignment satisfies `a` and (complemented on demand) `b`. Ends at the first one that does.
    fn empty(&mut self, op: Op, a: Guard, b: Guard, complement: bool) -> bool {
        if self.exhausted.is_some() {
            return true;
        }
        let key = Self::key(op, a, b);
        if let Some(result) = self.memo.get(key) {
            return result != 0;
        }
        let start = Instant::now();
        let (left, right) = (&self.bdds[a.0 as usize], &self.bdds[b.0 as usize]);
        let (never, always) =
            if complement { (BddPointer::one(), BddPointer::zero()) } else { (BddPointer::zero(), BddPointer::one()) };
        let Scratch { stack, seen } = &mut self.scratch;
        stack.clear();
        seen.clear();
        stack.push((left.root_pointer(), right.root_pointer()));
        let mut empty = true;
        while let Some((l, r)) = stack.pop() {
            if l.is_zero() || r == never {
                continue;
            }
            // A node that is no terminal is satisfiable both ways.
            if l.is_one() || r == always {
                empty = false;
                break;
            }
            if !seen.insert((l, r)) {
                continue;
            }
            let (x, y) = (left.var_of(l), right.var_of(r));
            let (l0, l1) = if x <= y { (left.low_link_of(l), left.high_link_of(l)) } else { (l, l) };
            let (r0, r1) = if y <= x { (right.low_link_of(r), right.high_link_of(r)) } else { (r, r) };
            stack.push((l0, r0));
            stack.push((l1, r1));
        }
        self.time += start.elapsed();
        self.memo.insert(key, u32::from(empty));
        empty
    }

    /// The nodes of a guard, terminals included.
    pub fn node_count(&self, g: Guard) -> usize {
        self.bdds[g.0 as usize].size()
    }

    /// The decision nodes of a guard, children before parents. None for the two constants.
    pub fn nodes(&self, g: Guard) -> impl ExactSizeIterator<Item = Node> + '_ {
        (2..self.node_count(g).max(2)).map(move |index| self.node(g, index as u32))
    }

    /// One decision node of a guard.
    pub fn node(&self, g: Guard, index: u32) -> Node {
        let bdd = &self.bdds[g.0 as usize];
        let pointer = BddPointer::from_index(index as usize);
        Node {
            index,
            atom: AtomId(bdd.var_of(pointer).to_index() as u32),
            low: bdd.low_link_of(pointer).to_index() as u32,
            high: bdd.high_link_of(pointer).to_index() as u32,
        }
    }

    /// The number of the root of a guard: 0 for false, 1 for true.
    pub fn root(&self, g: Guard) -> u32 {
        self.bdds[g.0 as usize].root_pointer().to_index() as u32
    }

    /// The truth value under an assignment of the variables that it asks for, at most one per node of a path; nothing
    /// when the assignment is.
    pub fn eval(&self, g: Guard, mut value: impl FnMut(AtomId) -> Option<bool>) -> Option<bool> {
        let mut at = self.root(g);
        while at > 1 {
            let node = self.node(g, at);
            at = if value(node.atom)? { node.high } else { node.low };
        }
        Some(at == 1)
    }
}

fn bdd_of(nodes: &[BddNode]) -> Bdd {
    Bdd::from_nodes(nodes).expect("ordered nodes that start with the terminals")
}
