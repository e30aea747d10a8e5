//! Assertions, assumptions, cover statements and contracts.
//!
//! ```text
//!   assert c     a violation under φ ∧ ¬c if that is feasible; continues: φ ∧ c
//!   assume c     continues: φ ∧ c, if that is feasible
//!   contract c   like assert; but a `requires` of the root frame is like assume
//!   cover c      satisfied if φ ∧ c is feasible; continues: φ
//! ```

use super::findings::Findings;
use super::{End, Machine, Step};
use crate::config::Property;
use crate::guard::{Guard, holds_guards};
use crate::ir::{BinaryOp, CheckId, CoverId, Expr, Fault, Implicit, Kind, LocalId, TextId};
use crate::solver::{Answer, UnknownReason};
use crate::source::Span;
use crate::state::context::MAIN;
use crate::state::{Live, Marks, Trail};
use crate::summary::{ThrownId, Value};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// What is known of an assumption.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assumption {
    /// Whether it is a `requires` of the entry; else it is an `assume`.
    pub is_requires: bool,
    /// Whether a feasible guard has reached it.
    pub reached: bool,
    /// Whether a feasible guard has passed it.
    pub passed: bool,
}

/// What is known of checks and assumptions.
#[derive(Clone, Debug, Default)]
pub struct Checks {
    /// Checks that a feasible guard has reached.
    pub reached: FxHashSet<CheckId>,
    /// Implicit checks that a feasible guard has reached.
    pub reached_implicit: FxHashSet<Implicit>,
    /// The violations.
    pub violations: Findings<Fault>,
    /// The cover statements that some path satisfies.
    pub covers: Findings<CoverId>,
    /// The assumptions that were reached.
    pub assumptions: BTreeMap<Span, Assumption>,
    /// The code that was reached and cannot be executed, with the number of times that paths have ended there.
    pub unsupported: BTreeMap<Unsupported, u64>,
    /// The runs that ask for results which nothing models.
    guesses: Vec<Guess>,
}

/// The runs that ask for a result which nothing models.
#[derive(Clone, Debug)]
struct Guess {
    name: TextId,
    guard: Guard,
}

holds_guards!(Guess: guard; others: name);

/// Code that cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unsupported {
    /// Where.
    pub span: Span,
    /// What is not supported.
    pub what: String,
}

impl Marks for Checks {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { reached: _, reached_implicit: _, violations, covers, assumptions: _, unsupported: _, guesses: _ } =
            self;
        violations.mark(live);
        covers.mark(live);
    }
}

holds_guards!(Checks: violations, covers, guesses; others: reached, reached_implicit, assumptions, unsupported);

impl<'p> Machine<'p> {
    /// Checks an assertion or contract clause. Returns the paths that continue.
    #[must_use]
    pub(crate) fn check(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr, check: CheckId) -> Guard {
        let info = &self.program.checks[check];
        if info.kind == Kind::Requires && self.is_root(step) {
            return self.assumption(step, phi, cond, info.span, true);
        }
        if !self.checks.reached.contains(&check) && self.feasible(phi) {
            self.checks.reached.insert(check);
        }
        let (fails, phi) = self.failures(step, phi, cond);
        let fault = self.fault_of(step, check, None);
        if self.violate(step, fault, fails) { self.logic.and_not(phi, fails) } else { phi }
    }

    /// The paths of φ on which a checked condition is false, and those on which it does not throw; conjunct by conjunct. An
    /// infeasible part is dropped before the next conjunct is evaluated, because the conjunction of many facts that guards
    /// cannot prove (the result of a search is at least every element) would be a huge guard, while each of them is a small one.
    #[must_use]
    pub(crate) fn failures(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr) -> (Guard, Guard) {
        match cond {
            Expr::Binary(BinaryOp::And, a, b) => {
                let (left, phi) = self.failures(step, phi, a);
                let rest = self.logic.and_not(phi, left);
                let (right, rest) = self.failures(step, rest, b);
                let phi = self.logic.or(left, rest);
                (self.logic.or(left, right), phi)
            }
            Expr::Binary(BinaryOp::Implies, a, b) => {
                let (scope, phi) = self.cond(step, phi, a);
                let vacuous = self.logic.and_not(phi, scope);
                let (fails, scope) = self.failures(step, scope, b);
                (fails, self.logic.or(vacuous, scope))
            }
            Expr::Quant(quant) if quant.forall => match self.failing_cells(step, phi, quant) {
                (Some(fails), phi) => (fails, phi),
                (None, phi) => self.failures_at_once(step, phi, cond),
            },
            _ => self.failures_at_once(step, phi, cond),
        }
    }

    /// The same for a condition that is evaluated as a whole.
    fn failures_at_once(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr) -> (Guard, Guard) {
        let (holds, phi) = self.cond(step, phi, cond);
        let fails = self.logic.and_not(phi, holds);
        if fails != Guard::FALSE && matches!(self.ask_of_check(fails), Answer::Infeasible) {
            self.quantifiers.release(&mut self.logic, fails);
            return (Guard::FALSE, phi);
        }
        (fails, phi)
    }

    /// Executes an `assume`. Returns the paths that continue.
    #[must_use]
    pub(crate) fn assume(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr) -> Guard {
        self.assumption(step, phi, cond, step.span, false)
    }

    fn assumption(
        &mut self,
        step: &mut Step<'p, '_>,
        before: Guard,
        cond: &Expr,
        span: Span,
        is_requires: bool,
    ) -> Guard {
        let (holds, _) = self.cond(step, before, cond);
        let mut known = self.checks.assumptions.get(&span).copied().unwrap_or_default();
        known.is_requires = is_requires;
        let ask = holds != before || !known.passed;
        let phi = if ask && !self.feasible(holds) { Guard::FALSE } else { holds };
        known.passed |= phi != Guard::FALSE;
        let rejected = self.logic.and_not(before, holds);
        step.out.rejected |= !rejected.is_false();
        self.get_stuck(step, rejected);
        known.reached = known.passed || known.reached || self.feasible(before);
        // A model assumes what its callers know nothing of; nothing calls a root.
        let is_inner = self.method_of(step.point.frame).is_inner;
        if !is_inner || self.is_root(step) {
            self.checks.assumptions.insert(span, known);
        }
        phi
    }

    /// Handles a clause that threw when it was evaluated: no path continues.
    pub(crate) fn clause_threw(&mut self, step: &mut Step<'p, '_>, phi: Guard, check: CheckId, slot: LocalId) {
        let info = &self.program.checks[check];
        if info.kind == Kind::Requires && self.is_root(step) {
            let known = self.checks.assumptions.entry(info.span).or_default();
            (known.is_requires, known.reached) = (true, true);
            self.get_stuck(step, phi);
        } else {
            self.checks.reached.insert(check);
            for (g, id) in self.thrown_within(phi, &step.local(slot)) {
                let fault = self.fault_of(step, check, Some(id));
                self.violate(step, fault, g);
            }
        }
    }

    /// The paths of φ on which a value is missing.
    pub(super) fn missing(&mut self, step: &Step<'p, '_>, phi: Guard, value: LocalId, check: Option<CheckId>) -> Guard {
        if check.is_none() {
            self.reach(step, phi, Property::MissingReturn);
        }
        step.local(value).when(&mut self.logic, phi, |_, v| Guard::from_bool(v == Value::Missing))
    }

    /// Checks the use of a value that a call may not have returned. Returns the paths that continue.
    #[must_use]
    pub(crate) fn check_missing(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        value: LocalId,
        check: Option<CheckId>,
    ) -> Guard {
        let missing = self.missing(step, phi, value, check);
        let call_site = check.and_then(|_| self.call_site(step.point.frame));
        let fault = Fault::at(Kind::MissingReturn, step.method, (step.span, step.line));
        let fault = Fault { call_site, check, ..fault };
        // The missing value must not be computed with, feasible or not.
        self.violate(step, fault, missing);
        self.logic.and_not(phi, missing)
    }

    /// Ends the paths of φ at code that cannot be executed.
    pub(super) fn unsupported(&mut self, step: &mut Step<'p, '_>, phi: Guard, what: &str) {
        if self.feasible(phi) {
            let span = self.outer_call(step.point.frame).unwrap_or(step.span);
            let code = Unsupported { span, what: what.to_owned() };
            *self.checks.unsupported.entry(code).or_default() += 1;
            step.out.ended.push((End::Unsupported, phi));
            self.get_stuck(step, phi);
        }
    }

    /// Notes that paths come to an implicit check, if some input takes them.
    pub(super) fn reach(&mut self, step: &Step<'p, '_>, phi: Guard, property: Property) {
        let check = Implicit { span: step.span, property };
        if self.checks.reached_implicit.contains(&check) || !self.analyses.implicit().contains(&check) {
            return;
        }
        let is_possible = match step.hypothetical && !step.bindings.is_empty() {
            true => self.feasible_in_axiom(phi),
            false => self.feasible(phi),
        };
        if is_possible {
            self.checks.reached_implicit.insert(check);
        }
    }

    /// Records the violation of an exception that leaves the entry method under φ.
    pub(crate) fn uncaught(&mut self, step: &mut Step<'p, '_>, phi: Guard, slot: LocalId) {
        let method = &self.program.methods[step.method];
        let is_allowed = self.config.dialect.allows_exceptions();
        if method.has_exceptional || is_allowed && self.program.failed_assertion.is_none() {
            return;
        }
        for (g, id) in self.thrown_within(phi, &step.local(slot)) {
            let thrown = self.thrown.get(id);
            let class = self.class_of(&thrown);
            let (kind, cause) = self.program.uncaught(class, thrown.cause);
            if is_allowed && kind == Kind::Exception {
                continue;
            }
            let fault = Fault::at(kind, thrown.method, (thrown.span, thrown.line));
            let fault = Fault { cause, class, ..fault };
            self.record(fault, Trail { guard: g, past: step.state.others.past });
        }
    }

    fn is_root(&self, step: &Step<'p, '_>) -> bool {
        let frame = self.contexts.frame(step.point.frame);
        frame.caller.is_none() && frame.thread == MAIN
    }

    pub(super) fn fault_of(&self, step: &Step<'p, '_>, check: CheckId, thrown: Option<ThrownId>) -> Fault {
        let info = &self.program.checks[check];
        let cause = thrown.map(|id| self.thrown.get(id).cause);
        let call_site = if info.kind.is_of_call() { self.call_site(step.point.frame) } else { None };
        let fault = Fault::at(info.kind, info.method, (info.span, step.line));
        Fault { cause, call_site, check: Some(check), ..fault }
    }

    /// Records a violation if its guard is feasible, and ends these paths. Returns whether there may be such paths.
    pub(super) fn violate(&mut self, step: &mut Step<'p, '_>, fault: Fault, guard: Guard) -> bool {
        let end = if fault.is_checked(&self.config.dialect) { End::Violated } else { End::Unchecked };
        let possible = self.record(fault, Trail { guard, past: step.state.others.past });
        if possible {
            step.out.ended.push((end, guard));
            self.get_stuck(step, guard);
        }
        possible
    }

    /// Makes a violation undecided that does not replay, perhaps because of a quantified formula.
    pub fn leave_undecided(&mut self, fault: Fault) {
        self.checks.violations.leave_undecided(fault, UnknownReason::Unconfirmed);
    }

    /// Notes that the runs of φ ask for a result which nothing models.
    pub(crate) fn guess(&mut self, name: TextId, phi: Guard) {
        match self.checks.guesses.iter_mut().find(|guess| guess.name == name) {
            Some(guess) => guess.guard = self.logic.or(guess.guard, phi),
            None => self.checks.guesses.push(Guess { name, guard: phi }),
        }
    }

    /// The runs of a guard that ask for no such result.
    pub fn without_guesses(&mut self, guard: Guard) -> Guard {
        let Self { checks, logic, .. } = self;
        checks.guesses.iter().fold(guard, |rest, guess| logic.and_not(rest, guess.guard))
    }

    /// The name of such a result for which all runs of a guard ask, if there is one.
    pub fn guessed(&mut self, guard: Guard) -> Option<&'p str> {
        let known = self.without_guesses(guard);
        let guess = self.checks.guesses.first().filter(|_| known != guard)?.name;
        (!self.feasible(known)).then(|| self.program.texts.get(guess))
    }

    /// Makes a violation undecided that depends on values which differ from run to run, or which nothing models.
    pub fn leave_undetermined(&mut self, fault: Fault, name: &str) {
        let code = Unsupported { span: fault.span, what: format!("a result that depends on `{name}`") };
        *self.checks.unsupported.entry(code).or_default() += 1;
        self.checks.violations.leave_undecided(fault, UnknownReason::Undetermined);
    }

    /// The same for a cover statement.
    pub fn leave_cover_undecided(&mut self, cover: CoverId) {
        self.checks.covers.leave_undecided(cover, UnknownReason::Unconfirmed);
    }

    /// Records a violation if its guard is feasible and it is checked. Returns whether there may be such paths.
    pub fn record(&mut self, fault: Fault, found: Trail) -> bool {
        if found.guard == Guard::FALSE {
            return false;
        }
        if !fault.is_checked(&self.config.dialect) {
            return self.feasible(found.guard);
        }
        if self.checks.violations.found.contains_key(&fault) && self.policy.one_violation_each() {
            return true;
        }
        let answer = self.ask_of_check(found.guard);
        let will_ask_again = self.reduced_effort.is_some();
        self.checks.violations.note(&mut self.logic, fault, found, answer, will_ask_again)
    }

    /// Executes a `cover`: all paths continue, and those on which the condition is true satisfy it.
    pub(crate) fn cover(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr, cover: CoverId) {
        if !self.checks.covers.found.contains_key(&cover) {
            let (guard, _) = self.cond(step, phi, cond);
            self.satisfy(cover, Trail { guard, past: step.state.others.past });
        }
    }

    /// Records that a cover statement is satisfied if a guard is feasible.
    fn satisfy(&mut self, cover: CoverId, found: Trail) {
        if found.guard == Guard::FALSE || self.checks.covers.found.contains_key(&cover) {
            return;
        }
        let answer = self.ask_of_check(found.guard);
        let will_ask_again = self.reduced_effort.is_some();
        self.checks.covers.note(&mut self.logic, cover, found, answer, will_ask_again);
    }

    /// Asks again, with full effort, the questions that reduced effort left open.
    pub fn ask_again(&mut self) {
        if self.reduced_effort.take().is_none() {
            return;
        }
        for (fault, trail) in self.checks.violations.take_open() {
            self.record(fault, trail);
        }
        for (cover, trail) in self.checks.covers.take_open() {
            self.satisfy(cover, trail);
        }
    }
}
