//! Java programs as classes: one process compiles many, and keeps the classes in the target folder by the text of the sources.

use multise::internals::java::{JAR, JAR_NAME};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// What decides the bytes of a class besides its source.
const OPTIONS: [&str; 4] = ["--release", "17", "-g", "-nowarn"];

/// A program: the text of a source, and the name of its file.
#[derive(Clone, Debug)]
pub struct Source {
    pub file: String,
    pub text: String,
}

impl Source {
    /// The source of a class `Main`.
    pub fn main(text: impl Into<String>) -> Self {
        Self { file: "Main.java".to_owned(), text: text.into() }
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
    static ONE_BY_ONE: Mutex<()> = Mutex::new(());
    let _turn = ONE_BY_ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept();
    let folders: Vec<PathBuf> = programs.iter().map(|program| kept.join(key(program))).collect();
    let mut missing: Vec<(&Source, &Path)> = Vec::new();
    for (program, folder) in programs.iter().zip(&folders) {
        if !folder.exists() && !missing.iter().any(|(_, other)| other == folder) {
            missing.push((program, folder));
        }
    }
    if !missing.is_empty() {
        run_compiler(&missing)?;
    }
    let classes = |folder: PathBuf| Classes { sources: folder.join("source"), folder: folder.join("classes") };
    Some(folders.into_iter().map(classes).collect())
}

/// Generated programs of a seed, with their classes; nothing where there is no JDK.
pub fn generated<P>(
    programs: &impl Strategy<Value = P>,
    text: impl Fn(&P) -> String,
    count: u64,
    seed: u64,
) -> Vec<(P, Classes)> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let programs: Vec<P> = (0..count).map(|_| programs.new_tree(&mut runner).expect("a program").current()).collect();
    let sources: Vec<Source> = programs.iter().map(|program| Source::main(text(program))).collect();
    compile(&sources).map_or_else(Vec::new, |classes| programs.into_iter().zip(classes).collect())
}

fn key(program: &Source) -> String {
    let mut hasher = DefaultHasher::new();
    (&program.file, &program.text, OPTIONS, JAR).hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn run_compiler(programs: &[(&Source, &Path)]) -> Option<()> {
    let helper = Path::new(env!("CARGO_MANIFEST_DIR")).join("java/Compile.java");
    let mut command = Command::new("java");
    // The compiler of another process may be at the same programs.
    let made = |folder: &Path| folder.with_extension(std::process::id().to_string());
    command.arg(helper).args(OPTIONS).arg("-cp").arg(jar());
    let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut process) = started else {
        eprintln!("skipped: there is no JDK");
        return None;
    };
    let mut lines = String::new();
    for (program, folder) in programs {
        let (folder, source) = (made(folder), made(folder).join("source").join(&program.file));
        fs::create_dir_all(source.parent().expect("in a folder")).expect("a folder");
        fs::write(&source, &program.text).expect("room for a source");
        lines += &format!("{}\t{}\n", folder.join("classes").display(), source.display());
    }
    let mut input = process.stdin.take().expect("a piped input");
    // It writes little before it has read all.
    let written = input.write_all(lines.as_bytes());
    drop(input);
    let output = process.wait_with_output().expect("a process that ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    // A JVM without a compiler, or one that is too old for a source as its program.
    if !output.status.success() {
        eprintln!("skipped: there is no JDK of version 17 or later: {}", errors.lines().next().unwrap_or_default());
        return None;
    }
    written.expect("the compiler reads everything");
    let problems = String::from_utf8_lossy(&output.stdout);
    assert!(problems.is_empty(), "{problems}");
    for (_, folder) in programs {
        // Another process may have been faster.
        if fs::rename(made(folder), folder).is_err() {
            assert!(folder.exists(), "room for classes");
            fs::remove_dir_all(made(folder)).expect("a folder");
        }
    }
    Some(())
}
