//! The formals of the entry: symbolic parameters, and a symbolic receiver or the object that a constructor fills.

use super::witness::Parameter;
use crate::guard::Guard;
use crate::ir::{Contents, MethodId, MethodKind};
use crate::state::context::MAIN;
use crate::state::{FrameId, Place, State};
use crate::transition::Machine;

/// The symbolic formals of an entry. The receiver of a constructor is not among them, because it is a new object.
pub(super) fn parameters(machine: &mut Machine<'_>, entry: MethodId) -> Vec<Parameter> {
    let program = machine.program;
    let info = &program.methods[entry];
    let formals = info.formals.iter().filter(|&&l| info.kind != MethodKind::Constructor || info.formals[0] != l);
    formals
        .map(|&formal| {
            let local = &info.locals[formal];
            let ty = local.ty.clone().expect("a parameter has a type");
            let is_receiver = info.kind == MethodKind::Instance && formal == info.formals[0];
            let (table, logic) = (&mut machine.table, &mut machine.logic);
            let value = match is_receiver {
                true => table.receiver(logic, program, entry, &local.name),
                false => {
                    let contents = program.narrowed.parameters.get(&(entry, formal)).unwrap_or(&Contents::Any);
                    table.parameter(logic, program, &local.name, &ty, contents)
                }
            };
            Parameter { name: local.name.clone(), ty, value }
        })
        .collect()
}

/// Sets the formals of a root frame on the paths of a guard.
pub(super) fn bind(
    machine: &mut Machine<'_>,
    state: &mut State,
    frame: FrameId,
    entry: MethodId,
    parameters: &[Parameter],
    guard: Guard,
) {
    let info = &machine.program.methods[entry];
    let symbolic = &info.formals[info.formals.len() - parameters.len()..];
    for (&formal, parameter) in symbolic.iter().zip(parameters) {
        machine.write(state, guard, Place::Local(frame, formal), &parameter.value, false);
    }
    if let Some(site) = info.makes {
        let made = machine.allocate(state, guard, MAIN, site);
        machine.write(state, guard, Place::Local(frame, info.formals[0]), &made, false);
    }
}
