//! Places, operations on them, and texts.

use super::*;

const DOUBLES: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.1,
    -7.5,
    2.5,
    1e17,
    1e308,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    5e-324,
    3e9,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

#[test]
fn places_are_in_the_order_of_the_numbers() {
    let mut numbers = DOUBLES.to_vec();
    numbers.sort_by(f64::total_cmp);
    let places: Vec<i64> = numbers.iter().map(|n| Datum::from(*n).place).collect();
    assert!(places.is_sorted_by(|a, b| a < b), "{places:?}");
    assert_eq!((places[0], places[15]), (Format::Double.least(), Format::Double.infinity()));
    assert_eq!(Datum::from(f64::NAN).place, Format::Double.nan());
    for number in DOUBLES {
        assert_eq!(Datum::from(number).bits(), number.to_bits());
        assert_eq!(Datum::from(number as f32).bits(), u64::from((number as f32).to_bits()));
    }
    assert_eq!(Datum::from(f32::NAN).bits(), 0x7fc0_0000);
}

#[test]
fn texts_are_read_as_the_same_number() {
    for number in DOUBLES.into_iter().chain([f64::NAN]) {
        for datum in [Datum::from(number), Datum::from(number as f32)] {
            assert_eq!(Datum::parse(datum.format, &datum.to_string()), Some(datum));
        }
    }
    assert_eq!(Datum::from(1e17).to_string(), "1e17");
    assert_eq!(Datum::from(0.1f32).to_string(), "0.1");
    for text in ["", "x", "inf", "nan", "-NaN", "1.5f", "0x1p3"] {
        assert_eq!(Datum::parse(Format::Double, text), None, "{text}");
    }
}

/// Operands at which something changes, and some between them.
fn operands(op: Op) -> Vec<i64> {
    let Op::Unary(_, format) = op else { unreachable!("operations of one number") };
    let mut all = vec![0, -1, 1, 77, -77, format.infinity(), format.infinity() - 1, format.least(), format.nan()];
    if op == Op::Unary(Unary::OfBits, format) {
        let (least, most) = match format {
            Format::Single => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Format::Double => (i64::MIN, i64::MAX),
        };
        let infinity = least + format.infinity();
        all.retain(|n| (least..=most).contains(n));
        all.extend([least, least + 1, infinity - 1, infinity, infinity + 1, most - 1, most]);
    }
    all
}

#[test]
fn pieces_are_the_operation() {
    for format in [Format::Single, Format::Double] {
        for op in [Unary::Neg, Unary::Abs, Unary::Bits, Unary::OfBits] {
            let op = Op::Unary(op, format);
            let pieces = op.pieces().expect("it has pieces");
            for operand in operands(op) {
                let piece = pieces.iter().find(|piece| operand <= piece.last).expect("pieces cover all operands");
                let result = i128::from(piece.factor) * i128::from(operand) + piece.constant;
                assert_eq!(result, i128::from(op.apply(operand, 0)), "{op} {operand}");
            }
        }
    }
}

#[test]
fn operations_are_monotone_within_runs() {
    let formats = [Format::Single, Format::Double];
    let binary = [Binary::Add, Binary::Sub, Binary::Mul, Binary::Div];
    let unary = [Unary::Neg, Unary::Abs, Unary::Sqrt, Unary::Floor, Unary::Ceil, Unary::Rint];
    for format in formats {
        let ops = binary.map(|op| Op::Binary(op, format)).into_iter().chain(unary.map(|op| Op::Unary(op, format)));
        for op in ops.chain([Op::To(format), Op::ToInt(format, 32), Op::ToInt(format, 64)]) {
            let takes = op.takes().expect("it takes a format");
            let others: Vec<i64> = DOUBLES
                .iter()
                .map(|n| if takes == Format::Single { Datum::from(*n as f32) } else { Datum::from(*n) }.place)
                .chain([takes.nan()])
                .collect();
            for (low, high) in op.runs().expect("it has runs") {
                let steps = (0..=20).map(|i| low + ((i128::from(high) - i128::from(low)) * i / 20) as i64);
                let ends = [low, (low + 1).min(high), (high - 1).max(low), high];
                let mut operands: Vec<i64> = steps.chain(ends).collect();
                operands.extend(others.iter().filter(|n| (low..=high).contains(n)));
                operands.sort_unstable();
                for other in &others {
                    for apply in [|op: Op, a, b| op.apply(a, b), |op: Op, a, b| op.apply(b, a)] {
                        let results: Vec<i64> = operands.iter().map(|operand| apply(op, *operand, *other)).collect();
                        let is_monotone = results.is_sorted() || results.is_sorted_by(|a, b| a >= b);
                        assert!(is_monotone, "{op} with {other}: {operands:?} {results:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn results_are_rounded_to_the_format() {
    let single = |op, a: f32, b: f32| {
        let place = Op::Binary(op, Format::Single).apply(Datum::from(a).place, Datum::from(b).place);
        Datum { format: Format::Single, place }.to_string()
    };
    assert_eq!(single(Binary::Add, 16_777_216.0, 1.0), "16777216.0");
    assert_eq!(single(Binary::Rem, -7.5, 2.0), "-1.5");
    assert_eq!(single(Binary::Div, 0.0, 0.0), "NaN");
    assert_eq!(single(Binary::Div, 1.0, -0.0), "-Infinity");
    let whole = |bits, number: f64| Op::ToInt(Format::Double, bits).apply(Datum::from(number).place, 0);
    assert_eq!([whole(32, 1e10), whole(32, -1e10), whole(32, f64::NAN)], [i32::MAX.into(), i32::MIN.into(), 0]);
    assert_eq!([whole(64, 1e19), whole(64, -1.9), whole(32, 2147483647.5)], [i64::MAX, -1, i32::MAX.into()]);
    let of = |format, n| Datum { format, place: Op::OfInt(format).apply(n, 0) }.to_string();
    assert_eq!(of(Format::Single, 16_777_217), "16777216.0");
    assert_eq!(of(Format::Double, i64::MAX), "9.223372036854776e18");
}
