//! Writers of tests.

use crate::inputs::Inputs;
use crate::ir::MethodId;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A writer of tests of one program, by what its language makes of tests.
pub enum Tests<'a> {
    /// Each test is a program of its own, which stands beside its inputs.
    Programs(Box<dyn Drivers + 'a>),
    /// Tests are methods of classes, which a test framework runs.
    Classes(Box<dyn TestClasses + 'a>),
}

/// Writes tests as programs.
pub trait Drivers {
    /// The program that calls `entry` with these inputs, which must fit it. `comment` becomes a comment in its text.
    fn driver(&self, entry: MethodId, inputs: &Inputs, comment: &str) -> Driver;
}

/// A test as a program.
#[derive(Clone, Debug)]
pub struct Driver {
    /// The whole program.
    pub text: String,
    /// Where it starts: `Class.main`, without parameters.
    pub entry: String,
}

/// Writes tests as classes.
pub trait TestClasses {
    /// The files with the tests of these runs. Where the tests can be tried, those that fail are left out.
    fn files(&mut self, runs: &[Tested<'_>], trial: Option<Trial<'_>>) -> TestFiles;
}

/// A run to be tested.
#[derive(Clone, Copy, Debug)]
pub struct Tested<'a> {
    /// The method.
    pub entry: MethodId,
    /// Its inputs, which must fit.
    pub inputs: &'a Inputs,
}

/// How tests are tried.
#[derive(Clone, Copy, Debug)]
pub struct Trial<'a> {
    /// The folder of the implementation of the language that the user has chosen.
    pub home: Option<&'a Path>,
    /// The time for all of it.
    pub limit: Duration,
}

/// The files of tests.
#[derive(Clone, Debug)]
pub struct TestFiles {
    /// The files. The same tests have the same text.
    pub files: Vec<TestFile>,
    /// The first line of each file begins so. A file that begins in another way was not written by this program.
    pub mark: &'static str,
    /// The runs without a test: the method, and why.
    pub left_out: Vec<(MethodId, String)>,
    /// Why the tests have not been tried; nothing if they have been.
    pub untried: Option<String>,
}

/// A file of tests.
#[derive(Clone, Debug)]
pub struct TestFile {
    /// Where it is, from the folder of the tests.
    pub path: PathBuf,
    /// What is in it.
    pub text: String,
    /// How many tests it has.
    pub count: usize,
}
