//! What the analyses of the whole program treat as one variable.

use super::{FieldId, LocalId, MethodId, StaticId};
use crate::index::Idx;

/// A variable of the program text; all objects and all frames taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A local of a method.
    Local(MethodId, LocalId),
    /// A field of objects.
    Field(FieldId),
    /// A static field.
    Static(StaticId),
    /// The cells of arrays.
    Cell,
}

/// A set of variables that are no locals: parts of the heap, and static fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(Vec<u64>);

impl Places {
    /// The bit of a variable.
    fn bit(variable: Variable) -> usize {
        match variable {
            Variable::Cell => 0,
            Variable::Field(field) => 2 * field.index() + 1,
            Variable::Static(field) => 2 * field.index() + 2,
            Variable::Local(..) => unreachable!("locals are no places"),
        }
    }

    fn variable(bit: usize) -> Variable {
        match bit {
            0 => Variable::Cell,
            _ if bit % 2 == 1 => Variable::Field(FieldId::new(bit / 2)),
            _ => Variable::Static(StaticId::new(bit / 2 - 1)),
        }
    }

    /// Adds a variable.
    pub fn insert(&mut self, variable: Variable) {
        let bit = Self::bit(variable);
        if self.0.len() <= bit / 64 {
            self.0.resize(bit / 64 + 1, 0);
        }
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Adds what `other` has.
    pub fn join(&mut self, other: &Places) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// Whether a variable is in the set.
    pub fn contains(&self, variable: Variable) -> bool {
        let bit = Self::bit(variable);
        self.0.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Whether a variable is in both sets.
    pub fn meets(&self, other: &Places) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The variables.
    pub fn iter(&self) -> impl Iterator<Item = Variable> + '_ {
        let bits = self
            .0
            .iter()
            .enumerate()
            .flat_map(|(at, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit));
        bits.map(Self::variable)
    }
}
