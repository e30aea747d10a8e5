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

use std::process::{Command, Output};
use support::java::compile::{Classes, compiled};
use support::trials::MODES;

/// Explores an entry, with further options.
fn explored(classes: &Classes, entry: &str, options: &[&str]) -> Output {
    let mut command: Command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--entry", entry]).args(options).output().expect("it runs")
}

/// Explores entries in both modes: each has its verdict, and violations are confirmed by what their reports say. Nothing is explored
/// where there is no compiler.
fn have_verdicts(text: &str, entries: &[(&str, &str)], options: &[&str], is_confirmed: impl Fn(&str) -> bool) {
    let Some(classes) = compiled(text) else { return };
    for (_, mode) in MODES {
        for (entry, verdict) in entries {
            let output = explored(&classes, entry, &[options, &["--mode", mode]].concat());
            let report = String::from_utf8_lossy(&output.stdout);
            assert_eq!(report.lines().last(), Some(*verdict), "{entry}, {mode}: {report}");
            assert!(*verdict == "valid" || is_confirmed(&report), "{entry}, {mode}: {report}");
        }
    }
}

/// Whether a JVM agrees with the violations of a report, where there is one.
fn is_replayed(report: &str) -> bool {
    report.contains("replayed: interpreter and JVM") || report.contains("(no JVM)")
}
