//! Forgets heap keys of objects that nothing refers to any more.

use super::heap::{HeapTable, Origin};
use super::sigma::Sigma;
use crate::summary::{AddrId, Summary};
use rustc_hash::{FxHashMap, FxHashSet};

/// Removes the keys of allocated objects that no local, static field, input object or exception leads to, and that no
/// frame will compare with their old values. Input objects stay, because a parameter or an initial field may be read
/// again. `carried` are the objects that exceptions carry.
pub fn sweep(sigma: &mut Sigma, table: &HeapTable, carried: impl Iterator<Item = AddrId>) {
    let live =
        reached(sigma, table, sigma.all_locals().flat_map(Summary::addresses).chain(carried).chain(sigma.compared()));
    let input = |addr| matches!(table.address(addr).origin, Origin::Input(_));
    sigma.sweep(|key| key.address().is_none_or(|addr| input(addr) || live.contains(&addr)));
}

/// The objects and arrays that can be reached from these, from a static field, or from an input object.
pub fn reached(sigma: &Sigma, table: &HeapTable, from: impl Iterator<Item = AddrId>) -> FxHashSet<AddrId> {
    let mut edges: FxHashMap<AddrId, Vec<AddrId>> = FxHashMap::default();
    let mut open: Vec<AddrId> = from.collect();
    for (key, value) in sigma.heap() {
        match key.address() {
            Some(addr) if matches!(table.address(addr).origin, Origin::Allocated(..)) => {
                edges.entry(addr).or_default().extend(value.addresses());
            }
            _ => open.extend(value.addresses()),
        }
    }
    let mut live: FxHashSet<AddrId> = FxHashSet::default();
    while let Some(addr) = open.pop() {
        if live.insert(addr) {
            open.extend(edges.get(&addr).into_iter().flatten());
        }
    }
    live
}
