//! The text of a class of tests.

use super::helpers::Helper;
use super::method::TestMethod;
use super::visible::{package_of, within};
use crate::java::replay::Classes;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How the first line of each file begins.
pub(super) const MARK: &str = "// Written by `multise explore --tests`";

/// A file with a class of tests.
pub(super) struct File {
    /// Where it is, from the root of the packages.
    pub path: PathBuf,
    /// The name of the class, with dots.
    pub class: String,
    pub text: String,
    /// The number of the first line behind each test.
    pub ends: Vec<usize>,
}

/// The file of the tests of a class.
pub(super) fn file(classes: &mut Classes, tested: &str, tests: &[&TestMethod]) -> File {
    let package = package_of(tested);
    let local = tested.strip_prefix(package).unwrap_or(tested).trim_start_matches('.').replace('$', "_");
    let name = format!("{local}MultiseTest");
    // A class of the package would hide the one of JUnit.
    let is_hidden = classes.find(&within(package, "Test")).is_some();
    let annotation = if is_hidden { "@org.junit.jupiter.api.Test" } else { "@Test" };
    let mut text = format!("{MARK}, which replaces this file: tests of {tested}.\n");
    if !package.is_empty() {
        text += &format!("package {package};\n");
    }
    text += "\n";
    let assertions: BTreeSet<&str> = tests.iter().flat_map(|test| test.assertions.iter().copied()).collect();
    for assertion in &assertions {
        text += &format!("import static org.junit.jupiter.api.Assertions.{assertion};\n");
    }
    if !assertions.is_empty() {
        text += "\n";
    }
    if !is_hidden {
        text += "import org.junit.jupiter.api.Test;\n\n";
    }
    text += &format!("@SuppressWarnings({{\"rawtypes\", \"unchecked\"}})\nclass {name} {{\n");
    let mut ends = Vec::new();
    for (i, test) in tests.iter().enumerate() {
        text += if i == 0 { "" } else { "\n" };
        match &test.comment[..] {
            [only] => text += &format!("  /** {only} */\n"),
            lines => {
                text += "  /**\n";
                lines.iter().for_each(|line| text += &format!("   * {line}\n"));
                text += "   */\n";
            }
        }
        text += &format!("  {annotation}\n  void {}() throws Throwable {{\n", test.name);
        test.body.iter().for_each(|line| text += &format!("    {line}\n"));
        text += "  }\n";
        ends.push(text.lines().count() + 1);
    }
    let helpers: BTreeSet<Helper> = tests.iter().flat_map(|test| test.helpers.iter().copied()).collect();
    for helper in helpers {
        text += "\n";
        text += helper.text();
    }
    text += "}\n";
    let path = PathBuf::from(package.replace('.', "/")).join(format!("{name}.java"));
    File { path, class: within(package, &name), text, ends }
}
