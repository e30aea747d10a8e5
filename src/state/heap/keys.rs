//! Index keys: the indexes by which an array is accessed. They mean the same on every path.

use super::HeapTable;
use super::addresses::is_in_use;
use crate::guard::Logic;
use crate::state::live::Live;
use crate::summary::AddrId;
use crate::term::TermId;
use rustc_hash::FxHashMap;

/// The list of indexes by which an array is accessed. An access goes to the first key that equals its index.
#[derive(Clone, Debug, Default)]
pub struct IndexKeys {
    keys: Vec<TermId>,
    places: FxHashMap<TermId, u32>,
    /// The places of keys that are not constants.
    symbolic: Vec<u32>,
    /// By place, the generation of the key: 0 if the program itself reads or writes there, more if instances of formulas do.
    generations: Vec<u32>,
}

impl IndexKeys {
    /// The keys in order.
    pub fn keys(&self) -> &[TermId] {
        &self.keys
    }

    /// The place of a key.
    pub fn place(&self, key: TermId) -> Option<u32> {
        self.places.get(&key).copied()
    }

    /// The keys before that of an index (all, if it has none) that may be equal to it, each with its place. Two different
    /// constants are never equal.
    pub fn before(&self, index: TermId, is_const: bool) -> impl Iterator<Item = (u32, TermId)> + '_ {
        let own = self.place(index).unwrap_or(self.keys.len() as u32);
        let symbolic = if is_const { &self.symbolic[..] } else { &[] };
        let all = if is_const { 0..0 } else { 0..own };
        let places = symbolic.iter().copied().take_while(move |place| *place < own).chain(all);
        places.map(|place| (place, self.keys[place as usize]))
    }

    /// The places of the keys up to a generation.
    pub fn up_to(&self, generation: u32) -> impl Iterator<Item = u32> + '_ {
        let places = 0..self.keys.len() as u32;
        places.filter(move |place| self.generations[*place as usize] <= generation)
    }

    /// The generation of the key at a place.
    pub fn generation(&self, place: u32) -> u32 {
        self.generations[place as usize]
    }

    /// The place of a key. It is appended if it is not there yet, and keeps the lowest generation.
    fn insert(&mut self, logic: &Logic, key: TermId, generation: u32) -> u32 {
        if let Some(place) = self.place(key) {
            let known = &mut self.generations[place as usize];
            *known = generation.min(*known);
            return place;
        }
        let place = self.keys.len() as u32;
        self.keys.push(key);
        self.places.insert(key, place);
        if logic.terms.as_const(key).is_none() {
            self.symbolic.push(place);
        }
        self.generations.push(generation);
        place
    }
}

impl HeapTable {
    /// The index keys of an array.
    pub fn keys(&self, addr: AddrId) -> Option<&IndexKeys> {
        self.index_keys.get(&addr)
    }

    /// The place of an index key of an array. The key is added if the array does not have it.
    pub fn key(&mut self, logic: &Logic, addr: AddrId, index: TermId) -> u32 {
        self.index_keys.entry(addr).or_default().insert(logic, index, self.generation)
    }

    /// Marks the constants among the index keys of the arrays that are in use.
    pub fn mark_keys(&self, live: &mut Live<'_>) {
        for (addr, keys) in &self.index_keys {
            if is_in_use(&live.used, *addr, &self.addresses[*addr]) {
                keys.keys.iter().for_each(|key| live.term(*key));
            }
        }
    }
}
