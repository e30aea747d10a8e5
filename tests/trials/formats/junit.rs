//! Reports in JUnit's XML.

use super::{Written, ensure};

/// Compares the suite of a run with its verdict.
pub fn check(written: &Written) -> Result<(), String> {
    let text = written.text("junit")?;
    let suites = junit_parser::from_reader(text.as_bytes()).map_err(|error| format!("JUnit: {error}"))?;
    let [suite] = &suites.suites[..] else { return Err("JUnit: one suite".to_owned()) };
    let count =
        |which: fn(&junit_parser::TestStatus) -> bool| suite.cases.iter().filter(|c| which(&c.status)).count() as u64;
    let failures = count(junit_parser::TestStatus::is_failure);
    let errors = count(junit_parser::TestStatus::is_error);
    let counted = (suite.tests, suite.failures, suite.errors);
    ensure(counted == (suite.cases.len() as u64, failures, errors), || "JUnit: counts".to_owned())?;
    // The failures and errors of the suite agree with the exit code.
    let code = match (failures, errors) {
        (0, 0) => 0,
        (0, _) => 3,
        _ => 1,
    };
    ensure(code == written.code, || {
        format!("JUnit: {failures} failures, {errors} errors, exit code {}", written.code)
    })?;
    let cases = match written.report["methods"].as_array() {
        Some(methods) => methods.len(),
        None => {
            let tested = |list: &str| written.report[list].as_array().map_or(0, Vec::len);
            tested("assertions") + tested("covers") + 1
        }
    };
    ensure(suite.cases.len() == cases, || format!("JUnit: {} cases, not {cases}", suite.cases.len()))
}
