//! Value summaries: finite sets of (guard, value) pairs.
//!
//! The guards of one summary are pairwise disjoint and none is false, the values are distinct and sorted; the
//! disjunction of the guards is the summary's *cover*, the guard under which it is defined. A summary is a function
//! from inputs to values, and what the engine does to one is the algebra below: nothing outside this module looks at
//! the pairs, except solver, reports and statistics through [`Summary::pairs`].
//!
//! Operations that take a guard `φ` work *within* it: the result is defined under `φ` only, and pairs that `φ`
//! excludes are never passed to the operation's function.

mod pairs;
#[cfg(test)]
mod tests;
mod value;

pub use pairs::{Invalid, Summary};
pub use value::{AddrId, ThrownId, Value};
