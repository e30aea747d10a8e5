//! The normal form and the facts about graphs, checked. Shares only the definitions of [`flow`](super) with the code
//! that makes them.

use super::{
    BlockId, Callee, CheckId, Const, Expr, InstrKind, LocalId, Method, MethodId, MethodKind, Program, SiteId, SiteKind,
    Terminator, ThreadOp,
};
use crate::closure::closure;
use crate::index::Idx;
use std::collections::BTreeSet;

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{method:?} {block:?}: {rule}")]
pub struct Broken {
    /// The method.
    pub method: MethodId,
    /// The block, or the entry where no single block is to blame.
    pub block: BlockId,
    /// What should hold.
    pub rule: &'static str,
}

/// Checks the whole program.
pub fn validate(program: &Program) -> Result<(), Broken> {
    let mut sites = BTreeSet::new();
    for (id, method) in program.methods.iter_enumerated() {
        let mut v = Validator { program, id, method, block: method.entry, sites: &mut sites };
        v.signature()?;
        if method.blocks.is_empty() {
            continue;
        }
        for block in method.blocks.ids() {
            v.block = block;
            v.instructions()?;
            v.terminator()?;
        }
        v.block = method.entry;
        v.graph()?;
        v.order()?;
        v.liveness()?;
    }
    groups(program)
}

struct Validator<'a, 's> {
    program: &'a Program,
    id: MethodId,
    method: &'a Method,
    block: BlockId,
    /// The sites of objects that an instruction has, each only one.
    sites: &'s mut BTreeSet<SiteId>,
}

impl Validator<'_, '_> {
    fn require(&self, holds: bool, rule: &'static str) -> Result<(), Broken> {
        if holds { Ok(()) } else { Err(Broken { method: self.id, block: self.block, rule }) }
    }

    fn local(&self, local: LocalId) -> Result<(), Broken> {
        self.require(local.index() < self.method.locals.len(), "locals exist")
    }

    fn signature(&self) -> Result<(), Broken> {
        let m = self.method;
        let in_order = m.formals.iter().enumerate().all(|(i, f)| f.index() == i);
        self.require(in_order, "the formals are the first locals")?;
        let receiver = matches!(m.kind, MethodKind::Instance | MethodKind::Constructor);
        self.require(!receiver || !m.formals.is_empty(), "a receiver is a formal")?;
        self.require(m.retval.is_some() == m.result.is_some(), "retval stands for a result")?;
        self.local(m.thrown)?;
        self.require(m.locals[m.thrown].ty.is_none(), "thrown holds exceptions")
    }

    fn expr(&self, expr: &Expr) -> Result<(), Broken> {
        let mut found = Ok(());
        expr.for_each_local(&mut |l| {
            if let Err(e) = self.local(l) {
                found = Err(e);
            }
        });
        found
    }

    fn pure(&self, expr: &Expr) -> Result<(), Broken> {
        self.expr(expr)?;
        self.require(expr.is_pure(), "operands are pure")
    }

    fn value(&self, dst: LocalId, value: &Expr) -> Result<(), Broken> {
        self.local(dst)?;
        self.expr(value)?;
        if matches!(value, Expr::Const(Const::Missing)) {
            let slot = self.method.locals[dst].ty.is_none();
            return self.require(slot || Some(dst) == self.method.retval, "only a result or an exception is missing");
        }
        if value.is_step() { self.step(value) } else { self.pure(value) }
    }

    fn step(&self, value: &Expr) -> Result<(), Broken> {
        match value {
            Expr::Field(object, _) | Expr::Len(object) => {
                self.require(matches!(**object, Expr::Local(_)), "a heap read is from a local")
            }
            Expr::Elem(array, index) => self.require(
                matches!(**array, Expr::Local(_)) && index.is_atom(),
                "an element read has a local and an atom as operands",
            ),
            Expr::Quant(quant) => {
                self.require(matches!(quant.domain, Expr::Local(_)), "the domain of a quantifier is a local")?;
                self.expr(&quant.body)
            }
            _ => self.require(value.operands().into_iter().all(Expr::is_atom), "the operands of a step are atoms"),
        }
    }

    fn site(&mut self, site: SiteId, object: bool) -> Result<(), Broken> {
        let place = self.program.sites.get(site);
        self.require(place.is_some_and(|s| s.method == self.id), "a site belongs to the method that it stands in")?;
        let kind = place.map(|s| &s.kind);
        self.require(matches!(kind, Some(SiteKind::Object(_))) == object, "a site makes what its instruction makes")
    }

    fn check(&mut self, check: CheckId) -> Result<(), Broken> {
        let place = self.program.checks.get(check);
        self.require(place.is_some_and(|c| c.method == self.id), "a check belongs to the method that it stands in")
    }

    fn instructions(&mut self) -> Result<(), Broken> {
        let method = self.method;
        for instr in &method.blocks[self.block].instrs {
            if let Some(dst) = instr.def() {
                self.require(Some(dst) != method.this(), "nothing assigns the receiver")?;
            }
            match &instr.kind {
                InstrKind::Assign { dst, value } => self.value(*dst, value)?,
                InstrKind::CheckNull { reference } => self.local(*reference)?,
                InstrKind::StoreField { object, value, .. } => {
                    self.local(*object)?;
                    self.pure(value)?;
                }
                InstrKind::StoreElem { array, index, value } => {
                    self.local(*array)?;
                    self.pure(index)?;
                    self.pure(value)?;
                }
                InstrKind::StoreStatic { value, .. } => self.pure(value)?,
                InstrKind::NewObject { dst, site } => {
                    self.local(*dst)?;
                    self.site(*site, true)?;
                    let fresh = self.sites.insert(*site);
                    self.require(fresh, "a site of objects has one instruction")?;
                }
                InstrKind::NewArray { dst, site, length } => {
                    self.local(*dst)?;
                    self.site(*site, false)?;
                    self.pure(length)?;
                }
                InstrKind::Assert { cond, check } | InstrKind::Clause { cond, check } => {
                    match cond {
                        Expr::Quant(_) => self.step(cond)?,
                        _ => self.pure(cond)?,
                    }
                    self.check(*check)?;
                }
                InstrKind::Assume { cond } => self.pure(cond)?,
                InstrKind::Havoc { dst, .. } => self.local(*dst)?,
                InstrKind::CheckStore { array, value } => {
                    self.local(*array)?;
                    self.local(*value)?;
                }
                InstrKind::Cover { cond, cover } => {
                    self.pure(cond)?;
                    self.require(self.program.covers.get(*cover).is_some(), "cover statements exist")?;
                }
                InstrKind::ClauseThrew { check, slot } => {
                    self.check(*check)?;
                    self.local(*slot)?;
                    let block = &method.blocks[self.block];
                    self.require(
                        block.instrs.len() == 1 && matches!(block.term, Terminator::Stop),
                        "nothing goes on after a clause that threw",
                    )?;
                }
                InstrKind::Modifies { locations, check } => {
                    locations.iter().flat_map(|l| l.locals()).try_for_each(|l| self.local(l))?;
                    self.check(*check)?;
                    self.require(method.is_framed, "only framed methods have frames")?;
                }
                InstrKind::CheckMissing { value, check } => {
                    self.local(*value)?;
                    check.map_or(Ok(()), |c| self.check(c))?;
                }
                InstrKind::Thread(ThreadOp::Lock(monitor) | ThreadOp::Unlock(monitor)) => self.local(*monitor)?,
                InstrKind::Thread(ThreadOp::Fork { callee, args }) => self.run(callee, args)?,
                InstrKind::Thread(ThreadOp::Join) => {}
            }
        }
        Ok(())
    }

    fn terminator(&self) -> Result<(), Broken> {
        let block = &self.method.blocks[self.block];
        let exists = |b: BlockId| b.index() < self.method.blocks.len();
        self.require(block.term.targets().into_iter().all(exists) && exists(block.handler.block), "blocks exist")?;
        self.local(block.handler.slot)?;
        self.require(self.method.locals[block.handler.slot].ty.is_none(), "the slot of a handler holds exceptions")?;
        match &block.term {
            Terminator::Branch { cond: value, .. } | Terminator::Throw(Some(value)) => self.pure(value),
            Terminator::Rethrow(slot, carried) => {
                self.local(*slot)?;
                carried.iter().try_for_each(|carried| self.pure(&Expr::Local(*carried)))?;
                self.require(self.method.locals[*slot].ty.is_none(), "what is thrown again is an exception")
            }
            Terminator::Call { dst, callee, args, .. } => {
                let is_valued = self.program.methods[callee.method()].result.is_some();
                self.require(dst.is_none() || is_valued, "only a valued method has a result")?;
                self.run(callee, args)
            }
            Terminator::Return | Terminator::Unwind => {
                self.require(block.instrs.is_empty() && block.line == 0, "the exits hold nothing")
            }
            _ => Ok(()),
        }
    }

    /// What a call or fork runs.
    fn run(&self, callee: &Callee, args: &[Expr]) -> Result<(), Broken> {
        let method = &self.program.methods[callee.method()];
        self.require(args.len() == method.formals.len(), "a call has one argument per formal")?;
        self.require(
            matches!(callee, Callee::Exact(_)) || method.kind == MethodKind::Instance,
            "only instance methods are dispatched",
        )?;
        let is_local = method.this().is_none() || matches!(args[0], Expr::Local(_));
        self.require(is_local, "the receiver of a call is a local")?;
        args.iter().try_for_each(|a| self.pure(a))
    }

    fn graph(&self) -> Result<(), Broken> {
        let m = self.method;
        let count = |f: fn(&Terminator) -> bool| m.blocks.iter().filter(|b| f(&b.term)).count();
        self.require(count(|t| matches!(t, Terminator::Return)) == 1, "there is one normal exit")?;
        self.require(count(|t| matches!(t, Terminator::Unwind)) == 1, "there is one exceptional exit")?;
        let succs = m.successors();
        let reached = closure([m.entry], |block| succs[block].iter().copied());
        let exit = |b: BlockId| matches!(m.blocks[b].term, Terminator::Return | Terminator::Unwind);
        self.require(m.blocks.ids().all(|b| reached.contains(&b) || exit(b)), "blocks are reachable")?;
        self.require(succs.iter().all(|s| !s.contains(&m.entry)), "nothing jumps to the entry")
    }

    fn order(&self) -> Result<(), Broken> {
        let m = self.method;
        let wto = &m.shape.wto;
        let n = m.blocks.len();
        self.require(wto.position.len() == n && wto.heads.len() == n, "every block has a place")?;
        let order = wto.order();
        self.require(order.iter().enumerate().all(|(i, &b)| wto.position[b] as usize == i), "places are distinct")?;
        self.require(
            matches!(m.blocks[order[n - 2]].term, Terminator::Return)
                && matches!(m.blocks[order[n - 1]].term, Terminator::Unwind),
            "the exits stand last",
        )?;
        for (from, targets) in m.successors().iter_enumerated() {
            for &to in targets {
                self.require(
                    wto.position[from] < wto.position[to] || wto.heads[from].contains(&to),
                    "edges go forward or to a head around them",
                )?;
            }
        }
        for pair in order.windows(2) {
            let (before, after) = (&wto.heads[pair[0]], &wto.heads[pair[1]]);
            // The chain of the next block is a prefix of this one's, or the next block opens a component.
            let inherited = after.strip_suffix(&[pair[1]]).unwrap_or(after);
            self.require(before.starts_with(inherited), "components are contiguous")?;
        }
        for (id, begun) in m.shape.begins.iter_enumerated() {
            let inside = begun.is_none_or(|head| wto.is_head(head) && wto.heads[id].contains(&head));
            self.require(inside, "the iterations of a loop begin in it")?;
        }
        let facts = [m.shape.begins.len(), m.shape.ipdom.len(), m.shape.diamonds.len()];
        self.require(facts.iter().all(|&len| len == n), "every block has its facts")
    }

    /// Besides the facts themselves: every local is assigned before it is read, `retval` at the normal exit included.
    fn liveness(&self) -> Result<(), Broken> {
        let m = self.method;
        self.require(m.shape.live_in.len() == m.blocks.len(), "every block has its live locals")?;
        self.require(
            [m.entry, m.called].iter().all(|b| m.shape.live_in[*b].iter().all(|l| m.formals.contains(l))),
            "only formals are live where frames begin",
        )?;
        self.require(
            m.shape.live_in.iter().all(|live| live.windows(2).all(|pair| pair[0] < pair[1])),
            "live locals are sorted",
        )
    }
}

fn groups(program: &Program) -> Result<(), Broken> {
    for (id, method) in program.methods.iter_enumerated() {
        let member = program.groups.get(method.group).is_some_and(|g| g.methods.contains(&id));
        if !member {
            return Err(Broken { method: id, block: method.entry, rule: "every method is in its group" });
        }
    }
    Ok(())
}
