//! The errors of wrong programs, and that each is reported once.

use super::{check_errors, check_statement_errors, parse};
use crate::oox::parse::decode;
use crate::source::SourceFile;
use expect_test::expect;

#[test]
fn a_missing_semicolon() {
    check_statement_errors(
        "int x := 1\nassert x == 1;\nx := 2\ny := 3; z := 4 }\n}\nclass B { int x\nint y }\nclass C { void f() { x := 1 y := 2; int z\nx := 3; z := (4\n}",
        expect![[r#"
            E0011 3:1 `assert`: expected `;`, found `assert` [unexpected]
              at 2:10 `1`: a `;` is missing after this
            E0011 5:1 `y`: expected `;`, found `y` [unexpected]
              at 4:6 `2`: a `;` is missing after this
            E0011 5:16 `}`: expected `;`, found `}` [unexpected]
              at 5:14 `4`: a `;` is missing after this
            E0011 8:1 `int`: expected `;`, found `int` [unexpected]
              at 7:15 `x`: a `;` is missing after this
            E0011 8:7 `}`: expected `;`, found `}` [unexpected]
              at 8:5 `y`: a `;` is missing after this
            E0011 9:29 `y`: expected `;`, found `y` [unexpected]
              at 9:27 `1`: a `;` is missing after this
            E0011 10:1 `x`: expected `:=` or `;`, found `x` [unexpected]
            E0011 11:1 `}`: expected `)`, found `}` [unexpected]
            E0011 12:3 `}`: expected a class, found `}` [unexpected]
            class Main
              void m() {(let int x 1) (assert (== x 1)) (:= x 2) (:= y 3) (:= z 4)}
            class B
              int x
              int y
            class C
              void f() {(let int z) (:= x 3)}
        "#]],
    );
}

#[test]
fn equals_sign_for_assignment() {
    check_statement_errors(
        "int x = 1; x = 2; if (x = 3) { y := 1; } else { y := 2; } assert x := 4;",
        expect![[r#"
        E0011 2:7 `=`: expected `:=` or `;`, found `=` [not an operator]
          help: `:=` assigns, `==` compares
        E0011 2:14 `=`: expected `:=` or `(`, found `=` [not an operator]
          help: `:=` assigns, `==` compares
        E0011 2:25 `=`: expected `)`, found `=` [not an operator]
          help: `:=` assigns, `==` compares
        E0011 2:68 `:=`: expected `;`, found `:=` [unexpected]
          help: `==` compares
        class Main
          void m() {}
    "#]],
    );
}

#[test]
fn increments_and_compound_assignments() {
    check_statement_errors(
        "i++; i--; ++i; x := i++; i += 1; a[i] *= 2; x := 1 + + 2;",
        expect![[r#"
        E0011 2:2 `+`: expected `:=` or `(`, found `+` [no `++` or `--` in OOX]
          help: write `i := i + 1;` or `i := i - 1;`
        E0011 2:7 `-`: expected `:=` or `(`, found `-` [no `++` or `--` in OOX]
          help: write `i := i + 1;` or `i := i - 1;`
        E0011 2:11 `+`: expected a statement, found `+` [no `++` or `--` in OOX]
          help: write `i := i + 1;` or `i := i - 1;`
        E0011 2:23 `+`: expected an expression, found `+` [no `++` or `--` in OOX]
          help: write `i := i + 1;` or `i := i - 1;`
        E0011 2:28 `+`: expected `:=` or `(`, found `+` [no compound assignment in OOX]
          help: write `x := x + e;`
        E0011 2:39 `*`: expected `:=` or `(`, found `*` [no compound assignment in OOX]
          help: write `x := x * e;`
        E0011 2:54 `+`: expected an expression, found `+` [unexpected]
        class Main
          void m() {}
    "#]],
    );
}

#[test]
fn loops_of_other_languages() {
    check_statement_errors(
        "for (int i := 0; i < n; i++) { x := x + i; } for (i := 0; i < n; i++) x := 1; do { } while (x); ok := 1;",
        expect![[r#"
            E0011 2:6 `int`: expected an expression, found `int` [unexpected]
              help: there is no `for` loop; write `while`
            E0011 2:53 `:=`: expected `,` or `)`, found `:=` [unexpected]
              help: there is no `for` loop; write `while`
            E0011 2:82 `{`: expected `:=` or `(`, found `{` [unexpected]
              help: the only compound statements are `if`, `while`, `try` and `lock`
            class Main
              void m() {{(:= x (+ x i))} {} (while x ;) (:= ok 1)}
        "#]],
    );
}

#[test]
fn finally_and_const_are_reserved() {
    check_statement_errors(
        "try { ; } catch { ; } finally { x := 1; } int const := 1; try { } finally { }",
        expect![[r#"
            E0011 2:23 `finally`: expected a statement, found `finally` [there is no `finally`]
              help: put the statements after the `catch` block
            E0011 2:47 `const`: expected a name, found `const` [reserved]
              help: a constant can be a static method: `static int N() { return 5; }`
            E0011 2:67 `finally`: expected `catch`, found `finally` [there is no `finally`]
              help: put the statements after the `catch` block
            class Main
              void m() {(try {;} {;}) {(:= x 1)} {}}
        "#]],
    );
}

#[test]
fn catch_takes_no_parameter() {
    check_statement_errors(
        "try { } catch (e) { x := ; } ok := 1;",
        expect![[r#"
        E0011 2:15 `(`: expected `{`, found `(` [unexpected]
          help: `catch` takes no parameter
        E0011 2:26 `;`: expected an expression, found `;` [unexpected]
        class Main
          void m() {{} (:= ok 1)}
    "#]],
    );
}

#[test]
fn else_without_if() {
    check_statement_errors(
        "x := 1; else y := 2; z := 3;",
        expect![[r#"
        E0011 2:9 `else`: expected a statement, found `else` [no `if` for this `else`]
          help: an `else` follows exactly one statement; an extra `;` before it ends the `if`
        class Main
          void m() {(:= x 1) (:= z 3)}
    "#]],
    );
}

#[test]
fn errors_in_branches_do_not_orphan_the_else() {
    check_statement_errors(
        "if (x) y = 1; else z := 2; if (x y) { a := 1; } else { b = 2; } while (1 +) c := ; ok := 1;",
        expect![[r#"
            E0011 2:10 `=`: expected `:=` or `(`, found `=` [not an operator]
              help: `:=` assigns, `==` compares
            E0011 2:34 `y`: expected `)`, found `y` [unexpected]
            E0011 2:58 `=`: expected `:=` or `(`, found `=` [not an operator]
              help: `:=` assigns, `==` compares
            E0011 2:75 `)`: expected an expression, found `)` [unexpected]
            E0011 2:82 `;`: expected an expression, found `;` [unexpected]
            class Main
              void m() {(if x ; (:= z 2)) (:= ok 1)}
        "#]],
    );
}

#[test]
fn bad_tokens() {
    check_statement_errors(
        "x := 1 @ 2; x := a & b; x := a | b; x := \"abc;\ny := 'ab'; y := ''; z := c ? 1 : 2; é := 1; x\u{a0}:= 1; ok := 1;",
        expect![[r#"
            E0001 2:8 `@`: unexpected character `@` [begins no token]
              help: there are no annotations
            E0001 2:20 `&`: unexpected character `&` [begins no token]
              help: logical and is written `&&`
            E0001 2:32 `|`: unexpected character `|` [begins no token]
              help: logical or is written `||`
            E0002 2:42 `"abc;`: unterminated string [no closing `"` on this line]
            E0003 3:17 `''`: malformed character literal [not exactly one character in single quotes]
              help: strings are written in double quotes
            E0001 3:28 `?`: unexpected character `?` [begins no token]
              help: there is no conditional expression; use `if`
            E0001 3:37 `é`: unexpected character `é` [begins no token]
              help: names consist of the letters A to Z and a to z, digits and `_`
            E0001 3:46 ` `: unexpected character `\u{a0}` [begins no token]
            class Main
              void m() {(:= ok 1)}
        "#]],
    );
}

#[test]
fn an_open_comment() {
    check_statement_errors(
        "x := 1; /* y := 2;",
        expect![[r#"
            E0004 2:9 `/*`: unterminated block comment [no `*/` follows]
              help: block comments do not nest
            class Main
              void m() {(:= x 1)}
        "#]],
    );
}

#[test]
fn values_are_no_statements() {
    check_statement_errors(
        "x; x.f; a[0]; x == 1; new C(); new int[3]; (x); 3; true; (x + 1) := 2; -x := 1; g() := 1; #a := 2;",
        expect![[r#"
            E0011 2:2 `;`: expected `:=` or `(`, found `;` [unexpected]
            E0011 2:7 `;`: expected `:=` or `(`, found `;` [unexpected]
            E0011 2:13 `;`: expected `:=` or `(`, found `;` [unexpected]
            E0011 2:17 `==`: expected `:=` or `(`, found `==` [unexpected]
            E0030 2:30 `;`: a new object cannot be dropped [unexpected]
              at 2:23 `new C()`: this is a value, not a statement
              help: assign it to a variable
            E0030 2:42 `;`: a new object cannot be dropped [unexpected]
              at 2:32 `new int[3]`: this is a value, not a statement
              help: assign it to a variable
            E0011 2:47 `;`: expected `:=` or `(`, found `;` [unexpected]
            E0011 2:49 `3`: expected a statement, found `3` [unexpected]
            E0011 2:52 `true`: expected a statement, found `true` [unexpected]
            E0031 2:66 `:=`: expected a call or an assignment [unexpected]
              at 2:58 `(x + 1)`: this is a value, not a statement
            E0011 2:72 `-`: expected a statement, found `-` [unexpected]
            E0011 2:85 `:=`: expected a statement, found `:=` [unexpected]
            E0011 2:91 `#`: expected a statement, found `#` [unexpected]
              help: a comment begins with `//`
            class Main
              void m() {(call g)}
        "#]],
    );
}

#[test]
fn forks_need_calls() {
    check_statement_errors(
        "fork x; fork; fork new C(); fork o.m() join; join x;",
        expect![[r#"
        E0011 2:7 `;`: expected a call, found `;` [unexpected]
        E0011 2:13 `;`: expected a call, found `;` [unexpected]
        E0011 2:27 `;`: expected a call, found `;` [unexpected]
        E0011 2:40 `join`: expected `;`, found `join` [unexpected]
          at 2:38 `)`: a `;` is missing after this
        E0011 2:51 `x`: expected `;`, found `x` [unexpected]
          at 2:46 `join`: a `;` is missing after this
        class Main
          void m() {(join)}
    "#]],
    );
}

#[test]
fn unclosed_parentheses() {
    check_statement_errors(
        "assert (x == 1; y := (1 + 2; z := f(1, 2; if (x { y := 1; } g(1 ; ok := 1;",
        expect![[r#"
        E0011 2:15 `;`: expected `)`, found `;` [unexpected]
        E0011 2:28 `;`: expected `)`, found `;` [unexpected]
        E0011 2:41 `;`: expected `,` or `)`, found `;` [unexpected]
        E0011 2:49 `{`: expected `)`, found `{` [unexpected]
        E0011 2:65 `;`: expected `,` or `)`, found `;` [unexpected]
        class Main
          void m() {{(:= y 1)} (:= ok 1)}
    "#]],
    );
}

#[test]
fn a_missing_brace_is_reported_once() {
    check_errors(
        "class C {\n void f() {\n if (x) {\n y := 1;\n }\n static void g() { }\n}\nclass D { int x; ",
        expect![[r#"
            E0012 6:2 `static`: expected `}`, found `static` [a `}` is missing before this]
              at 2:11 `{`: this brace is not closed
            E0012 8:18 ``: expected `}`, found the end of the file [a `}` is missing before this]
              at 8:9 `{`: this brace is not closed
            class C
              void f() {(if x {(:= y 1)})}
              static void g() {}
            class D
              int x
        "#]],
    );
}

#[test]
fn a_missing_brace_at_the_end() {
    check_errors(
        "class C { void f() { while (x) { {",
        expect![[r#"
        E0012 1:35 ``: expected `}`, found the end of the file [a `}` is missing before this]
          at 1:34 `{`: this brace is not closed
        class C
          void f() {(while x {{}})}
    "#]],
    );
}

#[test]
fn a_brace_too_many() {
    check_errors(
        "class C { void f() { } }\n int x; }\n void g() { } class D { }",
        expect![[r#"
            E0011 2:2 `int`: expected a class, found `int` [unexpected]
              help: methods and fields stand in classes: `class Main { static void main() { … } }`
            class C
              void f() {}
            class D
        "#]],
    );
}

#[test]
fn all_members_with_errors_are_reported() {
    check_errors(
        "class C { int f(int) { } int g( { } void h() requires x { } int ; void ok() { } int[3] a; int b }",
        expect![[r#"
            E0011 1:20 `)`: expected a name, found `)` [unexpected]
            E0011 1:33 `{`: expected a type, found `{` [unexpected]
            E0011 1:55 `x`: expected `(`, found `x` [unexpected]
              help: what follows `requires` stands in parentheses
            E0011 1:65 `;`: expected a name, found `;` [unexpected]
            E0011 1:85 `3`: expected `]`, found `3` [unexpected]
            E0011 1:97 `}`: expected `;`, found `}` [unexpected]
              at 1:95 `b`: a `;` is missing after this
            class C
              int b
              void ok() {}
        "#]],
    );
}

#[test]
fn broken_headers_keep_the_rest() {
    check_errors(
        "class { int x := 1; } class C implements { C() { x = 1; } } klass D { } class E { }",
        expect![[r#"
        E0011 1:7 `{`: expected a name, found `{` [unexpected]
        E0023 1:15 `:=`: only a static field has an initialiser [unexpected]
          help: assign the field in the constructor, or declare it `static`
        E0011 1:42 `{`: expected a name, found `{` [unexpected]
        E0011 1:52 `=`: expected `:=` or `(`, found `=` [not an operator]
          help: `:=` assigns, `==` compares
        E0011 1:61 `klass`: expected a class, found `klass` [unexpected]
        class E
    "#]],
    );
}

#[test]
fn declarations_need_a_name() {
    check_statement_errors(
        "int; int class := 1; C[] ; int x y; C[ x; ok := 1;",
        expect![[r#"
            E0011 2:4 `;`: expected a name, found `;` [unexpected]
            E0011 2:10 `class`: expected a name, found `class` [a reserved word]
            E0011 2:26 `;`: expected a name, found `;` [unexpected]
            E0011 2:34 `y`: expected `:=` or `;`, found `y` [unexpected]
            E0011 2:41 `;`: expected `]`, found `;` [unexpected]
            class Main
              void m() {(:= ok 1)}
        "#]],
    );
}

#[test]
fn at_most_a_hundred_errors() {
    let text = super::in_method(&"x = 1; assert a && b || c; ".repeat(150));
    let parsed = parse(&SourceFile::new("t", text));
    assert_eq!(parsed.diagnostics.iter().filter(|d| d.code == "E0011").count(), 100);
    assert_eq!(parsed.diagnostics.iter().filter(|d| d.code == "W0001").count(), 99);
    let [.., last, end] = &parsed.diagnostics[..] else { panic!("there are errors") };
    assert_eq!((end.code, end.span), ("E0099", last.span));
}

#[test]
fn bytes_have_to_be_utf8() {
    assert_eq!(decode(b"class A { }".to_vec(), "a").unwrap().text, "class A { }");
    let error = decode(b"class A {\n \xff }".to_vec(), "a").unwrap_err();
    expect!["E0007 the file is not UTF-8: malformed byte in line 2 None"]
        .assert_eq(&format!("{} {} {:?}", error.code, error.message, error.span));
}

#[test]
fn missing_braces_are_put_where_they_belong() {
    check_errors(
        "class A\n int x;\n void f()\n x := 1;\n }\n int g(C[] a) {\n while (x)\n try y := 2; } catch { }\n if (x) { ;\n C[] h(int b) { }\n void i() { } }",
        expect![[r#"
            E0011 2:2 `int`: expected `{`, found `int` [unexpected]
            E0011 4:2 `x`: expected `{`, found `x` [unexpected]
            E0011 8:6 `y`: expected `{`, found `y` [unexpected]
            E0012 10:2 `C`: expected `}`, found `C` [a `}` is missing before this]
              at 9:9 `{`: this brace is not closed
            class A
              int x
              void f() {(:= x 1)}
              int g(C[] a) {(while x (try {(:= y 2)} {})) (if x {;})}
              C[] h(int b) {}
              void i() {}
        "#]],
    );
}

#[test]
fn wrong_clauses_of_loops() {
    check_statement_errors(
        "while (c) invariant() { x := 1; }
         while (c) invariant(x := 1) decreases(n) { x := 2; }
         while (c) decreases(forall e, i : a : e) { x := 3; }
         while (c) invariant(a) decreases(n { x := 4; }
         while (c) invariant a { x := 5; }
         while (c invariant(a) { x := 6; }
         while (c) invariant(a, b) { x := 7; }
         while (c) requires(a) { x := 8; }
         ok := 1;",
        expect![[r#"
            E0011 2:21 `)`: expected an expression, found `)` [unexpected]
            E0011 3:32 `:=`: expected `)`, found `:=` [unexpected]
              help: `==` compares
            E0011 4:30 `forall`: expected an expression, found `forall` [not allowed here]
              help: quantifiers stand in `assert`, `assume`, contract clauses and invariants
            E0011 5:45 `{`: expected `)`, found `{` [unexpected]
            E0011 6:32 `{`: expected `:=` or `;`, found `{` [unexpected]
              help: a clause has parentheses: `while (e) invariant(e) { … }`
            E0011 7:19 `invariant`: expected `)`, found `invariant` [unexpected]
            E0011 8:31 `,`: expected `)`, found `,` [unexpected]
            E0011 9:20 `requires`: expected a statement, found `requires` [unexpected]
            class Main
              void m() {{(:= x 4)} (while c ;) {(:= x 5)} {(:= x 6)} (while c ;) {(:= x 8)} (:= ok 1)}
        "#]],
    );
}

#[test]
fn wrong_frames() {
    check_errors(
        "class C {
           void a() modifies(x) { ; }
           void b() modifies(x.f + 1) { ; }
           void c() modifies(a[]) { ; }
           void d() modifies x.f { ; }
           void e() modifies(x.f y.f) { ; }
           void f() modifies(*) { ; }
           void g() modifies(x.*.f) { ; }
           void h() { x.* := 1; modifies(x.*); }
           void i() modifies(x.f) { ; }
         }",
        expect![[r#"
            E0011 2:31 `)`: expected `.` or `[`, found `)` [unexpected]
            E0011 3:34 `+`: expected `,` or `)`, found `+` [unexpected]
            E0011 4:32 `]`: expected an expression, found `]` [unexpected]
            E0011 5:30 `x`: expected `(`, found `x` [unexpected]
              help: what follows `modifies` stands in parentheses
            E0011 6:34 `y`: expected `,` or `)`, found `y` [unexpected]
            E0011 7:30 `*`: expected an expression, found `*` [unexpected]
            E0011 8:33 `.`: expected `,` or `)`, found `.` [unexpected]
            E0011 9:25 `*`: expected a name, found `*` [unexpected]
            E0011 9:44 `*`: expected a name, found `*` [unexpected]
            class C
              void h() {}
              void i() (modifies x.f) {;}
        "#]],
    );
}
