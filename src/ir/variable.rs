//! What the analyses of the whole program treat as one variable.

use super::{FieldId, LocalId, MethodId, StaticId};

/// A variable of the program text; all objects and all frames taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A local of a method.
    Local(MethodId, LocalId),
    /// A field of objects.
    Field(FieldId),
    /// A static field.
    Static(StaticId),
    /// The cells of arrays.
    Cell,
}
