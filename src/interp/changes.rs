//! What calls change, for `modifies` clauses.
//!
//! Until it ends, every call of a framed method keeps the first value of what it overwrites, and the objects that it makes.
//! What its callees, and the threads that these calls have forked, overwrite and make is the call's too. At its end an
//! overwritten field or element is compared with that value, unless a location covers it or the call has made the object.
//! What another thread overwrites is no longer the call's.

use super::heap::ObjectId;
use super::machine::Machine;
use super::threads::{Thread, ThreadId};
use super::value::Value;
use crate::ir::{FieldId, LocalId, Location};
use crate::num::Num;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A field of an object, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    Field(FieldId),
    Elem(Num),
}

/// The number of a call of a framed method.
pub(super) type CallId = u64;

/// What a call has changed so far.
#[derive(Debug)]
pub(super) struct Changes {
    call: CallId,
    /// What was there before the first store of the call.
    before: BTreeMap<(ObjectId, Cell), Value>,
    /// What it has made.
    made: BTreeSet<ObjectId>,
}

impl Changes {
    /// No changes yet: a call begins.
    pub(super) fn of(call: CallId) -> Self {
        Self { call, before: BTreeMap::new(), made: BTreeSet::new() }
    }
}

impl Machine<'_, '_> {
    /// The thread that steps is about to overwrite a field or element.
    pub(super) fn overwrites(&mut self, object: ObjectId, cell: Cell) {
        if !self.has_frames {
            return;
        }
        let value = self.stored(object, &cell);
        self.changes(|changes, is_around| {
            if is_around {
                changes.before.entry((object, cell.clone())).or_insert_with(|| value.clone());
            } else {
                changes.before.remove(&(object, cell.clone()));
            }
        });
    }

    /// The thread that steps has made an object or array.
    pub(super) fn makes(&mut self, object: ObjectId) {
        if self.has_frames {
            self.changes(|changes, is_around| {
                if is_around {
                    changes.made.insert(object);
                }
            });
        }
    }

    /// The framed calls around a new thread of the thread that steps: those that fork it, through callees and other threads
    /// too.
    pub(super) fn calls_around(&self) -> Rc<[CallId]> {
        let thread = self.threads.current();
        let own = thread.frames.iter().filter_map(|frame| frame.changes.as_deref()).map(|changes| changes.call);
        own.chain(thread.around.iter().copied()).collect()
    }

    /// Whether the call that ends has changed anything but the locations.
    pub(super) fn has_changed_more(&self, locations: &[Location]) -> bool {
        let changes = self.top().changes.as_ref().expect("ill-formed IR: a frame in a method that is not framed");
        changes.before.iter().any(|((object, cell), before)| {
            !changes.made.contains(object)
                && self.stored(*object, cell) != *before
                && !locations.iter().any(|location| self.covers(*location, *object, cell))
        })
    }

    fn covers(&self, location: Location, object: ObjectId, cell: &Cell) -> bool {
        let is_it = |local: LocalId| *self.local(local) == Value::Ref(object);
        match (location, cell) {
            (Location::Field(local, field), Cell::Field(f)) => field == *f && is_it(local),
            (Location::Fields(local), Cell::Field(_)) | (Location::Elements(local), Cell::Elem(_)) => is_it(local),
            (Location::Elem(local, index), Cell::Elem(i)) => is_it(local) && self.local(index).num() == i,
            _ => false,
        }
    }

    fn stored(&self, object: ObjectId, cell: &Cell) -> Value {
        let value = match cell {
            Cell::Field(field) => self.heap.field(self.program, object, *field),
            Cell::Elem(index) => self.heap.array(object).and_then(|array| array.get(index)),
        };
        value.expect("a field or element that is stored to exists").clone()
    }

    /// Visits the changes of each call that has not ended, with whether the call is around the thread that steps.
    fn changes(&mut self, mut visit: impl FnMut(&mut Changes, bool)) {
        let current = self.threads.current;
        let around = Rc::clone(&self.threads.current().around);
        for (id, thread) in (0..).zip(&mut self.threads.all) {
            let (id, thread): (ThreadId, &mut Thread) = (id, thread);
            for changes in thread.frames.iter_mut().filter_map(|frame| frame.changes.as_deref_mut()) {
                let is_around = id == current || around.contains(&changes.call);
                visit(changes, is_around);
            }
        }
    }
}
