//! The table that finds the node with given children (the *unique table* of BDD packages).
//!
//! A large diagram exceeds the processor's cache. Then a look-up waits for memory, unless nodes that are looked up one
//! after the other are close to each other. Walks make nodes from the bottom up: the next node is the parent of a recent
//! one. So the number of its later child determines the place of a node; two such numbers share a line of the cache. Where
//! that line is full, the hash of the node determines the place: the first line from there that is not full.

use super::{FREE, NONE, Triple};

/// A node, with its hash. A look-up inspects nothing else of most nodes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    hash: u32,
    node: u32,
}

/// As many slots as the processor reads at once. Vacant ones come last.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([Slot; Line::SLOTS]);

impl Line {
    const SLOTS: usize = 8;
    const VACANT: Self = Self([Slot { hash: 0, node: NONE }; Self::SLOTS]);
}

/// The vacant slot found for a node that is not in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct VacantSlot {
    line: usize,
    slot: usize,
    hash: u32,
}

/// The table: a power of two of lines.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<Line>);

impl Table {
    /// The bytes of a node's share of the slots: each node has one and a third to three of them.
    pub(super) const BYTES: usize = 2 * size_of::<Slot>();
    /// The lines of the smallest table.
    const LEAST: usize = 128;

    /// An empty table.
    pub(super) fn new() -> Self {
        Self(vec![Line::VACANT; Self::LEAST])
    }

    /// Whether this many nodes would leave less than a quarter of the slots vacant.
    pub(super) fn is_full(&self, nodes: usize) -> bool {
        4 * nodes > 3 * Line::SLOTS * self.0.len()
    }

    /// The number of a node, or the place where it is to be inserted.
    pub(super) fn find(&self, nodes: &[Triple], triple: Triple) -> Result<u32, VacantSlot> {
        let (mask, hash) = (self.0.len() - 1, triple.hash());
        let mut line = (triple.low.max(triple.high) / 2) as usize & mask;
        let mut next = hash as usize & mask;
        loop {
            for (slot, &Slot { hash: there, node }) in self.0[line].0.iter().enumerate() {
                if node == NONE {
                    return Err(VacantSlot { line, slot, hash });
                }
                if there == hash && nodes[node as usize] == triple {
                    return Ok(node);
                }
            }
            line = next;
            next = (next + 1) & mask;
        }
    }

    /// Inserts a node in its place.
    pub(super) fn insert(&mut self, VacantSlot { line, slot, hash }: VacantSlot, node: u32) {
        self.0[line].0[slot] = Slot { hash, node };
    }

    /// Whether this many nodes would leave less than an eighth of the slots vacant.
    pub(super) fn is_crowded(&self, nodes: usize) -> bool {
        8 * nodes > 7 * Line::SLOTS * self.0.len()
    }

    /// The number of lines for this many nodes, such that these take a third to two thirds of the slots.
    fn lines(live: usize) -> usize {
        ((live + live / 2).next_power_of_two() / Line::SLOTS).max(Self::LEAST)
    }

    /// The bytes by which the table grows when it is rebuilt for this many nodes.
    pub(super) fn growth(&self, live: usize) -> usize {
        Self::lines(live).saturating_sub(self.0.len()) * size_of::<Line>()
    }

    /// Enters the nodes that are not free, of which there are `live`, into an empty table. Keeps the number of lines if it
    /// may not grow.
    pub(super) fn rebuild(&mut self, nodes: &[Triple], live: usize, may_grow: bool) {
        let lines = Self::lines(live);
        if lines <= self.0.len() || !may_grow {
            self.0.truncate(lines);
            self.0.fill(Line::VACANT);
        } else {
            // The old lines are freed first, so that they are not copied, and not allocated at the same time as the new
            // ones.
            self.0 = Vec::new();
            self.0 = vec![Line::VACANT; lines];
        }
        for (node, triple) in nodes.iter().enumerate().filter(|(_, triple)| triple.variable != FREE) {
            if let Err(place) = self.find(nodes, *triple) {
                self.insert(place, node as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::diagrams::LEAF;
    use proptest::prelude::*;

    proptest! {
        /// For any children: many nodes have the same ones, and far more than a line has slots.
        #[test]
        fn each_node_is_found_and_no_other(drawn in prop::collection::vec((1u32..4, 0u32..3, 0u32..400), 0..1500)) {
            let mut nodes: Vec<Triple> = Vec::new();
            let mut table = Table::new();
            for (variable, low, high) in drawn {
                let triple = Triple { variable, low, high };
                let known = nodes.iter().position(|other| *other == triple);
                match table.find(&nodes, triple) {
                    Ok(node) => prop_assert_eq!(Some(node as usize), known),
                    Err(place) => {
                        prop_assert_eq!(known, None);
                        table.insert(place, nodes.len() as u32);
                        nodes.push(triple);
                    }
                }
                if table.is_full(nodes.len()) {
                    table.rebuild(&nodes, nodes.len(), true);
                }
                prop_assert!(!table.is_full(nodes.len()));
            }
            // Every second node is freed.
            for node in nodes.iter_mut().step_by(2) {
                *node = Triple { variable: FREE, low: NONE, high: 0 };
            }
            table.rebuild(&nodes, nodes.len() / 2, true);
            for (number, triple) in nodes.iter().enumerate().filter(|(_, triple)| triple.variable != FREE) {
                prop_assert_eq!(table.find(&nodes, *triple).ok(), Some(number as u32));
            }
            let leaf = Triple { variable: LEAF, low: 7, high: 7 };
            prop_assert!(table.find(&nodes, leaf).is_err());
        }
    }
}
