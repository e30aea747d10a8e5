//! Executions that cannot end.
//!
//! The *local state* of a run consists of the point of its top frame, the locals of this frame that are live and needed, the
//! static fields, and the part of the heap that these reach, up to the names of objects. It decides what happens until the
//! frame ends. So if a local state comes back before the frame that had it has ended, in this frame or in a deeper one, it
//! comes back for ever: the execution is a *lasso*.
//!
//! Local states are looked at where loops and recursive methods begin. Every endless run passes such points. One local state
//! is kept, and all later ones are compared with it. After twice as many points as the time before, a later one is kept
//! instead, so that it is one of the states that repeat, at last (R. P. Brent, *An improved Monte Carlo factorization
//! algorithm*, 1980). If the frame of the kept state ends, the next state is kept.
//!
//! Threads may meet in other orders when a state comes back. So nothing is looked for after a fork.

use super::heap::{Body, Heap, ObjectId};
use super::machine::Frame;
use super::value::{CodePoint, Thrown, Value};
use crate::index::{Idx, IndexVec};
use crate::ir::needed::needed;
use crate::ir::{BlockId, Cause, ClassId, LocalId, MethodId, Program, StaticId, Type};
use crate::num::Num;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// An execution that cannot end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lasso {
    /// What repeats.
    pub of: Repeats,
    /// Its line.
    pub line: u32,
    /// The number of iterations, or of calls, until the same state comes back.
    pub period: u64,
}

/// What repeats for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// A loop.
    Loop,
    /// A recursive method.
    Recursion,
}

/// Where a loop or a recursive method begins.
type Point = (MethodId, BlockId);

/// Part of a local state. References are numbers in the order in which they are met.
#[derive(Debug, PartialEq)]
enum Token {
    Num(Num),
    Bool(bool),
    Null,
    Ref(u32),
    Text(Arc<str>),
    Missing,
    Thrown(CodePoint, Cause),
    Object(ClassId),
    Array(Type, Num),
    EndOfCells,
}

/// Looks for a local state that comes back.
#[derive(Debug)]
pub(super) struct Lassos<'p> {
    program: &'p Program,
    needed: IndexVec<MethodId, IndexVec<LocalId, bool>>,
    /// By point, the locals that are live and needed there.
    locals: FxHashMap<Point, Rc<[LocalId]>>,
    kept: Option<Kept>,
    /// The number of points after which another state is kept.
    patience: u64,
}

/// A local state, and what has happened since.
#[derive(Debug)]
struct Kept {
    point: Point,
    /// The number of frames.
    depth: usize,
    state: Vec<Token>,
    /// The number of points since.
    age: u64,
    /// By point, how often it has been passed since, and with how few frames.
    passed: FxHashMap<Point, Passed>,
}

/// How often a point has been passed.
#[derive(Debug)]
struct Passed {
    times: u64,
    depth: usize,
}

impl<'p> Lassos<'p> {
    /// Before a run.
    pub(super) fn new(program: &'p Program) -> Self {
        Self { program, needed: needed(program), locals: FxHashMap::default(), kept: None, patience: 1 }
    }

    /// Whether a loop or a recursive method begins where a frame is.
    pub(super) fn is_point(&self, frame: &Frame) -> bool {
        let CodePoint { method, block, index } = frame.at;
        let method = &self.program.methods[method];
        let is_recursive = || self.program.groups[method.group].recursive;
        index == 0 && (method.shape.wto.is_head(block) || block == method.entry && is_recursive())
    }

    /// The top frame has ended, and as many are left.
    pub(super) fn left(&mut self, depth: usize) {
        if self.kept.as_ref().is_some_and(|kept| kept.depth > depth) {
            self.kept = None;
        }
    }

    /// The run is at a point, with as many frames. Returns the place of a lasso if there is one, and the number of values that
    /// have been looked at.
    pub(super) fn at(
        &mut self,
        frame: &Frame,
        depth: usize,
        statics: &IndexVec<StaticId, Value>,
        heap: &Heap,
    ) -> (Option<(CodePoint, Repeats, u64)>, u64) {
        let point = (frame.at.method, frame.at.block);
        let mut looked_at = 0;
        if let Some(kept) = &mut self.kept {
            kept.age += 1;
            let passed = kept.passed.entry(point).or_insert(Passed { times: 0, depth });
            (passed.times, passed.depth) = (passed.times + 1, passed.depth.min(depth));
        }
        let locals = self.locals(point);
        let roots = || locals.iter().map(|local| &frame.locals[local.index()]).chain(statics.iter());
        if let Some(kept) = self.kept.as_ref().filter(|kept| kept.point == point) {
            let mut rest = kept.state.iter();
            let is_same = walk(self.program, heap, roots(), &mut |token| {
                looked_at += 1;
                rest.next() == Some(&token)
            });
            if is_same && rest.next().is_none() {
                return (Some(self.place(kept, depth)), looked_at);
            }
        }
        if self.kept.as_ref().is_none_or(|kept| kept.age >= self.patience) {
            if self.kept.is_some() {
                self.patience = self.patience.saturating_mul(2);
            }
            let mut state = Vec::new();
            walk(self.program, heap, roots(), &mut |token| {
                state.push(token);
                true
            });
            looked_at += state.len() as u64;
            self.kept = Some(Kept { point, depth, state, age: 0, passed: FxHashMap::default() });
        }
        (None, looked_at)
    }

    /// The locals of a point on which later steps may depend.
    fn locals(&mut self, point: Point) -> Rc<[LocalId]> {
        let live_in = &self.program.methods[point.0].shape.live_in[point.1];
        let needed = &self.needed[point.0];
        let is_needed = |local: &LocalId| needed[*local];
        let locals = self.locals.entry(point).or_insert_with(|| live_in.iter().copied().filter(is_needed).collect());
        Rc::clone(locals)
    }

    /// What repeats, and how many times until the kept state has come back with as many frames: a recursive method if
    /// there are more frames than before, and otherwise the outermost loop that begins anew.
    fn place(&self, kept: &Kept, depth: usize) -> (CodePoint, Repeats, u64) {
        let method = |point: &Point| &self.program.methods[point.0];
        let is_entry = |point: &Point| method(point).entry == point.1;
        let repeats = if depth > kept.depth { Repeats::Recursion } else { Repeats::Loop };
        let passed = kept.passed.iter().filter(|(point, _)| is_entry(point) == (repeats == Repeats::Recursion));
        let outermost =
            |(point, passed): &(&Point, &Passed)| (passed.depth, method(point).shape.wto.heads[point.1].len(), **point);
        let ((method, block), passed) = passed.min_by_key(outermost).expect("what repeats has been passed");
        (CodePoint { method: *method, block: *block, index: 0 }, repeats, passed.times)
    }
}

/// Visits the values and everything that they reach, in an order that does not depend on the names of objects, as long as
/// `visit` returns true. Returns whether it did to the end.
fn walk<'a>(
    program: &Program,
    heap: &'a Heap,
    roots: impl Iterator<Item = &'a Value>,
    visit: &mut impl FnMut(Token) -> bool,
) -> bool {
    let mut walk = Walk { open: VecDeque::new(), numbers: FxHashMap::default() };
    for value in roots {
        if !walk.value(value, visit) {
            return false;
        }
    }
    while let Some(object) = walk.open.pop_front() {
        let goes_on = match &heap[object].body {
            Body::Object { class, fields } => {
                debug_assert_eq!(fields.len(), program.classes[*class].fields.len());
                visit(Token::Object(*class)) && fields.iter().all(|field| walk.value(field, visit))
            }
            Body::Array(array) => {
                let mut cells = array.cells.iter().filter(|(_, value)| **value != array.default);
                visit(Token::Array(array.elem.clone(), array.length.clone()))
                    && walk.value(&array.default, visit)
                    && cells.all(|(index, value)| visit(Token::Num(index)) && walk.value(value, visit))
                    && visit(Token::EndOfCells)
            }
        };
        if !goes_on {
            return false;
        }
    }
    true
}

/// A walk over the heap, breadth first.
struct Walk {
    /// The objects that have been met and not visited.
    open: VecDeque<ObjectId>,
    numbers: FxHashMap<ObjectId, u32>,
}

impl Walk {
    fn value(&mut self, value: &Value, visit: &mut impl FnMut(Token) -> bool) -> bool {
        match value {
            Value::Num(n) => visit(Token::Num(n.clone())),
            Value::Bool(b) => visit(Token::Bool(*b)),
            Value::Null => visit(Token::Null),
            Value::Ref(object) => {
                let next = self.numbers.len() as u32;
                let number = *self.numbers.entry(*object).or_insert(next);
                if number == next {
                    self.open.push_back(*object);
                }
                visit(Token::Ref(number))
            }
            Value::Char(text) | Value::String(text) => visit(Token::Text(Arc::clone(text))),
            Value::Missing => visit(Token::Missing),
            Value::Thrown(Thrown { place, cause, payload }) => {
                let payload = payload.as_deref().unwrap_or(&Value::Missing);
                visit(Token::Thrown(*place, *cause)) && self.value(payload, visit)
            }
        }
    }
}
