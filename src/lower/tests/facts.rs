//! Lines, the facts about graphs, the call graph and drawings.

use super::{method, program};
use crate::ir::print::Printer;
use crate::ir::{GroupId, Program, dot};
use expect_test::expect;

#[test]
fn unsupported_constructs_are_found_where_a_run_reaches_them() {
    let text = "
        class C {
            C() {}
            static int s := C.g();
            static int g() { return 1; }
            static void h() { join; }
            void f() { lock (this) { assert false; } }
            static void m(C c) { if (c != null) { c.f(); } fork C.g(); }
            static void main() { C.g(); }
        }";
    let p = program(text, false);
    let words = |name| p.unsupported(method(&p, name)).into_iter().map(|(_, word)| word).collect::<Vec<_>>();
    assert_eq!(words("C.m"), ["lock", "fork"]);
    assert_eq!(words("C.main"), [] as [&str; 0]);
    let names = |name| p.reachable_methods(method(&p, name)).into_iter().map(|m| p.method_name(m)).collect::<Vec<_>>();
    assert_eq!(names("C.main"), ["C.g", "C.main", "C.static"]);
    assert_eq!(names("C.m"), ["C.g", "C.f", "C.m", "C.static"]);
    assert_eq!(p.checks.len(), 1, "a check in dead code is a check");
}

#[test]
fn groups_are_the_components_of_the_call_graph() {
    let text = "
        class A { A() {} int f(int x) { return x; } }
        class B extends A { B() {} int f(int x) { return C.even(x); } }
        class C {
            static int even(int x) { A a := new B(); return a.f(x); }
            static int self(int x) { return self(x); }
            static int leaf(int x) { return x; }
        }";
    let p = program(text, false);
    let group = |name: &str| {
        let group = &p.groups[p.methods[method(&p, name)].group];
        (group.methods.iter().map(|&m| p.method_name(m)).collect::<Vec<_>>(), group.recursive)
    };
    assert_eq!(group("C.even"), (vec!["B.f".into(), "C.even".into()], true));
    assert_eq!(group("C.self"), (vec!["C.self".into()], true));
    assert_eq!(group("C.leaf"), (vec!["C.leaf".into()], false));
    assert!(p.methods[method(&p, "A.A")].group < p.methods[method(&p, "C.even")].group, "callees come first");
    assert!(p.groups.ids().all(|g: GroupId| !p.groups[g].methods.is_empty()));
}

#[test]
fn quiet_branches_are_those_whose_sides_only_assign() {
    let text = "
        class C {
            static void m(int x, int[] a) {
                if (x > 1) { if (x > 2) { x := 3; } else { x := 4; } x := x + 1; }
                if (x > 5) { assert x > 6; }
                if (x > 7) { x := a[0]; }
                if (x > 8) { while (x > 9) { x := x - 1; } }
                if (x > 10) { return; }
                if (x > 11) { x := 0; }
                assert x == 0;
            }
        }";
    let p = program(text, false);
    let m = &p.methods[method(&p, "C.m")];
    let printer = Printer::new(&p, method(&p, "C.m"));
    let quiet: Vec<String> = m
        .shape
        .quiet
        .iter_enumerated()
        .filter(|(_, q)| **q)
        .map(|(b, _)| printer.terminator(&m.blocks[b].term))
        .collect();
    expect![[r#"
        [
            "if x > 1 then b1 else b5",
            "if x > 2 then b2 else b3",
            "if x > 11 then b15 else b16",
        ]
    "#]]
    .assert_debug_eq(&quiet);
}

/// The lines of a method, with what stands at them.
fn lines(program: &Program, name: &str) -> Vec<String> {
    let id = method(program, name);
    let printer = Printer::new(program, id);
    let mut lines = Vec::new();
    for block in program.methods[id].blocks.iter() {
        lines.extend(block.instrs.iter().map(|i| format!("{} {}", i.line, printer.instr(i))));
        lines.push(format!("{} {}", block.line, printer.terminator(&block.term)));
    }
    lines
}

#[test]
fn lines_are_those_of_the_statements() {
    let text = "class C {
  static int m(int x, int y)
    requires(x > 0)
  {
    while (x > y
           && y > 0) {
      if (x > 1) {}
      x := x
           / y;
      if (x == 7) { break; }
      if (x == 8)
        return m(x,
          y);
      if (x == 9) return m(y, x);
    }
  }
}";
    expect![[r#"
        [
            "3 requires x > 0 check0",
            "0 goto b1",
            "5 if (x > y) && (y > 0) then b2 else b12",
            "7 if x > 1 then b4 else b3",
            "0 goto b4",
            "8 x := x / y",
            "10 if x == 7 then b7 else b5",
            "11 if x == 8 then b8 else b6",
            "14 if x == 9 then b10 else b1",
            "10 goto b12",
            "12 retval := call C.m(x, y) then b9",
            "12 check retval present",
            "0 goto b13",
            "14 retval := call C.m(y, x) then b11",
            "14 check retval present",
            "0 goto b13",
            "16 retval := missing",
            "0 goto b13",
            "0 return retval",
            "0 unwind",
        ]
    "#]]
    .assert_debug_eq(&lines(&program(text, false), "C.m"));
}

#[test]
fn a_drawing() {
    let p = program("class C { static void m(int[] a) { while (a[0] > 0) { string s := \"x\"; } } }", false);
    expect![[r#"
        digraph method {
          node [shape=box, fontname=monospace];
          subgraph cluster_0 {
            label="C.m (0)";
            m0b0 [label="b0:\lgoto b1\l"];
            m0b1 [label="b1 in [b1] catch b4(thrown):\lt4 := a[0]\lif t4 > 0 then b2 else b3\l"];
            m0b2 [label="b2 in [b1] body of b1:\ls := \"x\"\lgoto b1\l"];
            m0b3 [label="b3:\lreturn\l"];
            m0b4 [label="b4:\lunwind\l"];
            m0b0 -> m0b1 [label=""];
            m0b1 -> m0b2 [label="T"];
            m0b1 -> m0b3 [label="F"];
            m0b1 -> m0b4 [style=dashed];
            m0b2 -> m0b1 [label="", style=bold];
          }
        }
    "#]]
    .assert_eq(&dot::method(&p, method(&p, "C.m")));
}
