//! The text for a name under the pointer: its values on the way to a violation, and its declaration.

use super::documents::Document;
use super::settings::Settings;
use super::{names, shown};
use crate::front::symbols::{SymbolId, Symbols};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};

/// The text for the name at a position.
pub fn hover(document: &mut Document, settings: &Settings, position: Position) -> Option<Hover> {
    let values = shown::values(document, position);
    let found = names::at(document, settings, position);
    let declared =
        found.map(|(symbols, found)| (declaration(&symbols, found.symbol), document.text.range(found.place)));
    let (text, range) = match (values, declared) {
        (Some((values, range)), Some((declaration, _))) => (format!("{values}\n\n---\n\n{declaration}"), range),
        (Some(text), None) | (None, Some(text)) => text,
        (None, None) => return None,
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text });
    Some(Hover { contents, range: Some(range) })
}

/// The declaration of a symbol, with its contract and its class.
fn declaration(symbols: &Symbols, id: SymbolId) -> String {
    let symbol = symbols.get(id);
    let clauses = symbol.contract.iter().map(|clause| format!("\n  {clause}"));
    let owner = symbol.owner.map(|owner| format!("\n\nin `{}`", symbols.get(owner).signature));
    format!("```oox\n{}{}\n```{}", symbol.signature, clauses.collect::<String>(), owner.unwrap_or_default())
}
