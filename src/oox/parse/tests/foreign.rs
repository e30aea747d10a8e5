//! Words and signs of other languages: each gets a hint.

use super::in_method;
use crate::oox::parse::parse;
use crate::source::SourceFile;
use crate::stack::on_big_stack;

/// Asserts that the first error in a text has this advice, and this text as its fix.
fn advised(text: &str, help: &str, fix: Option<&str>) {
    let diagnostics = on_big_stack(|| parse(&SourceFile::new("test.oox", text)).diagnostics);
    let first = diagnostics.first().unwrap_or_else(|| panic!("no error in {text}"));
    assert_eq!(first.help.as_deref(), Some(help), "{text}");
    assert_eq!(first.fix.as_ref().map(|fix| fix.text.as_str()), fix, "{text}");
}

#[test]
fn operators() {
    for (wrong, right) in [
        ("a and b", "&&"),
        ("a or b", "||"),
        ("a implies b", "==>"),
        ("a => b", "==>"),
        ("a -> b", "==>"),
        ("a <> b", "!="),
        ("a === b", "=="),
        ("a !== b", "!="),
        ("1 == a mod 2", "%"),
        ("1 == a div 2", "/"),
    ] {
        advised(&in_method(&format!("assert {wrong};")), &format!("did you mean `{right}`?"), Some(right));
    }
    for (wrong, help) in [
        ("x ** 2", "there is no power; multiply"),
        ("x << 2", "there are no operations on bits"),
        ("x >> 2", "there are no operations on bits"),
        ("x ^ 2", "there is no power, and there are no operations on bits"),
        ("x is C", "`==` compares, `instanceof` asks for a class"),
        ("{1, 2}", "there are no array literals: `new int[n]`, and each element is assigned"),
        ("[1, 2]", "there are no array literals: `new int[n]`, and each element is assigned"),
    ] {
        advised(&in_method(&format!("y := {wrong};")), help, None);
    }
}

#[test]
fn operators_are_told_apart_from_names() {
    let text = in_method("and := or + mod; int is := div; implies(and);");
    assert!(parse(&SourceFile::new("test.oox", text)).diagnostics.is_empty());
}

#[test]
fn quantifiers() {
    let help = "`forall x, i : a : e` is about each element `x` of the array `a`, and its index `i`";
    for wrong in
        ["x : a : x == 0", "i in a : a[i] == 0", "(int i : a) i == 0", "i, a : a[i] == 0", "int x, i : a : x == 0"]
    {
        advised(&in_method(&format!("assert forall {wrong};")), help, None);
        advised(&in_method(&format!("assert (exists {wrong});")), help, None);
    }
}

#[test]
fn statements() {
    let thrown = "an exception has no class and no value: write `throw;`, or `throw \"why\";`";
    let compound = "the only compound statements are `if`, `while`, `try` and `lock`";
    let message = "an assertion has no message; a comment can say why it holds";
    for (wrong, help) in [
        ("throw new E(\"x\");", thrown),
        ("throw e;", thrown),
        ("assert x > 0 : \"positive\";", message),
        ("assert(x > 0, \"positive\");", message),
        ("switch (x) { case 1: break; }", compound),
        ("if x > 0 { }", "what follows `if` stands in parentheses"),
        ("while x > 0 { }", "what follows `while` stands in parentheses"),
        ("while (x > 0) invariant x > 0 { }", "a clause has parentheses: `while (e) invariant(e) { … }`"),
        ("while (x > 0) { break }", "a `;` ends the statement"),
        ("final int y := 3;", "local variables have no modifiers"),
        ("pass;", "the empty statement is `;`"),
        ("y: int := 3;", "a type stands before the name, as in `int x`"),
        ("List<int> l := null;", "there are no type parameters"),
        ("# a comment\n;", "a comment begins with `//`"),
    ] {
        advised(&in_method(wrong), help, None);
    }
    // The next statement of a program that throws is no value.
    advised(&in_method("throw; new C();"), "assign it to a variable", None);
}

#[test]
fn members_and_classes() {
    let class = "methods and fields stand in classes: `class Main { static void main() { … } }`";
    for (wrong, help) in [
        ("import java.util.List; class Main { }", "a program is one file; it has no packages and imports nothing"),
        ("public class Main { }", "the only modifier of a class is `abstract`"),
        ("enum Color { Red }", "the only types that a program declares are classes and interfaces"),
        ("void main() { }", class),
        ("def main() { }", class),
        ("class A : B { }", "supertypes stand behind `extends` and `implements`"),
        ("class Box<T> { T v; }", "there are no type parameters"),
        ("class C { static f() { } }", "a method has a result type, or `void`, before its name"),
        ("class C { void f(x: int) { } }", "a type stands before the name, as in `int x`"),
        (
            "class C { void f() throws E { } }",
            "exceptions are not declared; `exceptional(e)` says what holds after one",
        ),
        ("class C { void f() requires x > 0 { } }", "what follows `requires` stands in parentheses"),
        ("class C { void f() modifies x.f { } }", "what follows `modifies` stands in parentheses"),
        ("class C { int f() ensures(\\result > 0) { } }", "the result of a method is `retval`, in its `ensures`"),
        ("class C { @Override void f() { } }", "there are no annotations"),
        ("class C { int x = 3; }", "assign the field in the constructor, or declare it `static`"),
    ] {
        advised(wrong, help, None);
    }
    advised("class C { static int x = 3; }", "`:=` assigns, `==` compares", Some(":="));
}
