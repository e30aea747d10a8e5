//! Java: class files as a second source language.

pub mod jvm;
pub mod library;
