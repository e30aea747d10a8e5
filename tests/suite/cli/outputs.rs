//! Files to write: none is an input or another output, each is checked before exploring, and the verdict is printed whatever
//! happens to them.

use super::multise;
use std::fs;
use std::path::Path;
use support::process::{complaints, json, printed};
use tempfile::TempDir;

const TEXT: &str = "class Main { static void main(int n) { assert n != 7; } }\n";

/// A folder with a program.
fn folder() -> (TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("p.oox");
    fs::write(&program, TEXT).expect("it can be written");
    let program = program.to_string_lossy().into_owned();
    (folder, program)
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_string_lossy().into_owned()
}

/// Runs a command that must be refused, leaves the program as it was, and writes nothing else. Returns its message.
fn refused(folder: &TempDir, args: &[&str]) -> String {
    let names = || fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").file_name()).collect();
    let before: Vec<_> = names();
    let assert = multise(args).assert().code(2).stdout_eq("");
    let after: Vec<_> = names();
    assert_eq!(before, after, "{args:?}");
    assert_eq!(support::read(folder.path().join("p.oox")), TEXT, "{args:?}");
    complaints(assert.get_output())
}

#[test]
fn a_program_is_never_overwritten() {
    let (folder, program) = folder();
    for option in ["json", "html", "sarif", "junit", "witness", "lcov", "cobertura", "invariants", "proof-out", "tests"]
    {
        let errors = refused(&folder, &["explore", &program, &format!("--{option}"), &program]);
        assert!(errors.contains(&format!("--{option} would overwrite an input")), "{errors}");
    }
    // The same file under another name.
    let again = path(&folder, "./p.oox");
    refused(&folder, &["explore", &program, "--html", &again]);
    refused(&folder, &["explain", &format!("{program}:1"), "--html", &program]);
    refused(&folder, &["profile", &program, "--flame", &program]);
    refused(&folder, &["profile", &program, "--folded", &program]);
    refused(&folder, &["compare", &program, "--plot", &program]);
}

#[cfg(unix)]
#[test]
fn a_program_is_never_overwritten_through_a_link() {
    let (folder, program) = folder();
    let link = path(&folder, "link.json");
    std::os::unix::fs::symlink(&program, &link).expect("a link");
    let errors = refused(&folder, &["explore", &program, "--json", &link]);
    assert!(errors.contains("--json would overwrite an input"), "{errors}");
}

#[test]
fn reports_that_are_merged_are_never_overwritten() {
    let (folder, program) = folder();
    let report = path(&folder, "r.json");
    multise(&["explore", &program, "--json", &report]).assert().code(1);
    let before = fs::read(&report).expect("a report");
    let errors = refused(&folder, &["merge", &report, "--lcov", &report]);
    assert!(errors.contains("--lcov would overwrite an input"), "{errors}");
    assert_eq!(fs::read(&report).expect("a report"), before);
}

#[test]
fn no_two_outputs_are_one_file() {
    let (folder, program) = folder();
    let out = path(&folder, "out");
    let errors = refused(&folder, &["explore", &program, "--json", &out, "--html", &out]);
    assert!(errors.contains("--json and --html name the same file"), "{errors}");
    // A device that keeps nothing can take both.
    #[cfg(unix)]
    multise(&["explore", &program, "-q", "--json", "/dev/null", "--html", "/dev/null"]).assert().code(1);
}

#[test]
fn one_document_is_printed() {
    let (folder, program) = folder();
    for (options, named) in [
        (&["--format", "json", "--sarif", "-"][..], "--format json and --sarif"),
        (&["--junit", "-", "--json", "-"], "--json and --junit"),
    ] {
        let errors = refused(&folder, &[&["explore", &program], options].concat());
        assert!(errors.contains(&format!("{named} would both write to standard output")), "{errors}");
    }
    for options in [&["--format", "json", "--json", "-"][..], &["--sarif", "-"]] {
        multise(&[&["explore", &program], options].concat()).assert().code(1);
    }
}

#[test]
fn what_cannot_be_written_is_refused_before_exploring() {
    let (folder, program) = folder();
    let endless = path(&folder, "endless.oox");
    fs::write(&endless, "class Main { static void main() { while (true) { } } }").expect("it can be written");
    for program in [&program, &endless] {
        let missing = path(&folder, "nowhere/out.json");
        let errors = refused(&folder, &["explore", program, "--json", &missing]);
        assert!(errors.contains("cannot write") && errors.contains("out.json"), "{errors}");
        let errors = refused(&folder, &["explore", program, "--html", &path(&folder, ".")]);
        assert!(errors.contains("cannot write"), "{errors}");
        let errors = refused(&folder, &["explore", program, "--tests", &path(&folder, "p.oox/tests")]);
        assert!(errors.contains("cannot write"), "{errors}");
    }
}

#[test]
fn options_of_other_layers_are_looked_at_too() {
    let (_folder, program) = folder();
    let text = format!("// multise: --html {program}\n{TEXT}");
    fs::write(&program, &text).expect("it can be written");
    multise(&["explore", &program]).assert().code(2);
    assert_eq!(support::read(&program), text);
}

#[cfg(target_os = "linux")]
#[test]
fn the_verdict_is_printed_whatever_happens_to_a_report() {
    let (folder, program) = folder();
    let html = path(&folder, "page.html");
    let assert = multise(&["explore", &program, "-q", "--sarif", "/dev/full", "--html", &html]).assert().code(2);
    let output = assert.get_output();
    assert_eq!(printed(output), "invalid\n");
    assert!(complaints(output).starts_with("error: cannot write `/dev/full`"));
    assert!(Path::new(&html).is_file(), "the others are written");
}

#[test]
fn json_goes_to_standard_output() {
    let (_folder, program) = folder();
    let assert = multise(&["explore", &program, "--json", "-"]).assert().code(1);
    let report = json(assert.get_output());
    assert_eq!(report["verdict"], "invalid");
    assert!(!support::project().join("-").exists());
}

/// What is known within a bound, and why not everything was explored, has the same words in every report.
#[test]
fn limits_have_the_same_words_in_every_report() {
    let folder = tempfile::tempdir().expect("a folder");
    let [sarif, html] = ["log.sarif", "page.html"].map(|name| path(&folder, name));
    let reports = |options: &[&str]| {
        let args = ["explore", "--no-proofs", "tests/cli/endless.oox", "--sarif", &sarif, "--html", &html];
        let text = printed(multise(&args).args(options).assert().code(3).get_output());
        [text, support::read(&sarif), support::read(&html)]
    };
    for report in reports(&["--unroll", "2"]) {
        assert!(report.contains("no violation within 2 iterations of the loop at line 4"), "{report}");
        assert!(report.contains("loops were cut at --unroll 2"), "{report}");
        assert!(report.contains("a larger --unroll, or none"), "{report}");
    }
    for report in reports(&["--timeout", "0.5"]) {
        assert!(report.contains("exploration ended at --timeout 0.5"), "{report}");
        assert!(report.contains("a larger --timeout") && !report.contains("a larger --unroll"), "{report}");
    }
}
