//! A control-flow graph under construction.

use super::context::Context;
use super::olds::Remembered;
use super::simplify;
use crate::index::IndexVec;
use crate::ir::{
    Block, BlockId, Callee, CheckId, Expr, Handler, Instr, InstrKind, Local, LocalId, Method, MethodId, Terminator,
    Type,
};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A block under construction.
pub(super) struct Draft {
    pub block: Block,
    /// The `Goto` at the end is a statement of the program, to be kept for its line.
    pub pinned: bool,
}

/// A loop whose body is under construction.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    pub exit: BlockId,
    pub head: BlockId,
    /// How many locks are around it.
    pub locks: usize,
}

/// The call that several `return` statements share.
pub(super) struct SharedCall {
    pub callee: Callee,
    pub handler: Handler,
    pub block: BlockId,
    pub args: Vec<LocalId>,
}

/// Emits the blocks of one method. There is always a current block; after a jump it is one that nothing reaches.
pub(super) struct Builder<'c, 'a> {
    pub cx: &'c mut Context<'a>,
    pub method: MethodId,
    pub this: Option<LocalId>,
    /// The difference between the numbers of a local here and in the HIR: initialisers of static fields share one method.
    pub shift: u32,
    /// What `retval` names in the HIR, and what holds it.
    pub retval: Option<(LocalId, LocalId)>,
    pub locals: IndexVec<LocalId, Local>,
    pub thrown: LocalId,
    /// Receives the exceptions that do not leave the method.
    pub slot: LocalId,
    pub blocks: IndexVec<BlockId, Draft>,
    pub current: BlockId,
    /// The handler of new blocks.
    pub handler: Handler,
    pub normal_exit: BlockId,
    /// The loops around.
    pub loops: Vec<Loop>,
    /// The clauses of all loops, with their heads.
    pub of_loops: FxHashMap<CheckId, BlockId>,
    /// The monitors of the locks around.
    pub locks: Vec<LocalId>,
    /// The clause that is lowered.
    pub clause: Option<CheckId>,
    /// The block in which `retval` has been found present.
    pub present_in: Option<BlockId>,
    /// The values of `old` whose evaluation may throw, and the blocks in which they have been found present.
    pub remembered: FxHashMap<LocalId, Remembered>,
    pub recalled: FxHashSet<(BlockId, LocalId)>,
    /// How many `return` statements call each method.
    pub tail_calls: FxHashMap<Callee, u32>,
    pub shared_calls: Vec<SharedCall>,
    /// Facts about expressions of the HIR by address: whether they act, whether they jump.
    pub memo: FxHashMap<(usize, bool), bool>,
    /// Whether the code that is lowered computes with integers of any size.
    pub exact: bool,
    /// The statement that is lowered.
    pub line: u32,
    pub span: Span,
}

/// The block that every method begins with.
const ENTRY: BlockId = BlockId(0);
/// The normal exit.
pub(super) const RETURN: BlockId = BlockId(1);
/// The exceptional exit.
pub(super) const UNWIND: BlockId = BlockId(2);

impl<'c, 'a> Builder<'c, 'a> {
    /// A graph of an entry and two exits; the entry is current, exceptions go to the exceptional exit.
    pub fn new(cx: &'c mut Context<'a>, method: MethodId, mut locals: IndexVec<LocalId, Local>, span: Span) -> Self {
        let thrown = locals.push(Local { name: String::new(), ty: None });
        let slot = locals.push(Local { name: String::new(), ty: None });
        let line = cx.line(span);
        let mut builder = Self {
            cx,
            method,
            this: None,
            shift: 0,
            retval: None,
            locals,
            thrown,
            slot,
            blocks: IndexVec::new(),
            current: ENTRY,
            handler: Handler { block: UNWIND, slot: thrown },
            normal_exit: RETURN,
            loops: Vec::new(),
            of_loops: FxHashMap::default(),
            locks: Vec::new(),
            clause: None,
            present_in: None,
            remembered: FxHashMap::default(),
            recalled: FxHashSet::default(),
            tail_calls: FxHashMap::default(),
            shared_calls: Vec::new(),
            memo: FxHashMap::default(),
            exact: false,
            line,
            span,
        };
        builder.new_block();
        for exit in [Terminator::Return, Terminator::Unwind] {
            let block = builder.new_block();
            builder.blocks[block].block.term = exit;
        }
        builder
    }

    /// A block without instructions, under the current handler, that ends nowhere yet.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Draft { block: Block::nowhere(self.handler), pinned: false })
    }

    /// Goes on in a new block, to which the current one jumps.
    pub fn next_block(&mut self) -> BlockId {
        let next = self.new_block();
        self.goto(next);
        self.switch(next);
        next
    }

    /// Goes on in another block.
    pub fn switch(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Begins a statement or clause.
    pub fn at(&mut self, span: Span) {
        self.span = span;
        self.line = self.cx.line(span);
    }

    /// Appends an instruction.
    pub fn emit(&mut self, kind: InstrKind, span: Span) {
        let line = self.line;
        self.blocks[self.current].block.instrs.push(Instr { kind, span, line });
    }

    /// Appends `dst := value`.
    pub fn assign(&mut self, dst: LocalId, value: Expr, span: Span) {
        self.emit(InstrKind::Assign { dst, value }, span);
    }

    /// Ends the current block. What follows is unreachable until the next [`switch`](Self::switch).
    pub fn end(&mut self, term: Terminator, span: Span) {
        let line = self.line;
        let block = &mut self.blocks[self.current].block;
        block.term = term;
        block.span = span;
        block.line = line;
        self.current = self.new_block();
    }

    /// Ends the current block with a jump that the program does not spell out.
    pub fn goto(&mut self, target: BlockId) {
        self.end(Terminator::Goto(target), self.span);
    }

    /// Ends the current block with a jump that is a statement.
    pub fn jump(&mut self, target: BlockId, span: Span) {
        self.blocks[self.current].pinned = true;
        self.end(Terminator::Goto(target), span);
    }

    /// A new local without a name.
    pub fn temp(&mut self, ty: &Type) -> LocalId {
        let ty = if self.exact { self.stored(ty) } else { ty.clone() };
        self.locals.push(Local { name: String::new(), ty: Some(ty) })
    }

    /// The IR's local for one of the HIR. In a constructor, `retval` is `this`.
    pub fn local(&self, local: LocalId) -> LocalId {
        match self.retval {
            Some((name, holder)) if name == local => holder,
            _ => LocalId(local.0 + self.shift),
        }
    }

    /// Completes `method` with the graph. Its other parts must be there.
    pub fn finish(self, method: Method) -> Method {
        let method = Method { locals: self.locals, thrown: self.thrown, entry: ENTRY, ..method };
        simplify::finish(method, self.blocks, &self.of_loops)
    }
}
