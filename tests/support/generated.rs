//! A random program in merge mode, in path mode and in concrete runs on small inputs: the same verdict, the same
//! violations, and for each input the final state that its concrete run has.

use super::campaign::caught;
use super::enumerate::{self, Bounds};
use super::options::Options;
use super::oracle::{self, Explored};
use super::pipeline::{self, Built};
use super::random::generate::Tree;
use super::random::print;
use super::{supervisor, trials};
use derive_more::AddAssign;
use multise::internals::in_own_context;
use multise::internals::interp::{self, End, Limits, Run};
use multise::{Config, Inputs, Num, Watch};
use std::collections::BTreeSet;
use std::time::Duration;

/// Inputs per program; they come simplest first.
const INPUTS: usize = 250;

/// Inputs per program whose final states are compared.
const STATES: usize = 40;

/// Steps per run: loops and recursion are bounded, so no run needs them all.
const STEPS: u64 = 100_000;

/// The amounts of what was explored and compared.
#[derive(AddAssign, Default)]
pub struct Found {
    /// Explorations that were not exhaustive: cut by time, or a quantified formula was not decided.
    pub unknown: u64,
    /// Final states that were compared.
    pub compared: u64,
    /// Tabled calls whose results were known.
    pub known_calls: u64,
    /// Regions that were executed.
    pub regions: u64,
    /// Explorations that bounds of the user cut.
    pub cut: u64,
}

/// Prints a program and explores it in both modes, and within bounds of a user, each within a time; compares them with each other
/// and with concrete runs.
///
/// # Errors
/// Where they differ.
pub fn check(tree: &Tree, name: &str, limit: Duration) -> Result<Found, String> {
    let text = print::print(tree);
    // Integers of one program in four have 8 bits, unless it has a larger literal; in every second one results lose the others.
    let choice = choice(&text);
    let overflow = if text.len().is_multiple_of(8) { "wrap" } else { "check" };
    let narrow = Some(format!("--int-width 8 --overflow {overflow} {choice}")).filter(|_| text.len().is_multiple_of(4));
    let narrow = narrow.map(|words| Ok::<_, String>((Options::parse(&words)?, words))).transpose()?;
    let narrow =
        narrow.and_then(|(options, words)| Some((pipeline::build(name, &text, &options).ok()?, options, words)));
    let (built, options, choice) = match narrow {
        Some(narrow) => narrow,
        None => {
            let options = Options::parse(choice)?;
            let built = pipeline::build(name, &text, &options).map_err(|refused| format!("{refused}\n{text}"))?;
            (built, options, choice.to_owned())
        }
    };
    let compare = |_: supervisor::Over| caught(|| in_own_context(|| compare(tree, &built, &options.config, limit)));
    supervisor::within(3 * limit + supervisor::GRACE, &format!("{name}: {choice}\n{text}"), compare)
}

/// What is checked of a program: everything of two in three.
fn choice(text: &str) -> &'static str {
    match text.len() % 9 {
        0 => "--check assert,bounds",
        1 => "--check null,contracts",
        2 => "--check throw,missing-return,division-by-zero,cast,negative-size",
        _ => "",
    }
}

fn compare(tree: &Tree, built: &Built, config: &Config, limit: Duration) -> Result<Found, String> {
    let mut bounds = Bounds { ints: print::INTS.map(Num::from).to_vec(), ..Bounds::small() };
    if let Some(width) = config.dialect.int_width {
        bounds.ints.extend([width.most(), width.least()]);
    }
    (bounds.length, bounds.objects, bounds.arrays) = (2, 2, 2);
    let mut inputs = enumerate::inputs(built.ir(), built.entry, &bounds);
    let (mut runs, mut sites, mut states) = (Vec::new(), BTreeSet::new(), 0);
    for inputs in inputs.by_ref().take(INPUTS) {
        let run = interp::run(built.ir(), built.entry, &inputs, &config.dialect, Limits::steps(STEPS))
            .map_err(|e| format!("{inputs:?}: {e}"))?;
        sites.extend(oracle::sites_of(&run));
        match &run.end {
            End::Returned { .. } => states += 1,
            End::StepLimit | End::Cancelled => return Err(format!("{inputs:?} take too many steps")),
            _ => {}
        }
        if states <= STATES || !matches!(run.end, End::Returned { .. }) {
            runs.push((inputs, run));
        }
    }
    let configs = trials::merge_and_path(built.text(), config, limit);
    let mut found = Found::default();
    let mut explore = |config: &Config| {
        let (explored, compared) = oracle::explore(built, config, &Watch::new(), |explored| against(explored, &runs))?;
        if !explored.is_exhaustive() {
            let (name, mode) = (&built.program.source().main().name, oracle::word(explored.mode));
            eprintln!("{name}, {mode}: {:?}", explored.outcome.reasons);
        }
        found.unknown += u64::from(!explored.is_exhaustive());
        found.compared += compared;
        found.known_calls += explored.outcome.statistics.known_calls;
        found.regions += explored.outcome.statistics.regions.instantiated;
        Ok::<_, String>(explored)
    };
    let (merge, path) = (explore(&configs[0])?, explore(&configs[1])?);
    oracle::same(&merge, &path)?;
    let bounded = trials::bounded(built.text(), &configs);
    let (bounded, _) = oracle::explore(built, &bounded, &Watch::new(), |explored| against(explored, &runs))?;
    oracle::same(&merge, &bounded)?;
    found.cut = u64::from(!bounded.is_exhaustive());
    // If the program bounds its inputs, they show every violation.
    let all = inputs.next().is_none() && print::is_bounded(tree);
    if all && found.unknown == 0 && sites != merge.sites {
        return Err(format!("concrete runs find {sites:?}, the engine {:?}", merge.sites));
    }
    Ok(found)
}

/// Compares an exploration with runs. Returns the number of compared final states.
fn against(mut explored: Explored<'_>, runs: &[(Inputs, Run)]) -> Result<(oracle::Found, u64), String> {
    let mut compared = 0;
    for (inputs, run) in runs {
        let agrees = explored.agrees(inputs, run)?;
        compared += u64::from(agrees && matches!(run.end, End::Returned { .. }));
    }
    Ok((explored.found, compared))
}
