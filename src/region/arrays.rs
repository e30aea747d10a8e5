//! Elements of arrays in single assignment, with an exit where an index is out of bounds.
//!
//! They are cells like fields ([`fields`](super::fields)): two are the same when array and index are, and different when
//! the array is the same and the indexes are different constants; of others nothing is known before instantiation.

use super::Refusal;
use super::code::{Cell, Op, OpKind, Register};
use super::linear::{At, Builder, Env};
use crate::ir::{Expr, InstrKind, LocalId};

impl Builder<'_> {
    pub(super) fn load_elem(&mut self, at: At, env: &Env, array: &Expr, index: &Expr) -> Result<Register, Refusal> {
        let index = Box::new(self.index(at, env, index)?);
        let cell = Cell::Elem(env.rename(array), (*index).clone());
        let loaded = self.before_load(&cell)?;
        let exit = Some(self.exit(at, env));
        let dst = self.register();
        let value = Expr::Elem(Box::new(env.rename(array)), index);
        self.push(Op { when: env.when, kind: OpKind::Run(InstrKind::Assign { dst, value }), exit })?;
        self.after_load(env, dst, loaded)
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
        let index = self.index(at, env, index)?;
        let array = env.register(array);
        let exit = Some(self.exit(at, env));
        self.push(Op { when: env.when, kind: OpKind::CheckBounds { array, index: index.clone() }, exit })?;
        self.store(at, env, Cell::Elem(Expr::Local(array), index), value)
    }

    /// An index as a register or constant.
    fn index(&mut self, at: At, env: &Env, index: &Expr) -> Result<Expr, Refusal> {
        match index {
            Expr::Const(_) | Expr::Local(_) => Ok(env.rename(index)),
            _ => Ok(Expr::Local(self.compute(at, env, index, false)?)),
        }
    }
}
