//! The results as Markdown, with the published figures beside.

use super::results::{Growing, Measured, Point, Results, Row, Way};
use crate::mean::mean;
use multise::internals::compare::columns::{count, decimals, mebibytes, paths, ratio, wall};
use multise::internals::compare::{Comparison, End, Ratio};
use std::fmt::Write as _;

const MERGE: Way = |growing| growing.merge.as_ref();
const PATH: Way = |growing| growing.path.as_ref();
const PAIRS: Way = |growing| growing.pairs.as_ref();

/// What stands where a publication has no figure.
const NONE: &str = "";

/// The whole page.
pub fn render(results: &Results) -> String {
    let Results { version, budget, processors, load_before, .. } = results;
    let load = load_before.map_or_else(String::new, |load| {
        let busy = if load > 1.0 { "; with others at work, times are longer than on a quiet one" } else { "" };
        format!(" and a load of {load:.1}{busy}")
    });
    let mut out = format!(
        "# Merge mode against path mode\n\n\
         Written by `make bench ARGS='--budget {budget}'`: every run is a process of its own with {budget} s, measured from \
         outside,\none after the other, the fastest of three where it takes less than \
         two seconds, on a machine with {processors} processors{load}.\nVersion {version}. Where path \
         mode was cut off, × is a lower bound (≥); it is `-` where nothing is known: both modes were\ncut off, or merge mode \
         gave up.\n"
    );
    section(&mut out, "At the sizes of MultiSE", &published(results));
    out += &losses(results);
    out += "\nThe published figures (*paper*) are those of Table 1 of Sen, Necula, Gong, Choi: MultiSE, FSE 2015. They are of \
            JavaScript\nprograms, of a solver that is started as a process for each question, and of a path mode that is \
            the same engine without\nmerging, whose time excludes that of guards. Its Heap Sort and Priority Queue never held \
            an element; ours do. What the\ncolumns count:\n\n\
            - *lines*: those of the program that hold more than white space and comments, ours with what is asserted.\n\
            - *operations*: ours are instructions, once for each pc entry; the paper counts a statement once for each \
            pair of the value\n  summary there.\n\
            - *sharing*: the number of paths to a point of the program by the size of the value summary of a variable \
            there. The paper\n  takes the average of these quotients over all variables and points; ours is the quotient \
            of their sums over all variables\n  read. Path mode reads each of them once on each path, which is how the paths \
            are counted: exactly, and a lower bound (≥)\n  where it was cut off.\n\
            - *assignments*: guarded assignments, which the paper calls merges and counts twice, as its programs ran \
            twice; ours are of\n  variables, results, fields, elements and static fields, temporaries of the engine aside.\n\
            - *classic*: the share of them that classic state merging can make precisely, with an auxiliary variable of \
            the solver: of\n  numbers, Booleans, characters and texts, and not of references.\n";
    section(&mut out, "All sizes", &all(results));
    section(&mut out, "Path mode", &throughput(results));
    section(&mut out, "Growth", &growth(results));
    out += "\nEach way to explore is measured until it does not decide a size. *pairs*: merge mode with lists of pairs in the \
            place of decision\ndiagrams. ";
    for (name, way) in [("path", PATH), ("pairs", PAIRS)] {
        let ratios = results.programs.iter().flat_map(|p| p.growth.iter().filter_map(move |g| g.ratio(way)));
        let ratios: Vec<f64> = ratios.collect();
        if let Some(mean) = mean(&ratios) {
            let sizes = ratios.len();
            write!(out, "Geometric mean of {name} ÷ merge over {sizes} sizes: {mean:.2}. ").expect("a string grows");
        }
    }
    out += "Sizes count that both\ndecided, one of them in at least 0.1 s.\n";
    out += &slower(results);
    section(&mut out, "Fits", &fits(results));
    out += "\nTo the decided runs of at least 0.1 s: time ≈ c·size^exponent, or time ≈ c·factor^size.\n";
    section(&mut out, "Beside Java Ranger", &java_ranger(results));
    out += "\nThe published figures are those of Table I of Sharma, Hussein, Whalen, McCamant, Visser: Java Ranger, FSE 2020 \
            (run time\nand static analysis), measured on another machine, on bit vectors, and without the assertions that \
            are in these programs.\n";
    out
}

fn section(out: &mut String, title: &str, table: &[Vec<String>]) {
    writeln!(out, "\n## {title}\n").expect("a string grows");
    for (i, row) in table.iter().enumerate() {
        writeln!(out, "| {} |", row.join(" | ")).expect("a string grows");
        if i == 0 {
            let columns: Vec<&str> = row.iter().enumerate().map(|(i, _)| if i == 0 { "---" } else { "---:" }).collect();
            writeln!(out, "|{}|", columns.join("|")).expect("a string grows");
        }
    }
}

fn head(names: &[&str]) -> Vec<String> {
    names.iter().map(|&n| n.to_owned()).collect()
}

fn verdicts(Comparison { merge, path, .. }: &Comparison) -> String {
    let (merge, path) = (merge.verdict(), path.verdict());
    if merge == path { merge } else { format!("{merge}, {path}") }
}

fn rows(results: &Results) -> impl Iterator<Item = (&Measured, &Row)> {
    results.programs.iter().flat_map(|program| program.rows.iter().map(move |row| (program, row)))
}

/// A paragraph that says at which of the publication's sizes path mode is faster, as measured.
fn losses(results: &Results) -> String {
    let published = || results.programs.iter().filter_map(|p| Some((&p.name, p.published()?.0.derived.time_ratio?)));
    // Of runs that were cut off something is known as well: path mode is at least, or at most, so many times slower.
    let faster: Vec<String> = published()
        .filter(|(_, ratio)| matches!(ratio, Ratio::Exact(times) | Ratio::AtMost(times) if *times < 1.0))
        .map(|(name, ratio)| format!("{name} ({ratio})"))
        .collect();
    let (compared, loses) = (published().count(), faster.len());
    match faster.split_last() {
        _ if compared == 0 => String::new(),
        None => format!("\nMerging loses at none of these {compared} sizes: nowhere is path mode faster.\n"),
        Some((last, others)) => {
            let list = if others.is_empty() { last.clone() } else { format!("{} and {last}", others.join(", ")) };
            format!("\nMerging loses at {loses} of these {compared} sizes: path mode is faster for {list}.\n")
        }
    }
}

fn published(results: &Results) -> Vec<Vec<String>> {
    let mut table = vec![head(&[
        "program",
        "lines",
        "*paper*",
        "size",
        "verdict",
        "merge s",
        "path s",
        "time ×",
        "*paper*",
        "operations ×",
        "*paper*",
        "paths",
        "*paper*",
        "solver calls",
        "*paper*",
        "summary avg (max)",
        "*paper*",
        "sharing",
        "*paper*",
        "assignments",
        "*paper*",
        "classic",
        "*paper*",
    ])];
    for (program, (row, paper)) in results.programs.iter().filter_map(|p| Some((p, p.published()?))) {
        let Row { size, comparison, derived } = row;
        let Comparison { merge, path, .. } = comparison;
        let figures = merge.figures.as_ref();
        let calls = |path: String, merge: String| format!("{path} → {merge}");
        table.push(vec![
            program.name.clone(),
            program.lines.to_string(),
            paper.lines.to_string(),
            size.to_string(),
            verdicts(comparison),
            wall(merge),
            wall(path),
            ratio(derived.time_ratio),
            format!("{:.1}", paper.time_ratio),
            ratio(derived.operations_ratio),
            format!("{:.1}", paper.operations_ratio),
            paths(path),
            paper.paths.to_string(),
            calls(count(path, |f| f.solver_calls), count(merge, |f| f.solver_calls)),
            calls(paper.path_solver_calls.to_string(), paper.merge_solver_calls.to_string()),
            format!("{} ({})", decimals(figures.map(|f| f.summary_size_avg), 1), count(merge, |f| f.summary_size_max)),
            format!("{:.1} ({})", paper.summary_size_avg, paper.summary_size_max),
            ratio(derived.sharing_factor),
            format!("{:.1}", paper.sharing_factor_avg),
            comparison.assignments.map_or_else(|| NONE.to_owned(), |n| n.to_string()),
            paper.merges.to_string(),
            derived.assignments_csm_percent.map_or_else(|| NONE.to_owned(), |p| format!("{p:.0} %")),
            format!("{:.0} %", paper.classic_percent),
        ]);
    }
    table
}

fn all(results: &Results) -> Vec<Vec<String>> {
    let mut table = vec![head(&[
        "program",
        "size",
        "verdict",
        "merge s",
        "path s",
        "time ×",
        "BDD %",
        "solver %",
        "merge ms/call",
        "path ms/call",
        "solver ×",
        "merge calls",
        "merges",
        "assignments",
        "classic %",
        "sharing",
        "summary max",
        "atoms",
        "guard nodes",
        "merge MiB",
        "path MiB",
    ])];
    for (program, Row { size, comparison, derived }) in rows(results) {
        let Comparison { merge, path, assignments, .. } = comparison;
        table.push(vec![
            program.name.clone(),
            size.to_string(),
            verdicts(comparison),
            wall(merge),
            wall(path),
            ratio(derived.time_ratio),
            decimals(derived.merge_bdd_percent, 0),
            decimals(derived.merge_solver_percent, 0),
            decimals(derived.merge_solver_call_ms, 2),
            decimals(derived.path_solver_call_ms, 2),
            ratio(derived.solver_time_ratio),
            count(merge, |f| f.solver_calls),
            count(merge, |f| f.merges),
            assignments.map_or_else(|| NONE.to_owned(), |n| n.to_string()),
            decimals(derived.assignments_csm_percent, 0),
            ratio(derived.sharing_factor),
            count(merge, |f| f.summary_size_max),
            count(merge, |f| f.atoms),
            count(merge, |f| f.bdd_nodes_max),
            mebibytes(merge.memory_peak),
            mebibytes(path.memory_peak),
        ]);
    }
    table
}

fn throughput(results: &Results) -> Vec<Vec<String>> {
    let mut table =
        vec![head(&["program", "size", "paths", "paths per s", "solver calls per path", "solver %", "ms per call"])];
    for (program, Row { size, comparison, derived }) in rows(results) {
        table.push(vec![
            program.name.clone(),
            size.to_string(),
            paths(&comparison.path),
            decimals(derived.path_paths_per_second, 0),
            decimals(derived.path_solver_calls_per_path, 2),
            decimals(derived.path_solver_percent, 0),
            decimals(derived.path_solver_call_ms, 2),
        ]);
    }
    table
}

fn growth(results: &Results) -> Vec<Vec<String>> {
    let mut table =
        vec![head(&["program", "size", "merge s", "MiB", "path s", "path ÷ merge", "pairs s", "pairs ÷ merge"])];
    let run = |point: Option<&Point>| match point {
        Some(point) if point.is_decided() => format!("{:.2}", point.wall),
        Some(point) => format!("{:.2} ({})", point.wall, point.answer),
        None => NONE.to_owned(),
    };
    for program in &results.programs {
        for growing in &program.growth {
            table.push(vec![
                program.name.clone(),
                growing.size.to_string(),
                run(growing.merge.as_ref()),
                growing.merge.as_ref().map_or_else(|| NONE.to_owned(), |point| mebibytes(point.memory_peak)),
                run(growing.path.as_ref()),
                decimals(growing.ratio(PATH), 2),
                run(growing.pairs.as_ref()),
                decimals(growing.ratio(PAIRS), 2),
            ]);
        }
    }
    table
}

/// Where merge mode takes more than 1.2 times as long as path mode while it grows, and why it may.
fn slower(results: &Results) -> String {
    let is_slower = |growing: &&Growing| growing.ratio(PATH).is_some_and(|ratio| ratio * 1.2 < 1.0);
    let slower: Vec<String> = results
        .programs
        .iter()
        .flat_map(|p| p.growth.iter().filter(is_slower).map(|growing| format!("{} {}", p.name, growing.size)))
        .collect();
    match slower[..] {
        [] => "\nMerge mode takes more than 1.2 times as long as path mode at none of them.\n".to_owned(),
        _ => format!(
            "\nMerge mode takes more than 1.2 times as long as path mode for {}. When bounds deepen it waits up to 0.2 s for \
             a proof by\ninduction, which path mode does not look for.\n",
            slower.join(", ")
        ),
    }
}

fn fits(results: &Results) -> Vec<Vec<String>> {
    let columns = ["program", "merge exponent", "factor", "path exponent", "factor", "pairs exponent", "factor"];
    let mut table = vec![head(&columns)];
    for program in results.programs.iter().filter(|program| !program.growth.is_empty()) {
        let fits = [MERGE, PATH, PAIRS].map(|way| program.growth(way));
        let fits = fits.iter().flat_map(|fit| [decimals(fit.exponent(), 2), decimals(fit.factor(), 3)]);
        table.push([program.name.clone()].into_iter().chain(fits).collect());
    }
    table
}

fn java_ranger(results: &Results) -> Vec<Vec<String>> {
    let mut table = vec![head(&["program", "size", "Java Ranger", "s", "paths", "ours", "s", "paths"])];
    for program in &results.programs {
        for paper in &program.java_ranger {
            let row = program.rows.iter().find(|row| row.size == paper.size);
            let ours = row.map(|row| if paper.merging { &row.comparison.merge } else { &row.comparison.path });
            let decided = ours.map_or_else(
                || NONE.to_owned(),
                |cell| match (paper.merging, cell.end()) {
                    (true, End::Complete) => "1 state".to_owned(),
                    _ => paths(cell),
                },
            );
            table.push(vec![
                program.name.clone(),
                paper.size.to_string(),
                if paper.merging { "merging" } else { "path by path" }.to_owned(),
                format!("{:.2} + {:.2}", paper.seconds, paper.static_seconds),
                paper.paths.to_string(),
                if paper.merging { "merge mode" } else { "path mode" }.to_owned(),
                ours.map_or_else(|| NONE.to_owned(), wall),
                decided,
            ]);
        }
    }
    table
}
