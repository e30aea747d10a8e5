//! Classes: duplicates, inheritance, overriding, `super`.

use super::findings;
use expect_test::expect;

/// The findings in strict mode.
fn check(text: &str) -> String {
    findings(text, false)
}

/// The codes of the findings.
fn codes(text: &str) -> String {
    let found = check(text);
    found.lines().filter(|l| !l.starts_with(' ')).map(|l| &l[..5]).collect::<Vec<_>>().join(" ")
}

#[test]
fn duplicates_are_reported_with_the_first() {
    expect![[r#"
        E0106 2 `A`: duplicate class `A`
            ^ declared again here
            1 `A`: first declared here
        E0107 3 `x`: duplicate field `x`
            ^ declared again here
            3 `x`: first declared here
        E0107 3 `x`: duplicate field `x`
            ^ declared again here
            3 `x`: first declared here
        E0108 4 `f`: duplicate method `f(int)`
            ^ declared again here, with the same parameter types
            4 `f`: first declared here
        E0108 5 `B`: duplicate constructor `B()`
            ^ declared again here, with the same parameter types
            5 `B`: first declared here
    "#]]
    .assert_eq(&check(
        "class A { }
         class A { int y; void f() { this.y := 1; } }
         class B { int x; static bool x; int x;
         void f(int i) { } void f(bool b) { } static int f(int j) { return 1; }
         B() { } B() { } B(int i) { } void B() { } int f; }",
    ));
}

#[test]
fn supertypes_have_the_right_kind() {
    expect![[r#"
        E0127 2 `I`: `I` is an interface; a class extends a class
            1 `I`: declared here
            = write `implements` for an interface
        E0127 3 `A`: `A` is a class; a class implements interfaces only
            1 `A`: declared here
            = write `extends` for a class
        E0127 4 `A`: `A` is a class; an interface extends interfaces only
            1 `A`: declared here
            = turn one into the other
        E0127 5 `I`: `I` is named twice among the supertypes
            1 `I`: declared here
            = leave one out
        E0101 6 `Nope`: unknown class `Nope`
    "#]]
    .assert_eq(&check(
        "class A { } interface I { }
         class B extends I { }
         class C implements A { }
         interface J extends A { }
         class D implements I, I { }
         class E extends Nope { void f(E e) { e.g(); e.x := 1; A a := e; } }",
    ));
}

#[test]
fn cycles_are_reported_once() {
    expect![[r#"
        E0126 1 `A`: `A` is its own supertype
            ^ `A` → `B` → `C` → `A`
            2 `B`: part of the cycle
            3 `C`: part of the cycle
        E0126 4 `D`: `D` is its own supertype
            ^ `D` → `D`
        E0126 5 `I`: `I` is its own supertype
            ^ `I` → `J` → `I`
            6 `J`: part of the cycle
    "#]]
    .assert_eq(&check(
        "class A extends B { }
         class B extends C { int x; }
         class C extends A { void f(A a, B b) { a.x := 1; b := a; a.g(); } }
         class D extends D { }
         interface I extends J { }
         interface J extends I { }
         class E extends A { }",
    ));
}

#[test]
fn inherited_fields_are_not_redeclared() {
    expect![[r#"
        E0128 3 `x`: field `x` is inherited already
            ^ redeclared here
            1 `x`: inherited from here
        E0128 3 `n`: field `n` is inherited already
            ^ redeclared here
            1 `n`: inherited from here
    "#]]
    .assert_eq(&check(
        "class A { int x; static int n; }\nclass B extends A { int y; }\nclass C extends B { bool x; int n; }",
    ));
}

#[test]
fn what_is_not_abstract_implements_everything() {
    expect![[r#"
        E0129 3 `B`: `B` is not abstract and does not implement `f()`, `h(A)`
            1 `f`: required here
            2 `h`: required here
            = implement what is missing, or declare the class `abstract`
        E0135 5 `g`: abstract method in `D`, which is not abstract
            = write `abstract class D`, or give the method a body
    "#]]
    .assert_eq(&check(
        "interface I { int f(); int g(int x); }
         abstract class A implements I { abstract void h(A a); int g(int x) { return x; } }
         class B extends A { }
         class C extends B { }
         class D { abstract int g(); }
         abstract class E extends A { }
         class F extends E { int f() { return 1; } void h(A a) { } }",
    ));
}

#[test]
fn an_inherited_body_implements_an_interface() {
    let base = "class A { A() { } int f() { return 1; } } interface I { int f(); } interface J { bool f(); }";
    assert_eq!(
        codes(&format!(
            "{base} class B extends A implements I {{ B() {{ }} }} class U {{ static int u(I i) {{ return U.u(new B()); }} }}"
        )),
        ""
    );
    assert_eq!(codes(&format!("{base} class B extends A implements J {{ }}")), "E0131");
    assert_eq!(codes(&format!("{base} interface K extends I, J {{ }}")), "E0131");
    assert_eq!(
        codes(&format!("{base} class B {{ }} class C extends B implements I, J {{ int f() {{ return 1; }} }}")),
        "E0131"
    );
    assert_eq!(
        codes("class A { static int f() { return 1; } } interface I { int f(); } class B extends A implements I { }"),
        "E0131"
    );
}

#[test]
fn overriding_keeps_parameters_and_narrows_the_result() {
    let base = "class A { A f() { return this; } int g(int i) { return i; } void h() { } int[] k() { return null; } static int s() { return 1; } A[] m() { return null; } }";
    let sub = |members: &str| codes(&format!("{base} class B extends A {{ {members} }}"));
    assert_eq!(sub("A f() { return null; } int g(int i) { return 1; } void h() { }"), "");
    assert_eq!(sub("B f() { return this; }"), "");
    assert_eq!(sub("int g(bool b) { return 1; } int g() { return 1; }"), "");
    assert_eq!(sub("static bool s() { return true; }"), "");
    assert_eq!(sub("int f() { return 1; }"), "E0131");
    assert_eq!(sub("uint g(int i) { return 1; }"), "E0131");
    assert_eq!(sub("int h() { return 1; }"), "E0131");
    assert_eq!(sub("void g(int i) { }"), "E0131");
    assert_eq!(sub("B[] m() { return null; }"), "E0131");
    assert_eq!(sub("static A f() { return null; }"), "E0131");
    assert_eq!(sub("int s() { return 1; }"), "E0131");
    assert_eq!(sub("Nope f() { return null; }"), "E0101");
    expect![[r#"
        E0131 2 `f`: the result of `f()` is not that of the method that it overrides
            1 `f`: the inherited method is declared here
            = the result must be the same type or, for references, a narrower one
    "#]]
    .assert_eq(&check("class A { B f() { return null; } }\nclass B extends A { A f() { return null; } }"));
}

#[test]
fn the_narrower_of_two_inherited_results_counts() {
    let text = "class A { } class B extends A { int x; } interface I { A f(); } interface J { B f(); }
        interface K extends I, J { } class U { static int u(K k) { return k.f().x; } }";
    assert_eq!(codes(text), "");
}

#[test]
fn super_calls_the_method_of_the_superclass() {
    let base = "abstract class A { A() { } int f() { return 1; } abstract int g(); static int s() { return 1; } }";
    let sub = |body: &str| {
        codes(&format!(
            "{base} class B extends A {{ B() {{ }} int g() {{ return 1; }} int f() {{ {body} }} static int t() {{ return 1; }} }}"
        ))
    };
    assert_eq!(sub("return super.f() + 1;"), "");
    assert_eq!(sub("return super.g();"), "E0132");
    assert_eq!(sub("return super.nope();"), "E0104");
    assert_eq!(sub("return super.x;"), "E0102");
    assert_eq!(sub("return super.s();"), "E0117");
    assert_eq!(codes("class A { int f() { return super.f(); } }"), "E0132");
    assert_eq!(
        codes(&format!("{base} abstract class B extends A {{ static int t() {{ return super.f(); }} }}")),
        "E0118"
    );
    // `super` is a soft word.
    assert_eq!(codes("class A { A() { } int f(A super) { return super.f(super); } }"), "");
}

#[test]
fn constructors_call_a_constructor_of_the_superclass() {
    let base = "class A { A() { } A(int x) { } } class N { N(int x) { } } class E { }";
    let fits = |text: &str| codes(&format!("{base} {text}"));
    assert_eq!(fits("class B extends A { B() { } B(bool b) { super(1); } B(int x) { super(); } }"), "");
    assert_eq!(fits("class B extends N { B() { super(1); } }"), "");
    assert_eq!(fits("class B extends E { B() { } }"), "");
    assert_eq!(fits("class B extends N { }"), "");
    assert_eq!(fits("class B extends N { B() { } }"), "E0133");
    assert_eq!(fits("class B extends N { B() { int x; super(1); } }"), "E0133 E0132");
    assert_eq!(fits("class B extends E { B() { super(); } }"), "E0105");
    assert_eq!(fits("class B extends A { B() { super(true); } }"), "E0110");
    assert_eq!(fits("class B extends A { B() { } void f() { super(); } }"), "E0132");
    assert_eq!(fits("class B { B() { super(); } }"), "E0132");
}

#[test]
fn abstract_classes_and_interfaces_have_no_objects() {
    expect![[r#"
        E0130 2 `A`: `A` is abstract and has no objects of its own
            1 `A`: declared here
        E0130 2 `I`: `I` is an interface and has no objects of its own
            1 `I`: declared here
        E0105 2 `E`: `E` has no constructor
            1 `E`: declared here
            = there is no default constructor: give the class one, such as `E() { }`
    "#]]
    .assert_eq(&check(
        "abstract class A { A() { } } interface I { } class E { }
         class U { static void u() { A a := new A(); I i := new I(); E e := new E(); } }",
    ));
}

#[test]
fn clauses_of_abstract_methods_are_checked() {
    assert_eq!(codes("interface I { int f(int x) requires(x > 0) ensures(retval > x); }"), "");
    assert_eq!(codes("interface I { int f(int x) requires(y > 0); }"), "E0102");
}

#[test]
fn soft_words_are_names() {
    assert_eq!(
        codes(
            "class interface { int abstract; int extends(int implements) { int instanceof := implements; return instanceof; } }"
        ),
        ""
    );
}

#[test]
fn a_class_with_too_many_supertypes_is_reported_once() {
    let chain = |length: usize| {
        let classes = (0..length).map(|i| format!("class C{i} extends C{} {{ }}\n", i + 1));
        classes.collect::<String>() + &format!("class C{length} {{ }}\n")
    };
    assert_eq!(check(&chain(1_999)), "");
    expect![[r#"
        E0144 501 `C500`: `C500` has more than 2000 supertypes
    "#]]
    .assert_eq(&check(&chain(2_500)));
}
