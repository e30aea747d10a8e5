//! Programs from the operands of commands.

use super::exit::Failure;
use super::output::{complain, stderr_style};
use crate::config::Dialect;
use crate::facade::{Error, Program};
use crate::report::format::diagnostics;
use crate::report::format::text::Detail;
use crate::source::{MAX_SOURCE, STDIN_NAME};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether a file operand means standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Whether the bytes of a file can be read only once: it is standard input or a pipe.
pub fn is_stream(file: &Path) -> bool {
    is_stdin(file) || fs::metadata(file).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// The bytes of a file, or of standard input for `-`: at most `limit`, and one more to detect longer files.
pub fn read(file: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    // What was looked at of a stream comes first.
    let mut bytes = heads().remove(file).unwrap_or_default();
    let rest = (limit + 1).saturating_sub(bytes.len() as u64);
    match read_more(file, rest, &mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(Error::Unreadable { file: file.to_owned(), error }),
    }
}

/// The first bytes of a file, or of standard input for `-`, which [`read`] returns all the same: at most `limit`.
pub fn peek(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_more(file, limit, &mut bytes)?;
    if is_stream(file) {
        heads().insert(file.to_owned(), bytes.clone());
    }
    Ok(bytes)
}

fn read_more(file: &Path, limit: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    match is_stdin(file) {
        true => io::stdin().lock().take(limit).read_to_end(bytes)?,
        false => File::open(file)?.take(limit).read_to_end(bytes)?,
    };
    Ok(())
}

/// By stream, the part that was looked at and not read yet.
fn heads() -> MutexGuard<'static, BTreeMap<PathBuf, Vec<u8>>> {
    static HEADS: Mutex<BTreeMap<PathBuf, Vec<u8>>> = Mutex::new(BTreeMap::new());
    HEADS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads and checks a program.
pub fn load(file: &Path, dialect: &Dialect) -> Result<Program, Failure> {
    if !is_stream(file) {
        return Ok(Program::load(file, dialect)?);
    }
    let bytes = read(file, MAX_SOURCE as u64)?;
    let name = if is_stdin(file) { STDIN_NAME.to_owned() } else { file.display().to_string() };
    Ok(Program::from_bytes(name, bytes, dialect)?)
}

/// Prints the warnings about a program.
pub fn warn(program: &Program, detail: Detail) {
    if detail != Detail::Quiet {
        complain(&diagnostics::render_all(program.warnings(), program.source(), stderr_style()));
    }
}
