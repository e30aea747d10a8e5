//! A random program in merge mode, in path mode and in concrete runs on small inputs: the same verdict, the same
//! violations, and for each input the final state that its concrete run has.

use super::campaign::caught;
use super::enumerate::{self, Bounds};
use super::options::Options;
use super::pipeline::{self, Built};
use super::random::generate::Tree;
use super::random::print;
use super::{oracle, supervisor, trials};
use multise::internals::in_own_context;
use multise::internals::interp::{self, End, Limits};
use multise::{Config, Num, Statistics, Watch};
use std::collections::BTreeSet;
use std::time::Duration;

/// Inputs per program; they come simplest first.
const INPUTS: usize = 250;

/// Inputs per program whose final states are compared.
const STATES: usize = 40;

/// Steps per run: loops and recursion are bounded, so that no run needs them all.
const STEPS: u64 = 100_000;

/// The explorations and comparisons of a program.
#[derive(Default)]
pub struct Found {
    /// Explorations that were not exhaustive: cut by time, or a quantified formula was not decided.
    pub unknown: u64,
    /// Final states that were compared.
    pub compared: u64,
    /// Calls whose results were known.
    pub known_calls: u64,
    /// Regions that were executed.
    pub regions: u64,
}

/// Prints a program and explores it in both modes, each within a time; compares them with each other and with concrete runs.
///
/// # Errors
/// Where they differ.
pub fn check(tree: &Tree, name: &str, limit: Duration) -> Result<Found, String> {
    let text = print::print(tree);
    let options = Options::parse("")?;
    let built = pipeline::build(name, &text, &options).map_err(|refused| format!("{refused}\n{text}"))?;
    let compare = || caught(|| in_own_context(|| compare(tree, &built, &options.config, limit)));
    supervisor::within(2 * limit + supervisor::GRACE, &format!("{name}:\n{text}"), compare)
}

fn compare(tree: &Tree, built: &Built, config: &Config, limit: Duration) -> Result<Found, String> {
    let configs = trials::merge_and_path(built.text(), config, limit);
    let watches = [Watch::new(), Watch::new()];
    let mut merge = oracle::explore(built, &configs[0], &watches[0])?;
    let mut path = oracle::explore(built, &configs[1], &watches[1])?;
    oracle::same(&merge, &path)?;
    let mut unknown = 0;
    for explored in [&merge, &path].into_iter().filter(|explored| !explored.is_exhaustive()) {
        unknown += 1;
        eprintln!("{}, {}: {:?}", built.program.source().main().name, explored.mode(), explored.outcome.reasons);
    }
    let sum = |count: fn(&Statistics) -> u64| [&merge, &path].map(|e| count(&e.outcome.statistics)).iter().sum();
    let (known_calls, regions) = (sum(|s| s.known_calls), sum(|s| s.regions.instantiated));
    let mut found = Found { unknown, compared: 0, known_calls, regions };
    let mut bounds = Bounds { ints: print::INTS.map(Num::from).to_vec(), ..Bounds::small() };
    (bounds.length, bounds.objects, bounds.arrays) = (2, 2, 2);
    let mut inputs = enumerate::inputs(built.ir(), built.entry, &bounds);
    let (mut sites, mut states) = (BTreeSet::new(), 0);
    for inputs in inputs.by_ref().take(INPUTS) {
        let limits = Limits::steps(STEPS);
        let run = interp::run(built.ir(), built.entry, &inputs, &configs[0].dialect, limits)
            .map_err(|e| format!("{inputs:?}: {e}"))?;
        match &run.end {
            End::Violation(fault) => {
                sites.insert(oracle::site(fault));
            }
            End::Returned { .. } => states += 1,
            End::StepLimit => return Err(format!("{inputs:?} take too many steps")),
            _ => {}
        }
        if states > STATES && matches!(run.end, End::Returned { .. }) {
            continue;
        }
        for explored in [&mut merge, &mut path] {
            let mode = explored.mode();
            let result = explored.check(&inputs, &run).and_then(|compared| {
                explored.round_trip(&inputs)?;
                Ok(compared && matches!(run.end, End::Returned { .. }))
            });
            let compared = result.map_err(|e| format!("{mode}: {e}\nfor {inputs:?}\nended {:?}", run.end))?;
            found.compared += u64::from(compared);
        }
    }
    // Where the program bounds its inputs, they show every violation.
    let all = inputs.next().is_none() && print::is_bounded(tree);
    if all && found.unknown == 0 && sites != merge.sites {
        return Err(format!("concrete runs find {sites:?}, the engine {:?}", merge.sites));
    }
    Ok(found)
}
