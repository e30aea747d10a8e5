//! Inputs for which methods of the program return `true`, and conditions are true: `--requires`.

use super::{compiled, is_replayed};
use std::process::Output;
use support::java::compile::{Classes, Source};
use support::process::{complaints, printed};
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
    let mut command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(options);
    if !entry.is_empty() {
        let entry = if entry.contains('.') { entry.to_owned() } else { format!("Main.{entry}") };
        command.args(["--entry", &entry]);
    }
    command.args(required.iter().map(|name| format!("--requires={name}"))).output().expect("it runs")
}

#[test]
fn inputs_are_those_for_which_methods_are_true() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (_, mode) in MODES {
        for (entry, required, verdict) in ENTRIES {
            let output = explored(&classes, entry, required, &["--mode", mode, "--self-check"]);
            let (report, error) = (printed(&output), complaints(&output));
            assert_eq!(report.lines().last(), Some(verdict), "{entry}, {required:?}, {mode}: {report}{error}");
            assert!(verdict == "valid" || is_replayed(&report), "{entry}, {required:?}, {mode}: {report}");
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

const CONDITIONS: &str = "package p;
public class Main {
  enum Color { RED, GREEN }
  static class Node { int value; Node next; }
  static final int MOST = 10;
  static boolean on;
  private int[] cells;
  private int size;
  private Color color;
  boolean flag;
  Node head;
  Main(int n) { cells = new int[n]; size = n; }

  void push(int x) { cells[size++] = x; }
  void color() { assert color == Color.RED; }
  void head() { assert head.next == null || head.value <= head.next.value; }
  static int all(int a, long b, double d, char ch, boolean z, Node n, int[] xs, byte[] bs) {
    assert a > 0 && b < 5000000000L && d > 1.5 && ch == 'x' && z && n.value == xs[a] && bs.length > 2;
    return 1;
  }
  static void floats(double d, float f) { assert d < 1.0 || f >= 2f; }
  static void wraps(int x) { assert x != Integer.MIN_VALUE; }
  static void rest(int x) { assert x == -1; }
  void flag() { assert flag; }
  void isOn() { assert on; }
}";

/// Methods, options, and the ends of their verdicts.
const CONDITIONAL: [(&str, &[&str], &str); 25] = [
    ("push", &["--requires=cells != null && 0 <= size && size < cells.length"], "valid"),
    ("push", &["--requires=this.cells != null", "--requires=size < this.cells.length && size >= 0"], "valid"),
    ("push", &["--requires=cells != null && size <= cells.length"], "invalid"),
    ("push", &["--requires=size < cells.length"], "invalid"),
    ("push", &["--requires=size < cells.length", "--receivers=built"], "valid"),
    ("push", &["--requires=size + 1 == cells.length"], "invalid"),
    ("push", &["--requires=!(size < 0) && size + 1 == cells.length"], "valid"),
    ("push", &["--requires=size > Integer.MAX_VALUE - 1"], "invalid"),
    ("color", &["--requires=color == Color.RED"], "valid"),
    ("color", &["--requires=color != Main.Color.GREEN && (color != null)"], "valid"),
    ("color", &["--requires=color == p.Main.Color.GREEN"], "invalid"),
    ("head", &["--requires=head != null"], "invalid"),
    ("head", &["--requires=head.next == null || head.next.value >= head.value"], "valid"),
    (
        "all",
        &[
            "--requires=a > 0 && b < 5000000000L && d > 1.5 && ch == 'x' && z && n.value == xs[a] && bs.length >= MOST / 3",
        ],
        "valid",
    ),
    (
        "all",
        &["--requires=a > 0 && b <= 5000000000L && d > 1.5 && ch == 120 && !!z && n.value == xs[a] && bs.length > 2"],
        "invalid",
    ),
    // NaN is neither less nor greater.
    ("floats", &["--requires=d < 1 || f >= 2"], "valid"),
    ("floats", &["--requires=!(d >= 1) || f >= 2"], "invalid"),
    ("wraps", &["--requires=-x > 0 || x >= 0"], "valid"),
    ("wraps", &["--requires=x - 1 > 0"], "invalid"),
    ("rest", &["--requires=x % 3 == -1 && x * 2L > -8"], "valid"),
    ("rest", &["--requires=10 / x == -10"], "valid"),
    ("flag", &["--requires=flag"], "valid"),
    ("flag", &["--requires=this.flag == true"], "valid"),
    ("isOn", &["--requires=on"], "valid"),
    ("isOn", &["--requires=p.Main.on"], "valid"),
];

#[test]
fn inputs_are_those_for_which_conditions_are_true() {
    let Some(classes) = compiled(Source::new("p/Main.java", CONDITIONS)) else { return };
    for (_, mode) in MODES {
        for (entry, options, verdict) in CONDITIONAL {
            let options = [options, &["--mode", mode, "--self-check"]].concat();
            let output = explored(&classes, &format!("p.Main.{entry}"), &[], &options);
            let (report, error) = (printed(&output), complaints(&output));
            assert_eq!(report.lines().last(), Some(verdict), "{entry}, {options:?}: {report}{error}");
            assert!(verdict == "valid" || is_replayed(&report), "{entry}, {options:?}: {report}");
            for condition in options.iter().filter_map(|option| option.strip_prefix("--requires=")) {
                assert!(report.contains(&format!("`{condition}` is true of the inputs")), "{report}");
            }
        }
    }
    for (condition, expected) in [
        ("size <", "1:7\n  |\n1 | size <\n  |       ^"),
        ("size", "E0159]: the condition has the type `int`"),
        ("cells != null && nope > 3", "E0159]: nothing is called `nope` here\n --> the condition:1:18"),
        ("head.nxt == null", "E0159]: `p.Main$Node` has no field `nxt`"),
        ("size == null", "E0159]: `int` and `null` do not fit the operator"),
        ("flag > 1", "E0159]: `boolean` and `int` do not fit the operator"),
        ("!size", "E0159]: expected a `boolean`, found `int`"),
        ("-flag == 1", "E0159]: expected a number, found `boolean`"),
        ("cells[1L] > 2", "E0159]: an index is an `int`, found `long`"),
        ("size[0] > 2", "E0159]: `int` is no array"),
        ("size > 99999999999", "E0159]: the number is no `int`"),
        ("(size > 1", "E0159]: expected `)`, found the end"),
        ("size > 1)", "E0159]: expected an operator or the end, found `)`"),
        ("Color == null", "E0159]: `p.Main$Color` is a class, and no value"),
        ("color == Color.BLUE", "E0159]: `p.Main$Color` has no static field `BLUE`"),
        ("color == q.Color.RED", "E0159]: nothing is called `q.Color.RED` here\n --> the condition:1:10"),
        ("size & 1 == 1", "E0159]: expected an operator or the end, found `&`"),
        ("head. == null", "E0159]: expected a name, found `=`"),
        ("Mian.foo", "E0151]: there is no class `Mian` on the class path"),
    ] {
        let output = explored(&classes, "p.Main.push", &[condition], &[]);
        let error = complaints(&output);
        assert!(error.contains(expected), "{condition}: {error}");
        assert_eq!(output.status.code(), Some(2), "{condition}: {error}");
    }
    for (condition, expected) in [
        (format!("{}size > 0{}", "(".repeat(2000), ")".repeat(2000)), Some("a condition with fewer levels")),
        (format!("size > 0{}", " + 1".repeat(2000)), Some("a shorter condition")),
        (format!("size > 0{}", "+1".repeat(2000)), None),
        (format!("head{} == null", ".next".repeat(700)), None),
        (format!("p.q{} == null", ".next".repeat(700)), Some("nothing is called `p.q.next.next")),
    ] {
        let output = explored(&classes, "p.Main.push", &[&condition], &["--timeout=1"]);
        let error = complaints(&output);
        assert!(expected.map_or(error.is_empty(), |expected| error.contains(expected)), "{condition}: {error}");
    }
    // Of several entries, those for which it has no meaning are as they were.
    let output = explored(&classes, "", &["size < cells.length"], &["--class=p.Main", "--all", "--receivers=built"]);
    let report = printed(&output);
    let has = |entry: &str, verdict: &str| {
        let mut lines = report.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines.any(|words| words.len() > 1 && words[0] == entry && words[1] == verdict)
    };
    assert!(has("p.Main.push", "valid") && has("p.Main.wraps", "invalid"), "{report}");
}

#[test]
fn what_cannot_be_required_is_refused() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (required, expected) in [
        ("Main.number", "error[E0152]: `Main.number` of --requires does not return a `boolean`"),
        ("Main.nothing", "error[E0151]: there is no method `nothing` in class `Main`"),
        ("Main$Node.isSorted", "error[E0151]: `Main$Node.isSorted` of --requires does not fit what is explored"),
    ] {
        let output = explored(&classes, "positive", &[required], &[]);
        let error = complaints(&output);
        assert!(error.contains(expected), "{required}: {error}");
    }
}
