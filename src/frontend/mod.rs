//! From text to syntax tree: lexer, parser, AST.

pub mod ast;

use crate::source::{Diagnostic, Severity, SourceFile};

/// The deepest syntax tree that is built, in levels of blocks, `if` ladders, parentheses, operators and `[]`.
/// Later phases may recurse over trees, provided that they run [`on_big_stack`].
pub const MAX_DEPTH: u32 = 10_000;

/// The largest source text that is read, in bytes.
pub const MAX_SOURCE: usize = 1 << 30;

/// What parsing gives: always a tree, as much of it as could be made out, and everything that is wrong with the text.
#[derive(Clone, Debug, Default)]
pub struct Parsed {
    /// The tree. Statements and members with errors are missing from it.
    pub program: ast::Program,
    /// Errors and warnings in textual order.
    pub diagnostics: Vec<Diagnostic>,
}

impl Parsed {
    /// Whether an error was found; the tree is then incomplete.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|d| d.severity == Severity::Error)
    }
}

/// Parses a whole file. Call it [`on_big_stack`] where the text is not known to be harmless.
pub fn parse(source: &SourceFile) -> Parsed {
    let _ = source;
    Parsed::default()
}
