//! The code of the program in a fragment. Blocks are copied up to the next cuts, where claims are asserted.

use super::{Copy, FragmentBuilder, Outcome, Part, RETURN, Stubs, UNWIND, binders};
use crate::induction::cuts::Start;
use crate::induction::{Role, exceptions};
use crate::ir::{
    Block, BlockId, Callee, Check, CheckId, Expr, Handler, Instr, InstrKind, Kind, LocalId, MethodId, Site, SiteId,
    Terminator, Type,
};

impl FragmentBuilder<'_, '_> {
    /// The copy of a block of the method.
    pub(super) fn copy(&mut self, block: BlockId, copy: Copy) -> BlockId {
        if let Some(made) = self.copies.get(&(block, copy)) {
            return *made;
        }
        let made = self.block();
        self.copies.insert((block, copy), made);
        self.work.push((block, copy));
        made
    }

    /// Fills the copy of a block.
    pub(super) fn fill(&mut self, from: BlockId, copy: Copy, stubs: &Stubs) {
        let mut to = self.copies[&(from, copy)];
        let block = &self.source.blocks[from];
        let (checking, next) = match copy {
            Copy::Arrival(head) => (self.unit.checking.get(&head), RETURN),
            Copy::OuterInvariants(head) => (Some(self.outer_invariants[&head].0), self.outer_invariants[&head].1),
            Copy::Body | Copy::Requires | Copy::Ensures => (None, RETURN),
        };
        let last = checking.map(|c| c.last).filter(|(block, _)| *block == from).map(|(_, last)| last);
        let count = last.map_or(block.instrs.len(), |last| last + 1);
        let (silent, others) = block.instrs[..count].split_at(self.silent(block).min(count));
        if !self.instrs(to, copy, silent) {
            return;
        }
        if !silent.is_empty() {
            let rest = self.block();
            self.blocks[to].term = Terminator::Goto(rest);
            to = rest;
        }
        if !self.instrs(to, copy, others) {
            return;
        }
        if last.is_some() {
            self.blocks[to].term = Terminator::Goto(next);
            self.blocks[to].handler = self.handler(block, copy);
            return;
        }
        if let Some(call) = self.cuts.cut_call(block) {
            let part = if call.havocs_heap { Part::Begin } else { Part::Whole };
            return self.call(from, to, part, stubs);
        }
        (self.span, self.line) = (block.span, block.line);
        if exceptions::is_read_at_end(&block.term, &self.unit.vague) {
            return self.unreachable(to);
        }
        let mut term = self.terminator(block, copy);
        if let Terminator::Branch { cond, .. } = &mut term {
            *cond = self.without_exceptions(to, cond);
        }
        self.blocks[to].term = term;
        (self.blocks[to].span, self.blocks[to].line) = (block.span, block.line);
        self.blocks[to].handler = self.handler(block, copy);
    }

    /// The terminator of a block over the locals of the fragment.
    fn terminator(&mut self, block: &Block, copy: Copy) -> Terminator {
        block.term.for_each_use(&mut |local| _ = self.local(local));
        if let Terminator::Call { dst: Some(dst), .. } = block.term {
            self.local(dst);
        }
        let mut term = block.term.renamed(&|local| self.names[&local]);
        for target in term.targets_mut() {
            *target = self.edge(*target, copy);
        }
        term
    }

    /// Ends block `at` with a part of the cut call of block `from`: a choice between the methods that it may run.
    pub(super) fn call(&mut self, from: BlockId, mut at: BlockId, part: Part, stubs: &Stubs) {
        let block = &self.source.blocks[from];
        let Some(cut) = self.cuts.cut_call(block) else { unreachable!("called for cut calls") };
        (self.span, self.line) = (block.span, block.line);
        if exceptions::is_read_at_end(&block.term, &self.unit.vague) {
            return self.unreachable(at);
        }
        let Outcome { throws, runs, effects } = self.outcomes[&from].clone();
        let after = match part {
            Part::Begin => Some(self.claimed(Start::Call(from), RETURN)),
            Part::Whole | Part::End => None,
        };
        let handler = self.handler(block, Copy::Body);
        // The instructions before the call may throw, too: the check of its receiver does.
        self.blocks[at].handler = handler;
        for (i, (method, effect)) in cut.runs.iter().zip(effects).enumerate() {
            let mut here = at;
            if let Some(&this) = runs.get(i) {
                let (then, other) = (self.block(), self.block());
                self.blocks[at].term = Terminator::Branch { cond: Expr::Local(this), then, other };
                (here, at) = (then, other);
            }
            let mut given = effect.of_part(part);
            given.extend((part != Part::Begin).then_some(throws));
            given.push(self.asked);
            self.call_stub(block, here, (*method, stubs[&(*method, part)]), given, after);
            self.blocks[here].handler = handler;
        }
    }

    /// Ends a block with a call of a stub in the place of a method.
    fn call_stub(
        &mut self,
        block: &Block,
        at: BlockId,
        (method, stub): (MethodId, MethodId),
        given: Vec<LocalId>,
        after: Option<BlockId>,
    ) {
        let mut term = self.terminator(block, Copy::Body);
        if let Terminator::Call { dst, callee, args, next } = &mut term {
            if let (Callee::Virtual(_), Some(receiver)) = (&callee, args.first()) {
                self.assume_dispatched(at, receiver, method);
            }
            *callee = Callee::Exact(stub);
            if let Some(after) = after {
                (*dst, *next) = (None, after);
            }
            args.extend(given.into_iter().map(Expr::Local));
        }
        self.blocks[at].term = term;
        (self.blocks[at].span, self.blocks[at].line) = (block.span, block.line);
    }

    /// The number of instructions at the beginning of a block that get a block of their own. These would throw if `this`
    /// were null, and nothing else. A fragment is a static method. In one block with instructions that throw, they would
    /// lead to its handler, too, which may read what they assign.
    fn silent(&self, block: &Block) -> usize {
        let first = block.first_throw(self.source.this()).unwrap_or(0);
        if block.instrs[..first].iter().any(|instr| instr.may_throw(None)) { first } else { 0 }
    }

    fn handler(&mut self, block: &Block, copy: Copy) -> Handler {
        if block.first_throw(self.source.this()).is_none() {
            return Handler { block: UNWIND, slot: self.thrown };
        }
        Handler { block: self.edge(block.handler.block, copy), slot: self.local(block.handler.slot) }
    }

    /// Appends instructions, over the locals of the fragment. Returns whether anything follows them.
    fn instrs(&mut self, to: BlockId, copy: Copy, instrs: &[Instr]) -> bool {
        instrs.iter().all(|instr| {
            (self.span, self.line) = (instr.span, instr.line);
            self.instr(to, copy, &instr.kind)
        })
    }

    /// Appends an instruction, over the locals of the fragment. Returns whether anything follows it.
    fn instr(&mut self, to: BlockId, copy: Copy, kind: &InstrKind) -> bool {
        if exceptions::is_read_by(kind, &self.unit.vague) {
            self.unreachable(to);
            return false;
        }
        let whole = Instr { kind: kind.clone(), span: self.span, line: self.line };
        whole.for_each_use(&mut |local| _ = self.local(local));
        whole.def().into_iter().for_each(|local| _ = self.local(local));
        kind.exprs().for_each(|expr| binders(expr, &mut |local| _ = self.local(local)));
        let is_assumed = kind.clause().is_some_and(|check| match (copy, self.start) {
            (Copy::Ensures, _) => self.cuts.program.checks[check].kind == Kind::Ensures,
            (Copy::Body, Start::Head(head)) | (Copy::OuterInvariants(head), _) => {
                self.unit.clauses.get(&check) == Some(&head)
            }
            _ => false,
        });
        let mut kind = kind.renamed(&|local| self.names[&local]);
        if let InstrKind::Assign { value, .. } = &mut kind {
            *value = self.without_exceptions(to, value);
        }
        match &mut kind {
            InstrKind::Clause { cond, .. } if is_assumed => {
                let cond = std::mem::replace(cond, Expr::bool(true));
                self.assume_clause(to, cond);
                return true;
            }
            InstrKind::ClauseThrew { .. } if is_assumed => {
                self.impossible(to);
                return false;
            }
            // A stub makes these changes in the place of its method, and its callers check them.
            InstrKind::Modifies { .. } if copy == Copy::Ensures => return true,
            InstrKind::NewObject { site, .. } | InstrKind::NewArray { site, .. } => *site = self.site(*site),
            InstrKind::Assert { check, .. }
            | InstrKind::Clause { check, .. }
            | InstrKind::ClauseThrew { check, .. }
            | InstrKind::Modifies { check, .. }
            | InstrKind::CheckMissing { check: Some(check), .. } => *check = self.check(*check),
            _ => {}
        }
        self.push(to, kind);
        true
    }

    /// Claims that no path reaches the end of this block.
    fn unreachable(&mut self, at: BlockId) {
        let check = self.made.program.checks.push(Check { kind: Kind::Assert, span: self.span, method: self.id });
        self.push(at, InstrKind::Assert { cond: Expr::bool(false), check });
        self.blocks[at].term = Terminator::Stop;
    }

    /// An expression over the locals of the fragment, with unknown truth values in the place of tests of exceptions of which the
    /// fragment knows too little.
    fn without_exceptions(&mut self, at: BlockId, expr: &Expr) -> Expr {
        let vague: Vec<LocalId> = self.unit.vague.iter().filter_map(|slot| self.names.get(slot).copied()).collect();
        let mut tests = Vec::new();
        expr.exceptions(&mut |slot, _| tests.extend(vague.contains(&slot).then_some(slot)));
        if tests.is_empty() {
            return expr.clone();
        }
        let name = self.made.program.texts.intern("caught");
        expr.with_tests(&mut |test, slot| {
            if !vague.contains(&slot) {
                return test.clone();
            }
            let dst = self.temporary(&Type::Bool);
            self.push(at, InstrKind::Havoc { dst, ty: Type::Bool, name });
            Expr::Local(dst)
        })
    }

    fn site(&mut self, site: SiteId) -> SiteId {
        let sites = &mut self.made.program.sites;
        let copied = Site { method: self.id, ..sites[site].clone() };
        sites.push(copied)
    }

    fn check(&mut self, check: CheckId) -> CheckId {
        if let Some(known) = self.checks.get(&check) {
            return *known;
        }
        let checks = &mut self.made.program.checks;
        let copied = checks.push(Check { method: self.id, ..checks[check].clone() });
        self.checks.insert(check, copied);
        self.made.copied.insert(copied, check);
        copied
    }

    /// The target of an edge of the method.
    pub(super) fn edge(&mut self, target: BlockId, copy: Copy) -> BlockId {
        if copy == Copy::Body && self.unit.heads.contains(&target) {
            return self.arrival(target);
        }
        let checking = match copy {
            Copy::Arrival(head) => Some(&self.unit.checking[&head]),
            Copy::OuterInvariants(head) => Some(self.outer_invariants[&head].0),
            Copy::Body | Copy::Requires | Copy::Ensures => None,
        };
        if checking.is_some_and(|checking| !checking.blocks.contains(&target)) {
            return RETURN;
        }
        match self.source.blocks[target].term {
            _ if copy == Copy::Requires && target == self.source.body => self.after_requires,
            Terminator::Return if copy == Copy::Ensures => RETURN,
            Terminator::Return => self.returned(),
            Terminator::Unwind => self.unwound(),
            _ => self.copy(target, copy),
        }
    }

    /// The block for an arrival at the head of a loop, where an iteration is about to begin.
    fn arrival(&mut self, head: BlockId) -> BlockId {
        if let Some(known) = self.arrivals.get(&head) {
            return *known;
        }
        let next = match self.unit.checking.get(&head) {
            Some(_) => self.copy(head, Copy::Arrival(head)),
            None => RETURN,
        };
        let at = self.claimed(Start::Head(head), next);
        self.arrivals.insert(head, at);
        at
    }

    /// Asserts the claims about the head of a loop or a heap-havocking call. The fragment ends there, except for the checks
    /// in `next`.
    fn claimed(&mut self, at: Start, next: BlockId) -> BlockId {
        let method = self.unit.method;
        if let Start::Head(head) = at {
            let begins = self.source.blocks[head].instrs.first();
            (self.span, self.line) = begins.map_or((self.span, self.line), |i| (i.span, i.line));
        }
        let first = self.block();
        if let Some(frame) = &self.unit.frame {
            frame.locations.iter().flat_map(|location| location.locals()).for_each(|local| _ = self.local(local));
            let locations = frame.locations.iter().map(|location| location.renamed(&|local| self.names[&local]));
            let (locations, check) = (locations.collect(), self.check(frame.check));
            self.push(first, InstrKind::Modifies { locations, check });
        }
        let end = self.assert_all(first, Role::Invariant(method, at));
        self.blocks[end].term = Terminator::Goto(next);
        first
    }

    /// The block for the return of the method.
    fn returned(&mut self) -> BlockId {
        let unit = self.unit.method;
        if !self.unit.is_called {
            return self.ends(RETURN);
        }
        let first = self.block();
        if let Some(retval) = self.source.retval {
            let value = self.local(retval);
            self.push(first, InstrKind::CheckMissing { value, check: None });
        }
        let at = self.assert_all(first, Role::Ensures(unit));
        let next = if self.cuts.is_entry(self.unit) { self.ends(RETURN) } else { RETURN };
        self.blocks[at].term = Terminator::Goto(next);
        first
    }

    /// The block for an exception that leaves the method.
    fn unwound(&mut self) -> BlockId {
        if !self.unit.is_called {
            return self.ends(UNWIND);
        }
        let first = self.block();
        let at = self.assert_all(first, Role::Throws(self.unit.method));
        // Where it ends the program, it is a violation as usual.
        self.blocks[at].term = match self.cuts.is_entry(self.unit) {
            true => Terminator::Goto(self.ends(UNWIND)),
            false => Terminator::Stop,
        };
        first
    }

    /// The block before `end` with which an execution of the entry ends.
    fn ends(&mut self, end: BlockId) -> BlockId {
        let block = self.block();
        let check = self.made.program.checks.push(Check { kind: Kind::Assert, span: self.span, method: self.id });
        self.made.ends.insert(check);
        self.push(block, InstrKind::Assert { cond: Expr::bool(true), check });
        self.blocks[block].term = Terminator::Goto(end);
        block
    }
}
