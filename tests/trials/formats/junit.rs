//! Reports in JUnit's XML.

use super::Written;

/// Compares the suite of a run with its verdict.
pub fn check(written: &Written) {
    let text = written.text("junit");
    let suites = junit_parser::from_reader(text.as_bytes()).expect("JUnit");
    let [suite] = &suites.suites[..] else { panic!("JUnit: one suite") };
    let count =
        |which: fn(&junit_parser::TestStatus) -> bool| suite.cases.iter().filter(|c| which(&c.status)).count() as u64;
    let failures = count(junit_parser::TestStatus::is_failure);
    let errors = count(junit_parser::TestStatus::is_error);
    let counted = (suite.tests, suite.failures, suite.errors);
    assert!(counted == (suite.cases.len() as u64, failures, errors), "JUnit: counts");
    // The failures and errors of the suite agree with the exit code.
    let code = match (failures, errors) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    };
    assert!(code == written.code, "JUnit: {failures} failures, {errors} errors, exit code {}", written.code);
    let cases = match written.report["methods"].as_array() {
        Some(methods) => methods.len(),
        None => {
            let tested = |list: &str| written.report[list].as_array().map_or(0, Vec::len);
            tested("assertions") + tested("covers") + 1
        }
    };
    assert!(suite.cases.len() == cases, "JUnit: {} cases, not {cases}", suite.cases.len());
}
