//! The programs of the conformance suite for Java, in merge mode and in path mode. The suite is not part of this project: the
//! trials are skipped if `../shared/java-conformance` is absent, or if there is no JDK that compiles it.
//!
//! No program may be answered wrongly. `tests/java/undecided.txt` lists those that need not be decided yet; it must not grow.

use libtest_mimic::{Failed, Trial};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use support::java::compile::{Classes, Source, compile};
use support::java::explored;
use support::java::header::{Answer, Fit, Header};
use support::trials::MODES;

/// The time of a program that has to be decided. It takes a second; other work on a slow machine must not decide the result.
const PATIENCE: Duration = Duration::from_secs(600);
/// The time of one that need not be.
const LIMIT: Duration = Duration::from_secs(2);

/// A program of the suite.
struct Case {
    name: String,
    header: Header,
    source: Source,
    has_to: bool,
}

pub fn trials() -> Vec<Trial> {
    let Some(root) = support::shared("java-conformance") else { return Vec::new() };
    let list = fs::read_to_string(support::project().join("tests/java/undecided.txt")).expect("a list of programs");
    let undecided: BTreeSet<&str> = list.lines().collect();
    let cases = cases(&root, &undecided);
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name.as_str()).collect();
    assert!(undecided.is_subset(&names), "undecided.txt names programs that are not there");
    assert!(names.len() > 200, "most programs are gone");
    let sources: Vec<Source> = cases.iter().map(|case| case.source.clone()).collect();
    let Some(classes) = compile(&sources) else { return Vec::new() };
    cases.into_iter().zip(classes).flat_map(|(case, classes)| of_case(case, classes)).collect()
}

fn cases(root: &Path, undecided: &BTreeSet<&str>) -> Vec<Case> {
    let case = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a program");
        let name = path.iter().nth_back(1).expect("a folder").to_string_lossy().into_owned();
        let header = Header::parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let has_to = !undecided.contains(name.as_str());
        Case { name, header, source: Source::main(text), has_to }
    };
    support::files(root, "java").into_iter().filter(|path| path.ends_with("Main.java")).map(case).collect()
}

/// A trial in each mode.
fn of_case(case: Case, classes: Classes) -> Vec<Trial> {
    let shared = Arc::new((case, classes));
    let of_mode = |(mode, word)| {
        let (case, name) = (Arc::clone(&shared), format!("java-conformance/{} ({word})", shared.0.name));
        let kind = if shared.0.has_to { "java" } else { "java, never wrong" };
        let run = move || {
            let (case, classes) = &*case;
            let mut config = support::config();
            config.mode = mode;
            config.timeout = if case.has_to { PATIENCE } else { LIMIT };
            decided(case, &explored::explore(classes, &case.header, &config))
        };
        Trial::test(name, run).with_kind(kind)
    };
    MODES.into_iter().map(of_mode).collect()
}

fn decided(case: &Case, found: &Answer) -> Result<(), Failed> {
    let expected = &case.header.expect;
    match expected.fit(found) {
        Fit::Right => Ok(()),
        Fit::Undecided if !case.has_to => Ok(()),
        Fit::Undecided | Fit::Wrong => Err(format!("expected: {expected}\n   found: {found}").into()),
    }
}
