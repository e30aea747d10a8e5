//! How time grows with size: least squares through the logarithms.

use std::fmt;

/// Times below this many seconds measure the start of a process and its neighbours rather than its work.
pub const FLOOR: f64 = 0.1;

/// Sizes with their times.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    points: Vec<(f64, f64)>,
}

impl Growth {
    /// Adds a measurement.
    pub fn add(&mut self, size: u64, seconds: f64) {
        if seconds >= FLOOR && size > 0 {
            self.points.push((size as f64, seconds));
        }
    }

    /// The slope of the logarithm of time over `x` of the size.
    fn slope(&self, x: impl Fn(f64) -> f64) -> Option<f64> {
        let n = self.points.len() as f64;
        let mean_x = self.points.iter().map(|p| x(p.0)).sum::<f64>() / n;
        let mean_y = self.points.iter().map(|p| p.1.ln()).sum::<f64>() / n;
        let covariance: f64 = self.points.iter().map(|p| (x(p.0) - mean_x) * (p.1.ln() - mean_y)).sum();
        let variance: f64 = self.points.iter().map(|p| (x(p.0) - mean_x).powi(2)).sum();
        (self.points.len() >= 2 && variance > 0.0).then(|| covariance / variance)
    }
}

impl Growth {
    /// The exponent e of time ≈ c·size^e.
    pub fn exponent(&self) -> Option<f64> {
        self.slope(f64::ln)
    }

    /// The factor f of time ≈ c·f^size.
    pub fn factor(&self) -> Option<f64> {
        self.slope(|x| x).map(f64::exp)
    }
}

impl fmt::Display for Growth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.exponent(), self.factor()) {
            (Some(exponent), Some(factor)) => {
                write!(f, "growth as size^{exponent:.2}, or by a factor of {factor:.3} per unit of size")
            }
            _ => write!(f, "too few times above {FLOOR} s for a fit"),
        }
    }
}
