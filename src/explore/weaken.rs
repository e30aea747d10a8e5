//! What is inductive of claims, by explorations of the [fragments](crate::induction).
//!
//! A claim that some fragment violates where it ends is dropped, and so is one of which the solver cannot tell, until all that
//! are left are preserved: the greatest part of them that is inductive (*Houdini*: C. Flanagan, K. R. M. Leino, *Houdini, an
//! annotation assistant for ESC/Java*, 2001). Each step is a merged exploration of a fragment, all its paths at once, arrays
//! and heaps as ever. What is left is a proof when no check of the program can be violated either.

use super::fragment::Explorer;
use super::outcome::Reason;
use super::session::Session;
use crate::induction::fragments::{Fragment, Fragments};
use crate::induction::{Claims, Role};
use crate::ir::Fault;
use std::collections::BTreeSet;

/// Claims that are dropped, each by its role and its number in it.
type Dropped = BTreeSet<(Role, usize)>;

/// The claims that are left, if they prove the program.
pub(super) fn weaken(explorer: &Explorer<'_, '_>, mut claims: Claims) -> Option<Claims> {
    loop {
        let fragments = Fragments::new(explorer.cuts, &claims);
        let mut dropped = Dropped::new();
        for fragment in &fragments.all {
            dropped.extend(refuted(explorer, &fragments, fragment)?);
        }
        if dropped.is_empty() {
            return Some(claims);
        }
        for (role, claims) in &mut claims {
            let mut numbers = 0..;
            claims.retain(|_| numbers.next().is_some_and(|i| !dropped.contains(&(*role, i))));
        }
    }
}

/// The claims that a fragment does not preserve; nothing when a check of the program is violated, or the time is over.
/// (Claims are only dropped: what is violated with all of them is violated with less.)
fn refuted(explorer: &Explorer<'_, '_>, fragments: &Fragments, fragment: &Fragment) -> Option<Dropped> {
    let claim = |fault: &Fault| fault.check.and_then(|check| fragments.claimed.get(&check)).copied();
    explorer.session(fragments, fragment, |session| {
        session.replays = false;
        let is_hopeless = |session: &mut Session<'_>| session.machine.checks.found.keys().any(|f| claim(f).is_none());
        session.run(|session, _| is_hopeless(session)).ok()?;
        if is_hopeless(session) {
            return None;
        }
        let reasons = session.outcome().reasons;
        let known = &session.machine.checks;
        let refuted = known.found.keys().chain(known.undecided.keys()).map(claim);
        let refuted: Dropped = refuted.collect::<Option<_>>()?;
        // With claims of which it could not tell, the solver is a reason; with others, all is.
        let told = !refuted.is_empty() || reasons.is_empty();
        let is_told_why = reasons.iter().all(|reason| {
            matches!(reason, Reason::Solver | Reason::Quantifier | Reason::Approximated | Reason::NoRationalWitness)
        });
        (told && is_told_why).then_some(refuted)
    })
}
