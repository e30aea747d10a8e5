//! Inputs of generic types hold what their type arguments say, and nothing else.

use super::{compiled, have_verdicts, is_replayed, report};
use support::trials::MODES;

const PROGRAM: &str = "import java.util.*;
public class Main {
  static class Box<T> { T value; }
  static class Pair<A, B> { A first; B second; Pair<B, A> swapped; }
  static class Node<T> { T value; Node<T> next; }
  static class Bag<T> {
    List<T> items;
    int total() { return items == null ? 0 : items.size(); }
    boolean same(Bag<T> other) { assert other != this; return true; }
  }
  static class Stack<T> {
    private T[] items;
    private int size;
    T top() { return items == null || size < 1 || size > items.length ? null : items[size - 1]; }
  }
  static class Tree { Node<Integer> root; }
  static class TextBox extends Box<String> { int n; }
  static class NumberBox<N extends Number> extends Box<N> { }
  static class ListBox<E> extends Box<List<E>> { }
  static class ArrayBox<E> extends Box<E[]> { }
  static class Two<X> extends Pair<X, X> { }
  static class Lists { List<Integer> numbers; List<?> all; }
  static class Chain<T> { class Link { T value; Link next; } Link head; }
  record Entry<K, V>(K key, V value) { }
  static class Grow<T> { T value; Grow<Box<T>> next; }
  interface Visitor<R> { R visit(int n); }
  static class Number7 implements Visitor<Integer> { int k; public Integer visit(int n) { return n + k; } }
  static class Text7 implements Visitor<String> { String text; public String visit(int n) { return text; } }
  enum Sign implements Visitor<Integer> { MINUS, PLUS; public Integer visit(int n) { return this == PLUS ? n : -n; } }

  static int text(Box<String> b) { return b == null || b.value == null ? 0 : b.value.length(); }
  static void textBug(Box<String> b) { if (b != null && b.value != null) assert b.value.length() != 3; }
  static int sum(Node<Integer> n) {
    int sum = 0;
    for (int i = 0; i < 3 && n != null; i++, n = n.next) if (n.value != null) sum += n.value;
    return sum;
  }
  static void sumBug(Node<Integer> n) {
    if (n == null || n.next == null || n.value == null || n.next.value == null) return;
    assert n == n.next || n.value + n.next.value != 17;
  }
  static int field(Tree t) { return t == null || t.root == null || t.root.value == null ? 0 : t.root.value; }
  static int both(Pair<String, Integer> p) {
    if (p == null || p.first == null || p.second == null) return 0;
    return p.first.length() + p.second;
  }
  static int swapped(Pair<String, Integer> p) {
    if (p == null || p.swapped == null || p.swapped.first == null || p.swapped.second == null) return 0;
    int first = p.swapped.first;
    return first + p.swapped.second.length();
  }
  static int generic(Stack<Integer> s) { Integer top = s == null ? null : s.top(); return top == null ? 0 : top; }
  static void genericBug(Stack<Integer> s) { Integer top = s == null ? null : s.top(); if (top != null) assert top != 9; }
  static void aliasOfArrays(List<Integer>[] a, List<Integer>[] b) { if (a != null && b != null) assert a != b; }
  static void aliasOfItems(Stack<Integer> s, Stack<Integer> t) {
    if (s != null && t != null && s != t && s.items != null && t.items != null) assert s.items != t.items;
  }
  static int listed(Bag<String> b) {
    return b == null || b.items == null || b.items.isEmpty() || b.items.get(0) == null ? 0 : b.items.get(0).length();
  }
  static void listedBug(Bag<String> b) {
    if (b != null && b.items != null && b.items.size() == 1 && b.items.get(0) != null) assert b.items.get(0).length() != 2;
  }
  static int twoLists(Bag<String> a, Bag<Integer> b) { return listed(a) + (b == null || b.items == null || b.items.size() < 2
      || b.items.get(1) == null ? 0 : b.items.get(1)); }
  static int listInBox(Box<List<String>> b, Box<String> c) {
    if (b == null || b.value == null || b.value.isEmpty() || b.value.get(0) == null) return text(c);
    return b.value.get(0).length() + text(c);
  }
  static void listInBoxBug(Box<List<String>> b, Box<String> c) {
    if (b != null && b.value != null && b.value.size() == 1 && c != null) assert b.value.get(0) == null || b.value.get(0) != c.value;
  }
  static int boxes(List<Box<String>> l) { return l == null || l.isEmpty() ? 0 : text(l.get(0)); }
  static int array(Box<String>[] a) { return a == null || a.length < 2 ? 0 : text(a[1]); }
  static void alias(Box<?> a, Box<String> b) { assert a == null || a != b; }
  static void aliasBelow(Box<? extends Number> a, Box<Integer> b) { assert a == null || a != b; }
  static void noAlias(Box<Integer> a, Box<String> b) { assert a == null || (Object) a != b; }
  static int bounded(Box<? extends Number> b) { return b == null || b.value == null ? 0 : b.value.intValue(); }
  static void above(Box<? super Integer> b) { assert b == null || !(b.value instanceof String); }
  static void below(Box<String> b) { assert !(b instanceof TextBox t) || t.n != 5; }
  static void notBelow(Box<String> b) { assert !((Object) b instanceof NumberBox); }
  static void raw(Box b) { assert b == null || !(b.value instanceof String s) || s.length() != 2; }
  static void any(Object o) { if (o instanceof Box<?> b) assert !(b.value instanceof String s) || s.length() != 2; }
  static int inner(Chain<String> c) {
    return c == null || c.head == null || c.head.next == null || c.head.next.value == null ? 0 : c.head.next.value.length();
  }
  static int record(Entry<String, Integer> e) {
    return e == null || e.key() == null || e.value() == null ? 0 : e.key().length() + e.value();
  }
  static int growing(Grow<String> g) {
    return g == null || g.next == null || g.next.value == null || g.next.value.value == null ? 0 : g.next.value.value.length();
  }
  static int visited(Visitor<Integer> v) { return v == null ? 0 : v.visit(1); }
  static void visitedBug(Visitor<Integer> v) { if (v != null) assert v.visit(1) != 7; }
  static void signBug(Visitor<Integer> v) { if (v != null) assert v.visit(1) != -1 || v instanceof Number7; }
  static int optional(Optional<String> o) { return o == null || o.isEmpty() ? 0 : o.get().length(); }
  static void optionalBug(Optional<String> o) { if (o != null && o.isPresent()) assert o.get().length() != 3; }
  static void emptyBug(Optional<Entry<String, Integer>> o) { if (o != null) assert o.isPresent() && o.get().value() != null; }
  static int unchecked(Box<String> b, Object o) {
    if (b == null) return 0;
    ((Box) b).value = o;
    return text(b);
  }
  static void made(Box<String> b, boolean isMade) {
    if (isMade) { b = new Box<>(); b.value = \"abc\"; }
    if (b != null && b.value != null) assert isMade || b.value.length() != 3;
  }
  static void sameLists(List<?> a, List<?> b) { assert a == null || a != b; }
  static void anyList(List<Integer> a, List<?> b) { assert a == null || a != b; }
  static void anyDeque(Deque<Integer> a, Queue<?> b) { if (a != null && a == b) assert a.size() != 1; }
  static <T> void variable(List<T> a, List<Integer> b) { if (a == b && a != null && a.size() == 1) assert b.get(0) == null || b.get(0) != 5; }
  static void twoFields(Lists l) { if (l != null && l.numbers != null) assert l.numbers != l.all; }
  static void different(List<? extends Number> a, List<Integer> b) { assert a == null || a != b; }
  static void arrayInBox(Object o) { assert !(o instanceof Box<?> b) || !(b.value instanceof int[]); }
  static void ofArray(Box<int[]> b) { if (b != null && b.value != null && b.value.length > 1) assert b.value[1] != 7; }
  static void cloneable(Box<? extends Cloneable> a, Box<int[]> b) { assert a == null || (Object) a != b; }
  static void two(Pair<String, Integer> p) { assert !((Object) p instanceof Two); }
  static void nothing(Box<Void> b) { assert b == null || b.value == null; }
  static int deep(Box<Box<Box<Box<Box<String>>>>> b) {
    if (b == null || b.value == null || b.value.value == null || b.value.value.value == null) return 0;
    return text(b.value.value.value.value);
  }
  static void classes(Box<String> b) { assert b == null || b.getClass() == Box.class || b instanceof TextBox; }
}
class Case<T> { T value; }
class RawCase extends Case { }
class Last {
  static void raw(Case<String> c) { assert !(c instanceof RawCase r) || !(r.value instanceof Integer); }
  static void rows(Object o, int[][] rows) { assert rows == null || rows.length == 0 || rows[0] == null || o != rows[0]; }
}";

/// The entries with their verdicts.
const ENTRIES: [(&str, &str); 59] = [
    ("Main.text", "valid"),
    ("Main.textBug", "invalid"),
    ("Main.sum", "valid"),
    ("Main.sumBug", "invalid"),
    ("Main.field", "valid"),
    ("Main.both", "valid"),
    ("Main.swapped", "valid"),
    ("Main.generic", "valid"),
    ("Main.genericBug", "invalid"),
    ("Main.listed", "valid"),
    ("Main.listedBug", "invalid"),
    ("Main.twoLists", "valid"),
    ("Main.listInBox", "valid"),
    ("Main.listInBoxBug", "invalid"),
    ("Main.boxes", "valid"),
    ("Main.array", "valid"),
    ("Main.alias", "invalid"),
    ("Main.aliasBelow", "invalid"),
    ("Main.aliasOfArrays", "invalid"),
    ("Main.aliasOfItems", "invalid"),
    ("Main.noAlias", "valid"),
    ("Main.bounded", "valid"),
    ("Main.above", "invalid"),
    ("Main.below", "invalid"),
    ("Main.notBelow", "valid"),
    ("Main.raw", "invalid"),
    ("Main.any", "invalid"),
    ("Main.inner", "valid"),
    ("Main.record", "valid"),
    ("Main.growing", "valid"),
    ("Main.visited", "valid"),
    ("Main.visitedBug", "invalid"),
    ("Main.signBug", "invalid"),
    ("Main.optional", "valid"),
    ("Main.optionalBug", "invalid"),
    ("Main.emptyBug", "invalid"),
    ("Main.unchecked", "invalid"),
    ("Main.made", "invalid"),
    ("Main.sameLists", "invalid"),
    ("Main.anyList", "invalid"),
    ("Main.anyDeque", "invalid"),
    ("Main.variable", "invalid"),
    ("Main.twoFields", "invalid"),
    ("Main.different", "valid"),
    ("Main.arrayInBox", "invalid"),
    ("Main.ofArray", "invalid"),
    ("Main.cloneable", "invalid"),
    ("Main.two", "valid"),
    ("Main.nothing", "valid"),
    ("Main.deep", "valid"),
    ("Main.classes", "valid"),
    ("Main$Bag.total", "valid"),
    ("Main$Bag.same", "invalid"),
    ("Main$Stack.top", "valid"),
    ("Main$Number7.visit", "valid"),
    ("Main$Text7.visit", "valid"),
    ("Main$Sign.visit", "valid"),
    ("Last.raw", "invalid"),
    ("Last.rows", "invalid"),
];

#[test]
fn generic_inputs_hold_what_their_arguments_say() {
    have_verdicts(PROGRAM, &ENTRIES, &[], is_replayed);
}

#[test]
fn aliases_that_are_left_out_are_reported() {
    let Some(classes) = compiled(PROGRAM) else { return };
    for (_, mode) in MODES {
        let report = report(&classes, "Main.different", &["--mode", mode]);
        let assumed = "inputs of type `java.util.ArrayList` with different arguments are different objects";
        assert!(report.contains(assumed), "{mode}: {report}");
    }
}
