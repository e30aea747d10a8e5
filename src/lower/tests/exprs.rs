//! What expressions become.

use super::{check, print, program};
use expect_test::expect;

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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn division_by_a_constant_is_pure() {
    check(
        "class C { static int m(int x, int y) { return x / 2 + x % -3 + x / y + x / 0; } }",
        expect![[r#"
        b0 catch b2(thrown):
          t5 := x / y
          t6 := x / 0
          retval := (((x / 2) + (x % -3)) + t5) + t6
          goto b1
        b1:
          return retval
        b2:
          unwind
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn constructors_run_on_a_new_object() {
    let text = "
        class A { int v; A(int v) ensures(retval.v == v) { this.v := v; } }
        class C extends A {
            C(int v) { super(v + 1); }
            static A m(int x) { A a := new C(x); return a; }
        }";
    check(
        text,
        expect![[r#"
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
    "#]],
    );
    expect![[r#"
        b0 catch b2(thrown):
          call A.A(this, v + 1) then b1
        b1:
          return
        b2:
          unwind
    "#]]
    .assert_eq(&print(&program(text, false), "C.C"));
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
    "#]]
    .assert_eq(&print(&program(text, false), "A.A"));
}

#[test]
fn dispatch_is_exact_where_one_method_is_possible() {
    let text = "
        class A { A() {} int f() { return 1; } int g() { return 2; } }
        class B extends A { B() {} int f() { return super.f(); } }
        class C { static int m(A a, B b) { return a.f() + a.g() + b.f(); } }";
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn an_array_of_arrays_is_a_loop() {
    check(
        "class C { static int[][] m(int n) { int[][] a := new int[n][n + 1]; return a; } }",
        expect![[r#"
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
    "#]],
    );
    check(
        "class C { static int[][] m() { int[][] a := new int[2][3]; return a; } }",
        expect![[r#"
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
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn casts_upwards_vanish() {
    let text = "
        class A { A() {} }
        class B extends A { int v; B() {} }
        class C { static bool m(A a, B b) { a := (A) b; b := (B) a; return a instanceof B; } }";
    check(
        text,
        expect![[r#"
        b0 catch b2(thrown):
          a := b
          b := (B) a
          retval := a instanceof B
          goto b1
        b1:
          return retval
        b2:
          unwind
    "#]],
    );
}
