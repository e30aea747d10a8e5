//! Monitors of programs with several threads. In others nothing contends for them, and they only refuse null.

use super::Defect;
use super::build::Lowering;
use super::types::{BOXES, Ty};
use crate::ir::{Expr, Handler, InstrKind, LocalId, ThreadOp};
use crate::java::classfile::{Constant, Method};

impl Lowering<'_> {
    /// `monitorenter`.
    pub fn enter_monitor(&mut self) -> Result<(), Defect> {
        let ty = self.top_ty(0);
        let monitor = self.pop_reference()?;
        self.check_null(monitor);
        if self.link.is_threaded() {
            if self.link.compares_values() && ty.may_be_shared() {
                self.refuse_box(monitor);
            }
            self.emit(InstrKind::Thread(ThreadOp::Lock(monitor)));
        }
        Ok(())
    }

    /// Ends the paths on which a monitor is that of a box: equal boxes may have one on a JVM, and are different objects here.
    fn refuse_box(&mut self, monitor: LocalId) {
        for class in BOXES {
            let Some(ty) = self.tested(class, monitor) else { continue };
            let is_box = Expr::instance_of(Expr::Local(monitor), ty);
            self.unsupported_where(is_box, "the monitor of a boxed number or character");
        }
    }

    /// `monitorexit`. Compilers never let it see null, and let it be covered by the handler that has it: a check would be a cycle.
    pub fn leave_monitor(&mut self) -> Result<(), Defect> {
        let (monitor, ty) = self.pop_typed()?;
        if self.link.is_threaded() {
            let monitor = self.reference(monitor, &ty);
            let is_null = Expr::is_null(Expr::Local(monitor));
            self.unsupported_where(is_null, "monitorexit of null");
            self.emit(InstrKind::Thread(ThreadOp::Unlock(monitor)));
        }
        Ok(())
    }

    /// Lets a method that is `synchronized` take its monitor before it begins, and release it wherever it is left.
    pub fn synchronize(&mut self, source: &Method, owner: &str) {
        if !source.access.is_synchronized() || !self.link.is_threaded() {
            return;
        }
        let monitor = match self.method.this() {
            Some(receiver) => receiver,
            None => {
                let linked = self.link.constant(&Constant::Class(owner.into()));
                let Some(class) = self.found(linked) else { return };
                self.kept(class, &Ty::Any)
            }
        };
        self.emit(InstrKind::Thread(ThreadOp::Lock(monitor)));
        // Where the method is left belongs to no line.
        let release = InstrKind::Thread(ThreadOp::Unlock(monitor));
        [self.leaves_to, self.unwinds_to] = self.exits.map(|exit| self.side_block(release.clone(), 0, exit));
    }

    /// Where an exception goes that no handler of the method takes.
    pub fn unwinding(&self) -> Handler {
        Handler { block: self.unwinds_to, slot: self.method.thrown }
    }
}
