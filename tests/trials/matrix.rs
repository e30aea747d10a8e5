//! The matrix of values that go bad and of control structures around them (`support/matrix/`): where that happens after few
//! steps bounds find it, where it happens after many nothing is proved, and where it does not happen nothing is found.
//!
//! `MULTISE_PROGRAMS` says how many programs each cell has (1), `MULTISE_SEED` which ones (0), `MULTISE_LIMIT` for how many
//! milliseconds each source of claims is asked (30); `make campaign-matrix` takes more of all.

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
/// Milliseconds of a source of claims where no proof may be found.
const SEARCH: u64 = 30;
/// How many times as much programs get of which something was wrong once.
const LONGER: u64 = 15;
/// The time of an exploration that may not come to the wrong verdict.
const SHORT: Duration = Duration::from_millis(60);
/// The number of steps of the program whose violation is run.
const RUN: u64 = 2_000;

/// Seeds of programs of which something was wrong once.
const FOUND: [(Row, Column, u64); 7] = [
    // An unsigned number in the heap need not be one.
    (Row::Uint, Column::Continue, 0),
    // Callers take what is said of a parameter's last value for what is said of the argument.
    (Row::Uint, Column::CalleeEnsures, 0),
    // The first call need not satisfy what recursion assumes.
    (Row::Int, Column::EntryRecursion, 2),
    // What a frame lists is reached from a variable that the loop does not need.
    (Row::Uint, Column::CalleeModifies, 3),
    (Row::Bool, Column::CalleeModifies, 1),
    (Row::Static, Column::CalleeModifies, 2),
    // The first method that a call may run gives back a narrower class.
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

/// Everything that is wrong with the programs that a seed makes of a cell.
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

/// The small program: both modes find the violation, and runs show it, of the large one too. Of its twin nothing is found.
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

/// The inputs with as many more steps.
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

/// The large program: no proof is found. Of the twin no violation is.
fn unbounded(plan: &Plan, time: Duration) -> Result<(), String> {
    let (built, mut config) = build(&plan.with(plan.large));
    (config.proofs, config.timeout) = (true, SHORT);
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
