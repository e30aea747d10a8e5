//! The tests that `--tests` writes for Java programs: on the JVM they compile and pass, where there is one.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, SystemTime};
use support::java::compile::{Classes, Source, compile, compiled};
use support::process::complaints;
use support::read;

/// Programs of `examples/java`, each of which is explored at one method or at all of a class.
const EXAMPLES: [(&str, &str); 8] = [
    ("AbsoluteValueBug", "AbsoluteValueBug"),
    ("AverageBug", "AverageBug"),
    ("BankAccountBug", "BankAccountBug"),
    ("BinarySearchBug", "BinarySearchBug"),
    ("ClockBug", "ClockBug"),
    ("LeapYear", "LeapYear"),
    ("ListReversal", "ListReversal"),
    ("AbsoluteValue", "AbsoluteValue"),
];

/// Explores the methods of a class, and writes tests.
fn tested(classes: &Classes, class: &str, folder: &Path, options: &[&str]) -> Output {
    let mut command = support::multise!();
    command.arg("explore").arg("--classpath").arg(&classes.folder).args(["--class", class, "--all"]);
    command.arg("--tests").arg(folder).args(options).output().expect("it runs")
}

/// What it says about the tests.
fn about(output: &Output) -> String {
    complaints(output).lines().skip_while(|line| !line.starts_with("tests: ")).collect::<Vec<_>>().join("\n")
}

/// The text of the only file below a folder.
fn only(folder: &Path) -> String {
    let files = support::files(folder, "java");
    let [file] = &files[..] else { panic!("{files:?}") };
    read(file)
}

#[test]
fn tests_of_the_examples_compile_and_pass() {
    let sources: Vec<Source> = EXAMPLES
        .iter()
        .map(|(name, _)| {
            let path = support::project().join(format!("examples/java/{name}.java"));
            Source::new(format!("{name}.java"), read(path))
        })
        .collect();
    let Some(compiled) = compile(&sources) else { return };
    for ((name, class), classes) in EXAMPLES.iter().zip(&compiled) {
        let out = tempfile::tempdir().expect("a folder");
        let output = tested(classes, class, out.path(), &["--unroll", "3"]);
        let about = about(&output);
        let is_known = |line: &str| line.starts_with("tests: ");
        assert!(about.contains("all of them compiled and passed") && about.lines().all(is_known), "{name}: {about}");
        let text = only(out.path());
        assert_eq!(text.contains("Records a bug: "), name.ends_with("Bug"), "{name}\n{text}");
    }
}

/// Inputs of all kinds.
const PROGRAM: &str = "package com.acme;
public class Stack {
  private int[] cells;
  private int size;
  private String label;
  public Stack(int capacity) { cells = new int[capacity]; }
  public void setLabel(String label) { this.label = label; }
  public int push(int value) {
    cells[size++] = value;
    return label != null && label.startsWith(\"ab\") ? -1 : size;
  }
  private static int hidden(Secret s) { return s.deep ? 1 : 2; }
  private static class Secret { boolean deep; }
  enum Color { RED, GREEN, BLUE { } }
  static Color next(Color c) { return c == Color.RED ? Color.GREEN : Color.BLUE; }
  static class Node { int value; Node next; }
  static class Tank { private double level; Tank(double level) { this.level = level; } }
  static boolean isFull(Tank t) { return t.level == 0.75; }
  static Node self(Node n) { assert n == null || n.value != 77; return n != null && n.next == n ? n : null; }
  record Point(int x, short y) { Point { if (x < 0) throw new IllegalArgumentException(); } }
  static long area(Point p) { return p.x > 10 ? p.x * (long) p.y : -1; }
  static String name(int n, char c) { return n == 5 && c == '\\n' ? \"five\" + c + n : null; }
  static int fed() { return multise.Nondet.anyInt() == 7 && multise.Nondet.anyBoolean() ? 1 : 2; }
  static int counter;
  static int count() { counter++; return counter; }
  static int timed() { return System.nanoTime() > 5 ? 1 : 2; }
  private record Hidden(int n) { Hidden { if (n < 0) throw new IllegalArgumentException(); } }
  static int opened(Hidden h) { return h.n() > 3 ? 1 : 2; }
  static boolean twice(String a, String b) { return a != null && b != null && a != b && a.isEmpty() && b.isEmpty(); }
  static int hashed() { return new int[0].hashCode() > 5 ? 1 : 2; }
  static class Late extends RuntimeException { Late(String message) { super(message); } Late() { } }
  static class Coded extends RuntimeException { Coded() { super(\"coded\"); } }
  static int why(Late e) { return e == null ? 0 : e.getCause() instanceof Late ? 1 : \"ab\".equals(e.getMessage()) ? 2 : 3; }
  static boolean isCoded(Coded e) { return e != null && \"coded\".equals(e.getMessage()); }
}";

fn program() -> Option<Classes> {
    compiled(Source::new("com/acme/Stack.java", PROGRAM))
}

#[test]
fn objects_are_made_as_a_programmer_would() {
    let Some(classes) = program() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let about = about(&tested(&classes, "com.acme.Stack", out.path(), &[]));
    assert!(about.contains("all of them compiled and passed"), "{about}");
    assert!(about.contains("of com.acme.Stack.timed: the JVM has its own `clock`"), "{about}");
    assert!(
        about.contains("of com.acme.Stack.isCoded: no constructor of `com.acme.Stack$Coded` sets its message"),
        "{about}"
    );
    assert!(about.contains("of com.acme.Stack.hashed: it reaches what is not supported: "), "{about}");
    assert!(out.path().join("com/acme/StackMultiseTest.java").exists(), "{about}");
    let text = only(out.path());
    for line in [
        "package com.acme;",
        "   * Records a bug: java.lang.ArrayIndexOutOfBoundsException leaves Stack.push(int).",
        "  void push_throwsArrayIndexOutOfBoundsException_whenValueIs0AndSizeIs0() throws Throwable {",
        "    Stack receiver = new Stack(1);",
        "    receiver.setLabel(\"ab\");",
        "    assertEquals(-1, receiver.push(0));",
        "    assertEquals(Stack.Color.GREEN, Stack.next(Stack.Color.RED));",
        "    n.next = n;",
        "    assertSame(n, Stack.self(n));",
        "  void self_violatesAssertion() throws Throwable {",
        "    assertThrows(AssertionError.class, () -> Stack.self(n));",
        "    Stack.Point p = new Stack.Point(11, (short) 0);",
        "    assertEquals(0L, Stack.area(p));",
        "    Stack.Tank t = new Stack.Tank(0.75);",
        "    Stack.Late e = new Stack.Late((String) \"ab\");",
        "    e.initCause(o2);",
        "    Stack.Coded e = new Stack.Coded();",
        "    assertEquals(\"five\\n5\", Stack.name(5, '\\n'));",
        "    multise.Nondet.give(\"7 true\");",
        "    assertTrue(Stack.twice(\"\", b));",
        "    String b = new String(\"\");",
        "    Object h = construct(Class.forName(\"com.acme.Stack$Hidden\"), new Class<?>[] {int.class}, (Object) 4);",
        "    Object s = make(Class.forName(\"com.acme.Stack$Secret\"));",
        "    set(s, \"deep\", true);",
        "    assertEquals(1, call(Stack.class, \"hidden\", new Class<?>[] {Class.forName(\"com.acme.Stack$Secret\")}, null, (Object) s));",
    ] {
        assert!(text.lines().any(|own| own == line), "{line}\n{text}");
    }
}

#[test]
fn only_what_has_changed_is_written() {
    let Some(classes) = program() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let run = || about(&tested(&classes, "com.acme.Stack", out.path(), &[]));
    run();
    let file = out.path().join("com/acme/StackMultiseTest.java");
    let text = read(&file);
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let touch = |time| fs::File::options().append(true).open(&file).and_then(|file| file.set_modified(time));
    touch(long_ago).expect("an own file");
    let about = run();
    assert!(about.contains(", 0 of them new or changed;"), "{about}");
    assert_eq!(fs::metadata(&file).and_then(|meta| meta.modified()).expect("a time"), long_ago);

    // Its own files are replaced, but no others.
    fs::write(&file, text.lines().next().expect("a line")).expect("room");
    assert!(run().contains(", 1 of them new or changed;"));
    assert_eq!(read(&file), text);
    fs::write(&file, "class StackMultiseTest {}").expect("room");
    let about = run();
    assert!(about.contains("StackMultiseTest.java was not written by multise, and is left as it is"), "{about}");
    assert_eq!(read(&file), "class StackMultiseTest {}");
}

#[test]
fn tests_that_fail_are_left_out() {
    // The order of tests is that of the framework: only one of the two tests of the method can pass in every order.
    let text = "public class Main {
  static int calls;
  static int first(boolean b) { calls++; return b ? calls : -calls; }
}";
    let Some(classes) = compiled(text) else { return };
    let out = tempfile::tempdir().expect("a folder");
    let about = about(&tested(&classes, "Main", out.path(), &[]));
    assert!(about.contains("tests: 2 tests in 1 file"), "{about}");
    assert!(about.contains("left out: 1 test of Main.first: `first_returns"), "{about}");
    assert_eq!(only(out.path()).matches("@Test").count(), 2);
}

#[test]
fn without_a_compiler_tests_are_not_tried() {
    let Some(classes) = program() else { return };
    let out = tempfile::tempdir().expect("a folder");
    let home = support::project().join("tests/java/models");
    let home = home.to_str().expect("a Unicode path");
    let first = about(&tested(&classes, "com.acme.Stack", out.path(), &["--java-home", home]));
    assert!(first.contains("not tried: no javac: "), "{first}");
    let second = about(&tested(&classes, "com.acme.Stack", out.path(), &["--no-jvm"]));
    assert!(second.contains("not tried: --no-jvm") && second.contains(", 0 of them new or changed;"), "{second}");
    assert!(only(out.path()).contains("receiver.setLabel(\"ab\");"));
}
