//! Bytes, taken apart from the front. After their end there are zeros.

use crate::draws;
use proptest::strategy::Strategy;

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
        let [a, b, c] = self.bytes();
        draws::drawn(strategy, &mut draws::runner(0, &[u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0])]))
    }
}
