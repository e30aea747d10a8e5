//! Many random programs on several threads, in batches that share a seed. Failures are shrunk and told as program texts.
//!
//! `MULTISE_PROGRAMS` says how many programs, `MULTISE_SEED` which ones (0 by default), `MULTISE_SECONDS` when to start no
//! further ones (never by default), and `MULTISE_WORKERS` on how many threads (1: the harness runs other tests beside it).

use multise::internals::stack::on_big_stack;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config as Runs, RngAlgorithm, TestRng, TestRunner};
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time for shrinking.
const SHRINKING: Duration = Duration::from_secs(60);

/// A number that the environment may say.
pub fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |n| n.parse().unwrap_or_else(|_| panic!("{variable}: `{n}` is no number")))
}

/// The result of work, or the message of its panic.
pub fn caught<T>(work: impl FnOnce() -> Result<T, String> + UnwindSafe) -> Result<T, String> {
    catch_unwind(work).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        Err(message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default())
    })
}

/// Checks programs by their names and numbers.
///
/// # Panics
/// When checks fail, with all of their failures.
pub fn all<T, F: Default + AddAssign + std::fmt::Debug>(
    programs: impl IntoIterator<Item = (String, T)>,
    check: impl Fn(u64, T) -> Result<F, String>,
) -> F {
    let (mut found, mut failures) = (F::default(), Vec::new());
    for (number, (name, program)) in programs.into_iter().enumerate() {
        match caught(AssertUnwindSafe(|| check(number as u64, program))) {
            Ok(one) => found += one,
            Err(failure) => failures.push(format!("{name}: {failure}")),
        }
    }
    eprintln!("{found:#?}");
    assert!(failures.is_empty(), "{} programs:\n{}", failures.len(), failures.join("\n"));
    found
}

/// Which program of a campaign it is.
#[derive(Clone, Copy, Debug)]
pub struct At {
    pub seed: u64,
    pub number: u64,
}

impl std::fmt::Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seed {}, program {}", self.seed, self.number)
    }
}

/// Programs of one kind.
pub struct Campaign<P> {
    /// How many there are unless the environment says otherwise.
    pub programs: u64,
    /// How many share a seed.
    pub batch: u64,
    /// Tells the programs of this kind from those of another of the same seed.
    pub salt: u8,
    /// The text of a program.
    pub print: fn(&P) -> String,
}

impl<P: std::fmt::Debug> Campaign<P> {
    /// Generates programs and checks each. Gives how many, and what was found.
    ///
    /// # Panics
    /// When a check fails, with the smallest program for which it does.
    pub fn run<S: Strategy<Value = P>, F: Send + Default>(
        &self,
        programs: impl Fn() -> S + Sync,
        check: impl Fn(&P, At) -> Result<F, String> + Sync,
        add: impl Fn(&mut F, F) + Sync,
    ) -> (u64, F) {
        let (wanted, seed) = (number("MULTISE_PROGRAMS", self.programs), number("MULTISE_SEED", 0));
        let (started, seconds) = (Instant::now(), number("MULTISE_SECONDS", u64::MAX));
        let (next, all) = (AtomicU64::new(0), Mutex::new((0, F::default())));
        let work = || -> Result<(), String> {
            loop {
                let batch = next.fetch_add(1, Ordering::Relaxed);
                if batch >= wanted.div_ceil(self.batch) || started.elapsed().as_secs() >= seconds {
                    return Ok(());
                }
                let mut bytes = [self.salt; 32];
                bytes[..8].copy_from_slice(&seed.to_le_bytes());
                bytes[8..16].copy_from_slice(&batch.to_le_bytes());
                let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
                let mut runner = TestRunner::new_with_rng(Runs::default(), rng);
                let strategy = programs();
                for at in 0..self.batch.min(wanted - batch * self.batch) {
                    let mut tree = strategy.new_tree(&mut runner).map_err(|e| e.to_string())?;
                    let at = At { seed, number: batch * self.batch + at };
                    let found = check(&tree.current(), at).map_err(|first| {
                        let (text, error) = self.shrink(&mut tree, first, |program| check(program, at));
                        format!("{at}:\n{text}\n{error}")
                    })?;
                    let mut all = all.lock().expect("nothing panics while it adds");
                    all.0 += 1;
                    add(&mut all.1, found);
                }
            }
        };
        std::thread::scope(|scope| {
            let workers = (0..number("MULTISE_WORKERS", 1)).map(|_| scope.spawn(|| on_big_stack(work)));
            for worker in workers.collect::<Vec<_>>() {
                let worked = worker.join().expect("a worker does not panic");
                worked.unwrap_or_else(|failure| panic!("{failure}"));
            }
        });
        all.into_inner().expect("nothing panics while it adds")
    }

    /// The smallest failing program that is found, and its failure.
    fn shrink<F>(
        &self,
        tree: &mut impl ValueTree<Value = P>,
        first: String,
        check: impl Fn(&P) -> Result<F, String>,
    ) -> (String, String) {
        let mut smallest = ((self.print)(&tree.current()), first);
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
                    smallest = ((self.print)(&current), error);
                }
            }
        }
        smallest
    }
}
