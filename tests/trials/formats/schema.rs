//! JSON output against the schemas that `multise schema` prints.

use super::Written;
use jsonschema::Validator;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

static VALIDATORS: LazyLock<Mutex<BTreeMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);

/// Validates a value against a schema.
pub fn check(name: &str, value: &Value) {
    let validator = validator(name);
    let errors: Vec<String> =
        validator.iter_errors(value).take(3).map(|e| format!("{} at {}", e, e.instance_path())).collect();
    assert!(errors.is_empty(), "does not fit the schema `{name}`: {}", errors.join("\n"));
}

fn validator(name: &str) -> &'static Validator {
    let mut validators = VALIDATORS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = validators.get(name) {
        return known;
    }
    let schema = super::printed(support::multise!().args(["schema", name]));
    jsonschema::meta::validate(&schema).unwrap_or_else(|error| panic!("{name} is no schema: {error}"));
    let validator = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    let validator: &'static Validator = Box::leak(Box::new(validator));
    validators.insert(name.to_owned(), validator);
    validator
}

/// Validates the inputs of violations, and all JSON files of `--tests`.
pub fn inputs_and_tests(written: &Written) {
    for violation in written.violations() {
        check("inputs", &violation["inputs"]);
    }
    let list = written.json("tests/tests.json");
    check("tests", &list);
    for test in list["tests"].as_array().into_iter().flatten() {
        check("inputs", &written.json(&format!("tests/{}", test["inputs"].as_str().unwrap_or_default())));
    }
}
