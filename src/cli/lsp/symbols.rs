//! The outline of a document: classes with their methods.

use super::documents::Document;
use super::settings::Settings;
use crate::ir::MethodKind;
use crate::source::Span;
use lsp_types::{DocumentSymbol, SymbolKind};

/// The outline; empty while the text has errors.
pub fn symbols(document: &mut Document, settings: &Settings) -> Vec<DocumentSymbol> {
    let Some((program, _)) = document.program(settings) else { return Vec::new() };
    let ir = program.ir();
    let classes = ir.classes.iter_enumerated().filter(|(_, class)| class.span.file.is_main());
    let class = |(id, class): (_, &crate::ir::Class)| {
        let methods = ir.methods.iter_enumerated().filter(|(_, m)| m.class == id && m.kind != MethodKind::Initialiser);
        let methods = methods.map(|(id, method)| {
            let kind = match method.kind {
                MethodKind::Constructor => SymbolKind::CONSTRUCTOR,
                _ => SymbolKind::METHOD,
            };
            let name = ir.entry_name(id);
            // The class is the parent symbol.
            let name = name.split_once('.').map_or(&*name, |(_, name)| name).to_owned();
            symbol(document, name, kind, method.span, Vec::new())
        });
        symbol(document, class.name.clone(), SymbolKind::CLASS, class.span, methods.collect())
    };
    classes.map(class).collect()
}

fn symbol(
    document: &Document,
    name: String,
    kind: SymbolKind,
    span: Span,
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    let own = document.text.range(span);
    // The range of a symbol includes those of its parts.
    let range = children.iter().fold(own, |mut range, child| {
        (range.start, range.end) = (range.start.min(child.range.start), range.end.max(child.range.end));
        range
    });
    #[expect(deprecated, reason = "the field is there, and has to be given")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: own,
        children: Some(children),
    }
}
