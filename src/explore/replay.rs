//! Replay of violations, and of runs that satisfy cover statements: none is reported before the concrete interpreter has
//! confirmed it.

use super::error::Error;
use super::threads::{Schedule, follow};
use super::witness::Parameter;
use crate::inputs::Inputs;
use crate::interp::{self, End, Limits, Run};
use crate::ir::MethodId;
use crate::state::Trail;
use crate::transition::Machine;

/// The most replays of a run under a quantifier, each with more cells of its arrays fixed.
const QUANTIFIER_REPLAYS: usize = 4;

/// The inputs of a run that was found under a guard, with the run, if concrete execution confirms that it has the expected
/// end. `None` when it does not and a quantified formula may be the cause, when the solver gave up, or when the token of the
/// limits is cancelled.
///
/// # Errors
/// When it does not replay although no quantified formula is in its guard: a defect of the engine.
pub(super) fn replay(
    machine: &mut Machine<'_>,
    schedule: &Schedule,
    (entry, parameters): (MethodId, &[Parameter]),
    expected: &End,
    found: Trail,
    limits: Limits<'_>,
) -> Result<Option<(Inputs, Run)>, Error> {
    for _ in 0..QUANTIFIER_REPLAYS {
        let asked = machine.with_axioms(found.guard);
        let failed = |inputs: &_, end| {
            let (expected, inputs) = (Box::new(expected.clone()), Box::new(Clone::clone(inputs)));
            Error::Replay { expected, inputs, end }
        };
        let small = follow::small(machine, schedule, (entry, parameters), asked, found.past, limits)?;
        let Some((model, inputs)) = small else { return Ok(None) };
        let run = interp::run(machine.program, entry, &inputs, &machine.config.dialect, limits)
            .map_err(|e| failed(&inputs, e.to_string()))?;
        if run.end == *expected {
            return Ok(Some((inputs, run)));
        }
        if run.end == End::Cancelled {
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
