//! The Java front end: its parts, and whole programs.

mod concurrent;
mod enums;
mod features;
mod floats;
mod generated;
mod instructions;
mod jdk;
mod junit;
mod library;
mod linking;
mod models;
mod opcodes;
mod reports;
mod rethrown;
mod sites;
mod threads;
mod unbounded;
