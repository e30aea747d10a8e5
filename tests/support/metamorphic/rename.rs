//! Renames every name of the program. The alphabetical order is not kept, so nothing may depend on it.

use super::traced::{Edits, Piece};
use super::{Choices, Source, Subject};
use crate::walk::Node;
use std::collections::{BTreeMap, BTreeSet};

/// Names that have a meaning in the language.
const KEPT: [&str; 4] = ["this", "retval", "super", "old"];

/// Renames everything, also in the options.
pub fn change(source: &Source<'_>, choices: &mut Choices) -> Option<Subject> {
    let mut names = BTreeSet::new();
    let mut places = Vec::new();
    source.walk(|node| {
        if let Node::Name(_, name, span) = node
            && !KEPT.contains(&name)
        {
            names.insert(name);
            places.push((name, span));
        }
    });
    let mut numbers: Vec<usize> = (0..names.len()).collect();
    let mut next = || {
        let number = choices.of(&numbers);
        numbers.retain(|n| *n != number);
        format!("{}{number}", source.fresh)
    };
    let renamed: BTreeMap<&str, String> = names.into_iter().map(|name| (name, next())).collect();
    let mut edits = Edits::default();
    for (name, span) in places {
        edits.replace(span, vec![Piece::Name(renamed[name].clone(), span)]);
    }
    let mut changed = source.edited(edits)?;
    // A name that the program does not have stays wrong.
    let member = |text: &str| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let words = text.split_inclusive(|c| !is_part(c)).map(|word| {
            let name = word.trim_end_matches(|c| !is_part(c));
            format!("{}{}", renamed.get(name).map_or(name, String::as_str), &word[name.len()..])
        });
        words.collect::<String>()
    };
    changed.options.entry = member(&changed.options.entry);
    for (field, _) in &mut changed.options.config.dialect.set {
        *field = member(field);
    }
    Some(changed)
}
