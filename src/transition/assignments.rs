//! Counts the assignments of the program to what it names, which `effects` does not distinguish from other writes.

use super::Machine;
use crate::guard::Guard;
use crate::ir::Type;
use crate::state::{Key, Place, State};
use crate::summary::Summary;

/// Guarded assignments Σ\[x\] ⊎φ v to what the program names: variables, results of methods, fields, elements and
/// static fields. Parameters and temporaries are not among them. The MultiSE publication calls such assignments merges,
/// whatever their guards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Assignments {
    /// All of them.
    pub all: u64,
    /// Those that classic state merging can represent exactly, with an auxiliary variable of the solver: assignments of
    /// numbers, Booleans, characters and texts. A reference has no such variable.
    pub classic: u64,
}

impl Assignments {
    /// Counts an assignment to a place of this type.
    fn count(&mut self, ty: &Type) {
        self.all += 1;
        self.classic += u64::from(!ty.is_reference());
    }
}

impl Machine<'_> {
    /// A [`write`](Self::write) that is counted, if assignments are counted and the program text names the place. Temporaries
    /// of lowering, parameters and the engine's own places do not count.
    pub(crate) fn assign_place(&mut self, state: &mut State, phi: Guard, place: Place, value: &Summary, alone: bool) {
        if self.config.count_csm
            && let Some(ty) = self.type_of(place)
            && self.is_named(place)
        {
            self.counters.assignments.count(&ty);
        }
        self.write(state, phi, place, value, alone);
    }

    /// Whether the program text names a place.
    fn is_named(&self, place: Place) -> bool {
        match place {
            Place::Local(frame, local) => !self.method_of(frame).locals[local].name.is_empty(),
            Place::Heap(key) => matches!(key, Key::Field(..) | Key::Cell(..) | Key::Static(_)),
            Place::Before(..) => false,
        }
    }
}
