//! Java beside OOX: the programs of `benches/programs/java/`, each of which says in its first line which OOX program it repeats
//! and at which size, with the reasons for the time of the Java form; programs of symbolic strings at growing lengths; and what
//! it takes to start. Whole processes of the release binary. Written to `benches/results/java.md`.
//!
//! `cargo bench --bench figures -- java [--limit SECONDS] [--filter TEXT]`

use crate::mean::mean;
use crate::process::{Measured, fastest, run};
use clap::Args;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use support::java::compile::{jar, javac};
use support::{executable, files, project};

/// Runs pairs of programs in OOX and in Java, strings of growing lengths, and programs that do almost nothing.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take.
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// Only programs whose name contains this text.
    #[arg(long, default_value = "")]
    filter: String,
}

/// The lengths of strings.
const LENGTHS: [u32; 13] = [2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];

/// A Java program, and what its first line says behind `//`.
struct Program {
    name: String,
    source: PathBuf,
    says: Vec<String>,
}

pub fn tabulate(args: &Options) {
    if javac().arg("-version").output().is_err() {
        println!("skipped: there is no `javac`");
        return;
    }
    let mut text = String::new();
    pairs(args, &mut text);
    reasons(args, &mut text);
    strings(args, &mut text);
    starts(args, &mut text);
    print!("{text}");
    if args.filter.is_empty() {
        let path = project().join("benches/results/java.md");
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

/// The programs of a folder below `benches/programs/java/`, by name.
fn programs(args: &Options, folder: &str) -> Vec<Program> {
    let folder = project().join("benches/programs/java").join(folder);
    let read = |source: PathBuf| {
        let text = support::read(&source);
        let says = text.lines().next().and_then(|line| line.strip_prefix("//")).unwrap_or_default();
        let says = says.split_whitespace().map(String::from).collect();
        Program { name: source.file_stem().unwrap_or_default().to_string_lossy().into_owned(), source, says }
    };
    files(&folder, "java").into_iter().map(read).filter(|program| program.name.contains(&args.filter)).collect()
}

/// The size of one of the pairs.
fn size(program: &Program) -> u32 {
    let size = program.says.last().unwrap_or_else(|| panic!("{} has no size", program.name));
    size.parse().unwrap_or_else(|e| panic!("{}: {e}", program.name))
}

/// Compiles a program with a class `Size` whose constant `N` is its size.
fn compile(program: &Program, size: u32) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java").join(&program.name).join(size.to_string());
    std::fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let constant = folder.join("Size.java");
    std::fs::write(&constant, format!("class Size {{ static final int N = {size}; }}\n"))
        .unwrap_or_else(|e| panic!("{}: {e}", constant.display()));
    let mut command: Command = javac();
    command.arg("-g").arg("-cp").arg(jar()).arg("-d").arg(&folder).arg(&program.source).arg(&constant);
    let output = command.output().unwrap_or_else(|e| panic!("javac: {e}"));
    assert!(output.status.success(), "{}: {}", program.name, String::from_utf8_lossy(&output.stderr));
    folder
}

/// The fastest of several runs of `explore`. What takes a fifth of the limit is run once.
fn explored(args: &Options, words: &[&str]) -> Measured {
    let limit = Duration::from_secs(args.limit);
    let [best] = fastest(limit / 5, |_| run(executable!(), words, limit));
    best
}

fn java(args: &Options, classes: &Path, name: &str, more: &[&str]) -> Measured {
    let classes = classes.to_string_lossy();
    let mut words = vec!["--classpath", &classes, "--main", name, "--no-jvm"];
    words.extend(more);
    explored(args, &words)
}

/// Seconds of a run that has decided, else the word for its end.
fn seconds(measured: &Measured) -> String {
    match measured.decides() {
        true => format!("{:.2}", measured.wall.as_secs_f64()),
        false => measured.answer.to_string(),
    }
}

/// The same programs in OOX and in Java, in both modes.
fn pairs(args: &Options, text: &mut String) {
    text.push_str("| program | size | OOX merge | Java merge | ratio | OOX path | Java path | ratio |\n");
    text.push_str("|---|---|---|---|---|---|---|---|\n");
    let mut ratios = [Vec::new(), Vec::new()];
    for program in programs(args, "pairs") {
        let [file, field, _] = &program.says[..] else { panic!("{} names no OOX program", program.name) };
        let size = size(&program);
        let classes = compile(&program, size);
        let (file, set) = (project().join(file).to_string_lossy().into_owned(), format!("{field}={size}"));
        write!(text, "| {} | {size}", program.name).expect("a string grows");
        for (mode, ratios) in ["merge", "path"].into_iter().zip(&mut ratios) {
            let oox = explored(args, &[&file, "--set", &set, "--mode", mode]);
            let java = java(args, &classes, &program.name, &["--mode", mode]);
            let both = oox.decides() && java.decides();
            assert!(!both || oox.answer == java.answer, "{}: {:?}, {:?}", program.name, oox.answer, java.answer);
            let ratio = both.then(|| java.wall.as_secs_f64() / oox.wall.as_secs_f64());
            ratios.extend(ratio);
            let ratio = ratio.map_or(String::new(), |ratio| format!("{ratio:.1}"));
            write!(text, " | {} | {} | {ratio}", seconds(&oox), seconds(&java)).expect("a string grows");
        }
        text.push_str(" |\n");
    }
    for (mode, ratios) in ["merge", "path"].into_iter().zip(&ratios) {
        if let Some(mean) = mean(ratios) {
            writeln!(text, "\n{mode} mode: geometric mean of {} ratios {mean:.2}", ratios.len())
                .expect("a string grows");
        }
    }
}

/// What merge mode counts in the Java form of the pairs.
const COUNTERS: [&str; 8] = [
    "wraps_identities",
    "wraps_kept",
    "wraps_resolved",
    "wraps_windows",
    "wraps_opaque",
    "solver_calls",
    "solver_calls_linear",
    "solver_calls_vectors",
];

/// What became of machine integers, and which rung of the solver's ladder answered how many questions.
fn reasons(args: &Options, text: &mut String) {
    let heads = COUNTERS.map(|counter| counter.replace('_', " ")).join(" | ");
    writeln!(text, "\n| Java merge | {heads} | avoided |\n|---{}|", "|---".repeat(COUNTERS.len() + 1))
        .expect("a string grows");
    for program in programs(args, "pairs") {
        let classes = compile(&program, size(&program));
        let output = Command::new(executable!())
            .args(["explore", "--format", "json", "--no-jvm", "--timeout", &args.limit.to_string()])
            .arg("--classpath")
            .arg(&classes)
            .args(["--main", &program.name])
            .output()
            .unwrap_or_else(|e| panic!("{}: {e}", program.name));
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{}: {e}", program.name));
        let statistics = &report["statistics"];
        let counts = COUNTERS.map(|counter| statistics[counter].as_u64().unwrap_or_default().to_string()).join(" | ");
        let avoided = statistics["solver_calls_avoided"].as_object().expect("shortcuts with counts").iter();
        let avoided: Vec<String> = avoided.map(|(shortcut, count)| format!("{shortcut} {count}")).collect();
        writeln!(text, "| {} | {counts} | {} |", program.name, avoided.join(", ")).expect("a string grows");
    }
}

/// Programs of symbolic strings: the longest length that is decided within the limit.
fn strings(args: &Options, text: &mut String) {
    text.push_str("\n| strings | longest | seconds | next | ended |\n|---|---|---|---|---|\n");
    for program in programs(args, "strings") {
        let mut last = None;
        let mut failed = None;
        for length in LENGTHS {
            let measured = java(args, &compile(&program, length), &program.name, &[]);
            if measured.decides() {
                last = Some((length, measured));
            } else {
                failed = Some((length, measured));
                break;
            }
        }
        let decided = last.map_or("- | -".to_owned(), |(length, run)| format!("{length} | {}", seconds(&run)));
        let ended = failed.map_or("- | -".to_owned(), |(length, run)| format!("{length} | {}", run.detail));
        writeln!(text, "| {} | {decided} | {ended} |", program.name).expect("a string grows");
    }
}

/// What a verdict takes where there is almost nothing to explore.
fn starts(args: &Options, text: &mut String) {
    text.push_str("\n| start | seconds | MiB |\n|---|---|---|\n");
    for program in programs(args, "starts") {
        let measured = java(args, &compile(&program, 1), &program.name, &[]);
        let row = (&program.name, seconds(&measured), measured.peak_mib);
        writeln!(text, "| {} | {} | {:.0} |", row.0, row.1, row.2).expect("a string grows");
    }
}
