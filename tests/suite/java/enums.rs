//! Enums in inputs: wherever a reference of an enum type comes from, it is null or a constant.

use super::{have_verdicts, is_replayed};

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
