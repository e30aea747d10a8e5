//! The table of the publication for the programs of `examples/`: merge mode against path mode, whole processes with a
//! budget each, beside the published figures; and how merge mode grows with size.
//!
//! `cargo bench --bench figures -- table [--budget SECONDS] [--filter TEXT] [--out FOLDER]`
//!
//! Writes `table.json` and `table.md` to `benches/results/`, with a filter only to `--out`.

mod markdown;
mod programs;
mod results;

use clap::Args;
use multise::Mode;
use multise::internals::compare::{Cell, Comparison, End, Goal, Job, run};
use programs::Program;
use results::{Growing, Measured, Point, Results, Row};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Of runs of less than so many seconds, the fastest of three counts.
const SHORT: f64 = 2.0;

/// Runs the programs of the table.
#[derive(Args)]
pub struct Options {
    /// Seconds that each run may take.
    #[arg(long, default_value_t = 120.0)]
    budget: f64,
    /// Only programs whose name or file contains this text.
    #[arg(long)]
    filter: Option<String>,
    /// Where `table.json` and `table.md` are written [default: benches/results, without a filter].
    #[arg(long)]
    out: Option<PathBuf>,
}

pub fn tabulate(args: &Options) {
    let wanted = |p: &Program| args.filter.as_ref().is_none_or(|f| p.name.contains(f) || p.file.contains(f));
    let mut results = Results {
        version: env!("CARGO_PKG_VERSION"),
        budget: args.budget,
        processors: std::thread::available_parallelism().map_or(1, Into::into),
        load_before: results::load(),
        programs: Vec::new(),
    };
    let mut wrong = Vec::new();
    println!("{:<20} {:>5} {:>12} {:>9} {:>12} {:>9} {:>8}", "program", "size", "merge", "s", "path", "s", "time ×");
    for program in programs::all().iter().filter(|p| wanted(p)) {
        let measured = measure(program, args);
        for row in &measured.rows {
            if row.comparison.contradictory() || row.comparison.failed() {
                wrong.push(format!("{} {}", measured.name, row.size));
            }
        }
        results.programs.push(measured);
    }
    let default = || args.filter.is_none().then(|| support::project().join("benches/results"));
    let markdown = markdown::render(&results);
    match args.out.clone().or_else(default) {
        Some(folder) => write(&folder, &results, &markdown),
        None => println!("\n{markdown}"),
    }
    assert!(wrong.is_empty(), "contradictions or failures: {}", wrong.join(", "));
}

fn write(folder: &Path, results: &Results, markdown: &str) {
    let json = serde_json::to_string_pretty(results).expect("results are JSON") + "\n";
    for (name, text) in [("table.json", json.as_str()), ("table.md", markdown)] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        println!("written: {}", path.display());
    }
}

/// All runs of a program.
fn measure(program: &Program, args: &Options) -> Measured {
    let mut measured = Measured {
        name: program.name.clone(),
        file: program.file.clone(),
        lines: programs::lines(program),
        field: program.field.clone(),
        multise: program.multise.clone(),
        java_ranger: program.java_ranger.clone(),
        rows: Vec::new(),
        growth: Vec::new(),
    };
    for &size in &program.sizes {
        let merge = cell(program, size, Goal::Time(Mode::Merge), args.budget, &[]);
        let path = cell(program, size, Goal::Time(Mode::Path), args.budget, &[]);
        let counted = (merge.end() == End::Complete).then(|| cell(program, size, Goal::CountCsm, args.budget, &[]));
        let counted = counted.and_then(|c| c.figures);
        let assignments = counted.as_ref().and_then(|f| f.assignments);
        let assignments_csm = counted.as_ref().and_then(|f| f.assignments_csm);
        let comparison = Comparison { file: program.file.clone(), merge, path, assignments, assignments_csm };
        let derived = comparison.derived();
        let ratio = derived.time_ratio.map_or_else(|| "-".to_owned(), |r| r.to_string());
        let Comparison { merge, path, .. } = &comparison;
        println!(
            "{:<20} {size:>5} {:>12} {:>9.2} {:>12} {:>9.2} {ratio:>8}",
            program.name,
            merge.verdict(),
            merge.wall,
            path.verdict(),
            path.wall
        );
        measured.rows.push(Row { size, comparison, derived });
    }
    let mut is_cut = [false; 3];
    for &size in &program.growth {
        let known = measured.rows.iter().find(|row| row.size == size).map(|row| &row.comparison);
        let ways = [
            (Mode::Merge, &[][..], known.map(|known| &known.merge)),
            (Mode::Path, &[], known.map(|known| &known.path)),
            (Mode::Merge, &["--summaries", "pairs"], None),
        ];
        let mut points = ways.iter().zip(&mut is_cut).map(|((mode, options, known), is_cut)| {
            if *is_cut {
                // Larger sizes would only spend their budgets.
                return None;
            }
            let measure = || {
                let cell = cell(program, size, Goal::Time(*mode), args.budget, options);
                let (verdict, options) = (cell.verdict(), options.join(" "));
                println!("{:<20} {size:>5} {verdict:>12} {:>9.2} {mode:?} {options}", program.name, cell.wall);
                point(&cell)
            };
            let point = known.map_or_else(measure, point);
            *is_cut = !point.is_decided();
            Some(point)
        });
        let mut next = || points.next().flatten();
        measured.growth.push(Growing { size, merge: next(), path: next(), pairs: next() });
        if is_cut.iter().all(|cut| *cut) {
            break;
        }
    }
    measured
}

fn point(cell: &Cell) -> Point {
    Point { answer: cell.answer, wall: cell.wall, memory_peak: cell.memory_peak }
}

fn cell(program: &Program, size: u64, goal: Goal, budget: f64, more: &[&str]) -> Cell {
    let file = support::project().join(&program.file);
    let mut options = vec![OsString::from("--set"), OsString::from(format!("{}={size}", program.field))];
    options.extend(more.iter().map(OsString::from));
    let binary = support::executable!();
    let job = Job { binary, file: &file, options: &options, limit: Duration::from_secs_f64(budget) };
    let measure = || run(&job, goal, |_| true).unwrap_or_else(|error| panic!("{} {size}: {error}", program.name));
    let first = measure();
    let again = if matches!(goal, Goal::Time(_)) && first.wall < SHORT { 2 } else { 0 };
    let fastest = |a: Cell, b: Cell| if b.wall < a.wall { b } else { a };
    (0..again).map(|_| measure()).fold(first, fastest)
}
