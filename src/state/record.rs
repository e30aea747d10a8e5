//! What a stretch of execution reads and writes.
//!
//! A read counts where the stretch has not written the place before: there the value is one that the stretch began
//! with. Values that it has written itself are no concern of others.

use super::live::{Live, Marks};
use super::sigma::Place;
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::summary::Summary;
use std::collections::BTreeMap;

/// The places that a stretch has read and written so far.
#[derive(Clone, Debug)]
pub struct Record {
    /// The paths that began the stretch.
    pub guard: Guard,
    /// The first read of each place: later ones find less that the stretch has not written itself.
    pub reads: BTreeMap<Place, Read>,
    /// The guards under which each place has been written or forgotten.
    pub writes: BTreeMap<Place, Vec<Guard>>,
}

/// The first read of a place.
#[derive(Clone, Debug)]
pub struct Read {
    /// What was read.
    pub value: Summary,
    /// The guards under which the stretch had written or forgotten the place before.
    pub written: Vec<Guard>,
}

impl Record {
    pub(super) fn new(guard: Guard) -> Self {
        Self { guard, reads: BTreeMap::new(), writes: BTreeMap::new() }
    }

    pub(super) fn read(&mut self, place: Place, value: &Summary) {
        let Self { guard: _, reads, writes } = self;
        reads
            .entry(place)
            .or_insert_with(|| Read { value: value.clone(), written: writes.get(&place).cloned().unwrap_or_default() });
    }

    pub(super) fn write(&mut self, phi: Guard, place: Place) {
        let guards = self.writes.entry(place).or_default();
        if guards.last() != Some(&phi) {
            guards.push(phi);
        }
    }
}

impl HoldsGuards for Record {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { guard, reads, writes } = self;
        visit(*guard);
        for Read { value, written } in reads.values() {
            value.visit(visit);
            written.visit(visit);
        }
        writes.values().for_each(|guards| guards.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { guard, reads, writes } = self;
        guard.rewrite(logic, rewriting);
        for Read { value, written } in reads.values_mut() {
            value.rewrite(logic, rewriting);
            written.rewrite(logic, rewriting);
        }
        writes.values_mut().for_each(|guards| guards.rewrite(logic, rewriting));
    }
}

impl Marks for Record {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { guard: _, reads, writes } = self;
        for (place, Read { value, written: _ }) in reads {
            live.place(*place);
            live.summary(value);
        }
        writes.keys().for_each(|place| live.place(*place));
    }
}
