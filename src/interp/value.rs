//! Values of a run.

use super::heap::ObjectId;
use crate::ir::{BlockId, Cause, Const, MethodId, Program, Type};
use crate::num::Num;
use crate::source::Span;
use std::sync::Arc;

/// A value of a run. Equality is that of `==` in the language: numbers by value, texts by content, references by
/// identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, of whatever numeric type.
    Num(Num),
    /// A truth value.
    Bool(bool),
    /// `null`
    Null,
    /// An object or array.
    Ref(ObjectId),
    /// A character.
    Char(Arc<str>),
    /// A text.
    String(Arc<str>),
    /// The result of a valued method that fell off its end.
    Missing,
    /// An exception in flight.
    Thrown(Thrown),
}

impl Value {
    /// The default value of a type.
    pub fn default_of(ty: &Type) -> Value {
        match ty {
            Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_) => {
                Value::Num(Num::ZERO)
            }
            Type::Bool => Value::Bool(false),
            Type::Char => Value::Char(Arc::from("\0")),
            Type::String | Type::Null | Type::Class(_) | Type::Array(_) => Value::Null,
        }
    }

    /// The value of a constant of a program.
    pub fn of_const(constant: &Const, program: &Program) -> Value {
        match constant {
            Const::Num(n) => Value::Num(n.clone()),
            Const::Bool(b) => Value::Bool(*b),
            Const::Null => Value::Null,
            Const::Char(t) => Value::Char(Arc::from(program.texts.get(*t))),
            Const::String(t) => Value::String(Arc::from(program.texts.get(*t))),
            Const::Missing => Value::Missing,
        }
    }

    /// The object of a reference.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Value::Ref(object) => Some(*object),
            _ => None,
        }
    }

    /// The number of a value of numeric type.
    pub(super) fn num(&self) -> &Num {
        match self {
            Value::Num(n) => n,
            other => panic!("ill-typed IR: a number is expected where {other:?} is"),
        }
    }

    /// The truth value of a value of type `bool`.
    pub(super) fn bool(&self) -> bool {
        match self {
            Value::Bool(b) => *b,
            other => panic!("ill-typed IR: a truth value is expected where {other:?} is"),
        }
    }

    /// The exception that a handler's slot holds.
    pub(super) fn thrown(&self) -> &Thrown {
        match self {
            Value::Thrown(t) => t,
            other => panic!("ill-typed IR: an exception is expected where {other:?} is"),
        }
    }
}

/// An instruction of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CodePoint {
    /// The method.
    pub method: MethodId,
    /// The block.
    pub block: BlockId,
    /// The number of the instruction in the block; the number of instructions for the terminator.
    pub index: u32,
}

impl CodePoint {
    /// The source and the line of the instruction.
    pub fn locate(self, program: &Program) -> (Span, u32) {
        let block = &program.methods[self.method].blocks[self.block];
        match block.instrs.get(self.index as usize) {
            Some(instr) => (instr.span, instr.line),
            None => (block.span, block.line),
        }
    }
}

/// An exception in flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thrown {
    /// The instruction that threw it.
    pub place: CodePoint,
    /// Why.
    pub cause: Cause,
    /// What it carries: the value of the `throw`, if that has one.
    pub payload: Option<Box<Value>>,
}
