//! No violation is reported before the concrete interpreter has confirmed it.

use super::error::Error;
use super::outcome::Violation;
use super::witness::{self, Parameter};
use crate::guard::Guard;
use crate::interp;
use crate::ir::{Fault, MethodId};
use crate::transition::Machine;

/// How often a violation under a quantifier is replayed with more cells of its arrays fixed.
const QUANTIFIER_REPLAYS: usize = 4;

/// The violation under a guard, if concrete execution confirms it. `None` when it does not and a quantified formula may
/// be the cause, or when the solver gave up.
///
/// # Errors
/// When it does not replay although no quantified formula is in its guard: a defect of the engine.
pub(super) fn replay(
    machine: &mut Machine<'_>,
    entry: MethodId,
    parameters: &[Parameter],
    fault: &Fault,
    guard: Guard,
) -> Result<Option<Violation>, Error> {
    for _ in 0..QUANTIFIER_REPLAYS {
        let asked = machine.with_axioms(guard);
        let Some((model, inputs)) = witness::small(machine, parameters, asked) else { return Ok(None) };
        let limits = interp::Limits::steps(u64::MAX);
        let failed =
            |inputs: &_, end| Error::Replay { fault: fault.clone(), inputs: Box::new(Clone::clone(inputs)), end };
        let run = interp::run(machine.program, entry, &inputs, &machine.config.dialect, limits)
            .map_err(|e| failed(&inputs, e.to_string()))?;
        if run.end == interp::End::Violation(fault.clone()) {
            return Ok(Some(Violation {
                kind: fault.kind,
                cause: fault.cause,
                span: fault.span,
                line: fault.line,
                method: fault.method,
                call_site: fault.call_site,
                inputs,
                trace: run.trace.steps().cloned().collect(),
            }));
        }
        if asked == guard {
            return Err(failed(&inputs, format!("{:?}", run.end)));
        }
        let length_of = |machine: &Machine<'_>, length| {
            machine.logic.terms.eval(length, model.assignment()).and_then(|n| n.to_i64())
        };
        if !machine.complete(asked, length_of) {
            break;
        }
    }
    Ok(None)
}
