//! Integers that wrap around: the table of the design of machine integers, at the sizes that were measured there. Whole
//! processes of the release binary, in both modes.
//!
//! `cargo bench --bench figures -- wraps [--limit SECONDS] [--filter TEXT]`

use clap::Args;
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

/// Runs the programs of `benches/programs/wraps/` at their sizes, and writes a table.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Only programs whose name contains this text.
    #[arg(long, default_value = "")]
    filter: String,
}

/// Program and size.
const RUNS: [(&str, &str); 12] = [
    ("counter", "Main.n=32"),
    ("loop", "Main.n=18"),
    ("sum", "Main.n=24"),
    ("comparator", ""),
    ("reverse_digits", "Main.most=9999999"),
    ("reverse_digits_bug", ""),
    ("hash", "Main.n=8"),
    ("hash", "Main.n=10"),
    ("random_numbers", "Main.n=1"),
    ("random_numbers", "Main.n=2"),
    ("random_numbers", "Main.n=3"),
    ("random_numbers", "Main.n=4"),
];

pub fn tabulate(args: &Options) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/programs/wraps");
    println!(
        "| program | size | mode | verdict | seconds | solver calls | in the solver, s | atoms |\n|---|---|---|---|---|---|---|---|"
    );
    for (name, size) in RUNS.into_iter().filter(|(name, _)| name.contains(&args.filter)) {
        for mode in ["merge", "path"] {
            let mut command = support::multise!();
            command.args(["explore", "--format", "json", "--timeout", &args.limit.to_string(), "--mode", mode]);
            command.args(["--int-width", "32", "--overflow", "wrap"]);
            if !size.is_empty() {
                command.args(["--set", size]);
            }
            let started = Instant::now();
            let output = command.arg(folder.join(name).with_extension("oox")).output();
            let output = output.expect("the binary of this project starts");
            let seconds = started.elapsed().as_secs_f64();
            let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
            let number = |name: &str| report["statistics"][name].to_string();
            let verdict = report["verdict"].as_str().unwrap_or_default();
            let (calls, time, atoms) = (number("solver_calls"), number("time_solver"), number("atoms"));
            println!("| {name} | {size} | {mode} | {verdict} | {seconds:.2} | {calls} | {time} | {atoms} |");
        }
    }
}
