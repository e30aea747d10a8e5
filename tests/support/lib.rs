//! The shared code of the tests: headers of test programs, their options, and the way from a text to an outcome.
#![allow(missing_docs, reason = "names say what is meant")]

pub mod agreement;
pub mod annotated;
pub mod calls;
pub mod campaign;
pub mod concurrent;
pub mod counts;
pub mod cuts;
pub mod dispatch;
pub mod draws;
pub mod enumerate;
pub mod enumeration;
pub mod expectation;
pub mod features;
pub mod finals;
pub mod fuzz;
pub mod generated;
pub mod guards;
pub mod inputs;
pub mod java;
pub mod large;
pub mod matrix;
pub mod metamorphic;
pub mod numbers;
pub mod options;
pub mod oracle;
pub mod pipeline;
pub mod process;
pub mod random;
pub mod repeating;
pub mod schedules;
pub mod sequences;
pub mod supervisor;
pub mod trials;
pub mod valuation;
mod walk;

use multise::Config;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The default configuration without a memory limit, because that would hold for the whole process, which runs other tests
/// too.
pub fn config() -> Config {
    let mut config = Config::default();
    config.memory = 1 << 20;
    config
}

/// The folder of the project.
pub fn project() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("this crate is in a folder of the project's `tests`")
}

/// The text of a file.
pub fn read(path: impl AsRef<Path>) -> String {
    let path = path.as_ref();
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The JSON of a file.
pub fn read_json(path: impl AsRef<Path>) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

/// The text of a file of `examples/`.
pub fn example(name: &str) -> String {
    read(project().join("examples").join(name))
}

/// All `.oox` files below a folder, sorted.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    files(folder, "oox")
}

/// All files below a folder with this extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let is_wanted = |path: &PathBuf| path.extension().is_some_and(|end| end == extension);
    all_files(folder).into_iter().filter(is_wanted).collect()
}

/// All files below a folder, sorted.
pub fn all_files(folder: &Path) -> Vec<PathBuf> {
    let (mut todo, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = todo.pop() {
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            if path.is_dir() { todo.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// A file or folder in `../shared`, beside the project; `None`, with a message, if it is absent.
pub fn shared(path: &str) -> Option<PathBuf> {
    let full = project().join("../shared").join(path);
    if !full.exists() {
        eprintln!("skipped: ../shared/{path} is not there");
        return None;
    }
    Some(full)
}
