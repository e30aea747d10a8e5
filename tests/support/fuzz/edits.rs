//! Edits of bytes, as a fuzzer without coverage would make them.

use crate::draws;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// An edit at a place.
#[derive(Clone, Debug)]
enum Edit {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Repeat(Index, usize, u8),
    /// Inserts a part of another seed.
    Splice(Index, Index, Index, usize),
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Set(at, byte)),
        1 => (at(), vec(any::<u8>(), 1..5)).prop_map(|(at, bytes)| Edit::Insert(at, bytes)),
        3 => (at(), 1..20usize).prop_map(|(at, length)| Edit::Remove(at, length)),
        1 => (at(), 1..20usize, 1..4u8).prop_map(|(at, length, times)| Edit::Repeat(at, length, times)),
        5 => (at(), at(), at(), 1..60usize).prop_map(|(at, which, from, length)| Edit::Splice(at, which, from, length)),
    ]
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
        let place = |at: &Index, bytes: &[u8]| at.index(bytes.len() + 1);
        let piece = |from: usize, length: usize, bytes: &[u8]| bytes[from..bytes.len().min(from + length)].to_vec();
        let (at, removed, inserted) = match self {
            Edit::Set(at, byte) => (place(at, bytes), 1, vec![*byte]),
            Edit::Insert(at, inserted) => (place(at, bytes), 0, inserted.clone()),
            Edit::Remove(at, length) => (place(at, bytes), *length, Vec::new()),
            Edit::Repeat(at, length, times) => {
                let at = place(at, bytes);
                (at, 0, piece(at, *length, bytes).repeat(usize::from(*times)))
            }
            Edit::Splice(at, which, from, length) => {
                let other = which.get(seeds);
                (place(at, bytes), 0, piece(place(from, other), *length, other))
            }
        };
        bytes.splice(at..bytes.len().min(at + removed), inserted);
    }
}

/// This many edited seeds, always the same.
pub fn edited(seeds: &[Vec<u8>], times: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut runner = draws::runner(0, &[]);
    let strategy = (any::<Index>(), vec(edit(), 1..6));
    (0..times).map(move |_| {
        let (which, edits) = draws::drawn(&strategy, &mut runner);
        let mut bytes = which.get(seeds).clone();
        edits.iter().for_each(|edit| edit.apply(&mut bytes, seeds));
        bytes
    })
}
