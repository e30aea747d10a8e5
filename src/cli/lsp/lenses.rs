//! The lenses above methods: a command to explore the method, or the result of its exploration.

use super::documents::Document;
use super::explorations::Explorations;
use super::settings::Settings;
use lsp_types::{CodeLens, Command, Uri};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

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
    /// The argument of a command.
    pub fn argument(&self) -> Value {
        json!({"uri": self.uri, "entry": self.entry})
    }
}

/// A lens above every method and constructor that can be explored; none while the text has errors.
pub fn lenses(document: &mut Document, explorations: &Explorations, settings: &Settings) -> Vec<CodeLens> {
    let Some((program, _)) = document.program(settings) else { return Vec::new() };
    let lens = |method| {
        let entry = program.entry_name(method);
        let title = title(document, explorations, &entry);
        let range = document.text.range(program.ir().methods[method].span);
        let target = Target { uri: document.uri.clone(), entry };
        CodeLens {
            range,
            command: Some(Command::new(title, EXPLORE.to_owned(), Some(vec![target.argument()]))),
            data: None,
        }
    };
    let entries = program.entries().unwrap_or_default().into_iter();
    entries.filter(|method| program.ir().methods[*method].span.file.is_main()).map(lens).collect()
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
