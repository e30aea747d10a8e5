//! A source file, byte spans in it, and diagnostics about it (free of any renderer).

use serde::{Deserialize, Serialize};

/// A half-open range of bytes of the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The least span that contains both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// The name of a source text that was read from standard input.
pub const STDIN_NAME: &str = "<stdin>";

/// A source text with its name and the starts of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name that diagnostics show: the path as given, or [`STDIN_NAME`].
    pub name: String,
    /// The whole text.
    pub text: String,
    line_starts: Vec<u32>,
}

impl SourceFile {
    /// Wraps a text of fewer than 4 GiB.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let line_starts = std::iter::once(0)
            .chain(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i as u32 + 1))
            .collect();
        Self { name: name.into(), text, line_starts }
    }

    /// Line and column of a byte, both from 1; the column counts characters.
    pub fn line_col(&self, byte: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|&s| s <= byte) - 1;
        let start = self.line_starts[line] as usize;
        let end = (byte as usize).min(self.text.len());
        let column = self.text.get(start..end).map_or(end - start, |s| s.chars().count());
        (line as u32 + 1, column as u32 + 1)
    }

    /// The line of a span's first byte, from 1.
    pub fn line(&self, span: Span) -> u32 {
        // Not through `line_col`: a column costs the length of the line.
        self.line_starts.partition_point(|&s| s <= span.start) as u32
    }

    /// The text of a span; empty when the span lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// How bad a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The program is refused.
    Error,
    /// The program is accepted; the reader should know.
    Warning,
}

/// The phase that a diagnostic comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// Lexer or parser.
    Parse,
    /// Names, types and the other static rules.
    Static,
    /// The choice of the entry method, or an option that names a part of the program.
    Entry,
    /// A construct that the engine does not execute yet.
    Unsupported,
}

/// One finding about the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Which phase found it.
    pub phase: Phase,
    /// Stable code such as `E0103`.
    pub code: &'static str,
    /// What is wrong, one line, lower case, no final stop.
    pub message: String,
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// What stands under the carets.
    pub label: String,
    /// Further places with their own labels.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(phase: Phase, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            phase,
            code,
            message: message.into(),
            span: Some(span),
            label: String::new(),
            related: Vec::new(),
            help: None,
        }
    }

    /// A warning at a place.
    pub fn warning(phase: Phase, code: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(phase, code, span, message) }
    }

    /// The same with a text under the carets.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same with a second place.
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// The same with advice.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
