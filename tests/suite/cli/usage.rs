//! Options, completions, the manual, graphs.

use super::multise;
use snapbox::str;
use support::process::printed;

#[test]
fn contradictions_are_explained() {
    let refused = |args: &[&str], reason| {
        let all: Vec<&str> = ["explore", "examples/bank.oox"].iter().chain(args).copied().collect();
        multise(&all).assert().code(2).stdout_eq("").stderr_eq(reason);
    };
    refused(
        &["--strict", "--lenient"],
        str![[r#"
error: --strict and --lenient contradict each other: --lenient accepts with a warning what --strict refuses

"#]],
    );
    refused(
        &["-v", "-q"],
        str![[r#"
error: --verbose and --quiet contradict each other: one asks for more than usual, the other for the verdict alone

"#]],
    );
    refused(
        &["--all", "--first"],
        str![[r#"
error: --all and --first contradict each other: one goes on after violations, the other stops at the first

"#]],
    );
    refused(
        &["-q", "--stats"],
        str![[r#"
error: --stats and --quiet contradict each other: --quiet prints the verdict alone

"#]],
    );
    refused(
        &["--set", "A.n=1", "--set", "A.n=2"],
        str![[r#"
error: --set gives `A.n` two values, 1 and 2: a static field has one initialiser

"#]],
    );
}

#[test]
fn usage_errors() {
    let refused = |args: &[&str], reason| multise(args).assert().code(2).stdout_eq("").stderr_eq(reason);
    refused(
        &["explore"],
        str![[r#"
error: the following required arguments were not provided:
  <FILE>

Usage: multise explore <FILE>

For more information, try '--help'.

"#]],
    );
    refused(
        &["explode", "x.oox"],
        str![[r#"
error: unrecognized subcommand 'explode'

  tip: some similar subcommands exist: 'explain', 'explore'

Usage: multise <COMMAND>

For more information, try '--help'.

"#]],
    );
    refused(
        &["explore", "x.oox", "--timeout", "0"],
        str![[r#"
error: invalid value '0' for '--timeout <SECONDS>': not a positive number of seconds

For more information, try '--help'.

"#]],
    );
    refused(
        &["explore", "x.oox", "--set", "n=1"],
        str![[r#"
error: invalid value 'n=1' for '--set <CLASS.FIELD=VALUE>': not of the form Class.field=VALUE

For more information, try '--help'.

"#]],
    );
    refused(
        &["run", "-", "--inputs", "-"],
        str![[r#"
error: the program and the inputs cannot both be read from standard input

"#]],
    );
}

#[test]
fn control_flow_graphs() {
    let text = printed(multise(&["cfg", "examples/bank.oox"]).assert().code(0).stderr_eq("").get_output());
    assert!(text.starts_with("digraph") && text.contains("Main.transfer") && text.contains("Main.main"));
    let words = ["cfg", "examples/bank.oox", "--entry", "Main.transfer"];
    let text = printed(multise(&words).assert().code(0).get_output());
    assert!(text.contains("Main.transfer") && !text.contains("Main.main"));
    let words = ["cfg", "examples/java-ranger/tcas.oox", "--regions", "3"];
    let text = printed(multise(&words).assert().code(0).stderr_eq("").get_output());
    assert!(text.contains("region to") && text.contains("style=dotted") && text.contains("no region: early return"));
}

#[test]
fn regions_and_tabled_calls_are_counted() {
    let words = ["explore", "examples/java-ranger/tcas.oox", "--set", "Main.steps=2", "--stats", "--regions", "4"];
    let text = printed(multise(&words).assert().code(0).get_output());
    for name in ["instantiated", "cached", "found", "inlined", "deepest", "single_path", "given_up", "refused"] {
        assert!(text.contains(&format!("regions_{name}")), "{name}: {text}");
    }
    assert!(text.contains("known_calls"));
    multise(&["explore", "examples/bank.oox", "--regions", "5"]).assert().code(2);
}

#[test]
fn completions_and_the_manual_are_there() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = printed(multise(&["completions", shell]).assert().code(0).stderr_eq("").get_output());
        assert!(text.contains("nonnull-arrays"), "{shell} does not complete options");
    }
    let text = printed(multise(&["man"]).assert().code(0).stderr_eq("").get_output());
    assert!(text.contains(".TH multise 1"));
    for part in [r"multise\-explore", r"multise\-run", r"multise\-cfg", r"\-\-array\-length"] {
        assert!(text.contains(part), "the manual lacks {part}");
    }
}
