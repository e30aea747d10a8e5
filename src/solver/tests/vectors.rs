//! Questions in bit-vectors.

use super::super::smt::{About, Question, Reply, Smt, inputs_of};
use super::super::vectors::takes_bits;
use super::*;
use crate::ir::{BitOp, Width};
use crate::term::samples::{Sample, ranged, sample};
use proptest::prelude::*;

const WIDTHS: [Width; 5] = [Width::I8, Width::unsigned(8), Width::signed(3), Width::U1, Width::I16];

/// `a ≤ b` or its negation.
type Comparison = (Sample, bool, Sample);

fn comparison() -> impl Strategy<Value = Comparison> {
    let number = || sample(2, -9i64..=9, &WIDTHS);
    (number(), any::<bool>(), number())
}

fn vectors(lx: &mut Logic, g: Guard) -> Option<Reply> {
    let mut smt = Smt::new(5_000_000, 0, &Token::new());
    let forms = lx.support(g).to_vec();
    let inputs = inputs_of(lx, &forms);
    let valid = |lx: &Logic, model: &Assignment| lx.eval(g, model) == Some(true);
    smt.in_vectors(&Question::Guard(g), &forms, &About { lx, inputs: &inputs, valid: &valid })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// What bit-vectors answer is so, by all inputs; so is what the solver answers.
    #[test]
    fn bit_vectors_agree_with_brute_force(comparisons in prop::collection::vec(comparison(), 1..3)) {
        // Z3 may take minutes for a question in integers before it notices a high limit.
        let mut bench = Bench::with(200_000);
        let lx = &mut bench.lx;
        let inputs = ["x", "y"].map(|name| ranged(&mut lx.terms, name, Width::signed(4)));
        let mut g = Guard::TRUE;
        for (a, positive, b) in &comparisons {
            let [a, b] = [a, b].map(|e| {
                let t = e.build(&mut lx.terms, &inputs);
                lx.terms.wrap(Width::I16, t)
            });
            let le = lx.le(a, b);
            g = if *positive { lx.and(g, le) } else { lx.and_not(g, le) };
        }
        let ids = inputs.map(|t| lx.terms.as_input(t).unwrap());
        let all = (-8..8).flat_map(|x| (-8..8).map(move |y| [x, y]));
        let is_feasible = all.into_iter().any(|at: [i64; 2]| {
            let at: Assignment = ids.into_iter().zip(at.map(Num::from)).collect();
            bench.lx.eval(g, &at) == Some(true)
        });
        if !g.is_false() {
            match vectors(&mut bench.lx, g) {
                Some(Reply::Sat(model)) => prop_assert_eq!(bench.lx.eval(g, &model), Some(true)),
                Some(Reply::Unsat(_)) => prop_assert!(!is_feasible),
                // No number is wrapped, or there is no answer.
                _ => {}
            }
        }
        match bench.ask(g) {
            Answer::Feasible(_) => prop_assert!(is_feasible),
            Answer::Infeasible => prop_assert!(!is_feasible),
            Answer::Unknown(_) => {}
        }
    }
}

#[test]
fn the_seed_of_a_random_generator_is_found() {
    let mut bench = Bench::new();
    let lx = &mut bench.lx;
    let mut seed = ranged(&mut lx.terms, "seed", Width::I32);
    let power = lx.terms.constant(1 << 16);
    let (factor, constant) = (Num::from(1_103_515_245), lx.terms.constant(12_345));
    let mut g = Guard::TRUE;
    for wanted in [3, 1, 6, 0] {
        let scaled = lx.terms.scale(seed, &factor);
        let sum = lx.terms.add(scaled, constant);
        seed = lx.terms.wrap(Width::I32, sum);
        let unsigned = lx.terms.wrap(Width::unsigned(32), seed);
        let shifted = lx.terms.div_euclid(unsigned, power);
        let drawn = lx.terms.wrap(Width::unsigned(3), shifted);
        let wanted = lx.terms.constant(wanted);
        let eq = lx.eq(drawn, wanted);
        g = lx.and(g, eq);
    }
    assert!(matches!(vectors(lx, g), Some(Reply::Sat(_))));
    assert!(matches!(bench.ask(g), Answer::Feasible(_)));
}

#[test]
fn xor_of_two_numbers_is_inverted() {
    let mut bench = Bench::new();
    let lx = &mut bench.lx;
    let (x, y) = (ranged(&mut lx.terms, "x", Width::I32), ranged(&mut lx.terms, "y", Width::I32));
    let both = lx.terms.bits(BitOp::Xor, Width::I32, x, y);
    let again = lx.terms.bits(BitOp::Xor, Width::I32, both, y);
    let same = lx.eq(again, x);
    let other = lx.not(same);
    assert!(matches!(vectors(lx, other), Some(Reply::Unsat(_))));
}

#[test]
fn forms_about_bits_are_told_from_others() {
    let mut lx = Bench::new().lx;
    let [x, y] = ["x", "y"].map(|name| ranged(&mut lx.terms, name, Width::I16));
    let both = lx.terms.bits(BitOp::And, Width::I16, x, y);
    let sum = lx.terms.add(x, y);
    let wrapped = lx.terms.wrap(Width::I16, sum);
    let [four, ten] = [4, 10].map(|n| lx.terms.constant(n));
    let quotient = |lx: &mut Logic, t, divisor| lx.terms.div_euclid(t, divisor);
    let (bits, digits, plain) =
        (quotient(&mut lx, wrapped, four), quotient(&mut lx, wrapped, ten), quotient(&mut lx, sum, four));
    assert!(takes_bits(&lx.terms, &[both]));
    assert!(takes_bits(&lx.terms, &[x, bits]));
    assert!(!takes_bits(&lx.terms, &[wrapped, digits]));
    assert!(!takes_bits(&lx.terms, &[plain]));
}
