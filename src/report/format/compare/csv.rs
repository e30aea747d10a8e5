//! The comparison as comma-separated values, one line per program.

use crate::compare::{Cell, Derived, Figures, Ratio};
use crate::report::model::compare::{Compared, Row};

/// A named field of a run's figures.
type Field = (&'static str, fn(&Figures) -> String);

const FIELDS: [Field; 13] = [
    ("time_total", |f| f.time_total.to_string()),
    ("time_bdd", |f| f.time_bdd.to_string()),
    ("time_solver", |f| f.time_solver.to_string()),
    ("solver_calls", |f| f.solver_calls.to_string()),
    ("operations", |f| f.operations.to_string()),
    ("merges", |f| f.merges.to_string()),
    ("paths", |f| f.paths.to_string()),
    ("summary_reads", |f| f.summary_reads.to_string()),
    ("summary_pairs", |f| f.summary_pairs.to_string()),
    ("summary_size_avg", |f| f.summary_size_avg.to_string()),
    ("summary_size_max", |f| f.summary_size_max.to_string()),
    ("atoms", |f| f.atoms.to_string()),
    ("bdd_nodes_max", |f| f.bdd_nodes_max.to_string()),
];

/// The name of a derived column, and its values.
type Column<T> = (&'static str, fn(&Derived) -> Option<T>);

const RATIOS: [Column<Ratio>; 4] = [
    ("time_ratio", |d| d.time_ratio),
    ("operations_ratio", |d| d.operations_ratio),
    ("solver_time_ratio", |d| d.solver_time_ratio),
    ("sharing_factor", |d| d.sharing_factor),
];

const NUMBERS: [Column<f64>; 4] = [
    ("merge_solver_call_ms", |d| d.merge_solver_call_ms),
    ("path_solver_call_ms", |d| d.path_solver_call_ms),
    ("path_paths_per_second", |d| d.path_paths_per_second),
    ("path_solver_calls_per_path", |d| d.path_solver_calls_per_path),
];

/// The table with a header line. Numbers of paths are exact in path mode, upper bounds in merge mode. A ratio has its
/// relation (`=`, `>=`, `<=`) beside it. Unknown values are empty.
///
/// # Errors
/// None in practice: the writer's type has errors that cannot occur in memory.
pub fn csv(compared: &Compared) -> Result<String, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut names = vec!["file".to_owned()];
    for mode in ["merge", "path"] {
        let of_all = ["verdict", "reason", "wall", "memory_peak"].into_iter();
        names.extend(of_all.chain(FIELDS.map(|(name, _)| name)).map(|name| format!("{mode}_{name}")));
    }
    names.extend(["assignments".to_owned(), "assignments_csm".to_owned()]);
    names.extend(RATIOS.iter().flat_map(|(name, _)| [(*name).to_owned(), format!("{name}_relation")]));
    names.extend(NUMBERS.map(|(name, _)| name.to_owned()));
    writer.write_record(&names)?;
    for row in &compared.comparisons {
        writer.write_record(record(row))?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(Row { comparison, derived }: &Row) -> Vec<String> {
    let mut record = vec![comparison.file.clone()];
    for cell in [&comparison.merge, &comparison.path] {
        let Cell { answer, reasons, wall, memory_peak, figures } = cell;
        let reason = reasons.first().cloned().unwrap_or_default();
        record.extend([answer.to_string(), reason, wall.to_string(), memory_peak.to_string()]);
        record.extend(FIELDS.map(|(_, of)| figures.as_ref().map(of).unwrap_or_default()));
    }
    let counted = [comparison.assignments, comparison.assignments_csm];
    record.extend(counted.map(|n| n.map(|n| n.to_string()).unwrap_or_default()));
    for ratio in RATIOS.map(|(_, of)| of(derived)) {
        record.push(ratio.map(|r| r.value().to_string()).unwrap_or_default());
        record.push(ratio.map(Ratio::relation).unwrap_or_default().to_owned());
    }
    record.extend(NUMBERS.map(|(_, of)| of(derived).map(|n| n.to_string()).unwrap_or_default()));
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::compare::fixture;

    #[test]
    fn every_line_has_every_column() {
        let text = csv(&fixture::compared()).expect("a text in memory");
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let names = reader.headers().expect("a line of names").clone();
        let records: Vec<csv::StringRecord> = reader.records().map(|r| r.expect("as many columns as names")).collect();
        let field = |record: &csv::StringRecord, name: &str| {
            let at = names.iter().position(|n| n == name).unwrap_or_else(|| panic!("no column {name}"));
            record[at].to_owned()
        };
        assert_eq!(records.len(), 3);
        assert_eq!(field(&records[0], "merge_verdict"), "valid");
        assert_eq!(
            (field(&records[0], "time_ratio"), field(&records[0], "time_ratio_relation")),
            ("10".into(), "=".into())
        );
        assert_eq!(field(&records[1], "path_reason"), "timeout");
        assert_eq!(field(&records[1], "time_ratio_relation"), ">=");
        assert_eq!(field(&records[2], "path_paths"), "");
        assert_eq!(field(&records[2], "time_ratio"), "");
    }
}
