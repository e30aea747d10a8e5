//! The Java front end: its parts, and whole programs.

mod above;
mod arguments;
mod bytecode;
mod calls;
mod collections;
mod concurrent;
mod drawn;
mod early;
mod enums;
mod explain;
mod features;
mod floats;
mod formats;
mod generated;
mod hashes;
mod instructions;
mod jdk;
mod junit;
mod large;
mod libraries;
mod library;
mod linking;
mod modelled;
mod models;
mod opcodes;
mod parameters;
mod receivers;
mod records;
mod reports;
mod requires;
mod rethrown;
mod shared;
mod sites;
mod texts;
mod threads;
mod thrown;
mod unbounded;

use std::path::{Path, PathBuf};
use std::process::Output;
use support::java::compile::{Classes, Source, compile, compiled};
use support::java::explored::explore;
use support::java::header::{Answer, Fit, Header};
use support::process::{printed, said};
use support::trials::MODES;

/// The class files below a folder, by their paths in it.
fn class_files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a class");
        (path.strip_prefix(folder).expect("below the folder").to_owned(), bytes)
    };
    support::files(folder, "class").into_iter().map(read).collect()
}

/// Runs the program. Returns its exit code, and all that it prints.
fn run(words: &[&str]) -> (Option<i32>, String) {
    let output = support::multise!().args(words).output().expect("it runs");
    (output.status.code(), said(&output))
}

/// Explores an entry, with further options.
fn explored(classes: &Classes, entry: &str, options: &[&str]) -> Output {
    let mut command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--entry", entry]).args(options).output().expect("it runs")
}

/// The report on an entry, explored with further options.
fn report(classes: &Classes, entry: &str, options: &[&str]) -> String {
    printed(&explored(classes, entry, options))
}

/// Explores entries in both modes: each has its verdict, and violations are confirmed by what their reports say. Nothing is explored
/// where there is no compiler.
fn have_verdicts(text: &str, entries: &[(&str, &str)], options: &[&str], is_confirmed: impl Fn(&str) -> bool) {
    let Some(classes) = compiled(text) else { return };
    for (_, mode) in MODES {
        for (entry, verdict) in entries {
            let report = report(&classes, entry, &[options, &["--mode", mode]].concat());
            assert_eq!(report.lines().last(), Some(*verdict), "{entry}, {mode}: {report}");
            assert!(*verdict == "valid" || is_confirmed(&report), "{entry}, {mode}: {report}");
        }
    }
}

/// Programs are answered in both modes as their first lines say. Nothing is explored where there is no compiler.
fn are_as_expected(programs: &[&str]) {
    let sources: Vec<Source> = programs.iter().map(|text| Source::main(*text)).collect();
    let Some(classes) = compile(&sources) else { return };
    let mut wrong = Vec::new();
    for (text, classes) in programs.iter().zip(&classes) {
        let header = Header::parse(text).expect("a header");
        for (mode, word) in MODES {
            let mut config = support::config();
            config.mode = mode;
            let found = explore(classes, &header, &config);
            let is_right = match (&header.expect, &found) {
                (Answer::Unknown(expected), Answer::Unknown(reason)) if !expected.is_empty() => reason == expected,
                (expected, found) => expected.fit(found) == Fit::Right,
            };
            if !is_right {
                wrong.push(format!("{word} mode: {found} instead of {} for\n{text}", header.expect));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Whether a JVM agrees with the violations of a report, where there is one.
fn is_replayed(report: &str) -> bool {
    report.contains("replayed: interpreter and JVM") || report.contains("(no JVM)")
}
