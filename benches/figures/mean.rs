//! What several ratios are on average.

/// The geometric mean of ratios, if there are any.
pub fn mean(ratios: &[f64]) -> Option<f64> {
    let logarithms: f64 = ratios.iter().map(|r| r.ln()).sum();
    (!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp())
}
