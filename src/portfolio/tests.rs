//! With a solver that gives up at random, no wrong verdict and no wrong proof is found.

use super::explore;
use crate::config::Config;
use crate::explore::Watch;
use crate::facade::{Program, on_big_stack};
use crate::outcome::{Proof, Verdict};
use crate::proofs::prove;
use crate::solver::{faults, in_own_context};
use std::path::Path;
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

/// The results of an exploration and of a search for proofs, with a solver that gives up.
fn with_faults(name: &'static str, seed: u64) -> (Verdict, Option<Proof>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/unbounded").join(format!("{name}.oox"));
    // The search beside an exploration would run in a thread of its own, without faults.
    let config = Config { proofs: false, rounds: Some(2), ..Config::default() };
    on_big_stack(move || {
        let program = Program::load(&path, &config.dialect).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        faults::with(seed, || {
            let outcome = explore(program.ir(), entry, &config, &Watch::new()).expect("an outcome");
            let time = Duration::from_millis(20);
            let proof = in_own_context(|| prove(program.ir(), entry, &config, &Watch::new(), time));
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
