//! Methods and the facts about their control-flow graphs.

use super::{Block, BlockId, Callee, ClassId, GroupId, LocalId, MethodId, SiteId, Type};
use crate::index::IndexVec;
use crate::source::Span;

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
    /// Whether its calls compare what they overwrite with the old values: it has
    /// [`InstrKind::Modifies`](super::InstrKind::Modifies).
    pub is_framed: bool,
    /// Whether a measure decreases with each recursive call from it to a method with a measure; checks see to that.
    pub is_measured: bool,
    /// The control-flow graph; empty when the method is abstract.
    pub blocks: IndexVec<BlockId, Block>,
    /// The first block.
    pub entry: BlockId,
    /// Where calls begin: at the entry, or behind the `requires` clauses if these are only assumed of inputs.
    pub called: BlockId,
    /// Where the body begins: behind the `requires` clauses, what `old` remembers, and what `modifies` lists.
    pub body: BlockId,
    /// Where the `ensures` clauses begin, if there are any.
    pub ensures: Option<BlockId>,
    /// Facts about the graph.
    pub shape: Shape,
    /// The component of the call graph.
    pub group: GroupId,
    /// For a constructor of a class that has objects: the allocation that makes the receiver if the constructor is the entry.
    pub makes: Option<SiteId>,
    /// Whether its places say nothing to a user: a caller may throw anew what it throws.
    pub is_inner: bool,
    /// The calls before the body of an entry that have to return `true`.
    pub required: Vec<Required>,
    /// Whether its class declares further methods of this name, which the program need not have.
    pub is_overloaded: bool,
}

impl Method {
    /// A method with a name and nothing else yet: its maker adds parameters, result, locals and code.
    pub fn bare(name: impl Into<String>, class: ClassId, kind: MethodKind, span: Span) -> Self {
        Self {
            name: name.into(),
            class,
            span,
            kind,
            result: None,
            locals: IndexVec::new(),
            formals: Vec::new(),
            retval: None,
            thrown: LocalId(0),
            has_exceptional: false,
            is_framed: false,
            is_measured: false,
            blocks: IndexVec::new(),
            entry: BlockId(0),
            called: BlockId(0),
            body: BlockId(0),
            ensures: None,
            shape: Shape::default(),
            group: GroupId(0),
            makes: None,
            is_inner: false,
            required: Vec::new(),
            is_overloaded: false,
        }
    }

    /// The first block of a frame: the entry's own, or that of a call.
    pub fn start(&self, is_root: bool) -> BlockId {
        if is_root { self.entry } else { self.called }
    }
}

/// A call that has to return `true` for the inputs of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Required {
    /// The method.
    pub method: MethodId,
    /// Whether it is this one whatever the class of its receiver is.
    pub is_exact: bool,
    /// The formals of the entry that it is called with.
    pub operands: Vec<LocalId>,
}

impl Required {
    /// What is called.
    pub fn callee(&self) -> Callee {
        match self.is_exact {
            true => Callee::Exact(self.method),
            false => Callee::Virtual(self.method),
        }
    }
}

/// A local variable of a method.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its name in the source; empty for a temporary.
    pub name: String,
    /// Its type; `None` for the exception in flight.
    pub ty: Option<Type>,
}

/// Facts about a control-flow graph, computed when the method is [assembled](Method::assemble).
#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// Weak topological order, exception edges included. Both exit blocks are last.
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
    /// allocation, throw (implicit ones included), check or assumption. No solver is asked about them.
    pub diamonds: IndexVec<BlockId, bool>,
}

/// A weak topological order (Bourdoncle 1993).
#[derive(Clone, Debug, Default)]
pub struct Wto {
    /// The place of each block in the order, components contiguous, heads first.
    pub position: IndexVec<BlockId, u32>,
    /// The heads of the components that each block is in, outermost first; a head is in its own component.
    pub heads: IndexVec<BlockId, Vec<BlockId>>,
}
