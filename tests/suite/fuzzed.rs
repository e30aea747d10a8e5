//! The fuzz targets on some bytes, and on all bytes with which they once failed. With a fuzzer: `make fuzz`.

use std::panic::catch_unwind;
use support::fuzz::{TARGETS, Target, edits};

/// Runs a target on its regressions, on its seeds, and on this many edited seeds.
fn fuzzed(name: &str, times: usize) {
    let target = TARGETS.into_iter().find(|target| target.name == name).expect("there is such a target");
    for (name, bytes) in target.regressions() {
        run(target, &name, &bytes);
    }
    let seeds = (target.seeds)();
    assert!(!seeds.is_empty());
    for (i, seed) in seeds.iter().enumerate() {
        run(target, &format!("seed {i}"), seed);
    }
    for (i, bytes) in edits::edited(&seeds, times).enumerate() {
        run(target, &format!("edited bytes {i}"), &bytes);
    }
}

fn run(target: &Target, name: &str, bytes: &[u8]) {
    if catch_unwind(|| (target.run)(bytes)).is_err() {
        panic!("{}, {name}: {}", target.name, bytes.escape_ascii());
    }
}

#[test]
fn programs_are_refused_or_have_a_normal_form() {
    fuzzed("frontend", 2_000);
}

#[test]
fn inputs_are_refused_or_run() {
    fuzzed("inputs", 5_000);
}

#[test]
fn modes_and_interpreter_agree() {
    fuzzed("engine", 40);
}

#[test]
fn algebra_and_truth_tables_agree() {
    fuzzed("algebra", 1_000);
}

#[test]
fn every_request_is_answered() {
    fuzzed("lsp", 50);
}
