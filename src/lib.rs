//! Symbolic execution of OOX programs that never forks.
//!
//! One state maps every variable, heap cell and the program counter to *value summaries*; see `ARCHITECTURE.md`.
//! The manual is in [`help`].
//!
//! ```
//! use multise::{Config, Program, Verdict, explore};
//!
//! fn main() -> Result<(), multise::Error> {
//!     let text = "class Main { static void main(int n) { assert n * n != 49; } }";
//!     let config = Config::default();
//!     let program = Program::from_text("square.oox", text, &config.dialect)?;
//!     let outcome = explore(&program, program.entry("Main.main")?, &config)?;
//!     assert_eq!(outcome.verdict, Verdict::Invalid);
//!     for violation in &outcome.violations {
//!         println!("line {}: {:?} with n = {:?}", violation.line, violation.kind, violation.inputs.args["n"]);
//!     }
//!     Ok(())
//! }
//! ```
//!
//! [`Program::load`] reads a file. An [`Error`] that refuses a program has typed [diagnostics](Diagnostic), and
//! [renders](Refused::render) them. An [`Outcome`] has the reasons why a verdict is not exhaustive.
//! [`explore_watched`] reports how far an exploration is, and lets another thread stop it.

// Reports and the command line write to the streams that they are given.
#![warn(clippy::print_stderr, clippy::print_stdout)]

mod cancel;
mod cli;
mod closure;
mod compare;
mod config;
mod explore;
mod facade;
mod front;
mod guard;
pub mod help;
mod ieee;
mod index;
mod induction;
mod inputs;
#[doc(hidden)]
pub mod internals;
mod interp;
mod ir;
mod java;
mod num;
mod observers;
mod oox;
mod opinion;
mod outcome;
mod paths;
mod portfolio;
mod proofs;
mod region;
mod report;
mod solver;
mod source;
mod stack;
mod state;
mod suggest;
mod summary;
mod term;
mod trace;
mod transition;

#[doc(hidden)]
pub use cli::main as command_line;
pub use config::{
    Checked, Classes, Collapse, Config, Dialect, IntWidth, Mode, NotesConfig, Overflow, Property, Receivers, Roots,
    Stop, Summaries, Types, Uncaught,
};
pub use explore::Watch;
pub use facade::{Called, Error, Program, Refused, explore, explore_watched};
pub use ieee::{Datum, Format};
pub use inputs::{Cell, Inputs, Value};
pub use ir::{Cause, Check, CheckId, Cover, CoverId, Implicit, Kind, MethodId};
pub use num::Num;
pub use outcome::{
    Condition, Cost, Coverage, Covering, Cut, Drawing, Edge, EdgeKind, FailedStep, Iteration, LargestProduct,
    LineNotes, Node, Notebook, Outcome, Parked, Product, Profile, Progress, Reason, Row, Stack, Statistics, Status,
    Unfit, Unproved, Variable, Verdict, Violation, Visit, Warning,
};
pub use paths::Paths;
pub use report::Style;
pub use source::{Diagnostic, Fix, Phase, Severity, SourceFile, Sources, Span};
pub use trace::TraceStep;

/// The folder of the project: the tests here are a package of their own, `tests/unit/`.
#[cfg(test)]
fn project() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
