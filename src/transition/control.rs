//! Branch, call and return: how the pc moves (MultiSE, section 2.3; design 4).
//!
//! ```text
//!   branch on c    (φ ∧ c, then) if feasible, (φ ∧ ¬c, other) if feasible; a side whose sibling is not keeps φ
//!   call           for each method m that the receivers of φ dispatch to: the part of φ that dispatches to m enters m,
//!                  its formals are guarded updates
//!   return         Σ[dst] ⊎φ Σ[retval]; the locals of the frame are forgotten under φ
//! ```

use super::{End, Here, Machine, StepError, Via};
use crate::guard::Guard;
use crate::ir::{BlockId, Callee, Expr, LocalId, MethodId, Terminator};
use crate::state::{FrameId, Location};
use crate::summary::{Summary, Value};
use std::collections::BTreeMap;

impl<'p> Machine<'p> {
    pub(crate) fn terminator(&mut self, here: &mut Here<'p>, phi: Guard) -> Result<(), StepError> {
        match &here.block.term {
            Terminator::Goto(to) => self.jump(here, phi, *to),
            Terminator::Branch { cond, then, other } => self.branch(here, phi, cond, *then, *other),
            Terminator::Call { callee, args, .. } => self.call(here, phi, *callee, args),
            Terminator::Throw(value) => self.throw(here, phi, value.as_ref()),
            Terminator::Return => self.leave(here, phi, End::Returned),
            Terminator::Unwind => self.leave(here, phi, End::Threw),
            Terminator::Stop => {}
            Terminator::Unsupported(what) => unreachable!("`{what}` is refused before exploration"),
            Terminator::UnknownMethod(name) => {
                if self.feasible(phi) {
                    return Err(StepError::UnknownMethod { name: name.clone(), span: here.span });
                }
            }
        }
        Ok(())
    }

    fn jump(&mut self, here: &mut Here<'p>, phi: Guard, to: BlockId) {
        let location = self.contexts.follow(self.program, here.at, to);
        self.emit(here, location, phi, Via::Edge, |_, _| {});
    }

    fn branch(&mut self, here: &mut Here<'p>, phi: Guard, cond: &'p Expr, then: BlockId, other: BlockId) {
        let mut scope = phi;
        let yes = self.cond(here, &mut scope, cond);
        let no = self.logic.guards.and_not(scope, yes);
        if no == Guard::FALSE || then == other {
            return self.jump(here, phi, then);
        }
        if yes == Guard::FALSE {
            return self.jump(here, phi, other);
        }
        let quiet = !self.forks() && self.program.methods[here.method].shape.quiet[here.at.block];
        if quiet {
            self.counters.quiet_branches += 1;
        } else {
            match (self.feasible(yes), self.feasible(no)) {
                (true, true) => {}
                (true, false) => return self.jump(here, phi, then),
                (false, true) => return self.jump(here, phi, other),
                (false, false) => return,
            }
        }
        self.jump(here, yes, then);
        self.jump(here, no, other);
    }

    fn call(&mut self, here: &mut Here<'p>, phi: Guard, callee: Callee, args: &'p [Expr]) {
        let mut scope = phi;
        let values: Vec<Summary> = args.iter().map(|a| self.eval(here, &mut scope, a)).collect();
        let targets: Vec<(MethodId, Guard)> = match callee {
            Callee::Exact(m) => vec![(m, phi)],
            Callee::Virtual(m) => self.dispatch(phi, m, &values[0]),
        };
        let ask = targets.len() > 1;
        for (method, guard) in targets {
            if ask && !self.feasible(guard) {
                continue;
            }
            let frame = self.contexts.enter(self.program, Some(here.at), method);
            let location = self.contexts.start(self.program, frame);
            let formals = &self.program.methods[method].formals;
            self.emit(here, location, guard, Via::Call, |machine, replace| {
                for (formal, value) in formals.iter().zip(&values) {
                    machine.bind_local(location, guard, *formal, value, replace);
                }
            });
        }
    }

    /// The methods that run when `method` is called on the receivers, each with the paths of φ on which it does.
    fn dispatch(&mut self, phi: Guard, method: MethodId, receivers: &Summary) -> Vec<(MethodId, Guard)> {
        let mut targets: BTreeMap<MethodId, Vec<Guard>> = BTreeMap::new();
        for (g, v) in receivers.restrict(&mut self.logic, phi).pairs(&mut self.logic) {
            let Value::Ref(a) = v else { continue };
            let class = self.table.class(a).expect("only objects are receivers");
            let target = self.program.classes[class].dispatch.get(&method);
            targets.entry(*target.expect("a concrete class implements what can be called")).or_default().push(g);
        }
        targets
            .into_iter()
            .map(|(m, guards)| {
                let guard = guards.into_iter().reduce(|a, b| self.logic.guards.or(a, b)).unwrap_or(Guard::FALSE);
                (m, guard)
            })
            .collect()
    }

    /// The normal or exceptional exit of the frame.
    fn leave(&mut self, here: &mut Here<'p>, phi: Guard, end: End) {
        let (frame, method) = (here.at.frame, &self.program.methods[here.method]);
        let Some(caller) = self.contexts.frame(frame).caller else {
            if self.feasible(phi) {
                if end == End::Threw {
                    self.uncaught(here, phi, method.thrown);
                }
                here.out.ended.push((end, phi));
            }
            return;
        };
        let block = &self.program.methods[self.contexts.frame(caller.frame).method].blocks[caller.block];
        let Terminator::Call { dst, next, .. } = &block.term else { unreachable!("a frame is made by a call") };
        let (source, target, to) = match end {
            End::Returned => (method.retval, *dst, *next),
            _ => (Some(method.thrown), Some(block.handler.slot), block.handler.block),
        };
        let value = source.map(|local| self.sigma.local(frame, local));
        let location = self.contexts.follow(self.program, caller, to);
        let exclusive = here.exclusive;
        self.emit(here, location, phi, Via::Edge, |machine, replace| {
            if let (Some(value), Some(target)) = (value, target) {
                machine.bind_local(location, phi, target, &value, replace);
            }
            machine.forget_frame(frame, phi, exclusive);
        });
    }

    /// Forgets the locals of a frame under φ; altogether when no other entry is in it.
    fn forget_frame(&mut self, frame: FrameId, phi: Guard, exclusive: bool) {
        if exclusive {
            self.sigma.drop_frame(frame);
            return;
        }
        let locals: Vec<(usize, Summary)> =
            self.sigma.locals(frame).iter().cloned().enumerate().filter(|(_, s)| !s.is_empty()).collect();
        for (i, old) in locals {
            let rest = old.update(&mut self.logic, phi, &Summary::empty());
            self.sigma.set_local(frame, LocalId(i as u32), rest);
        }
    }

    /// The span of the call that made a frame.
    pub(crate) fn call_site(&self, frame: FrameId) -> Option<crate::source::Span> {
        let Location { frame, block, .. } = self.contexts.frame(frame).caller?;
        Some(self.program.methods[self.contexts.frame(frame).method].blocks[block].span)
    }
}
