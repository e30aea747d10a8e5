//! Names, scopes, statements, calls.

use super::{findings, fine, in_main, wrong};
use expect_test::expect;

#[test]
fn names_are_visible_from_their_declaration_to_the_end_of_the_block() {
    fine(
        "bool b",
        &["if (b) { int y := 1; } else { bool y := b; }", "{ int y; } int y;", "while (b) int y := 1; int y := 2;"],
    );
    wrong(
        "E0102",
        "bool b, int x",
        &["x := y; int y;", "{ int y; } x := y;", "if (b) int y := 1; x := y;", "int y := y;", "z := 3;"],
    );
    expect![[r#"
        E0102 1 `y`: unknown variable `y`
            1 `y`: a variable of this name was visible up to the end of its block
    "#]]
    .assert_eq(&in_main("int x", "{ int y; } x := y;"));
}

#[test]
fn nothing_may_be_shadowed() {
    wrong(
        "E0109",
        "int x",
        &[
            "int x := 1;",
            "int y; int y;",
            "int y; { int y; }",
            "int y; while (x > 0) { bool y := true; }",
            "bool x; x := 1; x := true;",
        ],
    );
    expect![[r#"
        E0109 1 `x`: two parameters are called `x`
            1 `x`: first declared here
    "#]]
    .assert_eq(&in_main("int x, bool x", "x := 1;"));
}

#[test]
fn unknown_names_come_with_a_suggestion() {
    expect![[r#"
        E0102 1 `conter`: unknown variable `conter`
            = did you mean `counter`?
        E0101 1 `Mian`: unknown class `Mian`
            = did you mean `Main`?
        E0104 1 `gett`: unknown method `gett` of `A`
            = did you mean `get`?
        E0102 1 `Maim`: unknown variable or class `Maim`
            = did you mean `Main`?
        E0102 1 `s`: unknown variable `s`
            1 `s`: there is a field of this name
            = write `Main.s` for the field
        E0102 1 `f`: unknown variable `f`
            1 `f`: there is a field of this name
            = write `this.f` for the field
        E0137 1 `Main`: `Main` is a class, not a value
    "#]]
    .assert_eq(&in_main(
        "int counter, A o",
        "conter := 1; Mian m; o.gett(); Maim.main(); s := 1; counter := f; o := Main;",
    ));
}

#[test]
fn an_error_has_no_successors() {
    expect![[r#"
        E0101 1 `Foo`: unknown class `Foo`
        E0101 1 `Bar`: unknown class `Bar`
        E0101 1 `Bar`: unknown class `Bar`
        E0102 1 `zz`: unknown variable `zz`
    "#]]
    .assert_eq(&in_main(
        "int i",
        "Foo f; f.x := 1; f := null; i := f.g(f, 1); Bar b := new Bar(f); i := b.x; int y := zz; y := y + 1; A o := new A(f); o.x := 1;",
    ));
}

#[test]
fn this_and_retval_are_reserved() {
    wrong("E0119", "", &["int this;", "int retval := 1;", "this := null;", "retval := 1;"]);
    wrong("E0118", "", &["this.f := 1;", "A o := this;"]);
    wrong("E0120", "int x", &["x := retval;"]);
    expect![[r#"
        E0119 1 `this`: `this` cannot be declared
        E0119 2 `retval`: `retval` cannot be declared
    "#]]
    .assert_eq(&findings("class this { }\nclass A { int retval; }", false));
}

#[test]
fn retval_is_the_result_in_ensures_only() {
    let text = "class A { int x;
        static int f() ensures(retval == 1) { return 1; }
        A() ensures(retval == this && retval.x == 0) { }
        void g() ensures(retval == 1) { }
        static int h() requires(retval == 1) exceptional(retval == 1) { return 1; }
        static bool k() ensures(retval == 1) { return true; } }";
    expect![[r#"
        E0120 4 `retval`: `retval` is the result and exists only in the `ensures` of a method that has one
        E0120 5 `retval`: `retval` is the result and exists only in the `ensures` of a method that has one
        E0120 5 `retval`: `retval` is the result and exists only in the `ensures` of a method that has one
        E0112 6 `retval == 1`: `==` between `bool` and `int`
            ^ these are never equal
    "#]]
    .assert_eq(&findings(text, false));
}

#[test]
fn contracts_see_parameters_and_this_but_no_locals() {
    let text = "class A { int x;
        void f(int p) requires(p > 0 && this.x == p) ensures(p == 1) exceptional(p == 2) { int q := 1; }
        static void g() requires(this == null) { }
        void h() ensures(q == 1) { int q := 1; }
        void k() requires(1) { } }";
    expect![[r#"
        E0118 3 `this`: there is no `this` in a static method
        E0102 4 `q`: unknown variable `q`
        E0113 5 `1`: a `requires` clause must be of type `bool`
            ^ this is of type `int`
    "#]]
    .assert_eq(&findings(text, false));
}

#[test]
fn jumps_stand_in_loops() {
    fine("bool b", &["while (b) { if (b) { break; } try { continue; } catch { break; } }"]);
    wrong("E0121", "bool b", &["break;", "if (b) { continue; }", "while (b) { } break;"]);
}

#[test]
fn returns_agree_with_the_header() {
    let text = "class A {
        static int f() { return; }
        static void g() { return 1; }
        static int h() { return true; }
        static A k() { return null; }
        A() { return 1; }
        static float l() { return 1; }
        static void m() { return; return; } }";
    expect![[r#"
        E0123 2 `return;`: `return` without a value in `f`
            2 `f`: its result has type `int`
        E0122 3 `1`: `return` of a value in a `void` method
            3 `g`: declared here
        E0110 4 `true`: the result needs type `int`, not `bool`
            ^ this is of type `bool`
        E0122 6 `1`: `return` of a value in a constructor
            6 `A`: declared here
    "#]]
    .assert_eq(&findings(text, false));
}

#[test]
fn a_valued_method_that_can_end_without_return_is_warned_about() {
    let text = |body: &str| findings(&format!("class A {{ static int f(bool b) {{ {body} }} }}"), false);
    for body in [
        "return 1;",
        "if (b) return 1; else return 2;",
        "while (true) { }",
        "while (true) { while (b) { break; } }",
        "throw",
        "try { return 1; } catch { throw; }",
        "assume false;",
        "while (true) { if (b) return 1; }",
    ] {
        assert_eq!(text(body), "", "{body}");
    }
    for body in [
        "",
        "if (b) return 1;",
        "while (b) { return 1; }",
        "while (true) { if (b) break; }",
        "try { return 1; } catch { }",
    ] {
        assert!(text(body).starts_with("warning W0101 1 `f`"), "{body}");
    }
}

#[test]
fn static_and_instance_members_do_not_mix() {
    fine("A o, I i, int r", &["r := o.get(); r := A.one(); r := i.get(); o.act(); A.one(); B.one();"]);
    wrong("E0117", "A o", &["o.one();", "A.get();", "int r := A.get();", "fork A.act();"]);
    fine("A o", &["fork o.act(); fork A.one(); join;"]);
}

#[test]
fn a_call_without_receiver_means_the_enclosing_class() {
    let text = "class A { int x;
        A() { this.x := g(); h(1); }
        int g() { return h(2) + g(); }
        static int h(int y) { return h(y); }
        static int k() { return g(); }
        static int l() { return nope(); } }
      class B extends A { B() { } int m() { return g() + h(1); } }";
    expect![[r#"
        E0117 5 `g`: `g` is an instance method
            ^ there is no `this` in a static method
            3 `g`: declared here without `static`
        E0104 6 `nope`: unknown method `nope` of `A`
    "#]]
    .assert_eq(&findings(text, false));
}

#[test]
fn void_calls_have_no_value() {
    wrong("E0124", "A o, int i", &["i := o.act();", "i := 1 + o.act();", "if (o.act() == null) { }"]);
}

#[test]
fn arguments_fit_in_number_and_type() {
    wrong("E0114", "A o", &["A p := new A(1, 2);", "o.get(1);", "A.one(1, 2);"]);
    wrong("E0110", "bool b, A o", &["A p := new A(b);", "I i := new C(); i := new U();"]);
    wrong("E0105", "", &["Main m := new Main();", "Main m := new Main(1);"]);
    wrong("E0130", "", &["I i := new I();"]);
    wrong("E0104", "int i, int[] a, string s", &["i.f();", "a.f();", "s.length();", "A.nope();", "A.A();"]);
    expect![[r#"
        E0114 1 `new A(1, 2)`: `A` takes another number of arguments, not 2
            2 `A`: A()
            2 `A`: A(int)
        E0110 1 `true`: the argument needs type `int`, not `bool`
            ^ this is of type `bool`
    "#]]
    .assert_eq(&in_main("", "A o := new A(1, 2); A p := new A(true);"));
}

#[test]
fn the_most_specific_overload_is_called() {
    let text = |call: &str| {
        let class = "class T { static int f(A a) { return 1; } static bool f(B b) { return true; }
            static int g(A a, B b) { return 1; } static int g(B b, A a) { return 1; }
            static int h(int i) { return 1; } static bool h(float f) { return true; }
            static int k(uint u) { return 1; } static int k(float f) { return 1; }
            static int m(string s) { return 1; } static int m(int[] a) { return 1; }
            static void use(A a, B b, int i, bool t, float x) {";
        let rest = "} } class A { } class B extends A { }";
        let found = findings(&format!("{class} {call} {rest}"), false);
        found.lines().filter(|l| !l.starts_with(' ')).map(|l| l[..5].to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text("i := T.f(a); t := T.f(b); t := T.f(null);"), "");
    assert_eq!(text("T.g(a, b); T.g(b, a);"), "");
    assert_eq!(text("T.g(b, b);"), "E0116");
    assert_eq!(text("T.g(a, a);"), "E0115");
    assert_eq!(text("i := T.h(1); t := T.h(x); i := T.h(-1);"), "");
    assert_eq!(text("T.k(1);"), "E0116");
    assert_eq!(text("T.k(-1);"), "");
    assert_eq!(text("T.m(null);"), "E0116");
    assert_eq!(text("T.m(1);"), "E0115");
    // An argument that has been reported does not show which overload is meant.
    assert_eq!(text("T.f(zz);"), "E0102");
    assert_eq!(text("T.m(zz, 1);"), "E0114 E0102");
}

#[test]
fn bodies_that_nobody_calls_are_checked() {
    expect![[r#"
        E0102 1 `z`: unknown variable `z`
    "#]]
    .assert_eq(&findings("class A { static void never() { z := 1; } static void main() { } }", false));
}

#[test]
fn static_initialisers_have_no_this_and_no_locals() {
    let text = "class A { static int n := 3; static int m := A.n + A.f();
        static A o := new A(); static uint u := 4; static float x := -1; static int[] a := new int[A.n];
        static bool b := 1;
        static int c := this.d;
        static int d := n;
        static int e := g();
        A() { } static int f() { return 1; } int g() { return 1; } }";
    expect![[r#"
        E0110 3 `1`: the static field needs type `bool`, not `int`
            ^ this is of type `int`
        E0118 4 `this`: there is no `this` in the initialiser of a static field
        E0102 5 `n`: unknown variable `n`
            1 `n`: there is a field of this name
            = write `A.n` for the field
        E0117 6 `g`: `g` is an instance method
            ^ there is no `this` in the initialiser of a static field
            7 `g`: declared here without `static`
    "#]]
    .assert_eq(&findings(text, false));
}
