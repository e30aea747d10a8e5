//! The library as its users see it: a [`Program`] is loaded, [explored](explore), and its outcome read or rendered.
//!
//! What the layers below need from their caller is here and nowhere else: the language of a file ([`program`]), a thread with
//! a big stack ([`worker`]), and a thread that watches the limits of time and memory ([`exploration`]). The thread with the big
//! stack is kept, because the solver has a context for every thread. Nothing here prints.

mod calls;
mod draft;
pub(crate) mod entries;
mod error;
mod exploration;
mod memory;
mod oracle;
mod program;
#[cfg(test)]
mod tests;
mod worker;

pub use calls::Called;
pub use draft::Draft;
pub use error::{Error, Refused};
pub use exploration::{explore, explore_watched};
pub(crate) use oracle::SecondOracle;
pub use program::Program;
pub use worker::run as on_big_stack;
