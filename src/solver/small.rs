//! Models with small values, for reports.

use super::model::Model;
use super::smt::{About, Check, Smt, inputs_of};
use super::{Answer, Solver, vectors};
use crate::guard::{Guard, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, InputKind, TermId};
use std::rc::Rc;
use std::time::Instant;

/// The absolute values that are tried as bounds, first of many inputs together, then of single ones.
const TOGETHER: [i64; 5] = [1, 3, 10, 100, 10_000];
const ALONE: [i64; 5] = [0, 1, 2, 3, 10];
/// The most checks for one model.
const CHECKS: usize = 64;
/// After Z3 has given up this many checks, no more are tried.
const GIVEN_UP: usize = 3;

impl Solver {
    /// A model of a guard with small absolute values. The inputs in `prefer` (lengths, for example) are made small before
    /// the others. `None` when the guard is not known to be feasible. The effort is limited, so the values need not be the
    /// least possible, but they are the same in every run.
    pub fn small_model(&mut self, lx: &mut Logic, g: Guard, prefer: &[InputId]) -> Option<Rc<Model>> {
        let Answer::Feasible(plain) = self.feasible(lx, g) else { return None };
        if lx.eval(g, &Assignment::new()) == Some(true) {
            return Some(Rc::new(Model::default()));
        }
        if lx.independent(g) {
            return small_independent(lx, g, prefer).map(|model| Rc::new(Model::new(model)));
        }
        let start = Instant::now();
        let support = lx.support(g);
        let inputs = inputs_of(lx, &support);
        let bounded = |input: &InputId| lx.terms.info(*input).kind == InputKind::Value;
        let preferred: Vec<InputId> = prefer.iter().copied().filter(|i| inputs.binary_search(i).is_ok()).collect();
        let others: Vec<InputId> = inputs.iter().copied().filter(|i| !preferred.contains(i)).filter(bounded).collect();
        let about = About { lx, inputs: &inputs, valid: &|lx, model| lx.eval(g, model) == Some(true) };
        // Only the inputs of the guard are bounded; the others have their defaults.
        let known = inputs.iter().map(|input| (*input, plain.value(lx, *input))).collect();
        let mut search = Minimiser::begin(&mut self.smt, &about, g, &support, known);
        for group in [&preferred, &others] {
            search.bound(group, &TOGETHER);
        }
        for input in preferred.iter().chain(&others) {
            search.bound(&[*input], &ALONE);
        }
        let small = Rc::new(Model::new(search.end()));
        self.smt.stats.time += start.elapsed();
        self.models.insert(small.clone());
        Some(small)
    }
}

/// The same for a guard whose forms are independent: it needs no question.
fn small_independent(lx: &mut Logic, g: Guard, prefer: &[InputId]) -> Option<Assignment> {
    let mut best = (g, lx.model_if_independent(g)?);
    for &input in prefer {
        let term = lx.terms.input(input);
        for bound in ALONE {
            let bound = lx.terms.constant(bound);
            let within = lx.le(term, bound);
            let narrower = lx.and(best.0, within);
            if let Some(model) = lx.model_if_independent(narrower) {
                best = (narrower, model);
                break;
            }
        }
    }
    Some(best.1)
}

/// A search that adds bounds as long as there is a model within them.
struct Minimiser<'a> {
    smt: &'a mut Smt,
    about: &'a About<'a>,
    best: Assignment,
    scopes: u32,
    checks: usize,
    given_up: usize,
}

impl<'a> Minimiser<'a> {
    fn begin(smt: &'a mut Smt, about: &'a About<'a>, g: Guard, forms: &[TermId], best: Assignment) -> Self {
        let solver = smt.enter();
        let setting = smt.encoder.setting(&about.lx.terms, about.inputs, forms, &[]);
        setting.iter().for_each(|f| solver.assert(f));
        solver.assert(smt.encoder.guard(about.lx, g));
        // Arithmetic takes long to give up questions about bits: one attempt has to do.
        let given_up = if vectors::takes_bits(&about.lx.terms, forms) { GIVEN_UP - 1 } else { 0 };
        Self { smt, about, best, scopes: 1, checks: 0, given_up }
    }

    /// Adds the first of the bounds that the inputs can have, for the rest of the search.
    fn bound(&mut self, inputs: &[InputId], bounds: &[i64]) {
        if inputs.is_empty() {
            return;
        }
        for bound in bounds.iter().copied().map(Num::from) {
            let within = inputs.iter().all(|i| self.best.value(&self.about.lx.terms, *i).abs() <= bound);
            if !within && (self.checks == CHECKS || self.given_up == GIVEN_UP || self.smt.finished().is_some()) {
                continue;
            }
            let solver = self.smt.enter();
            for input in inputs {
                solver.assert(self.smt.encoder.input(&self.about.lx.terms, *input).within(&bound));
            }
            self.scopes += 1;
            if within {
                return;
            }
            self.checks += 1;
            match self.smt.check(&solver, &[], self.about) {
                Ok(Check::Sat(model)) => {
                    self.best = model;
                    return;
                }
                Ok(Check::Unsat) => {}
                _ => self.given_up += 1,
            }
            self.smt.leave(1);
            self.scopes -= 1;
        }
    }

    fn end(self) -> Assignment {
        self.smt.leave(self.scopes);
        self.best
    }
}
