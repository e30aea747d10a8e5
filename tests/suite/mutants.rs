//! Generated programs with inductive invariants and contracts, and the same programs with one clause changed. A clause that a
//! run violates is never part of a proof. A clause that an iteration breaks is no proof by itself.
//!
//! The facts about a mutant come from runs of the interpreter: of the whole program, and of one iteration as a program of its
//! own, made here from its text. Both are independent of how the engine cuts programs.

use multise::internals::explore::ClaimKind;
use multise::internals::interp::{End, Limits, run};
use multise::internals::on_worker;
use multise::internals::proofs::prove;
use multise::{Config, Verdict, Watch};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::time::Duration;
use support::annotated::{Annotated, all_inputs, programs};
use support::draws::drawn;
use support::pipeline::{Built, explore};

/// The number of programs.
const PROGRAMS: usize = 12;
/// Limits for each program: the mutants that a run violates and of which a proof is looked for; the mutants without such a
/// run whose iterations are examined; and, of the latter, those that an iteration breaks and of which a proof is looked for.
const BROKEN: usize = 4;
const STANDING: usize = 12;
const LOOSE: usize = 2;
/// Steps of a concrete run. Those of these programs end much earlier, whatever their clauses are.
const STEPS: u64 = 20_000;
/// The time of a source of claims. An unchanged program needs only the first source, and much less time.
const PATIENCE: Duration = Duration::from_secs(120);
const SEARCH: Duration = Duration::from_millis(100);

/// Whether a run of a program on small inputs violates a check.
fn breaks(text: &str, config: &Config) -> bool {
    let built = Built::of(text);
    all_inputs().any(|inputs| {
        let run = run(built.ir(), built.entry, &inputs, &config.dialect, Limits::steps(STEPS));
        matches!(run.unwrap_or_else(|error| panic!("{error}\n{text}")).end, End::Violation(_))
    })
}

/// The claims that a proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Help {
    /// The clauses of the program alone.
    None,
    /// Other claims too.
    Claims,
}

/// Looks for a proof. Returns whether it needs more than the clauses of the program.
fn proved(text: &str, config: &Config, time: Duration) -> Option<Help> {
    let (built, config) = (Built::of(text), config.clone());
    let proof = on_worker(move || prove(built.ir(), built.entry, &config, &Watch::new(), time))?;
    // Each method has the claim that no exception leaves it, for which the language has no clause.
    let helps = proof.claims.iter().any(|claim| claim.kind != ClaimKind::Throws);
    Some(if helps { Help::Claims } else { Help::None })
}

/// Whether, from some state in which the clauses of a loop hold, an iteration leads to a state in which they do not, or
/// violates something else.
fn iteration_breaks(text: &str, config: &Config) -> bool {
    let outcome = explore(&Built::of(text), config).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    // The interpreter has replayed the violation.
    outcome.verdict == Verdict::Invalid
}

#[test]
fn clauses_that_are_not_inductive_prove_nothing() {
    let mut config = support::config();
    config.executable = Some(support::executable!().into());
    let mut runner = TestRunner::deterministic();
    let programs = programs();
    let (mut broken, mut loose) = (0, 0);
    for _ in 0..PROGRAMS {
        let made = drawn(&programs, &mut runner);
        let text = made.program();
        assert!(!breaks(&text, &config), "made wrong:\n{text}");
        // So if mutants are not proved, it is because of their change.
        assert_eq!(proved(&text, &config, PATIENCE), Some(Help::None), "not proved by its clauses:\n{text}");
        let mutants = drawn(&Just(made.mutants()).prop_shuffle(), &mut runner);
        let (wrong, standing): (Vec<_>, Vec<_>) = mutants.iter().partition(|it| breaks(&it.program(), &config));
        for mutant in wrong.into_iter().take(BROKEN) {
            let text = mutant.program();
            assert_eq!(proved(&text, &config, SEARCH), None, "a run breaks what is proved:\n{text}");
            broken += 1;
        }
        let is_loose = |it: &&&Annotated| it.iteration().is_some_and(|text| iteration_breaks(&text, &config));
        for mutant in standing.iter().take(STANDING).filter(is_loose).take(LOOSE) {
            let text = mutant.program();
            let found = proved(&text, &config, SEARCH);
            assert_ne!(found, Some(Help::None), "an iteration breaks what is proved by itself:\n{text}");
            loose += 1;
        }
    }
    assert!(broken >= 40 && loose >= 8, "few mutants show little: a run breaks {broken}, an iteration {loose}");
}
