//! Values from outside the program: what [`InstrKind::Havoc`](crate::ir::InstrKind::Havoc) assigns in a run.

use super::threads::ThreadId;
use super::value::CodePoint;
use crate::inputs::Value;
use crate::ir::Type;

/// Gives the values of a run that come from outside, in the order of their execution.
pub trait Outside {
    /// The value that a thread gets at an instruction; the default of the type if there is none.
    fn value(&mut self, thread: ThreadId, at: CodePoint, ty: &Type) -> Option<Value>;
}

/// Gives the values of a list, one after the other.
#[derive(Debug)]
pub struct Listed<'a>(std::slice::Iter<'a, Value>);

impl<'a> Listed<'a> {
    /// The values of this list.
    pub fn new(values: &'a [Value]) -> Self {
        Self(values.iter())
    }
}

impl Outside for Listed<'_> {
    fn value(&mut self, _: ThreadId, _: CodePoint, _: &Type) -> Option<Value> {
        self.0.next().cloned()
    }
}
