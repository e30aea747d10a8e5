//! Random programs with unbounded loops and recursion over objects from outside: linked, maybe in a circle, in arrays of
//! references, and maybe one behind several names. What is known before a loop or call is claimed after it.

use crate::draws::Random;
use crate::inputs::{self, array, int, object, reference};
use multise::{Inputs, Value};
use proptest::prelude::*;
use proptest::sample::select;

/// The beginning of the programs.
const CLASSES: &str = "class C {
    int f;
    C next;
    C[] row;
    void set(int n) modifies(this.f) { this.f := n; }
}
class D extends C {
    D() { }
    void set(int n) modifies(this.f) { this.f := n + 1; }
}
class Main {
    static C head;
    static C base := new D();
";

/// The beginning of the entry methods.
const MAIN: &str = "    static void main(int x, int y, C p, C q, C[] r, C[][] t) {
        assume p != null && q != null && r != null && #r > 1;
        assume t != null && #t > 0 && t[0] != null && #t[0] > 1;
        C c := p;
        int i := 0;
";

/// Facts about the heap, each with a statement that may break it in some heap.
const FACTS: [(&str, &str); 27] = [
    ("p.f == x", "q.f := i;"),
    ("p.f == x", "c.f := y;"),
    ("p.f >= 0", "if (r[1] != null) r[1].f := x;"),
    ("p.next == q", "q.next := c;"),
    ("p.next == q", "c.next := p;"),
    ("p.next == null", "c.next := c;"),
    ("q.next == null", "if (p.next != null) p.next.next := q;"),
    ("p.next == null || p.next.f == y", "q.f := x;"),
    ("p.next == null || p.next.next == p", "c.next := q;"),
    ("r[0] == p", "t[0][0] := c;"),
    ("r[0] == p", "r[i % 2] := q;"),
    ("r[0] == null", "t[0][1] := p; t[0][0] := q;"),
    ("forall e, k : r : e == null", "t[0][1] := c;"),
    ("forall e, k : r : e != q", "t[0][i % 2] := c;"),
    ("r[0] == null || r[0] instanceof D", "t[0][0] := q;"),
    ("t[0] == r", "t[#t - 1] := p.row;"),
    ("t[0][0] == p", "r[0] := c;"),
    ("p.row == r", "q.row := t[0];"),
    ("p.row != null", "c.row := null;"),
    ("p.row == null", "q.row := r;"),
    ("p.row != null && #p.row > 1", "c.row := new C[1];"),
    ("p.row == null || #p.row == #r", "q.row := new C[i + 1];"),
    ("Main.base.f == 0", "c.f := y;"),
    ("Main.base.next == null", "q.next := c; c.next := q;"),
    ("Main.base.f <= i", "Main.base.f := i; if (y > i) Main.base := c;"),
    ("Main.head == p", "if (c.next != null) Main.head := c.next;"),
    ("r[1] == null || r[1].f == x", "c.set(y);"),
];

/// What a step of the loop does besides.
const STEPS: [&str; 11] = [
    "if (c.next != null) c := c.next;",
    "if (c.next != null && c.next != p) { c := c.next; } else { c := q; }",
    "if (i < #r && r[i] != null) c := r[i];",
    "c := new D(); c.next := p;",
    "if (c.row != null && #c.row > 1 && c.row[1] != null) c := c.row[1];",
    "c := q;",
    "x := x + 1;",
    "if (c.row != null) x := #c.row;",
    "p.row := r;",
    "Main.head := c;",
    "c := Main.base;",
];

const CONDITIONS: [&str; 8] =
    ["true", "i == 1", "i == 2", "c == q", "c != p", "c instanceof D", "y > 0", "c.next == null || c.next.f > 0"];

const GUARDS: [&str; 5] =
    ["i < x", "i < #r", "c.next != null && i < x", "c != q && i < y", "p.row != null && i < #p.row"];

/// What a call may be said to change.
const FRAMES: [&str; 7] =
    ["q.*", "q.f, c.f", "r[*]", "t[0][*], t[*]", "c.next, q.next", "p.*, q.*, c.*", "c.f, q.next"];

/// A program.
pub fn program() -> impl Strategy<Value = String> {
    let fact = || select(FACTS.to_vec());
    let known = (fact(), fact(), prop::bool::weighted(0.4));
    let body = (select(CONDITIONS.to_vec()), prop::collection::vec(select(STEPS.to_vec()), 0..3));
    let invariant = prop::option::weighted(0.5, prop::bool::weighted(0.8));
    let shape = (0..3u8, select(GUARDS.to_vec()), prop::option::weighted(0.5, select(FRAMES.to_vec())));
    (known, body, invariant, shape, any::<bool>()).prop_map(
        |(((known, write), (other, also), mixed), (condition, steps), invariant, (shape, guard, frame), late)| {
            let write = if mixed { also } else { write };
            let steps = steps.join("\n            ");
            let invariant = match invariant {
                None => String::new(),
                Some(true) => format!("invariant({known})"),
                Some(false) => format!("invariant({other})"),
            };
            let write = format!("if ({condition}) {{ {write} }}");
            let (first, second) = if late { (steps, write) } else { (write, steps) };
            let repeated = format!(
                "while ({guard})
            {invariant}
        {{
            {first}
            {second}
            i := i + 1;
        }}"
            );
            let frame = frame.map(|frame| format!("modifies({frame})")).unwrap_or_default();
            let head = format!(
                "    static void stir(int x, int y, C p, C q, C[] r, C[][] t, C c, int i)
        requires(p != null && q != null && c != null && r != null && #r > 1 && t != null && #t > 0 && t[0] != null && #t[0] > 1 && i >= 0)
        {frame}
    {{"
            );
            let (method, run) = match shape {
                0 => (String::new(), repeated),
                // A loop in a method.
                1 => (format!("{head}\n        {repeated}\n    }}\n"), "Main.stir(x, y, p, q, r, t, c, i);".to_owned()),
                // A method that calls itself.
                _ => (
                    format!(
                        "{head}\n        if (!({guard})) return;\n        {first}\n        {second}\n        \
                         Main.stir(x, y, p, q, r, t, c, i + 1);\n    }}\n"
                    ),
                    "Main.stir(x, y, p, q, r, t, c, i);".to_owned(),
                ),
            };
            format!(
                "{CLASSES}{method}{MAIN}        assume Main.head == null;
        if (x > y) Main.head := p;
        bool known := {};
        if (known) {{
        {run}
        assert {known};
        }}
    }}
}}
",
                executed(known)
            )
        },
    )
}

/// A fact as a condition: quantified formulas are not executed.
fn executed(fact: &str) -> String {
    match fact.strip_prefix("forall e, k : r : e ") {
        Some(rest) => format!("#r == 2 && r[0] {rest} && r[1] {rest}"),
        None => fact.to_owned(),
    }
}

/// Null, sometimes, or one of the objects.
pub(super) fn one_or_null(random: &mut Random, of: &[&str]) -> Value {
    match random.below(4) {
        0 => Value::Null,
        _ => reference(random.one(of)),
    }
}

/// One heap: three objects, an array of references and one of arrays.
fn inputs(seed: u64) -> Inputs {
    let random = &mut Random(seed);
    let number = |random: &mut Random| int(random.below(5) as i64 - 1);
    let (objects, rows) = (["o1", "o2", "o3"], ["r1", "r2"]);
    let mut heap = Vec::new();
    for name in objects {
        let class = if random.below(2) == 0 { "C" } else { "D" };
        let fields =
            [("f", number(random)), ("next", one_or_null(random, &objects)), ("row", one_or_null(random, &rows))];
        heap.push((name, object(class, fields)));
    }
    for name in rows {
        let length = 2 + random.below(2);
        heap.push((name, array("C", (0..length).map(|_| one_or_null(random, &objects)))));
    }
    let row = |random: &mut Random| reference(random.one(&rows));
    let length = 1 + random.below(2);
    heap.push(("t1", array("C[]", (0..length).map(|_| row(random)))));
    let object = |random: &mut Random| reference(objects[random.below(2)]);
    let args = [
        ("x", number(random)),
        ("y", number(random)),
        ("p", object(random)),
        ("q", object(random)),
        ("r", row(random)),
        ("t", reference("t1")),
    ];
    inputs::inputs(args, heap)
}

/// Some heaps for these programs.
pub fn all_inputs() -> impl Iterator<Item = Inputs> {
    (0..400).map(inputs)
}
