//! Tests as classes of a test framework: files in the folders of their packages.
//!
//! A file that has the same text already is left alone, and so is one that this program has not written.

use crate::cli::exit::Failure;
use crate::facade::Program;
use crate::front::tested::{TestClasses, TestFile, Tested, Trial};
use crate::report::model::explored::{Explored, Row};
use crate::report::model::words;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Writes the tests of explorations into a folder, and returns lines about them.
pub(super) fn write(
    folder: &Path,
    program: &Program,
    explored: &Explored<'_>,
    classes: &mut dyn TestClasses,
    trial: Option<Trial<'_>>,
) -> Result<String, Failure> {
    let outcomes = explored.rows.iter().filter_map(Row::outcome);
    let cases = outcomes.flat_map(|outcome| outcome.cases.iter().map(|case| (outcome.entry, case)));
    let runs: Vec<Tested<'_>> = cases.map(|(entry, case)| Tested { entry, inputs: &case.inputs }).collect();
    let made = classes.files(&runs, trial);
    let (mut count, mut written, mut foreign) = (0, 0, Vec::new());
    for file in &made.files {
        let path = folder.join(&file.path);
        match replace(&path, file, made.mark).map_err(|error| Failure::unwritable(&path, error))? {
            Written::Foreign => foreign.push(path.display().to_string()),
            how => {
                count += file.count;
                written += usize::from(how == Written::New);
            }
        }
    }
    let tried = match &made.untried {
        None => "all of them compiled and passed".to_owned(),
        Some(why) => format!("not tried: {why}"),
    };
    let (tests, files) = (words::count(count, "test"), words::count(made.files.len() - foreign.len(), "file"));
    let mut lines = match count {
        0 => "tests: none\n".to_owned(),
        _ => format!("tests: {tests} in {files} in {}, {written} of them new or changed; {tried}\n", folder.display()),
    };
    for path in foreign {
        lines += &format!("  {path} was not written by multise, and is left as it is\n");
    }
    let mut reasons: BTreeMap<(String, &str), usize> = BTreeMap::new();
    for (entry, why) in &made.left_out {
        *reasons.entry((program.entry_name(*entry), why)).or_default() += 1;
    }
    for ((entry, why), count) in reasons {
        lines += &format!("  left out: {} of {entry}: {why}\n", words::count(count, "test"));
    }
    Ok(lines)
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// It is new, or has another text now.
    New,
    /// It had the text already.
    Same,
    /// It was not written by this program, and is left.
    Foreign,
}

fn replace(path: &Path, file: &TestFile, mark: &str) -> std::io::Result<Written> {
    match fs::read(path) {
        Ok(old) if old == file.text.as_bytes() => return Ok(Written::Same),
        Ok(old) if !old.starts_with(mark.as_bytes()) => return Ok(Written::Foreign),
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, &file.text)?;
    Ok(Written::New)
}
