//! Stubs: they run in the place of cut calls, and have only the contract of the method.
//!
//! An `ensures` clause reads formals at the end of the call, a claim at its beginning. So formals that the body assigns get
//! unconstrained values before the clauses are assumed.

use super::{Copy, ENTRY, FragmentBuilder, Part, RETURN, Stubs};
use crate::induction::Role;
use crate::induction::frames::{Change, remembers};
use crate::ir::{BlockId, Expr, InstrKind, LocalId, MethodId, Terminator, Type};

impl FragmentBuilder<'_, '_> {
    /// Makes a stub, for a whole call of the method or a part of it.
    pub(super) fn stub(mut self, part: Part) -> MethodId {
        self.parameters(self.source.formals.clone(), false);
        let effect = self.effect(self.unit.method, part);
        let throws = (part != Part::Begin).then(|| self.unknown("throws", &Type::Bool));
        self.asked = self.unknown("claim", &Type::Int);
        self.prepare();
        self.keep_entry_values(ENTRY);
        let retval = self.source.retval.filter(|_| effect.result.is_some()).map(|retval| self.local(retval));
        let mut at = ENTRY;
        if part != Part::End {
            at = self.require(at, self.source.called);
            at = self.change(at, effect.changed);
        }
        let Some(throws) = throws else {
            self.blocks[at].term = Terminator::Goto(RETURN);
            return self.finished(retval);
        };
        at = self.ensure(at, throws, retval.zip(effect.result));
        // What `old` remembers is from the heap before the call, and a call that ends may have written to it.
        let is_known = part == Part::Whole || !remembers(self.source, self.unit.frame.as_ref());
        if let Some(first) = self.source.ensures.filter(|_| is_known) {
            for (formal, last) in self.unit.last_values(self.source).into_iter().zip(effect.last) {
                let dst = self.local(formal);
                self.push(at, InstrKind::Assign { dst, value: Expr::Local(last) });
            }
            let first = self.copy(first, Copy::Ensures);
            self.blocks[at].term = Terminator::Goto(first);
        } else {
            self.blocks[at].term = Terminator::Goto(RETURN);
        }
        self.finished(retval)
    }

    fn finished(mut self, retval: Option<LocalId>) -> MethodId {
        self.fill_all(&Stubs::default());
        self.finish(retval)
    }

    /// Asserts what the method requires: the clauses that follow a block, then the claims.
    pub(super) fn require(&mut self, at: BlockId, first: BlockId) -> BlockId {
        self.after_requires = self.block();
        let first = self.edge(first, Copy::Requires);
        self.blocks[at].term = Terminator::Goto(first);
        self.assert_all(self.after_requires, Role::Requires(self.unit.method))
    }

    /// Assumes what the method ensures for an exception, or for the result.
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

    /// Gives new values to what the `modifies` clause of the method lists; where that is all elements of an array, to any
    /// one of them.
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
