//! Explorations that end early: no verdict is wrong because of that, and limits are kept.
//!
//! A token that is cancelled after a number of polls strikes in every phase, each time at the same place. `make
//! campaign-limits` has the trials that take real time, with signals and large programs; it prints what it measures.

use multise::internals::cancel::Token;
use multise::internals::interp::{End, Limits, run};
use multise::internals::{on_worker, portfolio, proofs};
use multise::{Config, Dialect, Inputs, Outcome, Verdict, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use support::campaign::number;
use support::large::{SHAPES, program};
use support::pipeline::Built;
use support::process::{complaints, interrupt, json};

/// The number of polls after which a token is cancelled.
const POLLS: [u64; 7] = [0, 1, 4, 16, 64, 256, 1024];
/// Most rounds of explorations that would not end otherwise.
const ROUNDS: u64 = 2;
/// The time of each source of claims.
const SEARCH: Duration = Duration::from_millis(100);

/// Programs of `tests/unbounded`: a bug and a proof each of numbers, arrays, quantified clauses, recursion, objects and exceptions.
const UNBOUNDED: [&str; 10] = [
    "count_up",
    "count_up_bug",
    "array_fill",
    "array_max_bug",
    "insertion_step_bug",
    "ackermann",
    "add_large_bug",
    "counter_object_bug",
    "caught_in_the_loop",
    "two_counters_bug",
];

fn unbounded(name: &str) -> Built {
    let path = support::project().join("tests/unbounded").join(format!("{name}.oox"));
    Built::of(&fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}")))
}

fn config() -> Config {
    let mut config = support::config();
    config.rounds = Some(ROUNDS);
    config.timeout = Duration::from_secs(3600);
    config.executable = Some(support::executable!().into());
    config
}

/// Explores until a token is cancelled.
fn explored(built: &Built, config: &Config, token: Token) -> Outcome {
    let (built, config) = (built.clone(), config.clone());
    on_worker(move || portfolio::explore(built.ir(), built.entry, &config, &Watch::of(token)).expect("an outcome"))
}

/// An exploration that is cut short has the verdict unknown, or the same as without the cut.
fn assert_cut_short(name: &str, program: &Built, config: &Config) {
    let whole = explored(program, config, Token::new());
    for polls in POLLS {
        let part = explored(program, config, Token::after(polls));
        assert!(
            [Verdict::Unknown, whole.verdict].contains(&part.verdict),
            "{name} after {polls} polls: {:?} in the place of {:?}",
            part.verdict,
            whole.verdict
        );
        assert_eq!(part.verdict == Verdict::Unknown, !part.reasons.is_empty() && part.violations.is_empty(), "{name}");
    }
}

#[test]
fn an_exploration_that_is_cancelled_anywhere_has_no_wrong_verdict() {
    for name in UNBOUNDED {
        let mut config = config();
        config.proofs = false;
        config.tests = true;
        assert_cut_short(name, &unbounded(name), &config);
    }
}

/// A bounded program whose runs take much longer than its exploration.
const LONG_RUNS: &str = "class Main {
    static int main(int n, bool b) {
        int i := 0;
        while (i < 40) { int j := 0; while (j < 40) { j := j + 1; } i := i + 1; }
        if (b) { i := i + n; } else { i := i - n; }
        assert i == 40 + n || i == 40 - n;
        return i;
    }
}";

/// The making of tests comes after exploration. Wherever it is cut short, it changes no verdict.
#[test]
fn tests_cost_no_verdict() {
    let (mut config, program) = (config(), Built::of(LONG_RUNS));
    config.proofs = false;
    let (mut verdicts, mut made) = (BTreeSet::new(), BTreeSet::new());
    for polls in (4..18).map(|power| 1 << power) {
        let [without, with] = [false, true].map(|tests| {
            let mut config = config.clone();
            (config.coverage, config.tests) = (true, tests);
            explored(&program, &config, Token::after(polls))
        });
        assert_eq!((without.verdict, &without.reasons), (with.verdict, &with.reasons), "{polls} polls");
        verdicts.insert(with.verdict as u8);
        if with.verdict == Verdict::Valid {
            made.insert(with.cases.len());
        }
    }
    assert!(verdicts.len() == 2 && made.len() > 1, "exploration is cut short, then tests are: {verdicts:?}, {made:?}");
}

#[test]
fn every_shape_of_program_can_be_cancelled_anywhere() {
    for shape in SHAPES {
        let mut config = config();
        config.proofs = false;
        config.coverage = true;
        assert_cut_short(&format!("{shape:?}"), &Built::of(&program(shape, 10)), &config);
    }
}

#[test]
fn a_search_for_proofs_that_is_cancelled_anywhere_proves_nothing_wrong() {
    for name in UNBOUNDED {
        let built = unbounded(name);
        let is_violated = built.text().starts_with("// invalid");
        for polls in POLLS {
            let (built, config) = (built.clone(), config());
            let watch = Watch::of(Token::after(polls));
            let proof = on_worker(move || proofs::prove(built.ir(), built.entry, &config, &watch, SEARCH));
            assert!(proof.is_none() || !is_violated, "{name} after {polls} polls: {:?}", proof.map(|p| p.claims));
        }
    }
}

/// A search for a proof does not change bounds and findings, whatever it does and when.
#[test]
fn a_search_for_proofs_changes_no_violation() {
    for name in UNBOUNDED.iter().filter(|name| name.ends_with("_bug")) {
        let program = unbounded(name);
        let found = [true, false].map(|proofs| {
            let mut config = config();
            (config.rounds, config.proofs) = (None, proofs);
            let outcome = explored(&program, &config, Token::new());
            let violations: Vec<_> = outcome.violations.iter().map(|v| (v.line, v.inputs.clone())).collect();
            (outcome.verdict, violations, outcome.statistics.operations, outcome.statistics.rounds)
        });
        assert_eq!(found[0].0, Verdict::Invalid, "{name}");
        assert_eq!(found[0], found[1], "{name}");
    }
}

#[test]
fn a_run_ends_when_it_is_cancelled() {
    let endless = Built::of("class Main { static void main() { int i := 0; while (true) i := i + 1; } }");
    for polls in POLLS {
        let token = Token::after(polls);
        let limits = Limits::steps(u64::MAX).until(&token);
        let run = run(endless.ir(), endless.entry, &Inputs::default(), &Dialect::default(), limits);
        let run = run.expect("no inputs");
        assert_eq!((run.end, run.steps), (End::Cancelled, polls));
    }
}

/// Memory that an exploration has used and freed does not end the next one at once.
#[test]
fn a_method_that_needs_too_much_memory_leaves_enough_to_others() {
    let program = "
class Node { int v; Node next; }
class Main {
    static void huge(int[] b, Node n) {
        if (b == null) return;
        int[] a := new int[40];
        int i := 0;
        while (i < #b && n != null) {
            a[b[i]] := a[b[i]] + i;
            n.v := n.v + a[b[i]];
            if (b[i] > n.v) n := n.next;
            i := i + 1;
        }
    }
    static void small(int x) { assert x != 7; }
}";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("methods.oox");
    fs::write(&file, program).expect("a file");
    let options = ["--class", "Main", "--all", "--memory", "250", "--no-proofs", "--json", "-"];
    let output = support::multise!().arg("explore").arg(&file).args(options).output().expect("the program starts");
    let table = json(&output);
    let report = |at: usize| &table["methods"][at]["report"];
    assert_eq!(report(0)["reasons"], serde_json::json!(["memory"]), "{table}");
    assert_eq!(report(1)["verdict"], "invalid", "{table}");
}

/// Runs the executable on a program of the repository. Returns its exit code and its standard error.
fn multise(args: &[&str], stdout: Stdio) -> (Option<i32>, String) {
    let output =
        support::multise!().args(args).stdout(stdout).stderr(Stdio::piped()).output().expect("the program starts");
    (output.status.code(), complaints(&output))
}

/// A program with an early violation.
const VIOLATED: &str = "tests/unbounded/count_up_bug.oox";

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_for_every_report() {
    for option in ["--json", "--html", "--junit", "--sarif", "--lcov", "--cobertura"] {
        let (code, errors) = multise(&["explore", VIOLATED, option, "/dev/full"], Stdio::null());
        assert_eq!(code, Some(2), "{option}: {errors}");
        assert!(errors.starts_with("error: cannot write `/dev/full`: No space left on device"), "{option}: {errors}");
    }
}

#[cfg(unix)]
#[test]
fn nobody_need_read_the_report() {
    for format in ["text", "json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let result = multise(&["explore", VIOLATED, "--format", format], writer.into());
        assert_eq!(result, (Some(1), String::new()), "{format}");
    }
}

#[test]
fn a_program_that_cannot_be_read_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = folder.path().join("binary.oox");
    fs::write(&binary, [0xff, 0xfe, 0]).expect("a file");
    for (file, message) in [
        (folder.path().join("none.oox"), "there is no such file"),
        (folder.path().to_owned(), "it is a directory"),
        (binary, "the file is not UTF-8"),
    ] {
        let (code, errors) = multise(&["explore", &file.display().to_string()], Stdio::null());
        assert_eq!(code, Some(2), "{errors}");
        assert!(errors.contains(message), "{errors}");
    }
}

// The trials.

/// The time that a process may take if it was given this much.
fn allowed(timeout: Duration) -> Duration {
    timeout + timeout / 20 + Duration::from_secs(1)
}

fn large_programs(folder: &Path) -> Vec<PathBuf> {
    let write = |(shape, lines)| {
        let path = folder.join(format!("{shape:?}{lines}.oox"));
        fs::write(&path, program(shape, lines)).expect("a file");
        path
    };
    SHAPES.into_iter().flat_map(|shape| [10, 20_000].map(|lines| (shape, lines))).map(write).collect()
}

/// Time and memory of whole processes, on programs of 10 and of 20,000 lines, with the work for every kind of report.
#[test]
#[ignore = "minutes of real time: make campaign-limits"]
fn time_and_memory_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let timeout = Duration::from_secs(number("MULTISE_SECONDS", 5));
    let memory = number("MULTISE_MEMORY", 400);
    let tests = folder.path().join("tests").display().to_string();
    let page = folder.path().join("page.html").display().to_string();
    let kinds: [(&str, Vec<&str>); 6] = [
        ("bounds", vec!["--no-proofs"]),
        ("proofs", vec![]),
        ("coverage", vec!["--coverage", "--all"]),
        ("tests", vec!["--tests", &tests]),
        ("page", vec!["--html", &page]),
        ("paths", vec!["--mode", "path"]),
    ];
    let (mut late, mut worst): (Vec<String>, BTreeMap<&str, Duration>) = Default::default();
    for file in large_programs(folder.path()) {
        for (kind, options) in &kinds {
            let report = folder.path().join("report.json");
            let began = Instant::now();
            let output = support::multise!()
                .arg("explore")
                .arg(&file)
                .args(["--timeout", &timeout.as_secs().to_string(), "--memory", &memory.to_string(), "--json"])
                .arg(&report)
                .args(options)
                .stdout(Stdio::null())
                .output()
                .expect("the program starts");
            let took = began.elapsed();
            let name = format!("{} {kind}", file.file_stem().expect("a name").to_string_lossy());
            let report = support::read_json(&report);
            let peak = report["statistics"]["memory_peak"].as_u64().unwrap_or(0) >> 20;
            eprintln!("{name}: {took:.2?}, {peak} MiB, exit code {:?}", output.status.code());
            let over = worst.entry(kind).or_default();
            *over = (*over).max(took.saturating_sub(timeout));
            if took > allowed(timeout) || peak * 10 > memory * 11 || !matches!(output.status.code(), Some(0 | 1 | 3)) {
                late.push(name);
            }
        }
    }
    eprintln!("worst overruns of time: {worst:.2?}");
    assert_eq!(late, [""; 0], "a limit was not kept");
}

/// Ctrl-C at random moments.
#[cfg(unix)]
#[test]
#[ignore = "minutes of real time: make campaign-limits"]
fn ctrl_c_at_any_moment_gives_a_partial_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = folder.path().join("report.json");
    let unbounded = support::project().join("tests/unbounded");
    let names = [
        "insertion_sort",
        "array_min_is_member_inductive",
        "ackermann_rows_bug",
        "primes_by_recursion",
        "tower_counted",
    ];
    let mut files: Vec<PathBuf> = names.map(|name| unbounded.join(format!("{name}.oox"))).into();
    files.extend(large_programs(folder.path()).into_iter().filter(|path| path.ends_with("Loops20000.oox")));
    let (mut seed, mut wrong, mut worst) = (number("MULTISE_SEED", 1), Vec::new(), Duration::ZERO);
    let (mut left, mut ended) = (number("MULTISE_TRIALS", 100), 0);
    for file in files.iter().cycle() {
        if left == 0 {
            break;
        }
        // Knuth's generator of random numbers; any other would do.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let moment = Duration::from_millis(30 + (seed >> 33) % 2500);
        let _ = fs::remove_file(&report);
        let mut child = support::multise!()
            .arg("explore")
            .arg(file)
            .args(["--timeout", "60", "--json"])
            .arg(&report)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(moment);
        let began = Instant::now();
        let is_running = child.try_wait().expect("a child").is_none();
        if is_running {
            interrupt(&child);
        }
        let code = child.wait().expect("the program ends").code();
        let took = began.elapsed();
        let text = fs::read_to_string(&report).unwrap_or_default();
        let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let is_whole = json["verdict"].is_string();
        if matches!(code, Some(0 | 1 | 3)) && is_whole && !text.contains("interrupted") {
            // It ended before the signal came.
            ended += 1;
            assert!(ended < 1_000, "the programs end too early");
            continue;
        }
        left -= 1;
        worst = worst.max(took);
        if code != Some(130) || !is_whole || took > Duration::from_secs(1) {
            wrong.push(format!("{} after {moment:?}: {code:?}, a report: {is_whole}, {took:.2?}", file.display()));
        }
    }
    eprintln!("the slowest answer to an interrupt took {worst:.2?}; {ended} processes had ended before");
    assert_eq!(wrong, [""; 0]);
}
