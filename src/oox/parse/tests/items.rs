//! Classes, interfaces, members.

use super::{check_errors, check_program};
use expect_test::expect;

#[test]
fn an_empty_file_is_a_program() {
    check_program(" // nothing\n", expect![""]);
}

#[test]
fn fields() {
    check_program(
        "class C { int x; - int y; C[] z; -C w; static int n := 1 + 2; static D d; static string s := \"a\"; }",
        expect![[r#"
            class C
              int x
              int y
              C[] z
              C w
              static int n := (+ 1 2)
              static D d
              static string s := "a"
        "#]],
    );
}

#[test]
fn methods_and_constructors() {
    check_program(
        "class C {
            C() { } C(int x, C[] y,) requires(x > 0) { }
            void m() { } static void s(int a) { } int f(int[] a) { return 1; } C[] g() { }
            int C() { return 1; } C C(int i) { } static C make() { } }",
        expect![[r#"
            class C
              constructor C() {}
              constructor C(int x, C[] y) (requires (> x 0)) {}
              void m() {}
              static void s(int a) {}
              int f(int[] a) {(return 1)}
              C[] g() {}
              int C() {(return 1)}
              C C(int i) {}
              static C make() {}
        "#]],
    );
}

#[test]
fn contracts_come_in_any_number_and_order() {
    check_program(
        "class C { int f(int[] a) ensures(retval > 0) requires(a != null) exceptional(a == null)
            requires(forall e, i : a : e > 0) ensures((exists a, i, e : e == 1) || true) { } }",
        expect![[r#"
            class C
              int f(int[] a) (ensures (> retval 0)) (requires (!= a null)) (exceptional (== a null)) (requires (forall e i a (> e 0))) (ensures (|| (exists e i a (== e 1)) true)) {}
        "#]],
    );
}

#[test]
fn inheritance() {
    check_program(
        "class B extends A { } class C extends A implements I, J { } class D implements I { }
         abstract class E { abstract int area(); abstract void f(int x) requires(x > 0); abstract C[] g(); int h() { } }
         interface I { int f(int x); void g(); C h() ensures(true); } interface J extends I, K { }",
        expect![[r#"
            class B < A
            class C < A : I, J
            class D : I
            abstract class E
              abstract int area()
              abstract void f(int x) (requires (> x 0))
              abstract C[] g()
              int h() {}
            interface I
              abstract int f(int x)
              abstract void g()
              abstract C h() (ensures true)
            interface J : I, K
        "#]],
    );
}

#[test]
fn soft_words_name_classes_and_members() {
    check_program(
        "class extends extends implements implements interface { }
         class abstract { abstract x; abstract[] y; abstract() { } abstract f() { } int extends; - abstract z; }
         interface interface { interface implements(super super); }
         class abstract2 { abstract abstract abstract(); static abstract g; break break; instanceof instanceof() { } }",
        expect![[r#"
            class extends < implements : interface
            class abstract
              abstract x
              abstract[] y
              int extends
              abstract z
              constructor abstract() {}
              abstract f() {}
            interface interface
              abstract interface implements(super super)
            class abstract2
              static abstract g
              break break
              abstract abstract abstract()
              instanceof instanceof() {}
        "#]],
    );
}

#[test]
fn spans_of_headers() {
    let text =
        "abstract class A extends B implements I { static int x := 1; abstract void f(int a) requires(true); A() {} }";
    let source = crate::source::SourceFile::new("t", text);
    let parsed = super::parse(&source);
    let class = &parsed.program.classes[0];
    let spans = [
        class.span,
        class.fields[0].span,
        class.methods[0].span,
        class.methods[0].clauses[0].span,
        class.methods[1].span,
    ];
    expect![[r#"
        abstract class A extends B implements I
        static int x := 1;
        abstract void f(int a)
        requires(true)
        A()"#]]
    .assert_eq(&spans.map(|s| source.slice(s)).join("\n"));
}

#[test]
fn what_interfaces_cannot_hold() {
    check_errors(
        "interface I { int x; static void f() { } I() { } int g() { return 1; } - int y; void h(); }",
        expect![[r#"
            E0011 1:20 `;`: expected `(`, found `;` [unexpected]
            E0021 1:22 `static`: an interface has only instance methods without bodies [not allowed in an interface]
            E0024 1:43 `(`: expected a name, found `(`: method `I` has no result type [unexpected]
              at 1:42 `I`: taken for the result type
              help: write the result type, or `void`, before the name
            E0025 1:58 `{`: a method without body is expected here [unexpected]
              help: write `;`; bodies stand in classes
            E0011 1:72 `-`: expected a type, found `-` [unexpected]
            interface I
              abstract void h()
        "#]],
    );
}

#[test]
fn abstract_and_bodies() {
    check_errors(
        "class C { abstract int f() { return 1; } int g(); static abstract int h(); abstract static int i(); abstract int x; void ok() { } }",
        expect![[r#"
            E0025 1:28 `{`: a method without body is expected here [unexpected]
              help: write `;`, or drop `abstract`
            E0026 1:49 `;`: expected the body of the method, found `;` [unexpected]
              help: only a method declared `abstract`, or in an interface, has no body
            E0022 1:58 `abstract`: a static method cannot be abstract [contradicts the modifier before it]
            E0022 1:85 `static`: a static method cannot be abstract [contradicts the modifier before it]
            E0011 1:115 `;`: expected `(`, found `;` [unexpected]
            class C
              void ok() {}
        "#]],
    );
}

#[test]
fn fields_and_initialisers() {
    check_errors(
        "class C { int x := 1; static static int y; -static int z; static int w := ; - void f() { } int ok; }",
        expect![[r#"
            E0023 1:17 `:=`: only a static field has an initialiser [unexpected]
              help: assign the field in the constructor, or declare it `static`
            E0011 1:30 `static`: expected a type, found `static` [unexpected]
            E0011 1:45 `static`: expected a type, found `static` [unexpected]
            E0011 1:75 `;`: expected an expression, found `;` [unexpected]
            E0011 1:79 `void`: expected a type, found `void` [unexpected]
            class C
              static int y
              static int z
              int ok
        "#]],
    );
}

#[test]
fn a_method_needs_a_result_type() {
    check_errors(
        "class C { f(int x) { x := ; } static g() { } C() { } }",
        expect![[r#"
            E0024 1:12 `(`: expected a name, found `(`: method `f` has no result type [unexpected]
              at 1:11 `f`: taken for the result type
              help: write the result type, or `void`, before it; a constructor is called `C`
            E0011 1:27 `;`: expected an expression, found `;` [unexpected]
            E0011 1:39 `(`: expected a name, found `(` [unexpected]
              help: a method has a result type, or `void`, before its name
            class C
              constructor C() {}
        "#]],
    );
}

#[test]
fn one_superclass_only() {
    check_errors(
        "class C extends A, B { int x := 1; } class D { }",
        expect![[r#"
        E0020 1:18 `,`: a class extends one class only [a second superclass]
          help: let the other be an interface
        E0023 1:30 `:=`: only a static field has an initialiser [unexpected]
          help: assign the field in the constructor, or declare it `static`
        class D
    "#]],
    );
}

#[test]
fn words_of_other_languages() {
    check_errors(
        "import x; class C { public void f() { } private int x; final int y; const int z; void ok() { } }",
        expect![[r#"
            E0011 1:1 `import`: expected a class, found `import` [unexpected]
              help: a program is one file; it has no packages and imports nothing
            E0011 1:28 `void`: expected a name, found `void` [a reserved word]
              help: the only modifiers are `static` and `abstract`
            E0011 1:49 `int`: expected a name, found `int` [a reserved word]
              help: the only modifiers are `static` and `abstract`
            E0011 1:62 `int`: expected a name, found `int` [a reserved word]
              help: the only modifiers are `static` and `abstract`
            E0011 1:69 `const`: expected a type, found `const` [reserved]
              help: a constant can be a static method: `static int N() { return 5; }`
            class C
              void ok() {}
        "#]],
    );
}

#[test]
fn frames() {
    check_program(
        "abstract class C { int modifies; int m() modifies(x.f, a[*], x.*, a[i + 1], o.f[0].*, g()[*], (x).f,) requires(a) modifies() { }
         abstract int n(int modifies) modifies(this.*); C() modifies(modifies.f) { modifies(modifies); } }",
        expect![[r#"
            abstract class C
              int modifies
              int m() (requires a) (modifies x.f a[*] x.* a[(+ i 1)] o.f[0].* (call g)[*] x.f) (modifies) {}
              abstract int n(int modifies) (modifies this.*)
              constructor C() (modifies modifies.f) {(call modifies modifies)}
        "#]],
    );
}

#[test]
fn measures() {
    check_program(
        "class C { int decreases; int m(int n) decreases(n + 1) requires(n > 0) decreases(decreases) { decreases(n); } }",
        expect![[r#"
            class C
              int decreases
              int m(int n) (requires (> n 0)) (decreases (+ n 1)) (decreases decreases) {(call decreases n)}
        "#]],
    );
}
