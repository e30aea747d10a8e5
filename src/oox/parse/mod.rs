//! From text to syntax tree: lexer, parser, AST.
//!
//! A hand-written lexer and recursive descent with precedence climbing, in time linear in the text. The codes of the
//! diagnostics, which never change their meaning:
//!
//! | code | what is wrong |
//! |---|---|
//! | E0001 to E0005 | stray character, unterminated string, malformed character literal, unterminated comment, overlong number |
//! | E0006, E0007 | the file is too large, is not UTF-8 |
//! | E0010 | nested too deeply, or an array of too many dimensions |
//! | E0011 | the token cannot stand here |
//! | E0012 | a closing brace is missing |
//! | E0020 to E0022 | second superclass, static member of an interface, `static abstract` |
//! | E0023, E0024 | initialiser of an instance field, method without result type |
//! | E0025, E0026 | body where none can be, no body where one has to be |
//! | E0030, E0031 | a new object that is dropped, another expression as statement |
//! | E0032 | dimension of a new array without size |
//! | E0099 | too many errors |
//! | W0001 | `&&` and `||` mixed without parentheses |

pub mod ast;
pub mod cursor;
pub(in crate::oox) mod foreign;
mod lexer;
mod parser;
#[cfg(test)]
mod tests;

pub use lexer::{is_name, unescape};
pub use parser::{call, parse};

use crate::source::{Diagnostic, MAX_SOURCE, Phase, Severity, SourceFile, Span};

/// The deepest syntax tree that is built, in levels of blocks, `if` ladders, parentheses, operators and `[]`.
/// Later phases may recurse over trees, provided that they run [`on_big_stack`](crate::stack::on_big_stack).
pub const MAX_DEPTH: u32 = 10_000;

/// The most dimensions of an array. (Types are compared and copied as a whole, so more would take long.)
pub const MAX_DIMS: u32 = 255;

/// The result of parsing: always a tree, of the part that can be parsed, and everything that is wrong with the text.
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

/// The source file of this name with these bytes, which have to be UTF-8 and at most [`MAX_SOURCE`] of them.
///
/// # Errors
/// A diagnostic without a place, since there is no text that it could point into.
pub fn decode(bytes: Vec<u8>, name: impl Into<String>) -> Result<SourceFile, Box<Diagnostic>> {
    let refuse = |code, message: String| Box::new(Diagnostic::without_place(Phase::Parse, code, message));
    if bytes.len() > MAX_SOURCE {
        return Err(refuse("E0006", format!("the file has more than {MAX_SOURCE} bytes")));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(SourceFile::new(name, text)),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..valid].iter().filter(|&&b| b == b'\n').count();
            Err(refuse("E0007", format!("the file is not UTF-8: malformed byte in line {line}")))
        }
    }
}

/// The place of the first name in a part of the text; the part where it has none.
pub fn first_name(source: &SourceFile, part: Span) -> Span {
    lexer::first_name(source.slice(part)).map_or(part, |(start, end)| {
        let at = |n: usize| part.start + n as u32;
        Span { start: at(start), end: at(end), ..part }
    })
}
