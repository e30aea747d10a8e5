//! Terms: numbers as functions of the inputs.
//!
//! The store hash-conses: equal structure means equal [`TermId`]. Every term is in normal form. This is a linear
//! combination `c0 + c1·b1 + … + cn·bn` of *bases* with exact rational coefficients, the bases sorted by id. A base is an
//! input, or an *opaque* node that has no linear form: a product, a division, a remainder, a wrapped number, an operation on
//! bits or on floating-point numbers, or a conditional term.
//!
//! A long execution makes ever more constants and needs only the last ones. Those that nothing refers to can be
//! [forgotten](Terms::retain). All other terms stay.
//!
//! Integers and rationals share the node kinds. Characters and non-null strings are integers too (interned ids); only their
//! equality means anything.

mod arith;
mod display;
mod eval;
mod extreme;
mod ieee;
mod range;
#[cfg(test)]
pub mod samples;
#[cfg(test)]
mod tests;
mod threshold;
mod wrap;

use crate::entity;
use crate::ieee::Op as Op754;
use crate::index::{IndexVec, Slots};
use crate::ir::Width;
use crate::num::Num;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::rc::Rc;

pub(crate) use arith::{content, quotient};
pub use eval::{Assignment, Evaluation};
pub use range::{Range, sum_range};
pub use threshold::Threshold;
pub use wrap::Bits;

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
    /// Its name in reports, in source terms.
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

    /// The same input, restricted to values from `low` to `high`, both included.
    pub fn ranged(self, low: Option<Num>, high: Option<Num>) -> Self {
        Self { low, high, ..self }
    }

    /// Whether any value is excluded.
    pub fn is_ranged(&self) -> bool {
        self.low.is_some() || self.high.is_some()
    }

    /// The value nearest zero. An input has it where nothing constrains it.
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
    /// The tested form.
    pub form: TermId,
    /// Its bound.
    pub threshold: Threshold,
    /// The value where the form is within the bound.
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
    /// An integer modulo 2^bits, in the range of the width; a base.
    Wrap(Width, TermId),
    /// An operation on bits; a base.
    Bits(Box<Bits>),
    /// An operation on one or two floating-point numbers; a base.
    Ieee(Op754, Box<[TermId]>),
    /// One of two terms; a base.
    Ite(Box<Ite>),
}

impl Term {
    /// Visits its direct operands.
    fn operands(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Term::Const(_) | Term::Input(_) => {}
            Term::Linear(linear) => linear.terms.iter().for_each(|(base, _)| visit(*base)),
            Term::Mul(a, b) | Term::DivEuclid(a, b) | Term::RemEuclid(a, b) | Term::DivExact(a, b) => {
                visit(*a);
                visit(*b);
            }
            Term::Wrap(_, a) => visit(*a),
            Term::Bits(bits) => [bits.a, bits.b].into_iter().for_each(visit),
            Term::Ieee(_, operands) => operands.iter().copied().for_each(visit),
            Term::Ite(ite) => [ite.form, ite.yes, ite.no].into_iter().for_each(visit),
        }
    }
}

/// What the store knows about a term besides its structure; constants have none.
#[derive(Clone, Debug)]
struct Facts {
    /// The inputs below, sorted.
    inputs: Rc<[InputId]>,
    /// Whether the value is an integer whatever the inputs are.
    integer: bool,
    /// Whether the value is 0 or 1 by construction. A constant is, and a conditional term of such terms.
    truth: bool,
}

/// The memoised operations. One with a single operand has it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Op {
    Add,
    Sub,
    Mul,
    DivEuclid,
    RemEuclid,
    DivExact,
    Residue(Width, bool),
}

/// The constants that are found without hashing.
const SMALL: std::ops::Range<i64> = -64..1024;

/// An entry of the store.
#[derive(Clone, Debug)]
enum Slot {
    /// A constant, and whether it stays: because it is small, or part of another term.
    Const { term: Term, stays: bool },
    /// Any other term, by its index in `others`.
    Other(u32),
}

/// The store of terms and inputs.
#[derive(Clone, Debug)]
pub struct Terms {
    slots: Slots<TermId, Slot>,
    constants: FxHashMap<Num, TermId>,
    others: IndexMap<Term, (TermId, Facts), FxBuildHasher>,
    inputs: IndexVec<InputId, (InputInfo, TermId)>,
    small: Vec<Option<TermId>>,
    memo: FxHashMap<(Op, TermId, TermId), TermId>,
    /// The ranges of conditional terms that have been asked for.
    hulls: FxHashMap<TermId, Range>,
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
            slots: Slots::default(),
            constants: FxHashMap::default(),
            others: IndexMap::default(),
            inputs: IndexVec::new(),
            small: vec![None; (SMALL.end - SMALL.start) as usize],
            memo: FxHashMap::default(),
            hulls: FxHashMap::default(),
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
        self.slots.len()
    }

    /// Forgets the constants that are not `used`. The id of a forgotten one is never given to another term.
    pub fn retain(&mut self, used: impl Fn(TermId) -> bool) {
        let Self { slots, constants, others: _, inputs: _, small: _, memo, hulls: _, no_inputs: _ } = self;
        constants.retain(|_, id| used(*id) || matches!(slots[*id], Slot::Const { stays: true, .. }));
        let kept: FxHashSet<TermId> = constants.values().copied().collect();
        slots.retain(|id, slot| matches!(slot, Slot::Other(_)) || kept.contains(&id));
        memo.retain(|_, result| slots.get(*result).is_some());
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
        let id = match self.constants.get(&value) {
            Some(id) => *id,
            None => {
                let term = Term::Const(value.clone());
                let id = self.slots.push(Slot::Const { term, stays: slot.is_some() });
                self.constants.insert(value, id);
                id
            }
        };
        if let Some(slot) = slot {
            self.small[slot] = Some(id);
        }
        id
    }

    /// A constant, if it has been made.
    pub fn find_constant(&self, value: &Num) -> Option<TermId> {
        self.constants.get(value).copied()
    }

    /// The structure of a term.
    pub fn node(&self, t: TermId) -> &Term {
        match &self.slots[t] {
            Slot::Const { term, .. } => term,
            Slot::Other(place) => self.other(*place).0,
        }
    }

    /// The value of a constant.
    pub fn as_const(&self, t: TermId) -> Option<&Num> {
        match self.node(t) {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    /// The input, if the term is one.
    pub fn as_input(&self, t: TermId) -> Option<InputId> {
        match self.node(t) {
            Term::Input(id) => Some(*id),
            _ => None,
        }
    }

    /// All inputs in a term, below opaque nodes too, sorted.
    pub fn inputs(&self, t: TermId) -> &[InputId] {
        self.facts(t).map_or(&self.no_inputs, |facts| &facts.inputs)
    }

    /// Whether the value is an integer by construction: the term has no real input, no proper fraction and no exact
    /// division.
    pub fn is_integer(&self, t: TermId) -> bool {
        match self.node(t) {
            Term::Const(value) => value.is_integer(),
            _ => self.facts(t).is_some_and(|facts| facts.integer),
        }
    }

    /// Whether the value is a truth value as a number, 0 or 1, by construction.
    pub fn is_truth(&self, t: TermId) -> bool {
        match self.node(t) {
            Term::Const(value) => value.is_zero() || *value == Num::ONE,
            _ => self.facts(t).is_some_and(|facts| facts.truth),
        }
    }

    /// Whether the term is a conditional number, and no truth value.
    pub fn is_conditional(&self, t: TermId) -> bool {
        matches!(self.node(t), Term::Ite(_)) && !self.is_truth(t)
    }

    fn other(&self, place: u32) -> (&Term, &(TermId, Facts)) {
        self.others.get_index(place as usize).expect("terms other than constants stay")
    }

    /// What is known about a term. `None` for a constant.
    fn facts(&self, t: TermId) -> Option<&Facts> {
        match self.slots[t] {
            Slot::Const { .. } => None,
            Slot::Other(place) => Some(&self.other(place).1.1),
        }
    }

    /// The id of a term that is not a constant.
    fn intern(&mut self, term: Term, facts: impl FnOnce(&Self) -> Facts) -> TermId {
        if let Some((id, _)) = self.others.get(&term) {
            return *id;
        }
        let facts = facts(self);
        term.operands(|part| {
            if let Some(Slot::Const { stays, .. }) = self.slots.get_mut(part) {
                *stays = true;
            }
        });
        let id = self.slots.push(Slot::Other(self.others.len() as u32));
        self.others.insert(term, (id, facts));
        id
    }

    /// The inputs below any of `parts`, sorted.
    fn union_of_inputs(&self, parts: impl Iterator<Item = TermId> + Clone) -> Rc<[InputId]> {
        let inputs = |t| self.facts(t).map_or(&self.no_inputs, |facts| &facts.inputs);
        let mut lists = parts.clone().map(inputs);
        let Some(first) = lists.next() else { return self.no_inputs.clone() };
        if lists.all(|list| list == first || list.is_empty()) {
            return first.clone();
        }
        let mut all: Vec<InputId> = parts.flat_map(|t| inputs(t).iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }
}
