//! What a relation reaches.

use std::collections::BTreeSet;

/// The members that a relation reaches from some, these included.
pub fn closure<T: Copy + Ord, N: IntoIterator<Item = T>>(
    from: impl IntoIterator<Item = T>,
    next: impl Fn(T) -> N,
) -> BTreeSet<T> {
    let mut work: Vec<T> = from.into_iter().collect();
    let mut found: BTreeSet<T> = work.iter().copied().collect();
    while let Some(member) = work.pop() {
        work.extend(next(member).into_iter().filter(|reached| found.insert(*reached)));
    }
    found
}
