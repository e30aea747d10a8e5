//! Simplification, to a fixpoint.
//!
//! ```text
//!   r := c                          c in place of r                   constants
//!   r := s                          s in place of r                   copies
//!   r := w₁ → a, …, wₙ → a          a in place of r                   equal alternatives
//!   r := e, and nothing reads r     nothing                           dead code
//!   check o, after check o (w)      nothing                           checks that have been made
//! ```

use super::code::{OpKind, PathPredicate, Region, Register};
use crate::index::Idx;
use crate::ir::{Expr, InstrKind, LocalId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// Simplifies a region, and notes its formal symbols.
pub fn simplify(region: &mut Region) {
    loop {
        let (known, size) = (values(region), region.ops.len());
        region.replace(&|register| value_of(register, &known));
        drop_checks(region);
        drop_unread(region);
        if region.ops.len() == size {
            break;
        }
    }
    let own = region.locals as usize;
    let mut formals: Vec<Register> = read(region).into_iter().filter(|r| r.index() < own).collect();
    formals.sort_unstable();
    region.formals = formals;
}

/// The known value of a register, or the register.
fn value_of(register: Register, known: &FxHashMap<Register, Expr>) -> Expr {
    known.get(&register).cloned().unwrap_or(Expr::Local(register))
}

/// The registers that are a constant or another register. No value is itself one of these registers.
fn values(region: &Region) -> FxHashMap<Register, Expr> {
    let mut known: FxHashMap<Register, Expr> = FxHashMap::default();
    for op in &region.ops {
        let (dst, value) = match &op.kind {
            OpKind::Run(InstrKind::Assign { dst, value }) if value.is_atom() => (*dst, value.clone()),
            OpKind::Choose { dst, arms } if arms.windows(2).all(|pair| pair[0].1 == pair[1].1) => {
                (*dst, arms[0].1.clone())
            }
            _ => continue,
        };
        let value = value.instantiated(&|register| value_of(register, &known));
        known.insert(dst, value);
    }
    known
}

/// Drops checks for null that the same paths have passed.
fn drop_checks(region: &mut Region) {
    let mut passed: FxHashSet<(PathPredicate, LocalId)> = FxHashSet::default();
    region.ops.retain(|op| match &op.kind {
        OpKind::Run(InstrKind::CheckNull { reference }) => passed.insert((op.predicate, *reference)),
        _ => true,
    });
}

/// Drops operations that cannot throw, and that compute a register or a path predicate which nothing reads.
fn drop_unread(region: &mut Region) {
    let (read, predicates) = (read(region), region.predicates_read());
    region.ops.retain(|op| match &op.kind {
        OpKind::Run(InstrKind::Assign { dst, .. }) => op.exit.is_some() || read.contains(dst),
        OpKind::Choose { dst, .. } => read.contains(dst),
        OpKind::Join(_) => predicates.contains(&op.predicate),
        _ => true,
    });
}

/// The registers that are read.
fn read(region: &mut Region) -> FxHashSet<Register> {
    let read = RefCell::new(FxHashSet::default());
    region.replace(&|register| {
        read.borrow_mut().insert(register);
        Expr::Local(register)
    });
    read.into_inner()
}

impl Region {
    /// Replaces the registers that it reads. Only another register can take the place of one that is no part of an expression.
    fn replace(&mut self, by: &dyn Fn(Register) -> Expr) {
        self.ops.iter_mut().for_each(|op| op.kind.replace(by));
        let frames = self.frames.iter_mut().filter_map(|frame| frame.caller.as_mut());
        let assigned = self.exits.iter_mut().flat_map(|exit| &mut exit.locals);
        let assigned = assigned.chain(frames.flat_map(|caller| &mut caller.locals)).chain(&mut self.joined);
        assigned.for_each(|(_, expr)| *expr = expr.instantiated(&by));
    }

    /// The path predicates that something depends on.
    fn predicates_read(&self) -> FxHashSet<PathPredicate> {
        let mut read = FxHashSet::from_iter([self.joins]);
        for op in &self.ops {
            match &op.kind {
                OpKind::Join(arms) => read.extend(arms),
                OpKind::Choose { arms, .. } => {
                    read.insert(op.predicate);
                    read.extend(arms.iter().map(|(predicate, _)| *predicate));
                }
                _ => _ = read.insert(op.predicate),
            }
        }
        read
    }
}

impl OpKind {
    fn replace(&mut self, by: &dyn Fn(Register) -> Expr) {
        match self {
            OpKind::Run(instr) => *instr = instr.replaced(by, &|dst| dst),
            OpKind::Split { cond, .. } => *cond = cond.instantiated(&by),
            OpKind::Dispatch { receiver, .. } => *receiver = receiver.replaced(by),
            OpKind::Choose { arms, .. } => arms.iter_mut().for_each(|(_, expr)| *expr = expr.instantiated(&by)),
            OpKind::Join(_) | OpKind::Leave => {}
        }
    }
}
