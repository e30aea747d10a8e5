//! Whole processes of the release binary over the published benchmark programs and over families of growing size:
//! verdict, wall time and peak memory of each, beside the published times of other tools.
//!
//! `cargo bench --bench figures -- tasks [--limit SECONDS] [--filter TEXT] [--tasks FOLDER] [--csv FILE] [--before BINARY]`
//!
//! The programs are read from `../shared/tasks` by default. Nothing is written unless `--csv` asks for it. With
//! `--before`, the published programs are run with another build too, in turns, and the ratios of the times are printed.

mod before;
mod rows;

use crate::growth::Growth;
use crate::process::{self, Measured};
use clap::Args;
use multise::internals::compare::Answer;
use rows::Row;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Runs the benchmark programs as whole processes and prints tables.
#[derive(Args)]
pub struct Options {
    /// Seconds that a program may take.
    #[arg(long, default_value_t = 20)]
    limit: u64,
    /// Only files whose path or options contain this text.
    #[arg(long)]
    filter: Option<String>,
    /// The folder with `tasks.csv` and `scaling.csv`.
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/tasks"))]
    tasks: PathBuf,
    /// Write all measurements to this file.
    #[arg(long)]
    csv: Option<PathBuf>,
    /// Compare the published programs with this other build of the program, and do nothing else.
    #[arg(long, conflicts_with = "csv")]
    before: Option<PathBuf>,
}

pub fn tabulate(args: &Options) {
    let mut log = String::from("file,options,expected,must,verdict,detail,wall_seconds,peak_mib\n");
    let wanted = |row: &Row| args.filter.as_ref().is_none_or(|f| row.file.contains(f) || row.options.contains(f));
    match rows::read(&args.tasks.join("tasks.csv"), "jip", "jbmc") {
        Ok(all) => {
            let rows: Vec<Row> = all.into_iter().filter(wanted).collect();
            match &args.before {
                Some(before) => return before::compare(args, before, &rows),
                None => tasks(args, &rows, &mut log),
            }
        }
        Err(error) => println!("skipped: {error}"),
    }
    let mut families = rows::families(rows::generated());
    match rows::read(&args.tasks.join("scaling.csv"), "jip", "jip patched") {
        Ok(all) => families.extend(rows::families(all)),
        Err(error) => println!("skipped: {error}"),
    }
    for (name, rows) in families {
        let rows: Vec<Row> = rows.into_iter().filter(wanted).collect();
        if !rows.is_empty() {
            family(args, &name, &rows, &mut log);
        }
    }
    if let Some(path) = &args.csv {
        std::fs::write(path, log).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

fn run(args: &Options, binary: &Path, row: &Row) -> Measured {
    // Generated programs have absolute paths, which `join` keeps.
    let file = args.tasks.join(&row.file);
    let file = file.to_string_lossy();
    let words: Vec<&str> = std::iter::once(&*file).chain(row.options.split_whitespace()).collect();
    process::run(binary, &words, Duration::from_secs(args.limit))
}

fn measure(args: &Options, row: &Row, log: &mut String) -> Measured {
    let measured = run(args, support::executable!(), row);
    let Measured { answer, detail, wall, peak_mib } = &measured;
    let expected = row.expected();
    let detail = detail.replace([',', '\n'], ";");
    let fields = format!("{},{},{expected},{}", row.file, row.options, row.must);
    writeln!(log, "{fields},{answer},{detail},{:.3},{peak_mib:.1}", wall.as_secs_f64()).expect("a string grows");
    measured
}

/// `ok`, `WRONG` or `-` for an answer that decides nothing.
fn mark(row: &Row, answer: Answer) -> &'static str {
    match answer {
        Answer::Failed => "FAILED",
        Answer::Unknown => "-",
        _ if (answer == Answer::Valid) == row.valid => "ok",
        _ => "WRONG",
    }
}

fn tasks(args: &Options, rows: &[Row], log: &mut String) {
    println!(
        "{:<78} {:<8} {:<8} {:<6} {:<4} {:>8} {:>7} {:>8} {:>8}",
        "task", "expected", "verdict", "", "must", "seconds", "MiB", "jip", "jbmc"
    );
    let (mut solved, mut must_solved, mut must, mut wrong) = (0, 0, 0, Vec::new());
    let (mut slowest, mut largest, mut total) = (0.0_f64, 0.0_f64, 0.0_f64);
    for row in rows {
        let measured = measure(args, row, log);
        let mark = mark(row, measured.answer);
        let seconds = measured.wall.as_secs_f64();
        println!(
            "{:<78} {:<8} {:<8} {:<6} {:<4} {:>8.2} {:>7.1} {:>8} {:>8}",
            shorten(&format!("{} {}", row.file, row.options), 78),
            row.expected(),
            measured.answer,
            mark,
            if row.must { "yes" } else { "" },
            seconds,
            measured.peak_mib,
            row.published[0],
            row.published[1]
        );
        let ok = mark == "ok";
        solved += usize::from(ok);
        must += usize::from(row.must);
        must_solved += usize::from(row.must && ok);
        if matches!(mark, "WRONG" | "FAILED") {
            wrong.push(format!("{} {}: {} {}", row.file, row.options, measured.answer, measured.detail));
        }
        if ok {
            (slowest, largest) = (slowest.max(seconds), largest.max(measured.peak_mib));
        }
        total += seconds;
    }
    println!("\nsolved {solved} of {}, of those that must be: {must_solved} of {must}", rows.len());
    println!("slowest solved {slowest:.2} s, largest solved {largest:.1} MiB, all {total:.1} s");
    println!("wrong or failed: {}", wrong.len());
    for line in wrong {
        println!("  {line}");
    }
}

/// Sizes in growing order until one is not decided.
fn family(args: &Options, name: &str, rows: &[Row], log: &mut String) {
    println!("\n{:<6} {:<8} {:<6} {:>8} {:>7}   {name}", "size", "verdict", "", "seconds", "MiB");
    let mut growth = Growth::default();
    let mut decided = None;
    for row in rows {
        let measured = measure(args, row, log);
        let (seconds, mark) = (measured.wall.as_secs_f64(), mark(row, measured.answer));
        print!("{:<6} {:<8} {mark:<6} {seconds:>8.3} {:>7.1}", row.size, measured.answer, measured.peak_mib);
        for (tool, time) in row.tools.iter().zip(&row.published).filter(|(_, time)| !time.is_empty()) {
            print!("   {tool} {time}");
        }
        println!("   {}", if mark == "ok" { "" } else { &measured.detail });
        if mark != "ok" {
            break;
        }
        decided = Some(row.size);
        growth.add(row.size, seconds);
    }
    let largest = decided.map_or("none".to_owned(), |size| size.to_string());
    println!("largest size decided within {} s: {largest}; {growth}", args.limit);
}

/// The end of a text that is too long for its column.
fn shorten(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let end: String = text.chars().skip(length - width + 1).collect();
    format!("…{end}")
}

/// The folder of this project's own programs.
fn own(program: &str) -> String {
    support::project().join("benches/programs").join(program).display().to_string()
}
