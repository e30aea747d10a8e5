//! A finished proof as plain data, for the [second opinion](crate::opinion) on it.

use crate::induction::cuts::{Cuts, Start};
use crate::induction::{Claims, Role};
use crate::ir::Expr;
use crate::opinion::{Certificate, Certified, Contract};

/// The claims about loops and calls. Claims around calls are left out: only fragments need them, because they end there.
pub(super) fn certificate(cuts: &Cuts<'_>, claims: &Claims) -> Certificate {
    let of = |role| -> Vec<Expr> { claims.get(&role).cloned().unwrap_or_default() };
    let methods = cuts.units.values().map(|unit| {
        let method = unit.method;
        let heads = unit.heads.iter().map(|head| (*head, of(Role::Invariant(method, Start::Head(*head)))));
        let contract = unit.is_called.then(|| Contract {
            requires: of(Role::Requires(method)),
            ensures: of(Role::Ensures(method)),
            throws: of(Role::Throws(method)),
        });
        let begins = unit.kept().map(|(formal, begin)| (begin, formal)).collect();
        (method, Certified { locals: unit.locals.clone(), begins, heads: heads.collect(), contract })
    });
    Certificate { methods: methods.collect(), unsigned: cuts.negative.never_negative(cuts.program) }
}
