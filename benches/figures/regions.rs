//! What regions and tabled calls gain and cost: whole processes of the release binary, every level in both modes, beside
//! the figures of the Java Ranger publication. Written to `benches/results/regions.md`.
//!
//! `cargo bench --bench figures -- regions [--limit SECONDS] [--filter TEXT]`

use super::explored;
use clap::Args;
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::Write as _;
use std::path::Path;

/// Runs the programs at each level and writes a table.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// Only programs whose name contains this text.
    #[arg(long)]
    filter: Option<String>,
}

/// A program of the Java Ranger publication: file, size, and its figures without and with merging: seconds, paths.
struct Published {
    file: &'static str,
    size: &'static str,
    plain: (&'static str, &'static str),
    merged: (&'static str, &'static str),
}

const PUBLISHED: [Published; 9] = [
    Published { file: "wbs", size: "10 steps (plain: 5)", plain: ("4428", "7962624"), merged: ("2.81", "1") },
    Published { file: "tcas", size: "10 steps (plain: 2)", plain: ("353", "39204"), merged: ("1.41", "1") },
    Published { file: "replace", size: "11 characters", plain: ("1177", "757261"), merged: ("4581", "91983") },
    Published { file: "nano_xml", size: "8 characters", plain: ("63555", "33944190"), merged: ("28803", "3637075") },
    Published { file: "siena", size: "7 bytes", plain: ("55028", "35831808"), merged: ("57782", "35831808") },
    Published { file: "schedule2", size: "3 commands", plain: ("1.48", "343"), merged: ("2.52", "343") },
    Published { file: "print_tokens2", size: "4 characters", plain: ("1716", "166644"), merged: ("1339", "109727") },
    Published { file: "option_parser", size: "6 + 1 inputs", plain: ("31886", "4839812"), merged: ("5561", "171818") },
    Published { file: "mer_arbiter", size: "7 steps", plain: ("70876", "2429568"), merged: ("11087", "276144") },
];

/// Sizes beyond those of the publication, and recursion, in merge mode.
const BEYOND: [(&str, &str); 12] = [
    ("examples/java-ranger/wbs.oox", "--set Main.steps=100"),
    ("examples/java-ranger/tcas.oox", "--set Main.steps=100"),
    ("examples/java-ranger/siena.oox", "--set Main.n=14"),
    ("examples/java-ranger/siena.oox", "--set Main.n=28"),
    ("examples/java-ranger/schedule2.oox", "--set Main.commands=6"),
    ("examples/java-ranger/schedule2.oox", "--set Main.commands=9"),
    ("examples/java-ranger/print_tokens2.oox", "--set Main.n=8"),
    ("examples/java-ranger/mer_arbiter.oox", "--set Main.steps=10"),
    ("benches/programs/fibonacci.oox", "--set Main.n=46"),
    ("benches/programs/ackermann.oox", "--set Main.n=3"),
    ("benches/programs/hanoi.oox", "--set Main.n=12"),
    ("benches/programs/hanoi.oox", "--set Main.n=30"),
];

/// What is read of a report. Numbers of paths are integers of any size.
#[derive(Deserialize)]
struct Report {
    verdict: String,
    statistics: IndexMap<String, Box<RawValue>>,
}

/// A way to explore: its heading and its options.
const WAYS: [(&str, &str); 6] = [
    ("not tabled", "--no-tabling"),
    ("level 0", ""),
    ("level 1", "--regions 1"),
    ("level 2", "--regions 2"),
    ("level 3", "--regions 3"),
    ("level 4", "--regions 4"),
];

pub fn tabulate(args: &Options) {
    let root = support::project();
    let mut text = format!("{INTRODUCTION}\nLimit: {} s a run.\n", args.limit);
    let wanted = |name: &str| args.filter.as_ref().is_none_or(|f| name.contains(f));
    text += "\n## The programs of Java Ranger\n";
    for published in PUBLISHED.iter().filter(|published| wanted(published.file)) {
        let Published { file, size, plain, merged } = published;
        let _ = write!(
            text,
            "\n### {file}, {size}\n\nPublished: {} s and {} paths without merging, {} s and {} paths with it.\n\n",
            plain.0, plain.1, merged.0, merged.1
        );
        let path = root.join("examples/java-ranger").join(file).with_extension("oox");
        text += &measured(args, &path, "", &["merge", "path"]);
    }
    text += "\n## The programs of MultiSE\n";
    let mut programs = support::programs(&root.join("examples/multise"));
    programs.retain(|path| !path.to_string_lossy().contains("_bug"));
    for path in programs {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if wanted(&name) {
            let _ = write!(text, "\n### {name}\n\n");
            text += &measured(args, &path, "", &["merge"]);
        }
    }
    text += "\n## Larger sizes, and recursion\n";
    for (file, options) in BEYOND.into_iter().filter(|(file, _)| wanted(file)) {
        let _ = write!(text, "\n### {file} {options}\n\n");
        text += &measured(args, &root.join(file), options, &["merge"]);
    }
    let target = root.join("benches/results/regions.md");
    match args.filter {
        None => std::fs::write(&target, text).unwrap_or_else(|e| panic!("{}: {e}", target.display())),
        Some(_) => println!("{text}"),
    }
}

const INTRODUCTION: &str = "# Regions and tabled calls

Made by `make bench-regions`; whole processes of the release binary, one at a time, wall time. A level of `--regions` adds to
the one before: 1 regions without calls, 2 inlined methods, 3 single-path cases, 4 early returns; tabled calls are on but in
the first row of each table. In path mode a region is what it is in Java Ranger: the paths inside become one. `paths` are
exact in path mode, and in merge mode an upper bound; `steps` are the instructions that were executed, `entries` the final
entries of the pc.
";

/// The table of a program.
fn measured(args: &Options, file: &Path, options: &str, modes: &[&str]) -> String {
    let mut text = String::from(
        "| mode | | verdict | seconds | solver calls | in the solver, s | steps | paths | entries | regions | inlined | single paths |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for mode in modes {
        for (heading, way) in WAYS {
            let options = format!("{options} {way} --mode {mode}");
            eprintln!("{} {options}", file.display());
            let _ = writeln!(text, "| {mode} | {heading} | {} |", cells(args, file, &options).join(" | "));
        }
    }
    text
}

/// The cells of a row.
fn cells(args: &Options, file: &Path, options: &str) -> Vec<String> {
    let (report, seconds) = explored(args.limit, |command| command.args(options.split_whitespace()).arg(file));
    let Ok(Report { verdict, statistics }) = serde_json::from_slice(&report) else {
        return vec!["failed".to_owned()];
    };
    let number = |name: &str| statistics.get(name).map_or(String::new(), |number| number.get().to_owned());
    let paths = [number("paths"), number("paths_at_most")].concat();
    let paths = if paths.len() > 12 { format!("10^{}", paths.len() - 1) } else { paths };
    vec![
        verdict,
        format!("{seconds:.2}"),
        number("solver_calls"),
        number("time_solver"),
        number("operations"),
        paths,
        number("pc_entries_final"),
        number("regions_instantiated"),
        number("regions_inlined"),
        number("regions_single_path"),
    ]
}
