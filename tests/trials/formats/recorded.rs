//! The output about every program of `tests/corpus`, as it was when it was recorded: changes of what is printed and written are
//! made on purpose, or not at all.
//!
//! `tests/recorded.txt` has a line for each program: its name, and for its text, JSON, SARIF and witness the beginning of their
//! digests. Another Z3 may have other models, and asks other questions: with another one than that of the first line, nothing is
//! compared.

use crate::record::{Record, add};
use std::fs;
use std::path::Path;
use support::expectation::Header;

/// The files that are written, with the beginnings of the lines that differ from run to run.
const FILES: [(&str, &[&str]); 3] = [
    ("json", &["\"time_", "\"memory_peak"]),
    ("sarif", &["\"startTimeUtc", "\"endTimeUtc"]),
    ("witness", &["\"uuid", "\"creation_time"]),
];

/// Compares what is written about all programs with what was recorded.
pub fn check() -> Result<(), String> {
    let record = Record::of("recorded.txt");
    let root = support::project().join("tests/corpus");
    let mut lines = vec![format!("Z3 {}", z3::full_version())];
    if !record.is_about(&lines[0]) {
        eprintln!("SKIPPED, the comparison with recorded output: it was recorded with another Z3");
        return Ok(());
    }
    for path in support::programs(&root) {
        lines.push(line(&root, path.strip_prefix(&root).unwrap_or(&path))?);
    }
    record.check(&lines)
}

/// A program with the digests of what is written about it.
fn line(root: &Path, program: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| error.to_string();
    let text = fs::read_to_string(root.join(program)).map_err(failed)?;
    let options = Header::parse(&text)?.options;
    let mode = if text.len().is_multiple_of(2) { "merge" } else { "path" };
    let folder = tempfile::tempdir().map_err(failed)?;
    let mut command = support::multise!();
    command.current_dir(root).arg("explore").arg(program).args(options.split_whitespace());
    // A proof comes earlier or later, and only builds with debug assertions check themselves.
    command.args(["--mode", mode, "--no-proofs", "--self-check"]);
    for (file, _) in FILES {
        command.arg(format!("--{file}")).arg(folder.path().join(file));
    }
    let output = command.output().map_err(failed)?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let without_times = |line| match str::rsplit_once(line, " (") {
        Some((before, times)) if times.contains(" s), time ") => before,
        _ => line,
    };
    let printed = printed.lines().map(without_times);
    let said = String::from_utf8_lossy(&output.stderr);
    let mut line = program.display().to_string();
    add(&mut line, printed.chain(said.lines()));
    for (file, times) in FILES {
        let written = fs::read_to_string(folder.path().join(file)).unwrap_or_default();
        add(&mut line, written.lines().filter(|line| !times.iter().any(|time| line.trim_start().starts_with(time))));
    }
    Ok(line)
}
