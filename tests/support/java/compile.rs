//! Java programs as classes: one process compiles all of those of a test executable. The classes are kept in the target folder by
//! the text of the sources.

use crate::draws;
use multise::internals::java::jvm::{Entry, Object, Place, Run, Value};
use multise::internals::java::{JAR, JAR_NAME};
use proptest::strategy::Strategy;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// What decides the bytes of a class besides its source.
const OPTIONS: [&str; 3] = ["--release", "17", "-nowarn"];
/// A JVM that starts soon. What optimises long runs costs more here than it saves.
const FOR_SHORT_RUNS: [&str; 2] = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"];

/// A program: the text of a source, the name of its file, and what its classes say of their variables.
#[derive(Clone, Debug)]
pub struct Source {
    file: String,
    text: String,
    debug: &'static str,
}

impl Source {
    /// The source of a file. Its classes have the names and types of all variables.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into(), debug: "-g" }
    }

    /// The source of a class `Main`.
    pub fn main(text: impl Into<String>) -> Self {
        Self::new("Main.java", text)
    }

    /// Classes with the names of parameters alone, as compilers make them by default.
    pub fn without_variables(self) -> Self {
        Self { debug: "-parameters", ..self }
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Self {
        Self::main(text)
    }
}

/// A compiled program.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The folder of the classes.
    pub folder: PathBuf,
    /// The folder of the source.
    pub sources: PathBuf,
}

impl Classes {
    fn kept_in(folder: &Path) -> Self {
        Self { sources: folder.join("source"), folder: folder.join("classes") }
    }

    /// A run of a static method, with a descriptor, on a JVM.
    pub fn run(&self, class: &str, name: &str, descriptor: &str, heap: Vec<Object>, arguments: Vec<Value>) -> Run {
        let (class, name, descriptor) = (class.to_owned(), name.to_owned(), descriptor.to_owned());
        Run {
            places: vec![Place::Path(self.folder.clone())],
            entry: Entry { class, name, descriptor, has_receiver: false },
            heap,
            arguments,
            before: Vec::new(),
            nondet: Vec::new(),
            seed: None,
        }
    }
}

/// The compiler as a process of its own.
pub fn javac() -> Command {
    let mut command = Command::new("javac");
    command.args(FOR_SHORT_RUNS.map(|option| format!("-J{option}")));
    command
}

/// The folder for what tests keep between two runs.
fn kept() -> PathBuf {
    let here = std::env::current_exe().expect("a test is a file");
    let folder = here.ancestors().nth(2).expect("a test is in a folder of the target folder").join("java");
    fs::create_dir_all(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    folder
}

/// The jar that programs import, as a file.
pub fn jar() -> PathBuf {
    let file = kept().join(JAR_NAME);
    if fs::read(&file).ok().as_deref() != Some(JAR) {
        // Other processes may read it.
        let new = kept().join(format!("{JAR_NAME}.{}", std::process::id()));
        fs::write(&new, JAR).and_then(|()| fs::rename(&new, &file)).expect("room for a jar");
    }
    file
}

/// Compiles programs, in the same order; `None`, with a message, where there is no JDK.
///
/// # Panics
/// When a program has errors.
pub fn compile(programs: &[Source]) -> Option<Vec<Classes>> {
    // Other tests of the process may have the same programs, and need not compile them too.
    static ONE_BY_ONE: Mutex<Option<Compiler>> = Mutex::new(None);
    let mut compiler = ONE_BY_ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept();
    let folders: Vec<PathBuf> = programs
        .iter()
        .map(|program| kept.join(key(&(&program.file, &program.text, program.debug, OPTIONS, JAR))))
        .collect();
    let mut problems = String::new();
    for (program, folder) in programs.iter().zip(&folders) {
        if !folder.exists() {
            if compiler.is_none() {
                *compiler = Compiler::start();
            }
            match compiler.as_mut()?.compile(program, folder) {
                Ok(found) => problems += &found,
                // A JVM without a compiler, or one that is too old for a source as its program.
                Err(()) => {
                    let errors = compiler.take().map(Compiler::errors).unwrap_or_default();
                    eprintln!("skipped: there is no JDK of version 17 or later: {errors}");
                    return None;
                }
            }
        }
    }
    assert!(problems.is_empty(), "{problems}");
    Some(folders.iter().map(|folder| Classes::kept_in(folder)).collect())
}

/// Compiles one program; `None`, with a message, where there is no JDK.
pub fn compiled(program: impl Into<Source>) -> Option<Classes> {
    compile(&[program.into()])?.pop()
}

/// Generated programs of a seed, with their classes; nothing where there is no JDK. Each third class says nothing of variables.
pub fn generated<P>(
    programs: &impl Strategy<Value = P>,
    text: impl Fn(&P) -> String,
    count: u64,
    seed: u64,
) -> Vec<(P, Classes)> {
    let mut runner = draws::runner(0, &[seed]);
    let programs: Vec<P> = (0..count).map(|_| draws::drawn(programs, &mut runner)).collect();
    let source = |(at, program): (usize, &P)| {
        let source = Source::main(text(program));
        if at % 3 == 2 { source.without_variables() } else { source }
    };
    let sources: Vec<Source> = programs.iter().enumerate().map(source).collect();
    compile(&sources).map_or_else(Vec::new, |classes| programs.into_iter().zip(classes).collect())
}

fn key(of: &impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A class that no compiler has made, as a file.
pub fn written(file: &str, bytes: &[u8]) -> Classes {
    let folder = kept().join(key(&(file, bytes)));
    if !folder.exists() {
        let made = Made::new(&folder);
        let classes = made.unfinished.join("classes");
        fs::create_dir_all(&classes).and_then(|()| fs::write(classes.join(file), bytes)).expect("room for a class");
        made.finish();
    }
    Classes::kept_in(&folder)
}

/// What a folder gets, which another process may be about to make too.
struct Made<'a> {
    folder: &'a Path,
    unfinished: PathBuf,
}

impl<'a> Made<'a> {
    fn new(folder: &'a Path) -> Self {
        let unfinished = folder.with_extension(std::process::id().to_string());
        Self { folder, unfinished }
    }

    /// The folder with what has been made; or as another process has made it.
    fn finish(self) {
        if fs::rename(&self.unfinished, self.folder).is_err() {
            assert!(self.folder.exists(), "room for classes");
            fs::remove_dir_all(&self.unfinished).expect("a folder");
        }
    }
}

/// A process that compiles programs as long as its standard input is open.
struct Compiler {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Compiler {
    fn start() -> Option<Self> {
        let helper = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Compile.java");
        let mut command = Command::new("java");
        command.args(FOR_SHORT_RUNS).arg(helper).args(OPTIONS).arg("-cp").arg(jar());
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let Ok(mut process) = started else {
            eprintln!("skipped: there is no JDK");
            return None;
        };
        let input = process.stdin.take().expect("a piped input");
        let output = BufReader::new(process.stdout.take().expect("a piped output"));
        Some(Self { process, input, output })
    }

    /// Compiles a program to its folder. Returns its errors, or fails if the process has ended.
    fn compile(&mut self, program: &Source, folder: &Path) -> Result<String, ()> {
        let made = Made::new(folder);
        let source = made.unfinished.join("source").join(&program.file);
        fs::create_dir_all(source.parent().expect("in a folder")).expect("a folder");
        fs::write(&source, &program.text).expect("room for a source");
        let classes = made.unfinished.join("classes");
        let line = format!("{}\t{}\t{}\n", classes.display(), program.debug, source.display());
        self.input.write_all(line.as_bytes()).map_err(|_| ())?;
        let mut problems = String::new();
        loop {
            let length = problems.len();
            match self.output.read_line(&mut problems) {
                Ok(0) | Err(_) => return Err(()),
                Ok(_) if problems[length..].trim_end().is_empty() => break,
                Ok(_) => {}
            }
        }
        problems.truncate(problems.trim_end().len());
        match problems.is_empty() {
            true => made.finish(),
            false => fs::remove_dir_all(&made.unfinished).expect("a folder"),
        }
        Ok(problems)
    }

    /// The first line of what it has said about its end.
    fn errors(mut self) -> String {
        drop(self.input);
        let mut errors = String::new();
        if let Some(mut pipe) = self.process.stderr.take() {
            _ = pipe.read_to_string(&mut errors);
        }
        _ = self.process.wait();
        errors.lines().next().unwrap_or_default().to_owned()
    }
}
