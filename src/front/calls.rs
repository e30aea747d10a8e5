//! A call on concrete values, as a source language writes it; no name in it is resolved.

use crate::inputs::Value;
use crate::source::Span;

/// `receiver.method(args)`, and the objects and arrays that have names in it.
#[derive(Clone, Debug)]
pub struct Call {
    /// What the method is called on: an object, or a name. A name that no object has is that of a class.
    pub receiver: Literal,
    /// The name of the method, or of the class for a constructor. `m(int, C)` tells overloaded ones apart.
    pub method: String,
    /// The receiver and the method.
    pub callee: Span,
    /// The arguments, in the order of the parameters.
    pub args: Vec<Literal>,
    /// All arguments, with their parentheses.
    pub list: Span,
    /// The objects and arrays with names, in the order of the text.
    pub named: Vec<(Name, Literal)>,
}

impl Call {
    /// `Class.method`, with types if the call has them; nothing where it is made on an object that no constructor makes.
    pub fn callee_name(&self) -> Option<String> {
        match &self.receiver.kind {
            LiteralKind::Plain(Value::Ref(class)) => Some(format!("{class}.{}", self.method)),
            LiteralKind::Built(built) => Some(format!("{}.{}", built.class, self.method)),
            _ => None,
        }
    }

    /// Whether a constructor makes the receiver.
    pub fn is_on_built(&self) -> bool {
        matches!(self.receiver.kind, LiteralKind::Built(_))
    }
}

/// A name at a place.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A value as it is written.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The value.
    pub kind: LiteralKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of written values.
#[derive(Clone, Debug)]
pub enum LiteralKind {
    /// A value without contents. [`Value::Ref`] is a name.
    Plain(Value),
    /// The name of a constant that is an object.
    Constant(String),
    /// An object: its class, and some of its fields.
    Object(String, Vec<(Name, Literal)>),
    /// An array: all elements.
    Array(Vec<Literal>),
    /// What a constructor makes.
    Built(Built),
}

/// A constructor with arguments.
#[derive(Clone, Debug)]
pub struct Built {
    /// The class.
    pub class: String,
    /// The types of the parameters, with parentheses and commas, where they tell overloaded constructors apart.
    pub types: Option<String>,
    /// The arguments.
    pub args: Vec<Literal>,
}
