//! Addresses, the index keys of arrays, and the initial heap.
//!
//! All of it is outside Σ, because it means the same on every path. What belongs to allocated objects is forgotten when no
//! state refers to them any more; the rest is append-only.

mod addresses;
mod initial;
mod keys;

use super::context::ProgramPoint;
use super::live::{InUse, Live, Marks};
use crate::guard::holds_guards;
use crate::index::Slots;
use crate::ir::{ClassId, FieldId, SiteId};
use crate::summary::{AddrId, Summary, ThreadId};
pub use addresses::{Address, Origin};
pub use initial::{Alternative, InputObject, InputPlace, InputRules, Parts, Source, default_value, lengths};
pub use keys::IndexKeys;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Addresses, index keys and the initial heap.
#[derive(Debug, Default)]
pub struct HeapTable {
    addresses: Slots<AddrId, Address>,
    allocated: FxHashMap<(ThreadId, SiteId, u32), AddrId>,
    index_keys: FxHashMap<AddrId, IndexKeys>,
    /// The objects and arrays of the initial heap, in the order of their creation.
    pub inputs: Vec<InputObject>,
    /// The symbolic values of the initial heap, in the order of their creation.
    sources: Vec<Source>,
    fields: FxHashMap<(AddrId, FieldId), Summary>,
    cells: FxHashMap<(AddrId, u32), Summary>,
    /// What comes from outside within a run.
    outside: FxHashMap<ProgramPoint, Summary>,
    /// The classes of references that can only be null, because no concrete class is below.
    uninhabited: BTreeSet<ClassId>,
    rules: InputRules,
    /// The greatest depth of an object or array.
    deepest: u32,
    /// The generation of the index keys that are added now.
    pub generation: u32,
}

impl HeapTable {
    /// An empty heap.
    pub fn new(rules: InputRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Forgets allocated objects and arrays that are not in use, with their index keys.
    pub fn retain(&mut self, used: &InUse) {
        let Self { addresses, allocated, index_keys, .. } = self;
        addresses.retain(|addr, address| addresses::is_in_use(used, addr, address));
        allocated.retain(|_, addr| addresses.get(*addr).is_some());
        index_keys.retain(|addr, _| addresses.get(*addr).is_some());
    }
}

holds_guards!(
    HeapTable: fields, cells, outside;
    others: addresses, allocated, index_keys, inputs, sources, uninhabited, rules, deepest, generation
);

impl Marks for HeapTable {
    /// Marks what belongs to the initial heap. [`mark_keys`](HeapTable::mark_keys) marks index keys when the arrays in use are
    /// known.
    fn mark(&self, live: &mut Live<'_>) {
        let initial = self.fields.values().chain(self.cells.values()).chain(self.outside.values());
        initial.for_each(|summary| live.summary(summary));
        self.outside.keys().for_each(|point| live.point(*point));
    }
}
