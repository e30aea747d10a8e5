//! An open document: its text as the client has it, the result of checking it, and the results of its explorations.

use super::explorations::{Explored, Wrong, guarded};
use super::positions::{Encoding, Text};
use super::settings::Settings;
use crate::config::Config;
use crate::facade::{Draft, Program};
use crate::front::symbols::Symbols;
use crate::source::Diagnostic;
use indexmap::IndexMap;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use percent_encoding::percent_decode_str;
use std::sync::Arc;

/// The program of a text, which may have warnings, and the options of its explorations; or what is wrong.
pub type Checked = Result<(Program, Arc<Config>), Wrong>;

/// An open document.
#[derive(Debug)]
pub struct Document {
    /// Its URI.
    pub uri: Uri,
    /// The version of the text, from the client.
    pub version: i32,
    /// The text.
    pub text: Text,
    /// The result of checking this text; nothing if it has not been checked.
    checked: Option<Checked>,
    /// What the names in this text mean; nothing if it is not known yet.
    symbols: Option<Arc<Symbols>>,
    /// The results of explorations of this text or an earlier one, by the name of the method.
    pub explored: IndexMap<String, Explored>,
    /// The violation whose values are shown: its method and number.
    pub shown: Option<(String, usize)>,
    encoding: Encoding,
}

impl Document {
    /// A document that is opened.
    pub fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Self {
        let text = Text::new(text, encoding);
        Self { uri, version, text, checked: None, symbols: None, explored: IndexMap::new(), shown: None, encoding }
    }

    /// Applies changes in their order. Changes with an older version than the text are ignored.
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
        self.version = version;
        self.forget();
    }

    /// Forgets what is known of the text, because it or the settings have changed.
    pub fn forget(&mut self) {
        (self.checked, self.symbols) = (None, None);
    }

    /// Whether the text has not been checked yet.
    pub fn is_unchecked(&self) -> bool {
        self.checked.is_none()
    }

    /// The result of checking the text.
    pub fn checked(&mut self, settings: &Settings) -> &Checked {
        self.checked.get_or_insert_with(|| {
            let (name, text) = (name(&self.uri), self.text.as_str());
            let config = Arc::new(settings.config(&name, text).map_err(Wrong::Failed)?);
            let program = guarded(|| Program::from_text(&name, text, &config.dialect))?;
            Ok((program, config))
        })
    }

    /// The errors and warnings of the text.
    pub fn diagnostics(&mut self, settings: &Settings) -> &[Diagnostic] {
        match self.checked(settings) {
            Ok((program, _)) => program.warnings(),
            Err(Wrong::Refused(refused)) => refused.diagnostics(),
            Err(Wrong::Failed(_)) => &[],
        }
    }

    /// The program and the options of its explorations, if the text has no errors.
    pub fn program(&mut self, settings: &Settings) -> Option<(Program, Arc<Config>)> {
        match self.checked(settings) {
            Ok((program, config)) => Some((program.clone(), Arc::clone(config))),
            Err(_) => None,
        }
    }

    /// The text as one that is being written.
    pub fn draft(&self, settings: &Settings) -> Draft {
        let name = name(&self.uri);
        let dialect = settings.config(&name, self.text.as_str()).map(|config| config.dialect).unwrap_or_default();
        Draft::new(&name, self.text.as_str(), &dialect)
    }

    /// What the names in the text mean.
    pub fn symbols(&mut self, settings: &Settings) -> Arc<Symbols> {
        let symbols = self.symbols.take().unwrap_or_else(|| Arc::new(self.draft(settings).symbols()));
        Arc::clone(self.symbols.insert(symbols))
    }

    /// Whether an exploration is of the current text.
    pub fn is_current(&self, explored: &Explored) -> bool {
        explored.program.source().main().text == self.text.as_str()
    }

    /// The explorations of the current text.
    pub fn current(&self) -> impl Iterator<Item = &Explored> {
        self.explored.values().filter(|explored| self.is_current(explored))
    }
}

/// The path of a file, or else the URI.
fn name(uri: &Uri) -> String {
    match uri.as_str().strip_prefix("file://") {
        Some(path) => percent_decode_str(path).decode_utf8_lossy().into_owned(),
        None => uri.as_str().to_owned(),
    }
}
