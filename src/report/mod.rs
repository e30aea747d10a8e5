//! What users and their other programs read: diagnostics, the text report, JSON and its schemas, SARIF, JUnit, coverage,
//! witnesses; and reports of many explorations made one.
//!
//! [`model`] is what is told, [`mod@format`] how it is written; a model knows no format. Everything here is a function from core
//! types to a text; `cli` decides where it goes.

#[cfg(test)]
mod fixture;
pub mod format;
pub mod model;

pub use format::style::Style;
