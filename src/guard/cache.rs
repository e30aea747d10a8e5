//! A bounded memo table.

/// A direct-mapped cache: a new entry replaces what its slot held. It grows with the number of insertions, up to a bound,
/// and behaves the same in every run.
#[derive(Clone, Debug)]
pub(super) struct Cache {
    slots: Vec<Slot>,
    inserted: usize,
    max: usize,
}

/// The factor by which the number of slots grows.
const GROWTH: usize = 4;

/// A key of two words, and a result.
#[derive(Clone, Copy, Debug)]
struct Slot {
    high: u64,
    low: u32,
    result: u32,
}

/// The vacant slot. Keys in use have a smaller `high`.
const VACANT: Slot = Slot { high: u64::MAX, low: 0, result: 0 };

impl Cache {
    /// A small cache that grows up to `max` slots, a power of two.
    pub(super) fn new(max: usize) -> Self {
        debug_assert!(max.is_power_of_two());
        Self { slots: vec![VACANT; 256.min(max)], inserted: 0, max }
    }

    fn slot(&self, high: u64, low: u32) -> usize {
        let key = high ^ (high >> 32) ^ u64::from(low).rotate_left(40);
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (hash >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    pub(super) fn get(&self, high: u64, low: u32) -> Option<u32> {
        let slot = &self.slots[self.slot(high, low)];
        (slot.high == high && slot.low == low).then_some(slot.result)
    }

    /// Whether the next insertion makes it grow.
    #[inline]
    pub(super) fn is_about_to_grow(&self) -> bool {
        self.inserted >= self.slots.len() && self.slots.len() < self.max
    }

    /// The bytes that it allocates when it grows.
    pub(super) fn growth(&self) -> usize {
        GROWTH * self.slots.len() * size_of::<Slot>()
    }

    pub(super) fn insert(&mut self, high: u64, low: u32, result: u32) {
        let grows = self.is_about_to_grow();
        self.inserted += 1;
        if grows {
            let grown = vec![VACANT; self.slots.len() * GROWTH];
            for slot in std::mem::replace(&mut self.slots, grown) {
                if slot.high != VACANT.high {
                    let at = self.slot(slot.high, slot.low);
                    self.slots[at] = slot;
                }
            }
        }
        let at = self.slot(high, low);
        self.slots[at] = Slot { high, low, result };
    }

    /// Forgets everything, and continues with about `slots` slots and at most `max`. Does not grow where `admits` refuses
    /// the additional bytes.
    pub(super) fn resize(&mut self, slots: usize, max: usize, admits: impl FnOnce(usize) -> bool) {
        self.max = max.next_power_of_two();
        let slots = slots.next_power_of_two().clamp(256, self.max);
        self.inserted = 0;
        if slots <= self.slots.len() || !admits((slots - self.slots.len()) * size_of::<Slot>()) {
            self.slots.truncate(slots);
            self.slots.shrink_to_fit();
            self.clear();
        } else {
            // The old slots are freed first, so that they and the new ones are not allocated at the same time.
            self.slots = Vec::new();
            self.slots = vec![VACANT; slots];
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.fill(VACANT);
    }
}
