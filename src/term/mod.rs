//! Terms: numbers as functions of the inputs.
//!
//! The store hash-conses: equal structure means equal [`TermId`]. Every term is in normal form, which is a linear
//! combination `c0 + c1·b1 + … + cn·bn` of *bases* with exact rational coefficients, the bases sorted by id. A base is
//! an input, or an *opaque* node that has no linear form: a product, a division or a remainder.
//!
//! Integers and rationals share the node kinds. Characters and non-null strings are integers too (interned ids), of
//! which only equality means anything.

mod arith;
mod display;
mod eval;
mod extreme;
#[cfg(test)]
mod tests;
mod threshold;

use crate::entity;
use crate::index::{Idx, IndexVec};
use crate::num::Num;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::rc::Rc;

pub(crate) use arith::content;
pub use eval::Assignment;
pub use threshold::Threshold;

entity! {
    /// A term. Ids grow with creation, operands before the terms above them.
    pub struct TermId("t");
    /// An input: a symbolic value, or an artificial choice.
    pub struct InputId("i");
}

/// What values an input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Integers.
    Int,
    /// Rationals.
    Real,
}

/// Why an input exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InputKind {
    /// It stands for a value of the program.
    Value,
    /// It selects one of finitely many alternatives (alias, type, thread).
    Choice,
}

/// An input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputInfo {
    /// How reports call it, in source terms.
    pub name: String,
    /// What values it takes.
    pub sort: Sort,
    /// The least value, if there is one.
    pub low: Option<Num>,
    /// The greatest value, if there is one.
    pub high: Option<Num>,
    /// Why it exists.
    pub kind: InputKind,
}

impl InputInfo {
    /// An unranged input that stands for a value.
    pub fn value(name: impl Into<String>, sort: Sort) -> Self {
        Self { name: name.into(), sort, low: None, high: None, kind: InputKind::Value }
    }

    /// The same input with values from `low` to `high` only, both included.
    pub fn ranged(self, low: Option<Num>, high: Option<Num>) -> Self {
        Self { low, high, ..self }
    }

    /// Whether any value is excluded.
    pub fn is_ranged(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }

    /// The value nearest zero: what an input has that nothing constrains.
    pub fn default_value(&self) -> Num {
        match (&self.low, &self.high) {
            (Some(low), _) if *low > Num::ZERO => low.clone(),
            (_, Some(high)) if *high < Num::ZERO => high.clone(),
            _ => Num::ZERO,
        }
    }
}

/// A linear combination of bases that is neither a constant nor a base itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// The constant part.
    pub constant: Num,
    /// Bases with their coefficients, sorted by base, no coefficient zero.
    pub terms: Box<[(TermId, Num)]>,
}

/// `form ≤ bound ? yes : no`
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ite {
    /// What is tested.
    pub form: TermId,
    /// Its bound.
    pub threshold: Threshold,
    /// The value where it is within the bound.
    pub yes: TermId,
    /// The value where it is not.
    pub no: TermId,
}

/// The structure of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// A constant.
    Const(Num),
    /// An input; a base.
    Input(InputId),
    /// A linear combination of at least one base.
    Linear(Linear),
    /// A product of two terms that are not constant, the lesser id first; a base.
    Mul(TermId, TermId),
    /// The Euclidean quotient (`div` of SMT-LIB) of integers; a base.
    DivEuclid(TermId, TermId),
    /// The Euclidean remainder (`mod` of SMT-LIB) of integers; a base.
    RemEuclid(TermId, TermId),
    /// The exact quotient of rationals; a base.
    DivExact(TermId, TermId),
    /// One of two terms; a base.
    Ite(Box<Ite>),
}

/// Facts about every term besides its structure.
#[derive(Clone, Debug)]
struct Facts {
    /// The inputs below, sorted.
    inputs: Rc<[InputId]>,
    /// Whether the value is an integer whatever the inputs are.
    integer: bool,
    /// Whether it is 0 or 1 by construction: a conditional term of such, or a constant.
    truth: bool,
}

/// The arithmetic operations that are remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    Add,
    Sub,
    Mul,
    DivEuclid,
    RemEuclid,
    DivExact,
}

/// The constants that are found without hashing.
const SMALL: std::ops::Range<i64> = -64..1024;

/// The store of terms and inputs.
#[derive(Clone, Debug)]
pub struct Terms {
    terms: IndexSet<Term, FxBuildHasher>,
    facts: IndexVec<TermId, Facts>,
    inputs: IndexVec<InputId, (InputInfo, TermId)>,
    small: Vec<Option<TermId>>,
    memo: FxHashMap<(Op, TermId, TermId), TermId>,
    no_inputs: Rc<[InputId]>,
}

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    /// A store without inputs.
    pub fn new() -> Self {
        Self {
            terms: IndexSet::default(),
            facts: IndexVec::new(),
            inputs: IndexVec::new(),
            small: vec![None; (SMALL.end - SMALL.start) as usize],
            memo: FxHashMap::default(),
            no_inputs: Rc::from([]),
        }
    }

    /// A new input.
    pub fn add_input(&mut self, info: InputInfo) -> InputId {
        let id = self.inputs.next_id();
        let integer = info.sort == Sort::Int;
        let term = self.intern(Term::Input(id), |_| Facts { inputs: Rc::from([id]), integer, truth: false });
        self.inputs.push((info, term))
    }

    /// The term that is an input.
    pub fn input(&self, id: InputId) -> TermId {
        self.inputs[id].1
    }

    /// What an input is.
    pub fn info(&self, id: InputId) -> &InputInfo {
        &self.inputs[id].0
    }

    /// How many terms there are.
    pub fn count(&self) -> usize {
        self.terms.len()
    }

    /// How many inputs there are.
    pub fn inputs_len(&self) -> usize {
        self.inputs.len()
    }

    /// A constant.
    pub fn constant(&mut self, value: impl Into<Num>) -> TermId {
        let value = value.into();
        let slot = match value.to_i64() {
            Some(i) if SMALL.contains(&i) => Some((i - SMALL.start) as usize),
            _ => None,
        };
        if let Some(id) = slot.and_then(|slot| self.small[slot]) {
            return id;
        }
        let integer = value.is_integer();
        let truth = value.is_zero() || value == Num::ONE;
        let id = self.intern(Term::Const(value), |terms| Facts { inputs: terms.no_inputs.clone(), integer, truth });
        if let Some(slot) = slot {
            self.small[slot] = Some(id);
        }
        id
    }

    /// A constant that has been made.
    pub fn find_constant(&self, value: &Num) -> Option<TermId> {
        self.terms.get_index_of(&Term::Const(value.clone())).map(TermId::new)
    }

    /// The structure of a term.
    pub fn node(&self, t: TermId) -> &Term {
        &self.terms[t.index()]
    }

    /// The value of a constant.
    pub fn as_const(&self, t: TermId) -> Option<&Num> {
        match self.node(t) {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The input that a term is.
    pub fn as_input(&self, t: TermId) -> Option<InputId> {
        match self.node(t) {
            Term::Input(id) => Some(*id),
            _ => None,
        }
    }

    /// All inputs that stand in a term, below opaque nodes too, sorted.
    pub fn inputs(&self, t: TermId) -> &[InputId] {
        &self.facts[t].inputs
    }

    /// Whether the value is an integer by construction: no real input, no proper fraction, no exact division.
    pub fn is_integer(&self, t: TermId) -> bool {
        self.facts[t].integer
    }

    /// Whether the value is 0 or 1 by construction: a truth value as a number.
    pub fn is_truth(&self, t: TermId) -> bool {
        self.facts[t].truth
    }

    fn intern(&mut self, term: Term, facts: impl FnOnce(&Self) -> Facts) -> TermId {
        if let Some(index) = self.terms.get_index_of(&term) {
            return TermId::new(index);
        }
        let facts = facts(self);
        let id = self.facts.push(facts);
        self.terms.insert(term);
        id
    }

    /// The inputs below any of `parts`, sorted.
    fn union_of_inputs(&self, parts: impl Iterator<Item = TermId> + Clone) -> Rc<[InputId]> {
        let mut lists = parts.clone().map(|t| &self.facts[t].inputs);
        let Some(first) = lists.next() else { return self.no_inputs.clone() };
        if lists.all(|list| list == first || list.is_empty()) {
            return first.clone();
        }
        let mut all: Vec<InputId> = parts.flat_map(|t| self.facts[t].inputs.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }
}
