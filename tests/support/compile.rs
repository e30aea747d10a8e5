//! From a source text to a program of the interpreter.

use multise::internals::ir::Program;
use multise::{Diagnostic, Dialect, Error, MethodId, Sources};

/// Compiles a program and finds its entry.
///
/// # Errors
/// The errors of the first phase that has some.
pub fn compile(text: &str, entry: &str, dialect: &Dialect) -> Result<(Sources, Program, MethodId), Vec<Diagnostic>> {
    let program = multise::Program::from_text("test.oox", text, dialect).map_err(errors)?;
    let entry = program.entry(entry).map_err(errors)?;
    Ok((program.source().clone(), multise::internals::ir(&program).clone(), entry))
}

fn errors(error: Error) -> Vec<Diagnostic> {
    let Error::Refused(refused) = error else { panic!("{error}") };
    refused.errors().cloned().collect()
}
