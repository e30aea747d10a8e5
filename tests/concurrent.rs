//! Random programs with threads in merge mode and in path mode, with and without reduction, and in concrete runs by all
//! schedules: the same violations and deadlocks, and the same values at the end.
//!
//! `MULTISE_PROGRAMS` says how many programs (200 by default), `MULTISE_SEED` which ones (0 by default), `MULTISE_LIMIT` how
//! many milliseconds each may take in each mode (5,000). Failures are shrunk and printed as program texts.

#[path = "support/mod.rs"]
mod support;

use multise::internals::frontend::on_big_stack;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use support::concurrent::{self, Compared};
use support::pipeline::Built;
use support::random::threads::{self, Threads};

/// Programs that share a seed.
const BATCH: u64 = 20;

/// Time for shrinking.
const SHRINKING: Duration = Duration::from_secs(60);

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{variable}: `{n}` is no number")))
}

#[test]
fn merge_mode_path_mode_and_all_schedules_agree() {
    let (programs, seed) = (number("MULTISE_PROGRAMS", 200), number("MULTISE_SEED", 0));
    let next = AtomicU64::new(0);
    let totals = std::thread::scope(|scope| {
        let work = || on_big_stack(|| batches(seed, programs, &next));
        let workers = [scope.spawn(work), scope.spawn(work)];
        workers.map(|worker| worker.join().expect("a worker does not panic"))
    });
    let mut all = [0; 8];
    for total in totals {
        let total = total.unwrap_or_else(|failure| panic!("{failure}"));
        all.iter_mut().zip(total).for_each(|(all, one)| *all += one);
    }
    let [done, unknown, enumerated, runs, ends, coalesced, violated, deadlocks] = all;
    eprintln!("{done} programs, {enumerated} by all schedules ({runs} runs), {unknown} explorations not exhaustive");
    eprintln!(
        "{ends} sets of final values compared; {coalesced} arrivals coalesced; {violated} programs violate something"
    );
    eprintln!("{deadlocks} deadlocks");
    assert!(10 * enumerated >= 8 * done, "only {enumerated} of {done} programs were run by all schedules");
    // Four explorations each, of which on an idle machine one in two hundred is cut; a slow one cuts more of them short.
    assert!(unknown <= done, "{unknown} explorations of {done} programs were not exhaustive");
}

fn batches(seed: u64, programs: u64, next: &AtomicU64) -> Result<[u64; 8], String> {
    let mut all = [0; 8];
    loop {
        let batch = next.fetch_add(1, Ordering::Relaxed);
        if batch * BATCH >= programs {
            return Ok(all);
        }
        let mut bytes = [1; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        bytes[8..16].copy_from_slice(&batch.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(Runs::default(), rng);
        let strategy = threads::programs();
        for at in 0..BATCH.min(programs - batch * BATCH) {
            let mut tree = strategy.new_tree(&mut runner).map_err(|e| e.to_string())?;
            let Compared { unknown, enumerated, runs, ends, coalesced, told_apart: _, violated, deadlock } =
                check(&tree.current()).map_err(|first| {
                    let (text, error) = shrink(&mut tree, first);
                    format!("seed {seed}, program {}:\n{text}\n{error}", batch * BATCH + at)
                })?;
            let one = [1, unknown, enumerated.into(), runs, ends, coalesced, violated.into(), deadlock.into()];
            all.iter_mut().zip(one).for_each(|(all, one)| *all += one);
        }
    }
}

fn check(program: &Threads) -> Result<Compared, String> {
    let text = threads::print(program);
    let limit = Duration::from_millis(number("MULTISE_LIMIT", 5_000));
    let compare = || concurrent::check(&Built::of(&text), limit);
    std::panic::catch_unwind(compare).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        Err(message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
    })
}

/// The smallest failing program that is found, and its failure.
fn shrink(tree: &mut impl ValueTree<Value = Threads>, first: String) -> (String, String) {
    let mut smallest = (threads::print(&tree.current()), first);
    let mut failing = true;
    let started = Instant::now();
    while started.elapsed() < SHRINKING {
        if !(if failing { tree.simplify() } else { tree.complicate() }) {
            break;
        }
        let current = tree.current();
        match check(&current) {
            Ok(_) => failing = false,
            Err(error) => {
                failing = true;
                smallest = (threads::print(&current), error);
            }
        }
    }
    smallest
}
