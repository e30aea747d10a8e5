//! A call that is applied as a delta does what it does when it runs: the same verdict and violations as the ordinary
//! exploration, and for each input the final state of the concrete run.

use multise::internals::explore::{Bounds, Finals, Limits, NotApplied, NotRecorded, Session};
use multise::internals::interp;
use multise::internals::on_worker;
use multise::internals::state::{FrameId, Place};
use multise::internals::transition::{Refusal, Unfit};
use multise::{Config, Mode, Stop, Watch};
use support::enumerate::{self, Bounds as Extent};
use support::oracle::{self, Explored};
use support::pipeline::Built;

/// Inputs on which a program is run concretely.
const INPUTS: usize = 400;

fn config() -> Config {
    let mut config = Config::default();
    (config.stop, config.self_check) = (Stop::All, true);
    // The second call is to be run, or replaced by the first.
    config.tabling = false;
    config
}

/// Runs until a call of `Main.f` is next, other than one in `known`.
fn next_call(session: &mut Session<'_>, known: &[FrameId]) -> FrameId {
    let program = session.machine.program;
    let mut found = None;
    let run = session.run(|session, _| {
        let Some(at) = session.frontier.next() else { return false };
        let method = &program.methods[session.machine.contexts.frame(at.frame).method];
        let starts = method.name == "f" && at.block == method.entry && !known.contains(&at.frame);
        found = starts.then_some(at.frame);
        starts
    });
    run.expect("no error");
    found.expect("f is called")
}

/// A session in which the first call of `f` is recorded, if that is possible, and the second is next.
fn recorded<'p>(built: &'p Built, config: &'p Config, watch: &'p Watch) -> (Session<'p>, Result<usize, NotRecorded>) {
    let limits = Limits::new(config, watch);
    let mut session = Session::new(built.ir(), built.entry, config, watch, limits, Bounds::default());
    session.observers.finals = Some(Finals::default());
    let first = next_call(&mut session, &[]);
    let recorded = session.record_call();
    if recorded.is_ok() {
        next_call(&mut session, &[first]);
    }
    (session, recorded)
}

fn on_text<T: Send + Sync + 'static>(text: String, work: impl FnOnce(&Built) -> T + Send + Sync + 'static) -> T {
    on_worker(move || work(&Built::of(&text)))
}

/// The second call is applied. The number of violations.
fn same_as_run(text: &str) -> usize {
    on_text(text.to_owned(), |built| {
        let (config, watches) = (config(), [Watch::new(), Watch::new()]);
        let ordinary = oracle::explore(built, &config, &watches[0], |e| Ok(e.found)).expect("an outcome");
        let (mut session, call) = recorded(built, &config, &watches[1]);
        let before = session.machine.counters.operations;
        session.apply_call(call.expect("a delta")).expect("it applies");
        assert_eq!(session.machine.counters.operations, before, "nothing is run");
        session.run(|_, _| false).expect("no error");
        let outcome = session.outcome();
        let mut applied = Explored::of(built, session, outcome);
        assert_eq!(applied.found.outcome.verdict, ordinary.outcome.verdict);
        assert_eq!(applied.found.sites, ordinary.sites);
        assert_eq!(applied.found.outcome.reasons, ordinary.outcome.reasons);
        let mut compared = 0;
        let bounds = Extent::of(built.ir());
        for inputs in enumerate::inputs(built.ir(), built.entry, &bounds).take(INPUTS) {
            let run = interp::run(built.ir(), built.entry, &inputs, &config.dialect, interp::Limits::steps(20_000));
            let Ok(run) = run else { continue };
            let checked = applied.check(&inputs, &run).unwrap_or_else(|e| panic!("{e}\nfor {inputs:?}"));
            compared += usize::from(checked);
        }
        assert!(compared > 0, "some input is compared");
        applied.found.sites.len()
    })
}

fn refused(text: &str) -> Refusal {
    on_text(text.to_owned(), |built| {
        let (config, watch) = (config(), Watch::new());
        let (mut session, call) = recorded(built, &config, &watch);
        let answer = session.apply_call(call.expect("a delta"));
        let Err(NotApplied::Refused(refusal)) = answer else { panic!("{answer:?}") };
        // The call can be run instead.
        session.run(|_, _| false).expect("no error");
        refusal
    })
}

#[test]
fn branches_and_loops() {
    let violations = same_as_run(
        "class Main { static int f(int x) { int s := 0; int i := 0;
            while (i < 3) { if (x > i) { s := s + i + 1; } else { s := s - 1; } i := i + 1; } return s; }
        static int main(int x) { int a := f(x); int b := f(x); assert a == b; assert b < 6; return b; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn loops_that_wait_at_a_bound() {
    let violations = same_as_run(
        "class Main { static int f(int x) { int i := 0; while (i < x) { i := i + 1; } return i; }
        static int main(int x) { assume x < 9; int a := f(x); int b := f(x); assert a == b; assert b != 7; return b; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn fields_of_a_parameter() {
    let violations = same_as_run(
        "class Box { int v; } class Main { static void f(Box b, int x) { if (x > 0) { b.v := x; } }
        static int main(Box b, int x) { if (b == null) { return 0; } f(b, x); int before := b.v; b.v := 5; f(b, x);
            assert x <= 0 || b.v == before; assert b.v == 5; return b.v; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn objects_and_arrays_that_the_call_makes() {
    let violations = same_as_run(
        "class Box { int v; Box next; Box(int v) { this.v := v; } }
        class Main { static Box f(int x) { Box b := new Box(x); Box c := new Box(x + 1);
            if (x > 0) { b.next := c; c.next := b; } return b; }
        static int main(int x) { Box a := f(x); Box b := f(x); assert a != b; b.v := 7; assert a.v == x;
            if (x > 0) { assert a.next != b.next; assert b.next.next == b; assert b.next.v != 4; return b.next.v; }
            assert b.next == null; return b.v; } }",
    );
    assert_eq!(violations, 1);
    let violations = same_as_run(
        "class Main { static int[] f(int i, int n) { int[] a := new int[n]; a[i] := 3; a[0] := 4; return a; }
        static int main(int i, int n) { assume n >= 2 && i >= 0 && i < n; int[] a := f(i, n); int[] b := f(i, n);
            a[1] := 9; assert b[0] == 4; assert i == 0 || b[i] == 3; assert b[1] == 3; return b[1] + b[i]; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn exceptions_on_some_paths() {
    let violations = same_as_run(
        "class Main { static int f(int x, int y) { if (x > 2) { throw \"large\"; } return 12 / y; }
        static int main(int x, int y) { int a := 0; int b := 0;
            try { a := f(x, y); } catch { a := 1; } try { b := f(x, y); } catch { b := 1; }
            assert a == b; assert b != 12; return b; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn checks_that_fail_on_some_paths() {
    // Paths that violate a check of the first call end there: the second has none of them.
    let violations = same_as_run(
        "class Main { static int s; static int f(int x) requires(x < 9) ensures(retval != 6) { assert x != 3; return x + 1; }
        static int main(int x) { int a := f(x); Main.s := a; int b := f(x); assert b != 1; return b; } }",
    );
    assert_eq!(violations, 4);
}

#[test]
fn frames_within() {
    let violations = same_as_run(
        "class Main { static int g(int n) { if (n <= 0) { return 0; } int r := g(n - 1); return r + n; }
        static int f(int x) { int a := g(x); int b := g(2); return a + b; }
        static int main(int x) { assume x < 4; int a := f(x); int b := f(x); assert a == b; assert b != 9; return b; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn other_values_are_refused() {
    let text = "class Main { static int s; static int f(int x) { if (x > 0) { return Main.s; } return x; }
        static int main(int x) { int a := f(x); Main.s := 4; int b := f(x); return a + b; } }";
    assert!(matches!(refused(text), Refusal::Read(Place::Heap(_))));
    let text = "class Main { static int f(int x) { return x + 1; }
        static int main(int x) { int a := f(x); int b := f(a); return a + b; } }";
    assert!(matches!(refused(text), Refusal::Read(Place::Local(..))));
}

#[test]
fn what_the_call_writes_first_may_differ() {
    let violations = same_as_run(
        "class Main { static int s; static int f(int x) { Main.s := x; return Main.s + 1; }
        static int main(int x) { int a := f(x); Main.s := 4; int b := f(x); assert Main.s == x; assert b != 6; return b; } }",
    );
    assert_eq!(violations, 1);
}

#[test]
fn paths_that_did_not_begin_the_call_are_refused() {
    let text = "class Main { static int f() { return 1; }
        static int main(int x) { int a := 0; if (x > 0) { a := f(); } int b := f(); return a + b; } }";
    assert_eq!(refused(text), Refusal::Guard);
}

#[test]
fn different_numbers_of_objects_are_refused() {
    let text = "class Box { int v; Box(int v) { this.v := v; } }
        class Main { static Box f(int x) { Box b := null; if (x > 0) { b := new Box(x); } return b; }
        static int main(int x) { Box a := f(x); Box b := f(x); assert x <= 0 || a != b; return x; } }";
    assert!(matches!(refused(text), Refusal::Counter(_)));
}

#[test]
fn what_is_no_delta() {
    let not_recorded = |text: &str, mode| {
        on_text(text.to_owned(), move |built| {
            let (mut config, watch) = (config(), Watch::new());
            config.mode = mode;
            recorded(built, &config, &watch).1.expect_err("no delta")
        })
    };
    let text = "class Main { static int f(int[] a) { assume forall v, i : a : v > 0; return 1; }
        static int main(int[] a) { if (a == null) { return 0; } int r := f(a); return r; } }";
    let answer = not_recorded(text, Mode::Merge);
    assert!(matches!(answer, NotRecorded::Unfit(Unfit::Quantified)), "{answer}");
    let text = "class Main { static int f() { return 1; } static int main() { int r := f(); return r; } }";
    assert!(matches!(not_recorded(text, Mode::Path), NotRecorded::Forks));
}
