//! Programs from the operands of commands.

use super::exit::Failure;
use super::output::{complain, stderr_style};
use crate::config::Dialect;
use crate::facade::{Error, Program};
use crate::report::format::diagnostics;
use crate::report::format::text::Detail;
use crate::source::{MAX_SOURCE, STDIN_NAME};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Whether a file operand means standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The bytes of a file, or of standard input for `-`: at most `limit`, and one more to detect longer files.
pub fn read(file: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = |bytes: &mut Vec<u8>| -> io::Result<usize> {
        match is_stdin(file) {
            true => io::stdin().lock().take(limit + 1).read_to_end(bytes),
            false => File::open(file)?.take(limit + 1).read_to_end(bytes),
        }
    };
    read(&mut bytes).map_err(|error| Error::Unreadable { file: file.to_owned(), error })?;
    Ok(bytes)
}

/// Reads and checks a program.
pub fn load(file: &Path, dialect: &Dialect) -> Result<Program, Failure> {
    let program = match is_stdin(file) {
        true => read(file, MAX_SOURCE as u64).and_then(|bytes| Program::from_bytes(STDIN_NAME, bytes, dialect)),
        false => Program::load(file, dialect),
    };
    Ok(program?)
}

/// Prints the warnings about a program.
pub fn warn(program: &Program, detail: Detail) {
    if detail != Detail::Quiet {
        complain(&diagnostics::render_all(program.warnings(), program.source(), stderr_style()));
    }
}
