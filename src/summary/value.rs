//! The values of summaries.

use crate::entity;
use crate::guard::{Leaf, Logic};
use crate::term::TermId;

entity! {
    /// The address of a heap cell's object.
    pub struct AddrId("a");
    /// An exception in flight: where it was thrown, and why.
    pub struct ThrownId("x");
    /// A thread: that of the entry, or one that a fork has made.
    pub struct ThreadId("t");
}

/// A value. Pairs with equal values coalesce. Terms are hash-consed, so equality of values is equality of structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// `true` or `false`. A Boolean that depends on inputs is a summary of both.
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
    /// No value: the result of a method that ended without `return`.
    Missing,
    /// An exception.
    Thrown(ThrownId),
    /// The thread that holds a monitor. A free monitor has the value [`Null`](Self::Null).
    Thread(ThreadId),
}

impl Value {
    /// Whether the value is the same under all inputs, and not a reference.
    pub(super) fn is_plain(self, lx: &Logic) -> bool {
        match self {
            Value::Ref(_) => false,
            other => other.term().is_none_or(|t| lx.terms.as_const(t).is_some()),
        }
    }

    /// Whether the value is a reference or an input: it was moved to its place, and not computed.
    pub(super) fn is_moved(self, lx: &Logic) -> bool {
        match self {
            Value::Ref(_) => true,
            other => other.term().is_some_and(|t| lx.terms.as_input(t).is_some()),
        }
    }

    /// The code of the value as a leaf of a diagram. The Booleans have the codes of the guards' terminals.
    pub(super) fn code(self) -> Leaf {
        match self {
            Value::Bool(b) => Leaf(0, u32::from(b)),
            Value::Num(t) => Leaf(1, t.0),
            Value::Char(t) => Leaf(2, t.0),
            Value::Str(t) => Leaf(3, t.0),
            Value::Null => Leaf(4, 0),
            Value::Ref(a) => Leaf(5, a.0),
            Value::Missing => Leaf(6, 0),
            Value::Thrown(x) => Leaf(7, x.0),
            Value::Thread(t) => Leaf(8, t.0),
        }
    }

    /// The value with a code.
    pub(super) fn from_code(Leaf(kind, id): Leaf) -> Self {
        match kind {
            0 => Value::Bool(id == 1),
            1 => Value::Num(TermId(id)),
            2 => Value::Char(TermId(id)),
            3 => Value::Str(TermId(id)),
            4 => Value::Null,
            5 => Value::Ref(AddrId(id)),
            6 => Value::Missing,
            7 => Value::Thrown(ThrownId(id)),
            _ => Value::Thread(ThreadId(id)),
        }
    }

    /// The term of a number, character or string.
    pub fn term(self) -> Option<TermId> {
        match self {
            Value::Num(t) | Value::Char(t) | Value::Str(t) => Some(t),
            _ => None,
        }
    }

    /// The term of a number.
    pub fn number(self) -> Option<TermId> {
        match self {
            Value::Num(t) => Some(t),
            _ => None,
        }
    }

    /// The value with another number in the place of a number. Other values stay.
    pub fn map_number(self, f: impl FnOnce(TermId) -> TermId) -> Self {
        self.number().map_or(self, |t| Value::Num(f(t)))
    }

    /// The number of an exception.
    pub fn as_thrown(self) -> Option<ThrownId> {
        match self {
            Value::Thrown(id) => Some(id),
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
