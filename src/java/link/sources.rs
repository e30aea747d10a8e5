//! Source files: their texts where they are found, else as many empty lines as code has lines.

use super::classes::Origin;
use crate::java::classfile::ClassFile;
use crate::java::operand::Asked;
use crate::source::{FileId, SourceFile, Sources, Span};
use std::fs;
use std::path::{Path, PathBuf};

/// The source file of a class; nothing where the class file names none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::java) struct Sourced(Option<usize>);

/// A source file.
struct Text {
    /// Its path below a folder of sources: `com/acme/Stack.java`.
    name: String,
    /// Its text, where it is found.
    text: Option<SourceFile>,
    /// The last line that code names.
    last: u32,
}

/// The source files of all classes.
pub(in crate::java) struct Located {
    folders: Vec<PathBuf>,
    texts: Vec<Text>,
}

impl Located {
    pub(super) fn new(folders: &[PathBuf]) -> Self {
        Self { folders: folders.to_vec(), texts: Vec::new() }
    }

    /// Adds a source file before any class of it is known.
    pub(super) fn add(&mut self, asked: &Asked) {
        let text = read(&asked.file).or_else(|| self.text(&asked.name));
        self.texts.push(Text { name: asked.name.clone(), text, last: 1 });
    }

    /// The source file of a class.
    pub(super) fn of_class(&mut self, class: &str, file: Option<&ClassFile>, origin: Origin) -> Sourced {
        let Some((file, source)) = file.and_then(|file| Some((file, file.source_file.as_deref()?))) else {
            return Sourced(None);
        };
        let name = match class.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{source}"),
            None => source.to_owned(),
        };
        let code = file.methods.iter().filter_map(|method| method.code.as_ref());
        let last = code.flat_map(|code| code.lines.iter().map(|(_, line)| *line)).max().unwrap_or(1);
        let known = self.texts.iter().position(|text| text.name == name);
        let at = known.unwrap_or_else(|| {
            let text = (origin == Origin::User).then(|| self.text(&name)).flatten();
            self.texts.push(Text { name, text, last: 1 });
            self.texts.len() - 1
        });
        self.texts[at].last = self.texts[at].last.max(last);
        Sourced(Some(at))
    }

    /// The text of a source file, if one of the folders has it.
    fn text(&self, name: &str) -> Option<SourceFile> {
        self.folders.iter().find_map(|folder| read(&folder.join(name)))
    }

    /// The span of a line of a class; of its first line for line 0.
    pub(super) fn span(&self, class: &Sourced, line: u32) -> Span {
        let Some(at) = class.0 else { return Span::default() };
        let (text, line) = (&self.texts[at], line.max(1));
        let span = match &text.text {
            Some(file) => file.line_span(line),
            // A line of an empty file is its end.
            None => Span::new(line as usize - 1, line as usize - 1),
        };
        span.of(FileId(at as u32))
    }

    /// The line of a span.
    pub(super) fn line(&self, span: Span) -> u32 {
        match self.texts.get(span.file.0 as usize) {
            Some(Text { text: Some(file), .. }) => file.line(span),
            _ => span.start + 1,
        }
    }

    /// The span of the first line of a class's code.
    pub(super) fn first_line(&self, class: &Sourced, file: Option<&ClassFile>) -> Span {
        let code = file.iter().flat_map(|file| &file.methods).filter_map(|method| method.code.as_ref());
        let first = code.flat_map(|code| code.lines.iter().map(|(_, line)| *line)).min();
        self.span(class, first.unwrap_or(1))
    }

    /// All files, in the order of their numbers.
    pub(super) fn finish(self) -> Sources {
        let mut files = self
            .texts
            .into_iter()
            .map(|text| text.text.unwrap_or_else(|| SourceFile::new(text.name, "\n".repeat(text.last as usize))));
        let mut sources = Sources::from(files.next().unwrap_or_else(|| SourceFile::new("", "")));
        for file in files {
            sources.add(file);
        }
        sources
    }
}

/// A source file, if it can be read.
fn read(path: &Path) -> Option<SourceFile> {
    let bytes = fs::read(path).ok()?;
    Some(SourceFile::new(path.display().to_string(), String::from_utf8_lossy(&bytes)))
}
