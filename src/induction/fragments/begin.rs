//! How a fragment begins: its parameters, and what it assumes of the state before its code runs.

use super::{Copy, ENTRY, Outcome, UNWIND, Weaver, not_null, temporary};
use crate::induction::Role;
use crate::induction::cuts::{Start, Unit};
use crate::induction::frames::Change;
use crate::ir::{
    BinaryOp, Block, BlockId, Callee, Expr, Handler, InstrKind, Local, LocalId, StaticId, Terminator, Type,
};
use std::collections::BTreeSet;

impl Weaver<'_, '_> {
    /// A parameter: an input may have any value of the type, where an input of the program may not.
    pub(super) fn formal(&mut self, mut local: Local, is_input: bool) -> LocalId {
        if local.ty == Some(Type::Uint) && !is_input {
            local.ty = Some(Type::Int);
        }
        // Reports and inputs know parameters by their names.
        if local.name.is_empty() || self.locals.iter().any(|known| known.name == local.name) {
            local.name = format!("{}#{}", local.name, self.formals);
        }
        self.formals += 1;
        self.locals.push(local)
    }

    /// Parameters for the static fields that may have any value.
    pub(super) fn statics(&mut self) -> Vec<(StaticId, Expr)> {
        let fields: Vec<_> = self.cuts.program.statics.ids().collect();
        let value = |field| match self.cuts.constants.get(&field) {
            Some(constant) => (field, Expr::Const(constant.clone())),
            None => {
                let info = &self.cuts.program.statics[field];
                let local = Local { name: info.name.clone(), ty: Some(info.ty.clone()) };
                (field, Expr::Local(self.formal(local, false)))
            }
        };
        fields.into_iter().map(value).collect()
    }

    /// Parameters for what the cut calls of the fragment come back with.
    pub(super) fn predict_calls(&mut self, start: Start) {
        let mut seen = BTreeSet::new();
        let mut work = vec![match start {
            Start::Entry => self.source.entry,
            Start::Head(block) | Start::Call(block) => block,
        }];
        while let Some(block) = work.pop() {
            if !seen.insert(block) {
                continue;
            }
            let next = self.source.blocks[block].successors(self.source);
            work.extend(next.into_iter().filter(|to| !self.unit.heads.contains(to)));
        }
        for block in seen {
            let Some(call) = self.cuts.cut_call(&self.source.blocks[block]) else { continue };
            let result = call.runs.first().and_then(|first| self.cuts.program.methods[*first].result.clone());
            let result = result.map(|ty| self.formal(temporary("result", &ty), false));
            let throws = self.formal(temporary("throws", &Type::Bool), false);
            let runs = call.runs[1..].iter().map(|_| self.formal(temporary("runs", &Type::Bool), false)).collect();
            let changed = call.runs.iter().map(|run| self.changed(&self.cuts.units[run])).collect();
            self.outcomes.insert(block, Outcome { result, throws, runs, changed });
        }
    }

    /// Parameters for the values that a call of a unit gives to what it changes, and for the index where it may be any.
    pub(super) fn changed(&mut self, unit: &Unit) -> Vec<LocalId> {
        let program = self.cuts.program;
        let mut formals = Vec::new();
        for change in unit.changes().unwrap_or_default() {
            if let Change::Elements(_) = change {
                formals.push(self.formal(temporary("index", &Type::Int), false));
            }
            if let Some(ty) = change.ty(program, &program.methods[unit.method]) {
                formals.push(self.formal(temporary("value", &ty), false));
            }
        }
        formals
    }

    /// The parameters are complete: the exits, and what receives exceptions.
    pub(super) fn prepare(&mut self) {
        self.thrown = self.locals.push(Local { name: String::new(), ty: None });
        self.names.insert(self.source.thrown, self.thrown);
        let handler = Handler { block: UNWIND, slot: self.thrown };
        self.blocks.push(Block::nowhere(handler));
        for term in [Terminator::Return, Terminator::Unwind] {
            self.blocks.push(Block { term, ..Block::nowhere(handler) });
        }
    }

    /// Gives static fields and entry values their first values, and assumes the claims.
    pub(super) fn prologue(&mut self, is_first: bool, statics: &[(StaticId, Expr)]) -> BlockId {
        let mut at = ENTRY;
        if let (true, Some(init)) = (is_first, self.cuts.program.init) {
            let next = self.block();
            let callee = Callee::Exact(init);
            self.blocks[at].term = Terminator::Call { dst: None, callee, args: Vec::new(), next };
            at = next;
        }
        for (field, value) in statics {
            self.push(at, InstrKind::StoreStatic { field: *field, value: value.clone() });
        }
        if let Some(this) = self.source.this() {
            let cond = not_null(self.local(this));
            self.push(at, InstrKind::Assume { cond });
        }
        for &formal in self.source.formals.iter().filter(|_| is_first) {
            let local = self.local(formal);
            if self.unit.locals[formal].ty.as_ref().is_some_and(|ty| self.cuts.is_nonnull(ty)) {
                self.push(at, InstrKind::Assume { cond: not_null(local) });
            }
        }
        let role = match self.start {
            Start::Entry => {
                for (formal, kept) in self.unit.kept() {
                    let (value, dst) = (Expr::Local(self.local(formal)), self.local(kept));
                    self.push(at, InstrKind::Assign { dst, value });
                }
                Role::Requires(self.unit.method)
            }
            start => {
                for (local, value) in self.unit.frame.iter().flat_map(|frame| &frame.values) {
                    let value = value.instantiated(&|formal| Expr::Local(self.unit.entry_value(formal)));
                    let cond = Expr::binary(BinaryOp::Eq, Expr::Local(self.local(*local)), self.copied(&value));
                    self.push(at, InstrKind::Assume { cond });
                }
                Role::Invariant(self.unit.method, start)
            }
        };
        self.assume_all(at, role)
    }

    /// Gives each of some locals an exception; goes on in the block that it gives. Nothing asks which exception it is, and
    /// nothing reads the local on paths where there is none.
    pub(super) fn throw_into(&mut self, mut at: BlockId, slots: &[LocalId]) -> BlockId {
        for &slot in slots {
            let (throwing, next) = (self.block(), self.block());
            self.blocks[at].term = Terminator::Goto(throwing);
            self.blocks[throwing].term = Terminator::Throw(None);
            self.blocks[throwing].handler = Handler { block: next, slot: self.local(slot) };
            at = next;
        }
        at
    }

    /// Assumes the invariants of the loops around that hold where the fragment begins; goes on in the block that it gives.
    pub(super) fn assume_lasting(&mut self, mut at: BlockId) -> BlockId {
        let Start::Head(head) = self.start else { return at };
        for (outer, checking) in self.unit.lasting.get(&head).into_iter().flatten() {
            let next = self.block();
            self.lasting.insert(*outer, (checking, next));
            let first = self.copy(*outer, Copy::Lasting(*outer));
            self.blocks[at].term = Terminator::Goto(first);
            at = next;
        }
        at
    }
}
