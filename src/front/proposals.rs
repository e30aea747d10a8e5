//! What can be written at a place of a text, for editors.

use super::symbols::SymbolKind;
use crate::source::Span;

/// Something that can be written at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What is written, without the parentheses of a call.
    pub text: String,
    /// What a user may type to find it.
    pub name: String,
    /// The symbol's kind; nothing for a word of the language.
    pub kind: Option<SymbolKind>,
    /// What it is: a type, a signature.
    pub detail: String,
    /// The names of the parameters, if parentheses follow.
    pub parameters: Option<Vec<String>>,
    /// The part of the text that it replaces: at least the word at the place.
    pub replaces: Span,
}
