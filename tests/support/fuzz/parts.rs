//! Bytes, taken apart from the front. After their end there are zeros.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The rest of some bytes.
pub struct Parts<'a>(pub &'a [u8]);

impl Parts<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let [byte] = self.bytes();
        byte
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (taken, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        let mut bytes = [0; N];
        bytes[..taken.len()].copy_from_slice(taken);
        bytes
    }

    /// Whether no bytes are left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A value that the next three bytes select.
    pub fn drawn<S: Strategy>(&mut self, strategy: &S) -> S::Value {
        // Not passed through, because proptest halves the rest of the bytes at each choice between strategies.
        let mut seed = [0; 32];
        seed[..3].copy_from_slice(&self.bytes::<3>());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        strategy.new_tree(&mut runner).expect("the strategy refuses nothing").current()
    }
}
