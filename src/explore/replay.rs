//! Replay of violations: none is reported before the concrete interpreter has confirmed it.

use super::error::Error;
use super::threads::{Schedule, follow};
use super::witness::Parameter;
use crate::cancel::Token;
use crate::interp;
use crate::ir::{Fault, MethodId};
use crate::outcome::Violation;
use crate::state::Trail;
use crate::transition::Machine;

/// The most replays of a violation under a quantifier, each with more cells of its arrays fixed.
const QUANTIFIER_REPLAYS: usize = 4;

/// The violation that was found under a guard, if concrete execution confirms it. `None` when it does not and a quantified
/// formula may be the cause, when the solver gave up, or when the token is cancelled.
///
/// # Errors
/// When it does not replay although no quantified formula is in its guard: a defect of the engine.
pub(super) fn replay(
    machine: &mut Machine<'_>,
    schedule: &Schedule,
    (entry, parameters): (MethodId, &[Parameter]),
    fault: &Fault,
    found: Trail,
    token: &Token,
) -> Result<Option<Violation>, Error> {
    for _ in 0..QUANTIFIER_REPLAYS {
        let asked = machine.with_axioms(found.guard);
        let limits = interp::Limits::steps(u64::MAX).until(token);
        let failed =
            |inputs: &_, end| Error::Replay { fault: fault.clone(), inputs: Box::new(Clone::clone(inputs)), end };
        let small = follow::small(machine, schedule, (entry, parameters), asked, found.past, token)?;
        let Some((model, inputs)) = small else { return Ok(None) };
        let run = interp::run(machine.program, entry, &inputs, &machine.config.dialect, limits)
            .map_err(|e| failed(&inputs, e.to_string()))?;
        if run.end == interp::End::Violation(fault.clone()) {
            return Ok(Some(Violation::of(fault, inputs, &run)));
        }
        if run.end == interp::End::Cancelled {
            break;
        }
        if !machine.is_quantified(found.guard) {
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
