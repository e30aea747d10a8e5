//! Expressions.

use super::{Cause, ClassId, FieldId, LocalId, StaticId, TextId, Texts, Type, Width};
use crate::ieee;
use crate::num::Num;
use crate::source::Span;
use std::sync::Arc;

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
}

impl UnaryOp {
    /// The operator as the source language writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            UnaryOp::Neg => "-",
            UnaryOp::Not => "!",
        }
    }
}

/// Infix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/` on integers: the Euclidean quotient. Throws.
    Div,
    /// `/` where an operand is a float: exact. Throws.
    FloatDiv,
    /// `%`: the Euclidean remainder. Throws.
    Rem,
    /// The quotient of integers, rounded towards zero. Throws.
    DivTrunc,
    /// The remainder of [`DivTrunc`](Self::DivTrunc): it has the sign of the dividend. Throws.
    RemTrunc,
    /// `==`; numbers by value, texts by content, references by identity.
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
    /// `&&`: the right operand only where the left is true.
    And,
    /// `||`: the right operand only where the left is false.
    Or,
    /// `==>`: the right operand only where the left is true.
    Implies,
}

impl BinaryOp {
    /// The operator as the source language writes it.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div | BinaryOp::DivTrunc | BinaryOp::FloatDiv => "/",
            BinaryOp::Rem | BinaryOp::RemTrunc => "%",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => "==>",
        }
    }
}

/// Operations on the bits of integers in two's complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    /// Both bits.
    And,
    /// Any of the bits.
    Or,
    /// One of the bits.
    Xor,
    /// The left operand moved up by as many bits as the right one, modulo the width, says.
    Shl,
    /// The same, moved down; the sign stays.
    Shr,
    /// The same, moved down; zeros follow.
    Ushr,
}

impl BitOp {
    /// Whether it moves bits.
    pub fn is_shift(self) -> bool {
        matches!(self, BitOp::Shl | BitOp::Shr | BitOp::Ushr)
    }

    /// The operation as C and Java write it.
    pub fn symbol(self) -> &'static str {
        match self {
            BitOp::And => "&",
            BitOp::Or => "|",
            BitOp::Xor => "^",
            BitOp::Shl => "<<",
            BitOp::Shr => ">>",
            BitOp::Ushr => ">>>",
        }
    }
}

/// A constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Const {
    /// A number.
    Num(Num),
    /// A truth value.
    Bool(bool),
    /// `null`
    Null,
    /// A character.
    Char(TextId),
    /// A text.
    String(TextId),
    /// What a valued method leaves in `retval` when it falls off its end, and the slot of an exception that was not thrown.
    Missing,
}

impl Const {
    /// The default value of a type.
    pub fn default_of(ty: &Type) -> Const {
        match ty {
            Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_) => {
                Const::Num(Num::ZERO)
            }
            Type::Bool => Const::Bool(false),
            Type::Char => Const::Char(Texts::NUL),
            Type::String | Type::Null | Type::Class(_) | Type::Array(_) => Const::Null,
        }
    }
}

/// An expression. See the normal form in the module's documentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Const(Const),
    /// A local.
    Local(LocalId),
    /// A static field.
    Static(StaticId),
    /// The integer modulo 2^bits, in the range of the width.
    Wrap(Width, Box<Expr>),
    /// An operation on the bits of two integers that have the width; so has the result.
    Bits(BitOp, Width, Box<Expr>, Box<Expr>),
    /// An operation on one or two floating-point numbers.
    Ieee(ieee::Op, Vec<Expr>),
    /// Whether the exception in this local is an instance of the class: what it carries, or else the [class of its
    /// cause](super::Program::causes).
    Caught(LocalId, ClassId),
    /// Whether the exception in this local has this cause, and carries nothing.
    CausedBy(LocalId, Cause),
    /// Whether an [inner](super::Method::is_inner) method has thrown the exception in flight.
    FromInner(LocalId),
    /// What the exception in this local carries, a reference; null if it carries nothing.
    Carried(LocalId),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A field of an object. Throws `null`.
    Field(Box<Expr>, FieldId),
    /// An element of an array. Throws `null`, then `bounds`.
    Elem(Box<Expr>, Box<Expr>),
    /// The length of an array. Throws `null`.
    Len(Box<Expr>),
    /// Whether the value is an instance of the type; false for null.
    InstanceOf(Box<Expr>, Type),
    /// The same reference; throws `cast` when it is neither null nor an instance of the type.
    Cast(Box<Expr>, Type),
    /// A quantified formula. Throws `null` when the domain is null, and what its body throws.
    Quant(Arc<Quant>),
}

impl Expr {
    /// `true` or `false`.
    pub fn bool(value: bool) -> Expr {
        Expr::Const(Const::Bool(value))
    }

    /// Whether an object is an instance of a type.
    pub fn instance_of(object: Expr, ty: Type) -> Expr {
        Expr::InstanceOf(Box::new(object), ty)
    }

    /// Whether a reference is null or an instance of a type.
    pub fn is_null_or_instance(reference: Expr, ty: Type) -> Expr {
        Expr::binary(BinaryOp::Or, Expr::is_null(reference.clone()), Expr::instance_of(reference, ty))
    }

    /// Whether a reference is null.
    pub fn is_null(reference: Expr) -> Expr {
        Expr::binary(BinaryOp::Eq, reference, Expr::Const(Const::Null))
    }

    /// Whether a reference is not null.
    pub fn is_there(reference: Expr) -> Expr {
        Expr::binary(BinaryOp::Ne, reference, Expr::Const(Const::Null))
    }

    /// An infix operator and its operands.
    pub fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
        Expr::Binary(op, Box::new(a), Box::new(b))
    }

    /// An integer.
    pub fn int(n: i64) -> Expr {
        Expr::Const(Const::Num(n.into()))
    }

    /// The default value of a type.
    pub fn default_of(ty: &Type) -> Expr {
        Expr::Const(Const::default_of(ty))
    }

    /// The expression and all its parts, each before its own; the domains of quantifiers but not their bodies.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let next = left.pop()?;
            left.extend(next.operands().into_iter().rev());
            Some(next)
        })
    }

    /// Whether there is a quantifier in it.
    pub fn is_quantified(&self) -> bool {
        self.parts().any(|part| matches!(part, Expr::Quant(_)))
    }

    /// Calls `f` for every exception that is read, with whether that is a test of its class or cause that
    /// [`with_tests`](Self::with_tests) replaces.
    pub fn exceptions(&self, f: &mut impl FnMut(LocalId, bool)) {
        self.visit_exceptions(true, f);
    }

    fn visit_exceptions(&self, is_outside: bool, f: &mut impl FnMut(LocalId, bool)) {
        match self {
            Expr::Caught(slot, _) | Expr::CausedBy(slot, _) | Expr::FromInner(slot) => f(*slot, is_outside),
            Expr::Carried(slot) => f(*slot, false),
            Expr::Quant(quant) => {
                quant.domain.visit_exceptions(false, f);
                quant.body.visit_exceptions(false, f);
            }
            _ => {
                let is_outside = is_outside && matches!(self, Expr::Unary(..) | Expr::Binary(..));
                self.operands().into_iter().for_each(|operand| operand.visit_exceptions(is_outside, f));
            }
        }
    }

    /// The expression with others in the place of tests of exceptions that only operators are around.
    pub fn with_tests(&self, by: &mut impl FnMut(&Expr, LocalId) -> Expr) -> Expr {
        match self {
            Expr::Caught(slot, _) | Expr::CausedBy(slot, _) | Expr::FromInner(slot) => by(self, *slot),
            Expr::Unary(..) | Expr::Binary(..) => self.with_operands(&mut |operand| operand.with_tests(by)),
            other => other.clone(),
        }
    }

    /// The expression with others in the place of its [operands](Self::operands).
    pub fn with_operands(&self, by: &mut dyn FnMut(&Expr) -> Expr) -> Expr {
        let mut made = |operand: &Expr| Box::new(by(operand));
        match self {
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::Static(_)
            | Expr::Caught(..)
            | Expr::CausedBy(..)
            | Expr::FromInner(_)
            | Expr::Carried(_) => self.clone(),
            Expr::Unary(op, a) => Expr::Unary(*op, made(a)),
            Expr::Wrap(width, a) => Expr::Wrap(*width, made(a)),
            Expr::Field(a, field) => Expr::Field(made(a), *field),
            Expr::Len(a) => Expr::Len(made(a)),
            Expr::InstanceOf(a, ty) => Expr::InstanceOf(made(a), ty.clone()),
            Expr::Cast(a, ty) => Expr::Cast(made(a), ty.clone()),
            Expr::Binary(op, a, b) => Expr::Binary(*op, made(a), made(b)),
            Expr::Bits(op, width, a, b) => Expr::Bits(*op, *width, made(a), made(b)),
            Expr::Elem(a, b) => Expr::Elem(made(a), made(b)),
            Expr::Ieee(op, operands) => Expr::Ieee(*op, operands.iter().map(by).collect()),
            Expr::Quant(q) => Expr::Quant(Arc::new(Quant { domain: by(&q.domain), ..(**q).clone() })),
        }
    }

    /// The operands, in the order of their evaluation; the domain of a quantifier but not its body.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Const(_)
            | Expr::Local(_)
            | Expr::Static(_)
            | Expr::Caught(..)
            | Expr::CausedBy(..)
            | Expr::FromInner(_)
            | Expr::Carried(_) => {
                vec![]
            }
            Expr::Unary(_, a)
            | Expr::Wrap(_, a)
            | Expr::Field(a, _)
            | Expr::Len(a)
            | Expr::InstanceOf(a, _)
            | Expr::Cast(a, _) => vec![a],
            Expr::Binary(_, a, b) | Expr::Bits(_, _, a, b) | Expr::Elem(a, b) => vec![a, b],
            Expr::Ieee(_, operands) => operands.iter().collect(),
            Expr::Quant(q) => vec![&q.domain],
        }
    }
}

/// A quantified formula over the cells of an array, in the current heap. The cells are visited in the order of their
/// indexes, and evaluation stops at the first that decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quant {
    /// `forall` (true) or `exists`.
    pub forall: bool,
    /// The array: a local at the outermost level, any expression inside another quantifier.
    pub domain: Expr,
    /// The binder of the element; assigned by nothing else.
    pub elem: LocalId,
    /// The binder of the index; assigned by nothing else.
    pub index: LocalId,
    /// The body: any expression, heap reads and division included.
    pub body: Expr,
    /// Its place.
    pub span: Span,
}
