//! Questions about numbers of fixed widths in bit-vectors, where Z3's arithmetic gives up.
//!
//! All numbers of a question are vectors of one width W. Sums and products modulo 2^W are those of unbounded integers, modulo
//! 2^W; so a number is exact where its range fits into W bits. What is compared, divided, or shifted must be exact. A wrapped
//! number needs only the last bits of what is wrapped, and so may hold a polynomial of any size. A difference that is only
//! compared compares its operands, and may have one bit more.
//!
//! A term that divides by zero has no value, and is above every threshold, as in [`Terms::eval`].

use super::encode::chain;
use super::floats::{self, Script};
use super::numeral;
use super::smt::{About, Question, Reply, Smt};
use crate::guard::{AtomId, Literal};
use crate::ieee::Op;
use crate::ir::{BitOp, Width};
use crate::num::Num;
use crate::term::{Assignment, Bits, InputId, Linear, Range, Term, TermId, Terms, Threshold, sum_range};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::One;
use rustc_hash::FxHashMap;
use z3::SatResult;
use z3::ast::{BV, Bool, Int};

/// The most bits of a vector.
const MOST_BITS: u64 = 128;

/// The numbers of a question as bit-vectors.
pub(super) struct Vectors<'a> {
    terms: &'a Terms,
    width: u32,
    ranges: FxHashMap<TermId, Range>,
    vectors: FxHashMap<TermId, BV>,
    /// When a term has a value; absent for those that always have one.
    defined: FxHashMap<TermId, Bool>,
    /// The ranges of inputs.
    always: Vec<Bool>,
    /// The operations on floating-point numbers.
    script: Script,
}

/// Whether an operation on floating-point numbers is among the operands of some terms.
pub(super) fn has_floats(terms: &Terms, forms: &[TermId]) -> bool {
    terms.below(forms).iter().any(|t| matches!(terms.node(*t), Term::Ieee(..)))
}

/// Whether forms are about the bits of numbers: they have operations on bits, or digits in base two of what has a width.
pub(super) fn takes_bits(terms: &Terms, forms: &[TermId]) -> bool {
    let is_power = |t: TermId| divisor(terms, t).is_some_and(|k| k > 0);
    let below = terms.below(forms);
    let has_bits = |t: &TermId| matches!(terms.node(*t), Term::Bits(_));
    let has_digits = |t: &TermId| match terms.node(*t) {
        Term::DivEuclid(_, divisor) | Term::RemEuclid(_, divisor) => is_power(*divisor),
        _ => false,
    };
    below.iter().any(has_bits)
        || below.iter().any(|t| matches!(terms.node(*t), Term::Wrap(..))) && below.iter().any(has_digits)
}

/// A range with both ends.
fn ends((low, high): &Range) -> Option<(Num, Num)> {
    Some((low.clone()?, high.clone()?))
}

/// The bits of a vector that has every integer of a range, with a sign.
fn bits_of(low: &Num, high: &Num) -> Option<u64> {
    let bits =
        |n: &Num| Some(if n.is_negative() { &n.to_bigint()? + BigInt::one() } else { n.to_bigint()? }.bits() + 1);
    Some(bits(low)?.max(bits(high)?))
}

/// An integer modulo 2^width.
fn numeral_of(n: &Num, width: u32) -> BV {
    let whole = n.to_bigint().expect("terms of integers have whole numbers");
    let residue = whole.mod_floor(&(BigInt::one() << width));
    BV::from_str(width, &residue.to_string()).expect("decimal digits are a numeral")
}

/// The least and the greatest of some numbers.
fn hull(numbers: &[Num]) -> Range {
    (numbers.iter().min().cloned(), numbers.iter().max().cloned())
}

/// The range of a term whose operands have theirs.
fn range(terms: &Terms, t: TermId, of: &FxHashMap<TermId, Range>) -> Range {
    let known = terms.range(t);
    if known.0.is_some() && known.1.is_some() {
        return known;
    }
    let both = |a: &TermId, b: &TermId| Some((ends(&of[a])?, ends(&of[b])?));
    let found = match terms.node(t) {
        Term::Linear(linear) => {
            return sum_range(&linear.constant, linear.terms.iter().map(|(base, c)| (c, of[base].clone())));
        }
        Term::Mul(a, b) => both(a, b).map(|((a, b), (c, d))| hull(&[&a * &c, &a * &d, &b * &c, &b * &d])),
        // A quotient by an integer is no farther from zero than the dividend.
        Term::DivEuclid(a, _) => ends(&of[a]).map(|(a, b)| {
            let most = a.abs().max(b.abs());
            hull(&[-&most, most])
        }),
        Term::RemEuclid(_, b) => ends(&of[b]).map(|(a, b)| hull(&[Num::ZERO, a.abs(), b.abs()])),
        Term::Ite(ite) => both(&ite.yes, &ite.no).map(|((a, b), (c, d))| hull(&[a, b, c, d])),
        _ => None,
    };
    found.unwrap_or((None, None))
}

impl<'a> Vectors<'a> {
    /// The vectors for a question about these forms. `None` if it has no numbers of a fixed width, or others that have no bounds.
    pub(super) fn new(terms: &'a Terms, forms: &[TermId], inputs: &[InputId]) -> Option<Self> {
        let below = terms.below(forms);
        if !below.iter().any(|t| matches!(terms.node(*t), Term::Wrap(..) | Term::Bits(_) | Term::Ieee(..))) {
            return None;
        }
        let operations: Vec<Op> = below
            .iter()
            .filter_map(|t| match terms.node(*t) {
                Term::Ieee(op, _) => Some(*op),
                _ => None,
            })
            .collect();
        if operations.len() > floats::MOST_OPERATIONS || !operations.iter().all(|op| floats::is_known(*op)) {
            return None;
        }
        let mut ranges = FxHashMap::default();
        for t in &below {
            let is_supported = terms.is_integer(*t) && !matches!(terms.node(*t), Term::DivExact(..));
            if !is_supported {
                return None;
            }
            let range = range(terms, *t, &ranges);
            ranges.insert(*t, range);
        }
        let mut compared = forms.to_vec();
        let mut exact: Vec<TermId> = Vec::new();
        exact.extend(inputs.iter().map(|input| terms.input(*input)));
        let mut bits = 0;
        for t in &below {
            match terms.node(*t) {
                // Digits in base two are bits, of what has no sign also those up to the last one.
                Term::DivEuclid(a, b) | Term::RemEuclid(a, b) => match divisor(terms, *b) {
                    Some(_) if matches!(terms.node(*t), Term::RemEuclid(..)) => {}
                    Some(power) if power > 0 => match unsigned_bits(terms, *a) {
                        Some(width) => bits = bits.max(width.into()),
                        None => exact.push(*a),
                    },
                    _ => exact.extend([*t, *a, *b]),
                },
                Term::Bits(all) if all.op.is_shift() => exact.extend([*t, all.a, all.b]),
                Term::Ieee(op, operands) => {
                    exact.push(*t);
                    exact.extend(operands);
                    // Constants and results take as many bits as their format.
                    bits = op.takes().into_iter().chain(op.gives()).fold(bits, |bits, f| bits.max(f.bits().into()));
                }
                Term::Ite(ite) => compared.push(ite.form),
                Term::Const(_)
                | Term::Input(_)
                | Term::Linear(_)
                | Term::Mul(..)
                | Term::DivExact(..)
                | Term::Wrap(..)
                | Term::Bits(_) => {}
            }
        }
        for form in compared {
            match difference(terms, form) {
                Some((x, y)) => exact.extend([x, y]),
                None => exact.push(form),
            }
        }
        for t in exact {
            let (low, high) = ends(&ranges[&t])?;
            bits = bits.max(bits_of(&low, &high)?);
        }
        if bits > MOST_BITS {
            return None;
        }
        let (built, defined) = (FxHashMap::default(), FxHashMap::default());
        let mut vectors = Self {
            terms,
            width: bits as u32,
            ranges,
            vectors: built,
            defined,
            always: Vec::new(),
            script: Script::new(bits as u32),
        };
        for t in below {
            let vector = match terms.node(t) {
                Term::Ieee(op, operands) => vectors.operation(t, *op, operands),
                _ => vectors.build(t),
            };
            vectors.vectors.insert(t, vector);
            let conditions = vectors.conditions(t);
            if !conditions.is_empty() {
                vectors.defined.insert(t, Bool::and(&conditions));
            }
        }
        for input in inputs {
            let (low, high) = ends(&vectors.ranges[&terms.input(*input)])?;
            let vector = &vectors.vectors[&terms.input(*input)];
            let bounds = [vector.bvsge(vectors.numeral(&low)), vector.bvsle(vectors.numeral(&high))];
            vectors.always.extend(bounds);
        }
        Some(vectors)
    }

    /// An integer modulo 2^W.
    fn numeral(&self, n: &Num) -> BV {
        numeral_of(n, self.width)
    }

    /// The last k bits.
    fn ones(&self, k: i64) -> BV {
        self.numeral(&Num::from((BigInt::one() << k) - 1))
    }

    /// The value of an input as an integer.
    pub(super) fn input(&self, input: InputId) -> Int {
        self.vectors[&self.terms.input(input)].to_int(true)
    }

    /// `form ≤ k` or `form < k`
    fn threshold(&self, form: TermId, threshold: &Threshold) -> Bool {
        let Threshold { bound, strict } = threshold;
        let most = if *strict && bound.is_integer() { bound - &Num::ONE } else { bound.floor() };
        let Some((low, high)) = ends(&self.ranges[&form]) else { unreachable!("what is compared has a range") };
        let within = if most >= high {
            Bool::from_bool(true)
        } else if most < low {
            Bool::from_bool(false)
        } else {
            self.at_most(form, &most)
        };
        match self.defined.get(&form) {
            Some(defined) => Bool::and(&[defined, &within]),
            None => within,
        }
    }

    /// `form ≤ k`; `x ≤ y` and `x < y` where it is a difference and k is 0 or -1.
    fn at_most(&self, form: TermId, most: &Num) -> Bool {
        let Some((x, y)) = difference(self.terms, form) else {
            return self.vectors[&form].bvsle(self.numeral(most));
        };
        let (x, y) = (&self.vectors[&x], &self.vectors[&y]);
        if most.is_zero() {
            return x.bvsle(y);
        }
        if *most == -&Num::ONE {
            return x.bvslt(y);
        }
        x.sign_ext(1).bvsub(y.sign_ext(1)).bvsle(numeral_of(most, self.width + 1))
    }

    /// What has to be true for a term to have a value.
    fn conditions(&self, t: TermId) -> Vec<Bool> {
        let of = |t: &TermId| self.defined.get(t).cloned();
        match self.terms.node(t) {
            Term::Const(_) | Term::Input(_) => Vec::new(),
            Term::Linear(linear) => linear.terms.iter().filter_map(|(base, _)| of(base)).collect(),
            Term::Mul(a, b) | Term::DivExact(a, b) => [a, b].into_iter().filter_map(of).collect(),
            Term::DivEuclid(a, b) | Term::RemEuclid(a, b) => {
                let is_zero = |b| self.vectors[b].eq(self.numeral(&Num::ZERO));
                let divides = self.terms.as_const(*b).is_none_or(Num::is_zero).then(|| is_zero(b).not());
                [of(a), of(b), divides].into_iter().flatten().collect()
            }
            Term::Wrap(_, a) => of(a).into_iter().collect(),
            Term::Bits(bits) => [of(&bits.a), of(&bits.b)].into_iter().flatten().collect(),
            Term::Ieee(_, operands) => operands.iter().filter_map(of).collect(),
            Term::Ite(ite) if of(&ite.yes).is_none() && of(&ite.no).is_none() => Vec::new(),
            Term::Ite(ite) => {
                let [yes, no] = [&ite.yes, &ite.no].map(|t| of(t).unwrap_or_else(|| Bool::from_bool(true)));
                vec![self.threshold(ite.form, &ite.threshold).ite(&yes, &no)]
            }
        }
    }

    /// A literal.
    pub(super) fn literal(&self, literal: &Literal) -> Bool {
        let within = self.threshold(literal.form, &literal.threshold);
        if literal.positive { within } else { within.not() }
    }

    /// A vector of W bits with the last bits of another, with their sign if there is one.
    fn narrowed(&self, vector: &BV, width: Width) -> BV {
        let bits = u32::from(width.bits);
        if bits >= self.width {
            return vector.clone();
        }
        let last = vector.extract(bits - 1, 0);
        let rest = self.width - bits;
        if width.signed { last.sign_ext(rest) } else { last.zero_ext(rest) }
    }

    fn build(&self, t: TermId) -> BV {
        let of = |t: &TermId| &self.vectors[t];
        match self.terms.node(t) {
            Term::Const(n) => self.numeral(n),
            Term::Input(input) => BV::new_const(format!("v{}", input.0), self.width),
            Term::Linear(Linear { constant, terms }) => {
                terms.iter().fold(self.numeral(constant), |sum, (base, c)| sum.bvadd(self.numeral(c).bvmul(of(base))))
            }
            Term::Mul(a, b) => of(a).bvmul(of(b)),
            Term::DivEuclid(a, b) => self.divided(*a, *b).0,
            Term::RemEuclid(a, b) => self.divided(*a, *b).1,
            Term::Wrap(width, a) => self.narrowed(of(a), *width),
            Term::Bits(bits) => self.bits(bits),
            Term::Ite(ite) => self.threshold(ite.form, &ite.threshold).ite(of(&ite.yes), of(&ite.no)),
            Term::DivExact(..) | Term::Ieee(..) => unreachable!("no integer, or defined by the script"),
        }
    }

    /// A Euclidean quotient and remainder, where the divisor is not zero.
    fn divided(&self, a: TermId, b: TermId) -> (BV, BV) {
        let (x, y) = (&self.vectors[&a], &self.vectors[&b]);
        // Z3 takes a division by a power of two for a division like others.
        if let Some(power) = divisor(self.terms, b) {
            let count = self.numeral(&Num::from(power));
            let is_unsigned = unsigned_bits(self.terms, a) == Some(self.width);
            return (if is_unsigned { x.bvlshr(count) } else { x.bvashr(count) }, x.bvand(self.ones(power)));
        }
        let zero = self.numeral(&Num::ZERO);
        let is_negative = |t: TermId| self.ranges[&t].0.as_ref().is_none_or(Num::is_negative);
        if is_negative(a) || is_negative(b) {
            // Z3's remainder has the sign of the dividend.
            let (quotient, rest) = (x.bvsdiv(y), x.bvsrem(y));
            let below = rest.bvslt(&zero);
            let negative = y.bvslt(&zero);
            let one = self.numeral(&Num::ONE);
            let (up, down) = (quotient.bvadd(&one), quotient.bvsub(&one));
            let moved = negative.ite(&up, &down);
            let size = negative.ite(&y.bvneg(), y);
            (below.ite(&moved, &quotient), below.ite(&rest.bvadd(&size), &rest))
        } else {
            (x.bvudiv(y), x.bvurem(y))
        }
    }

    /// A result that the script defines.
    fn operation(&mut self, t: TermId, op: Op, operands: &[TermId]) -> BV {
        for operand in operands {
            if self.script.declare(*operand) {
                let constant = BV::new_const(floats::operand(*operand), self.width);
                self.always.push(constant.eq(&self.vectors[operand]));
            }
        }
        let (low, high) = ends(&self.ranges[&operands[0]]).expect("operands have ranges");
        let bits = bits_of(&low, &high).expect("operands are integers");
        self.script.define(t, op, operands, bits);
        BV::new_const(floats::result(t), self.width)
    }

    fn bits(&self, Bits { op, width, a, b }: &Bits) -> BV {
        let (x, y) = (&self.vectors[a], &self.vectors[b]);
        match op {
            BitOp::And => x.bvand(y),
            BitOp::Or => x.bvor(y),
            BitOp::Xor => x.bvxor(y),
            BitOp::Shl | BitOp::Shr | BitOp::Ushr => {
                let count = Num::from(i64::from(width.bits));
                let rest = match power_of_two(&count) {
                    Some(power) => y.bvand(self.ones(power)),
                    None => y.bvsmod(self.numeral(&count)),
                };
                match op {
                    BitOp::Shl => self.narrowed(&x.bvshl(&rest), *width),
                    BitOp::Shr => x.bvashr(&rest),
                    _ => {
                        let unsigned = self.narrowed(x, Width::unsigned(width.bits));
                        self.narrowed(&unsigned.bvlshr(&rest), *width)
                    }
                }
            }
        }
    }
}

/// The operands of a term that is a difference.
fn difference(terms: &Terms, t: TermId) -> Option<(TermId, TermId)> {
    let Term::Linear(Linear { constant, terms }) = terms.node(t) else { return None };
    let [(a, c), (b, d)] = &terms[..] else { return None };
    let is_difference = |c: &Num, d: &Num| constant.is_zero() && *c == Num::ONE && *d == -&Num::ONE;
    if is_difference(c, d) {
        return Some((*a, *b));
    }
    is_difference(d, c).then_some((*b, *a))
}

/// The k of a divisor that is 2^k.
fn divisor(terms: &Terms, t: TermId) -> Option<i64> {
    terms.as_const(t).and_then(power_of_two)
}

/// The bits of a number that is wrapped to a width without a sign.
fn unsigned_bits(terms: &Terms, t: TermId) -> Option<u32> {
    match terms.node(t) {
        Term::Wrap(width, _) if !width.signed => Some(width.bits.into()),
        _ => None,
    }
}

/// The k of a number that is 2^k.
fn power_of_two(n: &Num) -> Option<i64> {
    let n = n.to_i64().filter(|n| *n > 0 && n.count_ones() == 1)?;
    Some(i64::from(n.trailing_zeros()))
}

/// Reads a value of Z3.
fn value_of(model: &z3::Model, number: &Int) -> Option<Num> {
    model.eval(number, true).and_then(|value| numeral::parse(&value.to_string()))
}

impl Smt {
    /// The reply to the question in bit-vectors, if it has one.
    pub(super) fn in_vectors(
        &mut self,
        question: &Question,
        forms: &[TermId],
        &About { lx, inputs, valid }: &About,
    ) -> Option<Reply> {
        if self.finished().is_some() {
            return None;
        }
        let vectors = Vectors::new(&lx.terms, forms, inputs)?;
        let solver = self.fresh_solver(self.rlimit);
        vectors.always.iter().for_each(|f| solver.assert(f));
        if let Some(script) = vectors.script.text() {
            solver.from_string(script);
        }
        match question {
            Question::Literals(literals) => literals.iter().for_each(|l| solver.assert(vectors.literal(l))),
            Question::Guard(g) => {
                let mut atom = |atom: AtomId| {
                    let (form, threshold) = lx.atom(atom);
                    vectors.threshold(form, threshold)
                };
                solver.assert(chain(lx, *g, &mut FxHashMap::default(), &mut atom));
            }
        }
        self.stats.solver_calls += 1;
        let reply = match self.questions.ask(|| solver.check()) {
            SatResult::Unsat => Some(Reply::Unsat(match question {
                Question::Literals(literals) => literals.to_vec(),
                Question::Guard(_) => Vec::new(),
            })),
            SatResult::Unknown => None,
            SatResult::Sat => {
                let model = solver.get_model()?;
                let value = |input: &InputId| Some((*input, value_of(&model, &vectors.input(*input))?));
                let model: Assignment = inputs.iter().map(value).collect::<Option<_>>()?;
                valid(lx, &model).then_some(Reply::Sat(model))
            }
        };
        self.stats.in_vectors += u64::from(reply.is_some());
        reply
    }
}
