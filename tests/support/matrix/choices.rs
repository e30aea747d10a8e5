//! Choices by a seed.

use crate::draws;
use proptest::prelude::Rng;
use proptest::test_runner::TestRng;

/// Choices, the same for the same seed.
pub struct Choices(TestRng);

impl Choices {
    /// The choices of a seed, for one program of many.
    pub fn new(seed: u64, number: u64) -> Self {
        Self(draws::rng(2, &[seed, number]))
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.next_u32() as usize % n
    }

    /// One of these values.
    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// True once in this many times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
