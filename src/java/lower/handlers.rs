//! Exception tables. For each list of entries that covers some code there is one block that finds the entry for an
//! exception, in the order of the table.
//!
//! A handler finds a reference on the stack. What nothing has thrown (a null was used, say) has no object: the handler makes
//! one, of the class that belongs to the cause. If the handler does nothing with the exception but throw it again, as
//! `finally` does, there is no need for an object. An exception that is thrown again keeps its place, and the object if there
//! is one.

use super::build::Lowering;
use super::types::Ty;
use crate::ir::{Cause, ClassId, Const, Expr, Handler, Instr, InstrKind, LocalId, Terminator, Type};
use crate::java::classfile::{Name, Pc};
use std::collections::BTreeSet;

/// What is above all exceptions.
const THROWABLE: &str = "java/lang/Throwable";

impl Lowering<'_> {
    /// Where exceptions go where a list of entries covers the code.
    pub fn dispatch(&mut self, catches: &[usize]) -> Handler {
        if catches.is_empty() {
            return self.unwinding();
        }
        if let Some(known) = self.dispatches.get(catches) {
            return *known;
        }
        self.handler = self.unwinding();
        let (block, slot) = (self.new_block(), self.local(None));
        let handler = Handler { block, slot };
        self.dispatches.insert(catches.to_vec(), handler);
        for &catch in catches {
            let pc = self.code.handlers[catch].handler;
            if self.types.rethrown.contains(&pc) && !self.caught.contains_key(&pc) {
                let slot = self.local(None);
                self.caught.insert(pc, slot);
            }
        }
        handler
    }

    /// The causes of exceptions that go to a handler.
    fn arriving(&self, handler: Handler) -> BTreeSet<Cause> {
        let this = self.method.this();
        let mut causes = BTreeSet::new();
        for block in self.blocks.iter().filter(|block| block.handler == handler) {
            block.instrs.iter().filter(|instr| instr.may_throw(this)).for_each(|instr| causes.extend(causes_of(instr)));
            match block.term {
                Terminator::Throw(_) => drop(causes.insert(Cause::Throw)),
                Terminator::Call { .. } | Terminator::Rethrow(..) => {
                    causes.insert(Cause::Throw);
                    causes.extend(Cause::IMPLICIT);
                }
                _ => {}
            }
        }
        causes
    }

    /// Lets handlers be lowered to which an exception can go. Whether there are new ones.
    pub fn demand_handlers(&mut self) -> bool {
        let lists: Vec<Vec<usize>> = self.dispatches.keys().cloned().collect();
        let mut found = false;
        for list in lists {
            if !self.arriving(self.dispatches[&list]).is_empty() {
                for catch in list {
                    let number = self.graph.at(self.code.handlers[catch].handler);
                    if self.types.frames[number].is_some() {
                        found |= !self.is_demanded(number);
                        self.entry_of(number);
                    }
                }
            }
        }
        found
    }

    /// Makes the blocks that find the entry for an exception.
    pub fn make_dispatches(&mut self) {
        self.handler = self.unwinding();
        let lists: Vec<(Vec<usize>, Handler)> = self.dispatches.iter().map(|(list, h)| (list.clone(), *h)).collect();
        for (list, handler) in lists {
            let causes = self.arriving(handler);
            if !causes.is_empty() {
                self.make_dispatch(&list, handler, &causes);
            }
        }
    }

    fn make_dispatch(&mut self, list: &[usize], handler: Handler, causes: &BTreeSet<Cause>) {
        self.continue_at(handler.block);
        for &catch in list {
            let entry = &self.code.handlers[catch];
            self.place(entry.handler);
            let Some(name) = &entry.class else {
                self.receive(catch, handler.slot, None, causes);
                return;
            };
            let linked = self.link.caught(name);
            let Some(class) = self.found(linked) else { return };
            let (take, next) = (self.new_block(), self.new_block());
            self.end(Terminator::Branch { cond: Expr::Caught(handler.slot, class), then: take, other: next });
            self.continue_at(take);
            self.receive(catch, handler.slot, Some(class), causes);
            self.continue_at(next);
        }
        self.end(Terminator::Rethrow(handler.slot, None));
    }

    /// The type of what a handler receives.
    pub fn received(&mut self, handler: Pc) -> Type {
        let entries = self.code.handlers.iter().filter(|catch| catch.handler == handler);
        let classes = entries.map(|catch| catch.class.clone().unwrap_or_else(|| THROWABLE.into()));
        let above = |one: Name, other: Name| match one == other {
            true => one,
            false => self.link.class_above(&one, &other).unwrap_or_else(|| THROWABLE.into()),
        };
        let class = classes.reduce(above).unwrap_or_else(|| THROWABLE.into());
        self.type_of(&Ty::of_class(&class))
    }

    /// Gives a handler its exception.
    fn receive(&mut self, catch: usize, slot: LocalId, class: Option<ClassId>, causes: &BTreeSet<Cause>) {
        let pc = self.code.handlers[catch].handler;
        let number = self.graph.at(pc);
        let entry = self.entry_of(number);
        // Where no types are known, the lowering of the handler says so.
        let Some(&exception) = self.spots(number).first() else {
            self.end(Terminator::Goto(entry));
            return;
        };
        if let Some(&kept) = self.caught.get(&pc) {
            self.assign(kept, Expr::Local(slot));
        }
        if !self.types.used.contains(&pc) {
            self.assign(exception, Expr::Const(Const::Null));
            self.end(Terminator::Goto(entry));
            return;
        }
        let classes = self.link.causes();
        for &cause in causes {
            let Some(thrown) = classes.class(cause) else { continue };
            if class.is_some_and(|class| !self.link.is_below(thrown, class)) {
                continue;
            }
            let (cond, next) = (Expr::CausedBy(slot, cause), self.new_block());
            let site = self.link.object_site(thrown, self.span);
            let made = self.side_block(InstrKind::NewObject { dst: exception, site }, self.line, entry);
            self.end(Terminator::Branch { cond, then: made, other: next });
            self.continue_at(next);
        }
        self.assign(exception, Expr::Carried(slot));
        self.end(Terminator::Goto(entry));
    }
}

/// The causes of exceptions that an instruction may throw.
fn causes_of(instr: &Instr) -> Vec<Cause> {
    match &instr.kind {
        InstrKind::Assign { value, .. } => match value {
            Expr::Elem(..) => vec![Cause::Null, Cause::Bounds],
            Expr::Field(..) | Expr::Len(_) => vec![Cause::Null],
            Expr::Cast(..) => vec![Cause::Cast],
            _ => vec![Cause::DivisionByZero],
        },
        InstrKind::StoreElem { .. } => vec![Cause::Null, Cause::Bounds],
        InstrKind::NewArray { .. } => vec![Cause::NegativeSize],
        InstrKind::CheckStore { .. } => vec![Cause::ArrayStore],
        _ => vec![Cause::Null],
    }
}
