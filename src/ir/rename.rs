//! The same code over other locals.

use super::{Expr, InstrKind, LocalId, Quant, Terminator, ThreadOp};
use std::sync::Arc;

impl LocalId {
    /// What takes the place of a local that has to be one, such as the object of a store. It stays if its expression is none.
    pub fn replaced(self, by: &dyn Fn(LocalId) -> Expr) -> LocalId {
        if let Expr::Local(other) = by(self) { other } else { self }
    }
}

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
        match self {
            Expr::Local(local) => by(*local),
            Expr::Caught(thrown, class) => Expr::Caught(thrown.replaced(by), *class),
            Expr::CausedBy(thrown, cause) => Expr::CausedBy(thrown.replaced(by), *cause),
            Expr::FromInner(thrown) => Expr::FromInner(thrown.replaced(by)),
            Expr::Carried(thrown) => Expr::Carried(thrown.replaced(by)),
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
        self.replaced(&|local| Expr::Local(to(local)), to)
    }

    /// The instruction with the locals that it reads replaced by expressions, and those that it assigns or binds by others.
    pub fn replaced(&self, by: &dyn Fn(LocalId) -> Expr, dst: &dyn Fn(LocalId) -> LocalId) -> InstrKind {
        let mut instr = self.clone();
        let expr = |e: &mut Expr| *e = e.replaced(by, dst);
        let read = |local: LocalId| local.replaced(by);
        match &mut instr {
            InstrKind::Assign { dst: assigned, value } => {
                *assigned = dst(*assigned);
                expr(value);
            }
            InstrKind::CheckNull { reference } => *reference = read(*reference),
            InstrKind::StoreField { object, field: _, value } => {
                *object = read(*object);
                expr(value);
            }
            InstrKind::StoreElem { array, index, value } => {
                *array = read(*array);
                expr(index);
                expr(value);
            }
            InstrKind::StoreStatic { field: _, value } => expr(value),
            InstrKind::Havoc { dst: assigned, ty: _, name: _ } | InstrKind::NewObject { dst: assigned, site: _ } => {
                *assigned = dst(*assigned);
            }
            InstrKind::CheckStore { array, value } => (*array, *value) = (read(*array), read(*value)),
            InstrKind::NewArray { dst: assigned, site: _, length } => {
                *assigned = dst(*assigned);
                expr(length);
            }
            InstrKind::Assert { cond, .. }
            | InstrKind::Assume { cond }
            | InstrKind::Cover { cond, .. }
            | InstrKind::Clause { cond, .. } => expr(cond),
            InstrKind::ClauseThrew { check: _, slot } => *slot = read(*slot),
            InstrKind::CheckMissing { value, check: _ } => *value = read(*value),
            InstrKind::Thread(ThreadOp::Lock(monitor) | ThreadOp::Unlock(monitor)) => *monitor = read(*monitor),
            InstrKind::Thread(ThreadOp::Fork { callee: _, args }) => args.iter_mut().for_each(expr),
            InstrKind::Thread(ThreadOp::Join) => {}
            InstrKind::Modifies { locations, check: _ } => {
                locations.iter_mut().for_each(|location| *location = location.renamed(&read));
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
