//! Large conditions on one number, such as those of tables of characters.
//!
//! ```text
//!   cond(φ, e) = ∨ { φ∧g∧[v ∈ S] | (g,v) ∈ Σ[x] }     if e compares x often with constants, and nothing else; S = { v | e[v/x] }
//! ```
//!
//! The guard of `[v ∈ S]` is made without φ. Within φ, each comparison would cost the size of φ: with three characters, a table of 600
//! of them took 50 times as long.

use super::compare::compare_numbers;
use crate::guard::{Guard, Logic};
use crate::ir::{BinaryOp, Const, Expr, LocalId};
use crate::term::TermId;

/// The number of comparisons above which a condition is large.
const FEW: usize = 16;

/// The number that a large condition is about, and the local that holds it.
pub(super) fn compared_often(expr: &Expr) -> Option<LocalId> {
    let mut compared = None;
    let mut comparisons = 0;
    let is_about_one = compares_one(expr, &mut |local| {
        comparisons += 1;
        *compared.get_or_insert(local) == local
    });
    compared.filter(|_| is_about_one && comparisons > FEW)
}

/// Whether an expression is made of comparisons of locals with numbers, all of which are accepted.
fn compares_one(expr: &Expr, accepts: &mut impl FnMut(LocalId) -> bool) -> bool {
    match expr {
        Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => compares_one(a, accepts) && compares_one(b, accepts),
        Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge, a, b) => {
            match (&**a, &**b) {
                (Expr::Local(local), Expr::Const(Const::Num(_))) => accepts(*local),
                _ => false,
            }
        }
        _ => false,
    }
}

/// The guard under which a number is in the set of those for which such a condition is true.
pub(super) fn member(lx: &mut Logic, number: TermId, condition: &Expr) -> Guard {
    match condition {
        Expr::Binary(BinaryOp::And, a, b) => match member(lx, number, a) {
            Guard::FALSE => Guard::FALSE,
            left => {
                let right = member(lx, number, b);
                lx.and(left, right)
            }
        },
        Expr::Binary(BinaryOp::Or, a, b) => match member(lx, number, a) {
            Guard::TRUE => Guard::TRUE,
            left => {
                let right = member(lx, number, b);
                lx.or(left, right)
            }
        },
        Expr::Binary(op, _, b) => match &**b {
            Expr::Const(Const::Num(n)) => {
                let constant = lx.terms.constant(n.clone());
                compare_numbers(lx, Guard::TRUE, *op, number, constant)
            }
            _ => unreachable!("compared with a constant"),
        },
        _ => unreachable!("made of comparisons"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Summaries;
    use crate::guard::Budget;
    use crate::num::Num;
    use crate::term::{Assignment, InputInfo, Sort};
    use proptest::prelude::*;

    const NUMBER: LocalId = LocalId(3);

    fn comparison() -> impl Strategy<Value = Expr> {
        let ops = [BinaryOp::Eq, BinaryOp::Ne, BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge];
        (prop::sample::select(ops.to_vec()), -5..6_i64)
            .prop_map(|(op, with)| Expr::binary(op, Expr::Local(NUMBER), Expr::int(with)))
    }

    fn condition() -> impl Strategy<Value = Expr> {
        comparison().prop_recursive(6, 64, 2, |inner| {
            let ops = prop::sample::select(vec![BinaryOp::And, BinaryOp::Or]);
            (ops, inner.clone(), inner).prop_map(|(op, a, b)| Expr::binary(op, a, b))
        })
    }

    fn is_true(condition: &Expr, number: i64) -> bool {
        let Expr::Binary(op, a, b) = condition else { unreachable!("made of operators") };
        let compared = || match &**b {
            Expr::Const(Const::Num(with)) => Num::from(number).cmp(with),
            _ => unreachable!("compared with a constant"),
        };
        match op {
            BinaryOp::And => is_true(a, number) && is_true(b, number),
            BinaryOp::Or => is_true(a, number) || is_true(b, number),
            BinaryOp::Eq => compared().is_eq(),
            BinaryOp::Ne => compared().is_ne(),
            BinaryOp::Lt => compared().is_lt(),
            BinaryOp::Le => compared().is_le(),
            BinaryOp::Gt => compared().is_gt(),
            _ => compared().is_ge(),
        }
    }

    fn comparisons(condition: &Expr) -> usize {
        match condition {
            Expr::Binary(BinaryOp::And | BinaryOp::Or, a, b) => comparisons(a) + comparisons(b),
            _ => 1,
        }
    }

    proptest! {
        #[test]
        fn a_number_is_in_the_set_if_it_satisfies_the_condition(condition in condition(), shift in -2..3_i64) {
            prop_assert_eq!(compared_often(&condition).is_some(), comparisons(&condition) > FEW);
            for summaries in [Summaries::Pairs, Summaries::Diagram] {
                let mut lx = Logic::new(summaries, Budget::default());
                let input = lx.terms.add_input(InputInfo::value("x", Sort::Int));
                let (base, shift_by) = (lx.terms.input(input), lx.terms.constant(shift));
                let number = lx.terms.add(base, shift_by);
                let guard = member(&mut lx, number, &condition);
                for x in -9..10 {
                    let at: Assignment = [(input, Num::from(x))].into_iter().collect();
                    prop_assert_eq!(lx.eval(guard, &at), Some(is_true(&condition, x + shift)));
                    let constant = lx.terms.constant(x);
                    let known = member(&mut lx, constant, &condition);
                    prop_assert_eq!(known, Guard::from_bool(is_true(&condition, x)));
                }
            }
        }

        #[test]
        fn conditions_on_two_numbers_are_no_sets(condition in condition()) {
            let other = Expr::binary(BinaryOp::Lt, Expr::Local(LocalId(4)), Expr::int(0));
            let both = Expr::binary(BinaryOp::Or, condition, other);
            prop_assert_eq!(compared_often(&both), None);
        }
    }
}
