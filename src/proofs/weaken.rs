//! The inductive part of claims, found by explorations of the [fragments](crate::induction).
//!
//! A claim is dropped if some fragment violates it where it ends, or if the solver cannot decide it. This is repeated until
//! all remaining claims are preserved: the greatest inductive part of them (*Houdini*: C. Flanagan, K. R. M. Leino,
//! *Houdini, an annotation assistant for ESC/Java*, 2001). Each step is an exploration of a fragment, mostly in merge mode,
//! all its paths at once, with arrays and heaps as usual. The remaining claims are a proof when no check of the program can be
//! violated either.

use super::fragment::Explorer;
use crate::explore::session::Session;
use crate::induction::fragments::{Fragment, Fragments};
use crate::induction::{Claims, Role};
use crate::ir::{BinaryOp, CheckId, CoverId, Expr, Fault, Implicit};
use crate::outcome::Reason;
use crate::transition::Analyses;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Dropped claims, each by its role and its index in it.
type Dropped = BTreeSet<(Role, usize)>;

/// Inductive claims that prove a program.
#[derive(Default)]
pub(super) struct Inductive {
    pub claims: Claims,
    /// The checks that a fragment reaches from a state of the claims. No execution reaches the others.
    pub reached: BTreeSet<CheckId>,
    /// The cover statements that a fragment may satisfy from such a state. No execution satisfies the others.
    pub covered: BTreeSet<CoverId>,
    /// The same for implicit checks.
    pub reached_implicit: BTreeSet<Implicit>,
    /// Whether a fragment of the entry reaches its end. Otherwise no execution does.
    pub ends: bool,
}

/// Drops claims until the remaining ones are inductive. Returns those, if they prove the program. Where the time ends
/// before that is known, the dropped claims stay dropped and need not be tested again.
pub(super) fn weaken(explorer: &Explorer<'_, '_>, claims: &mut Claims) -> Option<Inductive> {
    loop {
        let mut asked = Inductive { claims: strongest(claims), ..Inductive::default() };
        let fragments = Fragments::new(explorer.cuts, &asked.claims, explorer.token()).ok()?;
        let analyses = Arc::new(Analyses::new(&fragments.program));
        let (mut dropped, mut is_all) = (Dropped::new(), true);
        for fragment in &fragments.all {
            is_all = explore(explorer, &fragments, (&analyses, fragment), &mut asked, &mut dropped)?;
            if !is_all {
                break;
            }
        }
        if is_all && dropped.is_empty() {
            let original = |check| *fragments.copied.get(check).unwrap_or(check);
            asked.ends = !asked.reached.is_disjoint(&fragments.ends);
            asked.reached = asked.reached.iter().map(original).collect();
            return Some(asked);
        }
        for (role, claims) in claims.iter_mut() {
            let dropped = asked.claims[role].iter().enumerate().filter(|(i, _)| dropped.contains(&(*role, *i)));
            let dropped: Vec<&Expr> = dropped.map(|(_, claim)| claim).collect();
            claims.retain(|claim| !dropped.contains(&claim));
        }
        if !is_all {
            return None;
        }
    }
}

/// The claims, without those that others state without a condition. They come back when the others are dropped.
fn strongest(claims: &Claims) -> Claims {
    let strongest = |claims: &Vec<Expr>| {
        let is_said = |claim: &&Expr| claims.iter().any(|other| weakens(claim, other));
        claims.iter().filter(|claim| !is_said(claim)).cloned().collect()
    };
    claims.iter().map(|(role, claims)| (*role, strongest(claims))).collect()
}

/// Whether a formula is another one under a condition.
fn weakens(formula: &Expr, other: &Expr) -> bool {
    match (formula, other) {
        (Expr::Binary(BinaryOp::Implies, _, then), _) if **then == *other || weakens(then, other) => true,
        (Expr::Quant(a), Expr::Quant(b)) => {
            let is_same = a.forall == b.forall && a.domain == b.domain && a.elem == b.elem && a.index == b.index;
            is_same && weakens(&a.body, &b.body)
        }
        _ => false,
    }
}

/// Adds to `asked` what a fragment reaches, as checks of [`Fragments::program`], and to `dropped` the claims that it does not
/// preserve. Returns whether it preserves all others; `None` when a check of the program is violated. (Claims are only
/// dropped, so what is violated with all of them is violated with fewer.)
fn explore(
    explorer: &Explorer<'_, '_>,
    fragments: &Fragments,
    (analyses, fragment): (&Arc<Analyses<'_>>, &Fragment),
    asked: &mut Inductive,
    dropped: &mut Dropped,
) -> Option<bool> {
    let claim = |fault: &Fault| fault.check.and_then(|check| fragments.claimed.get(&check)).copied();
    explorer.sessions(analyses, fragment, |session| {
        session.replays = false;
        let is_hopeless =
            |session: &mut Session<'_>| session.machine.checks().violations.found.keys().any(|f| claim(f).is_none());
        let has_ended = session.run(|session, _| is_hopeless(session)).is_ok();
        if is_hopeless(session) {
            return None;
        }
        let reasons = session.outcome().reasons;
        let known = session.machine.checks();
        asked.reached.extend(&known.reached);
        asked.reached_implicit.extend(&known.reached_implicit);
        asked.covered.extend(known.covers.found.keys().chain(known.covers.undecided.keys()));
        dropped.extend(known.violations.found.keys().filter_map(claim));
        let undecided: Option<Dropped> = known.violations.undecided.keys().map(claim).collect();
        let has_solver_reasons = reasons.iter().all(|reason| {
            matches!(
                reason,
                Reason::Solver
                    | Reason::Nonlinear
                    | Reason::FloatingPoint
                    | Reason::Quantifier
                    | Reason::Approximated
                    | Reason::NoRationalWitness
            )
        });
        // Where claims are violated or undecided, reasons of the solver are allowed. Otherwise there must be none.
        let has_claims = !(known.violations.found.is_empty() && known.violations.undecided.is_empty());
        let is_decided = has_ended && has_solver_reasons && (has_claims || reasons.is_empty());
        let undecided = undecided.filter(|_| is_decided);
        let is_all = undecided.is_some();
        dropped.extend(undecided.unwrap_or_default());
        Some(is_all)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{LocalId, Quant};
    use crate::source::Span;
    use std::sync::Arc;

    fn local(id: u32) -> Expr {
        Expr::Local(LocalId(id))
    }

    fn implies(a: Expr, b: Expr) -> Expr {
        Expr::binary(BinaryOp::Implies, a, b)
    }

    fn forall(array: u32, body: Expr) -> Expr {
        let (domain, elem, index) = (local(array), LocalId(8), LocalId(9));
        Expr::Quant(Arc::new(Quant { forall: true, domain, elem, index, body, span: Span::default() }))
    }

    #[test]
    fn a_condition_weakens() {
        let said = [
            (implies(local(0), local(1)), local(1)),
            (implies(local(0), implies(local(2), local(1))), local(1)),
            (forall(3, implies(local(9), local(8))), forall(3, local(8))),
        ];
        for (weaker, stronger) in said {
            assert!(weakens(&weaker, &stronger), "{weaker:?} {stronger:?}");
            assert!(!weakens(&stronger, &weaker), "{weaker:?} {stronger:?}");
            assert!(!weakens(&weaker, &weaker), "{weaker:?}");
        }
        assert!(!weakens(&implies(local(0), local(1)), &local(0)));
        assert!(!weakens(&forall(3, implies(local(9), local(8))), &forall(4, local(8))));
    }

    #[test]
    fn what_is_said_without_a_condition_is_asked_alone() {
        let role = Role::Requires(crate::ir::MethodId(0));
        let weak = forall(3, implies(local(9), local(8)));
        let claims = Claims::from([(role, vec![weak.clone(), local(2), forall(3, local(8))])]);
        assert_eq!(strongest(&claims)[&role], [local(2), forall(3, local(8))]);
        let left = Claims::from([(role, vec![weak.clone(), local(2)])]);
        assert_eq!(strongest(&left)[&role], [weak, local(2)], "it is back when the stronger one is gone");
    }
}
