//! How often things were found.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;

#[derive(Clone, Debug, Default)]
pub struct Counts(pub BTreeMap<String, u64>);

impl Counts {
    pub fn count(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        other.0.into_iter().for_each(|(what, n)| *self.0.entry(what).or_default() += n);
    }
}

/// A line for each thing, the most frequent one first.
impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|(_, count)| Reverse(**count));
        all.iter().try_for_each(|(what, count)| writeln!(f, "  {count:>4} {what}"))
    }
}
