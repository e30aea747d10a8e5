//! Simplification, to a fixpoint.
//!
//! ```text
//!   r := c                          c in place of r                   constants
//!   r := s                          s in place of r                   copies
//!   r := w₁ → a, …, wₙ → a          a in place of r                   equal alternatives
//!   r := e, and nothing reads r     nothing                           dead code
//!   check o, after check o (w)      nothing                           checks that have been made
//! ```

use super::code::{Cell, Op, OpKind, PathPredicate, Region, Register, is_same};
use crate::index::Idx;
use crate::ir::{Expr, InstrKind, LocalId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Simplifies a region, and notes its formal symbols.
pub fn simplify(region: &mut Region) {
    loop {
        let (known, size) = (values(region), region.ops.len());
        region.each_expr(&mut |expr| *expr = resolved(expr, &known));
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

/// An expression with known values in the place of registers.
fn resolved(expr: &Expr, known: &FxHashMap<Register, Expr>) -> Expr {
    expr.instantiated(&|register| known.get(&register).cloned().unwrap_or(Expr::Local(register)))
}

/// The registers that are a constant or another register. No value is itself one of these registers.
fn values(region: &Region) -> FxHashMap<Register, Expr> {
    let mut known: FxHashMap<Register, Expr> = FxHashMap::default();
    for op in &region.ops {
        let (dst, value) = match &op.kind {
            OpKind::Run(InstrKind::Assign { dst, value }) if value.is_atom() => (*dst, value.clone()),
            OpKind::Choose { dst, arms } if arms.windows(2).all(|pair| is_same(&pair[0].1, &pair[1].1)) => {
                (*dst, arms[0].1.clone())
            }
            _ => continue,
        };
        let value = resolved(&value, &known);
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
        OpKind::Mark(_) | OpKind::Join(_) => predicates.contains(&op.predicate),
        _ => true,
    });
}

/// The registers that are read.
fn read(region: &mut Region) -> FxHashSet<Register> {
    let mut read = FxHashSet::default();
    region.each_expr(&mut |expr| expr.for_each_local(&mut |local| _ = read.insert(local)));
    read
}

impl Region {
    /// Visits every expression that reads registers.
    fn each_expr(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        self.ops.iter_mut().for_each(|op| op.each_expr(visit));
        let frames = self.frames.iter_mut().filter_map(|frame| frame.caller.as_mut());
        let assigned = self.exits.iter_mut().flat_map(|exit| &mut exit.locals);
        let assigned = assigned.chain(frames.flat_map(|caller| &mut caller.locals)).chain(&mut self.joined);
        assigned.for_each(|(_, expr)| visit(expr));
    }

    /// The path predicates that something depends on.
    fn predicates_read(&self) -> FxHashSet<PathPredicate> {
        let mut read = FxHashSet::from_iter([self.joins]);
        for op in &self.ops {
            match &op.kind {
                OpKind::Join(arms) => read.extend(arms),
                OpKind::Mark(of) => _ = read.insert(*of),
                OpKind::Choose { arms, .. } | OpKind::Store { arms, .. } => {
                    read.insert(op.predicate);
                    read.extend(arms.iter().map(|(predicate, _)| *predicate));
                }
                _ => _ = read.insert(op.predicate),
            }
        }
        read
    }
}

impl Op {
    fn each_expr(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            OpKind::Run(InstrKind::Assign { value, .. }) => visit(value),
            OpKind::Run(InstrKind::CheckNull { reference: local } | InstrKind::CheckMissing { value: local, .. }) => {
                each_register(local, visit);
            }
            OpKind::Run(InstrKind::NewArray { length, .. }) => visit(length),
            OpKind::Run(_) | OpKind::Join(_) | OpKind::Mark(_) | OpKind::Leave => {}
            OpKind::CheckBounds { array, index } => {
                each_register(array, visit);
                visit(index);
            }
            OpKind::Split { cond, .. } => visit(cond),
            OpKind::Dispatch { receiver, .. } => each_register(receiver, visit),
            OpKind::Choose { arms, .. } => arms.iter_mut().for_each(|(_, expr)| visit(expr)),
            OpKind::Store { cell, arms } => {
                match cell {
                    Cell::Field(object, _) => visit(object),
                    Cell::Elem(array, index) => {
                        visit(array);
                        visit(index);
                    }
                    Cell::Static(_) => {}
                }
                arms.iter_mut().for_each(|(_, expr)| visit(expr));
            }
        }
    }
}

/// Visits a register that is no part of an expression: only another register can take its place.
fn each_register(register: &mut Register, visit: &mut dyn FnMut(&mut Expr)) {
    let mut expr = Expr::Local(*register);
    visit(&mut expr);
    if let Expr::Local(new) = expr {
        *register = new;
    }
}
