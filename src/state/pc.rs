//! The program counter as a value summary: program point ↦ the guard of the paths there (MultiSE, section 2.1).
//!
//! Its keys are in the lockstep order, and paths that reach a point where others are join them by guarded union: a
//! point has one entry. Entries that pass a bound stay in the pc. They are *parked* and wait for a larger bound, or are
//! *cut* if the bound is a cap of the user.

use super::context::{Contexts, FrameId, ProgramPoint};
use super::live::{Live, Marks};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting, holds_guards};
use crate::ir::{BlockId, GroupId, MethodId, Program};
use crate::paths::Paths;
use rustc_hash::FxHashMap;

/// Something that has a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bounded {
    /// The iterations of a loop, by its method and head.
    Loop(MethodId, BlockId),
    /// The frames of a recursive group of methods.
    Group(GroupId),
    /// The references on the way to an object of the initial heap, by the instruction that reads it: method, block, index in
    /// the block.
    Heap(MethodId, BlockId, u32),
}

/// A pc entry: all paths of `guard` are at `point`.
#[derive(Clone)]
pub struct Entry {
    /// The program point.
    pub point: ProgramPoint,
    /// The condition under which inputs take one of the paths.
    pub guard: Guard,
    /// An upper bound of their number.
    pub paths: Paths,
    /// The iterations and recursive frames around the point that other paths have left, or wait in, since they began.
    pub input_dependent: InputDependentExits,
}

/// Iterations of loops (by frame and head) and frames of recursive groups (without a head) that an input-dependent exit, or
/// a bound inside, has parted: some of the paths that began them have left or wait, and the paths of the entry do neither.
/// The successor of an iteration or frame that is not among them is *deterministic*.
#[derive(Clone, Default)]
pub struct InputDependentExits(im::OrdSet<(FrameId, Option<BlockId>)>);

impl InputDependentExits {
    /// Whether paths have left since the iteration or frame began.
    pub fn contains(&self, frame: FrameId, head: Option<BlockId>) -> bool {
        self.0.contains(&(frame, head))
    }

    /// Notes that an iteration or frame begins.
    pub fn begin(&mut self, frame: FrameId, head: Option<BlockId>) {
        self.0.remove(&(frame, head));
    }

    /// Notes that paths leave an iteration or frame.
    pub fn insert(&mut self, frame: FrameId, head: Option<BlockId>) {
        self.0.insert((frame, head));
    }

    /// Removes a frame that ends, with its loops.
    pub fn leave(&mut self, frame: FrameId) {
        let ended: Vec<_> = self.0.range((frame, None)..).take_while(|key| key.0 == frame).copied().collect();
        for key in ended {
            self.0.remove(&key);
        }
    }

    /// Adds the exits of other paths that meet these.
    pub fn join(&mut self, other: InputDependentExits) {
        if !self.0.ptr_eq(&other.0) {
            self.0.extend(other.0);
        }
    }
}

impl Entry {
    /// Adds the paths of another entry at the same point. Returns the guard of those before.
    fn join(&mut self, logic: &mut Logic, other: Entry) -> Guard {
        let before = self.guard;
        self.guard = logic.or(before, other.guard);
        self.paths += other.paths;
        self.input_dependent.join(other.input_dependent);
        before
    }
}

holds_guards!(Entry: guard; others: point, paths, input_dependent);

/// The program counter of a state.
#[derive(Clone, Default)]
pub struct Pc {
    /// Entries that can run, the least point last.
    waiting: Vec<Entry>,
    /// Entries that wait for a larger bound.
    parked: Vec<(Entry, Bounded)>,
    /// The index in `parked` of the entry at a point.
    parked_at: FxHashMap<ProgramPoint, usize>,
    /// Entries that have passed a cap of the user.
    cut: Vec<(Entry, Bounded)>,
    /// The frame and the guard of the entry that has been taken out to run.
    running: Option<(FrameId, Guard)>,
    /// The frames that entries are in; `None` until there is a second entry. A single entry has every frame to itself, so
    /// path mode, where all states have one, need not count.
    frames: Option<Occupancy>,
}

impl Pc {
    /// The number of entries that can run.
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The entries that wait for a larger bound.
    pub fn parked(&self) -> &[(Entry, Bounded)] {
        &self.parked
    }

    /// Whether there is no entry, apart from the running one.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.parked.is_empty() && self.cut.is_empty()
    }

    /// The guards of all entries, the running one included: their disjunction is the guard of all paths.
    pub fn guards(&self) -> impl Iterator<Item = Guard> + '_ {
        self.entries().map(|entry| entry.guard).chain(self.running.map(|(_, guard)| guard))
    }

    /// Takes the entry that runs next: the least in the lockstep order. Its frame counts as occupied until
    /// [`release`](Self::release).
    pub fn take(&mut self) -> Option<Entry> {
        let entry = self.waiting.pop()?;
        self.running = Some((entry.point.frame, entry.guard));
        Some(entry)
    }

    /// Ends the step of the entry taken last.
    pub fn release(&mut self, contexts: &Contexts) {
        if let Some((frame, _)) = self.running.take() {
            self.vacate(contexts, frame);
        }
    }

    /// Puts back the entry taken last, which has not run after all.
    pub fn put_back(&mut self, entry: Entry) {
        self.running = None;
        self.waiting.push(entry);
    }

    /// Whether no entry but the running one is in a frame, or in one called from it.
    pub fn is_alone_in(&self, frame: FrameId) -> bool {
        self.frames.as_ref().is_none_or(|frames| frames.0.get(&frame) == Some(&1))
    }

    /// Adds paths that can run, by guarded union. Returns the guard of the paths that were at the point already, if any.
    pub fn arrive(&mut self, logic: &mut Logic, program: &Program, contexts: &Contexts, entry: Entry) -> Option<Guard> {
        let place = self.waiting.binary_search_by(|e| contexts.cmp(program, e.point, entry.point).reverse());
        match place {
            Ok(place) => Some(self.waiting[place].join(logic, entry)),
            Err(place) => {
                self.occupy(contexts, entry.point.frame);
                self.waiting.insert(place, entry);
                None
            }
        }
    }

    /// Adds paths to the entry that is parked at their point. Returns the guard that this entry had, or `entry` if none is
    /// parked there.
    pub fn join_parked(&mut self, logic: &mut Logic, entry: Entry) -> Result<Guard, Entry> {
        match self.parked_at.get(&entry.point) {
            Some(&place) => Ok(self.parked[place].0.join(logic, entry)),
            None => Err(entry),
        }
    }

    /// Parks paths until a bound is larger.
    pub fn park(&mut self, contexts: &Contexts, entry: Entry, what: Bounded) {
        self.occupy(contexts, entry.point.frame);
        self.parked_at.insert(entry.point, self.parked.len());
        self.parked.push((entry, what));
    }

    /// Cuts paths that pass a cap of the user.
    pub fn cut_off(&mut self, contexts: &Contexts, entry: Entry, what: Bounded) {
        self.occupy(contexts, entry.point.frame);
        self.cut.push((entry, what));
    }

    /// Keeps the parked entries that satisfy a predicate; the others leave the pc for good.
    pub fn retain_parked(&mut self, contexts: &Contexts, mut keep: impl FnMut(&Entry) -> bool) {
        self.parked_at.clear();
        for (entry, what) in std::mem::take(&mut self.parked) {
            if keep(&entry) {
                self.parked_at.insert(entry.point, self.parked.len());
                self.parked.push((entry, what));
            } else {
                self.vacate(contexts, entry.point.frame);
            }
        }
    }

    /// Removes and returns the parked entries.
    pub fn resume(&mut self, contexts: &Contexts) -> Vec<(Entry, Bounded)> {
        self.parked_at.clear();
        let parked = std::mem::take(&mut self.parked);
        parked.iter().for_each(|(entry, _)| self.vacate(contexts, entry.point.frame));
        parked
    }

    /// Notes that paths leave an iteration or frame by an exception, or wait in it: the entries that are still in its frame,
    /// or in one called from it, are parted from them.
    pub fn part(&mut self, contexts: &Contexts, frame: FrameId, head: Option<BlockId>) {
        for entry in self.all_mut() {
            if contexts.is_within(entry.point.frame, frame) {
                entry.input_dependent.insert(frame, head);
            }
        }
    }

    /// All entries but the running one.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.waiting.iter().chain(self.parked.iter().chain(&self.cut).map(|(entry, _)| entry))
    }

    /// All entries but the running one.
    fn all_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.waiting.iter_mut().chain(self.parked.iter_mut().chain(&mut self.cut).map(|(entry, _)| entry))
    }

    /// Counts an entry that is about to be added in a frame.
    fn occupy(&mut self, contexts: &Contexts, frame: FrameId) {
        if self.frames.is_none() {
            if self.is_empty() && self.running.is_none() {
                return;
            }
            let mut frames = Occupancy::default();
            let occupied = self.entries().map(|entry| entry.point.frame).chain(self.running.map(|(frame, _)| frame));
            occupied.for_each(|frame| frames.enter(contexts, frame));
            self.frames = Some(frames);
        }
        if let Some(frames) = &mut self.frames {
            frames.enter(contexts, frame);
        }
    }

    /// Counts that an entry has left a frame.
    fn vacate(&mut self, contexts: &Contexts, frame: FrameId) {
        if let Some(frames) = &mut self.frames {
            frames.leave(contexts, frame);
        }
    }
}

impl HoldsGuards for Pc {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { waiting: _, parked: _, parked_at: _, cut: _, running, frames: _ } = self;
        running.iter().for_each(|(_, guard)| visit(*guard));
        self.entries().for_each(|entry| entry.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.running.iter_mut().for_each(|(_, guard)| guard.rewrite(logic, rewriting));
        self.all_mut().for_each(|entry| entry.rewrite(logic, rewriting));
    }
}

impl Marks for Pc {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { waiting: _, parked: _, parked_at: _, cut: _, running, frames: _ } = self;
        running.iter().for_each(|(frame, _)| live.frame(*frame));
        self.entries().for_each(|entry| live.point(entry.point));
    }
}

/// The number of entries in each frame. Each occupied frame that was called from it counts as one more.
#[derive(Clone, Default)]
struct Occupancy(FxHashMap<FrameId, u32>);

impl Occupancy {
    fn enter(&mut self, contexts: &Contexts, frame: FrameId) {
        let mut at = Some(frame);
        while let Some(frame) = at {
            let count = self.0.entry(frame).or_insert(0);
            *count += 1;
            at = if *count == 1 { contexts.caller(frame) } else { None };
        }
    }

    fn leave(&mut self, contexts: &Contexts, frame: FrameId) {
        let mut at = Some(frame);
        while let Some(frame) = at {
            let count = self.0.get_mut(&frame).expect("an entry was counted when it came");
            *count -= 1;
            at = None;
            if *count == 0 {
                self.0.remove(&frame);
                at = contexts.caller(frame);
            }
        }
    }
}
