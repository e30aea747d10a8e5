//! `--tests DIR`: writes the tests of explorations, each as inputs and as a program, and a list of them. Nothing is
//! written that does not replay both ways as it has to.

use super::exit::{Exit, Failure};
use super::load::{Loaded, translate};
use super::output::stderr_style;
use super::run::exit_of;
use crate::config::{Config, Dialect};
use crate::driver::{Driver, Drivers};
use crate::explore::Outcome;
use crate::explore::cases::Case;
use crate::inputs::Inputs;
use crate::interp::{self, End, Limits};
use crate::ir::{Cause, Goal, Kind, MethodId, Program};
use crate::report::{rerun, words};
use crate::source::SourceFile;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// The list of tests, `tests.json`.
#[derive(Serialize)]
struct Suite<'a> {
    schema: u32,
    version: &'static str,
    file: &'a str,
    /// What `multise run` needs beside `--entry` and `--inputs`.
    options: Vec<String>,
    tests: Vec<Test>,
}

#[derive(Serialize)]
struct Test {
    entry: String,
    inputs: String,
    driver: String,
    driver_entry: String,
    expected: Expected,
    blocks: usize,
    branches: usize,
}

/// How a run ends, in words that are the same for the inputs and for the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Expected {
    exit: i32,
    end: &'static str,
    kind: Option<Kind>,
    cause: Option<Cause>,
    line: Option<u32>,
}

impl Expected {
    fn of(program: &Program, end: &End) -> Self {
        let plain = |end, line| Self { exit: 0, end, kind: None, cause: None, line };
        let expected = match end {
            End::Returned { .. } => plain("returned", None),
            End::Threw(thrown) => {
                Self { cause: Some(thrown.cause), ..plain("threw", Some(thrown.place.locate(program).1)) }
            }
            End::Violation(fault) => {
                Self { kind: Some(fault.kind), cause: fault.cause, ..plain("violation", Some(fault.line)) }
            }
            End::StepLimit => plain("step limit", None),
            End::Rejected { line, .. } => plain("rejected", Some(*line)),
            End::UnknownMethod { line, .. } => plain("unknown method", Some(*line)),
            End::Unsupported { line, .. } => plain("unsupported", Some(*line)),
        };
        Self { exit: exit_of(end) as i32, ..expected }
    }

    fn words(&self) -> String {
        let kind = self.kind.map(|k| format!(" {}", words::kind(k))).unwrap_or_default();
        let cause = self.cause.map(|c| format!(" {}", words::cause(c))).unwrap_or_default();
        let line = self.line.map(|l| format!(" at line {l}")).unwrap_or_default();
        format!("{}{kind}{cause}{line}", self.end)
    }
}

/// Writes the tests of explorations into a folder; tells how many.
pub fn write(
    folder: &Path,
    loaded: &Loaded,
    config: &Config,
    explored: &[(MethodId, &Outcome)],
) -> Result<usize, Failure> {
    let Loaded { program, source, .. } = loaded;
    let dialect = &config.dialect;
    let cannot = |what: &Path, error: std::io::Error| {
        Failure::refused(&format!("cannot write `{}`: {error}", what.display()), stderr_style())
    };
    let drivers = Drivers::new(program, &source.main().text, dialect);
    let mut tests = Vec::new();
    fs::create_dir_all(folder).map_err(|e| cannot(folder, e))?;
    for (entry, outcome) in explored {
        for (i, case) in outcome.cases.iter().enumerate() {
            let name = program.entry_name(*entry);
            let stem = format!("{}-{}", file_name(&name), i + 1);
            let expected = Expected::of(program, &case.end);
            let comment = format!("Test {} of {name}: {}.", i + 1, expected.words());
            let driver = drivers.driver(*entry, &case.inputs, &comment);
            let inputs = serde_json::to_string_pretty(&case.inputs).map_err(|e| Failure::Internal(e.to_string()))?;
            replay(loaded, *entry, &inputs, dialect, &expected)?;
            replay_driver(&driver, dialect, &expected, &stem)?;
            let (json, oox) = (format!("{stem}.json"), format!("{stem}.oox"));
            for (file, text) in [(&json, inputs + "\n"), (&oox, driver.text)] {
                let file = folder.join(file);
                fs::write(&file, text).map_err(|e| cannot(&file, e))?;
            }
            let (blocks, branches) = covers(case);
            tests.push(Test {
                entry: name,
                inputs: json,
                driver: oox,
                driver_entry: driver.entry,
                expected,
                blocks,
                branches,
            });
        }
    }
    let count = tests.len();
    let version = env!("CARGO_PKG_VERSION");
    let suite = Suite { schema: 1, version, file: &source.main().name, options: rerun::language(dialect), tests };
    let text = serde_json::to_string_pretty(&suite).map_err(|e| Failure::Internal(e.to_string()))? + "\n";
    let list = folder.join("tests.json");
    fs::write(&list, text).map_err(|e| cannot(&list, e))?;
    Ok(count)
}

fn covers(case: &Case) -> (usize, usize) {
    let blocks = case.covers.iter().filter(|g| matches!(g, Goal::Block(..))).count();
    (blocks, case.covers.len() - blocks)
}

/// A name without what files are not called.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "._".contains(c) { c } else { '_' }).collect()
}

/// Runs the inputs as they were written.
fn replay(loaded: &Loaded, entry: MethodId, json: &str, dialect: &Dialect, expected: &Expected) -> Result<(), Failure> {
    let inputs: Inputs = serde_json::from_str(json).map_err(|e| Failure::Internal(e.to_string()))?;
    let run = interp::run(&loaded.program, entry, &inputs, dialect, Limits::default());
    let run = run.map_err(|e| Failure::Internal(format!("a generated test does not fit: {e}")))?;
    agree(&Expected::of(&loaded.program, &run.end), expected, &loaded.program.entry_name(entry))
}

/// Runs the program as it was written.
fn replay_driver(driver: &Driver, dialect: &Dialect, expected: &Expected, name: &str) -> Result<(), Failure> {
    let source = SourceFile::new(format!("{name}.oox"), driver.text.clone()).into();
    let mut found = Vec::new();
    let Some((program, Some(entry))) = translate(&source, Some(&driver.entry), dialect, &mut found) else {
        let errors: Vec<_> = found.into_iter().map(|d| d.message).collect();
        return Err(Failure::Internal(format!("the generated test `{name}` is no program: {}", errors.join("; "))));
    };
    let run = interp::run(&program, entry, &Inputs::default(), dialect, Limits::default());
    let run = run.map_err(|e| Failure::Internal(format!("the generated test `{name}` takes inputs: {e}")))?;
    agree(&Expected::of(&program, &run.end), expected, name)
}

fn agree(found: &Expected, expected: &Expected, name: &str) -> Result<(), Failure> {
    if found == expected {
        return Ok(());
    }
    let text = format!("a test of `{name}` does not replay: {} instead of {}", found.words(), expected.words());
    Err(Failure::Internal(text))
}

/// What is told of tests that have been written.
pub fn told(count: usize, folder: &Path) -> String {
    format!("tests: {count} written to {}, all of them replayed as inputs and as programs\n", folder.display())
}

/// The worse of two exit codes: internal error, interrupted, invalid, unknown, valid.
pub fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |exit| match exit {
        Exit::Internal => 5,
        Exit::Interrupted => 4,
        Exit::Refused => 3,
        Exit::Bad => 2,
        Exit::Unknown => 1,
        Exit::Good => 0,
    };
    if rank(b) > rank(a) { b } else { a }
}
