//! Cover statements in the reports.

use super::multise;
use snapbox::str;
use support::process::{json, printed};

const FILE: &str = "tests/cli/covered.oox";

#[test]
fn each_statement_has_an_answer() {
    multise(&["explore", FILE])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checks of Main.main: no assertions, no contracts
cover statements of Main.main: 1 of 2 satisfied
  line 5     cover       in Main.main: satisfied with x = 3
  line 7     cover       in Main.main: unreachable: no run gets here while it is true
paths at most 2, [..]
valid

"#]])
        .stderr_eq("");
}

#[test]
fn the_files_have_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let files = ["json", "html", "sarif", "junit"].map(|format| (format!("--{format}"), path(format)));
    let files: Vec<&str> = files.iter().flat_map(|(option, path)| [option.as_str(), path.as_str()]).collect();
    multise(&["explore", FILE, "-q"]).args(files).assert().code(0).stdout_eq("valid\n");
    let read = |name: &str| support::read(path(name));
    let json = support::read_json(path("json"));
    let covers = json["covers"].as_array().expect("a list");
    let found: Vec<_> = covers.iter().map(|c| (c["line"].as_u64(), c["status"].as_str())).collect();
    let expected = [(5, "satisfied"), (7, "unreachable")];
    assert_eq!(found, expected.map(|(line, status)| (Some(line), Some(status))));
    assert_eq!(covers[0]["inputs"]["args"]["x"]["int"], "3");
    assert!(covers[1]["inputs"].is_null());
    assert!(read("html").contains("satisfied with x = 3"));
    assert!(read("junit").contains("cover at 5:13"));
    let sarif = support::read_json(path("sarif"));
    assert_eq!(sarif["runs"][0]["results"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_run_lists_what_it_satisfies() {
    let inputs = r#"{"args":{"x":{"int":"3"}}}"#;
    multise(&["run", FILE, "--inputs", "-"])
        .stdin(inputs)
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
trace: Main.main 3 4 5 6
satisfied: the cover statement at line 5
steps: 5
ended

"#]])
        .stderr_eq("");
}

/// Both statements that are satisfied are so in one test. No branch needs its inputs.
#[test]
fn tests_satisfy_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().display().to_string();
    let text = "class Main { static void main(int x, bool b) {\n\
                cover x == 20;\n cover x == 20 && b;\n cover x < 0 && x > 5;\n } }";
    multise(&["explore", "-", "-q", "--tests", &path]).stdin(text).assert().code(0).stdout_eq("valid\n");
    let list = support::read_json(folder.path().join("tests.json"));
    let [test] = &list["tests"].as_array().expect("a list")[..] else { panic!("one test: {list}") };
    assert_eq!((&test["expected"]["exit"], &test["expected"]["end"]), (&0.into(), &"returned".into()));
    let call = test["call"].as_str().expect("a call");
    let run = multise(&["run", "-", call]).stdin(text).assert().code(0);
    let run = printed(run.get_output());
    let satisfied = run.lines().filter_map(|line| line.strip_prefix("satisfied: the cover statement at line "));
    assert_eq!(satisfied.collect::<Vec<_>>(), ["2", "3"], "{run}");
}

#[test]
fn a_violation_that_ends_the_exploration_leaves_them_undecided() {
    let text = "class Main { static void main(int x) { if (x == 1) { assert false; } \
                int i := 0; while (i < x) { i := i + 1; } cover i == 40; } }";
    let args = ["explore", "-", "--no-proofs", "--format", "json"];
    let json = json(multise(&args).stdin(text).assert().code(1).get_output());
    assert_eq!(json["covers"][0]["status"], "undecided");
}

/// The proof is found before the loop has run so often, on most machines.
#[test]
fn exploration_goes_on_after_a_proof() {
    let text = "class Main { static void main(int n) {\n\
                int i := 0; while (i < n) { i := i + 1; assert i > 0; cover i == 20; } } }";
    let text = printed(multise(&["explore", "-"]).stdin(text).assert().code(0).get_output());
    assert!(text.contains("satisfied with n = 20\n"), "{text}");
    assert!(text.ends_with("valid (proved by induction)\n"), "{text}");
}

#[test]
fn a_proof_shows_that_nothing_gets_there() {
    let text = "class Main { static void main(int n) {\n\
                int i := 0; while (true) { i := i + 1; assert i > 0; cover i == 1000000;\n cover i < 0; }\n cover true; } }";
    let text = printed(multise(&["explore", "-"]).stdin(text).assert().code(0).get_output());
    assert!(text.ends_with("valid (proved by induction)\n"), "{text}");
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(" cover ")).collect();
    let expected = ["undecided: a proof ended the exploration before", "unreachable", "unreachable"];
    assert_eq!(lines.len(), expected.len(), "{text}");
    assert!(lines.iter().zip(expected).all(|(line, expected)| line.contains(expected)), "{text}");
}
