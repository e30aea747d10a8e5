//! Random Java programs: they compile, and a JVM runs them on random inputs.

use multise::internals::java::jvm::{End, Entry, Jvm, Place, Run};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::time::Duration;
use support::java::compile::{Classes, Source, compile};
use support::java::random::{Program, inputs, programs};

/// The number of programs, and of runs of each.
const PROGRAMS: usize = 120;
const RUNS: u64 = 20;
const LIMIT: Duration = Duration::from_secs(120);

/// How runs end. One that no program shows is too rare to be tested.
const ENDS: [&str; 9] = [
    "returned",
    "rejected",
    "Thrown",
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.AssertionError",
    "java.lang.ExceptionInInitializerError",
    "java.lang.NegativeArraySizeException",
    "java.lang.NullPointerException",
];

/// A run of a program on random inputs, which a seed chooses.
fn on_inputs(program: &Program, classes: &Classes, seed: u64) -> Run {
    let mut runner =
        TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[seed as u8; 32]));
    let numbers = proptest::collection::vec(proptest::prelude::any::<u32>(), 60);
    let numbers = numbers.new_tree(&mut runner).expect("numbers").current();
    let made = inputs::arguments(program, &numbers);
    Run {
        places: vec![Place::Path(classes.folder.clone())],
        entry: Entry {
            class: "Main".to_owned(),
            name: "check".to_owned(),
            descriptor: program.descriptor(),
            has_receiver: false,
        },
        heap: made.heap,
        arguments: made.arguments,
        nondet: Vec::new(),
        seed: Some(seed),
    }
}

#[test]
fn a_jvm_runs_them_to_all_kinds_of_ends() {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let make = |_| programs().new_tree(&mut runner).expect("a program").current();
    let programs: Vec<Program> = (0..PROGRAMS).map(make).collect();
    let sources: Vec<Source> = programs.iter().map(|program| Source::main(program.text.clone())).collect();
    let Some(classes) = compile(&sources) else { return };
    let mut jvm = Jvm::new(None, LIMIT);
    let mut ends = BTreeSet::new();
    for (program, classes) in programs.iter().zip(&classes) {
        for seed in 0..RUNS {
            let run = on_inputs(program, classes, seed);
            let failed = |reason| panic!("{reason}: {run:?}\n{program:?}");
            let (observed, _) = jvm.run(&run).unwrap_or_else(failed);
            ends.insert(match &observed.end {
                End::Returned(_) => "returned".to_owned(),
                End::Rejected => "rejected".to_owned(),
                End::Threw { class, .. } => class.clone(),
                end => panic!("{end}: {run:?}\n{program:?}"),
            });
            // The values that were drawn, given as a list, lead to the same end.
            let again = Run { nondet: observed.drawn.clone(), seed: None, ..run };
            assert_eq!(jvm.run(&again).map(|(observed, _)| observed.end), Ok(observed.end), "{again:?}\n{program:?}");
        }
    }
    let missing: Vec<_> = ENDS.iter().filter(|end| !ends.contains(**end)).collect();
    assert!(missing.is_empty(), "no run ends with {missing:?}, but with {ends:?}");
}
