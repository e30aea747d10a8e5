//! Random values of strategies: the same for the same seeds.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Random numbers that some seeds determine. The salt distinguishes those of one purpose from those of others.
pub fn rng(salt: u8, seeds: &[u64]) -> TestRng {
    let mut bytes = [salt; 32];
    for (place, seed) in bytes.chunks_exact_mut(8).zip(seeds) {
        place.copy_from_slice(&seed.to_le_bytes());
    }
    TestRng::from_seed(RngAlgorithm::ChaCha, &bytes)
}

/// A runner with these random numbers.
pub fn runner(salt: u8, seeds: &[u64]) -> TestRunner {
    TestRunner::new_with_rng(Config::default(), rng(salt, seeds))
}

/// The next value of a strategy.
pub fn drawn<S: Strategy>(strategy: &S, runner: &mut TestRunner) -> S::Value {
    strategy.new_tree(runner).expect("the strategy refuses nothing").current()
}
