//! Tests as classes for JUnit 5.
//!
//! | task | module |
//! |---|---|
//! | what a test may name, and how | [`visible`] |
//! | the statements that make its objects | [`objects`] |
//! | those that make arrays | [`arrays`] |
//! | constructors and setters, which the interpreter tries | [`makers`] |
//! | how a run ends | [`ends`] |
//! | a test as a method | [`method`] |
//! | its name | [`names`] |
//! | methods that the class has for its own use | [`helpers`] |
//! | the text of a class | [`text`] |
//! | the trial of the tests on a JVM | [`trial`] |

mod arrays;
mod collections;
mod ends;
mod helpers;
mod makers;
mod method;
mod names;
mod objects;
mod text;
mod trial;
mod visible;

#[cfg(test)]
mod tests;

use super::replay::Classes;
use crate::config::Dialect;
use crate::front::tested::{TestClasses, TestFile, TestFiles, Tested, Trial};
use crate::ir::{MethodId, Program};
use makers::Makers;
use method::TestMethod;
use std::collections::BTreeMap;
use std::path::Path;

/// Writes tests of one program.
pub struct Writer<'a> {
    program: &'a Program,
    classes: Classes,
    dialect: Dialect,
    makers: Makers,
}

impl<'a> Writer<'a> {
    /// A writer for a program, the classes of the user, and the operand that named it.
    pub fn new(program: &'a Program, classes: Classes, operand: Option<&Path>, dialect: &Dialect) -> Self {
        Self { program, classes, dialect: dialect.clone(), makers: Makers::new(operand, dialect) }
    }
}

impl TestClasses for Writer<'_> {
    fn files(&mut self, runs: &[Tested<'_>], trial: Option<Trial<'_>>) -> TestFiles {
        let mut tests: Vec<TestMethod> = Vec::new();
        let mut left_out: Vec<(MethodId, String)> = Vec::new();
        for run in runs {
            match method::written(self, *run) {
                Ok(test) => tests.extend(test),
                Err(reason) => left_out.push((run.entry, reason)),
            }
        }
        names::make_unique(&mut tests);
        let tried = match trial {
            Some(trial) => trial::try_all(&mut self.classes, tests, trial),
            None => trial::Tried { passed: tests, failed: Vec::new(), untried: Some("--no-jvm".to_owned()) },
        };
        left_out.extend(tried.failed.into_iter().map(|(test, why)| (test.entry, format!("`{}`: {why}", test.name))));
        let files = by_class(&tried.passed).into_iter().map(|(class, tests)| {
            let file = text::file(&mut self.classes, &class, &tests);
            TestFile { path: file.path, text: file.text, count: tests.len() }
        });
        TestFiles { files: files.collect(), mark: text::MARK, left_out, untried: tried.untried }
    }
}

/// The tests of each class, in their order.
fn by_class(tests: &[TestMethod]) -> BTreeMap<String, Vec<&TestMethod>> {
    let mut classes: BTreeMap<String, Vec<&TestMethod>> = BTreeMap::new();
    for test in tests {
        classes.entry(test.class.clone()).or_default().push(test);
    }
    classes
}
