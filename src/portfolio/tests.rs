//! With a solver that gives up at random, no wrong verdict and no wrong proof is found. What is found with short arrays alone
//! says nothing about others.

mod constructs;
mod numbers;

use super::explore;
use crate::config::Config;
use crate::explore::Watch;
use crate::facade::Program;
use crate::ir::{self, MethodId};
use crate::outcome::{Outcome, Proof, Reason, Status, Verdict};
use crate::proofs::prove;
use crate::solver::{faults, in_own_context};
use crate::stack::on_big_stack;
use std::time::Duration;

const SEEDS: u64 = 2;

/// Programs of `tests/unbounded` about which the solver is asked, and whether some run violates a check.
const PROGRAMS: [(&str, bool); 5] = [
    ("insertion_step_bug", true),
    ("array_fill_bug", true),
    ("two_counters_bug", true),
    ("array_fill", false),
    ("count_up", false),
];

/// The result of `work` on a program of `tests/unbounded` and its entry.
fn with_program<T: Send>(name: &str, config: &Config, work: impl FnOnce(&ir::Program, MethodId) -> T + Send) -> T {
    let path = crate::project().join("tests/unbounded").join(format!("{name}.oox"));
    on_big_stack(|| {
        let program = Program::load(&path, &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        work(program.ir(), entry)
    })
}

/// The results of an exploration and of a search for proofs, with a solver that gives up.
fn with_faults(name: &str, seed: u64) -> (Verdict, Option<Proof>) {
    // The search beside an exploration would run in a thread of its own, without faults.
    let config = Config { proofs: false, rounds: Some(2), ..Config::default() };
    with_program(name, &config, |program, entry| {
        faults::with(seed, || {
            let outcome = explore(program, entry, &config, &Watch::new()).expect("an outcome");
            let time = Duration::from_millis(20);
            let proof = in_own_context(|| prove(program, entry, &config, &Watch::new(), time));
            (outcome.verdict, proof)
        })
    })
}

#[test]
fn a_solver_that_gives_up_at_random_makes_nothing_valid() {
    for (name, is_violated) in PROGRAMS {
        for seed in 0..SEEDS {
            let (verdict, proof) = with_faults(name, seed);
            let wrong = if is_violated { Verdict::Valid } else { Verdict::Invalid };
            assert_ne!(verdict, wrong, "{name}, seed {seed}");
            assert!(proof.is_none() || !is_violated, "{name}, seed {seed}: {:?}", proof.map(|proof| proof.claims));
        }
    }
}

/// Explores a program that is hard for input arrays of any length.
fn with_arrays(name: &str) -> Outcome {
    let config = Config { proofs: false, ..Config::default() };
    with_program(name, &config, |program, entry| explore(program, entry, &config, &Watch::new()).expect("an outcome"))
}

#[test]
fn short_arrays_show_a_violation_and_prove_nothing() {
    let outcome = with_arrays("binary_search_loses_last_bug");
    assert_eq!((outcome.verdict, outcome.violations.len()), (Verdict::Invalid, 1));
    assert!(outcome.reasons.contains(&Reason::Stopped), "longer arrays were left out");
    let statuses: Vec<Status> = outcome.checks.iter().map(|(_, status)| *status).collect();
    assert_eq!(statuses, [Status::Undecided, Status::Violated]);
}

#[test]
fn a_violation_that_short_arrays_do_not_have_is_found() {
    // The bug needs more elements than a short array has.
    let outcome = with_arrays("long_array_bug");
    assert_eq!(outcome.verdict, Verdict::Invalid, "{:?}", outcome.reasons);
}
