//! The same code over other locals.

use super::{Expr, InstrKind, LocalId, Quant, Terminator, ThreadOp};
use std::sync::Arc;

impl Expr {
    /// The expression with every local replaced by another one, binders of quantifiers included.
    pub fn renamed(&self, to: &impl Fn(LocalId) -> LocalId) -> Expr {
        self.replaced(&|local| Expr::Local(to(local)), to)
    }

    /// The expression with its locals replaced by expressions. Binders of quantifiers stay.
    pub fn instantiated(&self, by: &impl Fn(LocalId) -> Expr) -> Expr {
        self.replaced(by, &|local| local)
    }

    fn replaced(&self, by: &dyn Fn(LocalId) -> Expr, binder: &dyn Fn(LocalId) -> LocalId) -> Expr {
        // An exception has no form but that of a local.
        let slot = |slot: LocalId| if let Expr::Local(local) = by(slot) { local } else { slot };
        match self {
            Expr::Local(local) => by(*local),
            Expr::Caught(thrown, class) => Expr::Caught(slot(*thrown), *class),
            Expr::CausedBy(thrown, cause) => Expr::CausedBy(slot(*thrown), *cause),
            Expr::FromInner(thrown) => Expr::FromInner(slot(*thrown)),
            Expr::Carried(thrown) => Expr::Carried(slot(*thrown)),
            Expr::Quant(quant) => Expr::Quant(Arc::new(Quant {
                domain: quant.domain.replaced(by, binder),
                elem: binder(quant.elem),
                index: binder(quant.index),
                body: quant.body.replaced(
                    &|local| {
                        let bound = local == quant.elem || local == quant.index;
                        if bound { Expr::Local(binder(local)) } else { by(local) }
                    },
                    binder,
                ),
                ..(**quant).clone()
            })),
            _ => self.with_operands(&mut |operand| operand.replaced(by, binder)),
        }
    }
}

impl InstrKind {
    /// The same instruction over other locals.
    pub fn renamed(&self, to: &impl Fn(LocalId) -> LocalId) -> InstrKind {
        let mut instr = self.clone();
        let expr = |e: &mut Expr| *e = e.renamed(to);
        match &mut instr {
            InstrKind::Assign { dst, value } => {
                *dst = to(*dst);
                expr(value);
            }
            InstrKind::CheckNull { reference } => *reference = to(*reference),
            InstrKind::StoreField { object, field: _, value } => {
                *object = to(*object);
                expr(value);
            }
            InstrKind::StoreElem { array, index, value } => {
                *array = to(*array);
                expr(index);
                expr(value);
            }
            InstrKind::StoreStatic { field: _, value } => expr(value),
            InstrKind::Havoc { dst, ty: _, name: _ } => *dst = to(*dst),
            InstrKind::CheckStore { array, value } => (*array, *value) = (to(*array), to(*value)),
            InstrKind::NewObject { dst, site: _ } => *dst = to(*dst),
            InstrKind::NewArray { dst, site: _, length } => {
                *dst = to(*dst);
                expr(length);
            }
            InstrKind::Assert { cond, .. }
            | InstrKind::Assume { cond }
            | InstrKind::Cover { cond, .. }
            | InstrKind::Clause { cond, .. } => expr(cond),
            InstrKind::ClauseThrew { check: _, slot } => *slot = to(*slot),
            InstrKind::CheckMissing { value, check: _ } => *value = to(*value),
            InstrKind::Thread(ThreadOp::Lock(monitor) | ThreadOp::Unlock(monitor)) => *monitor = to(*monitor),
            InstrKind::Thread(ThreadOp::Fork { callee: _, args }) => args.iter_mut().for_each(expr),
            InstrKind::Thread(ThreadOp::Join) => {}
            InstrKind::Modifies { locations, check: _ } => {
                locations.iter_mut().for_each(|location| *location = location.renamed(to));
            }
        }
        instr
    }
}

impl Terminator {
    /// The same terminator over other locals.
    pub fn renamed(&self, to: &impl Fn(LocalId) -> LocalId) -> Terminator {
        let mut term = self.clone();
        match &mut term {
            Terminator::Branch { cond: value, .. } | Terminator::Throw(Some(value)) => *value = value.renamed(to),
            Terminator::Call { dst, args, .. } => {
                *dst = dst.map(to);
                args.iter_mut().for_each(|arg| *arg = arg.renamed(to));
            }
            Terminator::Rethrow(slot, carried) => {
                *slot = to(*slot);
                carried.iter_mut().for_each(|carried| *carried = to(*carried));
            }
            Terminator::Goto(_)
            | Terminator::Unsupported(_)
            | Terminator::Throw(None)
            | Terminator::Return
            | Terminator::Unwind
            | Terminator::Stop
            | Terminator::UnknownMethod(_) => {}
        }
        term
    }
}
