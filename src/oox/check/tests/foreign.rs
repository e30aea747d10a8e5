//! Words of other languages: each gets a hint where the name alone would be reported as unknown.

use super::{in_main, main_class, run};
use crate::config::Dialect;

/// Asserts that the first error in a body has this advice, and this text as its fix.
fn advised(body: &str, help: &str, fix: Option<&str>) {
    let (_, checked) = run(&main_class("int x, bool c, int[] a, A o, string s", body), &Dialect::default());
    let first = checked.diagnostics.first().unwrap_or_else(|| panic!("no error in {body}"));
    assert_eq!(first.help.as_deref(), Some(help), "{body}");
    assert_eq!(first.fix.as_ref().map(|fix| fix.text.as_str()), fix, "{body}");
}

#[test]
fn words_with_another_spelling() {
    for (body, word) in [
        ("String t := \"a\";", "string"),
        ("String[] t := null;", "string"),
        ("boolean d := true;", "bool"),
        ("Integer y := 3;", "int"),
        ("long y := 3;", "int"),
        ("double y := 3.0;", "float"),
        ("assert a == nil;", "null"),
        ("assert o != None;", "null"),
        ("bool d := True;", "true"),
        ("c := FALSE;", "false"),
        ("if (c) { } elif (x == 1) { }", "else if"),
        ("synchronized (a) { x := 1; }", "lock"),
    ] {
        advised(body, &format!("did you mean `{word}`?"), Some(word));
    }
}

#[test]
fn what_has_no_counterpart() {
    let printed = "a program prints nothing; `multise explain` shows the values at a line";
    let typed = "a declaration begins with a type, as in `int x := 1;`";
    let library = "there is no library: what a program needs, it declares";
    for (body, help) in [
        ("println(\"x\");", printed),
        ("System.out.println(\"x\");", printed),
        ("var y := 3;", typed),
        ("let y := 3;", typed),
        ("x := max(x, 1);", library),
        ("x := Math.abs(x);", library),
        ("List l := null;", library),
        ("Object y := null;", "classes have no common superclass; an interface can be one"),
        ("Thread t := null;", "`fork m();` runs a call in a new thread, `join;` waits for the forked threads"),
        ("unlock(a);", "`lock (o) { … }` has the monitor of `o` until its end"),
        ("if (c) then x := 1;", "there is no `then`: the statement follows the condition"),
        ("x := len(a);", "the length of an array `a` is `#a`"),
        ("c := not(c);", "not is written `!`"),
        ("assertTrue(c);", "write `assert e;`"),
        ("x := s.length();", "strings can only be compared; a `char[]` has a length and characters"),
        ("assert 0 <= x <= 5;", "a chain of comparisons is several: `0 <= x && x < n`"),
    ] {
        advised(body, help, None);
    }
    for member in ["length", "length()"] {
        advised(&format!("x := a.{member};"), "the length of an array is `#a`", Some("#a"));
    }
}

#[test]
fn names_of_the_program_come_first() {
    advised("A nils := null; o := nil;", "did you mean `nils`?", Some("nils"));
}

#[test]
fn a_receiver_and_a_result_are_proposed_where_they_exist() {
    let help = |text: &str| run(text, &Dialect::default()).1.diagnostics[0].help.clone();
    let both = |header: &str, body: &str| help(&format!("class C {{ int f; {header} {{ {body} }} }}"));
    assert_eq!(both("int m()", "return self.f;").as_deref(), Some("did you mean `this`?"));
    assert_eq!(both("static int m()", "return self.f;"), None);
    assert_eq!(both("static int m() ensures(result > 0)", "return 1;").as_deref(), Some("did you mean `retval`?"));
    assert_eq!(both("static int m()", "return result;"), None);
    assert_eq!(both("static def m()", "").as_deref().map(|help| help.contains("result type")), Some(true));
}

#[test]
fn they_are_ordinary_names() {
    assert_eq!(in_main("int len, int nil, A self", "len := nil + self.x; assert len == nil + self.x;"), "");
}
