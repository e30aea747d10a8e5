//! Goldens of each construct, and the validator over all programs at hand.

mod exprs;
mod facts;
mod flow;
mod shared;

use super::lower;
use crate::config::Dialect;
use crate::frontend::{on_big_stack, parse};
use crate::ir::print::Printer;
use crate::ir::validate::validate;
use crate::ir::{MethodId, Program};
use crate::source::{Severity, SourceFile};
use expect_test::Expect;

/// The IR of a text; nothing where it has errors.
fn try_program(source: &SourceFile, lenient: bool) -> Option<Program> {
    let dialect = Dialect { lenient, ..Dialect::default() };
    let parsed = parse(source);
    if parsed.has_errors() {
        return None;
    }
    let hir = crate::check::check(&parsed.program, source, &dialect).hir?;
    let program = lower(&hir, source);
    assert_eq!(validate(&program), Ok(()), "{}", source.name);
    Some(program)
}

/// The IR of a text without errors.
fn program(text: &str, lenient: bool) -> Program {
    let source = SourceFile::new("test", text);
    let parsed = parse(&source);
    let checked = crate::check::check(&parsed.program, &source, &Dialect { lenient, ..Dialect::default() });
    let errors: Vec<String> = (parsed.diagnostics.iter().chain(&checked.diagnostics))
        .filter(|d| d.severity == Severity::Error)
        .map(|d| d.message.clone())
        .collect();
    assert_eq!(errors, [] as [String; 0]);
    try_program(&source, lenient).expect("there are no errors")
}

/// The method of this name, `Class.method`.
fn method(program: &Program, name: &str) -> MethodId {
    program.methods.ids().find(|&m| program.method_name(m) == name).expect("the method is in the text")
}

/// Expects the IR of `C.m`.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&print(&program(text, false), "C.m"));
}

fn print(program: &Program, name: &str) -> String {
    Printer::new(program, method(program, name)).method()
}

#[test]
fn long_programs_are_lowered_without_recursion_over_blocks() {
    let step = "if (y > 0) { try { y := o.v; } catch { y := 0; } }\n".repeat(20_000);
    let text = format!("class C {{ int v; static int m(C o, int y) {{ {step} return y; }} }}");
    let program = program(&text, false);
    assert!(program.methods[MethodId(0)].blocks.len() > 60_000);
}

#[test]
fn deep_programs_are_lowered_on_a_big_stack() {
    let depth = 2_000;
    let deep = format!("{}y := 1;{}", "if (y > 0) { ".repeat(depth), " }".repeat(depth));
    let sum = "o.v + (".repeat(depth) + "1" + &")".repeat(depth);
    let chain = "y > 0 && (y < o.v || (".repeat(depth) + "true" + &"))".repeat(depth);
    let body = format!("{deep} y := {sum}; if ({chain}) {{ y := 2; }} return y;");
    let text = format!("class C {{ int v; static int m(C o, int y) {{ {body} }} }}");
    on_big_stack(|| {
        let program = program(&text, false);
        assert!(program.methods[MethodId(0)].blocks.len() > 2 * depth);
    });
}
