//! Generated programs with unbounded loops and recursion, some with invariants that may be wrong: nothing is proved by
//! induction that a concrete run violates, and what it violates is not valid within bounds of a user.
//!
//! `MULTISE_PROGRAMS` is the number of programs (50), `MULTISE_LIMIT` the time of each source of claims in milliseconds
//! (60); `support/campaign.rs` has the other variables. Many: `make campaign-proofs`.

use derive_more::AddAssign;
use multise::internals::interp::{End, Limits, run};
use multise::internals::proofs::prove;
use multise::internals::{ir, on_worker};
use multise::{Config, Inputs, IntWidth, Overflow, Program, Verdict, Watch, explore};
use proptest::prop_oneof;
use proptest::strategy::Strategy;
use std::time::Duration;
use support::campaign::{At, Campaign, caught, number};
use support::pipeline::{self, Built};
use support::repeating::{all_inputs, call, heaps, program, refuted, wrongly_inlined};
use support::trials::{bounded, merge_and_path};

const CAMPAIGN: Campaign<String> = Campaign { programs: 50, batch: 10, salt: 6, print: Clone::clone };
const HEAPS: Campaign<String> = Campaign { programs: 6, batch: 10, salt: 8, print: Clone::clone };
/// Steps of a concrete run; a longer run shows nothing.
const STEPS: u64 = 3_000;
/// The time of an exploration within bounds of a user.
const LIMIT: Duration = Duration::from_millis(300);
/// Milliseconds of a source of claims.
const SEARCH: u64 = 60;
/// Of the programs that no run violates, a proof is looked for of one of this many, to see that the search finds some.
const RIGHT: u64 = 2;

/// The findings.
#[derive(AddAssign, Default)]
struct Found {
    /// Programs that a run violates.
    violated: u64,
    /// Proofs of the other programs that were examined.
    proofs: u64,
    looked_at: u64,
}

#[test]
fn nothing_is_proved_that_a_run_violates() {
    nothing_is_proved(&CAMPAIGN, || prop_oneof![program(), call()], all_inputs().collect());
}

#[test]
fn nothing_is_proved_of_heaps_that_a_run_violates() {
    nothing_is_proved(&HEAPS, heaps::program, heaps::all_inputs().collect());
}

/// Looks for proofs of the programs of a campaign, whose inputs are given.
fn nothing_is_proved<S: Strategy<Value = String>>(
    campaign: &Campaign<String>,
    programs: impl Fn() -> S + Sync,
    inputs: Vec<Inputs>,
) {
    let mut config = support::config();
    config.executable = Some(support::executable!().into());
    let check = |text: &String, at: At| caught(|| checked(text, &config, at.number.is_multiple_of(RIGHT), &inputs));
    let (programs, found) = campaign.run(programs, check);
    let Found { violated, proofs, looked_at } = found;
    eprintln!("{programs} programs, {violated} of them violated by a run; {proofs} proofs of {looked_at} others");
    assert!(4 * violated >= programs, "runs violate only {violated} of {programs} programs");
    assert!(proofs > 0 || programs < CAMPAIGN.programs, "nothing was proved: the test shows nothing");
}

/// Looks for a proof of a program that a run violates, and, if `also_right`, of one that no run violates.
fn checked(text: &str, config: &Config, also_right: bool, inputs: &[Inputs]) -> Result<Found, String> {
    // Integers of one program in four have 8 bits, unless it has a larger literal. Contracts stand for calls in every second
    // one.
    let mut config = config.clone();
    config.self_check = true;
    config.modular = (text.len() / 4).is_multiple_of(2);
    config.dialect.int_width = Some(IntWidth::W8).filter(|_| text.len().is_multiple_of(4));
    config.dialect.overflow = if text.len().is_multiple_of(8) { Overflow::Wrap } else { Overflow::Check };
    let narrow = Program::from_text("generated.oox", text, &config.dialect);
    config.dialect.int_width = config.dialect.int_width.filter(|_| narrow.is_ok());
    let program = Program::from_text("generated.oox", text, &config.dialect).map_err(|error| error.to_string())?;
    let entry = program.entry("Main.main").map_err(|error| error.to_string())?;
    let end = |inputs: &Inputs| {
        run(ir(&program), entry, inputs, &config.dialect, Limits::steps(STEPS)).expect("inputs fit").end
    };
    if let Some(wrong) = wrongly_inlined(ir(&program), entry, inputs, &config.dialect, STEPS) {
        return Err(wrong);
    }
    let violates = |inputs: &Inputs| if let End::Violation(fault) = end(inputs) { Some(fault) } else { None };
    let violated = inputs.iter().find_map(|inputs| Some((violates(inputs)?, inputs)));
    if violated.is_none() && !also_right {
        return Ok(Found::default());
    }
    let searched = program.clone();
    let time = Duration::from_millis(number("MULTISE_LIMIT", SEARCH));
    let searching = config.clone();
    let proof = on_worker(move || prove(ir(&searched), entry, &searching, &Watch::new(), time));
    if let Some(refuted) = proof.as_ref().and_then(refuted) {
        return Err(refuted);
    }
    match (violated, proof) {
        (Some((fault, inputs)), Some(proof)) => Err(format!("{fault:?} with {inputs:?}: {:#?}", proof.claims)),
        (Some((fault, inputs)), None) => {
            let mut within_bounds = bounded(text, &merge_and_path(text, &config, LIMIT));
            within_bounds.proofs = false;
            match explore(&program, entry, &within_bounds) {
                Ok(outcome) if outcome.verdict != Verdict::Valid => Ok(Found { violated: 1, ..Found::default() }),
                outcome => Err(format!("{fault:?} with {inputs:?}, but {outcome:?} with {within_bounds:?}")),
            }
        }
        (None, Some(proof)) if proof.terminates => match inputs.iter().find(|inputs| end(inputs) == End::StepLimit) {
            Some(inputs) => Err(format!("{inputs:?} do not end: {:#?}", proof.claims)),
            None => Ok(Found { proofs: 1, looked_at: 1, ..Found::default() }),
        },
        (None, proof) => Ok(Found { proofs: proof.is_some().into(), looked_at: 1, ..Found::default() }),
    }
}

/// A call may run a method that does not repeat or one that repeats; a later call runs one of several that do not repeat.
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
    is_valid(text);
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
    is_valid(text);
}

/// What a clause stores has more bits than the integers of the program, whose ranges show that nothing overflows.
#[test]
fn a_width_of_integers_is_known_to_proofs() {
    let text = "
        class Box { int n; }
        class Main {
            static void main(Box b, int[] a, int n) {
                assume b != null && a != null;
                int i := 0;
                while (i < #a)
                    invariant(0 <= i && i <= #a && old(b.n + n) == old(b.n) + n)
                    decreases(1000000000000 * (#a - i))
                {
                    i := i + 1;
                    if (b.n < 100) b.n := b.n + 1;
                }
                int j := n;
                while (j > 0) j := j - 1;
                assert j <= 0;
            }
        }";
    let mut config = support::config();
    config.dialect.int_width = Some(IntWidth::W32);
    is_valid_with(text, config);
}

fn is_valid(text: &str) {
    is_valid_with(text, support::config());
}

fn is_valid_with(text: &str, mut config: Config) {
    config.executable = Some(support::executable!().into());
    let outcome = pipeline::explore(&Built::in_dialect(text, &config.dialect), &config).expect("an outcome");
    assert_eq!(outcome.verdict, Verdict::Valid, "{:?}", outcome.reasons);
}
