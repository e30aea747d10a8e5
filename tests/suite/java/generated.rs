//! Random Java programs, on a JVM and here: all runs end in the same way, and both modes agree with them.

use multise::internals::java::jvm::Jvm;
use std::time::Duration;
use support::campaign;
use support::java::compile::{self, Classes};
use support::java::differential::{self, Exploring};
use support::java::random::{Program, programs};

/// The time of a run on a JVM that other work slows down.
const LIMIT: Duration = Duration::from_secs(120);

/// The number of programs.
const PROGRAMS: u64 = 100;

/// How runs of the programs of seed 0 end. An end that none of them shows is too rare to be tested.
const ENDS: [&str; 13] = [
    "returned",
    "breaks an assumption",
    "Thrown",
    "java.lang.ArithmeticException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.ArrayStoreException",
    "java.lang.AssertionError",
    "java.lang.ClassCastException",
    "java.lang.ExceptionInInitializerError",
    "java.lang.NegativeArraySizeException",
    "java.lang.NoClassDefFoundError",
    "java.lang.NullPointerException",
    "java.lang.StringIndexOutOfBoundsException",
];

/// Programs with their classes; nothing where there is no JDK.
fn compiled(count: u64, seed: u64) -> Vec<(Program, Classes)> {
    compile::generated(&programs(), |program| program.text.clone(), count, seed)
}

/// `make campaign-java` runs more of them.
#[test]
fn a_jvm_the_interpreter_and_both_modes_agree() {
    let count = campaign::number("MULTISE_PROGRAMS", PROGRAMS);
    let runs = campaign::number("MULTISE_INPUTS", 20);
    let seed = campaign::number("MULTISE_SEED", 0);
    let jvm = Jvm::new(None, LIMIT);
    let (mut compared, mut failures) = (differential::Compared::default(), Vec::new());
    // Every tenth program is explored too, half of them with proofs.
    let step = campaign::number("MULTISE_EXPLORED", 10) as usize;
    for (number, (program, classes)) in compiled(count, seed).iter().enumerate() {
        let exploring = Exploring { limit: Duration::from_secs(1), proofs: number % (2 * step) == 0, bounded: true };
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
    // Without a JDK there are no runs.
    if seed == 0 && count >= PROGRAMS && compared.runs > 0 {
        let missing: Vec<_> = ENDS.iter().filter(|end| !compared.ends.0.contains_key(**end)).collect();
        assert!(missing.is_empty(), "no run ends with {missing:?}");
    }
}
