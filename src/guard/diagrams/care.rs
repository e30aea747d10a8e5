//! The simplification of a diagram within a care set (Coudert and Madre 1990).

use super::{Diagrams, FALSE, Guard, NODE_BYTES, NONE, NodeId, TRUE, key};
use crate::guard::budget::Exhausted;
use crate::guard::store::Store;
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The third operand under which a simplification is memoised.
const SIMPLIFY: u32 = u32::MAX - 2;
/// The number of pairs, of a node of a diagram and one of its care set, that take as much of the memory limit as one node.
const TASKS: usize = 8;

/// The nodes that a simplification may make to learn what its care set says of the variables of a diagram. Builds with debug
/// assertions make fewer, so that tests have simplifications that know less.
const EFFORT: usize = if cfg!(debug_assertions) { 16 } else { 1 << 14 };

/// A simplification whose children are being computed.
#[derive(Clone, Copy, Debug)]
struct SimplifyFrame {
    task: (u32, u32),
    variable: u32,
    low: (u32, u32),
    high: u32,
}

impl Diagrams {
    /// A diagram that is `node` wherever `care` holds, and anything elsewhere. It has no decisions that matter only
    /// elsewhere (Coudert and Madre's *restrict*), unless a part of `care` over the variables of `node` takes too many nodes.
    pub(crate) fn simplify(&mut self, node: NodeId, care: Guard) -> NodeId {
        if care.is_false() || self.meter.exhausted.is_some() {
            return node;
        }
        let start = Instant::now();
        let most = self.bytes() + EFFORT * NODE_BYTES;
        let mut frames: Vec<SimplifyFrame> = Vec::new();
        let mut task = (node.0, care.0);
        let result = 'walk: loop {
            let (f, c) = task;
            let known = match c {
                TRUE => Some(f),
                _ if self.is_leaf(f) => Some(f),
                _ => self.memo.get(key(f, c), SIMPLIFY),
            };
            let Some(mut value) = known else {
                let ((a, x), (b, y)) = (self.top(f), self.top(c));
                if y < x {
                    // The variable does not matter to the diagram.
                    let either = self.either(b.low, b.high, most);
                    if self.meter.exhausted.is_some() {
                        break 'walk f;
                    }
                    task = (f, either.unwrap_or(TRUE));
                    continue;
                }
                let (c0, c1) = if x == y { (b.low, b.high) } else { (c, c) };
                if c0 == FALSE || c1 == FALSE {
                    task = if c0 == FALSE { (a.high, c1) } else { (a.low, c0) };
                    continue;
                }
                frames.push(SimplifyFrame { task, variable: a.variable, low: (a.low, c0), high: NONE });
                task = (a.high, c1);
                continue;
            };
            loop {
                let Some(frame) = frames.last_mut() else { break 'walk value };
                if frame.high == NONE {
                    frame.high = value;
                    task = frame.low;
                    break;
                }
                let SimplifyFrame { task: (f, c), variable, high, .. } = *frame;
                frames.pop();
                value = self.decision(variable, value, high);
                if self.must_end() {
                    break 'walk value;
                }
                self.meter.remember(&mut self.memo, key(f, c), SIMPLIFY, value);
            }
        };
        self.meter.spent(start);
        NodeId(result)
    }

    /// The disjunction of two care sets, if the nodes of the store take at most this number of bytes with it.
    fn either(&mut self, a: u32, b: u32, most: usize) -> Option<u32> {
        let limit = self.meter.borrow(most);
        let either = self.walk(a, TRUE, b);
        let bytes = self.bytes();
        self.meter.give_back(limit, bytes).then_some(either)
    }

    /// Diagrams that keep their values wherever `care` holds; `care` must not be `FALSE`. Elsewhere each takes its value at
    /// an assignment within, the same one for all diagrams (Coudert and Madre's *constrain*). So every Boolean law that
    /// holds among them still does. `None` where something runs out, or where they would have more than `most` nodes
    /// together: every node made on the way is a node of a result.
    pub(in crate::guard) fn constrain(
        &mut self,
        diagrams: impl IntoIterator<Item = Guard>,
        care: Guard,
        most: usize,
    ) -> Option<FxHashMap<Guard, Guard>> {
        let start = Instant::now();
        let (mark, mut made) = (self.next_mark(), 0);
        let mut images: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let image = |store: &Self, images: &FxHashMap<_, _>, (f, c): (u32, u32)| match c == TRUE || store.is_leaf(f) {
            true => Some(f),
            false => images.get(&(f, c)).copied(),
        };
        let mut results = FxHashMap::default();
        for diagram in diagrams {
            let mut stack = vec![(diagram.0, care.0)];
            while let Some(&task) = stack.last() {
                if let Some(known) = image(self, &images, task) {
                    stack.pop();
                    if stack.is_empty() {
                        results.insert(diagram, Guard(known));
                    }
                    continue;
                }
                if images.len() / TASKS * NODE_BYTES > self.meter.budget.bytes {
                    self.meter.exhaust(Exhausted::Memory);
                }
                if self.must_end() || made > most {
                    self.meter.spent(start);
                    return None;
                }
                let (f, c) = task;
                let ((a, x), (b, y)) = (self.top(f), self.top(c));
                let (f0, f1) = if x <= y { (a.low, a.high) } else { (f, f) };
                let (c0, c1) = if y <= x { (b.low, b.high) } else { (c, c) };
                // Where the care set determines the variable, the decision does not matter.
                let low = if c0 == FALSE { (f1, c1) } else { (f0, c0) };
                let high = if c1 == FALSE { (f0, c0) } else { (f1, c1) };
                match (image(self, &images, low), image(self, &images, high)) {
                    (Some(low), Some(high)) => {
                        let variable = if x <= y { a.variable } else { b.variable };
                        let image = self.decision(variable, low, high);
                        let known = std::mem::replace(&mut self.marks[image as usize], mark);
                        made += usize::from(known != mark);
                        images.insert(task, image);
                    }
                    (low_image, high_image) => {
                        stack.extend(low_image.is_none().then_some(low));
                        stack.extend(high_image.is_none().then_some(high));
                    }
                }
            }
        }
        self.meter.spent(start);
        Some(results)
    }
}
