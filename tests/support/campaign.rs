//! Many random programs on several threads, in batches that share a seed. Failures are shrunk and printed as programs.
//!
//! `MULTISE_PROGRAMS` is the number of programs, `MULTISE_SEED` selects them (0 by default), `MULTISE_SECONDS` is the time
//! after which no further ones are started (no limit by default), and `MULTISE_WORKERS` the number of threads (1, because the
//! harness runs other tests at the same time).

use super::draws;
use multise::internals::stack::on_big_stack;
use proptest::strategy::{Strategy, ValueTree};
use std::ops::AddAssign;
use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Time for shrinking.
const SHRINKING: Duration = Duration::from_secs(60);

/// A number from the environment.
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

/// The same for the texts of files.
///
/// # Panics
/// When a file cannot be read, or checks fail.
pub fn all_texts<F: Default + AddAssign + std::fmt::Debug>(
    files: impl IntoIterator<Item = PathBuf>,
    check: impl Fn(u64, &str) -> Result<F, String>,
) -> F {
    let texts = files.into_iter().map(|path| (path.display().to_string(), super::read(&path)));
    all(texts, |number, text| check(number, &text))
}

/// Identifies a program of a campaign.
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
    /// The number of programs, unless the environment sets it.
    pub programs: u64,
    /// How many share a seed.
    pub batch: u64,
    /// Distinguishes the programs of this kind from those of another kind with the same seed.
    pub salt: u8,
    /// The text of a program.
    pub print: fn(&P) -> String,
}

impl<P: std::fmt::Debug> Campaign<P> {
    /// Generates programs and checks each. Returns the number of programs and the sum of the findings.
    ///
    /// # Panics
    /// When a check fails, with the smallest program for which it does.
    pub fn run<S: Strategy<Value = P>, F: Send + Default + AddAssign>(
        &self,
        programs: impl Fn() -> S + Sync,
        check: impl Fn(&P, At) -> Result<F, String> + Sync,
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
                let mut runner = draws::runner(self.salt, &[seed, batch]);
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
                    all.1 += found;
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

    /// The smallest failing program that was found, with its failure.
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
