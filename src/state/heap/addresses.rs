//! Addresses of objects and arrays. They mean the same on every path.

use super::HeapTable;
use crate::ir::{ClassId, Program, SiteId, SiteKind, Type};
use crate::state::live::InUse;
use crate::summary::{AddrId, ThreadId};

/// Where an object or array comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The n-th that a thread makes on a path at an allocation instruction, from 0. Each thread has its own numbers, so that
    /// its objects do not depend on when other threads allocate.
    Allocated(ThreadId, SiteId, u32),
    /// The n-th object or array of the initial heap.
    Input(u32),
}

/// An object or array.
#[derive(Clone, Debug)]
pub struct Address {
    /// Where it comes from.
    pub origin: Origin,
    /// Its class, or the type of its elements.
    pub shape: SiteKind,
}

/// Whether an address is still needed. Those of the initial heap always are.
pub(super) fn is_in_use(used: &InUse, addr: AddrId, address: &Address) -> bool {
    matches!(address.origin, Origin::Input(_)) || used.addresses.contains(&addr)
}

impl HeapTable {
    /// The origin and shape of an address.
    pub fn address(&self, addr: AddrId) -> &Address {
        &self.addresses[addr]
    }

    /// The number of addresses.
    pub fn addresses(&self) -> usize {
        self.addresses.len()
    }

    /// The address of the `number`-th allocation of a thread at a site.
    pub fn allocated(&mut self, program: &Program, thread: ThreadId, site: SiteId, number: u32) -> AddrId {
        *self.allocated.entry((thread, site, number)).or_insert_with(|| {
            let shape = program.sites[site].kind.clone();
            self.addresses.push(Address { origin: Origin::Allocated(thread, site, number), shape })
        })
    }

    /// The address of an allocation, if it has been made.
    pub fn find_allocated(&self, thread: ThreadId, site: SiteId, number: u32) -> Option<AddrId> {
        self.allocated.get(&(thread, site, number)).copied()
    }

    /// The class of an object; `None` for an array.
    pub fn class(&self, addr: AddrId) -> Option<ClassId> {
        match self.addresses[addr].shape {
            SiteKind::Object(c) => Some(c),
            SiteKind::Array(_) => None,
        }
    }

    /// Whether the object or array at an address is an instance of a type.
    pub fn is_instance(&self, program: &Program, addr: AddrId, ty: &Type) -> bool {
        match &self.addresses[addr].shape {
            SiteKind::Object(c) => program.is_instance(*c, ty),
            SiteKind::Array(t) => program.is_array_instance(t, ty),
        }
    }
}
