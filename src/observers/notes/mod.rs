//! Notes of an exploration: which values variables and heap have where the paths come to a line.
//!
//! An observer keeps the states in which paths come to a line (`observer`); when exploration has ended, each variable's
//! value summary in them is told as plain data ([`Notebook`](crate::outcome::Notebook), made by `telling`): conditions over the inputs, in the words of
//! the source (`conditions`), values (`wording`), and inputs for each.
//!
//! A *visit* of a line is a program point of the pc: a calling context, and the numbers of the iterations around. Paths that
//! come to one point in different rounds, or, in path mode, one by one, are one visit: the guarded union of their values. Where
//! paths overlap, as those of threads that stand elsewhere meanwhile do, they are visits of their own.

mod conditions;
mod observer;
mod telling;
mod wording;

pub use observer::Notes;
pub use telling::told;
