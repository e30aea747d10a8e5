//! Clauses of loops, and `old`.

use super::{findings, fine, in_main, wrong};
use expect_test::expect;

#[test]
fn clauses_of_loops_are_formulas() {
    fine(
        "int n, int[] a, A p, uint u",
        &[
            "while (n > 0) invariant(n >= 0 && p.next.x == A.n && a[0] == #a) decreases(n + a[0] - p.x) n := n - 1;",
            "while (n > 0) invariant(forall e, i : a : e > i) invariant(p instanceof B ==> p == (B) p) { }",
            "while (n > 0) decreases(u) { }",
            "while (n > 0) invariant(n == old(n) && p.x == old(p.x) && old(a)[0] == old(a[n]) && old(p) == p) { }",
            "while (n > 0) invariant(forall e, i : a : e == old(n) || old(a)[i] == e && old(null) == a) { }",
        ],
    );
    wrong("E0125", "int n", &["while (n > 0) invariant(A.one() == 1) { }", "while (n > 0) decreases(A.one()) { }"]);
    wrong(
        "E0125",
        "int n",
        &["while (n > 0) invariant(new A() == null) { }", "while (n > 0) invariant(old(A.one()) == n) { }"],
    );
    wrong("E0113", "int n", &["while (n > 0) invariant(n) { }", "while (n > 0) invariant(old(n)) { }"]);
    wrong("E0110", "int n, bool b, float f", &["while (b) decreases(b) { }", "while (b) decreases(f) { }"]);
    wrong("E0140", "int n", &["while (n > 0) decreases(n) invariant(true) decreases(n - 1) { }"]);
    wrong("E0102", "int n", &["while (n > 0) invariant(m > 0) { int m := n; }"]);
}

#[test]
fn clauses_do_not_see_the_body_nor_does_what_follows() {
    expect![[r#"
        E0102 1 `m`: unknown variable `m`
        E0110 1 `n > 0`: the measure of a loop must be of type `int`
            ^ this is of type `bool`
        E0102 1 `q`: unknown variable `q`
        E0102 1 `m`: unknown variable `m`
            1 `m`: a variable of this name was visible up to the end of its block
    "#]]
    .assert_eq(&in_main("int n", "while (n > 0) invariant(m > 0) decreases(n > 0) { int m := q; } m := 1;"));
}

#[test]
fn old_stands_where_something_is_remembered() {
    wrong(
        "E0139",
        "int n, int[] a",
        &[
            "assert old(n) == n;",
            "assume old(n) == n;",
            "n := old(n);",
            "while (old(n) > 0) { }",
            "while (n > 0) decreases(old(n)) { }",
            "while (n > 0) invariant(old(old(n)) == n) { }",
            "while (n > 0) invariant(forall e, i : a : old(e) == e) { }",
            "while (n > 0) invariant(forall e, i : a : old(a[i]) == e) { }",
        ],
    );
    wrong(
        "E0114",
        "int n",
        &["while (n > 0) invariant(old() == n) { }", "while (n > 0) invariant(old(n, n) == n) { }"],
    );
    let method =
        |clauses: &str| findings(&format!("class C {{ static int m(int n) {clauses} {{ return n; }} }}"), false);
    assert_eq!(method("ensures(retval == old(n))"), "");
    expect![[r#"
        E0139 1 `old(n)`: `old` stands only in invariants of loops and in `ensures` clauses
        E0139 1 `old(n)`: `old` stands only in invariants of loops and in `ensures` clauses
        E0139 1 `retval`: `retval` has no value when `old` is evaluated
            = `old` is evaluated when the method is entered
    "#]]
    .assert_eq(
        &(method("requires(old(n) == n)") + &method("exceptional(old(n) == n)") + &method("ensures(old(retval) == n)")),
    );
}

#[test]
fn a_method_may_be_called_old() {
    let text = "class C { static int old(int n) { return n; }
        static void m(int n) ensures(n == old(n)) { n := old(n); old(n); while (n > 0) invariant(old(n) == n) { } } }";
    assert_eq!(findings(text, false), "");
    expect![[r#"
        E0125 2 `old(n)`: a call is not allowed in an `assert`
            = assign its value to a variable first
    "#]]
    .assert_eq(&findings(&text.replace("old(n); while", "assert old(n) == n; while"), false));
}

#[test]
fn the_body_of_a_loop_with_a_contract_stands_in_braces() {
    expect![[r#"
        E0104 1 `decreases`: unknown method `decreases` of `Main`
            = the body of a loop with a contract stands in braces: `while (…) decreases(…) { … }`
    "#]]
    .assert_eq(&in_main("int n", "while (n > 0) invariant(n > 0) decreases(n);"));
}

#[test]
fn frames_list_fields_and_elements() {
    let method = |clauses: &str| {
        let text = "class C { C next; int v; int[] a; static int s; static int one() { return 1; } } class D { ";
        findings(&format!("{text} static void m(C c, int[] b, int n, C[][] g) {clauses} {{ }} }}"), false)
    };
    for clause in ["modifies()", "modifies(c.v, c.*, c.next.next.a[*], b[n + b[0]], g[0][1].v, g[0][*], ((C) c).v,)"] {
        assert_eq!(method(clause), "", "{clause}");
    }
    let wrong = [
        "modifies(C.s)",
        "modifies(n.*)",
        "modifies(c[*])",
        "modifies(b.*)",
        "modifies(c.w)",
        "modifies(n[0])",
        "modifies(b[true])",
        "modifies(b[C.one()])",
        "modifies(old(c).v)",
        "modifies(this.v)",
        "modifies(retval.v)",
        "modifies(c.v) modifies(c.next)",
    ];
    expect![[r#"
        E0142 1 `C.s`: `s` is a static field
            = a `modifies` clause is about objects and arrays; static fields may be changed
        E0142 1 `n.*`: only objects have fields, and this is of type `int`
        E0142 1 `c[*]`: only arrays have elements, and this is of type `C`
        E0142 1 `b.*`: only objects have fields, and this is of type `int[]`
        E0103 1 `w`: unknown field `w` of `C`
        E0136 1 `n`: an index needs an array
            ^ this is of type `int`
        E0110 1 `true`: the index needs type `int`, not `bool`
            ^ this is of type `bool`
        E0125 1 `C.one()`: a call is not allowed in a `modifies` clause
            = assign its value to a variable first
        E0139 1 `old(c)`: `old` stands only in invariants of loops and in `ensures` clauses
        E0118 1 `this`: there is no `this` in a static method
        E0120 1 `retval`: `retval` is the result and exists only in the `ensures` of a method that has one
        E0141 1 `modifies(c.next)`: a method has one `modifies` clause only
            1 `modifies(c.v)`: the first one
            = list everything in one clause
    "#]]
    .assert_eq(&wrong.map(method).concat());
}

#[test]
fn measures_of_methods_are_numbers_over_the_parameters() {
    let method = |clauses: &str| {
        let text = "class C { int v; static int one() { return 1; } } class D { ";
        findings(&format!("{text} static int m(C c, int[] b, uint n) {clauses} {{ return 0; }} }}"), false)
    };
    for clause in ["decreases(n)", "decreases(c.v + b[0] - #b) requires(n > 0)"] {
        assert_eq!(method(clause), "", "{clause}");
    }
    let wrong = [
        "decreases(c)",
        "decreases(C.one())",
        "decreases(old(n))",
        "decreases(retval)",
        "decreases(n) decreases(n - 1)",
    ];
    expect![[r#"
        E0110 1 `c`: the measure of a method must be of type `int`
            ^ this is of type `C`
        E0125 1 `C.one()`: a call is not allowed in a `decreases` clause
            = assign its value to a variable first
        E0139 1 `old(n)`: `old` stands only in invariants of loops and in `ensures` clauses
        E0120 1 `retval`: `retval` is the result and exists only in the `ensures` of a method that has one
        E0140 1 `decreases(n - 1)`: a method has one `decreases` clause only
            1 `decreases(n)`: the first one
    "#]]
    .assert_eq(&wrong.map(method).concat());
}
