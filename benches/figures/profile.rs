//! What progress and profiles cost: the run time without them and with them, medians of interleaved runs.
//!
//! Progress is measured on whole processes of the release binary. Profiles are measured in this process, against the same
//! exploration of the same program by lines without the observer.
//!
//! `cargo bench --bench figures -- profile [--runs N] [--filter TEXT]`

use crate::mean::mean;
use clap::Args;
use multise::{Config, Dialect, Program, explore};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

/// Measures programs, and prints a table.
#[derive(Args)]
pub struct Options {
    /// Runs of each kind.
    #[arg(long, default_value_t = 11)]
    runs: usize,
    /// Only programs whose name contains this text.
    #[arg(long)]
    filter: Option<String>,
}

/// Program, field of its size, size: such that a run takes some tenths of a second at least.
const PROGRAMS: [(&str, &str, &str); 6] = [
    ("java-ranger/tcas", "Main.steps", "100"),
    ("java-ranger/siena", "Main.n", "14"),
    ("java-ranger/schedule2", "Main.commands", "6"),
    ("multise/pl0_parser", "Main.n", "4"),
    ("multise/red_black", "Main.n", "6"),
    ("multise/heap_sort", "Main.n", "6"),
];

pub fn tabulate(args: &Options) {
    println!(
        "{:<24} {:>9} {:>9} {:>7} {:>9} {:>9} {:>7}",
        "program", "none s", "json s", "×", "lines s", "profile s", "×"
    );
    let mut ratios = (Vec::new(), Vec::new());
    for (name, field, size) in PROGRAMS {
        if args.filter.as_ref().is_some_and(|filter| !name.contains(filter)) {
            continue;
        }
        let file = support::project().join("examples").join(name).with_extension("oox");
        let set = format!("{field}={size}");
        let [none, json] = medians(args.runs, [&|| process(&file, &set, "none"), &|| process(&file, &set, "json")]);
        let dialect = Dialect { set: vec![(field.to_owned(), size.to_owned())], ..Dialect::default() };
        let program = Program::load(&file, &dialect).expect("an example").by_lines();
        let [lines, profile] =
            medians(args.runs, [&|| library(&program, &dialect, false), &|| library(&program, &dialect, true)]);
        println!(
            "{name:<24} {none:>9.3} {json:>9.3} {:>7.3} {lines:>9.3} {profile:>9.3} {:>7.3}",
            json / none,
            profile / lines
        );
        ratios.0.push(json / none);
        ratios.1.push(profile / lines);
    }
    if let (Some(progress), Some(profile)) = (mean(&ratios.0), mean(&ratios.1)) {
        println!("geometric means: progress × {progress:.3}, profile × {profile:.3}");
    }
}

/// The medians of two kinds of runs, in seconds. They take turns, so that both meet the same disturbances.
fn medians(runs: usize, kinds: [&dyn Fn() -> Duration; 2]) -> [f64; 2] {
    let mut times = [Vec::new(), Vec::new()];
    for run in 0..runs {
        for kind in [run % 2, (run + 1) % 2] {
            times[kind].push(kinds[kind]());
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
    })
}

/// The time of a process.
fn process(file: &Path, set: &str, progress: &str) -> Duration {
    let mut command = support::multise!();
    command.arg("explore").arg(file).args(["--no-proofs", "--set", set, "--progress", progress]);
    let started = Instant::now();
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program runs");
    let time = started.elapsed();
    assert_eq!(status.code(), Some(0), "{}", file.display());
    time
}

/// The time of an exploration.
fn library(program: &Program, dialect: &Dialect, profile: bool) -> Duration {
    let mut config = Config::default();
    config.dialect = dialect.clone();
    config.proofs = false;
    config.profile = profile;
    let entry = program.entry("Main.main").expect("an entry");
    let outcome = explore(program, entry, &config).expect("an outcome");
    assert_eq!(outcome.profile.is_some(), profile);
    outcome.statistics.time_total
}
