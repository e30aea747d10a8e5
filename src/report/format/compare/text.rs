//! The comparison as two tables: costs, and what was explored.

use super::columns::{count, decimals, mebibytes, paths, ratio, wall};
use crate::compare::{Answer, Comparison};
use crate::report::format::style::{Style, TABLE};
use crate::report::model::compare::{Compared, Row};
use comfy_table::{CellAlignment, Table};
use std::collections::BTreeSet;
use std::path::Path;

/// The head of a column, and its cell for a comparison.
type Column = (&'static str, fn(&Row) -> String);

const COSTS: [Column; 11] = [
    ("verdict", verdicts),
    ("merge\ns", |row| wall(&row.comparison.merge)),
    ("path\ns", |row| wall(&row.comparison.path)),
    ("time\n×", |row| ratio(row.derived.time_ratio)),
    ("merge\nMiB", |row| mebibytes(row.comparison.merge.memory_peak)),
    ("path\nMiB", |row| mebibytes(row.comparison.path.memory_peak)),
    ("BDD\n%", |row| decimals(row.derived.merge_bdd_percent, 0)),
    ("solver\n%", |row| decimals(row.derived.merge_solver_percent, 0)),
    ("merge\nms/call", |row| decimals(row.derived.merge_solver_call_ms, 2)),
    ("path\nms/call", |row| decimals(row.derived.path_solver_call_ms, 2)),
    ("solver\n×", |row| ratio(row.derived.solver_time_ratio)),
];
const WORK: [Column; 10] = [
    ("paths", |row| paths(&row.comparison.path)),
    ("paths\nper s", |row| decimals(row.derived.path_paths_per_second, 0)),
    ("calls\nper path", |row| decimals(row.derived.path_solver_calls_per_path, 2)),
    ("merge\noperations", |row| count(&row.comparison.merge, |f| f.operations)),
    ("operations\n×", |row| ratio(row.derived.operations_ratio)),
    ("summary\naverage", |row| decimals(row.comparison.merge.figures.as_ref().map(|f| f.summary_size_avg), 2)),
    ("summary\nmaximum", |row| count(&row.comparison.merge, |f| f.summary_size_max)),
    ("sharing\n×", |row| ratio(row.derived.sharing_factor)),
    ("merges", |row| count(&row.comparison.merge, |f| f.merges)),
    ("classic\n%", |row| decimals(row.derived.assignments_csm_percent, 0)),
];
const LEGEND: &str = "× is path mode by merge mode (≥ where path mode was cut off); BDD, solver, summaries, merges: of merge \
                      mode;\npaths, paths per s, solver calls per path: of path mode; sharing: paths to a point by size of a \
                      summary;\nclassic: share of the guarded assignments that classic merging can make\n";

/// The tables and a summary line, ended by a line break.
pub fn text(compared: &Compared, style: Style) -> String {
    let rows = &compared.comparisons;
    let mut out = table(&COSTS, 2, rows) + "\n" + &table(&WORK, 1, rows) + "\n" + LEGEND;
    for Row { comparison, .. } in rows.iter().filter(|row| row.comparison.contradictory()) {
        let Comparison { file, merge, path, .. } = comparison;
        let wrong =
            format!("contradiction: {file} is {} in merge mode, {} in path mode", merge.verdict(), path.verdict());
        out += &format!("{}\n", style.bad(&wrong));
    }
    out + &style.head(&summary(compared)) + "\n"
}

fn verdicts(row: &Row) -> String {
    let (merge, path) = (row.comparison.merge.verdict(), row.comparison.path.verdict());
    if merge == path { merge } else { format!("{merge}, {path}") }
}

/// A table of programs and these columns. The first columns are words, the others numbers.
fn table(columns: &[Column], words: usize, rows: &[Row]) -> String {
    let mut table = Table::new();
    table.load_style(TABLE).set_header(["program"].into_iter().chain(columns.iter().map(|(head, _)| *head)));
    for (row, name) in rows.iter().zip(names(rows)) {
        table.add_row([name].into_iter().chain(columns.iter().map(|(_, cell)| cell(row))));
    }
    for (i, column) in table.column_iter_mut().enumerate() {
        let alignment = if i < words { CellAlignment::Left } else { CellAlignment::Right };
        column.set_cell_alignment(alignment);
        column.set_padding((0, 1));
    }
    table.trim_fmt() + "\n"
}

/// The names of the files without folder and suffix, if they stay different.
fn names(rows: &[Row]) -> Vec<String> {
    let file = |row: &Row| row.comparison.file.clone();
    let stem = |row: &Row| Path::new(&row.comparison.file).file_stem().map(|s| s.to_string_lossy().into_owned());
    let stems: BTreeSet<_> = rows.iter().map(stem).collect();
    let apart = stems.len() == rows.len();
    rows.iter().map(|row| stem(row).filter(|_| apart).unwrap_or_else(|| file(row))).collect()
}

fn summary(compared: &Compared) -> String {
    let rows = &compared.comparisons;
    let decided = |answer: Answer| matches!(answer, Answer::Valid | Answer::Invalid);
    let how_many = |merge: bool, path: bool| {
        let fits = |c: &Comparison| decided(c.merge.answer) == merge && decided(c.path.answer) == path;
        rows.iter().filter(|row| fits(&row.comparison)).count()
    };
    let mut line = format!(
        "decided of {}: by both modes {}, by merge mode alone {}, by path mode alone {}",
        rows.len(),
        how_many(true, true),
        how_many(true, false),
        how_many(false, true)
    );
    let ratios: Vec<f64> = rows.iter().filter_map(|row| row.derived.time_ratio).map(|r| r.value().ln()).collect();
    if !ratios.is_empty() {
        let mean = (ratios.iter().sum::<f64>() / ratios.len() as f64).exp();
        line += &format!("; time ×, geometric mean {mean:.2}");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::compare::fixture;
    use expect_test::expect;

    #[test]
    fn the_tables_have_the_columns_of_the_paper() {
        expect![[r#"
            program   verdict                merge    path  time  merge  path  BDD  solver    merge     path  solver
                                                 s       s     ×    MiB   MiB    %       %  ms/call  ms/call       ×
            ---------------------------------------------------------------------------------------------------------
            find_max  valid                   0.50    5.00  10.0     50    50   20      50     1.39     1.22    10.0
            stack     invalid, timeout        0.25  >60.00  ≥240     50    50   20      50        -     3.12    ≥240
            words     valid, exit status: 4   0.50    1.00     -     50     0    -       -        -        -       -

            program   paths  paths     calls       merge  operations  summary  summary  sharing  merges  classic
                             per s  per path  operations           ×  average  maximum        ×                %
            -----------------------------------------------------------------------------------------------------
            find_max    512    205      2.00         307        28.7     2.00       10     14.4      20      100
            stack     ≥2400     80      2.00         987        ≥122     2.00       10    ≥60.8      20       58
            words         -      -         -         307           -     2.00       10        -      20        -

            × is path mode by merge mode (≥ where path mode was cut off); BDD, solver, summaries, merges: of merge mode;
            paths, paths per s, solver calls per path: of path mode; sharing: paths to a point by size of a summary;
            classic: share of the guarded assignments that classic merging can make
            decided of 3: by both modes 1, by merge mode alone 2, by path mode alone 0; time ×, geometric mean 48.99
        "#]]
        .assert_eq(&text(&fixture::compared(), Style::Plain));
    }

    #[test]
    fn a_contradiction_is_reported() {
        let mut compared = fixture::compared();
        compared.comparisons[0].comparison.path.answer = Answer::Invalid;
        let text = text(&compared, Style::Plain);
        assert!(text.contains("contradiction: examples/find_max.oox is valid in merge mode, invalid in path mode\n"));
    }

    #[test]
    fn files_of_one_name_keep_their_folders() {
        let mut compared = fixture::compared();
        compared.comparisons[1].comparison.file = "elsewhere/find_max.oox".to_owned();
        assert_eq!(
            names(&compared.comparisons),
            ["examples/find_max.oox", "elsewhere/find_max.oox", "examples/words.oox"]
        );
    }
}
