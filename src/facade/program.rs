//! From a file to a program that can be explored.

use super::calls::Called;
use super::entries;
use super::error::{Error, Refused};
use super::worker::{self, Deep};
use crate::config::{Config, Dialect, Receivers, Roots};
use crate::front::tested::{Driver, Tests};
use crate::front::{Front, Loaded, Rejected};
use crate::inputs::Inputs;
use crate::ir::{self, Check, CheckId, MethodId};
use crate::java::Java;
use crate::oox::Oox;
use crate::outcome::Outcome;
use crate::report::Style;
use crate::report::format::text::Detail;
use crate::report::format::{json, text};
use crate::report::model::Finished;
use crate::report::model::explored::{Explored, Row};
use crate::source::{Diagnostic, MAX_SOURCE, SourceFile, Sources};
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The languages. The extension of a file decides which one it is of; without a known one it is of the first.
const FRONTS: [&dyn Front; 2] = [&Oox, &Java];

/// The language of a file.
pub(super) fn front(name: &Path, dialect: &Dialect) -> &'static dyn Front {
    FRONTS.into_iter().find(|front| front.takes(name, dialect)).unwrap_or(FRONTS[0])
}

/// A program without errors. Cloning it is cheap.
#[derive(Clone)]
pub struct Program {
    source: Arc<Sources>,
    warnings: Arc<[Diagnostic]>,
    front: &'static dyn Front,
    ir: Arc<Deep<ir::Program>>,
    /// The methods that the program is made for; none where it is made for all.
    roots: Arc<[MethodId]>,
}

impl Program {
    /// Reads a file and checks it. Of the dialect, `lenient`, `set` and `int_width` matter here.
    ///
    /// # Errors
    /// [`Error::Unreadable`], or [`Error::Refused`] with everything that is wrong with the text.
    pub fn load(file: impl AsRef<Path>, dialect: &Dialect) -> Result<Self, Error> {
        let file = file.as_ref();
        let front = front(file, dialect);
        let (path, asked) = (file.to_owned(), dialect.clone());
        if let Some(loaded) = worker::run(move || front.open(&path, &asked)) {
            return Self::of_loaded(front, loaded);
        }
        let mut bytes = Vec::new();
        // One byte too many shows that a file is too large.
        let read = File::open(file).and_then(|f| f.take(MAX_SOURCE as u64 + 1).read_to_end(&mut bytes));
        read.map_err(|error| Error::Unreadable { file: file.to_owned(), error })?;
        Self::from_bytes(file.display().to_string(), bytes, dialect)
    }

    /// Reads the program in which a call is to be made. Of compiled classes it has what the call reaches, unless options say
    /// where it starts.
    ///
    /// # Errors
    /// Those of [`load`](Self::load). [`call`](Self::call) reports what is wrong with the call.
    pub(crate) fn load_for(file: impl AsRef<Path>, call: &str, dialect: &Dialect) -> Result<Self, Error> {
        let (file, mut dialect) = (file.as_ref(), dialect.clone());
        let (front, text) = (front(file, &dialect), SourceFile::new("", call));
        if dialect.classes.roots == Roots::Main(None) {
            let called = worker::run(move || front.call(&text));
            let called = called.ok();
            let name = called.as_ref().and_then(|call| call.callee_name());
            dialect.classes.roots = name.map_or(Roots::All, Roots::Entry);
            if called.is_some_and(|call| call.is_on_built()) {
                dialect.classes.receivers = Receivers::Built;
            }
        }
        Self::load(file, &dialect)
    }

    /// Reads the program of a call on a class path, which names no file; nothing if the text is no call.
    pub(crate) fn load_on_path(call: &str, dialect: &Dialect) -> Option<Result<Self, Error>> {
        if dialect.classes.path.is_empty() {
            return None;
        }
        let (front, text) = (front(Path::new(call), dialect), SourceFile::new("", call));
        let method = worker::run(move || front.call(&text)).ok()?.callee_name()?;
        Some(Self::load_for(method, call, dialect))
    }

    /// The same with a text that is in memory. Its name is shown in diagnostics and reports.
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
        Self::of_front(front(Path::new(&name), dialect), name, bytes, dialect)
    }

    /// The program of a language.
    pub(super) fn of_front(
        front: &'static dyn Front,
        name: String,
        bytes: Vec<u8>,
        dialect: &Dialect,
    ) -> Result<Self, Error> {
        let dialect = dialect.clone();
        // A front may recurse over trees that are as deep as the text.
        Self::of_loaded(front, worker::run(move || front.load(&name, bytes, &dialect)))
    }

    fn of_loaded(front: &'static dyn Front, loaded: Result<Loaded, Rejected>) -> Result<Self, Error> {
        let loaded = loaded.map_err(|why| Refused::new(why.diagnostics, &Arc::new(why.source)))?;
        let (source, ir) = (Arc::new(loaded.source), Arc::new(Deep::new(loaded.program)));
        let (warnings, roots) = (loaded.warnings.into(), loaded.roots.into());
        Ok(Program { source, warnings, front, ir, roots })
    }

    /// Whether a folder is a program, and not only the files in it.
    pub(crate) fn is_folder(folder: &Path) -> bool {
        folder.is_dir() && FRONTS.into_iter().any(|front| front.takes(folder, &Dialect::default()))
    }

    /// The extensions of files of programs, without the dot.
    pub(crate) fn extensions() -> impl Iterator<Item = &'static str> {
        FRONTS.into_iter().map(|front| front.extension())
    }

    /// The text.
    pub fn source(&self) -> &Sources {
        &self.source
    }

    /// The warnings of parser and checker, in the order of the text.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// The method that `Class.method` names, to start from. A constructor has the name of its class;
    /// `Class.method(int, C)` tells overloaded methods apart.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such method, or none that can be explored by itself.
    pub fn entry(&self, name: &str) -> Result<MethodId, Error> {
        entries::entry(self.ir(), name).map_err(|error| self.misnamed(*error))
    }

    /// The method to start from: the one that the program is made for, or else the one that `Class.method` names.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such method, or none that can be explored by itself.
    pub fn start(&self, name: &str) -> Result<MethodId, Error> {
        self.root().map_or_else(|| self.entry(name), Ok)
    }

    /// The method that the program is made for, if that is only one.
    pub(crate) fn root(&self) -> Option<MethodId> {
        match *self.roots {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The method and the inputs that a call means, such as `Main.main([1, 2], Node { value: 3 })`.
    ///
    /// # Errors
    /// [`Error::Refused`] when it is no call, or there is no such method.
    pub fn call(&self, text: &str) -> Result<Called, Error> {
        Called::new(self, text)
    }

    /// A call of a method on these inputs, which [`call`](Self::call) takes; nothing where they cannot be written as one.
    pub fn call_text(&self, entry: MethodId, inputs: &Inputs) -> Option<String> {
        self.ir().syntax.call(self.ir(), entry, inputs)
    }

    /// All methods and constructors that can be explored by themselves, in the order of the text.
    ///
    /// # Errors
    /// [`Error::Refused`] when there are none.
    pub fn entries(&self) -> Result<Vec<MethodId>, Error> {
        if !self.roots.is_empty() {
            return Ok(self.roots.to_vec());
        }
        entries::entries(self.ir(), None).map_err(|error| self.misnamed(*error))
    }

    /// Those of one class.
    ///
    /// # Errors
    /// [`Error::Refused`] when there are none, or no such class.
    pub fn entries_of(&self, class: &str) -> Result<Vec<MethodId>, Error> {
        if !self.roots.is_empty() {
            return Ok(self.roots.to_vec());
        }
        let ir = self.ir();
        let found = entries::class(ir, class).and_then(|class| entries::entries(ir, Some(class)));
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
        // On the worker, because it has loaded the program: it can reuse what it freed then. Other threads need new memory.
        let ir = worker::run(move || Arc::new(Deep::new(ir.by_lines())));
        Self { ir, ..self.clone() }
    }

    /// The data of reports.
    pub(crate) fn finished<'a>(&'a self, config: &'a Config, outcome: &'a Outcome) -> Finished<'a> {
        Finished { program: self.ir(), source: &self.source, config, outcome, diagnostics: &self.warnings }
    }

    /// The data of reports on more than one exploration.
    pub(crate) fn explored<'a>(&'a self, config: &'a Config, rows: &'a [Row]) -> Explored<'a> {
        Explored { program: self.ir(), source: &self.source, config, rows, diagnostics: &self.warnings }
    }

    /// The language.
    pub(super) fn front(&self) -> &'static dyn Front {
        self.front
    }

    /// The extension of files of its language, without the dot.
    pub(crate) fn extension(&self) -> &'static str {
        self.front.extension()
    }

    /// A writer of tests of the program; nothing where tests cannot be written in its language.
    pub(crate) fn tests(&self, dialect: &Dialect) -> Option<Tests<'_>> {
        self.front.tests(self.ir(), &self.source, dialect)
    }

    /// Loads a test that such a writer has written.
    ///
    /// # Errors
    /// [`Error::Refused`] when it is no program: a defect of the writer.
    pub(crate) fn of_driver(&self, name: &str, driver: &Driver, dialect: &Dialect) -> Result<Self, Error> {
        let name = format!("{name}.{}", self.extension());
        Self::of_front(self.front, name, driver.text.clone().into_bytes(), dialect)
    }

    /// The IR of the program.
    pub(crate) fn ir(&self) -> &ir::Program {
        &self.ir
    }

    /// Refuses the program for these errors.
    pub(super) fn refuse(&self, errors: Vec<Diagnostic>) -> Error {
        Refused::new(errors, &self.source).into()
    }

    /// Refuses the choice of an entry. The warnings are included, since they have not been shown yet.
    fn misnamed(&self, error: Diagnostic) -> Error {
        self.refuse(self.warnings.iter().cloned().chain([error]).collect())
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("source", &self.source.main().name).finish_non_exhaustive()
    }
}
