//! What each construct becomes.

use super::{method, program};
use crate::ir::print::Printer;
use crate::ir::{GroupId, Program, dot};
use expect_test::{Expect, expect};

/// Expects the IR of `C.m`.
fn check(text: &str, expected: Expect) {
    let program = program(text, false);
    expected.assert_eq(&print(&program, "C.m"));
}

fn print(program: &Program, name: &str) -> String {
    Printer::new(program, method(program, name)).method()
}

#[test]
fn operands_are_steps_from_left_to_right() {
    let text = "
        class C {
            int v; C next; int[] a;
            static int f(int x) { return x; }
            static void m(C o, int i) {
                o.next.a[i + 1] := o.v + f(i) * #o.a - o.a[i] / i;
            }
        }";
    check(text, expect![[r#"
        b0 catch b3(thrown):
          t4 := o.v
          t5 := call C.f(i) then b1
        b1 catch b3(thrown):
          t6 := o.a
          t7 := #t6
          t8 := o.a
          t9 := t8[i]
          t10 := t9 / i
          t11 := o.next
          t12 := t11.a
          t12[i + 1] := (t4 + (t5 * t7)) - t10
          goto b2
        b2:
          return
        b3:
          unwind
    "#]]);
}

#[test]
fn division_by_a_constant_is_pure() {
    check("class C { static int m(int x, int y) { return x / 2 + x % -3 + x / y + x / 0; } }", expect![[r#"
        b0 catch b2(thrown):
          t5 := x / y
          t6 := x / 0
          retval := (((x / 2) + (x % -3)) + t5) + t6
          goto b1
        b1:
          return retval
        b2:
          unwind
    "#]]);
}

#[test]
fn connectives_jump_only_where_the_right_operand_acts() {
    let text = "
        class C {
            int v; static int s := 1;
            static bool m(C o, bool p, bool q) {
                bool b := p && q;
                b := p && C.s > 0;
                b := p && o.v > 0 && q;
                b := p ==> o.v > 0;
                if (p || o.v > 1 && !(q && o.v == 2)) { b := false; }
                return (o != null && o.v > 0) == p;
            }
        }";
    check(text, expect![[r#"
        b0:
          b := p && q
          t7 := C.s
          b := p && (t7 > 0)
          if p then b1 else b2
        b1 catch b16(thrown):
          t8 := o.v
          b := (t8 > 0) && q
          goto b3
        b2:
          b := false
          goto b3
        b3:
          if p then b4 else b5
        b4 catch b16(thrown):
          t9 := o.v
          b := t9 > 0
          goto b6
        b5:
          b := true
          goto b6
        b6:
          if p then b8 else b7
        b7 catch b16(thrown):
          t10 := o.v
          if t10 > 1 then b8 else b11
        b8:
          if q then b9 else b10
        b9 catch b16(thrown):
          t11 := o.v
          if t11 == 2 then b11 else b10
        b10:
          b := false
          goto b11
        b11:
          if o != null then b12 else b13
        b12 catch b16(thrown):
          t13 := o.v
          t12 := t13 > 0
          goto b14
        b13:
          t12 := false
          goto b14
        b14:
          retval := t12 == p
          goto b15
        b15:
          return retval
        b16:
          unwind
    "#]]);
}

#[test]
fn a_loop_with_break_and_continue() {
    let text = "
        class C {
            static int m(int[] a) {
                int i := 0;
                while (a != null && i < #a) {
                    if (a[i] == 0) { break; }
                    i := i + 1;
                    if (i == 5) { continue; }
                    i := i + 1;
                }
                return i;
            }
        }";
    check(text, expect![[r#"
        b0:
          i := 0
          goto b1
        b1 in [b1]:
          if a != null then b2 else b8
        b2 in [b1] catch b10(thrown):
          t5 := #a
          if i < t5 then b3 else b8
        b3 in [b1] body of b1 catch b10(thrown):
          t6 := a[i]
          if t6 == 0 then b7 else b4
        b4 in [b1]:
          i := i + 1
          if i == 5 then b5 else b6
        b5 in [b1]:
          goto b1
        b6 in [b1]:
          i := i + 1
          goto b1
        b7:
          goto b8
        b8:
          retval := i
          goto b9
        b9:
          return retval
        b10:
          unwind
    "#]]);
}

#[test]
fn an_endless_loop_has_no_way_to_the_exit() {
    check("class C { static void m(int x) { while (true) { x := x + 1; } assert false; } }", expect![[r#"
        b0:
          goto b1
        b1 in [b1]:
          goto b2
        b2 in [b1] body of b1:
          x := x + 1
          goto b1
        b3:
          return
        b4:
          unwind
    "#]]);
}

#[test]
fn a_while_that_never_comes_back_is_no_loop() {
    check("class C { static void m(int x) { while (x > 0) { break; } assert x > 0; } }", expect![[r#"
        b0:
          goto b1
        b1:
          if x > 0 then b2 else b3
        b2:
          goto b3
        b3:
          assert x > 0 check0
          goto b4
        b4:
          return
        b5:
          unwind
    "#]]);
}

#[test]
fn exceptions_go_to_the_innermost_handler() {
    let text = "
        class C {
            int v;
            static int m(C o) {
                int x := 0;
                try {
                    x := o.v;
                    try { throw; } catch { x := x / o.v; }
                } catch { return x; }
                return o.v;
            }
        }";
    check(text, expect![[r#"
        b0 catch b4(t4):
          x := 0
          x := o.v
          goto b1
        b1 catch b2(t4):
          throw
        b2 catch b4(t4):
          t5 := o.v
          x := x / t5
          goto b3
        b3 catch b6(thrown):
          retval := o.v
          goto b5
        b4:
          retval := x
          goto b5
        b5:
          return retval
        b6:
          unwind
    "#]]);
}

#[test]
fn clauses_stand_around_the_body() {
    let text = "
        class C {
            int v;
            static int m(C o, int x)
                requires(o.v > 0) requires(x > 0 && x < o.v) ensures(o.v == 1) ensures(retval > x) exceptional(o == null)
            {
                return o.v / x;
            }
        }";
    check(text, expect![[r#"
        b0 catch b8(t4):
          t5 := o.v
          requires t5 > 0 check0
          if x > 0 then b1 else b3
        b1 catch b2(t4):
          t7 := o.v
          t6 := x < t7
          goto b4
        b2:
          threw t4 check1
          stop
        b3:
          t6 := false
          goto b4
        b4 catch b7(thrown):
          requires t6 check1
          t8 := o.v
          retval := t8 / x
          goto b5
        b5 catch b6(t4):
          t9 := o.v
          ensures t9 == 1 check2
          ensures retval > x check3
          goto b9
        b6:
          threw t4 check2
          stop
        b7:
          exceptional o == null check4
          goto b10
        b8:
          threw t4 check0
          stop
        b9:
          return retval
        b10:
          unwind
    "#]]);
}

#[test]
fn a_missing_value_is_found_where_it_is_used() {
    let text = "
        class C {
            static int f(int x) { if (x > 0) { return 1; } }
            static int m(int x)
                ensures(x == 0 || retval == 1 || retval == 2)
            {
                f(x);
                int y := f(x) + 1;
                if (y > 3) { return f(y); }
            }
        }";
    check(text, expect![[r#"
        b0 catch b12(thrown):
          call C.f(x) then b1
        b1 catch b12(thrown):
          t5 := call C.f(x) then b2
        b2:
          check t5 present
          y := t5 + 1
          if y > 3 then b3 else b5
        b3 catch b12(thrown):
          retval := call C.f(y) then b4
        b4:
          check retval present
          goto b6
        b5:
          retval := missing
          goto b6
        b6:
          if x == 0 then b8 else b7
        b7:
          check retval present check0
          if retval == 1 then b8 else b9
        b8:
          t6 := true
          goto b10
        b9:
          check retval present check0
          t6 := retval == 2
          goto b10
        b10:
          ensures t6 check0
          goto b11
        b11:
          return retval
        b12:
          unwind
    "#]]);
}

#[test]
fn constructors_run_on_a_new_object() {
    let text = "
        class A { int v; A(int v) ensures(retval.v == v) { this.v := v; } }
        class C extends A {
            C(int v) { super(v + 1); }
            static A m(int x) { A a := new C(x); return a; }
        }";
    check(text, expect![[r#"
        b0 catch b3(thrown):
          t5 := new C site0
          call C.C(t5, x) then b1
        b1:
          a := t5
          retval := a
          goto b2
        b2:
          return retval
        b3:
          unwind
    "#]]);
    expect![[r#"
        b0 catch b2(thrown):
          call A.A(this, v + 1) then b1
        b1:
          return
        b2:
          unwind
    "#]].assert_eq(&print(&program(text, false), "C.C"));
    expect![[r#"
        b0:
          this.v := v
          t5 := this.v
          ensures t5 == v check0
          goto b1
        b1:
          return
        b2:
          unwind
    "#]].assert_eq(&print(&program(text, false), "A.A"));
}

#[test]
fn dispatch_is_exact_where_one_method_is_possible() {
    let text = "
        class A { A() {} int f() { return 1; } int g() { return 2; } }
        class B extends A { B() {} int f() { return super.f(); } }
        class C { static int m(A a, B b) { return a.f() + a.g() + b.f(); } }";
    check(text, expect![[r#"
        b0 catch b5(thrown):
          check a != null
          t5 := dispatch A.f(a) then b1
        b1 catch b5(thrown):
          check a != null
          t6 := call A.g(a) then b2
        b2 catch b5(thrown):
          check b != null
          t7 := call B.f(b) then b3
        b3:
          retval := (t5 + t6) + t7
          goto b4
        b4:
          return retval
        b5:
          unwind
    "#]]);
}

#[test]
fn an_array_of_arrays_is_a_loop() {
    check("class C { static int[][] m(int n) { int[][] a := new int[n][n + 1]; return a; } }", expect![[r#"
        b0:
          t5 := n + 1
          if (n < 0) || (t5 < 0) then b1 else b2
        b1 catch b7(thrown):
          t6 := new int[][-1] site0
          stop
        b2 catch b7(thrown):
          t7 := new int[][n] site0
          t8 := 0
          goto b3
        b3 in [b3]:
          if t8 < n then b4 else b5
        b4 in [b3] body of b3 catch b7(thrown):
          t9 := new int[t5] site1
          t7[t8] := t9
          t8 := t8 + 1
          goto b3
        b5:
          a := t7
          retval := a
          goto b6
        b6:
          return retval
        b7:
          unwind
    "#]]);
    check("class C { static int[][] m() { int[][] a := new int[2][3]; return a; } }", expect![[r#"
        b0:
          t4 := new int[][2] site0
          t5 := 0
          goto b1
        b1 in [b1]:
          if t5 < 2 then b2 else b3
        b2 in [b1] body of b1 catch b5(thrown):
          t6 := new int[3] site1
          t4[t5] := t6
          t5 := t5 + 1
          goto b1
        b3:
          a := t4
          retval := a
          goto b4
        b4:
          return retval
        b5:
          unwind
    "#]]);
}

#[test]
fn returns_of_one_method_share_the_call() {
    let text = "
        class C {
            static int m(int x, int y) {
                if (x > y) { return m(x - y, y); }
                if (y > x) { return m(x, y - x); }
                return x;
            }
        }";
    check(text, expect![[r#"
        b0:
          if x > y then b1 else b2
        b1:
          t5 := x - y
          t6 := y
          goto b4
        b2:
          if y > x then b3 else b5
        b3:
          t5 := x
          t6 := y - x
          goto b4
        b4 catch b7(thrown):
          retval := call C.m(t5, t6) then b6
        b5:
          retval := x
          goto b6
        b6:
          return retval
        b7:
          unwind
    "#]]);
}

#[test]
fn quantifiers_are_one_step_with_a_tree_inside() {
    let text = "
        class C {
            int v;
            static void m(C[] a, int k) {
                assert k > 0 ==> (forall e, i : a : e != null && e.v / k > i);
                assume (exists e, i : a : (forall f, j : a : f.v <= e.v));
            }
        }";
    check(text, expect![[r#"
        b0:
          if k > 0 then b1 else b2
        b1 catch b5(thrown):
          t10 := forall e.2, i.3 : a : (e.2 != null) && ((e.2.v / k) > i.3)
          goto b3
        b2:
          t10 := true
          goto b3
        b3 catch b5(thrown):
          assert t10 check0
          t11 := exists e.4, i.5 : a : forall f, j : a : f.v <= e.4.v
          assume t11
          goto b4
        b4:
          return
        b5:
          unwind
    "#]]);
}

#[test]
fn casts_upwards_vanish() {
    let text = "
        class A { A() {} }
        class B extends A { int v; B() {} }
        class C { static bool m(A a, B b) { a := (A) b; b := (B) a; return a instanceof B; } }";
    check(text, expect![[r#"
        b0 catch b2(thrown):
          a := b
          b := (B) a
          retval := a instanceof B
          goto b1
        b1:
          return retval
        b2:
          unwind
    "#]]);
}

#[test]
fn statics_are_initialised_in_the_order_of_the_text() {
    let text = "
        class C {
            static int a := 1; static bool b; static int c := C.f(); static int d := C.c + 1;
            static int f() { return C.d; }
            static void m() { C.a := C.a + C.d; }
        }";
    check(text, expect![[r#"
        b0:
          t2 := C.a
          t3 := C.d
          C.a := t2 + t3
          goto b1
        b1:
          return
        b2:
          unwind
    "#]]);
    let p = program(text, false);
    expect![[r#"
        b0 catch b3(thrown):
          C.a := 0
          C.b := false
          C.c := 0
          C.d := 0
          C.a := 1
          t2 := call C.f() then b1
        b1:
          C.c := t2
          t3 := C.c
          C.d := t3 + 1
          goto b2
        b2:
          return
        b3:
          unwind
    "#]].assert_eq(&Printer::new(&p, p.init.unwrap()).method());
    let constant = program("class C { static int a := 1; static bool b; static void m() {} }", false);
    expect![[r#"
        b0:
          C.a := 1
          C.b := false
          goto b1
        b1:
          return
        b2:
          unwind
    "#]].assert_eq(&Printer::new(&constant, constant.init.unwrap()).method());
}

#[test]
fn locals_that_a_lenient_program_reads_unassigned_are_defaults() {
    let text = "class C { static int m(bool p) { if (p) { int x := 1; } return x; } }";
    expect![[r#"
        b0:
          x := 0
          if p then b1 else b2
        b1:
          x := 1
          goto b2
        b2:
          retval := x
          goto b3
        b3:
          return retval
        b4:
          unwind
    "#]].assert_eq(&print(&program(text, true), "C.m"));
}

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
    "#]].assert_debug_eq(&quiet);
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
    "#]].assert_eq(&dot::method(&p, method(&p, "C.m")));
}
