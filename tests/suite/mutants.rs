//! Generated programs whose invariants and contracts are inductive as they are made, and the same with one clause changed: a
//! clause that a run breaks is never part of a proof, and one that an iteration breaks is none by itself.
//!
//! What is said of a mutant comes from runs of the interpreter: of the whole program, and of one iteration as a program of its
//! own, made here from its text. Neither knows how the engine cuts programs.

use multise::internals::explore::ClaimKind;
use multise::internals::interp::{End, Limits, run};
use multise::internals::proofs::prove;
use multise::internals::{ir, on_worker};
use multise::{Config, MethodId, Program, Verdict, Watch, explore};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use std::time::Duration;
use support::annotated::{Annotated, all_inputs, programs};

/// The programs.
const PROGRAMS: usize = 12;
/// The most mutants of a program that a run breaks and of which a proof is looked for, those of which no run does so whose
/// iterations are looked at, and of these the most that an iteration breaks and of which a proof is looked for.
const BROKEN: usize = 4;
const STANDING: usize = 12;
const LOOSE: usize = 2;
/// Steps of a concrete run. Those of these programs end long before, whatever their clauses say.
const STEPS: u64 = 20_000;
/// The time of a source of claims. A program as it is made needs only the first source, and much less.
const PATIENCE: Duration = Duration::from_secs(120);
const SEARCH: Duration = Duration::from_millis(100);

/// Whether a run of a program on small inputs violates a check.
fn breaks(text: &str, config: &Config) -> bool {
    let (program, entry) = load(text, config);
    all_inputs().any(|inputs| {
        let run = run(ir(&program), entry, &inputs, &config.dialect, Limits::steps(STEPS));
        matches!(run.unwrap_or_else(|error| panic!("{error}\n{text}")).end, End::Violation(_))
    })
}

fn load(text: &str, config: &Config) -> (Program, MethodId) {
    let program = Program::from_text("generated.oox", text, &config.dialect);
    let program = program.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let entry = program.entry("Main.main").unwrap_or_else(|error| panic!("{error}\n{text}"));
    (program, entry)
}

/// What a proof is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Help {
    /// The clauses of the program alone.
    None,
    /// Claims beside them.
    Claims,
}

/// Looks for a proof. Tells whether it needs more than what stands in the program.
fn proved(text: &str, config: &Config, time: Duration) -> Option<Help> {
    let (program, entry) = load(text, config);
    let config = config.clone();
    let proof = on_worker(move || prove(ir(&program), entry, &config, &Watch::new(), time))?;
    // That no exception leaves a method is claimed of all of them, with no clause for it in the language.
    let helps = proof.claims.iter().any(|claim| claim.kind != ClaimKind::Throws);
    Some(if helps { Help::Claims } else { Help::None })
}

/// Whether some state in which the clauses of a loop hold is one of which they do not hold an iteration later, or the iteration
/// violates something else.
fn iteration_breaks(text: &str, config: &Config) -> bool {
    let (program, entry) = load(text, config);
    let outcome = explore(&program, entry, config).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    // What is violated has been replayed by the interpreter.
    outcome.verdict == Verdict::Invalid
}

#[test]
fn clauses_that_are_not_inductive_prove_nothing() {
    let mut config = support::config();
    config.executable = Some(support::executable!().into());
    let mut runner = TestRunner::new_with_rng(Default::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let programs = programs();
    let (mut broken, mut loose) = (0, 0);
    for _ in 0..PROGRAMS {
        let made = programs.new_tree(&mut runner).expect("a program").current();
        let text = made.program();
        assert!(!breaks(&text, &config), "made wrong:\n{text}");
        // What its mutants are refused for is nothing that was missing before.
        assert_eq!(proved(&text, &config, PATIENCE), Some(Help::None), "not proved by its clauses:\n{text}");
        let mutants = Just(made.mutants()).prop_shuffle().new_tree(&mut runner).expect("mutants").current();
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
