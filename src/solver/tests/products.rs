//! The lemmas about products are true, and suffice for the indexes of tables.

use super::*;
use crate::guard::Literal;
use crate::solver::products::{Polynomial, lemmas};
use crate::term::Threshold;
use proptest::prelude::*;

/// A product of two sums over three inputs.
type Product = [[i64; 4]; 2];

impl Bench {
    fn sum(&mut self, inputs: &[TermId; 3], coefficients: &[i64; 4]) -> TermId {
        sum(&mut self.lx.terms, inputs, coefficients, coefficients[3])
    }

    /// A sum of products and a sum.
    fn nonlinear(&mut self, inputs: &[TermId; 3], products: &[Product], rest: &[i64; 4]) -> TermId {
        let rest = self.sum(inputs, rest);
        products.iter().fold(rest, |sum, factors| {
            let [a, b] = [0, 1].map(|i| self.sum(inputs, &factors[i]));
            let product = self.lx.terms.mul(a, b);
            self.lx.terms.add(sum, product)
        })
    }

    /// The value of a polynomial where the inputs have these values.
    fn value(&self, polynomial: &Polynomial, at: &Assignment) -> Num {
        let factor = |t: &TermId| self.lx.terms.eval(*t, at).expect("nothing is divided");
        let monomial = |(bases, c): (&[TermId], &Num)| bases.iter().fold(c.clone(), |value, t| &value * &factor(t));
        polynomial.monomials().map(monomial).fold(Num::ZERO, |sum, value| &sum + &value)
    }
}

fn coefficients() -> impl Strategy<Value = [i64; 4]> {
    prop::array::uniform4(-2i64..=2)
}

/// Products of sums, with a sum beside them.
fn form() -> impl Strategy<Value = (Vec<Product>, [i64; 4])> {
    (prop::collection::vec(prop::array::uniform2(coefficients()), 0..3), coefficients())
}

proptest! {
    #[test]
    fn a_polynomial_has_the_value_of_its_term((products, rest) in form(), point in prop::array::uniform3(-4i64..=4)) {
        let mut b = Bench::new();
        let inputs = ["x", "y", "z"].map(|name| b.input(name, Sort::Int));
        let term = b.nonlinear(&inputs.map(|(_, t)| t), &products, &rest);
        // A product of three factors, too.
        let term = b.lx.terms.mul(term, inputs[0].1);
        let at: Assignment = inputs.iter().zip(point).map(|((id, _), n)| (*id, Num::from(n))).collect();
        prop_assert_eq!(Some(b.value(&Polynomial::of(&b.lx.terms, term), &at)), b.lx.terms.eval(term, &at));
    }

    /// Products of products, in which some factors have too many monomials to be multiplied out.
    #[test]
    fn what_is_infeasible_of_nested_products_is_true_nowhere(
        steps in prop::collection::vec((0usize..6, -2i64..=2), 1..9),
        bound in -20i64..=20,
        points in prop::collection::vec(prop::array::uniform3(-3i64..=3), 1..20),
    ) {
        let mut b = Bench::with(20_000);
        let inputs = ["x", "y", "z"].map(|name| b.input(name, Sort::Int));
        let mut term = inputs[0].1;
        let mut squares = 0;
        for (step, c) in steps {
            let other = b.lx.terms.scale(inputs[step % 3].1, &Num::from(c));
            term = match step {
                0..3 => b.lx.terms.add(term, other),
                3 => b.lx.terms.mul(term, other),
                _ if squares < 3 => {
                    squares += 1;
                    b.lx.terms.mul(term, term)
                }
                _ => term,
            };
        }
        let bound = b.num(bound);
        let g = b.lx.le(term, bound);
        if infeasible(b.ask(g)) {
            for point in points {
                let at: Assignment = inputs.iter().zip(point).map(|((id, _), n)| (*id, Num::from(n))).collect();
                prop_assert!(b.lx.terms.eval(term, &at) > b.lx.terms.eval(bound, &at), "{:?}", at);
            }
        }
    }

    /// For any literals and ranges, at any inputs: where the literals of a lemma are true, its polynomial is not negative.
    #[test]
    fn lemmas_are_true(
        parts in prop::collection::vec((form(), -4i64..=4, any::<bool>()), 1..5),
        low in prop::option::of(-2i64..=1),
        reals: bool,
        points in prop::collection::vec(prop::array::uniform3(-6i64..=6), 1..20),
    ) {
        let mut b = Bench::new();
        let sort = if reals { Sort::Real } else { Sort::Int };
        let inputs = ["x", "y", "z"].map(|name| {
            let info = InputInfo::value(name, sort).ranged(low.map(Num::from), Some(Num::from(6)));
            let id = b.lx.terms.add_input(info);
            (id, b.lx.terms.input(id))
        });
        let literals: Vec<Literal> = parts
            .into_iter()
            .map(|((products, rest), bound, positive)| {
                let form = b.nonlinear(&inputs.map(|(_, t)| t), &products, &rest);
                // Integer forms have no strict bounds.
                let strict = reals && bound % 2 == 0;
                Literal { form, threshold: Threshold { bound: Num::from(bound), strict }, positive }
            })
            .collect();
        let lemmas = lemmas(&b.lx.terms, &literals, &inputs.map(|(id, _)| id));
        let scale = Num::ONE.checked_div(&Num::from(if reals { 2 } else { 1 })).unwrap();
        for point in points {
            let values = point.map(|n| &Num::from(n) * &scale);
            if values.iter().any(|n| low.is_some_and(|low| *n < Num::from(low))) {
                continue;
            }
            let at: Assignment = inputs.iter().zip(values).map(|((id, _), n)| (*id, n)).collect();
            let is_true = |i: &usize| {
                let literal = &literals[*i];
                let value = b.lx.terms.eval(literal.form, &at).expect("nothing is divided");
                literal.threshold.admits(&value) == literal.positive
            };
            for lemma in lemmas.iter().filter(|lemma| lemma.literals.iter().all(is_true)) {
                prop_assert!(b.value(&lemma.value, &at) >= Num::ZERO, "{:?} at {:?}", lemma, at);
            }
        }
    }
}

/// The square of a sum is not negative, also where it has too many monomials to be multiplied out.
#[test]
fn squares_of_sums_are_not_negative() {
    for summands in 1..=12 {
        let mut b = Bench::with(100_000);
        let inputs: Vec<TermId> = (0..summands).map(|i| b.int(&format!("x{i}"))).collect();
        let zero = b.num(0);
        let sum = inputs.into_iter().fold(zero, |sum, input| b.lx.terms.add(sum, input));
        let square = b.lx.terms.mul(sum, sum);
        let negative = b.lx.lt(square, zero);
        assert!(infeasible(b.ask(negative)), "{summands}");
        let (quotient, one) = (b.lx.terms.div_euclid(sum, square), b.num(1));
        let g = [b.lx.lt(zero, square), b.lx.lt(one, quotient)];
        let g = b.all(&g);
        assert!(!matches!(b.ask(g), Answer::Feasible(_)), "{summands}");
    }
}

/// A cell in row `i` and column `j` of a table of `n` rows is one of its cells; few steps of Z3 suffice to show it.
#[test]
fn a_cell_of_a_table_is_within() {
    let mut b = Bench::with(100_000);
    let [n, m, i, j] = ["n", "m", "i", "j"].map(|name| b.int(name));
    let zero = b.num(0);
    for columns in [n, m] {
        let cells = b.lx.terms.mul(n, columns);
        let row = b.lx.terms.mul(i, columns);
        let at = b.lx.terms.add(row, j);
        let bounds = [b.lx.le(zero, i), b.lx.lt(i, n), b.lx.le(zero, j), b.lx.lt(j, columns)];
        let outside = [b.lx.le(cells, at), b.lx.lt(at, zero)];
        for outside in outside {
            let g = b.all(&[&bounds[..], &[outside]].concat());
            assert!(infeasible(b.ask(g)));
        }
        // The first column of the next row is within the table, except for the last row.
        let next = b.lx.terms.add(row, columns);
        let within = b.lx.lt(next, cells);
        let g = b.all(&[&bounds[..], &[within]].concat());
        assert!(matches!(b.ask(g), Answer::Feasible(_)));
    }
    assert!(b.solver.stats().linearised > 0);
}

/// An index that wraps around by a remainder stays below its divisor, and a quotient times its divisor is no
/// greater than the dividend.
#[test]
fn rests_are_below_their_divisor() {
    let mut b = Bench::with(100_000);
    let [at, size] = ["at", "size"].map(|name| b.int(name));
    let (zero, one) = (b.num(0), b.num(1));
    let next = b.lx.terms.add(at, one);
    let rest = b.lx.terms.rem_euclid(next, size);
    let bounds = [b.lx.le(zero, at), b.lx.lt(at, size)];
    for outside in [b.lx.lt(rest, zero), b.lx.le(size, rest)] {
        let g = b.all(&[&bounds[..], &[outside]].concat());
        assert!(infeasible(b.ask(g)));
    }
    let quotient = b.lx.terms.div_euclid(at, size);
    let whole = b.lx.terms.mul(quotient, size);
    let positive = b.lx.lt(zero, size);
    let more = b.lx.lt(at, whole);
    let g = b.all(&[positive, more]);
    assert!(infeasible(b.ask(g)));
}
