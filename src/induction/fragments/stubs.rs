//! Stubs: what runs in the place of a cut call, which knows of the method only its contract.

use super::{Copy, ENTRY, Part, RETURN, Stubs, Weaver, temporary};
use crate::induction::Role;
use crate::induction::frames::{Change, remembers};
use crate::ir::{BlockId, Expr, InstrKind, LocalId, MethodId, Terminator, Type};

impl Weaver<'_, '_> {
    /// A stub: a call of the method as its contract has it, or a part of it.
    pub(super) fn stub(mut self, part: Part) -> MethodId {
        for &formal in &self.source.formals {
            let local = self.formal(self.unit.locals[formal].clone(), false);
            self.names.insert(formal, local);
            self.names.insert(self.unit.entry_value(formal), local);
        }
        let result = self.source.result.as_ref().filter(|_| part != Part::Begin);
        let predicted = result.map(|ty| self.formal(temporary("result", ty), false));
        let throws = (part != Part::Begin).then(|| self.formal(temporary("throws", &Type::Bool), false));
        let changed = if part == Part::End { Vec::new() } else { self.changed(self.unit) };
        self.asked = self.formal(temporary("claim", &Type::Int), false);
        self.prepare();
        let retval = self.source.retval.filter(|_| result.is_some()).map(|retval| self.local(retval));
        let mut at = ENTRY;
        if part != Part::End {
            at = self.require(at);
            at = self.change(at, changed);
        }
        if let Some(throws) = throws {
            at = self.ensure(at, throws, retval.zip(predicted));
            // What `old` remembers is of the heap before the call, and a call that ends may have written to it.
            let first = self
                .source
                .ensures
                .filter(|_| part == Part::Whole || !remembers(self.source, self.unit.frame.as_ref()));
            let first = first.map_or(RETURN, |first| self.copy(first, Copy::Ensures));
            self.blocks[at].term = Terminator::Goto(first);
        } else {
            self.blocks[at].term = Terminator::Goto(RETURN);
        }
        let none = Stubs::default();
        while let Some((from, copy)) = self.work.pop() {
            self.fill(from, copy, &none);
        }
        self.finish(retval).0
    }

    /// Asserts what the method requires: its clauses, then the claims.
    fn require(&mut self, at: BlockId) -> BlockId {
        self.after_requires = self.block();
        let first = match self.source.body == self.source.entry {
            true => self.after_requires,
            false => self.copy(self.source.entry, Copy::Requires),
        };
        self.blocks[at].term = Terminator::Goto(first);
        self.assert_all(self.after_requires, Role::Requires(self.unit.method))
    }

    /// Assumes what the method ensures, of an exception or of the result.
    fn ensure(&mut self, at: BlockId, throws: LocalId, result: Option<(LocalId, LocalId)>) -> BlockId {
        let (thrown, returned) = (self.block(), self.block());
        self.blocks[at].term = Terminator::Branch { cond: Expr::Local(throws), then: thrown, other: returned };
        let at = self.assume_all(thrown, Role::Throws(self.unit.method));
        self.blocks[at].term = Terminator::Throw(None);
        if let Some((retval, predicted)) = result {
            self.push(returned, InstrKind::Assign { dst: retval, value: Expr::Local(predicted) });
        }
        self.assume_all(returned, Role::Ensures(self.unit.method))
    }

    /// Gives other values to what the `modifies` clause of the method lists; where that is all elements of an array, to any one.
    fn change(&mut self, mut at: BlockId, changed: Vec<LocalId>) -> BlockId {
        let mut changed = changed.into_iter();
        for &change in self.unit.changes().unwrap_or_default() {
            let (Change::Field(object, _) | Change::Elem(object, _) | Change::Elements(object)) = change;
            let object = self.local(object);
            let index = match change {
                Change::Field(..) => None,
                Change::Elem(_, index) => Some(self.local(index)),
                Change::Elements(_) => changed.next(),
            };
            let Some(value) = changed.next().map(Expr::Local) else { break };
            let (mut there, next) = self.unless_null(at, object);
            match (change, index) {
                (Change::Field(_, field), _) => self.push(there, InstrKind::StoreField { object, field, value }),
                (_, Some(index)) => {
                    there = self.within(there, object, index, next);
                    self.push(there, InstrKind::StoreElem { array: object, index: Expr::Local(index), value });
                }
                (_, None) => {}
            }
            self.blocks[there].term = Terminator::Goto(next);
            at = next;
        }
        at
    }
}
