//! Classes of input objects are initialised before the entry.

use super::{have_verdicts, is_replayed};

const PROGRAM: &str = "import java.util.*;
public class Main {
  static class State {
    static int z; static final List<String> all = new ArrayList<>();
    static int next() { return ++z; }
  }
  record Loud(int x) { static { State.z = 7; } }
  static class Reading { static int seen = State.z; int y; }
  static class Calling { static int seen = State.next(); int y; }
  static class Listing { static { State.all.add(\"x\"); } int y; }
  static class Lambda { static { Runnable r = () -> State.z = 3; r.run(); } int y; }
  interface Step { void run(); }
  static class Up implements Step { public void run() { State.z++; } }
  static class Dispatching { static Step step = new Up(); static { step.run(); } int y; }
  static class Above { static { State.z = 9; } }
  static class Below extends Above { int y; }
  static class Plain { static int count = 5; static final String NAME = \"n\" + count; int y; }
  enum Colour { RED, BLUE; static { State.z = 4; } }
  static class Holder { Loud loud; }

  static void loud(Loud l) { if (l != null) assert State.z == 7; }
  static void quiet(Loud l) { if (l != null) assert State.z == 0; }
  static void held(Holder h) { if (h != null && h.loud != null) assert State.z == 0; }
  static void reading(Reading r) { State.z = 3; if (r != null) assert Reading.seen == 0; }
  static void late(Reading r) { State.z = 3; if (r != null) assert Reading.seen == 3; }
  static void calling(Calling c) { if (c != null) assert State.z == 1; }
  static void listing(Listing l) { if (l != null) assert State.all.isEmpty(); }
  static void lambda(Lambda l) { if (l != null) assert State.z == 0; }
  static void dispatching(Dispatching d) { if (d != null) assert State.z == 0; }
  static void below(Below b) { if (b != null) assert State.z == 0; }
  static void colour(Colour c) { if (c != null) assert State.z == 0; }
  static void plain(Plain p) { if (p != null) assert Plain.count == 5; }
  static void absent(Loud l) { if (l == null) assert State.z == 0; }
}
";

#[test]
fn an_object_has_an_initialised_class() {
    let entries = [
        ("Main.loud", "valid"),
        ("Main.quiet", "invalid"),
        ("Main.held", "invalid"),
        ("Main.reading", "valid"),
        ("Main.late", "invalid"),
        ("Main.calling", "valid"),
        ("Main.listing", "invalid"),
        ("Main.lambda", "invalid"),
        ("Main.dispatching", "invalid"),
        ("Main.below", "invalid"),
        ("Main.colour", "invalid"),
    ];
    let is_assumed = |report: &str| is_replayed(report) && report.contains("is initialised before the entry");
    have_verdicts(PROGRAM, &entries, &[], is_assumed);
    have_verdicts(PROGRAM, &[("Main.plain", "valid")], &[], |_| true);
}

/// Where the declared type is one of the library, most classes are below it.
#[test]
fn an_object_of_any_class_is_of_none_with_such_an_initialiser() {
    let program = "public class Main {
  static int z;
  static class Loud { static { z = 7; } }
  static class Louder extends Loud { }
  static class Plain { static int count = 5; }
  static void any(Object o) { if (o instanceof Plain || o instanceof Integer) assert z == 0; }
  static void both(Object o, Louder l) { if (o instanceof Plain || l == null) assert z == 7; }
}
";
    let left_out =
        "no input of type `java.lang.Object` is an object of a class whose initialiser uses fields of others";
    let is_assumed = |report: &str| report.contains(left_out) && !report.contains("is initialised before the entry");
    have_verdicts(program, &[("Main.any", "valid")], &[], is_assumed);
    have_verdicts(program, &[("Main.both", "valid")], &[], |report| report.contains("is initialised before the entry"));
}

/// It is also where there is none. A JVM makes no object of it then.
#[test]
fn a_class_without_objects_may_be_initialised() {
    let is_explained = |report: &str| report.contains("may not be initialised there") || report.contains("(no JVM)");
    have_verdicts(PROGRAM, &[("Main.absent", "invalid")], &[], is_explained);
}
