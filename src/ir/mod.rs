//! The intermediate representation: classes, and methods as control-flow graphs of basic blocks with unstructured
//! jumps and exception edges. Everything below the frontend knows only this; another frontend can target it.
//!
//! Normal form. Outside the body of a quantifier an expression is *elementary*: heap reads ([`Expr::Field`],
//! [`Expr::Elem`], [`Expr::Len`]), casts, divisions by anything but a non-zero constant, and quantifiers stand only
//! as the whole value of an [`InstrKind::Assign`], with constants and locals as operands. So an instruction touches
//! the heap at most once (quantified formulas aside) and throws at most for one reason at a time. Reads of static
//! fields are elementary steps in the same way. A checked condition ([`InstrKind::Assert`], [`InstrKind::Clause`]) may
//! also be one quantifier as a whole. Calls end blocks.

pub mod callgraph;
pub mod dominance;
pub mod dot;
mod flow;
pub mod goals;
mod iterations;
pub mod liveness;
pub mod print;
#[cfg(test)]
mod random;
mod scc;
mod shape;
pub mod steering;
pub mod types;
pub mod validate;
mod wto;

use crate::config::Types;
use crate::entity;
use crate::index::IndexVec;
use crate::num::Num;
use crate::source::Span;
pub use goals::Goal;
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
pub use types::{BlockId, CheckId, ClassId, FieldId, LocalId, MethodId, QuantId, SiteId, StaticId, TextId, Type};

entity! {
    /// A strongly connected component of the call graph.
    pub struct GroupId("group");
}

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Classes and interfaces.
    pub classes: IndexVec<ClassId, Class>,
    /// Instance fields.
    pub fields: IndexVec<FieldId, Field>,
    /// Static fields, in the order of their initialisation.
    pub statics: IndexVec<StaticId, StaticField>,
    /// Methods, constructors, and the static initialiser.
    pub methods: IndexVec<MethodId, Method>,
    /// Allocation instructions of the whole program.
    pub sites: IndexVec<SiteId, Site>,
    /// Assertions and contract clauses of the whole program.
    pub checks: IndexVec<CheckId, Check>,
    /// Character and string literals.
    pub texts: Texts,
    /// Runs before the entry method and gives the static fields their first values; no parameters, no contracts.
    pub init: Option<MethodId>,
    /// For each method, its component of the call graph.
    pub groups: IndexVec<GroupId, Group>,
}

/// A component of the call graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its methods.
    pub methods: Vec<MethodId>,
    /// Whether a method of it can be called from itself, directly or not.
    pub recursive: bool,
    /// The blocks of its methods from which a call into the group can be reached within the method: on the others the
    /// recursion has come to its base.
    pub recurring: BTreeSet<(MethodId, BlockId)>,
}

/// The distinct texts of character and string literals; the first is the default character.
#[derive(Clone, Debug)]
pub struct Texts(IndexSet<String>);

impl Default for Texts {
    fn default() -> Self {
        Self(IndexSet::from(["\0".to_owned()]))
    }
}

impl Texts {
    /// The default character.
    pub const NUL: TextId = TextId(0);

    /// The id of a text.
    pub fn intern(&mut self, text: &str) -> TextId {
        match self.0.get_index_of(text) {
            Some(i) => TextId(i as u32),
            None => TextId(self.0.insert_full(text.to_owned()).0 as u32),
        }
    }

    /// The text of an id that [`intern`](Self::intern) gave.
    pub fn get(&self, id: TextId) -> &str {
        &self.0[id.0 as usize]
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never: the default character is always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

/// A class or interface.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Whether it has no direct instances.
    pub is_abstract: bool,
    /// The superclass.
    pub superclass: Option<ClassId>,
    /// The superclass and the interfaces, direct ones.
    pub supertypes: Vec<ClassId>,
    /// All supertypes, itself included, sorted.
    pub ancestors: Vec<ClassId>,
    /// All instance fields, inherited ones first.
    pub fields: Vec<FieldId>,
    /// Dynamic dispatch: for each callable method, the one that runs for this class.
    pub dispatch: FxHashMap<MethodId, MethodId>,
}

/// An instance field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Its type.
    pub ty: Type,
}

/// A static field.
#[derive(Clone, Debug)]
pub struct StaticField {
    /// Its name.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Its type.
    pub ty: Type,
}

/// An allocation instruction.
#[derive(Clone, Debug)]
pub struct Site {
    /// The method that it stands in.
    pub method: MethodId,
    /// Where.
    pub span: Span,
    /// What it makes.
    pub kind: SiteKind,
}

/// What an allocation instruction makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SiteKind {
    /// Objects of a class.
    Object(ClassId),
    /// Arrays with elements of a type.
    Array(Type),
}

/// The kinds of contract clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClauseKind {
    /// `requires`
    Requires,
    /// `ensures`
    Ensures,
    /// `exceptional`
    Exceptional,
}

/// The kinds of violation (design 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A false `assert`.
    Assert,
    /// A false `requires` at a call.
    Requires,
    /// A false `ensures` at a normal exit.
    Ensures,
    /// A false `exceptional` at an exceptional exit.
    Exceptional,
    /// An exception that leaves the entry method.
    Exception,
    /// The value of a call that returned none.
    MissingReturn,
    /// Live threads of which none is enabled.
    Deadlock,
}

/// Why an exception was thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Null was dereferenced.
    Null,
    /// An index out of bounds.
    Bounds,
    /// An array of negative size.
    NegativeSize,
    /// Division or remainder by zero.
    DivisionByZero,
    /// A failed cast.
    Cast,
    /// `throw`
    Throw,
}

/// A violation: what, where, and in which call.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// What is violated.
    pub kind: Kind,
    /// For exceptions, and for clauses whose evaluation threw.
    pub cause: Option<Cause>,
    /// The assert statement, the clause, the throwing expression, or the use of the missing value.
    pub span: Span,
    /// The line of the statement or clause.
    pub line: u32,
    /// The method that `span` stands in.
    pub method: MethodId,
    /// For contracts, the call whose contract it is; nothing for the entry's own.
    pub call_site: Option<Span>,
    /// The assertion or clause; nothing for exceptions and for the use of a call's missing value.
    pub check: Option<CheckId>,
}

/// A place that can be proved or violated.
#[derive(Clone, Debug)]
pub struct Check {
    /// Assert, requires, ensures or exceptional.
    pub kind: Kind,
    /// The assert statement, or the clause.
    pub span: Span,
    /// The method that it stands in.
    pub method: MethodId,
}

/// What a method is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MethodKind {
    /// Has no receiver.
    Static,
    /// Has a receiver.
    Instance,
    /// Has a receiver, which its call has just allocated.
    Constructor,
    /// Assigns the first values of the static fields.
    Initialiser,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name; the class's for a constructor.
    pub name: String,
    /// The class that declares it.
    pub class: ClassId,
    /// Where it is named.
    pub span: Span,
    /// Static, instance, constructor or initialiser.
    pub kind: MethodKind,
    /// The result type.
    pub result: Option<Type>,
    /// Locals: the receiver first, then the parameters, then the others.
    pub locals: IndexVec<LocalId, Local>,
    /// The receiver (if there is one) and the parameters, in order: what a call assigns.
    pub formals: Vec<LocalId>,
    /// Holds the result; assigned before every normal exit. `None` for `void`.
    pub retval: Option<LocalId>,
    /// Holds the exception in flight at the exceptional exit.
    pub thrown: LocalId,
    /// Whether any `exceptional` clause decides exceptional exits.
    pub has_exceptional: bool,
    /// The control-flow graph; empty when the method is abstract.
    pub blocks: IndexVec<BlockId, Block>,
    /// The first block.
    pub entry: BlockId,
    /// Facts about the graph.
    pub shape: Shape,
    /// The component of the call graph.
    pub group: GroupId,
    /// For a constructor of a class that has objects: the allocation that makes the receiver where it is the entry.
    pub makes: Option<SiteId>,
}

/// A local variable of a method.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in the source; empty for a temporary.
    pub name: String,
    /// Its type; `None` for the exception in flight.
    pub ty: Option<Type>,
}

/// Facts about a control-flow graph, computed once by `lower`.
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Weak topological order, exception edges included. Both exit blocks stand last.
    pub wto: Wto,
    /// For the blocks that begin the iterations of a loop, its head: to enter such a block is what a bound on loops
    /// counts. There is one on every cycle.
    pub begins: IndexVec<BlockId, Option<BlockId>>,
    /// Immediate post-dominators, exception edges included; `None` for exits, for blocks that reach none, and for blocks
    /// whose paths to the exits share no later block.
    pub ipdom: IndexVec<BlockId, Option<BlockId>>,
    /// The locals that are live at the start of each block, sorted.
    pub live_in: IndexVec<BlockId, Vec<LocalId>>,
    /// Branches whose two sides meet again soon: between them and their post-dominator there is no loop, call,
    /// allocation, throw (implicit ones included), check or assumption (design 5).
    pub quiet: IndexVec<BlockId, bool>,
}

/// A weak topological order (Bourdoncle 1993).
#[derive(Clone, Debug, Default)]
pub struct Wto {
    /// The place of each block in the order, components contiguous, heads first.
    pub position: IndexVec<BlockId, u32>,
    /// The heads of the components that each block is in, outermost first; a head is in its own component.
    pub heads: IndexVec<BlockId, Vec<BlockId>>,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Instructions in order.
    pub instrs: Vec<Instr>,
    /// How it ends.
    pub term: Terminator,
    /// Where the terminator stands.
    pub span: Span,
    /// The line of the statement that the terminator belongs to. 0 where it belongs to none: at the exits, and at a call
    /// that several `return` statements share, whose `span` is that of the first (the `Goto` that leads there has its own).
    pub line: u32,
    /// Where exceptions of this block go.
    pub handler: Handler,
}

/// Where exceptions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The block that goes on.
    pub block: BlockId,
    /// The local that receives the exception.
    pub slot: LocalId,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instr {
    /// What it does.
    pub kind: InstrKind,
    /// The expression or statement that it stems from.
    pub span: Span,
    /// The line of the statement that it belongs to.
    pub line: u32,
}

/// The kinds of instruction.
#[derive(Clone, Debug)]
pub enum InstrKind {
    /// `dst := value`. The only instruction that reads the heap.
    Assign {
        /// The local.
        dst: LocalId,
        /// The value: pure, or one elementary read.
        value: Expr,
    },
    /// Throws `null` when the local is null.
    CheckNull {
        /// The reference.
        reference: LocalId,
    },
    /// `object.field := value`. Throws `null`.
    StoreField {
        /// The object.
        object: LocalId,
        /// The field.
        field: FieldId,
        /// Pure.
        value: Expr,
    },
    /// `array[index] := value`. Throws `null`, then `bounds`.
    StoreElem {
        /// The array.
        array: LocalId,
        /// Pure.
        index: Expr,
        /// Pure.
        value: Expr,
    },
    /// `C.f := value`.
    StoreStatic {
        /// The field.
        field: StaticId,
        /// Pure.
        value: Expr,
    },
    /// A new object with default fields; no constructor runs.
    NewObject {
        /// Receives the reference.
        dst: LocalId,
        /// The allocation instruction; it knows the class.
        site: SiteId,
    },
    /// A new array with default elements. Throws `negative-size`.
    NewArray {
        /// Receives the reference.
        dst: LocalId,
        /// The allocation instruction; it knows the element type.
        site: SiteId,
        /// The length. Pure.
        length: Expr,
    },
    /// `assert`: a violation where false; goes on where true. The conjuncts of one assertion may be instructions of
    /// their own, one after the other, with the same check.
    Assert {
        /// Pure, or a quantifier, which may throw.
        cond: Expr,
        /// Which.
        check: CheckId,
    },
    /// `assume`: goes on where true.
    Assume {
        /// Pure.
        cond: Expr,
    },
    /// A contract clause. A violation where false; but a `requires` of the root frame is assumed. Goes on where true.
    /// The conjuncts of `ensures` and `exceptional` may be instructions of their own, as those of an assertion.
    Clause {
        /// Pure, or a quantifier, which may throw.
        cond: Expr,
        /// Which.
        check: CheckId,
    },
    /// The evaluation of a clause threw what `slot` holds: the clause is false with that cause; in a `requires` of the
    /// root frame the input is not admissible. Nothing goes on.
    ClauseThrew {
        /// Which.
        check: CheckId,
        /// The exception.
        slot: LocalId,
    },
    /// A violation `missing-return` where the local holds the missing value; goes on where it does not.
    CheckMissing {
        /// The local.
        value: LocalId,
        /// The clause that evaluates it; `None` for the use of a call's value.
        check: Option<CheckId>,
    },
}

/// How a block ends.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// Jump.
    Goto(BlockId),
    /// Two-way branch on a pure condition.
    Branch {
        /// The condition.
        cond: Expr,
        /// Where it is true.
        then: BlockId,
        /// Where it is false.
        other: BlockId,
    },
    /// A call. Formals are assigned all at once. Exceptions that leave the callee go to the block's handler.
    Call {
        /// Receives the result (which may be missing), if it is used.
        dst: Option<LocalId>,
        /// Which method runs.
        callee: Callee,
        /// One pure expression per formal, the receiver (never null: a `CheckNull` precedes) first.
        args: Vec<Expr>,
        /// Where the caller goes on.
        next: BlockId,
    },
    /// `throw`: goes to the handler with the cause `throw`.
    Throw,
    /// The normal exit: the frame ends with the value of `retval`.
    Return,
    /// The exceptional exit: the frame ends with the exception that `thrown` holds.
    Unwind,
    /// Nothing goes on: after [`InstrKind::ClauseThrew`], or an instruction that always throws.
    Stop,
    /// A construct that is refused before exploration when the call graph reaches it from the entry.
    Unsupported(&'static str),
    /// Lenient mode: an unknown method; an error when it is reached. The text names it.
    UnknownMethod(String),
}

/// Which method a call runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// Exactly this one.
    Exact(MethodId),
    /// The one that [`Class::dispatch`] of the receiver's dynamic type gives for this one.
    Virtual(MethodId),
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum UnaryOp {
    /// `-`
    Neg,
    /// `!`
    Not,
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
    /// What a valued method leaves in `retval` when it falls off its end.
    Missing,
}

/// An expression. See the normal form in the module's documentation.
#[derive(Clone, Debug)]
pub enum Expr {
    /// A constant.
    Const(Const),
    /// A local.
    Local(LocalId),
    /// A static field.
    Static(StaticId),
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
    Quant(Box<Quant>),
}

/// A quantified formula over the cells of an array, in the heap as it is. The cells are taken in the order of their
/// indexes and evaluation stops at the first that decides.
#[derive(Clone, Debug)]
pub struct Quant {
    /// Its number in the program.
    pub id: QuantId,
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
    /// Where it stands.
    pub span: Span,
}

impl Expr {
    /// `true` or `false`.
    pub fn bool(value: bool) -> Expr {
        Expr::Const(Const::Bool(value))
    }

    /// The default value of a type (reference 2.4).
    pub fn default_of(ty: &Type) -> Expr {
        Expr::Const(match ty {
            Type::Int | Type::Uint | Type::Float => Const::Num(Num::ZERO),
            Type::Bool => Const::Bool(false),
            Type::Char => Const::Char(Texts::NUL),
            Type::String | Type::Null | Type::Class(_) | Type::Array(_) => Const::Null,
        })
    }

    /// The operands, in the order of their evaluation; the domain of a quantifier but not its body.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            Expr::Const(_) | Expr::Local(_) | Expr::Static(_) => vec![],
            Expr::Unary(_, a) | Expr::Field(a, _) | Expr::Len(a) | Expr::InstanceOf(a, _) | Expr::Cast(a, _) => vec![a],
            Expr::Binary(_, a, b) | Expr::Elem(a, b) => vec![a, b],
            Expr::Quant(q) => vec![&q.domain],
        }
    }
}

/// All of the classes, or the one that stands for the declared one.
fn declared_only(mut classes: Vec<ClassId>, declared: ClassId, types: Types) -> Vec<ClassId> {
    if types == Types::Declared {
        let own = classes.iter().position(|c| *c == declared).unwrap_or(0);
        classes = classes.get(own).copied().into_iter().collect();
    }
    classes
}

impl Program {
    /// Whether a reference to an object of class `class` is an instance of `ty`.
    pub fn is_instance(&self, class: ClassId, ty: &Type) -> bool {
        matches!(ty, Type::Class(target) if self.classes[class].ancestors.binary_search(target).is_ok())
    }

    /// The classes that have direct instances and are instances of `class`, in the order of the text.
    pub fn concrete_below(&self, class: ClassId) -> Vec<ClassId> {
        let below = |c: &Class| !c.is_abstract && c.ancestors.binary_search(&class).is_ok();
        self.classes.iter_enumerated().filter(|(_, c)| below(c)).map(|(id, _)| id).collect()
    }

    /// The classes that a new object of the initial heap can have where a reference of declared type `class` creates it.
    pub fn instances(&self, class: ClassId, types: Types) -> Vec<ClassId> {
        declared_only(self.concrete_below(class), class, types)
    }

    /// The classes of the objects on which a call of a method runs it: those below its class that do not override it.
    pub fn receivers(&self, method: MethodId, types: Types) -> Vec<ClassId> {
        let class = self.methods[method].class;
        let runs = |c: &ClassId| self.classes[*c].dispatch.get(&method) == Some(&method);
        declared_only(self.concrete_below(class).into_iter().filter(runs).collect(), class, types)
    }

    /// What `--entry` calls a method: `Class.method`, with the types of its parameters where that is not unique.
    pub fn entry_name(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        let constructor = |kind| kind == MethodKind::Constructor;
        let same = |o: &&Method| o.class == m.class && o.name == m.name && constructor(o.kind) == constructor(m.kind);
        let name = self.method_name(method);
        if self.methods.iter().filter(same).count() == 1 {
            return name;
        }
        let types = self.parameters(method).iter().filter_map(|&l| m.locals[l].ty.as_ref());
        format!("{name}({})", types.map(|ty| self.type_name(ty)).collect::<Vec<_>>().join(", "))
    }

    /// The formals of a method without the receiver.
    pub fn parameters(&self, method: MethodId) -> &[LocalId] {
        let m = &self.methods[method];
        &m.formals[usize::from(matches!(m.kind, MethodKind::Instance | MethodKind::Constructor))..]
    }

    /// `Class.method`, the way reports name a method.
    pub fn method_name(&self, method: MethodId) -> String {
        let m = &self.methods[method];
        format!("{}.{}", self.classes[m.class].name, m.name)
    }

    /// A type as the source language writes it.
    pub fn type_name(&self, ty: &Type) -> String {
        match ty {
            Type::Int => "int".into(),
            Type::Uint => "uint".into(),
            Type::Float => "float".into(),
            Type::Bool => "bool".into(),
            Type::Char => "char".into(),
            Type::String => "string".into(),
            Type::Null => "null".into(),
            Type::Class(c) => self.classes[*c].name.clone(),
            Type::Array(t) => format!("{}[]", self.type_name(t)),
        }
    }
}
