//! Excerpts of the source with carets: the part of the text that the renderer gets.
//!
//! The renderer gets only the lines that are shown, because a file may be one line of ten megabytes.

use super::style::Style;
use crate::source::{SourceFile, Sources, Span, boundary};
use annotate_snippets::{AnnotationKind, Element, Origin, Snippet, Title};
use std::ops::Range;

/// A place to show.
#[derive(Clone, Copy, Debug)]
pub struct Mark<'a> {
    /// Its bytes.
    pub span: Span,
    /// The text beside the carets; may be empty.
    pub label: &'a str,
    /// Whether the message is about this place.
    pub primary: bool,
}

/// A message with an excerpt that has a label at its place, and shows the call that this place belongs to.
pub fn render(
    title: Title<'_>,
    sources: &Sources,
    (span, label): (Span, &str),
    call_site: Option<Span>,
    style: Style,
) -> String {
    let call = call_site.map(|span| Mark { span, label: "in this call", primary: false });
    let marks: Vec<Mark<'_>> = [Mark { span, label, primary: true }].into_iter().chain(call).collect();
    style.renderer().render(&[title.elements(elements(sources, &marks))])
}

/// Marks no further apart than this, in bytes, share an excerpt.
const NEAR: usize = 2_000;
/// Lines of more bytes are cut around their mark.
const LONG: usize = 300;
/// How many bytes of a cut line are kept around the start of the mark.
const KEPT: usize = 60;

/// The parts of a report that show `marks`, the primary ones first.
pub fn elements<'a>(sources: &Sources, marks: &[Mark<'a>]) -> Vec<Element<'a>> {
    let mut groups: Vec<Vec<Mark<'a>>> = Vec::new();
    let (primary, secondary): (Vec<Mark<'_>>, Vec<Mark<'_>>) = marks.iter().partition(|m| m.primary);
    for mark in primary.into_iter().chain(secondary) {
        let source = sources.file(mark.span);
        let lines = lines(source, mark.span);
        let fits = |group: &Vec<Mark<'_>>| {
            if group[0].span.file != mark.span.file {
                return false;
            }
            let whole = group.iter().fold(lines.clone(), |r, m| union(&r, &self::lines(source, m.span)));
            whole.len() <= NEAR && source.text[whole].split('\n').all(|line| line.len() <= LONG)
        };
        match groups.iter_mut().find(|g| fits(g)) {
            Some(group) => group.push(mark),
            None => groups.push(vec![mark]),
        }
    }
    groups.iter().flat_map(|group| excerpt(sources.file(group[0].span), group)).collect()
}

fn excerpt<'a>(source: &SourceFile, group: &[Mark<'a>]) -> Vec<Element<'a>> {
    // Without a text, the line says it all, unless it is one of several.
    if source.is_blank() && group.iter().all(|mark| mark.primary) {
        return vec![Origin::path(source.name.clone()).line(source.line(group[0].span) as usize).into()];
    }
    let whole = group.iter().map(|m| lines(source, m.span)).reduce(|a, b| union(&a, &b)).unwrap_or_default();
    let cut = whole.len() > NEAR || source.text[whole.clone()].split('\n').any(|line| line.len() > LONG);
    let (text, shift, kept) = if cut {
        let span = bytes(source, group[0].span);
        let first_line = lines(source, Span::new(span.start, span.start));
        let from = boundary(&source.text, span.start.saturating_sub(KEPT).max(first_line.start));
        let to = boundary(&source.text, (span.start + KEPT).min(first_line.end)).max(from);
        let before = if from > first_line.start { "… " } else { "" };
        let after = if to < first_line.end { " …" } else { "" };
        (format!("{before}{}{after}", &source.text[from..to]), before.len(), from..to)
    } else {
        (source.text[whole.clone()].to_owned(), 0, whole)
    };
    let first = source.line(Span::new(kept.start, kept.start)) as usize;
    let annotations = group.iter().map(|mark| {
        let span = bytes(source, mark.span);
        let place = |byte: usize| byte.clamp(kept.start, kept.end) - kept.start + shift;
        let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let annotation = kind.span(place(span.start)..place(span.end));
        if mark.label.is_empty() { annotation } else { annotation.label(mark.label) }
    });
    let snippet = Snippet::source(text).line_start(first).annotations(annotations);
    if !cut {
        return vec![snippet.path(source.name.clone()).into()];
    }
    // The renderer would count the column in the excerpt, so the place is an element of its own. It comes second: if it came
    // first, it would have the first rank, and the excerpt, which has no path, none.
    let (line, column) = source.line_col(group[0].span.start);
    let origin = Origin::path(source.name.clone()).line(line as usize).char_column(column as usize);
    vec![snippet.into(), origin.into()]
}

/// The bytes of a span, kept inside the text and on the boundaries of characters.
fn bytes(source: &SourceFile, span: Span) -> Range<usize> {
    let start = boundary(&source.text, span.start as usize);
    start..boundary(&source.text, span.end as usize).max(start)
}

/// The bytes of the lines that a span touches, without the last line break. Only [`NEAR`] bytes around the span are searched:
/// longer lines are cut anyway, and there may be very many marks.
fn lines(source: &SourceFile, span: Span) -> Range<usize> {
    let Range { start, end } = bytes(source, span);
    let text = &source.text;
    let far_before = boundary(text, start.saturating_sub(NEAR));
    let from = text[far_before..start].rfind('\n').map_or(far_before, |i| far_before + i + 1);
    // A span that ends with its line break does not touch the next line.
    let last = if end > start && text[..end].ends_with('\n') { end - 1 } else { end };
    let far_after = boundary(text, last + NEAR);
    let to = text[last..far_after].find('\n').map_or(far_after, |i| last + i);
    from..(if text[from..to].ends_with('\r') { to - 1 } else { to }).max(start)
}

fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}
