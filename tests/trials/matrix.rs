//! The matrix of values that go bad and of control structures around them (`support/matrix/`). If a value goes bad after few
//! steps, bounds find it. If after many, nothing is proved. If never, nothing is found.
//!
//! `MULTISE_PROGRAMS` is the number of programs of each cell (1), `MULTISE_SEED` selects them (0), `MULTISE_LIMIT` is the
//! time of each source of claims in milliseconds (20); `make campaign-matrix` takes more of all.

use libtest_mimic::{Failed, Trial};
use multise::internals::interp::{End, Limits, Run, run};
use multise::internals::on_worker;
use multise::internals::proofs::prove;
use multise::{Config, Inputs, Num, Stop, Value, Verdict, Watch};
use std::time::Duration;
use support::campaign::number;
use support::matrix::{Column, Plan, Row, SMALL};
use support::options::Options;
use support::pipeline::{self, Built};
use support::trials;

/// The time in which bounds find a violation on any machine.
const PATIENCE: Duration = Duration::from_secs(300);
/// The time of a source of claims, in milliseconds, when no proof may be found.
const SEARCH: u64 = 20;
/// The factor of the time for programs that once had a wrong result.
const LONGER: u64 = 20;
/// The time of an exploration that only must not have the wrong verdict.
const SHORT: Duration = Duration::from_millis(25);
/// The number of steps of the large program whose violation is run.
const RUN: u64 = 2_000;

/// The seeds of programs that once had a wrong result, with the mistake.
const FOUND: [(Row, Column, u64); 7] = [
    // An unsigned number in the heap was assumed not to be negative, but may be.
    (Row::Uint, Column::Continue, 0),
    // Callers took what is claimed of a parameter's last value for a claim about the argument.
    (Row::Uint, Column::CalleeEnsures, 0),
    // The first call was not shown to satisfy what recursion assumes.
    (Row::Int, Column::EntryRecursion, 2),
    // A frame lists a place that is reached from a variable that the loop does not need.
    (Row::Uint, Column::CalleeModifies, 3),
    (Row::Bool, Column::CalleeModifies, 1),
    (Row::Static, Column::CalleeModifies, 2),
    // The first method that a call may run returns a narrower class.
    (Row::ClassOfObject, Column::Dispatch, 2),
];

pub fn trials() -> Vec<Trial> {
    let (programs, seed) = (number("MULTISE_PROGRAMS", 1), number("MULTISE_SEED", 0));
    let cells = Row::ALL.into_iter().flat_map(|row| Column::ALL.map(|column| (row, column)));
    let trial = |(row, column)| {
        let check = move || {
            let found = FOUND.into_iter().filter(|(r, c, _)| (*r, *c) == (row, column)).map(|(_, _, seed)| seed);
            let time = number("MULTISE_LIMIT", SEARCH);
            let found = found.map(|seed| (seed, LONGER * time));
            let seeds = (seed..seed + programs).map(|seed| (seed, time)).chain(found);
            let check = |(seed, time)| check(row, column, seed, Duration::from_millis(time)).err();
            let wrong: Vec<String> = seeds.filter_map(check).collect();
            if wrong.is_empty() { Ok(()) } else { Err(Failed::from(wrong.join("\n"))) }
        };
        Trial::test(format!("matrix/{row:?}, {column:?}"), check)
    };
    cells.map(trial).collect()
}

/// Checks the programs of a cell and a seed. The error has all that is wrong.
fn check(row: Row, column: Column, seed: u64, time: Duration) -> Result<(), String> {
    let plan = Plan::new(row, column, seed);
    let wrong: Vec<String> = [bounded(&plan), unbounded(&plan, time)].into_iter().filter_map(Result::err).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("seed {seed}, {row:?}, {column:?}: {}", wrong.join("\n"))) }
}

fn build(plan: &Plan) -> (Built, Config) {
    let options = if plan.allows_uncaught { "--uncaught allow" } else { "" };
    let mut options = Options::parse(options).expect("no option is wrong");
    options.config.executable = Some(support::executable!().into());
    let text = plan.text();
    let built = pipeline::build("matrix.oox", &text, &options).unwrap_or_else(|refused| panic!("{refused}\n{text}"));
    (built, options.config)
}

fn explore(built: &Built, config: &Config) -> Result<multise::Outcome, String> {
    pipeline::explore(built, config).map_err(|error| format!("{error}\n{}", built.text()))
}

/// A concrete run.
fn ran(built: &Built, config: &Config, inputs: &Inputs) -> Result<Run, String> {
    run(built.ir(), built.entry, inputs, &config.dialect, Limits::default())
        .map_err(|error| format!("{error}\n{}", built.text()))
}

/// The small program: both modes find the violation, and runs show it, also for the large program. Nothing is found about its
/// twin.
fn bounded(plan: &Plan) -> Result<(), String> {
    let (built, config) = build(plan);
    for mut config in trials::merge_and_path(built.text(), &config, PATIENCE) {
        config.stop = Stop::Soon;
        let outcome = explore(&built, &config)?;
        let Some(violation) = outcome.violations.first() else {
            return Err(format!("{:?} mode: {:?}\n{}", config.mode, outcome.verdict, built.text()));
        };
        let shown = ran(&built, &config, &violation.inputs)?;
        if !matches!(&shown.end, End::Violation(fault) if fault.line == violation.line && fault.kind == violation.kind)
        {
            return Err(format!("{violation:?}, but a run ends with {:?}\n{}", shown.end, built.text()));
        }
        let (large, _) = build(&plan.with(RUN));
        let shown = ran(&large, &config, &later(plan, &violation.inputs))?;
        if !matches!(shown.end, End::Violation(_)) {
            return Err(format!("after {RUN} steps a run ends with {:?}\n{}", shown.end, large.text()));
        }
        let (twin, config) = build(&plan.twin());
        if let End::Violation(fault) = ran(&twin, &config, &violation.inputs)?.end {
            return Err(format!("a run of the twin ends with {fault:?}\n{}", twin.text()));
        }
    }
    Ok(())
}

/// The inputs with correspondingly more steps.
fn later(plan: &Plan, inputs: &Inputs) -> Inputs {
    let mut inputs = inputs.clone();
    for (_, value) in inputs.args.iter_mut().filter(|(name, _)| *name == plan.steps()) {
        if let Value::Int(n) = value {
            let small = n.to_i64().expect("few steps are a small number");
            *n = Num::from(small + (RUN - SMALL) as i64);
        }
    }
    inputs
}

/// The large program: no proof is found. For the twin, no violation is found.
fn unbounded(plan: &Plan, time: Duration) -> Result<(), String> {
    let (built, mut config) = build(&plan.with(plan.large));
    config.timeout = SHORT;
    let found = {
        let (built, config) = (built.clone(), config.clone());
        on_worker(move || prove(built.ir(), built.entry, &config, &Watch::new(), time))
    };
    if let Some(proof) = found {
        return Err(format!("a proof of what is not true: {:#?}\n{}", proof.claims, built.text()));
    }
    if explore(&built, &config)?.verdict == Verdict::Valid {
        return Err(format!("valid, but a run violates a check\n{}", built.text()));
    }
    let (twin, _) = build(&plan.twin());
    let outcome = explore(&twin, &config)?;
    match outcome.violations.first() {
        Some(violation) => Err(format!("{violation:?} of a twin\n{}", twin.text())),
        None => Ok(()),
    }
}
