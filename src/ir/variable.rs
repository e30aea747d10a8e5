//! What the analyses of the whole program treat as one variable.

use super::{FieldId, LocalId, MethodId, StaticId};
use crate::index::Idx;
use num_bigint::BigUint;

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

/// A set of variables that are no locals: parts of the heap, and static fields. Each has a bit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(BigUint);

impl Places {
    /// The bit of a variable.
    fn bit(variable: Variable) -> u64 {
        match variable {
            Variable::Cell => 0,
            Variable::Field(field) => 2 * field.index() as u64 + 1,
            Variable::Static(field) => 2 * field.index() as u64 + 2,
            Variable::Local(..) => unreachable!("locals are no places"),
        }
    }

    fn variable(bit: u64) -> Variable {
        let half = (bit / 2) as usize;
        match bit {
            0 => Variable::Cell,
            _ if bit % 2 == 1 => Variable::Field(FieldId::new(half)),
            _ => Variable::Static(StaticId::new(half - 1)),
        }
    }

    /// Adds a variable.
    pub fn insert(&mut self, variable: Variable) {
        self.0.set_bit(Self::bit(variable), true);
    }

    /// Adds what `other` has.
    pub fn join(&mut self, other: &Places) {
        self.0 |= &other.0;
    }

    /// Whether a variable is in the set.
    pub fn contains(&self, variable: Variable) -> bool {
        self.0.bit(Self::bit(variable))
    }

    /// Whether a variable is in both sets. Threads ask this often, so no third set is made.
    pub fn meets(&self, other: &Places) -> bool {
        self.0.iter_u64_digits().zip(other.0.iter_u64_digits()).any(|(mine, theirs)| mine & theirs != 0)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0 == BigUint::ZERO
    }

    /// The variables.
    pub fn iter(&self) -> impl Iterator<Item = Variable> + '_ {
        (0..self.0.bits()).filter(|bit| self.0.bit(*bit)).map(Self::variable)
    }
}
