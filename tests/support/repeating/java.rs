//! Random Java programs with loops without bounds: numbers that wrap, heaps from outside, enums, exceptions, collections and
//! values from outside within the loops.

use super::heaps::one_or_null;
use crate::draws::Random;
use crate::inputs::{self, array, int, object, reference};
use crate::java::differential::{collection, text};
use multise::Inputs;
use proptest::prelude::*;
use proptest::sample::select;

/// The entry of a program.
pub fn entry(text: &str) -> &'static str {
    match has_list(text) {
        true => "Main.main(int,int,C,C,int[],C[],Tone,String,List)",
        false => "Main.main(int,int,C,C,int[],C[],Tone,String)",
    }
}

/// Whether a program takes a list.
pub fn has_list(text: &str) -> bool {
    text.contains(LIST)
}

/// The list that some programs take.
const LIST: &str = "List<Integer> l)";

const CLASSES: &str = "import static multise.Nondet.*;
import java.util.*;

enum Tone { LOW, MIDDLE, HIGH;
  Tone after() { return this == HIGH ? LOW : values()[ordinal() + 1]; }
}
class C {
  int f;
  C next;
  int[] cells;
  void set(int n) { f = n; }
}
class D extends C {
  @Override void set(int n) { f = n + 1; }
}
public class Main {
  static int count;
  static C head;
  static C first = new C(), second = new D();
  static int walk(int n) {
    if (n == 0) return 1;
    count++;
    return walk(n - 1) + 1;
  }
  static int less(int n) {
    if (n == 100) return n;
    while (n > 9) n -= 9;
    return n;
  }
  static int chosen(C c, int n) {
    return c.f > 5 ? n : -1;
  }
  static C made(int n) {
    C c = new C();
    while (n > 9) n -= 9;
    c.f = n;
    return c;
  }
  static RuntimeException kept;
  static void risk(int n) {
    if (n == 2) throw new IllegalStateException();
    if (n > 0) risk(n - 1);
  }
";

/// The condition on inputs of some programs.
pub const REQUIRED: &str = "Main.isNatural";

/// What these have besides: an entry that is called again, with numbers that are no inputs.
const NATURAL: [&str; 2] = [
    "  static boolean isNatural(int x, int y, C p, C q, int[] a, C[] r, Tone t, String u) { return x >= 0; }\n",
    "    if (x > -5 && x < 5) main(x - 1, y, p, q, a, r, t, u);\n",
];

/// The beginning of the entry.
const MAIN: &str = "  static void main(int x, int y, C p, C q, int[] a, C[] r, Tone t, String u) {
    assume(p != null && q != null && a != null && a.length > 1 && r != null && r.length > 1 && t != null && u != null);
    int i = 0, s = 0;
    byte b = 0;
    char c = 'A';
    long w = 0;
    C n = p;
    Object o = t;
    ArrayList<Integer> list = new ArrayList<>();
    StringBuilder text = new StringBuilder();
";

const STEPS: [&str; 74] = [
    "s += x;",
    "s += 2;",
    "s = s * 2;",
    "s ^= 1;",
    "s = -s;",
    "s = Math.abs(s) - 1;",
    "s = (byte) (s + 1);",
    "s >>>= 1;",
    "s = s / 2 - 1;",
    "s = (s + 1) % 7;",
    "s = x % 10;",
    "s = (s + 5) & 15;",
    "s = (s + x) >> 2;",
    "b++;",
    "b += 3;",
    "c++;",
    "w += s;",
    "w = w * 2 + 1;",
    "a[i & 1] = x;",
    "a[0]++;",
    "p.f = q.f;",
    "q.f++;",
    "n.f = y;",
    "if (n.next != null) n = n.next;",
    "if (n.next != null && n.next != p) { n = n.next; } else { n = q; }",
    "q.next = n;",
    "n.next = q;",
    "r[i & 1] = n;",
    "r[1] = new D();",
    "if (r[0] != null) n = r[0];",
    "t = t.after();",
    "t = t == Tone.LOW ? Tone.HIGH : Tone.LOW;",
    "count++;",
    "head = n;",
    "q.cells = a;",
    "n.cells = new int[1];",
    "if (n.cells != null) s = n.cells.length;",
    "if (p.cells != null && i < p.cells.length) p.cells[i]++;",
    "s = u.length();",
    "if (i < u.length() && u.charAt(i) == 'a') s++;",
    "try { s += 10 / (y - i); } catch (ArithmeticException e) { count--; }",
    "try { a[i] = 1; } catch (ArrayIndexOutOfBoundsException e) { n = q; }",
    "try { if (i == 2) throw new IllegalStateException(); s++; } catch (RuntimeException e) { s = -7; } finally { b++; }",
    "if (anyBoolean()) s = anyByte();",
    "if (s > 100) break;",
    "if (y == i) continue;",
    "s = walk(i & 3);",
    "try { risk(i); s++; } catch (IllegalStateException e) { s = e == kept ? -7 : 7; kept = e; }",
    "try { risk(y); } catch (RuntimeException e) { if (s > 100) throw e; b++; }",
    "n.set(y);",
    "list.add(i);",
    "text.append('a');",
    "switch (t) { case LOW: s = 1; break; case HIGH: s = 2; default: b--; }",
    "switch (t) { case LOW: t = Tone.MIDDLE; break; case MIDDLE: t = Tone.HIGH; break; case HIGH: t = Tone.LOW; break; default: s = -7; }",
    "if (i > y) second = first; second.f = x;",
    "n = first;",
    "s = less(x);",
    "if (x >= 0) s = less(x);",
    "first.cells = a;",
    "s = chosen(n, switch (y & 3) { case 1 -> { int k = 0; for (int j = 0; j < x; j++) k++; yield k; } default -> 0; });",
    "s += chosen(y == i ? first : new D(), switch (t) { case LOW -> { while (s > 9) s -= 9; yield s; } default -> 1; });",
    "for (C e : r) if (e != null) e.f = y; for (int e : a) if (e < 0) s++;",
    "o = n;",
    "o = i == y ? a : t;",
    "o = second; if (o.toString() != null) o = t;",
    "o = t; s += o.toString().length() & 1; o = first;",
    "if (o instanceof C e) n = e;",
    "{ C k = new C(); k.f = i; s += k.f; }",
    "{ C k = new D(); k.set(s); s = k.f; }",
    "{ C k = new C(); if (i == y) n = k; k.f = s; }",
    "{ C k = new C(); k.next = n; n = k.next; }",
    "{ C k = null; for (int j = 0; j < 2; j++) { C h = k; k = new C(); k.f = j; if (h != null) s += h.f; } }",
    "s = made(i).f;",
    "n = made(s);",
];

/// Steps of programs that take a list.
const STEPS_OF_LISTS: [&str; 14] = [
    "l.add(i);",
    "s = l.size();",
    "if (i < l.size() && l.get(i) == null) s++;",
    "if (!l.isEmpty()) l.remove(l.size() - 1);",
    "s += l.isEmpty() ? 1 : 0;",
    "o = l;",
    "for (Integer e : l) s++;",
    "if (y == i) l = list;",
    "l.set(0, y);",
    "for (Integer e : l) if (e != null && e > s) s = e;",
    "{ Iterator<Integer> it = l.iterator(); if (it.hasNext()) it.next(); s++; }",
    "for (Iterator<Integer> it = l.iterator(); it.hasNext(); ) if (it.next() == null) it.remove();",
    "((List) l).add(u);",
    "if (i < l.size()) { Integer e = l.get(i); if (e == null) s++; }",
];

const CLAIMS: [&str; 40] = [
    "s >= 0",
    "s % 2 == 0",
    "s <= 100",
    "s < 7",
    "s < 10",
    "s <= 15",
    "b >= 0",
    "b != -5",
    "c != 'd'",
    "w >= 0",
    "i >= 0",
    "a[0] == x",
    "a[1] >= a[0]",
    "p.f == x",
    "q.f >= 0",
    "p.cells == null",
    "p.cells == null || p.cells.length > 1",
    "p.cells == a",
    "s <= u.length()",
    "s <= i",
    "n != null",
    "n == p",
    "p.next == q",
    "q.next != q",
    "r[0] == p",
    "r[1] == null || r[1] instanceof D",
    "t != null",
    "t != Tone.HIGH",
    "count >= 0",
    "head == null || head == p",
    "list.size() == i",
    "text.length() >= 0",
    "t.ordinal() >= 0",
    "first.f == 0",
    "first.cells == null",
    "second.f >= first.f",
    "o == t",
    "o != a",
    "o instanceof Tone || o instanceof C",
    "s < 100",
];

/// Claims of programs that take a list.
const CLAIMS_OF_LISTS: [&str; 7] =
    ["l.size() >= 0", "l.isEmpty()", "l.size() == i", "s <= l.size()", "l != list", "o != l", "l.size() > 0"];

const GUARDS: [&str; 9] = [
    "i < x",
    "i != y",
    "i < a.length",
    "anyBoolean()",
    "n.next != null && i < x",
    "i * 2 < x",
    "t != Tone.HIGH",
    "i < u.length()",
    "p.cells != null && i < p.cells.length",
];

/// A program.
pub fn program() -> impl Strategy<Value = String> {
    let with_list = |text: String| {
        text.replace("String u)", &format!("String u, {LIST}"))
            .replace("t, u);", "t, u, l);")
            .replace("u != null);", "u != null && l != null);")
    };
    let of_lists =
        |few: &[&'static str], all: &[&'static str]| prop_oneof![2 => select(few.to_vec()), 1 => select(all.to_vec())];
    prop_oneof![
        4 => program_of(select(CLAIMS.to_vec()), select(STEPS.to_vec()), select(GUARDS.to_vec())),
        1 => program_of(
            of_lists(&CLAIMS_OF_LISTS, &CLAIMS),
            of_lists(&STEPS_OF_LISTS, &STEPS),
            of_lists(&["i < l.size()"], &GUARDS),
        )
        .prop_map(with_list),
    ]
}

/// A program of these claims, steps and guards.
fn program_of(
    claims: impl Strategy<Value = &'static str> + Clone,
    steps: impl Strategy<Value = &'static str>,
    guards: impl Strategy<Value = &'static str>,
) -> impl Strategy<Value = String> {
    let steps = prop::collection::vec((prop::option::weighted(0.3, claims.clone()), steps), 1..4);
    let inner = prop::option::weighted(0.2, select(STEPS[..44].to_vec()));
    let (known, natural) = (prop::bool::weighted(0.6), prop::bool::weighted(0.25));
    (claims, guards, steps, inner, any::<bool>(), known, natural).prop_map(
        |(claim, guard, steps, inner, counts_last, known, natural)| {
            let step = |(condition, step): (Option<&str>, &str)| match condition {
                Some(condition) => format!("if ({condition}) {{ {step} }}"),
                None => step.to_owned(),
            };
            let steps: Vec<String> = steps.into_iter().map(step).collect();
            let inner =
                inner.map(|step| format!("for (int j = 0; j < y; j++) {{ {step} }}\n      ")).unwrap_or_default();
            let body = format!("{inner}{}", steps.join("\n      "));
            let repeated = match counts_last {
                true => format!("for (; {guard}; i++) {{\n      {body}\n    }}"),
                false => format!("while ({guard}) {{\n      i++;\n      {body}\n    }}"),
            };
            let checked = match known {
                true => format!("if ({claim}) {{\n    {repeated}\n    assert {claim};\n    }}"),
                false => format!("{repeated}\n    assert {claim};"),
            };
            let [condition, again] = if natural { NATURAL } else { [""; 2] };
            format!("{CLASSES}{condition}{MAIN}    {checked}\n{again}  }}\n}}\n")
        },
    )
}

/// One heap: three objects, a constant, an array of numbers and one of references, and perhaps a list.
fn inputs(seed: u64, with_list: bool) -> Inputs {
    let random = &mut Random(seed);
    let number = |random: &mut Random| {
        let of = [0, 1, -1, 2, 3, 5, 100, 127, 300, i64::from(i32::MAX), i64::from(i32::MIN)];
        int(random.one(&of))
    };
    let objects = ["o1", "o2", "o3"];
    let mut heap = Vec::new();
    for name in objects {
        let class = if random.below(2) == 0 { "C" } else { "D" };
        let fields =
            [("f", number(random)), ("next", one_or_null(random, &objects)), ("cells", one_or_null(random, &["a1"]))];
        heap.push((name, object(class, fields)));
    }
    heap.push(("t1", object("Tone", [("ordinal", int(random.below(3) as i64))])));
    let length = 2 + random.below(2);
    heap.push(("a1", array("int", (0..length).map(|_| number(random)))));
    heap.push(("a2", array("C", (0..2).map(|_| one_or_null(random, &objects)))));
    let object = |random: &mut Random| reference(objects[random.below(2)]);
    let args = [
        ("x", number(random)),
        ("y", number(random)),
        ("p", object(random)),
        ("q", object(random)),
        ("a", reference("a1")),
        ("r", reference("a2")),
        ("t", reference("t1")),
        ("u", reference("u1")),
    ];
    let units: Vec<u16> = (0..random.below(5)).map(|_| 0x61 + random.below(2) as u16).collect();
    let mut inputs = inputs::inputs(args, heap);
    inputs.nondet = (0..random.below(200)).map(|_| int(random.below(4) as i64 % 2)).collect();
    text(&mut inputs, "u1", &units);
    if with_list {
        let boxed = inputs::object("java.lang.Integer", [("value", number(random))]);
        inputs.heap.insert("n1".to_owned(), boxed);
        let elements = (0..random.below(4)).map(|_| one_or_null(random, &["n1"])).collect();
        collection(&mut inputs, "l1", "java.util.ArrayList<java.lang.Integer>", &[elements]);
        inputs.args.insert("l".to_owned(), reference("l1"));
    }
    inputs
}

/// Some inputs for these programs, with the list that some take.
pub fn all_inputs(with_list: bool) -> Vec<Inputs> {
    (0..300).map(|seed| inputs(seed, with_list)).collect()
}
