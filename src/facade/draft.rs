//! A text that is being written.

use super::program::front;
use super::worker;
use crate::config::Dialect;
use crate::front::Front;
use crate::front::proposals::Proposal;
use crate::front::symbols::{SymbolId, Symbols};
use crate::source::Span;
use std::path::Path;
use std::sync::Arc;

/// A text that may have errors. Cloning it is cheap.
#[derive(Clone)]
pub struct Draft {
    front: &'static dyn Front,
    name: Arc<str>,
    text: Arc<str>,
    dialect: Dialect,
}

impl Draft {
    /// A text with the name of its file.
    pub fn new(name: &str, text: &str, dialect: &Dialect) -> Self {
        Self { front: front(Path::new(name), dialect), name: name.into(), text: text.into(), dialect: dialect.clone() }
    }

    /// What the names in it mean.
    pub fn symbols(&self) -> Symbols {
        let draft = self.clone();
        worker::run(move || draft.front.symbols(&draft.name, &draft.text, &draft.dialect))
    }

    /// What can be written at a byte.
    pub fn proposals(&self, at: usize) -> Vec<Proposal> {
        let draft = self.clone();
        worker::run(move || draft.front.proposals(&draft.name, &draft.text, at, &draft.dialect))
    }

    /// The places in the text that change if a symbol gets a new name.
    ///
    /// # Errors
    /// The reason why it cannot have this name: one that the program would mean something else with, for example.
    pub fn rename(&self, symbols: &Symbols, id: SymbolId, name: &str) -> Result<Vec<Span>, String> {
        let symbol = symbols.get(id);
        if !symbols.is_renamable(id) {
            return Err(format!("`{}` is a word of the language", symbol.name));
        }
        if !self.front.is_name(name) {
            return Err(format!("`{name}` is no name"));
        }
        if symbols.error().is_some() {
            return Err("the text has errors, so not all places are known".to_owned());
        }
        let places: Vec<Span> = symbols.named(id).collect();
        if places.iter().any(|place| !place.file.is_main()) {
            return Err(format!("`{}` is declared in another file", symbol.name));
        }
        let mut text = String::with_capacity(self.text.len());
        let mut copied = 0;
        for place in &places {
            text.push_str(&self.text[copied..place.start as usize]);
            text.push_str(name);
            copied = place.end as usize;
        }
        text.push_str(&self.text[copied..]);
        let renamed = Self { text: text.into(), ..self.clone() }.symbols();
        match (symbols.agree(&renamed), renamed.error()) {
            (true, _) => Ok(places),
            (false, Some(error)) => Err(format!("with the name `{name}` there is an error: {}", error.message)),
            (false, None) => Err(format!("with the name `{name}` the program would mean something else")),
        }
    }
}
