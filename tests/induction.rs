//! Generated programs with loops and recursion that nothing bounds, some with invariants that may be wrong: what is proved by
//! induction is true of every concrete run.

#[path = "support/mod.rs"]
mod support;

use multise::internals::explore::prove;
use multise::internals::interp::{End, Limits, run};
use multise::internals::{ir, on_worker};
use multise::{Config, Program, Watch};
use proptest::prelude::*;
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::cell::Cell as Count;
use std::time::Duration;
use support::repeating::{all_inputs, call, program};

/// The programs of a run of the test.
const PROGRAMS: u32 = 60;
/// Steps of a concrete run; what goes on for longer has shown nothing.
const STEPS: u64 = 3_000;
/// The time of a source of claims.
const SEARCH: Duration = Duration::from_millis(100);

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
        for inputs in all_inputs() {
            let run = run(ir(&program), entry, &inputs, &config.dialect, Limits::steps(STEPS))
                .map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
            if let End::Violation(fault) = run.end {
                let claims = &proof.claims;
                return Err(TestCaseError::fail(format!("{fault:?} with {inputs:?}: {claims:#?}\n{text}")));
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
