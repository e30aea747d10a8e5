//! Whether two guards meet, without building anything.

use super::{Diagrams, FALSE, Guard, TRUE, key};
use std::time::Instant;

/// The question. Its number is the third operand under which the answer is memoised.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
pub(super) enum Test {
    Disjoint = u32::MAX,
    Implies = u32::MAX - 1,
}

impl Diagrams {
    /// Whether no assignment satisfies both `a` and `b` (or `¬b`, for [`Test::Implies`]). Ends at the first one that does.
    pub(super) fn is_empty(&mut self, a: Guard, b: Guard, test: Test) -> bool {
        if self.meter.exhausted.is_some() {
            return true;
        }
        // The result of an operation that has built this product answers too.
        let (g, h) = if test == Test::Disjoint { (b.0, FALSE) } else { (FALSE, a.0) };
        let condition = if test == Test::Disjoint { a.0 } else { b.0 };
        if let Some(known) = self.known(condition, g, h) {
            return known == FALSE;
        }
        let key = key(a.0, b.0);
        if let Some(known) = self.memo.get(key, test as u32) {
            return known == TRUE;
        }
        let start = Instant::now();
        let (never, always) = if test == Test::Disjoint { (FALSE, TRUE) } else { (TRUE, FALSE) };
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(a.0, b.0)];
        let mut empty = true;
        while let Some((l, r)) = stack.pop() {
            if l == FALSE || r == never {
                continue;
            }
            // A node other than a terminal has satisfying and falsifying assignments.
            if l == TRUE || r == always || l == r && test == Test::Disjoint {
                empty = false;
                break;
            }
            if l == r || !seen.insert((l, r)) {
                continue;
            }
            let ((a, x), (b, y)) = (self.top(l), self.top(r));
            let (l0, l1) = if x <= y { (a.low, a.high) } else { (l, l) };
            let (r0, r1) = if y <= x { (b.low, b.high) } else { (r, r) };
            stack.extend([(l0, r0), (l1, r1)]);
        }
        self.meter.spent(start);
        self.meter.remember(&mut self.memo, key, test as u32, u32::from(empty));
        empty
    }
}
