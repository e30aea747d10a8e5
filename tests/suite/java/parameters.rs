//! Parameters of methods and classes that are types: each is one type in an entry.

use super::{have_verdicts, is_replayed};

const PROGRAM: &str = "import java.util.*;
public class Main {
  enum First { A, B }
  enum Second { C }
  static <T extends Comparable<T>> T higher(T a, T b) {
    if (a == null || b == null) return a;
    T found = a.compareTo(b) >= 0 ? a : b;
    assert found.compareTo(a) >= 0 && found.compareTo(b) >= 0;
    return found;
  }
  static <T extends Comparable<? super T>> boolean isSorted(T[] all) {
    if (all == null || all.length != 2 || all[0] == null || all[1] == null) return true;
    return all[0].compareTo(all[1]) <= 0;
  }
  static <E extends Comparable<E>> boolean isFirst(List<E> list, E one) {
    return list != null && one != null && !list.isEmpty() && list.get(0) != null && list.get(0).compareTo(one) == 0;
  }
  static <E extends Enum<E>> int order(E a, E b) { return a == null || b == null ? 0 : a.compareTo(b); }
  static class Tree<T extends Comparable<T>> {
    T value; Tree<T> left, right;
    Tree(T value) { this.value = value; }
    boolean has(T wanted) {
      if (wanted == null || value == null) return false;
      int order = wanted.compareTo(value);
      if (order == 0) return true;
      Tree<T> next = order < 0 ? left : right;
      return next != null && next.value != null && wanted.compareTo(next.value) == 0;
    }
    void ordered() { if (left != null && value != null && left.value != null) assert left.value.compareTo(value) < 0; }
  }
  record Both<A extends Comparable<A>>(A one, A other) {
    A higher() { return one == null || other == null ? null : one.compareTo(other) > 0 ? one : other; }
  }
  interface Handler<T> { void handle(T t); default void all(T t) { handle(t); handle(t); } }
  static class TextHandler implements Handler<String> { int n; public void handle(String s) { if (s != null) n += 1; } }
  static abstract class Step<I, O> { abstract O step(I i); O run(I i) { return step(i); } }
  static class Length extends Step<String, Integer> { Integer step(String s) { return s == null ? 0 : s.length(); } }
  static class Box<T> { T value; Box(T value) { this.value = value; } void set(T value) { this.value = value; } }
  static class IntBox extends Box<Integer> {
    IntBox(Integer value) { super(value); }
    @Override void set(Integer value) { this.value = value; assert this.value == null || this.value + 1L > this.value; }
  }
  static abstract class Ranked<T extends Comparable<T>> {
    abstract T best();
    boolean beats(T other) { return other != null && best() != null && best().compareTo(other) > 0; }
    void never(T other) { assert other == null; }
  }
  static class Names extends Ranked<String> { String best() { return \"m\"; } }
  static <T> void put(Box<T> box, T value) { if (box != null) box.set(value); }
  static <T> void taken(Box<T> box, T value) { if (box instanceof IntBox) assert value == null; }
  static <T extends Comparable<T>> void different(T a, T b) { assert a == null || b == null || a.compareTo(b) != 0; }
}
";

#[test]
fn a_class_that_fixes_one_says_of_which_type_values_are() {
    let valid = ["Main$Handler.all", "Main$Step.run", "Main.put", "Main$Ranked.beats"];
    for receivers in ["any", "built"] {
        let entries = valid.map(|entry| (entry, "valid (for input arrays of at most 2 elements)"));
        have_verdicts(PROGRAM, &entries, &["--array-length", "2", "--receivers", receivers], |_| true);
    }
    have_verdicts(PROGRAM, &[("Main.taken", "invalid"), ("Main$Ranked.never", "invalid")], &[], is_replayed);
}

#[test]
fn values_that_are_compared_are_of_one_class() {
    let valid = ["higher", "isSorted", "isFirst", "order", "Tree.has", "Both.higher"];
    let entries =
        valid.map(|entry| if entry.contains('.') { format!("Main${entry}") } else { format!("Main.{entry}") });
    let entries: Vec<(&str, &str)> =
        entries.iter().map(|entry| (&**entry, "valid (for input arrays of at most 2 elements)")).collect();
    for receivers in ["any", "built"] {
        have_verdicts(PROGRAM, &entries, &["--array-length", "2", "--receivers", receivers], |_| true);
    }
    let is_assumed = |report: &str| {
        report.contains("of `Main.different` is `java.lang.Integer`")
            || report.contains("of `Main$Tree` is `java.lang.Integer`")
    };
    let entries = [("Main.different", "invalid"), ("Main$Tree.ordered", "invalid")];
    have_verdicts(PROGRAM, &entries, &[], |report| is_replayed(report) && is_assumed(report));
}
