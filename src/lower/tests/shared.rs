//! Every program of the conformance suite, of the benchmarks and of the corpus keeps the normal form.

use super::try_program;
use crate::frontend::on_big_stack;
use crate::ir::dot;
use crate::source::SourceFile;
use std::path::{Path, PathBuf};

/// All OOX files below a folder, relative to the project; none, with a message, where that does not exist.
fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if !root.exists() {
        eprintln!("skipped: {} does not exist", root.display());
        return Vec::new();
    }
    let (mut folders, mut files) = (vec![root], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "oox") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Lowers every program that has no errors, which validates it, and draws it.
fn lower_all(folder: &str) {
    let paths = programs(folder);
    let mut lowered = 0;
    for path in &paths {
        let source = SourceFile::new(path.to_string_lossy(), std::fs::read_to_string(path).expect("the file is text"));
        on_big_stack(|| {
            for lenient in [false, true] {
                if let Some(program) = try_program(&source, lenient) {
                    assert!(dot::program(&program).ends_with("}\n"));
                    lowered += 1;
                }
            }
        });
    }
    assert!(lowered >= paths.len(), "{lowered} of {} programs lowered", paths.len());
}

#[test]
fn the_conformance_suite_is_lowered() {
    lower_all("../shared/conformance");
}

#[test]
fn the_benchmark_programs_are_lowered() {
    lower_all("../shared/tasks");
}

#[test]
fn the_corpus_is_lowered() {
    lower_all("tests/corpus");
}
