//! From a text to a program that can be explored: read, parse, check, lower.

use super::error::{Error, Refused};
use super::worker::{self, Deep};
use crate::check::hir::Hir;
use crate::config::{Config, Dialect};
use crate::explore::Outcome;
use crate::frontend;
use crate::ir::{self, Check, CheckId, MethodId};
use crate::report::Style;
use crate::report::format::text::Detail;
use crate::report::format::{json, text};
use crate::report::model::Finished;
use crate::report::model::explored::{Explored, Row};
use crate::source::{Diagnostic, SourceFile, Sources};
use crate::{check, lower};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// A program without errors. Cloning it is cheap.
#[derive(Clone)]
pub struct Program {
    source: Arc<Sources>,
    warnings: Arc<[Diagnostic]>,
    /// What the choice of an entry needs.
    headers: Arc<Hir>,
    ir: Arc<Deep<ir::Program>>,
}

impl Program {
    /// Reads a file of OOX and checks it. Of the dialect, `lenient` and `set` matter here.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or [`Error::Refused`] with everything that is wrong with the text.
    pub fn load(file: impl AsRef<Path>, dialect: &Dialect) -> Result<Self, Error> {
        let file = file.as_ref();
        let mut bytes = Vec::new();
        // One byte too many tells that a file is too large.
        let read = File::open(file).and_then(|f| f.take(frontend::MAX_SOURCE as u64 + 1).read_to_end(&mut bytes));
        read.map_err(|error| Error::Unreadable { file: file.to_owned(), error })?;
        Self::from_bytes(file.display().to_string(), bytes, dialect)
    }

    /// The same with a text that is there already. Its name stands in diagnostics and reports.
    ///
    /// # Errors
    /// [`Error::Refused`] with everything that is wrong with the text.
    pub fn from_text(name: impl Into<String>, text: impl Into<String>, dialect: &Dialect) -> Result<Self, Error> {
        Self::from_bytes(name, text.into().into_bytes(), dialect)
    }

    /// The same with the bytes of a text, which have to be UTF-8.
    ///
    /// # Errors
    /// [`Error::Refused`] with everything that is wrong with the text.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>, dialect: &Dialect) -> Result<Self, Error> {
        let name = name.into();
        let source = frontend::decode(bytes, name.clone())
            .map_err(|error| Refused::new(vec![*error], &Arc::new(SourceFile::new(name, "").into())))?;
        let dialect = dialect.clone();
        // All phases recurse over trees that are as deep as the text.
        worker::run(move || checked(source, &dialect)).map_err(Error::from)
    }

    /// The text.
    pub fn source(&self) -> &Sources {
        &self.source
    }

    /// What parser and checker warn of, in the order of the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The method that `Class.method` names, to start from. A constructor has the name of its class;
    /// `Class.method(int, C)` tells overloaded methods apart.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such method, or none that can be explored by itself.
    pub fn entry(&self, name: &str) -> Result<MethodId, Error> {
        check::entry(&self.headers, name).map_err(|error| self.misnamed(*error))
    }

    /// All methods and constructors that can be explored by themselves, in the order of the text.
    ///
    /// # Errors
    /// [`Error::Refused`] when there are none.
    pub fn entries(&self) -> Result<Vec<MethodId>, Error> {
        check::entries(&self.headers, None).map_err(|error| self.misnamed(*error))
    }

    /// Those of one class.
    ///
    /// # Errors
    /// [`Error::Refused`] when there are none, or no such class.
    pub fn entries_of(&self, class: &str) -> Result<Vec<MethodId>, Error> {
        let hir = &self.headers;
        let found = check::class(hir, class).and_then(|class| check::entries(hir, Some(class)));
        found.map_err(|error| self.misnamed(*error))
    }

    /// `Class.method`, or `Class.method(int, C)` where the name is overloaded: what [`entry`](Self::entry) takes.
    pub fn entry_name(&self, method: MethodId) -> String {
        self.ir().entry_name(method)
    }

    /// An assertion or clause of the program, by the id that an outcome has for it.
    pub fn check(&self, id: CheckId) -> &Check {
        &self.ir().checks[id]
    }

    /// The report on an exploration as the command line prints it: one screen, the verdict in the last line.
    pub fn text_report(&self, config: &Config, outcome: &Outcome, style: Style) -> String {
        text::render(&self.finished(config, outcome), Detail::Normal, false, style)
    }

    /// The report on an exploration as JSON.
    ///
    /// # Errors
    /// [`Error::Internal`] when it cannot be serialised: a defect.
    pub fn json_report(&self, config: &Config, outcome: &Outcome) -> Result<String, Error> {
        json::render(&self.finished(config, outcome)).map_err(|error| Error::Internal(error.to_string()))
    }

    /// The same program in which every line begins a block of its own: for explorations that take
    /// [notes](Config::notes). It does the same, in more operations.
    pub fn by_lines(&self) -> Self {
        let ir = Arc::clone(&self.ir);
        // The worker has loaded the program: what it freed then is there for this one, where other threads would need new memory.
        let ir = worker::run(move || Arc::new(Deep::new(ir.by_lines())));
        Self { ir, ..self.clone() }
    }

    /// What reports are made of.
    pub(crate) fn finished<'a>(&'a self, config: &'a Config, outcome: &'a Outcome) -> Finished<'a> {
        Finished { program: self.ir(), source: &self.source, config, outcome, diagnostics: &self.warnings }
    }

    /// What reports of more than one exploration are made of.
    pub(crate) fn explored<'a>(&'a self, config: &'a Config, rows: &'a [Row]) -> Explored<'a> {
        Explored { program: self.ir(), source: &self.source, config, rows, diagnostics: &self.warnings }
    }

    /// The program as the engine and the interpreter have it.
    pub(crate) fn ir(&self) -> &ir::Program {
        &self.ir
    }

    /// Refuses the program for these errors.
    pub(super) fn refuse(&self, errors: Vec<Diagnostic>) -> Error {
        Refused::new(errors, &self.source).into()
    }

    /// Refuses the choice of an entry. Nobody has seen the warnings yet.
    fn misnamed(&self, error: Diagnostic) -> Error {
        self.refuse(self.warnings.iter().cloned().chain([error]).collect())
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("source", &self.source.main().name).finish_non_exhaustive()
    }
}

fn checked(source: SourceFile, dialect: &Dialect) -> Result<Program, Refused> {
    let source = Arc::new(Sources::from(source));
    let parsed = frontend::parse(source.main());
    if parsed.has_errors() {
        // What the parser left out would be reported as missing.
        return Err(Refused::new(parsed.diagnostics, &source));
    }
    let mut found = parsed.diagnostics;
    let checked = check::check(&parsed.program, &source, dialect);
    found.extend(checked.diagnostics);
    let Some(hir) = checked.hir else { return Err(Refused::new(found, &source)) };
    let ir = lower::lower(&hir, &source);
    let (headers, ir) = (Arc::new(hir.without_bodies()), Arc::new(Deep::new(ir)));
    Ok(Program { source, warnings: found.into(), headers, ir })
}
