//! Calling contexts and program points: where paths are.
//!
//! A *frame* is a call of a method from a program point of its caller, hash-consed. The root frame of a thread has no
//! caller; its fork distinguishes it from others. A *program point* is a frame, a block, the instruction that runs next and the
//! iteration numbers of the loops around the block. So the chain of a frame's parents is the string of call sites, with
//! the iteration numbers of every frame below. Two sets of paths are at the same program point exactly when these are equal.
//!
//! # The lockstep order
//!
//! [`Contexts::cmp`] is lexicographic: outermost frame first; inside a frame the weak topological order of the blocks,
//! where inside a loop the iteration number precedes the position in the body; a block before the calls made at
//! its end; at one call site the callee's method id; last the instruction. The comparison walks skip pointers, so
//! its cost is logarithmic in the depth of the contexts.

use super::live::InUse;
use crate::entity;
use crate::index::Slots;
use crate::ir::{BlockId, GroupId, MethodId, Program};
use crate::summary::ThreadId;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

entity! {
    /// A calling context.
    pub struct FrameId("frame");
    /// A vector of iteration numbers.
    pub struct ItersId("iters");
}

/// The thread of the entry, which also runs the static initialisers.
pub const MAIN: ThreadId = ThreadId(0);

/// A point where paths are: a key of the program counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProgramPoint {
    /// The calling context.
    pub frame: FrameId,
    /// The block of the frame's method.
    pub block: BlockId,
    /// The index in the block of the instruction that runs next; 0 except for paths that wait within their block.
    pub instruction: u32,
    /// The iteration numbers of the loops around the block, outermost first.
    pub iters: ItersId,
}

impl ProgramPoint {
    /// The same block of the same frame and iteration, from its first instruction.
    pub fn block_start(self) -> Self {
        Self { instruction: 0, ..self }
    }
}

/// A calling context: a call of `method` from the block at `caller`.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The method that runs.
    pub method: MethodId,
    /// The thread that runs it.
    pub thread: ThreadId,
    /// The block that ends with the call, in the frame of the caller; `None` for a root frame.
    pub caller: Option<ProgramPoint>,
    /// The number of frames below: its callers, direct and indirect.
    pub depth: u32,
    /// The nearest frame below of the same recursive group. Frames below a fork are also below the frames of its thread.
    pub outer_in_group: Option<FrameId>,
    /// The number of frames of the same recursive group in the context, with this one; 1 in a group that does not
    /// recurse.
    pub group_depth: u32,
    /// A frame further below, for logarithmic ascent.
    jump: FrameId,
}

/// The store of frames and iteration vectors.
#[derive(Debug)]
pub struct Contexts {
    frames: Slots<FrameId, Frame>,
    interned: FxHashMap<(Option<ProgramPoint>, MethodId), FrameId>,
    /// The instruction that forked each thread, in a frame of its parent; `None` for the thread of the entry.
    threads: Slots<ThreadId, Option<ProgramPoint>>,
    forked: FxHashMap<(ProgramPoint, MethodId), FrameId>,
    iters: Slots<ItersId, Box<[u32]>>,
    outside: ItersId,
    iters_interned: FxHashMap<Box<[u32]>, ItersId>,
}

impl Default for Contexts {
    fn default() -> Self {
        let mut iters = Slots::default();
        let outside = iters.push(Box::default());
        let mut threads = Slots::default();
        threads.push(None);
        let (frames, interned, forked) = (Slots::default(), FxHashMap::default(), FxHashMap::default());
        Self { frames, interned, threads, forked, iters, outside, iters_interned: FxHashMap::default() }
    }
}

impl Contexts {
    /// The number of frames, threads and iteration vectors.
    pub fn count(&self) -> usize {
        self.frames.len() + self.threads.len() + self.iters.len()
    }

    /// Forgets the frames, threads and iteration vectors that are not in use.
    pub fn retain(&mut self, used: &InUse) {
        let Self { frames, interned, threads, forked, iters, outside, iters_interned } = self;
        frames.retain(|frame, _| used.frames.contains(&frame));
        interned.retain(|_, frame| used.frames.contains(frame));
        forked.retain(|_, frame| used.frames.contains(frame));
        threads.retain(|thread, _| thread == MAIN || used.threads.contains(&thread));
        iters.retain(|id, _| id == *outside || used.iters.contains(&id));
        iters_interned.retain(|_, id| used.iters.contains(id));
    }

    /// Whether the frame and iterations of a point have not been forgotten.
    pub fn has(&self, point: ProgramPoint) -> bool {
        self.frames.get(point.frame).is_some() && self.iters.get(point.iters).is_some()
    }

    /// The frame of this id.
    pub fn frame(&self, id: FrameId) -> &Frame {
        &self.frames[id]
    }

    /// The frame that a frame was called from; `None` for a root frame.
    pub fn caller(&self, id: FrameId) -> Option<FrameId> {
        self.frames[id].caller.map(|point| point.frame)
    }

    /// A program point, that of the call which made its frame, and so on down to the root frame.
    pub fn around(&self, at: ProgramPoint) -> impl Iterator<Item = ProgramPoint> {
        std::iter::successors(Some(at), |at| self.frames[at.frame].caller)
    }

    /// The call or fork that made a frame; `None` for the root frame of the entry's thread.
    pub(super) fn made_at(&self, id: FrameId) -> Option<ProgramPoint> {
        let frame = &self.frames[id];
        frame.caller.or(self.threads[frame.thread])
    }

    /// Whether `frame` is `outer`, or was called from it, directly or not.
    pub fn is_within(&self, frame: FrameId, outer: FrameId) -> bool {
        self.frames[frame].depth >= self.frames[outer].depth && self.ascend(frame, self.frames[outer].depth) == outer
    }

    /// The iteration numbers of a program point.
    pub fn iters(&self, id: ItersId) -> &[u32] {
        &self.iters[id]
    }

    fn intern_iters(&mut self, iters: &[u32]) -> ItersId {
        // Outside of all loops. It is not looked up, because a comparison of empty slices can cost `memcmp` a fault that the
        // processor suppresses: a tenth of the time of a program without loops.
        if iters.is_empty() {
            return self.outside;
        }
        if let Some(&id) = self.iters_interned.get(iters) {
            return id;
        }
        let id = self.iters.push(iters.into());
        self.iters_interned.insert(iters.into(), id);
        id
    }

    /// The frame of a call of `method` at the end of the block at `caller`; a root frame if that is `None`.
    pub fn enter(&mut self, program: &Program, caller: Option<ProgramPoint>, method: MethodId) -> FrameId {
        let caller = caller.map(ProgramPoint::block_start);
        if let Some(&id) = self.interned.get(&(caller, method)) {
            return id;
        }
        let thread = caller.map_or(MAIN, |at| self.frames[at.frame].thread);
        let id = self.push(program, method, thread, caller);
        self.interned.insert((caller, method), id);
        id
    }

    /// The root frame of the thread that a fork makes to run `method`; `at` is the instruction.
    pub fn fork(&mut self, program: &Program, at: ProgramPoint, method: MethodId) -> FrameId {
        if let Some(&id) = self.forked.get(&(at, method)) {
            return id;
        }
        let thread = self.threads.push(Some(at));
        let id = self.push(program, method, thread, None);
        self.forked.insert((at, method), id);
        id
    }

    fn push(&mut self, program: &Program, method: MethodId, thread: ThreadId, caller: Option<ProgramPoint>) -> FrameId {
        let id = self.frames.next_id();
        let (mut depth, mut jump) = (0, id);
        if let Some(at) = caller {
            let parent = &self.frames[at.frame];
            depth = parent.depth + 1;
            // Myers' skip pointers: a jump doubles when the two before it have the same length.
            let (up, upper) = (&self.frames[parent.jump], self.frames[parent.jump].jump);
            let doubled = parent.depth - up.depth == up.depth - self.frames[upper].depth;
            jump = if doubled { upper } else { at.frame };
        }
        let group = program.methods[method].group;
        let below = caller.or(self.threads[thread]).filter(|_| program.groups[group].recursive);
        let outer_in_group = below.and_then(|at| self.nearest_in_group(program, at.frame, group));
        let group_depth = outer_in_group.map_or(1, |f| self.frames[f].group_depth + 1);
        self.frames.push(Frame { method, thread, caller, depth, outer_in_group, group_depth, jump })
    }

    /// The instruction that has forked a thread, in a frame of its parent; `None` for the thread of the entry. It distinguishes the
    /// thread from all others.
    pub fn forked_at(&self, thread: ThreadId) -> Option<ProgramPoint> {
        self.threads[thread]
    }

    /// The instructions that have forked a thread, its parent, and so on.
    pub fn forks(&self, thread: ThreadId) -> impl Iterator<Item = ProgramPoint> {
        std::iter::successors(self.threads[thread], |at| self.threads[self.thread_at(*at)])
    }

    /// The thread that has forked a thread; `None` for that of the entry.
    pub fn parent(&self, thread: ThreadId) -> Option<ThreadId> {
        self.threads[thread].map(|at| self.thread_at(at))
    }

    /// The thread that steps at a program point.
    pub fn thread_at(&self, at: ProgramPoint) -> ThreadId {
        self.frames[at.frame].thread
    }

    /// The nearest frame at or below `frame` whose method belongs to the group.
    fn nearest_in_group(&self, program: &Program, frame: FrameId, group: GroupId) -> Option<FrameId> {
        let mut below = std::iter::successors(Some(frame), |frame| self.made_at(*frame).map(|at| at.frame));
        below.find(|frame| program.methods[self.frames[*frame].method].group == group)
    }

    /// The program point at the start of a frame's method.
    pub fn start(&mut self, program: &Program, frame: FrameId) -> ProgramPoint {
        let info = &self.frames[frame];
        let method = &program.methods[info.method];
        let block = method.start(info.caller.is_none() && info.thread == MAIN);
        let iters = vec![0; method.shape.wto.heads[block].len()];
        ProgramPoint { frame, block, instruction: 0, iters: self.intern_iters(&iters) }
    }

    /// The program point after the edge from the block at `from` to `to` in the same frame. Loops that are left lose
    /// their iteration number, loops that are entered start with 0, and a back edge to the head of a loop adds 1.
    pub fn follow(&mut self, program: &Program, from: ProgramPoint, to: BlockId) -> ProgramPoint {
        let wto = &program.methods[self.frames[from.frame].method].shape.wto;
        let (old, new) = (&wto.heads[from.block], &wto.heads[to]);
        let shared = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let mut iters = self.iters[from.iters][..shared].to_vec();
        if shared == new.len() && new.last() == Some(&to) {
            // `to` is the head of a loop that `from` is in: a back edge.
            *iters.last_mut().expect("a head is in its own loop") += 1;
        }
        iters.resize(new.len(), 0);
        ProgramPoint { frame: from.frame, block: to, instruction: 0, iters: self.intern_iters(&iters) }
    }

    /// The iteration number of the loop with this head at a program point inside it.
    pub fn iteration(&self, program: &Program, at: ProgramPoint, head: BlockId) -> Option<u32> {
        let heads = &program.methods[self.frames[at.frame].method].shape.wto.heads[at.block];
        heads.iter().position(|h| *h == head).map(|level| self.iters[at.iters][level])
    }

    /// The order of two places in one method.
    fn cmp_places(
        &self,
        program: &Program,
        method: MethodId,
        a: (BlockId, ItersId),
        b: (BlockId, ItersId),
    ) -> Ordering {
        let wto = &program.methods[method].shape.wto;
        let (heads_a, heads_b) = (&wto.heads[a.0], &wto.heads[b.0]);
        let (iters_a, iters_b) = (&self.iters[a.1], &self.iters[b.1]);
        for level in 0.. {
            let order = match (heads_a.get(level), heads_b.get(level)) {
                (Some(x), Some(y)) if x == y => iters_a[level].cmp(&iters_b[level]),
                (x, y) => {
                    let place = |head: Option<&BlockId>, block| wto.position[*head.unwrap_or(&block)];
                    return place(x, a.0).cmp(&place(y, b.0));
                }
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        unreachable!("the levels end with the shorter list of heads")
    }

    fn below(&self, frame: FrameId) -> FrameId {
        self.frames[frame].caller.expect("only frames above the root are ascended from").frame
    }

    /// The frame with `depth` frames below it, among `frame` and those below it.
    fn ascend(&self, mut frame: FrameId, depth: u32) -> FrameId {
        while self.frames[frame].depth > depth {
            let jump = self.frames[frame].jump;
            frame = if self.frames[jump].depth >= depth && jump != frame { jump } else { self.below(frame) };
        }
        frame
    }

    /// The lockstep order.
    pub fn cmp(&self, program: &Program, a: ProgramPoint, b: ProgramPoint) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        let (depth_a, depth_b) = (self.frames[a.frame].depth, self.frames[b.frame].depth);
        let common = depth_a.min(depth_b);
        let (mut x, mut y) = (self.ascend(a.frame, common), self.ascend(b.frame, common));
        if x == y {
            // One of the frames is the other, or was called from it.
            let place = |at: ProgramPoint, depth: u32| {
                if depth == common {
                    return (at.block, at.iters);
                }
                let call = self.frames[self.ascend(at.frame, common + 1)].caller;
                let call = call.expect("a frame above another has a caller");
                (call.block, call.iters)
            };
            let method = self.frames[x].method;
            let places = self.cmp_places(program, method, place(a, depth_a), place(b, depth_b));
            return places.then(depth_a.cmp(&depth_b)).then(a.instruction.cmp(&b.instruction));
        }
        // The outermost frames in which the contexts differ.
        while self.frames[x].depth > 0 && self.below(x) != self.below(y) {
            let (up, vp) = (self.frames[x].jump, self.frames[y].jump);
            (x, y) = if up != vp { (up, vp) } else { (self.below(x), self.below(y)) };
        }
        let (f, g) = (&self.frames[x], &self.frames[y]);
        match (f.caller, g.caller) {
            (Some(p), Some(q)) => {
                let method = self.frames[p.frame].method;
                self.cmp_places(program, method, (p.block, p.iters), (q.block, q.iters)).then(f.method.cmp(&g.method))
            }
            _ => x.cmp(&y),
        }
    }
}
