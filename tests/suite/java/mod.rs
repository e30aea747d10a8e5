//! The Java front end: its parts, and whole programs.

mod floats;
mod generated;
mod library;
mod linking;
mod models;
mod opcodes;
mod reports;
mod sites;
mod threads;
