//! Small well-typed random programs: trees that can be made smaller, and their texts.
//!
//! The folder needs proptest and nothing else, so benches and fuzz targets can use it too.

#![allow(dead_code, reason = "every target uses its own part")]

pub mod generate;
pub mod print;
pub mod threads;
