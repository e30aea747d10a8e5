//! Types of expressions.

use super::{fine, in_main, wrong};
use expect_test::expect;

const NUMBERS: &str = "int i, uint u, float f, bool b, char c, string s, int[] a, A o";

#[test]
fn arithmetic_takes_numbers_and_mixes_them() {
    fine(
        NUMBERS,
        &[
            "int r := i + 1 - i * 2 / 3 % 4;",
            "uint r := u + u;",
            "int r := u + i;",
            "int r := u + 1;",
            "float r := f + i;",
            "float r := u / f;",
            "float r := -f;",
            "uint r := -u;",
            "int r := u % i;",
        ],
    );
    wrong(
        "E0111",
        NUMBERS,
        &[
            "int r := i + b;",
            "int r := c * 1;",
            "i := -s;",
            "int r := i - null;",
            "float r := f % 2;",
            "i := i % f;",
            "string t := s + 1;",
        ],
    );
    // Each wrong operand is reported, and nothing follows from it.
    expect![[r#"
        E0111 1 `b`: `+` takes numbers
            ^ this is of type `bool`
        E0111 1 `s`: `+` takes numbers
            ^ this is of type `string`
    "#]]
    .assert_eq(&in_main(NUMBERS, "int r := (b + s) * 2;"));
}

#[test]
fn comparisons_take_numbers() {
    fine(NUMBERS, &["b := i < u;", "b := f >= i;", "b := 1 <= 2.5;"]);
    wrong("E0111", NUMBERS, &["b := i < b;", "b := s <= 1;", "b := null > i;"]);
}

#[test]
fn connectives_take_booleans() {
    fine(NUMBERS, &["b := !b && b || (b ==> b);"]);
    wrong("E0111", NUMBERS, &["b := b && i;", "b := !i;", "b := i ==> b;", "b := b || null;"]);
}

#[test]
fn equality_takes_what_can_be_equal() {
    fine(
        "int i, uint u, float f, bool b, char c, string s, int[] a, A o, B p, C q, I j, J k",
        &[
            "b := i == u;",
            "b := f != i;",
            "b := b == b;",
            "b := c == 'x';",
            "b := s == null;",
            "b := a != null;",
            "b := a == a;",
            "b := o == p;",
            "b := p != o;",
            "b := j == q;",
            "b := o == j;",
            "b := j == k;",
            "b := null == null;",
        ],
    );
    wrong(
        "E0112",
        "int i, bool b, char c, string s, int[] a, bool[] d, A o, B[] e, A[] g, C q, U v",
        &[
            "b := i == b;",
            "b := i != null;",
            "b := c == s;",
            "b := a == d;",
            "b := e == g;",
            "b := o == q;",
            "b := v != o;",
            "b := o == s;",
            "b := o == a;",
            "b := null == b;",
        ],
    );
}

#[test]
fn assignment_needs_the_exact_type_a_subtype_or_null() {
    fine(
        "int i, A o, B p, C q, I j, int[] a, string s",
        &["o := p;", "o := null;", "s := null;", "a := null;", "j := q;", "j := null;", "i := 3;"],
    );
    wrong(
        "E0110",
        "int i, uint u, float f, bool b, char c, A o, B p, C q, I j, int[] a, A[] d, B[] e",
        &[
            "i := b;",
            "i := null;",
            "b := null;",
            "c := null;",
            "i := u;",
            "i := f;",
            "f := i;",
            "u := i;",
            "u := u + 1;",
            "p := o;",
            "q := j;",
            "j := o;",
            "d := e;",
            "a := 1;",
            "int r := 1.0;",
        ],
    );
    expect![[r#"
        E0110 1 `o`: `p` needs type `B`, not `A`
            ^ this is of type `A`
            = a cast, `(B) o`, has that type and throws when the object is of another
        E0110 1 `n`: `f` needs type `float`, not `int`
            ^ this is of type `int`
            = `n + 0.0` has type `float`
    "#]]
    .assert_eq(&in_main("A o, B p, float f, int n", "p := o; f := n;"));
}

#[test]
fn an_integer_literal_goes_to_uint_and_float() {
    fine(
        "uint u, float f, uint[] v",
        &["u := 3;", "f := 3;", "f := -3;", "uint r := 12345678901234567890123;", "v[0] := (1);"],
    );
    wrong("E0110", "uint u, float f", &["u := -3;", "u := 1 + 1;", "f := 1 + 1;", "u := 3.0;"]);
}

#[test]
fn conditions_are_boolean() {
    wrong("E0113", "int i, A o", &["if (i) { }", "while (o) { }", "assert i;", "assume null;", "assert 1 + 1;"]);
    fine("bool b", &["if (b) { } else { } while (b) { } assert b; assume !b;"]);
}

#[test]
fn lengths_and_indexes_need_arrays_and_integers() {
    fine("int[] a, A[][] m, int i", &["i := #a + #m[0];", "a[i] := a[#a - 1];", "m[0][i].x := 3;", "A o := m[i][i];"]);
    wrong("E0136", "int i, A o, string s", &["i := #i;", "i := #s;", "i := o[0];", "i[0] := 1;", "i := #null;"]);
    wrong(
        "E0110",
        "int[] a, uint u, bool b",
        &["a[b] := 1;", "int r := a[1.0];", "a[u] := 1;", "int[] c := new int[b];"],
    );
}

#[test]
fn fields_belong_to_objects_and_static_fields_to_classes() {
    fine("A o, B p", &["o.x := p.x;", "o.next.next.x := A.n;", "A.n := B.n;", "Main.s := 1;"]);
    wrong("E0103", "A o, int i, int[] a", &["o.y := 1;", "i.x := 1;", "int r := a.length;", "int r := A.y;"]);
    wrong("E0117", "A o", &["o.n := 1;", "A.x := 1;", "int r := A.x;", "int r := o.n;"]);
    expect![[r#"
        E0103 1 `nxt`: unknown field `nxt` of `A`
            = did you mean `next`?
        E0103 1 `length`: a value of type `int[]` has no fields
            = the length of an array is `#a`
        E0117 1 `n`: `n` is a static field
            ^ read on an object
            2 `n`: declared here as `static`
            = write `A.n`
    "#]]
    .assert_eq(&in_main("A o, int[] a, int i", "o.nxt := o; i := a.length; i := o.n;"));
}

#[test]
fn casts_and_instanceof_need_types_that_can_meet() {
    fine(
        "A o, B p, C q, I i, J j",
        &[
            "B r := (B) o;",
            "A r := (A) p;",
            "C r := (C) i;",
            "I r := (I) o;",
            "bool b := o instanceof B;",
            "bool b := i instanceof J && null instanceof A;",
            "A r := (A) null;",
            "int r := ((B) o).next.x;",
        ],
    );
    wrong(
        "E0134",
        "A o, B p, C q, int i, int[] a, string s",
        &[
            "C r := (C) o;",
            "bool b := q instanceof B;",
            "int r := (int) i;",
            "bool b := i instanceof A;",
            "A r := (A) a;",
            "A r := (A) s;",
            "bool b := a instanceof int[];",
        ],
    );
    wrong("E0101", "A o", &["bool b := o instanceof Nope;", "A r := (Nope) o;"]);
}

#[test]
fn arrays_are_made_with_integer_sizes() {
    fine("int n", &["int[] a := new int[n];", "A[][] m := new A[n][n + 1];", "int[] a := new int[0];"]);
    wrong("E0110", "uint u", &["int[] a := new int[u];", "int[] a := new int[1][1];", "bool[] a := new int[1];"]);
    wrong("E0101", "", &["int[] a := new Nope[1];"]);
}

#[test]
fn monitors_are_objects_and_arrays() {
    fine("A o, int[] a", &["lock (o) { } lock (a) { }"]);
    wrong("E0111", "int i, string s", &["lock (i) { }", "lock (s) { }"]);
}

#[test]
fn quantifiers_range_over_arrays() {
    fine(
        "A[] a, int[] b, A o",
        &[
            "assert forall e, i : a : e == null || e.x > i;",
            "assert exists b, i, e : e == i && b[i] == e;",
            "assert forall e, i : a : (exists f, j : b : f == i && i == j);",
        ],
    );
    wrong("E0136", "int n", &["assert forall e, i : n : true;"]);
    wrong("E0113", "int[] a", &["assert forall e, i : a : e;"]);
    wrong(
        "E0109",
        "int[] a, int v",
        &[
            "assert forall v, i : a : true;",
            "assert forall e, v : a : v == 0;",
            "assert forall e, e : a : e == 0;",
            "assert forall e, i : a : (forall e, j : a : e == 0);",
        ],
    );
    wrong(
        "E0102",
        "int[] a, int r",
        &["assert forall e, i : a : true; r := e;", "assert forall e, i : a : true; r := i;"],
    );
}

#[test]
fn formulas_hold_no_calls() {
    fine("A o, int[] a, A[] b", &["assert o.x == a[0] + #a && o.next.x / A.n == 1;"]);
    wrong(
        "E0125",
        "A o, int[] a",
        &[
            "assert o.get() == 1;",
            "assume A.one() == 1;",
            "assert new A() == null;",
            "assert new int[1] == null;",
            "assert forall e, i : a : A.one() == e;",
        ],
    );
    // The arguments are checked all the same.
    expect![[r#"
        E0125 1 `new A(zz)`: `new` is not allowed in an `assert`
            = assign its value to a variable first
        E0102 1 `zz`: unknown variable `zz`
    "#]]
    .assert_eq(&in_main("", "assert new A(zz) == null;"));
}
