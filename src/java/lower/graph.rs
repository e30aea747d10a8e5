//! The basic blocks of code, and the variables that are live where they begin.

use crate::java::classfile::{Code, Op, Pc};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The number of a basic block of the code.
pub type Number = usize;

/// A basic block: instructions that are executed one after the other, with the same handlers.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The numbers of its instructions.
    pub ops: Range<usize>,
    /// Where control can go on without an exception.
    pub succs: Vec<Number>,
    /// The entries of the exception table that cover it, in order.
    pub catches: Vec<usize>,
    /// The variables that are live where it begins, as the bits of a number.
    pub live: BigUint,
}

/// The graph of a method.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The blocks, in the order of the code.
    pub pieces: Vec<Piece>,
    starts: BTreeMap<Pc, Number>,
}

impl Graph {
    /// The graph of code.
    pub fn of(code: &Code) -> Graph {
        let mut leaders: BTreeSet<Pc> = code.ops.first().map(|(pc, _)| *pc).into_iter().collect();
        for (i, (_, op)) in code.ops.iter().enumerate() {
            leaders.extend(op.targets());
            if !op.falls_through() || !op.targets().is_empty() {
                leaders.extend(code.ops.get(i + 1).map(|(pc, _)| *pc));
            }
        }
        for catch in &code.handlers {
            leaders.extend([catch.start, catch.handler]);
            leaders.extend((catch.end < code.end).then_some(catch.end));
        }
        let starts: BTreeMap<Pc, Number> = leaders.into_iter().enumerate().map(|(n, pc)| (pc, n)).collect();
        let index = |pc: Pc| code.ops.partition_point(|(at, _)| *at < pc);
        let ends = starts.keys().skip(1).map(|pc| index(*pc)).chain([code.ops.len()]);
        let piece = |(&pc, end): (&Pc, usize)| {
            let last = &code.ops[end - 1].1;
            // The subroutines of old compilers are not followed.
            let targets = if matches!(last, Op::Jsr(_)) { Vec::new() } else { last.targets() };
            let next = code.ops.get(end).filter(|_| last.falls_through()).map(|(pc, _)| *pc);
            let covers = |c: &usize| (code.handlers[*c].start..code.handlers[*c].end).contains(&pc);
            Piece {
                ops: index(pc)..end,
                succs: targets.into_iter().chain(next).filter_map(|pc| starts.get(&pc).copied()).collect(),
                catches: (0..code.handlers.len()).filter(covers).collect(),
                live: BigUint::ZERO,
            }
        };
        let mut graph = Graph { pieces: starts.keys().zip(ends).map(piece).collect(), starts };
        graph.find_live(code);
        graph
    }

    /// The block that begins at a place.
    pub fn at(&self, pc: Pc) -> Number {
        self.starts[&pc]
    }

    /// What is live where a block ends, or where an exception leaves it, and so in all of it.
    fn find_live(&mut self, code: &Code) {
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.pieces.len()).rev() {
                let piece = &self.pieces[number];
                let mut live = BigUint::ZERO;
                for &next in &piece.succs {
                    live |= &self.pieces[next].live;
                }
                for (_, op) in code.ops[piece.ops.clone()].iter().rev() {
                    match op {
                        Op::Store(_, slot) => live.set_bit((*slot).into(), false),
                        Op::Load(_, slot) | Op::Increment(slot, _) => live.set_bit((*slot).into(), true),
                        _ => {}
                    }
                }
                for &catch in &piece.catches {
                    live |= &self.pieces[self.at(code.handlers[catch].handler)].live;
                }
                changed |= self.pieces[number].live != live;
                self.pieces[number].live = live;
            }
        }
    }
}
