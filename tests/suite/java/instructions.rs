//! Methods that are made of tables of instructions, compared at boundary values: a JVM, the interpreter, merge mode and path mode
//! agree.

use multise::internals::java::jvm::{Jvm, Run, Value};
use std::time::Duration;
use support::java::compile::{Classes, Source, compiled};
use support::java::differential::{self, Compared, Exploring};

/// The time of a run on a JVM that other work slows down, and of an exploration that asks the solver nothing hard.
const LIMIT: Duration = Duration::from_secs(120);

/// What is asked of the engine about a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Everything: no question is hard.
    All,
    /// What it can decide in some time.
    Possible,
}

/// A static method that returns a `long`.
pub struct Subject {
    /// Few methods are in one class: all of a class are read for each of them.
    pub class: String,
    pub name: String,
    pub types: Vec<&'static str>,
    /// The arguments of each run.
    pub arguments: Vec<Vec<Value>>,
    pub asked: Asked,
}

impl Subject {
    fn signature(&self) -> String {
        format!("{}.{}({})", self.class, self.name, self.types.join(","))
    }

    fn runs(&self, classes: &Classes) -> Vec<Run> {
        let letter = |ty: &&str| match *ty {
            "double" => 'D',
            "float" => 'F',
            "long" => 'J',
            _ => 'I',
        };
        let descriptor = format!("({})J", self.types.iter().map(letter).collect::<String>());
        let run =
            |arguments: &Vec<Value>| classes.run(&self.class, &self.name, &descriptor, Vec::new(), arguments.clone());
        self.arguments.iter().map(run).collect()
    }
}

/// The class with the methods of an entry of a table.
pub fn class_of(name: &str) -> String {
    format!("Of_{name}")
}

/// Declares the operands `a` and so on, each with the value for its type and its place.
pub fn operands(types: &[&str], value: impl Fn(&str, usize) -> String) -> String {
    let typed = types.iter().zip(["a", "b", "c"]).enumerate();
    typed.map(|(i, (ty, name))| format!("{ty} {name} = {}; ", value(ty, i))).collect()
}

/// All agree on the methods of a program. Where not everything is asked of an exploration, it has the `short` time: its questions may be
/// too hard, and what it leaves open is not compared.
pub fn all_agree(text: String, subjects: &[Subject], short: Duration) {
    let Some(classes) = compiled(Source::main(text)) else { return };
    let jvm = Jvm::new(None, LIMIT);
    let (mut compared, mut failures) = (Compared::default(), Vec::new());
    for subject in subjects {
        let limit = if subject.asked == Asked::All { LIMIT } else { short };
        let exploring = Exploring { limit, proofs: false, bounded: false };
        let runs = subject.runs(&classes);
        let signature = subject.signature();
        match differential::compare(&jvm, &classes, &signature, &runs, Some(exploring)) {
            Ok(one) => {
                assert!(one.unsupported.0.is_empty(), "{signature}: {one:?}");
                // Both modes have compared all runs.
                let is_complete = one.exhaustive == 2 && one.states == 2 * runs.len() as u64;
                assert!(is_complete || subject.asked == Asked::Possible, "{signature}: {one:?}");
                compared += one;
            }
            Err(failure) => failures.push(format!("{signature}: {failure}")),
        }
    }
    eprintln!("{} methods: {compared:#?}", subjects.len());
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
