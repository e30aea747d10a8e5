//! Tabled calls: the result of a pure method is a key of Σ, and a later call with the same arguments reads it.
//!
//! ```text
//!   call of m with the arguments v̄ under φ            done = φ ∧ cover Σ[m(v̄)]
//!   ───────────────────────────────────────────────────────────────────────────
//!   Σ[dst] ⊎done Σ[m(v̄)]      pc: (done, after the call), (φ ∧ ¬done, start of m)
//!
//!   return of that call under φ:   Σ[m(v̄)] ⊎φ Σ[retval]
//!   write of a place that m can read:   Σ[m(…)] is forgotten
//! ```
//!
//! The arguments are values. A call with several values of an argument counts as several calls, each under its guard. On
//! the paths of `done` a run would return the same: it has the same arguments and reads the same values of the same inputs.
//! It would not find another violation either: paths that violate something in the call, leave it by an exception, or wait
//! in it at a bound, have not returned from it. A pure method ([`Footprint`](crate::ir::footprint::Footprint)) makes no
//! object, so a result that is a reference can be reached from the arguments.

use super::{Machine, Step};
use crate::guard::Guard;
use crate::index::IndexVec;
use crate::ir::variable::Variable;
use crate::ir::{Expr, MethodId, Program};
use crate::state::{ProgramPoint, State};
use crate::summary::{Summary, Value};
use rustc_hash::FxHashMap;

/// The most combinations of values that the arguments of one call may have; a call with more is not looked up.
const MOST_ARGUMENTS: usize = 16;

/// The most results of one method that are kept. Beyond that all are forgotten; early in builds with debug assertions, so
/// that tests cover it.
const MOST_RESULTS: usize = if cfg!(debug_assertions) { 64 } else { 4096 };

/// The methods with tabled calls, if calls are tabled at all.
pub(super) struct Tabling {
    tabled: IndexVec<MethodId, bool>,
    /// For each variable, the tabled methods that can read it.
    readers: FxHashMap<Variable, Vec<MethodId>>,
}

impl Tabling {
    /// Chooses the pure methods that are worth it.
    pub(super) fn of(program: &Program) -> Self {
        let mut readers: FxHashMap<Variable, Vec<MethodId>> = FxHashMap::default();
        let mut tabled: IndexVec<MethodId, bool> = program.methods.ids().map(|_| false).collect();
        for (method, footprint) in program.footprints().iter_enumerated() {
            // To run any other call is as fast as to look it up, and its result would keep guards alive.
            tabled[method] = footprint.is_pure && footprint.repeats;
            if tabled[method] {
                footprint.reads.iter().for_each(|read| readers.entry(read).or_default().push(method));
            }
        }
        Self { tabled, readers }
    }
}

impl<'p> Machine<'p> {
    fn is_tabled(&self, method: MethodId) -> bool {
        self.config.tabling && self.analyses.tabling().tabled[method]
    }

    /// The part of φ on which the result of a call of `method` is known, with the result.
    pub(crate) fn known(&mut self, state: &State, phi: Guard, method: MethodId, args: &[Summary]) -> (Guard, Summary) {
        let (mut done, mut result) = (Guard::FALSE, Summary::empty());
        for (guard, args) in self.calls_of(state, phi, method, args) {
            let known = state.sigma.result(method, &args);
            let cover = known.cover(&mut self.logic);
            let here = self.logic.and(guard, cover);
            if !here.is_false() {
                result = result.update(&mut self.logic, here, &known);
                done = self.logic.or(done, here);
            }
        }
        (done, result)
    }

    /// Stores the result of a call that returns under φ. The method is that of the step, the call was made at `caller`.
    pub(crate) fn remember(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        caller: ProgramPoint,
        args: &[Expr],
        value: Option<&Summary>,
    ) {
        let method = step.method;
        if !self.is_tabled(method) {
            return;
        }
        // Nothing has changed the locals of the caller during the call.
        let mut at = Step::at(self.program, &self.contexts, step.state, caller);
        let args: Vec<Summary> = args.iter().map(|arg| self.eval(&mut at, phi, arg).0).collect();
        if step.state.sigma.results_len(method) >= MOST_RESULTS {
            step.state.sigma.drop_results(method);
        }
        let nothing = Summary::constant(&mut self.logic, Value::Missing);
        let value = value.unwrap_or(&nothing);
        for (guard, args) in self.calls_of(step.state, phi, method, &args) {
            self.write_result(step.state, guard, method, args.into(), value);
        }
    }

    /// Forgets the results that may have been computed from a variable which is written.
    pub(super) fn invalidate(&self, state: &mut State, written: Variable) {
        if self.config.tabling {
            let readers = self.analyses.tabling().readers.get(&written);
            readers.into_iter().flatten().for_each(|&method| state.sigma.drop_results(method));
        }
    }

    /// A call on the paths of φ as calls with single values: one for each combination of the values of its arguments. There
    /// are none if the method is not tabled, there are too many, or other threads may write what the call reads.
    fn calls_of(&mut self, state: &State, phi: Guard, method: MethodId, args: &[Summary]) -> Vec<(Guard, Vec<Value>)> {
        if !self.is_tabled(method) || !state.others.is_empty() {
            return Vec::new();
        }
        let mut calls: Vec<(Guard, Vec<Value>)> = vec![(phi, Vec::with_capacity(args.len()))];
        for arg in args {
            let mut longer = Vec::new();
            for (guard, values) in calls {
                let arg = arg.restrict(&mut self.logic, guard);
                if longer.len() + arg.len(&mut self.logic) > MOST_ARGUMENTS {
                    return Vec::new();
                }
                longer.extend(arg.pairs(&mut self.logic).into_iter().map(|(guard, value)| {
                    let mut values = values.clone();
                    values.push(value);
                    (guard, values)
                }));
            }
            calls = longer;
        }
        calls
    }
}
