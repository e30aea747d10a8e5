//! Files in `tests` that have a line for each program, with the beginnings of digests of what is made of it: changes of that are
//! made on purpose, or not at all. `MULTISE_RECORD=1 cargo test --test trials recorded` writes them anew.

use sha2::{Digest, Sha256};
use std::env::var_os;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

/// A file with lines about programs.
pub struct Record(PathBuf);

impl Record {
    /// The file of this name.
    pub fn of(name: &str) -> Self {
        Self(support::project().join("tests").join(name))
    }

    /// The recorded lines.
    fn lines(&self) -> Vec<String> {
        fs::read_to_string(&self.0).unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Whether the file begins with this line, or is about to be written.
    pub fn is_about(&self, first: &str) -> bool {
        is_renewed() || self.lines().first().is_some_and(|line| line == first)
    }

    /// Compares lines with those of the file, or writes them.
    ///
    /// # Errors
    /// When lines differ, or the file is not writable.
    pub fn check(&self, lines: &[String]) -> Result<(), String> {
        if is_renewed() {
            return fs::write(&self.0, lines.join("\n") + "\n").map_err(|error| error.to_string());
        }
        let (known, name) = (self.lines(), self.0.display());
        let others: Vec<&str> = lines.iter().filter(|line| !known.contains(line)).map(String::as_str).collect();
        if !others.is_empty() {
            return Err(format!("not as in {name}:\n{}", others.join("\n")));
        }
        if known.len() == lines.len() { Ok(()) } else { Err(format!("{name} has programs that are gone")) }
    }
}

/// Whether the files are written anew.
fn is_renewed() -> bool {
    var_os("MULTISE_RECORD").is_some()
}

/// Adds the beginning of the digest of some lines to a line.
pub fn add<'a>(line: &mut String, lines: impl Iterator<Item = &'a str>) {
    let digest = lines.fold(Sha256::new(), |digest, line| digest.chain_update(line).chain_update("\n")).finalize();
    line.push(' ');
    digest.iter().take(4).for_each(|byte| _ = write!(line, "{byte:02x}"));
}
