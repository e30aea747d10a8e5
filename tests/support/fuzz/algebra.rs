//! Bytes as operations on guards and summaries, in both stores and both representations, against truth tables.

use super::Target;
use super::parts::Parts;
use crate::support::sequences::{self, Sequence};

/// The target.
pub const TARGET: Target = Target { name: "algebra", run, seeds };

/// Most operations.
const STEPS: usize = 24;

fn run(bytes: &[u8]) {
    let mut parts = Parts(bytes);
    let inputs = parts.byte();
    let steps = std::iter::from_fn(|| (!parts.is_empty()).then(|| parts.bytes())).take(STEPS);
    let sequence = Sequence::new(inputs, steps);
    if let Err(difference) = sequences::check(&sequence) {
        panic!("{sequence:#?}\n{difference}");
    }
}

/// Bytes for many operations, of all values.
fn seeds() -> Vec<Vec<u8>> {
    let bytes = |number: u32| (0..61).map(move |at: u32| (number * 89 + at * 53 + at * at * number).to_le_bytes()[0]);
    (0..24).map(|number| bytes(number).collect()).collect()
}
