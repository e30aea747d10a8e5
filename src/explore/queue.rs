//! The pc: the entries that wait, in the order in which they run.
//!
//! In merge mode the least entry of the lockstep order runs next, and entries at one location coalesce; so the queue
//! is a sorted list, the least last. In path mode the newest entry runs next (depth first: the number of states that
//! wait stays small) and nothing coalesces.

use crate::guard::{Guard, Logic, Rewriting};
use crate::ir::{BlockId, Program};
use crate::paths::Paths;
use crate::state::{Contexts, FrameId, Location, Sigma};
use std::cmp::Ordering;

/// A pc entry: all paths of `guard` are at `location`.
#[derive(Clone)]
pub struct Entry {
    /// Where.
    pub location: Location,
    /// Which paths.
    pub guard: Guard,
    /// How many, at most.
    pub paths: Paths,
    /// With which guard the iterations and recursive frames around the location began.
    pub starts: Starts,
    /// How many instructions of the block have been run already: those before one that reads the initial heap deep.
    pub skip: u32,
    /// The entry's own Σ, in path mode.
    pub sigma: Option<Sigma>,
}

/// The guard with which the current iteration of a loop (by the head) or a frame of a recursive group (no head) began.
#[derive(Clone, Default)]
pub struct Starts(im::OrdMap<(FrameId, Option<BlockId>), Guard>);

impl Starts {
    /// When the iteration or frame began.
    pub fn get(&self, frame: FrameId, head: Option<BlockId>) -> Option<Guard> {
        self.0.get(&(frame, head)).copied()
    }

    /// An iteration or frame begins.
    pub fn set(&mut self, frame: FrameId, head: Option<BlockId>, guard: Guard) {
        self.0.insert((frame, head), guard);
    }

    /// A frame ends.
    pub fn leave(&mut self, frame: FrameId) {
        let ended: Vec<_> = self.0.range((frame, None)..).map(|(k, _)| *k).take_while(|k| k.0 == frame).collect();
        for key in ended {
            self.0.remove(&key);
        }
    }

    fn join(&mut self, logic: &mut Logic, other: Starts) {
        if self.0.ptr_eq(&other.0) {
            return;
        }
        for (&key, &guard) in &other.0 {
            let mine = self.0.get(&key).copied();
            let joined = mine.map_or(guard, |mine| logic.guards.or(mine, guard));
            if mine != Some(joined) {
                self.0.insert(key, joined);
            }
        }
    }
}

impl Entry {
    /// Every guard that the entry holds on to, for the collection of dead guards.
    pub fn guards(&self) -> impl Iterator<Item = Guard> + '_ {
        let state = self.sigma.iter().flat_map(Sigma::guards);
        std::iter::once(self.guard).chain(self.starts.0.values().copied()).chain(state)
    }

    /// Replaces every guard by its image.
    pub fn rewrite(&mut self, logic: &mut Logic, images: &Rewriting) {
        self.guard = images.of(self.guard);
        self.starts = Starts(self.starts.0.iter().map(|(key, guard)| (*key, images.of(*guard))).collect());
        if let Some(sigma) = &mut self.sigma {
            sigma.rewrite(logic, images);
        }
    }

    /// Takes in the paths of another entry at the same location.
    pub fn coalesce(&mut self, logic: &mut Logic, other: Entry) {
        self.guard = logic.guards.or(self.guard, other.guard);
        self.paths += other.paths;
        self.starts.join(logic, other.starts);
    }
}

/// The entries that wait.
#[derive(Default)]
pub struct Queue {
    entries: Vec<Entry>,
}

impl Queue {
    /// How many entries wait.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The entries.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The entries.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Entry> {
        self.entries.iter_mut()
    }

    /// Takes the entry that runs next.
    pub fn pop(&mut self) -> Option<Entry> {
        self.entries.pop()
    }

    /// Path mode: the entry runs next.
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Merge mode: the place of the entry in the lockstep order, or the entry with which it coalesces. At one location
    /// those that have run fewer instructions of the block come first.
    pub fn find(&self, program: &Program, contexts: &Contexts, at: Location, skip: u32) -> Result<usize, usize> {
        self.entries.binary_search_by(|e| match contexts.cmp(program, e.location, at).then(e.skip.cmp(&skip)) {
            Ordering::Less => Ordering::Greater,
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => Ordering::Less,
        })
    }

    /// Merge mode: adds an entry at the place that [`find`](Self::find) gave.
    pub fn insert(&mut self, place: usize, entry: Entry) {
        self.entries.insert(place, entry);
    }

    /// The entry at a place.
    pub fn at(&mut self, place: usize) -> &mut Entry {
        &mut self.entries[place]
    }
}
