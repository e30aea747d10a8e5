//! The search for clauses of loops that do not follow from themselves.
//!
//! An invariant may hold whenever its loop begins, and yet be broken by an iteration from a state that satisfies it but
//! that no execution reaches. Then it is too weak. A run of the iteration in the concrete interpreter shows the states
//! before and after it.

use super::fragment::Explorer;
use crate::cancel::Token;
use crate::config::Dialect;
use crate::induction::Claims;
use crate::induction::cuts::Start;
use crate::induction::fragments::{Fragment, Fragments};
use crate::inputs::Inputs;
use crate::interp::{self, End, Event, Heap, Limits, Target, Value, snapshot};
use crate::ir::{BlockId, CheckId, LocalId, MethodId};
use crate::outcome::{FailedStep, Violation};
use crate::transition::Analyses;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The limit of interpreter steps. The same run has ended before, so that this one ends.
const LIMIT: u64 = 10_000_000;

/// The clauses that an iteration of their loop breaks, in the order of the text. Empty where the program has none.
pub(super) fn failed_steps(explorer: &Explorer<'_, '_>) -> Vec<FailedStep> {
    let (cuts, token) = (explorer.cuts, explorer.token());
    let heads: BTreeMap<CheckId, (MethodId, BlockId)> = cuts
        .units
        .values()
        .flat_map(|unit| unit.clauses.iter().map(|(check, head)| (*check, (unit.method, *head))))
        .collect();
    if heads.is_empty() {
        return Vec::new();
    }
    let Ok(fragments) = Fragments::new(cuts, &Claims::new(), token) else { return Vec::new() };
    let analyses = Arc::new(Analyses::new(&fragments.program));
    let mut failed: BTreeMap<CheckId, FailedStep> = BTreeMap::new();
    // The methods with fragments that were not fully explored, and the clauses that may not hold when their loops begin.
    let (mut unknown, mut open): (BTreeSet<MethodId>, BTreeSet<CheckId>) = Default::default();
    for fragment in &fragments.all {
        let found = explorer.session(&analyses, fragment, |session| {
            session.run(|_, _| false).ok()?;
            let reasons = session.outcome().reasons;
            Some((session.violations.clone(), reasons.is_empty()))
        });
        let (violations, is_whole) = found.unwrap_or_default();
        for (fault, violation) in violations {
            let clause = fault.check.and_then(|check| fragments.copied.get(&check));
            let Some((&check, head)) = clause.and_then(|check| heads.get_key_value(check)) else { continue };
            if (fragment.unit, fragment.start) != (head.0, Start::Head(head.1)) {
                open.insert(check);
            } else if let Some((before, after)) = states(&fragments, fragment, &violation, cuts.dialect, token) {
                failed.insert(check, FailedStep { check, holds_initially: true, before, after });
            }
        }
        if !is_whole {
            unknown.insert(fragment.unit);
        }
    }
    for (check, step) in &mut failed {
        step.holds_initially = !open.contains(check) && !unknown.contains(&heads[check].0);
    }
    let mut failed: Vec<FailedStep> = failed.into_values().collect();
    failed.sort_by_key(|step| cuts.program.checks[step.check].span);
    failed
}

/// The state of the program before and after a fragment's iteration, on a run that breaks a clause.
fn states(
    fragments: &Fragments,
    fragment: &Fragment,
    violation: &Violation,
    dialect: &Dialect,
    token: &Token,
) -> Option<(Inputs, Inputs)> {
    let (program, inputs) = (&fragments.program, &violation.inputs);
    let method = &program.methods[fragment.method];
    let (mut values, mut depth): (BTreeMap<LocalId, Value>, usize) = Default::default();
    let mut observer = |event: Event<'_>, _: &Heap| match event {
        Event::Enter { .. } => depth += 1,
        Event::Leave => depth -= 1,
        Event::Assign { target: Target::Local(local), value, .. } if depth == 1 => {
            values.insert(local, value.clone());
        }
        _ => {}
    };
    let limits = Limits::steps(LIMIT).until(token);
    let run = interp::run_observed(program, fragment.method, inputs, dialect, limits, &mut observer);
    let state = run.ok().filter(|run| run.end != End::Cancelled)?.state;
    let locals = fragment.locals.iter().filter_map(|local| Some((*local, values.get(local)?)));
    let statics = fragment.statics.iter().map(|&(field, local)| (local, &state.statics[field]));
    // Locals added by lowering are left out: their names begin with `#`.
    let shown: Vec<_> = locals
        .chain(statics)
        .filter_map(|(local, value)| Some((&method.locals[local], value, method.locals[local].ty.as_ref()?)))
        .filter(|(local, ..)| !local.name.starts_with('#'))
        .map(|(local, value, ty)| (local.name.as_str(), ty, value))
        .collect();
    let mut before = inputs.clone();
    before.args.retain(|name, _| shown.iter().any(|(shown, ..)| shown == name));
    Some((before, snapshot(program, shown, &state.heap)))
}
