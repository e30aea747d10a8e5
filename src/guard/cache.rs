//! A bounded memo table.

/// A direct-mapped cache: a new entry replaces what its slot held. It grows with the entries that it has taken, up to
/// a bound, and behaves the same in every run.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    /// Key and result; `VACANT` as the key of a free slot.
    slots: Vec<(u64, u32)>,
    inserted: usize,
    max: usize,
}

/// Keys are pairs of guards of which the first is below 2^29, so that this is none.
const VACANT: u64 = u64::MAX;

impl Cache {
    /// A small cache that grows up to `max` slots, a power of two.
    pub(super) fn new(max: usize) -> Self {
        debug_assert!(max.is_power_of_two());
        Self { slots: vec![(VACANT, 0); 256.min(max)], inserted: 0, max }
    }

    fn slot(&self, key: u64) -> usize {
        let hash = (key ^ (key >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<u32> {
        let (found, result) = self.slots[self.slot(key)];
        (found == key).then_some(result)
    }

    pub(super) fn insert(&mut self, key: u64, result: u32) {
        self.inserted += 1;
        if self.inserted > self.slots.len() && self.slots.len() < self.max {
            let grown = vec![(VACANT, 0); self.slots.len() * 4];
            for (key, result) in std::mem::replace(&mut self.slots, grown) {
                if key != VACANT {
                    let slot = self.slot(key);
                    self.slots[slot] = (key, result);
                }
            }
        }
        let slot = self.slot(key);
        self.slots[slot] = (key, result);
    }
}
