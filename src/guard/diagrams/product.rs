//! The product of two diagrams within a guard.

use super::{Diagrams, FALSE, Guard, HIGH_BIT, NODE_BYTES, NONE, NodeId, TRUE, Triple};
use crate::guard::budget::Exhausted;
use rustc_hash::FxHashMap;
use std::time::Instant;

/// The decisions of a product, children before parents, and its pairs of leaves in the order of the walk.
#[derive(Debug)]
pub(crate) struct Pairing {
    /// Each decision as variable, low and high. The latter two are numbers of decisions or, with the highest bit set, of
    /// pairs.
    decisions: Vec<Triple>,
    pairs: Vec<(u32, u32)>,
    /// `NONE` if the guard is false.
    root: u32,
}

impl Diagrams {
    /// The product of two diagrams within a guard.
    pub(crate) fn product(&mut self, care: Guard, left: NodeId, right: NodeId) -> Pairing {
        let start = Instant::now();
        let mut product = Pairing { decisions: Vec::new(), pairs: Vec::new(), root: NONE };
        // Once the guard and the right diagram are decided, which is soon, a number is kept with the node of the left one.
        let mark = self.next_mark();
        let mut decided = NONE;
        let mut numbers: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let root = (care.0, left.0, right.0);
        // A task is entered once. It is left after its children; then the bit is set.
        let mut stack = vec![root];
        while let Some((c, l, r)) = stack.pop() {
            let (entered, c) = (c & HIGH_BIT != 0, c & !HIGH_BIT);
            let task = (c, l, r);
            if decided == NONE && c == TRUE && self.is_leaf(r) {
                decided = r;
            }
            let known = |store: &Self, numbers: &FxHashMap<_, _>, (c, l, r): (u32, u32, u32)| match c {
                FALSE => Some(NONE),
                TRUE if r == decided => (store.marks[l as usize] == mark).then(|| store.images[l as usize]),
                _ => numbers.get(&(c, l, r)).copied(),
            };
            if known(self, &numbers, task).is_some() {
                continue;
            }
            let tops = [self.top(c), self.top(l), self.top(r)];
            let top = tops[0].1.min(tops[1].1).min(tops[2].1);
            let number = if tops[1].1.min(tops[2].1) == u32::MAX {
                // The rest of the guard does not matter to a pair of leaves.
                product.pairs.push((l, r));
                HIGH_BIT | (product.pairs.len() as u32 - 1)
            } else {
                let child = |high: bool| {
                    let part = |i: usize, node: u32| match tops[i].1 == top {
                        true if high => tops[i].0.high,
                        true => tops[i].0.low,
                        false => node,
                    };
                    (part(0, c), part(1, l), part(2, r))
                };
                let (low, high) = (child(false), child(true));
                if !entered {
                    stack.extend([(c | HIGH_BIT, l, r), low, high]);
                    continue;
                }
                let [low, high] = [low, high].map(|task| known(self, &numbers, task).expect("children come first"));
                if low == high || high == NONE {
                    low
                } else if low == NONE {
                    high
                } else {
                    let (highest, _) = tops.iter().find(|(_, level)| *level == top).expect("the top is one of them");
                    product.decisions.push(Triple { variable: highest.variable, low, high });
                    product.decisions.len() as u32 - 1
                }
            };
            if c == TRUE && r == decided {
                (self.marks[l as usize], self.images[l as usize]) = (mark, number);
            } else {
                numbers.insert(task, number);
            }
            if task == root {
                product.root = number;
            }
            if product.decisions.len() * NODE_BYTES > self.meter.budget.bytes {
                self.meter.exhaust(Exhausted::Memory);
            }
            if self.must_end() {
                break;
            }
        }
        self.meter.spent(start);
        product
    }

    /// The diagram of a product with each pair of leaves replaced by a diagram, in the order of [`Pairing::pairs`]. Outside
    /// the guard of the product it is anything. `None` where the guard is false; an error where something has run out.
    pub(crate) fn multiply(&mut self, product: &Pairing, pairs: &[NodeId]) -> Result<Option<NodeId>, Exhausted> {
        let start = Instant::now();
        let mut images: Vec<u32> = Vec::with_capacity(product.decisions.len());
        for Triple { variable, low, high } in &product.decisions {
            self.meter.intact()?;
            let image = |number: u32| match number & HIGH_BIT {
                0 => images[number as usize],
                _ => pairs[(number & !HIGH_BIT) as usize].0,
            };
            let image = self.compose(*variable, image(*low), image(*high));
            images.push(image);
        }
        self.meter.spent(start);
        self.meter.intact()?;
        Ok(match product.root {
            NONE => None,
            root if root & HIGH_BIT != 0 => Some(pairs[(root & !HIGH_BIT) as usize]),
            root => Some(NodeId(images[root as usize])),
        })
    }
}

impl Pairing {
    /// The pairs of leaves.
    pub(crate) fn pairs(&self) -> impl ExactSizeIterator<Item = (NodeId, NodeId)> + '_ {
        self.pairs.iter().map(|(l, r)| (NodeId(*l), NodeId(*r)))
    }
}
