//! Growth without cliffs: the families of `examples/growth/` at all sizes. Whole processes of the release binary. A table goes
//! to the standard output, a chart of each family to `target/growth/`.
//!
//! `cargo bench --bench figures -- families [--limit SECONDS] [--to SIZE] [--filter TEXT]`

use super::explored;
use super::growth::{FLOOR, Growth};
use clap::Args;
use plotters::prelude::*;
use serde_json::Value;
use std::error::Error;
use std::ops::RangeInclusive;
use std::path::Path;

/// Runs the families of `examples/growth/` at all sizes, writes a table, a chart of each, and where the time jumps.
#[derive(Args)]
pub struct Options {
    /// Seconds that a run may take. The first size that takes longer is the last of its family.
    #[arg(long, default_value_t = 10)]
    limit: u64,
    /// The smallest size.
    #[arg(long, default_value_t = 4)]
    from: u32,
    /// The largest size.
    #[arg(long, default_value_t = 40)]
    to: u32,
    /// Only families whose name contains this text.
    #[arg(long, default_value = "")]
    filter: String,
}

/// Where the time of a size is more than this many times that of the size before, it jumps.
const JUMP: f64 = 2.0;
/// Width and height of a chart in pixels.
const SIZE: (u32, u32) = (720, 440);
/// Shorter times are drawn as this time, seconds.
const LEAST: f64 = 0.01;

/// A run at one size.
struct Run {
    size: u32,
    seconds: f64,
    is_decided: bool,
}

pub fn tabulate(args: &Options) {
    let root = support::project();
    let charts = root.join("target/growth");
    std::fs::create_dir_all(&charts).expect("the folder for the charts can be made");
    println!(
        "| family | decided up to | seconds there | at 8 | at 16 | at 32 | growth |\n|---|---|---|---|---|---|---|"
    );
    let mut cliffs = Vec::new();
    for file in support::programs(&root.join("examples/growth")) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with("_bug") || !name.contains(&args.filter) {
            continue;
        }
        let runs = runs(args, &file);
        println!("{}", row(&name, &runs));
        cliffs.extend(jumps(&runs).into_iter().map(|jump| format!("{name}: {jump}")));
        let chart = charts.join(&name).with_extension("svg");
        draw(&chart, &name, args.from..=args.to, &runs).unwrap_or_else(|e| panic!("{}: {e}", chart.display()));
    }
    println!(
        "\nJumps: {}.",
        if cliffs.is_empty() { "none" } else { "where the time of a size is too far from the one before" }
    );
    cliffs.iter().for_each(|cliff| println!("- {cliff}"));
    println!("\nCharts: {}", charts.display());
}

/// The runs of a family, up to the first that takes longer than the limit.
fn runs(args: &Options, file: &Path) -> Vec<Run> {
    let text = support::read(file);
    let named = text.split_once("Size: ").or_else(|| text.split_once("Sizes: "));
    let field = named.and_then(|(_, rest)| rest.split([',', ' ']).next());
    let field = field.unwrap_or_else(|| panic!("{} names no size", file.display()));
    let mut runs = Vec::new();
    for size in args.from..=args.to {
        let set = format!("{field}={size}");
        let (report, seconds) = explored(args.limit, |command| command.args(["--set", &set]).arg(file));
        let report: Value = serde_json::from_slice(&report).unwrap_or_default();
        let is_decided = report["verdict"] == "valid";
        runs.push(Run { size, seconds, is_decided });
        if seconds >= args.limit as f64 {
            break;
        }
    }
    runs
}

fn row(name: &str, runs: &[Run]) -> String {
    let at = |size| match runs.iter().find(|run| run.size == size) {
        Some(Run { is_decided: true, seconds, .. }) => format!("{seconds:.2}"),
        Some(_) => "unknown".into(),
        None => "—".into(),
    };
    let mut growth = Growth::default();
    let decided = || runs.iter().filter(|run| run.is_decided);
    decided().for_each(|run| growth.add(run.size.into(), run.seconds));
    let last = decided().next_back().map_or_else(|| "— | —".into(), |run| format!("{} | {:.2}", run.size, run.seconds));
    let growth = growth.exponent().map_or_else(String::new, |exponent| format!("size^{exponent:.1}"));
    format!("| {name} | {last} | {} | {} | {} | {growth} |", at(8), at(16), at(32))
}

/// The places where the time jumps, or where a verdict is missing between two sizes that have one.
fn jumps(runs: &[Run]) -> Vec<String> {
    let mut jumps = Vec::new();
    for pair in runs.windows(2) {
        let [before, run] = pair else { continue };
        if run.seconds > FLOOR && run.seconds > JUMP * before.seconds.max(FLOOR / JUMP) {
            jumps.push(format!(
                "{} takes {:.2} s, {} takes {:.2} s",
                before.size, before.seconds, run.size, run.seconds
            ));
        }
    }
    let last = runs.iter().rposition(|run| run.is_decided).unwrap_or(0);
    jumps.extend(runs[..last].iter().filter(|run| !run.is_decided).map(|run| format!("{} is unknown", run.size)));
    jumps
}

fn draw(target: &Path, name: &str, sizes: RangeInclusive<u32>, runs: &[Run]) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(target, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let most = runs.iter().fold(1.0, |most: f64, run| most.max(run.seconds));
    let labels = ("sans-serif", 15);
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .caption(name, labels)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(*sizes.start()..*sizes.end() + 1, (LEAST..most * 1.5).log_scale())?;
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).x_desc("size").y_desc("seconds").y_label_formatter(&|y| format!("{y}"));
    mesh.label_style(labels).axis_desc_style(labels).draw()?;
    let point = |run: &Run| (run.size, run.seconds.max(LEAST));
    chart.draw_series(LineSeries::new(runs.iter().map(point), BLUE.stroke_width(2)))?;
    // An empty circle is a size without a verdict.
    let style = |run: &Run| if run.is_decided { BLUE.filled() } else { BLUE.stroke_width(1) };
    chart.draw_series(runs.iter().map(|run| Circle::new(point(run), 3, style(run))))?;
    area.present()?;
    Ok(())
}
