//! The Java front end: its parts, and whole programs.

mod above;
mod arguments;
mod calls;
mod collections;
mod concurrent;
mod drawn;
mod enums;
mod explain;
mod features;
mod floats;
mod formats;
mod generated;
mod instructions;
mod jdk;
mod junit;
mod libraries;
mod library;
mod linking;
mod models;
mod opcodes;
mod receivers;
mod reports;
mod requires;
mod rethrown;
mod sites;
mod threads;
mod unbounded;

use std::process::{Command, Output};
use support::java::compile::{Classes, Source, compile};

/// The classes of a program with the class `Main`; nothing where there is no compiler.
fn compiled(text: &str) -> Option<Classes> {
    compile(&[Source::main(text)]).map(|mut classes| classes.remove(0))
}

/// Explores an entry, with further options.
fn explored(classes: &Classes, entry: &str, options: &[&str]) -> Output {
    let mut command: Command = support::multise!();
    command.arg("explore").arg(&classes.folder).args(["--entry", entry]).args(options).output().expect("it runs")
}

/// Whether a JVM agrees with the violations of a report, where there is one.
fn is_replayed(report: &str) -> bool {
    report.contains("replayed: interpreter and JVM") || report.contains("(no JVM)")
}
