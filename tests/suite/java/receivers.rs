//! Receivers that constructors make: `--receivers built`.

use super::is_replayed;
use std::fs;
use std::process::Output;
use support::java::compile::{Classes, Source, compiled};
use support::process::{json, said};
use support::trials::MODES;

const PROGRAM: &str = "package com.acme;
import java.util.*;
public class Stack {
  enum Color { RED, GREEN { }; int code() { assert ordinal() < 1; return 1; } }
  private final int[] cells;
  private int size;
  private Color color = Color.RED;
  private List<Integer> list;
  static int made;

  public Stack(int capacity) {
    if (capacity < 1 || capacity > 8) throw new IllegalArgumentException();
    cells = new int[capacity];
    made++;
  }
  protected Stack(Color color, byte size) {
    this(2);
    this.color = color;
    this.size = size > 2 ? 1 : 0;
  }
  Stack(List<Integer> list, String name) {
    this(3);
    this.list = list;
    if (name.isEmpty()) throw new IllegalStateException();
  }
  private Stack(String name) {
    this(1);
    size = -5;
  }

  void invariant() { assert cells != null && 0 <= size && size <= cells.length; }
  void push(int x) { cells[size++] = x; }
  void colors() { assert color != Color.GREEN; }
  void two() { assert list == null || list.size() != 2; }
  void once() { assert made == 1; }
  boolean isRed() { return color == Color.RED; }
  static boolean isNew(Stack s, int x) { return s.size == 0 && x > 0; }
  void third(int x) { assert x != 7 || size == 0; }

  static abstract class Shape { abstract int area(); int twice() { assert area() >= 0 && area() != 81; return 2 * area(); } }
  static class Square extends Shape { final int side; Square(int side) { this.side = side & 15; } int area() { return side * side; } }
  static class Dot extends Shape { int area; private Dot() { } int area() { return area; } }
  static class Hidden { private Hidden() { } int v; void check() { assert v == 0; } }
  class Inner { final int k; Inner(int k) { this.k = k; } void check() { assert size == 0 || k != 3; } }
  record Range(int low, int high) {
    Range { if (low > high) throw new IllegalArgumentException(); }
    void ordered() { assert low <= high; }
    int length() { assert high - low >= 0; return high - low; }
  }
  static class Node { int v; Node next; }
  static class Holder {
    final Node node;
    Holder(Node node) { this.node = node; if (node != null) node.v = 5; }
    void check(Node other) { if (other != null && other == node) assert other.v != 5; }
    void deep() { assert node == null || node.next == null || node.next.v != 9; }
  }
  static class Never { Never() { throw new IllegalStateException(); } void check() { assert false; } }
  static class Doomed { static int x = 1 / Integer.parseInt(\"0\"); void check() { } }
  static class Careful { int n; Careful(int n) { assert n > 3; this.n = n; } void check() { assert n > 3 && n != 7; } }
  static class Drawn { int n; Drawn() { n = multise.Nondet.anyInt(); } void check() { assert n != 3 || multise.Nondet.anyInt() != 8; } }
  static class Loop { int n; Loop(byte n) { this.n = n; while (this.n > 9) this.n -= 40; } void check() { assert n <= 9; } }
  static class Many extends ArrayList<Integer> { Many(int n) { add(n); } void check() { assert get(0) != 5; } }
}";

/// What an entry has in its violation, or nothing where it is valid.
type Witness = Option<&'static str>;

/// Entries of `com.acme.Stack` and of its nested classes.
const ENTRIES: [(&str, Witness); 24] = [
    // Alarms of arbitrary receivers.
    (".invariant", None),
    (".push", None),
    (".once", None),
    ("$Range.ordered", None),
    // Bugs.
    (".colors", Some("new com.acme.Stack(com.acme.Stack.Color.GREEN, (byte)")),
    (".two", Some("new com.acme.Stack(java.util.ArrayList<java.lang.Integer> { elements")),
    (".third", Some("x    = 7")),
    ("$Range.length", Some("new com.acme.Stack.Range(-")),
    ("$Holder.check", Some("new com.acme.Stack.Holder(o2)")),
    ("$Holder.deep", Some("new com.acme.Stack.Holder(com.acme.Stack$Node { next: com.acme.Stack$Node { v: 9 } })")),
    ("$Careful.check", Some("new com.acme.Stack.Careful(7)")),
    ("$Drawn.check", Some("new com.acme.Stack.Drawn()")),
    ("$Many.check", Some("new com.acme.Stack.Many(5)")),
    ("$Doomed.check", Some("new com.acme.Stack.Doomed()")),
    // The object around another one is no receiver.
    ("$Inner.check", Some("new com.acme.Stack.Inner(com.acme.Stack { size: ")),
    // A class that others inherit from, of which one has no constructor for others.
    ("$Shape.twice", Some("com.acme.Stack$Dot { area: ")),
    ("$Square.area", None),
    ("$Dot.area", None),
    // Classes without such a constructor.
    ("$Hidden.check", Some("com.acme.Stack$Hidden { v: ")),
    ("$Color.code", Some("com.acme.Stack.Color.GREEN")),
    // No receiver is ever made.
    ("$Never.check", None),
    ("$Loop.check", None),
    ("$Range.low", None),
    (".isRed", None),
];

fn program() -> Option<Classes> {
    compiled(Source::new("com/acme/Stack.java", PROGRAM))
}

fn multise(command: &str, classes: &Classes, words: &[&str]) -> Output {
    support::multise!().arg(command).arg(&classes.folder).args(words).output().expect("it runs")
}

fn explored(classes: &Classes, entry: &str, options: &[&str]) -> String {
    let entry = format!("com.acme.Stack{entry}");
    said(&multise("explore", classes, &[&["--entry", &entry, "--unroll=4"], options].concat()))
}

/// The last line of what is written to the standard output.
fn verdict(report: &str) -> &str {
    report.lines().rfind(|line| line.starts_with("valid") || line.starts_with("invalid")).unwrap_or(report)
}

#[test]
fn constructors_make_receivers() {
    let Some(classes) = program() else { return };
    for (_, mode) in MODES {
        for (entry, witness) in ENTRIES {
            let report = explored(&classes, entry, &["--receivers=built", "--mode", mode, "--self-check"]);
            assert_eq!(
                verdict(&report).split(' ').next(),
                Some(if witness.is_some() { "invalid" } else { "valid" }),
                "{entry}, {mode}: {report}"
            );
            let Some(witness) = witness else { continue };
            assert!(report.contains(witness), "{entry}, {mode}: {report}");
            assert!(is_replayed(&report), "{entry}, {mode}: {report}");
            let is_any = ["$Hidden.check", "$Color.code"].contains(&entry);
            assert!(is_any != report.contains("receivers are built by constructors"), "{report}");
        }
    }
}

#[test]
fn any_receivers_are_alarms_of_other_objects() {
    let Some(classes) = program() else { return };
    for entry in [".invariant", ".push"] {
        let report = explored(&classes, entry, &[]);
        assert_eq!(verdict(&report), "invalid", "{report}");
        assert!(report.contains("assumed: receivers are any objects of their classes"), "{report}");
    }
}

#[test]
fn a_report_says_which_receivers_are_assumed() {
    let Some(classes) = program() else { return };
    let built = |entry| explored(&classes, entry, &["--receivers=built"]);
    for (entry, sentence) in [
        (
            "$Hidden.check",
            "assumed: receivers of class `com.acme.Stack$Hidden` are any objects: it has no accessible constructor",
        ),
        (
            "$Color.code",
            "assumed: receivers of class `com.acme.Stack$Color` are any constants: it has no accessible constructor",
        ),
        (
            "$Shape.twice",
            "assumed: receivers of class `com.acme.Stack$Dot` are any objects: it has no accessible constructor; receivers are built by constructors",
        ),
        ("$Never.check", "warning: no state satisfies the `assume` at line "),
    ] {
        let report = built(entry);
        assert!(report.lines().any(|line| line.starts_with(sentence)), "{entry}: {report}");
    }
    let refused = explored(&classes, ".push", &["--receivers=built", "--types=declared"]);
    assert!(refused.contains("error[E0152]: `--receivers built` needs `--types symbolic`"), "{refused}");
}

#[test]
fn required_methods_are_asked_about_built_receivers() {
    let Some(classes) = program() else { return };
    for (entry, required, expected) in [
        (".colors", "com.acme.Stack.isRed", "valid"),
        (".third", "com.acme.Stack.isNew", "valid"),
        (".third", "com.acme.Stack.isRed", "invalid"),
    ] {
        for (_, mode) in MODES {
            let options = ["--receivers=built", "--requires", required, "--mode", mode];
            let report = explored(&classes, entry, &options);
            assert_eq!(verdict(&report), expected, "{entry}, {mode}: {report}");
            assert!(
                expected == "valid" || report.contains("interpreter and JVM") || report.contains("(no JVM)"),
                "{report}"
            );
        }
    }
}

#[test]
fn calls_have_receivers_that_constructors_make() {
    let Some(classes) = program() else { return };
    for (call, end) in [
        ("new com.acme.Stack(int)(3).push(4)", "ended"),
        ("new Stack(int) ( 3 ) . push(int)(4)", "ended"),
        ("new Stack$Careful(7).check()", "violation (assert, "),
        ("new Stack.Range(-1, 2147483647).length()", "violation (assert, "),
        ("new Stack(Stack.Color, byte)(Stack.Color.GREEN, (byte) 1).colors()", "violation (assert, "),
        ("new Stack$Many(5).check()", "violation (assert, "),
        ("new Stack$Square(3).twice()", "result = 18"),
        ("new Stack(int)(9).push(4)", "rejected"),
        ("new Stack(9).push(4)", "rejected"),
        ("new Stack(true, false).push(4)", "error[E0158]: the constructor of `Stack` is overloaded"),
        ("new Stack().push(4)", "error[E0158]: `Stack` has no constructor with 0 arguments that can be called"),
        (
            "new Stack$Hidden().check()",
            "error[E0158]: `Stack$Hidden` has no constructor with 0 arguments that can be called",
        ),
        ("new Stack$Square(3, ).twice()", "error[E0158]: expected a value, found `)`"),
        ("new Stack$Square(3).", "error[E0158]: expected a name, found the end"),
        ("new Stack$Square(\"a\").twice()", "error[E0158]: "),
    ] {
        let call = call.replace("Stack", "com.acme.Stack").replace("com.acme.com.acme.", "com.acme.");
        let end = end.replace("`Stack", "`com.acme.Stack");
        let report = said(&multise("run", &classes, &[&call]));
        assert!(report.contains(&end), "{call}: {report}");
    }
}

/// The commands that reports have for their violations lead to them again.
#[test]
fn reports_tell_calls_and_inputs_that_can_be_run() {
    let Some(classes) = program() else { return };
    for (entry, witness) in ENTRIES {
        let words = ["--format=json", "--receivers=built", "--no-jvm"];
        if witness.is_none() {
            continue;
        }
        let output =
            multise("explore", &classes, &[&["--entry", &format!("com.acme.Stack{entry}")], &words[..]].concat());
        let report = json(&output);
        let inputs = tempfile::NamedTempFile::new().expect("a file");
        fs::write(inputs.path(), report["violations"][0]["inputs"].to_string()).expect("room");
        let path = inputs.path().to_str().expect("a Unicode path");
        let name = format!("com.acme.Stack{entry}");
        let run = said(&multise("run", &classes, &["--entry", &name, "--receivers=built", "--inputs", path]));
        assert!(run.contains("violation ("), "{entry}: {run}");
    }
    let report = explored(&classes, "$Careful.check", &["--receivers=built"]);
    assert!(report.contains("'new com.acme.Stack$Careful(7).check()'"), "{report}");
    let report = explored(&classes, ".colors", &["--receivers=built"]);
    assert!(
        report.contains("'new com.acme.Stack(com.acme.Stack$Color, byte)(com.acme.Stack.Color.GREEN, (byte)"),
        "{report}"
    );
}

#[test]
fn tests_make_receivers_as_the_report_says() {
    let Some(classes) = program() else { return };
    for (class, lines) in [
        (
            "Stack",
            &[
                "Stack receiver = new Stack(1);",
                "Stack receiver = new Stack((Stack.Color) Stack.Color.GREEN, (byte) 0);",
            ][..],
        ),
        ("Stack$Holder", &["Stack.Holder receiver = new Stack.Holder(other);"]),
        ("Stack$Careful", &["Stack.Careful receiver = new Stack.Careful(7);"]),
        ("Stack$Inner", &["new Class<?>[] {Stack.class, int.class}"]),
        ("Stack$Shape", &["Stack.Square receiver = new Stack.Square("]),
        ("Stack$Drawn", &["multise.Nondet.give(\"3 8\");", "Stack.Drawn receiver = new Stack.Drawn();"]),
    ] {
        let out = tempfile::tempdir().expect("a folder");
        let folder = out.path().to_str().expect("a Unicode path");
        let class = format!("com.acme.{class}");
        let options = ["--class", &class, "--all", "--receivers=built", "--tests", folder];
        let report = said(&multise("explore", &classes, &options));
        assert!(report.contains("all of them compiled and passed"), "{report}");
        let files = support::files(out.path(), "java");
        let written: String = files.iter().map(support::read).collect();
        for line in lines {
            assert!(written.contains(line), "{line}\n{written}\n{report}");
        }
    }
}
