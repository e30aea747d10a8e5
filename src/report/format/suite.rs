//! The list of the tests that `--tests` writes.

use super::json;
use crate::ir::{Cause, Kind};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// The list of tests.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields, title = "The list of tests that `multise explore --tests` writes, tests.json")]
pub struct Suite<'a> {
    /// The version of the format.
    #[schemars(extend("const" = json::SCHEMA))]
    pub schema: u32,
    /// The version of the tool.
    pub version: &'static str,
    /// The file as given, or `<stdin>`.
    pub file: &'a str,
    /// The options that `multise run` needs besides the inputs.
    pub options: Vec<String>,
    /// The tests.
    pub tests: Vec<Test>,
}

/// A test.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Test {
    /// `Class.method`, with the types of the parameters where the name is overloaded.
    pub entry: String,
    /// The file of inputs.
    pub inputs: String,
    /// The same as a call, which `multise run` takes too; absent where a call cannot have these inputs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The program that builds the same inputs.
    pub driver: String,
    /// The method of that program.
    pub driver_entry: String,
    /// Which thread makes the next visible step of that program; the inputs have it too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schedule: Vec<u32>,
    /// How a run ends.
    pub expected: Expected,
    /// How many blocks it covers.
    pub blocks: usize,
    /// How many branches it covers.
    pub branches: usize,
}

/// How a run ends, in words that are the same for the inputs and for the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Expected {
    /// The exit code.
    pub exit: i32,
    /// How it ends.
    pub end: Ending,
    /// What is violated.
    pub kind: Option<Kind>,
    /// Of an exception, or of a clause whose evaluation throws.
    pub cause: Option<Cause>,
    /// The line where it ends.
    pub line: Option<u32>,
}

/// How a run ends, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// The method returns.
    Returned,
    /// An exception leaves the method, and may.
    Threw,
    /// Something is violated.
    Violation,
    /// What would be a violation, if it were checked.
    Unchecked,
    /// It takes too many steps.
    #[serde(rename = "step limit")]
    StepLimit,
    /// An assumption does not hold.
    Rejected,
    /// A method is called of which nothing is known.
    #[serde(rename = "unknown method")]
    UnknownMethod,
    /// It reaches code that is not supported: no test ends so.
    #[schemars(skip)]
    Unsupported,
    /// A value from outside does not fit.
    Unfit,
    /// The schedule does not fit.
    Unscheduled,
    /// It was stopped: no test ends so.
    #[schemars(skip)]
    Cancelled,
}

impl fmt::Display for Ending {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind.map(|k| format!(" {k}")).unwrap_or_default();
        let cause = self.cause.map(|c| format!(" {c}")).unwrap_or_default();
        let line = self.line.map(|l| format!(" at line {l}")).unwrap_or_default();
        write!(f, "{}{kind}{cause}{line}", self.end)
    }
}
