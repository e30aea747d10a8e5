//! Replay of violations, and of runs that satisfy cover statements: none is reported before the concrete interpreter has
//! confirmed it.

use super::error::Error;
use super::threads::{Schedule, follow};
use super::witness::Parameter;
use crate::inputs::{Inputs, Value};
use crate::interp::{self, End, Limits, Run};
use crate::ir::MethodId;
use crate::num::Num;
use crate::solver::Model;
use crate::state::Trail;
use crate::transition::Machine;
use std::rc::Rc;

/// The most replays of a run under a quantifier, each with more cells of its arrays fixed.
const QUANTIFIER_REPLAYS: usize = 4;

/// Inputs of a guard with a model of it, and their concrete execution. `None` when the solver gave up, or when the token of the
/// limits is cancelled.
///
/// # Errors
/// When the entry does not take the inputs: a defect of the engine.
pub(super) fn run(
    machine: &mut Machine<'_>,
    schedule: &Schedule,
    start: (MethodId, &[Parameter]),
    found: Trail,
    limits: Limits<'_>,
) -> Result<Option<(Rc<Model>, Inputs, Run)>, Error> {
    let asked = machine.with_axioms(found.guard);
    let small = follow::small(machine, schedule, start, asked, found.past, limits)?;
    let Some((model, inputs)) = small else { return Ok(None) };
    match interp::run(machine.program, start.0, &inputs, &machine.config.dialect, limits) {
        Ok(run) if run.end == End::Cancelled => Ok(None),
        Ok(run) => Ok(Some((model, inputs, run))),
        Err(why) => Err(Error::inadmissible(&inputs, &why)),
    }
}

/// The inputs of a run that was found under a guard, with the run, if concrete execution confirms that it has the expected
/// end. If the body of a quantifier may throw, the run may end in another violation: the engine explores as if the body did not
/// throw. `None` when the run has another end and a quantified formula may be the cause, when the solver gave up, or when the
/// token of the limits is cancelled.
///
/// # Errors
/// When it does not replay although no quantified formula can be the cause: a defect of the engine.
pub(super) fn replay(
    machine: &mut Machine<'_>,
    schedule: &Schedule,
    start: (MethodId, &[Parameter]),
    expected: &End,
    found: Trail,
    limits: Limits<'_>,
) -> Result<Option<(Inputs, Run)>, Error> {
    for _ in 0..QUANTIFIER_REPLAYS {
        let Some((model, inputs, run)) = run(machine, schedule, start, found, limits)? else { break };
        let body_may_throw = machine.quantifiers().body_may_throw;
        if run.end == *expected || body_may_throw && matches!(run.end, End::Violation(_)) {
            return Ok(Some((inputs, run)));
        }
        if !machine.is_quantified(found.guard) {
            if body_may_throw {
                break;
            }
            let (expected, inputs) = (Box::new(expected.clone()), Box::new(inputs));
            return Err(Error::Replay { expected, inputs, end: format!("{:?}", run.end) });
        }
        let length_of = |machine: &Machine<'_>, length| {
            machine.logic.terms.eval(length, model.assignment()).and_then(|n| n.to_i64())
        };
        let asked = machine.with_axioms(found.guard);
        if !machine.complete(asked, length_of) {
            break;
        }
    }
    Ok(None)
}

/// The name of the values from outside that differ from run to run, if the end of a run depends on them: it is another one where
/// they are all different numbers, in one order or the opposite one.
///
/// # Errors
/// When the entry does not take the inputs: a defect of the engine.
pub(super) fn undetermined<'p>(
    machine: &Machine<'p>,
    entry: MethodId,
    inputs: &Inputs,
    expected: &End,
    limits: Limits<'_>,
) -> Result<Option<&'p str>, Error> {
    let (program, dialect) = (machine.program, &machine.config.dialect);
    let Some(undetermined) = program.undetermined.filter(|_| !inputs.nondet.is_empty()) else { return Ok(None) };
    let inadmissible = |why| Error::inadmissible(inputs, &why);
    let names = interp::names_from_outside(program, entry, inputs, dialect, limits).map_err(inadmissible)?;
    let places: Vec<usize> = (0..names.len()).filter(|at| names[*at] == undetermined).collect();
    if places.is_empty() {
        return Ok(None);
    }
    for is_reversed in [false, true] {
        let mut others = inputs.clone();
        let order = places.iter().enumerate().map(|(n, at)| (if is_reversed { places.len() - n } else { n + 1 }, *at));
        for (number, at) in order {
            if let Some(value) = others.nondet.get_mut(at) {
                *value = Value::Int(Num::from(number as i64));
            }
        }
        let run = interp::run(program, entry, &others, dialect, limits).map_err(inadmissible)?;
        if run.end != *expected {
            return Ok(Some(program.texts.get(undetermined)));
        }
    }
    Ok(None)
}
