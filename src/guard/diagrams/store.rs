//! The store of nodes as a store of guards.

use super::emptiness::Test;
use super::{Diagrams, FALSE, FREE, Guard, LEAF, MEMO, MEMO_MAX, NODE_BYTES, NONE, TRUE, Triple, key};
use crate::guard::AtomId;
use crate::guard::budget::Meter;
use crate::guard::store::{Level, Node, Store};

impl Store for Diagrams {
    fn meter(&self) -> &Meter {
        &self.meter
    }

    fn meter_mut(&mut self) -> &mut Meter {
        &mut self.meter
    }

    fn fresh(&mut self, level: Level) -> Option<AtomId> {
        if self.meter.exhausted.is_some() {
            return None;
        }
        let variable = self.level.len() as u32;
        let place = match level {
            Level::Last => self.order.len(),
            Level::Below(atom) => self.level[atom.0 as usize + 1] as usize + 1,
            // Place 0 is that of the terminals' own variable.
            Level::First => 0,
        };
        self.order.insert(place, variable);
        self.level.push(0);
        for (level, variable) in self.order.iter().enumerate().skip(place) {
            self.level[*variable as usize] = level as u32;
        }
        Some(AtomId(variable - 1))
    }

    fn variable(&mut self, atom: AtomId) -> Guard {
        Guard(self.decision(atom.0 + 1, FALSE, TRUE))
    }

    fn variables_used(&self) -> usize {
        self.order.len()
    }

    fn choose(&mut self, f: Guard, g: Guard, h: Guard) -> Guard {
        Guard(self.select(f, g.into(), h.into()).0)
    }

    fn not(&mut self, a: Guard) -> Guard {
        let known = self.known(a.0, FALSE, TRUE);
        let complement = self.choose(a, Guard::FALSE, Guard::TRUE);
        if known.is_none() && self.meter.exhausted.is_none() {
            self.meter.remember(&mut self.memo, key(complement.0, FALSE), TRUE, a.0);
        }
        complement
    }

    fn complementary(&self, a: Guard, b: Guard) -> bool {
        self.memo.get(key(a.0, FALSE), TRUE) == Some(b.0)
    }

    fn are_disjoint(&mut self, a: Guard, b: Guard) -> bool {
        self.is_empty(a, b, Test::Disjoint)
    }

    fn is_implied(&mut self, a: Guard, b: Guard) -> bool {
        self.is_empty(a, b, Test::Implies)
    }

    fn collect(&mut self, live: &mut dyn Iterator<Item = Guard>) {
        let mark = self.next_mark();
        let mut stack: Vec<u32> = vec![FALSE, TRUE];
        stack.extend(live.map(|guard| guard.0));
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut self.marks[node as usize], mark) != mark {
                let Triple { variable, low, high } = self.at(node);
                if variable != LEAF {
                    stack.extend([low, high]);
                }
            }
        }
        (self.free, self.live) = (NONE, 0);
        // Backwards, so that the lowest numbers are reused first.
        for (node, triple) in self.nodes.iter_mut().enumerate().rev() {
            if self.marks[node] == mark {
                self.live += 1;
            } else {
                // With debug assertions, a freed node waits for the next collection before its number is reused. So a use
                // of the old guard meets a freed node there.
                let may_be_reused = !cfg!(debug_assertions) || triple.variable == FREE;
                *triple = Triple { variable: FREE, low: self.free, high: 0 };
                if may_be_reused {
                    self.free = node as u32;
                }
            }
        }
        let meter = &mut self.meter;
        self.memo.resize(2 * self.live, (self.live / 4).clamp(MEMO, MEMO_MAX), |bytes| meter.admits(bytes));
        let may_grow = self.meter.admits(self.table.growth(self.live));
        self.table.rebuild(&self.nodes, self.live, may_grow);
    }

    fn bytes(&self) -> usize {
        self.live * NODE_BYTES
    }

    fn nodes_max(&self) -> usize {
        self.live_max
    }

    fn node_count(&mut self, g: Guard) -> usize {
        self.size(g.into())
    }

    fn nodes(&self, g: Guard) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(g.0, false)];
        while let Some((index, entered)) = stack.pop() {
            if index <= TRUE {
                continue;
            }
            let node = self.node(g, index);
            if entered {
                nodes.push(node);
            } else if seen.insert(index) {
                stack.extend([(index, true), (node.low, false), (node.high, false)]);
            }
        }
        nodes
    }

    fn node(&self, _: Guard, index: u32) -> Node {
        let Triple { variable, low, high } = self.at(index);
        Node { index, atom: AtomId(variable - 1), low, high }
    }

    fn root(&self, g: Guard) -> u32 {
        g.0
    }
}
