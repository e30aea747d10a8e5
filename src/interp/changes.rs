//! What calls change, for `modifies` clauses.
//!
//! Every call of a framed method keeps what it, or a callee, has overwritten first and what they have made. At its end
//! an overwritten field or element is compared with what it was, unless a location covers it or the call has made the object.

use super::heap::ObjectId;
use super::machine::{Frame, Machine};
use super::value::Value;
use crate::ir::{FieldId, LocalId, Location};
use crate::num::Num;
use std::collections::{BTreeMap, BTreeSet};

/// A field of an object, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    Field(FieldId),
    Elem(Num),
}

/// What a call has changed so far.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// What was there before the first store of the call.
    before: BTreeMap<(ObjectId, Cell), Value>,
    /// What it has made.
    made: BTreeSet<ObjectId>,
}

impl Machine<'_, '_> {
    /// The thread that steps is about to overwrite a field or element.
    pub(super) fn overwrites(&mut self, object: ObjectId, cell: Cell) {
        if self.changes().next().is_none() {
            return;
        }
        let value = self.stored(object, &cell);
        for changes in self.changes() {
            changes.before.entry((object, cell.clone())).or_insert_with(|| value.clone());
        }
    }

    /// The thread that steps has made an object or array.
    pub(super) fn makes(&mut self, object: ObjectId) {
        self.changes().for_each(|changes| {
            changes.made.insert(object);
        });
    }

    /// Whether the call that ends has changed something else than the locations.
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

    /// What the calls of the thread that steps have changed.
    fn changes(&mut self) -> impl Iterator<Item = &mut Changes> {
        let frames: &mut Vec<Frame> = &mut self.threads.current_mut().frames;
        frames.iter_mut().filter_map(|frame| frame.changes.as_deref_mut())
    }
}
