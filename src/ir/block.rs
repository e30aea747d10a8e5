//! Basic blocks: instructions and terminators.

use super::{BlockId, CheckId, CoverId, Expr, FieldId, LocalId, MethodId, SiteId, StaticId, TextId, Type};
use crate::source::Span;

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    /// Instructions in order.
    pub instrs: Vec<Instr>,
    /// How it ends.
    pub term: Terminator,
    /// The place of the terminator.
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
    /// The block where control goes on.
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
        /// The check of the assertion.
        check: CheckId,
    },
    /// `assume`: goes on where true.
    Assume {
        /// Pure.
        cond: Expr,
    },
    /// `cover`: goes on everywhere. A run that gets here while the condition is true satisfies the cover statement.
    Cover {
        /// Pure.
        cond: Expr,
        /// The statement.
        cover: CoverId,
    },
    /// A clause of a method, or of the innermost loop around it. A violation where false; but a `requires` of the root frame is
    /// assumed. Goes on where true. The conjuncts of all but `requires` may be instructions of their own, as those of an assertion.
    Clause {
        /// Pure, or a quantifier, which may throw.
        cond: Expr,
        /// The check of the clause.
        check: CheckId,
    },
    /// The evaluation of a clause threw what `slot` holds: the clause is false with that cause; in a `requires` of the
    /// root frame the input is not admissible. No path goes on.
    ClauseThrew {
        /// The check of the clause.
        check: CheckId,
        /// The exception.
        slot: LocalId,
    },
    /// The call ends here. A violation where it has changed a field or element that no location covers, unless the call has
    /// made the object or array. Changed means that the value differs from the one before the first store of the call. Stores
    /// of callees, and of threads that the call has forked, are the call's; those of other threads are not. Goes on where
    /// nothing is violated. Only in methods that are [framed](super::Method::is_framed). Never throws.
    Modifies {
        /// What may be changed.
        locations: Vec<Location>,
        /// The check of the `modifies` clause.
        check: CheckId,
    },
    /// A violation `missing-return` where the local holds the missing value; goes on where it does not.
    CheckMissing {
        /// The local.
        value: LocalId,
        /// The clause that evaluates it; `None` for the use of a call's value.
        check: Option<CheckId>,
    },
    /// `dst :=` any value of the type: an input of its own each time it is executed. A reference refers to a new object,
    /// with any contents.
    Havoc {
        /// The local.
        dst: LocalId,
        /// The type.
        ty: Type,
        /// What reports call the input.
        name: TextId,
    },
    /// Throws `array-store` when the array's elements cannot be the value, which may be null. The array is not null.
    CheckStore {
        /// The array.
        array: LocalId,
        /// The value.
        value: LocalId,
    },
    /// An operation on threads. Never throws.
    Thread(ThreadOp),
}

impl InstrKind {
    /// The check of the clause that it is about: the clause, or its evaluation that threw.
    pub fn clause(&self) -> Option<CheckId> {
        match self {
            InstrKind::Clause { check, .. } | InstrKind::ClauseThrew { check, .. } => Some(*check),
            _ => None,
        }
    }
}

/// What a call may change: nothing where the object or array is null.
#[derive(Clone, Copy, Debug)]
pub enum Location {
    /// A field of an object.
    Field(LocalId, FieldId),
    /// All fields of an object.
    Fields(LocalId),
    /// An element of an array: array, index.
    Elem(LocalId, LocalId),
    /// All elements of an array.
    Elements(LocalId),
}

impl Location {
    /// The same location over other locals.
    pub fn renamed(self, to: &impl Fn(LocalId) -> LocalId) -> Self {
        match self {
            Location::Field(object, field) => Location::Field(to(object), field),
            Location::Fields(object) => Location::Fields(to(object)),
            Location::Elem(array, index) => Location::Elem(to(array), to(index)),
            Location::Elements(array) => Location::Elements(to(array)),
        }
    }

    /// The locals that it consists of.
    pub fn locals(self) -> impl Iterator<Item = LocalId> {
        let (object, index) = match self {
            Location::Field(object, _) | Location::Fields(object) | Location::Elements(object) => (object, None),
            Location::Elem(array, index) => (array, Some(index)),
        };
        std::iter::once(object).chain(index)
    }
}

/// An operation on threads.
#[derive(Clone, Debug)]
pub enum ThreadOp {
    /// Acquires the monitor of an object that is not null. A thread that has it already acquires it once more. Waits while
    /// another thread has it.
    Lock(LocalId),
    /// Releases the monitor of an object, once. There is one on every way out of the body of a `lock`.
    Unlock(LocalId),
    /// A new thread runs a method. Its result is dropped.
    Fork {
        /// Which method runs.
        callee: Callee,
        /// One pure expression per formal, evaluated now; the receiver (never null: a `CheckNull` precedes) first.
        args: Vec<Expr>,
    },
    /// Waits until all threads that this one has forked have ended.
    Join,
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
    /// `throw`: goes to the handler with the cause `throw`. The exception carries the value of the expression, which is
    /// pure.
    Throw(Option<Expr>),
    /// Goes to the handler with the exception that the first local holds: as it is, or carrying what the second one holds.
    Rethrow(LocalId, Option<LocalId>),
    /// The normal exit: the frame ends with the value of `retval`.
    Return,
    /// The exceptional exit: the frame ends with the exception that `thrown` holds.
    Unwind,
    /// No path goes on: after [`InstrKind::ClauseThrew`], after an instruction that always throws, or where an exception leaves a
    /// fragment of a program.
    Stop,
    /// Something that the front cannot lower. Paths that reach it end there, and nothing is known about them. The text says
    /// what.
    Unsupported(String),
    /// Lenient mode: an unknown method; an error when it is reached. The text names it.
    UnknownMethod(String),
}

/// Which method a call runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// Exactly this one.
    Exact(MethodId),
    /// The one that [`Class::dispatch`](super::Class::dispatch) of the receiver's dynamic type has for this one.
    Virtual(MethodId),
}

impl Callee {
    /// The method that the call names.
    pub fn method(self) -> MethodId {
        let (Callee::Exact(method) | Callee::Virtual(method)) = self;
        method
    }
}

impl Block {
    /// The callees of its forks and of its call.
    pub fn callees(&self) -> impl Iterator<Item = &Callee> {
        let forked = self.instrs.iter().filter_map(|instr| match &instr.kind {
            InstrKind::Thread(ThreadOp::Fork { callee, .. }) => Some(callee),
            _ => None,
        });
        let called = match &self.term {
            Terminator::Call { callee, .. } => Some(callee),
            _ => None,
        };
        forked.chain(called)
    }

    /// Whether a clause ends the run in this block because its evaluation threw.
    pub fn has_thrown(&self) -> bool {
        self.instrs.iter().any(|i| matches!(i.kind, InstrKind::ClauseThrew { .. }))
    }
}
