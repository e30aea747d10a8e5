//! Transcripts of the command line: what stands on standard output and standard error, and the exit codes.

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;
use std::time::Duration;

/// The program, in the root of the project and without a terminal.
fn multise(args: &[&str]) -> Command {
    Command::new(cargo_bin!("multise")).args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1")
}

#[test]
fn every_error_is_rendered() {
    let text = "class Main {\n    static void main(int x) {\n        y := 1;\n        bool x := z;\n    }\n}\n";
    multise(&["check", "-"]).stdin(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[E0102]: unknown variable `y`
 --> <stdin>:3:9
  |
3 |         y := 1;
  |         ^

error[E0109]: `x` is declared already
 --> <stdin>:4:14
  |
2 |     static void main(int x) {
  |                          - first declared here
3 |         y := 1;
4 |         bool x := z;
  |              ^ declared again here

error[E0102]: unknown variable `z`
 --> <stdin>:4:19
  |
4 |         bool x := z;
  |                   ^

error: <stdin> refused: 3 errors

"#]]);
}

#[test]
fn syntax_errors_too() {
    let text = "class Main {\n    static void main( {\n    }\n    int f() { return 1 + ; }\n}\n";
    multise(&["explore", "-"]).stdin(text).assert().code(2).stdout_eq(str![[""]]).stderr_eq(str![[r#"
error[E0011]: expected a type, found `{`
 --> <stdin>:2:23
  |
2 |     static void main( {
  |                       ^ unexpected

error[E0011]: expected an expression, found `;`
 --> <stdin>:4:26
  |
4 |     int f() { return 1 + ; }
  |                          ^ unexpected

error: <stdin> refused: 2 errors

"#]]);
}

#[test]
fn a_good_program_has_no_errors() {
    multise(&["check", "examples/stack.oox"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
examples/stack.oox: no errors

"#]])
        .stderr_eq(str![[""]]);
    multise(&["check", "-q", "examples/stack.oox"]).assert().code(0).stdout_eq("").stderr_eq("");
}

#[test]
fn lenient_checking_warns() {
    let text = "class Main {\n    static void main() {\n        x := 1;\n        assert x == 1;\n    }\n}\n";
    multise(&["check", "-"]).stdin(text).assert().code(2);
    multise(&["check", "--lenient", "-"])
        .stdin(text)
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
<stdin>: no errors, 1 warning

"#]])
        .stderr_eq(str![[r#"
warning[E0102]: unknown variable `x`
 --> <stdin>:3:9
  |
3 |         x := 1;
  |         ^
  |
  = help: lenient mode: this declares it with type `int`


"#]]);
    multise(&["check", "--compat", "jip", "-q", "-"]).stdin(text).assert().code(0).stdout_eq("").stderr_eq("");
    multise(&["check", "--compat", "jip", "--strict", "-"]).stdin(text).assert().code(2);
}

#[test]
fn files_that_cannot_be_read() {
    multise(&["check", "nowhere.oox"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read `nowhere.oox`: there is no such file

"#]]);
    multise(&["explore", "src"]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: cannot read `src`: it is a directory

"#]]);
    let bytes = b"class A {}\n// \xff\n".to_vec();
    multise(&["check", "-"]).stdin(bytes).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0007]: the file is not UTF-8: malformed byte in line 2

error: <stdin> refused: 1 error

"#]]);
    multise(&["explore", "--format", "json", "-"]).stdin("class").assert().code(2).stdout_eq("");
}

#[test]
fn the_entry_must_exist() {
    multise(&["explore", "examples/bank.oox", "--entry", "Main.mian"]).assert().code(2).stdout_eq("").stderr_eq(str![
        [r#"
error[E0151]: there is no method `mian` in class `Main`
 |
 = help: did you mean `main`?

error: examples/bank.oox refused: 1 error

"#]
    ]);
}

#[test]
fn a_program_without_main_shows_where_it_can_begin() {
    multise(&["explore", "-"]).stdin(SHAPES).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
"#]]);
    let text = "class App { static void main(int n) { } int f() { return 1; } }";
    multise(&["run", "-"]).stdin(text).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
"#]]);
}

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

  tip: a similar subcommand exists: 'explore'

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

/// The last line of standard output.
fn verdict(output: &snapbox::cmd::OutputAssert) -> String {
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    text.lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_valid_program() {
    multise(&["explore", "examples/stack.oox"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checks of Main.main: 9 proved
  (-v lists them)
paths at most [..]
valid

"#]])
        .stderr_eq("");
    multise(&["explore", "-q", "examples/stack.oox"]).assert().code(0).stdout_eq("valid\n").stderr_eq("");
}

#[test]
fn an_invalid_program() {
    multise(&["explore", "examples/bank.oox"]).assert().code(1).stdout_eq(str![[r#"
violation[assert]: the assertion does not hold
  --> examples/bank.oox:23:9
   |
23 |         assert from.balance + to.balance == before;
   |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ false
  inputs:   from   = o1
            to     = o1
            amount = 1
            o1     = Account { balance: 1 }
  trace:    Main.main 17 18 20 21 Main.transfer 27 29 30 31 32 33 Main.main 22 23
  replayed: yes
  again:    multise run examples/bank.oox --entry Main.main --inputs - <<< '{"args":{"from":{"ref":"o1"},"to":{"ref":"o1"},"amount":{"int":"1"}},"heap":{"o1":{"class":"Account","fields":{"balance":{"int":"1"}}}}}'

checks of Main.main: 2 proved, 1 violated
  line 22    assert      in Main.main: proved
  line 23    assert      in Main.main: violated
  line 27    requires    in Main.transfer: proved
paths at most [..]
invalid

"#]]).stderr_eq("");
}

#[test]
fn the_printed_command_runs_the_violation_again() {
    let report = multise(&["explore", "examples/bank.oox"]).assert().code(1);
    let text = String::from_utf8_lossy(&report.get_output().stdout).into_owned();
    let command = text.lines().find_map(|l| l.trim().strip_prefix("again:")).expect("a command").trim().to_owned();
    let program = cargo_bin!("multise").to_string_lossy().into_owned();
    let script = command.replacen("multise", &format!("'{program}'"), 1);
    let bash = Command::new("bash").args(["-c", &script]).current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
    assert_eq!(verdict(&bash.assert().code(1)), "violation (assert, line 23)");
}

#[test]
fn bounds_make_unknown() {
    multise(&["explore", "--unroll", "5", "tests/cli/endless.oox"])
        .assert()
        .code(3)
        .stdout_eq(str![[r#"
no violation within 5 iterations of the loop at line 4
checks of Main.main: 1 undecided
  line 5     assert      in Main.main: undecided: unroll
try: a larger --unroll, or none
paths at most [..]
unknown (unroll)

"#]])
        .stderr_eq("");
    let output = multise(&["explore", "--timeout", "0.5", "-q", "tests/cli/endless.oox"]).assert().code(3);
    assert_eq!(verdict(&output), "unknown (timeout)");
}

#[test]
fn little_memory_makes_unknown() {
    let args = ["explore", "--memory", "16", "tests/cli/endless.oox"];
    let output = multise(&args).assert().code(3).stderr_eq("");
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    assert_eq!(verdict(&output), "unknown (memory)");
    assert!(text.contains("line 5     assert      in Main.main: undecided: memory"), "{text}");
    let output = multise(&args).args(["--format", "json"]).assert().code(3).stderr_eq("");
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON object");
    assert_eq!((&report["verdict"], &report["reasons"][0]), (&"unknown".into(), &"memory".into()));
    assert_eq!(report["assertions"][0]["status"], "undecided");
    assert!(report["statistics"]["memory_peak"].as_u64() > Some(16 << 20), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_internal_error() {
    let full = std::fs::File::create("/dev/full").expect("a device that is always full");
    let output = std::process::Command::new(cargo_bin!("multise"))
        .args(["explore", "examples/stack.oox"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(full)
        .output()
        .expect("the program ends");
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write the output: "));
}

#[test]
fn odd_files_are_refused() {
    let refused = |bytes: Vec<u8>, code: &str| {
        let output = multise(&["explore", "-"]).stdin(bytes).assert().code(2).stdout_eq("");
        let text = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(text.starts_with(&format!("error[{code}]")), "{text:.1000}");
        assert!(text.trim_end().ends_with("error: <stdin> refused: 1 error"), "{text:.1000}");
    };
    let nested = |open: &str, inner: &str, close: &str| {
        let body = [open.repeat(100_000), close.repeat(100_000)].join(inner);
        format!("class Main {{ static void main(int x) {{ int y; y := {body}; }} }}").into_bytes()
    };
    refused(nested("(", "x", ")"), "E0010");
    refused(nested("x + ", "x", ""), "E0010");
    refused(nested("1; { y := ", "1; ", "}"), "E0010");
    // Not UTF-8, zeros among them.
    refused((0..=255u8).rev().cycle().take(100_000).collect(), "E0007");
}

#[test]
fn ten_megabytes_are_explored() {
    let lines = "        y := y + x;\n".repeat(10_000_000 / 20);
    let text = format!("class Main {{ static int main(int x) {{ int y := 0;\n{lines}return y; }} }}\n");
    multise(&["explore", "-q", "-"]).stdin(text).assert().code(0).stdout_eq("valid\n").stderr_eq("");
}

#[test]
fn assumptions_are_part_of_the_verdict() {
    let text = "class Main {\n    static void main(int[] a)\n        requires(a != null)\n    {\n        int i := 0;\n        \
                while (i < #a) i := i + 1;\n        assert i == #a;\n    }\n}\n";
    multise(&["explore", "-q", "--array-length", "3", "-"])
        .stdin(text)
        .assert()
        .code(0)
        .stdout_eq("valid (for input arrays of at most 3 elements)\n");
    let vacuous = text.replace("a != null", "#a < 0");
    multise(&["explore", "-q", "-"])
        .stdin(vacuous)
        .assert()
        .code(0)
        .stdout_eq("valid (vacuous: no input satisfies the requires at line 3)\n");
}

#[test]
fn threads_are_refused() {
    let text = "class Main {\n    static void main() { fork Main.f(); }\n    static void f() { }\n}\n";
    multise(&["explore", "-"]).stdin(text).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0400]: `fork` is not supported yet
 --> <stdin>:2:26
  |
2 |     static void main() { fork Main.f(); }
  |                          ^^^^^^^^^^^^^^ reachable from the entry method

error: <stdin> refused: 1 error

"#]]);
}

#[test]
fn lenient_programs_fail_where_they_call_the_unknown() {
    let text = "class Main {\n    static void main(bool b) { if (b) Main.nowhere(); }\n}\n";
    multise(&["explore", "--lenient", "-q", "-"]).stdin(text).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0401]: a call of the unknown method `Main.nowhere` is reached
 --> <stdin>:2:39
  |
2 |     static void main(bool b) { if (b) Main.nowhere(); }
  |                                       ^^^^^^^^^^^^^^
  |
  = help: without --lenient this is an error wherever it stands

error: <stdin> refused: 1 error

"#]]);
}

#[test]
fn json_has_the_fields_of_the_schema_in_order() {
    let output = multise(&["explore", "--format", "json", "examples/bank.oox"]).assert().code(1).stderr_eq("");
    let report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).expect("one JSON object");
    let keys =
        |value: &serde_json::Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        keys(&report),
        "schema version file entry mode options verdict reasons assumptions bounds assertions violations warnings \
         statistics"
    );
    assert_eq!(keys(&report["bounds"]), "unroll depth heap_depth parked");
    assert_eq!(keys(&report["assertions"][0]), "line column kind status");
    assert_eq!(
        keys(&report["violations"][0]),
        "kind cause file line column method call_site message inputs trace replayed"
    );
    assert_eq!((&report["verdict"], &report["violations"][0]["line"]), (&"invalid".into(), &23.into()));
}

/// A program of which there are many models.
const CHOICES: &str = "class Main { static void main(int[] a, int k) {
    assume a != null && #a == 4; int i := 0; int m := 0;
    while (i < 4) { if (a[i] + k > a[m]) { m := i; } i := i + 1; } assert a[m] != 7; assert m != 3; } }";

#[test]
fn the_same_question_has_the_same_answer() {
    let words = std::fs::read_to_string("examples/words.oox").expect("an example");
    let report = |mode: &str, text: &str| {
        let args = ["explore", "--format", "json", "--mode", mode, "-"];
        let output = multise(&args).stdin(text.to_owned()).assert().code(1);
        let mut report: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).expect("JSON");
        let statistics = report["statistics"].as_object_mut().expect("an object");
        statistics.retain(|name, _| !name.starts_with("time_") && name != "memory_peak");
        report.to_string()
    };
    // In one process Z3's models depend on where its memory lies, and so on what other threads do.
    for (mode, text) in [("merge", CHOICES), ("path", CHOICES), ("merge", &words)] {
        assert_eq!(report(mode, text), report(mode, text));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_partial_report() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let mut child = Command::new(cargo_bin!("multise"))
        .args(["explore", "tests/cli/endless.oox"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_millis(500));
    let interrupted = Instant::now();
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()), "there is a `kill`");
    let status = child.wait().expect("the program ends");
    // A second, and as much again for a machine that is busy with other tests.
    assert!(interrupted.elapsed() < Duration::from_secs(2), "{:?}", interrupted.elapsed());
    assert_eq!(status.code(), Some(130));
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("UTF-8");
    assert_eq!(text.lines().last(), Some("unknown (interrupted)"), "{text}");
}

/// Runs `tests/cli/quotient.oox` on a value of `x`, with the inputs on standard input.
fn run(x: i64, options: &[&str]) -> Command {
    let args: Vec<&str> = ["run", "tests/cli/quotient.oox", "--inputs", "-"].iter().chain(options).copied().collect();
    multise(&args).stdin(format!(r#"{{"args":{{"x":{{"int":"{x}"}}}}}}"#))
}

#[test]
fn a_run_ends() {
    run(5, &[])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
trace: Main.main 3 5 6 7 8 9
result = 2
steps: 25
ended

"#]])
        .stderr_eq("");
    run(5, &["-q"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
ended

"#]])
        .stderr_eq("");
}

#[test]
fn a_run_violates() {
    run(7, &[])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
violation[assert]: the assertion does not hold
 --> tests/cli/quotient.oox:8:9
  |
8 |         assert i != 7;
  |         ^^^^^^^^^^^^^^ false

trace: Main.main 3 5 6 7 8
steps: 27
violation (assert, line 8)

"#]])
        .stderr_eq("");
    run(3, &[])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
violation[exception, division-by-zero]: uncaught exception: a division by zero
 --> tests/cli/quotient.oox:9:16
  |
9 |         return i / (x - 3);
  |                ^^^^^^^^^^^ thrown here

trace: Main.main 3 5 6 7 8 9
steps: 18
violation (exception, division-by-zero, line 9)

"#]])
        .stderr_eq("");
    run(3, &["--uncaught", "allow"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
note: an allowed exception ended the run: a division by zero
 --> tests/cli/quotient.oox:9:16
  |
9 |         return i / (x - 3);
  |                ^^^^^^^^^^^ thrown here

trace: Main.main 3 5 6 7 8 9
steps: 18
ended (exception: division-by-zero)

"#]])
        .stderr_eq("");
}

#[test]
fn inputs_of_a_run_are_refused() {
    run(-1, &[])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
error: the inputs are not admissible
 --> tests/cli/quotient.oox:3:9
  |
3 |         requires(x >= 0)
  |         ^^^^^^^^^^^^^^^^ false for these inputs

trace: Main.main 3
steps: 1
rejected (the inputs violate the requires at line 3)

"#]])
        .stderr_eq("");
    run(5000, &["-q"])
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
rejected (the inputs violate the assume at line 5)

"#]])
        .stderr_eq("");
    let inputs = |json: &str| multise(&["run", "tests/cli/quotient.oox", "--inputs", "-"]).stdin(json.to_owned());
    inputs(r#"{"args":{"y":true}}"#).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the inputs: args.y: the entry has no parameter of this name

"#]]);
    inputs(r#"{"args":{"x":1}}"#).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the inputs: not the JSON form of inputs: expected true, false, null, or one of {"int": "…"}, {"float": "p/q"}, {"char": "c"}, {"string": "…"}, {"ref": "…"} at line 1 column 15

"#]]);
    inputs("").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the inputs: not the JSON form of inputs: EOF while parsing a value at line 1 column 0

"#]]);
}

#[test]
fn a_run_is_cut() {
    run(500, &["--steps", "100"])
        .assert()
        .code(3)
        .stdout_eq(str![[r#"
trace: Main.main 3 5 6 7
steps: 100
step limit

"#]])
        .stderr_eq("");
}

const SQUARES: &str = "class Main { static void main() {
    int x := 2;
    while (true) { x := x * x; }
} }
";

#[test]
fn a_run_whose_numbers_explode_ends_at_its_step_limit() {
    let text = multise(&["run", "-q", "-"]).stdin(SQUARES).timeout(Duration::from_secs(60)).assert().code(3);
    text.stdout_eq("step limit\n").stderr_eq("");
}

#[test]
fn a_run_ends_when_its_time_is_up() {
    let steps = u64::MAX.to_string();
    for program in [SQUARES, "class Main { static void main() { while (true) { } } }"] {
        let run = multise(&["run", "-", "--steps", &steps, "--timeout", "0.5"]).stdin(program);
        run.timeout(Duration::from_secs(60)).assert().code(3).stdout_eq("time limit\n").stderr_eq("");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_run() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Stdio;
    let steps = u64::MAX.to_string();
    let mut run = std::process::Command::new(cargo_bin!("multise"));
    run.args(["run", "-", "--steps", &steps]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut run = run.spawn().expect("it starts");
    run.stdin.take().and_then(|mut pipe| pipe.write_all(SQUARES.as_bytes()).ok()).expect("it reads the program");
    std::thread::sleep(Duration::from_millis(500));
    let kill = std::process::Command::new("kill").args(["-INT", &run.id().to_string()]).status();
    assert!(kill.expect("there is `kill`").success());
    let since = std::time::Instant::now();
    assert_eq!(run.wait().expect("it ends").signal(), Some(2));
    assert!(since.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_result_shows_the_objects_that_it_reaches() {
    multise(&["run", "tests/cli/ring.oox", "--entry", "Ring.of", "--inputs", "-"])
        .stdin(r#"{"args":{"n":{"int":"2"}}}"#)
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
trace: Ring.of 10 12 Node.Node 4 Ring.of 12 13 14 15 16 17 Node.Node 4 Ring.of 17 18 19 20 21 16 23
result = o2
o2     = Node { value: 1, next: Node { value: 0, next: o2 } }
steps: 27
ended

"#]])
        .stderr_eq("");
}

#[test]
fn control_flow_graphs() {
    let all = multise(&["cfg", "examples/bank.oox"]).assert().code(0).stderr_eq("");
    let text = String::from_utf8_lossy(&all.get_output().stdout).into_owned();
    assert!(text.starts_with("digraph") && text.contains("Main.transfer") && text.contains("Main.main"));
    let some = multise(&["cfg", "examples/bank.oox", "--entry", "Main.transfer"]).assert().code(0);
    let text = String::from_utf8_lossy(&some.get_output().stdout).into_owned();
    assert!(text.contains("Main.transfer") && !text.contains("Main.main"));
}

#[test]
fn completions_and_the_manual_are_there() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = multise(&["completions", shell]).assert().code(0).stderr_eq("");
        let text = String::from_utf8_lossy(&script.get_output().stdout).into_owned();
        assert!(text.contains("nonnull-arrays"), "{shell} does not complete options");
    }
    let manual = multise(&["man"]).assert().code(0).stderr_eq("");
    let text = String::from_utf8_lossy(&manual.get_output().stdout).into_owned();
    assert!(text.contains(".TH multise 1"));
    for part in [r"multise\-explore", r"multise\-run", r"multise\-cfg", r"\-\-array\-length"] {
        assert!(text.contains(part), "the manual lacks {part}");
    }
}

const SHAPES: &str = "abstract class Shape {
    abstract int area();
    int twice() { return this.area() * 2; }
}
class Square extends Shape {
    int side;
    Square(int side) requires(side > 0) { this.side := side; }
    int area() { if (this.side < 0) { return 0; } return this.side; }
}
class Lost extends Shape {
    Lost() { throw \"never\"; }
    int area() { return 10 / this.twice(); }
}
abstract class Nobody {
    int alone() { return 1; }
}
";

#[test]
fn every_method_of_a_class_in_one_table() {
    let table = multise(&["explore", "-", "--class", "Square", "--coverage"]).stdin(SHAPES).assert().code(0);
    table.stderr_eq("").stdout_eq(str![[r#"
method[..]verdict[..]violations[..]blocks[..]time
Square.Square  valid             0  1/1 (100 %)  [..] s
Square.area    valid             0  3/3 (100 %)  [..] s
coverage            blocks     branches
Square.Square  1/1 (100 %)  0/0 (100 %)
Square.area    3/3 (100 %)  2/2 (100 %)
total          4/4 (100 %)  2/2 (100 %)
2 methods, blocks 4/4 (100 %), branches 2/2 (100 %), time [..] s
valid

"#]]);
}

#[test]
fn a_constructor_that_always_throws_is_reported_and_tests_do_without_it() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lost");
    let text = SHAPES.to_owned();
    let run = multise(&["explore", "-", "--class", "Lost", "--depth=2", "--tests", &folder.display().to_string()]);
    run.stdin(text).assert().code(1).stdout_eq(str![[r#"
violation[exception, throw] at <stdin>:11:14 in Lost.Lost: uncaught exception: `throw` is executed
  with no inputs
method[..]verdict[..]violations[..]blocks[..]time
Lost.Lost[..]invalid[..]1  1/1 (100 %)[..] s
Lost.area[..]unknown (depth)[..]0 [..] s
2 methods, blocks [..], branches [..], time [..] s
invalid

"#]]);
    let driver = std::fs::read_to_string(folder.join("Lost.area-1.oox"));
    assert!(driver.is_err() || driver.is_ok_and(|text| text.contains("bool blank0")));
}

#[test]
fn methods_that_cannot_be_explored_are_refused() {
    let refused = |options: &[&str], why: &str| {
        let words: Vec<&str> = ["explore", "-"].iter().chain(options).copied().collect();
        let output = multise(&words).stdin(SHAPES).output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty() && said.contains(why),
            "{options:?}: {said}"
        );
    };
    refused(&["--class", "Sqare"], "did you mean `Square`?");
    refused(&["--entry", "Square.arena"], "there is no method `arena` in class `Square`");
    refused(&["--entry", "Shape.area"], "write one of `Square.area()`, `Lost.area()`");
    refused(&["--entry", "Nobody.alone"], "`Nobody` is abstract, and no concrete class below it");
    refused(&["--class", "Nobody"], "no object runs the entry method `Nobody.alone`");
    refused(&["--class", "Square", "--entry", "Square.area"], "cannot be used with");
}

#[test]
fn coverage_in_the_format_of_lcov() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("shapes.info");
    multise(&["explore", "-", "-q", "--entry", "Square.area", "--lcov", &file.display().to_string()])
        .stdin(SHAPES)
        .assert()
        .code(0);
    snapbox::assert_data_eq!(
        std::fs::read_to_string(file).expect("a tracefile"),
        str![[r#"
TN:
SF:<stdin>
FN:8,Square.area
FNDA:1,Square.area
FNF:1
FNH:1
BRDA:8,[..],0,1
BRDA:8,[..],1,1
BRF:2
BRH:2
DA:8,1
LF:1
LH:1
end_of_record

"#]]
    );
}
