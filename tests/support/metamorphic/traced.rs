//! Texts that record where their bytes come from, and edits of them.
//!
//! Copied bytes keep their places in the first text, however often they are copied and moved. New bytes have none. So the
//! site of a violation can be compared across any number of edits.

use multise::Span;
use std::ops::Range;

/// A text, and for each byte the byte of the first text that it comes from.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    text: String,
    origin: Vec<Option<u32>>,
}

/// First and last byte of a place in the first text.
pub type Origin = (u32, u32);

impl Traced {
    /// A first text.
    pub fn first(text: &str) -> Self {
        Self { text: text.to_owned(), origin: (0..text.len()).map(|at| u32::try_from(at).ok()).collect() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The part of the text that a span covers.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[range(span)]
    }

    /// A part of the text, unchanged.
    pub fn part(&self, span: Span) -> Self {
        let mut part = Self::default();
        part.add_part(self, range(span));
        part
    }

    /// The place in the first text that a span comes from, if any.
    pub fn origin(&self, span: Span) -> Option<Origin> {
        let mut known = self.origin.get(range(span))?.iter().flatten();
        let first = *known.next()?;
        Some((first, known.next_back().copied().unwrap_or(first)))
    }

    /// Adds a text without origin.
    pub fn add(&mut self, text: &str) {
        self.text.push_str(text);
        self.origin.resize(self.text.len(), None);
    }

    /// Adds a name that replaces another one. Both of its ends keep their places, so it has at least two bytes.
    fn add_name(&mut self, name: &str, base: &Self, span: Span) {
        let old = &base.origin[range(span)];
        let last = old.len() - 1;
        self.text.push_str(name);
        self.origin.extend((1..name.len()).map(|at| old[(at - 1).min(last)]));
        self.origin.push(old[last]);
    }

    fn add_part(&mut self, base: &Self, part: Range<usize>) {
        self.text.push_str(&base.text[part.clone()]);
        self.origin.extend_from_slice(&base.origin[part]);
    }

    fn add_all(&mut self, other: &Self) {
        self.add_part(other, 0..other.text.len());
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// The smallest span that covers two places.
pub fn between(start: u32, end: u32) -> Span {
    Span::new(start as usize, end as usize)
}

/// A piece of the text that replaces another.
#[derive(Clone, Debug)]
pub enum Piece {
    /// A new text.
    New(String),
    /// The text at a span, with all edits inside.
    Old(Span),
    /// A name that replaces another one.
    Name(String, Span),
    /// A text made before.
    Made(Traced),
}

/// A new text as a piece.
pub fn new(text: impl Into<String>) -> Piece {
    Piece::New(text.into())
}

#[derive(Clone, Debug)]
struct Edit {
    span: Span,
    pieces: Vec<Piece>,
}

/// Edits of one text. Edits may be nested, if the pieces of the outer edit are smaller than its span.
#[derive(Clone, Debug, Default)]
pub struct Edits(Vec<Edit>);

impl Edits {
    /// Replaces a span by pieces.
    pub fn replace(&mut self, span: Span, pieces: Vec<Piece>) {
        self.0.push(Edit { span, pieces });
    }

    /// Inserts a new text before a byte. It belongs to no piece that begins or ends there.
    pub fn insert(&mut self, at: u32, text: impl Into<String>) {
        self.replace(between(at, at), vec![new(text)]);
    }

    /// The edited text, if there are edits.
    pub fn apply(self, base: &Traced) -> Option<Traced> {
        let any = !self.0.is_empty();
        any.then(|| self.part(base, between(0, base.text.len() as u32)))
    }

    /// A part of the edited text.
    pub fn part(mut self, base: &Traced, span: Span) -> Traced {
        // Outer edits come first; an insertion before a replaced part comes before it.
        self.0.sort_by_key(|Edit { span, .. }| (span.start, span.start != span.end, std::cmp::Reverse(span.end)));
        let mut out = Traced::default();
        self.render(base, span, &mut out);
        out
    }

    fn render(&self, base: &Traced, within: Span, out: &mut Traced) {
        let mut at = within.start;
        for Edit { span, pieces } in &self.0 {
            let is_inside = match span.start == span.end {
                true => within.start < span.start && span.end < within.end,
                false => within.start <= span.start && span.end <= within.end,
            };
            if !is_inside || span.start < at {
                continue;
            }
            out.add_part(base, at as usize..span.start as usize);
            for piece in pieces {
                match piece {
                    Piece::New(text) => out.add(text),
                    Piece::Old(old) => self.render(base, *old, out),
                    Piece::Name(name, old) => out.add_name(name, base, *old),
                    Piece::Made(made) => out.add_all(made),
                }
            }
            at = span.end;
        }
        out.add_part(base, at as usize..within.end as usize);
    }
}
