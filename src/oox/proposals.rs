//! What can be written at a place of a text that is not finished.
//!
//! A name that occurs nowhere else is put at the place, and the text is parsed and checked with it: what the checker knows
//! where it finds this name is what can be written there. The statement around the place is seldom complete, and a parser
//! drops what has errors. So the name comes with several guesses at what is missing, until it is found.

use super::check;
use super::parse::cursor::{Cursor, Place, cursor};
use super::parse::parse;
use crate::config::Dialect;
use crate::front::proposals::Proposal;
use crate::source::{SourceFile, Sources, Span};

const TYPES: &[&str] = &["int", "uint", "float", "bool", "char", "string"];
const VALUES: &[&str] = &["new", "null", "true", "false"];

/// What can be written at a byte of a text.
pub fn proposals(name: &str, text: &str, at: usize, dialect: &Dialect) -> Vec<Proposal> {
    let cursor = cursor(text, at);
    if cursor.place == Place::Nothing {
        return Vec::new();
    }
    let word = Span { end: cursor.word.end.min(at as u32), ..cursor.word };
    let mut all = names(name, text, &cursor, dialect);
    for proposal in &mut all {
        // A proposal that replaces what is before the word replaces the word too.
        let start = if proposal.replaces == Span::default() { word.start } else { proposal.replaces.start };
        proposal.replaces = Span { start, ..word };
    }
    all.extend(words(cursor.place).into_iter().map(|(text, parameters)| Proposal {
        text: text.to_owned(),
        name: text.to_owned(),
        kind: None,
        detail: String::new(),
        parameters: parameters.map(|parameter| vec![parameter.to_owned()]),
        replaces: word,
    }));
    all
}

/// The names that mean something there.
fn names(name: &str, text: &str, cursor: &Cursor, dialect: &Dialect) -> Vec<Proposal> {
    let (before, after) = (&text[..cursor.word.start as usize], &text[cursor.word.end as usize..]);
    let marker = (0_u64..).map(|n| format!("place{n}")).find(|marker| !text.contains(marker.as_str()));
    let marker = marker.unwrap_or_default();
    let closers = &cursor.closers;
    let guesses: Vec<String> = match cursor.place {
        Place::Class | Place::Heritage | Place::Operator | Place::Clause | Place::Nothing => return Vec::new(),
        Place::ClassName => vec![String::new(), " { }".to_owned()],
        Place::Member => vec![" place;".to_owned()],
        Place::Type => vec![String::new(), " place".to_owned(), " place) { }".to_owned()],
        Place::New => vec!["()".to_owned(), format!("(){closers};"), format!("(){closers}")],
        _ => vec![
            String::new(),
            "()".to_owned(),
            format!("{closers};"),
            format!("(){closers};"),
            closers.clone(),
            format!("{closers} {{ }}"),
            format!(": true{closers};"),
        ],
    };
    let guess = |guess: String| {
        let source: Sources = SourceFile::new(name, [before, &marker, &guess, after].concat()).into();
        let parsed = parse(source.main());
        check::proposals(&parsed.program, &source, dialect, &marker)
    };
    guesses.into_iter().find_map(guess).unwrap_or_default()
}

/// The words of the language that can be at a place, and what their parentheses hold if they have some.
fn words(place: Place) -> Vec<(&'static str, Option<&'static str>)> {
    let plain = |words: &[&'static str]| words.iter().map(|word| (*word, None)).collect::<Vec<_>>();
    let condition = Some("condition");
    let statements = || {
        let heads = [("if", condition), ("while", condition), ("lock", Some("object"))];
        let others = ["assert", "assume", "cover", "return", "throw", "try", "break", "continue", "fork", "join"];
        [&plain(TYPES)[..], &heads, &plain(&others)].concat()
    };
    match place {
        Place::Class => plain(&["class", "abstract", "interface"]),
        Place::Heritage => plain(&["extends", "implements"]),
        Place::Member => [plain(TYPES), plain(&["static", "void", "abstract"])].concat(),
        Place::Type | Place::New => plain(TYPES),
        Place::Clause => vec![
            ("requires", condition),
            ("ensures", condition),
            ("exceptional", condition),
            ("modifies", Some("places")),
            ("decreases", Some("measure")),
        ],
        Place::Statement => statements(),
        Place::LoopClause => [vec![("invariant", condition), ("decreases", Some("measure"))], statements()].concat(),
        Place::Expression => plain(VALUES),
        Place::Formula => [plain(VALUES), plain(&["forall", "exists"])].concat(),
        Place::Operator => plain(&["instanceof"]),
        Place::ClassName | Place::MemberOfValue | Place::Nothing => Vec::new(),
    }
}
