//! For every number as value of an option, there is a result, or the number is refused.

use std::fs;
use std::path::Path;
use std::process::Command;
use support::process::{complaints, printed};

/// All executions of this program are finite. It has everything that options with numbers are about: loops, recursion,
/// arrays, objects, threads.
const PROGRAM: &str = "class Node { Node next; }
class Main {
    static int k := 2;
    static void main(int[] a, Node n, bool b) {
        int i := 0;
        while (i < 2) { i := i + 1; }
        if (b) { Main.deep(2); }
        if (n != null && n.next != null) { fork Main.deep(1); join; }
        if (a != null && #a > 1) { int x := a[1] * Main.k; assert x != 6; }
    }
    static void deep(int n) requires(n <= 2) { if (n > 0) { Main.deep(n - 1); } }
}
";

const NUMBERS: [&str; 11] = [
    "0",
    "1",
    "1e-9",
    "1e-300",
    "1e19",
    "1.8446744073709549e19",
    "1e308",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "NaN",
];

/// The value names of options that take numbers.
const NUMERIC: [&str; 4] = ["<N>", "<SECONDS>", "<MIB>", "<LEVEL>"];

/// The commands that have options with numbers, with the arguments that make such a number matter.
const COMMANDS: [&str; 7] = [
    "explore p.oox",
    "explore p.oox --all-methods --mode path --tests tests",
    "explore p.oox --html page.html",
    "explain p.oox:7",
    "profile p.oox",
    "run p.oox",
    "cfg p.oox",
];

fn multise(folder: &Path, words: &str) -> Command {
    let mut command = support::multise!();
    command.current_dir(folder).args(words.split_whitespace());
    command
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("p.oox"), PROGRAM).expect("a program");
    folder
}

/// Runs a command, which must have a result or refuse its arguments.
fn check(what: &str, command: &mut Command) {
    let output = command.output().expect("it runs");
    let printed = complaints(&output);
    let ended = matches!(output.status.code(), Some(0..=3));
    assert!(ended && !printed.contains("panicked"), "{what}: {}\n{printed}", output.status);
}

/// The options of a command that take numbers, according to its help.
fn numeric_options(folder: &Path, command: &str) -> Vec<String> {
    let command = command.split_whitespace().next().expect("a word");
    let help = multise(folder, &format!("{command} --help")).output().expect("it runs");
    let help = printed(&help);
    let mut options = Vec::new();
    for line in help.lines() {
        let mut words = line.split_whitespace();
        if let (Some(option), Some(value)) = (words.find(|word| word.starts_with("--")), words.next())
            && NUMERIC.contains(&value.trim_matches(['[', ']']))
        {
            options.push(option.to_owned());
        }
    }
    options
}

#[test]
fn every_number_on_the_command_line_gives_a_result_or_is_refused() {
    let folder = folder();
    let mut options = 0;
    for command in COMMANDS {
        let numeric = numeric_options(folder.path(), command);
        assert!(!numeric.is_empty(), "{command}");
        options += numeric.len();
        for (option, number) in numeric.iter().flat_map(|option| NUMBERS.map(|number| (option, number))) {
            let words = format!("{command} {option}={number}");
            check(&words, &mut multise(folder.path(), &words));
        }
    }
    assert!(options >= 40, "only {options} options with numbers are in the help");
    for number in NUMBERS {
        for words in [format!("explore p.oox --set Main.k={number}"), format!("explain p.oox:{number}")] {
            check(&words, &mut multise(folder.path(), &words));
        }
    }
}

#[test]
fn every_number_for_a_comparison_gives_a_result_or_is_refused() {
    let folder = folder();
    for option in numeric_options(folder.path(), "compare") {
        for number in ["0", "1", "1e19", "1.8446744073709549e19", "18446744073709551615"] {
            let words = format!("compare p.oox {option}={number}");
            check(&words, &mut multise(folder.path(), &words));
        }
    }
}

#[test]
fn every_number_in_the_environment_and_in_files_gives_a_result_or_is_refused() {
    let folder = folder();
    for option in numeric_options(folder.path(), "explore") {
        let name = option.trim_start_matches('-');
        let variable = format!("MULTISE_{}", name.replace('-', "_").to_uppercase());
        for number in NUMBERS {
            let what = format!("{variable}={number}");
            check(&what, multise(folder.path(), "explore p.oox --tests tests").env(&variable, number));
        }
        for number in ["1", "1e19", "9223372036854775807", "9223372036854775808", "-1", "nan", "inf", "1e308"] {
            let what = format!("{name} = {number}");
            fs::write(folder.path().join("multise.toml"), &what).expect("a file");
            check(&what, &mut multise(folder.path(), "explore p.oox --tests tests"));
        }
        fs::remove_file(folder.path().join("multise.toml")).expect("it is there");
    }
}
