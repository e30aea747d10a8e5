//! Products in linear arithmetic.
//!
//! Z3's nonlinear arithmetic takes half a second to several to see that no cell `i * n + j` of `n * n` is outside, where `0
//! <= i < n` and `0 <= j < n`. By linear arithmetic, it follows from products of two facts, such as `n * (n - 1 - i) >= 0`.
//! So a question with products is first asked with a constant in the place of every monomial. Z3 is given the products of
//! any two facts of the question, multiplied out, unless they have factors or degrees that the question does not have. This
//! is the *reformulation-linearisation technique* (H. Sherali, W. Adams, *A reformulation-linearization technique for
//! solving discrete and continuous nonconvex problems*, 1999; for questions to solvers A. Cimatti et al., *Incremental
//! linearization for satisfiability and verification modulo nonlinear arithmetic and transcendental functions*, 2018). If
//! this question is unsatisfiable, so is the original. Otherwise the original is asked exactly.

use crate::guard::Literal;
use crate::num::Num;
use crate::term::{InputId, Term, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// The most factors of a product that is multiplied out. One with more is a base.
const MOST_FACTORS: u32 = 4;
/// The most monomials of a polynomial.
const MOST_MONOMIALS: usize = 64;
/// The most facts of which products are made.
const MOST_FACTS: usize = 48;

/// A product of bases that are no products: a sorted list, in which each is as often as it is a factor.
type Monomial = Vec<TermId>;

/// A sum of multiples of monomials, none of them zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(BTreeMap<Monomial, Num>);

impl Polynomial {
    pub(super) fn constant(value: Num) -> Self {
        let mut constant = Self(BTreeMap::new());
        constant.add(Monomial::new(), &value);
        constant
    }

    /// A term that is no constant, sum or product.
    pub(super) fn base(base: TermId) -> Self {
        Self(BTreeMap::from([(vec![base], Num::ONE)]))
    }

    /// A term, multiplied out where the result is small.
    pub(super) fn of(terms: &Terms, t: TermId) -> Self {
        Self::within(terms, t, MOST_FACTORS)
    }

    /// As [`Self::of`], multiplying out products of at most this many factors.
    fn within(terms: &Terms, t: TermId, factors: u32) -> Self {
        match terms.node(t) {
            Term::Mul(a, b) if factors > 1 => {
                let [a, b] = [a, b].map(|operand| Self::within(terms, *operand, factors - 1));
                a.times(&b).unwrap_or_else(|| Self::base(t))
            }
            Term::Linear(linear) if factors < MOST_FACTORS && linear.terms.len() > MOST_MONOMIALS => Self::base(t),
            Term::Const(_) | Term::Linear(_) => {
                let (constant, sum) = terms.parts(t);
                let mut polynomial = Self::constant(constant);
                for (base, c) in sum {
                    polynomial.add_scaled(&Self::within(terms, base, factors), &c);
                }
                polynomial
            }
            _ => Self::base(t),
        }
    }

    /// The monomials with their coefficients. The constant is the monomial without factors.
    pub(super) fn monomials(&self) -> impl Iterator<Item = (&[TermId], &Num)> {
        self.0.iter().map(|(monomial, c)| (&monomial[..], c))
    }

    /// The monomials that are products.
    fn products(&self) -> impl Iterator<Item = &Monomial> {
        self.0.keys().filter(|monomial| monomial.len() > 1)
    }

    fn add(&mut self, monomial: Monomial, c: &Num) {
        let sum = self.0.get(&monomial).map_or_else(|| c.clone(), |known| known + c);
        if sum.is_zero() {
            self.0.remove(&monomial);
        } else {
            self.0.insert(monomial, sum);
        }
    }

    fn add_scaled(&mut self, other: &Self, factor: &Num) {
        for (monomial, c) in &other.0 {
            self.add(monomial.clone(), &(c * factor));
        }
    }

    /// `self + factor · other`
    pub(super) fn plus(&self, other: &Self, factor: i64) -> Self {
        let mut sum = self.clone();
        sum.add_scaled(other, &Num::from(factor));
        sum
    }

    /// The product; `None` if it could be large.
    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        if self.0.len() * other.0.len() > MOST_MONOMIALS {
            return None;
        }
        let mut product = Self(BTreeMap::new());
        for (a, x) in &self.0 {
            for (b, y) in &other.0 {
                let mut monomial: Monomial = a.iter().chain(b).copied().collect();
                monomial.sort_unstable();
                product.add(monomial, &(x * y));
            }
        }
        Some(product)
    }
}

/// A polynomial that is known not to be negative.
#[derive(Clone, Debug)]
struct Fact {
    /// The literal that implies it; `None` for an input's range.
    literal: Option<usize>,
    value: Polynomial,
}

/// A polynomial that is not negative where some literals of a question are true.
#[derive(Clone, Debug)]
pub(super) struct Lemma {
    /// The indices of the literals.
    pub(super) literals: Vec<usize>,
    /// The polynomial.
    pub(super) value: Polynomial,
}

/// Whether a base of a form is a product or a division by a term that is not constant.
pub(super) fn is_nonlinear(terms: &Terms, form: TermId) -> bool {
    let is_nonlinear = |node: &Term| matches!(node, Term::Mul(..)) || has_variable_divisor(terms, node);
    terms.bases(form).any(|base| is_nonlinear(terms.node(base)))
}

/// Whether a term divides by one that is not constant.
pub(super) fn has_variable_divisor(terms: &Terms, node: &Term) -> bool {
    match node {
        Term::DivEuclid(_, b) | Term::RemEuclid(_, b) | Term::DivExact(_, b) => terms.as_const(*b).is_none(),
        _ => false,
    }
}

/// What the products of two facts imply about the products in a question. Facts are literals and the ranges of inputs.
pub(super) fn lemmas(terms: &Terms, literals: &[Literal], inputs: &[InputId]) -> Vec<Lemma> {
    let mut facts: Vec<Fact> = literals
        .iter()
        .enumerate()
        .map(|(i, literal)| Fact { literal: Some(i), value: nonnegative(terms, literal) })
        .collect();
    let known: BTreeSet<Monomial> = facts.iter().flat_map(|fact| fact.value.products()).cloned().collect();
    // Other inputs have no part in the products.
    let factors: BTreeSet<TermId> = known.iter().flatten().copied().collect();
    for input in inputs.iter().filter(|input| factors.contains(&terms.input(**input))) {
        let info = terms.info(*input);
        let value = |bound: &Num, sign: i64| {
            let constant = Polynomial::constant(bound * &Num::from(-sign));
            Fact { literal: None, value: constant.plus(&Polynomial::base(terms.input(*input)), sign) }
        };
        facts.extend(info.low.iter().map(|low| value(low, 1)));
        facts.extend(info.high.iter().map(|high| value(high, -1)));
    }
    facts.retain(|fact| fact.value.0.keys().flatten().any(|base| factors.contains(base)));
    facts.truncate(MOST_FACTS);
    let degree = known.iter().map(Vec::len).max().unwrap_or(0);
    let mut lemmas: Vec<Lemma> = Vec::new();
    for (i, a) in facts.iter().enumerate() {
        for b in &facts[i..] {
            let Some(value) = a.value.times(&b.value) else { continue };
            let is_like_known = |m: &Monomial| m.len() <= degree && m.iter().all(|base| factors.contains(base));
            if value.products().all(is_like_known) {
                lemmas.push(Lemma { literals: a.literal.into_iter().chain(b.literal).collect(), value });
            }
        }
    }
    // No square is negative.
    for square in known.iter().filter(|m| m.len() == 2 && m[0] == m[1]) {
        lemmas.push(Lemma { literals: Vec::new(), value: Polynomial(BTreeMap::from([(square.clone(), Num::ONE)])) });
    }
    lemmas
}

/// A polynomial that is not negative where a literal is true. More may be known of it.
fn nonnegative(terms: &Terms, literal: &Literal) -> Polynomial {
    let form = Polynomial::of(terms, literal.form);
    let bound = &literal.threshold.bound;
    let (sign, constant) = match literal.positive {
        true => (-1, bound.clone()),
        // An integer above a bound is at least the next one.
        false if terms.is_integer(literal.form) && !literal.threshold.strict => (1, -&(&bound.floor() + &Num::ONE)),
        false => (1, -bound),
    };
    Polynomial::constant(constant).plus(&form, sign)
}
