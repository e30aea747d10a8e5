//! Java: from class files to the IR.
//!
//! | task | module |
//! |---|---|
//! | bytes to data | [`classfile`] |
//! | names to classes, fields and methods; what is reached | [`link`] |
//! | the code of a method to its graph | [`lower`] |
//! | what the operand of a command names | [`operand`] |
//! | where Java is installed | [`home`] |
//! | types as text | [`syntax`] |
//! | inputs as expressions and calls, written and read | [`call_text`], [`calls`] |
//! | the names of constructors that make receivers | [`plan`] |
//! | what programs import | [`library`] |
//! | runs on a JVM | [`jvm`] |
//! | replays of violations on it | [`replay`] |
//! | tests for JUnit | [`junit`] |
//! | values as text | [`literal`] |

mod call_text;
mod calls;
pub mod classfile;
mod home;
mod junit;
pub mod jvm;
pub mod library;
mod link;
mod literal;
pub mod lower;
mod operand;
mod plan;
pub mod replay;
mod syntax;

use crate::config::{Classes, Dialect, Roots};
use crate::front::calls::Call;
use crate::front::tested::Tests;
use crate::front::{Front, Loaded, Oracle, Rejected};
use crate::ir::Program;
use crate::source::{Diagnostic, Phase, Severity, SourceFile, Sources};
use classfile::Library;
use link::Unlinked;
use std::borrow::Cow;
use std::path::Path;

/// A class file or an archive cannot be read.
const UNREADABLE: &str = "E0170";

/// The language Java, as class files.
#[derive(Clone, Copy, Debug)]
pub struct Java;

impl Front for Java {
    fn extension(&self) -> &'static str {
        "class"
    }

    fn takes(&self, file: &Path, dialect: &Dialect) -> bool {
        let is_ours =
            |extension: &std::ffi::OsStr| ["class", "jar", "jmod", "java"].iter().any(|ours| extension == *ours);
        dialect.classes.is_asked() || file.extension().is_some_and(is_ours) || has_classes(file)
    }

    fn open(&self, file: &Path, dialect: &Dialect) -> Option<Result<Loaded, Rejected>> {
        Some(opened(file, dialect).map_err(|Unlinked { diagnostics, text }| {
            let source = text.unwrap_or_else(|| SourceFile::new(file.display().to_string(), ""));
            Rejected { source: source.into(), diagnostics }
        }))
    }

    fn load(&self, name: &str, _: Vec<u8>, _: &Dialect) -> Result<Loaded, Rejected> {
        let error = unreadable("a Java program is read from files: a class file, a jar or a folder");
        Err(Rejected { source: SourceFile::new(name, "").into(), diagnostics: vec![error] })
    }

    fn tests<'a>(&self, program: &'a Program, source: &'a Sources, dialect: &Dialect) -> Option<Tests<'a>> {
        let operand = given(source);
        let (classes, _) = operand::class_path(operand, dialect).ok()?;
        Some(Tests::Classes(Box::new(junit::Writer::new(program, replay::Classes(classes), operand, dialect))))
    }

    fn call(&self, text: &SourceFile) -> Result<Call, Vec<Diagnostic>> {
        calls::read(text)
    }

    fn oracle<'a>(
        &self,
        program: &'a Program,
        source: &'a Sources,
        dialect: &Dialect,
        home: Option<&Path>,
    ) -> Option<Box<dyn Oracle + 'a>> {
        let (classes, _) = operand::class_path(given(source), dialect).ok()?;
        Some(Box::new(replay::Second::new(program, classes, home, dialect)))
    }
}

/// What is wrong with files of Java.
fn unreadable(message: impl Into<String>) -> Diagnostic {
    Diagnostic::without_place(Phase::Parse, UNREADABLE, message.into())
}

/// The file or folder of the operand of a program that is loaded.
fn given(source: &Sources) -> Option<&Path> {
    source.operand.as_deref().filter(|operand| !operand.is_empty()).map(Path::new)
}

/// Whether there is a class file below a folder.
fn has_classes(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => has_classes(&path),
            _ => path.extension().is_some_and(|extension| extension == "class"),
        }
    })
}

/// Links what an operand and the options name. The operand is a file or folder, or a method.
fn opened(file: &Path, dialect: &Dialect) -> Result<Loaded, Unlinked> {
    let mut dialect = Cow::Borrowed(dialect);
    let mut operand = String::new();
    if file.exists() || operand::is_source(file) {
        operand = file.display().to_string();
    } else if dialect.classes.is_asked() {
        // A method instead of a file, unless an option names it.
        if file != Path::new(Classes::NO_FILE) {
            let name = file.display().to_string();
            dialect.to_mut().classes.roots = Roots::Entry(name);
        }
    } else {
        return Err(vec![unreadable(format!("there is no file `{}`", file.display()))].into());
    }
    let failed = |error: classfile::Error| vec![unreadable(error.to_string())];
    let (mut path, mut main) = operand::class_path(file.exists().then_some(file), &dialect).map_err(failed)?;
    let mut asked = None;
    if operand::is_source(file) {
        let Some((source, class)) = operand::source(&mut path, file).map_err(failed)? else {
            let error = unreadable(format!("no class on the class path is compiled from `{}`", file.display()));
            return Err(vec![error.help("name the folders and jars of the classes with --classpath")].into());
        };
        (asked, main) = (Some(source), Some(class));
    }
    let (jdk, warnings) = jdk(dialect.classes.java_home.as_deref());
    let mut places = link::Places::new(path, jdk).map_err(failed)?;
    places.asked = asked;
    let mut product = link::link(places, main.as_deref(), &dialect)?;
    product.sources.operand = Some(operand);
    Ok(Loaded { source: product.sources, program: product.program, warnings, roots: product.roots })
}

/// The classes of the JDK of the user, if there is one. One whose classes cannot be read is as good as none, which the user
/// should know.
fn jdk(chosen: Option<&Path>) -> (Option<Library>, Vec<Diagnostic>) {
    match home::folder(chosen).map_or(Ok(None), |home| Library::open(&home)) {
        Ok(library) => (library, Vec::new()),
        Err(error) => {
            let unread = unreadable(format!("the classes of the JDK are not read: {error}"));
            (None, vec![Diagnostic { severity: Severity::Warning, ..unread }])
        }
    }
}
