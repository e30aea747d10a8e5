//! The holders of guards.
//!
//! A collection frees every guard that no holder names, and a rewriting gives every guard a new one in its place. So
//! everything that keeps a guard from one step to the next implements [`HoldsGuards`]. An implementation takes its
//! struct apart field by field, without `..`: a field that is added later does not compile until it is decided whether
//! it holds guards.

use super::{Guard, Logic, Rewriting};

/// A holder of guards.
pub trait HoldsGuards {
    /// Calls `visit` with every guard that must outlive a collection, in the same order in every run.
    fn visit(&self, visit: &mut dyn FnMut(Guard));

    /// Replaces every guard by its image.
    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting);
}

impl HoldsGuards for Guard {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        visit(*self);
    }

    fn rewrite(&mut self, _: &mut Logic, rewriting: &Rewriting) {
        *self = rewriting.of(*self);
    }
}

impl<T: HoldsGuards> HoldsGuards for Option<T> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.iter().for_each(|held| held.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.iter_mut().for_each(|held| held.rewrite(logic, rewriting));
    }
}

impl<T: HoldsGuards> HoldsGuards for Vec<T> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.iter().for_each(|held| held.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.iter_mut().for_each(|held| held.rewrite(logic, rewriting));
    }
}
