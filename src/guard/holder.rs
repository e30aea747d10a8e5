//! The holders of guards.
//!
//! A collection frees every guard that no holder names, and a rewriting replaces every guard. So everything that keeps a
//! guard from one step to the next implements [`HoldsGuards`], in most cases by [`holds_guards!`]. An implementation takes
//! its struct apart field by field, without `..`. So a field that is added later does not compile until it is decided
//! whether it holds guards.

use super::{Guard, Logic, Rewriting};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// A holder of guards.
pub trait HoldsGuards {
    /// Calls `visit` with every guard that must outlive a collection, in the same order in every run.
    fn visit(&self, visit: &mut dyn FnMut(Guard));

    /// Replaces every guard by its image.
    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting);
}

/// Implements [`HoldsGuards`] for a struct by its fields: first those that hold guards, in the order of the visit, then the
/// others.
macro_rules! holds_guards {
    ($holder:ty: $($held:ident),* $(; others: $($other:ident),+)?) => {
        #[allow(unused_variables, reason = "a struct may hold none")]
        impl $crate::guard::HoldsGuards for $holder {
            fn visit(&self, visit: &mut dyn FnMut($crate::guard::Guard)) {
                let Self { $($held,)* $($($other: _,)+)? } = self;
                $($crate::guard::HoldsGuards::visit($held, visit);)*
            }

            fn rewrite(&mut self, logic: &mut $crate::guard::Logic, rewriting: &$crate::guard::Rewriting) {
                let Self { $($held,)* $($($other: _,)+)? } = self;
                $($crate::guard::HoldsGuards::rewrite($held, logic, rewriting);)*
            }
        }
    };
}
pub(crate) use holds_guards;

impl HoldsGuards for () {
    fn visit(&self, _: &mut dyn FnMut(Guard)) {}

    fn rewrite(&mut self, _: &mut Logic, _: &Rewriting) {}
}

impl HoldsGuards for Guard {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        visit(*self);
    }

    fn rewrite(&mut self, _: &mut Logic, rewriting: &Rewriting) {
        *self = rewriting.of(*self);
    }
}

impl<T: HoldsGuards + ?Sized> HoldsGuards for Box<T> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        (**self).visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        (**self).rewrite(logic, rewriting);
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

/// The values hold guards.
impl<K, V: HoldsGuards> HoldsGuards for IndexMap<K, V> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.values().for_each(|held| held.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.values_mut().for_each(|held| held.rewrite(logic, rewriting));
    }
}

/// The values hold guards. Hashes have no random seed, so the order is the same in every run.
impl<K, V: HoldsGuards> HoldsGuards for FxHashMap<K, V> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.values().for_each(|held| held.visit(visit));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.values_mut().for_each(|held| held.rewrite(logic, rewriting));
    }
}
