//! Why there is no program, or no outcome.

use crate::report::Style;
use crate::report::format::diagnostics;
use crate::source::{Diagnostic, Severity, Sources};
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// Why a program was not loaded, or an exploration has no outcome.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read.
    #[error("cannot read `{}`: {}", file.display(), reason(error))]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What the system says.
        #[source]
        error: io::Error,
    },
    /// The program has errors, or what the caller wants of it cannot be done.
    #[error(transparent)]
    Refused(Box<Refused>),
    /// A defect of the engine, noticed in time: no outcome rests on it.
    #[error("internal error: {0}")]
    Internal(String),
}

/// The system's reason, in the words of this program where it has some.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    }
}

/// A program that is refused, and everything that is wrong with it.
#[derive(Clone, Debug)]
pub struct Refused {
    diagnostics: Vec<Diagnostic>,
    source: Arc<Sources>,
}

impl Refused {
    pub(super) fn new(diagnostics: Vec<Diagnostic>, source: &Arc<Sources>) -> Self {
        Self { diagnostics, source: Arc::clone(source) }
    }

    /// What was found, warnings included, in the order of the text.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// The errors among them.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.diagnostics.iter().filter(|d| d.severity == Severity::Error)
    }

    /// The text that the diagnostics point into.
    pub fn source(&self) -> &Sources {
        &self.source
    }

    /// All diagnostics with excerpts of the text, and a last line that counts the errors.
    pub fn render(&self, style: Style) -> String {
        diagnostics::render_all(&self.diagnostics, &self.source, style)
    }
}

impl fmt::Display for Refused {
    /// A line for each error: `file:line:column: error[CODE]: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.errors().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            let file = error.span.map_or(self.source.main(), |span| self.source.file(span));
            f.write_str(&file.name)?;
            if let Some(span) = error.span {
                let (line, column) = self.source.line_col(span);
                write!(f, ":{line}:{column}")?;
            }
            write!(f, ": error[{}]: {}", error.code, error.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Refused {}

impl From<Refused> for Error {
    fn from(refused: Refused) -> Self {
        Self::Refused(Box::new(refused))
    }
}
