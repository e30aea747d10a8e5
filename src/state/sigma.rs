//! Σ: what the program has written.
//!
//! It is a persistent map, so that path mode can clone it for each successor at almost no cost. The initial heap is not
//! in it: see [`super::heap`].

use super::context::{Contexts, FrameId};
use super::live::{Live, Marks};
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::ir::{FieldId, LocalId, MethodId, Program, SiteId, StaticId};
use crate::summary::{AddrId, Summary, ThreadId, ThrownId, Value};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use std::hash::Hash;
use std::rc::Rc;

/// A key of Σ other than a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A field of an object.
    Field(AddrId, FieldId),
    /// A cell of an array; the number is the place of its index key in the list of the array.
    Cell(AddrId, u32),
    /// The length of an allocated array.
    Length(AddrId),
    /// A static field.
    Static(StaticId),
    /// The number of objects that a thread has made at an allocation instruction.
    Counter(ThreadId, SiteId),
    /// The thread that has the monitor of an object or array; null or undefined where no thread has it.
    Owner(AddrId),
    /// The number of times that this thread has taken the monitor and not released it.
    Held(AddrId),
}

impl Key {
    /// The object or array that the key belongs to.
    pub fn address(self) -> Option<AddrId> {
        match self {
            Key::Field(a, _) | Key::Cell(a, _) | Key::Length(a) | Key::Owner(a) | Key::Held(a) => Some(a),
            Key::Static(_) | Key::Counter(..) => None,
        }
    }
}

/// A place that has a value in Σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// A local of a frame.
    Local(FrameId, LocalId),
    /// A key of the heap.
    Heap(Key),
    /// The value of a field, cell or counter when a frame was entered, on the paths on which the call has written it.
    Before(FrameId, Key),
}

/// Keys of the heap below which there is no sweep; few in builds with debug assertions, so that tests also test sweeps.
const SWEEP_FROM: usize = if cfg!(debug_assertions) { 16 } else { 512 };

type Map<K, V> = im::HashMap<K, V, FxBuildHasher>;

/// A map from keys to summaries. An absent key has a summary without pairs.
#[derive(Clone, Default)]
pub struct Sigma {
    locals: Map<FrameId, Rc<Vec<Summary>>>,
    heap: Map<Key, Summary>,
    /// The results of tabled calls, by method and arguments, on the paths on which they have been run, from any call site.
    /// They can be computed again, so they can be forgotten at any time.
    results: Map<MethodId, Map<Rc<[Value]>, Summary>>,
    /// For each frame, the old values of the keys that it, or calls from it, have overwritten.
    before: Map<FrameId, Map<Key, Summary>>,
    /// The number of keys of the heap after the last sweep.
    swept: usize,
}

impl Sigma {
    /// The summary of a local.
    pub fn local(&self, frame: FrameId, local: LocalId) -> Summary {
        self.stored(Place::Local(frame, local))
    }

    /// Replaces the summary of a local.
    fn set_local(&mut self, frame: FrameId, local: LocalId, value: Summary) {
        let locals = Rc::make_mut(self.locals.entry(frame).or_default());
        if locals.len() <= local.0 as usize {
            locals.resize_with(local.0 as usize + 1, Summary::empty);
        }
        locals[local.0 as usize] = value;
    }

    /// The locals of a frame, by number; those beyond the end are absent.
    pub fn locals(&self, frame: FrameId) -> &[Summary] {
        self.locals.get(&frame).map_or(&[], |l| l)
    }

    /// Forgets the locals of a frame that are not among these.
    pub fn keep_locals(&mut self, frame: FrameId, kept: &[LocalId]) {
        let Some(locals) = self.locals.get(&frame) else { return };
        let is_kept = |local: usize| kept.contains(&LocalId(local as u32));
        if kept.is_empty() {
            self.locals.remove(&frame);
        } else if locals.iter().enumerate().any(|(local, value)| !value.is_empty() && !is_kept(local)) {
            let locals = Rc::make_mut(self.locals.entry(frame).or_default());
            let dead = locals.iter_mut().enumerate().filter(|(local, _)| !is_kept(*local));
            dead.for_each(|(_, value)| *value = Summary::empty());
        }
    }

    /// Forgets all locals of a frame.
    pub fn drop_frame(&mut self, frame: FrameId) {
        self.locals.remove(&frame);
    }

    /// The summary of a heap key.
    pub fn get(&self, key: Key) -> Summary {
        self.stored(Place::Heap(key))
    }

    /// The number of keys of the heap.
    pub fn heap_len(&self) -> usize {
        self.heap.len()
    }

    /// All heap keys with their summaries, in no particular order: sort them before the order can be seen.
    pub fn heap(&self) -> impl Iterator<Item = (Key, &Summary)> {
        self.heap.iter().map(|(k, s)| (*k, s))
    }

    /// All summaries, in no particular order.
    pub fn values(&self) -> impl Iterator<Item = &Summary> {
        self.all_locals().chain(self.heap.values())
    }

    /// All locals of all frames, in no particular order.
    pub fn all_locals(&self) -> impl Iterator<Item = &Summary> {
        self.locals.values().flat_map(|l| l.iter())
    }

    /// The number of calls of a method that are tabled.
    pub fn results_len(&self, method: MethodId) -> usize {
        self.results.get(&method).map_or(0, Map::len)
    }

    /// The result of a tabled call.
    pub fn result(&self, method: MethodId, args: &[Value]) -> Summary {
        let known = self.results.get(&method).and_then(|calls| calls.get(args));
        known.cloned().unwrap_or_else(Summary::empty)
    }

    /// Replaces the result of a tabled call.
    pub fn set_result(&mut self, method: MethodId, args: Rc<[Value]>, value: Summary) {
        self.results.entry(method).or_default().insert(args, value);
    }

    /// Forgets the results of tabled calls of a method.
    pub fn drop_results(&mut self, method: MethodId) {
        self.results.remove(&method);
    }

    /// The summary of a place.
    pub fn stored(&self, place: Place) -> Summary {
        let value = match place {
            Place::Local(frame, local) => self.locals.get(&frame).and_then(|l| l.get(local.0 as usize)),
            Place::Heap(key) => self.heap.get(&key),
            Place::Before(frame, key) => self.before.get(&frame).and_then(|keys| keys.get(&key)),
        };
        value.cloned().unwrap_or_else(Summary::empty)
    }

    /// Replaces the summary of a place.
    pub fn write(&mut self, place: Place, value: Summary) {
        match place {
            Place::Local(frame, local) => self.set_local(frame, local, value),
            Place::Heap(key) => {
                self.heap.insert(key, value);
            }
            Place::Before(frame, key) if value.is_empty() => {
                let keys = self.before.entry(frame).or_default();
                keys.remove(&key);
                if keys.is_empty() {
                    self.before.remove(&frame);
                }
            }
            Place::Before(frame, key) => {
                self.before.entry(frame).or_default().insert(key, value);
            }
        }
    }

    /// The places that may have another value in another Σ, in order.
    pub fn differing(&self, other: &Sigma) -> Vec<Place> {
        let mut places = Vec::new();
        if !self.locals.ptr_eq(&other.locals) {
            let frames: BTreeSet<FrameId> = self.locals.keys().chain(other.locals.keys()).copied().collect();
            for frame in frames {
                let (mine, theirs) = (self.locals(frame), other.locals(frame));
                let most = mine.len().max(theirs.len());
                places.extend((0..most as u32).map(|local| Place::Local(frame, LocalId(local))));
            }
        }
        if !self.heap.ptr_eq(&other.heap) {
            let keys: BTreeSet<Key> = self.heap.keys().chain(other.heap.keys()).copied().collect();
            places.extend(keys.into_iter().map(Place::Heap));
        }
        if !self.before.ptr_eq(&other.before) {
            let mine = self.before.keys().flat_map(|frame| self.overwritten(*frame));
            let theirs = other.before.keys().flat_map(|frame| other.overwritten(*frame));
            places.extend(mine.chain(theirs).collect::<BTreeSet<Place>>());
        }
        places.retain(|place| self.stored(*place) != other.stored(*place));
        places
    }

    /// The places of the old values that a frame will compare, in order.
    pub fn overwritten(&self, frame: FrameId) -> BTreeSet<Place> {
        let keys = self.before.get(&frame).into_iter().flat_map(|keys| keys.keys());
        keys.map(|key| Place::Before(frame, *key)).collect()
    }

    /// The objects with old values that some frame will compare, in no particular order.
    pub fn compared(&self) -> impl Iterator<Item = AddrId> {
        self.before.values().flat_map(|keys| keys.keys()).filter_map(|key| key.address())
    }

    /// The objects with old values that this frame will compare, in no particular order.
    pub fn compared_by(&self, frame: FrameId) -> impl Iterator<Item = AddrId> {
        self.before.get(&frame).into_iter().flat_map(|keys| keys.keys()).filter_map(|key| key.address())
    }

    /// Forgets the old values that a frame would compare.
    pub fn drop_changes(&mut self, frame: FrameId) {
        self.before.remove(&frame);
    }

    /// Forgets the results of tabled calls, unless another Σ has the same.
    pub fn keep_common_results(&mut self, other: &Sigma) {
        if !self.results.ptr_eq(&other.results) {
            self.results = Map::default();
        }
    }

    /// The exceptions in flight.
    pub fn in_flight(&self, lx: &mut Logic, program: &Program, contexts: &Contexts) -> Vec<ThrownId> {
        let mut thrown = Vec::new();
        for (frame, locals) in &self.locals {
            let infos = &program.methods[contexts.frame(*frame).method].locals;
            // Only exceptions have no type.
            let slots = infos.iter().zip(locals.iter()).filter(|(info, _)| info.ty.is_none());
            thrown.extend(slots.flat_map(|(_, value)| value.values(lx)).filter_map(Value::as_thrown));
        }
        thrown
    }

    /// Whether the heap has doubled since the last sweep (and is worth one).
    pub fn wants_sweep(&self) -> bool {
        self.heap.len() > 2 * self.swept.max(SWEEP_FROM)
    }

    /// Forgets the heap keys that are not `kept`.
    pub fn sweep(&mut self, kept: impl Fn(Key) -> bool) {
        self.heap.retain(|k, _| kept(*k));
        self.swept = self.heap.len();
    }
}

fn rewritten(value: &Summary, logic: &mut Logic, images: &Rewriting) -> Summary {
    let mut new = value.clone();
    new.rewrite(logic, images);
    new
}

/// Replaces the values of a map that change. The rest stays shared with other maps.
fn rewrite_values<K: Clone + Eq + Hash, V: Clone>(map: &mut Map<K, V>, mut changed: impl FnMut(&V) -> Option<V>) {
    let new: Vec<(K, V)> = map.iter().filter_map(|(key, value)| Some((key.clone(), changed(value)?))).collect();
    map.extend(new);
}

impl HoldsGuards for Sigma {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { locals, heap, results, before, swept: _ } = self;
        let results = results.values().flat_map(|calls| calls.values());
        let before = before.values().flat_map(|keys| keys.values());
        let stored = locals.values().flat_map(|l| l.iter()).chain(heap.values()).chain(results).chain(before);
        stored.for_each(|summary| summary.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, images: &Rewriting) {
        let Self { locals, heap, results, before, swept: _ } = self;
        rewrite_values(locals, |locals| {
            let new: Vec<Summary> = locals.iter().map(|value| rewritten(value, logic, images)).collect();
            (new != **locals).then(|| Rc::new(new))
        });
        let mut one = |value: &Summary| Some(rewritten(value, logic, images)).filter(|new| new != value);
        rewrite_values(heap, &mut one);
        results.iter_mut().for_each(|(_, calls)| rewrite_values(calls, &mut one));
        before.iter_mut().for_each(|(_, keys)| rewrite_values(keys, &mut one));
    }
}

impl Marks for Sigma {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { locals, heap, results, before, swept: _ } = self;
        live.in_flight(self);
        for (frame, locals) in locals {
            live.frame(*frame);
            locals.iter().for_each(|value| live.summary(value));
        }
        for (key, value) in heap {
            live.key(*key);
            live.summary(value);
        }
        for (args, value) in results.values().flatten() {
            args.iter().for_each(|arg| live.value(*arg));
            live.summary(value);
        }
        for (frame, keys) in before {
            for (key, value) in keys {
                live.place(Place::Before(*frame, *key));
                live.summary(value);
            }
        }
    }
}
