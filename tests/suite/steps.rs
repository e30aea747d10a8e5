//! Clauses of loops that hold when the loop begins and are not inductive: which ones are reported, and with which states.

use multise::internals::on_worker;
use multise::internals::proofs::failed_steps;
use multise::{Cell, FailedStep, Inputs, Num, Value, Watch};
use std::time::Duration;
use support::pipeline::Built;

/// More than any of these programs takes on any machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The reported clauses of a program, with their lines.
fn shown(text: &str) -> Vec<(u32, FailedStep)> {
    let (built, config) = (Built::of(text), support::config());
    let program = built.program.clone();
    let steps = on_worker(move || failed_steps(built.ir(), built.entry, &config, &Watch::new(), PATIENCE));
    steps.into_iter().map(|step| (program.source().line(program.check(step.check).span), step)).collect()
}

fn int(inputs: &Inputs, name: &str) -> i64 {
    let Some(Value::Int(n)) = inputs.args.get(name) else { panic!("no number {name}: {inputs:?}") };
    n.to_i64().expect("a small number")
}

#[test]
fn a_clause_that_says_too_little_is_reported_with_a_state_to_which_no_run_comes() {
    let steps = shown(
        "class Main {
            static void main(int n) {
                int i := 0;
                int sum := 0;
                while (i < n)
                    invariant(i >= 0)
                    invariant(sum >= 0)
                {
                    sum := sum + 2 * i - n + n;
                    i := i + 1;
                }
                while (sum > 0)
                    invariant(sum + n != 7)
                { sum := sum - 1; }
            }
        }",
    );
    assert_eq!(steps.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [13]);
    let step = &steps[0].1;
    assert!(!step.holds_initially, "nothing is known of n before the second loop");
    let [before, after] = [&step.before, &step.after].map(|state| (int(state, "n"), int(state, "sum")));
    assert!(before.1 > 0 && before.0 + before.1 != 7, "{before:?}");
    assert_eq!((after.0, after.1), (before.0, before.1 - 1));
    assert_eq!(after.0 + after.1, 7);
    // Variables that the loop does not need are not reported.
    assert_eq!(step.before.args.keys().collect::<Vec<_>>().len(), 2, "{:?}", step.before.args);
}

#[test]
fn a_loop_that_is_left_at_once_has_no_iteration_to_break_its_clause() {
    let steps = shown(
        "class Main {
            static void main(int n, int x) {
                int i := 0;
                while (i < n) {
                    if (x == 0) { while (true) invariant(i < 1000000) { break; } }
                    i := i + 1;
                }
            }
        }",
    );
    assert!(steps.is_empty(), "{steps:?}");
}

#[test]
fn it_is_reported_whether_it_holds_when_the_loop_begins() {
    let program = |first: &str| {
        format!(
            "class Main {{
                static void main(int n) {{
                    int i := {first};
                    int odd := 1;
                    while (i < n)
                        invariant(odd != 6)
                    {{ odd := odd + 2; i := i + odd; }}
                }}
            }}"
        )
    };
    let [(line, step)] = &shown(&program("0"))[..] else { panic!("one step") };
    assert_eq!((*line, step.holds_initially), (6, true));
    assert_eq!((int(&step.before, "odd"), int(&step.after, "odd")), (4, 6));
    assert_eq!(int(&step.after, "i") - int(&step.before, "i"), 6);
}

#[test]
fn what_an_iteration_writes_to_the_heap_is_reported() {
    let steps = shown(
        "class Node { int value; Node next; Node() { } }
        class Main {
            static int count;
            static void main(Node node, int[] a) {
                assume node != null && a != null && node.value == 0;
                while (Main.count < 10)
                    invariant(node != null && a != null)
                    invariant(node.value != 5)
                {
                    Main.count := Main.count + 1;
                    node.value := node.value + 1;
                    Node fresh := new Node();
                    fresh.next := node.next;
                    node.next := fresh;
                }
            }
        }",
    );
    let [(line, step)] = &steps[..] else { panic!("one step: {steps:?}") };
    assert_eq!((*line, step.holds_initially), (8, true));
    let value = |state: &Inputs| {
        let Some(Value::Ref(node)) = state.args.get("node") else { panic!("no node: {state:?}") };
        let Some(Cell::Object { class, fields }) = state.heap.get(node) else { panic!("no object: {state:?}") };
        assert_eq!(class, "Node");
        (fields.get("value").cloned(), fields.get("next").cloned())
    };
    let number = |n: i64| Some(Value::Int(Num::from(n)));
    assert_eq!(value(&step.before).0, number(4));
    let (after, next) = value(&step.after);
    assert_eq!(after, number(5));
    let Some(Value::Ref(fresh)) = next else { panic!("no fresh node: {:?}", step.after) };
    assert!(fresh.starts_with("Node@12"), "{fresh}");
    assert!(step.after.heap.contains_key(&fresh));
    assert_eq!(int(&step.after, "count"), int(&step.before, "count") + 1);
}

#[test]
fn the_clause_of_a_loop_within_is_a_matter_of_its_own_iterations() {
    let steps = shown(
        "class Main {
            static void main(int n) {
                int i := 0;
                while (i < n)
                    invariant(i >= 0)
                {
                    int j := 0;
                    while (j < i)
                        invariant(j <= i)
                        invariant(j != 3 || i > 2)
                        invariant(i != 100 || j < 50)
                    { j := j + 1; }
                    i := i + 1;
                }
            }
        }",
    );
    let lines: Vec<_> = steps.iter().map(|(line, step)| (*line, step.holds_initially)).collect();
    assert_eq!(lines, [(11, true)]);
    let step = &steps[0].1;
    assert_eq!((int(&step.before, "j"), int(&step.after, "j"), int(&step.after, "i")), (49, 50, 100));
}

#[test]
fn clauses_that_are_inductive_are_not_told() {
    let steps = shown(
        "class Main {
            static void main(int n) {
                int i := 0;
                while (i < n) invariant(i >= 0) decreases(n - i) { i := i + 1; }
                while (i > 0) { i := i - 1; }
                assert i <= 0 && n != 12;
            }
        }",
    );
    assert!(steps.is_empty(), "{steps:?}");
}
