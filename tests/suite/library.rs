//! The library from a user's view: outcomes, errors and reports, limits and interruption.

use multise::{Config, Dialect, Error, Mode, NotesConfig, Phase, Program, Reason, Status, Stop, Style, Verdict, Watch};
use multise::{Value, explore, explore_watched};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

const SQUARE: &str = "class Main { static void main(int n) { assert n * n != 49; } }";
const ENDLESS: &str = "class Main { static void main(int n) { int i := 0; while (i < n) i := i + 1; assert i >= 0; } }";

fn program(text: &str) -> Program {
    Program::from_text("test.oox", text, &Dialect::default()).expect("a program")
}

fn main_of(program: &Program) -> multise::MethodId {
    program.entry("Main.main").expect("an entry")
}

#[test]
fn an_outcome_has_violations_checks_and_reports() {
    let (program, config) = (program(SQUARE), support::config());
    let outcome = explore(&program, main_of(&program), &config).expect("an outcome");
    assert_eq!(outcome.verdict, Verdict::Invalid);
    let [violation] = &outcome.violations[..] else { panic!("{:?}", outcome.violations) };
    let Value::Int(n) = &violation.inputs.args["n"] else { panic!("{:?}", violation.inputs) };
    assert!(["7", "-7"].contains(&n.to_string().as_str()), "{n}");
    let (check, status) = outcome.checks[0];
    assert_eq!((program.check(check).span, status), (violation.span, Status::Violated));
    assert_eq!(program.entry_name(outcome.entry), "Main.main");
    let text = program.text_report(&config, &outcome, Style::Plain);
    assert!(text.contains("replayed: yes") && text.ends_with("\ninvalid\n"), "{text}");
    let json = program.json_report(&config, &outcome).expect("JSON");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["verdict"], "invalid");
}

#[test]
fn errors_are_typed_and_can_be_rendered() {
    let text = "class Main {\n    static void main() {\n        x := 1;\n    }\n}\n";
    let error = Program::from_text("test.oox", text, &Dialect::default()).expect_err("no such variable");
    assert_eq!(error.to_string(), "test.oox:3:9: error[E0102]: unknown variable `x`");
    let Error::Refused(refused) = error else { panic!("{error}") };
    assert_eq!(refused.errors().map(|d| (d.phase, d.code)).collect::<Vec<_>>(), [(Phase::Static, "E0102")]);
    assert!(refused.render(Style::Plain).contains("3 |         x := 1;"));
    let lenient = Dialect { lenient: true, ..Dialect::default() };
    let program = Program::from_text("test.oox", text, &lenient).expect("a program");
    assert_eq!(program.warnings().len(), 1);
    let error = program.entry("Main.mian").expect_err("no such method").to_string();
    assert_eq!(error, "test.oox: error[E0151]: there is no method `mian` in class `Main`");
    let error = Program::load("nowhere.oox", &Dialect::default()).expect_err("no such file").to_string();
    assert_eq!(error, "cannot read `nowhere.oox`: there is no such file");
}

#[test]
fn entries_can_be_listed() {
    let text = "abstract class Shape { abstract int area(); }
        class Square extends Shape { int a; Square(int a) { this.a := a; } int area() { return this.a; } }";
    let program = program(text);
    let names = |found: Result<Vec<_>, Error>| -> Vec<String> {
        found.expect("methods").into_iter().map(|m| program.entry_name(m)).collect()
    };
    assert_eq!(names(program.entries()), ["Square.Square", "Square.area"]);
    assert_eq!(names(program.entries_of("Square")), ["Square.Square", "Square.area"]);
    assert!(program.entries_of("Shape").is_err() && program.entries_of("Circle").is_err());
}

#[test]
fn the_time_limit_is_kept() {
    let program = program(ENDLESS);
    let mut config = support::config();
    config.proofs = false;
    config.timeout = Duration::from_millis(300);
    for mode in [Mode::Merge, Mode::Path] {
        config.mode = mode;
        let outcome = explore(&program, main_of(&program), &config).expect("an outcome");
        assert_eq!((outcome.verdict, outcome.reasons[0]), (Verdict::Unknown, Reason::Timeout), "{mode:?}");
    }
}

#[test]
fn another_thread_can_watch_and_stop() {
    let program = program(ENDLESS);
    let watch = Arc::new(Watch::new());
    let started = Instant::now();
    let stopper = {
        let watch = Arc::clone(&watch);
        thread::spawn(move || {
            while watch.progress().bound.is_none() && started.elapsed() < Duration::from_secs(60) {
                thread::sleep(Duration::from_millis(5));
            }
            watch.interrupt(Reason::Interrupted);
        })
    };
    let mut config = support::config();
    config.proofs = false;
    let mut operations = 0;
    let tick = |progress: &multise::Progress, _| operations = operations.max(progress.operations);
    let outcome = explore_watched(&program, main_of(&program), &config, &watch, tick).expect("an outcome");
    stopper.join().expect("no panic");
    assert_eq!((outcome.verdict, outcome.reasons[0]), (Verdict::Unknown, Reason::Interrupted));
    assert!(outcome.statistics.operations >= operations);
}

#[test]
fn deep_programs_need_no_deep_stack() {
    let deep = format!("class Main {{ static void main(int n) {{ int m := {}n; }} }}", "1 + ".repeat(9_000));
    let work = move || {
        let program = program(&deep);
        let outcome = explore(&program, main_of(&program), &support::config()).expect("an outcome");
        assert_eq!(outcome.verdict, Verdict::Valid);
    };
    let small = thread::Builder::new().stack_size(256 << 10).spawn(work).expect("a thread");
    small.join().expect("no overflow");
}

#[test]
fn many_threads_share_a_program() {
    let program = program(SQUARE);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..3 {
                    let outcome = explore(&program, main_of(&program), &support::config()).expect("an outcome");
                    assert_eq!(outcome.verdict, Verdict::Invalid);
                }
            });
        }
    });
}

#[test]
fn the_manual_shows_the_example_of_the_library() {
    let documentation = include_str!("../../src/lib.rs").lines().filter_map(|line| line.strip_prefix("//!"));
    let lines = documentation.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let example = lines.skip_while(|line| *line != "```").skip(1).take_while(|line| *line != "```");
    let example: Vec<&str> = example.collect();
    assert!(include_str!("../../src/help/library.md").contains(&example.join("\n")), "{example:#?}");
}

/// Values on the way change nothing: the program cut at its lines violates the same checks.
#[test]
fn notes_change_no_verdict() {
    let found = |program: &Program, config: &Config| {
        let entry = program.entry("Main.main").ok()?;
        let outcome = explore(program, entry, config).ok()?;
        let violations: Vec<_> = outcome.violations.iter().map(|v| (v.span, v.kind, v.cause)).collect();
        let is_deterministic = outcome.verdict != Verdict::Unknown;
        is_deterministic.then_some((outcome.verdict, violations, outcome.notes.is_some()))
    };
    let mut compared = 0;
    for folder in ["frames", "loops", "recursion", "threads"] {
        for file in support::programs(&support::project().join("tests/corpus").join(folder)) {
            let mut config = support::config();
            (config.stop, config.rounds, config.proofs) = (Stop::All, Some(3), false);
            let Ok(program) = Program::load(&file, &config.dialect) else { continue };
            let plain = found(&program, &config);
            config.notes = Some(NotesConfig::default());
            let noted = found(&program.by_lines(), &config);
            if let (Some((verdict, violations, _)), Some((same, also, has_notes))) = (plain, noted) {
                assert!(has_notes && verdict == same && violations == also, "{}", file.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared}");
}
