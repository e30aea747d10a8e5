//! Symbolic execution of OOX programs that never forks.
//!
//! One state maps every variable, heap cell and the program counter to *value summaries*; see `ARCHITECTURE.md`.

// Reports and the command line write to the streams that they are given.
#![warn(clippy::print_stderr, clippy::print_stdout)]

pub mod check;
pub mod cli;
pub mod compare;
pub mod config;
pub mod driver;
pub mod explore;
pub mod frontend;
pub mod guard;
pub mod index;
pub mod inputs;
pub mod interp;
pub mod ir;
pub mod lower;
pub mod num;
pub mod paths;
pub mod report;
pub mod solver;
pub mod source;
pub mod state;
pub mod summary;
pub mod term;
pub mod trace;
pub mod transition;
