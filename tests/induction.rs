//! Generated programs with loops and recursion that nothing bounds, some with invariants that may be wrong: what is proved by
//! induction is true of every concrete run.

use indexmap::IndexMap;
use multise::internals::explore::prove;
use multise::internals::interp::{End, Limits, run};
use multise::internals::{ir, on_worker};
use multise::{Cell, Config, Inputs, Num, Program, Value, Watch};
use proptest::prelude::*;
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell as Count;
use std::time::Duration;

/// The programs of a run of the test.
const PROGRAMS: u32 = 60;
/// Steps of a concrete run; what goes on for longer has shown nothing.
const STEPS: u64 = 3_000;
/// The time of a source of claims.
const SEARCH: Duration = Duration::from_millis(100);

/// The variables that hold integers, and the places.
const NUMBERS: [&str; 7] = ["x", "y", "i", "s", "p.f", "q.f", "Main.count"];

/// What programs begin with.
const CLASSES: &str = "class C {
    int f;
    int g;
    void add(int n) { this.f := this.f + n; }
}
class Main {
    static int count := 0;
";

/// How their entry begins.
const MAIN: &str = "    static void main(int x, int y, C p, C q, int[] a) {
        assume p != null && q != null && a != null && #a > 0;
        int i := 0;
        int s := 0;
";

/// An expression over the variables.
fn number() -> impl Strategy<Value = String> {
    let name = prop::sample::select(NUMBERS.to_vec());
    prop_oneof![
        3 => name.clone().prop_map(str::to_owned),
        2 => (-2i64..4).prop_map(|n| format!("({n})")),
        3 => (name.clone(), -2i64..3).prop_map(|(a, n)| format!("({a} + ({n}))")),
        2 => (name.clone(), name.clone(), prop::sample::select(vec!["+", "-"])).prop_map(|(a, b, op)| format!("({a} {op} {b})")),
        1 => (name, 2i64..4).prop_map(|(a, n)| format!("({a} % {n})")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    let op = prop::sample::select(vec!["<", "<=", "==", "!=", ">", ">="]);
    (number(), op, number()).prop_map(|(a, op, b)| format!("{a} {op} {b}"))
}

/// A fact about some cells of the array, or all.
fn cells() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!["e == x", "e >= 0", "e != y", "e == a[0]"]);
    let range = prop::sample::select(vec!["k < i ==> ", "k > i ==> ", ""]);
    (range, cell).prop_map(|(range, cell)| format!("forall e, k : a : {range}{cell}"))
}

/// What is asserted, or given as an invariant.
fn claim() -> impl Strategy<Value = String> {
    prop_oneof![3 => condition(), 1 => cells()]
}

fn statement() -> impl Strategy<Value = String> {
    let assignment = (prop::sample::select(NUMBERS.to_vec()), number()).prop_map(|(a, e)| format!("{a} := {e};"));
    let call = number().prop_map(|e| format!("s := Main.walk({e});"));
    let method = Just("p.add(i);".to_owned());
    let cell = Just("if (0 <= i && i < #a) { s := s + a[i]; a[i] := x; }".to_owned());
    let simple = prop_oneof![6 => assignment, 1 => call, 1 => method, 2 => cell];
    simple.prop_recursive(2, 6, 2, |inner| {
        (condition(), prop::collection::vec(inner, 1..3))
            .prop_map(|(c, body)| format!("if ({c}) {{ {} }}", body.join(" ")))
    })
}

/// A whole program: a loop, perhaps with another one inside, and a method that calls itself.
fn program() -> impl Strategy<Value = String> {
    let statements = |most| prop::collection::vec(statement(), 0..most).prop_map(|all| all.join("\n            "));
    let step = prop::sample::select(vec!["i := i + 1;", "i := i - 1;", "x := x - 1;", "y := y + 2;"]);
    let inner = prop::option::weighted(0.3, (condition(), statement()));
    let back = prop::sample::select(vec!["n - 1", "n + 1", "n - 2"]);
    let base = prop::sample::select(vec!["n <= 0", "n > 5", "n == 0"]);
    let given = prop::sample::select(vec!["0", "n", "1"]);
    let grown = prop::sample::select(vec!["r + 1", "r + n", "r", "r - 1"]);
    let invariant = prop::option::weighted(0.4, claim());
    let claims = (invariant, claim());
    (statements(3), condition(), statements(3), step, inner, claims, (base, given, back, grown)).prop_map(
        |(before, guard, body, step, inner, (invariant, claim), (base, given, back, grown))| {
            let invariant = invariant.map(|claim| format!("invariant({claim})")).unwrap_or_default();
            let inner = inner.map(|(c, s)| format!("while ({c}) {{ {s} x := x + 1; }}")).unwrap_or_default();
            format!(
                "{CLASSES}    static int walk(int n) {{
        if ({base}) return {given};
        int r := Main.walk({back});
        return {grown};
    }}
{MAIN}        {before}
        while ({guard})
            {invariant}
        {{
            {body}
            {inner}
            {step}
        }}
        assert {claim};
    }}
}}
"
            )
        },
    )
}

/// A whole program: what is known before a call that repeats and writes is asserted after it. The call may have a frame, which
/// may be wrong.
fn call() -> impl Strategy<Value = String> {
    // Most of what is written may be what is known, in some iterations at least.
    let pairs = [
        ("a[0] == x", "a[0] := i;"),
        ("a[0] >= y", "a[#a - 1] := s;"),
        ("p.f == y", "q.f := i;"),
        ("q.g >= y", "p.g := s;"),
        ("Main.count == 0", "Main.count := n;"),
        ("p.g == 1", "q.f := x;"),
        ("a[0] == 1", "p.f := x;"),
    ];
    let pair = prop::sample::select(pairs.to_vec()).prop_map(|(known, written)| (known.to_owned(), written.to_owned()));
    let known = prop_oneof![4 => pair, 1 => (condition(), statement())];
    let rare = prop_oneof![
        2 => prop::sample::select(vec!["i == 1", "i == 2 && n < 4", "n == 2"]).prop_map(str::to_owned),
        1 => condition(),
    ];
    let claim = prop::option::weighted(0.2, claim());
    let frames = ["p.f", "p.f, a[*]", "p.*, a[0]", "q.f, p.f, q.g", "p.*, q.*, a[*]"];
    let frame = prop::option::weighted(0.6, prop::sample::select(frames.to_vec()));
    let recursive = prop::option::weighted(0.3, Just("if (n > 1) Main.stir(p, q, a, n - 2);"));
    (known, claim, frame, rare, recursive, statement(), number()).prop_map(
        |((known, written), claim, frame, rare, recursive, before, given)| {
            let claim = claim.unwrap_or_else(|| known.clone());
            let frame = frame.map(|frame| format!("modifies({frame})")).unwrap_or_default();
            let recursive = recursive.unwrap_or_default();
            format!(
                "{CLASSES}    static int walk(int n) {{ if (n <= 0) return 0; int r := Main.walk(n - 1); return r; }}
    static void stir(C p, C q, int[] a, int n)
        requires(p != null && q != null && a != null && #a > 0)
        {frame}
    {{
        int x := n;
        int y := 1;
        int s := 0;
        int i := 0;
        while (i < n) {{
            if ({rare}) {{ {written} }}
            i := i + 1;
        }}
        {recursive}
    }}
{MAIN}        {before}
        if ({known}) {{
            Main.stir(p, q, a, {given});
            assert {claim};
        }}
    }}
}}
"
            )
        },
    )
}

/// Inputs with small numbers, and objects that are one or two.
fn inputs(x: i64, y: i64, alias: bool) -> Inputs {
    let int = |n: i64| Value::Int(Num::from(n));
    let object = |n| {
        let fields = ["f", "g"].map(|field| (field.to_owned(), int(n)));
        Cell::Object { class: "C".to_owned(), fields: IndexMap::from(fields) }
    };
    let cells = IndexMap::from([("0".to_owned(), int(x)), ("1".to_owned(), int(-1))]);
    let heap = IndexMap::from([
        ("o1".to_owned(), object(x)),
        ("o2".to_owned(), object(1)),
        ("a1".to_owned(), Cell::Array { elem: "int".to_owned(), length: "2".to_owned(), default: None, cells }),
    ]);
    let q = if alias { "o1" } else { "o2" };
    let args = [("x", int(x)), ("y", int(y)), ("p", Value::Ref("o1".to_owned())), ("q", Value::Ref(q.to_owned()))];
    let args = args.into_iter().chain([("a", Value::Ref("a1".to_owned()))]);
    Inputs { args: args.map(|(name, value)| (name.to_owned(), value)).collect(), heap, schedule: Vec::new() }
}

#[test]
fn what_is_proved_is_true_of_all_runs() {
    what_is_proved_is_true(program());
}

#[test]
fn what_is_proved_of_calls_is_true_of_all_runs() {
    what_is_proved_is_true(call());
}

fn what_is_proved_is_true(programs: impl Strategy<Value = String>) {
    let mut config = Config::default();
    config.executable = Some(env!("CARGO_BIN_EXE_multise").into());
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let runs = Runs { cases: PROGRAMS, failure_persistence: None, max_shrink_iters: 200, ..Runs::default() };
    let proofs = Count::new(0);
    let mut runner = TestRunner::new_with_rng(runs, rng);
    let checked = runner.run(&programs, |text| {
        let program = Program::from_text("generated.oox", &text, &config.dialect)
            .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        let entry = program.entry("Main.main").map_err(|error| TestCaseError::fail(error.to_string()))?;
        let proof = {
            let (program, config) = (program.clone(), config.clone());
            on_worker(move || prove(ir(&program), entry, &config, &Watch::new(), SEARCH))
        };
        let Some(proof) = proof else { return Ok(()) };
        proofs.set(proofs.get() + 1);
        for (x, y, alias) in (-2..4).flat_map(|x| (-2..4).flat_map(move |y| [(x, y, true), (x, y, false)])) {
            let run = run(ir(&program), entry, &inputs(x, y, alias), &config.dialect, Limits::steps(STEPS))
                .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            if let End::Violation(fault) = run.end {
                let claims = &proof.claims;
                return Err(TestCaseError::fail(format!(
                    "{fault:?} with x = {x}, y = {y}, {alias}: {claims:#?}\n{text}"
                )));
            }
        }
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    assert!(proofs.get() > 0, "nothing was proved: the test shows nothing");
}

/// A method that does not repeat is called as one that does, and then again as one of others that do not.
#[test]
fn whatever_a_call_may_run_in_the_place_of_a_cut_method_is_cut_everywhere() {
    let text = "
        interface Walker { int go(int n); }
        class Base { Base() {} int go(int n) { return n; } }
        class A implements Walker {
            A() {}
            int go(int n) { int i := 0; while (i < n) { i := i + 1; } return i; }
        }
        class B extends Base implements Walker { B() {} int go(int n) { return 0; } }
        class D extends Base { D() {} int go(int n) { return 1; } }
        class Main {
            static void main(int n, Walker w, Base b) {
                assume w != null && b != null;
                int i := 0;
                while (i < n) { int r := w.go(n); int q := b.go(n); i := i + 1; }
                assert n < 0 || i == n;
            }
        }";
    assert_eq!(verdict(text), multise::Verdict::Valid);
}

/// A claim about a cell whose index is a sum.
#[test]
fn cells_beside_an_index_are_read_by_claims() {
    let text = "
        class Main {
            static void main(int[] a, int n) {
                assume a != null && #a >= 2;
                int j := 1;
                bool ordered := a[j - 1] <= a[j];
                int i := 0;
                while (i < n) {
                    if (a[j - 1] <= a[j]) ordered := true; else ordered := false;
                    i := i + 1;
                }
                if (ordered) assert a[j - 1] <= a[j];
            }
        }";
    assert_eq!(verdict(text), multise::Verdict::Valid);
}

fn verdict(text: &str) -> multise::Verdict {
    let mut config = Config::default();
    config.executable = Some(env!("CARGO_BIN_EXE_multise").into());
    let program = Program::from_text("given.oox", text, &config.dialect).expect("a program");
    let outcome = multise::explore(&program, program.entry("Main.main").expect("an entry"), &config);
    outcome.expect("an outcome").verdict
}
