//! The parts of the Java front end that are tested without an exploration.

mod generated;
mod library;
