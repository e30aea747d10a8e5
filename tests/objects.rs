//! Symbolic objects: what aliasing, dynamic types and dispatch cost, and that nothing of them is left out.

#[path = "support/mod.rs"]
mod support;

use multise::config::{Config, Mode, Stop};
use multise::explore::outcome::{Outcome, Verdict};
use multise::explore::{Watch, explore};
use std::fmt::Write;
use support::options::Options;
use support::pipeline::build;

fn run_with(text: &str, options: &str, change: impl FnOnce(&mut Config)) -> Outcome {
    let mut options = Options::parse(options).expect("no option is wrong");
    options.config.stop = Stop::All;
    change(&mut options.config);
    let built = build("test.oox", text, &options).unwrap_or_else(|refused| panic!("{refused}"));
    explore(&built.program, built.entry, &options.config, &Watch::new()).expect("an outcome")
}

fn run(text: &str) -> Outcome {
    run_with(text, "", |_| {})
}

/// `k` classes that override `f`, and `calls` calls on symbolic receivers in a loop.
fn dispatch(k: usize, calls: usize) -> String {
    let mut text = String::from("abstract class Base { abstract int f(int x); }\n");
    for i in 0..k {
        writeln!(text, "class C{i} extends Base {{ int f(int x) {{ return x + {i}; }} }}").expect("a string");
    }
    write!(
        text,
        "class Main {{ static void main(Base[] a) requires(a != null && #a == {calls}) {{
            int i := 0; int sum := 0;
            while (i < {calls}) {{ Base b := a[i]; assume b != null; sum := b.f(sum); i := i + 1; }}
            assert sum <= {}; }} }}",
        calls * (k - 1)
    )
    .expect("a string");
    text
}

#[test]
fn a_call_of_k_targets_is_one_step_with_k_entries_that_merge() {
    let operations: Vec<u64> = [2, 4, 8].iter().map(|&k| run(&dispatch(k, 3)).statistics.operations).collect();
    assert_eq!(operations[1] - operations[0], (operations[2] - operations[1]) / 2, "{operations:?}");
    let path = |k, calls| run_with(&dispatch(k, calls), "", |c| c.mode = Mode::Path).statistics.paths;
    assert_eq!([path(2, 3), path(3, 3), path(4, 3)], [8u32, 27, 64].map(Into::into));
    let calls: Vec<u64> = [2, 4, 6].iter().map(|&n| run(&dispatch(4, n)).statistics.operations).collect();
    assert_eq!(calls[1] - calls[0], calls[2] - calls[1], "{calls:?}");
}

#[test]
fn choices_of_objects_and_types_cost_no_question() {
    let text = "interface Animal { int legs(); } class Bird implements Animal { Animal friend; int legs() { return 2; } }
        class Cat implements Animal { Animal friend; int legs() { return 4; } }
        class Main { static void main(Animal a, Animal b, Animal[] all, Bird c) {
            if (a == null || b == null || all == null || #all < 2 || c == null) { return; }
            if (a == b) { assert a instanceof Bird || b instanceof Cat; }
            if (all[0] != null && all[1] != null && all[0] != all[1]) {
                int n := all[0].legs() + all[1].legs() + a.legs() + c.legs();
                assert n == 8 || n == 10 || n == 12 || n == 14; }
            if (c.friend == c) { Animal d := c.friend; assert d == c; int m := d.legs(); assert m == 2; }
            if (c.friend != null && c.friend == a) { assert !(a instanceof Bird) || a != null; Bird e := null; if (a instanceof Bird) { e := (Bird) a; } }
        } }";
    for mode in [Mode::Merge, Mode::Path] {
        let outcome = run_with(text, "", |c| c.mode = mode);
        assert_eq!((outcome.verdict, outcome.statistics.solver_calls), (Verdict::Valid, 0), "{mode:?}");
    }
}

#[test]
fn every_pair_of_types_is_reached() {
    // a.equals(b) runs each of three overrides with each of three types of b: nine different results.
    let text = "abstract class T { abstract int kind(); abstract int equals(T o); }
        class A extends T { int kind() { return 1; } int equals(T o) { return 10 + o.kind(); } }
        class B extends T { int kind() { return 2; } int equals(T o) { return 20 + o.kind(); } }
        class C extends T { int kind() { return 3; } int equals(T o) { return 30 + o.kind(); } }
        class Main { static void main(T a, T b, int k) requires(a != null && b != null) { int n := a.equals(b); assert n != k; } }";
    for (i, j) in (1..=3).flat_map(|i| (1..=3).map(move |j| (i, j))) {
        let text = text.replace("n != k", &format!("n != {i}{j}"));
        assert_eq!(run(&text).verdict, Verdict::Invalid, "{i}{j}");
    }
    assert_eq!(run(&text.replace("n != k", "n != 14 && n >= 11 && n <= 33")).verdict, Verdict::Valid);
}

#[test]
fn a_reference_to_an_abstract_class_without_subclasses_is_null_and_a_warning_says_so() {
    let text = "interface Nobody { int f(); } class Box { Nobody inside; }
        class Main { static void main(Box b) requires(b != null) { assert b.inside == null; } }";
    let outcome = run(text);
    assert_eq!(outcome.verdict, Verdict::Valid);
    assert_eq!(outcome.warnings.len(), 1, "{:?}", outcome.warnings);
}
