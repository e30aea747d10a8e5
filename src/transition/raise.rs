//! Exceptions are transitions of the pc to the handler (design 6).
//!
//! ```text
//!   the instruction throws κ under θ, θ ∧ φ feasible, the block's handler is (h, slot)
//!   ─────────────────────────────────────────────────────────────────────────────────
//!   Σ[slot] ⊎(θ∧φ) {(true, (place, κ))}      pc: (θ∧φ, h)      goes on: φ ∧ ¬θ
//! ```
//!
//! The exception in flight is a local of the frame; nothing is allocated. What `throw` is given goes with it: one exception
//! for each value. Which violation an uncaught one is does not depend on that.

use super::{Here, Machine, Successor, Via};
use crate::guard::Guard;
use crate::index::Idx;
use crate::ir::{Cause, Expr, MethodId};
use crate::source::Span;
use crate::state::Location;
use crate::summary::{AddrId, Summary, ThrownId, Value};
use indexmap::IndexSet;

/// An exception: where it was thrown, why, and what it carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thrown {
    /// The method that threw it.
    pub method: MethodId,
    /// The expression or statement that threw it.
    pub span: Span,
    /// The line of the statement.
    pub line: u32,
    /// Why.
    pub cause: Cause,
    /// The value of the `throw`, if that has one.
    pub payload: Option<Value>,
}

/// The exceptions of a run, by number.
#[derive(Clone, Debug, Default)]
pub struct ThrownTable(IndexSet<Thrown>);

impl ThrownTable {
    /// The number of an exception.
    pub fn intern(&mut self, thrown: Thrown) -> ThrownId {
        ThrownId::new(self.0.insert_full(thrown).0)
    }

    /// The exception of a number.
    pub fn get(&self, id: ThrownId) -> Thrown {
        self.0[id.index()]
    }

    /// The objects and arrays that exceptions carry.
    pub fn addresses(&self) -> impl Iterator<Item = AddrId> + '_ {
        self.0.iter().filter_map(|thrown| thrown.payload?.as_ref())
    }
}

/// The exception that what is executed throws.
fn exception(here: &Here<'_>, cause: Cause, payload: Option<Value>) -> Thrown {
    Thrown { method: here.method, span: here.span, line: here.line, cause, payload }
}

impl<'p> Machine<'p> {
    /// Throws under `theta`, and leaves φ without it. Asks first: an infeasible part just goes.
    pub(crate) fn raise(&mut self, here: &mut Here<'p>, phi: &mut Guard, theta: Guard, cause: Cause) {
        self.raise_carrying(here, phi, theta, cause, None);
    }

    fn raise_carrying(
        &mut self,
        here: &mut Here<'p>,
        phi: &mut Guard,
        theta: Guard,
        cause: Cause,
        payload: Option<Value>,
    ) {
        let theta = self.logic.guards.and(*phi, theta);
        if theta == Guard::FALSE {
            return;
        }
        *phi = self.logic.guards.and_not(*phi, theta);
        if here.hypothetical || !self.feasible(theta) {
            return;
        }
        let id = self.thrown.intern(exception(here, cause, payload));
        let thrown = Summary::constant(&mut self.logic, Value::Thrown(id));
        self.hand_over(here, theta, &thrown);
    }

    /// `throw` under φ: an exception for each value of the expression.
    pub(crate) fn throw(&mut self, here: &mut Here<'p>, mut phi: Guard, value: Option<&'p Expr>) {
        let all = phi;
        match value {
            None => self.raise(here, &mut phi, all, Cause::Throw),
            // A constant needs no summary of its own.
            Some(Expr::Const(constant)) => {
                let payload = self.constant(constant);
                self.raise_carrying(here, &mut phi, all, Cause::Throw, Some(payload));
            }
            Some(value) => {
                let payload = self.eval(here, &mut phi, value);
                if !self.feasible(phi) {
                    return;
                }
                let table = &mut self.thrown;
                let thrown = payload.map(&mut self.logic, phi, |_, value| {
                    Value::Thrown(table.intern(exception(here, Cause::Throw, Some(value))))
                });
                self.hand_over(here, phi, &thrown);
            }
        }
    }

    /// Sends the paths of `theta` with their exceptions to the handler of the block.
    pub(crate) fn hand_over(&mut self, here: &mut Here<'p>, theta: Guard, thrown: &Summary) {
        let handler = here.block.handler;
        let location = self.contexts.follow(self.program, here.at, handler.block);
        self.emit(here, location, theta, Via::Edge, |machine, exclusive| {
            machine.bind_local(location, theta, handler.slot, thrown, exclusive);
        });
    }

    /// Adds a successor whose Σ differs by what `effect` does: in place in merge mode, in a clone in path mode. The
    /// effect learns whether it may replace what it writes.
    pub(crate) fn emit(
        &mut self,
        here: &mut Here<'p>,
        location: Location,
        guard: Guard,
        via: Via,
        effect: impl FnOnce(&mut Self, bool),
    ) {
        let sigma = if self.forks() {
            let saved = self.sigma.clone();
            effect(self, true);
            Some(std::mem::replace(&mut self.sigma, saved))
        } else {
            // What follows in this step shares the frame with the successor.
            here.exclusive = false;
            effect(self, false);
            None
        };
        here.out.successors.push(Successor { location, guard, via, sigma });
    }

    /// `local := value` under `guard` in the frame of a location.
    pub(crate) fn bind_local(
        &mut self,
        location: Location,
        guard: Guard,
        local: crate::ir::LocalId,
        value: &Summary,
        replace: bool,
    ) {
        let value = if replace {
            value.simplify(&mut self.logic, guard)
        } else {
            self.sigma.local(location.frame, local).update(&mut self.logic, guard, value)
        };
        self.sigma.set_local(location.frame, local, value);
    }
}
