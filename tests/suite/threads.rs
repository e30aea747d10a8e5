//! Threads in the concrete interpreter: schedules, their results, and that a schedule can be replayed. The corpus tests which
//! violations the programs of `tests/corpus/threads` have over all schedules.

use multise::Inputs;
use multise::internals::interp::{self, End, Limits, Run, Value, WaitsFor};
use std::collections::BTreeSet;
use support::options::Options;
use support::pipeline::Built;
use support::schedules::Runs;

/// Steps of a run.
const STEPS: u64 = 20_000;

fn runs(built: &Built) -> Vec<Run> {
    let dialect = Options::parse("").expect("no options").config.dialect;
    Runs::new(built, Inputs::default(), &dialect, Limits::steps(STEPS)).collect()
}

fn on_schedule(text: &str, schedule: &[u32]) -> Run {
    let built = Built::of(text);
    let inputs = Inputs { schedule: schedule.to_vec(), ..Inputs::default() };
    let dialect = Options::parse("").expect("no options").config.dialect;
    interp::run(built.ir(), built.entry, &inputs, &dialect, Limits::steps(STEPS)).expect("a run")
}

/// A counter that each child increments without a lock; the result is its final value.
fn counter(children: usize) -> String {
    let forks = "fork Main.add(); ".repeat(children);
    format!(
        "class Main {{ static int count;
        static void add() {{ int c := Main.count; Main.count := c + 1; }}
        static int main() {{ {forks} join; int c := Main.count; return c; }} }}"
    )
}

const CROSSED: &str = "class Gate { int x; Gate(int x) { this.x := x; } }
class Main {
    static void two(Gate p, Gate q) {
        lock (p) {
            lock (q) { ; }
        }
    }
    static void main() {
        Gate a := new Gate(0); Gate b := new Gate(0);
        fork Main.two(a, b);
        fork Main.two(b, a);
        join;
    }
}";

#[test]
fn a_program_without_forks_has_one_schedule() {
    let text = "class Main { static int x;
        static void main() { Main m := new Main(); lock (m) { Main.x := 2; } join; }
        Main() { ; } }";
    let all = runs(&Built::of(text));
    assert_eq!(all.len(), 1);
    assert!(all[0].choices.is_empty());
}

#[test]
fn the_schedules_give_every_outcome() {
    for children in 1..=3 {
        let results: BTreeSet<String> = runs(&Built::of(&counter(children)))
            .into_iter()
            .map(|run| match run.end {
                End::Returned { value: Some(Value::Num(n)) } => n.to_string(),
                end => panic!("{end:?}"),
            })
            .collect();
        let expected: BTreeSet<String> = (1..=children).map(|n| n.to_string()).collect();
        assert_eq!(results, expected);
    }
}

/// n steps and m steps have (n + m)! / (n! m!) interleavings. Here both are three visible steps: those of the child until its
/// end, and those of the entry method between its fork and its end.
#[test]
fn no_schedule_comes_twice() {
    let text = "class Main { static int a; static int b;
        static void child() { Main.a := 1; Main.a := 2; }
        static void main() { fork Main.child(); Main.b := 1; Main.b := 2; } }";
    let all = runs(&Built::of(text));
    let schedules: BTreeSet<Vec<u32>> =
        all.iter().map(|run| run.choices.iter().map(|choice| choice.taken).collect()).collect();
    assert_eq!((all.len(), schedules.len()), (20, 20));
}

#[test]
fn a_run_can_be_repeated_from_its_choices() {
    for text in [counter(2), CROSSED.to_owned()] {
        for run in runs(&Built::of(&text)) {
            let schedule: Vec<u32> = run.choices.iter().map(|choice| choice.taken).collect();
            let again = on_schedule(&text, &schedule);
            assert_eq!((&again.end, &again.trace, &again.state), (&run.end, &run.trace, &run.state));
        }
    }
}

#[test]
fn a_schedule_asks_for_threads_that_can_go_on() {
    assert!(matches!(on_schedule(&counter(2), &[0, 1, 2]).end, End::Returned { .. }));
    assert_eq!(on_schedule(&counter(2), &[0, 5]).end, End::Unscheduled { position: 1 });
    // The entry method waits in its `join`, so the choice is between the children.
    assert_eq!(on_schedule(&counter(2), &[0, 1, 0]).end, End::Unscheduled { position: 2 });
}

#[test]
fn a_deadlock_tells_who_waits_for_whom() {
    let run = runs(&Built::of(CROSSED)).into_iter().find(|run| !run.waiting.is_empty()).expect("a deadlock");
    let waiting: Vec<_> = run.waiting.iter().map(|w| (w.thread, w.line, w.on.clone())).collect();
    let expected = [(0, 12, WaitsFor::Threads(vec![1, 2])), (1, 5, WaitsFor::Monitor(2)), (2, 5, WaitsFor::Monitor(1))];
    assert_eq!(waiting, expected);
}

#[test]
fn traces_name_the_thread_of_each_step() {
    let run = on_schedule(CROSSED, &[0, 1, 2, 1]);
    let threads: Vec<u32> = run.trace.steps().filter(|step| step.line == 4).map(|step| step.thread).collect();
    assert_eq!(threads, [1, 2]);
}

#[test]
fn schedules_are_part_of_the_inputs() {
    let json = r#"{"args":{},"heap":{},"schedule":[0,1,2]}"#;
    let inputs: Inputs = serde_json::from_str(json).expect("inputs");
    assert_eq!(inputs.schedule, [0, 1, 2]);
    assert_eq!(serde_json::to_string(&inputs).expect("JSON"), json);
    assert!(!serde_json::to_string(&Inputs::default()).expect("JSON").contains("schedule"));
}
