//! The Java front end: its parts, and whole programs.

mod calls;
mod enums;
mod explain;
mod floats;
mod formats;
mod generated;
mod instructions;
mod jdk;
mod junit;
mod library;
mod linking;
mod models;
mod opcodes;
mod reports;
mod sites;
mod threads;
