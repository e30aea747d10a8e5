//! `multise run`.

use super::multise;
use snapbox::cmd::Command;
use snapbox::str;
use std::time::Duration;

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
steps: 26
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
steps: 28
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
steps: 19
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
steps: 19
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
error: the inputs: not the JSON form of inputs: expected true, false, null, or one of {"int": "…"}, {"float": "p/q"}, {"single": "…"}, {"double": "…"}, {"char": "c"}, {"string": "…"}, {"ref": "…"} at line 1 column 15

"#]]);
    inputs(" []").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the inputs: not the JSON form of inputs: expected an object, found an array

"#]]);
    inputs("null").assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error: the inputs: not the JSON form of inputs: invalid type: null, expected an object with `args`, `heap`, `nondet` and `schedule` at line 1 column 4

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
    let mut run = support::multise!();
    run.args(["run", "-", "--steps", &steps]).stdin(Stdio::piped()).stdout(Stdio::null());
    let mut run = run.spawn().expect("it starts");
    run.stdin.take().and_then(|mut pipe| pipe.write_all(SQUARES.as_bytes()).ok()).expect("it reads the program");
    // On a slow machine the first signal may come before the program handles signals; by default it ends the process, too.
    let status = loop {
        std::thread::sleep(Duration::from_millis(500));
        if let Some(status) = run.try_wait().expect("it can be asked") {
            break status;
        }
        support::process::interrupt(&run);
    };
    assert!(status.code() == Some(130) || status.signal() == Some(2), "{status}");
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
steps: 28
ended

"#]])
        .stderr_eq("");
}

#[test]
fn a_schedule_leads_into_a_deadlock() {
    multise(&["run", "tests/corpus/threads/lock_order.oox", "--inputs", "-"])
        .stdin(r#"{"schedule":[0,1]}"#)
        .assert()
        .code(1)
        .stdout_eq(str![[r#"
violation[deadlock]: no thread can go on
 --> tests/corpus/threads/lock_order.oox:6:58
  |
6 |     static void two(Gate p, Gate q, Gate r) { lock (p) { lock (q) { lock (r) { ; } } } }
  |                                                          ^^^^^^^^ waits for ever

trace: Main.main 8 Gate.Gate 4 Main.main 8 9 Gate.Gate 4 Main.main 9 10 Gate.Gate 4 Main.main 10 11 12
       [Main.two 6 thread 1: Main.two 6]×2
thread 0 waits at line 6 for the monitor that thread 1 has
thread 1 waits at line 6 for the monitor that thread 0 has
schedule: 0 1 0 0
steps: 36
violation (deadlock, line 6)

"#]])
        .stderr_eq("");
    multise(&["run", "tests/corpus/threads/lock_order.oox", "--inputs", "-"])
        .stdin(r#"{"schedule":[3]}"#)
        .assert()
        .code(2)
        .stdout_eq(str![[r#"
trace: Main.main 8 Gate.Gate 4 Main.main 8 9 Gate.Gate 4 Main.main 9 10 Gate.Gate 4 Main.main 10 11
steps: 19
refused (number 1 of the schedule is no thread that can go on then)

"#]])
        .stderr_eq("");
}

/// Runs a call of `examples/bank.oox`.
fn call(text: &str, options: &[&str]) -> Command {
    multise(&["run", "examples/bank.oox", text, "-q"]).args(options)
}

#[test]
fn a_call_is_run() {
    call("Main.main(o1, o1, 1) where o1 = Account { balance: 1 }", &[]).assert().code(1).stdout_eq(str![[r#"
violation (assert, line 23)

"#]]);
    let apart = "Main.main(Account { balance: 1 }, Account {}, 1)";
    call(apart, &[]).assert().code(0).stdout_eq(str![[r#"
ended

"#]]);
    // A call names its method; options that do so elsewhere are hidden, and contradict it here.
    call(apart, &[]).env("MULTISE_ENTRY", "Main.other").assert().code(0);
    call(apart, &["--entry", "Main.main"]).assert().code(2);
    call(apart, &["--inputs", "-"]).assert().code(2);
}

#[test]
fn a_wrong_call_is_refused_with_its_place() {
    call("Main.main(Account { balance: 1 }, null)", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0158]: `Main.main` takes 3 arguments, found 2
 --> the call:1:10
  |
1 | Main.main(Account { balance: 1 }, null)
  |          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: the arguments have the types Account, Account, int

error: the call refused: 1 error

"#]]);
    call("Main.main(Account { balance: true }, null, 1)", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0158]: expected a value of type `int`, found true
 --> the call:1:30
  |
1 | Main.main(Account { balance: true }, null, 1)
  |                              ^^^^

error: the call refused: 1 error

"#]]);
    call("Main.main(Account { balanse: 1 }, null, 1)", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0158]: class `Account` has no such field
 --> the call:1:21
  |
1 | Main.main(Account { balanse: 1 }, null, 1)
  |                     ^^^^^^^

error: the call refused: 1 error

"#]]);
    call("Main.main([1], null, 1)", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0158]: expected a value of type `Account`, found `a1` of type `int[]`
 --> the call:1:11
  |
1 | Main.main([1], null, 1)
  |           ^^^

error: the call refused: 1 error

"#]]);
    call("Main.main(Account { balance: 1 }, null, 1", &[]).assert().code(2).stdout_eq("").stderr_eq(str![[r#"
error[E0011]: expected `,` or `)`, found the end
 --> the call:1:42
  |
1 | Main.main(Account { balance: 1 }, null, 1
  |                                          ^ unexpected

error: the call refused: 1 error

"#]]);
}
