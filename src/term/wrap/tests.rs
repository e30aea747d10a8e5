use super::super::Assignment;
use super::super::samples::{int, ranged, sample};
use super::*;
use num_bigint::BigInt;
use proptest::prelude::*;

const WIDTHS: [Width; 8] =
    [Width::I8, Width::I16, Width::I32, Width::I64, Width::U1, Width::U16, Width::unsigned(8), Width::signed(3)];

/// Values near the ends of widths, and any others.
fn edge() -> impl Strategy<Value = i64> + Clone {
    let near = |n: i64| (-2..=2i64).prop_map(move |d| n.wrapping_add(d));
    prop_oneof![
        near(0),
        near(1 << 7),
        near(1 << 8),
        near(1 << 31),
        near(1 << 32),
        near(i64::MAX),
        any::<i64>(),
        any::<i8>().prop_map(i64::from)
    ]
}

fn inputs(terms: &mut Terms) -> [TermId; 3] {
    [("x", Width::I64), ("y", Width::I32), ("z", Width::I8)].map(|(name, width)| ranged(terms, name, width))
}

/// The values of the inputs in their ranges.
fn at([x, y, z]: [i64; 3]) -> [i128; 3] {
    [i128::from(x), i128::from(y as i32), i128::from(z as i8)]
}

fn assignment(terms: &Terms, inputs: &[TermId], values: &[i128]) -> Assignment {
    let value = |n: &i128| Num::from(BigInt::from(*n));
    inputs.iter().zip(values).map(|(t, n)| (terms.as_input(*t).unwrap(), value(n))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    /// Wrapped terms have the values that Rust computes, and these are in their ranges.
    #[test]
    fn terms_have_the_values_of_machine_arithmetic(
        e in sample(3, edge(), &WIDTHS),
        points in prop::collection::vec([edge(), edge(), edge()], 4),
    ) {
        let mut terms = Terms::new();
        let inputs = inputs(&mut terms);
        let inner = e.build(&mut terms, &inputs);
        let t = terms.wrap(Width::I64, inner);
        for point in points {
            let point = at(point);
            let values = assignment(&terms, &inputs, &point);
            let expected = e.value(&point).map(|n| Num::from(n as i64));
            let found = terms.eval(t, &values);
            // A part without a value may have been left out.
            prop_assert!(expected.is_none() || found == expected, "{} at {:?}", terms.display(t), point);
            for t in [t, inner] {
                let (low, high) = terms.range(t);
                let value = terms.eval(t, &values);
                let is_outside = value.is_some_and(|n| low.is_some_and(|low| n < low) || high.is_some_and(|high| n > high));
                prop_assert!(!is_outside, "{} at {:?}", terms.display(t), point);
            }
        }
    }

    /// Linear functions that are equal modulo 2^bits are equal terms, wherever they were wrapped before.
    #[test]
    fn equal_functions_are_equal_terms(
        width in prop::sample::select(&WIDTHS[..]),
        coefficients in [edge(), edge(), edge(), edge()],
        moved in [-3i64..=3, -3i64..=3, -3i64..=3, -3i64..=3],
        split in [edge(), edge(), edge(), edge()],
    ) {
        let mut terms = Terms::new();
        let names = ["x", "y", "z"];
        let mut bases: Vec<TermId> = names.iter().map(|name| int(&mut terms, *name)).collect();
        bases.push(terms.constant(1));
        let sum = |terms: &mut Terms, of: &dyn Fn(usize) -> Num| {
            let zero = terms.constant(0);
            (0..4).fold(zero, |sum, i| {
                let part = terms.scale(bases[i], &of(i));
                terms.add(sum, part)
            })
        };
        let plain = sum(&mut terms, &|i| Num::from(coefficients[i]));
        let plain = terms.wrap(width, plain);
        let other = sum(&mut terms, &|i| &Num::from(coefficients[i]) + &(&Num::from(moved[i]) * &width.modulus()));
        prop_assert_eq!(terms.wrap(width, other), plain);
        // A part of it is wrapped before the rest is added.
        let part = sum(&mut terms, &|i| Num::from(split[i]));
        let part = terms.wrap(width, part);
        let rest = sum(&mut terms, &|i| &Num::from(coefficients[i]) - &Num::from(split[i]));
        let whole = terms.add(part, rest);
        prop_assert_eq!(terms.wrap(width, whole), plain);
    }
}

#[test]
fn wraps_that_change_nothing_are_left_out() {
    let mut terms = Terms::new();
    let [x, y, z] = inputs(&mut terms);
    let one = terms.constant(1);
    // A byte and one fit 32 bits.
    let sum = terms.add(z, one);
    assert_eq!(terms.wrap(Width::I32, sum), sum);
    // Inside a product, modulo the same number.
    let inner = terms.add(y, one);
    let wrapped = terms.wrap(Width::I32, inner);
    assert_ne!(wrapped, inner);
    let (a, b) = (terms.mul(wrapped, y), terms.mul(inner, y));
    assert_eq!(terms.wrap(Width::I32, a), terms.wrap(Width::I32, b));
    assert_ne!(terms.wrap(Width::I64, a), terms.wrap(Width::I64, b));
    // One window: y + 2^32 is y.
    let power = terms.constant(Width::I32.modulus());
    let moved = terms.add(y, power);
    assert_eq!(terms.wrap(Width::I32, moved), y);
    // A constant part is not left out where a range crosses the end.
    let next = terms.add(x, one);
    let next = terms.wrap(Width::I64, next);
    assert!(terms.has_wraps(next));
}

#[test]
fn repeated_squares_take_no_time() {
    let mut terms = Terms::new();
    let [_, y, _] = inputs(&mut terms);
    let one = terms.constant(1);
    let mut t = y;
    for _ in 0..200 {
        let square = terms.mul(t, t);
        let sum = terms.add(square, one);
        t = terms.wrap(Width::I32, sum);
    }
    let at = assignment(&terms, &[y], &[3]);
    let expected = (0..200).fold(3i32, |n, _| n.wrapping_mul(n).wrapping_add(1));
    assert_eq!(terms.eval(t, &at), Some(Num::from(i64::from(expected))));
}
