//! Guards and the values of summaries as decision diagrams with shared nodes (Bryant 1986; Fujita, McGeer and Yang
//! 1997).
//!
//! A node is a *leaf*, or a *decision*: a variable, the node where it is false, and the node where it is true. Nodes
//! are interned, variables ascend in the order along every path, and no decision has two equal children, so that equal
//! functions are one node. A guard is a node that reaches no leaves but `FALSE` and `TRUE`; what the codes of other
//! leaves mean is known to the summaries only.
//!
//! There are three walks: `f ? g : h` ([`Diagrams::select`]); the product of two diagrams within a guard
//! ([`Diagrams::product`]), which meets just those pairs of leaves that some assignment has; and
//! [`Diagrams::simplify`], which forgets what a diagram is outside a guard. The first and the last memoise every node
//! in a bounded cache; a product depends on a function of the caller and remembers for one call only.
//!
//! The order of variables is not that of their creation: a new one may be put right below an old one, which no
//! existing diagram notices.

use super::cache::Cache;
use super::store::{Budget, Exhausted, Node, Store};
use super::{AtomId, Guard};
use rustc_hash::FxHashMap;
use std::time::Instant;

/// A node of the store: a summary, or a guard.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct NodeId(pub(crate) u32);

impl NodeId {
    /// The guard that a diagram without other leaves than the terminals is. Of other diagrams, something that the
    /// collection of dead nodes takes for a guard.
    pub(crate) fn as_guard(self) -> Guard {
        Guard(self.0)
    }
}

impl From<Guard> for NodeId {
    fn from(guard: Guard) -> Self {
        NodeId(guard.0)
    }
}

/// What a leaf stands for. Two words that the caller makes sense of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Leaf(pub(crate) u32, pub(crate) u32);

const FALSE: u32 = Guard::FALSE.0;
const TRUE: u32 = Guard::TRUE.0;

/// The variable number of a leaf. Those of atoms start at 1.
const LEAF: u32 = 0;
/// The variable number of a node that was freed.
const FREE: u32 = u32::MAX;
/// No node.
const NONE: u32 = u32::MAX;

/// Operations other than `f ? g : h` are memoised under a first operand that the walk never memoises.
const UNARY: u32 = FALSE;
const LEAVES: u32 = 0;
const NODES: u32 = 1;
const TRUTH: u32 = 2;
/// The lowest tag under which the part of a leaf is memoised.
const PART: u32 = 16;
/// Third operands of tests that build nothing.
const DISJOINT: u32 = u32::MAX;
const IMPLIES: u32 = u32::MAX - 1;
/// The third operand of a simplification.
const SIMPLIFY: u32 = u32::MAX - 2;

/// Nodes are numbered below this.
const MAX_NODES: usize = 1 << 31;
/// Bytes per node: itself, its share of the table, its marks.
pub(super) const NODE_BYTES: usize = 28;
/// The memory limit admits so many pairs of nodes of a diagram and its care set for each node.
const TASKS: usize = 8;
/// The slots of the cache at most: what the processor's own cache holds, unless live nodes are more than four times as
/// many. More of them cost more than what they remember saves: with 2 million slots most programs took 1.3 to 2 times as long.
const MEMO: usize = 1 << 16;
const MEMO_MAX: usize = 1 << 21;

/// A node: a variable number and its children, low first; or `LEAF` and a code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Triple {
    variable: u32,
    low: u32,
    high: u32,
}

impl Triple {
    fn hash(self) -> usize {
        let key = u64::from(self.low) << 32 | u64::from(self.high);
        let mixed = (key ^ u64::from(self.variable).rotate_left(20)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) as usize >> 20
    }
}

/// The first two operands of an operation, as a key of the memo table.
fn key(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// `f ? g : h` whose children are being computed.
#[derive(Clone, Copy, Debug)]
struct Frame {
    f: u32,
    g: u32,
    h: u32,
    variable: u32,
    low: (u32, u32, u32),
    /// The result of the high child, which comes first; `NONE` before that.
    high: u32,
}

/// A simplification whose children are being computed.
#[derive(Clone, Copy, Debug)]
struct SimplifyFrame {
    task: (u32, u32),
    variable: u32,
    low: (u32, u32),
    high: u32,
}

/// The decisions of a diagram, children before parents, and its leaves in ascending order.
#[derive(Debug)]
pub(crate) struct Skeleton {
    decisions: Vec<u32>,
    leaves: Vec<u32>,
}

/// The decisions of a product, children before parents, and its pairs of leaves in the order in which they are met.
#[derive(Debug)]
pub(crate) struct Product {
    /// Variable, low, high; these are numbers of decisions or, with the `PAIR` bit, of pairs.
    decisions: Vec<Triple>,
    pairs: Vec<(u32, u32)>,
    /// `NONE` if the guard is false.
    root: u32,
}

/// Marks the number of a pair of leaves.
const PAIR: u32 = 1 << 31;

/// The store.
#[derive(Clone, Debug)]
pub(crate) struct Diagrams {
    nodes: Vec<Triple>,
    /// Open addressing; a power of two.
    table: Vec<u32>,
    /// The first freed node, each one's `low` being the next.
    free: u32,
    live: usize,
    live_max: usize,
    /// The place in the order of each variable number; leaves stand below all.
    level: Vec<u32>,
    /// The variable numbers in order.
    order: Vec<u32>,
    memo: Cache,
    budget: Budget,
    frames: Vec<Frame>,
    /// Steps of all operations.
    steps: usize,
    /// For each node the last skeleton that reached it, and its image in the diagram that is being rebuilt.
    marks: Vec<u32>,
    images: Vec<u32>,
    mark: u32,
}

impl Diagrams {
    pub(super) fn new() -> Self {
        let mut store = Self {
            nodes: Vec::new(),
            table: vec![NONE; 1 << 10],
            free: NONE,
            live: 0,
            live_max: 0,
            level: vec![u32::MAX],
            order: Vec::new(),
            memo: Cache::new(MEMO),
            budget: Budget::default(),
            frames: Vec::new(),
            steps: 0,
            marks: Vec::new(),
            images: Vec::new(),
            mark: 0,
        };
        for constant in [FALSE, TRUE] {
            let node = store.intern(Triple { variable: LEAF, low: 0, high: constant });
            debug_assert_eq!(node, constant);
        }
        store
    }

    /// The leaf with a code; `(0, 0)` and `(0, 1)` are the terminals of guards.
    pub(crate) fn leaf(&mut self, Leaf(low, high): Leaf) -> NodeId {
        NodeId(self.intern(Triple { variable: LEAF, low, high }))
    }

    /// The code of a node that is a leaf.
    pub(crate) fn code(&self, node: NodeId) -> Option<Leaf> {
        let Triple { variable, low, high } = self.nodes[node.0 as usize];
        (variable == LEAF).then_some(Leaf(low, high))
    }

    fn is_leaf(&self, node: u32) -> bool {
        self.nodes[node as usize].variable == LEAF
    }

    /// A node and its place in the order.
    fn top(&self, node: u32) -> (Triple, u32) {
        let triple = self.nodes[node as usize];
        (triple, self.level[triple.variable as usize])
    }

    fn level_of(&self, node: u32) -> u32 {
        self.top(node).1
    }

    fn intern(&mut self, triple: Triple) -> u32 {
        let mask = self.table.len() - 1;
        let mut at = triple.hash() & mask;
        loop {
            match self.table[at] {
                NONE => break,
                node if self.nodes[node as usize] == triple => return node,
                _ => at = (at + 1) & mask,
            }
        }
        let node = match self.free {
            NONE => {
                self.nodes.push(triple);
                self.marks.push(0);
                self.images.push(0);
                self.nodes.len() as u32 - 1
            }
            free => {
                self.free = self.nodes[free as usize].low;
                self.nodes[free as usize] = triple;
                free
            }
        };
        self.table[at] = node;
        self.live += 1;
        self.live_max = self.live_max.max(self.live);
        if 2 * self.live > self.table.len() {
            self.rehash(2 * self.table.len());
        }
        if self.live * NODE_BYTES > self.budget.limit || self.nodes.len() >= MAX_NODES {
            self.budget.give_up(Exhausted::Memory);
        }
        node
    }

    fn rehash(&mut self, size: usize) {
        self.table.clear();
        self.table.resize(size, NONE);
        for (node, triple) in self.nodes.iter().enumerate() {
            if triple.variable != FREE {
                let mut at = triple.hash() & (size - 1);
                while self.table[at] != NONE {
                    at = (at + 1) & (size - 1);
                }
                self.table[at] = node as u32;
            }
        }
    }

    /// The decision between two nodes both of which stand below the variable.
    fn decision(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        debug_assert!(self.level[variable as usize] < self.level_of(low).min(self.level_of(high)));
        if low == high { low } else { self.intern(Triple { variable, low, high }) }
    }

    /// The decision between any two nodes.
    fn compose(&mut self, variable: u32, low: u32, high: u32) -> u32 {
        if low == high {
            return low;
        }
        if self.level[variable as usize] < self.level_of(low).min(self.level_of(high)) {
            return self.intern(Triple { variable, low, high });
        }
        let condition = self.decision(variable, FALSE, TRUE);
        self.walk(condition, high, low)
    }

    /// `f ? g : h` of a guard and any two diagrams.
    pub(crate) fn select(&mut self, f: Guard, g: NodeId, h: NodeId) -> NodeId {
        if self.budget.exhausted.is_some() {
            return h;
        }
        if let Some(known) = self.known(f.0, g.0, h.0) {
            return NodeId(known);
        }
        let start = Instant::now();
        let result = self.walk(f.0, g.0, h.0);
        self.budget.spent(start);
        NodeId(result)
    }

    fn known(&self, f: u32, g: u32, h: u32) -> Option<u32> {
        match (f, g, h) {
            (TRUE, g, _) => Some(g),
            (FALSE, _, h) => Some(h),
            (f, TRUE, FALSE) => Some(f),
            (_, g, h) if g == h => Some(g),
            (f, g, h) => self.memo.get(key(f, g), h),
        }
    }

    /// Where the condition is an operand too, it is a constant there.
    fn normal(f: u32, g: u32, h: u32) -> (u32, u32, u32) {
        (f, if g == f { TRUE } else { g }, if h == f { FALSE } else { h })
    }

    /// Counts a step of an operation. Whether the operation must end, with an arbitrary result.
    fn gives_up(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.budget.is_interrupted(self.steps) {
            self.budget.give_up(Exhausted::Interrupted);
        }
        self.budget.exhausted.is_some()
    }

    fn walk(&mut self, f: u32, g: u32, h: u32) -> u32 {
        let bottom = self.frames.len();
        let mut task = Self::normal(f, g, h);
        loop {
            let (f, g, h) = task;
            let Some(mut value) = self.known(f, g, h) else {
                let ((a, x), (b, y), (c, z)) = (self.top(f), self.top(g), self.top(h));
                let top = x.min(y).min(z);
                let (f0, f1) = if x == top { (a.low, a.high) } else { (f, f) };
                let (g0, g1) = if y == top { (b.low, b.high) } else { (g, g) };
                let (h0, h1) = if z == top { (c.low, c.high) } else { (h, h) };
                let variable = if x == top {
                    a.variable
                } else if y == top {
                    b.variable
                } else {
                    c.variable
                };
                self.frames.push(Frame { f, g, h, variable, low: Self::normal(f0, g0, h0), high: NONE });
                task = Self::normal(f1, g1, h1);
                continue;
            };
            // Hand the value to the frames that wait for it.
            loop {
                if self.frames.len() == bottom {
                    return value;
                }
                let frame = self.frames.last_mut().expect("there are frames above the bottom");
                if frame.high == NONE {
                    frame.high = value;
                    task = frame.low;
                    break;
                }
                let Frame { f, g, h, variable, high, .. } = *frame;
                self.frames.pop();
                value = self.decision(variable, value, high);
                self.memo.insert(key(f, g), h, value);
                if self.gives_up() {
                    self.frames.truncate(bottom);
                    return value;
                }
            }
        }
    }

    /// A diagram that is `node` wherever `care` holds, and anything elsewhere: without the decisions that matter
    /// elsewhere only (Coudert and Madre 1990, *restrict*).
    pub(crate) fn simplify(&mut self, node: NodeId, care: Guard) -> NodeId {
        if care.is_false() || self.budget.exhausted.is_some() {
            return node;
        }
        let start = Instant::now();
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
                    // What the variable is does not matter to the diagram.
                    task = (f, self.walk(b.low, TRUE, b.high));
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
                self.memo.insert(key(f, c), SIMPLIFY, value);
                if self.gives_up() {
                    break 'walk value;
                }
            }
        };
        self.budget.spent(start);
        NodeId(result)
    }

    /// The decisions and leaves of a diagram.
    pub(crate) fn skeleton(&mut self, root: NodeId) -> Skeleton {
        self.skeletons([root.0])
    }

    /// The decisions and leaves of several diagrams, each once.
    fn skeletons(&mut self, roots: impl IntoIterator<Item = u32>) -> Skeleton {
        let mut skeleton = Skeleton { decisions: Vec::new(), leaves: Vec::new() };
        let mark = self.next_mark();
        // A node is entered once, and left, with its sign bit set, after its children.
        let mut stack: Vec<u32> = roots.into_iter().collect();
        while let Some(entry) = stack.pop() {
            if entry & PAIR != 0 {
                skeleton.decisions.push(entry & !PAIR);
                continue;
            }
            if std::mem::replace(&mut self.marks[entry as usize], mark) == mark {
                continue;
            }
            let Triple { variable, low, high } = self.nodes[entry as usize];
            if variable == LEAF {
                skeleton.leaves.push(entry);
            } else {
                stack.extend([entry | PAIR, low, high]);
            }
        }
        skeleton.leaves.sort_unstable();
        skeleton
    }

    fn next_mark(&mut self) -> u32 {
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(0);
            1
        });
        self.mark
    }

    /// Walks through two diagrams at once, within a guard.
    pub(crate) fn product(&mut self, care: Guard, left: NodeId, right: NodeId) -> Product {
        let start = Instant::now();
        let mut product = Product { decisions: Vec::new(), pairs: Vec::new(), root: NONE };
        // Where the guard and one diagram are decided, as they soon are, the numbers stand beside the nodes of the
        // other one.
        let mark = self.next_mark();
        let mut decided = NONE;
        let mut numbers: FxHashMap<(u32, u32, u32), u32> = FxHashMap::default();
        let root = (care.0, left.0, right.0);
        // A task is entered once, and left, with the bit set, after its children.
        let mut stack = vec![root];
        while let Some((c, l, r)) = stack.pop() {
            let (entered, c) = (c & PAIR != 0, c & !PAIR);
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
                // What is left of the guard does not matter to a pair of leaves.
                product.pairs.push((l, r));
                PAIR | (product.pairs.len() as u32 - 1)
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
                    stack.extend([(c | PAIR, l, r), low, high]);
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
            if product.decisions.len() * NODE_BYTES > self.budget.limit {
                self.budget.give_up(Exhausted::Memory);
            }
            if self.gives_up() {
                break;
            }
        }
        self.budget.spent(start);
        product
    }

    /// The diagram of a product with each pair of leaves replaced by a diagram, in the order of [`Product::pairs`];
    /// outside the guard of the product it is anything. Nothing where the guard is false.
    pub(crate) fn multiply(&mut self, product: &Product, pairs: &[NodeId]) -> Option<NodeId> {
        let start = Instant::now();
        let mut images: Vec<u32> = Vec::with_capacity(product.decisions.len());
        for Triple { variable, low, high } in &product.decisions {
            if self.budget.exhausted.is_some() {
                return None;
            }
            let image = |number: u32| match number & PAIR {
                0 => images[number as usize],
                _ => pairs[(number & !PAIR) as usize].0,
            };
            let image = self.compose(*variable, image(*low), image(*high));
            images.push(image);
        }
        self.budget.spent(start);
        match product.root {
            NONE => None,
            root if root & PAIR != 0 => Some(pairs[(root & !PAIR) as usize]),
            root => Some(NodeId(images[root as usize])),
        }
    }

    /// The leaf under truth values of the variables.
    pub(super) fn leaf_at(&self, node: NodeId, mut truth: impl FnMut(AtomId) -> Option<bool>) -> Option<Leaf> {
        let mut at = self.nodes[node.0 as usize];
        while at.variable != LEAF {
            let child = if truth(AtomId(at.variable - 1))? { at.high } else { at.low };
            at = self.nodes[child as usize];
        }
        Some(Leaf(at.low, at.high))
    }

    /// A memoised function of one node.
    fn memoised(&mut self, tag: u32, node: u32, compute: impl FnOnce(&mut Self) -> u32) -> u32 {
        let key = key(UNARY, tag);
        if let Some(known) = self.memo.get(key, node) {
            return known;
        }
        let result = compute(self);
        if self.budget.exhausted.is_none() {
            self.memo.insert(key, node, result);
        }
        result
    }

    /// The guard under which the leaf of a diagram is one that is chosen.
    fn relabel(&mut self, node: NodeId, chosen: impl Fn(u32) -> bool) -> u32 {
        let skeleton = self.skeleton(node);
        for leaf in &skeleton.leaves {
            self.images[*leaf as usize] = u32::from(chosen(*leaf));
        }
        for &node in &skeleton.decisions {
            if self.gives_up() {
                return FALSE;
            }
            let Triple { variable, low, high } = self.nodes[node as usize];
            let image = self.decision(variable, self.images[low as usize], self.images[high as usize]);
            self.images[node as usize] = image;
        }
        self.images[node.0 as usize]
    }

    /// The nodes of several diagrams, each counted once.
    pub(super) fn nodes_of(&mut self, diagrams: &[Guard]) -> usize {
        let skeleton = self.skeletons(diagrams.iter().map(|g| g.0));
        skeleton.decisions.len() + skeleton.leaves.len()
    }

    /// Diagrams that are what they were wherever `care` holds, which must not be `FALSE`; elsewhere each is what it is at
    /// an assignment within, the same one for all diagrams (Coudert and Madre 1990, *constrain*): so every Boolean law
    /// that holds among them still does. Nothing where something runs out.
    pub(super) fn constrain(
        &mut self,
        diagrams: impl IntoIterator<Item = Guard>,
        care: Guard,
    ) -> FxHashMap<Guard, Guard> {
        let start = Instant::now();
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
                if images.len() / TASKS * NODE_BYTES > self.budget.limit {
                    self.budget.give_up(Exhausted::Memory);
                }
                if self.gives_up() {
                    self.budget.spent(start);
                    return FxHashMap::default();
                }
                let (f, c) = task;
                let ((a, x), (b, y)) = (self.top(f), self.top(c));
                let (f0, f1) = if x <= y { (a.low, a.high) } else { (f, f) };
                let (c0, c1) = if y <= x { (b.low, b.high) } else { (c, c) };
                // Where the care set knows the variable, it does not matter.
                let low = if c0 == FALSE { (f1, c1) } else { (f0, c0) };
                let high = if c1 == FALSE { (f0, c0) } else { (f1, c1) };
                match (image(self, &images, low), image(self, &images, high)) {
                    (Some(low), Some(high)) => {
                        let variable = if x <= y { a.variable } else { b.variable };
                        images.insert(task, self.decision(variable, low, high));
                    }
                    (low_image, high_image) => {
                        stack.extend(low_image.is_none().then_some(low));
                        stack.extend(high_image.is_none().then_some(high));
                    }
                }
            }
        }
        self.budget.spent(start);
        results
    }

    /// The guard under which a diagram is the leaf `TRUE`.
    pub(crate) fn truth(&mut self, node: NodeId) -> Guard {
        Guard(self.memoised(TRUTH, node.0, |store| store.relabel(node, |leaf| leaf == TRUE)))
    }

    /// The guard under which a diagram is a leaf.
    pub(crate) fn part(&mut self, node: NodeId, leaf: NodeId) -> Guard {
        let tag = PART + leaf.0;
        Guard(self.memoised(tag, node.0, |store| store.relabel(node, |other| other == leaf.0)))
    }

    /// How many nodes a diagram has, leaves included.
    pub(crate) fn size(&mut self, node: NodeId) -> usize {
        self.memoised(NODES, node.0, |store| {
            let skeleton = store.skeleton(node);
            (skeleton.decisions.len() + skeleton.leaves.len()) as u32
        }) as usize
    }

    /// How many leaves a diagram has.
    pub(crate) fn leaf_count(&mut self, node: NodeId) -> usize {
        self.memoised(LEAVES, node.0, |store| store.skeleton(node).leaves.len() as u32) as usize
    }

    /// Whether a diagram is ordered and reduced, and its nodes are interned.
    pub(crate) fn is_canonical(&mut self, node: NodeId) -> bool {
        let skeleton = self.skeleton(node);
        skeleton.decisions.iter().all(|&node| {
            let Triple { variable, low, high } = self.nodes[node as usize];
            let level = self.level[variable as usize];
            low != high
                && level < self.level_of(low).min(self.level_of(high))
                && self.intern(Triple { variable, low, high }) == node
        })
    }

    /// Whether no assignment satisfies both `a` and `b`, or `a` and not `b`. Ends at the first that does.
    fn is_empty(&mut self, a: Guard, b: Guard, test: u32) -> bool {
        if self.budget.exhausted.is_some() {
            return true;
        }
        // What a repeated operation has built answers too.
        let (g, h) = if test == DISJOINT { (b.0, FALSE) } else { (FALSE, a.0) };
        let condition = if test == DISJOINT { a.0 } else { b.0 };
        if let Some(known) = self.known(condition, g, h) {
            return known == FALSE;
        }
        let key = key(a.0, b.0);
        if let Some(known) = self.memo.get(key, test) {
            return known == TRUE;
        }
        let start = Instant::now();
        let (never, always) = if test == DISJOINT { (FALSE, TRUE) } else { (TRUE, FALSE) };
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![(a.0, b.0)];
        let mut empty = true;
        while let Some((l, r)) = stack.pop() {
            if l == FALSE || r == never {
                continue;
            }
            // A node that is no terminal is satisfiable both ways.
            if l == TRUE || r == always {
                empty = false;
                break;
            }
            if l == r && test == DISJOINT {
                empty = false;
                break;
            }
            if l == r || !seen.insert((l, r)) {
                continue;
            }
            let ((a, x), (b, y)) = (self.top(l), self.top(r));
            let (l0, l1) = if x <= y { (a.low, a.high) } else { (l, l) };
            let (r0, r1) = if y <= x { (b.low, b.high) } else { (r, r) };
            stack.extend([(l0, r0), (l1, r1)]);
        }
        self.budget.spent(start);
        self.memo.insert(key, test, u32::from(empty));
        empty
    }
}

impl Skeleton {
    /// The leaves, ascending.
    pub(crate) fn leaves(&self) -> impl ExactSizeIterator<Item = NodeId> + '_ {
        self.leaves.iter().map(|leaf| NodeId(*leaf))
    }
}

impl Product {
    /// The pairs of leaves.
    pub(crate) fn pairs(&self) -> impl ExactSizeIterator<Item = (NodeId, NodeId)> + '_ {
        self.pairs.iter().map(|(l, r)| (NodeId(*l), NodeId(*r)))
    }
}

impl Store for Diagrams {
    fn budget(&self) -> &Budget {
        &self.budget
    }

    fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }

    fn fresh(&mut self, beside: Option<AtomId>) -> Option<AtomId> {
        if self.budget.exhausted.is_some() {
            return None;
        }
        let variable = self.level.len() as u32;
        let place = beside.map_or(self.order.len(), |atom| self.level[atom.0 as usize + 1] as usize + 1);
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
        if known.is_none() && self.budget.exhausted.is_none() {
            self.memo.insert(key(complement.0, FALSE), TRUE, a.0);
        }
        complement
    }

    fn complementary(&self, a: Guard, b: Guard) -> bool {
        self.memo.get(key(a.0, FALSE), TRUE) == Some(b.0)
    }

    fn are_disjoint(&mut self, a: Guard, b: Guard) -> bool {
        self.is_empty(a, b, DISJOINT)
    }

    fn is_implied(&mut self, a: Guard, b: Guard) -> bool {
        self.is_empty(a, b, IMPLIES)
    }

    fn collect(&mut self, live: &mut dyn Iterator<Item = Guard>) {
        let mark = self.next_mark();
        let mut stack: Vec<u32> = vec![FALSE, TRUE];
        stack.extend(live.map(|guard| guard.0));
        while let Some(node) = stack.pop() {
            if std::mem::replace(&mut self.marks[node as usize], mark) != mark {
                let Triple { variable, low, high } = self.nodes[node as usize];
                if variable != LEAF {
                    stack.extend([low, high]);
                }
            }
        }
        (self.free, self.live) = (NONE, 0);
        // Backwards, so that the lowest numbers are given out first.
        for (node, triple) in self.nodes.iter_mut().enumerate().rev() {
            // Leaves are few, and values of the engine are known by them.
            if self.marks[node] == mark || triple.variable == LEAF {
                self.live += 1;
            } else {
                *triple = Triple { variable: FREE, low: self.free, high: 0 };
                self.free = node as u32;
            }
        }
        self.memo.shrink(2 * self.live, (self.live / 4).clamp(MEMO, MEMO_MAX));
        self.rehash((2 * self.live).next_power_of_two().max(1 << 10));
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
        let Triple { variable, low, high } = self.nodes[index as usize];
        Node { index, atom: AtomId(variable - 1), low, high }
    }

    fn root(&self, g: Guard) -> u32 {
        g.0
    }
}
