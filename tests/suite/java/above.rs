//! Inputs of a declared type above what they are: constants of enums behind interfaces and `Object`, arrays, boxes and exceptions behind
//! types of the library, receivers of abstract classes and of default methods.

use super::{compiled, have_verdicts, is_replayed, report};

const PROGRAM: &str = "import java.util.List;
public class Main {
  interface Shape { int kind(); default int area() { if (kind() == 2) throw new IllegalStateException(); return 1; } }
  record Square(int side) implements Shape { public int kind() { return 0; } }
  enum Unit implements Shape { ZERO, ONE, TWO; public int kind() { return ordinal(); } }
  enum Axis implements Shape { X { public int kind() { return 5; } }, Y { public int kind() { return 6; } } }
  sealed interface Event permits Tick, Move {
    default String show() { if (this instanceof Move) throw new IllegalStateException(); return \"tick\"; }
  }
  record Tick(int n) implements Event {}
  enum Move implements Event { LEFT, RIGHT { public String show() { return \"right\"; } } }
  enum Color { RED, GREEN { int odd() { return 1; } }; int odd() { return 0; } }
  static class Holder { Shape shape; Object any; }
  static class Box<T> { T value; }
  static abstract class Counter { int n; abstract int next(int by); int twice(int by) { n++; assert by != 5; return next(by) + n; } }
  interface Rule { boolean fits(int n); default boolean both(int a, int b) { assert a != b; return fits(a) && fits(b); } }
  static class Refused extends RuntimeException { final int code; Refused(int code) { super(\"refused\"); this.code = code; } }

  static void parameter(Shape s) { if (s != null) assert s.kind() != 2; }
  static void bodies(Shape s) { if (s != null) assert s.kind() != 6; }
  static void sealed(Event e) { if (e instanceof Move m) assert m != Move.RIGHT; }
  static void allCases(Event e) {
    if (e == null) return;
    boolean isKnown = e instanceof Tick || e == Move.LEFT || e == Move.RIGHT;
    assert isKnown;
  }
  static void constant(Object o) { if (o instanceof Color c) assert c != Color.GREEN; }
  static void named(Object o) { assert o != Color.RED; }
  static void called(Comparable<?> c) { if (c instanceof Color d) assert d.odd() != 1; }
  static void field(Holder h) { if (h != null && h.shape != null) assert h.shape.kind() != 1; }
  static void anyField(Holder h) { if (h != null && h.any instanceof Color c) assert c.odd() != 1; }
  static void generic(Box<Color> b) { if (b != null && b.value != null) assert b.value != Color.RED; }
  static void elements(Shape[] s) { if (s != null && s.length > 1 && s[1] != null) assert s[1].kind() != 2; }
  static void listed(List<Shape> l) { if (l != null && l.size() == 1 && l.get(0) != null) assert l.get(0).kind() != 2; }
  static void numbers(Object o) { if (o instanceof int[] a && a.length > 2) assert a[1] != 7; }
  static void texts(Object o) { if (o instanceof String[] s && s.length > 0 && s[0] != null) assert s[0].length() != 3; }
  static void rows(Object[] o) { if (o instanceof int[][] a && a.length > 0 && a[0] != null) assert a[0].length != 2; }
  static class Slot { int n; }
  static class WideSlot extends Slot { int m; }
  static void stored(Object o) {
    try { if (o instanceof Slot[] s && s.length > 0) s[0] = new Slot(); } catch (ArrayStoreException e) { assert false; }
  }
  static void exact(Object o) { if (o instanceof Slot[]) assert o.getClass() == Slot[].class; }
  static void same(Object o, int[] a) { if (o == a && a != null && a.length == 1) assert a[0] != 3; }
  static void wide(Number n) { if (n instanceof Long l) assert l != 5_000_000_000L; }
  static void real(Object o) { if (o instanceof Double d) assert d != 0.5; }
  static void thrown(Exception e) {
    if (e instanceof IllegalArgumentException && e.getMessage() != null) assert e.getMessage().length() != 2;
  }
  static void cause(Throwable t) { if (t != null) assert !(t.getCause() instanceof IllegalStateException); }
  static void ownCause(RuntimeException e) { if (e != null) assert e.getCause() != e; }
  static void refused(RuntimeException e) { if (e instanceof Refused r && r.getMessage() != null) assert r.code != 7; }
  static void again(RuntimeException e) { if (e instanceof IllegalStateException) throw e; }
}";

/// The entries with their verdicts.
const ENTRIES: [(&str, &str); 30] = [
    ("Main.parameter", "invalid"),
    ("Main.bodies", "invalid"),
    ("Main.sealed", "invalid"),
    ("Main.allCases", "valid"),
    ("Main.constant", "invalid"),
    ("Main.named", "invalid"),
    ("Main.called", "invalid"),
    ("Main.field", "invalid"),
    ("Main.anyField", "invalid"),
    ("Main.generic", "invalid"),
    ("Main.elements", "invalid"),
    ("Main.listed", "invalid"),
    ("Main.numbers", "invalid"),
    ("Main.texts", "invalid"),
    ("Main.rows", "invalid"),
    ("Main.stored", "invalid"),
    ("Main.exact", "invalid"),
    ("Main.same", "invalid"),
    ("Main.wide", "invalid"),
    ("Main.real", "invalid"),
    ("Main.thrown", "invalid"),
    ("Main.cause", "invalid"),
    ("Main.ownCause", "valid"),
    ("Main.refused", "invalid"),
    ("Main.again", "invalid"),
    ("Main$Shape.area", "invalid"),
    ("Main$Event.show", "invalid"),
    ("Main$Color.odd", "valid"),
    ("Main$Counter.twice", "invalid"),
    ("Main$Rule.both", "invalid"),
];

#[test]
fn inputs_are_of_all_types_below_the_declared_one() {
    // A JVM has no objects of classes that are not there.
    let is_confirmed = |report: &str| is_replayed(report) || report.contains("objects of `some ");
    have_verdicts(PROGRAM, &ENTRIES, &[], is_confirmed);
}

const LATE: &str = "public class Main {
  static void object(int n) {
    Object o = new Object();
    for (int i = 0; i < n; i++) if (i == LATE) o = new int[1];
    assert !(o instanceof int[]);
  }
  static void rows(int n) {
    Object[] o = new Object[1];
    for (int i = 0; i < n; i++) if (i == LATE) o = new int[1][1];
    assert !(o instanceof int[][]);
  }
  static void cell(int n) {
    Object[] o = { \"x\" };
    for (int i = 0; i < n; i++) if (i == LATE) o[0] = new int[1];
    assert !(o[0] instanceof int[]);
  }
  static void copied(int n) {
    Cloneable o = null;
    for (int i = 0; i < n; i++) if (i == LATE) o = new String[1];
    assert o == null;
  }
}";

#[test]
fn proofs_know_arrays_behind_the_types_above_them() {
    for (late, time) in [("3", "60"), ("1000000", "2")] {
        let program = LATE.replace("LATE", late);
        let Some(classes) = compiled(&*program) else { return };
        for entry in ["object", "rows", "cell", "copied"] {
            let report = report(&classes, &format!("Main.{entry}"), &["--timeout", time]);
            let verdict = report.lines().last().unwrap_or_default();
            assert!(!verdict.starts_with("valid"), "{entry}, {late}: {report}");
            assert!(late != "3" || verdict == "invalid", "{entry}, {late}: {report}");
        }
    }
}

const UNMODELLED: &str = "import java.util.*;
import java.util.function.Function;
public class Main {
  java.time.LocalDate day;
  BitSet bits;
  Map.Entry<String, Integer> entry;
  int nested(List<List<Integer>> l) { return l == null || l.isEmpty() || l.get(0) == null ? 0 : l.get(0).size(); }
  static void curried(Main m, int a) {
    Function<Integer, Function<Integer, Integer>> f = x -> y -> x + y;
    assert f.apply(a).apply(1) == a + 1;
  }
  static void held(Main m) { Object o = m == null ? null : m.day; assert !(o instanceof List) && !(o instanceof BitSet); }
  static void same(Main m) { Object o = m == null || m.entry == null ? null : m.entry; assert o == null || o instanceof Map.Entry; }
  static void below(Main m) { Object o = m == null ? null : m.entry; assert !(o instanceof AbstractMap.SimpleEntry); }
  static void text(String s) { if (s != null) assert (\"xyz\" + s + s).length() != 7; }
  static void built(String s, StringBuilder b) { if (s != null) assert new StringBuilder(\"abc\").append(s).append(s).length() > 2; }
}";

#[test]
fn classes_without_a_model_hide_only_what_may_be_below_them() {
    let entries = [("Main.curried", "valid"), ("Main.held", "valid"), ("Main.same", "valid"), ("Main.text", "invalid")];
    have_verdicts(UNMODELLED, &entries, &[], is_replayed);
    let Some(classes) = compiled(UNMODELLED) else { return };
    let report = |entry: &str| report(&classes, entry, &["--timeout", "5", "--array-length", "2"]);
    let nested = report("Main.nested");
    assert!(nested.lines().last().is_some_and(|verdict| verdict.starts_with("valid")), "{nested}");
    let assumed = "no input of type `java.util.Map$Entry` has a type that is neither above nor below it";
    assert!(nested.contains(assumed), "{nested}");
    let below = report("Main.below");
    assert!(below.contains("a test of an input for the class java.util.AbstractMap$SimpleEntry"), "{below}");
    let built = report("Main.built");
    assert!(!built.contains("NegativeArraySizeException") && !built.contains("IndexOutOfBounds"), "{built}");
}
