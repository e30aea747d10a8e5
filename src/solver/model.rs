//! Models, and the recent ones that may answer the next question.

use crate::guard::{Guard, Literal, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, TermId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

/// An assignment of the inputs that caches the values of forms.
#[derive(Debug, Default)]
pub struct Model {
    assignment: Assignment,
    forms: RefCell<FxHashMap<TermId, Option<Num>>>,
}

impl Model {
    /// The model of an assignment.
    pub fn new(assignment: Assignment) -> Self {
        Self { assignment, forms: RefCell::default() }
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
        let mut forms = self.forms.borrow_mut();
        forms.entry(form).or_insert_with(|| lx.terms.eval(form, &self.assignment)).as_ref().map(use_value)
    }
}

/// The most models that are kept.
const KEPT: usize = 32;

/// Recent models, the last useful one in front.
#[derive(Debug, Default)]
pub(super) struct RecentModels {
    models: Vec<Rc<Model>>,
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

    fn find_by(&mut self, mut suits: impl FnMut(&Model) -> bool) -> Option<Rc<Model>> {
        let at = self.models.iter().position(|model| suits(model))?;
        self.models[..=at].rotate_right(1);
        Some(self.models[0].clone())
    }

    /// Puts a model in front, and drops the one that has been useless longest.
    pub(super) fn insert(&mut self, model: Rc<Model>) {
        self.models.truncate(KEPT - 1);
        self.models.insert(0, model);
    }
}
