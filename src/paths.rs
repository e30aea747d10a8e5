//! Numbers of paths: of any size, exact up to a size at which no reader would look at the last digit.
//!
//! Tree recursion of depth n has numbers of paths with 2ⁿ digits; sums of such integers would cost more than the steps
//! that they count.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;
use std::ops::AddAssign;
use std::str::FromStr;

/// A number of paths: exact below 2¹²⁷, above that rounded up, so that a bound stays a bound. Displayed as an integer or
/// with three digits, `8.01e333720`. In JSON it is a text if no double is as large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Paths {
    // The number is digits · 2^shift; digits < 2^BITS, and digits ≥ 2^(BITS - 1) where there is a shift. So the order
    // is that of the fields.
    shift: u64,
    digits: u128,
}

const BITS: u32 = 127;

impl Paths {
    /// One path.
    pub const ONE: Paths = Paths { digits: 1, shift: 0 };

    /// As a floating-point number, the largest one if it is larger.
    pub fn as_f64(self) -> f64 {
        let power = i32::try_from(self.shift).map_or(f64::INFINITY, |shift| 2f64.powi(shift));
        (self.digits as f64 * power).min(f64::MAX)
    }

    /// For readers: exact if it has at most `digits` digits, else its magnitude.
    pub fn magnitude(self, digits: usize) -> String {
        if self.shift == 0 {
            let exact = self.digits.to_string();
            if exact.len() <= digits {
                return exact;
            }
        }
        let log = (self.digits as f64).log10() + self.shift as f64 * 2f64.log10();
        let hundredths = (10f64.powf(log.fract()) * 100.0).ceil();
        let (hundredths, exponent) = if hundredths >= 1000.0 { (100.0, log + 1.0) } else { (hundredths, log) };
        format!("{:.2}e{}", hundredths / 100.0, exponent.floor())
    }
}

impl From<u64> for Paths {
    fn from(n: u64) -> Self {
        Paths { digits: n.into(), shift: 0 }
    }
}

impl AddAssign for Paths {
    fn add_assign(&mut self, other: Paths) {
        let (large, small) = if self.shift >= other.shift { (*self, other) } else { (other, *self) };
        let digits = large.digits + shifted(small.digits, large.shift - small.shift);
        let carry = digits >> BITS;
        *self = Paths { digits: shifted(digits, carry as u64), shift: large.shift + carry as u64 };
    }
}

/// `digits` without the lowest `by` bits, rounded up.
fn shifted(digits: u128, by: u64) -> u128 {
    let kept = u32::try_from(by).ok().and_then(|by| digits.checked_shr(by)).unwrap_or(0);
    let exact = by < 128 && kept << by == digits;
    kept + u128::from(!exact && digits > 0)
}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shift {
            0 => self.digits.fmt(f),
            _ => f.write_str(&self.magnitude(0)),
        }
    }
}

/// A text that is not the display of a number of paths.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no number of paths")]
pub struct ParsePathsError(String);

impl FromStr for Paths {
    type Err = ParsePathsError;

    fn from_str(text: &str) -> Result<Self, ParsePathsError> {
        let refused = || ParsePathsError(text.to_owned());
        if let Ok(digits) = text.parse::<u128>()
            && digits >> BITS == 0
        {
            return Ok(Paths { digits, shift: 0 });
        }
        let (mantissa, exponent) = text.split_once('e').ok_or_else(refused)?;
        let mantissa: f64 = mantissa.parse().map_err(|_| refused())?;
        let exponent: u32 = exponent.parse().map_err(|_| refused())?;
        let log = mantissa.log2() + f64::from(exponent) * 10f64.log2();
        let shift = log.floor() - f64::from(BITS - 1);
        if !(1.0..10.0).contains(&mantissa) || shift < 1.0 {
            return Err(refused());
        }
        // Below 2^BITS. The power is smaller than 2^BITS by at least 2^-52 of it, or rounds to it.
        let digits = (2f64.powf(log - shift) as u128).min((1 << BITS) - 1);
        Ok(Paths { digits, shift: shift as u64 })
    }
}

impl Serialize for Paths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        // Many readers refuse a file with a number that no double is as large as.
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => {
                RawValue::from_string(text).map_err(ser::Error::custom)?.serialize(serializer)
            }
            _ => text.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Paths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let text = raw.get().strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(raw.get());
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Paths {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Paths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An integer; above 2¹²⁷ rounded up to three digits, `4.72e57`, and a text if no double is as large, \
                            `\"8.01e333720\"`.",
            "type": ["number", "string"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power(n: u32) -> Paths {
        let mut paths = Paths::ONE;
        for _ in 0..n {
            paths += paths;
        }
        paths
    }

    #[test]
    fn small_numbers_keep_all_their_digits() {
        let paths = power(100);
        let digits = "1267650600228229401496703205376";
        assert_eq!(serde_json::to_string(&paths).expect("an integer"), digits);
        assert_eq!(serde_json::from_str::<Paths>(digits).expect("an integer"), paths);
        assert_eq!((paths.as_f64(), paths.magnitude(12)), (2f64.powi(100), "1.27e30".to_owned()));
        assert_eq!(
            (Paths::from(123_456).magnitude(6), Paths::from(999_999).magnitude(5)),
            ("123456".into(), "1.00e6".into())
        );
        assert!(serde_json::from_str::<Paths>("1.5").is_err());
    }

    #[test]
    fn large_numbers_are_rounded_up() {
        let (mut one_more, large) = (power(200), power(200));
        assert_eq!(large.to_string(), "1.61e60");
        one_more += Paths::ONE;
        // The last of 127 digits.
        assert_eq!(one_more, Paths { digits: large.digits + 1, shift: large.shift });
        let mut sum = Paths { digits: (1 << BITS) - 1, shift: 0 };
        sum += Paths { digits: 2, shift: 0 };
        assert_eq!(sum, Paths { digits: (1 << (BITS - 1)) + 1, shift: 1 });
        let mut zero = Paths::default();
        zero += large;
        assert_eq!(zero, large);
    }

    #[test]
    fn huge_numbers_are_written_and_read() {
        let huge = power(1_000_000);
        assert_eq!((huge.to_string().as_str(), huge.as_f64()), ("9.91e301029", f64::MAX));
        let written = serde_json::to_string(&huge).expect("a text");
        assert_eq!(written, r#""9.91e301029""#);
        assert_eq!(serde_json::to_string(&power(1023)).expect("a number"), "8.99e307");
        assert_eq!(serde_json::to_string(&power(1024)).expect("a text"), r#""1.80e308""#);
        let read: Paths = serde_json::from_str(&written).expect("a number of paths");
        // Reports of earlier versions have a number.
        assert_eq!(serde_json::from_str::<Paths>("9.91e301029").expect("a number of paths"), read);
        assert_eq!(
            (read.shift, read.magnitude(9).split_once('e').map(|(_, e)| e.to_owned())),
            (huge.shift, Some("301029".to_owned()))
        );
        assert!(["e5", "1e", "1.2e3", "-1.00e400"].iter().all(|text| text.parse::<Paths>().is_err()));
    }
}
