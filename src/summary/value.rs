//! The values of summaries.

use crate::entity;
use crate::term::TermId;

entity! {
    /// The address of a heap cell's object.
    pub struct AddrId("a");
    /// An exception in flight: where it was thrown, and why.
    pub struct ThrownId("x");
}

/// A value. Equality of values is what coalesces pairs; terms are hash-consed, so it is equality of structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// `true` or `false`: a Boolean that depends on inputs is a summary of both.
    Bool(bool),
    /// An integer or rational.
    Num(TermId),
    /// A character, as an interned integer.
    Char(TermId),
    /// A string that is not null, as an interned integer.
    Str(TermId),
    /// The null reference.
    Null,
    /// A reference to an object or array.
    Ref(AddrId),
    /// No value: what a method that ended without `return` gives.
    Missing,
    /// An exception.
    Thrown(ThrownId),
}

impl Value {
    /// The term of a number, character or string.
    pub fn term(self) -> Option<TermId> {
        match self {
            Value::Num(t) | Value::Char(t) | Value::Str(t) => Some(t),
            _ => None,
        }
    }

    /// The Boolean.
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Value::Bool(b) => Some(b),
            _ => None,
        }
    }

    /// The address of a reference that is not null.
    pub fn as_ref(self) -> Option<AddrId> {
        match self {
            Value::Ref(a) => Some(a),
            _ => None,
        }
    }
}
