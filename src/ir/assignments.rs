//! All assignments of a program, for analyses that ignore the order of instructions.

use super::callgraph::called;
use super::variable::Variable;
use super::{Callee, Expr, InstrKind, LocalId, MethodId, Program, Terminator, ThreadOp, Type};
use crate::index::IndexVec;
use std::borrow::Cow;

/// An assignment.
pub(super) struct Assignment<'p> {
    /// The variable.
    pub to: Variable,
    /// Its type.
    pub ty: Option<&'p Type>,
    /// The method over whose locals the value is.
    pub method: MethodId,
    pub value: Cow<'p, Expr>,
}

/// Calls `f` for the assignments of all instructions, for those of arguments to the formals of each method that a call or fork can
/// run, and for those of results to the locals that receive them.
pub(super) fn for_each_assignment<'p>(
    program: &'p Program,
    targets: &IndexVec<MethodId, Vec<MethodId>>,
    mut f: impl FnMut(Assignment<'p>),
) {
    let mut assign = |to, ty, method, value| f(Assignment { to, ty, method, value });
    for (id, method) in program.methods.iter_enumerated() {
        let ty = |local: LocalId| method.locals[local].ty.as_ref();
        for block in method.blocks.iter() {
            let mut run: Vec<(&Callee, &[Expr])> = Vec::new();
            for instr in &block.instrs {
                let (to, ty, value) = match &instr.kind {
                    InstrKind::Assign { dst, value } => (Variable::Local(id, *dst), ty(*dst), value),
                    InstrKind::StoreField { field, value, .. } => {
                        (Variable::Field(*field), Some(&program.fields[*field].ty), value)
                    }
                    InstrKind::StoreStatic { field, value } => {
                        (Variable::Static(*field), Some(&program.statics[*field].ty), value)
                    }
                    InstrKind::StoreElem { array, value, .. } => {
                        (Variable::Cell, ty(*array).and_then(Type::element), value)
                    }
                    InstrKind::Thread(ThreadOp::Fork { callee, args }) => {
                        run.push((callee, args));
                        continue;
                    }
                    InstrKind::CheckNull { .. }
                    | InstrKind::CheckStore { .. }
                    | InstrKind::Assert { .. }
                    | InstrKind::Assume { .. }
                    | InstrKind::Clause { .. }
                    | InstrKind::ClauseThrew { .. }
                    | InstrKind::Cover { .. }
                    | InstrKind::CheckMissing { .. }
                    | InstrKind::Modifies { .. }
                    | InstrKind::Havoc { .. }
                    | InstrKind::NewObject { .. }
                    | InstrKind::NewArray { .. }
                    | InstrKind::Thread(ThreadOp::Lock(_) | ThreadOp::Unlock(_) | ThreadOp::Join) => continue,
                };
                assign(to, ty, id, Cow::Borrowed(value));
            }
            if let Terminator::Call { dst, callee, args, .. } = &block.term {
                run.push((callee, args));
                for &target in called(callee, targets) {
                    if let (Some(dst), Some(result)) = (*dst, program.methods[target].retval) {
                        assign(Variable::Local(id, dst), ty(dst), target, Cow::Owned(Expr::Local(result)));
                    }
                }
            }
            for (callee, args) in run {
                for &target in called(callee, targets) {
                    let callee = &program.methods[target];
                    for (&formal, arg) in callee.formals.iter().zip(args) {
                        let ty = callee.locals[formal].ty.as_ref();
                        assign(Variable::Local(target, formal), ty, id, Cow::Borrowed(arg));
                    }
                }
            }
        }
    }
}
