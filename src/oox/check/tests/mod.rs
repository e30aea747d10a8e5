//! Rules of the checker, one test each.

mod bodies;
mod classes;
mod collections;
mod contracts;
mod foreign;
mod hir;
mod lenient;
mod options;
mod types;

use super::{Checked, check};
use crate::config::Dialect;
use crate::ir::MethodId;
use crate::oox::check::hir::Hir;
use crate::oox::parse::parse;
use crate::source::{Severity, SourceFile, Sources};
use crate::stack::on_big_stack;

/// Checks a text that has no syntax errors.
fn run(text: &str, dialect: &Dialect) -> (Sources, Checked) {
    let source = Sources::from(SourceFile::new("test.oox", text));
    let checked = on_big_stack(|| {
        let parsed = parse(source.main());
        assert!(!parsed.has_errors(), "syntax: {:#?}", parsed.diagnostics);
        check(&parsed.program, &source, dialect)
    });
    assert_eq!(checked.hir.is_none(), checked.diagnostics.iter().any(|d| d.severity == Severity::Error));
    (source, checked)
}

/// The findings in a text.
fn findings(text: &str, lenient: bool) -> String {
    let (source, checked) = run(text, &Dialect { lenient, ..Dialect::default() });
    source.shown(&checked.diagnostics)
}

/// The findings in a class `Main` whose static method `main` has this body. The body is line 1.
fn in_main(params: &str, body: &str) -> String {
    findings(&main_class(params, body), false)
}

fn main_class(params: &str, body: &str) -> String {
    format!(
        "class Main {{ int f; static int s; static void main({params}) {{ {body} }} }}
         class A {{ int x; A next; static int n; A() {{ }} A(int x) {{ }} int get() {{ return 1; }} static int one() {{ return 1; }} void act() {{ }} }}
         class B extends A {{ B() {{ }} }} class U {{ U() {{ }} }} interface I {{ int get(); }} interface J {{ }}
         class C implements I {{ C() {{ }} int get() {{ return 2; }} }}"
    )
}

/// Asserts that the bodies are all right and give no warning.
fn fine(params: &str, bodies: &[&str]) {
    for body in bodies {
        assert_eq!(in_main(params, body), "", "{body}");
    }
}

/// Asserts that each body has exactly one error, with this code.
fn wrong(code: &str, params: &str, bodies: &[&str]) {
    for body in bodies {
        let found = in_main(params, body);
        let errors: Vec<_> = found.lines().filter(|l| !l.starts_with(' ')).collect();
        assert!(errors.len() == 1 && errors[0].starts_with(code), "{body}\n{found}");
    }
}

/// `Class.method`.
fn method_name(hir: &Hir, method: MethodId) -> String {
    let method = &hir.methods[method];
    format!("{}.{}", hir.classes[method.class].name, method.name)
}
