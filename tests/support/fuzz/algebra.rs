//! Bytes as operations on guards and summaries, in both stores and both representations, against truth tables. The first byte
//! selects the kind: Boolean inputs, numbers, or guards alone.

use super::Target;
use super::parts::Parts;
use crate::guards::expressions::{self, G};
use crate::guards::oracle;
use crate::{numbers, sequences};

/// The target.
pub const TARGET: Target = Target { name: "algebra", run, seeds };

/// The least first bytes for numbers, and for guards: of integers, then of rationals.
const NUMBERS: u8 = 192;
const GUARDS: u8 = 254;

/// Most operations of a sequence.
const STEPS: usize = 32;

/// Most comparisons of a guard.
const COMPARISONS: usize = 8;

fn run(bytes: &[u8]) {
    let mut parts = Parts(bytes);
    let inputs = parts.byte();
    if inputs >= GUARDS {
        if let Some(guard) = guard(&mut parts, inputs > GUARDS) {
            oracle::check(&guard, inputs > GUARDS);
        }
        return;
    }
    let steps = std::iter::from_fn(|| (!parts.is_empty()).then(|| parts.bytes())).take(STEPS);
    if inputs >= NUMBERS {
        return numbers::check(&numbers::Sequence::new(steps));
    }
    let sequence = sequences::Sequence::new(inputs, steps);
    if let Err(difference) = sequences::check(&sequence) {
        panic!("{sequence:#?}\n{difference}");
    }
}

/// A guard in postfix notation: comparisons that are drawn, and operations on the latest guards.
fn guard(parts: &mut Parts<'_>, real: bool) -> Option<G> {
    let term = if real { expressions::real_term() } else { expressions::int_term() };
    let comparison = expressions::guard(term, 0);
    let (mut guards, mut comparisons) = (Vec::new(), 0);
    while !parts.is_empty() && comparisons < COMPARISONS {
        let operation = parts.byte() % 8;
        let mut operand = || guards.pop().map(Box::new);
        let guard = match operation {
            0 => operand().map(G::Not),
            1..3 => operand().zip(operand()).map(|(a, b)| G::And(a, b)),
            3 => operand().zip(operand()).map(|(a, b)| G::Or(a, b)),
            4 => operand().zip(operand()).zip(operand()).map(|((a, b), c)| G::Ite(a, b, c)),
            _ => {
                comparisons += 1;
                Some(parts.drawn(&comparison))
            }
        };
        guards.extend(guard);
    }
    guards.into_iter().reduce(|a, b| G::And(a.into(), b.into()))
}

/// Seeds: bytes for many operations, with all values.
fn seeds() -> Vec<Vec<u8>> {
    let bytes = |number: u32| (0..61).map(move |at: u32| (number * 89 + at * 53 + at * at * number).to_le_bytes()[0]);
    let with = |kind: u8, number| [kind].into_iter().chain(bytes(number)).collect();
    let kinds = [0, 100, NUMBERS, GUARDS, u8::MAX].into_iter();
    kinds.flat_map(|kind| (0..12).map(move |number| with(kind, number))).collect()
}
