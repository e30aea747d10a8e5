//! What symbolic types gain and cost, on the class libraries of `examples/objects/` and on a loop of dispatched calls:
//!
//! - every method of every library with symbolic types and with `--types declared`: blocks and branches that are reached
//!   from it, of those that its call graph reaches, and tests;
//! - dispatch over k classes in a loop of calls: operations in merge mode, paths in path mode;
//! - all methods of all libraries together: wall time and peak memory.
//!
//! `cargo bench --bench figures -- objects [--unroll N] [--depth N] [--timeout SECONDS]`

use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::dispatch;

/// Measures symbolic objects.
#[derive(Args)]
pub struct Options {
    /// Iterations of every loop.
    #[arg(long, default_value_t = 2)]
    unroll: u64,
    /// Frames of every recursion.
    #[arg(long, default_value_t = 2)]
    depth: u64,
    /// Seconds for one method.
    #[arg(long, default_value_t = 0.5)]
    timeout: f64,
}

/// One program with one choice of types.
struct Explored {
    /// Blocks reached from each method by itself, of those that its call graph reaches, summed over the methods.
    blocks: (u64, u64),
    branches: (u64, u64),
    /// Reached from any method.
    together: (u64, u64),
    tests: usize,
    violations: usize,
    methods: usize,
    wall: Duration,
    peak: u64,
}

pub fn tabulate(args: &Options) {
    let mut files = support::programs(&support::project().join("examples/objects"));
    files.retain(|path| !path.to_string_lossy().ends_with("_bug.oox"));
    types(args, &files);
    dispatched();
}

fn multise(words: &[&str]) -> Vec<u8> {
    let output = support::multise!().args(words).output().expect("the program starts");
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 1 | 3)), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn json(words: &[&str]) -> Value {
    serde_json::from_slice(&multise(words)).expect("a report")
}

fn explore(args: &Options, file: &Path, types: &str, tests: bool) -> Explored {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("objects-{types}"));
    drop(std::fs::remove_dir_all(&folder));
    let (unroll, depth) = (args.unroll.to_string(), args.depth.to_string());
    let timeout = args.timeout.to_string();
    let (file, dir) = (file.to_string_lossy(), folder.to_string_lossy());
    let mut words = vec!["explore", &file, "--all-methods", "--all", "--format", "json", "--types", types];
    words.extend(["--unroll", &unroll, "--depth", &depth, "--timeout", &timeout]);
    if tests {
        words.extend(["--tests", &dir]);
    }
    let started = Instant::now();
    let report = json(&words);
    let wall = started.elapsed();
    let share = |coverage: &Value, what: &str| {
        let number = |key: &str| coverage[what][key].as_u64().unwrap_or(0);
        (number("covered"), number("total"))
    };
    let methods = report["methods"].as_array().expect("a list");
    let each = |what: &str| {
        let shares = methods.iter().map(|m| share(&m["report"]["coverage"], what));
        shares.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
    };
    let list = std::fs::read(folder.join("tests.json")).ok();
    let list: Option<Value> = list.map(|text| serde_json::from_slice(&text).expect("a list of tests"));
    Explored {
        blocks: each("blocks"),
        branches: each("branches"),
        together: share(&report["coverage"], "blocks"),
        tests: list.map_or(0, |list| list["tests"].as_array().map_or(0, Vec::len)),
        violations: methods.iter().filter_map(|m| m["report"]["violations"].as_array()).map(Vec::len).sum(),
        methods: methods.len(),
        wall,
        peak: methods.iter().filter_map(|m| m["report"]["statistics"]["memory_peak"].as_u64()).max().unwrap_or(0),
    }
}

fn percent((covered, total): (u64, u64)) -> f64 {
    100.0 * covered as f64 / total.max(1) as f64
}

/// The two switches side by side, and the time of all methods without making tests.
fn types(args: &Options, files: &[PathBuf]) {
    println!(
        "every method, at most {} iterations, {} frames, {} s; declared types, then symbolic types\n",
        args.unroll, args.depth, args.timeout
    );
    println!(
        "{:<18} {:>7} | {:>9} {:>9} {:>7} | {:>9} {:>9} | {:>5} {:>5} | {:>5} {:>5}",
        "program",
        "methods",
        "blocks %",
        "blocks %",
        "gain",
        "branch %",
        "branch %",
        "tests",
        "tests",
        "viol.",
        "viol."
    );
    let mut sums = [[0u64; 8]; 2];
    let (mut wall, mut peak, mut methods) = (Duration::ZERO, 0, 0);
    for file in files {
        let name = file.file_stem().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let [declared, symbolic] = ["declared", "symbolic"].map(|types| explore(args, file, types, true));
        println!(
            "{name:<18} {:>7} | {:>9.1} {:>9.1} {:>+7.1} | {:>9.1} {:>9.1} | {:>5} {:>5} | {:>5} {:>5}",
            symbolic.methods,
            percent(declared.blocks),
            percent(symbolic.blocks),
            percent(symbolic.blocks) - percent(declared.blocks),
            percent(declared.branches),
            percent(symbolic.branches),
            declared.tests,
            symbolic.tests,
            declared.violations,
            symbolic.violations,
        );
        for (sum, one) in sums.iter_mut().zip([&declared, &symbolic]) {
            let ((a, b), (c, d), (e, f)) = (one.blocks, one.branches, one.together);
            let numbers = [a, b, c, d, one.tests as u64, one.violations as u64, e, f];
            sum.iter_mut().zip(numbers).for_each(|(s, n)| *s += n);
        }
        let alone = explore(args, file, "symbolic", false);
        (wall, peak, methods) = (wall + alone.wall, peak.max(alone.peak), methods + alone.methods);
    }
    let [d, s] = sums;
    let (before, after) = (percent((d[0], d[1])), percent((s[0], s[1])));
    println!(
        "{:<18} {methods:>7} | {before:>9.1} {after:>9.1} {:>+7.1} | {:>9.1} {:>9.1} | {:>5} {:>5} | {:>5} {:>5}",
        "all",
        after - before,
        percent((d[2], d[3])),
        percent((s[2], s[3])),
        d[4],
        s[4],
        d[5],
        s[5],
    );
    println!("blocks that are reached from any method: {:.1} %, {:.1} %", percent((d[6], d[7])), percent((s[6], s[7])));
    println!("tests: {:+.0} %", 100.0 * (s[4] as f64 / d[4].max(1) as f64 - 1.0));
    println!(
        "\nall {methods} methods without tests: {:.1} s wall, {:.0} MiB at most\n",
        wall.as_secs_f64(),
        peak as f64 / f64::from(1 << 20)
    );
}

/// Dispatch over k classes in a loop of calls.
fn dispatched() {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    println!(
        "ten calls on symbolic receivers, k classes: merge mode\n\n{:>4} {:>11} {:>9} {:>9}",
        "k", "operations", "merges", "seconds"
    );
    for k in [2, 4, 8, 16] {
        let s = measured(k, 10, "merge");
        println!(
            "{k:>4} {:>11} {:>9} {:>9.3}",
            number(&s["operations"]),
            number(&s["merges"]),
            s["time_total"].as_f64().unwrap_or(0.0)
        );
    }
    println!("\npath mode: paths (seconds) by the number of calls; `-` after 10 s\n");
    println!("{:>4} {}", "k", (1..=6).map(|n| format!("{n:>18}")).collect::<String>());
    for k in [2, 4, 8, 16] {
        let cells = (1..=6).map(|calls| {
            // More paths than a few hundred thousand take longer than that.
            if (k as f64).powi(calls as i32) > 300_000.0 {
                return format!("{:>18}", "-");
            }
            let s = measured(k, calls, "path");
            let seconds = s["time_total"].as_f64().unwrap_or(0.0);
            if seconds >= 9.5 {
                format!("{:>18}", "-")
            } else {
                format!("{:>18}", format!("{} ({seconds:.3})", s["paths"]))
            }
        });
        println!("{k:>4} {}", cells.collect::<String>());
    }
}

fn measured(k: usize, calls: usize, mode: &str) -> Value {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dispatch.oox");
    std::fs::write(&file, dispatch::program(k, calls)).expect("the folder of the build is there");
    let file = file.to_string_lossy();
    json(&["explore", &file, "--mode", mode, "--timeout", "10", "--unroll", "20", "--format", "json"])["statistics"]
        .clone()
}
