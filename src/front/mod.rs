//! The boundary of a source language: all that the rest of the program needs from one.
//!
//! A front reads programs, and writes tests in its language. It lowers a program to the IR. The IR carries the
//! [`Syntax`](crate::ir::Syntax) that reports write with. A front also reads the [`calls`] that its syntax writes. For editors it may tell what the names in a text mean ([`symbols`]),
//! and what can be written at a place ([`proposals`]).

pub mod calls;
pub mod proposals;
pub mod symbols;

use crate::config::Dialect;
use crate::inputs::Inputs;
use crate::ir::{MethodId, Program};
use crate::source::{Diagnostic, Phase, SourceFile, Sources, Span};
use calls::Call;
use proposals::Proposal;
use std::panic::RefUnwindSafe;
use std::path::Path;
use symbols::Symbols;

/// A source language.
pub trait Front: Sync + RefUnwindSafe {
    /// The extension of its files, without the dot.
    fn extension(&self) -> &'static str;

    /// Whether it is the language of a file or folder, or of what stands for one on the command line.
    fn takes(&self, file: &Path, _dialect: &Dialect) -> bool {
        file.extension().is_some_and(|extension| extension == self.extension())
    }

    /// Reads a program that is more than one text, if programs of the language are. It may recurse as deep as its parts are
    /// nested.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn open(&self, _file: &Path, _dialect: &Dialect) -> Option<Result<Loaded, Rejected>> {
        None
    }

    /// Reads the program in a file with this name and content. It may recurse as deep as the content is nested.
    ///
    /// # Errors
    /// Everything that is wrong with the content.
    fn load(&self, name: &str, bytes: Vec<u8>, dialect: &Dialect) -> Result<Loaded, Rejected>;

    /// A writer of tests of a program that this front has loaded; nothing where tests cannot be written in the language.
    fn drivers<'a>(
        &self,
        program: &'a Program,
        source: &'a Sources,
        dialect: &Dialect,
    ) -> Option<Box<dyn Drivers + 'a>>;

    /// Reads a call, as [`Syntax::call`](crate::ir::Syntax::call) writes it. It may recurse as deep as the text is nested.
    ///
    /// # Errors
    /// Everything that is wrong with the text.
    fn call(&self, text: &SourceFile) -> Result<Call, Vec<Diagnostic>> {
        let whole = Span::new(0, text.text.len()).of(text.id);
        Err(vec![Diagnostic::error(Phase::Entry, "E0157", whole, "the language has no notation for calls")])
    }

    /// The symbols of a text, which may have errors. It may recurse as deep as the text is nested. A language without
    /// support for editors has none.
    fn symbols(&self, _name: &str, _text: &str, _dialect: &Dialect) -> Symbols {
        Symbols::default()
    }

    /// What can be written at a byte of a text, which may have errors. It may recurse as deep as the text is nested.
    fn proposals(&self, _name: &str, _text: &str, _at: usize, _dialect: &Dialect) -> Vec<Proposal> {
        Vec::new()
    }

    /// Whether a declaration can have this name.
    fn is_name(&self, _name: &str) -> bool {
        false
    }
}

/// A program without errors.
pub struct Loaded {
    /// The text.
    pub source: Sources,
    /// The program itself.
    pub program: Program,
    /// The warnings, in the order of the text.
    pub warnings: Vec<Diagnostic>,
    /// The methods that the program is made for; none where it is made for all.
    pub roots: Vec<MethodId>,
}

/// A text that is no program.
pub struct Rejected {
    /// The text.
    pub source: Sources,
    /// What is wrong with it, and the warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Writes tests of one program.
pub trait Drivers {
    /// The program that calls `entry` with these inputs, which must fit it. `comment` becomes a comment in its text.
    fn driver(&self, entry: MethodId, inputs: &Inputs, comment: &str) -> Driver;
}

/// A test as a program.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The whole program.
    pub text: String,
    /// Where it starts: `Class.main`, without parameters.
    pub entry: String,
}
