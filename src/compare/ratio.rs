//! The quotient of two runs' figures, when one of them may have been cut off.

use super::cell::End;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A quotient, or a bound of it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
#[serde(tag = "bound", content = "value", rename_all = "snake_case")]
pub enum Ratio {
    /// Both runs were completed.
    Exact(f64),
    /// The dividend was cut off.
    AtLeast(f64),
    /// The divisor was cut off.
    AtMost(f64),
}

impl Ratio {
    /// `dividend / divisor` or a bound of it; each is given with how far its run came. `None` when both were cut off, one
    /// gave up, or the divisor is zero.
    pub fn of(dividend: (f64, End), divisor: (f64, End)) -> Option<Self> {
        let value = dividend.0 / divisor.0;
        match (dividend.1, divisor.1) {
            _ if !value.is_finite() => None,
            (End::Complete, End::Complete) => Some(Ratio::Exact(value)),
            (End::Cut, End::Complete) => Some(Ratio::AtLeast(value)),
            (End::Complete, End::Cut) => Some(Ratio::AtMost(value)),
            (End::Cut, End::Cut) | (End::GaveUp, _) | (_, End::GaveUp) => None,
        }
    }

    /// The number.
    pub fn value(self) -> f64 {
        match self {
            Ratio::Exact(value) | Ratio::AtLeast(value) | Ratio::AtMost(value) => value,
        }
    }

    /// `=`, `>=` or `<=`.
    pub fn relation(self) -> &'static str {
        match self {
            Ratio::Exact(_) => "=",
            Ratio::AtLeast(_) => ">=",
            Ratio::AtMost(_) => "<=",
        }
    }
}

impl fmt::Display for Ratio {
    /// Three significant digits, with `≥` or `≤` before a bound.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        let digits = match value {
            v if v >= 100.0 => 0,
            v if v >= 10.0 => 1,
            _ => 2,
        };
        let sign = match self {
            Ratio::Exact(_) => "",
            Ratio::AtLeast(_) => "≥",
            Ratio::AtMost(_) => "≤",
        };
        f.pad(&format!("{sign}{value:.digits$}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use End::{Complete, Cut, GaveUp};

    #[test]
    fn what_was_cut_off_makes_a_bound() {
        let show = |a, b| Ratio::of(a, b).map(|r| r.to_string());
        assert_eq!(show((10.0, Complete), (4.0, Complete)).as_deref(), Some("2.50"));
        assert_eq!(show((120.0, Cut), (0.5, Complete)).as_deref(), Some("≥240"));
        assert_eq!(show((5.0, Complete), (120.0, Cut)).as_deref(), Some("≤0.04"));
        assert_eq!(show((120.0, Cut), (120.0, Cut)), None);
        assert_eq!(show((120.0, Cut), (1.0, GaveUp)), None);
        assert_eq!(show((1.0, Complete), (0.0, Complete)), None);
        assert_eq!(show((0.0, Complete), (0.0, Complete)), None);
    }
}
