//! Sequences of operations of the algebra in both representations, against truth tables over up to twelve Boolean inputs.

use multise::Summaries;
use multise::internals::guard::{AtomId, Budget, Guard, HoldsGuards, Logic};
use multise::internals::summary::{AddrId, Canonical, Summary, Value};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Operands are picked among the results so far, modulo their number.
#[derive(Clone, Copy, Debug)]
enum Step {
    And(usize, usize),
    Not(usize),
    Ite(usize, usize, usize),
    Guarded(usize, i64),
    Boolean(usize, usize),
    Update(usize, usize, usize),
    Restrict(usize, usize),
    Simplify(usize, usize),
    Add(usize, usize, usize),
    Halve(usize, usize),
    Bind(usize, usize, usize, usize),
    Below(usize, usize, i64),
    Less(usize, usize, usize),
    Collect,
}

impl Step {
    /// The operation that these bytes encode. Operations that make summaries are more frequent.
    fn new([operation, a, b, c, d]: [u8; 5]) -> Self {
        let [i, j, k, l] = [a, b, c, d].map(usize::from);
        match operation % 29 {
            0..3 => Step::And(i, j),
            3 => Step::Not(i),
            4..6 => Step::Ite(i, j, k),
            6..10 => Step::Guarded(i, i64::from(b % 7)),
            10 => Step::Boolean(i, j),
            11..17 => Step::Update(i, j, k),
            17 => Step::Restrict(i, j),
            18 => Step::Simplify(i, j),
            19..22 => Step::Add(i, j, k),
            22 => Step::Halve(i, j),
            23 => Step::Bind(i, j, k, l),
            24..26 => Step::Below(i, j, i64::from(c % 8)),
            26..28 => Step::Less(i, j, k),
            _ => Step::Collect,
        }
    }
}

/// Operations on Boolean inputs.
#[derive(Clone, Debug)]
pub struct Sequence {
    inputs: usize,
    steps: Vec<Step>,
}

impl Sequence {
    /// The sequence that these bytes encode: mostly few inputs, sometimes many.
    pub fn new(inputs: u8, steps: impl IntoIterator<Item = [u8; 5]>) -> Self {
        let (kind, number) = (inputs % 12, usize::from(inputs / 12 % 4));
        let inputs = number
            + if kind < 8 {
                1
            } else if kind < 11 {
                5
            } else {
                9
            };
        Self { inputs, steps: steps.into_iter().map(Step::new).collect() }
    }
}

/// Sequences of up to fifteen operations.
pub fn sequences() -> impl Strategy<Value = Sequence> {
    let steps = prop::collection::vec(any::<[u8; 5]>(), 1..16);
    (any::<u8>(), steps).prop_map(|(inputs, steps)| Sequence::new(inputs, steps))
}

/// The value of a summary at each of the inputs: a number, or from 5 an address; `true` is -1 and `false` -2.
type Table = Vec<Option<i64>>;

/// One representation: all guards and summaries so far.
struct World {
    lx: Logic,
    guards: Vec<Guard>,
    summaries: Vec<Summary>,
}

fn number(lx: &mut Logic, n: i64) -> Value {
    match n {
        -1 => Value::Bool(true),
        -2 => Value::Bool(false),
        5.. => Value::Ref(AddrId(n as u32)),
        n => Value::Num(lx.terms.constant(n)),
    }
}

fn plain(lx: &Logic, v: Value) -> i64 {
    match v {
        Value::Bool(b) => {
            if b {
                -1
            } else {
                -2
            }
        }
        Value::Num(t) => lx.terms.as_const(t).and_then(|n| n.to_i64()).expect("a constant"),
        Value::Ref(a) => i64::from(a.0),
        _ => unreachable!("no other values are made"),
    }
}

/// A function on numbers, to be mapped.
fn add(v: i64, w: i64) -> i64 {
    (v + w).rem_euclid(7)
}

/// How many assignments of all variables satisfy a guard. A function that does not depend on a variable has as many where the
/// variable is false as where it is true. So a decision has half of the sum of its children.
fn model_count(lx: &Logic, g: Guard) -> usize {
    // The two constants are the nodes 0 and 1.
    let mut counts = BTreeMap::from([(0, 0), (1, 1 << lx.guards.variables_used())]);
    for node in lx.guards.nodes(g) {
        counts.insert(node.index, (counts[&node.low] + counts[&node.high]) / 2);
    }
    counts[&lx.guards.root(g)]
}

/// The operations before those of a sequence, so that most of its operands are defined somewhere.
const BEGINNING: [Step; 3] = [Step::Guarded(1, 1), Step::Guarded(2, 2), Step::Update(1, 2, 2)];

impl World {
    fn new(summaries: Summaries, inputs: usize) -> Self {
        let mut lx = Logic::new(summaries, Budget::default());
        let mut guards = vec![Guard::FALSE, Guard::TRUE];
        guards.extend((0..inputs).map(|i| lx.choice(&format!("b{i}"), 2).1[1]));
        let mut world = Self { lx, guards, summaries: vec![Summary::empty()] };
        BEGINNING.into_iter().for_each(|step| world.run(step));
        world
    }

    fn guard(&self, i: usize) -> Guard {
        self.guards[i % self.guards.len()]
    }

    fn summary(&self, i: usize) -> Summary {
        self.summaries[i % self.summaries.len()].clone()
    }

    fn run(&mut self, step: Step) {
        let lx = &mut Logic::default();
        std::mem::swap(lx, &mut self.lx);
        let apply = |lx: &mut Logic, f: fn(i64, i64) -> i64, v, w| {
            let result = f(plain(lx, v), plain(lx, w));
            number(lx, result)
        };
        let guard = match step {
            Step::And(a, b) => Some(lx.and(self.guard(a), self.guard(b))),
            Step::Not(a) => Some(lx.not(self.guard(a))),
            Step::Ite(a, b, c) => Some(lx.ite(self.guard(a), self.guard(b), self.guard(c))),
            Step::Below(a, g, k) => {
                Some(self.summary(a).when(lx, self.guard(g), |lx, v| Guard::from_bool(plain(lx, v) < k)))
            }
            Step::Less(a, g, b) => {
                let less = |lx: &mut Logic, v, w| Guard::from_bool(plain(lx, v) < plain(lx, w));
                Some(self.summary(a).when2(lx, self.guard(g), &self.summary(b), |lx, _, v, w| less(lx, v, w)))
            }
            _ => None,
        };
        let summary = match step {
            Step::Guarded(g, v) => {
                let v = number(lx, v);
                Some(Summary::guarded(lx, self.guard(g), v))
            }
            Step::Boolean(g, h) => Some(Summary::boolean(lx, self.guard(g), self.guard(h))),
            Step::Update(a, g, b) => Some(self.summary(a).update(lx, self.guard(g), &self.summary(b))),
            Step::Restrict(a, g) => Some(self.summary(a).restrict(lx, self.guard(g))),
            Step::Simplify(a, g) => Some(self.summary(a).simplify(lx, self.guard(g)).restrict(lx, self.guard(g))),
            Step::Add(a, g, b) => {
                Some(self.summary(a).map2(lx, self.guard(g), &self.summary(b), |lx, v, w| apply(lx, add, v, w)))
            }
            Step::Halve(a, g) => {
                Some(self.summary(a).map(lx, self.guard(g), |lx, v| apply(lx, |v, _| v.div_euclid(2).max(0), v, v)))
            }
            Step::Bind(a, g, b, c) => {
                let (even, odd) = (self.summary(b), self.summary(c));
                let choose =
                    |lx: &mut Logic, v: Value, _| if plain(lx, v) % 2 == 0 { even.clone() } else { odd.clone() };
                Some(self.summary(a).bind(lx, self.guard(g), choose))
            }
            Step::Collect => {
                let mut live = self.guards.clone();
                self.summaries.visit(&mut |guard| live.push(guard));
                lx.collect(live);
                None
            }
            _ => None,
        };
        std::mem::swap(lx, &mut self.lx);
        self.guards.extend(guard);
        self.summaries.extend(summary);
    }
}

/// The tables of the guards and summaries of a sequence.
struct Tables {
    guards: Vec<Vec<bool>>,
    summaries: Vec<Table>,
}

impl Tables {
    fn new(inputs: usize) -> Self {
        let size = 1 << inputs;
        let mut guards = vec![vec![false; size], vec![true; size]];
        guards.extend((0..inputs).map(|i| (0..size).map(|at| at >> i & 1 == 1).collect()));
        let mut tables = Self { guards, summaries: vec![vec![None; size]] };
        BEGINNING.into_iter().for_each(|step| tables.run(step));
        tables
    }

    fn run(&mut self, step: Step) {
        let size = self.guards[0].len();
        let g = |i: usize| &self.guards[i % self.guards.len()];
        let s = |i: usize| &self.summaries[i % self.summaries.len()];
        let guard = |f: &dyn Fn(usize) -> bool| Some((0..size).map(f).collect::<Vec<_>>());
        let table = |f: &dyn Fn(usize) -> Option<i64>| Some((0..size).map(f).collect::<Table>());
        let made = match step {
            Step::And(a, b) => (guard(&|i| g(a)[i] && g(b)[i]), None),
            Step::Not(a) => (guard(&|i| !g(a)[i]), None),
            Step::Ite(a, b, c) => (guard(&|i| if g(a)[i] { g(b)[i] } else { g(c)[i] }), None),
            Step::Below(a, p, k) => (guard(&|i| g(p)[i] && s(a)[i].is_some_and(|v| v < k)), None),
            Step::Less(a, p, b) => (guard(&|i| g(p)[i] && s(a)[i].zip(s(b)[i]).is_some_and(|(v, w)| v < w)), None),
            Step::Guarded(p, v) => (None, table(&|i| g(p)[i].then_some(v))),
            Step::Boolean(p, h) => (None, table(&|i| g(p)[i].then_some(if g(h)[i] { -1 } else { -2 }))),
            Step::Update(a, p, b) => (None, table(&|i| if g(p)[i] { s(b)[i] } else { s(a)[i] })),
            Step::Restrict(a, p) | Step::Simplify(a, p) => (None, table(&|i| s(a)[i].filter(|_| g(p)[i]))),
            Step::Add(a, p, b) => (None, table(&|i| s(a)[i].zip(s(b)[i]).filter(|_| g(p)[i]).map(|(v, w)| add(v, w)))),
            Step::Halve(a, p) => (None, table(&|i| s(a)[i].filter(|_| g(p)[i]).map(|v| v.div_euclid(2).max(0)))),
            Step::Bind(a, p, b, c) => {
                let choose = |v: i64, i: usize| if v % 2 == 0 { s(b)[i] } else { s(c)[i] };
                (None, table(&|i| s(a)[i].filter(|_| g(p)[i]).and_then(|v| choose(v, i))))
            }
            Step::Collect => (None, None),
        };
        self.guards.extend(made.0);
        self.summaries.extend(made.1);
    }
}

/// Checks that canonical forms are equal exactly if tables are equal, under the last guard of the sequence.
fn same_canonical_forms(world: &mut World, tables: &Tables) -> Result<(), String> {
    let (phi, holds) = world.guards.iter().copied().zip(&tables.guards).next_back().expect("there are constants");
    let mut known: HashMap<Canonical, Table> = HashMap::new();
    let mut seen: HashSet<Table> = HashSet::new();
    for (i, (summary, table)) in world.summaries.clone().iter().zip(&tables.summaries).enumerate() {
        let within: Table = table.iter().zip(holds).map(|(value, holds)| value.filter(|_| *holds)).collect();
        let form = summary.canonical(&mut world.lx, phi);
        let is_new = seen.insert(within.clone());
        match known.insert(form, within.clone()) {
            None if !is_new => return Err(format!("summary {i} has another canonical form than one that is equal")),
            Some(other) if other != within => return Err(format!("the canonical form of summary {i} is another's")),
            _ => {}
        }
    }
    Ok(())
}

/// Compares all results of a sequence with their tables.
///
/// # Errors
/// Where they differ.
pub fn check(sequence: &Sequence) -> Result<(), String> {
    let Sequence { inputs, steps } = sequence;
    let inputs = *inputs;
    let mut tables = Tables::new(inputs);
    steps.iter().for_each(|step| tables.run(*step));
    for representation in [Summaries::Pairs, Summaries::Diagram] {
        let mut world = World::new(representation, inputs);
        steps.iter().for_each(|step| world.run(*step));
        world.summaries.iter().for_each(|summary| summary.name_values(&mut world.lx));
        for at in 0..1usize << inputs {
            // The thresholds of the choices are "at most 0", in order.
            let truth = |atom: AtomId| Some(at >> atom.0 & 1 == 0);
            for (i, (guard, table)) in world.guards.iter().zip(&tables.guards).enumerate() {
                if world.lx.guards.eval(*guard, truth) != Some(table[at]) {
                    return Err(format!("{representation:?}: guard {i} at {at:b}"));
                }
            }
            for (i, (summary, table)) in world.summaries.iter().zip(&tables.summaries).enumerate() {
                let found: Vec<i64> = summary.at(&world.lx, truth).into_iter().map(|v| plain(&world.lx, v)).collect();
                if found != Vec::from_iter(table[at]) {
                    return Err(format!("{representation:?}: summary {i} is {found:?} at {at:b}, not {:?}", table[at]));
                }
            }
        }
        for (i, (guard, table)) in world.guards.iter().zip(&tables.guards).enumerate() {
            let models = table.iter().filter(|truth| **truth).count();
            if model_count(&world.lx, *guard) != models {
                return Err(format!("{representation:?}: guard {i} has {models} models"));
            }
        }
        // Guards are canonical, and every summary keeps its invariants.
        for (i, table) in tables.guards.iter().enumerate() {
            let first = tables.guards.iter().position(|other| other == table).expect("it is there");
            if world.guards[i] != world.guards[first] {
                return Err(format!("{representation:?}: guards {first} and {i} are equal functions"));
            }
        }
        for (summary, table) in world.summaries.clone().iter().zip(&tables.summaries) {
            summary.check(&mut world.lx, None).map_err(|e| format!("{representation:?}: {e}"))?;
            let mut values: Vec<i64> = table.iter().flatten().copied().collect();
            values.sort_unstable();
            values.dedup();
            // Two parts may have the same value.
            let (count, is_whole) = (summary.len(&mut world.lx), summary.parts().len() == 1);
            if count < values.len() || is_whole && count > values.len() {
                return Err(format!("{representation:?}: {count} values, not {values:?}"));
            }
        }
        same_canonical_forms(&mut world, &tables).map_err(|e| format!("{representation:?}: {e}"))?;
    }
    Ok(())
}
