//! Deep, large and arbitrary input.

use super::{errors_in, in_method};
use crate::oox::parse::{MAX_DEPTH, decode, parse};
use crate::source::SourceFile;
use crate::stack::on_big_stack;
use proptest::prelude::*;
use std::time::Duration;

/// Far more than any of these takes; a quadratic pass would not come near it.
const PATIENCE: Duration = Duration::from_secs(20);

/// A method with a part that is repeated on both sides of a middle.
fn deep(n: usize, before: &str, open: &str, middle: &str, close: &str, after: &str) -> String {
    in_method(&format!("{before}{}{middle}{}{after}", open.repeat(n), close.repeat(n)))
}

/// Ways to nest, as (before, open, middle, close, after).
const NESTINGS: [(&str, &str, &str, &str, &str); 27] = [
    ("x := ", "(", "1", ")", ";"),
    ("x := ", "-", "1", "", ";"),
    ("x := ", "!", "a", "", ";"),
    ("x := ", "(C) ", "a", "", ";"),
    ("x := ", "1 + ", "1", "", ";"),
    ("x := ", "1 * ", "1", "", ";"),
    ("x := ", "a ==> ", "1", "", ";"),
    ("x := ", "a && ", "b", "", ";"),
    ("x := ", "a[", "1", "]", ";"),
    ("x := ", "f(", "1", ")", ";"),
    ("x := ", "new C(", "1", ")", ";"),
    ("x := ", "new int[", "1", "]", ";"),
    ("x := a", ".f", "", "", ";"),
    ("x := a", ".f()", "", "", ";"),
    ("x := a", "[0]", "", "", ";"),
    ("a", "[0]", "", "", " := 1;"),
    ("x := a", " instanceof C", "", "", ";"),
    ("assert ", "forall e, i : a : ", "true", "", ";"),
    ("assert ", "(forall e, i : a : ", "true", ")", ";"),
    ("", "{", "", "}", ""),
    ("", "if (c) ", ";", "", ""),
    ("", "if (c) ; else ", ";", "", ""),
    ("", "while (c) ", ";", "", ""),
    ("", "while (c) invariant(a) ", "{ }", "", ""),
    ("while (c) invariant(", "(", "a", ")", ") { }"),
    ("while (c) invariant(a == ", "old(", "a", ")", ") { }"),
    ("", "try { } catch { ", "", "}", ""),
];

#[test]
fn nearly_ten_thousand_levels_are_accepted_and_more_are_refused() {
    for (before, open, middle, close, after) in NESTINGS {
        // A quantifier in parentheses takes a level for each.
        let levels = MAX_DEPTH as usize / if open.starts_with("(forall") { 2 } else { 1 };
        let (errors, _) = errors_in(deep(levels - 10, before, open, middle, close, after));
        assert_eq!(errors, 0, "{open}");
        let (errors, _) = errors_in(deep(levels + 10, before, open, middle, close, after));
        assert_eq!(errors, 1, "{open}");
    }
}

#[test]
fn very_many_levels_are_refused_without_harm() {
    for (before, open, middle, close, after) in NESTINGS {
        let (errors, time) = errors_in(deep(50_000, before, open, middle, close, after));
        assert_eq!(errors, 1, "{open}");
        assert!(time < PATIENCE, "{open} took {time:?}");
        // Unbalanced, too.
        let (errors, time) = errors_in(deep(50_000, before, open, middle, "", ""));
        assert_eq!(errors, 1, "{open}");
        assert!(time < PATIENCE, "{open} took {time:?}");
    }
}

#[test]
fn arrays_have_at_most_255_dimensions() {
    for (text, errors) in [("[]".repeat(255), 0), ("[]".repeat(256), 1), ("[]".repeat(50_000), 1)] {
        assert_eq!(errors_in(in_method(&format!("int{text} x;"))).0, errors);
        assert_eq!(errors_in(in_method(&format!("x := (int{text}) y;"))).0, errors);
        let sizes = text.replace("[]", "[1]");
        assert_eq!(errors_in(in_method(&format!("x := new int{sizes};"))).0, errors);
    }
}

#[test]
fn chains_inside_parentheses_add_up() {
    // 500 levels of parentheses, each with a chain of 50 operators: a tree of 25,000 levels.
    let (errors, _) = errors_in(deep(500, "x := ", "(", "1", &format!("{})", " + 1".repeat(50)), ";"));
    assert_eq!(errors, 1);
    let (errors, _) = errors_in(deep(100, "x := ", "(", "1", &format!("{})", " + 1".repeat(50)), ";"));
    assert_eq!(errors, 0);
}

/// A walk such as later phases take.
fn height(e: &crate::oox::parse::ast::Expr) -> usize {
    use crate::oox::parse::ast::ExprKind::*;
    match &e.kind {
        Unary(_, a) | Field(a, _) | Len(a) | Cast(_, a) | InstanceOf(a, _) => 1 + height(a),
        Binary(_, a, b) | Elem(a, b) => 1 + height(a).max(height(b)),
        _ => 1,
    }
}

#[test]
fn the_big_stack_holds_a_walk_and_a_drop_of_the_deepest_trees() {
    let levels = MAX_DEPTH as usize - 10;
    for text in [deep(levels, "assert ", "-", "1", "", ";"), deep(levels, "assert ", "1 + ", "1", "", ";")] {
        let height = on_big_stack(|| {
            let parsed = parse(&SourceFile::new("t", text));
            let copy = parsed.program.clone();
            assert_eq!(format!("{copy:?}").len(), format!("{:?}", parsed.program).len());
            match &copy.classes[0].methods[0].body.as_ref().unwrap().stmts[0].kind {
                crate::oox::parse::ast::StmtKind::Assert(e) => height(e),
                other => panic!("{other:?}"),
            }
        });
        assert_eq!(height, levels + 1);
    }
}

#[test]
fn megabytes_take_linear_time() {
    let repeated = |part: &str| in_method(&part.repeat(3_000_000 / part.len()));
    let texts = [
        repeated(";       "),
        repeated("x := y + 1; "),
        repeated("if (x < 1) { o.f := a[i]; } else x := new C(1); "),
        format!("class C {{ {} }}", "int f(int x) { return x; } ".repeat(110_000)),
        "class C { } ".repeat(250_000),
    ];
    for text in texts {
        let (errors, time) = errors_in(text);
        assert_eq!(errors, 0);
        assert!(time < PATIENCE, "{time:?}");
    }
}

#[test]
fn many_errors_end_soon() {
    for part in [
        "(",
        ")",
        "{",
        "}",
        "[",
        "x ",
        "if (",
        "f(",
        "class C {",
        "try {",
        "} finally {",
        "@",
        "'",
        "\"",
        "/*",
        "9",
        "= ",
        "else ",
    ] {
        let text = part.repeat(500_000 / part.len());
        for text in [in_method(&text), text] {
            let (errors, time) = errors_in(text);
            assert!((1..=101).contains(&errors), "{part}: {errors}");
            assert!(time < PATIENCE, "{part} took {time:?}");
        }
    }
}

/// Tokens, whole and broken.
const TOKENS: [&str; 96] = [
    "assert",
    "assume",
    "bool",
    "catch",
    "char",
    "class",
    "else",
    "ensures",
    "exceptional",
    "exists",
    "false",
    "float",
    "forall",
    "fork",
    "if",
    "int",
    "join",
    "lock",
    "new",
    "null",
    "requires",
    "return",
    "static",
    "string",
    "throw",
    "true",
    "try",
    "uint",
    "void",
    "while",
    "const",
    "finally",
    "break",
    "continue",
    "this",
    "super",
    "abstract",
    "interface",
    "extends",
    "implements",
    "instanceof",
    "C",
    "x",
    "y",
    "f",
    "Main",
    "1",
    "2.5",
    "\"s\"",
    "'c'",
    "{",
    "{",
    "}",
    "}",
    "[",
    "]",
    "(",
    "(",
    ")",
    ")",
    ".",
    ",",
    ";",
    ";",
    ";",
    ":",
    ":=",
    ":=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "!",
    "#",
    "<",
    "<=",
    ">",
    ">=",
    "==",
    "!=",
    "&&",
    "||",
    "==>",
    "=",
    "@",
    "\"",
    "'",
    "/*",
    "*/",
    "//\n",
    "\n",
    "é",
    "for",
    "x :=",
    "class C {",
];

/// Diagnostics lie inside the text, and their number is bounded.
fn check(text: String) -> Result<(), TestCaseError> {
    on_big_stack(|| {
        let length = text.len() as u32;
        let parsed = parse(&SourceFile::new("t", text));
        prop_assert!(parsed.diagnostics.len() <= 201);
        for d in &parsed.diagnostics {
            let spans = d.span.into_iter().chain(d.related.iter().map(|r| r.0));
            for span in spans {
                prop_assert!(span.start <= span.end && span.end <= length, "{span:?}");
            }
        }
        Ok(())
    })
}

proptest! {
    #[test]
    fn token_soups_do_no_harm(indices in prop::collection::vec(0..TOKENS.len(), 0..200), wrap: bool) {
        let soup: Vec<&str> = indices.into_iter().map(|i| TOKENS[i]).collect();
        let soup = soup.join(" ");
        check(if wrap { in_method(&soup) } else { soup })?;
    }

    #[test]
    fn bytes_do_no_harm(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check(String::from_utf8_lossy(&bytes).into_owned())?;
        if let Ok(source) = decode(bytes, "t") {
            check(source.text)?;
        }
    }
}
