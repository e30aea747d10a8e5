//! Methods inlined by the receiver's dynamic types.
//!
//! ```text
//!   r := o.m(a)   under w      ⇝      w₁, …, wₙ := the methods that the receivers of w dispatch to
//!                                      for each target: formals := actuals (wᵢ), its body
//!                                      w := ∨ the paths that return    r := wᵢ → the result of target i
//! ```
//!
//! The region is higher-order in this: which targets have paths is only known at instantiation. A target that is recursive,
//! has a loop or a `modifies` clause, or is too large cannot be inlined; the call is then a single-path case.

use super::Refusal;
use super::code::{Caller, Inlined, Op, OpKind, PathPredicate};
use super::linear::{At, Builder, Env};
use crate::ir::{Callee, Expr, LocalId, MethodId, MethodKind};
use std::collections::BTreeSet;

/// The first level at which calls are inlined.
const LEVEL: u8 = 2;

/// The most frames within each other.
const MOST_FRAMES: u32 = 8;

impl Builder<'_> {
    /// Takes paths through a call. Returns those that return from it.
    pub(super) fn call(
        &mut self,
        at: At,
        env: Env,
        dst: Option<LocalId>,
        callee: Callee,
        args: &[Expr],
    ) -> Result<Option<Env>, Refusal> {
        if self.level < LEVEL {
            return Err(Refusal::Call);
        }
        let before = self.region.clone();
        match self.inlined(at, &env, dst, callee, args) {
            Ok(after) => Ok(after),
            Err(refusal) => {
                self.region = before;
                self.leave(at, &env, refusal).map(|()| None)
            }
        }
    }

    fn inlined(
        &mut self,
        at: At,
        env: &Env,
        dst: Option<LocalId>,
        callee: Callee,
        args: &[Expr],
    ) -> Result<Option<Env>, Refusal> {
        let mut actuals = Vec::new();
        for arg in args {
            actuals.push(self.assign(env, env.rename(arg))?);
        }
        let targets: Vec<(MethodId, PathPredicate)> = match callee {
            Callee::Exact(method) => vec![(method, env.predicate)],
            Callee::Virtual(method) => {
                let targets: Vec<_> = self.targets[method].iter().map(|&target| (target, self.predicate())).collect();
                let kind = OpKind::Dispatch { receiver: actuals[0], method, targets: targets.clone() };
                self.push(Op { predicate: env.predicate, kind, exit: None })?;
                targets
            }
        };
        let mut returned = Vec::new();
        for (target, predicate) in targets {
            let method = &self.program.methods[target];
            let depth = self.depth(at) + 1;
            if self.program.groups[method.group].recursive {
                return Err(Refusal::Recursion);
            }
            if method.has_loops() {
                return Err(Refusal::Loop);
            }
            // What a framed call overwrites is noted by its frame, which an inlined call has not.
            if method.blocks.is_empty()
                || method.is_framed
                || method.kind == MethodKind::Initialiser
                || depth > MOST_FRAMES
            {
                return Err(Refusal::Call);
            }
            let caller = Some(Caller { frame: at.frame, block: at.block, locals: env.assigned() });
            let frame = self.region.frames.push(Inlined { method: target, caller });
            self.region.inlined = (self.region.inlined.0 + 1, self.region.inlined.1.max(depth));
            let mut inside = Env::new(predicate, env.paths, false);
            inside.locals.extend(method.formals.iter().copied().zip(actuals.iter().copied()));
            let Some(end) = self.walk(frame, None, vec![(method.called, inside)], None)? else { continue };
            let mut after = Env { predicate: end.predicate, paths: end.paths, ..env.clone() };
            if let (Some(dst), Some(result)) = (dst, method.retval) {
                after.locals.insert(dst, end.register(result));
            }
            returned.push(after);
        }
        if returned.is_empty() {
            return Ok(None);
        }
        let named: BTreeSet<LocalId> = returned.iter().flat_map(|env| env.locals.keys().copied()).collect();
        self.meet(returned, &named).map(Some)
    }

    /// How many frames are below a place.
    fn depth(&self, at: At) -> u32 {
        let (mut depth, mut frame) = (0, at.frame);
        while let Some(caller) = &self.region.frames[frame].caller {
            (depth, frame) = (depth + 1, caller.frame);
        }
        depth
    }
}
