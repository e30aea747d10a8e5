//! `multise profile` and `--progress json`: sums, reasons, folded stacks, flame graphs, schemas. Nothing here depends on time.

use multise::{Cost, Mode, Outcome, Program, Summaries, explore};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;
use support::process::{complaints, json, printed};

/// 64 values of `a`, 64 of `b`, and their product at line 15.
const PRODUCTS: &str = "class Main {
  static void main(bool p0, bool p1, bool p2, bool p3, bool p4, bool p5,
                   bool q0, bool q1, bool q2, bool q3, bool q4, bool q5) {
    int a := 1;
    int b := 1;
    if (p0) a := a + 1;
    if (p1) a := a + 2;
    if (p2) a := a + 4;
    if (p3) a := a + 8;
    if (p4) { a := a + 16; }
    if (p5) { a := a + 32; }
    if (q0) b := b + 1; if (q1) b := b + 2;
    if (q2) b := b + 4; if (q3) b := b + 8;
    if (q4) b := b + 16; if (q5) b := b + 32;
    int c := a * b;
    assert c > 0;
  }
}
";

/// The assertion at line 6 asks the solver in every iteration; there are seven paths.
const SOLVER: &str = "class Main {
  static void main(int x, int y) {
    int i := 0;
    int hits := 0;
    while (i < 6) {
      assert x + y != i || x - y != i + 1;
      if (x > i) hits := hits + 1;
      i := i + 1;
    }
    assert hits >= 0;
  }
}
";

/// The loop at line 4 runs 200 times, and calls a method.
const LOOP: &str = "class Main {
  static void main(int n) {
    int i := 0;
    while (i < 200) i := Main.next(i);
    assert i == 200;
  }
  static int next(int i) {
    return i + 1;
  }
}
";

/// The input decides the frames of the recursion.
const RECURSION: &str = "class Main {
  static void main(int n) {
    int sum := Main.sum(n);
    assert sum >= 0;
  }
  static int sum(int n) {
    if (n <= 0) return 0;
    int rest := Main.sum(n - 1);
    return rest + n;
  }
}
";

fn multise(args: &[&str], text: &str) -> Output {
    let mut command = support::multise!();
    let streams = command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = streams.stderr(Stdio::piped()).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("the program reads");
    child.wait_with_output().expect("the program ends")
}

/// The JSON profile of a text, which fits its schema.
fn profile(text: &str, options: &[&str]) -> Value {
    let output = multise(&[&["profile", "-", "--format", "json"], options].concat(), text);
    let report = json(&output);
    check("profile", &report);
    report
}

/// Validates a value against a schema that the program prints.
fn check(schema: &str, value: &Value) {
    let schema = json(&multise(&["schema", schema], ""));
    jsonschema::meta::validate(&schema).expect("a schema");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(value).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(errors.is_empty(), "{errors:?}\n{value:#}");
}

fn sum(rows: &Value, number: &str) -> u64 {
    rows.as_array().expect("rows").iter().map(|row| row[number].as_u64().expect(number)).sum()
}

/// Explores a program by lines.
fn outcome(text: &str, mode: Mode, profile: bool) -> Outcome {
    let mut config = support::config();
    config.mode = mode;
    config.summaries = if mode == Mode::Path { Summaries::Pairs } else { Summaries::Diagram };
    config.profile = profile;
    config.proofs = false;
    config.depth = Some(4);
    config.timeout = Duration::from_secs(60);
    let program = Program::from_text("test.oox", text, &config.dialect).expect("a program").by_lines();
    explore(&program, program.entry("Main.main").expect("an entry"), &config).expect("an outcome")
}

#[test]
fn the_costs_of_all_lines_are_those_of_the_statistics_and_profiling_changes_nothing() {
    let stack = support::example("stack.oox");
    for text in [SOLVER, LOOP, RECURSION, &support::example("bank.oox"), &stack] {
        for mode in [Mode::Merge, Mode::Path] {
            if mode == Mode::Path && text == stack {
                // 2^16 paths.
                continue;
            }
            let (plain, profiled) = (outcome(text, mode, false), outcome(text, mode, true));
            assert!(plain.profile.is_none());
            let (p, q) = (&plain.statistics, &profiled.statistics);
            assert_eq!((plain.verdict, &plain.reasons), (profiled.verdict, &profiled.reasons));
            assert_eq!((p.operations, p.solver_calls, p.merges), (q.operations, q.solver_calls, q.merges));
            assert_eq!((p.summary_reads, p.rounds), (q.summary_reads, q.rounds));
            let profile = profiled.profile.expect("a profile");
            let mut all = Cost::default();
            profile.lines.iter().for_each(|(_, cost)| all.add(cost));
            assert_eq!((all.operations, profile.between.operations), (q.operations, 0), "{mode:?}\n{text}");
            assert_eq!((all.pairs_read, all.reads), q.summary_reads);
            assert_eq!(all.read_max, q.summary_size_max);
            all.add(&profile.between);
            assert_eq!((all.solver_calls, all.solver_time, all.time), (q.solver_calls, q.time_solver, q.time_total));
        }
    }
}

#[test]
fn a_line_that_hurts_is_named_with_its_reason() {
    let hurts = |text, by| profile(text, &["--by", by])["hurts"].clone();
    let products = hurts(PRODUCTS, "products");
    assert_eq!((&products["line"], &products["why"]), (&15.into(), &"products".into()));
    let sentence = products["sentence"].as_str().expect("a sentence");
    assert!(sentence.contains("it combines 64 values of `a` with 64 of `b` (4,096 of "), "{sentence}");
    assert_eq!(hurts(PRODUCTS, "guards")["line"], 15);
    let solver = hurts(SOLVER, "solver");
    assert_eq!((&solver["line"], &solver["why"]), (&6.into(), &"solver".into()));
    assert!(solver["sentence"].as_str().expect("a sentence").contains("its solver questions ("), "{solver}");
    let runs = hurts(LOOP, "operations");
    assert_eq!((&runs["line"], &runs["why"]), (&4.into(), &"runs".into()), "{runs}");
    assert!(runs["sentence"].as_str().expect("a sentence").contains(" times, in "), "{runs}");
    let nothing = profile(LOOP, &["--by", "solver"]);
    assert_eq!(nothing["hurts"], Value::Null);
    // Every line costs the same, and none a tenth.
    let lines = "        x := x + 1;\n".repeat(20);
    let even = format!("class Main {{\n    static void main(int x) {{\n{lines}    }}\n}}\n");
    assert_eq!(profile(&even, &["--by", "operations"])["hurts"], Value::Null);
}

#[test]
fn both_modes_have_a_profile() {
    for mode in ["merge", "path"] {
        let profiled = profile(SOLVER, &["--by", "operations", "--mode", mode]);
        assert_eq!((&profiled["mode"], &profiled["verdict"]), (&mode.into(), &"valid".into()));
        assert_eq!(
            sum(&profiled["statements"], "operations"),
            profiled["total"]["operations"].as_u64().expect("a number")
        );
        let calls = sum(&profiled["statements"], "solver_calls")
            + profiled["between"]["solver_calls"].as_u64().expect("a number");
        assert_eq!(calls, profiled["total"]["solver_calls"].as_u64().expect("a number"));
    }
    // Path mode passes line 6 once for each path that reaches it.
    let runs = |mode| {
        let profiled = profile(SOLVER, &["--mode", mode]);
        let line = profiled["statements"].as_array().expect("rows").iter().find(|row| row["line"] == 6).cloned();
        line.expect("line 6")["runs"].as_u64().expect("a number")
    };
    assert!(runs("path") > runs("merge"));
}

#[test]
fn methods_have_what_they_cost_alone_and_with_what_they_call() {
    let profiled = profile(RECURSION, &["--by", "operations", "--depth", "4"]);
    assert_eq!(profiled["reasons"], serde_json::json!(["depth"]));
    let of = |name: &str, part: &str| {
        let methods = profiled["methods"].as_array().expect("rows");
        methods.iter().find(|row| row["method"] == name).expect("a method")[part]["operations"]
            .as_u64()
            .expect("a number")
    };
    let total = profiled["total"]["operations"].as_u64().expect("a number");
    assert_eq!((of("Main.main", "inclusive"), of("Main.main", "own") + of("Main.sum", "own")), (total, total));
    // The frames of a recursion count once in the inclusive cost.
    assert_eq!(of("Main.sum", "inclusive"), of("Main.sum", "own"));
}

#[test]
fn folded_stacks_parse_back_and_the_flame_graph_is_well_formed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (folded, flame) = (folder.path().join("t.folded"), folder.path().join("t.svg"));
    let files = ["--folded", &folded.display().to_string(), "--flame", &flame.display().to_string()].map(str::to_owned);
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let profiled = profile(RECURSION, &[&["--by", "operations", "--depth", "4"], &files[..]].concat());
    let text = support::read(&folded);
    let mut sum = 0;
    let mut deepest = 0;
    for line in text.lines() {
        let (stack, count) = line.rsplit_once(' ').expect("a stack and a number");
        let frames: Vec<&str> = stack.split(';').collect();
        let (leaf, calls) = frames.split_last().expect("a line");
        let method = calls.last().expect("a method");
        assert!(leaf.strip_prefix(method).is_some_and(|rest| rest.starts_with(':')), "{line}");
        assert_eq!(calls[0], "Main.main");
        deepest = deepest.max(calls.len());
        sum += count.parse::<u64>().expect("a number");
    }
    assert_eq!(sum, profiled["total"]["operations"].as_u64().expect("a number"));
    // The entry method, and four frames of the recursion.
    assert_eq!(deepest, 5, "{text}");
    let svg = support::read(&flame);
    // The graph has a document type, without entities.
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    let graph = roxmltree::Document::parse_with_options(&svg, options).expect("XML");
    let titles: Vec<&str> = graph.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert!(titles.iter().any(|title| title.starts_with("Main.sum:8 (")), "{titles:?}");
    // The graph loads nothing else.
    let foreign = |node: roxmltree::Node<'_, '_>| {
        node.attributes().filter(|a| ["href", "src"].contains(&a.name())).any(|a| a.value().contains("//"))
    };
    assert!(!graph.descendants().any(foreign));
}

#[test]
fn equal_runs_have_equal_profiles_times_aside() {
    let timeless = || {
        let mut profiled = profile(PRODUCTS, &["--by", "operations"]);
        forget_times(&mut profiled);
        profiled
    };
    assert_eq!(timeless(), timeless());
}

fn forget_times(value: &mut Value) {
    match value {
        Value::Object(object) => {
            object.retain(|name, _| name != "time" && name != "time_solver");
            object.values_mut().for_each(forget_times);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_times),
        _ => {}
    }
}

#[test]
fn exit_codes_tell_whether_all_was_profiled() {
    let code = |text: &str, options: &[&str]| multise(&[&["profile", "-"], options].concat(), text).status.code();
    assert_eq!(code(LOOP, &[]), Some(0));
    assert_eq!(code(&LOOP.replace("== 200", "== 100"), &[]), Some(0));
    assert_eq!(code(RECURSION, &["--depth", "2"]), Some(3));
    assert_eq!(code("class Main {", &[]), Some(2));
    let nothing = multise(&["profile", "-", "--by", "solver", "--flame", "nowhere.svg"], LOOP);
    assert_eq!(complaints(&nothing), "error: there are no solver calls to draw\n");
    assert_eq!((nothing.status.code(), Path::new("nowhere.svg").exists()), (Some(2), false));
}

/// The objects on standard error, each of which fits the schema, and standard output.
fn progress(args: &[&str], text: &str) -> (Vec<Value>, String) {
    let output = multise(args, text);
    let objects: Vec<Value> =
        complaints(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    objects.iter().for_each(|object| check("progress", object));
    (objects, printed(&output))
}

#[test]
fn progress_as_json_fits_its_schema_and_ends_with_the_final_numbers() {
    // Long enough for intermediate objects on any machine: it never ends.
    let endless = ["explore", "-", "--no-proofs", "--timeout", "2", "--format", "json", "--progress", "json"];
    let (objects, report) = progress(&endless, RECURSION);
    let (last, before) = objects.split_last().expect("an object");
    assert!(before.iter().all(|object| object["phase"] != "ended"));
    assert!(before.iter().any(|object| object["phase"] == "exploring"), "{objects:?}");
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((&last["phase"], &last["entry"]), (&"ended".into(), &"Main.main".into()));
    for number in ["operations", "solver_calls"] {
        assert_eq!(last[number], report["statistics"][number]);
    }
    for (number, of_report) in [("round", "rounds"), ("largest_summary", "summary_size_max")] {
        assert_eq!(last[number], report["statistics"][of_report]);
    }
}

#[test]
fn progress_as_json_names_the_entry_of_each_method_and_stays_away_unasked() {
    let (objects, _) = progress(&["explore", "-", "--all-methods", "--progress", "json"], LOOP);
    let ended = objects.iter().filter(|object| object["phase"] == "ended");
    let entries: Vec<&str> = ended.map(|object| object["entry"].as_str().expect("a name")).collect();
    assert_eq!(entries, ["Main.main", "Main.next"]);
    for command in [&["explain", "-:5"][..], &["profile", "-"]] {
        let (objects, _) = progress(&[command, &["--progress", "json"]].concat(), LOOP);
        assert_eq!(objects.last().expect("an object")["phase"], "ended");
        let silent = multise(command, LOOP);
        assert_eq!(complaints(&silent), "");
    }
}
