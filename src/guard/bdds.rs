//! Guards for lists of pairs: interned, memoised BDDs. Only this file names the BDD crate.
//!
//! A `Bdd` of the crate owns its nodes. So every operation visits its whole operands, and nothing is remembered between
//! calls. The store gives each BDD an id: guards are copied, compared and hashed as numbers, and a repeated operation is a
//! table look-up. The nodes of a BDD are in depth-first post-order, high children first. This order is canonical: equal
//! functions have equal node vectors.
//!
//! The operations are one walk, `f ? g : h`, and not the crate's. The tasks of the crate's ternary operation keep operands
//! that no longer matter once `f` is decided, so it can cost the product of `g` and `h`. The walk here also looks each edge
//! up once, keeps its buffers, and counts them against the memory limit.

use super::budget::{Budget, Exhausted, Meter};
use super::cache::Cache;
use super::store::{Level, Node, Store};
use super::{AtomId, Guard};
use biodivine_lib_bdd::{Bdd, BddNode, BddPointer, BddVariable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hasher;
use std::time::Instant;

/// The operations that are memoised.
#[derive(Clone, Copy)]
enum Op {
    Ite,
    Disjoint,
    Implies,
}

/// The greatest number of variables that the crate allows.
pub(super) const VARIABLES: u16 = u16::MAX;

/// Guards are numbered below this, which leaves room for the operation in a memo key.
const MAX_GUARDS: usize = 1 << 29;

/// The interned BDDs.
#[derive(Clone, Debug)]
pub(super) struct Bdds {
    bdds: Vec<Bdd>,
    /// The first guard with a hash.
    index: FxHashMap<u64, Guard>,
    /// The next guard with the same hash.
    collisions: FxHashMap<Guard, Guard>,
    /// The complement of each guard; the guard itself where the complement is not known.
    complements: Vec<Guard>,
    memo: Cache,
    variables: u16,
    used: u16,
    bytes: usize,
    nodes_max: usize,
    meter: Meter,
    scratch: Scratch,
}

/// A node of each of the operands `f`, `g` and `h`.
type Task = (u32, u32, u32);

/// A task whose children are being computed.
#[derive(Clone, Copy, Debug)]
struct Pending {
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
    frames: Vec<Pending>,
    finished: FxHashMap<Task, u32>,
    existing: FxHashMap<(u32, u32, BddVariable), u32>,
    nodes: Vec<BddNode>,
}

impl Scratch {
    /// Empties the tables of the walk. Far too large ones are dropped, because emptying a table costs its capacity.
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

impl Bdds {
    /// A store with at most this many variables.
    pub(super) fn new(variables: u16, budget: Budget) -> Self {
        let mut guards = Self {
            bdds: Vec::new(),
            index: FxHashMap::default(),
            collisions: FxHashMap::default(),
            complements: Vec::new(),
            memo: Cache::new(1 << 20),
            variables,
            used: 0,
            bytes: 0,
            nodes_max: 0,
            meter: Meter::new(budget),
            scratch: Scratch::default(),
        };
        let terminals = [BddNode::mk_zero(variables), BddNode::mk_one(variables)];
        let no = guards.intern(bdd_of(&terminals[..1]));
        let yes = guards.intern(bdd_of(&terminals));
        debug_assert!((no, yes) == (Guard::FALSE, Guard::TRUE));
        guards.pair(no, yes);
        guards
    }

    /// The BDD of a guard. With debug assertions, panics if the guard has been freed.
    fn bdd(&self, guard: Guard) -> &Bdd {
        self.assert_live(guard);
        &self.bdds[guard.0 as usize]
    }

    /// The BDD of `FALSE` takes the place of a freed guard.
    fn assert_live(&self, guard: Guard) {
        let is_live = || guard.is_false() || !self.bdds[guard.0 as usize].is_false();
        debug_assert!(is_live(), "{guard:?} is used after a collection has freed it");
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
        if self.bytes > self.meter.budget.bytes || self.bdds.len() >= MAX_GUARDS {
            self.meter.exhaust(Exhausted::Memory);
        }
        guard
    }

    /// Enters a guard that is in no table.
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

    /// Builds the nodes of `f ? g : h` and returns the number of the root, or what ran out.
    fn walk(&mut self, scratch: &mut Scratch, f: Guard, g: Guard, h: Guard) -> Result<u32, Exhausted> {
        [f, g, h].into_iter().for_each(|guard| self.assert_live(guard));
        let Self { bdds, meter, variables, bytes, .. } = self;
        let [f, g, h] = [f, g, h].map(|guard| &bdds[guard.0 as usize]);
        scratch.reset(f.size() + g.size() + h.size());
        let Scratch { frames, finished, existing, nodes, .. } = scratch;
        nodes.extend([BddNode::mk_zero(*variables), BddNode::mk_one(*variables)]);
        let budget = meter.budget.bytes.saturating_sub(*bytes) / size_of::<BddNode>();
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
                frames.push(Pending { task, variable, low: normal((f0, g0, h0)), high: None });
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
                if meter.is_interrupted() {
                    return Err(Exhausted::Interrupted);
                }
            }
        }
    }

    /// Whether no assignment satisfies both `a` and `b` (or `¬b`, for [`Op::Implies`]). Ends at the first one that does.
    fn empty(&mut self, op: Op, a: Guard, b: Guard) -> bool {
        if self.meter.exhausted.is_some() {
            return true;
        }
        let key = Self::key(op, a, b);
        if let Some(result) = self.memo.get(key, 0) {
            return result != 0;
        }
        let start = Instant::now();
        [a, b].into_iter().for_each(|guard| self.assert_live(guard));
        let (left, right) = (&self.bdds[a.0 as usize], &self.bdds[b.0 as usize]);
        let (never, always) = match op {
            Op::Implies => (BddPointer::one(), BddPointer::zero()),
            Op::Ite | Op::Disjoint => (BddPointer::zero(), BddPointer::one()),
        };
        let Scratch { pairs: stack, seen, .. } = &mut self.scratch;
        stack.clear();
        seen.clear();
        stack.push((left.root_pointer(), right.root_pointer()));
        let mut empty = true;
        while let Some((l, r)) = stack.pop() {
            if l.is_zero() || r == never {
                continue;
            }
            // A node other than a terminal has satisfying and falsifying assignments.
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
        self.meter.spent(start);
        self.meter.remember(&mut self.memo, key, 0, u32::from(empty));
        empty
    }
}

impl Store for Bdds {
    fn meter(&self) -> &Meter {
        &self.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.meter
    }

    fn fresh(&mut self, _: Level) -> Option<AtomId> {
        if self.meter.exhausted.is_some() {
            return None;
        }
        if self.used == self.variables {
            self.meter.exhaust(Exhausted::Atoms);
            return None;
        }
        self.used += 1;
        Some(AtomId(u32::from(self.used) - 1))
    }

    fn variable(&mut self, atom: AtomId) -> Guard {
        let node = BddNode::mk_node(BddVariable::from_index(atom.0 as usize), BddPointer::zero(), BddPointer::one());
        self.intern(bdd_of(&[BddNode::mk_zero(self.variables), BddNode::mk_one(self.variables), node]))
    }

    fn variables_used(&self) -> usize {
        self.used as usize
    }

    fn choose(&mut self, f: Guard, g: Guard, h: Guard) -> Guard {
        if self.meter.exhausted.is_some() {
            return Guard::FALSE;
        }
        let key = Self::key(Op::Ite, f, g);
        if let Some(result) = self.memo.get(key, h.0) {
            return Guard(result);
        }
        let start = Instant::now();
        let mut scratch = std::mem::take(&mut self.scratch);
        let result = self.walk(&mut scratch, f, g, h).map(|root| match root {
            0 => Guard::FALSE,
            1 => Guard::TRUE,
            _ => self.intern(bdd_of(&scratch.nodes)),
        });
        self.scratch = scratch;
        self.meter.spent(start);
        match result {
            Ok(guard) => {
                self.meter.remember(&mut self.memo, key, h.0, guard.0);
                guard
            }
            // An operation that has not ended is not memoised: it may be given more memory.
            Err(reason) => self.meter.exhaust(reason),
        }
    }

    fn not(&mut self, a: Guard) -> Guard {
        let known = self.complements[a.0 as usize];
        if known != a {
            return known;
        }
        if self.meter.exhausted.is_some() {
            return Guard::FALSE;
        }
        let start = Instant::now();
        let complement = self.bdd(a).not();
        let result = self.intern(complement);
        self.pair(a, result);
        self.meter.spent(start);
        result
    }

    fn complementary(&self, a: Guard, b: Guard) -> bool {
        self.complements[a.0 as usize] == b
    }

    fn are_disjoint(&mut self, a: Guard, b: Guard) -> bool {
        match self.memo.get(Self::key(Op::Ite, a, b), Guard::FALSE.0) {
            Some(known) => Guard(known).is_false(),
            None => self.empty(Op::Disjoint, a, b),
        }
    }

    fn is_implied(&mut self, a: Guard, b: Guard) -> bool {
        match self.memo.get(Self::key(Op::Ite, b, Guard::FALSE), a.0) {
            Some(known) => Guard(known).is_false(),
            None => self.empty(Op::Implies, a, b),
        }
    }

    fn collect(&mut self, live: &mut dyn Iterator<Item = Guard>) {
        let mut keep = vec![false; self.bdds.len()];
        keep[..2].fill(true);
        for guard in live {
            self.assert_live(guard);
            keep[guard.0 as usize] = true;
        }
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

    fn bytes(&self) -> usize {
        self.bytes
    }

    fn nodes_max(&self) -> usize {
        self.nodes_max
    }

    fn node_count(&mut self, g: Guard) -> usize {
        self.bdd(g).size()
    }

    fn nodes(&self, g: Guard) -> Vec<Node> {
        (2..self.bdd(g).size()).map(|index| self.node(g, index as u32)).collect()
    }

    fn node(&self, g: Guard, index: u32) -> Node {
        let bdd = self.bdd(g);
        let pointer = BddPointer::from_index(index as usize);
        Node {
            index,
            atom: AtomId(bdd.var_of(pointer).to_index() as u32),
            low: bdd.low_link_of(pointer).to_index() as u32,
            high: bdd.high_link_of(pointer).to_index() as u32,
        }
    }

    fn root(&self, g: Guard) -> u32 {
        self.bdd(g).root_pointer().to_index() as u32
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

/// Makes operands that no longer matter false, so that tasks which differ only in these are equal.
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
