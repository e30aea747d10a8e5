//! The outline of a document: classes with their members.

use super::documents::Document;
use super::settings::Settings;
use crate::front::symbols::{Symbol, SymbolId, SymbolKind};
use lsp_types as lsp;
use lsp_types::DocumentSymbol;
use std::collections::BTreeMap;

/// The outline. While the text has errors, it is that of the parts which can be read.
pub fn symbols(document: &mut Document, settings: &Settings) -> Vec<DocumentSymbol> {
    let symbols = document.symbols(settings);
    let mut members: BTreeMap<SymbolId, Vec<DocumentSymbol>> = BTreeMap::new();
    let of_main = || symbols.all().filter(|(_, symbol)| symbol.place.file.is_main());
    for (_, symbol) in of_main() {
        if let (Some(owner), Some(kind)) = (symbol.owner, kind(symbol.kind)) {
            members.entry(owner).or_default().push(outlined(document, symbol, kind, Vec::new()));
        }
    }
    let classes = of_main().filter(|(_, symbol)| symbol.owner.is_none());
    let classes = classes.filter_map(|(id, symbol)| {
        Some(outlined(document, symbol, kind(symbol.kind)?, members.remove(&id).unwrap_or_default()))
    });
    classes.collect()
}

fn kind(kind: SymbolKind) -> Option<lsp::SymbolKind> {
    Some(match kind {
        SymbolKind::Class => lsp::SymbolKind::CLASS,
        SymbolKind::Interface => lsp::SymbolKind::INTERFACE,
        SymbolKind::Constructor => lsp::SymbolKind::CONSTRUCTOR,
        SymbolKind::Method => lsp::SymbolKind::METHOD,
        SymbolKind::Field | SymbolKind::StaticField => lsp::SymbolKind::FIELD,
        SymbolKind::Parameter | SymbolKind::Variable | SymbolKind::Predefined => return None,
    })
}

fn outlined(
    document: &Document,
    symbol: &Symbol,
    kind: lsp::SymbolKind,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    #[expect(deprecated, reason = "the field is there, and has to be given")]
    DocumentSymbol {
        name: symbol.title.clone(),
        detail: Some(symbol.signature.clone()),
        kind,
        tags: None,
        deprecated: None,
        range: document.text.range(symbol.range),
        selection_range: document.text.range(symbol.place),
        children: Some(children),
    }
}
