//! Methods that linking itself makes.

use super::Linker;
use crate::index::IndexVec;
use crate::ir::{
    BinaryOp, Block, BlockId, Callee, ClassId, Expr, Handler, Instr, InstrKind, Local, LocalId, Method, MethodId,
    MethodKind, Terminator, Type,
};
use crate::source::Span;

/// The model to which the methods belong that make what inputs stand for.
pub(super) const MAKER: &str = "java/util/Given";
/// The first block.
const ENTRY: BlockId = BlockId(0);
/// The normal exit.
pub(super) const RETURN: BlockId = BlockId(1);
/// The exceptional exit.
pub(super) const UNWIND: BlockId = BlockId(2);

/// A method whose graph is under construction. There is always a current block.
pub(super) struct Code {
    pub method: Method,
    blocks: IndexVec<BlockId, Block>,
    current: BlockId,
    line: u32,
}

impl Code {
    /// The graph of a method that has formals and result: an entry and two exits.
    pub fn of(bare: Method, line: u32) -> Self {
        let mut code = Self { method: bare, blocks: IndexVec::new(), current: ENTRY, line };
        code.block();
        for exit in [Terminator::Return, Terminator::Unwind] {
            code.blocks.push(Block { term: exit, ..Block::nowhere(code.unwinding()) });
        }
        code
    }

    fn unwinding(&self) -> Handler {
        Handler { block: UNWIND, slot: self.method.thrown }
    }

    /// A new local without a name.
    pub fn local(&mut self, ty: Option<Type>) -> LocalId {
        self.method.locals.push(Local { name: String::new(), ty })
    }

    /// A value in a local of its own.
    pub fn kept(&mut self, ty: Type, value: Expr) -> LocalId {
        let local = self.local(Some(ty));
        self.assign(local, value);
        local
    }

    /// A block without instructions.
    pub fn block(&mut self) -> BlockId {
        let block = Block { span: self.method.span, line: self.line, ..Block::nowhere(self.unwinding()) };
        self.blocks.push(block)
    }

    /// Goes on in another block.
    pub fn switch(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Where exceptions of the current block go.
    pub fn handler(&mut self, block: BlockId, slot: LocalId) {
        self.blocks[self.current].handler = Handler { block, slot };
    }

    /// Appends an instruction.
    pub fn push(&mut self, kind: InstrKind) {
        let (span, line) = (self.method.span, self.line);
        self.blocks[self.current].instrs.push(Instr { kind, span, line });
    }

    /// Appends `dst := value`.
    pub fn assign(&mut self, dst: LocalId, value: Expr) {
        self.push(InstrKind::Assign { dst, value });
    }

    /// Ends the current block.
    pub fn end(&mut self, term: Terminator) {
        self.blocks[self.current].term = term;
    }

    /// Ends the current block with a branch, and goes on where the condition is true. Returns where it is false.
    pub fn branch(&mut self, cond: Expr) -> BlockId {
        let (then, other) = (self.block(), self.block());
        self.end(Terminator::Branch { cond, then, other });
        self.switch(then);
        other
    }

    /// The same for the condition that an object is an instance of a class.
    pub fn branch_on_class(&mut self, object: LocalId, class: ClassId) -> BlockId {
        let is_one = self.kept(Type::Bool, Expr::instance_of(Expr::Local(object), Type::Class(class)));
        self.branch(Expr::Local(is_one))
    }

    /// Ends the current block with a call, and goes on behind it.
    pub fn call(&mut self, dst: Option<LocalId>, callee: Callee, args: Vec<Expr>) {
        let next = self.block();
        self.end(Terminator::Call { dst, callee, args, next });
        self.switch(next);
    }

    /// Calls what initialises a class, and goes on where it succeeds. `fails` ends the block where it does not; it takes the error.
    pub fn initialise(&mut self, method: MethodId, error: Type, fails: impl FnOnce(&mut Self, LocalId)) {
        let error = self.local(Some(error));
        self.call(Some(error), Callee::Exact(method), Vec::new());
        let failed = self.branch(Expr::is_null(Expr::Local(error)));
        let fine = self.block();
        self.end(Terminator::Goto(fine));
        self.switch(failed);
        fails(self, error);
        self.switch(fine);
    }

    /// Ends the current block: the method returns a value, if it has a result.
    pub fn give(&mut self, value: Expr) {
        if let Some(result) = self.method.retval {
            self.assign(result, value);
        }
        self.end(Terminator::Goto(RETURN));
    }

    /// Returns a value where a condition is true, and goes on where it is false.
    pub fn give_where(&mut self, cond: Expr, value: Expr) {
        let other = self.branch(cond);
        self.give(value);
        self.switch(other);
    }

    /// What happens is unknown where a condition is true. Goes on where it is false.
    pub fn unsupported_where(&mut self, cond: Expr, what: String) {
        let other = self.branch(cond);
        self.end(Terminator::Unsupported(what));
        self.switch(other);
    }

    /// The method with its graph.
    pub fn finish(self) -> Method {
        Method { entry: ENTRY, called: ENTRY, ..self.method }.assemble(self.blocks, [RETURN, UNWIND])
    }
}

/// Appends code to a method that has a graph.
pub(super) struct More {
    method: Method,
    blocks: IndexVec<BlockId, Block>,
    /// The place of new blocks.
    span: Span,
    pub line: u32,
    /// Where exceptions of new blocks go.
    handler: Handler,
}

impl More {
    /// Takes the graph out of a method. New blocks have its place, and their exceptions leave it.
    pub fn new(mut method: Method, line: u32) -> Self {
        let (blocks, span) = (std::mem::take(&mut method.blocks), method.span);
        let handler = Handler { block: exit(&blocks, is_unwind), slot: method.thrown };
        Self { method, blocks, span, line, handler }
    }

    /// New blocks have the place and the handler of another one from now on.
    pub fn beside(&mut self, block: BlockId) {
        Block { span: self.span, line: self.line, handler: self.handler, .. } = self.blocks[block];
    }

    pub fn method(&self) -> &Method {
        &self.method
    }

    pub fn blocks(&self) -> &IndexVec<BlockId, Block> {
        &self.blocks
    }

    pub fn block_mut(&mut self, block: BlockId) -> &mut Block {
        &mut self.blocks[block]
    }

    /// A new local without a name.
    pub fn local(&mut self, ty: Option<Type>) -> LocalId {
        self.method.locals.push(Local { name: String::new(), ty })
    }

    /// A new local with a name.
    pub fn named_local(&mut self, name: String, ty: Type) -> LocalId {
        self.method.locals.push(Local { name, ty: Some(ty) })
    }

    /// Lets the code that is there use other locals.
    pub fn rename(&mut self, to: impl Fn(LocalId) -> LocalId) {
        for block in self.blocks.iter_mut() {
            block.instrs.iter_mut().for_each(|instr| instr.kind = instr.kind.renamed(&to));
            block.term = block.term.renamed(&to);
        }
    }

    /// A new block.
    pub fn block(&mut self, instrs: Vec<InstrKind>, term: Terminator) -> BlockId {
        let Self { span, line, handler, .. } = *self;
        let instrs = instrs.into_iter().map(|kind| Instr { kind, span, line }).collect();
        self.blocks.push(Block { instrs, term, span, line, handler })
    }

    /// Splits a block: the first part keeps its first instructions. Returns the second part, to which the first one has to go.
    pub fn split(&mut self, at: BlockId, kept: usize) -> BlockId {
        let first = &mut self.blocks[at];
        let instrs = first.instrs.split_off(kept);
        let second = Block { instrs, ..first.clone() };
        first.term = Terminator::Return;
        self.blocks.push(second)
    }

    /// The normal exit.
    pub fn leave(&self) -> BlockId {
        exit(&self.blocks, |term| matches!(term, Terminator::Return))
    }

    /// Completes the method. It begins at `entry`, its calls at `called`.
    pub fn finish(self, entry: BlockId, called: BlockId) -> Method {
        let exits = [self.leave(), exit(&self.blocks, is_unwind)];
        let body = if self.method.body == self.method.entry { called } else { self.method.body };
        Method { entry, called, body, ..self.method }.assemble(self.blocks, exits)
    }
}

fn is_unwind(term: &Terminator) -> bool {
    matches!(term, Terminator::Unwind)
}

fn exit(blocks: &IndexVec<BlockId, Block>, is: fn(&Terminator) -> bool) -> BlockId {
    let found = blocks.iter_enumerated().find(|(_, block)| is(&block.term));
    found.map(|(id, _)| id).expect("a graph has both exits")
}

impl Linker<'_> {
    /// The code of a method, which has just begun.
    pub(super) fn code_of(&self, bare: Method) -> Code {
        let line = self.line_of(bare.span);
        Code::of(bare, line)
    }

    /// Changes the graph of a method. It and its calls begin where they did.
    pub(super) fn edit(&mut self, id: MethodId, change: impl FnOnce(&mut Self, &mut More)) {
        let method = self.program.methods[id].clone();
        let (entry, called, span) = (method.entry, method.called, method.span);
        let mut more = More::new(method, self.line_of(span));
        change(self, &mut more);
        self.program.methods[id] = more.finish(entry, called);
    }
}

/// Whether one of some conditions is true, of which there may be many: the expression is not deep. Nothing if there are none.
pub(super) fn any(conditions: impl Iterator<Item = Expr>) -> Option<Expr> {
    let or = |one, other| Expr::binary(BinaryOp::Or, one, other);
    let mut left: Vec<Expr> = conditions.collect();
    while left.len() > 1 {
        left = left.chunks(2).filter_map(|pair| pair.iter().cloned().reduce(or)).collect();
    }
    left.pop()
}

/// A method of a class without a receiver that linking makes.
pub(super) fn made(name: &str, class: ClassId, span: Span) -> Method {
    Method::bare(name, class, MethodKind::Static, span)
}

/// The same with a parameter, and perhaps a result.
pub(super) fn taking(mut method: Method, parameter: Type, result: Option<Type>) -> Method {
    let mut local = |ty| method.locals.push(Local { name: String::new(), ty });
    (method.formals, method.thrown) = (vec![local(Some(parameter))], local(None));
    method.retval = result.clone().map(|ty| local(Some(ty)));
    method.result = result;
    method
}
