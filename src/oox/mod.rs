//! OOX: from its text to the IR, and from inputs and claims back to its text.
//!
//! | task | module |
//! |---|---|
//! | text to syntax tree | [`parse`] |
//! | names and types | [`check`] |
//! | syntax tree with types to IR | [`lower`] |
//! | formulas, inputs and values as text | [`syntax`] |
//! | tests as programs | [`driver`] |
//! | what can be written at a place of a text | [`proposals`] |
//!
//! Nothing outside names these. The rest of the program uses [`Front`] and [`Syntax`](crate::ir::Syntax).

mod check;
mod driver;
mod lower;
pub mod parse;
mod proposals;
mod syntax;
#[cfg(test)]
mod tests;

use crate::config::Dialect;
use crate::front::calls::Call;
use crate::front::proposals::Proposal;
use crate::front::symbols::Symbols;
use crate::front::tested::Tests;
use crate::front::{Front, Loaded, Rejected};
use crate::ir::Program;
use crate::source::{Diagnostic, SourceFile, Sources};

/// The language OOX with inheritance.
#[derive(Clone, Copy, Debug)]
pub struct Oox;

impl Front for Oox {
    fn extension(&self) -> &'static str {
        "oox"
    }

    fn load(&self, name: &str, bytes: Vec<u8>, dialect: &Dialect) -> Result<Loaded, Rejected> {
        let rejected = |source, diagnostics| Err(Rejected { source, diagnostics });
        let source: Sources = match parse::decode(bytes, name) {
            Ok(source) => source.into(),
            Err(error) => return rejected(SourceFile::new(name, "").into(), vec![*error]),
        };
        let parsed = parse::parse(source.main());
        if parsed.has_errors() {
            // The checker would report what the parser left out as missing.
            return rejected(source, parsed.diagnostics);
        }
        let mut warnings = parsed.diagnostics;
        let checked = check::check(&parsed.program, &source, dialect);
        warnings.extend(checked.diagnostics);
        match checked.hir {
            Some(hir) => {
                let program = lower::lower(&hir, &source, dialect);
                Ok(Loaded { program, source, warnings, roots: Vec::new() })
            }
            None => rejected(source, warnings),
        }
    }

    fn tests<'a>(&self, program: &'a Program, source: &'a Sources, dialect: &Dialect) -> Option<Tests<'a>> {
        Some(Tests::Programs(Box::new(driver::Writer::new(program, &source.main().text, dialect))))
    }

    fn call(&self, text: &SourceFile) -> Result<Call, Vec<Diagnostic>> {
        parse::call(text)
    }

    fn symbols(&self, name: &str, text: &str, dialect: &Dialect) -> Symbols {
        let source: Sources = SourceFile::new(name, text).into();
        let parsed = parse::parse(source.main());
        check::symbols(&parsed.program, &source, dialect, parsed.diagnostics)
    }

    fn proposals(&self, name: &str, text: &str, at: usize, dialect: &Dialect) -> Vec<Proposal> {
        proposals::proposals(name, text, at, dialect)
    }

    fn is_name(&self, name: &str) -> bool {
        parse::is_name(name)
    }
}
