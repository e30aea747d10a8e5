//! Reports for users and for other programs: diagnostics, the text report, JSON and its schemas, SARIF, JUnit, coverage,
//! witnesses; and many reports merged into one.
//!
//! [`model`] has the content of reports, [`mod@format`] the formats; a model knows no format. Everything here is a function
//! from core types to text; `cli` decides where the text goes.

#[cfg(test)]
mod fixture;
pub mod format;
pub mod model;

pub use format::style::Style;
