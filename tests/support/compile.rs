//! From a source text to a program, for tests.
//!
//! Included by the test files that need it: `#[path = "support/compile.rs"] mod compile;`

use multise::config::Dialect;
use multise::ir::{MethodId, Program};
use multise::source::{Diagnostic, Severity, SourceFile, Sources};

/// Compiles a program and finds its entry.
///
/// # Errors
/// The errors of the first phase that has some.
pub fn compile(text: &str, entry: &str, dialect: &Dialect) -> Result<(Sources, Program, MethodId), Vec<Diagnostic>> {
    let source = Sources::from(SourceFile::new("test.oox", text));
    let parsed = multise::frontend::parse(source.main());
    let errors = |diagnostics: Vec<Diagnostic>| -> Vec<Diagnostic> {
        diagnostics.into_iter().filter(|d| d.severity == Severity::Error).collect()
    };
    if parsed.has_errors() {
        return Err(errors(parsed.diagnostics));
    }
    let checked = multise::check::check(&parsed.program, &source, dialect);
    let Some(hir) = checked.hir else { return Err(errors(checked.diagnostics)) };
    let entry = multise::check::entry(&hir, entry).map_err(|d| vec![*d])?;
    let program = multise::lower::lower(&hir, &source);
    Ok((source, program, entry))
}
