//! An open document: its text as the client has it, what checking it gives, and what explorations of it have found.

use super::explorations::Explored;
use super::positions::{Encoding, Text};
use super::settings::Settings;
use crate::cli::panics;
use crate::config::Config;
use crate::facade::{Error, Program, Refused};
use crate::source::Diagnostic;
use indexmap::IndexMap;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// What checking a text gives.
#[derive(Debug)]
pub enum Checked {
    /// A program, which may have warnings, and the options of its explorations.
    Program(Program, Arc<Config>),
    /// Errors.
    Refused(Box<Refused>),
    /// An option that is refused, or a defect of this program.
    Failed(String),
}

impl Checked {
    fn new(name: &str, text: &str, settings: &Settings) -> Self {
        let config = match settings.config(name, text) {
            Ok(config) => Arc::new(config),
            Err(why) => return Checked::Failed(why),
        };
        match panics::caught(|| Program::from_text(name, text, &config.dialect)) {
            Ok(Ok(program)) => Checked::Program(program, config),
            Ok(Err(Error::Refused(refused))) => Checked::Refused(refused),
            Ok(Err(error)) => Checked::Failed(error.to_string()),
            Err(panic) => Checked::Failed(format!("internal error: {panic}")),
        }
    }

    /// The errors and warnings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Checked::Program(program, _) => program.warnings(),
            Checked::Refused(refused) => refused.diagnostics(),
            Checked::Failed(_) => &[],
        }
    }
}

/// An open document.
#[derive(Debug)]
pub struct Document {
    /// Its address.
    pub uri: Uri,
    /// The version that the client gave the text.
    pub version: i32,
    /// The text.
    pub text: Text,
    /// What checking this text gives; nothing if it has not been checked.
    checked: Option<Checked>,
    /// What explorations of this text or an earlier one have found, by the name of the method.
    pub explored: IndexMap<String, Explored>,
    /// The method, and the violation of it, whose values are shown.
    pub shown: Option<(String, usize)>,
    encoding: Encoding,
}

impl Document {
    /// A document that is opened.
    pub fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        let text = Text::new(text, encoding);
        Self { uri, version, text, checked: None, explored: IndexMap::new(), shown: None, encoding }
    }

    /// Makes changes in their order. Those of a version that is older than the text are out of date.
    pub fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        if version < self.version {
            return;
        }
        for change in changes {
            let text = match change.range {
                Some(range) => self.text.replaced(range, &change.text),
                None => change.text,
            };
            self.text = Text::new(text, self.encoding);
        }
        (self.version, self.checked) = (version, None);
    }

    /// Whether the text has not been checked yet.
    pub fn is_unchecked(&self) -> bool {
        self.checked.is_none()
    }

    /// What checking the text gives.
    pub fn checked(&mut self, settings: &Settings) -> &Checked {
        let name = name(&self.uri);
        self.checked.get_or_insert_with(|| Checked::new(&name, self.text.as_str(), settings))
    }

    /// The program and the options of its explorations, if the text is one.
    pub fn program(&mut self, settings: &Settings) -> Option<(Program, Arc<Config>)> {
        match self.checked(settings) {
            Checked::Program(program, config) => Some((program.clone(), Arc::clone(config))),
            Checked::Refused(_) | Checked::Failed(_) => None,
        }
    }

    /// Whether something was found in the text as it is now.
    pub fn is_current(&self, explored: &Explored) -> bool {
        explored.program.source().main().text == self.text.as_str()
    }

    /// What was found in the text as it is now.
    pub fn current(&self) -> impl Iterator<Item = &Explored> {
        self.explored.values().filter(|explored| self.is_current(explored))
    }
}

/// The path of a file, the address of anything else.
fn name(uri: &Uri) -> String {
    match uri.as_str().strip_prefix("file://") {
        Some(path) => percent_decode_str(path).decode_utf8_lossy().into_owned(),
        None => uri.as_str().to_owned(),
    }
}
