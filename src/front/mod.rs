//! The boundary of a source language: all that the rest of the program needs from one.
//!
//! A front reads programs, and writes tests in its language. It lowers a program to the IR. The IR carries the
//! [`Syntax`](crate::ir::Syntax) that reports write with. A front also reads the [`calls`] that its syntax writes. For editors it may know what the names in a text mean
//! ([`symbols`]), and what can be written at a place ([`proposals`]).

pub mod calls;
pub mod proposals;
pub mod symbols;
pub mod tested;

use crate::config::Dialect;
use crate::inputs::Inputs;
use crate::ir::{Fault, MethodId, Program};
use crate::source::{Diagnostic, Phase, SourceFile, Sources, Span};
use calls::Call;
use proposals::Proposal;
use std::panic::RefUnwindSafe;
use std::path::Path;
use std::time::Duration;
use symbols::Symbols;
use tested::Tests;

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
    fn tests<'a>(&self, program: &'a Program, source: &'a Sources, dialect: &Dialect) -> Option<Tests<'a>>;

    /// Another implementation of the language for a program that this front has loaded, to replay what the interpreter shows.
    /// `home` is the folder of the one that the user has chosen. It is not started before the first replay.
    fn oracle<'a>(
        &self,
        _program: &'a Program,
        _source: &'a Sources,
        _dialect: &Dialect,
        _home: Option<&Path>,
    ) -> Option<Box<dyn Oracle + 'a>> {
        None
    }

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

/// A second oracle beside the interpreter: another implementation of the language, which runs programs on given inputs.
pub trait Oracle {
    /// Its name.
    fn name(&self) -> &'static str;

    /// What it says about a violation that the interpreter has shown on these inputs, within the time of `limit`. The first
    /// result is its name, with its version if that is known.
    fn replay(&mut self, entry: MethodId, inputs: &Inputs, fault: &Fault, limit: Duration) -> (String, Opinion);
}

/// What a second oracle says about a violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// The run ends with the same violation.
    Confirmed,
    /// Nothing, for this reason.
    NotReplayed(String),
    /// The run ends in another way: a defect.
    Disagrees {
        /// How it should end.
        expected: String,
        /// How it ends.
        found: String,
    },
}
