//! Tests as programs: each as inputs and as a program, and a list of them, which has the inputs as a call too. Before a test
//! is written, all forms are replayed.

use super::file_name;
use crate::cli::exit::Failure;
use crate::cli::run::exit_of;
use crate::config::Dialect;
use crate::facade::{Error, Program};
use crate::front::tested::{Driver, Drivers};
use crate::inputs::Inputs;
use crate::interp::{self, End, Limits};
use crate::ir::{self, Goal, MethodId};
use crate::outcome::{Case, Outcome};
use crate::report::format::suite::{Ending, Expected, Suite, Test};
use crate::report::format::{json, rerun};
use crate::report::model::explored::{Explored, Row};
use std::fs;
use std::path::Path;

/// The end of a run, as the list has it.
fn ending(program: &ir::Program, end: &End) -> Expected {
    let plain = |end, line| Expected { exit: 0, end, kind: None, cause: None, line };
    let expected = match end {
        End::Returned { .. } => plain(Ending::Returned, None),
        End::Threw(thrown) => {
            Expected { cause: Some(thrown.cause), ..plain(Ending::Threw, Some(thrown.place.locate(program).1)) }
        }
        End::Violation(fault) => {
            Expected { kind: Some(fault.kind), cause: fault.cause, ..plain(Ending::Violation, Some(fault.line)) }
        }
        End::Unchecked(fault) => Expected { kind: Some(fault.kind), ..plain(Ending::Unchecked, Some(fault.line)) },
        End::StepLimit => plain(Ending::StepLimit, None),
        // A test runs to its end.
        End::Cancelled | End::Covered(_) => plain(Ending::Cancelled, None),
        End::Rejected { line, .. } => plain(Ending::Rejected, Some(*line)),
        End::Unsupported { line, .. } => plain(Ending::Unsupported, Some(*line)),
        End::UnknownMethod { line, .. } => plain(Ending::UnknownMethod, Some(*line)),
        End::Unfit { .. } => plain(Ending::Unfit, None),
        End::Unscheduled { .. } => plain(Ending::Unscheduled, None),
    };
    Expected { exit: exit_of(end) as i32, ..expected }
}

/// Writes the tests of explorations into a folder, and returns a line about them.
pub(super) fn write(
    folder: &Path,
    program: &Program,
    explored: &Explored<'_>,
    drivers: &dyn Drivers,
) -> Result<String, Failure> {
    let dialect = &explored.config.dialect;
    let mut tests = Vec::new();
    fs::create_dir_all(folder).map_err(|e| Failure::unwritable(folder, e))?;
    for Outcome { entry, cases, .. } in explored.rows.iter().filter_map(Row::outcome) {
        for (i, case) in cases.iter().enumerate() {
            let name = program.entry_name(*entry);
            let stem = format!("{}-{}", file_name(&name), i + 1);
            let expected = ending(program.ir(), &case.end);
            let comment = format!("Test {} of {name}: {expected}.", i + 1);
            let driver = drivers.driver(*entry, &case.inputs, &comment);
            let inputs = json::pretty(&case.inputs)?;
            let call = program.call_text(*entry, &case.inputs);
            replay(program, *entry, (&inputs, call.as_deref(), &driver), &stem, dialect, &expected)?;
            let (json, test) = (format!("{stem}.json"), format!("{stem}.{}", program.extension()));
            for (file, text) in [(&json, inputs), (&test, driver.text)] {
                let file = folder.join(file);
                fs::write(&file, text).map_err(|e| Failure::unwritable(&file, e))?;
            }
            let (blocks, branches) = covers(case);
            tests.push(Test {
                entry: name,
                inputs: json,
                call,
                driver: test,
                driver_entry: driver.entry,
                schedule: case.inputs.schedule.clone(),
                expected,
                blocks,
                branches,
            });
        }
    }
    let count = tests.len();
    let version = env!("CARGO_PKG_VERSION");
    let suite = Suite {
        schema: json::SCHEMA,
        version,
        file: &program.source().main().name,
        options: rerun::language(dialect),
        tests,
    };
    let text = json::pretty(&suite)?;
    let list = folder.join("tests.json");
    fs::write(&list, text).map_err(|e| Failure::unwritable(&list, e))?;
    Ok(format!("tests: {count} written to {}, all of them replayed as inputs and as programs\n", folder.display()))
}

fn covers(case: &Case) -> (usize, usize) {
    let blocks = case.covers.iter().filter(|g| matches!(g, Goal::Block(..))).count();
    (blocks, case.covers.len() - blocks)
}

/// Replays a test in its written forms: as inputs, as a call if there is one, and as a program that is called `stem`.
fn replay(
    program: &Program,
    entry: MethodId,
    (json, call, driver): (&str, Option<&str>, &Driver),
    stem: &str,
    dialect: &Dialect,
    expected: &Expected,
) -> Result<(), Failure> {
    let run = |program: &Program, entry: MethodId, inputs: &Inputs, name: &str, misfit: &str| {
        let run = interp::run(program.ir(), entry, inputs, dialect, Limits::default());
        let run = run.map_err(|e| Failure::Internal(format!("{misfit}: {e}")))?;
        let found = ending(program.ir(), &run.end);
        if found != *expected {
            let text = format!("a test of `{name}` does not replay: {found} instead of {expected}");
            return Err(Failure::Internal(text));
        }
        Ok(())
    };
    let name = program.entry_name(entry);
    let inputs: Inputs = serde_json::from_str(json)?;
    run(program, entry, &inputs, &name, "a generated test does not fit")?;
    if let Some(call) = call {
        let called = program.call(call).map_err(|e| Failure::Internal(format!("`{call}` is no call: {e}")))?;
        run(program, called.entry, &called.inputs, &name, &format!("`{call}` does not fit"))?;
    }
    let refused = |error: Error| Failure::Internal(format!("the generated test `{stem}` is no program: {error}"));
    let test = program.of_driver(stem, driver, dialect).map_err(refused)?;
    let start = test.entry(&driver.entry).map_err(refused)?;
    let inputs = Inputs { schedule: inputs.schedule, ..Inputs::default() };
    run(&test, start, &inputs, stem, &format!("the generated test `{stem}` takes inputs"))
}
