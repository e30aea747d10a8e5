//! Exceptions are transitions of the pc to the handler.
//!
//! ```text
//!   the instruction throws κ under θ, θ ∧ φ feasible, the block's handler is (h, slot)
//!   ─────────────────────────────────────────────────────────────────────────────────
//!   Σ[slot] ⊎(θ∧φ) {(true, (place, κ))}      pc: (θ∧φ, h)      continues: φ ∧ ¬θ
//! ```
//!
//! The exception in flight is a local of the frame; nothing is allocated. It carries the value of the `throw`: there is one
//! exception for each value. Uncaught exceptions that differ only in this value are one violation.

use super::{Machine, Step, Successor, Via};
use crate::guard::Guard;
use crate::index::Slots;
use crate::ir::{Cause, ClassId, Expr, LocalId, MethodId, Type};
use crate::source::Span;
use crate::state::{InUse, Live, Place, ProgramPoint, Sigma, State};
use crate::summary::{AddrId, Summary, ThrownId, Value};
use rustc_hash::FxHashMap;

/// An exception: where it was thrown, why, and what it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// The method that threw it.
    pub method: MethodId,
    /// The expression or statement that threw it.
    pub span: Span,
    /// The line of the statement.
    pub line: u32,
    /// The reason.
    pub cause: Cause,
    /// The value of the `throw`, if that has one.
    pub payload: Option<Value>,
}

/// The exceptions that may be in flight, by number.
#[derive(Clone, Debug, Default)]
pub struct ThrownTable {
    thrown: Slots<ThrownId, Thrown>,
    numbers: FxHashMap<Thrown, ThrownId>,
}

impl ThrownTable {
    /// The number of an exception.
    pub fn intern(&mut self, thrown: Thrown) -> ThrownId {
        *self.numbers.entry(thrown).or_insert_with(|| self.thrown.push(thrown))
    }

    /// The exception of a number.
    pub fn get(&self, id: ThrownId) -> Thrown {
        self.thrown[id]
    }

    /// The number of exceptions.
    pub fn count(&self) -> usize {
        self.thrown.len()
    }

    /// Marks the values that exceptions in use carry.
    pub(super) fn mark_carried(&self, live: &mut Live<'_>) {
        let carried: Vec<Value> = live.used.thrown.iter().filter_map(|id| self.get(*id).payload).collect();
        carried.into_iter().for_each(|value| live.value(value));
    }

    /// Forgets exceptions that are not in use.
    pub(super) fn retain(&mut self, used: &InUse) {
        self.thrown.retain(|id, _| used.thrown.contains(&id));
        self.numbers.retain(|_, id| used.thrown.contains(id));
    }
}

/// The exception that the current instruction of a step throws.
fn exception(step: &Step<'_, '_>, cause: Cause, payload: Option<Value>) -> Thrown {
    Thrown { method: step.method, span: step.span, line: step.line, cause, payload }
}

impl<'p> Machine<'p> {
    /// The objects and arrays that exceptions in flight carry.
    pub fn carried(&mut self, sigma: &Sigma) -> Vec<AddrId> {
        let thrown = sigma.in_flight(&mut self.logic, self.program, &self.contexts);
        thrown.into_iter().filter_map(|id| self.thrown.get(id).payload?.as_ref()).collect()
    }

    /// Throws under `theta`. Returns φ without it.
    #[must_use]
    pub(crate) fn raise(&mut self, step: &mut Step<'p, '_>, phi: Guard, theta: Guard, cause: Cause) -> Guard {
        self.reach(step, phi, cause.property());
        let theta = self.logic.and(phi, theta);
        if theta == Guard::FALSE {
            return phi;
        }
        let rest = self.logic.and_not(phi, theta);
        self.raise_carrying(step, theta, cause, None);
        rest
    }

    /// Throws on all paths of `theta`, unless the solver shows that these are infeasible.
    fn raise_carrying(&mut self, step: &mut Step<'p, '_>, theta: Guard, cause: Cause, payload: Option<Value>) {
        if step.hypothetical || !self.feasible(theta) {
            return;
        }
        let id = self.thrown.intern(exception(step, cause, payload));
        let thrown = Summary::constant(&mut self.logic, Value::Thrown(id));
        self.hand_over(step, theta, &thrown);
    }

    /// `throw` under φ: an exception for each value of the expression.
    pub(crate) fn throw(&mut self, step: &mut Step<'p, '_>, phi: Guard, value: Option<&Expr>) {
        match value {
            None => self.raise_carrying(step, phi, Cause::Throw, None),
            // A constant needs no summary of its own.
            Some(Expr::Const(constant)) => {
                let payload = self.constant(constant);
                self.raise_carrying(step, phi, Cause::Throw, Some(payload));
            }
            Some(value) => {
                let (payload, phi) = self.eval(step, phi, value);
                if !self.feasible(phi) {
                    return;
                }
                let table = &mut self.thrown;
                let thrown = payload.map(&mut self.logic, phi, |_, value| {
                    Value::Thrown(table.intern(exception(step, Cause::Throw, Some(value))))
                });
                self.hand_over(step, phi, &thrown);
            }
        }
    }

    /// Sends the exceptions in a local to the handler of the block, with the values of another local if there is one.
    pub(crate) fn rethrow(&mut self, step: &mut Step<'p, '_>, phi: Guard, slot: LocalId, carried: Option<LocalId>) {
        let mut thrown = step.local(slot).restrict(&mut self.logic, phi);
        if let Some(carried) = carried {
            let table = &mut self.thrown;
            thrown = thrown.map2(&mut self.logic, phi, &step.local(carried), |_, thrown, payload| match thrown {
                Value::Thrown(id) => {
                    let payload = Some(payload);
                    Value::Thrown(table.intern(Thrown { payload, ..table.get(id) }))
                }
                _ => unreachable!("well-typed IR: the slot of a handler holds exceptions"),
            });
        }
        self.hand_over(step, phi, &thrown);
    }

    /// The class of an exception, where exceptions have classes.
    pub(super) fn class_of(&self, thrown: &Thrown) -> Option<ClassId> {
        let causes = self.program.causes?;
        match thrown.payload {
            Some(carried) => self.table.class(carried.as_ref()?),
            None => causes.class(thrown.cause),
        }
    }

    /// The exceptions among the values of a local, each with its paths of φ.
    pub(super) fn thrown_within(&mut self, phi: Guard, slot: &Summary) -> Vec<(Guard, ThrownId)> {
        let pairs = slot.restrict(&mut self.logic, phi).pairs(&mut self.logic);
        pairs.into_iter().filter_map(|(guard, value)| Some((guard, value.as_thrown()?))).collect()
    }

    /// The paths of φ whose exception satisfies a condition.
    pub(super) fn thrown_when(&mut self, phi: Guard, slot: &Summary, holds: impl Fn(&Self, &Thrown) -> bool) -> Guard {
        self.thrown_within(phi, slot).into_iter().fold(Guard::FALSE, |all, (guard, id)| {
            if holds(self, &self.thrown.get(id)) { self.logic.or(all, guard) } else { all }
        })
    }

    /// Whether an exception is an instance of a class.
    pub(super) fn is_caught(&self, thrown: &Thrown, class: ClassId) -> bool {
        match thrown.payload {
            Some(carried) => {
                let ty = Type::Class(class);
                carried.as_ref().is_some_and(|addr| self.table.is_instance(self.program, addr, &ty))
            }
            None => self.program.is_caused(thrown.cause, class),
        }
    }

    /// Sends the paths of `theta` with their exceptions to the handler of the block.
    pub(crate) fn hand_over(&mut self, step: &mut Step<'p, '_>, theta: Guard, thrown: &Summary) {
        let handler = step.block.handler;
        let point = self.contexts.follow(self.program, step.point, handler.block);
        self.emit(step, point, theta, Via::Edge, |machine, state, alone| {
            let slot = Place::Local(point.frame, handler.slot);
            machine.write(state, theta, slot, thrown, alone);
        });
    }

    /// Adds a successor, after an effect on Σ: in the state of the step, or in a fork of it. The last argument of `effect` is
    /// whether the successor is alone in its frame.
    pub(crate) fn emit(
        &mut self,
        step: &mut Step<'p, '_>,
        point: ProgramPoint,
        guard: Guard,
        via: Via,
        effect: impl FnOnce(&mut Self, &mut State, bool),
    ) {
        let fork = self.part(step, effect);
        step.out.successors.push(Successor { point, guard, via, fork });
    }

    /// Applies the effect of paths that leave the step, to the state of the step or to a fork of it. Returns the fork.
    pub(super) fn part(
        &mut self,
        step: &mut Step<'p, '_>,
        effect: impl FnOnce(&mut Self, &mut State, bool),
    ) -> Option<State> {
        if self.policy.forks() {
            let mut fork = step.state.fork();
            effect(self, &mut fork, true);
            return Some(fork);
        }
        // The other paths of this step share the frame with these.
        step.alone = false;
        effect(self, step.state, false);
        None
    }
}
