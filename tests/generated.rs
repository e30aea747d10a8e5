//! Random programs in merge mode, in path mode and in concrete runs on small inputs: the same verdict, the same
//! violations, and for each input the final state that its concrete run has.
//!
//! `MULTISE_PROGRAMS` says how many programs (2,000 by default), `MULTISE_SEED` which ones (0 by default),
//! `MULTISE_SECONDS` when to start no further ones (never by default), `MULTISE_WORKERS` on how many threads (2), and
//! `MULTISE_LIMIT` how many milliseconds each may take in each mode (2,000); with a small limit it is what is found in
//! part that is compared. Failures are shrunk and printed as program texts. Many programs: `make campaign`.

#[path = "support/mod.rs"]
mod support;

use multise::internals::frontend::on_big_stack;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::generated::{self, Found};
use support::random::generate::{self, Tree};
use support::random::print;

/// Programs that share a seed.
const BATCH: u64 = 50;

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
    let [next, done, unknown, compared, known, regions] = [const { AtomicU64::new(0) }; 6];
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
                            known.fetch_add(found.known_calls, Ordering::Relaxed);
                            regions.fetch_add(found.regions, Ordering::Relaxed);
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
    let [programs, unknown, compared, known, regions] =
        [done, unknown, compared, known, regions].map(AtomicU64::into_inner);
    eprintln!("{programs} programs, {compared} final states compared, {unknown} explorations not exhaustive");
    eprintln!("{known} calls with known results, {regions} regions");
    // One in two hundred on an idle machine; a slow one cuts more of them short.
    let few = limit() < Duration::from_millis(LIMIT) || unknown * 20 <= programs.max(20);
    assert!(few, "{unknown} explorations of {programs} programs were not exhaustive");
    // A few programs need not have any.
    if programs >= 1000 {
        assert!(100 * known >= programs, "only {known} calls had known results");
        assert!(regions >= programs, "only {regions} regions were executed");
    }
    assert!(compared >= programs, "only {compared} final states were compared");
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
        match generated::check(&tree.current(), &format!("seed {seed}, program {program}"), limit()) {
            Ok(one) => {
                found.unknown += one.unknown;
                found.compared += one.compared;
                found.known_calls += one.known_calls;
                found.regions += one.regions;
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
        match generated::check(&current, "smaller", limit()) {
            Ok(_) => failing = false,
            Err(error) => {
                failing = true;
                smallest = (print::print(&current), error);
            }
        }
    }
    smallest
}
