//! `--tests DIR`: writes the tests of explorations, as the language of the program has them.

mod classes;
mod programs;

use super::exit::Failure;
use crate::facade::Program;
use crate::front::tested::{Tests, Trial};
use crate::report::model::explored::Explored;
use std::path::Path;

/// Writes the tests of explorations into a folder, and returns lines about them.
pub fn write(
    folder: &Path,
    program: &Program,
    explored: &Explored<'_>,
    trial: Option<Trial<'_>>,
) -> Result<String, Failure> {
    match program.tests(&explored.config.dialect) {
        Some(Tests::Programs(drivers)) => programs::write(folder, program, explored, &*drivers),
        Some(Tests::Classes(mut classes)) => classes::write(folder, program, explored, &mut *classes, trial),
        None => Err(Failure::refused("tests cannot be written in the language of the program")),
    }
}

/// A name without the characters that file names should not have.
pub fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || "._".contains(c) { c } else { '_' }).collect()
}
