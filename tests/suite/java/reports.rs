//! What reports say of Java programs: the state of assertions, and by what violations were replayed.

use super::{compiled, run};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use support::java::compile::Classes;
use support::process::{complaints, json, printed};
use support::trials::MODES;

/// Explores a method, with further options.
fn explore(classes: &Classes, entry: &str, options: &[&str]) -> Output {
    let mut command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--entry", entry, "--all", "--verbose"]).args(options);
    command.output().expect("it runs")
}

/// Whether violations can be replayed on a JVM.
fn has_jvm() -> bool {
    let is_there = Command::new("java").arg("-version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped: there is no JVM");
    }
    is_there
}

const ASSERTIONS: &str = "public class Main {
  static int check(int n, boolean b) {
    if (n > 10) {
      assert n > 5;
      if (n < 0) {
        assert b : \"never\";
      }
      assert n != 77 : n;
    }
    return n;
  }
  static int count(int n) {
    int i = 0;
    while (i < n) {
      assert i < n;
      i++;
      if (i > n) assert false;
    }
    return i;
  }
  static void copied(int[] cells) {
    try {
      if (cells.length > 3) cells = null;
    } finally {
      assert cells == null || cells.length < 4;
    }
  }
  static void caught(int n) {
    try {
      positive(n);
    } catch (AssertionError e) {
      return;
    }
  }
  static void positive(int n) { assert n > 0; }
  static void beside(int n) {
    if (n > 0) {
      assert n != 5;
    } else {
      throw new IllegalArgumentException();
    }
  }
}";

#[test]
fn assertions_are_proved_violated_or_unreachable() {
    let Some(classes) = compiled(ASSERTIONS) else { return };
    for (_, mode) in MODES {
        let states = |entry: &str| -> Vec<(u64, String)> {
            let output = explore(&classes, entry, &["--no-jvm", "--mode", mode, "--json", "-"]);
            let report = json(&output);
            let all = report["assertions"].as_array().expect("a list");
            let state = |check: &Value| {
                let status = check["status"].as_str().expect("a word").to_owned();
                (check["line"].as_u64().expect("a number"), status)
            };
            all.iter().map(state).collect()
        };
        let known = |states: &[(u64, &str)]| -> Vec<(u64, String)> {
            states.iter().map(|(line, status)| (*line, (*status).to_owned())).collect()
        };
        assert_eq!(states("Main.check"), known(&[(4, "proved"), (6, "unreachable"), (8, "violated")]), "{mode}");
        // One check for all copies of a `finally`.
        assert_eq!(states("Main.copied"), known(&[(25, "proved")]), "{mode}");
        // A false assertion whose error is caught is no violation, and no check.
        assert_eq!(states("Main.caught"), known(&[]), "{mode}");

        // The throw before the target of its jump is another one.
        assert_eq!(states("Main.beside"), known(&[(38, "violated")]), "{mode}");
        let report = printed(&explore(&classes, "Main.beside", &["--no-jvm", "--mode", mode]));
        assert!(report.contains("uncaught java.lang.IllegalArgumentException"), "{report}");

        let report = printed(&explore(&classes, "Main.check", &["--no-jvm", "--mode", mode]));
        for line in [
            "checks of Main.check: 1 proved, 1 violated, 1 unreachable",
            "  line 4     assert      in Main.check: proved",
            "  line 6     assert      in Main.check: unreachable: nothing arrives here",
            "  line 8     assert      in Main.check: violated",
            "  replayed: yes",
        ] {
            assert!(report.lines().any(|own| own == line), "{line}\n{report}");
        }
    }
}

#[test]
fn proofs_by_induction_tell_reached_assertions_from_others() {
    let Some(classes) = compiled(ASSERTIONS) else { return };
    let output = explore(&classes, "Main.count", &["--no-jvm"]);
    let report = printed(&output);
    assert_eq!(report.lines().last(), Some("valid (proved by induction)"), "{report}");
    assert!(report.contains("line 15    assert      in Main.count: proved"), "{report}");
    assert!(report.contains("line 17    assert      in Main.count: unreachable"), "{report}");
}

/// That `k--` does not wrap needs `k >= -i`, which the clauses about integers of any size do not need.
#[test]
fn a_number_that_goes_both_ways_is_no_further_than_its_steps() {
    let text = "public class Main {
      static void steps(int n) {
        int k = 0;
        for (int i = 0; i < n; i++) {
          if (i % 3 == 0) k--; else k++;
          assert k <= i + 1;
        }
      }
    }";
    let Some(classes) = compiled(text) else { return };
    let report = printed(&explore(&classes, "Main.steps(int)", &["--no-jvm"]));
    assert_eq!(report.lines().last(), Some("valid (proved by induction)"), "{report}");
}

/// Violations with inputs of all kinds.
const VIOLATIONS: &str = "public class Main {
  enum Color { RED, GREEN, BLUE { } }
  static class Base { private long weight; protected Base next; }
  static final class Node extends Base { final short[] cells = null; boolean deep; Object any; }
  private int own;
  int receiver(byte b) { return b / (own - 3); }
  Main(int n) { own = 10 / (n - 1); }
  static void objects(Node node) {
    if (node.deep && node.next == node && ((Base) node).weight == 1L << 40 && node.any instanceof Integer
        && node.cells.length > 2 && node.cells[1] == -7 && (Integer) node.any == 1000) {
      throw new IllegalStateException();
    }
  }
  static void color(Color color) { if (color == Color.BLUE) throw new RuntimeException(); }
  static void types(Object[] values) { values[0] = new Object(); }
  static void listed(int n) {
    int sum = n;
    char c = multise.Nondet.anyChar();
    long wide = multise.Nondet.anyLong();
    boolean b = multise.Nondet.anyBoolean();
    int k = multise.Nondet.anyInt();
    assert !(c == 'x' && wide == 7 && b && k == 9 && sum == 2);
  }
  static RuntimeException kept = new RuntimeException();
  static void earlier(int n) { if (n == 3) throw kept; }
  static int deep(int n) { return n == 0 ? 1 / n : deep(n - 1); }
  static void recursive(int n) { if (n >= 0 && n < 4) deep(n); }
  static class Broken { static int x = 1 / Integer.signum(0); }
  static int broken() { return Broken.x; }
  static void texts(String text, int n) {
    String other = multise.Nondet.anyString(4);
    if (text != null && n == 2 && text.startsWith(\"ab\") && other.equals(\"c\" + n) && text.length() == 5) {
      throw new IllegalStateException();
    }
  }
}";

const ENTRIES: [&str; 10] = [
    "Main.receiver",
    "Main.Main",
    "Main.objects",
    "Main.color",
    "Main.types",
    "Main.listed",
    "Main.earlier",
    "Main.recursive",
    "Main.broken",
    "Main.texts",
];

#[test]
fn violations_are_replayed_on_a_jvm() {
    if !has_jvm() {
        return;
    }
    let Some(classes) = compiled(VIOLATIONS) else { return };
    for entry in ENTRIES {
        let output = explore(&classes, entry, &[]);
        let report = printed(&output);
        let replayed: Vec<&str> = report.lines().filter_map(|line| line.trim().strip_prefix("replayed: ")).collect();
        let is_confirmed = |by: &&str| by.starts_with("interpreter and JVM ");
        assert!(!replayed.is_empty() && replayed.iter().all(is_confirmed), "{entry}\n{report}");
        assert_eq!(output.status.code(), Some(1), "{report}");
    }
    let report = json(&explore(&classes, "Main.color", &["--json", "-"]));
    let second = &report["violations"][0]["second_replay"];
    assert!(second["by"].as_str().is_some_and(|by| by.starts_with("JVM ")), "{second}");
    assert!(second.get("not_replayed").is_none(), "{second}");

    let report = json(&explore(&classes, "Main.color", &["--json", "-", "--no-jvm"]));
    assert!(report["violations"][0].get("second_replay").is_none(), "{report}");
}

#[test]
fn without_a_jvm_the_interpreter_replays() {
    let Some(classes) = compiled(VIOLATIONS) else { return };
    let home = support::project().join("tests/java");
    let home = home.to_str().expect("a Unicode path");
    let output = explore(&classes, "Main.color", &["--java-home", home]);
    let report = printed(&output);
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("  replayed: interpreter; JVM: not replayed (no JVM: "), "{report}");
    let report = json(&explore(&classes, "Main.color", &["--java-home", home, "--json", "-"]));
    let second = &report["violations"][0]["second_replay"];
    assert_eq!(second["by"], "JVM");
    assert!(second["not_replayed"].as_str().is_some_and(|reason| reason.starts_with("no JVM: ")), "{second}");
}

/// The folder of a program that takes the place of a JVM.
#[cfg(unix)]
fn home(name: &str) -> String {
    Path::new(support::project()).join("tests/java").join(name).display().to_string()
}

#[test]
#[cfg(unix)]
fn a_jvm_that_does_something_else_is_an_internal_error() {
    let Some(classes) = compiled(VIOLATIONS) else { return };
    for options in [&["--java-home", &home("wrong")][..], &["--java-home", &home("wrong"), "--json", "-"]] {
        let output = explore(&classes, "Main.color", options);
        let errors = complaints(&output);
        assert_eq!(output.status.code(), Some(4), "{errors}");
        assert!(errors.contains("internal error: a violation does not replay on the JVM 17"), "{errors}");
        assert!(errors.contains("interpreter: throws java.lang.RuntimeException, at Main.color:14"), "{errors}");
        assert!(errors.contains("JVM 17: returns"), "{errors}");
        assert!(!printed(&output).contains("invalid"), "{errors}");
    }
}

#[test]
#[cfg(unix)]
fn an_internal_error_of_one_method_does_not_lose_the_others() {
    let program = "public class Main {
  static void wrong(int n) { if (n == 5) throw new RuntimeException(); }
  static int right(int n) { return n; }
}";
    let Some(classes) = compiled(program) else { return };
    let mut command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--class", "Main", "--java-home", &home("wrong")]);
    let output = command.output().expect("it runs");
    let (report, errors) = (printed(&output), complaints(&output));
    assert_eq!(output.status.code(), Some(4), "{report}{errors}");
    assert!(errors.contains("internal error: a violation does not replay on the JVM 17"), "{errors}");
    let has_row =
        |method: &str, result: &str| report.lines().any(|line| line.split_whitespace().take(2).eq([method, result]));
    assert!(has_row("Main.wrong", "refused:") && has_row("Main.right", "valid"), "{report}");
}

#[test]
fn the_other_commands_take_compiled_classes() {
    let Some(classes) = compiled(ASSERTIONS) else { return };
    let folder = classes.folder.to_str().expect("a Unicode path");
    let class = classes.folder.join("Main.class").display().to_string();
    let entry = ["--entry", "Main.check"];

    let (code, report) = run(&[&["explain", &format!("{class}:8")], &entry[..]].concat());
    assert!(code == Some(0) && report.contains("n = 11, b = false"), "{report}");
    let (code, report) = run(&[&["profile", &class], &entry[..]].concat());
    assert!(code == Some(0) && report.contains("Main.check"), "{report}");
    let (code, report) = run(&[&["compare", &class, "--format", "csv"], &entry[..]].concat());
    assert!(code == Some(0) && report.contains("Main.class,invalid"), "{report}");

    let out = tempfile::tempdir().expect("a folder");
    let reports = out.path().join("reports").display().to_string();
    let (code, list) = run(&["jobs", folder, "--out", &reports, "--", "--no-jvm"]);
    assert!(code == Some(0) && list.lines().count() == 7, "{list}");
    let job = list.lines().find(|line| line.contains("Main.check")).expect("the job of the method");
    let words = shlex::split(job).expect("words");
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    assert_eq!(run(&words).0, Some(1), "{job}");
    let jobs = out.path().join("jobs.sh");
    std::fs::write(&jobs, format!("{job}\n")).expect("room for a list");
    let (code, merged) = run(&["merge", "--jobs", jobs.to_str().expect("a Unicode path")]);
    assert!(code == Some(1) && merged.contains("Main.check"), "{merged}");
}

#[test]
fn without_the_text_of_a_class_its_line_is_shown() {
    let Some(classes) = compiled("public class Main {\n  static void f(int n) {\n    assert n != 7;\n  }\n}") else {
        return;
    };
    let found = printed(&explore(&classes, "Main.f", &[]));
    assert!(found.contains("--> Main.java:3\n") && !found.contains(" | "), "{found}");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Main.java"), "\n\n    assert n != 7;\n").expect("a text");
    let found = printed(&explore(&classes, "Main.f", &["--sourcepath", &folder.path().to_string_lossy()]));
    assert!(found.contains("3 |     assert n != 7;\n"), "{found}");
}

#[test]
fn a_loop_of_the_library_is_shown_with_its_file() {
    let program = "public class Main {\n  static void f(String s) { assert !(\"x\" + s).equals(\"y\"); }\n}";
    let Some(classes) = compiled(program) else { return };
    let report = printed(&explore(&classes, "Main.f(String)", &["--unroll", "3"]));
    assert!(report.contains("within 3 iterations of the loop at line 1 of java/lang/"), "{report}");
}

#[test]
fn a_proof_about_a_recursion_assumes_a_stack() {
    let text_of = "public class Main {
  static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
  static int factorial(int n) { return n <= 0 ? 1 : n * factorial(n - 1); }
  static int small(int n) { return n > 8 ? 0 : factorial(n); }
  static int count(int n) { int i = 0; while (i < n) i++; return i; }
}";
    let Some(classes) = compiled(text_of) else { return };
    let assumption = "the stack has no end";
    let cases: [(&str, &[&str], bool); 3] =
        [("depth", &[], true), ("small", &["--no-proofs"], false), ("count", &[], false)];
    for (entry, options, is_assumed) in cases {
        let entry = format!("Main.{entry}");
        let found = printed(&explore(&classes, &entry, options));
        assert!(found.contains("\nvalid"), "{found}");
        assert_eq!(found.contains(&format!("assumed: {assumption}")), is_assumed, "{found}");
        let report = json(&explore(&classes, &entry, &[options, &["--json", "-"]].concat()));
        assert_eq!(report["assumptions"].as_array().is_some_and(|all| all.contains(&assumption.into())), is_assumed);
    }
}

#[test]
fn a_handler_of_an_error_of_the_machine_assumes_that_there_is_none() {
    let text_of = "public class Main {
  static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
  static void stack() { try { depth(9); } catch (StackOverflowError e) { assert false; } }
  static void memory(int n) { try { if (n >= 0) new Main().row = new int[n]; } catch (OutOfMemoryError e) { assert false; } }
  static void machine() { try { depth(1); } catch (VirtualMachineError e) { assert false; } }
  static void other() { try { depth(1); } catch (Error e) { assert false; } }
  static void huge(int n) { try { if (n > 0) new Main().row = new int[1 << 30]; } catch (Throwable e) { n = 0; } assert n <= 0; }
  int[] row;
}";
    let Some(classes) = compiled(text_of) else { return };
    let found = printed(&explore(&classes, "Main.huge(int)", &[]));
    assert!(found.contains("not replayed (the JVM may have too little memory)"), "{found}");
    let (stack, memory) = ("the stack has no end", "memory has no end");
    for (entry, assumed) in
        [("stack()", &[stack][..]), ("memory(int)", &[memory]), ("machine()", &[stack, memory]), ("other()", &[])]
    {
        let found = printed(&explore(&classes, &format!("Main.{entry}"), &[]));
        assert!(found.contains("\nvalid"), "{found}");
        for sentence in [stack, memory] {
            assert_eq!(found.matches(sentence).count(), usize::from(assumed.contains(&sentence)), "{entry}: {found}");
        }
    }
}

#[test]
fn what_a_type_would_allow_but_no_input_is_is_assumed() {
    let text_of = "public class Main {
  interface Shape { int area(); }
  enum Unit implements Shape { ONE; public int area() { return 1; } }
  record Square(int side) implements Shape { public int area() { return side * side; } }
  Object held;
  static boolean shape(Shape given) { return given == null || given.area() != 7; }
  static boolean any(Object given) { return given instanceof Long; }
  static boolean holder(Main given) { return given == null; }
  static boolean text(String given) { return given == null; }
  static boolean unit(Unit given) { return given == null; }
}";
    let Some(classes) = compiled(text_of) else { return };
    let of_shapes = "no input of type `Main$Shape` is a lambda of code that is not reached";
    let of_objects = "no input of type `java.lang.Object` is an array of a type that no code tests for, a constant of an enum \
                      that no code names, a lambda or an object of another class of the library";
    for (entry, assumption) in [
        ("shape", Some(of_shapes)),
        ("any", Some(of_objects)),
        ("holder", Some(of_objects)),
        ("text", None),
        ("unit", None),
    ] {
        let found = printed(&explore(&classes, &format!("Main.{entry}"), &[]));
        let line = found.lines().find_map(|line| line.strip_prefix("assumed: "));
        assert_eq!(line, assumption, "{found}");
    }
}
