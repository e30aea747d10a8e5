//! The trace of a concrete run: which lines were executed.

use crate::ir::MethodId;

/// One line of a trace. Consecutive steps on the same line of the same frame are one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceStep {
    /// The thread, by its number in the order of creation; that of the entry is 0.
    pub thread: u32,
    /// The method.
    pub method: MethodId,
    /// How many frames are below.
    pub depth: u32,
    /// The line.
    pub line: u32,
}
