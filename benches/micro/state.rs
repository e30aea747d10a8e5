//! The state: the order of locations in deep contexts, writing to Σ alone and shared with a clone, and the sweep of
//! dead objects.

use criterion::{BatchSize, BenchmarkId, Criterion};
use multise::internals::guard::Logic;
use multise::internals::ir::{LocalId, MethodId, Program, SiteId, StaticId};
use multise::internals::state::{Contexts, HeapTable, InputRules, Key, MAIN, Place, ProgramPoint, Sigma, sweep};
use multise::internals::summary::{Summary, Value};
use multise::internals::term::TermId;
use std::hint::black_box;
use support::options::Options;
use support::pipeline::{self, Built};

/// A method that calls itself twice, and an allocation.
const TEXT: &str = "class Node { int value; Node() { this.value := 0; } }
class Main {
    static void main(int n) { Node node := new Node(); Main.f(n); }
    static void f(int n) { if (n > 0) { Main.f(n - 1); Main.f(n - 1); } }
}";

fn built() -> Built {
    let options = Options::parse("").expect("no options");
    pipeline::build("state", TEXT, &options).unwrap_or_else(|answer| panic!("{answer}"))
}

fn method(program: &Program, name: &str) -> MethodId {
    let found = program.methods.ids().find(|&id| program.method_name(id) == name);
    found.unwrap_or_else(|| panic!("{name} is in the text"))
}

/// A context of `depth` calls of `f`, all from its first block but the one at `turn`, which is from its last.
fn context(contexts: &mut Contexts, program: &Program, depth: u32, turn: u32) -> ProgramPoint {
    let f = method(program, "Main.f");
    let blocks = &program.methods[f].blocks;
    let last = blocks.ids().last().expect("a body has blocks");
    let root = contexts.enter(program, None, f);
    let mut at = contexts.start(program, root);
    for i in 0..depth {
        let from = if i == turn { ProgramPoint { block: last, ..at } } else { at };
        let frame = contexts.enter(program, Some(from), f);
        at = contexts.start(program, frame);
    }
    at
}

pub fn contexts(criterion: &mut Criterion) {
    let built = built();
    let program = built.ir();
    let mut group = criterion.benchmark_group("state/contexts");
    for depth in [10, 100, 1000] {
        group.bench_function(BenchmarkId::new("enter", depth), |b| {
            b.iter(|| context(&mut Contexts::default(), program, depth, 0));
        });
        let mut contexts = Contexts::default();
        let a = context(&mut contexts, program, depth, depth);
        for (where_, turn) in [("below", 1), ("above", depth - 1)] {
            let z = context(&mut contexts, program, depth, turn);
            group.bench_function(BenchmarkId::new(format!("order, difference {where_}"), depth), |b| {
                b.iter(|| contexts.cmp(program, black_box(a), black_box(z)));
            });
        }
    }
    group.finish();
}

fn number(logic: &mut Logic, n: u32) -> Summary {
    let term: TermId = logic.terms.constant(i64::from(n));
    Summary::constant(logic, Value::Num(term))
}

/// Σ with this number of static fields.
fn sigma(logic: &mut Logic, keys: u32) -> Sigma {
    let mut sigma = Sigma::default();
    for i in 0..keys {
        let value = number(logic, i);
        sigma.write(Place::Heap(Key::Static(StaticId(i))), value);
    }
    sigma
}

pub fn updates(criterion: &mut Criterion) {
    let built = built();
    let mut logic = Logic::default();
    let mut group = criterion.benchmark_group("state/sigma");
    for keys in [100, 10_000] {
        let full = sigma(&mut logic, keys);
        let value = number(&mut logic, 7);
        let key = Key::Static(StaticId(keys / 2));
        group.bench_function(BenchmarkId::new("read a key", keys), |b| b.iter(|| full.get(black_box(key))));
        let mut owned = full.clone();
        group.bench_function(BenchmarkId::new("write a key", keys), |b| {
            b.iter(|| owned.write(Place::Heap(black_box(key)), value.clone()));
        });
        // What path mode pays at a split of the pc.
        group.bench_function(BenchmarkId::new("clone and write a key", keys), |b| {
            b.iter(|| {
                let mut copy = full.clone();
                copy.write(Place::Heap(black_box(key)), value.clone());
                copy
            });
        });
    }
    let frame = Contexts::default().enter(built.ir(), None, built.entry);
    let mut locals = Sigma::default();
    for i in 0..30 {
        let value = number(&mut logic, i);
        locals.write(Place::Local(frame, LocalId(i)), value);
    }
    let value = number(&mut logic, 7);
    group.bench_function("write one of 30 locals", |b| {
        b.iter(|| locals.write(Place::Local(frame, black_box(LocalId(11))), value.clone()));
    });
    group.finish();
}

pub fn sweeps(criterion: &mut Criterion) {
    let built = built();
    let program = built.ir();
    let mut logic = Logic::default();
    let mut group = criterion.benchmark_group("state/sweep");
    for objects in [1_000, 10_000] {
        // A chain of half of the objects hangs on a static field, the other half is dead.
        let mut table = HeapTable::new(InputRules::default());
        let mut full = Sigma::default();
        let addresses: Vec<_> = (0..objects).map(|i| table.allocated(program, MAIN, SiteId(0), i)).collect();
        let field = program.fields.ids().next().expect("a class of the text has a field");
        for (i, &addr) in addresses.iter().enumerate() {
            let next = match addresses.get(i + 2) {
                Some(&next) => Summary::constant(&mut logic, Value::Ref(next)),
                None => number(&mut logic, 0),
            };
            full.write(Place::Heap(Key::Field(addr, field)), next);
        }
        let first = Summary::constant(&mut logic, Value::Ref(addresses[0]));
        full.write(Place::Heap(Key::Static(StaticId(0))), first);
        group.bench_function(BenchmarkId::from_parameter(objects), |b| {
            b.iter_batched_ref(
                || full.clone(),
                |sigma| sweep(sigma, &table, std::iter::empty()),
                BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}
