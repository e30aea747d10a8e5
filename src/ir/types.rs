//! The types of OOX as they are known below the parser.

use super::Width;
use crate::entity;
use crate::ieee::{Datum, Format};
use crate::inputs::Value;
use crate::num::Num;
use std::sync::Arc;

entity! {
    /// A class or interface.
    pub struct ClassId("class");
    /// An instance field; a subclass shares the field of its superclass.
    pub struct FieldId("field");
    /// A static field.
    pub struct StaticId("static");
    /// A method, a constructor or the static initialiser.
    pub struct MethodId("method");
    /// A local variable, parameter or temporary of one method.
    pub struct LocalId("local");
    /// A basic block of one method.
    pub struct BlockId("b");
    /// An allocation instruction.
    pub struct SiteId("site");
    /// An assertion or contract clause: a place that can be proved or violated.
    pub struct CheckId("check");
    /// A cover statement.
    pub struct CoverId("cover");
    /// A character or string literal (or, in a run, an interned text): equal ids are equal texts.
    pub struct TextId("text");
}

/// A type. `Null` is the type of `null` alone; it never types a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Unbounded integers.
    Int,
    /// Unbounded integers, non-negative as inputs.
    Uint,
    /// Exact rationals (reals as inputs).
    Float,
    /// Truth values.
    Bool,
    /// Opaque characters.
    Char,
    /// An integer of any size, where those of the program have a width: what clauses store.
    Integer,
    /// Integers of a fixed width. Operations do not keep to it by themselves: their results are [wrapped](super::Expr::Wrap).
    Machine(Width),
    /// Binary floating-point numbers of a format, by their [places](crate::ieee). Operations are [their own](super::Expr::Ieee);
    /// comparisons of places are no comparisons of numbers where these may be zero, or no numbers.
    Ieee(Format),
    /// Texts compared by content, or null.
    String,
    /// The type of `null`.
    Null,
    /// A class or interface.
    Class(ClassId),
    /// An array with elements of this type.
    Array(Arc<Type>),
}

impl Type {
    /// The type of arrays of `self`.
    pub fn array(self) -> Type {
        Type::Array(Arc::new(self))
    }

    /// Whether `null` is a value of the type.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::String | Type::Null | Type::Class(_) | Type::Array(_))
    }

    /// Whether its values are objects or arrays, beside `null`.
    pub fn is_allocated(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_))
    }

    /// Whether its values are numbers.
    pub fn is_numeric(&self) -> bool {
        matches!(self, Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_))
    }

    /// Whether its values are integers with a sign, or of a width.
    pub fn is_integer(&self) -> bool {
        matches!(self, Type::Int | Type::Machine(_))
    }

    /// The type as the source language writes it, where `class` has the names of classes.
    pub fn name<'a>(&self, class: impl FnOnce(ClassId) -> &'a str) -> String {
        let (mut base, mut dims) = (self, 0);
        while let Type::Array(element) = base {
            (base, dims) = (element, dims + 1);
        }
        let name = match base {
            Type::Int | Type::Integer => "int",
            Type::Uint => "uint",
            Type::Float | Type::Ieee(Format::Single) => "float",
            Type::Ieee(Format::Double) => "double",
            Type::Bool => "bool",
            Type::Char => "char",
            Type::String => "string",
            Type::Class(id) => class(*id),
            Type::Machine(width) => return format!("{width}") + &"[]".repeat(dims),
            Type::Null | Type::Array(_) => "null",
        };
        name.to_owned() + &"[]".repeat(dims)
    }

    /// A number of the type as an input: `true` or `false` where it has one bit, a character where it has 16 without a sign
    /// and is one.
    pub fn input(&self, n: Num) -> Value {
        let character = || n.to_i64().and_then(|n| char::from_u32(u32::try_from(n).ok()?));
        match self {
            Type::Float => Value::Float(n),
            Type::Ieee(format) => {
                Value::Ieee(Datum { format: *format, place: n.to_i64().expect("places have 64 bits") })
            }
            Type::Machine(Width::U1) => Value::Bool(!n.is_zero()),
            Type::Machine(Width::U16) => {
                character().map_or_else(|| Value::Int(n.clone()), |c| Value::Char(c.to_string()))
            }
            _ => Value::Int(n),
        }
    }

    /// The default of a type without references, as an input.
    pub fn default_input(&self) -> Value {
        match self {
            Type::Bool => Value::Bool(false),
            Type::Char => Value::Char("\0".to_owned()),
            Type::String | Type::Null | Type::Class(_) | Type::Array(_) => Value::Null,
            _ => self.input(Num::ZERO),
        }
    }

    /// The number that an input of the type is; nothing where it is none of the type.
    pub fn number(&self, input: &Value) -> Option<Num> {
        let width = match (self, input) {
            (Type::Machine(width), _) => width,
            (Type::Ieee(format), Value::Ieee(datum)) if datum.format == *format => return Some(datum.place.into()),
            _ => return None,
        };
        let number = match input {
            Value::Int(n) => n.clone(),
            Value::Bool(b) if *width == Width::U1 => Num::from(i64::from(*b)),
            Value::Char(text) if *width == Width::U16 => {
                let mut characters = text.chars();
                let only = characters.next().filter(|_| characters.next().is_none())?;
                Num::from(i64::from(u32::from(only)))
            }
            _ => return None,
        };
        (width.wrap(&number) == number).then_some(number)
    }

    /// A number that is written where the type is declared, as inputs of the type have it, if the type has each number of the
    /// other: a character is an integer, an integer is also a floating-point number, and one of 32 bits is one of 64 bits.
    pub fn taken(&self, written: &Value) -> Value {
        let taken = match (self, written) {
            (Type::Machine(Width::U16), Value::Int(_)) => self.number(written).map(|n| self.input(n)),
            (Type::Ieee(format), Value::Int(n)) => Datum::parse(*format, &n.to_string()).map(Value::Ieee),
            (Type::Ieee(Format::Double), Value::Ieee(n)) => Some(Value::Ieee(n.widened())),
            _ => None,
        };
        taken.unwrap_or_else(|| written.clone())
    }

    /// The element type, when it is an array type.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::Array(t) => Some(t),
            _ => None,
        }
    }
}
