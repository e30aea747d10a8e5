//! Executions that cannot end: the interpreter reports none that ends, on the corpus, on programs without bounds and on
//! generated ones. The programs of `tests/corpus/termination` show what is found.

use derive_more::AddAssign;
use multise::internals::interp::{self, End, Limits, Repeats};
use multise::internals::ir::Kind;
use multise::internals::stack::on_big_stack;
use multise::{Dialect, Inputs, Reason, Verdict};
use support::campaign::{At, Campaign, all_texts, caught};
use support::enumerate::{self, Bounds};
use support::expectation::Header;
use support::options::Options;
use support::pipeline::{self, Built};
use support::random::generate::Tree;
use support::trials::forks;
use support::{random, repeating};

/// The steps of a run, and those of a run that should not end.
const STEPS: u64 = 5_000;
const MANY: u64 = 4 * STEPS;
/// The runs of a program.
const RUNS: usize = 40;

/// How many runs were compared.
#[derive(AddAssign, Debug, Default)]
struct Compared {
    runs: u64,
    /// Those that cannot end, and those of them in which a recursion is endless.
    lassos: u64,
    recursive: u64,
}

/// Runs a program on inputs with `--termination` and without. A run that cannot end does not end in many more steps. All
/// others end alike.
fn check(built: &Built, dialect: &Dialect, inputs: impl Iterator<Item = Inputs>) -> Result<Compared, String> {
    let [without, with] = [false, true].map(|termination| Dialect { termination, ..dialect.clone() });
    let run =
        |inputs: &Inputs, dialect, steps| interp::run(built.ir(), built.entry, inputs, dialect, Limits::steps(steps));
    let mut compared = Compared::default();
    for inputs in inputs {
        // Inputs that the dialect does not admit are skipped.
        let Ok(watched) = run(&inputs, &with, STEPS) else { continue };
        compared.runs += 1;
        let cannot_end = matches!(&watched.end, End::Violation(fault) if fault.kind == Kind::Nontermination);
        let other = run(&inputs, &without, if cannot_end { MANY } else { STEPS }).map_err(|e| e.to_string())?;
        if watched.lasso.is_some() != cannot_end {
            return Err(format!("{inputs:?}: {:?} with {:?}", watched.end, watched.lasso));
        }
        compared.lassos += u64::from(cannot_end);
        compared.recursive += u64::from(watched.lasso.is_some_and(|lasso| lasso.of == Repeats::Recursion));
        let expected = if cannot_end { &End::StepLimit } else { &watched.end };
        // Comparing states costs steps.
        if *expected != other.end && watched.end != End::StepLimit {
            return Err(format!("{inputs:?}: {:?} with --termination, {:?} without", watched.end, other.end));
        }
    }
    Ok(compared)
}

fn check_text(name: &str, text: &str, options: &Options) -> Result<Compared, String> {
    // A refused program does not run.
    let Ok(built) = pipeline::build(name, text, options) else { return Ok(Compared::default()) };
    let dialect = &options.config.dialect;
    let bounds = Bounds { null_arrays: !dialect.nonnull_arrays, types: dialect.types, ..Bounds::of(built.ir()) };
    let small = enumerate::inputs(built.ir(), built.entry, &bounds).take(RUNS / 2);
    let sampled = enumerate::sampled(built.ir(), built.entry, &bounds).take(RUNS / 2);
    check(&built, dialect, small.chain(sampled))
}

fn folder(folder: &str, options: fn(&str) -> Result<Options, String>) -> Compared {
    let folder = support::project().join(folder);
    let programs = support::programs(&folder).into_iter().filter(|path| !forks(path));
    on_big_stack(|| all_texts(programs, |_, text| check_text("program.oox", text, &options(text)?)))
}

#[test]
fn no_run_of_the_corpus_that_ends_is_reported() {
    let compared = folder("tests/corpus", |text| Options::parse(&Header::parse(text)?.options));
    assert!(compared.lassos > 100 && compared.recursive > 20, "{compared:?}");
}

#[test]
fn no_run_of_the_programs_without_bounds_that_ends_is_reported() {
    let compared = folder("tests/unbounded", |_| Options::parse(""));
    assert!(compared.runs > 5_000, "{compared:?}");
}

#[test]
fn no_run_of_generated_trees_that_ends_is_reported() {
    let trees = Campaign { programs: 200, batch: 25, salt: 6, print: random::print::print };
    let check = |tree: &Tree, at: At| {
        let text = random::print::print(tree);
        let options = Options::parse("")?;
        caught(|| check_text(&at.to_string(), &text, &options)).map_err(|finding| format!("{finding}\n{text}"))
    };
    let (_, compared) = trees.run(random::generate::programs, check);
    assert_eq!(compared.lassos, 0, "generated trees end: {compared:?}");
}

#[test]
fn no_run_of_generated_loops_that_ends_is_reported() {
    let texts = Campaign { programs: 200, batch: 25, salt: 7, print: Clone::clone };
    let check_one = |text: &String, at: At| {
        let options = Options::parse("")?;
        let compare = || {
            let built = pipeline::build(&at.to_string(), text, &options).map_err(|refused| refused.to_string())?;
            check(&built, &options.config.dialect, repeating::all_inputs().step_by(3))
        };
        caught(compare).map_err(|finding| format!("{finding}\n{text}"))
    };
    let (programs, compared) = texts.run(repeating::program, check_one);
    eprintln!("{compared:?}");
    assert!(2 * compared.lassos > programs || programs < texts.programs, "{compared:?}");
}

/// The verdict, reasons and kinds of violations of a program.
fn explored(text: &str, options: &str) -> (Verdict, Vec<Reason>, Vec<Kind>) {
    let outcome = pipeline::explored(text, options, |config| config.proofs = true);
    (outcome.verdict, outcome.reasons, outcome.violations.iter().map(|v| v.kind).collect())
}

#[test]
fn a_lasso_is_found_without_bounds_and_ends_exploration() {
    let text = "class Main { static void main(int n, int step) {
        int i := 0;
        while (i < n) { i := i + step; }
    } }";
    let (verdict, _, kinds) = explored(text, "--termination");
    assert_eq!((verdict, kinds), (Verdict::Invalid, vec![Kind::Nontermination]));
}

/// What is counted from call to call does not matter if nothing else depends on it.
#[test]
fn a_recursion_that_nothing_stops_is_found() {
    let main = "static void main(int k) { int r := Main.f(k, 0); }";
    let of = |methods: &str| {
        let (verdict, _, kinds) = explored(&format!("class Main {{ {main} {methods} }}"), "--termination --depth 30");
        (verdict, kinds.first().copied())
    };
    let endless = (Verdict::Invalid, Some(Kind::Nontermination));
    assert_eq!(of("static int f(int n, int c) { return Main.f(n + 1, c * n); }"), endless);
    let mutual = "static int f(int n, int c) { return Main.g(n, c + 1); } static int g(int n, int c)";
    assert_eq!(of(&format!("{mutual} {{ return Main.f(n, c + n); }}")), endless);
    // Here the count stops it after all.
    let ends = of(&format!("{mutual} {{ if (c > 9) return n; return Main.f(n, c); }}"));
    assert_eq!(ends, (Verdict::Valid, None));
}

/// A proof settles a program under `--termination` only if it proves that executions end.
#[test]
fn a_proof_has_to_prove_termination() {
    let text = |measure: &str| {
        format!(
            "class Main {{ static void main(int n) {{
                int i := 0;
                while (i < n) invariant(i <= n || n < 0) {measure} {{ i := i + 1; }}
                assert n < 0 || i == n;
            }} }}"
        )
    };
    assert_eq!(explored(&text(""), "").0, Verdict::Valid);
    assert_eq!(explored(&text("decreases(n - i)"), "--termination").0, Verdict::Valid);
    let (verdict, reasons, _) = explored(&text(""), "--termination --unroll 3");
    assert_eq!((verdict, reasons), (Verdict::Unknown, vec![Reason::Unroll]));
}

/// The measure of a loop that is left at once is none of the loop around it.
#[test]
fn every_loop_that_repeats_needs_its_own_measure() {
    let text = |inner: &str| {
        format!(
            "class Main {{ static void main(int n, bool p) {{
                int i := 0;
                while (i >= 0) {{
                    i := i + 1;
                    {inner}
                    if (i > n) {{ p := !p; }}
                }}
            }} }}"
        )
    };
    for inner in ["while (p) decreases(5) { break; }", "if (i == n) { while (p) decreases(5) { break; } }"] {
        let (verdict, reasons, _) = explored(&text(inner), "--termination --unroll 3");
        assert_eq!((verdict, reasons), (Verdict::Unknown, vec![Reason::Unroll]), "{inner}");
    }
}

/// A recursion is known to end if each of its calls decreases a measure.
#[test]
fn measures_of_methods_prove_termination() {
    let text = |first: &str, second: &str| {
        format!(
            "class Main {{
                static void main(int n) {{ if (n >= 0) {{ Main.ping(n); }} }}
                static void ping(int n) requires(n >= 0) {first} {{ if (n > 0) {{ Main.pong(n - 1); }} }}
                static void pong(int n) requires(n >= 0) {second} {{ Main.ping(n); }}
            }}"
        )
    };
    let both = text("decreases(2 * n)", "decreases(2 * n + 1)");
    assert_eq!(explored(&both, "--termination").0, Verdict::Valid);
    let one = text("decreases(2 * n)", "");
    assert_eq!(explored(&one, "").0, Verdict::Valid);
    assert_eq!(explored(&one, "--termination --depth 3").0, Verdict::Unknown);
}
