//! Enums in inputs: wherever a reference of an enum type comes from, it is null or a constant.

use super::{are_as_expected, have_verdicts, is_replayed};

const PROGRAM: &str = "public class Main {
  enum Color { RED, GREEN, BLUE { @Override int odd() { return 7; } };
    final int weight = ordinal() * 10;
    void me() { if (this == RED) throw new IllegalStateException(); }
    void heavy() { if (weight > 20) throw new IllegalStateException(); }
    int odd() { assert this != BLUE; return weight; }
  }
  enum Op { ADD { int run(int a) { return a + 1; } }, SUB { int run(int a) { return a - 1; } }; abstract int run(int a); }
  static class Car { Color color; Op op; int n; Car next; Color[] many; }
  record Box(Color c, int n) {}
  static void parameter(Op op, int a) { if (op != null && op.run(a) == 7) throw new RuntimeException(); }
  static void field(Car c) {
    if (c != null && c.color == Color.BLUE && c.next != null && c.next.color == Color.RED) throw new RuntimeException();
  }
  static void same(Car c) {
    if (c != null && c.color != null && c.next != null && c != c.next && c.color == c.next.color) throw new RuntimeException();
  }
  static void distinct(Car c) {
    if (c == null || c.color == null || c.next == null || c.next.color == null) return;
    assert c.color == c.next.color || c.color.ordinal() != c.next.color.ordinal();
  }
  static void weight(Car c) { if (c != null && c.color != null) assert c.color.weight <= 20; }
  static int cases(Car c) {
    if (c == null || c.color == null) return 0;
    switch (c.color) { case RED: return 1; case GREEN: return 2; case BLUE: return 3; }
    throw new RuntimeException();
  }
  static void called(Car c) { if (c != null && c.op != null && c.op.run(c.n) == 77) throw new RuntimeException(); }
  static void array(Color[] cs) {
    if (cs != null && cs.length == 3 && cs[0] == Color.GREEN && cs[2] == Color.GREEN && cs[1] == null) throw new RuntimeException();
  }
  static void inner(Car c) {
    if (c != null && c.many != null && c.many.length > 1 && c.many[1] == c.color && c.color == Color.RED) throw new RuntimeException();
  }
  static void record(Box b) { if (b != null && b.equals(new Box(Color.GREEN, 5))) throw new RuntimeException(); }
  static void stored(Car c) {
    if (c == null || c.next == null) return;
    c.next.color = c.color;
    assert c.next.color == c.color;
  }
  enum Set { LOW(1), HIGH(9); final java.util.BitSet bits = new java.util.BitSet(); Set(int bit) { bits.set(bit); } }
  static class Bag { Set set; }
  static void made(Bag b) { if (b != null && b.set == Set.HIGH) assert !b.set.bits.get(9); }
  static void overridden(Car c) { if (c != null && c.color != null && c.color.odd() == 7) throw new RuntimeException(); }
  static void listed(Color[] cs, int i) {
    if (cs != null && i >= 0 && i < cs.length && cs[i] != null) assert cs[i] == Color.values()[cs[i].ordinal()];
  }
}";

/// The methods with a violation, and those without.
const ENTRIES: [(&str, &str); 18] = [
    ("Main$Color.me", "invalid"),
    ("Main$Color.heavy", "valid"),
    ("Main$Color.odd", "valid"),
    ("Main$Color$1.odd", "valid"),
    ("Main.parameter", "invalid"),
    ("Main.field", "invalid"),
    ("Main.same", "invalid"),
    ("Main.distinct", "valid"),
    ("Main.weight", "valid"),
    ("Main.cases", "valid"),
    ("Main.called", "invalid"),
    ("Main.array", "invalid"),
    ("Main.inner", "invalid"),
    ("Main.record", "invalid"),
    ("Main.stored", "valid"),
    ("Main.made", "invalid"),
    ("Main.overridden", "invalid"),
    ("Main.listed", "valid"),
];

#[test]
fn references_of_an_enum_are_its_constants() {
    have_verdicts(PROGRAM, &ENTRIES, &["--all"], is_replayed);
}

/// Switches over enums: when the arrays that compilers make for them initialise which enums, and what becomes of that.
pub(super) const SWITCHES: &[&str] = &[
    // The class with the arrays for two enums initialises both of them, also where the switch is over null.
    "// expect: valid
public class Main {
  static String log = \"\";
  enum A { X, Y; static { log += \"A\"; } }
  enum B { P, Q; static { log += \"B\"; } }
  static int a(A a) { switch (a) { case X: return 1; case Y: return 2; default: return 3; } }
  static int b(B b) { switch (b) { case Q: return 1; default: return 2; } }
  public static void main(String[] args) {
    assert log.isEmpty();
    try { a(null); assert false; } catch (NullPointerException e) { }
    assert log.length() == 2;
    assert a(A.X) == 1 && a(A.Y) == 2 && b(B.P) == 2 && b(B.Q) == 1;
  }
}",
    // A switch in the constructor of a constant fails, and so do all others of the class then.
    "// expect: valid
public class Main {
  enum Early { X, Y; final int at; Early() { at = when(this); } }
  enum Other { L, M }
  static int when(Early e) { switch (e) { case X: return 1; default: return 2; } }
  static int other(Other o) { switch (o) { case L: return 1; default: return 2; } }
  public static void main(String[] args) {
    try { when(Early.X); assert false; } catch (ExceptionInInitializerError e) { }
    try { other(Other.L); assert false; } catch (NoClassDefFoundError e) { }
  }
}",
    // So they do if the initialiser of one enum fails.
    "// expect: valid
public class Main {
  enum Good { G, H }
  enum Bad { B; static { if (B != null) throw new IllegalStateException(); } }
  static int good(Good g) { switch (g) { case G: return 1; default: return 2; } }
  static int bad(Bad b) { switch (b) { case B: return 1; default: return 2; } }
  public static void main(String[] args) {
    for (int i = 0; i < 3; i++) {
      try { good(Good.H); assert false; } catch (ExceptionInInitializerError e) { assert i == 0; } catch (NoClassDefFoundError e) { assert i > 0; }
    }
  }
}",
    // The array is not there yet while the switch initialises the enum.
    "// expect: valid
public class Main {
  enum Sum { A, B; static int sum; static { for (Sum s : values()) switch (s) { case A: sum += 1; break; default: sum += 10; } } }
  static int of(Sum s) { switch (s) { case A: return 1; default: return 2; } }
  public static void main(String[] args) {
    try { of(null); assert false; } catch (ExceptionInInitializerError e) { }
  }
}",
    // It is there if the enum is initialised before.
    "// expect: valid
public class Main {
  enum Sum { A, B; static int sum; static { for (Sum s : values()) switch (s) { case A: sum += 1; break; default: sum += 10; } } }
  static int of(Sum s) { switch (s) { case A: return 1; default: return 2; } }
  public static void main(String[] args) {
    assert Sum.sum == 11 && of(Sum.B) == 2;
    try { of(null); assert false; } catch (NullPointerException e) { }
  }
}",
    // The library calls back a method with a switch.
    "// expect: valid
import java.util.*;
public class Main {
  enum T {
    A, B { @Override int two() { return 7; } };
    static final Map<String, T> BY = new HashMap<>();
    static { for (T t : values()) BY.put(String.valueOf((Object) t), t); }
    int two() { return 2; }
    @Override public String toString() { switch (this) { case A: return \"a\"; default: return \"b\"; } }
  }
  public static void main(String[] args) {
    try { assert T.BY.get(\"a\") == T.A && T.BY.get(\"b\").two() == 7; } catch (ExceptionInInitializerError e) { assert false; }
  }
}",
    // What is switched over: the value of an assignment, a call with a switch in it, a conditional value, a field, a constant of the JDK.
    "// expect: valid
import java.util.concurrent.TimeUnit;
public class Main {
  enum C { A, B, C, D, E, F, G { }; C next() { return values()[(ordinal() + 1) % values().length]; } }
  static C kept;
  static C same(int n, C c) { return n > 0 ? c.next() : c; }
  static int number(C c) {
    switch (kept = c) { case G: return 70; case B: return 20; case D: break; case A: case F: return 1; default: return -1; }
    return 40;
  }
  static int nested(C c) {
    return switch (same(switch (c) { case A -> 0; case B -> 1; default -> 2; }, c)) { case A -> 5; case C -> 6; default -> 9; };
  }
  static int chosen(boolean b, C c) { switch (b ? c : kept) { case E: return 1; case F: return 2; default: return 3; } }
  static int unit(TimeUnit u) { switch (u) { case SECONDS: return 1; case DAYS: return 2; default: return 3; } }
  public static void main(String[] args) {
    int sum = 0;
    for (C c : C.values()) sum = sum * 3 + number(c);
    assert sum == 6652;
    assert kept == C.G && nested(C.A) == 5 && nested(C.B) == 6 && nested(C.C) == 9 && nested(C.G) == 5;
    assert chosen(true, C.E) == 1 && chosen(false, C.E) == 3 && chosen(true, C.F) == 2;
    assert unit(TimeUnit.DAYS) == 2 && unit(TimeUnit.SECONDS) == 1 && unit(TimeUnit.HOURS) == 3;
  }
}",
];

#[test]
fn switches_initialise_enums_like_their_arrays() {
    are_as_expected(SWITCHES);
}
