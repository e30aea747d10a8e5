//! Σ: what the program has written (design 1, 6).
//!
//! A persistent map, so that path mode can clone it at a split of the pc for next to nothing. The initial heap is not
//! in it: see [`super::heap`].

use super::context::FrameId;
use crate::guard::{Guard, Logic, Rewriting};
use crate::ir::{FieldId, LocalId, SiteId, StaticId};
use crate::summary::{AddrId, Summary};
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// A key of Σ other than a local.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A field of an object.
    Field(AddrId, FieldId),
    /// A cell of an array; the number is the place of its index in the array's list of keys.
    Cell(AddrId, u32),
    /// The length of an allocated array.
    Length(AddrId),
    /// A static field.
    Static(StaticId),
    /// How many objects a path has made at an allocation instruction.
    Counter(SiteId),
}

impl Key {
    /// The object or array that the key belongs to.
    pub fn address(self) -> Option<AddrId> {
        match self {
            Key::Field(a, _) | Key::Cell(a, _) | Key::Length(a) => Some(a),
            Key::Static(_) | Key::Counter(_) => None,
        }
    }
}

type Map<K, V> = im::HashMap<K, V, FxBuildHasher>;

/// The state. An absent key is a summary without pairs.
#[derive(Clone, Default)]
pub struct Sigma {
    locals: Map<FrameId, Rc<Vec<Summary>>>,
    heap: Map<Key, Summary>,
    /// Keys of the heap after the last sweep.
    swept: usize,
}

impl Sigma {
    /// The summary of a local.
    pub fn local(&self, frame: FrameId, local: LocalId) -> Summary {
        self.locals.get(&frame).and_then(|l| l.get(local.0 as usize)).cloned().unwrap_or_else(Summary::empty)
    }

    /// Replaces the summary of a local.
    pub fn set_local(&mut self, frame: FrameId, local: LocalId, value: Summary) {
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

    /// Forgets all locals of a frame.
    pub fn drop_frame(&mut self, frame: FrameId) {
        self.locals.remove(&frame);
    }

    /// The summary of a heap key.
    pub fn get(&self, key: Key) -> Summary {
        self.heap.get(&key).cloned().unwrap_or_else(Summary::empty)
    }

    /// Replaces the summary of a heap key.
    pub fn set(&mut self, key: Key, value: Summary) {
        self.heap.insert(key, value);
    }

    /// How many keys the heap has.
    pub fn heap_len(&self) -> usize {
        self.heap.len()
    }

    /// All heap keys with their summaries, in no particular order: sort before anything can be seen of it.
    pub fn heap(&self) -> impl Iterator<Item = (Key, &Summary)> {
        self.heap.iter().map(|(k, s)| (*k, s))
    }

    /// All locals of all frames, in no particular order.
    pub fn all_locals(&self) -> impl Iterator<Item = &Summary> {
        self.locals.values().flat_map(|l| l.iter())
    }

    /// Every guard that Σ holds on to, for the collection of dead guards.
    pub fn guards(&self) -> impl Iterator<Item = Guard> + '_ {
        self.all_locals().chain(self.heap.values()).flat_map(Summary::guards)
    }

    /// Replaces every guard by its image.
    pub fn rewrite(&mut self, lx: &mut Logic, images: &Rewriting) {
        let locals = self.locals.iter_mut().flat_map(|(_, locals)| Rc::make_mut(locals));
        for summary in locals.chain(self.heap.iter_mut().map(|(_, summary)| summary)) {
            *summary = summary.rewritten(lx, images);
        }
    }

    /// Whether the heap has doubled since the last sweep (and is worth one).
    pub fn wants_sweep(&self) -> bool {
        self.heap.len() > 2 * self.swept.max(512)
    }

    /// Forgets the heap keys that are not `kept`.
    pub fn sweep(&mut self, kept: impl Fn(Key) -> bool) {
        self.heap.retain(|k, _| kept(*k));
        self.swept = self.heap.len();
    }
}
