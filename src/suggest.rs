//! Guesses at which name was meant.

/// How many pairs of names a run compares in search of suggestions. A file with thousands of errors and thousands of
/// names would otherwise cost their product.
const COMPARISONS: usize = 200_000;

/// Looks for names that are close to wrong ones.
#[derive(Debug)]
pub struct Suggestions {
    /// How many pairs of names may still be compared.
    comparisons: usize,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { comparisons: COMPARISONS }
    }
}

impl Suggestions {
    /// The advice `did you mean …`, if one of the names is close to the wrong one.
    pub fn did_you_mean<'n>(&mut self, wrong: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
        self.nearest(wrong, names).map(|name| format!("did you mean `{name}`?"))
    }

    /// The name that is closest to a wrong one, if one is close.
    pub fn nearest<'n>(&mut self, wrong: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
        // Names of one or two letters are all close to each other: only their case may be wrong.
        let limit = wrong.chars().count() / 3;
        let mut best: Option<(usize, &str)> = None;
        for name in names.filter(|n| n.len().abs_diff(wrong.len()) <= 4 * limit) {
            if self.comparisons == 0 {
                break;
            }
            self.comparisons -= 1;
            let distance = match name.eq_ignore_ascii_case(wrong) {
                true => 0,
                false => strsim::osa_distance(name, wrong),
            };
            // The name breaks ties, so that the order of the names does not matter.
            if name != wrong && distance <= limit && best.is_none_or(|b| (distance, name) < b) {
                best = Some((distance, name));
            }
        }
        best.map(|(_, name)| name)
    }
}
