//! The violation whose values a document shows: the first of the last exploration, or the chosen one.

use super::documents::Document;
use super::explorations::Explored;
use super::lenses::Target;
use super::values::Values;
use lsp_types::{CodeActionOrCommand, Command, InlayHint, Position, Range};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The command that chooses a violation. Its argument is a [`Choice`].
pub const SHOW: &str = "multise.values";

/// A violation, by its number among those of a method.
#[derive(Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The method.
    #[serde(flatten)]
    pub target: Target,
    /// The number of the violation.
    pub violation: usize,
}

/// The shown values, if the text is the explored one.
fn shown(document: &Document) -> Option<(&Explored, &Values)> {
    let (entry, violation) = document.shown.as_ref()?;
    let explored = document.explored.get(entry).filter(|explored| document.is_current(explored))?;
    Some((explored, explored.values.get(*violation)?))
}

/// The values behind the lines of a range.
pub fn hints(document: &Document, range: Range) -> Vec<InlayHint> {
    let hints = |(explored, values): (&Explored, &Values)| {
        values.hints(explored.program.source().main(), &document.text, range)
    };
    shown(document).map(hints).unwrap_or_default()
}

/// The values of the name at a position, with its range.
pub fn values(document: &Document, position: Position) -> Option<(String, Range)> {
    let (explored, values) = shown(document)?;
    values.shown_at(explored.program.source().main(), &document.text, position)
}

/// Commands that choose among the violations at a range.
pub fn actions(document: &Document, range: Range) -> Vec<CodeActionOrCommand> {
    let mut actions = Vec::new();
    for (entry, explored) in document.explored.iter().filter(|(_, explored)| document.is_current(explored)) {
        let Ok(outcome) = &explored.ending else { continue };
        // Further violations have no values.
        let violations = outcome.violations.iter().enumerate().take(explored.values.len());
        for (place, violation) in violations {
            let at = document.text.range(violation.span);
            if at.start <= range.end && range.start <= at.end {
                let title = format!("Show the values of {entry} that lead to this violation");
                let argument = json!({"uri": document.uri, "entry": entry, "violation": place});
                let command = Command::new(title, SHOW.to_owned(), Some(vec![argument]));
                actions.push(CodeActionOrCommand::Command(command));
            }
        }
    }
    actions
}
