//! Forms without conditional terms against brute force.

use super::BOTH;
use crate::guard::{Budget, Guard, Logic};
use crate::num::Num;
use crate::term::samples::sum;
use crate::term::{Assignment, InputId, InputInfo, Sort, Term, TermId};
use proptest::prelude::*;

/// Two of three numbers change under a condition.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// `a·x + b·y ≤ k`
    condition: [i64; 3],
    /// Which number changes by how much: `scale·input + constant`.
    changes: [(usize, i64, i64); 2],
    /// The input by which the numbers change.
    input: usize,
}

/// An update in which one number loses what another one gains.
fn transfer() -> impl Strategy<Value = Update> {
    (condition(), 0..3_usize, 0..3_usize, 1..3_i64, -1..2_i64, 0..2_usize).prop_map(
        |(condition, from, to, scale, constant, input)| Update {
            condition,
            changes: [(from, -scale, -constant), (to, scale, constant)],
            input,
        },
    )
}

/// An update with arbitrary changes.
pub(super) fn update() -> impl Strategy<Value = Update> {
    let change = || (0..3_usize, -1..2_i64, -1..2_i64);
    (condition(), change(), change(), 0..2_usize).prop_map(|(condition, a, b, input)| Update {
        condition,
        changes: [a, b],
        input,
    })
}

fn condition() -> impl Strategy<Value = [i64; 3]> {
    [-1..2_i64, -1..2_i64, -2..3_i64]
}

/// The guard of a condition, and the numbers after updates.
pub(super) struct Bank {
    pub(super) lx: Logic,
    pub(super) inputs: [InputId; 2],
    pub(super) numbers: [TermId; 3],
    phi: Guard,
}

impl Bank {
    pub(super) fn after(mut lx: Logic, updates: &[Update], phi: [i64; 3]) -> Self {
        let inputs = ["x", "y"].map(|name| lx.terms.add_input(InputInfo::value(name, Sort::Int)));
        let bases = inputs.map(|input| lx.terms.input(input));
        let guard = |lx: &mut Logic, [a, b, k]: [i64; 3]| {
            let (form, bound) = (sum(&mut lx.terms, &bases, &[a, b], 0), lx.terms.constant(k));
            lx.le(form, bound)
        };
        let mut numbers = [10, 20, 30].map(|n| lx.terms.constant(n));
        for Update { condition, changes, input } in updates {
            let condition = guard(&mut lx, *condition);
            for (which, scale, constant) in changes {
                let change = sum(&mut lx.terms, &[bases[*input]], &[*scale], *constant);
                let changed = lx.terms.add(numbers[*which], change);
                numbers[*which] = match condition {
                    Guard::FALSE => numbers[*which],
                    Guard::TRUE => changed,
                    condition => lx.select(condition, changed, numbers[*which]),
                };
            }
        }
        let phi = guard(&mut lx, phi);
        Self { lx, inputs, numbers, phi }
    }

    /// On all inputs of φ in a window, one alternative is chosen, and it has the value of the term.
    fn check(&self, t: TermId, alternatives: &[(Guard, TermId)]) {
        for (x, y) in (-4..5).flat_map(|x| (-4..5).map(move |y| (x, y))) {
            let at: Assignment = self.inputs.into_iter().zip([x, y].map(Num::from)).collect();
            if self.lx.eval(self.phi, &at) != Some(true) {
                continue;
            }
            let chosen = alternatives.iter().filter(|(guard, _)| self.lx.eval(*guard, &at) == Some(true));
            let values: Vec<_> = chosen.map(|(_, t)| self.lx.terms.eval(*t, &at)).collect();
            assert_eq!(values, [self.lx.terms.eval(t, &at)], "at {x}, {y}");
        }
    }

    fn is_conditional(&self, t: TermId) -> bool {
        self.lx.terms.below(&[t]).iter().any(|part| matches!(self.lx.terms.node(*part), Term::Ite(_)))
    }
}

proptest! {
    /// The alternatives found for a sum have its value wherever φ holds.
    #[test]
    fn what_is_found_has_the_value_of_the_form(
        updates in prop::collection::vec(update(), 0..4),
        factors in [-1..2_i64, -1..2_i64, -1..2_i64],
        phi in condition(),
    ) {
        for summaries in BOTH {
            let mut bank = Bank::after(Logic::new(summaries, Budget::default()), &updates, phi);
            let (total, zero) = (sum(&mut bank.lx.terms, &bank.numbers, &factors, 1), bank.lx.terms.constant(0));
            if let Some(alternatives) = bank.lx.without_conditions(bank.phi, total, zero) {
                bank.check(total, &alternatives);
                prop_assert!(alternatives.iter().all(|(_, t)| !bank.is_conditional(*t)));
            }
        }
    }

    /// Sums that transfers preserve are found, with a single alternative.
    #[test]
    fn transfers_cancel_out(updates in prop::collection::vec(transfer(), 0..5), phi in condition()) {
        for summaries in BOTH {
            let mut bank = Bank::after(Logic::new(summaries, Budget::default()), &updates, phi);
            let (total, zero) = (sum(&mut bank.lx.terms, &bank.numbers, &[1, 1, 1], 0), bank.lx.terms.constant(0));
            let conditional = bank.numbers.iter().filter(|number| bank.is_conditional(**number)).count();
            match bank.lx.without_conditions(bank.phi, total, zero) {
                Some(alternatives) => {
                    bank.check(total, &alternatives);
                    for (guard, t) in alternatives.into_iter().filter(|(guard, _)| !guard.is_false()) {
                        prop_assert!(bank.lx.terms.as_const(t) == Some(&Num::from(60)) || bank.lx.disjoint(guard, bank.phi));
                    }
                }
                None => prop_assert!(conditional < 2 || bank.lx.terms.as_const(total).is_some()),
            }
        }
    }
}

/// Outside φ the terms may be anything.
#[test]
fn terms_cancel_out_within_a_guard() {
    for summaries in BOTH {
        let mut bank = Bank::after(Logic::new(summaries, Budget::default()), &[], [1, 0, 0]);
        let [x, y] = bank.inputs.map(|input| bank.lx.terms.input(input));
        let lx = &mut bank.lx;
        let [zero, one, two] = [0, 1, 2].map(|n| lx.terms.constant(n));
        let low = lx.le(y, zero);
        let (gain, loss) = (lx.select(low, y, one), lx.select(low, zero, y));
        // Where x > 2, the second alternative has another value.
        let beyond = lx.lt(two, x);
        let loss = lx.select(beyond, one, loss);
        let total = lx.terms.add(gain, loss);
        assert!(lx.without_conditions(Guard::TRUE, total, zero).is_none());
        let phi = bank.phi;
        let alternatives =
            bank.lx.without_conditions(phi, total, zero).expect("y, or y + 1 where it is greater than zero");
        bank.check(total, &alternatives);
    }
}
