//! The cells of tables: rounded numbers, and a dash if there is none.

use crate::compare::{Cell, End, Figures, Ratio};

/// The text of a cell without a number.
pub const NONE: &str = "-";

/// A time in seconds.
pub fn seconds(time: f64) -> String {
    format!("{time:.2}")
}

/// The wall time of a run; a lower bound if the run was cut off.
pub fn wall(cell: &Cell) -> String {
    let sign = if cell.end() == End::Cut { ">" } else { "" };
    format!("{sign}{}", seconds(cell.wall))
}

/// A number with this many decimals; for a large one, its magnitude.
pub fn decimals(number: Option<f64>, decimals: usize) -> String {
    match number {
        None => NONE.to_owned(),
        Some(n) if n >= 1e6 => format!("{n:.1e}"),
        Some(n) => format!("{n:.decimals$}"),
    }
}

/// A quotient or its bound.
pub fn ratio(ratio: Option<Ratio>) -> String {
    ratio.map_or_else(|| NONE.to_owned(), |r| r.to_string())
}

/// A count of a run.
pub fn count(cell: &Cell, of: fn(&Figures) -> u64) -> String {
    cell.figures.as_ref().map_or_else(|| NONE.to_owned(), |f| of(f).to_string())
}

/// The number of paths that a run in path mode has ended; a lower bound if the run was cut off.
pub fn paths(cell: &Cell) -> String {
    let sign = if cell.end() == End::Complete { "" } else { "≥" };
    cell.figures.as_ref().map_or_else(|| NONE.to_owned(), |f| format!("{sign}{}", f.paths.magnitude(9)))
}

/// Resident memory in MiB.
pub fn mebibytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / f64::from(1 << 20))
}
