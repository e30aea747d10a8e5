//! Trials of the harness `libtest-mimic`: a program with a header, in one mode.

use super::expectation::{Expectation, Header};
use super::options::Options;
use super::pipeline::{self, Answer, Built};
use super::{calls, enumeration};
use libtest_mimic::{Failed, Trial};
use multise::{Collapse, Config, Mode, Stop, Summaries};
use std::path::Path;
use std::time::Duration;

/// A way to explore: a change of the default configuration.
type Way = fn(&mut Config);

/// The time after which a small program counts as hanging. It takes a second; other work on a slow machine must not decide
/// the result.
const LIMIT: Duration = Duration::from_secs(600);

/// Both modes with their names.
pub const MODES: [(Mode, &str); 2] = [(Mode::Merge, "merge"), (Mode::Path, "path")];

/// The two configurations of a program that is explored only twice, in merge and in path mode: to the end, with
/// representations of summaries, treatment of numbers and tabling selected by its text.
pub fn merge_and_path(text: &str, config: &Config, limit: Duration) -> [Config; 2] {
    let ([merged, split], [together, apart]) = (representations(text), collapse(text));
    let tabled = text.len() / 24;
    [(Mode::Merge, merged, together), (Mode::Path, split, apart)].map(|(mode, summaries, collapse)| {
        let mut config = config.clone();
        (config.mode, config.summaries, config.collapse) = (mode, summaries, collapse);
        config.regions = level(text, mode);
        config.tabling = !(tabled + usize::from(mode == Mode::Path)).is_multiple_of(3);
        (config.stop, config.timeout) = (Stop::All, limit);
        config
    })
}

/// One of the two configurations with bounds of a user: small ones, selected by the text of the program.
pub fn bounded(text: &str, configs: &[Config; 2]) -> Config {
    let choice = text.len() / 9;
    let mut config = configs[choice % 2].clone();
    let bound = Some((choice / 2 % 3) as u64);
    match choice / 6 % 4 {
        0 => config.unroll = bound,
        1 => config.depth = bound,
        2 => config.heap_depth = bound,
        _ => (config.unroll, config.depth, config.heap_depth) = (bound, bound, bound),
    }
    config
}

/// The representations of summaries: all four combinations are equally frequent.
fn representations(text: &str) -> [Summaries; 2] {
    let [first, second] = [Summaries::Diagram, Summaries::Pairs];
    match text.len() % 4 {
        0 => [first, first],
        1 => [first, second],
        2 => [second, first],
        _ => [second, second],
    }
}

/// The level of regions: all are about equally frequent.
fn level(text: &str, mode: Mode) -> u8 {
    let sum: usize = text.bytes().map(usize::from).sum();
    ((sum + 2 * usize::from(mode == Mode::Path)) % 5) as u8
}

/// When numbers become conditional terms: independent of the representations, with all ways about equally frequent.
fn collapse(text: &str) -> [Collapse; 2] {
    let (merge, path) = (text.len() / 4 % 3, text.len() / 12 % 2);
    let ways = [Collapse::Auto, Collapse::Above(0), Collapse::Above(2)];
    [ways[merge], ways[path]]
}

/// The trials of a program with an expectation in its header: one per mode, one with lists of pairs, one with all numbers in
/// conditional terms, one for each of the other ways to explore, and one by enumeration of small inputs and schedules. If the
/// header of a valid program does not state whether it is vacuous, both are accepted.
pub fn of_program(root: &Path, path: &Path, tells_vacuous: bool) -> Vec<Trial> {
    let name = path.strip_prefix(root).unwrap_or(path).with_extension("").display().to_string();
    let ways: &[(&str, Way)] = &[
        ("merge", |_| {}),
        ("path", |config| config.mode = Mode::Path),
        ("merge, pairs", |config| config.summaries = Summaries::Pairs),
        ("merge, collapsed", |config| config.collapse = Collapse::Above(0)),
        ("merge, not tabled", |config| config.tabling = false),
        ("merge, regions 1", |config| config.regions = 1),
        ("merge, regions 2", |config| config.regions = 2),
        ("merge, regions 3", |config| config.regions = 3),
        ("merge, regions 4", |config| config.regions = 4),
        ("path, regions", |config| (config.mode, config.regions) = (Mode::Path, 3)),
    ];
    let with_threads: &[(&str, Way)] = &[
        ("merge", |_| {}),
        ("path", |config| config.mode = Mode::Path),
        ("merge, pairs", |config| config.summaries = Summaries::Pairs),
        ("merge, collapsed", |config| config.collapse = Collapse::Above(0)),
        ("merge, regions", |config| config.regions = 4),
        ("merge, no reduction", |config| config.por = false),
        ("path, no reduction", |config| (config.mode, config.por) = (Mode::Path, false)),
    ];
    let ways = if forks(path) { with_threads } else { ways };
    let explored = ways.iter().copied().map(|(word, change)| {
        let path = path.to_owned();
        let run = move || explored(&path, change, tells_vacuous);
        Trial::test(format!("{name} ({word})"), run).with_kind("oox")
    });
    let path = path.to_owned();
    let enumerated = Trial::test(format!("{name} (inputs)"), move || enumerated(&path)).with_kind("oox");
    explored.chain([enumerated]).collect()
}

/// Whether a program forks threads, judged by its text.
pub fn forks(path: &Path) -> bool {
    std::fs::read_to_string(path)
        .is_ok_and(|text| text.lines().any(|line| line.split("//").next().is_some_and(|code| code.contains("fork "))))
}

/// The header and the options of a program, and the program, unless it was refused as expected.
fn prepare(path: &Path) -> Result<(Header, Options, Option<Built>), Failed> {
    let text = std::fs::read_to_string(path)?;
    let header = Header::parse(&text)?;
    let mut options = Options::parse(&header.options)?;
    options.config.timeout = LIMIT;
    match pipeline::build(&path.display().to_string(), &text, &options) {
        Ok(_) if matches!(header.expect, Expectation::Error(..)) => {
            Err(format!("expected: {}\n   found: a program without errors", header.expect).into())
        }
        Ok(built) => Ok((header, options, Some(built))),
        Err(answer) => {
            header.expect.check(&answer)?;
            Ok((header, options, None))
        }
    }
}

/// The trials of a benchmark program with a size: the small size of its header's options in both modes, and the default size,
/// if its header states the number of paths.
pub fn of_sized(root: &Path, path: &Path) -> Vec<Trial> {
    let name = path.strip_prefix(root).unwrap_or(path).with_extension("").display().to_string();
    let text = std::fs::read_to_string(path).expect("a program");
    let by_default = Header::parse(&text).is_ok_and(|header| header.paths.1.is_some());
    let mut trials = Vec::new();
    for (mode, word) in MODES {
        for (default, size) in [(false, "small"), (true, "default")] {
            if by_default || !default {
                let path = path.to_owned();
                let trial = Trial::test(format!("{name} ({word}, {size})"), move || sized(&path, mode, default));
                trials.push(trial.with_kind("program"));
            }
        }
    }
    trials
}

fn sized(path: &Path, mode: Mode, default: bool) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let header = Header::parse(&text)?;
    let mut options = Options::parse(if default { "" } else { &header.options })?;
    (options.config.mode, options.config.timeout, options.config.stop) = (mode, LIMIT, Stop::All);
    // At full size the time of the program itself is tested.
    options.config.self_check &= !default;
    let built = pipeline::build(&path.display().to_string(), &text, &options).map_err(|answer| answer.to_string())?;
    let outcome = pipeline::explore(&built, &options.config)?;
    header.expect.check(&pipeline::answer(&outcome))?;
    let expected = if default { header.paths.1 } else { header.paths.0 };
    let found = &outcome.statistics.paths;
    match expected {
        Some(expected) if mode == Mode::Path && *found != expected.into() => {
            Err(format!("expected: {expected} paths\n   found: {found}").into())
        }
        _ => Ok(()),
    }
}

fn enumerated(path: &Path) -> Result<(), Failed> {
    match prepare(path)? {
        (header, options, Some(built)) => Ok(enumeration::check(&header, &built, &options)?),
        _ => Ok(()),
    }
}

fn explored(path: &Path, change: Way, tells_vacuous: bool) -> Result<(), Failed> {
    let (header, mut options, Some(built)) = prepare(path)? else { return Ok(()) };
    change(&mut options.config);
    let outcome = pipeline::explore(&built, &options.config)?;
    for violation in &outcome.violations {
        calls::check(&built, &violation.inputs)?;
    }
    let answer = match pipeline::answer(&outcome) {
        Answer::Valid { .. } if !tells_vacuous => Answer::Valid { vacuous: false },
        answer => answer,
    };
    header.expect.check(&answer)?;
    let covers = pipeline::covers(&built, &outcome);
    if let Some(expected) = header.covers.filter(|expected| *expected != covers) {
        return Err(format!("expected: cover statements {expected:?}\n   found: {covers:?}").into());
    }
    let warned = pipeline::warning_lines(&built, &outcome);
    match header.warnings.iter().find(|line| !warned.contains(line)) {
        Some(line) => Err(format!("no warning in line {line}, but in {warned:?}").into()),
        None => Ok(()),
    }
}

/// A published task with its expectation.
#[derive(Clone, Debug)]
pub struct Task {
    /// The file, relative to the folder of tasks.
    pub file: String,
    /// Its options.
    pub options: String,
    /// Whether `valid` is the correct answer; otherwise it is `invalid`.
    pub valid: bool,
    /// Whether it has to be solved.
    pub must: bool,
}

impl Task {
    /// The sequential rows of `tasks.csv`. Columns: file, options, expected, must, …, note last.
    pub fn read(csv: &str) -> Vec<Task> {
        let row = |line: &str| {
            let columns: Vec<&str> = line.split(',').collect();
            let [file, options, expected, must, ..] = columns[..] else { panic!("a row of tasks: `{line}`") };
            let task = Task {
                file: file.to_owned(),
                options: options.to_owned(),
                valid: expected == "valid",
                must: must == "yes",
            };
            (!line.contains("concurrency")).then_some(task)
        };
        csv.lines().skip(1).filter(|line| !line.is_empty()).filter_map(row).collect()
    }

    /// Explores it within a time. A wrong verdict is always a failure, `unknown` only if it `has_to` be solved.
    ///
    /// # Errors
    /// The wrong or missing answer.
    pub fn run(&self, folder: &Path, mode: Mode, limit: Duration, has_to: bool) -> Result<(), Failed> {
        let text = std::fs::read_to_string(folder.join(&self.file))?;
        let mut options = Options::parse(&self.options)?;
        (options.config.mode, options.config.timeout) = (mode, limit);
        // The time of the programs is part of the test, and the corpus checks the invariants.
        options.config.self_check = false;
        let built = pipeline::build(&self.file, &text, &options).map_err(|answer| answer.to_string())?;
        let answer = pipeline::answer(&pipeline::explore(&built, &options.config)?);
        let right = match answer {
            Answer::Valid { .. } => self.valid,
            Answer::Invalid(_) => !self.valid,
            Answer::Unknown(_) => !has_to,
            Answer::Refused(_) => false,
        };
        if right {
            return Ok(());
        }
        let expected = if self.valid { "valid" } else { "invalid" };
        Err(format!("expected: {expected}\n   found: {answer}").into())
    }
}
