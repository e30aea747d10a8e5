//! Generated Java programs with loops without bounds: nothing is proved by induction that a concrete run violates. `make
//! campaign-proofs` makes more of them.

use multise::internals::interp::{End, Limits, run};
use multise::internals::on_worker;
use multise::internals::proofs::prove;
use multise::{Config, Dialect, Inputs, Verdict, Watch};
use std::collections::BTreeMap;
use std::time::Duration;
use support::campaign::{caught, number};
use support::java::compile::{self, Classes, Source};
use support::java::explored;
use support::java::header::Header;
use support::pipeline;
use support::repeating::java::{REQUIRED, all_inputs, entry, has_list, program};
use support::repeating::{refuted, wrongly_inlined};

/// Steps of a run; a longer one shows nothing.
const STEPS: u64 = 6_000;
/// Milliseconds of a source of claims.
const SEARCH: u64 = 100;
/// The time of a source of claims about a method that a run violates.
const THOROUGH: Duration = Duration::from_millis(500);
/// The time of an exploration of such a method.
const BRIEF: Duration = Duration::from_millis(100);

fn config(dialect: Dialect) -> Config {
    let mut config = support::config();
    (config.executable, config.dialect) = (Some(support::executable!().into()), dialect);
    config
}

/// What becomes of a program, as a word; or what is wrong.
fn checked(text: &str, classes: &Classes, inputs: &[Inputs]) -> Result<&'static str, String> {
    let mut dialect = explored::dialect(classes, &Header::of_entry(entry(text)));
    if text.contains("isNatural") {
        dialect.classes.requires.push(REQUIRED.to_owned());
    }
    let built = explored::build(classes, &dialect).map_err(|answer| answer.to_string())?;
    if let Some(wrong) = wrongly_inlined(built.ir(), built.entry, inputs, &dialect, STEPS) {
        return Err(wrong);
    }
    let end = |inputs: &Inputs| {
        run(built.ir(), built.entry, inputs, &dialect, Limits::steps(STEPS))
            .map(|run| run.end)
            .map_err(|e| e.to_string())
    };
    let mut violated = None;
    for inputs in inputs {
        if let End::Violation(fault) = end(inputs)? {
            violated = Some((fault, inputs));
            break;
        }
    }
    let mut config = config(dialect.clone());
    config.self_check = true;
    let time = Duration::from_millis(number("MULTISE_LIMIT", SEARCH));
    let searched = built.clone();
    let proof = on_worker(move || prove(searched.ir(), searched.entry, &config, &Watch::new(), time));
    match (violated, proof) {
        (Some((fault, inputs)), Some(proof)) => {
            let json = serde_json::to_string(inputs).unwrap_or_default();
            Err(format!("{fault:?} with {json}: {:#?}", proof.claims))
        }
        (Some(_), None) => Ok("violated"),
        (None, Some(proof)) => refuted(&proof).map_or(Ok("proved"), Err),
        (None, None) => Ok("open"),
    }
}

#[test]
fn nothing_is_proved_that_a_run_violates() {
    let (count, seed) = (number("MULTISE_PROGRAMS", 8), number("MULTISE_SEED", 0));
    let inputs = [all_inputs(false), all_inputs(true)];
    let (mut found, mut failures): (BTreeMap<&str, u64>, Vec<String>) = Default::default();
    let programs = compile::generated(&program(), Clone::clone, count, seed);
    for (text, classes) in &programs {
        match caught(|| checked(text, classes, &inputs[usize::from(has_list(text))])) {
            Ok(word) => *found.entry(word).or_default() += 1,
            Err(failure) => failures.push(format!("{failure}\n{text}")),
        }
    }
    eprintln!("{count} programs: {found:?}");
    assert!(failures.is_empty(), "{} programs:\n{}", failures.len(), failures.join("\n\n"));
    let is_telling = found.contains_key("proved") && found.contains_key("violated");
    assert!(programs.len() < 30 || is_telling, "{found:?}");
}

/// Loops over machine integers that never overflow, and some of which a run does after many iterations.
const LOOPS: &str = "public class Main {
  static void rising(int n) { int x = 0; while (x < n) x++; assert n < 0 ? x == 0 : x == n; }
  static void largest(int[] a) { if (a == null) return; int m = 0; for (int x : a) if (x > m) m = x; assert m >= 0; }
  static void counted(int[] a) { if (a == null) return; int m = 0; for (int x : a) m += x > 0 ? 1 : 0; assert m <= a.length; }
  static void falling(int n) { int x = 0; for (int i = n; i > 0; i--) x++; assert x >= 0; }
  static void units(int n) { char x = 0; for (int i = 0; i < n; i++) x++; assert x >= 0; }
  static void longs(long n) { long x = 0; while (x < n) x++; assert x >= 0; }
  static void late(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += 1000; assert sum >= 0; }
  static void turns(int n) { int x = 0; while (x != n) x++; assert x >= 0; }
  static void narrow(int n) { short x = 0; for (int i = 0; i < n; i++) x++; assert x >= 0; }
  static void jumps(int n) { int i = 0; while (i < n) { i += 7; assert i >= 0; } }
  static void around(int n) { int x = 0; for (int i = 0; i < n; i++) x = (x + 1) % 7; assert x >= 0 && x < 7; }
  static void signed(int n) { int x = -5; for (int i = 0; i < n; i++) x = (x - 3) % 10; assert x <= 0 && x > -10; }
  static void halves(int n) { int x = 100; for (int i = 0; i < n; i++) x = x / 2 + 1; assert x >= 1; }
  static void masked(int n) { int x = 0; for (int i = 0; i < n; i++) x = (x + 5) & 7; assert x >= 0 && x <= 7; }
  static void moved(int n) { int x = 9; for (int i = 0; i < n; i++) x = (x + 20) >> 1; assert x >= 9 && x < 20; }
  static void zeros(int n) { int x = 50; for (int i = 0; i < n; i++) x = (x >>> 1) + 1; assert x >= 0; }
  static void farAround(int n) { int x = 0; for (int i = 0; i < n; i++) x = (x + 1) % 1000000; assert x < 999999; }
  static void farMasked(int n) { int x = 0; for (int i = 0; i < n; i++) x = (x + 1) & 0xfffff; assert x != 0xffffe; }
  static void farMoved(int n) { int x = 0; for (int i = 0; i < n; i++) { x = i >> 10; assert x < 1000; } }
}";

/// Variables with a width are variables of claims, and wraps count.
#[test]
fn loops_over_machine_integers_are_proved_unless_they_overflow() {
    let proved = [
        "rising", "largest", "counted", "falling", "units", "longs", "around", "signed", "halves", "masked", "moved",
        "zeros",
    ];
    only_some_are_proved(
        LOOPS,
        &[],
        &proved,
        &["late", "turns", "narrow", "jumps", "farAround", "farMasked", "farMoved"],
    );
}

/// Loops over arrays in fields and the units of texts.
const FIELDS: &str = "public class Main {
  int[] cells; int size;
  int length() { return cells.length; }
  void add(int x) { if (size < cells.length) cells[size++] = x; }
  void give(int x) { if (size < cells.length) cells[size] = x; size++; }
  static void zeros(Main m) { if (m == null || m.cells == null) return; int n = 0; for (int i = 0; i < m.length(); i++) if (m.cells[i] == 0) n++; assert n <= m.length(); }
  static void twice(Main m) { if (m == null || m.cells == null) return; int n = 0; for (int i = 0; i < m.length(); i++) if (m.cells[i] == 0) n += 2; assert n <= m.length(); }
  static void other(Main m, Main o) { if (m == null || o == null || m.cells == null) return; int n = m.length(); for (int i = 0; i < n; i++) { o.cells = null; } assert m.cells != null; }
  static void bounded(int n) { Main m = new Main(); m.cells = new int[10]; for (int i = 0; i < n; i++) m.add(i); assert m.size <= 10; }
  static void unbounded(int n) { Main m = new Main(); m.cells = new int[10]; for (int i = 0; i < n; i++) m.give(i); assert m.size <= 100000; }
  static void digits(String s) { if (s == null) return; int n = 0; for (int i = 0; i < s.length(); i++) if (s.charAt(i) >= '0' && s.charAt(i) <= '9') n++; assert n <= s.length(); }
  static void beyond(String s) { if (s == null) return; int n = 0; for (int i = 0; i < s.length(); i++) n++; assert n < 100000; }
}";

#[test]
fn lengths_of_arrays_in_fields_and_of_texts_are_in_claims() {
    only_some_are_proved(FIELDS, &[], &["zeros", "bounded", "digits"], &["twice", "other", "unbounded", "beyond"]);
}

/// State machines whose states are the constants of an enum, and objects of static fields.
const MACHINES: &str = "public class Main {
  enum Light { RED, GREEN, AMBER }
  static class Box { int k; Box(int k) { this.k = k; } }
  static Box first = new Box(1), second = new Box(2);
  static Light after(Light l) { switch (l) { case RED: return Light.GREEN; case GREEN: return Light.AMBER; default: return Light.RED; } }
  static void turns(int n) {
    Light l = Light.RED;
    for (int i = 0; i < n; i++)
      switch (l) { case RED: l = Light.GREEN; break; case GREEN: l = Light.AMBER; break; case AMBER: l = Light.RED; break; default: assert false; }
    assert l != null;
  }
  static void goes(int n) { Light l = Light.GREEN; for (int i = 0; i < n; i++) { l = after(l); assert l.ordinal() < 3; } }
  static void skips(int n) { Light l = Light.RED; for (int i = 0; i < n; i++) if (i > 100000) l = after(l); assert l == Light.RED; }
  static void fails(int n) { Light l = Light.RED; for (int i = 0; i < n; i++) { l = i == 100000 ? null : Light.AMBER; after(l); } }
  static void swaps(int n) { Box b = first; for (int i = 0; i < n; i++) { assert b.k >= 1 && b.k <= 2; b = b == first ? second : first; } }
  static void shares(int n) { for (int i = 0; i < n; i++) { if (i == 100000) second = first; second.k = 7; assert first.k == 1; } }
}";

#[test]
fn fields_of_static_objects_are_in_claims() {
    only_some_are_proved(MACHINES, &[], &["turns", "goes", "swaps"], &["skips", "fails", "shares"]);
}

/// Calls of methods that repeat, which claim of their arguments that they have the bits of an `int` or less.
const CALLS: &str = "public class Main {
  static void less(int n) { assert n >= 0; while (n > 0) n--; }
  static void natural(int n) { if (n >= 0) less(n); }
  static void narrow(short n) { if (n >= 0) less(n); }
  static void element(int[] a) { if (a != null && a.length > 0 && a[0] >= 0) less(a[0]); }
  static void length(int[] a) { if (a != null) less(a.length); }
  static void up(int i, int n) { if (i < 0) throw new IllegalStateException(); if (i < n) up(i + 1, n); }
  static void zero(int n) { up(0, n); }
  static void odd(int n) { if (n > -9) less(n == 100000 ? -1 : n & 1); }
}";

#[test]
fn values_have_the_bits_of_their_types() {
    only_some_are_proved(CALLS, &[], &["natural", "narrow", "element", "length", "zero"], &["odd"]);
}

/// Recursive methods that write fields of static objects, of parameters and of the receiver, and some that do it late.
const WRITES: &str = "public class Main {
  static class Box { int k; int other; Box(int k) { this.k = k; } }
  static Box box = new Box(3);
  static int count;
  int v, w;
  static void write(int n) { box.other = n; if (n > 0) write(n - 1); }
  static void both(int n) { box.other = n; if (n == 100000) box.k = n; if (n > 0) both(n - 1); }
  static void rise(int n) { if (n > 0) { if (count < 100) count++; rise(n - 1); } }
  void walk(int n) { if (n > 0) { if (v < 1000) v++; walk(n - 1); } }
  void run(int n) { if (n > 0) { v++; run(n - 1); } }
  static int power(int n) { if (n <= 0) return 1; int r = power(n - 1); count = r > 5 ? 1 : 0; return r > 1000 ? 1 : r; }
  static void kept(int n) { write(n); assert box.k == 3; }
  static void counted(int n) { if (count < 0) return; rise(n); assert count >= 0; }
  static void object(int n) { Main m = new Main(); m.walk(n); assert m.v >= 0; }
  static void twice(int n) { Main m = new Main(); m.w = 4; m.walk(n); m.walk(n); assert m.v <= 1000 && m.w == 4; }
  static void result(int n) { count = 0; int r = power(n); assert count == 0 || count == 1; }
  static void late(int n) { both(n); assert box.k == 3; }
  static void far(int n) { Main m = new Main(); m.run(n); assert m.v < 100000; }
  static void again(int n) { count = 0; rise(n); assert count < 100; }
}";

#[test]
fn what_calls_write_is_in_claims() {
    only_some_are_proved(WRITES, &[], &["kept", "counted", "object", "twice", "result"], &["late", "far", "again"]);
}

/// Texts with numbers in them, whose characters nothing reads.
const TEXTS: &str = "public class Main {
  static class A { public String toString() { return \"A\"; } }
  record P(int x, A a) { }
  static void records(int n) { for (int i = 0; i < n; i++) { String s = new P(i, new A()).toString(); assert s != null; } }
  static void boxes(int n) { for (int i = 0; i < n; i++) { Integer k = i; System.out.println(\"k \" + k); } }
  static void prints(int n) { for (int i = 0; i < n; i++) System.out.println(\"v\" + i); }
  static void numbers(long n) { for (long i = 0; i < n; i++) System.out.println(\"l \" + i + ' ' + i * 2 + true); }
  static void texts(String[] a) { if (a == null) return; for (String s : a) System.out.println(\"x: \" + s); }
  static void grows(int n) { String s = \"\"; for (int i = 0; i < n; i++) s += i; assert s != null; }
  static void refuses(int n) { for (int i = 0; i < n; i++) if (i < 0) throw new IllegalStateException(\"bad \" + i); }
  static void late(int n) { for (int i = 0; i < n; i++) if (i == 100000) throw new IllegalStateException(\"bad \" + i); }
  static void ends(int n) { String s = \"v\"; for (int i = 0; i < n; i++) s = i == 100000 ? null : \"w\" + i; assert s != null; }
}";

#[test]
fn texts_that_nothing_reads_need_no_claims() {
    only_some_are_proved(
        TEXTS,
        &[],
        &["prints", "numbers", "texts", "grows", "refuses", "records", "boxes"],
        &["late", "ends"],
    );
}

/// Objects of which the class of the variable says what their methods do, and some that a class below lets do more. Where a variable
/// has objects of unrelated classes in turn, it is what the verification of the class file shows.
const OBJECTS: &str = "import java.util.Objects;
public class Main {
  static int shown;
  static class S { int x; S(int x) { this.x = x; } public String toString() { return \"S\" + x; } }
  static class T extends S { T(int x) { super(x); } public String toString() { return \"T\"; } }
  static class Counting extends T { Counting() { super(0); } public String toString() { shown++; return \"C\"; } }
  static final class P { int a; public boolean equals(Object o) { return this == o; } public int hashCode() { return a; } }
  static void texts(int n) { shown = 0; for (int i = 0; i < n; i++) System.out.println(\"p \" + new S(i)); assert shown == 0; }
  static void prints(int n) { for (int i = 0; i < n; i++) System.out.println(new S(i)); }
  static void either(int n) { for (int i = 0; i < n; i++) { S x = i == 7 ? new S(i) : new T(i); System.out.println(x); } }
  static void equal(int n) { P p = new P(); int s = 0; for (int i = 0; i < n; i++) if (Objects.equals(p, new P())) s++; assert s == 0; }
  static void hashes(int n) { P p = new P(); for (int i = 0; i < n; i++) assert Objects.hashCode(p) == 0; }
  static void changes(int n) {
    Object o = new P();
    int s = o.hashCode();
    o = new S(3);
    for (int i = 0; i < n; i++) { if (o.toString() == null) s += 5; s++; System.out.println(o); }
    assert n < 0 || s == n;
  }
  static void counts(int n) {
    shown = 0;
    for (int i = 0; i < n; i++) { S x = i < 100000 ? new T(i) : new Counting(); System.out.println(x); }
    assert shown == 0;
  }
  static void adds(int n, T x) { shown = 0; for (int i = 0; i < n; i++) { String s = \"p \" + x; } assert shown < 100000; }
}";

#[test]
fn calls_reach_what_the_classes_of_variables_allow() {
    only_some_are_proved(
        OBJECTS,
        &[],
        &["texts", "prints", "either", "equal", "hashes", "changes"],
        &["counts", "adds"],
    );
}

/// Loops that begin while an operand is on the stack, and what uses it behind them.
const OPERANDS: &str = "public class Main {
  static class S { int x; S(int x) { this.x = x; } int twice() { return 2 * x; } }
  static class T extends S { T(int x) { super(x); } int twice() { return 3 * x; } }
  static int second(S s, int n) { return s.twice() < 0 ? -1 : n; }
  static int third(boolean b, S s, int n) { return b && s == null ? -1 : n; }
  static int counted(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
  static void made(int k, int n) {
    int r = second(new S(1), switch (k) { case 1 -> { int s = 0; for (int i = 0; i < n; i++) s++; yield s; } default -> 0; });
    assert k != 1 || n < 0 || r == n;
  }
  static void either(int k, int n) {
    int r = second(k > 5 ? new S(1) : new T(2), switch (k) { case 1, 7 -> { int s = 0; for (int i = 0; i < n; i++) s++; yield s; } default -> 0; });
    assert k != 1 || n < 0 || r == n;
  }
  static void two(int k, int n, T t) {
    if (t == null) return;
    int r = third(k == 3, t, switch (k) { case 1 -> { int s = 0; for (int i = 0; i < n; i++) s++; yield s; } default -> 0; });
    assert k != 1 || n < 0 || r == n;
  }
  static void called(int n) { Object o = new T(1); o = new S(2); int r = third(false, (S) o, counted(n)); assert n < 0 || r == n; }
  static class E extends RuntimeException { int twice() { return 2; } }
  static void caught(int k, int n) {
    int s = 0;
    try { if (k == 1) throw new E(); } catch (E e) { for (int i = 0; i < n; i++) s++; int r = e.twice() < 0 ? -1 : s; assert n < 0 || r == n; }
  }
  static void late(int k, int n) {
    int r = second(k > 5 ? new S(1) : new T(-2), switch (k) { case 1, 7 -> { int s = 0; for (int i = 0; i < n; i++) s++; yield s; } default -> 0; });
    assert r < 100000;
  }
}";

/// With the names and types of variables in the class, and without.
#[test]
fn loops_with_operands_on_the_stack_are_proved() {
    for source in [Source::main(OPERANDS), Source::main(OPERANDS).without_variables()] {
        only_some_are_proved(source, &[], &["made", "either", "two", "called", "caught"], &["late"]);
    }
}

/// Methods with loops, whose results depend on what they are given: in general, or because all calls give them that.
const RESULTS: &str = "public class Main {
  static int counted(int n) { int s = 0; for (int i = 0; i < n; i++) s++; return s; }
  static int power(int b, int e) { int r = 1; for (int i = 0; i < e; i++) r *= b; return r; }
  static int divisor(int a, int b) { while (b != 0) { int t = a % b; a = b; b = t; } return a; }
  static void counts(int n) { int r = counted(n); assert n < 0 || r == n; }
  static void ones(int e) { assert power(1, e) == 1; }
  static void divides(int a, int b) { if (a > 0 && b > 0) assert divisor(a, b) > 0; }
  static void many(int n) { assert counted(n) < 100000; }
  static void twos(int e) { if (e > 31) assert power(2, e) != 0; }
}";

#[test]
fn results_depend_on_what_calls_pass() {
    only_some_are_proved(RESULTS, &[], &["counts", "ones", "divides"], &["many", "twos"]);
}

/// Entries that are called again, without what their inputs have to satisfy.
const CALLED_AGAIN: &str = "public class Main {
  static boolean isNatural(int n) { return n >= 0; }
  static boolean isLong(int n) { for (int i = 0; i < n; i++) if (i > 7) return true; return false; }
  static void up(int n) { assert n != -1; if (n < 100000) up(n + 1); }
  static void down(int n) { assert n != -100000; if (n > -200000) down(n - 1); }
  static void away(int n) { int i = 0; while (i < n) i++; assert n != -2; if (i == 100000) away(-2); }
}";

/// A call is not what begins: `--requires` is about inputs alone. Conditions with loops of their own are not proved.
#[test]
fn what_is_required_of_inputs_is_not_assumed_of_calls() {
    only_some_are_proved(CALLED_AGAIN, &["Main.isNatural"], &["up"], &["down", "away"]);
    only_some_are_proved(CALLED_AGAIN, &["Main.isLong"], &[], &["down", "away"]);
}

/// Loops over collections of inputs, which the entry makes where it begins.
const GIVEN: &str = "import java.util.*;
public class Main {
  static int one(Object o) { return o == null ? 0 : 1; }
  static void passed(List<Integer> l, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) { s += one(l); assert s <= i + 1; }
  }
  static void size(List<String> l, int n) {
    if (l == null) return;
    for (int i = 0; i < n; i++) assert l.size() >= 0;
  }
  static void read(List<Integer> l) {
    if (l == null) return;
    int s = 0;
    for (int i = 0; i < l.size(); i++) { if (l.get(i) == null) s++; assert s <= i + 1; }
  }
  static int called(List<Integer> l, int n) {
    if (l == null || n <= 0) return 0;
    int r = called(l, n - 1) + 1;
    assert r >= 0 && r <= n;
    return r;
  }
  static int late(List<Integer> l, int n) {
    if (l == null || n <= 0) return 0;
    int r = late(l, n - 1) + 1;
    assert r < 70000;
    return r;
  }
  static void each(List<Integer> l) {
    if (l == null) return;
    int c = 0;
    for (Integer x : l) { c++; assert c >= 0; }
    assert c == l.size();
  }
  static void fewer(List<Integer> l) {
    if (l == null) return;
    int c = 0;
    for (Integer x : l) c++;
    assert c < 70000;
  }
  static void cast(List<Integer> l) {
    if (l == null) return;
    for (int i = 0; i < l.size(); i++) { Integer x = l.get(i); assert x == null || x.equals(x); }
  }
  static void mixed(List<Integer> l, int n) {
    if (l == null) return;
    for (int i = 0; i < l.size(); i++) {
      if (i == n) ((List) l).add(new Object());
      Integer x = l.get(i);
    }
  }
  static void grown(List<Integer> l, int n) {
    if (l == null) return;
    int k = l.size();
    for (int i = 0; i < n; i++) { l.add(i); assert l.size() != k + 3; }
  }
  static void same(List<Integer> l, ArrayList<Integer> m, int n) {
    for (int i = 0; i < n; i++) if (l != null && l == m) assert i < 5;
  }
  static void set(Set<String> s, int n) {
    if (s == null) return;
    for (int i = 0; i < n; i++) assert s.size() < i + 2;
  }
  static void map(HashMap<String, Integer> m, int n) {
    if (m == null) return;
    for (int i = 0; i < n; i++) assert m.isEmpty();
  }
}";

#[test]
fn collections_of_inputs_are_proved_of_where_a_loop_has_them() {
    only_some_are_proved(
        GIVEN,
        &[],
        &["passed", "size", "read", "called", "each", "cast"],
        &["late", "grown", "same", "set", "map", "fewer", "mixed"],
    );
}

/// Some methods of a program are proved, and others are not, because a run violates them. The latter are explored, too, but not
/// beside the search for a proof: that would take the rest of its time.
fn only_some_are_proved(source: impl Into<Source>, requires: &[&str], proved: &[&str], others: &[&str]) {
    let Some(classes) = compile::compiled(source) else { return };
    let load = |method: &str| {
        let mut config = config(explored::dialect(&classes, &Header::of_entry(&format!("Main.{method}"))));
        config.dialect.classes.requires.extend(requires.iter().map(ToString::to_string));
        let built = explored::build(&classes, &config.dialect).unwrap_or_else(|refused| panic!("{method}: {refused}"));
        (built, config)
    };
    for method in proved {
        let (built, config) = load(method);
        let outcome = pipeline::explore(&built, &config).unwrap_or_else(|error| panic!("{method}: {error}"));
        assert_eq!((outcome.verdict, outcome.proof.is_some()), (Verdict::Valid, true), "{method}");
    }
    for method in others {
        let (built, config) = load(method);
        let mut brief = config.clone();
        (brief.proofs, brief.timeout) = (false, BRIEF);
        let outcome = pipeline::explore(&built, &brief).unwrap_or_else(|error| panic!("{method}: {error}"));
        assert_ne!(outcome.verdict, Verdict::Valid, "{method}");
        let proof = on_worker(move || prove(built.ir(), built.entry, &config, &Watch::new(), THOROUGH));
        assert!(proof.is_none(), "{method}: {:#?}", proof.map(|proof| proof.claims));
    }
}
