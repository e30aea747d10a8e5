//! The checked program: every name resolved, every expression typed, still a tree.
//!
//! Made by `check` from the AST, consumed by `lower`. Static errors have been reported by then, so that lowering
//! cannot fail.

use crate::index::IndexVec;
use crate::ir::{
    BinaryOp, Class, ClassId, ClauseKind, Const, FieldId, LocalId, MethodId, MethodKind, StaticId, Texts, Type, UnaryOp,
};
use crate::source::Span;

/// A checked program.
#[derive(Clone, Debug, Default)]
pub struct Hir {
    /// Classes and interfaces, supertypes in any order.
    pub classes: IndexVec<ClassId, Class>,
    /// Instance fields.
    pub fields: IndexVec<FieldId, Field>,
    /// Static fields in textual order.
    pub statics: IndexVec<StaticId, Static>,
    /// Methods and constructors.
    pub methods: IndexVec<MethodId, Method>,
    /// Character and string literals.
    pub texts: Texts,
}

impl Hir {
    /// A type as the source language writes it.
    pub fn type_name(&self, ty: &Type) -> String {
        ty.name(|class| &self.classes[class].name)
    }
}

/// An instance field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is named.
    pub span: Span,
}

/// A static field.
#[derive(Clone, Debug)]
pub struct Static {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Its type.
    pub ty: Type,
    /// Where it is named.
    pub span: Span,
    /// The initialiser; the default of the type when absent. It may use temporaries of `init_locals`.
    pub init: Option<Expr>,
    /// Locals that the initialiser needs (quantifier binders).
    pub init_locals: IndexVec<LocalId, Local>,
}

/// A method or constructor.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Where it is named.
    pub span: Span,
    /// Method, constructor or static.
    pub kind: MethodKind,
    /// The result; `None` for `void` and constructors.
    pub result: Option<Type>,
    /// All locals: `this` first (instance methods and constructors), then the parameters, then the others; `retval`
    /// among them where `result` is not `None` or the method is a constructor.
    pub locals: IndexVec<LocalId, Local>,
    /// The locals that are parameters, in order, without `this`.
    pub params: Vec<LocalId>,
    /// `this`.
    pub this: Option<LocalId>,
    /// The local that `retval` names.
    pub retval: Option<LocalId>,
    /// Clauses in text order.
    pub clauses: Vec<Clause>,
    /// What `ensures` clauses remember from the entry, and the measure.
    pub olds: Vec<Old>,
    /// What a call may change; anything when absent.
    pub frame: Option<Modifies>,
    /// What decreases with each recursive call.
    pub measure: Option<Measure>,
    /// The body; `None` when abstract. In a constructor the explicit or implied call of the superclass's constructor
    /// comes first as an ordinary [`StmtKind::Call`].
    pub body: Option<Vec<Stmt>>,
    /// Whether it has a result and may reach the closing brace.
    pub falls_off: bool,
    /// The closing brace of the body.
    pub end: Span,
}

/// A local variable.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in the source.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Span,
}

/// A clause that holds a formula, of a method or a loop.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Requires, ensures, exceptional or invariant.
    pub kind: ClauseKind,
    /// The formula.
    pub cond: Expr,
    /// The whole clause.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// All of it (for `if` and `while`: the head).
    pub span: Span,
}

/// The kinds of statement.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Statements in order.
    Block(Vec<Stmt>),
    /// Evaluate, then store in a place. A declaration without initialiser assigns the default of its type.
    Assign(LValue, Expr),
    /// A call whose result is dropped.
    Call(Call),
    /// `assert`.
    Assert(Expr),
    /// `assume`.
    Assume(Expr),
    /// `cover`.
    Cover(Expr),
    /// `if`.
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `while`.
    While(Box<Loop>),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`; in lenient mode the value of a void method is evaluated and dropped.
    Return(Option<Expr>),
    /// `throw`, with the value that the exception carries.
    Throw(Option<Expr>),
    /// `try` and `catch`.
    Try(Vec<Stmt>, Vec<Stmt>),
    /// `lock`.
    Lock(Expr, Vec<Stmt>),
    /// `fork`.
    Fork(Call),
    /// `join`.
    Join,
}

/// A loop with its contract.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The condition.
    pub cond: Expr,
    /// What its invariants remember from when it was entered.
    pub olds: Vec<Old>,
    /// Invariants in text order.
    pub invariants: Vec<Clause>,
    /// The measure.
    pub decreases: Option<Decreases>,
    /// The body.
    pub body: Stmt,
}

/// `decreases(t)`
#[derive(Clone, Debug)]
pub struct Decreases {
    /// A number; no quantifier.
    pub measure: Expr,
    /// The whole clause.
    pub span: Span,
}

/// `decreases(t)` of a method.
#[derive(Clone, Debug)]
pub struct Measure {
    /// A number over the receiver and the parameters; no quantifier.
    pub value: Expr,
    /// The local that remembers its value from the entry.
    pub at_entry: LocalId,
}

/// `modifies(…)`: the objects and arrays are those that the expressions denote when the method is entered.
#[derive(Clone, Debug)]
pub struct Modifies {
    /// What may be changed.
    pub locations: Vec<Location>,
    /// The whole clause.
    pub span: Span,
}

/// What a call may change.
#[derive(Clone, Debug)]
pub enum Location {
    /// A field of an object.
    Field(Expr, FieldId),
    /// All fields of an object.
    Fields(Expr),
    /// An element of an array: array, index.
    Elem(Expr, Expr),
    /// All elements of an array.
    Elements(Expr),
}

/// `old(e)`, remembered in a local that the clauses read. Its name is the text.
#[derive(Clone, Debug)]
pub struct Old {
    /// The local.
    pub local: LocalId,
    /// The expression, without calls and quantifiers.
    pub value: Expr,
}

/// What can be assigned to.
#[derive(Clone, Debug)]
pub enum LValue {
    /// A local.
    Local(LocalId),
    /// A static field.
    Static(StaticId),
    /// A field of an object.
    Field(Expr, FieldId, Span),
    /// An element of an array: array, index.
    Elem(Expr, Expr, Span),
}

/// A call. Arguments have been checked against the parameters.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method, and how it is found.
    pub target: Target,
    /// The arguments, without the receiver.
    pub args: Vec<Expr>,
    /// The call in the text.
    pub span: Span,
}

/// How the method of a call is found.
#[derive(Clone, Debug)]
pub enum Target {
    /// A static method.
    Static(MethodId),
    /// Dispatch on the dynamic type of the receiver; the method is the one that static resolution chose.
    Virtual(Box<Expr>, MethodId),
    /// Exactly this method on a receiver: `super.m(…)`, `super(…)`.
    Exact(Box<Expr>, MethodId),
    /// Lenient mode: no such method; an error when it is reached. The text names it.
    Unknown(String),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Type,
    /// Its place.
    pub span: Span,
}

/// The kinds of expression.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A literal.
    Const(Const),
    /// A local, parameter, binder, `this` or `retval`.
    Local(LocalId),
    /// A static field.
    Static(StaticId),
    /// `e.f`
    Field(Box<Expr>, FieldId),
    /// `a[e]`
    Elem(Box<Expr>, Box<Expr>),
    /// `#a`
    Len(Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator. `Div` on floats is exact, on integers Euclidean: the type of the node decides.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `e instanceof T`
    InstanceOf(Box<Expr>, Type),
    /// `(T) e`
    Cast(Box<Expr>, Type),
    /// A call used for its value.
    Call(Call),
    /// `new C(…)`: the class, its constructor, the arguments.
    New(ClassId, MethodId, Vec<Expr>),
    /// `new T[e1]…[en]`: the type of the innermost elements given sizes for, and the sizes. The node's type is the array type.
    NewArray(Type, Vec<Expr>),
    /// `forall` or `exists`; the body holds heap reads but no calls.
    Quant(Box<Quant>),
    /// Lenient mode: evaluate the first for its exceptions, yield the second (`==` between unrelated types).
    Then(Box<Expr>, Box<Expr>),
}

/// A quantified formula.
#[derive(Clone, Debug)]
pub struct Quant {
    /// `forall` (true) or `exists`.
    pub forall: bool,
    /// The array.
    pub domain: Expr,
    /// The binder of the element.
    pub elem: LocalId,
    /// The binder of the index.
    pub index: LocalId,
    /// The body.
    pub body: Expr,
}
