//! Bounds of differences against brute force.

use super::*;
use crate::guard::Literal;
use crate::solver::differences::ask;
use crate::solver::smt::Reply;
use crate::term::Threshold;
use proptest::prelude::*;

/// `plus - minus ≤ bound`, or not; the index after the last input is 0.
type Bound = (usize, usize, i64, bool);

const INPUTS: usize = 3;

impl Bench {
    fn bound(&mut self, inputs: &[TermId], (plus, minus, bound, positive): Bound) -> Option<Literal> {
        let zero = self.num(0);
        let [a, b] = [plus, minus].map(|at| inputs.get(at).copied().unwrap_or(zero));
        // A form begins with a positive coefficient.
        let (form, bound, positive) = match plus < minus {
            true => (self.lx.terms.sub(a, b), bound, positive),
            false => (self.lx.terms.sub(b, a), -bound - 1, !positive),
        };
        (plus != minus).then(|| Literal { form, threshold: Threshold::at_most(Num::from(bound)), positive })
    }
}

/// Whether some numbers from -16 to 16 satisfy the bounds; if any numbers do, then some of these.
fn are_satisfiable(bounds: &[Bound], low: Option<i64>) -> bool {
    let range = || -16..=16_i64;
    range().any(|x| {
        range().any(|y| {
            range().any(|z| {
                let at = [x, y, z, 0];
                let holds = |(a, b, bound, positive): &Bound| (at[*a] - at[*b] <= *bound) == *positive;
                low.is_none_or(|low| x >= low) && bounds.iter().all(holds)
            })
        })
    })
}

proptest! {
    #[test]
    fn they_are_decided(
        bounds in prop::collection::vec((0..=INPUTS, 0..=INPUTS, -3..=3_i64, any::<bool>()), 1..7),
        low in prop::option::of(-2..=2_i64),
    ) {
        let mut b = Bench::new();
        let inputs = ["x", "y", "z"].map(|name| {
            let info = InputInfo::value(name, Sort::Int);
            let info = if name == "x" { InputInfo { low: low.map(Num::from), ..info } } else { info };
            input(&mut b.lx.terms, info)
        });
        let bounds: Vec<Bound> = bounds.into_iter().filter(|(plus, minus, ..)| plus != minus).collect();
        let literals: Vec<Literal> = bounds.iter().filter_map(|bound| b.bound(&inputs, *bound)).collect();
        match ask(&mut b.lx, &literals) {
            Some(Reply::Sat(model)) => {
                let value = |form: TermId| b.lx.terms.eval(form, &model).expect("nothing is divided");
                for Literal { form, threshold, positive } in &literals {
                    prop_assert_eq!(threshold.admits(&value(*form)), *positive);
                }
            }
            Some(Reply::Unsat(core)) => {
                prop_assert!(!are_satisfiable(&bounds, low));
                prop_assert!(core.iter().all(|literal| literals.contains(literal)));
                prop_assert!(matches!(ask(&mut b.lx, &core), Some(Reply::Unsat(_))));
                // All of the core is needed, unless a range says as much.
                for at in 0..core.len() * usize::from(low.is_none()) {
                    let mut others = core.clone();
                    others.retain(|other| *other != core[at]);
                    prop_assert!(matches!(ask(&mut b.lx, &others), Some(Reply::Sat(_))));
                }
            }
            Some(Reply::Unknown(_)) | None => prop_assert!(false, "all literals are bounds of differences"),
        }
    }
}

#[test]
fn others_are_left_to_z3() {
    let mut b = Bench::new();
    let (x, y, r) = (b.int("x"), b.int("y"), b.real("r"));
    let sum = b.lx.terms.add(x, y);
    let [two, huge] = [2, 1 << 50].map(Num::from);
    let double = b.lx.terms.scale(x, &two);
    let double = b.lx.terms.sub(double, y);
    let at_most =
        |form, bound: &Num, positive| Literal { form, threshold: Threshold::at_most(bound.clone()), positive };
    for other in
        [at_most(sum, &two, true), at_most(double, &two, true), at_most(r, &two, true), at_most(x, &huge, true)]
    {
        assert!(ask(&mut b.lx, std::slice::from_ref(&other)).is_none());
        // What they have no part in is decided all the same.
        let literals = [at_most(y, &two, true), other, at_most(y, &two, false)];
        assert!(matches!(ask(&mut b.lx, &literals), Some(Reply::Unsat(core)) if core.len() == 2));
    }
}

#[test]
fn a_long_order_needs_no_question() {
    let mut b = Bench::new();
    let inputs: Vec<TermId> = (0..200).map(|i| b.int(&format!("x{i}"))).collect();
    let mut order: Vec<Guard> = inputs.windows(2).map(|pair| b.lx.lt(pair[0], pair[1])).collect();
    let ascending = b.all(&order);
    b.model(ascending);
    let first_is_greater = b.lx.le(inputs[199], inputs[0]);
    order.push(first_is_greater);
    let circle = b.all(&order);
    assert!(infeasible(b.ask(circle)));
    assert_eq!(b.calls(), 0);
}
