//! Inputs for which methods of the program return `true`: `--requires`.

use std::process::{Command, Output};
use support::java::compile::{Classes, Source, compile};
use support::trials::MODES;

const PROGRAM: &str = "public class Main {
  int[] cells;
  int size;
  static int calls;
  enum Color { RED, GREEN }
  static class Node {
    int value;
    Node next;
    boolean isSorted() { return next == null || value <= next.value; }
  }
  static class Even extends Node { @Override boolean isSorted() { return value % 2 == 0 && super.isSorted(); } }

  boolean isFine() { return cells != null && 0 <= size && size < cells.length; }
  static boolean holds(Main m, int x) { return m.isFine() && x > 0; }
  static boolean isPositive(int x) { return x > 0; }
  boolean isSmall(int x) { return x < size; }
  static boolean isLast(int x) { return x == Integer.MAX_VALUE; }
  static boolean counts(int x) { calls++; return x > 0; }
  static boolean differ(Node a, Node b) { return a != b; }
  static boolean throwing(int x) { return 10 / x > 4; }
  static boolean asserting(int x) { assert x > 3; return true; }
  static int number(int x) { return x; }

  void push(int x) {
    cells[size++] = x;
    assert x != -3;
  }
  void positive(int x) { assert x > 0; }
  void small(int x) { assert x < size; }
  static int next(int x) { return Math.addExact(x, 1); }
  static void counted(int x) { assert calls == 0; }
  static void order(Node a, Node b) {
    if (a == null || b == null || a.next == null) return;
    assert a.value <= a.next.value;
    assert a != b;
  }
  static void even(Even e) { assert e == null || e.value != 7; }
  static void quotient(int x) { assert x == 1 || x == 2; }
}";

/// Methods, what has to be true of their inputs, and the ends of their verdicts.
const ENTRIES: [(&str, &[&str], &str); 15] = [
    ("push", &[], "invalid"),
    ("push", &["Main.isFine"], "invalid"),
    ("push", &["Main.holds"], "valid"),
    ("push", &["Main.isFine", "Main.isPositive"], "valid"),
    ("positive", &[], "invalid"),
    ("positive", &["Main.isPositive"], "valid"),
    ("small", &["Main.isSmall"], "valid"),
    ("next", &["Main.isPositive"], "invalid"),
    ("next", &["Main.isLast"], "invalid"),
    // What it changes, it changes on the JVM too.
    ("counted", &["Main.counts"], "invalid"),
    ("order", &["Main$Node.isSorted"], "invalid"),
    ("order", &["Main$Node.isSorted", "Main.differ"], "valid"),
    ("even", &["Main$Node.isSorted"], "valid"),
    ("quotient", &["Main.throwing"], "valid"),
    // What it throws is nothing that the entry does, be it an assertion.
    ("positive", &["Main.asserting"], "valid"),
];

fn explored(classes: &Classes, entry: &str, required: &[&str], options: &[&str]) -> Output {
    let mut command: Command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--entry", &format!("Main.{entry}")]).args(options);
    command.args(required.iter().map(|name| format!("--requires={name}"))).output().expect("it runs")
}

fn program() -> Option<Classes> {
    compile(&[Source::main(PROGRAM)]).map(|mut classes| classes.remove(0))
}

#[test]
fn inputs_are_those_for_which_methods_are_true() {
    let Some(classes) = program() else { return };
    for (_, mode) in MODES {
        for (entry, required, verdict) in ENTRIES {
            let output = explored(&classes, entry, required, &["--mode", mode, "--self-check"]);
            let report = String::from_utf8_lossy(&output.stdout);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(report.lines().last(), Some(verdict), "{entry}, {required:?}, {mode}: {report}{error}");
            let is_replayed = report.contains("replayed: interpreter and JVM") || report.contains("(no JVM)");
            assert!(verdict == "valid" || is_replayed, "{entry}, {required:?}, {mode}: {report}");
            let mut assumed: Vec<String> =
                required.iter().map(|name| format!("`{name}` is true of the inputs")).collect();
            let has_receiver = ["push", "positive", "small"].contains(&entry);
            assumed.extend(has_receiver.then(|| "receivers are any objects of their classes".to_owned()));
            let line = report.lines().find_map(|line| line.strip_prefix("assumed: ")).unwrap_or_default();
            assert_eq!(line, assumed.join("; "), "{report}");
            // The command that runs it again has them too.
            let again = report.lines().find(|line| line.trim_start().starts_with("again: ")).unwrap_or_default();
            let has_all = required
                .iter()
                .all(|name| again.contains(&format!("--requires={name}").replace('$', "")) || name.contains('$'));
            assert!(verdict == "valid" || has_all, "{again}");
        }
    }
}

#[test]
fn what_cannot_be_required_is_refused() {
    let Some(classes) = program() else { return };
    for (required, expected) in [
        ("Main.number", "error[E0152]: `Main.number` of --requires does not return a `boolean`"),
        ("Main.nothing", "error[E0151]: there is no method `nothing` in class `Main`"),
        ("Main$Node.isSorted", "error[E0151]: `Main$Node.isSorted` of --requires does not fit what is explored"),
    ] {
        let output = explored(&classes, "positive", &[required], &[]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(expected), "{required}: {error}");
    }
}
