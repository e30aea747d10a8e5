//! Elements of arrays in single assignment, with an exit where an index is out of bounds.
//!
//! They are cells like fields ([`fields`](super::fields)). Two are the same when array and index are. They are different when
//! the array is the same and the indexes are different constants. Otherwise nothing is known before instantiation.

use super::Refusal;
use super::code::{Cell, Op, OpKind, Register};
use super::linear::{At, Builder, Env};
use crate::ir::{Expr, LocalId};

impl Builder<'_> {
    pub(super) fn load_elem(&mut self, at: At, env: &Env, array: &Expr, index: &Expr) -> Result<Register, Refusal> {
        let (array, index) = (env.rename(array), self.index(env, index)?);
        let loaded = self.before_load(&Cell::Elem(array.clone(), index.clone()))?;
        let exit = self.exit(at, env);
        let register = self.assign(env, Expr::Elem(Box::new(array), Box::new(index)), Some(exit))?;
        self.after_load(env, register, loaded)
    }

    pub(super) fn store_elem(
        &mut self,
        at: At,
        env: &Env,
        array: LocalId,
        index: &Expr,
        value: &Expr,
    ) -> Result<(), Refusal> {
        self.check_null(at, env, array)?;
        let index = self.index(env, index)?;
        let array = env.register(array);
        let exit = Some(self.exit(at, env));
        self.push(Op { predicate: env.predicate, kind: OpKind::CheckBounds { array, index: index.clone() }, exit })?;
        self.store(env, Cell::Elem(Expr::Local(array), index), value)
    }

    /// An index as a register or constant.
    fn index(&mut self, env: &Env, index: &Expr) -> Result<Expr, Refusal> {
        let index = env.rename(index);
        Ok(if index.is_atom() { index } else { Expr::Local(self.assign(env, index, None)?) })
    }
}
