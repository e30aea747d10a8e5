//! The files that an exploration writes besides its report.

use super::args::Explore;
use super::exit::{Exit, Failure};
use super::output::{STDOUT, complain, print};
use super::outputs::folder;
use super::suite;
use crate::facade::Program;
use crate::front::tested::Trial;
use crate::report::format::text::Detail;
use crate::report::format::{coverage, html, sarif, witness};
use crate::report::model::explored::Explored;
use crate::report::model::proof;
use crate::stack::on_big_stack;
use std::convert::Infallible;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// The longest time in which tests are tried.
const TRIAL: Duration = Duration::from_secs(120);

/// The data of the files.
#[derive(Clone, Copy)]
pub struct Products<'a> {
    /// The options.
    pub args: &'a Explore,
    /// The program.
    pub program: &'a Program,
    /// The explorations of the program.
    pub explored: &'a Explored<'a>,
    /// The exit code of the command.
    pub exit: Exit,
    /// How much is reported.
    pub detail: Detail,
}

impl Products<'_> {
    /// Writes the requested files. JSON and JUnit differ between one method and several.
    ///
    /// # Errors
    /// The first one. The other files are written all the same. Only the JSON report, which comes last, is not: if it exists,
    /// all requested files exist.
    pub fn write<E: Display, F: Display>(
        &self,
        json: impl FnOnce() -> Result<String, E>,
        junit: impl FnOnce() -> Result<String, F>,
    ) -> Result<(), Failure> {
        let Products { args, program: _, explored, exit, detail: _ } = *self;
        let covered = || [(explored.source.main().name.clone(), explored.covered())];
        let proofs = || explored.finished().filter_map(|f| f.outcome.proof.as_ref());
        let written = [
            self.tests(),
            text_file(args.lcov.as_deref(), || coverage::lcov(&covered())),
            file(args.cobertura.as_deref(), || coverage::cobertura(&covered())),
            file(args.sarif.as_deref(), || sarif::render(explored, exit as u8)),
            file(args.junit.as_deref(), junit),
            file(args.witness.as_deref(), || witness::render(explored, SystemTime::now())),
            text_file(args.invariants.as_deref(), || {
                proofs().map(|p| proof::clauses(explored.program, explored.source, p)).collect()
            }),
            text_file(args.proof_out.as_deref(), || {
                proofs().map(|p| p.clauses.as_str()).collect::<Vec<_>>().join("(reset)\n")
            }),
            file(args.html.as_deref(), || {
                explored.finished().map(|f| html::explore::page(&f)).collect::<Result<String, _>>()
            }),
        ];
        written.into_iter().collect::<Result<(), _>>()?;
        file(args.json.as_deref().filter(|path| *path != Path::new(STDOUT)), json)
    }

    /// Writes the tests, if requested.
    fn tests(&self) -> Result<(), Failure> {
        let Some(folder) = &self.args.tests else { return Ok(()) };
        let home = self.args.exploration.language.java_home.as_deref();
        let trial = (!self.args.no_jvm).then_some(Trial { home, limit: TRIAL });
        let lines = on_big_stack(|| suite::write(folder, self.program, self.explored, trial))?;
        if self.detail != Detail::Quiet {
            complain(&lines);
        }
        Ok(())
    }
}

/// Writes a file whose text can always be made, if requested; see [`file()`].
pub fn text_file(path: Option<&Path>, text: impl FnOnce() -> String) -> Result<(), Failure> {
    file(path, || Ok::<_, Infallible>(text()))
}

/// Writes a file, if requested; `-` is standard output.
pub fn file<E: Display>(path: Option<&Path>, text: impl FnOnce() -> Result<String, E>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let text = text().map_err(Failure::internal)?;
    if path.as_os_str() == STDOUT {
        return print(&text);
    }
    replace(path, &text).map_err(|error| Failure::unwritable(path, error))
}

/// Replaces a file at once, so that it never has a part of the text. What is not an ordinary file is written to directly.
fn replace(path: &Path, text: &str) -> std::io::Result<()> {
    if path.symlink_metadata().is_ok_and(|meta| !meta.is_file()) {
        return std::fs::write(path, text);
    }
    let mut builder = tempfile::Builder::new();
    // Temporary files are readable by their owner only; reports get the usual permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut fresh = builder.prefix(".multise-").tempfile_in(folder(path))?;
    fresh.write_all(text.as_bytes())?;
    fresh.persist(path)?;
    Ok(())
}
