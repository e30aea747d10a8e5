//! The intermediate representation: classes, and methods as control-flow graphs of basic blocks with unstructured
//! jumps and exception edges. All layers above know only this; a front lowers to it.
//!
//! Normal form. Outside the body of a quantifier an expression is *elementary*: heap reads ([`Expr::Field`],
//! [`Expr::Elem`], [`Expr::Len`]), casts, divisions by anything but a non-zero constant, and quantifiers are only
//! the whole value of an [`InstrKind::Assign`], with constants and locals as operands. So an instruction touches
//! the heap at most once (quantified formulas aside) and throws at most for one reason at a time. Reads of static
//! fields are elementary steps in the same way. A checked condition ([`InstrKind::Assert`], [`InstrKind::Clause`]) may
//! also be one quantifier as a whole. Calls end blocks.

mod array_classes;
mod assemble;
mod assignments;
mod block;
pub mod callgraph;
pub mod control_relevance;
mod copies;
pub mod dominance;
pub mod dot;
mod expr;
mod fault;
mod flow;
pub mod footprint;
pub mod formula;
pub mod goals;
mod implicit;
pub mod inline;
pub mod interference;
mod iterations;
mod lines;
pub mod liveness;
mod method;
pub mod needed;
pub mod print;
mod program;
#[cfg(test)]
mod random;
mod rename;
pub mod scalars;
mod scc;
mod shape;
mod syntax;
pub mod types;
pub mod uints;
pub mod validate;
pub mod variable;
mod width;
mod wto;

pub use block::{Block, Callee, Handler, Instr, InstrKind, Location, Terminator, ThreadOp};
pub use expr::{BinaryOp, BitOp, Const, Expr, Quant, UnaryOp};
pub use fault::{Cause, Check, ClauseKind, Cover, Fault, Kind};
pub use flow::predecessors;
pub use goals::{Goal, Side};
pub use implicit::Implicit;
pub use method::{Local, Method, MethodKind, Required, Shape, Wto};
pub use program::{
    Causes, Class, Constants, Contents, Field, Group, GroupId, Narrowed, Program, Site, SiteKind, StaticField, Texts,
};
pub use syntax::Syntax;
pub use types::{BlockId, CheckId, ClassId, CoverId, FieldId, LocalId, MethodId, SiteId, StaticId, TextId, Type};
pub use width::Width;
