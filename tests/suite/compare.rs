//! `multise compare`: whole runs side by side, in every format.

use serde_json::Value;
use snapbox::cmd::Command;
use support::process::{complaints, json, printed};

/// `multise compare`, whose output is to be compared.
fn compare(args: &[&str]) -> Command {
    Command::from_std(support::multise!()).arg("compare").args(args)
}

/// Programs that both modes decide quickly, the second with a violation.
const PROGRAMS: [&str; 2] = ["examples/multise/stack.oox", "examples/multise/stack_bug.oox"];

#[test]
fn the_report_as_json() {
    let assert = compare(&PROGRAMS).args(["--set", "Main.rounds=3", "--format", "json"]).assert().code(0);
    let report = json(assert.get_output());
    assert_eq!(report["schema"], 1);
    assert_eq!(report["timeout"], 60.0);
    let options: Vec<&str> = report["options"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert_eq!(options, ["--entry=Main.main", "--set=Main.rounds=3", "--timeout=60", "--memory=4096"]);
    let [valid, invalid] = report["comparisons"].as_array().expect("a list").as_slice() else { panic!("{report}") };
    assert_eq!((&valid["merge"]["answer"], &valid["path"]["answer"]), (&"valid".into(), &"valid".into()));
    assert_eq!((&invalid["merge"]["answer"], &invalid["path"]["answer"]), (&"invalid".into(), &"invalid".into()));
    // The numbers of the program's header and of the paper's formula, 3^rounds.
    assert_eq!(valid["path"]["figures"]["paths"], 27);
    assert_eq!(valid["path"]["figures"]["merges"], 0);
    assert_eq!(valid["derived"]["time_ratio"]["bound"], "exact");
    assert!(valid["derived"]["operations_ratio"]["value"].as_f64().expect("a number") > 1.0);
    let assignments = valid["assignments"].as_u64().expect("they were counted");
    assert!((1..assignments).contains(&valid["assignments_csm"].as_u64().expect("they were counted")));
    assert_eq!(valid["derived"]["sharing_factor"]["bound"], "exact");
    assert!(valid["derived"]["sharing_factor"]["value"].as_f64().expect("a number") > 1.0);
    assert!(valid["merge"]["memory_peak"].as_u64().expect("a number") > 1 << 20);
    // The run whose time is measured does not count assignments.
    assert!(valid["merge"]["figures"].get("assignments").is_none());
}

#[test]
fn the_report_as_text_csv_and_plot() {
    let plot = std::env::temp_dir().join(format!("multise-compare-{}.svg", std::process::id()));
    let assert = compare(&PROGRAMS).args(["--set", "Main.rounds=2", "--plot"]).arg(&plot).assert().code(0);
    let text = printed(assert.get_output());
    assert!(assert.get_output().stderr.is_empty());
    assert!(text.contains("\nstack      valid "), "{text}");
    assert!(text.contains("decided of 2: by both modes 2, by merge mode alone 0, by path mode alone 0"), "{text}");
    let svg = support::read(&plot);
    std::fs::remove_file(&plot).expect("a file of this test");
    assert!(svg.starts_with("<svg") && svg.matches("<circle").count() == 4, "{svg}");
    let assert = compare(&PROGRAMS[..1]).args(["--set", "Main.rounds=2", "--format", "csv"]).assert().code(0);
    let csv = printed(assert.get_output());
    assert_eq!(csv.lines().count(), 2, "{csv}");
    assert!(csv.starts_with("file,merge_verdict,"), "{csv}");
}

#[test]
fn a_run_that_is_cut_off_bounds_the_ratio() {
    let assert = compare(&["examples/stack.oox", "--timeout", "2", "--format", "json"]).assert().code(0);
    let report = json(assert.get_output());
    let row = &report["comparisons"][0];
    assert_eq!(row["merge"]["answer"], "valid");
    assert_eq!(row["path"]["reasons"][0], "timeout");
    assert_eq!(row["derived"]["time_ratio"]["bound"], "at_least");
}

#[test]
fn what_a_run_would_refuse_is_refused_before_the_first() {
    for (args, message) in [
        (vec!["examples/stack.oox", "missing.oox"], "cannot read `missing.oox`"),
        (vec!["-"], "standard input and pipes cannot be compared"),
        (vec!["examples/stack.oox", "--strict", "--lenient"], "contradict each other"),
        (vec!["examples/stack.oox", "--entry", "Main.nothing"], "no method `nothing`"),
        (vec!["examples/stack.oox", "--set", "Main.nothing=1"], "nothing"),
        (vec![], "required"),
    ] {
        let assert = compare(&args).assert().code(2).stdout_eq("");
        let complaint = complaints(assert.get_output());
        assert!(complaint.contains(message), "{args:?}: {complaint}");
    }
}
