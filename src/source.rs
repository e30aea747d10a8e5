//! Source files, byte spans in them, and diagnostics about them (free of any renderer).

use crate::entity;
use crate::index::IndexVec;
use serde::{Deserialize, Serialize};

entity! {
    /// A source file of a program; 0 is the file that was asked for.
    #[derive(Default, Serialize, Deserialize)]
    pub struct FileId("file");
}

impl FileId {
    /// Whether this is the file that was asked for.
    pub fn is_main(&self) -> bool {
        *self == Self::default()
    }
}

/// A half-open range of bytes of a source file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file.
    #[serde(default, skip_serializing_if = "FileId::is_main")]
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end` in the main file.
    pub fn new(start: usize, end: usize) -> Self {
        Self { file: FileId::default(), start: start as u32, end: end as u32 }
    }

    /// The same bytes of a file.
    pub fn of(self, file: FileId) -> Self {
        Self { file, ..self }
    }

    /// The least span that contains both, which are in one file.
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty place before it.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }

    /// The empty place behind it.
    pub fn behind(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// As many of its bytes as a text has.
    pub fn beginning(self, text: &str) -> Span {
        Span { end: self.start + text.len() as u32, ..self }
    }
}

/// The largest file of a program that is read, in bytes.
pub const MAX_SOURCE: usize = 1 << 30;

/// The name of a source text that was read from standard input.
pub const STDIN_NAME: &str = "<stdin>";

/// A source text with its name and the starts of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Its number among the files of the program. Its spans have it.
    pub id: FileId,
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
        Self { id: FileId::default(), name: name.into(), text, line_starts }
    }

    /// Whether it has only empty lines. The files of compiled classes whose texts are not known are so.
    pub fn is_blank(&self) -> bool {
        self.text.bytes().all(|byte| byte == b'\n')
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

    /// The span of a line, from 1, without the blanks around it. For a line that does not exist it is the end of the text.
    pub fn line_span(&self, line: u32) -> Span {
        let start_of = |line: u32| self.line_starts.get(line as usize).map_or(self.text.len(), |&start| start as usize);
        let start = line.checked_sub(1).map_or(self.text.len(), start_of);
        let shown = self.text[start..].lines().next().unwrap_or_default();
        let blanks = shown.len() - shown.trim_start().len();
        Span::new(start + blanks, start + shown.trim_end().len().max(blanks)).of(self.id)
    }

    /// The text of a span; empty when the span lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

/// The beginning of the character that a byte belongs to; the end of the text for a byte behind it.
pub fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rfind(|byte| text.is_char_boundary(*byte)).unwrap_or_default()
}

/// The files of a program. There is always the main one.
#[derive(Clone, Debug)]
pub struct Sources {
    files: IndexVec<FileId, SourceFile>,
    /// What the program was named by on a command line, if that is not the main file.
    pub operand: Option<String>,
}

impl From<SourceFile> for Sources {
    fn from(main: SourceFile) -> Self {
        Self { files: IndexVec::from_iter([SourceFile { id: FileId::default(), ..main }]), operand: None }
    }
}

/// A line as texts name it: a number, followed by the file unless that is the main one.
pub fn placed(line: u32, file: Option<&str>) -> String {
    match file {
        Some(name) => format!("{line} of {name}"),
        None => line.to_string(),
    }
}

impl Sources {
    /// Adds a file to the program, and returns it with its number.
    pub fn add(&mut self, file: SourceFile) -> &SourceFile {
        let id = self.files.next_id();
        self.files.push(SourceFile { id, ..file });
        &self.files[id]
    }

    /// The main file: the one that was asked for.
    pub fn main(&self) -> &SourceFile {
        &self.files[FileId::default()]
    }

    /// The file of a span.
    pub fn file(&self, span: Span) -> &SourceFile {
        &self.files[span.file]
    }

    /// The name of a span's file; nothing for the main file.
    pub fn other_name(&self, span: Span) -> Option<&str> {
        (!span.file.is_main()).then(|| self.file(span).name.as_str())
    }

    /// The line of a span's first byte, from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.file(span).line(span)
    }

    /// Line and column of a span's first byte, both from 1.
    pub fn line_col(&self, span: Span) -> (u32, u32) {
        self.file(span).line_col(span.start)
    }

    /// The line of a span as texts name it.
    pub fn place(&self, span: Span) -> String {
        placed(self.line(span), self.other_name(span))
    }

    /// The text of a span; empty when the span lies outside.
    pub fn slice(&self, span: Span) -> &str {
        self.file(span).slice(span)
    }

    /// The text of a span in one line: its words with a blank between them.
    pub fn in_one_line(&self, span: Span) -> String {
        self.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
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
}

/// A change of the text that follows the advice of a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as a command.
    pub title: String,
    /// What is replaced; an empty place where something is inserted.
    pub place: Span,
    /// What stands there then.
    pub text: String,
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
    /// The text under the carets.
    pub label: String,
    /// Further places with their own labels.
    pub related: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The same as a change of the text.
    pub fix: Option<Fix>,
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
            fix: None,
        }
    }

    /// An error that has no place in a text: about an option, or a file as a whole.
    pub fn without_place(phase: Phase, code: &'static str, message: impl Into<String>) -> Self {
        Self { span: None, ..Self::error(phase, code, Span::default(), message) }
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

    /// The same with a change of the text that follows the advice.
    pub fn fix(mut self, title: impl Into<String>, place: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title: title.into(), place, text: text.into() });
        self
    }

    /// The same with the advice that another name was meant at a place, if there is one that is close.
    pub fn did_you_mean(self, place: Span, name: Option<&str>) -> Self {
        match name {
            Some(name) => {
                let advised = self.help(format!("did you mean `{name}`?"));
                advised.fix(format!("Change to `{name}`"), place, name)
            }
            None => self,
        }
    }
}

#[cfg(test)]
impl Sources {
    /// Diagnostics as text, for tests: one per line, with places and advice.
    pub fn shown(&self, diagnostics: &[Diagnostic]) -> String {
        use std::fmt::Write;
        let mut text = String::new();
        let place = |span| format!("{} `{}`", self.line(span), self.slice(span));
        for d in diagnostics {
            let severity = if d.severity == Severity::Error { "" } else { "warning " };
            let _ = writeln!(text, "{severity}{} {}: {}", d.code, d.span.map_or_else(|| "-".into(), place), d.message);
            if !d.label.is_empty() {
                let _ = writeln!(text, "    ^ {}", d.label);
            }
            for (span, label) in &d.related {
                let _ = writeln!(text, "    {}: {label}", place(*span));
            }
            if let Some(help) = &d.help {
                let _ = writeln!(text, "    = {help}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_fit_into_a_line() {
        let sources = Sources::from(SourceFile::new("a.oox", "one\r\n  two \n\tthree"));
        assert_eq!(sources.in_one_line(Span::new(0, 18)), "one two three");
    }

    #[test]
    fn the_text_of_a_line_has_a_span() {
        let source = SourceFile::new("t.oox", "one\r\n  two \n\n \nlast");
        let lines: Vec<&str> = (1..=5).map(|line| source.slice(source.line_span(line))).collect();
        assert_eq!(lines, ["one", "two", "", "", "last"]);
        let end = source.text.len();
        assert_eq!([0, 6].map(|line| source.line_span(line)), [Span::new(end, end); 2]);
    }

    #[test]
    fn a_span_names_its_file() {
        assert!(size_of::<Span>() <= 12);
        let mut sources = Sources::from(SourceFile::new("a.oox", "one\ntwo"));
        let library = sources.add(SourceFile::new("b.oox", "\n\nthree")).id;
        let (here, there) = (Span::new(4, 7), Span::new(2, 7).of(library));
        assert_eq!([sources.slice(here), sources.slice(there)], ["two", "three"]);
        assert_eq!([sources.place(here), sources.place(there)], ["2", "3 of b.oox"]);
        assert_eq!([sources.line_col(here), sources.line_col(there)], [(2, 1), (3, 1)]);
        assert_eq!(serde_json::to_string(&here).ok().as_deref(), Some(r#"{"start":4,"end":7}"#));
        assert_eq!(serde_json::to_string(&there).ok().as_deref(), Some(r#"{"file":1,"start":2,"end":7}"#));
    }
}
