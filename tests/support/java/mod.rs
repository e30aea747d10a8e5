//! Java programs in tests: their headers, their classes, and how both the engine and a JVM take them.

pub mod bytecode;
pub mod compile;
pub mod differential;
pub mod explored;
pub mod header;
pub mod random;
pub mod values;
