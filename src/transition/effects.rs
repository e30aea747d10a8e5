//! The effects of transitions on Σ: guarded update of a place, and forgetting it. Nothing else writes to Σ.
//!
//! ```text
//!   write(φ, p, v)    Σ[p] ⊎φ v
//!   forget(φ, p)      Σ[p] restricted to ¬φ
//! ```
//!
//! If the paths of φ are alone in a frame, no others will read the old values of its locals. The new value replaces
//! the old one, so stretches of a single path cost no guard operation.

use super::Machine;
use crate::guard::Guard;
use crate::ir::control_relevance::Stored;
use crate::ir::variable::Variable;
use crate::ir::{LocalId, MethodId, SiteKind, Type};
use crate::state::{FrameId, Key, Origin, Place, State};
use crate::summary::{Summary, Value};
use std::rc::Rc;

impl Machine<'_> {
    /// `Σ[place] ⊎φ value`, where `value` is defined on φ. `alone`: only the paths of φ will read the place.
    pub(crate) fn write(&mut self, state: &mut State, phi: Guard, place: Place, value: &Summary, alone: bool) {
        if self.config.self_check {
            self.invariant(value, phi, self.type_of(place).as_ref());
        }
        let new = match alone {
            true => value.simplify(&mut self.logic, phi),
            false => state.sigma.stored(place).update(&mut self.logic, phi, value),
        };
        let new = self.collapsed(state, phi, place, new);
        if matches!(place, Place::Heap(_))
            && let Some(variable) = self.variable(place)
        {
            self.invalidate(state, variable);
        }
        self.set(state, place, new);
    }

    /// Stores the result of a tabled call on the paths of φ.
    pub(crate) fn write_result(
        &mut self,
        state: &mut State,
        phi: Guard,
        method: MethodId,
        args: Rc<[Value]>,
        value: &Summary,
    ) {
        if self.config.self_check {
            self.invariant(value, phi, self.program.methods[method].result.as_ref());
        }
        let known = state.sigma.result(method, &args).update(&mut self.logic, phi, value);
        state.sigma.set_result(method, args, known);
    }

    /// The variable of the program that a place belongs to, if there is one.
    fn variable(&self, place: Place) -> Option<Variable> {
        match place {
            Place::Local(frame, local) => Some(Variable::Local(self.contexts.frame(frame).method, local)),
            Place::Heap(Key::Field(_, field)) => Some(Variable::Field(field)),
            Place::Heap(Key::Static(field)) => Some(Variable::Static(field)),
            Place::Heap(Key::Cell(..)) => Some(Variable::Cell),
            Place::Heap(Key::Length(_) | Key::Counter(..) | Key::Owner(_) | Key::Held(_)) | Place::Before(..) => None,
        }
    }

    /// The variable that a place belongs to, by the analysis of control relevance.
    fn stored(&self, place: Place) -> Option<Stored> {
        let site = match place {
            Place::Heap(Key::Cell(array, _)) => match self.table.address(array).origin {
                Origin::Allocated(_, site, _) => Some(site),
                Origin::Input(_) => None,
            },
            _ => None,
        };
        Some(Stored { site, ..self.variable(place)?.into() })
    }

    /// A value as it is stored in a place: too many symbolic numbers become one conditional term.
    fn collapsed(&mut self, state: &State, phi: Guard, place: Place, value: Summary) -> Summary {
        if !value.has_symbolic_number(&self.logic) {
            return value;
        }
        let Some(variable) = self.stored(place) else { return value };
        match self.conditional.limit(&self.logic, variable, &value) {
            Some(most) => self.collapsed_to(most, state, phi, value),
            None => value,
        }
    }

    /// A value as it is read on the paths of φ, before it is stored: too many symbolic numbers become one conditional term, if
    /// the limit is the same for all variables.
    pub(super) fn collapsed_read(&mut self, state: &State, phi: Guard, value: Summary) -> Summary {
        match self.conditional.limit_of_all() {
            Some(most) => self.collapsed_to(most, state, phi, value),
            None => value,
        }
    }

    /// A value with at most `most` symbolic numbers, or one conditional term. The conditions of the term need to be right only
    /// within the guards of the pc. Lengths of arrays stay apart, because they determine which cells exist.
    fn collapsed_to(&mut self, most: usize, state: &State, phi: Guard, value: Summary) -> Summary {
        let (lx, table) = (&self.logic, &self.table);
        if !value.tells_apart_more_than(lx, most) || value.symbolic_numbers(lx).all(|term| table.is_length(term)) {
            return value;
        }
        let paths = self.logic.or_all(state.pc.guards().chain([phi]).collect());
        let (width, value) = match self.unwrapped(paths, &value) {
            Some((width, unwrapped)) => (Some(width), unwrapped),
            None => (None, value),
        };
        let form = match self.conditional.makes_forms() {
            true => value.formed(&mut self.logic, paths),
            false => None,
        };
        let value = form.unwrap_or_else(|| value.collapse(&mut self.logic, most, paths));
        match width {
            Some(width) => self.wrapped(paths, width, &value),
            None => value,
        }
    }

    /// Forgets a place on the paths of φ.
    pub(super) fn forget(&mut self, state: &mut State, phi: Guard, place: Place) {
        let rest = state.sigma.stored(place).update(&mut self.logic, phi, &Summary::empty());
        self.set(state, place, rest);
    }

    fn set(&self, state: &mut State, place: Place, value: Summary) {
        state.others.reach.write(&self.table, &state.sigma, place, &value);
        state.sigma.write(place, value);
    }

    /// Forgets, on the paths of φ, the locals of a frame that satisfy a predicate; on all paths if those of φ are
    /// alone in the frame.
    pub(crate) fn forget_locals(
        &mut self,
        state: &mut State,
        phi: Guard,
        frame: FrameId,
        alone: bool,
        which: impl Fn(LocalId) -> bool,
    ) {
        let named = state.sigma.locals(frame).iter().enumerate().filter(|(_, value)| !value.is_empty());
        let named = named.map(|(i, _)| LocalId(i as u32)).filter(|local| which(*local));
        for local in named.collect::<Vec<_>>() {
            let place = Place::Local(frame, local);
            match alone {
                true => state.sigma.write(place, Summary::empty()),
                false => self.forget(state, phi, place),
            }
        }
    }

    /// Forgets all locals of a frame on the paths of φ.
    pub(crate) fn forget_frame(&mut self, state: &mut State, phi: Guard, frame: FrameId, alone: bool) {
        match alone {
            true => state.sigma.drop_frame(frame),
            false => self.forget_locals(state, phi, frame, false, |_| true),
        }
    }

    /// The type of the values of a place; `None` for the exception in flight and for owners of monitors, which have no
    /// type of the program.
    pub(super) fn type_of(&self, place: Place) -> Option<Type> {
        match place {
            Place::Local(frame, local) => self.method_of(frame).locals[local].ty.clone(),
            Place::Heap(Key::Field(_, f)) => Some(self.program.fields[f].ty.clone()),
            Place::Heap(Key::Static(f)) => Some(self.program.statics[f].ty.clone()),
            Place::Heap(Key::Length(_) | Key::Counter(..) | Key::Held(_)) => Some(Type::Int),
            Place::Heap(Key::Owner(_)) => None,
            Place::Heap(Key::Cell(a, _)) => match &self.table.address(a).shape {
                SiteKind::Array(elem) => Some(elem.clone()),
                SiteKind::Object(_) => unreachable!("only arrays have cells"),
            },
            Place::Before(_, key) => self.type_of(Place::Heap(key)),
        }
    }

    /// Panics if a value that is about to be stored on the paths of φ breaks an invariant: guards are disjoint and not false,
    /// values distinct and of the type, and the value is defined on φ. This would be a defect of the engine, not of its input.
    fn invariant(&mut self, value: &Summary, phi: Guard, ty: Option<&Type>) {
        let value = value.restrict(&mut self.logic, phi);
        let checked = value.check(&mut self.logic, None);
        let cover = value.cover(&mut self.logic);
        let defined = self.logic.implies(phi, cover);
        if self.logic.intact().is_err() {
            return;
        }
        if let Err(broken) = checked {
            panic!("a value summary is broken: {broken}");
        }
        assert!(defined, "a value is not defined on all paths that store it");
        for v in value.values(&mut self.logic) {
            let fits = match (v, ty) {
                (Value::Missing, _) | (Value::Thrown(_) | Value::Thread(_) | Value::Null, None) => true,
                (Value::Bool(_), Some(Type::Bool))
                | (
                    Value::Num(_),
                    Some(Type::Int | Type::Uint | Type::Integer | Type::Float | Type::Machine(_) | Type::Ieee(_)),
                )
                | (Value::Char(_), Some(Type::Char))
                | (Value::Str(_), Some(Type::String)) => true,
                (Value::Null, Some(ty)) => ty.is_reference(),
                (Value::Ref(a), Some(ty)) => self.table.is_instance(self.program, a, ty),
                _ => false,
            };
            assert!(fits, "{v:?} is no value of type {ty:?}");
        }
    }
}
