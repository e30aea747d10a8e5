//! Limits on counts at which the engine goes from one representation to another: what programs take on both sides. Whole
//! processes of the release binary.
//!
//! `cargo bench --bench figures -- limits [--limit SECONDS] [--filter TEXT]`

use super::explored;
use clap::Args;
use serde_json::Value;
use std::path::Path;

/// Runs the programs of `benches/figures/limits/` at their sizes, and writes a table.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// Only programs whose name contains this text.
    #[arg(long, default_value = "")]
    filter: String,
}

pub fn tabulate(args: &Options) {
    let folder = support::project().join("benches/figures/limits");
    println!("| limit on | value | size: seconds |\n|---|---|---|");
    for file in support::programs(&folder) {
        if !file.to_string_lossy().contains(&args.filter) {
            continue;
        }
        let text = support::read(&file);
        let header = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(&format!("// {key}: ")));
            line.unwrap_or_else(|| panic!("{} has no `{key}`", file.display()))
        };
        let options = text.lines().find_map(|line| line.strip_prefix("// options: ")).unwrap_or_default();
        let runs = header("sizes").split(' ').map(|size| format!("{size}: {}", seconds(args, &file, options, size)));
        println!("| {} | {} | {} |", header("limit"), header("value"), runs.collect::<Vec<_>>().join(", "));
    }
}

/// The time of one run, or its verdict if it has none.
fn seconds(args: &Options, file: &Path, options: &str, size: &str) -> String {
    let set = format!("Main.n={size}");
    let (report, seconds) = explored(args.limit, |command| {
        command.args(["--no-proofs", "--set", &set]).args(options.split_whitespace()).arg(file)
    });
    let report: Value = serde_json::from_slice(&report).unwrap_or_default();
    match report["verdict"].as_str() {
        Some("valid" | "invalid") => format!("{seconds:.2}"),
        _ => "unknown".into(),
    }
}
