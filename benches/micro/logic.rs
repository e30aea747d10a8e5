//! The summaries of two benchmark programs, built by the algebra alone: word count, whose counter takes n/2 values
//! over n decisions, and find-max, whose maximum takes n values over n²/2 atoms. And the single operations.

use criterion::{BenchmarkId, Criterion};
use multise::Summaries;
use multise::internals::guard::{Budget, Guard, Logic};
use multise::internals::summary::{Summary, Value};
use multise::internals::term::{InputInfo, Sort, TermId};
use std::hint::black_box;

fn inputs(lx: &mut Logic, n: usize) -> Vec<TermId> {
    let input = |i| {
        let id = lx.terms.add_input(InputInfo::value(format!("a[{i}]"), Sort::Int));
        lx.terms.input(id)
    };
    (0..n).map(input).collect()
}

fn number(lx: &mut Logic, t: TermId) -> Summary {
    Summary::constant(lx, Value::Num(t))
}

const BOTH: [(Summaries, &str); 2] = [(Summaries::Pairs, "pairs"), (Summaries::Diagram, "diagram")];

/// `if (a[i] <= 0) word := false; else if (!word) { word := true; count := count + 1; }`
fn word_count(summaries: Summaries, n: usize) -> (Logic, Summary) {
    let mut lx = Logic::new(summaries, Budget::default());
    let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
    let [no, yes] = [false, true].map(|b| Summary::constant(&mut lx, Value::Bool(b)));
    let mut count = number(&mut lx, zero);
    let mut word = no.clone();
    for a in inputs(&mut lx, n) {
        let space = lx.le(a, zero);
        word = word.update(&mut lx, space, &no);
        let letter = lx.not(space);
        let inside = word.is_true(&mut lx, letter);
        let start = lx.and_not(letter, inside);
        word = word.update(&mut lx, start, &yes);
        let more = count.map(&mut lx, start, |lx, v| match v {
            Value::Num(t) => Value::Num(lx.terms.add(t, one)),
            other => other,
        });
        count = count.update(&mut lx, start, &more);
    }
    (lx, count)
}

/// `if (a[i] > max) max := a[i];`
fn find_max(summaries: Summaries, n: usize) -> (Logic, Summary) {
    let mut lx = Logic::new(summaries, Budget::default());
    let elements = inputs(&mut lx, n);
    let mut max = number(&mut lx, elements[0]);
    for a in &elements[1..] {
        let greater = max.when(&mut lx, Guard::TRUE, |lx, v| match v {
            Value::Num(t) => lx.lt(t, *a),
            _ => Guard::FALSE,
        });
        let element = number(&mut lx, *a);
        max = max.update(&mut lx, greater, &element);
    }
    (lx, max)
}

pub fn programs(c: &mut Criterion) {
    let mut group = c.benchmark_group("logic/program");
    group.sample_size(10);
    for (summaries, name) in BOTH {
        for n in [25, 50, 100] {
            let id = BenchmarkId::new(format!("word count, {name}"), n);
            group.bench_with_input(id, &n, |b, n| b.iter(|| word_count(summaries, *n)));
        }
        for n in [15, 30, 60] {
            let id = BenchmarkId::new(format!("find-max, {name}"), n);
            group.bench_with_input(id, &n, |b, n| b.iter(|| find_max(summaries, *n)));
        }
    }
    group.finish();
}

pub fn operations(c: &mut Criterion) {
    let mut group = c.benchmark_group("logic/operation");
    group.sample_size(20);
    for (summaries, name) in BOTH {
        group.bench_function(format!("new logic, {name}"), |b| b.iter(|| Logic::new(summaries, Budget::default())));
        group.bench_function(format!("1000 thresholds of one form, {name}"), |b| {
            b.iter(|| {
                let mut lx = Logic::new(summaries, Budget::default());
                let x = inputs(&mut lx, 1)[0];
                for k in 0..1000 {
                    let k = lx.terms.constant(k * 7919 % 1000);
                    black_box(lx.eq(x, k));
                }
                lx
            });
        });
        let (lx, count) = word_count(summaries, 40);
        group.bench_function(format!("product of two word counts, {name}"), |b| {
            b.iter_batched_ref(
                || lx.clone(),
                |lx| {
                    let add = |lx: &mut Logic, v: Value, w: Value| match (v, w) {
                        (Value::Num(s), Value::Num(t)) => Value::Num(lx.terms.add(s, t)),
                        (v, _) => v,
                    };
                    let shifted = count.map(lx, Guard::TRUE, |lx, v| add(lx, v, v));
                    count.map2(lx, Guard::TRUE, &shifted, add)
                },
                criterion::BatchSize::LargeInput,
            );
        });
        let (lx, max) = find_max(summaries, 20);
        group.bench_function(format!("guarded update of a maximum, {name}"), |b| {
            b.iter_batched_ref(
                || lx.clone(),
                |lx| {
                    let x = inputs(lx, 1)[0];
                    let zero = lx.terms.constant(0);
                    let (positive, x) = (lx.lt(zero, x), number(lx, x));
                    max.update(lx, positive, &x)
                },
                criterion::BatchSize::LargeInput,
            );
        });
        // A call by a receiver of several classes: a summary for each value.
        group.bench_function(format!("bind of a maximum, {name}"), |b| {
            b.iter_batched_ref(
                || lx.clone(),
                |lx| {
                    let (zero, one) = (lx.terms.constant(0), lx.terms.constant(1));
                    let (nothing, unit) = (number(lx, zero), number(lx, one));
                    let sign = |lx: &mut Logic, v: Value, _| match v {
                        Value::Num(t) => {
                            let positive = lx.lt(zero, t);
                            nothing.update(lx, positive, &unit)
                        }
                        other => Summary::constant(lx, other),
                    };
                    max.bind(lx, Guard::TRUE, sign)
                },
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

/// `cargo bench --bench micro -- --test logic` runs the sizes of the design's table once and prints their times.
pub fn sizes(_: &mut Criterion) {
    if !std::env::args().any(|arg| arg == "--test") {
        return;
    }
    for (program, n, run) in [
        ("word count", 100, word_count as fn(Summaries, usize) -> (Logic, Summary)),
        ("word count", 200, word_count),
        ("find-max", 60, find_max),
        ("find-max", 100, find_max),
    ] {
        for (summaries, name) in BOTH {
            let start = std::time::Instant::now();
            let (mut lx, summary) = run(summaries, n);
            eprintln!(
                "{program} {n}, {name}: {:?}, {:?} in guards, {} values, {} MiB, at most {} nodes",
                start.elapsed(),
                lx.guards.time(),
                summary.len(&mut lx),
                lx.guards.bytes() >> 20,
                lx.guards.nodes_max()
            );
        }
    }
}
