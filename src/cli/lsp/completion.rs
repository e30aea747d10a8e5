//! What can be written at a position.

use super::documents::Document;
use super::settings::Settings;
use crate::front::proposals::Proposal;
use crate::front::symbols::SymbolKind;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, InsertTextFormat, Position, TextEdit};

/// The completions at a position.
pub fn completions(document: &mut Document, settings: &Settings, position: Position) -> Vec<CompletionItem> {
    let byte = document.text.byte(position);
    let proposals = document.draft(settings).proposals(byte);
    // Parentheses that are there stay.
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let behind = document.text.as_str()[byte..].trim_start_matches(is_name).trim_start_matches([' ', '\t']);
    let is_called = behind.starts_with('(');
    proposals.into_iter().enumerate().map(|(n, p)| item(document, settings, n, p, is_called)).collect()
}

fn item(document: &Document, settings: &Settings, n: usize, proposal: Proposal, is_called: bool) -> CompletionItem {
    let Proposal { text, name, kind, detail, parameters, replaces } = proposal;
    let snippet = parameters.filter(|_| settings.snippets && !is_called).map(|names| {
        let places = names.iter().enumerate().map(|(i, name)| format!("${{{}:{name}}}", i + 1));
        let escaped = text.replace('\\', "\\\\").replace('$', "\\$").replace('}', "\\}");
        format!("{escaped}({})", places.collect::<Vec<_>>().join(", "))
    });
    let format = snippet.as_ref().map(|_| InsertTextFormat::SNIPPET);
    let range = document.text.range(replaces);
    CompletionItem {
        kind: Some(kind.map_or(CompletionItemKind::KEYWORD, item_kind)),
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        // In the given order.
        sort_text: Some(format!("{n:05}")),
        filter_text: Some(name).filter(|name| *name != text),
        insert_text_format: format,
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, snippet.unwrap_or_else(|| text.clone())))),
        label: text,
        ..CompletionItem::default()
    }
}

fn item_kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Class => CompletionItemKind::CLASS,
        SymbolKind::Interface => CompletionItemKind::INTERFACE,
        SymbolKind::Constructor => CompletionItemKind::CONSTRUCTOR,
        SymbolKind::Method => CompletionItemKind::METHOD,
        SymbolKind::Field | SymbolKind::StaticField => CompletionItemKind::FIELD,
        SymbolKind::Parameter | SymbolKind::Variable => CompletionItemKind::VARIABLE,
        SymbolKind::Predefined => CompletionItemKind::KEYWORD,
    }
}
