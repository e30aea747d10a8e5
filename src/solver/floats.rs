//! Operations on floating-point numbers in Z3's theory of them, as text of SMT-LIB beside the vectors of a question.
//!
//! A term is a vector with the [place](crate::ieee) of a number. The bits of the number are those of the place, or where it is negative
//! the sign and the complement of the place. A result has bits that nothing else constrains; its place is that of these bits.
//!
//! Z3 makes circuits of the operations. It has no remainder that rounds towards zero (`fp.rem` rounds to nearest).

use crate::ieee::{Binary, Format, Op, Unary};
use crate::term::TermId;
use rustc_hash::FxHashSet;

/// The most operations of a question: a sum of two doubles takes Z3 a tenth of a second or so, and each further one that
/// depends on it several times as long. With more it takes all of its steps, and has no answer.
pub(super) const MOST_OPERATIONS: usize = 8;

/// Whether Z3 knows an operation of numbers that are not constant.
pub(super) fn is_known(op: Op) -> bool {
    match op {
        Op::Binary(op, _) => op != Binary::Rem,
        Op::Unary(op, _) => matches!(op, Unary::Sqrt | Unary::Floor | Unary::Ceil | Unary::Rint),
        Op::To(_) | Op::OfInt(_) | Op::ToInt(..) => true,
    }
}

/// The name of a constant of Z3 for an operand, a vector.
pub(super) fn operand(t: TermId) -> String {
    format!("o{}", t.0)
}

/// The name of a constant of Z3 for a result, a vector.
pub(super) fn result(t: TermId) -> String {
    format!("t{}", t.0)
}

/// The bits of the exponent and of the fraction with its hidden bit.
fn sort(format: Format) -> &'static str {
    match format {
        Format::Single => "8 24",
        Format::Double => "11 53",
    }
}

/// A numeral of as many bits as the format has.
fn numeral(format: Format, n: i64) -> String {
    match format {
        Format::Single => format!("#x{:08x}", n as u32),
        Format::Double => format!("#x{n:016x}"),
    }
}

/// The definitions of operands and results.
#[derive(Debug)]
pub(super) struct Script {
    /// The bits of the vectors.
    width: u32,
    text: String,
    declared: FxHashSet<TermId>,
    defined: FxHashSet<(TermId, Format)>,
}

impl Script {
    /// A script without definitions, for vectors of a width.
    pub(super) fn new(width: u32) -> Self {
        Self { width, text: String::new(), declared: FxHashSet::default(), defined: FxHashSet::default() }
    }

    /// The text, if there is any.
    pub(super) fn text(&self) -> Option<&str> {
        (!self.text.is_empty()).then_some(&self.text)
    }

    fn line(&mut self, line: String) {
        self.text.push_str(&line);
        self.text.push('\n');
    }

    /// Declares the constant of an operand. Whether it is new.
    pub(super) fn declare(&mut self, t: TermId) -> bool {
        let is_new = self.declared.insert(t);
        if is_new {
            self.line(format!("(declare-fun {} () (_ BitVec {}))", operand(t), self.width));
        }
        is_new
    }

    /// The name of a number.
    fn number(&mut self, t: TermId, format: Format) -> String {
        let name = format!("f{}_{}", t.0, format.bits());
        if self.defined.insert((t, format)) {
            let (sort, zero) = (sort(format), numeral(format, 0));
            let sign = numeral(format, if format == Format::Single { i32::MIN.into() } else { i64::MIN });
            let place = format!("((_ extract {} 0) {})", format.bits() - 1, operand(t));
            let bits = format!("(ite (bvsge k {zero}) k (bvor {sign} (bvnot k)))");
            self.line(format!(
                "(define-fun {name} () (_ FloatingPoint {sort}) ((_ to_fp {sort}) (let ((k {place})) {bits})))"
            ));
        }
        name
    }

    /// Defines a result; `bits` are those of an operand that is an integer.
    pub(super) fn define(&mut self, t: TermId, op: Op, operands: &[TermId], bits: u64) {
        let numbers: Vec<String> = match op.takes() {
            Some(format) => operands.iter().map(|operand| self.number(*operand, format)).collect(),
            None => vec![format!("((_ extract {} 0) {})", bits - 1, operand(operands[0]))],
        };
        let numbers = numbers.join(" ");
        let rounded = |name: &str, mode: &str| format!("({name} {mode} {numbers})");
        let value = match op {
            Op::Binary(Binary::Add, _) => rounded("fp.add", "RNE"),
            Op::Binary(Binary::Sub, _) => rounded("fp.sub", "RNE"),
            Op::Binary(Binary::Mul, _) => rounded("fp.mul", "RNE"),
            Op::Binary(Binary::Div, _) => rounded("fp.div", "RNE"),
            Op::Unary(Unary::Sqrt, _) => rounded("fp.sqrt", "RNE"),
            Op::Unary(Unary::Floor, _) => rounded("fp.roundToIntegral", "RTN"),
            Op::Unary(Unary::Ceil, _) => rounded("fp.roundToIntegral", "RTP"),
            Op::Unary(Unary::Rint, _) => rounded("fp.roundToIntegral", "RNE"),
            Op::To(format) | Op::OfInt(format) => rounded(&format!("(_ to_fp {})", sort(format)), "RNE"),
            Op::ToInt(format, bits) => return self.define_integer(t, format, bits, &numbers),
            Op::Binary(Binary::Rem, _) | Op::Unary(..) => unreachable!("{op} is not known"),
        };
        let Some(format) = op.gives() else { unreachable!("{op} gives a number") };
        self.define_number(t, format, &value);
    }

    /// Declares the constant of a result, and what it is.
    fn assert_result(&mut self, t: TermId, bits: u8, value: &str) {
        let (name, width) = (result(t), self.width);
        self.line(format!("(declare-fun {name} () (_ BitVec {width}))"));
        let extended = match width - u32::from(bits) {
            0 => value.to_owned(),
            more => format!("((_ sign_extend {more}) {value})"),
        };
        self.line(format!("(assert (= {name} {extended}))"));
    }

    fn define_number(&mut self, t: TermId, format: Format, value: &str) {
        let (sort, bits) = (sort(format), format.bits());
        let number = format!("f{}_{bits}", t.0);
        self.defined.insert((t, format));
        self.line(format!("(define-fun {number} () (_ FloatingPoint {sort}) {value})"));
        let pattern = format!("b{}", t.0);
        self.line(format!("(declare-fun {pattern} () (_ BitVec {bits}))"));
        self.line(format!("(assert (= ((_ to_fp {sort}) {pattern}) {number}))"));
        let (zero, nan) = (numeral(format, 0), numeral(format, format.nan()));
        let size = numeral(format, if format == Format::Single { i32::MAX.into() } else { i64::MAX });
        let place = format!("(ite (bvsge {pattern} {zero}) {pattern} (bvnot (bvand {pattern} {size})))");
        self.assert_result(t, bits, &format!("(ite (fp.isNaN {number}) {nan} {place})"));
    }

    fn define_integer(&mut self, t: TermId, format: Format, bits: u8, number: &str) {
        let (least, most) = if bits == 32 { (i32::MIN.into(), i32::MAX.into()) } else { (i64::MIN, i64::MAX) };
        let integer = |n: i64| format!("(_ bv{} {bits})", if bits == 32 { u64::from(n as u32) } else { n as u64 });
        let end = format!("((_ to_fp {}) RNE {}.0)", sort(format), -i128::from(least));
        let whole = format!("((_ fp.to_sbv {bits}) RTZ {number})");
        let low = format!("(ite (fp.leq {number} (fp.neg {end})) {} {whole})", integer(least));
        let high = format!("(ite (fp.geq {number} {end}) {} {low})", integer(most));
        self.assert_result(t, bits, &format!("(ite (fp.isNaN {number}) {} {high})", integer(0)));
    }
}
