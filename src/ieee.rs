//! Binary floating-point numbers of IEEE 754, as integers.
//!
//! A number is its *place* in the order of all numbers of its format. Place 0 is the positive zero, -1 the negative one; the numbers
//! above and below follow, up to the infinities. One further place, above all others, is what is not a number (NaN): nothing
//! tells the patterns of bits apart that mean it. So the places of a format are an interval of integers, comparisons with
//! constants are comparisons of integers, and a negation is `-1 - place`. Arithmetic rounds to nearest, ties to even.

#[cfg(test)]
mod tests;

use std::fmt;

/// A format: how many bits a number has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// 32 bits.
    Single,
    /// 64 bits.
    Double,
}

impl Format {
    /// The number of bits.
    pub fn bits(self) -> u8 {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// The least place, of minus infinity.
    pub fn least(self) -> i64 {
        -1 - self.infinity()
    }

    /// The place of infinity.
    pub fn infinity(self) -> i64 {
        match self {
            Format::Single => i64::from(f32::INFINITY.to_bits()),
            Format::Double => f64::INFINITY.to_bits() as i64,
        }
    }

    /// The greatest place, of what is not a number.
    pub fn nan(self) -> i64 {
        self.infinity() + 1
    }

    /// The place of a number; one of 32 bits for the narrow format.
    fn place(self, number: f64) -> i64 {
        let (bits, sign) = match self {
            _ if number.is_nan() => return self.nan(),
            Format::Single => (i64::from((number as f32).to_bits() as i32), i64::from(i32::MIN)),
            Format::Double => (number.to_bits() as i64, i64::MIN),
        };
        if bits < 0 { -1 - (bits - sign) } else { bits }
    }

    /// The number that has a place.
    fn number(self, place: i64) -> f64 {
        if place > self.infinity() {
            return f64::NAN;
        }
        let size = if place < 0 { -1 - place } else { place };
        let size = match self {
            Format::Single => f64::from(f32::from_bits(size as u32)),
            Format::Double => f64::from_bits(size as u64),
        };
        if place < 0 { -size } else { size }
    }
}

/// A number of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Datum {
    /// The format.
    pub format: Format,
    /// The place, one of the format.
    pub place: i64,
}

impl From<f32> for Datum {
    fn from(number: f32) -> Datum {
        Datum { format: Format::Single, place: Format::Single.place(number.into()) }
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Datum {
        Datum { format: Format::Double, place: Format::Double.place(number) }
    }
}

impl Datum {
    /// The bits, with those of one pattern for what is not a number.
    pub fn bits(self) -> u64 {
        let bits = Op::Unary(Unary::Bits, self.format).apply(self.place, 0);
        if self.format == Format::Single { u64::from(bits as u32) } else { bits as u64 }
    }

    /// The same number with 64 bits.
    pub fn widened(self) -> Datum {
        self.format.number(self.place).into()
    }

    /// The number of a format that is nearest to what a text says.
    pub fn parse(format: Format, text: &str) -> Option<Datum> {
        let digits = text.trim_start_matches(['+', '-']);
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        if !is_number && digits != "Infinity" && text != "NaN" {
            return None;
        }
        match format {
            Format::Single => text.parse::<f32>().ok().map(Datum::from),
            Format::Double => text.parse::<f64>().ok().map(Datum::from),
        }
    }
}

/// The shortest decimal number that no other number of the format is nearer to, `Infinity`, `-Infinity` or `NaN`.
impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.format.number(self.place);
        match self.format {
            _ if number.is_nan() => f.write_str("NaN"),
            _ if number.is_infinite() => f.write_str(if number < 0.0 { "-Infinity" } else { "Infinity" }),
            Format::Single => write!(f, "{:?}", number as f32),
            Format::Double => write!(f, "{number:?}"),
        }
    }
}

/// Operations of two numbers of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Binary {
    /// The sum.
    Add,
    /// The difference.
    Sub,
    /// The product.
    Mul,
    /// The quotient.
    Div,
    /// What the truncated quotient leaves, with the sign of the dividend (`fmod` of C).
    Rem,
}

/// Operations of a number of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unary {
    /// The number with the other sign.
    Neg,
    /// The number without its sign.
    Abs,
    /// The square root.
    Sqrt,
    /// The greatest whole number that is not above.
    Floor,
    /// The least whole number that is not below.
    Ceil,
    /// The nearest whole number, the even one of two.
    Rint,
    /// The bits as an integer in two's complement.
    Bits,
    /// The number that has these bits, which are an integer in two's complement.
    OfBits,
    /// The number itself. The engine has it only where the number is known, for algorithms that look at each digit.
    Known,
}

/// An operation. Operands and results are places, unless it says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Op {
    /// An operation of two numbers.
    Binary(Binary, Format),
    /// An operation of a number.
    Unary(Unary, Format),
    /// The nearest number of this format to one of the other format.
    To(Format),
    /// The nearest number to an integer of at most 64 bits.
    OfInt(Format),
    /// The number without its fraction as an integer of this many bits, 32 or 64: the nearest one where it has more, 0 where it is
    /// not a number.
    ToInt(Format, u8),
}

/// An interval of places on which an operation is a linear function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The last place; the first one follows on the piece before.
    pub last: i64,
    /// The factor.
    pub factor: i64,
    /// What is added to the product.
    pub constant: i128,
}

impl Op {
    /// The format of the operands, if these are numbers of a format.
    pub fn takes(self) -> Option<Format> {
        match self {
            Op::Unary(Unary::OfBits, _) | Op::OfInt(_) => None,
            Op::Binary(_, format) | Op::Unary(_, format) | Op::ToInt(format, _) => Some(format),
            Op::To(Format::Single) => Some(Format::Double),
            Op::To(Format::Double) => Some(Format::Single),
        }
    }

    /// The format of the result, if this is a number of a format.
    pub fn gives(self) -> Option<Format> {
        match self {
            Op::Unary(Unary::Bits, _) | Op::ToInt(..) => None,
            Op::Binary(_, format) | Op::Unary(_, format) | Op::To(format) | Op::OfInt(format) => Some(format),
        }
    }

    /// The least and the greatest result.
    pub fn range(self) -> (i64, i64) {
        match (self, self.gives()) {
            (_, Some(format)) => (format.least(), format.nan()),
            (Op::ToInt(_, 32) | Op::Unary(_, Format::Single), None) => (i32::MIN.into(), i32::MAX.into()),
            (_, None) => (i64::MIN, i64::MAX),
        }
    }

    /// The result; an operation of one number disregards the second one.
    pub fn apply(self, a: i64, b: i64) -> i64 {
        match self {
            Op::Binary(op, format) => {
                let (x, y) = (format.number(a), format.number(b));
                // A number of 32 bits is one of 64 bits, but its operations round to 32 bits.
                let (s, t) = (x as f32, y as f32);
                let (single, double) = match op {
                    Binary::Add => (s + t, x + y),
                    Binary::Sub => (s - t, x - y),
                    Binary::Mul => (s * t, x * y),
                    Binary::Div => (s / t, x / y),
                    Binary::Rem => (s % t, x % y),
                };
                format.place(if format == Format::Single { single.into() } else { double })
            }
            Op::Unary(op, format) => {
                let x = format.number(a);
                match op {
                    Unary::Neg => format.place(-x),
                    Unary::Abs => format.place(x.abs()),
                    Unary::Sqrt if format == Format::Single => format.place((x as f32).sqrt().into()),
                    Unary::Sqrt => format.place(x.sqrt()),
                    Unary::Floor => format.place(x.floor()),
                    Unary::Ceil => format.place(x.ceil()),
                    Unary::Rint => format.place(x.round_ties_even()),
                    Unary::Bits if x.is_nan() => match format {
                        Format::Single => 0x7fc0_0000,
                        Format::Double => 0x7ff8_0000_0000_0000,
                    },
                    Unary::Bits if format == Format::Single => i64::from((x as f32).to_bits() as i32),
                    Unary::Bits => x.to_bits() as i64,
                    Unary::OfBits if format == Format::Single => format.place(f32::from_bits(a as u32).into()),
                    Unary::OfBits => format.place(f64::from_bits(a as u64)),
                    Unary::Known => a,
                }
            }
            Op::To(Format::Single) => Format::Single.place(Format::Double.number(a)),
            Op::To(Format::Double) => Format::Double.place(Format::Single.number(a)),
            Op::OfInt(Format::Single) => Format::Single.place((a as f32).into()),
            Op::OfInt(Format::Double) => Format::Double.place(a as f64),
            Op::ToInt(format, 32) => i64::from(format.number(a) as i32),
            Op::ToInt(format, _) => format.number(a) as i64,
        }
    }

    /// Intervals of an operand in each of which the operation is monotone, in order, if the other operand does not change. They cover all
    /// operands.
    pub fn runs(self) -> Option<Vec<(i64, i64)>> {
        if let Op::Binary(Binary::Rem, _) | Op::Unary(Unary::Bits | Unary::OfBits, _) = self {
            return None;
        }
        let Some(format) = self.takes() else { return Some(vec![(i64::MIN, i64::MAX)]) };
        let (least, infinity) = (format.least(), format.infinity());
        // The infinities, the zeros, and what is no number are exceptions of some operations.
        let firsts = [least, least + 1, -1, 0, 1, infinity, format.nan()];
        let lasts = [least, -2, -1, 0, infinity - 1, infinity, format.nan()];
        Some(firsts.into_iter().zip(lasts).collect())
    }

    /// The pieces of an operation that is made of linear functions, in order; they cover all operands.
    pub fn pieces(self) -> Option<Vec<Piece>> {
        let Op::Unary(op, format) = self else { return None };
        let piece = |last, factor, constant| Piece { last, factor, constant };
        let same = |last| piece(last, 1, 0);
        let mirrored = |last| piece(last, -1, -1);
        let nan = i128::from(format.nan());
        // What a sign is worth in two's complement, and what the other bits are worth at most.
        let (sign, most) = match format {
            Format::Single => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Format::Double => (i64::MIN, i64::MAX),
        };
        Some(match op {
            Unary::Known => vec![same(format.nan())],
            Unary::Neg => vec![mirrored(format.infinity()), same(format.nan())],
            Unary::Abs => vec![mirrored(-1), same(format.nan())],
            Unary::Bits => {
                let of_nan = self.apply(format.nan(), 0);
                let of_numbers = [piece(-1, -1, i128::from(sign) - 1), same(format.infinity())];
                of_numbers.into_iter().chain([piece(format.nan(), 0, of_nan.into())]).collect()
            }
            Unary::OfBits => vec![
                piece(sign + format.infinity(), -1, -1 + i128::from(sign)),
                piece(-1, 0, nan),
                same(format.infinity()),
                piece(most, 0, nan),
            ],
            Unary::Sqrt | Unary::Floor | Unary::Ceil | Unary::Rint => return None,
        })
    }
}

/// A name that no other operation has.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |format: &Format| if *format == Format::Single { "single" } else { "double" };
        match self {
            Op::Binary(op, format) => write!(f, "{}.{}", of(format), format!("{op:?}").to_lowercase()),
            Op::Unary(op, format) => write!(f, "{}.{}", of(format), format!("{op:?}").to_lowercase()),
            Op::To(format) => write!(f, "{}.of_other", of(format)),
            Op::OfInt(format) => write!(f, "{}.of_int", of(format)),
            Op::ToInt(format, bits) => write!(f, "{}.to_i{bits}", of(format)),
        }
    }
}
