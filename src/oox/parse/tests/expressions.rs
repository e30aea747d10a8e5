//! Operators, operands, quantifiers.

use super::{check_formulas, check_statement_errors, check_statements};
use expect_test::expect;

#[test]
fn binary_operators_associate_to_the_left_but_implication_to_the_right() {
    check_formulas(
        &["1 - 2 - 3", "1 * 2 / 3 % 4", "a == b != c", "a < b >= c", "a && b && c", "a ==> b ==> c"],
        expect![[r#"
            (- (- 1 2) 3)
            (% (/ (* 1 2) 3) 4)
            (!= (== a b) c)
            (>= (< a b) c)
            (&& (&& a b) c)
            (==> a (==> b c))"#]],
    );
}

#[test]
fn levels_bind_as_the_table_says() {
    check_formulas(
        &[
            "a ==> b && c == d < e + f * -g",
            "-a * b + c < d == e && f ==> g",
            "a + b * c - d",
            "!a == b",
            "- - a - -b",
            "! !a",
            "(a + b) * (c)",
            "a || b ==> c || d ==> e",
        ],
        expect![[r#"
            (==> a (&& b (== c (< d (+ e (* f (- g)))))))
            (==> (&& (== (< (+ (* (- a) b) c) d) e) f) g)
            (- (+ a (* b c)) d)
            (== (! a) b)
            (- (- (- a)) (- b))
            (! (! a))
            (* (+ a b) c)
            (==> (|| a b) (==> (|| c d) e))"#]],
    );
}

#[test]
fn conjunction_and_disjunction_share_a_level_and_mixing_them_warns() {
    check_statement_errors(
        "assert a && b || c; assert a || (b && c); assert a || b && c || d ==> a && b;",
        expect![[r#"
            W0001 2:15 `||`: `&&` and `||` are mixed without parentheses [this `||` applies to all that stands left of it]
              at 2:8 `a && b`: its left operand
              help: both bind equally, from left to right; parentheses make that visible
            W0001 2:57 `&&`: `&&` and `||` are mixed without parentheses [this `&&` applies to all that stands left of it]
              at 2:50 `a || b`: its left operand
              help: both bind equally, from left to right; parentheses make that visible
            class Main
              void m() {(assert (|| (&& a b) c)) (assert (|| a (&& b c))) (assert (==> (|| (&& (|| a b) c) d) (&& a b)))}
        "#]],
    );
}

#[test]
fn quantifiers_take_both_forms_of_binders() {
    check_formulas(
        &[
            "forall e, i : a : e == i",
            "forall a, i, e : e == i",
            "exists e, i : o.f[0] : e",
            "exists o.f[0], i, e : e",
            "forall e, i : a : exists f, j : b : e == f && i == j ==> c",
            "(forall e, i : a : e) && !(exists e, i : a : e)",
        ],
        expect![[r#"
            (forall e i a (== e i))
            (forall e i a (== e i))
            (exists e i o.f[0] e)
            (exists e i o.f[0] e)
            (forall e i a (exists f j b (==> (&& (== e f) (== i j)) c)))
            (&& (forall e i a e) (! (exists e i a e)))"#]],
    );
}

#[test]
fn quantifiers_stand_in_formulas_only() {
    check_statement_errors(
        "assert true && forall v, i : a : v == 0;
x := (forall v, i : a : v);
if (forall v, i : a : v) ;
assert f((forall v, i : a : v));
assume (a[(exists v, i : a : v)]);",
        expect![[r#"
            E0011 2:16 `forall`: expected an expression, found `forall` [a quantifier after an operator]
              help: put the quantifier in parentheses
            E0011 3:7 `forall`: expected an expression, found `forall` [not allowed here]
              help: quantifiers stand in `assert`, `assume`, contract clauses and invariants
            E0011 4:5 `forall`: expected an expression, found `forall` [not allowed here]
              help: quantifiers stand in `assert`, `assume`, contract clauses and invariants
            E0011 5:11 `forall`: expected an expression, found `forall` [not allowed here]
              help: quantifiers stand in `assert`, `assume`, contract clauses and invariants
            E0011 6:12 `exists`: expected an expression, found `exists` [not allowed here]
              help: quantifiers stand in `assert`, `assume`, contract clauses and invariants
            class Main
              void m() {}
        "#]],
    );
}

#[test]
fn casts_are_told_from_parenthesised_variables() {
    check_formulas(
        &[
            "(C) x",
            "(C) x.f[0].g",
            "((C) x).f",
            "(C) (x)",
            "(C) (D) x",
            "(C) new D()",
            "(C) null",
            "(C) g(x)",
            "-(C) x",
            "(C[]) x",
            "(C[][]) -x",
            "(int) x",
            "(C) !x",
            "(C) #x",
            "(C) \"s\"",
            "(x) - 1",
            "(x) + y",
            "(x)",
            "(x).f",
            "(x)[0]",
            "(x[0]) - y",
            "(x) == y",
            "(C) x == (D) y",
        ],
        expect![[r#"
            (cast C x)
            (cast C x.f[0].g)
            (cast C x).f
            (cast C x)
            (cast C (cast D x))
            (cast C (new D))
            (cast C null)
            (cast C (call g x))
            (- (cast C x))
            (cast C[] x)
            (cast C[][] (- x))
            (cast int x)
            (cast C (! x))
            (cast C (# x))
            (cast C "s")
            (- x 1)
            (+ x y)
            x
            x.f
            x[0]
            (- x[0] y)
            (== x y)
            (== (cast C x) (cast D y))"#]],
    );
}

#[test]
fn instanceof_is_relational_and_soft() {
    check_formulas(
        &[
            "x instanceof C",
            "x instanceof C == true",
            "x.f instanceof C && y",
            "(x) instanceof C",
            "(C) x instanceof D",
            "(C) instanceof",
            "(C) instanceof.f",
            "x + 1 instanceof int[]",
            "instanceof instanceof C",
            "!x instanceof C",
            "a == x instanceof C",
        ],
        expect![[r#"
            (instanceof x C)
            (== (instanceof x C) true)
            (&& (instanceof x.f C) y)
            (instanceof x C)
            (instanceof (cast C x) D)
            (cast C instanceof)
            (cast C instanceof.f)
            (instanceof (+ x 1) int[])
            (instanceof instanceof C)
            (instanceof (! x) C)
            (== a (instanceof x C))"#]],
    );
}

#[test]
fn lengths_are_prefixes_of_chains() {
    check_formulas(
        &["#a", "#o.f", "#m[0]", "#a - 1", "-#a", "#o.f(1)[2].g", "#(a)", "#this.a + #a"],
        expect![[r#"
        (# a)
        (# o.f)
        (# m[0])
        (- (# a) 1)
        (- (# a))
        (# (call o.f 1)[2].g)
        (# a)
        (+ (# this.a) (# a))"#]],
    );
}

#[test]
fn heap_reads_calls_and_allocations_are_operands() {
    check_formulas(
        &[
            "a[i] + o.f.g",
            "C.f(C.g(x))",
            "g(x, y + 1,) * f()",
            "o.m().n(1)[2].p",
            "this.m(this.x)",
            "super.m(1) + super.f",
            "new C(1, new D()).m()",
            "new int[3] == new C[n][m + 1]",
            "new D().f",
            "a[b[c[0]]]",
            "C.count",
        ],
        expect![[r#"
            (+ a[i] o.f.g)
            (call C.f (call C.g x))
            (* (call g x (+ y 1)) (call f))
            (call (call o.m).n 1)[2].p
            (call this.m this.x)
            (+ (call super.m 1) super.f)
            (call (new C 1 (new D)).m)
            (== (new int[3]) (new C[n][(+ m 1)]))
            (new D).f
            a[b[c[0]]]
            C.count"#]],
    );
}

#[test]
fn literals() {
    check_formulas(
        &[
            "123456789012345678901234567890",
            "0.10",
            "1.0",
            "007",
            "true == false",
            "null",
            "'\\n' == 'x'",
            "\"\" != \"a\\\"b\"",
            "retval == this",
        ],
        expect![[r#"
            123456789012345678901234567890
            1/10
            1
            7
            (== true false)
            null
            (== '
            ' 'x')
            (!= "" "a\"b")
            (== retval this)"#]],
    );
}

#[test]
fn spans_cover_parentheses_and_operands() {
    use crate::oox::parse::ast::{ExprKind, StmtKind};
    let source = crate::source::SourceFile::new("t", super::in_method("assert ((a) + b.c[1]) == -(d);"));
    let parsed = super::parse(&source);
    let stmt = &parsed.program.classes[0].methods[0].body.as_ref().unwrap().stmts[0];
    let StmtKind::Assert(cond) = &stmt.kind else { panic!("{stmt:?}") };
    let ExprKind::Binary(_, left, right) = &cond.kind else { panic!("{cond:?}") };
    let ExprKind::Binary(_, a, bc) = &left.kind else { panic!("{left:?}") };
    let texts: Vec<&str> =
        [stmt.span, cond.span, left.span, right.span, a.span, bc.span].map(|s| source.slice(s)).into();
    expect![[r#"
        assert ((a) + b.c[1]) == -(d);
        ((a) + b.c[1]) == -(d)
        ((a) + b.c[1])
        -(d)
        (a)
        b.c[1]"#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn numbers_have_no_members_and_no_sign() {
    check_statement_errors(
        "x := 3.f; x := 1.2.3; x := \"a\".f; x := null[0]; x := new int[1].f; x := 1a;",
        expect![[r#"
            E0011 2:7 `.`: expected `;`, found `.` [unexpected]
              at 2:6 `3`: a `;` is missing after this
            E0011 2:19 `.`: expected `;`, found `.` [unexpected]
              at 2:16 `1.2`: a `;` is missing after this
            E0011 2:31 `.`: expected `;`, found `.` [unexpected]
              at 2:28 `"a"`: a `;` is missing after this
            E0011 2:44 `[`: expected `;`, found `[` [unexpected]
              at 2:40 `null`: a `;` is missing after this
            E0011 2:64 `.`: expected `;`, found `.` [unexpected]
              at 2:63 `]`: a `;` is missing after this
            E0011 2:74 `a`: expected `;`, found `a` [unexpected]
              at 2:73 `1`: a `;` is missing after this
            class Main
              void m() {}
        "#]],
    );
}

#[test]
fn operands_are_required() {
    check_statement_errors(
        "x := ; x := 1 + ; x := (1; x := a[; x := f(1,,2); x := f(,); x := new; x := new int(3); x := new C; x := new C[]; x := new C[2][]; x := * 2; x := #-a; x := ##a;",
        expect![[r#"
            E0011 2:6 `;`: expected an expression, found `;` [unexpected]
            E0011 2:17 `;`: expected an expression, found `;` [unexpected]
            E0011 2:26 `;`: expected `)`, found `;` [unexpected]
            E0011 2:35 `;`: expected an expression, found `;` [unexpected]
            E0011 2:46 `,`: expected an expression, found `,` [unexpected]
            E0011 2:58 `,`: expected an expression, found `,` [unexpected]
            E0011 2:70 `;`: expected a type, found `;` [unexpected]
            E0011 2:84 `(`: expected `[`, found `(` [unexpected]
            E0011 2:99 `;`: expected `(` or `[`, found `;` [unexpected]
            E0032 2:112 `]`: expected the size of the array, found `]` [unexpected]
              help: every `[ ]` of a new array has its size
            E0032 2:129 `]`: expected the size of the array, found `]` [unexpected]
              help: every `[ ]` of a new array has its size
            E0011 2:137 `*`: expected an expression, found `*` [unexpected]
            E0011 2:148 `-`: expected an expression, found `-` [unexpected]
            E0011 2:158 `#`: expected an expression, found `#` [unexpected]
            class Main
              void m() {}
        "#]],
    );
}

#[test]
fn a_number_has_a_limit() {
    let digits = "9".repeat(100_001);
    let (errors, _) = super::errors_in(super::in_method(&format!("x := {digits};")));
    assert_eq!(errors, 1);
}

#[test]
fn whole_right_hand_sides() {
    check_statements(
        "x := o.f; x := a[i]; x := new C(); x := o.m(1,); x := (y);",
        expect![[r#"
        (:= x o.f)
        (:= x a[i])
        (:= x (new C))
        (:= x (call o.m 1))
        (:= x y)"#]],
    );
}
