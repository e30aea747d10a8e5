//! Calls replaced by the code that they run.
//!
//! The copies keep the checks, allocations and places of their originals. So a program with them is for analyses. It does what
//! the original does, but not by [the rules](super::validate) by which each check and each allocation belongs to one method.

use super::{Block, BlockId, Expr, Handler, Instr, InstrKind, Local, LocalId, Method, Program, Shape, Terminator};
use crate::index::IndexVec;
use std::collections::BTreeMap;

/// A method that gets the code of its callees.
#[derive(Debug)]
pub struct Inliner<'p> {
    program: &'p Program,
    method: Method,
    blocks: IndexVec<BlockId, Block>,
    exits: [BlockId; 2],
}

impl<'p> Inliner<'p> {
    /// The method, without any such code yet.
    pub fn new(program: &'p Program, mut method: Method) -> Self {
        let exits = method.exits();
        let blocks = std::mem::take(&mut method.blocks);
        Self { program, method, blocks, exits }
    }

    /// The number of its blocks.
    pub fn size(&self) -> usize {
        self.blocks.len()
    }

    /// The method with the code.
    pub fn finish(self) -> Method {
        Method { shape: Shape::default(), ..self.method }.assemble(self.blocks, self.exits)
    }

    /// Replaces the call at the end of a block by the code of the method that it runs.
    pub fn inline(&mut self, block: BlockId, callee: &Method) {
        let Block { span, line, handler, .. } = self.blocks[block];
        let Terminator::Call { dst, args, next, .. } = self.blocks[block].term.clone() else { return };
        let names = self.names(callee, &args);
        let name = |local: LocalId| names[&local];
        let instr = |dst: LocalId, value: Expr| Instr { kind: InstrKind::Assign { dst, value }, span, line };
        let passed = callee.formals.iter().zip(&args).filter(|(formal, arg)| **arg != Expr::Local(name(**formal)));
        let passed: Vec<Instr> = passed.map(|(formal, arg)| instr(name(*formal), arg.clone())).collect();
        let copies: BTreeMap<BlockId, BlockId> = callee
            .called_blocks()
            .into_iter()
            .chain(callee.unwind_block())
            .map(|from| (from, self.blocks.push(Block { span, line, ..Block::nowhere(handler) })))
            .collect();
        for (&from, &to) in &copies {
            let Block { instrs, term, span: place, line: at, handler: catches } = &callee.blocks[from];
            let result = dst.zip(callee.retval).map(|(dst, retval)| instr(dst, Expr::Local(name(retval))));
            match term {
                Terminator::Return => {
                    self.blocks[to].instrs = result.into_iter().collect();
                    self.blocks[to].term = Terminator::Goto(next);
                    continue;
                }
                Terminator::Unwind => {
                    self.blocks[to].term = Terminator::Rethrow(name(callee.thrown), None);
                    continue;
                }
                _ => {}
            }
            let mut term = term.renamed(&name);
            term.targets_mut().into_iter().for_each(|target| *target = copies[target]);
            let first_throw = callee.blocks[from].first_throw(callee.this());
            let handler = match first_throw {
                Some(_) => Handler { block: copies[&catches.block], slot: name(catches.slot) },
                None => Handler { block: self.exits[1], slot: self.method.thrown },
            };
            let renamed = |i: &Instr| Instr { kind: i.kind.renamed(&name), ..i.clone() };
            let instrs = instrs.iter().map(renamed).collect();
            self.blocks[to] = Block { instrs, term, span: *place, line: *at, handler };
            self.part(to, first_throw.unwrap_or(0));
        }
        let calling = &mut self.blocks[block];
        calling.instrs.extend(passed);
        calling.term = Terminator::Goto(copies[&callee.called]);
    }

    /// The locals for those of a callee. A formal that it does not assign is the local that is passed,
    /// if the type of that says no less.
    fn names(&mut self, callee: &Method, args: &[Expr]) -> BTreeMap<LocalId, LocalId> {
        let mut names = BTreeMap::new();
        for (local, Local { name, ty }) in callee.locals.iter_enumerated() {
            let passed = callee.formals.iter().position(|formal| *formal == local).map(|at| &args[at]);
            let known = match passed {
                Some(Expr::Local(known)) if !callee.assigns(local) => {
                    Some(*known).filter(|known| self.program.stands_for(&self.method, *known, ty.as_ref()))
                }
                _ => None,
            };
            let new = || Local { name: format!("{}.{name}", callee.name), ty: ty.clone() };
            names.insert(local, known.unwrap_or_else(|| self.method.locals.push(new())));
        }
        names
    }

    /// Gives the instructions in front of the first one that may throw a block of their own. In their method they read from
    /// `this`, which is never null. Here any local may be null, and what they assign would not be known to a handler.
    fn part(&mut self, block: BlockId, first_throw: usize) {
        let this = self.method.this();
        if !self.blocks[block].instrs[..first_throw].iter().any(|instr| instr.may_throw(this)) {
            return;
        }
        let next = self.blocks.next_id();
        let front = &mut self.blocks[block];
        let instrs = front.instrs.split_off(first_throw);
        let term = std::mem::replace(&mut front.term, Terminator::Goto(next));
        let rest = Block { instrs, term, ..*front };
        front.handler = Handler { block: self.exits[1], slot: self.method.thrown };
        self.blocks.push(rest);
    }
}
