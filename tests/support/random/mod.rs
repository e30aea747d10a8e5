//! Small well-typed random programs: trees that can be made smaller, and their texts.
//!
//! The folder needs proptest and nothing else, so benches and fuzz targets can use it too.

pub mod generate;
pub mod print;
pub mod threads;
