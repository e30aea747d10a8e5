//! The Java front end: its parts, and whole programs.

mod above;
mod calls;
mod collections;
mod concurrent;
mod drawn;
mod enums;
mod explain;
mod features;
mod floats;
mod formats;
mod generated;
mod instructions;
mod jdk;
mod junit;
mod libraries;
mod library;
mod linking;
mod models;
mod opcodes;
mod receivers;
mod reports;
mod requires;
mod rethrown;
mod sites;
mod threads;
mod unbounded;
