//! The elements of an array that a run has written.

use super::value::Value;
use crate::num::Num;
use std::collections::BTreeMap;

/// Elements below this index are in a vector: runs write most arrays from their beginning, and a map costs several times as much.
const FIRST: usize = 1 << 8;

/// The elements that the input names and those that the program wrote, by their indices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// The elements below [`FIRST`], up to the last one that was written.
    first: Vec<Option<Value>>,
    others: BTreeMap<Num, Value>,
}

impl Cells {
    /// The element at an index, if it was written.
    pub fn get(&self, index: &Num) -> Option<&Value> {
        match first(index) {
            Some(index) => self.first.get(index)?.as_ref(),
            None => self.others.get(index),
        }
    }

    /// Writes an element. Returns the one that was there.
    pub(super) fn insert(&mut self, index: Num, value: Value) -> Option<Value> {
        let Some(index) = first(&index) else { return self.others.insert(index, value) };
        if self.first.len() <= index {
            self.first.resize(index + 1, None);
        }
        self.first[index].replace(value)
    }

    /// The elements in the order of their indices.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Num, &Value)> {
        let first = self.first.iter().enumerate().filter_map(|(i, value)| Some((Num::from(i as i64), value.as_ref()?)));
        first.chain(self.others.iter().map(|(i, value)| (i.clone(), value)))
    }

    /// The elements without their indices.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &Value> {
        self.iter().map(|(_, value)| value)
    }
}

/// An index that is below [`FIRST`].
fn first(index: &Num) -> Option<usize> {
    index.to_i64().and_then(|index| usize::try_from(index).ok()).filter(|index| *index < FIRST)
}
