//! Lenient mode.

use super::{findings, main_class, run};
use crate::config::Dialect;
use crate::oox::check::hir::{Hir, StmtKind, Target};
use expect_test::{Expect, expect};

/// Asserts that the body is an error in strict mode, and what lenient mode warns of.
fn relaxes(params: &str, body: &str, warnings: Expect) -> Hir {
    let text = main_class(params, body);
    assert!(findings(&text, false).lines().any(|l| l.starts_with('E')), "{body} passes strict mode");
    warnings.assert_eq(&findings(&text, true));
    run(&text, &Dialect { lenient: true, ..Dialect::default() }).1.hir.expect("no errors in lenient mode")
}

#[test]
fn a_name_is_one_variable() {
    let hir = relaxes(
        "int x, int[] a",
        "int x := 1; int y := 2; { int y := 3; } assert y == 3; int y; assert forall y, i : a : y == 0;",
        expect![[r#"
            warning E0109 1 `x`: `x` is declared already
                ^ declared again here
                1 `x`: first declared here
                = lenient mode: the one variable of this name gets a new value
            warning E0109 1 `y`: `y` is declared already
                ^ declared again here
                1 `y`: first declared here
                = lenient mode: the one variable of this name gets a new value
            warning E0109 1 `y`: `y` is declared already
                ^ declared again here
                1 `y`: first declared here
                = lenient mode: the one variable of this name gets a new value
            warning E0109 1 `y`: the binder `y` hides a variable
                ^ declared again here
                1 `y`: first declared here
                = lenient mode: the binder hides the variable in the body
        "#]],
    );
    let names: Vec<_> = hir.methods.iter().next().unwrap().locals.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["x", "a", "y", "y", "i"]);
}

#[test]
fn a_variable_outlives_its_block() {
    let hir = relaxes(
        "bool b",
        "if (b) { int y := 1; } assert y == 1; y := 2;",
        expect![[r#"
            warning E0102 1 `y`: `y` is used after the end of its block
                1 `y`: declared here
                = lenient mode: a variable stays visible up to the end of the method
        "#]],
    );
    // The block may not have been entered: the variable has a value from the start.
    let body = hir.methods.iter().next().unwrap().body.as_ref().unwrap();
    assert!(matches!(body[0].kind, StmtKind::Assign(..)) && body.len() == 4, "{body:#?}");
}

#[test]
fn the_last_declaration_of_a_block_outlives_it() {
    let text = main_class("bool b", "{ int y := 1; bool y := true; } b := y;");
    assert!(!findings(&text, true).contains("E0110"));
}

#[test]
fn assignment_declares() {
    relaxes(
        "bool b",
        "x := 1; x := x + 1; if (b) { o := new A(); } o.x := x;",
        expect![[r#"
            warning E0102 1 `x`: unknown variable `x`
                = lenient mode: this declares it with type `int`
            warning E0102 1 `o`: unknown variable `o`
                = lenient mode: this declares it with type `A`
            warning E0102 1 `o`: `o` is used after the end of its block
                1 `o`: declared here
                = lenient mode: a variable stays visible up to the end of the method
        "#]],
    );
    expect![[r#"
        E0138 1 `x`: the type of `x` is not known
    "#]]
    .assert_eq(&findings(&main_class("", "x := null; x := 1;"), true));
}

#[test]
fn the_initialiser_decides_the_type() {
    relaxes(
        "A o",
        "int b := false; b := true; int n := o.next; n := o; float f := 1; uint u := 2;",
        expect![[r#"
            warning E0110 1 `false`: the variable needs type `int`, not `bool`
                ^ this is of type `bool`
                = lenient mode: the variable has type `bool`
            warning E0110 1 `o.next`: the variable needs type `int`, not `A`
                ^ this is of type `A`
                = lenient mode: the variable has type `A`
        "#]],
    );
    expect![[r#"
        E0110 1 `null`: the variable needs type `int`, not `null`
            ^ this is of type `null`
        E0110 1 `true`: `y` needs type `int`, not `bool`
            ^ this is of type `bool`
    "#]]
    .assert_eq(&findings(&main_class("", "int x := null; int y; y := true;"), true));
}

#[test]
fn unrelated_values_are_different() {
    relaxes(
        "int i, A o, U u",
        "bool b := i == null; b := o != u;",
        expect![[r#"
            warning E0112 1 `i == null`: `==` between `int` and `null`
                ^ these are never equal
                = lenient mode: this is `false`
            warning E0112 1 `o != u`: `!=` between `A` and `U`
                ^ these are never equal
                = lenient mode: this is `true`
        "#]],
    );
}

#[test]
fn the_value_of_a_void_method_is_dropped() {
    relaxes(
        "int i",
        "return i / 0;",
        expect![[r#"
            warning E0122 1 `i / 0`: `return` of a value in a `void` method
                1 `main`: declared here
                = lenient mode: the value is dropped
        "#]],
    );
}

#[test]
fn an_unknown_method_waits_to_be_called() {
    let hir = relaxes(
        "int i",
        "A.nope(i); i := Foo.bar(1); i := g() ;",
        expect![[r#"
            warning E0104 1 `nope`: unknown method `nope` of `A`
                = lenient mode: an error only when the call is reached
            warning E0101 1 `Foo`: unknown variable or class `Foo`
                = lenient mode: an error only when the call is reached
            warning E0104 1 `g`: unknown method `g` of `Main`
                = lenient mode: an error only when the call is reached
        "#]],
    );
    let body = hir.methods.iter().next().unwrap().body.as_ref().unwrap();
    assert!(matches!(&body[0].kind, StmtKind::Call(c) if matches!(&c.target, Target::Unknown(n) if n == "A.nope")));
    expect![[r#"
        E0138 1 `A.nope()`: the type of this call of the unknown `nope` is not known
        warning E0104 1 `nope`: unknown method `nope` of `A`
            = lenient mode: an error only when the call is reached
    "#]]
    .assert_eq(&findings(&main_class("int i", "i := 1 + A.nope();"), true));
}

#[test]
fn strict_programs_keep_their_meaning() {
    let body = "if (b) { int y := 1; y := 2; } else { bool y := b; y := true; } { int y := 3; } int y := 4;";
    assert_eq!(findings(&main_class("bool b", body), true), "");
}

#[test]
fn other_errors_stay() {
    for (body, code) in [
        ("int y := 1; { bool y := true; }", "E0109"),
        ("i := z;", "E0102"),
        ("i := true;", "E0110"),
        ("break;", "E0121"),
        ("A.one(1);", "E0114"),
        ("o.y := 1;", "E0103"),
        ("this := null;", "E0119"),
        ("assert forall e, e : a : true;", "E0109"),
    ] {
        let found = findings(&main_class("int i, A o, int[] a", body), true);
        assert!(
            found.starts_with(code) && found.lines().filter(|l| !l.starts_with(' ')).count() == 1,
            "{body}\n{found}"
        );
    }
}
