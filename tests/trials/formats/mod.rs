//! All output of the program about every program of `tests/corpus`, in one mode about its entry method and in the other about
//! all methods, read by independent readers: schemas by
//! `jsonschema`, SARIF by `serde-sarif` and the published schema that it comes with, JUnit by `junit-parser`, tracefiles by
//! `lcov`, Cobertura by `roxmltree`, witnesses by `saphyr`.
//!
//! The contents of the files are compared with the JSON report of the same run.

mod coverage;
mod junit;
mod recorded;
mod sarif;
mod schema;
mod witness;

use libtest_mimic::{Failed, Trial};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::expectation::{Expectation, Header};
use support::process::json;
use tempfile::TempDir;

/// Bounds for methods that were not written to be explored on their own.
const SMALL: &str = "--unroll 2 --depth 2 --heap-depth 2 --timeout 2 --no-proofs";

pub fn trials() -> Vec<Trial> {
    let project = support::project();
    let root = project.join("tests/corpus");
    let mut trials: Vec<Trial> = support::programs(&root)
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
            trial(format!("formats of {name}"), move || program(&path))
        })
        .collect();
    let countdown = project.join("examples/countdown.oox");
    trials.push(trial("a proof", move || _ = one(&countdown, &[], "merge")));
    trials.push(Trial::test("recorded output", || recorded::check().map_err(Failed::from)));
    trials.push(trial("a comparison", comparison));
    trials.push(trial("explanations", explanations));
    trials
}

/// A trial that fails by a panic.
fn trial(name: impl Into<String>, run: impl FnOnce() + Send + 'static) -> Trial {
    let run = move || {
        run();
        Ok(())
    };
    Trial::test(name, run)
}

/// A run and the files that it wrote.
pub struct Written {
    /// The program.
    pub program: PathBuf,
    /// Its options.
    pub options: Vec<String>,
    /// The folder of the files.
    folder: TempDir,
    /// The exit code.
    pub code: i32,
    /// The JSON report.
    pub report: Value,
}

impl Written {
    /// The text of a file.
    pub fn text(&self, name: &str) -> String {
        support::read(self.folder.path().join(name))
    }

    /// The content of a file that is JSON.
    pub fn json(&self, name: &str) -> Value {
        support::read_json(self.folder.path().join(name))
    }

    /// The reports on single explorations.
    pub fn explorations(&self) -> Vec<&Value> {
        match self.report["methods"].as_array() {
            Some(methods) => methods.iter().map(|m| &m["report"]).filter(|r| r.is_object()).collect(),
            None => vec![&self.report],
        }
    }

    /// The violations of these reports.
    pub fn violations(&self) -> Vec<&Value> {
        self.explorations().into_iter().flat_map(|r| r["violations"].as_array().into_iter().flatten()).collect()
    }
}

/// The JSON that a process prints.
fn printed(command: &mut Command) -> Value {
    json(&command.output().expect("it runs"))
}

/// Explores a program in a process of its own that writes every kind of file; nothing if the program is refused.
fn written(program: &Path, options: &[String]) -> Option<Written> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = support::multise!();
    command.arg("explore").arg(program).args(options).args(["--format", "json", "--coverage"]);
    for format in ["json", "sarif", "junit", "lcov", "cobertura", "witness", "tests"] {
        command.arg(format!("--{format}")).arg(folder.path().join(format));
    }
    let output = command.output().expect("it runs");
    let code = output.status.code().expect("it was not killed");
    let said = String::from_utf8_lossy(&output.stderr);
    if code == 2 {
        assert!(output.stdout.is_empty() && !folder.path().join("json").exists(), "refused, but written");
        return None;
    }
    assert!([0, 1, 3].contains(&code), "exit code {code}: {said}");
    let report = json(&output);
    let written = Written { program: program.to_owned(), options: options.to_vec(), folder, code, report };
    assert!(written.text("json").as_bytes() == output.stdout, "--json is not what --format json prints");
    Some(written)
}

fn program(path: &Path) {
    let text = support::read(path);
    let header = Header::parse(&text).expect("a header");
    let options: Vec<String> = header.options.split_whitespace().map(str::to_owned).collect();
    let refused = matches!(header.expect, Expectation::Error(..));
    // Which mode is which changes from program to program.
    let modes = ["merge", "path"];
    let [one_mode, all_mode] = if text.len().is_multiple_of(2) { modes } else { [modes[1], modes[0]] };
    assert!(one(path, &options, one_mode) != refused, "refused, or not");
    let mut language = options;
    for bound in ["--entry", "--unroll", "--depth", "--heap-depth", "--timeout", "--memory"] {
        if let Some(at) = language.iter().position(|word| word == bound) {
            language.drain(at..at + 2);
        }
    }
    language.retain(|word| word != "--no-proofs" && !word.starts_with("--timeout="));
    language.extend(SMALL.split(' ').chain(["--all-methods", "--mode", all_mode]).map(str::to_owned));
    if let Some(all) = written(path, &language) {
        schema::check("methods", &all.report);
        read_back(&all);
    }
}

/// Explores one method. Returns whether the method was not refused.
fn one(path: &Path, options: &[String], mode: &str) -> bool {
    let mut options = options.to_vec();
    options.extend(["--mode", mode].map(str::to_owned));
    if !options.iter().any(|word| word.starts_with("--timeout")) {
        options.push("--timeout=10".to_owned());
    }
    let Some(one) = written(path, &options) else { return false };
    schema::check("report", &one.report);
    read_back(&one);
    witness::leads_there(&one);
    true
}

/// Reads and checks every file of a run.
fn read_back(written: &Written) {
    schema::inputs_and_tests(written);
    sarif::check(written);
    junit::check(written);
    coverage::check(written);
    witness::check(written);
}

fn comparison() {
    let words = ["compare", "--format", "json", "examples/bank.oox", "tests/cli/quotient.oox"];
    schema::check("compare", &printed(support::multise!().args(words)));
}

/// Of a loop, of calls, of objects, of threads, and of a line that is not reached.
fn explanations() {
    for place in [
        "examples/countdown.oox:6",
        "examples/objects/visitor_handler.oox:27",
        "examples/stack.oox:20",
        "tests/corpus/threads/lock_order.oox:10",
    ] {
        let words = ["explain", place, "--timeout", "2", "--format", "json"];
        schema::check("explain", &printed(support::multise!().args(words)));
    }
}
