//! `multise explore`: reports, limits, JSON.

use super::{bash, multise};
use snapbox::cmd::Command;
use snapbox::str;
use support::process::{complaints, json, printed};

/// The last line of standard output.
fn verdict(output: &snapbox::cmd::OutputAssert) -> String {
    printed(output.get_output()).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn a_valid_program() {
    multise(&["explore", "examples/stack.oox"])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checks of Main.main: 9 proved
  (-v lists them)
implicit checks: 17 proved (null 12, bounds 4, negative-size 1)
paths at most [..]
valid

"#]])
        .stderr_eq("");
    multise(&["explore", "-q", "examples/stack.oox"]).assert().code(0).stdout_eq("valid\n").stderr_eq("");
}

#[test]
fn an_invalid_program() {
    multise(&["explore", "examples/bank.oox"])
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
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
  again:    multise run examples/bank.oox 'Main.main(o1, o1, 1) where o1 = Account { balance: 1 }'

checks of Main.main: 2 proved, 1 violated
  line 22    assert      in Main.main: proved
  line 23    assert      in Main.main: violated
  line 27    requires    in Main.transfer: proved
implicit checks: 9 proved (null 9)
paths at most [..]
invalid

"#]])
        .stderr_eq("");
}

#[test]
fn the_printed_command_runs_the_violation_again() {
    let report = multise(&["explore", "examples/bank.oox"]).assert().code(1);
    let text = printed(report.get_output());
    let command = text.lines().find_map(|l| l.trim().strip_prefix("again:")).expect("a command").trim().to_owned();
    let again = Command::from_std(bash(support::project(), &command));
    assert_eq!(verdict(&again.assert().code(1)), "violation (assert, line 23)");
}

#[test]
fn where_bounds_are_not_enough_there_is_a_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let (clauses, smtlib) = (folder.path().join("clauses.oox"), folder.path().join("proof.smt2"));
    multise(&["explore", "examples/countdown.oox"])
        .args(["--invariants", &clauses.display().to_string(), "--proof-out", &smtlib.display().to_string()])
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
checks of Main.main: 1 proved
  line 12    assert      in Main.main: proved
proved by induction (termination not proved):
  line 8     invariant   in Main.main: [..]
...
time [..] s
valid (proved by induction)

"#]])
        .stderr_eq("");
    assert!(support::read(clauses).contains("// line 8, in Main.main\ninvariant("));
    assert!(support::read(smtlib).ends_with("(check-sat)\n"));
}

#[test]
fn measures_prove_that_executions_end() {
    let head = |file: &str| {
        let text = printed(multise(&["explore", file]).assert().code(0).get_output());
        text.lines().find(|line| line.starts_with("proved by induction")).map(str::to_owned)
    };
    let ends = "proved by induction (termination proved):";
    assert_eq!(head("tests/cli/measured.oox").as_deref(), Some(ends));
    let unknown = "proved by induction (termination not proved):";
    assert_eq!(head("tests/cli/half_measured.oox").as_deref(), Some(unknown));
}

/// A claim about the last value of a measure is reported, but there is no such clause.
#[test]
fn written_clauses_are_over_names_of_the_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let (program, clauses) = (folder.path().join("nested.oox"), folder.path().join("clauses.oox"));
    let text = "class Main { static void main(int n) {
            int i := n;
            while (i > 0) decreases(i) {
                i := i - 1;
                int j := 0;
                while (j < i) decreases(i - j) { assert j >= 0; j := j + 1; }
            }
        } }";
    std::fs::write(&program, text).expect("a program");
    let words = ["explore", &program.display().to_string(), "--invariants", &clauses.display().to_string()];
    let report = printed(multise(&words).assert().code(0).get_output());
    assert!(report.contains("decreases(i)"), "{report}");
    let written = support::read(clauses);
    assert!(written.contains("invariant(") && !written.contains("decreases"), "{written}");
}

#[test]
fn what_no_execution_comes_to_is_unreachable_and_not_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let reported = |name: &str, body: &str| {
        let file = folder.path().join(name);
        let program = format!(
            "class Main {{
                static void main(int n) {{ {body} }}
                static void down(int n) {{ Main.down(n - 1); }}
                static int up(int n) {{ if (n >= 1000000) return n; int m := Main.up(n + 1); return m; }}
            }}"
        );
        std::fs::write(&file, program).expect("a program");
        let output = support::multise!().arg("explore").arg(file).output().expect("it runs");
        let text = printed(&output);
        assert!(text.ends_with("valid (proved by induction)\n"), "{text}");
        (text.contains(": unreachable"), text.contains(": proved\n"), text.contains("no execution of Main.main"))
    };
    let loops = "int i := 0; while (true) { i := i + 1; assert i > 0; } assert false;";
    assert_eq!(reported("loop", loops), (true, true, true));
    assert_eq!(reported("recursion", "Main.down(n); assert false;"), (true, false, true));
    let guarded = "if (n > 0) { Main.down(n); assert false; } int m := Main.up(n); assert m >= 1000000;";
    assert_eq!(reported("guarded", guarded), (true, true, false));
    let thrown =
        "int i := 0; while (i < n) { i := i + 1; } assert i >= 0; try { throw \"x\"; } catch { } assert i >= n;";
    assert_eq!(reported("thrown", thrown), (false, true, false));
}

#[test]
fn bounds_make_unknown() {
    multise(&["explore", "--no-proofs", "--unroll", "5", "tests/cli/endless.oox"])
        .assert()
        .code(3)
        .stdout_eq(str![[r#"
no violation within 5 iterations of the loop at line 4
checks of Main.main: 1 undecided
  line 5     assert      in Main.main: not decided: loops were cut at --unroll 5
try: a larger --unroll, or none
paths at most [..]
unknown (unroll)

"#]])
        .stderr_eq("");
    let output =
        multise(&["explore", "--no-proofs", "--timeout", "0.5", "-q", "tests/cli/endless.oox"]).assert().code(3);
    assert_eq!(verdict(&output), "unknown (timeout)");
}

#[test]
fn little_memory_makes_unknown() {
    let args = ["explore", "--no-proofs", "--memory", "16", "tests/cli/endless.oox"];
    let output = multise(&args).assert().code(3).stderr_eq("");
    let text = printed(output.get_output());
    assert_eq!(verdict(&output), "unknown (memory)");
    assert!(
        text.contains("line 5     assert      in Main.main: not decided: exploration ended at --memory 16"),
        "{text}"
    );
    let output = multise(&args).args(["--format", "json"]).assert().code(3).stderr_eq("");
    let report = json(output.get_output());
    assert_eq!((&report["verdict"], &report["reasons"][0]), (&"unknown".into(), &"memory".into()));
    assert_eq!(report["assertions"][0]["status"], "undecided");
    assert!(report["statistics"]["memory_peak"].as_u64() > Some(16 << 20), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_report_that_cannot_be_written_is_an_internal_error() {
    let full = std::fs::File::create("/dev/full").expect("a device that is always full");
    let output =
        support::multise!().args(["explore", "examples/stack.oox"]).stdout(full).output().expect("the program ends");
    assert_eq!(output.status.code(), Some(4));
    assert!(complaints(&output).starts_with("error: cannot write the output: "));
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
fn a_deadlock_has_its_schedule() {
    multise(&["explore", "tests/corpus/threads/lock_order.oox"]).assert().code(1).stdout_eq(str![[r#"
violation[deadlock]: no thread can go on
 --> tests/corpus/threads/lock_order.oox:6:58
  |
6 |     static void two(Gate p, Gate q, Gate r) { lock (p) { lock (q) { lock (r) { ; } } } }
  |                                                          ^^^^^^^^ waits for ever
  inputs:   none
  waiting:  thread 0 waits at line 6 for the monitor that thread 1 has
            thread 1 waits at line 6 for the monitor that thread 0 has
  schedule: 1 1
  trace:    Main.main 8 Gate.Gate 4 Main.main 8 9 Gate.Gate 4 Main.main 9 10 Gate.Gate 4 Main.main 10 11
            thread 1: Main.two 6 thread 0: Main.main 12 Main.two 6 thread 1: Main.two 6
  replayed: yes
  again:    multise run tests/corpus/threads/lock_order.oox --entry Main.main --inputs - <<< '{"args":{},"heap":{},"schedule":[1,1]}'

checks of Main.main: 1 violated
  line 6     deadlock    in Main.two: violated
implicit checks: 3 proved (null 3)
paths at most 8, operations 106, merges 0, solver calls 0 ([..] s), time [..] s
invalid

"#]]);
}

#[test]
fn switches_have_a_bound() {
    let explore =
        |most| multise(&["explore", "-q", "--switches", most, "tests/corpus/threads/three_switches.oox"]).assert();
    explore("2").code(3).stdout_eq("unknown (switches)\n");
    explore("5").code(1).stdout_eq("invalid\n");
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
    let report = json(output.get_output());
    let keys =
        |value: &serde_json::Value| value.as_object().expect("an object").keys().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(
        keys(&report),
        "schema version file digest entry mode options verdict reasons assumptions bounds assertions implicit violations \
         warnings statistics"
    );
    assert_eq!(keys(&report["bounds"]), "unroll depth heap_depth switches parked");
    assert_eq!(keys(&report["assertions"][0]), "line column kind status");
    assert_eq!(keys(&report["implicit"][0]), "kind proved violated unreachable undecided");
    assert_eq!(
        keys(&report["violations"][0]),
        "kind cause file line column method call_site message inputs call trace replayed"
    );
    assert_eq!((&report["verdict"], &report["violations"][0]["line"]), (&"invalid".into(), &23.into()));
}

#[test]
fn the_verdict_states_what_was_checked() {
    let text = "class Main {
        static void main(int[] a, int n) { if (n != 0) { int q := 1 / n; } if (n > 0) a[n] := 1; assert n < 3; } }";
    let explore = |check: &str, format: &str| {
        let assert = multise(&["explore", "--check", check, "--format", format, "-"]).stdin(text).assert();
        let output = assert.get_output();
        (printed(output), output.status.code())
    };
    let (report, code) = explore("cast,division", "text");
    assert!(report.contains("implicit checks: 1 proved (division-by-zero 1)\n"), "{report}");
    assert!(report.ends_with("valid (checked: division-by-zero, cast)\n"), "{report}");
    assert_eq!(code, Some(0));
    let (report, code) = explore("null,bounds", "text");
    assert!(report.contains("multise run FILE --check=null,bounds 'Main.main("), "{report}");
    assert_eq!(code, Some(1));
    let report: serde_json::Value = serde_json::from_str(&explore("contracts", "json").0).expect("JSON");
    let contracts = ["requires", "ensures", "exceptional", "invariant", "decreases", "modifies"];
    assert_eq!(report["options"]["check"], serde_json::json!(contracts));
    multise(&["run", "--check", "assert", "--inputs", "-", "tests/corpus/options/check_missing_values.oox"])
        .stdin("{\"args\":{\"n\":{\"int\":\"0\"}},\"heap\":{}}")
        .assert()
        .code(0)
        .stdout_eq(str![[r#"
note: not checked: the value of a call that returned none is used
...
ended (missing-return, which is not checked)

"#]]);
}

/// A program with many models.
const CHOICES: &str = "class Main { static void main(int[] a, int k) {
    assume a != null && #a == 4; int i := 0; int m := 0;
    while (i < 4) { if (a[i] + k > a[m]) { m := i; } i := i + 1; } assert a[m] != 7; assert m != 3; } }";

#[test]
fn the_same_question_has_the_same_answer() {
    let words = support::read("examples/words.oox");
    let report = |mode: &str, text: &str| {
        let args = ["explore", "--format", "json", "--mode", mode, "-"];
        let output = multise(&args).stdin(text.to_owned()).assert().code(1);
        let mut report = json(output.get_output());
        let statistics = report["statistics"].as_object_mut().expect("an object");
        statistics.retain(|name, _| !name.starts_with("time_") && name != "memory_peak");
        report.to_string()
    };
    // Within one process, Z3's models depend on memory addresses, and so on the work of other threads.
    for (mode, text) in [("merge", CHOICES), ("path", CHOICES), ("merge", &words)] {
        assert_eq!(report(mode, text), report(mode, text));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_partial_report() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;
    use std::time::{Duration, Instant};
    let mut child = support::multise!()
        .args(["explore", "--no-proofs", "--progress", "json", "tests/cli/endless.oox"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first progress comes from an exploration that has begun.
    let mut progress = BufReader::new(child.stderr.take().expect("it is piped"));
    progress.read_line(&mut String::new()).expect("there is progress");
    let interrupted = Instant::now();
    support::process::interrupt(&child);
    let status = child.wait().expect("the program ends");
    // It takes less than a second, but the machine may run other tests. Without the signal it takes forever.
    assert!(interrupted.elapsed() < Duration::from_secs(60), "{:?}", interrupted.elapsed());
    assert_eq!(status.code(), Some(130));
    let mut text = String::new();
    child.stdout.take().expect("it is piped").read_to_string(&mut text).expect("UTF-8");
    assert_eq!(text.lines().last(), Some("unknown (interrupted)"), "{text}");
}

#[test]
fn tests_of_threads_have_schedules() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let path = folder.display().to_string();
    multise(&["explore", "-q", "tests/corpus/threads/lost_update.oox", "--tests", &path])
        .assert()
        .code(1)
        .stdout_eq("invalid\n");
    let list = support::read_json(folder.join("tests.json"));
    let violation = list["tests"].as_array().into_iter().flatten().find(|test| test["expected"]["kind"] == "assert");
    let test = violation.expect("a test of the violation");
    let schedule = serde_json::json!({ "schedule": test["schedule"] }).to_string();
    let driver = folder.join(test["driver"].as_str().expect("a file")).display().to_string();
    let run = ["run", &driver, "--entry", "Driver.main", "-q", "--inputs", "-"];
    multise(&run).stdin(schedule).assert().code(1);
    multise(&run).stdin("{}").assert().code(0);
}

/// The text report, the JSON report, the printed command, and the tests of a loop whose contract does not hold.
#[test]
fn contracts_of_loops_are_reported_replayed_and_tested() {
    let program = "tests/corpus/loops/decreases_fails.oox";
    let report = multise(&["explore", "--all", "-v", program]).assert().code(1);
    let text = printed(report.get_output());
    for line in [
        "violation[decreases]: the measure is negative or has not decreased",
        "violation[decreases, null]: the `decreases` clause cannot be evaluated: null is dereferenced",
        "7 |         while (i > n) decreases(i) { i := i - 1; }",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(!text.contains("replayed: no"), "{text}");
    let report = multise(&["explore", "--all", "--format", "json", program]).assert().code(1);
    let report = json(report.get_output());
    let kinds = report["violations"].as_array().into_iter().flatten().map(|v| &v["kind"]);
    assert_eq!(kinds.collect::<Vec<_>>(), ["decreases"; 4]);

    let program = "tests/corpus/loops/old_is_the_value_at_the_entry_of_the_loop.oox";
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let path = folder.display().to_string();
    multise(&["explore", "-q", program, "--tests", &path]).assert().code(1).stdout_eq("invalid\n");
    let list = support::read_json(folder.join("tests.json"));
    let violation = list["tests"].as_array().into_iter().flatten().find(|test| test["expected"]["kind"] == "invariant");
    let test = violation.expect("a test of the violation");
    assert_eq!(test["expected"]["line"], 14);
    let driver = folder.join(test["driver"].as_str().expect("a file")).display().to_string();
    let run = multise(&["run", &driver, "--entry", "Driver.main"]).assert().code(1);
    let text = printed(run.get_output());
    assert!(text.contains("violation[invariant]") || text.contains("violation (invariant, line 14)"), "{text}");
}
