//! From the name of a file to a program: read, parse, check, lower, every error reported.

use super::exit::Failure;
use super::output::{complain, stderr_style};
use crate::check::hir::Hir;
use crate::config::Dialect;
use crate::frontend;
use crate::ir::{MethodId, Program};
use crate::report::diagnostics;
use crate::source::{Diagnostic, Phase, STDIN_NAME, Severity, SourceFile, Sources};
use crate::{check, lower};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A program that may be explored or run.
#[derive(Debug)]
pub struct Loaded {
    /// Its text.
    pub source: Sources,
    /// The program.
    pub program: Program,
    /// Where to start; `None` if nothing was asked for.
    pub entry: Option<MethodId>,
    /// Warnings.
    pub warnings: Vec<Diagnostic>,
}

/// The code of a construct that the engine does not execute.
const UNSUPPORTED: &str = "E0400";

/// Whether a file operand means standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// All bytes of a file, or of standard input for `-`, at most `limit` and one more.
pub fn read(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(file) {
        io::stdin().lock().take(limit + 1).read_to_end(&mut bytes)?;
    } else {
        File::open(file)?.take(limit + 1).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// A refusal to read a file, in words.
pub fn unreadable(file: &Path, error: &io::Error) -> Failure {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a directory".to_owned(),
        _ => error.to_string(),
    };
    Failure::refused(&format!("cannot read `{}`: {reason}", file.display()), stderr_style())
}

/// Reads and checks a program; for an entry, also that it can be started from. Warnings are printed unless `quiet`.
/// To be called on a big stack: it recurses over the syntax tree.
pub fn load(file: &Path, entry: Option<&str>, dialect: &Dialect, quiet: bool) -> Result<Loaded, Failure> {
    let (source, mut found) = read_source(file)?;
    let loaded = translate(&source, entry, dialect, &mut found);
    let Some((program, entry)) = loaded.filter(|_| !found.iter().any(is_error)) else {
        return Err(refuse(&found, &source));
    };
    if !quiet {
        complain(&diagnostics::render_all(&found, &source, stderr_style()));
    }
    Ok(Loaded { source, program, entry, warnings: found })
}

/// The program, as far as no error stands in its way; what was found on the way is added to `found`.
pub fn translate(
    source: &Sources,
    entry: Option<&str>,
    dialect: &Dialect,
    found: &mut Vec<Diagnostic>,
) -> Option<(Program, Option<MethodId>)> {
    let hir = checked(source, dialect, found)?;
    let entry = match entry.map(|name| check::entry(&hir, name)).transpose() {
        Ok(entry) => entry,
        Err(diagnostic) => {
            found.push(*diagnostic);
            return None;
        }
    };
    Some((lower::lower(&hir, source), entry))
}

/// The checked program, as far as no error stands in its way.
fn checked(source: &Sources, dialect: &Dialect, found: &mut Vec<Diagnostic>) -> Option<Hir> {
    let parsed = frontend::parse(source.main());
    let broken = parsed.has_errors();
    found.extend(parsed.diagnostics);
    if broken {
        // What the parser left out would be reported as missing.
        return None;
    }
    let checked = check::check(&parsed.program, source, dialect);
    found.extend(checked.diagnostics);
    checked.hir
}

/// Which methods are wanted.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// All of one class.
    Class(&'a str),
    /// All of the program.
    All,
}

/// Reads and checks a program, and chooses the methods that are to be explored. To be called on a big stack.
pub fn load_methods(
    file: &Path,
    wanted: Wanted<'_>,
    dialect: &Dialect,
    quiet: bool,
) -> Result<(Loaded, Vec<MethodId>), Failure> {
    let (source, mut found) = read_source(file)?;
    let translated = checked(&source, dialect, &mut found).and_then(|hir| {
        let class = match wanted {
            Wanted::Class(name) => check::class(&hir, name).map(Some),
            Wanted::All => Ok(None),
        };
        match class.and_then(|class| check::entries(&hir, class)) {
            Ok(entries) => Some((lower::lower(&hir, &source), entries)),
            Err(diagnostic) => {
                found.push(*diagnostic);
                None
            }
        }
    });
    let Some((program, entries)) = translated.filter(|_| !found.iter().any(is_error)) else {
        return Err(refuse(&found, &source));
    };
    if !quiet {
        complain(&diagnostics::render_all(&found, &source, stderr_style()));
    }
    Ok((Loaded { source, program, entry: None, warnings: found }, entries))
}

fn read_source(file: &Path) -> Result<(Sources, Vec<Diagnostic>), Failure> {
    let bytes = read(file, frontend::MAX_SOURCE as u64).map_err(|e| unreadable(file, &e))?;
    let name = if is_stdin(file) { STDIN_NAME.to_owned() } else { file.display().to_string() };
    let source = frontend::decode(bytes, name.clone())
        .map_err(|diagnostic| refuse(&[*diagnostic], &SourceFile::new(name, String::new()).into()))?;
    Ok((source.into(), Vec::new()))
}

/// Refuses what the engine does not execute, if the call graph reaches it from the entry.
pub fn supported(loaded: &Loaded) -> Result<(), Failure> {
    let entry = loaded.entry.into_iter();
    let constructs = entry.flat_map(|entry| loaded.program.unsupported(entry));
    let found: Vec<Diagnostic> = constructs
        .map(|(span, what)| {
            let message = format!("`{what}` is not supported yet");
            Diagnostic::error(Phase::Unsupported, UNSUPPORTED, span, message).label("reachable from the entry method")
        })
        .collect();
    if found.is_empty() { Ok(()) } else { Err(refuse(&found, &loaded.source)) }
}

fn is_error(diagnostic: &Diagnostic) -> bool {
    diagnostic.severity == Severity::Error
}

/// The program is refused for what was found.
pub fn refuse(found: &[Diagnostic], source: &Sources) -> Failure {
    Failure::Refused(diagnostics::render_all(found, source, stderr_style()))
}
