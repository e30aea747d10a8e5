//! Random programs with unbounded loops and recursion, some with invariants and frames that may be wrong, and inputs for
//! them.

pub mod heaps;
pub mod java;

use crate::inputs::{self, array, int, object, reference};
use multise::internals::cancel::Token;
use multise::internals::induction::inlined;
use multise::internals::interp::{End, Limits, run};
use multise::internals::ir;
use multise::internals::proofs::Proof;
use multise::{Dialect, Inputs};
use proptest::prelude::*;

/// What the second opinion says against a proof, if it has one.
pub fn refuted(proof: &Proof) -> Option<String> {
    let refuted = proof.opinion.as_ref()?.refuted.as_ref()?;
    Some(format!("the second opinion refutes a proof: {refuted}: {:#?}", proof.claims))
}

/// What is wrong with the program that has code in the place of calls: a local that is read before it has a value, or a run that
/// ends in another way.
pub fn wrongly_inlined(
    program: &ir::Program,
    entry: ir::MethodId,
    inputs: &[Inputs],
    dialect: &Dialect,
    steps: u64,
) -> Option<String> {
    let inlined = inlined(program, entry, &Token::new())?;
    for method in inlined.methods.iter().filter(|method| !method.blocks.is_empty()) {
        let begins = [method.entry, method.called].map(|block| &method.shape.live_in[block]);
        if let Some(local) = begins.into_iter().flatten().find(|local| !method.formals.contains(local)) {
            return Some(format!("{} reads {:?} before it has a value", method.name, method.locals[*local]));
        }
    }
    // Another instruction of the copy may throw the same, and calls are steps.
    let end = |program: &ir::Program, inputs: &Inputs| match run(program, entry, inputs, dialect, Limits::steps(steps))
    {
        Ok(run) => match run.end {
            End::StepLimit => None,
            End::Violation(fault) => Some(format!("{:?} {:?} {:?}", fault.kind, fault.class, fault.check)),
            End::Threw(thrown) => Some(format!("threw {:?}", thrown.cause)),
            end => Some(format!("{end:?}")),
        },
        Err(error) => Some(error.to_string()),
    };
    inputs.iter().take(INLINED).find_map(|inputs| {
        let (given, copied) = (end(program, inputs)?, end(&inlined, inputs)?);
        (given != copied).then(|| {
            let json = serde_json::to_string(inputs).unwrap_or_default();
            format!("{given}, but {copied} with code in the place of calls, with {json}")
        })
    })
}

/// How many inputs the two are compared with.
const INLINED: usize = 40;

/// The variables and fields that hold integers.
const NUMBERS: [&str; 7] = ["x", "y", "i", "s", "p.f", "q.f", "Main.count"];

/// The beginning of the programs.
const CLASSES: &str = "class C {
    int f;
    int g;
    void add(int n) { this.f := this.f + n; }
}
class Main {
    static int count := 0;
";

/// The beginning of their entry methods.
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

/// A fact about some or all cells of the array.
fn cells() -> impl Strategy<Value = String> {
    let cell = prop::sample::select(vec!["e == x", "e >= 0", "e != y", "e == a[0]"]);
    let range = prop::sample::select(vec!["k < i ==> ", "k > i ==> ", ""]);
    (range, cell).prop_map(|(range, cell)| format!("forall e, k : a : {range}{cell}"))
}

/// A formula for an assertion or invariant.
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

/// A loop that is left at once: the condition on which control comes to it, those on which it is entered, its clause, and the
/// most iterations of the loop after it.
type Left = (Option<String>, &'static str, String, i64);

/// A program with a loop, perhaps with another one inside, and a method that calls itself.
pub fn program() -> impl Strategy<Value = String> {
    let statements = |most| prop::collection::vec(statement(), 0..most).prop_map(|all| all.join("\n            "));
    let step = prop::sample::select(vec!["i := i + 1;", "i := i - 1;", "x := x - 1;", "y := y + 2;"]);
    // Such a loop has clauses, and no iterations. A variable begins before it in each iteration around it.
    let clause = prop_oneof![2 => prop::sample::select(vec!["true", "t >= 0"]).prop_map(str::to_owned), 1 => claim()];
    let entered = prop::sample::select(vec!["false", "true", "x > y"]);
    let left = prop::option::weighted(0.4, (prop::option::of(condition()), entered, clause, 0i64..3));
    let inner = prop::option::weighted(0.3, (condition(), statement(), left));
    let back = prop::sample::select(vec!["n - 1", "n + 1", "n - 2"]);
    let base = prop::sample::select(vec!["n <= 0", "n > 5", "n == 0"]);
    let given = prop::sample::select(vec!["0", "n", "1"]);
    let grown = prop::sample::select(vec!["r + 1", "r + n", "r", "r - 1"]);
    let invariant = prop::option::weighted(0.4, claim());
    let claims = (invariant, claim());
    (statements(3), condition(), statements(3), step, inner, claims, (base, given, back, grown)).prop_map(
        |(before, guard, body, step, inner, (invariant, claim), (base, given, back, grown))| {
            let invariant = invariant.map(|claim| format!("invariant({claim})")).unwrap_or_default();
            // With some of the bases the measure becomes negative.
            let measure = match back {
                "n - 2" => "decreases(n)",
                "n + 1" => "decreases(6 - n)",
                _ => "",
            };
            let both = |(c, s, left): (String, String, Option<Left>)| match left {
                Some((on, entered, clause, most)) => {
                    let on = on.map(|c| format!("if ({c}) ")).unwrap_or_default();
                    format!(
                        "int t := 0;
            {on}{{ while ({entered}) invariant({clause}) decreases(2) {{ break; }} }}
            while ({c}) {{ {s} x := x + 1; t := t + 1; assert t <= {most}; }}"
                    )
                }
                None => format!("while ({c}) {{ {s} x := x + 1; }}"),
            };
            let inner = inner.map(both).unwrap_or_default();
            format!(
                "{CLASSES}    static int walk(int n) {measure} {{
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

/// A program that asserts, after a call that repeats and writes, what is known before it. The call may have a frame, which
/// may be wrong.
pub fn call() -> impl Strategy<Value = String> {
    // Most writes may write a known value, in some iterations at least.
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

/// Inputs with small numbers, and two references to one object or to two.
fn inputs(x: i64, y: i64, alias: bool) -> Inputs {
    let object = |n: i64| object("C", ["f", "g"].map(|field| (field, int(n))));
    let heap = [("o1", object(x)), ("o2", object(1)), ("a1", array("int", [x, -1].map(int)))];
    let q = reference(if alias { "o1" } else { "o2" });
    let args = [("x", int(x)), ("y", int(y)), ("p", reference("o1")), ("q", q), ("a", reference("a1"))];
    inputs::inputs(args, heap)
}

/// All small inputs of these programs.
pub fn all_inputs() -> impl Iterator<Item = Inputs> {
    let numbers = (-2..4).flat_map(|x| (-2..4).map(move |y| (x, y)));
    numbers.flat_map(|(x, y)| [inputs(x, y, true), inputs(x, y, false)])
}
