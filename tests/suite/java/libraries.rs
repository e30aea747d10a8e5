//! Libraries that others have written, as `make campaign-libraries` fetches them: their public methods are explored, each in a
//! process of its own, and the tests that this generates are run by JUnit.
//!
//! `MULTISE_LIBRARIES` is a folder with a folder for each library, which has its jar somewhere in it, and the folder `junit` with
//! the jars of JUnit. One in `MULTISE_SAMPLE` methods is explored; `MULTISE_SEED` selects which.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::campaign::number;
use support::counts::Counts;
use support::java::compile::{jar, javac};
use support::process::{complaints, printed, said};

/// The time of each exploration.
const TIMEOUT: Duration = Duration::from_secs(10);
/// What may follow it: violations are replayed on a JVM, and tests are made and tried.
const AFTERWARDS: Duration = Duration::from_secs(15);
/// The memory of each exploration, in MiB.
const MEMORY: u64 = 2000;
/// The folder beside those of the libraries.
const JUNIT: &str = "junit";

/// Branches of the explored methods themselves, and whether they are covered: a method, a line, the number of the branch among
/// those of the line, and where it leads.
type Branches = BTreeMap<(String, u64, usize, String), bool>;

/// What was found in methods.
#[derive(Default)]
struct Found {
    methods: u64,
    verdicts: Counts,
    /// Why methods are unknown.
    reasons: Counts,
    unsupported: Counts,
    /// Violations that the JVM has confirmed: with inputs of which the program makes no objects by itself, and with objects whose
    /// fields have any values.
    confirmed: Counts,
    /// Why the JVM has replayed other violations not.
    not_replayed: Counts,
    /// Tests that passed, by JUnit.
    passed: usize,
    /// Why runs have no test.
    without_tests: Counts,
    /// What must not happen.
    defects: Vec<String>,
    branches: Branches,
    time: Duration,
    longest: Duration,
}

impl AddAssign for Found {
    fn add_assign(&mut self, other: Self) {
        self.methods += other.methods;
        self.verdicts += other.verdicts;
        self.reasons += other.reasons;
        self.unsupported += other.unsupported;
        self.confirmed += other.confirmed;
        self.not_replayed += other.not_replayed;
        self.passed += other.passed;
        self.without_tests += other.without_tests;
        self.defects.extend(other.defects);
        for (branch, is_covered) in other.branches {
            *self.branches.entry(branch).or_default() |= is_covered;
        }
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }
}

/// The exploration of a method.
struct Job {
    command: String,
    entry: String,
    report: PathBuf,
    /// The folder for its tests.
    tests: PathBuf,
}

#[test]
#[ignore = "libraries that are fetched first: make campaign-libraries"]
fn public_methods_of_libraries() {
    let folder = PathBuf::from(std::env::var("MULTISE_LIBRARIES").expect("a folder of libraries"));
    let out = tempfile::tempdir().expect("a folder");
    let (mut rows, mut lists, mut defects) = (String::new(), String::new(), Vec::new());
    let entries = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut libraries: Vec<PathBuf> = entries.filter(|path| path.is_dir() && !path.ends_with(JUNIT)).collect();
    libraries.sort();
    for library in libraries {
        let name = library.file_name().expect("a name").to_string_lossy().into_owned();
        let [jar] = &jars(&library)[..] else { panic!("{name}: one jar is wanted") };
        let all = jobs(jar, &out.path().join(&name));
        let junit = jars(&folder.join(JUNIT));
        let (total, found) = (all.len(), explored(sampled(all), jar, &junit));
        let covered = found.branches.values().filter(|is_covered| **is_covered).count();
        let count = |counts: &Counts| counts.0.values().sum::<u64>();
        let verdict = |word: &str| found.verdicts.0.get(word).copied().unwrap_or(0);
        let decided = (verdict("valid") + verdict("invalid")) * 100 / found.methods.max(1);
        rows += &format!(
            "| {name} | {} of {total} | {} | {} | {} | {decided} % | {} | {} | {covered} of {} | {} | {} | {} | {:.0?}, {:.1?} |\n",
            found.methods,
            verdict("valid"),
            verdict("invalid"),
            verdict("unknown"),
            count(&found.confirmed),
            count(&found.not_replayed),
            found.branches.len(),
            found.passed,
            count(&found.without_tests),
            found.defects.len(),
            found.time,
            found.longest,
        );
        lists += &format!(
            "\n{name}\nviolations confirmed by the JVM:\n{}not replayed on it:\n{}reasons for unknown:\n{}\
             unsupported, by methods that get there:\n{}runs without a test:\n{}",
            found.confirmed, found.not_replayed, found.reasons, found.unsupported, found.without_tests
        );
        defects.extend(found.defects);
    }
    println!(
        "| library | methods | valid | invalid | unknown | decided | confirmed | not replayed | own branches | tests passed | runs without | defects | time, longest |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|\n{rows}{lists}");
    assert!(defects.is_empty(), "{}", defects.join("\n"));
}

/// The jars below a folder. Some are there under several names.
fn jars(folder: &Path) -> Vec<PathBuf> {
    let is_own = |path: &PathBuf| path.symlink_metadata().is_ok_and(|data| data.is_file());
    support::files(folder, "jar").into_iter().filter(is_own).collect()
}

/// The explorations of all public methods of a library.
fn jobs(jar: &Path, out: &Path) -> Vec<Job> {
    let mut command: Command = support::multise!();
    command.arg("jobs").arg(jar).arg("--out").arg(out.join("reports")).arg("--");
    command.args(["--timeout", &TIMEOUT.as_secs().to_string(), "--memory", &MEMORY.to_string()]);
    let list = command.output().expect("it runs");
    assert!(list.status.success(), "{}: {}", jar.display(), complaints(&list));
    let list = printed(&list);
    let public = public_methods(jar);
    let mut jobs = Vec::new();
    for line in list.lines() {
        let words = shlex::split(line).expect("words");
        let after = |option: &str| words.iter().skip_while(|word| *word != option).nth(1).expect("an option").clone();
        let entry = after("--entry");
        // What is not overloaded is named without the types of parameters.
        if public.iter().any(|public| *public == entry || public.split('(').next() == Some(&*entry)) {
            let tests = out.join("tests").join(jobs.len().to_string());
            // Only where it is not quiet, it names tests that are left out.
            let command = format!("{} --tests '{}'", line.replace(" --quiet", ""), tests.display());
            jobs.push(Job { command, entry, report: after("--json").into(), tests });
        }
    }
    jobs
}

/// The public methods and constructors of the public classes of a jar, as `Class.method(types)`.
fn public_methods(jar: &Path) -> Vec<String> {
    let list = printed(&Command::new("jar").arg("tf").arg(jar).output().expect("there is a JDK"));
    let classes = list.lines().filter_map(|line| line.strip_suffix(".class")).filter(|name| !name.contains("-info"));
    let classes = classes.map(|name| name.replace('/', "."));
    let shown = Command::new("javap").args(["-public", "-s", "-cp"]).arg(jar).args(classes).output();
    let shown = printed(&shown.expect("there is a JDK"));
    let (mut class, mut method, mut found) = (None, String::new(), Vec::new());
    for line in shown.lines() {
        if let Some(head) = line.strip_suffix('{') {
            let words: Vec<&str> = head.split([' ', '<']).collect();
            let at = words.iter().position(|word| ["class", "interface"].contains(word)).expect("a class");
            class = words.starts_with(&["public"]).then(|| words[at + 1].to_owned());
        } else if let (Some(class), Some(types)) = (&class, line.trim().strip_prefix("descriptor: (")) {
            let types = types.split(')').next().expect("the first part");
            found.push(format!("{class}.{method}({})", descriptors(types).join(", ")));
        } else if let Some((head, _)) = line.split_once('(') {
            method = head.rsplit([' ', '.', '$']).next().expect("the last part").to_owned();
        }
    }
    found
}

/// Types from descriptors.
fn descriptors(mut text: &str) -> Vec<String> {
    const PRIMITIVE: [(char, &str); 8] = [
        ('Z', "boolean"),
        ('B', "byte"),
        ('C', "char"),
        ('S', "short"),
        ('I', "int"),
        ('J', "long"),
        ('F', "float"),
        ('D', "double"),
    ];
    let mut found = Vec::new();
    while !text.is_empty() {
        let base = text.trim_start_matches('[');
        let arrays = "[]".repeat(text.len() - base.len());
        let name = match base.strip_prefix('L').and_then(|class| class.split_once(';')) {
            Some((class, rest)) => {
                text = rest;
                class.replace('/', ".")
            }
            None => {
                text = &base[1..];
                PRIMITIVE.iter().find(|(letter, _)| base.starts_with(*letter)).expect("a type").1.to_owned()
            }
        };
        found.push(name + &arrays);
    }
    found
}

fn sampled(jobs: Vec<Job>) -> Vec<Job> {
    let sample = number("MULTISE_SAMPLE", 1).max(1) as usize;
    let first = number("MULTISE_SEED", 0) as usize % sample;
    jobs.into_iter().skip(first).step_by(sample).collect()
}

/// Explores methods, on several threads.
fn explored(jobs: Vec<Job>, jar: &Path, junit: &[PathBuf]) -> Found {
    let (next, all) = (AtomicUsize::new(0), Mutex::new(Found::default()));
    std::thread::scope(|scope| {
        for _ in 0..number("MULTISE_WORKERS", 1) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = one(job, jar, junit);
                    *all.lock().expect("no thread panics here") += found;
                }
            });
        }
    });
    all.into_inner().expect("no thread panics here")
}

/// Explores a method and runs its tests.
fn one(job: &Job, jar: &Path, junit: &[PathBuf]) -> Found {
    let mut found = Found { methods: 1, ..Found::default() };
    let began = Instant::now();
    let ended = support::process::of(Path::new("sh")).args(["-c", &job.command]).output().expect("there is a shell");
    found.time = began.elapsed();
    found.longest = found.time;
    let errors = complaints(&ended);
    let mut defect = |what: &str| found.defects.push(format!("{}: {what}", job.entry));
    if !matches!(ended.status.code(), Some(0 | 1 | 3)) {
        defect(&format!("{}: {errors}", ended.status));
    }
    if found.time > TIMEOUT + AFTERWARDS {
        defect(&format!("it took {:.1?}", found.time));
    }
    for line in errors.lines().filter_map(|line| line.strip_prefix("  left out: ")) {
        let (count, why) = line.split_once(" of ").expect("a number of tests");
        let (_, why) = why.split_once(": ").expect("the name of a method");
        // Such a test was written, and has failed.
        if why.starts_with('`') {
            defect(&format!("a test fails: {why}"));
        }
        for _ in 0..count.split(' ').next().and_then(|n| n.parse().ok()).expect("a number") {
            found.without_tests.count(why);
        }
    }
    if job.tests.exists() {
        match tested(&job.tests, jar, junit) {
            Ok(passed) => found.passed += passed,
            Err(problem) => found.defects.push(format!("{}: {problem}", job.entry)),
        }
    }
    if let Some(report) = fs::read(&job.report).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        read(&mut found, &report);
        found.branches = branches(&report);
    } else {
        found.defects.push(format!("{}: there is no report", job.entry));
    }
    found
}

/// Adds what a report says.
fn read(found: &mut Found, report: &Value) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    found.verdicts.count(text(&report["verdict"]));
    if report["verdict"] == "unknown" {
        list(&report["reasons"]).iter().for_each(|reason| found.reasons.count(text(reason)));
    }
    let mut names: Vec<String> = list(&report["unsupported"]).iter().map(|one| text(&one["what"])).collect();
    names.sort();
    names.dedup();
    names.iter().for_each(|name| found.unsupported.count(name));
    for violation in list(&report["violations"]) {
        match violation["second_replay"]["not_replayed"].as_str() {
            Some(why) => found.not_replayed.count(why),
            None => {
                let heap = violation["inputs"]["heap"].as_object().cloned().unwrap_or_default();
                let is_own = |object: &Value| object["class"].as_str().is_some_and(|class| !class.starts_with("java."));
                found.confirmed.count(match heap.values().any(is_own) {
                    true => "with objects whose fields have any values",
                    false => "with numbers, texts, arrays and collections only",
                });
            }
        }
    }
}

/// The branches of the entry in a report.
fn branches(report: &Value) -> Branches {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut found = Branches::new();
    let own = list(&report["coverage"]["methods"]).into_iter().filter(|method| method["method"] == report["entry"]);
    for method in own {
        let mut lines: BTreeMap<u64, usize> = BTreeMap::new();
        for block in list(&method["details"]) {
            let Some(line) = block["branch_line"].as_u64() else { continue };
            let nth = lines.entry(line).or_default();
            *nth += 1;
            for way in list(&block["branches"]) {
                let name = |value: &Value| value.as_str().expect("a name").to_owned();
                let key = (name(&method["method"]), line, *nth, name(&way["to"]));
                *found.entry(key).or_default() |= way["covered"] == true;
            }
        }
    }
    found
}

/// Runs the tests of a folder by JUnit. Returns how many have passed, or what failed.
fn tested(folder: &Path, library: &Path, junit: &[PathBuf]) -> Result<usize, String> {
    let classes = folder.join("classes");
    let path = junit.iter().cloned().chain([jar(), library.to_owned(), classes.clone()]);
    let path = std::env::join_paths(path).expect("no colons");
    let output = |command: &mut Command| -> Output { command.output().expect("there is a JDK") };
    let sources = support::files(folder, "java");
    let compiled = output(javac().args(["-nowarn", "-cp"]).arg(&path).arg("-d").arg(&classes).args(sources));
    if !compiled.status.success() {
        return Err(format!("tests do not compile: {}", said(&compiled)));
    }
    let mut command = Command::new("java");
    command
        .args(["-ea", "-XX:TieredStopAtLevel=1", "-cp"])
        .arg(&path)
        .arg("org.junit.platform.console.ConsoleLauncher");
    let ran = output(command.args(["--disable-banner", "--disable-ansi-colors", "--scan-classpath"]).arg(&classes));
    let number = |what: &str| {
        let text = said(&ran);
        let line = text.lines().find(|line| line.trim_end_matches([' ', ']']).ends_with(what))?;
        line.trim_start_matches(['[', ' ']).split(' ').next()?.parse::<usize>().ok()
    };
    match (ran.status.success(), number("tests successful")) {
        (true, Some(passed)) => Ok(passed),
        _ => Err(format!("tests fail: {}", said(&ran))),
    }
}
