//! Value summaries: finite sets of (guard, value) pairs.
//!
//! The guards of one summary are pairwise disjoint and none is false; the values are distinct. The disjunction of the
//! guards is the summary's *cover*, the guard under which it is defined. A summary is a function from inputs to values, and
//! all operations of the engine on it are the algebra of [`Summary`]. It has two representations, chosen once per run by
//! [`Summaries`](crate::config::Summaries). One is the list of the `pairs`. The other is the decision `diagram` of the
//! function, whose pairs are computed only on demand, or, for a counter, the diagrams of its summands (`count`). Numbers that
//! are computed from many inputs are a `form`, with a diagram for each coefficient. What is read at a symbolic index or reference
//! may be kept apart, in `parts`. Outside this module all behave the same, except for [`Summary::len`] of a counter and of parts;
//! a form has one value, a conditional term. Arithmetic and comparisons are done part by part ([`Summary::parts`]).
//!
//! Operations that take a guard `φ` work *within* it. The result is defined only under `φ`, and pairs that `φ` excludes are
//! never passed to the operation's function.

mod algebra;
mod canonical;
mod count;
mod diagram;
mod form;
mod pairs;
mod parts;
#[cfg(test)]
mod tests;
mod value;

use crate::guard::Guard;
pub use algebra::Summary;
pub use canonical::Canonical;
pub use diagram::in_diagrams;
pub use form::Difference;
pub use parts::MOST_PARTS;
pub use value::{AddrId, ThreadId, ThrownId, Value};

/// A broken invariant of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Invalid {
    /// A pair whose guard is false.
    #[error("the guard of {0:?} is false")]
    FalseGuard(Value),
    /// Values out of order, or equal.
    #[error("{0:?} does not stand before {1:?}")]
    Order(Value, Value),
    /// A diagram that is not ordered, or has equal children.
    #[error("the diagram is not ordered and reduced")]
    Form,
    /// Two guards that overlap.
    #[error("the guards of {0:?} and {1:?} overlap")]
    Overlap(Value, Value),
    /// Two parts that are defined on guards that overlap.
    #[error("two parts overlap")]
    Parts,
    /// A cover other than the guard under which the key is defined, or than the disjunction of the guards.
    #[error("the cover is {cover:?}, not {defining:?}")]
    Cover {
        /// The cover.
        cover: Guard,
        /// What it should be.
        defining: Guard,
    },
}
