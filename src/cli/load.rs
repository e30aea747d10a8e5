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
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Whether a file operand means standard input.
pub fn is_stdin(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// The bytes of a file, or of standard input for `-`: at most `limit`, and one more to detect longer files.
pub fn read(file: &Path, limit: u64) -> Result<Vec<u8>, Error> {
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match is_stdin(file) {
            true => {
                // What was looked at for directives comes first.
                bytes.append(&mut head_of_stdin());
                let rest = (limit + 1).saturating_sub(bytes.len() as u64);
                io::stdin().lock().take(rest).read_to_end(&mut bytes)?;
            }
            false => _ = File::open(file)?.take(limit + 1).read_to_end(&mut bytes)?,
        }
        Ok(bytes)
    };
    read().map_err(|error| Error::Unreadable { file: file.to_owned(), error })
}

/// The first bytes of a file, or of standard input for `-`, which [`read`] returns all the same: at most `limit`.
pub fn peek(file: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if is_stdin(file) {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
        head_of_stdin().clone_from(&bytes);
    } else {
        File::open(file)?.take(limit).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The part of standard input that was looked at and not read yet.
fn head_of_stdin() -> MutexGuard<'static, Vec<u8>> {
    static HEAD: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    HEAD.lock().unwrap_or_else(PoisonError::into_inner)
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
