//! Regions: the code between a branch and its join, executed as one transition.
//!
//! ```text
//!   the branch at b splits φ into φ₁ and φ₂; R is the region of b, from b to j
//!   ───────────────────────────────────────────────────────────────────────────
//!   its conditions get guards, its registers values, in the order of R: w₀ = φ₁, w₁ = φ₂, …
//!   Σ[x] ⊎ v  for each cell and local x that R writes       pc: (its joined paths, j), (θ, e) for each exit e
//! ```
//!
//! θ are the paths that leave at e: all that reach e, or those on which the operation would throw. They continue in
//! ordinary steps, so nothing here raises an exception. The solver is asked only if there are several ends, whether each has
//! paths. Below the level of single-path cases (`EXITS`), a region with such paths is not used.

use super::control::Sides;
use super::{Machine, Step, Via};
use crate::guard::Guard;
use crate::ir::{BlockId, Expr, InstrKind};
use crate::region::exits::LEVEL as EXITS;
use crate::region::{Exit, InlineId, Op, OpKind, PathPredicate, Refusal, Region, Register};
use crate::state::{FrameId, Place, ProgramPoint};
use crate::summary::Summary;
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Counts of regions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionCounts {
    /// Branches that have a region, among those asked about.
    pub cached: u64,
    /// Branches that have none, by the reason.
    pub refused: BTreeMap<Refusal, u64>,
    /// Regions that were executed in one transition.
    pub instantiated: u64,
    /// Methods that were inlined in them.
    pub inlined: u64,
    /// The deepest nesting of inlined frames in one of them.
    pub deepest: u64,
    /// Ends of paths before a join.
    pub single_path: u64,
    /// Regions that were given up because a path left them and the level admits none.
    pub given_up: u64,
}

impl RegionCounts {
    /// The counts of a machine.
    pub fn of(machine: &Machine<'_>) -> Self {
        let (cached, refused) = machine.regions.known();
        Self { cached, refused, ..machine.counters.regions.clone() }
    }
}

/// An execution of a region, with the guards of its path predicates.
struct Instance<'r> {
    region: &'r Region,
    guards: Vec<Guard>,
    /// By exit, the paths that leave there.
    left: Vec<Guard>,
}

impl<'p> Machine<'p> {
    /// Executes the region of the branch that ends the step's block, if there is one that pays. Returns whether it did.
    pub(super) fn region(&mut self, step: &mut Step<'p, '_>, sides: Sides) -> bool {
        // Other threads could see the reads and writes of a region one by one.
        if self.regions.level() == 0 || !step.state.others.is_empty() {
            return false;
        }
        let Ok(region) = self.regions.at(self.program, step.method, step.point.block) else { return false };
        let before = (self.regions.level() < EXITS && region.has_effects()).then(|| step.state.sigma.clone());
        let instance = self.run_region(step, &region, sides);
        let some_left = instance.left.iter().any(|left| !left.is_false());
        if some_left && self.regions.level() < EXITS {
            if let Some(sigma) = before {
                step.state.sigma = sigma;
            }
            step.registers = None;
            self.counters.regions.given_up += 1;
            return false;
        }
        let counts = &mut self.counters.regions;
        counts.instantiated += 1;
        counts.inlined += u64::from(region.inlined.0);
        counts.deepest = counts.deepest.max(u64::from(region.inlined.1));
        self.finish(step, &instance);
        true
    }

    /// Runs the operations of a region.
    fn run_region<'r>(&mut self, step: &mut Step<'p, '_>, region: &'r Rc<Region>, sides: Sides) -> Instance<'r> {
        let mut registers = vec![Summary::empty(); region.registers as usize];
        for &formal in &region.formals {
            registers[formal.0 as usize] = step.local(formal);
        }
        step.registers = Some(registers);
        let was = std::mem::replace(&mut step.hypothetical, true);
        let mut guards = vec![Guard::FALSE; region.predicates as usize];
        guards[Region::THEN.0 as usize] = sides.yes;
        guards[Region::OTHER.0 as usize] = sides.no;
        let mut instance = Instance { region, guards, left: vec![Guard::FALSE; region.exits.len()] };
        for op in &region.ops {
            self.operation(step, &mut instance, op);
        }
        step.hypothetical = was;
        instance
    }

    fn operation(&mut self, step: &mut Step<'p, '_>, instance: &mut Instance<'_>, op: &Op) {
        let guard_of = |instance: &Instance<'_>, predicate: PathPredicate| instance.guards[predicate.0 as usize];
        if let OpKind::Join(arms) = &op.kind {
            let arms = arms.iter().map(|predicate| guard_of(instance, *predicate)).collect();
            instance.guards[op.predicate.0 as usize] = self.logic.or_all(arms);
            return;
        }
        let before = guard_of(instance, op.predicate);
        if before.is_false() {
            return;
        }
        self.count_operation();
        if let Some(exit) = op.exit {
            let Exit { frame, block, instruction, .. } = &instance.region.exits[exit];
            let block = &self.program.methods[instance.region.frames[*frame].method].blocks[*block];
            step.span = block.instrs.get(*instruction as usize).map_or(block.span, |instr| instr.span);
        }
        let phi = match &op.kind {
            OpKind::Run(InstrKind::CheckMissing { value, check }) => {
                let missing = self.missing(step, before, *value, *check);
                self.logic.and_not(before, missing)
            }
            OpKind::Run(instr) => self.instruction(step, before, instr),
            OpKind::Split { cond, then, other } => {
                let (yes, phi) = self.cond(step, before, cond);
                instance.guards[then.0 as usize] = yes;
                instance.guards[other.0 as usize] = self.logic.and_not(before, yes);
                phi
            }
            OpKind::Dispatch { receiver, method, targets } => {
                let receivers = step.local(*receiver);
                for (target, guard) in self.dispatch(before, *method, &receivers) {
                    if let Some((_, predicate)) = targets.iter().find(|(method, _)| *method == target) {
                        instance.guards[predicate.0 as usize] = guard;
                    }
                }
                before
            }
            OpKind::Choose { dst, arms } => {
                let value = self.chosen(step, instance, arms);
                step.set_register(*dst, value);
                before
            }
            OpKind::Leave => Guard::FALSE,
            OpKind::Join(_) => unreachable!("dealt with above"),
        };
        if phi != before {
            instance.guards[op.predicate.0 as usize] = phi;
            if let Some(exit) = op.exit {
                let lost = self.logic.and_not(before, phi);
                instance.left[exit] = self.logic.or(instance.left[exit], lost);
            }
        }
    }

    /// The value that each alternative has on its paths. A later one replaces an earlier one where both have paths.
    fn chosen(&mut self, step: &mut Step<'p, '_>, instance: &Instance<'_>, arms: &[(PathPredicate, Expr)]) -> Summary {
        let mut value: Option<Summary> = None;
        for (predicate, expr) in arms {
            let guard = instance.guards[predicate.0 as usize];
            if guard.is_false() {
                continue;
            }
            let arm = self.operand(step, guard, expr);
            value = Some(match value {
                // Outside the paths of the alternatives the value means nothing.
                None => arm,
                Some(value) => value.update(&mut self.logic, guard, &arm),
            });
        }
        value.unwrap_or_else(Summary::empty)
    }

    /// Sends the paths to the join and to the exits.
    fn finish(&mut self, step: &mut Step<'p, '_>, instance: &Instance<'_>) {
        let region = instance.region;
        let joined = instance.guards[region.joins.0 as usize];
        let left: Vec<(Guard, &Exit)> =
            instance.left.iter().copied().zip(&region.exits).filter(|(guard, _)| !guard.is_false()).collect();
        if left.is_empty() {
            let values = self.values_of(step, joined, &region.joined);
            step.registers = None;
            for (local, value) in values {
                let place = Place::Local(step.point.frame, local);
                self.assign_place(step.state, joined, place, &value, step.alone);
            }
            self.jump(step, joined, region.join);
            return;
        }
        // All values are read before the first end is made, because then there are no registers.
        let mut ends = Vec::new();
        let join = Some((joined, None)).filter(|(guard, _)| !guard.is_false());
        for (guard, exit) in join.into_iter().chain(left.into_iter().map(|(guard, exit)| (guard, Some(exit)))) {
            let writes = match exit {
                None => {
                    let values = self.values_of(step, guard, &region.joined);
                    values.into_iter().map(|(local, value)| (Region::OWN, local, value)).collect()
                }
                Some(exit) => self.values_at(step, guard, region, exit),
            };
            ends.push((guard, exit, writes));
        }
        step.registers = None;
        let ask = ends.len() > 1;
        for (guard, exit, writes) in ends {
            if ask && !self.feasible(guard) {
                continue;
            }
            self.counters.regions.single_path += u64::from(exit.is_some());
            let inline = exit.map_or(Region::OWN, |exit| exit.frame);
            let frames = self.frames(step.point, region, inline);
            let point = match exit {
                None => self.contexts.follow(self.program, step.point, region.join),
                Some(exit) => {
                    let at = self.within(step.point, &frames, exit.block);
                    ProgramPoint { instruction: exit.instruction, ..at }
                }
            };
            let via = if inline == Region::OWN { Via::Edge } else { Via::Call };
            self.emit(step, point, guard, via, |machine, state, alone| {
                for (inline, local, value) in &writes {
                    let frame = frames[inline];
                    machine.write(state, guard, Place::Local(frame, *local), value, alone);
                }
            });
        }
    }

    fn values_of(
        &mut self,
        step: &mut Step<'p, '_>,
        guard: Guard,
        locals: &[(Register, Expr)],
    ) -> Vec<(Register, Summary)> {
        locals.iter().map(|(local, expr)| (*local, self.operand(step, guard, expr))).collect()
    }

    /// The value of a register or constant. It is not counted as a read, because the program does not read it.
    fn operand(&mut self, step: &mut Step<'p, '_>, guard: Guard, expr: &Expr) -> Summary {
        match expr {
            Expr::Local(register) => step.local(*register),
            _ => self.eval(step, guard, expr).0,
        }
    }

    /// The values of locals at an exit, for its frame and for those below it.
    fn values_at(
        &mut self,
        step: &mut Step<'p, '_>,
        guard: Guard,
        region: &Region,
        exit: &Exit,
    ) -> Vec<(InlineId, Register, Summary)> {
        let (mut frame, mut locals) = (exit.frame, &exit.locals);
        let mut values = Vec::new();
        loop {
            let here = self.values_of(step, guard, locals);
            values.extend(here.into_iter().map(|(local, value)| (frame, local, value)));
            match &region.frames[frame].caller {
                Some(caller) => (frame, locals) = (caller.frame, &caller.locals),
                None => return values,
            }
        }
    }

    /// The frames of a chain of inlined calls, the region's own first.
    fn frames(&mut self, own: ProgramPoint, region: &Region, inline: InlineId) -> IndexMap<InlineId, FrameId> {
        let inlined = &region.frames[inline];
        let Some(caller) = &inlined.caller else { return IndexMap::from([(inline, own.frame)]) };
        let mut frames = self.frames(own, region, caller.frame);
        let call = self.within(own, &frames, caller.block);
        frames.insert(inline, self.contexts.enter(self.program, Some(call), inlined.method));
        frames
    }

    /// The start of a block in the last frame of a chain.
    fn within(&mut self, own: ProgramPoint, frames: &IndexMap<InlineId, FrameId>, block: BlockId) -> ProgramPoint {
        let from = match frames.last() {
            Some((inline, frame)) if *inline != Region::OWN => self.contexts.start(self.program, *frame),
            _ => own,
        };
        ProgramPoint { block, instruction: 0, ..from }
    }
}
