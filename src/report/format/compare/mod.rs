//! Comparisons of merge mode with path mode: the paper's columns as text, as JSON and as CSV, and a quantile plot.

pub mod columns;
mod csv;
mod plot;
mod text;

pub use self::csv::csv;
pub use plot::plot;
pub use text::text;

use crate::report::model::compare::Compared;

/// The comparisons as one JSON object, ended by a line break.
pub fn json(compared: &Compared) -> Result<String, serde_json::Error> {
    Ok(serde_json::to_string_pretty(compared)? + "\n")
}
