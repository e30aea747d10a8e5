//! Evaluation and substitution. Neither recurses, because the terms of long loops are deep and shared.

use super::{InputId, Ite, Term, TermId, Terms};
use crate::num::Num;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Values of inputs. An input without one has its default, the value in its range that is nearest zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assignment {
    values: BTreeMap<InputId, Num>,
}

impl Assignment {
    /// All inputs at their default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Gives an input a value.
    pub fn set(&mut self, input: InputId, value: Num) {
        self.values.insert(input, value);
    }

    /// The value that an input was given.
    pub fn get(&self, input: InputId) -> Option<&Num> {
        self.values.get(&input)
    }

    /// The value of an input.
    pub fn value(&self, terms: &Terms, input: InputId) -> Num {
        self.values.get(&input).cloned().unwrap_or_else(|| terms.info(input).default_value())
    }

    /// The inputs that were given a value, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (InputId, &Num)> {
        self.values.iter().map(|(input, value)| (*input, value))
    }
}

impl FromIterator<(InputId, Num)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (InputId, Num)>>(iter: I) -> Self {
        Self { values: iter.into_iter().collect() }
    }
}

/// The values of terms under one assignment.
#[derive(Debug, Default)]
pub struct Evaluation {
    known: FxHashMap<TermId, Option<Num>>,
}

impl Evaluation {
    /// The number of terms that have been evaluated.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// The value of a term that has been evaluated.
    fn get(&self, t: TermId) -> Option<&Num> {
        self.known.get(&t)?.as_ref()
    }

    /// The part of a conditional term that applies, whose form has been evaluated.
    fn part_of(&self, ite: &Ite) -> TermId {
        let within = self.get(ite.form).is_some_and(|form| ite.threshold.admits(form));
        if within { ite.yes } else { ite.no }
    }
}

impl Terms {
    /// Terms and everything below them, operands first.
    pub fn below(&self, terms: &[TermId]) -> Vec<TermId> {
        self.reached(terms, |t, visit| self.node(t).operands(visit))
    }

    /// As [`Self::below`], without operands that are known, and what is only below these.
    pub fn below_without(&self, terms: &[TermId], is_known: impl Fn(TermId) -> bool) -> Vec<TermId> {
        self.reached(terms, |t, visit| {
            self.node(t).operands(|operand| {
                if !is_known(operand) {
                    visit(operand);
                }
            });
        })
    }

    /// As [`Self::below`], without numbers that only conditions compare.
    pub fn values_below(&self, t: TermId) -> Vec<TermId> {
        self.reached(&[t], |t, visit| match self.node(t) {
            Term::Ite(ite) if !self.is_truth(ite.form) => [ite.yes, ite.no].into_iter().for_each(visit),
            node => node.operands(visit),
        })
    }

    /// Terms and all that are reached from them, in order, so that operands come first.
    fn reached(&self, terms: &[TermId], next: impl Fn(TermId, &mut dyn FnMut(TermId))) -> Vec<TermId> {
        let mut all = terms.to_vec();
        let mut seen: FxHashSet<TermId> = all.iter().copied().collect();
        let mut at = 0;
        while let Some(&t) = all.get(at) {
            at += 1;
            next(t, &mut |reached| {
                if seen.insert(reached) {
                    all.push(reached);
                }
            });
        }
        all.sort_unstable();
        all
    }

    /// Returns the value of a term; `None` where it divides by zero, or applies Euclidean division to fractions. A form
    /// without a value is above every threshold. No execution depends on such a value, but an index of that form may be
    /// among the keys of an array.
    pub fn eval(&self, t: TermId, inputs: &Assignment) -> Option<Num> {
        match self.node(t) {
            Term::Const(value) => Some(value.clone()),
            Term::Input(id) => Some(inputs.value(self, *id)),
            _ => self.eval_once(t, inputs, &mut Evaluation::default()).cloned(),
        }
    }

    /// As [`Self::eval`], with the values that are known under this assignment. Terms share most of their operands, so the
    /// next one costs little. Of a conditional term only the part that applies is evaluated.
    pub fn eval_once<'a>(&self, t: TermId, inputs: &Assignment, values: &'a mut Evaluation) -> Option<&'a Num> {
        let mut open = vec![t];
        while let Some(&t) = open.last() {
            if values.known.contains_key(&t) {
                open.pop();
                continue;
            }
            let before = open.len();
            let mut need = |operand: TermId| {
                let is_known = values.known.contains_key(&operand);
                if !is_known {
                    open.push(operand);
                }
                is_known
            };
            match self.node(t) {
                Term::Ite(ite) => _ = need(ite.form) && need(values.part_of(ite)),
                node => node.operands(|operand| _ = need(operand)),
            }
            if open.len() == before {
                open.pop();
                let value = self.value(t, inputs, values);
                values.known.insert(t, value);
            }
        }
        values.get(t)
    }

    /// The value of a term whose operands have been evaluated.
    fn value(&self, t: TermId, inputs: &Assignment, values: &Evaluation) -> Option<Num> {
        let get = |operand: &TermId| values.get(*operand);
        Some(match self.node(t) {
            Term::Const(value) => value.clone(),
            Term::Input(id) => inputs.value(self, *id),
            Term::Linear(linear) => {
                let mut sum = linear.constant.clone();
                for (base, c) in &linear.terms {
                    sum = &sum + &(c * get(base)?);
                }
                sum
            }
            Term::Mul(a, b) => get(a)? * get(b)?,
            Term::DivEuclid(a, b) => get(a)?.div_rem_euclid(get(b)?)?.0,
            Term::RemEuclid(a, b) => get(a)?.div_rem_euclid(get(b)?)?.1,
            Term::DivExact(a, b) => get(a)?.checked_div(get(b)?)?,
            Term::Wrap(width, a) => width.wrap(get(a)?),
            Term::Bits(bits) => bits.width.bits(bits.op, get(&bits.a)?, get(&bits.b)?),
            Term::Ieee(op, operands) => {
                let operand = |at: usize| get(operands.get(at)?)?.to_i64();
                op.apply(operand(0)?, if operands.len() > 1 { operand(1)? } else { 0 }).into()
            }
            Term::Ite(ite) => get(&values.part_of(ite))?.clone(),
        })
    }

    /// The term with some inputs replaced by constants.
    pub fn substitute(&mut self, t: TermId, value: &mut dyn FnMut(InputId) -> Option<Num>) -> TermId {
        let mut constants: FxHashMap<TermId, Num> = FxHashMap::default();
        for input in self.inputs(t).to_vec() {
            if let Some(value) = value(input) {
                constants.insert(self.input(input), value);
            }
        }
        if constants.is_empty() { t } else { self.replace(t, &constants) }
    }

    /// The term with some bases replaced by constants.
    pub fn replace(&mut self, t: TermId, constants: &FxHashMap<TermId, Num>) -> TermId {
        let mut new: FxHashMap<TermId, TermId> = FxHashMap::default();
        for t in self.below(&[t]) {
            if let Some(value) = constants.get(&t) {
                let value = self.constant(value.clone());
                new.insert(t, value);
                continue;
            }
            let result = match self.node(t).clone() {
                Term::Const(_) | Term::Input(_) => t,
                Term::Linear(linear) => {
                    let mut sum = self.constant(linear.constant);
                    for (base, c) in &linear.terms {
                        let part = self.scale(new[base], c);
                        sum = self.add(sum, part);
                    }
                    sum
                }
                Term::Mul(a, b) => self.mul(new[&a], new[&b]),
                Term::DivEuclid(a, b) => self.div_euclid(new[&a], new[&b]),
                Term::RemEuclid(a, b) => self.rem_euclid(new[&a], new[&b]),
                Term::DivExact(a, b) => self.div_exact(new[&a], new[&b]),
                Term::Wrap(width, a) => self.wrap(width, new[&a]),
                Term::Bits(bits) => self.bits(bits.op, bits.width, new[&bits.a], new[&bits.b]),
                Term::Ieee(op, operands) => {
                    let operands: Vec<TermId> = operands.iter().map(|operand| new[operand]).collect();
                    self.ieee(op, &operands)
                }
                Term::Ite(ite) => self.ite(new[&ite.form], &ite.threshold, new[&ite.yes], new[&ite.no]),
            };
            new.insert(t, result);
        }
        new[&t]
    }
}
