//! Tests of lexer and parser together, through the public interface.

mod errors;
mod expressions;
mod foreign;
mod items;
mod robustness;
mod sexpr;
mod shared;
mod statements;

use super::ast::{Stmt, StmtKind};
use super::{Parsed, parse};
use crate::source::{Severity, SourceFile};
use crate::stack::on_big_stack;
use expect_test::Expect;
use std::fmt::Write;

/// Wraps statements into a method.
fn in_method(stmts: &str) -> String {
    format!("class Main {{ void m() {{ {stmts} }} }}")
}

/// The diagnostics as `code line:column "text" message`, help and further places below.
fn show_diagnostics(source: &SourceFile, parsed: &Parsed) -> String {
    let mut shown = String::new();
    for d in &parsed.diagnostics {
        let place = d.span.map_or("-".to_owned(), |span| {
            let (line, column) = source.line_col(span.start);
            format!("{line}:{column} `{}`", source.slice(span))
        });
        writeln!(shown, "{} {place}: {} [{}]", d.code, d.message, d.label).unwrap();
        for (span, label) in &d.related {
            let (line, column) = source.line_col(span.start);
            writeln!(shown, "  at {line}:{column} `{}`: {label}", source.slice(*span)).unwrap();
        }
        if let Some(help) = &d.help {
            writeln!(shown, "  help: {help}").unwrap();
        }
    }
    shown
}

/// Parses a text that is right and compares its tree.
fn check_program(text: &str, expected: Expect) {
    let source = SourceFile::new("test.oox", text);
    let parsed = parse(&source);
    assert!(!parsed.has_errors(), "{text}\n{}", show_diagnostics(&source, &parsed));
    expected.assert_eq(&sexpr::program(&parsed.program));
}

/// Parses statements that are right and compares their trees, which a function shows.
fn check_shown(text: &str, show: impl Fn(&Stmt) -> String, expected: Expect) {
    let source = SourceFile::new("test.oox", in_method(text));
    let parsed = parse(&source);
    assert!(!parsed.has_errors(), "{text}\n{}", show_diagnostics(&source, &parsed));
    let body = parsed.program.classes[0].methods[0].body.as_ref().unwrap();
    let shown: Vec<String> = body.stmts.iter().map(show).collect();
    expected.assert_eq(&shown.join("\n"));
}

/// Parses statements that are right and compares their trees.
fn check_statements(text: &str, expected: Expect) {
    check_shown(text, sexpr::stmt, expected);
}

/// Parses expressions, each asserted, and compares their trees.
fn check_formulas(formulas: &[&str], expected: Expect) {
    let stmts: Vec<String> = formulas.iter().map(|f| format!("assert {f};")).collect();
    let show = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Assert(e) => sexpr::expr(e),
        other => panic!("not an assertion: {other:?}"),
    };
    check_shown(&stmts.join("\n"), show, expected);
}

/// Parses a text and compares its diagnostics and what is left of its tree.
fn check_errors(text: &str, expected: Expect) {
    let source = SourceFile::new("test.oox", text);
    let parsed = parse(&source);
    expected.assert_eq(&(show_diagnostics(&source, &parsed) + &sexpr::program(&parsed.program)));
}

/// Parses statements and compares the diagnostics and what is left of them.
fn check_statement_errors(text: &str, expected: Expect) {
    check_errors(&format!("class Main {{ void m() {{\n{text}\n}} }}"), expected);
}

/// The number of errors in a text, on a big stack, and how long it took.
fn errors_in(text: String) -> (usize, std::time::Duration) {
    let start = std::time::Instant::now();
    let errors = on_big_stack(move || {
        let parsed = parse(&SourceFile::new("test.oox", text));
        parsed.diagnostics.iter().filter(|d| d.severity == Severity::Error).count()
    });
    (errors, start.elapsed())
}
