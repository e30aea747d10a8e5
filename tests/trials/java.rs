//! Java programs with an expectation in their first line, in merge mode and in path mode: those of `examples/java`, which also
//! run on a JVM, and those of the conformance suite. The suite is not part of this project: it is skipped if
//! `../shared/java-conformance` is absent. All is skipped where there is no JDK.
//!
//! No program may be answered wrongly. `tests/java/undecided.txt` lists those that need not be decided yet; it must not grow.

use libtest_mimic::{Failed, Trial};
use multise::internals::java::jvm::{End, Jvm, Object, Run, Value};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use support::java::compile::{Classes, Source, compile};
use support::java::explored::{self, simple_name};
use support::java::header::{Answer, Fit, Header, Violation};
use support::java::values;
use support::trials::MODES;

/// The time of a program that has to be decided. It takes a second; other work on a slow machine must not decide the result.
const PATIENCE: Duration = Duration::from_secs(600);
/// The time of one that need not be.
const LIMIT: Duration = Duration::from_millis(500);
/// How often a valid program runs on a JVM.
const RUNS: u64 = 100;

/// A program.
struct Case {
    name: String,
    header: Header,
    source: Source,
    has_to: bool,
}

pub fn trials() -> Vec<Trial> {
    let list = support::read(support::project().join("tests/java/undecided.txt"));
    let undecided: BTreeSet<&str> = list.lines().collect();
    let mut cases = examples(&undecided);
    let count = cases.len();
    assert!(count > 100, "most examples are gone");
    if let Some(root) = support::shared("java-conformance") {
        cases.extend(conformance(&root, &undecided));
        assert!(cases.len() - count > 200, "most programs are gone");
        let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
        assert!(undecided.is_subset(&names), "undecided.txt names programs that are not there");
    }
    let sources: Vec<Source> = cases.iter().map(|case| case.source.clone()).collect();
    let Some(classes) = compile(&sources) else { return Vec::new() };
    cases.into_iter().zip(classes).flat_map(|(case, classes)| of_case(case, classes)).collect()
}

fn case(path: &Path, name: String, main: Option<String>, undecided: &BTreeSet<&str>) -> Case {
    let text = support::read(path);
    let header = Header::parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
    let file = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    let has_to = !undecided.contains(name.as_str());
    Case { name, header: Header { main, ..header }, source: Source::new(file, text), has_to }
}

/// The examples: each is a class with its name.
fn examples(undecided: &BTreeSet<&str>) -> Vec<Case> {
    let of_file = |path: PathBuf| {
        let class = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        case(&path, format!("examples/java/{class}"), Some(class), undecided)
    };
    support::files(&support::project().join("examples/java"), "java").into_iter().map(of_file).collect()
}

/// The suite: each program has a folder.
fn conformance(root: &Path, undecided: &BTreeSet<&str>) -> Vec<Case> {
    let of_file = |path: PathBuf| {
        let folder = path.iter().nth_back(1).expect("a folder").to_string_lossy().into_owned();
        case(&path, format!("java-conformance/{folder}"), None, undecided)
    };
    support::files(root, "java").into_iter().filter(|path| path.ends_with("Main.java")).map(of_file).collect()
}

/// A trial in each mode, and one on a JVM.
fn of_case(case: Case, classes: Classes) -> Vec<Trial> {
    let shared = Arc::new((case, classes));
    let of_mode = |(mode, word)| {
        let (shared, name) = (Arc::clone(&shared), format!("{} ({word})", shared.0.name));
        let kind = if shared.0.has_to { "java" } else { "java, never wrong" };
        let run = move || {
            let (case, classes) = &*shared;
            let mut config = support::config();
            config.mode = mode;
            // What cannot be decided takes all of its time.
            let has_to = case.has_to && !matches!(case.header.expect, Answer::Unknown(_));
            config.timeout = if has_to { PATIENCE } else { LIMIT };
            decided(case, &explored::explore(classes, &case.header, &config))
        };
        Trial::test(name, run).with_kind(kind)
    };
    let mut trials: Vec<Trial> = MODES.into_iter().map(of_mode).collect();
    if shared.0.header.main.is_some() {
        let (shared, name) = (Arc::clone(&shared), format!("{} (JVM)", shared.0.name));
        trials.push(Trial::test(name, move || on_jvm(&shared.0, &shared.1)).with_kind("java"));
    }
    trials
}

fn decided(case: &Case, found: &Answer) -> Result<(), Failed> {
    let expected = &case.header.expect;
    match expected.fit(found) {
        Fit::Right if !case.has_to => {
            eprintln!("{} is decided: undecided.txt need not name it", case.name);
            Ok(())
        }
        Fit::Right => Ok(()),
        Fit::Undecided if !case.has_to => Ok(()),
        Fit::Undecided | Fit::Wrong => Err(format!("expected: {expected}\n   found: {found}").into()),
    }
}

/// A valid program violates nothing in random runs; the witness of another one leads to its violation.
fn on_jvm(case: &Case, classes: &Classes) -> Result<(), Failed> {
    let jvm = Jvm::new(None, PATIENCE);
    let arguments =
        Object::Array { element: "Ljava/lang/String;".to_owned(), length: 0, default: Value::Null, cells: Vec::new() };
    let class = case.header.main.as_deref().expect("an example has a class");
    let run = classes.run(class, "main", "([Ljava/lang/String;)V", vec![arguments], vec![Value::Object(0)]);
    if let Some(witness) = &case.header.witness {
        let end = values::run_listed(&jvm, run, witness)?;
        return match (&end, &case.header.expect) {
            (End::Threw { class, frames }, Answer::Invalid(expected)) => {
                let exception = (class != "java.lang.AssertionError").then(|| simple_name(class).to_owned());
                let line = frames.first().and_then(|frame| frame.line).unwrap_or_default();
                let seen = BTreeSet::from([Violation { exception, line }]);
                if seen == *expected {
                    Ok(())
                } else {
                    Err(format!("expected: {}\n   found: {end}", case.header.expect).into())
                }
            }
            (end, expected) => Err(format!("expected: {expected}\n   found: {end}").into()),
        };
    }
    for seed in 0..RUNS {
        let (observed, _) = jvm.run(&Run { seed: Some(seed), ..run.clone() })?;
        match observed.end {
            End::Returned(_) | End::Rejected => {}
            end => return Err(format!("the program {end} after {:?}", observed.drawn).into()),
        }
    }
    Ok(())
}
