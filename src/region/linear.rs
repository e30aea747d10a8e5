//! Linearisation: the paths of a region become path predicates, its locals are assigned once.
//!
//! Blocks are taken in the weak topological order. Where paths part, each side has a path predicate of its own; where they
//! meet, the predicates are joined, and a local that differs gets alternatives:
//!
//! ```text
//!   if (c) x := a else x := b      ⇝      w₁, w₂ := split c    r₁ := a (w₁)    r₂ := b (w₂)    w₃ := w₁ ∨ w₂
//!                                          r₃ := w₁ → r₁, w₂ → r₂
//! ```
//!
//! Every assignment has a new register (*alpha-renaming*: two calls of one method have registers of their own).

use super::code::{Inlined, Op, OpKind, PathPredicate, Region, Register};
use super::extent::is_forward;
use super::{InlineId, MOST_OPERATIONS, Refusal, simplify};
use crate::ieee;
use crate::index::{Idx, IndexVec};
use crate::ir::{BlockId, Expr, Instr, InstrKind, LocalId, MethodId, Program, Terminator};
use std::collections::{BTreeMap, BTreeSet};

/// Paths at a point of a region.
#[derive(Clone)]
pub struct Env {
    /// Their path predicate.
    pub predicate: PathPredicate,
    /// The locals that have been assigned, by the register that holds them.
    pub locals: BTreeMap<LocalId, Register>,
    /// How many they are.
    pub paths: f64,
    /// Whether other locals are formal symbols of the region.
    pub(super) is_own: bool,
}

impl Env {
    pub(super) fn new(predicate: PathPredicate, paths: f64, is_own: bool) -> Self {
        Self { predicate, locals: BTreeMap::new(), paths, is_own }
    }

    /// The register of a local.
    fn get(&self, local: LocalId) -> Option<Register> {
        self.locals.get(&local).copied().or(self.is_own.then_some(local))
    }

    /// An expression over registers.
    pub(super) fn rename(&self, expr: &Expr) -> Expr {
        expr.instantiated(&|local| Expr::Local(self.register(local)))
    }

    /// The register of a local that is defined.
    pub(super) fn register(&self, local: LocalId) -> Register {
        self.get(local).expect("a local that is read has been assigned")
    }

    /// The locals that have been assigned.
    pub(super) fn assigned(&self) -> Vec<(LocalId, Expr)> {
        self.locals.iter().map(|(local, register)| (*local, Expr::Local(*register))).collect()
    }
}

/// A place in the text of a region.
#[derive(Clone, Copy)]
pub struct At {
    /// The frame.
    pub frame: InlineId,
    /// The block.
    pub block: BlockId,
    /// The instruction, the terminator counted as one more.
    pub instruction: u32,
}

/// A region that is being made.
pub struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) targets: &'a IndexVec<MethodId, Vec<MethodId>>,
    pub(super) level: u8,
    pub(super) region: Region,
}

impl<'a> Builder<'a> {
    /// A builder for the region between a branch and its join.
    pub fn new(
        program: &'a Program,
        targets: &'a IndexVec<MethodId, Vec<MethodId>>,
        level: u8,
        method: MethodId,
        branch: BlockId,
        join: BlockId,
    ) -> Self {
        let mut frames = IndexVec::new();
        frames.push(Inlined { method, caller: None });
        let region = Region {
            method,
            branch,
            join,
            frames,
            formals: Vec::new(),
            locals: program.methods[method].locals.len() as u32,
            registers: program.methods[method].locals.len() as u32,
            predicates: 2,
            ops: Vec::new(),
            exits: Vec::new(),
            joins: Region::THEN,
            joined: Vec::new(),
            paths: 0.0,
            inlined: (0, 0),
            cases: 0,
        };
        Self { program, targets, level, region }
    }

    /// The region.
    pub fn region(mut self) -> Result<Region, Refusal> {
        let (branch, join) = (self.region.branch, self.region.join);
        let block = &self.program.methods[self.region.method].blocks[branch];
        let Terminator::Branch { then, other, .. } = block.term else { return Err(Refusal::Join) };
        let sides = [(then, Region::THEN), (other, Region::OTHER)];
        let starts = sides.map(|(to, predicate)| (to, Env::new(predicate, 1.0, true)));
        let joined = self.walk(Region::OWN, Some(branch), starts.into(), Some(join))?;
        let Some(env) = joined else { return Err(Refusal::Join) };
        let live = &self.program.methods[self.region.method].shape.live_in[join];
        self.region.joins = env.predicate;
        self.region.joined = env.assigned().into_iter().filter(|(l, _)| live.binary_search(l).is_ok()).collect();
        self.region.paths += env.paths;
        if self.region.paths <= f64::from(self.region.cases) + 1.0 {
            return Err(Refusal::Gain);
        }
        simplify::simplify(&mut self.region);
        Ok(self.region)
    }

    /// Takes paths through a frame, from `starts` to the join or to the normal exit of the method. They come to `starts` from
    /// the block `from`, or else by a call. Returns those that come to the end.
    pub(super) fn walk(
        &mut self,
        frame: InlineId,
        from: Option<BlockId>,
        starts: Vec<(BlockId, Env)>,
        join: Option<BlockId>,
    ) -> Result<Option<Env>, Refusal> {
        let method = &self.program.methods[self.region.frames[frame].method];
        let mut open: BTreeMap<(u32, BlockId), Vec<Env>> = BTreeMap::new();
        let mut joined = Vec::new();
        let arrive = |open: &mut BTreeMap<_, Vec<Env>>, joined: &mut Vec<Env>, from: Option<BlockId>, (to, env)| {
            if Some(to) == join {
                joined.push(env);
            } else if from.is_none_or(|from| is_forward(method, from, to)) {
                open.entry((method.shape.wto.position[to], to)).or_default().push(env);
            } else {
                return Err(Refusal::Loop);
            }
            Ok(())
        };
        for start in starts {
            arrive(&mut open, &mut joined, from, start)?;
        }
        while let Some(((_, block), envs)) = open.pop_first() {
            let live: BTreeSet<LocalId> = method.shape.live_in[block].iter().copied().collect();
            let env = self.meet(envs, &live)?;
            if matches!(method.blocks[block].term, Terminator::Return) {
                if let Some(env) = self.instructions(frame, block, env)? {
                    joined.push(env);
                }
                continue;
            }
            for edge in self.block(frame, block, env)? {
                arrive(&mut open, &mut joined, Some(block), edge)?;
            }
        }
        if joined.is_empty() {
            return Ok(None);
        }
        let live = match join {
            Some(join) => method.shape.live_in[join].iter().copied().collect(),
            None => method.retval.into_iter().collect(),
        };
        self.meet(joined, &live).map(Some)
    }

    /// The environment of a point where several meet.
    pub(super) fn meet(&mut self, mut envs: Vec<Env>, live: &BTreeSet<LocalId>) -> Result<Env, Refusal> {
        if envs.len() == 1 {
            return Ok(envs.remove(0));
        }
        let predicates: Vec<PathPredicate> = envs.iter().map(|env| env.predicate).collect();
        let predicate = self.predicate();
        self.push(Op { predicate, kind: OpKind::Join(predicates), exit: None })?;
        let mut met = Env::new(predicate, envs.iter().map(|env| env.paths).sum(), envs[0].is_own);
        let named: BTreeSet<LocalId> = envs.iter().flat_map(|env| env.locals.keys().copied()).collect();
        for local in named.intersection(live) {
            let Some(registers) = envs.iter().map(|env| env.get(*local)).collect::<Option<Vec<_>>>() else { continue };
            let register = if registers.windows(2).all(|pair| pair[0] == pair[1]) {
                registers[0]
            } else {
                let dst = self.register();
                let arms = envs.iter().zip(&registers).map(|(env, r)| (env.predicate, Expr::Local(*r))).collect();
                self.push(Op { predicate, kind: OpKind::Choose { dst, arms }, exit: None })?;
                dst
            };
            met.locals.insert(*local, register);
        }
        Ok(met)
    }

    /// Takes paths through a block. Returns the blocks where they go on.
    fn block(&mut self, frame: InlineId, block: BlockId, env: Env) -> Result<Vec<(BlockId, Env)>, Refusal> {
        let Some(env) = self.instructions(frame, block, env)? else { return Ok(Vec::new()) };
        let info = &self.program.methods[self.region.frames[frame].method].blocks[block];
        let at = At { frame, block, instruction: info.instrs.len() as u32 };
        match &info.term {
            Terminator::Goto(to) => Ok(vec![(*to, env)]),
            Terminator::Branch { cond, then, other } => {
                let (yes, no) = (self.predicate(), self.predicate());
                let kind = OpKind::Split { cond: env.rename(cond), then: yes, other: no };
                self.push(Op { predicate: env.predicate, kind, exit: None })?;
                Ok(vec![(*then, Env { predicate: yes, ..env.clone() }), (*other, Env { predicate: no, ..env })])
            }
            Terminator::Call { dst, callee, args, next } => {
                let after = self.call(at, env, *dst, *callee, args)?;
                Ok(after.map(|env| (*next, env)).into_iter().collect())
            }
            _ => self.leave(at, &env, Refusal::Exit).map(|()| Vec::new()),
        }
    }

    /// Takes paths through the instructions of a block. Returns those that come to its end.
    fn instructions(&mut self, frame: InlineId, block: BlockId, mut env: Env) -> Result<Option<Env>, Refusal> {
        let method = &self.program.methods[self.region.frames[frame].method];
        for (number, instr) in method.blocks[block].instrs.iter().enumerate() {
            let at = At { frame, block, instruction: number as u32 };
            if !self.instruction(at, instr, &mut env)? {
                return Ok(None);
            }
        }
        Ok(Some(env))
    }

    /// Takes paths through an instruction. Returns whether paths go on after it.
    fn instruction(&mut self, at: At, instr: &Instr, env: &mut Env) -> Result<bool, Refusal> {
        let this = self.program.methods[self.region.frames[at.frame].method].this();
        let may_leave = match &instr.kind {
            InstrKind::Assert { .. }
            | InstrKind::Assume { .. }
            | InstrKind::Cover { .. }
            | InstrKind::Clause { .. }
            | InstrKind::ClauseThrew { .. }
            | InstrKind::Modifies { .. }
            | InstrKind::Havoc { .. }
            | InstrKind::CheckStore { .. }
            | InstrKind::Thread(_)
            | InstrKind::Assign {
                value: Expr::Quant(_) | Expr::Ieee(ieee::Op::Unary(ieee::Unary::Known, _), _), ..
            } => return self.leave(at, env, Refusal::Exit).map(|()| false),
            InstrKind::CheckNull { reference } if Some(*reference) == this => return Ok(true),
            // The initial heap may be deeper than its bound, even where the object is `this`.
            InstrKind::Assign { value: Expr::Field(..), .. } | InstrKind::CheckMissing { .. } => true,
            InstrKind::Assign { .. }
            | InstrKind::CheckNull { .. }
            | InstrKind::StoreField { .. }
            | InstrKind::StoreElem { .. }
            | InstrKind::StoreStatic { .. }
            | InstrKind::NewObject { .. }
            | InstrKind::NewArray { .. } => instr.may_throw(this),
        };
        let exit = may_leave.then(|| self.exit(at, env));
        let assigned = instr.def().map(|local| (local, self.register()));
        let dst = |local: LocalId| assigned.map_or(local, |(_, register)| register);
        let kind = OpKind::Run(instr.kind.replaced(&|local| Expr::Local(env.register(local)), &dst));
        self.push(Op { predicate: env.predicate, kind, exit })?;
        env.locals.extend(assigned);
        Ok(true)
    }

    /// A new register with the value of an expression over registers.
    pub(super) fn assign(&mut self, env: &Env, value: Expr) -> Result<Register, Refusal> {
        let dst = self.register();
        let kind = OpKind::Run(InstrKind::Assign { dst, value });
        self.push(Op { predicate: env.predicate, kind, exit: None })?;
        Ok(dst)
    }

    pub(super) fn push(&mut self, op: Op) -> Result<(), Refusal> {
        self.region.ops.push(op);
        if self.region.ops.len() > MOST_OPERATIONS { Err(Refusal::Size) } else { Ok(()) }
    }

    pub(super) fn register(&mut self) -> Register {
        self.region.registers += 1;
        Register::new(self.region.registers as usize - 1)
    }

    pub(super) fn predicate(&mut self) -> PathPredicate {
        self.region.predicates += 1;
        PathPredicate::new(self.region.predicates as usize - 1)
    }
}
