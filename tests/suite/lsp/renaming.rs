//! Every symbol of every program of the corpus can have another name.

use multise::internals::editor::Draft;
use multise::{Dialect, Program};
use std::path::Path;

const FRESH: &str = "a_fresh_name";

/// Renames all symbols of a text, one after the other, and returns how many these are; nothing for a text with errors.
fn rename_all(file: &Path) -> Option<usize> {
    let text = std::fs::read_to_string(file).ok()?;
    let strict = Dialect::default();
    let lenient = Dialect { lenient: true, ..strict.clone() };
    let loads = |dialect: &&Dialect| Program::from_text("t.oox", text.as_str(), dialect).is_ok();
    let dialect = [&strict, &lenient].into_iter().find(loads)?;
    let draft = Draft::new("t.oox", &text, dialect);
    let symbols = draft.symbols();
    assert!(symbols.error().is_none(), "{}", file.display());
    let mut renamed = 0;
    for (id, symbol) in symbols.all().filter(|(id, symbol)| symbol.family == *id && symbols.is_renamable(*id)) {
        let places = draft.rename(&symbols, id, FRESH);
        let places = places.unwrap_or_else(|why| panic!("{}: {}: {why}", file.display(), symbol.name));
        let mut other = text.clone();
        for place in places.iter().rev() {
            let range = place.start as usize..place.end as usize;
            assert_eq!(text[range.clone()], symbol.name, "{}", file.display());
            other.replace_range(range, FRESH);
        }
        assert!(Program::from_text("t.oox", other, dialect).is_ok(), "{}: {}", file.display(), symbol.name);
        renamed += 1;
    }
    Some(renamed)
}

#[test]
fn every_symbol_of_every_program_can_have_a_fresh_name() {
    let root = support::project();
    let files = ["tests/corpus", "examples"].map(|folder| support::files(&root.join(folder), "oox")).concat();
    let renamed: Vec<usize> = files.iter().filter_map(|file| rename_all(file)).collect();
    let sum: usize = renamed.iter().sum();
    assert!(renamed.len() > 300 && sum > 2000, "{} programs, {sum} symbols", renamed.len());
}
