//! The Java front end: its parts, and whole programs.

mod enums;
mod floats;
mod generated;
mod instructions;
mod junit;
mod library;
mod linking;
mod models;
mod opcodes;
mod reports;
mod sites;
mod threads;
