//! Random values of strategies, and random numbers: the same for the same seeds.

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

/// A source of numbers (splitmix64).
pub struct Random(pub u64);

impl Random {
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.any() % bound as u64) as usize
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}
