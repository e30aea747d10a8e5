//! Entity ids: a `u32` newtype and a typed vector for every kind of thing that the crate numbers; and a table for things that
//! are mostly soon of no use.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A `u32` newtype that numbers the entities of one [`IndexVec`].
pub trait Idx: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    /// The id with this number. Panics when `index` does not fit in 32 bits.
    fn new(index: usize) -> Self;
    /// The number of this id.
    fn index(self) -> usize;
}

/// Declares entity ids: `entity! { /// doc  pub struct BlockId("b"); }`. The string prefixes the debug form.
#[macro_export]
macro_rules! entity {
    ($($(#[$meta:meta])* pub struct $name:ident($prefix:literal);)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $crate::index::Idx for $name {
            fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("fewer than 2^32 entities of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

/// A vector indexed by the ids of one kind of entity.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    raw: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty vector.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an entity and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = self.next_id();
        self.raw.push(value);
        id
    }

    /// The id that the next [`push`](Self::push) will give.
    pub fn next_id(&self) -> I {
        I::new(self.raw.len())
    }

    /// The number of entities.
    pub fn len(&self) -> usize {
        self.raw.len()
    }

    /// Whether there is no entity.
    pub fn is_empty(&self) -> bool {
        self.raw.is_empty()
    }

    /// The entity, or nothing when the id is out of range.
    pub fn get(&self, id: I) -> Option<&T> {
        self.raw.get(id.index())
    }

    /// The ids in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.raw.len()).map(I::new)
    }

    /// The entities in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.raw.iter()
    }

    /// The entities in order, for change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.raw.iter_mut()
    }

    /// Ids and entities in order.
    pub fn iter_enumerated(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.raw.iter().enumerate().map(|(i, v)| (I::new(i), v))
    }
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self { raw: Vec::new(), marker: PhantomData }
    }
}

impl<I: fmt::Debug + Idx, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter_enumerated()).finish()
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.raw[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.raw[id.index()]
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Self { raw: iter.into_iter().collect(), marker: PhantomData }
    }
}

/// A table of entities, numbered in the order in which they are added. Those that are no longer needed can be dropped. No
/// number is given twice.
#[derive(Clone)]
pub struct Slots<I, T> {
    /// By number. A page whose entities have all been dropped is an empty vector.
    pages: Vec<Vec<Option<T>>>,
    next: usize,
    held: usize,
    marker: PhantomData<fn(I)>,
}

/// Entities per page.
const PAGE: usize = 256;

impl<I: Idx, T> Slots<I, T> {
    /// Appends an entity and returns its id.
    pub fn push(&mut self, value: T) -> I {
        let id = self.next_id();
        if self.next.is_multiple_of(PAGE) {
            self.pages.push(Vec::new());
        }
        if let Some(page) = self.pages.last_mut() {
            // A page that was emptied while it was the last one begins with entities that are gone.
            page.resize_with(self.next % PAGE, || None);
            page.push(Some(value));
        }
        self.next += 1;
        self.held += 1;
        id
    }

    /// The id that the next [`push`](Self::push) will give.
    pub fn next_id(&self) -> I {
        I::new(self.next)
    }

    /// The number of entities that have not been dropped.
    pub fn len(&self) -> usize {
        self.held
    }

    /// The entity, or nothing when it has been dropped or never was.
    pub fn get(&self, id: I) -> Option<&T> {
        self.pages.get(id.index() / PAGE)?.get(id.index() % PAGE)?.as_ref()
    }

    /// The entity, for change.
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.pages.get_mut(id.index() / PAGE)?.get_mut(id.index() % PAGE)?.as_mut()
    }

    /// The entities in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.pages.iter().flatten().flatten()
    }

    /// The entities in order, for change.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.pages.iter_mut().flatten().flatten()
    }

    /// Drops the entities that are not `kept`.
    pub fn retain(&mut self, mut kept: impl FnMut(I, &T) -> bool) {
        self.held = 0;
        for (number, page) in self.pages.iter_mut().enumerate() {
            let mut held = 0;
            for (place, slot) in page.iter_mut().enumerate() {
                *slot = slot.take().filter(|entity| kept(I::new(number * PAGE + place), entity));
                held += usize::from(slot.is_some());
            }
            if held == 0 {
                *page = Vec::new();
            }
            self.held += held;
        }
    }
}

impl<I, T> Default for Slots<I, T> {
    fn default() -> Self {
        Self { pages: Vec::new(), next: 0, held: 0, marker: PhantomData }
    }
}

impl<I: fmt::Debug + Idx, T: fmt::Debug> fmt::Debug for Slots<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<I: Idx, T> Index<I> for Slots<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        self.get(id).expect("what is in use is not dropped")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    entity! {
        pub struct Id("x");
    }

    #[test]
    fn a_number_is_given_once_and_empty_pages_hold_nothing() {
        let mut slots: Slots<Id, usize> = Slots::default();
        for round in 0..10 {
            for number in round * 1000..(round + 1) * 1000 {
                assert_eq!(slots.push(number), Id(number as u32));
            }
            slots.retain(|id, _| id.0 % 2000 == 7);
        }
        assert_eq!(slots.iter().copied().collect::<Vec<_>>(), [7, 2007, 4007, 6007, 8007]);
        assert_eq!((slots.len(), slots[Id(2007)], slots.get(Id(2008))), (5, 2007, None));
        slots.retain(|_, _| false);
        assert_eq!((slots.len(), slots.push(10_000)), (0, Id(10_000)));
        assert!(slots.pages.iter().map(Vec::len).sum::<usize>() <= PAGE);
        assert_eq!(slots[Id(10_000)], 10_000);
    }
}
