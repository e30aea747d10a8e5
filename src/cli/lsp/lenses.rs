//! The lenses above methods: a command to explore the method, or the result of its exploration. An editor without lenses has the
//! command as an action.

use super::documents::Document;
use super::explorations::Explorations;
use super::settings::Settings;
use lsp_types::{CodeActionOrCommand, CodeLens, Command, Range, Uri};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The command of the lenses. Its argument is a [`Target`].
pub const EXPLORE: &str = "multise.explore";

/// The method of a command.
#[derive(Debug, Serialize, Deserialize)]
pub struct Target {
    /// The document.
    pub uri: Uri,
    /// The method, as `--entry` names it.
    pub entry: String,
}

impl Target {
    /// The command that explores the method.
    fn command(&self, title: String) -> Command {
        Command::new(title, EXPLORE.to_owned(), Some(vec![json!({"uri": self.uri, "entry": self.entry})]))
    }
}

/// Every method and constructor of the document that can be explored, with the place of its name; none while the text has errors.
fn targets(document: &mut Document, settings: &Settings) -> Vec<(Range, Target)> {
    let Some((program, _)) = document.program(settings) else { return Vec::new() };
    let entries = program.entries().unwrap_or_default().into_iter();
    let target = |method| {
        let range = document.text.range(program.ir().methods[method].span);
        (range, Target { uri: document.uri.clone(), entry: program.entry_name(method) })
    };
    entries.filter(|method| program.ir().methods[*method].span.file.is_main()).map(target).collect()
}

/// A lens above every method and constructor that can be explored.
pub fn lenses(document: &mut Document, explorations: &Explorations, settings: &Settings) -> Vec<CodeLens> {
    let targets = targets(document, settings).into_iter();
    let lens = |(range, target): (Range, Target)| {
        let title = title(document, explorations, &target.entry);
        CodeLens { range, command: Some(target.command(title)), data: None }
    };
    targets.map(lens).collect()
}

/// Commands that explore the methods whose names are at a range, for editors without lenses.
pub fn actions(document: &mut Document, settings: &Settings, range: Range) -> Vec<CodeActionOrCommand> {
    let targets = targets(document, settings).into_iter();
    let at_range = targets.filter(|(at, _)| at.start.line <= range.end.line && range.start.line <= at.end.line);
    at_range
        .map(|(_, target)| CodeActionOrCommand::Command(target.command(format!("Explore {}", target.entry))))
        .collect()
}

fn title(document: &Document, explorations: &Explorations, entry: &str) -> String {
    if explorations.of(&document.uri, entry).is_some() {
        return "exploring …".to_owned();
    }
    match document.explored.get(entry) {
        None => "Explore this method".to_owned(),
        Some(explored) if document.is_current(explored) => explored.verdict(),
        Some(explored) => format!("{} (before the last changes): explore again", explored.verdict()),
    }
}
