//! Summaries that are kept apart by what selects them.
//!
//! ```text
//!   x := a[i]     s₀ ∪ s₁ ∪ …,   where s_k is Σ[a[k]] restricted to i = k
//! ```
//!
//! As one diagram, the value of a cell that an input selects depends on all cells at a time: before the diagram comes to the
//! input, it has to know the value of each cell. What is done with the value is often done for each cell: `a[i] := a[i] + 1` writes
//! what comes from a cell to the same cell. So such a union is made only when it is needed as a whole.

use super::{Invalid, Summary};
use crate::guard::{Guard, Logic};
use std::rc::Rc;

/// Summaries are kept apart from this number of values or summands on, small summaries left out. Debug builds take fewer, so that
/// small programs have parts.
const LARGE: usize = if cfg!(debug_assertions) { 6 } else { 16 };

/// A summary with fewer values or summands is small.
const SMALL: usize = if cfg!(debug_assertions) { 3 } else { 4 };

/// Summaries are kept apart from this number of values or summands on, constants left out.
const MANY: usize = 128;

/// The most parts, which is the most constants that an index is split into.
pub const MOST_PARTS: usize = 256;

/// The most parts of parts: of an operation on two summaries with parts, or of what is read of several arrays.
const MOST_NESTED: usize = 64;

/// Several summaries that are defined on disjoint guards. None of them has parts, and none is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parts(Rc<[Summary]>);

impl Parts {
    /// At least two parts, which may have parts; returned if they are too many, or their guards share no nodes.
    pub(super) fn new(lx: &Logic, parts: Vec<Summary>) -> Result<Self, Vec<Summary>> {
        if !lx.guards.shares_nodes() {
            return Err(parts);
        }
        let (parts, most) = match parts.iter().any(|part| part.parts().len() > 1) {
            true => (parts.iter().flat_map(Summary::parts).cloned().collect(), MOST_NESTED),
            false => (parts, MOST_PARTS),
        };
        if parts.len() <= most { Ok(Self(parts.into())) } else { Err(parts) }
    }

    /// Whether summaries had better stay apart: they are not too many, and at least two of them are not small, or not constant. Their
    /// union depends on all of these at a time, so what counts is how many values or summands they have together, without the
    /// references and inputs: they were only moved, not computed cell by cell, and are listed in pairs, of which a union has no more.
    pub(super) fn are_better<'a>(lx: &mut Logic, parts: impl Iterator<Item = &'a Summary> + Clone) -> bool {
        if !lx.guards.shares_nodes() || parts.clone().count() > MOST_PARTS {
            return false;
        }
        let computed = |part: &Summary| part.size(lx) - part.listed().filter(|value| value.is_moved(lx)).count();
        let sizes: Vec<usize> = parts.map(computed).collect();
        let are_large = |least: usize, together: usize| {
            let counted = sizes.iter().filter(|size| **size >= least);
            counted.clone().count() > 1 && counted.sum::<usize>() >= together
        };
        are_large(SMALL, LARGE) || are_large(2, MANY)
    }

    pub(super) fn all(&self) -> &[Summary] {
        &self.0
    }

    /// The results of `f` for the parts. They must be defined on disjoint guards.
    pub(super) fn map(&self, lx: &mut Logic, mut f: impl FnMut(&mut Logic, &Summary) -> Summary) -> Summary {
        let found = self.0.iter().map(|part| f(lx, part)).collect();
        Summary::apart(lx, found)
    }

    /// Checks the invariants of the parts, and that they are defined on disjoint guards. If the guard under which the union is
    /// defined is given, it is compared.
    pub(super) fn check(&self, lx: &mut Logic, defining: Option<Guard>) -> Result<(), Invalid> {
        let mut cover = Guard::FALSE;
        for part in self.all() {
            part.check(lx, None)?;
            let own = part.cover(lx);
            if !lx.disjoint(cover, own) {
                return Err(Invalid::Parts);
            }
            cover = lx.or(cover, own);
        }
        match defining.filter(|defining| *defining != cover) {
            Some(defining) => Err(Invalid::Cover { cover, defining }),
            None => Ok(()),
        }
    }

    /// The disjunction of the results of `f` for the parts.
    pub(super) fn when(&self, lx: &mut Logic, mut f: impl FnMut(&mut Logic, &Summary) -> Guard) -> Guard {
        let found = self.0.iter().map(|part| f(lx, part)).collect();
        lx.or_all(found)
    }
}
