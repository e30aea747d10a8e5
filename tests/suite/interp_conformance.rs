//! The interpreter against the conformance programs of the language: on all small inputs, a valid program violates
//! nothing, and an invalid one violates exactly what its first line says.

use multise::Dialect;
use multise::internals::interp::{End, Limits, run};
use std::collections::BTreeMap;
use std::path::Path;
use support::{compile, enumerate};

/// Inputs per program.
const CAP: usize = 2_000;

/// How often the runs of one program ended in which way; violations as `KIND line N`.
fn ends(text: &str) -> BTreeMap<String, usize> {
    let dialect = Dialect::default();
    let (_, program, entry) =
        compile::compile(text, "Main.main", &dialect).unwrap_or_else(|e| panic!("{text}\n{e:#?}"));
    let bounds = enumerate::Bounds::of(&program);
    let mut ends = BTreeMap::new();
    for inputs in enumerate::inputs(&program, entry, &bounds).take(CAP) {
        let run = run(&program, entry, &inputs, &dialect, Limits::steps(20_000)).expect("enumerated inputs fit");
        let end = match run.end {
            End::Returned { .. } | End::Threw(_) => "ended".to_owned(),
            End::Rejected { .. } => "rejected".to_owned(),
            End::StepLimit | End::Cancelled => "step limit".to_owned(),
            End::Violation(f) => {
                let kind = serde_json::to_value(f.kind).expect("kinds have names");
                format!("{} line {}", kind.as_str().expect("kinds have names"), f.line)
            }
            other => panic!("{other:?}"),
        };
        *ends.entry(end).or_default() += 1;
    }
    ends
}

#[test]
fn small_inputs_confirm_the_expectations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance");
    let Ok(entries) = std::fs::read_dir(&folder) else {
        eprintln!("skipped: the conformance programs are not here");
        return;
    };
    let mut files: Vec<_> = entries.map(|e| e.expect("a readable folder").path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "oox"));
    files.sort();
    let mut failures = Vec::new();
    let mut confirmed = 0;
    for file in files {
        let name = file.file_stem().expect("files have names").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let expectation = text.lines().next().and_then(|l| l.strip_prefix("// expect: ")).expect("an expectation");
        // `tests/trials/conformance.rs` runs those with threads, by all schedules.
        if name.starts_with("conc_") || expectation.starts_with("error") {
            continue;
        }
        let ends = ends(&text);
        let violations: Vec<_> = ends.keys().filter(|k| k.contains(" line ")).collect();
        let right = match expectation.strip_prefix("invalid ") {
            Some(violation) => violations == [violation],
            None => expectation == "valid" && violations.is_empty(),
        };
        if right {
            confirmed += 1;
        } else {
            failures.push(format!("{name}: expected {expectation}, got {ends:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(confirmed > 100, "only {confirmed} programs");
}
