//! A quantifier over arrays of few cells: its body is evaluated cell by cell.

use super::unbind;
use crate::guard::{Guard, Logic};
use crate::ir::Quant;
use crate::num::Num;
use crate::summary::{AddrId, Summary, Value};
use crate::term::TermId;
use crate::transition::{Machine, Step};

/// Quantifiers over arrays of at most this many cells are expanded.
const EXPANDED_CELLS: i64 = 256;

/// An array that a quantifier ranges over.
#[derive(Clone, Copy)]
pub(super) struct Domain {
    /// The paths on which the quantifier ranges over this array, of this length.
    pub(super) guard: Guard,
    pub(super) array: AddrId,
    pub(super) length: TermId,
    /// The most cells that it has, if they are few enough to expand the quantifier.
    pub(super) bound: Option<i64>,
}

impl<'p> Machine<'p> {
    /// The arrays that a quantifier ranges over, and the paths on which there is one.
    pub(super) fn domains(&mut self, step: &mut Step<'p, '_>, phi: Guard, quant: &Quant) -> (Vec<Domain>, Guard) {
        let (arrays, phi) = self.eval(step, phi, &quant.domain);
        let phi = self.check_null(step, phi, &arrays);
        let mut domains = Vec::new();
        for (g, array) in arrays.addresses_within(&mut self.logic, phi) {
            let (lx, mut memory) = self.memory(step.state);
            let lengths = memory.length(lx, array, g);
            for (guard, n) in lengths.pairs(&mut self.logic) {
                let Value::Num(n) = n else { continue };
                let length = self.logic.pin(guard, n);
                let bound = upper_bound(&mut self.logic, guard, length).filter(|bound| *bound <= EXPANDED_CELLS);
                domains.push(Domain { guard, array, length, bound });
            }
        }
        (domains, phi)
    }

    /// Expands a quantifier cell by cell. Returns the guard on which the formula holds, and the guard on which the body does
    /// not throw.
    pub(super) fn expand(&mut self, step: &mut Step<'p, '_>, quant: &Quant, domains: &[Domain]) -> (Guard, Guard) {
        // The paths on which no cell has decided yet, those on which the cells have ended, and those on which one has decided.
        let mut open = self.logic.or_all(domains.iter().map(|domain| domain.guard).collect());
        let (mut ended, mut decided) = (Guard::FALSE, Guard::FALSE);
        for i in 0..cells(domains) {
            let Some(cell) = self.bind_cell(step, open, quant, domains, i) else { break };
            let without = self.logic.and_not(open, cell);
            ended = self.logic.or(ended, without);
            let (body, cell) = self.cond(step, cell, &quant.body);
            unbind(step);
            let others = self.logic.and_not(cell, body);
            let (goes_on, decides) = if quant.forall { (body, others) } else { (others, body) };
            (open, decided) = (goes_on, self.logic.or(decided, decides));
        }
        ended = self.logic.or(ended, open);
        let holds = if quant.forall { ended } else { decided };
        (holds, self.logic.or(ended, decided))
    }

    /// Binds element and index of a quantifier to the cells at a constant index. The cells of all arrays are one summary, so the
    /// body is evaluated once for them. Returns the part of φ on which there is such a cell, if there is any.
    fn bind_cell(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        quant: &Quant,
        domains: &[Domain],
        index: i64,
    ) -> Option<Guard> {
        let index = self.logic.terms.constant(Num::from(index));
        let (mut elem, mut within) = (Summary::empty(), Vec::new());
        for domain in domains {
            let below = self.logic.lt(index, domain.length);
            let below = self.logic.and(domain.guard, below);
            let here = self.logic.and(phi, below);
            if here != Guard::FALSE {
                let (lx, mut memory) = self.memory(step.state);
                let cell = memory.element(lx, domain.array, index, here);
                elem = elem.update(lx, here, &cell);
                within.push(here);
            }
        }
        if within.is_empty() {
            return None;
        }
        let within = self.logic.or_all(within);
        let elem = self.collapsed_read(step.state, within, elem);
        self.bind(step, quant, elem, index);
        Some(within)
    }

    /// The paths of φ on which a checked `forall` fails, without infeasible ones (see [`Machine::failures`]), and the paths that
    /// continue. There is no first result if the quantifier is not expanded.
    #[must_use]
    pub(crate) fn failing_cells(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        quant: &Quant,
    ) -> (Option<Guard>, Guard) {
        let (domains, phi) = self.domains(step, phi, quant);
        if domains.iter().any(|domain| domain.bound.is_none()) {
            return (None, phi);
        }
        let mut rest = self.logic.or_all(domains.iter().map(|domain| domain.guard).collect());
        let mut fails = Guard::FALSE;
        for i in 0..cells(&domains) {
            let Some(before) = self.bind_cell(step, rest, quant, &domains, i) else { break };
            let (failing, cell) = self.failures(step, before, &quant.body);
            unbind(step);
            fails = self.logic.or(fails, failing);
            let thrown = self.logic.and_not(before, cell);
            let ended = self.logic.or(failing, thrown);
            rest = self.logic.and_not(rest, ended);
        }
        (Some(fails), self.logic.or(rest, fails))
    }
}

/// The most cells of an array among small ones.
fn cells(domains: &[Domain]) -> i64 {
    domains.iter().filter_map(|domain| domain.bound).max().unwrap_or(0)
}

/// The greatest value of a length within a guard, if it is known.
fn upper_bound(lx: &mut Logic, guard: Guard, length: TermId) -> Option<i64> {
    if let Some(n) = lx.terms.as_const(length) {
        return n.to_i64();
    }
    let input = lx.terms.as_input(length)?;
    let known = lx.bounds(guard, length).high.map(|threshold| threshold.bound.floor());
    let range = lx.terms.info(input).high.clone();
    known.into_iter().chain(range).min()?.to_i64()
}
