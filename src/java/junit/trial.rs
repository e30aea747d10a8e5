//! The trial of tests: they are compiled, and run twice, in opposite orders. There is no JUnit in a JDK, so a small stand-in for what tests use of
//! it is compiled with them. Tests that fail are left out, and the others are tried again.

use super::method::TestMethod;
use super::text::{self, File};
use super::{Classes, by_class};
use crate::front::tested::Trial;
use crate::java::home::executable;
use crate::java::jvm::Place;
use crate::java::library;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The stand-in for JUnit, and what runs the tests.
const SOURCES: [(&str, &str); 4] = [
    ("org/junit/jupiter/api/Test.java", include_str!("stub/org/junit/jupiter/api/Test.java")),
    ("org/junit/jupiter/api/Assertions.java", include_str!("stub/org/junit/jupiter/api/Assertions.java")),
    (
        "org/junit/jupiter/api/function/Executable.java",
        include_str!("stub/org/junit/jupiter/api/function/Executable.java"),
    ),
    ("Trial.java", include_str!("stub/Trial.java")),
];
/// The interval at which a process is asked whether it has ended.
const TICK: Duration = Duration::from_millis(10);

/// What has become of tests.
pub(super) struct Tried {
    pub passed: Vec<TestMethod>,
    /// Those that do not compile or pass, and why.
    pub failed: Vec<(TestMethod, String)>,
    /// Why nothing has been tried.
    pub untried: Option<String>,
}

/// Tries tests. Where there is no compiler, all are taken.
pub(super) fn try_all(classes: &mut Classes, tests: Vec<TestMethod>, trial: Trial<'_>) -> Tried {
    let mut tried = Tried { passed: tests, failed: Vec::new(), untried: None };
    if tried.passed.is_empty() {
        return tried;
    }
    let until = Instant::now() + trial.limit;
    let tools = executable(trial.home, "javac").and_then(|javac| Ok((javac, executable(trial.home, "java")?)));
    let bench = tools.and_then(|(javac, java)| {
        Bench::new(javac, java, &classes.places(), until).map_err(|error| format!("no room for a trial: {error}"))
    });
    match bench {
        Ok(bench) => bench.try_all(classes, &mut tried),
        Err(reason) => tried.untried = Some(reason),
    }
    tried
}

/// Where tests are tried.
struct Bench {
    javac: PathBuf,
    java: PathBuf,
    folder: TempDir,
    /// The class path of the tests.
    path: String,
    until: Instant,
}

/// The numbers of tests that fail, and why.
type Failures = BTreeMap<usize, String>;

impl Bench {
    fn new(javac: PathBuf, java: PathBuf, places: &[Place], until: Instant) -> io::Result<Self> {
        let folder = TempDir::new()?;
        let root = folder.path();
        let jar = root.join(library::JAR_NAME);
        fs::write(&jar, library::JAR)?;
        for (file, text) in SOURCES {
            write(&root.join("stub").join(file), text)?;
        }
        let mut path = vec![root.join("classes")];
        for place in places {
            match place {
                Place::Path(place) => path.push(place.clone()),
                Place::Class { name, file } => {
                    let here = root.join("single").join(name.replace('.', "/") + ".class");
                    fs::create_dir_all(here.parent().unwrap_or(root))?;
                    fs::copy(file, here)?;
                    path.push(root.join("single"));
                }
            }
        }
        path.push(jar);
        fs::create_dir_all(root.join("classes"))?;
        let path = std::env::join_paths(path).map_err(io::Error::other)?.to_string_lossy().into_owned();
        Ok(Self { javac, java, folder, path, until })
    }

    fn try_all(&self, classes: &mut Classes, tried: &mut Tried) {
        let mut is_compiled = false;
        while !tried.passed.is_empty() {
            let failures = match is_compiled {
                false => self.compile(classes, &tried.passed),
                true => self.run(classes, &tried.passed),
            };
            let failures = failures.unwrap_or_else(|error| {
                (0..tried.passed.len()).map(|i| (i, format!("the trial has failed: {error}"))).collect()
            });
            if failures.is_empty() && is_compiled {
                return;
            }
            is_compiled |= failures.is_empty();
            let tests = std::mem::take(&mut tried.passed);
            for (i, test) in tests.into_iter().enumerate() {
                match failures.get(&i) {
                    Some(why) => tried.failed.push((test, why.clone())),
                    None => tried.passed.push(test),
                }
            }
        }
    }

    /// Compiles tests.
    fn compile(&self, classes: &mut Classes, tests: &[TestMethod]) -> io::Result<Failures> {
        let root = self.folder.path();
        let sources = root.join("tests");
        if sources.exists() {
            fs::remove_dir_all(&sources)?;
        }
        let mut command = Command::new(&self.javac);
        command.args(["-J-Duser.language=en", "-J-XX:TieredStopAtLevel=1", "-encoding", "UTF-8", "-nowarn"]);
        command.args(["-Xlint:none", "-proc:none", "-Xmaxerrs", "10000", "-cp", &self.path, "-d"]);
        command.arg(root.join("classes"));
        let mut files: Vec<(String, File)> = Vec::new();
        for (class, own) in by_class(tests) {
            let file = text::file(classes, &class, &own);
            write(&sources.join(&file.path), &file.text)?;
            command.arg(sources.join(&file.path));
            files.push((class, file));
        }
        command.args(SOURCES.iter().map(|(file, _)| root.join("stub").join(file)));
        let ended = self.ended(command)?;
        if ended.is_good {
            return Ok(Failures::new());
        }
        let mut failures = Failures::new();
        for line in ended.errors.lines().chain(ended.output.lines()) {
            let Some((place, message)) = line.split_once(": error: ") else { continue };
            let Some((path, number)) = place.rsplit_once(':') else { continue };
            let file = files.iter().find(|(_, file)| sources.join(&file.path) == Path::new(path));
            let (Some((class, file)), Ok(number)) = (file, number.parse::<usize>()) else { continue };
            let at = file.ends.iter().position(|end| number < *end);
            let mut own = tests.iter().enumerate().filter(|(_, test)| test.class == *class);
            if let Some((i, _)) = at.and_then(|at| own.nth(at)) {
                failures.entry(i).or_insert_with(|| format!("it does not compile: {message}"));
            }
        }
        match failures.is_empty() {
            true => Err(io::Error::other(ended.errors.lines().next().unwrap_or("the compiler has failed").to_owned())),
            false => Ok(failures),
        }
    }

    /// Runs tests that are compiled.
    fn run(&self, classes: &mut Classes, tests: &[TestMethod]) -> io::Result<Failures> {
        let root = self.folder.path();
        let named = by_class(tests).into_keys().map(|class| (text::file(classes, &class, &[]).class, class));
        let names: BTreeMap<String, String> = named.map(|(name, class)| (class, name)).collect();
        let list: String = tests.iter().map(|test| format!("{} {}\n", names[&test.class], test.name)).collect();
        let file = root.join("list");
        fs::write(&file, list)?;
        let mut command = Command::new(&self.java);
        command.args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx1g", "-cp"]).arg(root.join("classes"));
        command.arg("Trial").arg(&self.path).arg(file);
        let ended = self.ended(command)?;
        let mut failures = Failures::new();
        let mut open = None;
        let mut is_done = false;
        for line in ended.output.lines() {
            let mut words = line.splitn(3, ' ');
            let (word, number) = (words.next().unwrap_or_default(), words.next().and_then(|word| word.parse().ok()));
            match (word, number) {
                ("done", _) => is_done = true,
                ("begin", number) => open = number,
                ("failed", Some(number)) => {
                    failures.insert(number, words.next().unwrap_or("it fails").to_owned());
                    open = None;
                }
                _ => open = None,
            }
        }
        match (is_done, open) {
            (true, _) => Ok(failures),
            (false, Some(number)) => {
                failures.insert(number, "it ends the JVM".to_owned());
                Ok(failures)
            }
            (false, None) => {
                Err(io::Error::other(ended.errors.lines().next().unwrap_or("the JVM has failed").to_owned()))
            }
        }
    }

    /// Runs a process to its end. One that takes too long is ended.
    fn ended(&self, mut command: Command) -> io::Result<Ended> {
        let (output, errors) = (self.folder.path().join("output"), self.folder.path().join("errors"));
        command.stdin(Stdio::null()).stdout(fs::File::create(&output)?).stderr(fs::File::create(&errors)?);
        let mut child = command.spawn()?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if Instant::now() >= self.until {
                child.kill()?;
                child.wait()?;
                return Err(io::Error::other("no time is left"));
            }
            thread::sleep(TICK);
        };
        let text = |file: &Path| fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(Ended { is_good: status.success(), output: text(&output)?, errors: text(&errors)? })
    }
}

/// How a process has ended.
struct Ended {
    is_good: bool,
    output: String,
    errors: String,
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
