//! Comparisons of merge mode with path mode: the paper's columns as text and as CSV, and a quantile plot.

pub mod columns;
mod csv;
mod plot;
mod text;

pub use self::csv::csv;
pub use plot::plot;
pub use text::text;
