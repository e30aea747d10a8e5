//! What is to be run: the rows of the tables of tasks, and families of programs with a size.

use super::own;
use std::path::Path;

/// One program with its options.
#[derive(Clone, Debug)]
pub struct Row {
    /// Relative to the folder of tasks, or absolute.
    pub file: String,
    /// Options of the command line, separated by blanks.
    pub options: String,
    /// Whether `valid` is right; otherwise `invalid` is.
    pub valid: bool,
    /// Whether it has to be solved.
    pub must: bool,
    /// The tools that `published` is about.
    pub tools: [&'static str; 2],
    /// Published seconds or failures of other tools; empty where there are none.
    pub published: [String; 2],
    /// The family that a size belongs to.
    pub family: String,
    /// The size, 0 outside families.
    pub size: u64,
}

impl Row {
    /// The right verdict.
    pub fn expected(&self) -> &'static str {
        if self.valid { "valid" } else { "invalid" }
    }
}

/// The rows of a table.
///
/// # Errors
/// A file that cannot be read, in words.
pub fn read(path: &Path, first: &'static str, second: &'static str) -> Result<Vec<Row>, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().skip(1).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split(',').collect();
            let [file, options, expected, must, a, b, ..] = columns[..] else {
                return Err(format!("{}: `{line}` has too few columns", path.display()));
            };
            let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".oox");
            let (family, size) = stem.rsplit_once('.').unwrap_or((stem, ""));
            Ok(Row {
                file: file.to_owned(),
                options: options.to_owned(),
                valid: expected == "valid",
                must: must == "yes",
                tools: [first, second],
                published: [a.to_owned(), b.to_owned()],
                family: family.to_owned(),
                size: size.parse().unwrap_or(0),
            })
        })
        .collect()
}

/// This project's own families: one program each, whose size is a static field.
pub fn generated() -> Vec<Row> {
    let family = |name: &str, program: &str, sizes: &[u64]| -> Vec<Row> {
        let row = |&size: &u64| Row {
            file: own(program),
            options: format!("--set Main.n={size}"),
            valid: true,
            must: false,
            tools: ["", ""],
            published: [String::new(), String::new()],
            family: name.to_owned(),
            size,
        };
        sizes.iter().map(row).collect()
    };
    [
        family("word count", "word_count.oox", &[20, 50, 100, 200]),
        family("find-max", "find_max.oox", &[5, 10, 20, 40, 60, 80]),
        family("independent branches", "branches.oox", &[20, 50, 100, 200]),
        family("reservoir", "reservoir.oox", &[2, 4, 8, 16, 32]),
        family("debounce", "debounce.oox", &[100, 1_000, 10_000]),
    ]
    .concat()
}

/// Groups rows by family, in the order of their first row, each sorted by size.
pub fn families(rows: Vec<Row>) -> Vec<(String, Vec<Row>)> {
    let mut found: Vec<(String, Vec<Row>)> = Vec::new();
    for row in rows {
        match found.iter_mut().find(|(family, _)| *family == row.family) {
            Some((_, rows)) => rows.push(row),
            None => found.push((row.family.clone(), vec![row])),
        }
    }
    for (_, rows) in &mut found {
        rows.sort_by_key(|row| row.size);
    }
    found
}
