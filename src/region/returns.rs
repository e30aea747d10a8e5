//! Early returns: the sides of a branch that end the method come together at its exit.
//!
//! ```text
//!   if (c) return a; …; return b;      ⇝      retval := c ? a : b
//! ```
//!
//! All `return`s of a method go to one exit block, and its result is a local like any other: the join of such a branch is
//! that block, and its alternatives become those of the result. In an inlined method this is always done; for the
//! branches of the method that is stepped it is a level of its own.

/// The first level at which a region may end with the exit of its method.
pub const LEVEL: u8 = 4;
