//! The meaning of the name at a position: its declaration, what else refers to it, a new name for it.

use super::documents::Document;
use super::settings::Settings;
use crate::front::symbols::{Occurrence, Symbols};
use lsp_types::{Location, Position, PrepareRenameResponse, TextEdit, WorkspaceEdit};
use std::collections::HashMap;
use std::sync::Arc;

/// The symbols of a document, and the occurrence of one at a position.
pub fn at(document: &mut Document, settings: &Settings, position: Position) -> Option<(Arc<Symbols>, Occurrence)> {
    let byte = document.text.byte(position);
    let symbols = document.symbols(settings);
    let found = symbols.at(byte)?;
    Some((symbols, found))
}

/// The place where the name is declared.
pub fn definition(document: &mut Document, settings: &Settings, position: Position) -> Option<Location> {
    let (symbols, found) = at(document, settings, position)?;
    let place = symbols.get(found.symbol).place;
    place.file.is_main().then(|| Location::new(document.uri.clone(), document.text.range(place)))
}

/// The places that refer to the same as the name.
pub fn references(
    document: &mut Document,
    settings: &Settings,
    position: Position,
    with_declaration: bool,
) -> Option<Vec<Location>> {
    let (symbols, found) = at(document, settings, position)?;
    let declared: Vec<_> = symbols.all().map(|(_, symbol)| symbol.place).collect();
    let places = symbols.references(found.symbol).filter(|place| place.file.is_main());
    let places = places.filter(|place| with_declaration || declared.binary_search(place).is_err());
    Some(places.map(|place| Location::new(document.uri.clone(), document.text.range(place))).collect())
}

/// The name that can be changed at a position.
pub fn renamable(document: &mut Document, settings: &Settings, position: Position) -> Option<PrepareRenameResponse> {
    let (symbols, found) = at(document, settings, position)?;
    let is_renamable = symbols.is_renamable(found.symbol) && found.is_name;
    is_renamable.then(|| PrepareRenameResponse::RangeWithPlaceholder {
        range: document.text.range(found.place),
        placeholder: symbols.get(found.symbol).name.clone(),
    })
}

/// The changes that give what the name at a position means a new name.
///
/// # Errors
/// The reason why it cannot have this name.
pub fn rename(
    document: &mut Document,
    settings: &Settings,
    position: Position,
    name: &str,
) -> Result<WorkspaceEdit, String> {
    let Some((symbols, found)) = at(document, settings, position) else {
        return Err("here is no name that this file declares".to_owned());
    };
    let places = document.draft(settings).rename(&symbols, found.symbol, name)?;
    let edits = places.into_iter().map(|place| TextEdit::new(document.text.range(place), name.to_owned()));
    Ok(edit(document, edits.collect()))
}

/// Changes of a document.
pub fn edit(document: &Document, edits: Vec<TextEdit>) -> WorkspaceEdit {
    #[expect(clippy::mutable_key_type, reason = "the type of the protocol")]
    let changes = HashMap::from([(document.uri.clone(), edits)]);
    WorkspaceEdit::new(changes)
}
