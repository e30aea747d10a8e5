//! What a region is: straight-line code over registers, under path predicates.

use crate::entity;
use crate::index::IndexVec;
use crate::ir::{BlockId, Expr, InstrKind, LocalId, MethodId};

entity! {
    /// Which of the paths of the region are at some point of it. At instantiation it has a guard.
    pub struct PathPredicate("w");
    /// A frame of the region: its own, or that of an inlined call.
    pub struct InlineId("f");
}

/// A register. The first are the locals of the region's method, as they are at its beginning.
pub type Register = LocalId;

/// The summary of a region.
#[derive(Clone, Debug)]
pub struct Region {
    /// The method.
    pub method: MethodId,
    /// The block that ends with the branch.
    pub branch: BlockId,
    /// Its immediate post-dominator.
    pub join: BlockId,
    /// Its own frame, and those of inlined calls.
    pub frames: IndexVec<InlineId, Inlined>,
    /// The locals that it reads: its formal symbols.
    pub formals: Vec<Register>,
    /// How many locals the method has: the registers below are formal symbols.
    pub locals: u32,
    /// How many registers there are.
    pub registers: u32,
    /// How many path predicates there are.
    pub predicates: u32,
    /// What it does, in order.
    pub ops: Vec<Op>,
    /// Where paths can leave it before the join: always, or where an operation would throw.
    pub exits: Vec<Exit>,
    /// The paths that come to the join, if any do.
    pub joins: PathPredicate,
    /// The values that they bring to the join: of the live locals that the region has assigned.
    pub joined: Vec<(LocalId, Expr)>,
    /// The paths inside, by the branches that they take.
    pub paths: f64,
    /// The methods inlined, and how deep.
    pub inlined: (u32, u32),
    /// How many of the exits are taken by every path that comes to them.
    pub cases: u32,
}

impl Region {
    /// The paths that take the branch.
    pub const THEN: PathPredicate = PathPredicate(0);
    /// The paths that do not.
    pub const OTHER: PathPredicate = PathPredicate(1);
    /// Its own frame.
    pub const OWN: InlineId = InlineId(0);

    /// Whether it writes anything but locals.
    pub fn has_effects(&self) -> bool {
        let has_effect = |op: &Op| {
            matches!(
                op.kind,
                OpKind::Run(
                    InstrKind::StoreField { .. }
                        | InstrKind::StoreElem { .. }
                        | InstrKind::StoreStatic { .. }
                        | InstrKind::NewObject { .. }
                        | InstrKind::NewArray { .. }
                )
            )
        };
        self.ops.iter().any(has_effect)
    }
}

/// A frame of a region.
#[derive(Clone, Debug)]
pub struct Inlined {
    /// The method.
    pub method: MethodId,
    /// The call that makes it; none for the region's own.
    pub caller: Option<Caller>,
}

/// A call that is inlined.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The frame that calls.
    pub frame: InlineId,
    /// The block that ends with the call.
    pub block: BlockId,
    /// The locals of that frame that have been assigned.
    pub locals: Vec<(LocalId, Expr)>,
}

/// An operation.
#[derive(Clone, Debug)]
pub struct Op {
    /// The paths that do it. Where it throws on some of them, the others go on.
    pub predicate: PathPredicate,
    /// What it does.
    pub kind: OpKind,
    /// Where the paths on which it throws leave the region: before the instruction.
    pub exit: Option<usize>,
}

/// The kinds of operation.
#[derive(Clone, Debug)]
pub enum OpKind {
    /// An instruction over registers: an assignment, a store, an allocation, a check.
    Run(InstrKind),
    /// `then` are the paths on which the condition holds, `other` the others.
    Split {
        /// The condition.
        cond: Expr,
        /// Where it is true.
        then: PathPredicate,
        /// Where it is false.
        other: PathPredicate,
    },
    /// The paths on which the receivers dispatch to each target.
    Dispatch {
        /// The receiver.
        receiver: Register,
        /// The method that is called.
        method: MethodId,
        /// What runs, on which paths.
        targets: Vec<(MethodId, PathPredicate)>,
    },
    /// The paths of the operation are those of all of these.
    Join(Vec<PathPredicate>),
    /// `dst` has the value of each alternative on its paths; a later alternative overrides an earlier one.
    Choose {
        /// The register.
        dst: Register,
        /// The alternatives.
        arms: Vec<(PathPredicate, Expr)>,
    },
    /// All paths leave the region.
    Leave,
}

/// Where paths leave a region before its join: ordinary steps go on from there.
#[derive(Clone, Debug)]
pub struct Exit {
    /// The frame.
    pub frame: InlineId,
    /// The block.
    pub block: BlockId,
    /// The instruction that is next, the terminator counted as one more.
    pub instruction: u32,
    /// The locals of that frame that have been assigned.
    pub locals: Vec<(LocalId, Expr)>,
}
