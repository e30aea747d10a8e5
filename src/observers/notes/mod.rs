//! Notes of an exploration: the values of variables and heap when paths come to a line.
//!
//! An observer keeps the states in which paths come to a line (`observer`). When exploration has ended, `describe` makes plain
//! data of each variable's value summary in them ([`Notebook`](crate::outcome::Notebook)): conditions over the inputs, in
//! the words of the source (`conditions`), values (`wording`), and inputs for each.
//!
//! A *visit* of a line is a program point of the pc: a calling context, and the numbers of the iterations around. Paths may
//! come to one point in different rounds, or, in path mode, one by one. They are one visit: the guarded union of their
//! values. Paths that overlap are separate visits, for example if the other threads are at other points.

mod conditions;
mod describe;
mod observer;
mod wording;

pub use describe::notebook;
pub use observer::Notes;
