//! Threads at growing sizes: merge mode against path mode, with and without reduction. Whole processes of the release binary.
//! Written to `benches/results/threads.md`.
//!
//! `cargo bench --bench figures -- threads [--limit SECONDS] [--filter TEXT]`

use super::explored;
use clap::Args;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;

/// Runs the families and writes a table.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Only families whose name contains this text.
    #[arg(long)]
    filter: Option<String>,
}

/// A program of `examples/threads/` and the fields that are its sizes.
struct Family {
    file: &'static str,
    fields: &'static [&'static str],
    sizes: &'static [&'static [u32]],
}

const FAMILIES: [Family; 5] = [
    Family { file: "philosophers", fields: &["n"], sizes: &[&[2], &[3], &[4], &[5], &[6]] },
    Family { file: "philosophers_ordered", fields: &["n"], sizes: &[&[2], &[3], &[4], &[5], &[6], &[7]] },
    Family {
        file: "counter",
        fields: &["threads", "times"],
        sizes: &[&[2, 2], &[2, 4], &[2, 8], &[2, 16], &[2, 32], &[3, 2], &[3, 4], &[3, 8], &[4, 2], &[4, 4]],
    },
    Family {
        file: "counter_race",
        fields: &["threads", "times"],
        sizes: &[&[2, 1], &[2, 2], &[2, 4], &[2, 8], &[2, 16], &[3, 1], &[3, 2], &[3, 3], &[3, 4], &[4, 1], &[4, 2]],
    },
    Family { file: "merge_sort", fields: &["n"], sizes: &[&[2], &[3], &[4], &[5], &[6]] },
];

/// A way to explore: its heading and its options.
const WAYS: [(&str, &str); 4] = [
    ("merge", "--mode merge"),
    ("path", "--mode path"),
    ("merge, no reduction", "--mode merge --por off"),
    ("path, no reduction", "--mode path --por off"),
];

/// The columns after the verdict and the time, with the statistics that they show.
const COLUMNS: [(&str, &[&str]); 9] = [
    ("steps", &["operations"]),
    ("threads", &["threads_max"]),
    ("choices", &["schedule_choices"]),
    ("alternatives", &["schedule_alternatives"]),
    ("coalesced", &["schedule_coalesced"]),
    ("told apart", &["schedule_told_apart"]),
    ("pc entries", &["schedule_waiting_max"]),
    ("interleavings", &["paths", "paths_at_most"]),
    ("nodes of a guard", &["bdd_nodes_max"]),
];

const INTRODUCTION: &str = "# Threads

Made by `make bench-threads`: whole processes of the release binary, one at a time, wall time, every violation looked for
(`--all`). *choices* are the configurations of threads at which several could go on, *alternatives* how many that were in
sum, *coalesced* the arrivals at a configuration where others were in the same state, *told apart* those in another state, *pc
entries* the most configurations that waited at one time. *interleavings* are exact in path mode, which explores them one by
one, and in merge mode an upper bound of those that were explored together. *growth* is the exponent of the time between a
row and the one before of the same way, by the product of the sizes.
";

pub fn tabulate(args: &Options) {
    let root = support::project();
    let mut text = format!("{INTRODUCTION}\nLimit: {} s a run.\n", args.limit);
    for family in FAMILIES.iter().filter(|family| args.filter.as_ref().is_none_or(|f| family.file.contains(f))) {
        let _ = write!(text, "\n## {}\n\n| {} | way | verdict | seconds |", family.file, family.fields.join(" | "));
        COLUMNS.iter().for_each(|(heading, _)| _ = write!(text, " {heading} |"));
        let _ = writeln!(text, " MiB | growth |\n|{}", "---|".repeat(family.fields.len() + COLUMNS.len() + 5));
        let path = root.join("examples/threads").join(family.file).with_extension("oox");
        for (way, options) in WAYS {
            let mut before: Option<(f64, f64)> = None;
            for sizes in family.sizes {
                let row = run(args, &path, family, sizes, options);
                let size = f64::from(sizes.iter().product::<u32>());
                let growth = before
                    .filter(|before| size > before.0)
                    .map(|before| format!("{:.1}", (row.seconds / before.1).ln() / (size / before.0).ln()));
                before = Some((size, row.seconds));
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                let growth = growth.unwrap_or_default();
                let _ = writeln!(text, "| {} | {way} | {} | {growth} |", sizes.join(" | "), row.cells.join(" | "));
                // Larger ones take longer still.
                if row.is_cut && family.fields.len() == 1 {
                    break;
                }
            }
        }
    }
    let target = root.join("benches/results/threads.md");
    match args.filter {
        None => std::fs::write(&target, text).unwrap_or_else(|e| panic!("{}: {e}", target.display())),
        Some(_) => println!("{text}"),
    }
}

/// What a run has shown.
struct Row {
    seconds: f64,
    is_cut: bool,
    cells: Vec<String>,
}

fn run(args: &Options, file: &Path, family: &Family, sizes: &[u32], options: &str) -> Row {
    let sets =
        family.fields.iter().zip(sizes).flat_map(|(field, size)| ["--set".into(), format!("Main.{field}={size}")]);
    let (report, seconds) =
        explored(args.limit, |command| command.arg("--all").args(options.split_whitespace()).args(sets).arg(file));
    let report: Value = serde_json::from_slice(&report).unwrap_or_default();
    let reasons: Vec<&str> = report["reasons"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let verdict = [&[report["verdict"].as_str().unwrap_or("failed")], reasons.as_slice()].concat().join(", ");
    let statistic = |names: &[&str]| {
        let found = names.iter().map(|name| &report["statistics"][name]).find(|value| !value.is_null());
        found.map_or_else(String::new, |value| value.to_string())
    };
    let mut cells = vec![verdict, format!("{seconds:.2}")];
    cells.extend(COLUMNS.iter().map(|(_, names)| statistic(names)));
    let memory = report["statistics"]["memory_peak"].as_u64().unwrap_or_default() >> 20;
    cells.push(memory.to_string());
    Row { seconds, is_cut: !reasons.is_empty(), cells }
}
