//! Arithmetic on terms: every result is in normal form.

use super::{Facts, Ite, Linear, Op, Term, TermId, Terms, Threshold};
use crate::num::Num;
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The terms of a linear combination.
type Sum = Vec<(TermId, Num)>;

/// The greatest positive rational that divides all `numbers` without a remainder; zero when all are zero.
pub(crate) fn content<'a>(numbers: impl Iterator<Item = &'a Num> + Clone) -> Num {
    if numbers.clone().all(|n| n.to_i64().is_some()) {
        let gcd = numbers.filter_map(Num::to_i64).fold(0i128, |gcd, i| gcd.gcd(&i128::from(i)));
        return Num::from(BigInt::from(gcd));
    }
    let (mut gcd, mut lcm) = (BigInt::zero(), BigInt::one());
    for n in numbers {
        let (numerator, denominator) = n.parts();
        gcd = gcd.gcd(&numerator);
        lcm = lcm.lcm(&denominator);
    }
    Num::from_ratio(num_rational::BigRational::new(gcd, lcm))
}

/// `a / b`; `b` must not be zero.
pub(crate) fn quotient(a: &Num, b: &Num) -> Num {
    a.checked_div(b).expect("the divisor is not zero")
}

impl Terms {
    /// The constant part of any term, and its bases with coefficients.
    pub(crate) fn parts(&self, t: TermId) -> (Num, Sum) {
        match self.node(t) {
            Term::Const(c) => (c.clone(), Vec::new()),
            Term::Linear(linear) => (linear.constant.clone(), linear.terms.to_vec()),
            _ => (Num::ZERO, vec![(t, Num::ONE)]),
        }
    }

    /// The bases of any term, in order.
    pub(crate) fn bases(&self, t: TermId) -> impl Iterator<Item = TermId> {
        let (own, terms): (Option<TermId>, &[(TermId, Num)]) = match self.node(t) {
            Term::Const(_) => (None, &[]),
            Term::Linear(linear) => (None, &linear.terms),
            _ => (Some(t), &[]),
        };
        own.into_iter().chain(terms.iter().map(|(base, _)| *base))
    }

    /// The term `constant + Σ terms`; `terms` must be sorted by distinct bases.
    pub(crate) fn linear(&mut self, constant: Num, mut terms: Sum) -> TermId {
        terms.retain(|(_, c)| !c.is_zero());
        debug_assert!(terms.is_sorted_by(|a, b| a.0 < b.0), "bases are sorted and distinct");
        match &terms[..] {
            [] => return self.constant(constant),
            [(base, c)] if constant.is_zero() && *c == Num::ONE => return *base,
            _ => {}
        }
        let linear = Linear { constant, terms: terms.into() };
        let term = Term::Linear(linear.clone());
        self.intern(term, |terms| Facts {
            inputs: terms.union_of_inputs(linear.terms.iter().map(|(base, _)| *base)),
            integer: linear.constant.is_integer()
                && linear.terms.iter().all(|(base, c)| c.is_integer() && terms.is_integer(*base)),
            truth: false,
        })
    }

    fn opaque(&mut self, node: Term, a: TermId, b: TermId) -> TermId {
        let integer = match node {
            Term::DivExact(..) => false,
            Term::Mul(..) => self.is_integer(a) && self.is_integer(b),
            _ => true,
        };
        self.intern(node, |terms| Facts { inputs: terms.union_of_inputs([a, b].into_iter()), integer, truth: false })
    }

    /// The result of an operation, computed once.
    pub(super) fn remember(
        &mut self,
        op: Op,
        a: TermId,
        b: TermId,
        compute: impl FnOnce(&mut Self) -> TermId,
    ) -> TermId {
        if let Some(result) = self.memo.get(&(op, a, b)) {
            return *result;
        }
        let result = compute(self);
        self.memo.insert((op, a, b), result);
        result
    }

    /// The constant part of `a + scale·b`, and its bases with coefficients. Some of these may be zero.
    pub(super) fn sum(&self, a: TermId, b: TermId, scale: &Num) -> (Num, Sum) {
        let ((ca, ta), (cb, tb)) = (self.parts(a), self.parts(b));
        let mut sum = Vec::with_capacity(ta.len() + tb.len());
        let (mut left, mut right) = (ta.into_iter().peekable(), tb.into_iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((x, _)), Some((y, _))) if x == y => {
                    let ((base, c), (_, d)) = (left.next().expect("peeked"), right.next().expect("peeked"));
                    sum.push((base, &c + &(&d * scale)));
                }
                (Some((x, _)), Some((y, _))) if x > y => sum.extend(right.next().map(|(base, d)| (base, &d * scale))),
                (Some(_), _) => sum.extend(left.next()),
                (None, Some(_)) => sum.extend(right.next().map(|(base, d)| (base, &d * scale))),
                (None, None) => break,
            }
        }
        (&ca + &(&cb * scale), sum)
    }

    /// `a + scale·b`
    fn add_scaled(&mut self, a: TermId, b: TermId, scale: &Num) -> TermId {
        let (constant, sum) = self.sum(a, b, scale);
        self.linear(constant, sum)
    }

    /// The sum of `parts`. Terms stay, so adding them one by one would leave all partial sums behind.
    pub fn total(&mut self, parts: &[TermId]) -> TermId {
        let (mut constant, mut sum) = (Num::ZERO, Sum::new());
        for part in parts {
            let (c, terms) = self.parts(*part);
            constant = &constant + &c;
            sum.extend(terms);
        }
        sum.sort_by_key(|(base, _)| *base);
        sum.dedup_by(|(base, c), (kept, total)| {
            let is_same = base == kept;
            if is_same {
                *total = &*total + &*c;
            }
            is_same
        });
        self.linear(constant, sum)
    }

    /// `factor·t`
    pub fn scale(&mut self, t: TermId, factor: &Num) -> TermId {
        if *factor == Num::ONE {
            return t;
        }
        if factor.is_zero() {
            return self.constant(Num::ZERO);
        }
        let (constant, mut terms) = self.parts(t);
        for (_, c) in &mut terms {
            *c = &*c * factor;
        }
        self.linear(&constant * factor, terms)
    }

    /// `a + b`
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let sum = x + y;
            return self.constant(sum);
        }
        let (a, b) = (a.min(b), a.max(b));
        self.remember(Op::Add, a, b, |terms| terms.add_scaled(a, b, &Num::ONE))
    }

    /// `a - b`
    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            let difference = x - y;
            return self.constant(difference);
        }
        self.remember(Op::Sub, a, b, |terms| terms.add_scaled(a, b, &Num::Small(-1)))
    }

    /// `-a`
    pub fn neg(&mut self, a: TermId) -> TermId {
        self.scale(a, &Num::Small(-1))
    }

    /// Splits a term that is not constant into a rational factor and a primitive term. A primitive term has integer
    /// coefficients without a common divisor, the first one positive.
    fn split_content(&mut self, t: TermId) -> (Num, TermId) {
        let Term::Linear(linear) = self.node(t) else { return (Num::ONE, t) };
        let numbers = linear.terms.iter().map(|(_, c)| c).chain(std::iter::once(&linear.constant));
        let mut factor = content(numbers);
        if linear.terms[0].1.is_negative() {
            factor = -&factor;
        }
        let inverse = quotient(&Num::ONE, &factor);
        let primitive = self.scale(t, &inverse);
        (factor, primitive)
    }

    /// `a · b`. Constants distribute; common factors of the operands move out of a product that stays opaque.
    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.as_const(a).cloned(), self.as_const(b).cloned()) {
            (Some(x), Some(y)) => self.constant(&x * &y),
            (Some(x), None) => self.scale(b, &x),
            (None, Some(y)) => self.scale(a, &y),
            (None, None) => self.remember(Op::Mul, a.min(b), a.max(b), |terms| {
                let ((ca, pa), (cb, pb)) = (terms.split_content(a), terms.split_content(b));
                let (pa, pb) = (pa.min(pb), pa.max(pb));
                let product = terms.opaque(Term::Mul(pa, pb), pa, pb);
                terms.scale(product, &(&ca * &cb))
            }),
        }
    }

    /// The Euclidean quotient of integers (`div` of SMT-LIB). A zero divisor gives an opaque term without a value.
    pub fn div_euclid(&mut self, a: TermId, b: TermId) -> TermId {
        self.remember(Op::DivEuclid, a, b, |terms| terms.divide(a, b).0)
    }

    /// The Euclidean remainder of integers (`mod` of SMT-LIB). A zero divisor gives an opaque term without a value.
    pub fn rem_euclid(&mut self, a: TermId, b: TermId) -> TermId {
        self.remember(Op::RemEuclid, a, b, |terms| terms.divide(a, b).1)
    }

    /// Quotient and remainder. Division by a constant `c` has a normal form. Its divisor is positive and shares no factor
    /// with the dividend, and multiples of `c` are moved out of the dividend:
    /// `a / -c = -(a / c)`, `a % -c = a % c`, `ga / gc = a / c`, `ga % gc = g·(a % c)`, `(cn + a) / c = n + a / c`,
    /// `(cn + a) % c = a % c`.
    fn divide(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        let divisor = self.as_const(b).filter(|c| c.is_integer() && !c.is_zero()).cloned();
        let Some(divisor) = divisor.filter(|_| self.is_integer(a)) else {
            return (self.opaque(Term::DivEuclid(a, b), a, b), self.opaque(Term::RemEuclid(a, b), a, b));
        };
        let sign = if divisor.is_negative() { Num::Small(-1) } else { Num::ONE };
        let (constant, terms) = self.parts(a);
        let numbers = terms.iter().map(|(_, c)| c).chain([&constant, &divisor]);
        let common = content(numbers);
        let modulus = quotient(&divisor.abs(), &common);
        let div = |n: &Num| n.div_rem_euclid(&modulus).expect("integers, and the modulus is not zero");
        let (outer, inner) = div(&quotient(&constant, &common));
        let mut multiples = Vec::with_capacity(terms.len());
        let mut rests = Vec::with_capacity(terms.len());
        let mut kept = Vec::with_capacity(terms.len());
        for (base, c) in &terms {
            let c = quotient(c, &common);
            let (q, r) = div(&c);
            multiples.push((*base, q));
            rests.push((*base, r));
            kept.push((*base, c));
        }
        let modulus = self.constant(modulus);
        if rests.iter().all(|(_, r)| r.is_zero()) {
            // The dividend is a multiple of the divisor plus a constant, so only the constant is left to divide.
            let whole = self.linear(outer, multiples);
            let rest = self.constant(inner);
            return (self.scale(whole, &sign), self.scale(rest, &common));
        }
        // Only the constant moves out of a quotient. `2x + y` takes every integer value, and so does `(2x + y) / 2`. `x + y
        // / 2` would not show that.
        let dividend = self.linear(inner.clone(), kept);
        let part = self.opaque(Term::DivEuclid(dividend, modulus), dividend, modulus);
        let outer = self.constant(outer);
        let whole = self.add(part, outer);
        let dividend = self.linear(inner, rests);
        let rest = self.opaque(Term::RemEuclid(dividend, modulus), dividend, modulus);
        (self.scale(whole, &sign), self.scale(rest, &common))
    }

    /// The exact quotient of rationals. A zero divisor gives an opaque term without a value.
    pub fn div_exact(&mut self, a: TermId, b: TermId) -> TermId {
        if let Some(inverse) = self.as_const(b).and_then(|c| Num::ONE.checked_div(c)) {
            return self.scale(a, &inverse);
        }
        self.remember(Op::DivExact, a, b, |terms| {
            let (ca, pa) = match terms.as_const(a).cloned() {
                Some(c) if c.is_zero() => (Num::ONE, a),
                Some(c) => (c, terms.constant(Num::ONE)),
                None => terms.split_content(a),
            };
            let (cb, pb) = if terms.as_const(b).is_some() { (Num::ONE, b) } else { terms.split_content(b) };
            let part = terms.opaque(Term::DivExact(pa, pb), pa, pb);
            terms.scale(part, &quotient(&ca, &cb))
        })
    }

    /// `form ≤ bound ? yes : no`
    pub fn ite(&mut self, form: TermId, threshold: &Threshold, yes: TermId, no: TermId) -> TermId {
        if yes == no {
            return yes;
        }
        if let Some(value) = self.as_const(form) {
            return if threshold.admits(value) { yes } else { no };
        }
        let integer = self.is_integer(yes) && self.is_integer(no);
        let truth = self.is_truth(yes) && self.is_truth(no);
        let node = Term::Ite(Box::new(Ite { form, threshold: threshold.clone(), yes, no }));
        self.intern(node, |terms| Facts { inputs: terms.union_of_inputs([form, yes, no].into_iter()), integer, truth })
    }
}
