//! Random Java programs, on a JVM and here: all runs end in the same way, and both modes agree with them.

use multise::internals::java::jvm::{End, Jvm, Run};
use std::collections::BTreeSet;
use std::time::Duration;
use support::campaign;
use support::java::compile::{self, Classes};
use support::java::differential::{self, Exploring, observed, random_run};
use support::java::random::{Program, programs};

/// The time of a run on a JVM that other work slows down.
const LIMIT: Duration = Duration::from_secs(120);

/// How runs end. One that no program shows is too rare to be tested.
const ENDS: [&str; 10] = [
    "returned",
    "rejected",
    "Thrown",
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.AssertionError",
    "java.lang.ExceptionInInitializerError",
    "java.lang.NegativeArraySizeException",
    "java.lang.NoClassDefFoundError",
    "java.lang.NullPointerException",
];

/// Programs with their classes; nothing where there is no JDK.
fn compiled(count: u64, seed: u64) -> Vec<(Program, Classes)> {
    compile::generated(&programs(), |program| program.text.clone(), count, seed)
}

#[test]
fn a_jvm_runs_them_to_all_kinds_of_ends() {
    let programs = compiled(250, 78);
    if programs.is_empty() {
        return;
    }
    let jvm = Jvm::new(None, LIMIT);
    let mut ends = BTreeSet::new();
    for (program, classes) in &programs {
        for seed in 0..10 {
            let run = random_run(program, classes, seed);
            let failed = |reason| panic!("{reason}: {run:?}\n{program:?}");
            let Some(observed) = observed(&jvm, &run).unwrap_or_else(failed) else { continue };
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

/// `make campaign-java` runs more of them.
#[test]
fn a_jvm_the_interpreter_and_both_modes_agree() {
    let count = campaign::number("MULTISE_PROGRAMS", 100);
    let runs = campaign::number("MULTISE_INPUTS", 20);
    let seed = campaign::number("MULTISE_SEED", 0);
    let jvm = Jvm::new(None, LIMIT);
    let (mut compared, mut failures) = (differential::Compared::default(), Vec::new());
    // Every tenth program is explored too, half of them with proofs.
    let step = campaign::number("MULTISE_EXPLORED", 10) as usize;
    for (number, (program, classes)) in compiled(count, seed).iter().enumerate() {
        let exploring = Exploring { limit: Duration::from_secs(5), proofs: number % (2 * step) == 0, bounded: true };
        let explored = (number % step == 0).then_some(exploring);
        match differential::check(&jvm, program, classes, 0..runs, explored) {
            Ok(one) => compared += one,
            Err(failure) => failures.push((program.text.len(), format!("{failure}\n{}", program.text))),
        }
    }
    eprintln!("{compared:#?}");
    failures.sort();
    let texts: Vec<&str> = failures.iter().map(|(_, text)| text.as_str()).collect();
    let heads: Vec<&str> = texts.iter().filter_map(|text| text.lines().next()).collect();
    let shortest = texts.iter().take(5).copied().collect::<Vec<_>>().join("\n\n");
    assert!(texts.is_empty(), "{} programs differ:\n{}\nthe shortest:\n{shortest}", heads.len(), heads.join("\n"));
}
