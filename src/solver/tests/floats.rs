//! Floating-point operations in Z3.

use super::super::float_facts::facts;
use super::super::floats::is_known;
use super::*;
use crate::ieee::{Binary, Datum, Format, Op, Unary};
use z3::ast::{Ast, Bool, Int};

const FORMATS: [Format; 2] = [Format::Single, Format::Double];
const BINARY: [Binary; 5] = [Binary::Add, Binary::Sub, Binary::Mul, Binary::Div, Binary::Rem];
const NUMBERS: [f64; 14] =
    [0.0, -0.0, 1.0, -1.0, 0.1, -7.5, 2.5, 3e9, -3e9, 1e38, 1e-45, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

fn places(format: Format) -> Vec<i64> {
    let datum = |n: &f64| if format == Format::Single { Datum::from(*n as f32) } else { Datum::from(*n) };
    NUMBERS.iter().map(|n| datum(n).place).collect()
}

/// All operations that terms have, with operands.
fn samples() -> Vec<(Op, Vec<i64>)> {
    let mut all = Vec::new();
    for format in FORMATS {
        for op in BINARY {
            let operands = places(format);
            let pairs = operands.iter().flat_map(|a| operands.iter().map(|b| vec![*a, *b]));
            all.extend(pairs.map(|pair| (Op::Binary(op, format), pair)));
        }
        let unary = [Unary::Sqrt, Unary::Floor, Unary::Ceil, Unary::Rint].map(|op| Op::Unary(op, format));
        for op in unary.into_iter().chain([Op::To(format), Op::ToInt(format, 32), Op::ToInt(format, 64)]) {
            let operands = places(op.takes().expect("it takes a format"));
            all.extend(operands.into_iter().map(|a| (op, vec![a])));
        }
        let integers = [0, -1, 5, 16_777_217, -16_777_219, i64::MAX, i64::MIN, (1 << 53) + 1, i64::from(i32::MIN)];
        all.extend(integers.into_iter().map(|a| (Op::OfInt(format), vec![a])));
    }
    all
}

fn result(op: Op, operands: &[i64]) -> i64 {
    op.apply(operands[0], operands.get(1).copied().unwrap_or(0))
}

#[test]
fn facts_are_true_of_results() {
    for (op, operands) in samples() {
        let known = facts(
            op,
            &operands.iter().map(|n| Int::from_i64(*n)).collect::<Vec<_>>(),
            &Int::from_i64(result(op, &operands)),
        );
        assert_eq!(Bool::and(&known).simplify().as_bool(), Some(true), "{op} {operands:?}");
    }
}

/// Asks whether an operation on inputs that have these values has this result. The operands are sums, and so no symbols whose value is
/// read off.
fn has_result(op: Op, operands: &[i64], result: i64) -> Answer {
    let mut bench = Bench::new();
    let (low, high) = (Some(Num::from(i64::MIN)), Some(Num::from(i64::MAX)));
    let mut guard = Guard::TRUE;
    let mut operand = |bench: &mut Bench, value: i64| {
        let info = InputInfo::value("x", Sort::Int).ranged(low.clone(), high.clone());
        let (term, value) = (input(&mut bench.lx.terms, info), bench.lx.terms.constant(value));
        let is = bench.lx.eq(term, value);
        guard = bench.lx.and(guard, is);
        term
    };
    let operands: Vec<TermId> = operands.iter().map(|n| operand(&mut bench, *n)).collect();
    let wanted = operand(&mut bench, result);
    let term = bench.lx.terms.ieee(op, &operands);
    let same = bench.lx.eq(term, wanted);
    let g = bench.lx.and(guard, same);
    bench.ask(g)
}

#[test]
fn z3_computes_as_the_machine_does() {
    let known: Vec<_> = samples().into_iter().filter(|(op, _)| is_known(*op)).collect();
    // The number is odd, so all operands get their turn.
    for (i, (op, operands)) in known.into_iter().enumerate().step_by(9) {
        let result = result(op, &operands);
        assert!(matches!(has_result(op, &operands, result), Answer::Feasible(_)), "{op} {operands:?} {result}");
        // A neighbour is another number.
        if i % 2 == 0 {
            let other = if result > op.range().0 { result - 1 } else { result + 1 };
            assert!(infeasible(has_result(op, &operands, other)), "{op} {operands:?} is not {other}");
        }
    }
}
