//! Branch, call and return: the moves of the pc (MultiSE, section 2.3).
//!
//! ```text
//!   branch on c    (φ ∧ c, then) if feasible, (φ ∧ ¬c, other) if feasible; a side keeps φ if the other is infeasible
//!   call           for each method m that the receivers of φ dispatch to: the part of φ that dispatches to m enters m,
//!                  its formals are guarded updates; where the result is known (`tabling`) the caller continues at once
//!   return         Σ[dst] ⊎φ Σ[retval]; the locals of the frame are forgotten under φ
//! ```

use super::{End, Halt, Machine, Step, Via};
use crate::guard::Guard;
use crate::ir::{BlockId, Callee, Expr, LocalId, MethodId, Terminator};
use crate::source::Span;
use crate::state::{FrameId, Place};
use crate::summary::Summary;
use std::collections::BTreeMap;

/// The paths that take a branch, and those that do not. Neither guard is false.
#[derive(Clone, Copy)]
pub(super) struct Sides {
    /// The paths on which the condition is true.
    pub yes: Guard,
    /// The paths on which it is false.
    pub no: Guard,
}

impl<'p> Machine<'p> {
    pub(crate) fn terminator(&mut self, step: &mut Step<'p, '_>, phi: Guard) -> Result<(), Halt> {
        match &step.block.term {
            Terminator::Goto(to) => self.jump(step, phi, *to),
            Terminator::Branch { cond, then, other } => self.branch(step, phi, cond, *then, *other),
            Terminator::Call { dst, callee, args, next } => self.call(step, phi, (*callee, args), (*dst, *next)),
            Terminator::Throw(value) => self.throw(step, phi, value.as_ref()),
            Terminator::Rethrow(slot, carried) => self.rethrow(step, phi, *slot, *carried),
            Terminator::Unsupported(what) => self.unsupported(step, phi, what),
            Terminator::Return => self.leave(step, phi, End::Returned),
            Terminator::Unwind => self.leave(step, phi, End::Threw),
            Terminator::Stop => {}
            Terminator::UnknownMethod(name) => {
                if self.feasible(phi) {
                    return Err(Halt::UnknownMethod { name: name.clone(), span: step.span });
                }
            }
        }
        Ok(())
    }

    pub(super) fn jump(&mut self, step: &mut Step<'p, '_>, phi: Guard, to: BlockId) {
        let point = self.contexts.follow(self.program, step.point, to);
        self.emit(step, point, phi, Via::Edge, |_, _, _| {});
    }

    fn branch(&mut self, step: &mut Step<'p, '_>, phi: Guard, cond: &Expr, then: BlockId, other: BlockId) {
        let (yes, scope) = self.cond(step, phi, cond);
        let no = self.logic.and_not(scope, yes);
        if no == Guard::FALSE || then == other {
            return self.jump(step, phi, then);
        }
        if yes == Guard::FALSE {
            return self.jump(step, phi, other);
        }
        if self.region(step, Sides { yes, no }) {
            return;
        }
        let is_diamond =
            self.policy.takes_diamonds() && self.program.methods[step.method].shape.diamonds[step.point.block];
        if is_diamond {
            self.counters.diamonds += 1;
        } else {
            match (self.feasible(yes), self.feasible(no)) {
                (true, true) => {}
                (true, false) => return self.jump(step, phi, then),
                (false, true) => return self.jump(step, phi, other),
                (false, false) => return,
            }
        }
        self.jump(step, yes, then);
        self.jump(step, no, other);
    }

    fn call(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        (callee, args): (Callee, &[Expr]),
        after: (Option<LocalId>, BlockId),
    ) {
        let values = self.eval_operands(step, phi, args);
        for (method, guard) in self.targets(phi, callee, values.first()) {
            let guard = self.answer(step, guard, method, &values, after);
            if guard.is_false() {
                continue;
            }
            let frame = self.contexts.enter(self.program, Some(step.point), method);
            let start = self.contexts.start(self.program, frame);
            let formals = &self.program.methods[method].formals;
            self.emit(step, start, guard, Via::Call, |machine, state, alone| {
                for (formal, value) in formals.iter().zip(&values) {
                    machine.write(state, guard, Place::Local(frame, *formal), value, alone);
                }
            });
        }
    }

    /// Continues the caller where the result of a call is known. Returns the paths that have to run the call.
    fn answer(
        &mut self,
        step: &mut Step<'p, '_>,
        phi: Guard,
        method: MethodId,
        args: &[Summary],
        (dst, next): (Option<LocalId>, BlockId),
    ) -> Guard {
        let (known, result) = self.known(step.state, phi, method, args);
        if known.is_false() {
            return phi;
        }
        let mut rest = self.logic.and_not(phi, known);
        if !rest.is_false() {
            if !self.feasible(rest) {
                rest = Guard::FALSE;
            } else if self.policy.forks() || !self.feasible(known) {
                // A path is not split because the result is known on a part of it.
                return phi;
            }
        }
        self.counters.known_calls += 1;
        let point = self.contexts.follow(self.program, step.point, next);
        self.emit(step, point, known, Via::Known(method), |machine, state, alone| {
            if let Some(dst) = dst {
                machine.assign_place(state, known, Place::Local(point.frame, dst), &result, alone);
            }
        });
        rest
    }

    /// The methods that a callee can be, each with the paths of φ on which it is; of several, those with a feasible path.
    /// `first` is the first argument: the receiver, if there is one.
    pub(super) fn targets(&mut self, phi: Guard, callee: Callee, first: Option<&Summary>) -> Vec<(MethodId, Guard)> {
        let mut targets = match (callee, first) {
            (Callee::Virtual(method), Some(receivers)) => self.dispatch(phi, method, receivers),
            (Callee::Exact(method) | Callee::Virtual(method), _) => vec![(method, phi)],
        };
        if targets.len() > 1 {
            targets.retain(|(_, guard)| self.feasible(*guard));
        }
        targets
    }

    /// The methods that run when `method` is called on the receivers, each with the paths of φ on which it runs.
    pub(super) fn dispatch(&mut self, phi: Guard, method: MethodId, receivers: &Summary) -> Vec<(MethodId, Guard)> {
        let mut targets: BTreeMap<MethodId, Vec<Guard>> = BTreeMap::new();
        for (g, a) in receivers.addresses_within(&mut self.logic, phi) {
            // Static types exclude any other receiver. But guards may not show that: they are arbitrary once the store is exhausted,
            // and in path mode, an assumption about a class need not contradict that of an input.
            let Some(target) = self.program.dispatched(self.table.class(a), method) else { continue };
            targets.entry(target).or_default().push(g);
        }
        let mut joined = |guards: Vec<Guard>| guards.into_iter().fold(Guard::FALSE, |a, b| self.logic.or(a, b));
        targets.into_iter().map(|(method, guards)| (method, joined(guards))).collect()
    }

    /// Leaves the frame, normally or by an exception.
    fn leave(&mut self, step: &mut Step<'p, '_>, phi: Guard, end: End) {
        let (frame, method) = (step.point.frame, &self.program.methods[step.method]);
        let Some(caller) = self.contexts.frame(frame).caller else {
            if self.feasible(phi) {
                self.end(step, phi, end);
            }
            return;
        };
        let block = self.block_at(caller);
        let Terminator::Call { dst, next, args, .. } = &block.term else { unreachable!("a frame is made by a call") };
        let (source, target, to) = match end {
            End::Returned => (method.retval, *dst, *next),
            _ => (Some(method.thrown), Some(block.handler.slot), block.handler.block),
        };
        let value = source.map(|local| step.local(local));
        if end == End::Returned {
            self.remember(step, phi, caller, args, value.as_ref());
        }
        let point = self.contexts.follow(self.program, caller, to);
        let alone = step.alone;
        self.emit(step, point, phi, Via::Edge, |machine, state, alone_there| {
            if let (Some(value), Some(target)) = (value, target) {
                machine.assign_place(state, phi, Place::Local(point.frame, target), &value, alone_there);
            }
            machine.forget_frame(state, phi, frame, alone);
            machine.forget_changes(state, phi, frame);
        });
    }

    /// The span of the call by which paths have come from a method whose places say something into inner ones; nothing for a
    /// frame of such a method.
    pub(super) fn outer_call(&self, frame: FrameId) -> Option<Span> {
        let (mut at, mut span) = (frame, None);
        while self.method_of(at).is_inner {
            span = self.call_site(at).or(span);
            let Some(caller) = self.contexts.caller(at) else { break };
            at = caller;
        }
        span
    }

    /// The span of the call that made a frame, or of the fork.
    pub(crate) fn call_site(&self, frame: FrameId) -> Option<Span> {
        let info = self.contexts.frame(frame);
        match info.caller {
            Some(at) => Some(self.block_at(at).span),
            None => Some(self.instr_at(self.contexts.forked_at(info.thread)?)?.span),
        }
    }
}
