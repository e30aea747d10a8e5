//! Assignments of the program to what it names: the writer of Σ does not tell them from other effects; here they are counted.

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
    /// Those that classic state merging can make precisely, with an auxiliary variable of the solver: of numbers,
    /// Booleans, characters and texts. A reference has no such variable.
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
    /// An assignment of the program to something that it names: a [`write`](Self::write) that is counted if assignments
    /// are to be counted. What lowering adds, parameters and the engine's own places are written without.
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
            Place::Local(frame, local) => {
                !self.program.methods[self.contexts.frame(frame).method].locals[local].name.is_empty()
            }
            Place::Heap(key) => matches!(key, Key::Field(..) | Key::Cell(..) | Key::Static(_)),
            Place::Before(..) => false,
        }
    }
}
