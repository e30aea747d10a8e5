//! Records in inputs are what their constructors make.

use super::{explored, is_replayed};
use std::process::Output;
use support::java::compile::{Classes, Source, compiled};
use support::process::printed;
use support::trials::MODES;

const PROGRAM: &str = "package app;
import java.util.*;
class App {
  record Range(int low, int high) {
    static final int MOST = 1000;
    static int made;
    Range { if (low > high || high > MOST) throw new IllegalArgumentException(\"no range: \" + low + high); }
    Range(int high) { this(0, high); }
    long length() { return (long) high - low; }
    void ordered() { assert low <= high; }
  }
  enum Unit { METRE, FOOT }
  record Size(int value, Unit unit) {
    Size { value = value - 1; unit = unit == null ? Unit.FOOT : unit; check(value); }
    private static void check(int value) { if (value < 0) throw new IllegalStateException(); }
  }
  record Chain(int value, Chain next) { Chain { if (value < 0) throw new IllegalArgumentException(); } }
  record Cart(String name, List<Integer> items) {
    Cart { Objects.requireNonNull(name, \"name\"); if (items.size() > 2) throw new IllegalArgumentException(); }
  }
  record Tagged<T>(T value, int[] tags) { Tagged { Objects.requireNonNull(value); Objects.requireNonNull(tags); } }
  record Counted(int value) { static int count; Counted { count++; if (value < 0) throw new IllegalStateException(); } }
  record Asserted(int value) { Asserted { assert value > 0; } }
  record Plain(int value, String text) { }
  sealed interface Shape permits Circle, Square { }
  record Circle(int radius) implements Shape { Circle { if (radius <= 0) throw new IllegalArgumentException(); } }
  record Square(int side) implements Shape { Square { if (side <= 0) throw new IllegalArgumentException(); } }
  static class State { static int z; }
  static class Limit { static final int MOST = State.z; }
  record Limited(int x) { Limited { if (x > Limit.MOST) throw new IllegalArgumentException(); } }
  record Loud(int x) { static { State.z = 7; } Loud { x = x + 1; } }
  record Parsed(String s) {
    static final int MOST = Integer.parseInt(\"3\");
    Parsed { if (s.length() > MOST) throw new IllegalStateException(); }
  }
  record Turned(Unit unit, int x) {
    Turned { x = switch (unit) { case METRE -> 7; case FOOT -> throw new IllegalStateException(); }; }
  }
  record Group(Plain[] all) { Group { for (Plain p : all) if (p.value() == 3) throw new IllegalArgumentException(); } }
  record Few(int... xs) { Few { if (xs.length > 2) throw new IllegalArgumentException(); } }
  record Some(List<Integer> list) { Some { list = list == null ? List.of() : list.subList(0, 0); } }
  record Writer(int[] a) { Writer { a[0] = 7; } }
  record Ordered<T extends Comparable<T>>(T low, T high) {
    Ordered { if (low.compareTo(high) > 0) throw new IllegalArgumentException(); }
  }
  record Tree(Tree left, int value) { Tree { if (value < 0) throw new IllegalArgumentException(); } }
  static class Holder { Range range; Cart cart; Counted counted; }

  static void parameter(Range r) { assert r == null || r.low <= r.high && r.high <= 1000; }
  static void field(Holder h) { if (h != null && h.range != null) assert h.range.low() <= h.range.high(); }
  static void element(Range[] all) { if (all != null && all.length == 1 && all[0] != null) assert all[0].length() >= 0; }
  static void listed(List<Range> all) { if (all != null && all.size() == 1 && all.get(0) != null) assert all.get(0).length() >= 0; }
  static void equal(Range a, Range b) { if (a != null && a.equals(b)) assert a.length() == b.length() && a.length() >= 0; }
  static void wrapped(Tagged<Range> t) { if (t != null) assert t.value().length() >= 0 && t.tags() != null; }
  static void wider(Object o) { if (o instanceof Range r) assert r.low() <= r.high(); }
  static void sealed(Shape s) { if (s instanceof Circle c) assert c.radius() > 0; else if (s instanceof Square q) assert q.side() > 0; }
  static void changed(Size s) { if (s != null) assert s.value() >= 0 && s.unit() != null; }
  static void same(Size a, Size b) { if (a != null && a == b) assert a.value() == b.value(); }
  static void made(int n) { if (n > 0) assert new Size(n, null).value() == n - 1; }
  static void chained(Chain c) { if (c != null) { assert c.value() >= 0; if (c.next() != null) assert c.next().value() >= 0; } }
  static void cart(Cart c) { if (c != null) assert c.name() != null && c.items().size() <= 2; }
  static void plain(Plain p) { assert p == null || p.text == null || p.text != p.text() || true; }

  static void kept(Loud[] l) { State.z = 1; if (l != null && l.length == 1 && l[0] != null) { l[0].x(); assert State.z == 1; } }
  static void constant(Parsed[] p) { if (p != null && p.length == 1 && p[0] != null) assert p[0].s().length() <= 3; }
  static void switched(Turned[] t) { if (t != null && t.length == 1 && t[0] != null) assert t[0].x() == 7; }
  static void few(Few[] f) { if (f != null && f.length == 1 && f[0] != null) assert f[0].xs().length <= 2; }
  static void ordered(Ordered<Integer> o) { if (o != null) assert o.low() <= o.high(); }
  static class Forest { TreeSet<Tree> trees; }
  static void keyed(Forest f) { assert f == null || f != null; }

  static void initialised(Limited[] l) {
    State.z = -5;
    if (l != null && l.length == 1 && l[0] != null) assert l[0].x() != 0;
  }
  static void filled(Group g) { if (g != null && g.all().length == 1) assert g.all()[0].value() != 99; }
  static void copied(Some[] s) { if (s != null && s.length == 1 && s[0] != null) assert s[0].list() != null; }
  static void written(Writer w) { if (w != null && w.a() != null && w.a().length > 0) assert w.a()[0] != 5; }
  static void longest(Range r) { if (r != null) assert r.length() != 999; }
  static void shifted(Size s) { if (s != null) assert s.value() != 41; }
  static void full(Cart c) { if (c != null) assert c.items().size() < 2; }
  static void early(Holder h) { if (h != null && h.cart != null) assert h.cart.items().size() <= 2; }
  static void unread(Range r, int x) { assert r == null || x != 7; }
  static void counted(Counted c) { assert c == null || c.value() >= 0; }
  static void asserted(Asserted a) { assert a == null || a.value() != 3; }
  static void rounded(Circle c) { if (c != null) assert c.radius() < 5; }
}
";

const VALID: [&str; 21] = [
    "parameter",
    "field",
    "element",
    "listed",
    "equal",
    "wrapped",
    "wider",
    "sealed",
    "changed",
    "same",
    "made",
    "chained",
    "cart",
    "plain",
    "Range.ordered",
    "kept",
    "constant",
    "switched",
    "few",
    "ordered",
    "keyed",
];

/// With what a JVM says.
const INVALID: [(&str, bool); 12] = [
    ("longest", true),
    ("shifted", true),
    ("full", true),
    // Of records in fields, what depends on a list is not known.
    ("early", false),
    ("unread", true),
    // What the constructor reads has the value of then, not of now.
    ("initialised", true),
    ("filled", true),
    // A JVM makes other objects of these inputs.
    ("copied", false),
    ("written", false),
    // What a constructor with effects does is not followed.
    ("counted", false),
    ("asserted", true),
    ("rounded", true),
];

fn multise(classes: &Classes, entry: &str, options: &[&str]) -> Output {
    let class = if entry.contains('.') { "app.App$" } else { "app.App." };
    explored(classes, &format!("{class}{entry}"), options)
}

#[test]
fn they_are_what_constructors_make() {
    let Some(classes) = compiled(Source::new("App.java", PROGRAM)) else { return };
    for (_, mode) in MODES {
        for entry in VALID {
            let output = multise(&classes, entry, &["--mode", mode, "--array-length", "3"]);
            let text = printed(&output);
            assert_eq!(output.status.code(), Some(0), "{entry} {mode}: {text}");
            assert!(!text.contains("receivers are any objects"), "{entry}: {text}");
            let is_assumed =
                text.contains("parameters of the record `app.App$Cart` are as its constructor has made them");
            assert_eq!(is_assumed, entry == "cart", "{entry}: {text}");
        }
        for (entry, is_true) in INVALID {
            let output = multise(&classes, entry, &["--mode", mode, "--array-length", "3"]);
            let text = printed(&output);
            assert_eq!(output.status.code(), Some(1), "{entry} {mode}: {text}");
            assert_eq!(is_replayed(&text), is_true, "{entry}: {text}");
        }
    }
}

#[test]
fn tests_call_their_constructors() {
    let Some(classes) = compiled(Source::new("App.java", PROGRAM)) else { return };
    let out = tempfile::tempdir().expect("a folder");
    let folder = out.path().to_str().expect("a name of ASCII letters");
    let output = multise(&classes, "shifted", &["--tests", folder]);
    let about = printed(&output);
    assert!(!about.contains("left out"), "{about}");
    let text = support::read(out.path().join("app/AppMultiseTest.java"));
    assert!(text.contains("new App.Size(42, ") && !text.contains("new App.Size(0, "), "{text}");
}
