//! The store of guards: interned, memoised BDDs. Only this file names the BDD crate.
//!
//! A `Bdd` of the crate owns its nodes, so every operation costs its whole operands, and nothing is remembered
//! between calls. The store gives each BDD an id, so that guards are copied, compared and hashed as numbers and a
//! repeated operation is a table look-up. Nodes of a BDD stand in depth-first post-order, high children first, which
//! is canonical: equal functions have equal node vectors.
//!
//! The operations are one walk, `f ? g : h`, and not the crate's. The crate's ternary operation distinguishes tasks by
//! operands that no longer matter once `f` is decided, so that it can cost the product of `g` and `h`; and the walk
//! here looks each edge up once, keeps its buffers, and counts them against the memory limit.

use super::cache::Cache;
use super::{AtomId, Guard};
use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hasher;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exhausted {
    /// BDD variables.
    Atoms,
    /// The limit of [`Guards::set_limit`].
    Memory,
    /// The patience of whoever raised the flag of [`Guards::set_interrupt`].
    Interrupted,
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
    Ite,
    Disjoint,
    Implies,
}

/// The most variables that the crate allows.
const VARIABLES: u16 = u16::MAX;

/// An operation looks at the interrupt flag once per so many nodes.
const POLLED: usize = 4096;

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
    interrupt: Arc<AtomicBool>,
    nodes_max: usize,
    time: Duration,
    exhausted: Option<Exhausted>,
    scratch: Scratch,
}

/// Three nodes `f ? g : h`, one of each operand.
type Task = (u32, u32, u32);

/// A task whose children are being computed.
#[derive(Clone, Copy, Debug)]
struct Frame {
    task: Task,
    variable: BddVariable,
    low: Task,
    /// The result of the high child, which comes first.
    high: Option<u32>,
}

/// Buffers of the walks, kept between operations.
#[derive(Clone, Debug, Default)]
struct Scratch {
    pairs: Vec<(BddPointer, BddPointer)>,
    seen: FxHashSet<(BddPointer, BddPointer)>,
    frames: Vec<Frame>,
    finished: FxHashMap<Task, u32>,
    existing: FxHashMap<(u32, u32, BddVariable), u32>,
    nodes: Vec<BddNode>,
}

impl Scratch {
    /// Empties the tables of the walk. Much too large ones are dropped: to empty one costs its capacity.
    fn reset(&mut self, nodes: usize) {
        let most = nodes.max(64) * 16;
        if self.finished.capacity() > most {
            self.finished = FxHashMap::default();
        }
        if self.existing.capacity() > most {
            self.existing = FxHashMap::default();
        }
        self.finished.clear();
        self.existing.clear();
        self.frames.clear();
        self.nodes.clear();
    }
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
            interrupt: Arc::default(),
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

    /// A flag that another thread may raise: then the operation that is under way gives up.
    pub fn set_interrupt(&mut self, flag: Arc<AtomicBool>) {
        self.interrupt = flag;
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
        let hash = hash_of(&bdd);
        let mut last = None;
        let mut next = self.index.get(&hash).copied();
        while let Some(guard) = next {
            if self.bdds[guard.0 as usize] == bdd {
                return guard;
            }
            last = Some(guard);
            next = self.collisions.get(&guard).copied();
        }
        let guard = Guard(self.bdds.len() as u32);
        self.bytes += bdd.size() * size_of::<BddNode>();
        self.nodes_max = self.nodes_max.max(bdd.size());
        self.bdds.push(bdd);
        self.complements.push(guard);
        match last {
            Some(last) => self.collisions.insert(last, guard),
            None => self.index.insert(hash, guard),
        };
        if self.bytes > self.limit || self.bdds.len() >= MAX_GUARDS {
            self.give_up(Exhausted::Memory);
        }
        guard
    }

    /// Makes a guard that is in no table findable.
    fn enter(&mut self, guard: Guard) {
        let hash = hash_of(&self.bdds[guard.0 as usize]);
        if let Some(earlier) = self.index.insert(hash, guard) {
            self.collisions.insert(guard, earlier);
        }
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

    /// `f ? g : h` of operands without a shorter answer.
    fn choose(&mut self, f: Guard, g: Guard, h: Guard) -> Guard {
        if self.exhausted.is_some() {
            return Guard::FALSE;
        }
        let key = Self::key(Op::Ite, f, g);
        if let Some(result) = self.memo.get(key, h.0) {
            return Guard(result);
        }
        let start = Instant::now();
        let mut scratch = std::mem::take(&mut self.scratch);
        let result = match self.walk(&mut scratch, f, g, h) {
            Ok(0) => Guard::FALSE,
            Ok(1) => Guard::TRUE,
            Ok(_) => self.intern(bdd_of(&scratch.nodes)),
            Err(reason) => self.give_up(reason),
        };
        self.scratch = scratch;
        self.time += start.elapsed();
        self.memo.insert(key, h.0, result.0);
        result
    }

    /// Builds the nodes of `f ? g : h` and returns the number of the root; or what ran out.
    fn walk(&self, scratch: &mut Scratch, f: Guard, g: Guard, h: Guard) -> Result<u32, Exhausted> {
        let [f, g, h] = [f, g, h].map(|guard| &self.bdds[guard.0 as usize]);
        scratch.reset(f.size() + g.size() + h.size());
        let Scratch { frames, finished, existing, nodes, .. } = scratch;
        nodes.extend([BddNode::mk_zero(self.variables), BddNode::mk_one(self.variables)]);
        let budget = self.limit.saturating_sub(self.bytes) / size_of::<BddNode>();
        let split = |bdd: &Bdd, at: u32, variable: BddVariable| {
            let pointer = BddPointer::from_index(at as usize);
            match bdd.var_of(pointer) == variable {
                true => (bdd.low_link_of(pointer).to_index() as u32, bdd.high_link_of(pointer).to_index() as u32),
                false => (at, at),
            }
        };
        let top = |bdd: &Bdd, at: u32| bdd.var_of(BddPointer::from_index(at as usize));
        let root = |bdd: &Bdd| bdd.root_pointer().to_index() as u32;
        let mut task = normal((root(f), root(g), root(h)));
        loop {
            let known = match task {
                (0, _, h) if h < 2 => Some(h),
                (1, g, _) if g < 2 => Some(g),
                (_, 0, 0) => Some(0),
                (_, 1, 1) => Some(1),
                _ => finished.get(&task).copied(),
            };
            let Some(mut value) = known else {
                let variable = top(f, task.0).min(top(g, task.1)).min(top(h, task.2));
                let (f0, f1) = split(f, task.0, variable);
                let (g0, g1) = split(g, task.1, variable);
                let (h0, h1) = split(h, task.2, variable);
                frames.push(Frame { task, variable, low: normal((f0, g0, h0)), high: None });
                task = normal((f1, g1, h1));
                continue;
            };
            // Hand the value to the frames that wait for it.
            loop {
                let Some(frame) = frames.last_mut() else {
                    debug_assert!(value < 2 || value as usize + 1 == nodes.len(), "the root comes last");
                    return Ok(value);
                };
                let Some(high) = frame.high else {
                    frame.high = Some(value);
                    task = frame.low;
                    break;
                };
                let (low, variable) = (value, frame.variable);
                if low != high {
                    value = *existing.entry((low, high, variable)).or_insert_with(|| {
                        let [low, high] = [low, high].map(|link| BddPointer::from_index(link as usize));
                        nodes.push(BddNode::mk_node(variable, low, high));
                        nodes.len() as u32 - 1
                    });
                }
                finished.insert(frame.task, value);
                frames.pop();
                if nodes.len() + 2 * finished.len() > budget {
                    return Err(Exhausted::Memory);
                }
                if finished.len() % POLLED == 0 && self.interrupt.load(Ordering::Relaxed) {
                    return Err(Exhausted::Interrupted);
                }
            }
        }
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
            self.choose(a, b, Guard::FALSE)
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
            self.choose(a, Guard::TRUE, b)
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
            self.choose(b, Guard::FALSE, a)
        }
    }

    /// `condition ? yes : no`
    pub fn ite(&mut self, condition: Guard, yes: Guard, no: Guard) -> Guard {
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
        if let Some(known) = self.memo.get(Self::key(Op::Ite, a, b), Guard::FALSE.0) {
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
        if let Some(known) = self.memo.get(Self::key(Op::Ite, b, Guard::FALSE), a.0) {
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
        if let Some(result) = self.memo.get(key, 0) {
            return result != 0;
        }
        let start = Instant::now();
        let (left, right) = (&self.bdds[a.0 as usize], &self.bdds[b.0 as usize]);
        let (never, always) =
            if complement { (BddPointer::one(), BddPointer::zero()) } else { (BddPointer::zero(), BddPointer::one()) };
        let Scratch { pairs: stack, seen, .. } = &mut self.scratch;
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
        self.memo.insert(key, 0, u32::from(empty));
        empty
    }

    /// Frees the nodes of all guards but `live` and the constants. See [`Logic::collect`](super::Logic::collect).
    pub(super) fn collect(&mut self, live: impl Iterator<Item = Guard>) {
        let mut keep = vec![false; self.bdds.len()];
        keep[..2].fill(true);
        live.for_each(|guard| keep[guard.0 as usize] = true);
        let nothing = self.bdds[0].clone();
        for (bdd, _) in self.bdds.iter_mut().zip(&keep).filter(|(_, keep)| !**keep) {
            if !bdd.is_false() {
                self.bytes -= bdd.size() * size_of::<BddNode>();
                *bdd = nothing.clone();
            }
        }
        for (at, complement) in self.complements.iter_mut().enumerate() {
            if !keep[complement.0 as usize] {
                *complement = Guard(at as u32);
            }
        }
        self.memo.clear();
        self.index.clear();
        self.collisions.clear();
        for at in (0..self.bdds.len()).filter(|at| keep[*at]) {
            self.enter(Guard(at as u32));
        }
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

fn hash_of(bdd: &Bdd) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for pointer in bdd.pointers() {
        let (low, high) = (bdd.low_link_of(pointer).to_index(), bdd.high_link_of(pointer).to_index());
        hasher.write_u64((low as u64) << 32 | high as u64);
        hasher.write_usize(bdd.var_of(pointer).to_index());
    }
    hasher.finish()
}

/// Operands that do not matter any more are false, so that tasks which differ in them only are one.
fn normal((f, g, h): Task) -> Task {
    match f {
        0 => (0, 0, h),
        1 => (1, g, 0),
        _ => (f, g, h),
    }
}

fn bdd_of(nodes: &[BddNode]) -> Bdd {
    Bdd::from_nodes(nodes).expect("ordered nodes that start with the terminals")
}
