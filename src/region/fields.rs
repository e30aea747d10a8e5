//! Fields and static fields in single assignment.
//!
//! A store waits until the end of the region, with the paths that make it; stores to one cell become one, with alternatives:
//!
//! ```text
//!   o.f := a (w₁)   …   o.f := b (w₂)      ⇝      o.f := w₁ → a, w₂ → b
//!   x := o.f (w)    after these             ⇝      x := w → o.f, w₁ → a, w₂ → b
//! ```
//!
//! Two cells are the same when the registers are. Where a load, or a store to another cell, may go to a cell with
//! a waiting store (the same field of an object in another register), the stores that wait are made first. A store
//! that waits has marked its paths, so that it is also made on those that leave the region later.

use super::Refusal;
use super::code::{Cell, Op, OpKind, PathPredicate, Register, is_same};
use super::linear::{At, Builder, Env};
use crate::ir::{Expr, FieldId, InstrKind, LocalId, StaticId};

/// The stores that wait, in the order in which they are made; those to one cell together.
#[derive(Clone, Default)]
pub struct Pending(Vec<(Cell, Vec<(PathPredicate, Expr)>)>);

/// How two cells are related.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Same,
    Different,
    Unknown,
}

fn relation(a: &Cell, b: &Cell) -> Relation {
    let same = |same: bool| if same { Relation::Same } else { Relation::Unknown };
    match (a, b) {
        (Cell::Field(o, f), Cell::Field(p, g)) if f == g => same(is_same(o, p)),
        (Cell::Static(f), Cell::Static(g)) if f == g => Relation::Same,
        (Cell::Elem(a, i), Cell::Elem(b, j)) => match (i, j) {
            (Expr::Const(i), Expr::Const(j)) if i != j && is_same(a, b) => Relation::Different,
            _ => same(is_same(a, b) && is_same(i, j)),
        },
        _ => Relation::Different,
    }
}

impl Builder<'_> {
    /// Throws where the object of a local is null.
    pub(super) fn check_null(&mut self, at: At, env: &Env, local: LocalId) -> Result<(), Refusal> {
        let exit = Some(self.exit(at, env));
        let kind = OpKind::Run(InstrKind::CheckNull { reference: env.register(local) });
        self.push(Op { predicate: env.predicate, kind, exit })
    }

    /// A field. The initial heap may be deeper than its bound: the read has an exit even where the object is `this`.
    pub(super) fn load_field(&mut self, at: At, env: &Env, object: &Expr, field: FieldId) -> Result<Register, Refusal> {
        let loaded = self.before_load(&Cell::Field(env.rename(object), field))?;
        let value = Expr::Field(Box::new(env.rename(object)), field);
        let exit = self.exit(at, env);
        let register = self.assign(env, value, Some(exit))?;
        self.after_load(env, register, loaded)
    }

    pub(super) fn load_static(&mut self, env: &Env, field: StaticId) -> Result<Register, Refusal> {
        let loaded = self.before_load(&Cell::Static(field))?;
        let register = self.assign(env, Expr::Static(field), None)?;
        self.after_load(env, register, loaded)
    }

    /// Makes the stores that wait where one of them may go to the cell without being known to. Returns the alternatives of
    /// those that do.
    pub(super) fn before_load(&mut self, cell: &Cell) -> Result<Vec<(PathPredicate, Expr)>, Refusal> {
        if self.pending.0.iter().any(|(other, _)| relation(cell, other) == Relation::Unknown) {
            self.flush()?;
        }
        let same = self.pending.0.iter().filter(|(other, _)| relation(cell, other) == Relation::Same);
        Ok(same.flat_map(|(_, arms)| arms.iter().cloned()).collect())
    }

    /// The value of a cell after the stores that wait.
    pub(super) fn after_load(
        &mut self,
        env: &Env,
        loaded: Register,
        stores: Vec<(PathPredicate, Expr)>,
    ) -> Result<Register, Refusal> {
        if stores.is_empty() {
            return Ok(loaded);
        }
        let dst = self.register();
        let arms = std::iter::once((env.predicate, Expr::Local(loaded))).chain(stores).collect();
        self.push(Op { predicate: env.predicate, kind: OpKind::Choose { dst, arms }, exit: None })?;
        Ok(dst)
    }

    pub(super) fn store_field(
        &mut self,
        at: At,
        env: &Env,
        (object, field): (LocalId, FieldId),
        value: &Expr,
        throws: bool,
    ) -> Result<(), Refusal> {
        if throws {
            self.check_null(at, env, object)?;
        }
        self.store(env, Cell::Field(Expr::Local(env.register(object)), field), value)
    }

    /// A store to a cell that exists.
    pub(super) fn store(&mut self, env: &Env, cell: Cell, value: &Expr) -> Result<(), Refusal> {
        let value = Expr::Local(self.assign(env, env.rename(value), None)?);
        let mark = self.predicate();
        self.push(Op { predicate: mark, kind: OpKind::Mark(env.predicate), exit: None })?;
        self.region.has_effects = true;
        let waiting = &mut self.pending.0;
        let last = waiting.iter().rposition(|(other, _)| relation(&cell, other) != Relation::Different);
        match last.map(|last| &mut waiting[last]) {
            Some((other, arms)) if relation(&cell, other) == Relation::Same => arms.push((mark, value)),
            _ => waiting.push((cell, vec![(mark, value)])),
        }
        Ok(())
    }

    /// Makes the stores that wait.
    pub(super) fn flush(&mut self) -> Result<(), Refusal> {
        for (cell, arms) in std::mem::take(&mut self.pending.0) {
            let predicate = self.predicate();
            self.push(Op {
                predicate,
                kind: OpKind::Join(arms.iter().map(|(predicate, _)| *predicate).collect()),
                exit: None,
            })?;
            self.push(Op { predicate, kind: OpKind::Store { cell, arms }, exit: None })?;
        }
        Ok(())
    }
}
