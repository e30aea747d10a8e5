//! The syntax tree: what the text says, nothing resolved.
//!
//! A name before a dot may be a variable or a class; `this` and `retval` are ordinary names; `super` is marked where it
//! stands before `.m(…)`; `old(e)` is a call without receiver. The checker resolves all of that. Parentheses leave no node;
//! they only widen the span of what they enclose. No tree is deeper than [`MAX_DEPTH`](super::MAX_DEPTH) levels.
//!
//! Operators, and the kinds of methods and clauses, are those of the IR. Of the divisions there are only [`BinaryOp::Div`] and
//! [`BinaryOp::Rem`].

pub use crate::ir::{BinaryOp, ClauseKind, MethodKind, UnaryOp};

use crate::num::Num;
use crate::source::Span;

/// A source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// Classes and interfaces in textual order, duplicates included.
    pub classes: Vec<Class>,
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name.
    pub name: String,
    /// Its place.
    pub span: Span,
}

/// What a class is declared as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// `class`
    Concrete,
    /// `abstract class`
    Abstract,
    /// `interface`
    Interface,
}

/// A class or interface.
///
/// The parser ensures that an interface has only abstract instance methods: no fields, constructors, static methods or
/// bodies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Class, abstract class or interface.
    pub kind: ClassKind,
    /// Its name.
    pub name: Ident,
    /// `extends A` of a class; `None` for an interface.
    pub superclass: Option<Ident>,
    /// `implements I, J` of a class, `extends I, J` of an interface.
    pub interfaces: Vec<Ident>,
    /// Fields, static and instance, in textual order.
    pub fields: Vec<Field>,
    /// Methods and constructors in textual order.
    pub methods: Vec<Method>,
    /// The header, from the first word up to the opening brace.
    pub span: Span,
    /// The closing brace (where one was missing, an empty place).
    pub close: Span,
}

/// A field declaration: `int x;`, `- int x;`, `static int x := 0;`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Declared `static`.
    pub is_static: bool,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Ident,
    /// The initialiser; only a static field can have one.
    pub init: Option<Expr>,
    /// All of the declaration.
    pub span: Span,
}

/// A method or constructor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// Instance (abstract or not), static or constructor. A constructor is named like its class and has no result type. A
    /// method named like its class *with* a result type is a method.
    pub kind: MethodKind,
    /// The result type; `None` for `void` and for constructors.
    pub result: Option<Type>,
    /// Its name.
    pub name: Ident,
    /// The parameters.
    pub params: Vec<Param>,
    /// The contract in text order, frames and measures aside.
    pub clauses: Vec<Clause>,
    /// The `modifies` clauses in text order.
    pub frames: Vec<Modifies>,
    /// The `decreases` clauses in text order.
    pub measures: Vec<Decreases>,
    /// The body. `None` exactly for a method declared `abstract` (in a class of whatever kind) or standing in an
    /// interface; those are instance methods.
    pub body: Option<Block>,
    /// The header without the contract: from the first modifier or the result type up to the closing parenthesis.
    pub span: Span,
    /// Its last token.
    pub end: Span,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: Ident,
}

/// A clause of a method or loop that is a formula: `requires(cond)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `requires`, `ensures` or `exceptional` of a method, `invariant` of a loop.
    pub kind: ClauseKind,
    /// The formula; may hold quantifiers.
    pub cond: Expr,
    /// All of it.
    pub span: Span,
}

/// A clause that lists what a call may change: `modifies(x.f, x.*, a[i], a[*])`, or `modifies()`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modifies {
    /// The places.
    pub locations: Vec<Location>,
    /// All of it.
    pub span: Span,
}

/// `decreases(measure)` of a method or loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decreases {
    /// The measure, which holds no quantifiers.
    pub measure: Expr,
    /// All of it.
    pub span: Span,
}

/// What a `modifies` clause lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// A field or an element: [`ExprKind::Field`] or [`ExprKind::Elem`].
    Place(Expr),
    /// `x.*`: all fields of an object; with its place.
    Fields(Expr, Span),
    /// `a[*]`: all elements of an array; with its place.
    Elements(Expr, Span),
}

/// A type: a base type and a number of `[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Type {
    /// The type of the innermost elements.
    pub base: BaseType,
    /// How many `[]` follow; at most [`MAX_DIMS`](super::MAX_DIMS).
    pub dims: u32,
    /// All of it.
    pub span: Span,
}

/// A type without `[]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BaseType {
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `float`
    Float,
    /// `bool`
    Bool,
    /// `char`
    Char,
    /// `string`
    String,
    /// A class or interface; its name is at the start of the type's span.
    Class(String),
}

/// Statements in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The statements.
    pub stmts: Vec<Stmt>,
    /// The opening brace.
    pub open: Span,
    /// The closing brace (where one was missing, an empty place).
    pub close: Span,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// All of it with its `;`. For `if`, `while`, `lock`: the head up to the closing parenthesis; for `try`: the word.
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `;`
    Empty,
    /// `{ … }`
    Block(Block),
    /// `T x;` or `T x := e;`
    Declare {
        /// The type.
        ty: Type,
        /// The variable.
        name: Ident,
        /// The initial value.
        init: Option<Expr>,
    },
    /// `target := value;`
    Assign {
        /// A name, a field or an element: [`ExprKind::Name`], [`ExprKind::Field`] or [`ExprKind::Elem`].
        target: Expr,
        /// The right-hand side.
        value: Expr,
    },
    /// A call whose result is dropped. `super(…)` is a call without receiver of the name `super`: first in a
    /// constructor it means the superclass's constructor.
    Call(Call),
    /// `assert e;` — may hold quantifiers.
    Assert(Expr),
    /// `assume e;` — may hold quantifiers.
    Assume(Expr),
    /// `cover e;` — may hold quantifiers.
    Cover(Expr),
    /// `if (cond) then else other`
    If {
        /// The condition.
        cond: Expr,
        /// What runs when it holds.
        then: Box<Stmt>,
        /// What runs when it does not.
        other: Option<Box<Stmt>>,
    },
    /// `while (cond) invariant(…) decreases(…) body`
    While {
        /// The condition.
        cond: Expr,
        /// The invariants in text order.
        invariants: Vec<Clause>,
        /// The `decreases` clauses in text order.
        measures: Vec<Decreases>,
        /// The body.
        body: Box<Stmt>,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return;` or `return e;`
    Return(Option<Expr>),
    /// `throw`; its message is kept but has no meaning.
    Throw(Option<String>),
    /// `try { … } catch { … }`
    Try {
        /// What is tried.
        body: Block,
        /// What runs after an exception.
        handler: Block,
    },
    /// `lock (e) { … }`
    Lock {
        /// The object or array whose monitor is taken.
        monitor: Expr,
        /// What runs while it is held.
        body: Block,
    },
    /// `fork o.m(…);`
    Fork(Call),
    /// `join;`
    Join,
}

/// A call of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// What is before the dot.
    pub receiver: Receiver,
    /// The method's name.
    pub name: Ident,
    /// The arguments.
    pub args: Vec<Expr>,
    /// All of it, receiver included.
    pub span: Span,
}

/// What is before the name of a called method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receiver {
    /// Nothing: `g(x)`.
    Implicit,
    /// `super.`: the superclass's method, unless a variable or class called `super` is in scope, which it then names.
    Super(Span),
    /// An expression; an [`ExprKind::Name`] may also name a class.
    Expr(Box<Expr>),
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// All of it, enclosing parentheses included.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `12`, of any size.
    Int(Num),
    /// `1.50`, exact. May be an integer by value.
    Real(Num),
    /// `true`, `false`
    Bool(bool),
    /// `null`
    Null,
    /// `'c'`: one character, escapes decoded.
    Char(String),
    /// `"…"`: without the quotes, escapes decoded.
    String(String),
    /// A variable, or (before a dot) a class. Includes `this`, `retval` and a bare `super`.
    Name(String),
    /// `e.f`: a field of an object, or a static field when `e` is a [`ExprKind::Name`] of a class.
    Field(Box<Expr>, Ident),
    /// `a[i]`
    Elem(Box<Expr>, Box<Expr>),
    /// `#a`
    Len(Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `e instanceof T`
    InstanceOf(Box<Expr>, Type),
    /// `(T) e`. `T` can be any type here.
    Cast(Type, Box<Expr>),
    /// A call used for its value.
    Call(Call),
    /// `new C(…)`
    New(Ident, Vec<Expr>),
    /// `new T[e1]…[en]`: the type (without `[]`) and the sizes, at least one. The array's type has as many `[]` as
    /// there are sizes.
    NewArray(Type, Vec<Expr>),
    /// `forall` or `exists`.
    Quant(Box<Quant>),
}

/// A quantified formula, from either form of binders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quant {
    /// `forall` (true) or `exists`.
    pub forall: bool,
    /// The binder of the element.
    pub elem: Ident,
    /// The binder of the index.
    pub index: Ident,
    /// The array: a name, or fields and elements starting from one.
    pub domain: Expr,
    /// The formula about each cell.
    pub body: Expr,
}

impl Expr {
    /// Whether it can be before `:=`.
    pub fn is_target(&self) -> bool {
        matches!(self.kind, ExprKind::Name(_) | ExprKind::Field(..) | ExprKind::Elem(..))
    }
}
