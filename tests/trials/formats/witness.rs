//! Witnesses: their form and places, and that the assumption of a violation leads to it.

use super::{Written, printed};
use saphyr::{LoadableYamlNode, Yaml};
use serde_json::Value;
use std::fs;

/// Compares the witnesses of a run with its report.
pub fn check(written: &Written) {
    let text = written.text("witness");
    let documents = Yaml::load_from_str(&text).expect("witness");
    let [document] = &documents[..] else { panic!("witness: one document") };
    let entries = document.as_vec().expect("witness: a list");
    let of = |kind: &str| entries.iter().filter(|e| e["entry_type"].as_str() == Some(kind)).collect::<Vec<_>>();
    for entry in entries {
        let metadata = &entry["metadata"];
        assert!(metadata["format_version"].as_str() == Some("2.0"), "witness: the version");
        assert!(metadata["uuid"].as_str().is_some_and(|id| id.len() == 36), "witness: the uuid");
        let file = metadata["task"]["input_files"][0].as_str().unwrap_or_default();
        let digest = metadata["task"]["input_file_hashes"][file].as_str();
        let expected = written.explorations()[0]["digest"].as_str().and_then(|d| d.strip_prefix("sha256:"));
        assert!(digest.is_some() && digest == expected, "witness: the digest");
    }
    let (sequences, violations) = (of("violation_sequence"), written.violations());
    assert!(sequences.len() == violations.len(), "witness: one for each violation");
    for (sequence, violation) in sequences.into_iter().zip(violations) {
        let last = sequence["content"].as_vec().and_then(|segments| segments.last()).expect("witness: segments");
        let target = &last["segment"][0]["waypoint"];
        assert!(target["type"].as_str() == Some("target"), "witness: the target is the last");
        let place = (target["location"]["line"].as_integer(), target["location"]["column"].as_integer());
        let expected = (violation["line"].as_i64(), violation["column"].as_i64());
        assert!(place == expected, "witness: at {place:?}, not {expected:?}");
    }
    let proofs = written.explorations().into_iter().filter(|r| !r["proof"].is_null()).count();
    assert!(of("invariant_set").len() == proofs, "witness: one for each proof");
}

/// Inserts the assumption of the first violation at the beginning of the entry method, and explores the program again.
pub fn leads_there(written: &Written) {
    let Some(violation) = written.violations().first().copied() else { return };
    let witness = written.json("witness");
    let point = &witness[0]["content"][0]["segment"][0]["waypoint"];
    let Some(assumption) = point["constraint"]["value"].as_str() else { return };
    let text = support::read(&written.program);
    let (line, column) = (number(&point["location"]["line"]), number(&point["location"]["column"]));
    let start: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let name = start + text[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>();
    let mut body = name + text[name..].find('{').expect("the entry has a body") + 1;
    // A call of another constructor must come first.
    if ["super(", "this("].iter().any(|call| text[body..].trim_start().starts_with(call)) {
        body += text[body..].find(';').expect("a statement has an end") + 1;
    }
    let (before, after) = text.split_at(body);
    let file = written.folder.path().join("assumed.oox");
    fs::write(&file, format!("{before} assume {assumption};{after}")).expect("it can be written");
    let mut command = support::multise!();
    let found = printed(command.arg("explore").arg(&file).args(&written.options).args(["--all", "--format", "json"]));
    let same = |v: &Value| {
        (&v["kind"], &v["line"], &v["cause"]) == (&violation["kind"], &violation["line"], &violation["cause"])
    };
    let found = found["violations"].as_array().is_some_and(|all| all.iter().any(same));
    assert!(found, "`{assumption}` does not lead to {violation}");
}

fn number(value: &Value) -> usize {
    value.as_u64().map_or(1, |n| n as usize)
}
