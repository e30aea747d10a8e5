//! Random programs in merge mode, in path mode and in concrete runs on small inputs: the same verdict, the same
//! violations, and for each input the final state that its concrete run has.
//!
//! `MULTISE_PROGRAMS` says how many programs (2,000 by default), `MULTISE_SEED` which ones (0 by default),
//! `MULTISE_SECONDS` when to start no further ones (never by default), `MULTISE_WORKERS` on how many threads (2), and
//! `MULTISE_LIMIT` how many milliseconds each may take in each mode (2,000); with a small limit it is what is found in
//! part that is compared. Failures are shrunk and printed as program texts. Many programs: `make campaign`.

#[path = "support/mod.rs"]
mod support;

use multise::config::Config;
use multise::explore::Watch;
use multise::frontend::on_big_stack;
use multise::interp::{self, End, Limits};
use multise::num::Num;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::enumerate::{self, Bounds};
use support::generate::{self, Tree};
use support::options::Options;
use support::{oracle, pipeline, print, supervisor, trials};

/// Programs that share a seed.
const BATCH: u64 = 50;

/// Inputs per program; they come simplest first.
const INPUTS: usize = 250;

/// Inputs per program whose final states are compared.
const STATES: usize = 40;

/// Steps per run: loops and recursion are bounded, so that no run needs them all.
const STEPS: u64 = 100_000;

/// Milliseconds per program and mode.
const LIMIT: u64 = 2_000;

/// Time for shrinking.
const SHRINKING: Duration = Duration::from_secs(60);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{variable}: `{n}` is no number")))
}

/// Time per program and mode.
fn limit() -> Duration {
    static LIMIT: OnceLock<Duration> = OnceLock::new();
    *LIMIT.get_or_init(|| Duration::from_millis(number("MULTISE_LIMIT", self::LIMIT)))
}

#[test]
fn merge_mode_path_mode_and_concrete_runs_agree() {
    let (programs, seed) = (number("MULTISE_PROGRAMS", 2_000), number("MULTISE_SEED", 0));
    let (started, seconds) = (Instant::now(), number("MULTISE_SECONDS", u64::MAX));
    let [next, done, unknown, compared] = [const { AtomicU64::new(0) }; 4];
    let batches = programs.div_ceil(BATCH);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..number("MULTISE_WORKERS", 2))
            .map(|_| {
                scope.spawn(|| {
                    on_big_stack(|| {
                        loop {
                            let batch = next.fetch_add(1, Ordering::Relaxed);
                            if batch >= batches || started.elapsed().as_secs() >= seconds {
                                return Ok(());
                            }
                            let count = BATCH.min(programs - batch * BATCH);
                            let found = run_batch(seed, batch, count)?;
                            done.fetch_add(count, Ordering::Relaxed);
                            unknown.fetch_add(found.unknown, Ordering::Relaxed);
                            compared.fetch_add(found.compared, Ordering::Relaxed);
                        }
                    })
                })
            })
            .collect();
        for worker in workers {
            if let Err(failure) = worker.join().expect("a worker does not panic") {
                let failure: String = failure;
                panic!("{failure}");
            }
        }
    });
    let [programs, unknown, compared] = [done, unknown, compared].map(AtomicU64::into_inner);
    eprintln!("{programs} programs, {compared} final states compared, {unknown} explorations not exhaustive");
    // One in two hundred on an idle machine; a slow one cuts more of them short.
    let few = limit() < Duration::from_millis(LIMIT) || unknown * 20 <= programs.max(20);
    assert!(few, "{unknown} explorations of {programs} programs were not exhaustive");
    assert!(compared >= programs, "only {compared} final states were compared");
}

/// What a program gave.
#[derive(Default)]
struct Found {
    /// Explorations that were not exhaustive: cut by time, or a quantified formula was not decided.
    unknown: u64,
    /// Final states that were compared.
    compared: u64,
}

fn run_batch(seed: u64, batch: u64, count: u64) -> Result<Found, String> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..16].copy_from_slice(&batch.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    let mut runner = TestRunner::new_with_rng(Runs::default(), rng);
    let strategy = generate::programs();
    let mut found = Found::default();
    for number in 0..count {
        let mut tree = strategy.new_tree(&mut runner).map_err(|e| e.to_string())?;
        let program = batch * BATCH + number;
        match check(&tree.current(), &format!("seed {seed}, program {program}")) {
            Ok(one) => {
                found.unknown += one.unknown;
                found.compared += one.compared;
            }
            Err(first) => {
                let (text, error) = shrink(&mut tree, first);
                return Err(format!("seed {seed}, program {program}:\n{text}\n{error}"));
            }
        }
    }
    Ok(found)
}

/// The smallest failing program that is found, and its failure.
fn shrink(tree: &mut impl ValueTree<Value = Tree>, first: String) -> (String, String) {
    let mut smallest = (print::print(&tree.current()), first);
    let mut failing = true;
    let started = Instant::now();
    while started.elapsed() < SHRINKING {
        if !(if failing { tree.simplify() } else { tree.complicate() }) {
            break;
        }
        let current = tree.current();
        match check(&current, "smaller") {
            Ok(_) => failing = false,
            Err(error) => {
                failing = true;
                smallest = (print::print(&current), error);
            }
        }
    }
    smallest
}

fn check(tree: &Tree, name: &str) -> Result<Found, String> {
    let text = print::print(tree);
    let options = Options::parse("")?;
    let built = pipeline::build(name, &text, &options).map_err(|refused| format!("{refused}\n{text}"))?;
    let compare = || std::panic::catch_unwind(|| compare(tree, &built, &options.config));
    let result = supervisor::within(2 * limit() + supervisor::GRACE, &format!("{name}:\n{text}"), compare);
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        Err(message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
    })
}

fn compare(tree: &Tree, built: &pipeline::Built, config: &Config) -> Result<Found, String> {
    let configs = trials::merge_and_path(&built.source.main().text, config, limit());
    let watches = [Watch::new(), Watch::new()];
    let mut merge = oracle::explore(built, &configs[0], &watches[0])?;
    let mut path = oracle::explore(built, &configs[1], &watches[1])?;
    oracle::same(&merge, &path)?;
    let mut unknown = 0;
    for explored in [&merge, &path].into_iter().filter(|explored| !explored.is_exhaustive()) {
        unknown += 1;
        eprintln!("{}, {}: {:?}", built.source.main().name, explored.mode(), explored.outcome.reasons);
    }
    let mut found = Found { unknown, compared: 0 };
    let mut bounds = Bounds { ints: print::INTS.map(Num::from).to_vec(), ..Bounds::small() };
    (bounds.length, bounds.objects, bounds.arrays) = (2, 2, 2);
    let mut inputs = enumerate::inputs(&built.program, built.entry, &bounds);
    let (mut sites, mut states) = (BTreeSet::new(), 0);
    for inputs in inputs.by_ref().take(INPUTS) {
        let limits = Limits::steps(STEPS);
        let run = interp::run(&built.program, built.entry, &inputs, &configs[0].dialect, limits)
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
