//! What statements and contracts become.

use super::{check, print, program};
use crate::ir::print::Printer;
use expect_test::expect;

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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn an_endless_loop_has_no_way_to_the_exit() {
    check(
        "class C { static void m(int x) { while (true) { x := x + 1; } assert false; } }",
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn a_while_that_never_comes_back_is_no_loop() {
    check(
        "class C { static void m(int x) { while (x > 0) { break; } assert x > 0; } }",
        expect![[r#"
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
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
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
    check(
        text,
        expect![[r#"
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
    "#]],
    );
}

#[test]
fn statics_are_initialised_in_the_order_of_the_text() {
    let text = "
        class C {
            static int a := 1; static bool b; static int c := C.f(); static int d := C.c + 1;
            static int f() { return C.d; }
            static void m() { C.a := C.a + C.d; }
        }";
    check(
        text,
        expect![[r#"
        b0:
          t2 := C.a
          t3 := C.d
          C.a := t2 + t3
          goto b1
        b1:
          return
        b2:
          unwind
    "#]],
    );
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
    "#]]
    .assert_eq(&Printer::new(&p, p.init.unwrap()).method());
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
    "#]]
    .assert_eq(&Printer::new(&constant, constant.init.unwrap()).method());
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
    "#]]
    .assert_eq(&print(&program(text, true), "C.m"));
}

#[test]
fn calls_under_a_contract_are_told_apart() {
    let text = "
        class C {
            static int f(int x) requires(x > 0) { return x; }
            static int g(int x) { return x; }
            static int m(int x) {
                if (x > 9) { return f(x); }
                if (x > 8) { return f(x + 1); }
                try { if (x > 7) { return g(x); } } catch {}
                if (x > 6) { return g(x); }
                return g(x + 1);
            }
        }";
    check(
        text,
        expect![[r#"
        b0:
          if x > 9 then b1 else b2
        b1 catch b12(thrown):
          retval := call C.f(x) then b11
        b2:
          if x > 8 then b3 else b4
        b3 catch b12(thrown):
          retval := call C.f(x + 1) then b11
        b4:
          if x > 7 then b5 else b7
        b5:
          t4 := x
          goto b6
        b6 catch b7(t3):
          retval := call C.g(t4) then b11
        b7:
          if x > 6 then b8 else b9
        b8:
          t5 := x
          goto b10
        b9:
          t5 := x + 1
          goto b10
        b10 catch b12(thrown):
          retval := call C.g(t5) then b11
        b11:
          return retval
        b12:
          unwind
    "#]],
    );
}
