//! Cover statements: how many are satisfied, and what is known of each.

use super::value::{self, Extent};
use super::{Finished, limits};
use crate::inputs::Inputs;
use crate::outcome::{Covering, Outcome};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// A cover statement.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportedCover<'a> {
    /// Its line.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// Its column.
    #[schemars(range(min = 1))]
    pub column: u32,
    /// The file, unless it is the one that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub file: Option<Cow<'a, str>>,
    /// `Class.method`
    pub method: String,
    /// What is known of it.
    pub status: Status,
    /// Inputs of a run that satisfies it, in the form that `multise run --inputs` reads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(required)]
    pub inputs: Option<Cow<'a, Inputs>>,
}

/// What is known of a cover statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A run gets there while the condition is true. It was replayed.
    Satisfied,
    /// No run gets there while the condition is true.
    Unreachable,
    /// Exploration ended before it was decided.
    Undecided,
}

/// The cover statements, in the order of the text.
pub fn covers<'a>(finished: &Finished<'a>) -> impl Iterator<Item = ReportedCover<'a>> {
    let Finished { program, source, outcome, .. } = *finished;
    outcome.covers.iter().map(|(id, covering)| {
        let cover = &program.covers[*id];
        let (line, column) = source.line_col(cover.span);
        let (status, inputs) = match covering {
            Covering::Satisfied(inputs) => (Status::Satisfied, Some(Cow::Borrowed(&**inputs))),
            Covering::Unreachable => (Status::Unreachable, None),
            Covering::Undecided => (Status::Undecided, None),
        };
        let file = source.other_name(cover.span).map(Cow::Borrowed);
        ReportedCover { line, column, file, method: program.method_name(cover.method), status, inputs }
    })
}

/// How many cover statements are satisfied; nothing if there are none.
pub fn count(outcome: &Outcome) -> Option<String> {
    let satisfied = outcome.covers.iter().filter(|(_, covering)| matches!(covering, Covering::Satisfied(_))).count();
    (!outcome.covers.is_empty()).then(|| format!("{satisfied} of {} satisfied", outcome.covers.len()))
}

impl fmt::Display for Status {
    /// The word of JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

impl ReportedCover<'_> {
    /// What is known of it: the inputs, or why there are none.
    pub fn details(&self, finished: &Finished<'_>, extent: Extent) -> String {
        let outcome = finished.outcome;
        let why = match (self.status, &self.inputs) {
            (_, Some(inputs)) => match value::line(finished.program, inputs, extent) {
                none if none.is_empty() => "with no inputs".to_owned(),
                inputs => format!("with {inputs}"),
            },
            (Status::Undecided, None) if outcome.proof.is_some() => "a proof ended the exploration before".to_owned(),
            (Status::Undecided, None) if outcome.reasons.is_empty() => "the solver gave up".to_owned(),
            (Status::Undecided, None) => return limits::undecided(finished),
            (Status::Satisfied | Status::Unreachable, None) => "no run gets here while it is true".to_owned(),
        };
        let comma = if self.inputs.is_some() { "" } else { ":" };
        format!("{}{comma} {why}", self.status)
    }
}
