//! The state of a lowering: the blocks that are made, the variables, and the stack as expressions.
//!
//! The stack has pure expressions, which are evaluated where they are used. So a variable that one of them mentions is not
//! overwritten before the expression has been. Where a block of the code ends, what is on the stack goes to variables by
//! depth and kind, with which all successors begin.

use super::graph::{Graph, Number};
use super::infer::Types;
use super::types::{Frame, Home, Ty};
use super::{Defect, Linkage, floats};
use crate::ieee::Format;
use crate::index::IndexVec;
use crate::ir::{
    self, BinaryOp, Block, BlockId, CheckId, Const, Expr, Handler, Instr, InstrKind, Local, LocalId, StaticId,
    Terminator, Type, Width,
};
use crate::java::classfile::{Code, Kind, Method, Pc, Test};
use crate::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// The largest expression that stays on the stack.
const LARGEST: usize = 24;

/// What is on the stack.
#[derive(Clone, Debug)]
pub enum Value {
    /// A value.
    Pure(Expr),
    /// 1 where the condition is true, else 0.
    Truth(Expr),
    /// 1, 0 or -1: how the first number compares with the second.
    Compare(Expr, Expr),
    /// The same of floating-point numbers.
    CompareFloats(floats::Compare),
}

/// A method that is being lowered.
pub struct Lowering<'a> {
    pub code: &'a Code,
    pub graph: &'a Graph,
    pub types: &'a Types<'a>,
    pub link: &'a mut dyn Linkage,
    /// The type of the result, as a descriptor.
    pub result: &'a str,
    pub method: ir::Method,
    pub blocks: IndexVec<BlockId, Block>,
    pub exits: [BlockId; 2],
    /// Where the method is left with a result, and by an exception.
    pub leaves_to: BlockId,
    pub unwinds_to: BlockId,
    /// The block that grows; nothing behind code that does not go on.
    at: Option<BlockId>,
    pub span: Span,
    pub line: u32,
    /// What is known before the instruction.
    pub frame: Frame,
    /// The stack, parallel to that of the frame until the instruction takes something from it.
    pub stack: Vec<Value>,
    /// Variables that are never null and never assigned again.
    pub fresh: FxHashSet<LocalId>,
    /// The checks of assertions, by the number of the instruction that throws; none for a check that was not chosen.
    pub assertions: FxHashMap<usize, Option<CheckId>>,
    /// For each case the number of its constant, of the switches over enums, by the number of the instruction.
    pub enum_switches: FxHashMap<usize, BTreeMap<i32, i32>>,
    /// The states of classes that are initialised for sure, in the block of the code.
    pub initialised: FxHashSet<StaticId>,
    homes: FxHashMap<Home, LocalId>,
    spots: FxHashMap<(usize, Type), LocalId>,
    entries: FxHashMap<Number, BlockId>,
    work: Vec<Number>,
    /// Where exceptions go, for each list of entries of the exception table that is in use.
    pub dispatches: BTreeMap<Vec<usize>, Handler>,
    /// Holds the exception that a handler has received last.
    pub caught: FxHashMap<Pc, LocalId>,
    /// Where exceptions of what is made now go.
    pub handler: Handler,
}

impl<'a> Lowering<'a> {
    /// A lowering that has made nothing yet.
    pub fn new(
        method: ir::Method,
        source: &'a Method,
        code: &'a Code,
        graph: &'a Graph,
        types: &'a Types<'a>,
        link: &'a mut dyn Linkage,
    ) -> Self {
        let handler = Handler { block: BlockId(1), slot: method.thrown };
        let exit = |term| Block { term, span: method.span, ..Block::nowhere(handler) };
        let blocks: IndexVec<BlockId, Block> =
            [exit(Terminator::Return), exit(Terminator::Unwind)].into_iter().collect();
        let result = source.descriptor.rfind(')').map_or("V", |at| &source.descriptor[at + 1..]);
        Self {
            code,
            graph,
            types,
            link,
            result,
            span: method.span,
            method,
            blocks,
            exits: [BlockId(0), BlockId(1)],
            leaves_to: BlockId(0),
            unwinds_to: BlockId(1),
            at: None,
            line: 0,
            frame: Frame { slots: Vec::new(), stack: Vec::new() },
            stack: Vec::new(),
            fresh: FxHashSet::default(),
            assertions: FxHashMap::default(),
            enum_switches: FxHashMap::default(),
            initialised: FxHashSet::default(),
            homes: FxHashMap::default(),
            spots: FxHashMap::default(),
            entries: FxHashMap::default(),
            work: Vec::new(),
            dispatches: BTreeMap::new(),
            caught: FxHashMap::default(),
            handler,
        }
    }

    /// Lowers everything that control reaches.
    pub fn run(mut self, source: &Method, owner: &str) -> Result<ir::Method, Defect> {
        let entry = self.new_block();
        self.place(0);
        self.continue_at(entry);
        self.formals();
        self.synchronize(source, owner);
        let first = self.entry_of(0);
        self.end(Terminator::Goto(first));
        loop {
            while let Some(number) = self.work.pop() {
                self.piece(number)?;
            }
            if !self.demand_handlers() {
                break;
            }
        }
        self.make_dispatches();
        (self.method.entry, self.method.called, self.method.body) = (entry, entry, entry);
        Ok(self.method.assemble(self.blocks, self.exits))
    }

    /// Names the formals, and lets them be the homes of the parameters.
    fn formals(&mut self) {
        let homes: Vec<Home> = (0..self.method.formals.len()).map(Home).collect();
        let receiver = self.method.this();
        for home in homes {
            let formal = self.method.formals[home.0];
            if let Some((name, _)) = &self.types.keys[home.0].named {
                self.method.locals[formal].name = name.to_string();
            }
            // The receiver of a method is never assigned, and no parameter gets values of another type: what is assigned is a
            // copy.
            let is_copied = self.types.is_assigned(home) && {
                let ty = self.type_of_home(home);
                receiver == Some(formal) || self.method.locals[formal].ty != Some(ty)
            };
            if is_copied {
                let copy = self.home(home);
                self.assign(copy, Expr::Local(formal));
            } else {
                self.homes.insert(home, formal);
            }
        }
        if let Some(receiver) = receiver {
            self.fresh.insert(receiver);
        }
    }

    fn piece(&mut self, number: Number) -> Result<(), Defect> {
        let piece = &self.graph.pieces[number];
        let Some(frame) = &self.types.frames[number] else {
            return Err(Defect::new("control comes where no types are known").at(self.code.ops[piece.ops.start].0));
        };
        self.handler = self.dispatch(&piece.catches);
        let entry = self.entry_of(number);
        self.blocks[entry].handler = self.handler;
        self.initialised.clear();
        self.frame = frame.clone();
        self.stack = self.spots(number).into_iter().map(|spot| Value::Pure(Expr::Local(spot))).collect();
        self.continue_at(entry);
        self.place(self.code.ops[piece.ops.start].0);
        for i in piece.ops.clone() {
            let pc = self.code.ops[i].0;
            self.place(pc);
            self.op(i).map_err(|defect| defect.at(pc))?;
            if self.at.is_none() {
                return Ok(());
            }
            self.types.transfer(&mut self.frame, i).map_err(|defect| defect.at(pc))?;
            debug_assert_eq!(self.frame.stack.len(), self.stack.len(), "instruction {pc}");
        }
        if let [next] = piece.succs[..] {
            self.go_to(next);
        }
        Ok(())
    }

    /// What is made from now on stems from an instruction.
    pub fn place(&mut self, pc: Pc) {
        self.line = self.code.line(pc);
        self.span = self.link.span(self.line);
    }

    /// The block of the IR in which a block of the code begins. It will be lowered.
    pub fn entry_of(&mut self, number: Number) -> BlockId {
        if let Some(known) = self.entries.get(&number) {
            return *known;
        }
        let block = self.new_block();
        self.entries.insert(number, block);
        self.work.push(number);
        block
    }

    /// Whether a block of the code is lowered already, or will be.
    pub fn is_demanded(&self, number: Number) -> bool {
        self.entries.contains_key(&number)
    }

    /// A block without contents.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block::nowhere(self.handler))
    }

    /// A block beside the current one, with one instruction, that goes on in another block.
    pub fn side_block(&mut self, kind: InstrKind, line: u32, next: BlockId) -> BlockId {
        let (span, handler) = (self.span, self.handler);
        let instrs = vec![Instr { kind, span, line }];
        self.blocks.push(Block { instrs, term: Terminator::Goto(next), span, line, handler })
    }

    /// What follows goes to this block.
    pub fn continue_at(&mut self, block: BlockId) {
        self.at = Some(block);
    }

    /// Whether a block grows.
    pub fn goes_on(&self) -> bool {
        self.at.is_some()
    }

    /// Adds an instruction.
    pub fn emit(&mut self, kind: InstrKind) {
        if let Some(at) = self.at {
            self.blocks[at].instrs.push(Instr { kind, span: self.span, line: self.line });
        }
    }

    /// Adds an assignment.
    pub fn assign(&mut self, dst: LocalId, value: Expr) {
        if value != Expr::Local(dst) {
            self.emit(InstrKind::Assign { dst, value });
        }
    }

    /// Ends the block. Nothing follows until another one is continued.
    pub fn end(&mut self, term: Terminator) {
        if let Some(at) = self.at.take() {
            let block = &mut self.blocks[at];
            (block.term, block.span, block.line) = (term, self.span, self.line);
        }
    }

    /// Ends the block as unsupported.
    pub fn unsupported(&mut self, what: impl Into<String>) {
        self.end(Terminator::Unsupported(what.into()));
    }

    /// Ends the paths on which a condition is true as unsupported.
    pub fn unsupported_where(&mut self, cond: Expr, what: &str) {
        let (then, other) = (self.new_block(), self.new_block());
        self.end(Terminator::Branch { cond, then, other });
        self.continue_at(then);
        self.unsupported(what);
        self.continue_at(other);
    }

    /// A variable without a name.
    pub fn local(&mut self, ty: Option<Type>) -> LocalId {
        self.method.locals.push(Local { name: String::new(), ty })
    }

    /// A variable without a name for values of a type.
    pub fn temp(&mut self, ty: &Ty) -> LocalId {
        let ty = self.type_of(ty);
        self.local(Some(ty))
    }

    /// A value in a variable of its own.
    pub fn kept(&mut self, value: Expr, ty: &Ty) -> LocalId {
        let temp = self.temp(ty);
        self.assign(temp, value);
        temp
    }

    /// A reference as a variable.
    pub fn reference(&mut self, value: Expr, ty: &Ty) -> LocalId {
        match value {
            Expr::Local(local) => local,
            other => self.kept(other, ty),
        }
    }

    /// A number as a variable or constant.
    pub fn atom(&mut self, value: Expr, ty: &Ty) -> Expr {
        if value.is_atom() { value } else { Expr::Local(self.kept(value, ty)) }
    }

    /// The type of a variable for values.
    pub fn type_of(&mut self, ty: &Ty) -> Type {
        match ty {
            Ty::Int(..) => Type::Machine(Width::I32),
            Ty::Long => Type::Machine(Width::I64),
            Ty::Float => Type::Ieee(Format::Single),
            Ty::Double => Type::Ieee(Format::Double),
            Ty::Ref(name) => self.link.reference(name),
            Ty::Caught(handler) => self.received(*handler),
            Ty::Null | Ty::Any => Type::Class(self.link.object()),
        }
    }

    /// The variable of a home.
    pub fn home(&mut self, home: Home) -> LocalId {
        let root = self.types.root(home);
        if let Some(known) = self.homes.get(&root) {
            return *known;
        }
        let name = self.types.keys[root.0].named.as_ref().map(|(name, _)| name.to_string()).unwrap_or_default();
        let ty = self.type_of_home(root);
        let local = self.method.locals.push(Local { name, ty: Some(ty) });
        self.homes.insert(root, local);
        local
    }

    /// The type that the source declares for a variable, if all values fit; else that of the values.
    fn type_of_home(&mut self, root: Home) -> Type {
        let key = &self.types.keys[root.0];
        let held = self.types.held(root).cloned().unwrap_or(Ty::any(key.kind));
        let Some((_, declared)) = &key.named else { return self.type_of(&held) };
        match (super::types::width(declared), &held) {
            (Some(width), _) if held.fits(width) => Type::Machine(width),
            (Some(_), _) | (None, Ty::Ref(_) | Ty::Float | Ty::Double) => self.type_of(&held),
            (None, _) => self.type_of(&Ty::Ref(declared.clone())),
        }
    }

    /// The variables in which a block of the code finds the stack. They have the types of what is there: a proof that begins at
    /// the block, or behind a later call, knows the types of variables alone.
    pub fn spots(&mut self, number: Number) -> Vec<LocalId> {
        let Some(frame) = &self.types.frames[number] else { return Vec::new() };
        frame.stack.iter().enumerate().map(|(depth, ty)| self.spot(depth, ty)).collect()
    }

    fn spot(&mut self, depth: usize, ty: &Ty) -> LocalId {
        let ty = self.type_of(ty);
        if let Some(known) = self.spots.get(&(depth, ty.clone())) {
            return *known;
        }
        let local = self.local(Some(ty.clone()));
        self.spots.insert((depth, ty), local);
        local
    }

    /// Whether a variable holds what is on the stack between blocks.
    pub fn is_spot(&self, local: LocalId) -> bool {
        self.spots.values().any(|spot| *spot == local)
    }

    /// Pushes a value.
    pub fn push(&mut self, value: Expr) {
        self.stack.push(Value::Pure(value));
    }

    /// Pushes the result of an instruction of a type. Large expressions go to a variable.
    pub fn push_typed(&mut self, value: Expr, ty: &Ty) {
        let value = if value.parts().count() > LARGEST { Expr::Local(self.kept(value, ty)) } else { value };
        self.push(value);
    }

    /// The type of an entry of the stack, counted from the top.
    pub fn top_ty(&self, below: usize) -> Ty {
        let at = self.stack.len().checked_sub(below + 1);
        at.and_then(|at| self.frame.stack.get(at).cloned()).unwrap_or(Ty::Any)
    }

    /// Removes the top of the stack.
    pub fn pop_value(&mut self) -> Result<Value, Defect> {
        self.stack.pop().ok_or_else(|| Defect::new("the stack is empty"))
    }

    /// The same, as an expression.
    pub fn pop(&mut self) -> Result<Expr, Defect> {
        let value = self.pop_value()?;
        Ok(self.plain(value))
    }

    /// The same, with its type.
    pub fn pop_typed(&mut self) -> Result<(Expr, Ty), Defect> {
        let ty = self.top_ty(0);
        Ok((self.pop()?, ty))
    }

    /// Removes a reference from the stack. Returns the variable that has it.
    pub fn pop_reference(&mut self) -> Result<LocalId, Defect> {
        let (value, ty) = self.pop_typed()?;
        Ok(self.reference(value, &ty))
    }

    /// A value as an expression.
    pub fn plain(&mut self, value: Value) -> Expr {
        match value {
            Value::Pure(expr) => expr,
            Value::Truth(cond) => self.choose(cond, Expr::int(1), Expr::int(0)),
            Value::Compare(a, b) => {
                let (a, b) = (self.atom(a, &Ty::Long), self.atom(b, &Ty::Long));
                let not_less =
                    self.choose(Expr::binary(BinaryOp::Gt, a.clone(), b.clone()), Expr::int(1), Expr::int(0));
                self.choose(Expr::binary(BinaryOp::Lt, a, b), Expr::int(-1), not_less)
            }
            Value::CompareFloats(compare) => {
                let is = |test| floats::tested(test, &compare);
                let not_less = self.choose(is(Test::Gt), Expr::int(1), Expr::int(0));
                self.choose(is(Test::Lt), Expr::int(-1), not_less)
            }
        }
    }

    /// One of two numbers.
    fn choose(&mut self, cond: Expr, yes: Expr, no: Expr) -> Expr {
        if let Expr::Const(Const::Bool(known)) = cond {
            return if known { yes } else { no };
        }
        let temp = self.temp(&Ty::INT);
        let (then, other, next) = (self.new_block(), self.new_block(), self.new_block());
        self.end(Terminator::Branch { cond, then, other });
        for (block, value) in [(then, yes), (other, no)] {
            self.continue_at(block);
            self.assign(temp, value);
            self.end(Terminator::Goto(next));
        }
        self.continue_at(next);
        Expr::Local(temp)
    }

    /// Evaluates what is on the stack and mentions a variable, which will be overwritten.
    pub fn spill(&mut self, local: LocalId) {
        for at in 0..self.stack.len() {
            if mentions(&self.stack[at], local) {
                let value = self.stack[at].clone();
                let ty = self.frame.stack.get(at).cloned().unwrap_or(Ty::Any);
                let value = self.plain(value);
                // The value of a condition is in a variable of its own already.
                let value = match value {
                    Expr::Local(temp) if temp != local => Expr::Local(temp),
                    other => Expr::Local(self.kept(other, &ty)),
                };
                self.stack[at] = Value::Pure(value);
            }
        }
    }

    /// Moves the stack to where the blocks of the code that may come next find it. The `conds` are evaluated behind it.
    pub fn flush(&mut self, nexts: &[Number], conds: &mut [&mut Expr]) {
        if self.at.is_none() {
            return;
        }
        let values = std::mem::take(&mut self.stack);
        let values: Vec<Expr> = values.into_iter().map(|value| self.plain(value)).collect();
        let mut moves: Vec<(LocalId, Expr)> = Vec::new();
        for &next in nexts {
            for (spot, value) in self.spots(next).into_iter().zip(&values) {
                if *value != Expr::Local(spot) && moves.iter().all(|(known, _)| *known != spot) {
                    moves.push((spot, value.clone()));
                }
            }
        }
        let written: FxHashSet<LocalId> = moves.iter().map(|(spot, _)| *spot).collect();
        let reads_written = |expr: &Expr| !expr.reads_only(|l| !written.contains(&l));
        for (spot, value) in moves.iter_mut().filter(|(_, value)| reads_written(value)) {
            let temp = self.local(self.method.locals[*spot].ty.clone());
            self.assign(temp, std::mem::replace(value, Expr::Local(temp)));
        }
        for cond in conds.iter_mut().filter(|cond| reads_written(cond)) {
            let temp = self.local(Some(Type::Bool));
            self.assign(temp, std::mem::replace(*cond, Expr::Local(temp)));
        }
        for (spot, value) in moves {
            self.assign(spot, value);
        }
    }

    /// Ends the block and goes to a block of the code.
    pub fn go_to(&mut self, next: Number) {
        self.flush(&[next], &mut []);
        let next = self.entry_of(next);
        self.end(Terminator::Goto(next));
    }
}

/// Whether a value reads a variable.
fn mentions(value: &Value, local: LocalId) -> bool {
    let reads_it = |expr: &Expr| !expr.reads_only(|read| read != local);
    match value {
        Value::Pure(expr) | Value::Truth(expr) => reads_it(expr),
        Value::Compare(a, b) | Value::CompareFloats(floats::Compare { a, b, .. }) => reads_it(a) || reads_it(b),
    }
}

/// The default value of a type.
pub fn default_of(ty: &Ty) -> Expr {
    match ty.kind() {
        Kind::Ref => Expr::Const(Const::Null),
        _ => Expr::int(0),
    }
}
