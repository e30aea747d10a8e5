//! Models, and the recent ones that may answer the next question.

use crate::guard::{Guard, Literal, Logic};
use crate::num::Num;
use crate::term::{Assignment, Evaluation, InputId, TermId};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// An assignment of the inputs that keeps the values of terms.
#[derive(Debug, Default)]
pub struct Model {
    assignment: Assignment,
    values: RefCell<Evaluation>,
    /// Thresholds that were evaluated, and terms.
    work: Cell<u64>,
}

impl Model {
    /// The model of an assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, ..Self::default() }
    }

    /// The values of the inputs; the absent ones have their default.
    pub fn assignment(&self) -> &Assignment {
        &self.assignment
    }

    /// The value of an input.
    pub fn value(&self, lx: &Logic, input: InputId) -> Num {
        self.assignment.value(&lx.terms, input)
    }

    /// The truth value of a guard; `None` when it depends on a division by zero.
    pub fn eval(&self, lx: &Logic, g: Guard) -> Option<bool> {
        lx.guards.eval(g, |atom| {
            let (form, threshold) = lx.atom(atom);
            self.with_form(lx, form, |value| threshold.admits(value))
        })
    }

    /// Whether a literal is true. A literal that depends on a division by zero is not.
    pub(super) fn satisfies(&self, lx: &Logic, literal: &Literal) -> bool {
        self.with_form(lx, literal.form, |value| literal.threshold.admits(value)) == Some(literal.positive)
    }

    fn with_form<T>(&self, lx: &Logic, form: TermId, use_value: impl FnOnce(&Num) -> T) -> Option<T> {
        let mut values = self.values.borrow_mut();
        let before = values.count();
        let found = lx.terms.eval_once(form, &self.assignment, &mut values).map(use_value);
        self.work.set(self.work.get() + 1 + (values.count() - before) as u64);
        found
    }
}

/// The most models that are kept.
const KEPT: usize = 32;

/// Recent models, the last useful one in front.
#[derive(Debug, Default)]
pub(super) struct RecentModels {
    models: Vec<Rc<Model>>,
    /// Work of evaluations that has not been taken.
    work: u64,
}

impl RecentModels {
    /// A recent model of a guard.
    pub(super) fn find(&mut self, lx: &Logic, g: Guard) -> Option<Rc<Model>> {
        self.find_by(|model| model.eval(lx, g) == Some(true))
    }

    /// A recent model in which all the literals are true.
    pub(super) fn find_all(&mut self, lx: &Logic, literals: &[Literal]) -> Option<Rc<Model>> {
        self.find_by(|model| literals.iter().all(|literal| model.satisfies(lx, literal)))
    }

    fn find_by(&mut self, suits: impl Fn(&Model) -> bool) -> Option<Rc<Model>> {
        let at = self.models.iter().position(|model| {
            let suits = suits(model);
            self.work += model.work.take();
            suits
        })?;
        self.models[..=at].rotate_right(1);
        Some(self.models[0].clone())
    }

    /// The work of the evaluations since the last call.
    pub(super) fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Puts a model in front, and drops the one that has been useless longest.
    pub(super) fn insert(&mut self, model: Rc<Model>) {
        self.models.truncate(KEPT - 1);
        self.models.insert(0, model);
    }
}
