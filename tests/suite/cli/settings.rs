//! Options in the program, the environment and `multise.toml`.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use support::process::{complaints, json, printed};

const PROGRAM: &str = "// multise: --unroll 2
class Main {
    static void main(int n) {
        int i := 0;
        while (i < n) { i := i + 1; }
        assert i < 3;
    }
}
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("sub")).expect("a folder in it");
    fs::write(folder.path().join("sub/p.oox"), PROGRAM).expect("a program");
    folder
}

fn multise(folder: &Path, words: &str) -> Command {
    let mut command = support::multise!();
    command.current_dir(folder.join("sub")).args(words.split_whitespace());
    command
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn each_layer_decides_what_those_above_leave_open() {
    let folder = folder();
    let explore = |words: &str| multise(folder.path(), &format!("explore p.oox --no-proofs {words}"));
    // Three iterations are needed to violate the assertion.
    assert_eq!(code(&explore("").output().expect("it runs")), Some(3), "the directive bounds the loop");
    assert_eq!(code(&explore("--unroll 3").output().expect("it runs")), Some(1));
    assert_eq!(code(&explore("--no-config").output().expect("it runs")), Some(1));
    assert_eq!(code(&explore("").env("MULTISE_UNROLL", "5").output().expect("it runs")), Some(3));
    fs::write(folder.path().join("multise.toml"), "unroll = 9\nformat = \"json\"\n").expect("a file");
    let output = explore("").env("MULTISE_DEPTH", "7").output().expect("it runs");
    let report = json(&output);
    assert_eq!((&report["bounds"]["unroll"], &report["bounds"]["depth"]), (&2.into(), &7.into()));
    let text = explore("--format text").output().expect("it runs");
    assert!(printed(&text).ends_with("unknown (unroll)\n"));
}

#[test]
fn a_program_on_standard_input_has_directives() {
    let folder = folder();
    let of_stdin = |words: &str, program: &str| {
        let file = folder.path().join("program");
        fs::write(&file, program).expect("a file");
        let input = fs::File::open(file).expect("it was written");
        multise(folder.path(), words).stdin(input).output().expect("it runs")
    };
    assert_eq!(code(&of_stdin("explore - --no-proofs", PROGRAM)), Some(3), "the directive bounds the loop");
    assert_eq!(code(&of_stdin("explore - --no-proofs --no-config", PROGRAM)), Some(1));
    // Longer than what is searched for directives.
    let long = PROGRAM.replace("int i", &format!("//{}\nint i", " x".repeat(1 << 17)));
    assert_eq!(code(&of_stdin("explore - --no-proofs", &long)), Some(3));
    assert_eq!(code(&of_stdin("run -", &long)), Some(0));
}

#[test]
fn a_variable_that_is_no_option_gets_a_warning() {
    let folder = folder();
    let explore = |words: &str| {
        let mut command = multise(folder.path(), &format!("explore p.oox --no-proofs {words}"));
        let output = command.env("MULTISE_UNROL", "5").output().expect("it runs");
        assert_eq!(code(&output), Some(3), "the directive bounds the loop");
        complaints(&output)
    };
    let warning = "warning: no option has the variable `MULTISE_UNROL`; did you mean `MULTISE_UNROLL`?\n";
    assert_eq!(explore(""), warning);
    assert_eq!(explore("--quiet"), "");
}

#[test]
fn all_commands_of_one_program_tell_their_options() {
    let folder = folder();
    fs::write(folder.path().join("multise.toml"), "lenient = true\ntimeout = 17\n[check]\nquiet = true\n")
        .expect("a file");
    for words in ["explore p.oox", "explain p.oox:4", "profile p.oox", "run p.oox", "check p.oox", "cfg p.oox"] {
        let output = multise(folder.path(), &format!("{words} --print-config")).output().expect("it runs");
        assert_eq!(code(&output), Some(0), "{words}");
        let printed = printed(&output);
        let file = fs::canonicalize(folder.path().join("multise.toml")).expect("it is there");
        assert!(printed.contains(&format!("lenient = true  # {}", file.display())), "{words}: {printed}");
        assert_eq!(printed.contains("timeout = 17"), !words.starts_with('c'), "{words}: {printed}");
        // Every command that has bounds uses the directive; the others ignore it.
        let is_bounded = words.starts_with('e') || words.starts_with("profile");
        assert_eq!(printed.contains("unroll = 2  # directive, line 1"), is_bounded, "{words}: {printed}");
        assert_eq!(printed.contains("quiet = true"), words.starts_with("check"), "{words}: {printed}");
    }
}

#[test]
fn errors_are_reported_with_their_places() {
    let folder = folder();
    let file = folder.path().join("sub/multise.toml");
    fs::write(&file, "# mine\nunrol = 3\n").expect("a file");
    let output = multise(folder.path(), "explore p.oox").output().expect("it runs");
    let why = complaints(&output);
    assert_eq!(code(&output), Some(2));
    assert!(why.contains("multise.toml:2:1") && why.contains("there is `unroll`"), "{why}");
    assert_eq!(code(&multise(folder.path(), "check p.oox --no-config").output().expect("it runs")), Some(0));
    // The command line itself is refused as always, and help is printed.
    assert_eq!(code(&multise(folder.path(), "explore p.oox --unrol 3").output().expect("it runs")), Some(2));
    assert_eq!(code(&multise(folder.path(), "explore --help").output().expect("it runs")), Some(0));
}

#[test]
fn jobs_are_made_with_the_options_that_they_will_have() {
    let folder = folder();
    let program = "class Main { static void main() { unknown.call(); } static void other() { } }";
    fs::write(folder.path().join("sub/p.oox"), program).expect("a program");
    let jobs = |folder: &Path| multise(folder, "jobs . --out reports").output().expect("it runs");
    assert_eq!(code(&jobs(folder.path())), Some(2), "strict rules refuse the call");
    fs::write(folder.path().join("multise.toml"), "lenient = true\n").expect("a file");
    let output = jobs(folder.path());
    assert_eq!(code(&output), Some(0), "{}", complaints(&output));
    fs::write(folder.path().join("multise.toml"), "lenient = true\nsarif = \"x.sarif\"\n").expect("a file");
    let why = String::from_utf8(jobs(folder.path()).stderr).expect("text");
    assert!(why.contains("each would overwrite"), "{why}");
}
