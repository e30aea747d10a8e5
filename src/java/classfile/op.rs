//! Instructions. The 202 opcodes in fewer forms: an opcode that differs from another one in a type or a number only has
//! this as an operand.

use super::data::{Dynamic, Handle, MemberRef, Name};
use std::sync::Arc;

/// A place in the code of a method: the offset of an instruction.
pub type Pc = u32;

/// The kinds of values on the stack and in variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `int`, and the smaller integers.
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A reference.
    Ref,
}

impl Kind {
    /// Whether a value takes two numbers of variables.
    pub fn is_wide(self) -> bool {
        matches!(self, Kind::Long | Kind::Double)
    }
}

/// The kinds of elements that accesses of arrays distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A reference.
    Ref,
    /// `byte` or `boolean`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
}

impl Element {
    /// The kind of the element on the stack.
    pub fn kind(self) -> Kind {
        match self {
            Element::Int | Element::Byte | Element::Char | Element::Short => Kind::Int,
            Element::Long => Kind::Long,
            Element::Float => Kind::Float,
            Element::Double => Kind::Double,
            Element::Ref => Kind::Ref,
        }
    }
}

/// Operations on two numbers of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arith {
    /// `add`
    Add,
    /// `sub`
    Sub,
    /// `mul`
    Mul,
    /// `div`
    Div,
    /// `rem`
    Rem,
}

/// Operations on the bits of two integers of a kind; the right operand of shifts is an `int`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bitwise {
    /// `shl`
    Shl,
    /// `shr`
    Shr,
    /// `ushr`
    Ushr,
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
}

impl Bitwise {
    /// Whether it moves bits.
    pub fn is_shift(self) -> bool {
        matches!(self, Bitwise::Shl | Bitwise::Shr | Bitwise::Ushr)
    }
}

/// Operations that move what is on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// `pop`
    Pop,
    /// `pop2`
    Pop2,
    /// `dup`
    Dup,
    /// `dup_x1`
    DupX1,
    /// `dup_x2`
    DupX2,
    /// `dup2`
    Dup2,
    /// `dup2_x1`
    Dup2X1,
    /// `dup2_x2`
    Dup2X2,
    /// `swap`
    Swap,
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `eq`
    Eq,
    /// `ne`
    Ne,
    /// `lt`
    Lt,
    /// `ge`
    Ge,
    /// `gt`
    Gt,
    /// `le`
    Le,
}

/// How a call finds its method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Invoke {
    /// By the class of the receiver.
    Virtual,
    /// By the class of the receiver, where the declared type is an interface.
    Interface,
    /// Exactly, with a receiver: constructors, private methods, methods of the superclass.
    Special,
    /// Exactly, without a receiver.
    Static,
}

/// A constant that code can push, or that a field or a bootstrap method has.
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// `null`
    Null,
    /// An `int`.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// A `float`.
    Float(f32),
    /// A `double`.
    Double(f64),
    /// A text, as UTF-16.
    Text(Arc<[u16]>),
    /// A class or an array type.
    Class(Name),
    /// The type of a method: its descriptor.
    MethodType(Name),
    /// A handle of a method or field.
    Handle(Handle),
    /// A constant that a bootstrap method makes.
    Dynamic(Dynamic),
}

impl Constant {
    /// The kind of the value on the stack; for a constant of a bootstrap method that of its descriptor.
    pub fn kind(&self) -> Kind {
        match self {
            Constant::Int(_) => Kind::Int,
            Constant::Long(_) => Kind::Long,
            Constant::Float(_) => Kind::Float,
            Constant::Double(_) => Kind::Double,
            Constant::Dynamic(dynamic) => super::descriptor::kind(&dynamic.descriptor).unwrap_or(Kind::Ref),
            _ => Kind::Ref,
        }
    }
}

/// An instruction, with what it refers to.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// `nop`
    Nop,
    /// The constants, `bipush`, `sipush` and `ldc`.
    Push(Constant),
    /// `iload` and its like.
    Load(Kind, u16),
    /// `istore` and its like.
    Store(Kind, u16),
    /// `iinc`
    Increment(u16, i16),
    /// `iaload` and its like.
    LoadElem(Element),
    /// `iastore` and its like.
    StoreElem(Element),
    /// What moves values on the stack.
    Shuffle(Shuffle),
    /// `iadd` and its like.
    Arith(Kind, Arith),
    /// `ineg` and its like.
    Neg(Kind),
    /// `ishl` and its like.
    Bitwise(Kind, Bitwise),
    /// `i2l` and its like: from, to.
    Convert(Kind, Kind),
    /// `i2b`, `i2c`, `i2s`: the descriptor of the narrower type.
    Narrow(&'static str),
    /// `lcmp`
    CompareLongs,
    /// `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`: the kind, and whether the result is 1 (`g`) or -1 (`l`) for a NaN.
    CompareFloats(Kind, bool),
    /// `ifeq` and its like: compares an `int` with 0.
    If(Test, Pc),
    /// `if_icmpeq` and its like.
    IfCompare(Test, Pc),
    /// `if_acmpeq` (true), `if_acmpne`.
    IfSame(bool, Pc),
    /// `ifnull` (true), `ifnonnull`.
    IfNull(bool, Pc),
    /// `goto`
    Goto(Pc),
    /// `jsr`
    Jsr(Pc),
    /// `ret`
    Ret(u16),
    /// `tableswitch` and `lookupswitch`, cases in rising order.
    Switch {
        /// Where all other values go.
        default: Pc,
        /// Values, and where they go.
        cases: Vec<(i32, Pc)>,
    },
    /// `ireturn` and its like, `return`.
    Return(Option<Kind>),
    /// `getstatic`
    GetStatic(Arc<MemberRef>),
    /// `putstatic`
    PutStatic(Arc<MemberRef>),
    /// `getfield`
    GetField(Arc<MemberRef>),
    /// `putfield`
    PutField(Arc<MemberRef>),
    /// `invokevirtual` and its like.
    Invoke(Invoke, Arc<MemberRef>),
    /// `invokedynamic`
    InvokeDynamic(Dynamic),
    /// `new`
    New(Name),
    /// `newarray` and `anewarray`: the type of the array, `[I`.
    NewArray(Name),
    /// `multianewarray`: the type of the array, and of how many dimensions there are lengths.
    NewArrays(Name, u8),
    /// `arraylength`
    ArrayLength,
    /// `athrow`
    Throw,
    /// `checkcast`
    CheckCast(Name),
    /// `instanceof`
    InstanceOf(Name),
    /// `monitorenter`
    MonitorEnter,
    /// `monitorexit`
    MonitorExit,
}

impl Op {
    /// Where control can go on, without exceptions, besides the next instruction.
    pub fn targets(&self) -> Vec<Pc> {
        match self {
            Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) | Op::IfNull(_, to) => vec![*to],
            Op::Goto(to) | Op::Jsr(to) => vec![*to],
            Op::Switch { default, cases } => {
                let mut targets: Vec<Pc> = cases.iter().map(|(_, to)| *to).chain([*default]).collect();
                targets.sort_unstable();
                targets.dedup();
                targets
            }
            _ => Vec::new(),
        }
    }

    /// Whether control can go on at the next instruction.
    pub fn falls_through(&self) -> bool {
        !matches!(self, Op::Goto(_) | Op::Jsr(_) | Op::Ret(_) | Op::Switch { .. } | Op::Return(_) | Op::Throw)
    }
}
