//! The summaries of two benchmark programs, built by the algebra alone: word count, whose counter takes n/2 values
//! over n decisions, and find-max, whose maximum takes n values over n²/2 atoms. And the single operations.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use multise::guard::{Guard, Logic};
use multise::summary::{Summary, Value};
use multise::term::{InputInfo, Sort, TermId};
use std::hint::black_box;

fn inputs(lx: &mut Logic, n: usize) -> Vec<TermId> {
    let input = |i| {
        let id = lx.terms.add_input(InputInfo::value(format!("a[{i}]"), Sort::Int));
        lx.terms.input(id)
    };
    (0..n).map(input).collect()
}

fn holds(lx: &mut Logic, s: &Summary, phi: Guard) -> Guard {
    s.when(lx, phi, |_, v| Guard::from_bool(v == Value::Bool(true)))
}

/// `if (a[i] <= 0) word := false; else if (!word) { word := true; count := count + 1; }`
fn word_count(n: usize) -> (Logic, Summary) {
    let mut lx = Logic::new();
    let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
    let mut count = Summary::constant(Value::Num(zero));
    let mut word = Summary::constant(Value::Bool(false));
    for a in inputs(&mut lx, n) {
        let space = lx.le(a, zero);
        word = word.update(&mut lx, space, &Summary::constant(Value::Bool(false)));
        let letter = lx.not(space);
        let inside = holds(&mut lx, &word, letter);
        let start = lx.and_not(letter, inside);
        word = word.update(&mut lx, start, &Summary::constant(Value::Bool(true)));
        let more = count.map(&mut lx, start, |lx, v| match v {
            Value::Num(t) => Value::Num(lx.terms.add(t, one)),
            other => other,
        });
        count = count.update(&mut lx, start, &more);
    }
    (lx, count)
}

/// `if (a[i] > max) max := a[i];`
fn find_max(n: usize) -> (Logic, Summary) {
    let mut lx = Logic::new();
    let elements = inputs(&mut lx, n);
    let mut max = Summary::constant(Value::Num(elements[0]));
    for a in &elements[1..] {
        let greater = max.when(&mut lx, Guard::TRUE, |lx, v| match v {
            Value::Num(t) => lx.lt(t, *a),
            _ => Guard::FALSE,
        });
        max = max.update(&mut lx, greater, &Summary::constant(Value::Num(*a)));
    }
    (lx, max)
}

fn programs(c: &mut Criterion) {
    let mut group = c.benchmark_group("program");
    group.sample_size(10);
    for n in [25, 50, 100] {
        group.bench_with_input(BenchmarkId::new("word count", n), &n, |b, n| b.iter(|| word_count(*n).1.len()));
    }
    for n in [15, 30, 60] {
        group.bench_with_input(BenchmarkId::new("find-max", n), &n, |b, n| b.iter(|| find_max(*n).1.len()));
    }
    group.finish();
}

fn operations(c: &mut Criterion) {
    let mut group = c.benchmark_group("operation");
    group.sample_size(20);
    group.bench_function("new logic", |b| b.iter(Logic::new));
    group.bench_function("1000 thresholds of one form", |b| {
        b.iter(|| {
            let mut lx = Logic::new();
            let x = inputs(&mut lx, 1)[0];
            for k in 0..1000 {
                let k = lx.terms.constant(k * 7919 % 1000);
                black_box(lx.eq(x, k));
            }
            lx
        });
    });
    let (lx, count) = word_count(40);
    group.bench_function("product of two word counts", |b| {
        b.iter_batched_ref(
            || lx.clone(),
            |lx| {
                let add = |lx: &mut Logic, v: Value, w: Value| match (v, w) {
                    (Value::Num(s), Value::Num(t)) => Value::Num(lx.terms.add(s, t)),
                    (v, _) => v,
                };
                let shifted = count.map(lx, Guard::TRUE, |lx, v| add(lx, v, v));
                count.map2(lx, Guard::TRUE, &shifted, add).len()
            },
            criterion::BatchSize::LargeInput,
        );
    });
    let (lx, max) = find_max(20);
    group.bench_function("guarded update of a maximum", |b| {
        b.iter_batched_ref(
            || lx.clone(),
            |lx| {
                let x = inputs(lx, 1)[0];
                let zero = lx.terms.constant(0);
                let positive = lx.lt(zero, x);
                max.update(lx, positive, &Summary::constant(Value::Num(x))).len()
            },
            criterion::BatchSize::LargeInput,
        );
    });
    // A call by a receiver of several classes: a summary for each value.
    group.bench_function("bind of a maximum", |b| {
        b.iter_batched_ref(
            || lx.clone(),
            |lx| {
                let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
                let sign = |lx: &mut Logic, v: Value, _| match v {
                    Value::Num(t) => {
                        let positive = lx.lt(zero, t);
                        Summary::constant(Value::Num(zero)).update(lx, positive, &Summary::constant(Value::Num(one)))
                    }
                    other => Summary::constant(other),
                };
                max.bind(lx, Guard::TRUE, sign).len()
            },
            criterion::BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// `cargo bench --bench logic -- --test` runs the sizes of the design's table once and prints their times.
fn sizes(_: &mut Criterion) {
    if !std::env::args().any(|arg| arg == "--test") {
        return;
    }
    for (name, n, run) in [
        ("word count", 100, word_count as fn(usize) -> (Logic, Summary)),
        ("word count", 200, word_count),
        ("find-max", 60, find_max),
        ("find-max", 100, find_max),
    ] {
        let start = std::time::Instant::now();
        let (lx, summary) = run(n);
        eprintln!(
            "{name} {n}: {:?}, {:?} in BDDs, {} pairs, {} guards, {} MiB, at most {} nodes",
            start.elapsed(),
            lx.guards.time(),
            summary.len(),
            lx.guards.len(),
            lx.guards.bytes() >> 20,
            lx.guards.nodes_max()
        );
    }
}

criterion_group!(benches, programs, operations, sizes);
criterion_main!(benches);
