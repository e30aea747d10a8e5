//! SARIF logs.

use super::Written;
use jsonschema::Validator;
use serde_json::Value;
use serde_sarif::sarif::{ResultLevel, Sarif};
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

/// The published schema, from the crate that reads logs; nothing if cargo does not know where that is.
static SCHEMA: LazyLock<Option<Validator>> = LazyLock::new(|| {
    let found = published();
    if found.is_none() {
        eprintln!("skipped: the published schema of SARIF is not where cargo keeps the crate `serde-sarif`");
    }
    found
});

fn published() -> Option<Validator> {
    let output = |program: &str, args: &[&str]| {
        Command::new(program).args(args).current_dir(support::project()).output().ok().map(|o| o.stdout)
    };
    let version = String::from_utf8(output("rustc", &["-vV"])?).ok()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let words = ["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host];
    let metadata: Value = serde_json::from_slice(&output(cargo, &words)?).ok()?;
    let package = metadata["packages"].as_array()?.iter().find(|p| p["name"] == "serde-sarif")?;
    let manifest = Path::new(package["manifest_path"].as_str()?);
    let text = std::fs::read_to_string(manifest.with_file_name("src").join("schema.json")).ok()?;
    // The pattern of languages closes a bracket that it does not open, which is no pattern for this validator.
    let schema = serde_json::from_str(&text.replace("{2}]?$", r"{2}\\]?$")).expect("JSON");
    Some(jsonschema::validator_for(&schema).expect("a schema"))
}

/// Compares the log of a run with its report.
pub fn check(written: &Written) {
    let text = written.text("sarif");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    if let Some(error) = SCHEMA.as_ref().and_then(|schema| schema.iter_errors(&value).next()) {
        panic!("SARIF: {error} at {}", error.instance_path());
    }
    let log: Sarif = serde_json::from_str(&text).expect("SARIF");
    let [run] = &log.runs[..] else { panic!("SARIF: one run") };
    let about = run.tool.driver.information_uri.as_deref();
    assert!(about == Some("https://doi.org/10.1145/2786805.2786830"), "SARIF: where the method is");
    let rules = run.tool.driver.rules.as_deref().unwrap_or_default();
    let results = run.results.as_deref().unwrap_or_default();
    for result in results {
        let rule = result.rule_index.and_then(|at| rules.get(usize::try_from(at).ok()?)).map(|rule| &rule.id);
        assert!(rule.is_some() && rule == result.rule_id.as_ref(), "SARIF: a result without its rule");
    }
    let errors: Vec<_> = results.iter().filter(|r| r.level == Some(ResultLevel::Error)).collect();
    let violations = written.violations();
    assert!(errors.len() == violations.len(), "SARIF: a result for each violation");
    for (result, violation) in errors.into_iter().zip(violations) {
        let region = result.locations.as_ref().and_then(|l| l.first()?.physical_location.as_ref()?.region.as_ref());
        let place = region.map(|r| (r.start_line, r.start_column));
        let expected = (violation["line"].as_i64(), violation["column"].as_i64());
        assert!(place == Some(expected), "SARIF: at {place:?}, not {expected:?}");
        assert!(result.rule_id.as_deref() == violation["kind"].as_str(), "SARIF: another kind");
        assert!(result.partial_fingerprints.as_ref().is_some_and(|f| f.len() == 1), "SARIF: a print");
        let call = violation["call_site"].is_object();
        let related = result.related_locations.as_ref().is_some_and(|l| !l.is_empty());
        assert!(call == related, "SARIF: the call is a related location");
        let flows = result.code_flows.as_deref().unwrap_or_default();
        let steps: usize = flows.iter().flat_map(|f| &f.thread_flows).map(|thread| thread.locations.len()).sum();
        let trace = violation["trace"].as_array().map_or(0, |t| t.iter().filter(|s| s["elided"].is_null()).count());
        assert!(steps == trace.max(1), "SARIF: {steps} steps, not {trace}");
    }
    let invocation = run.invocations.as_deref().and_then(<[_]>::first).expect("SARIF: an invocation");
    assert!(invocation.exit_code == Some(written.code.into()), "SARIF: the exit code");
    let notes = invocation.tool_execution_notifications.as_ref().map_or(0, Vec::len);
    assert!(written.code != 3 || notes > 0, "SARIF: unknown without a reason");
}
