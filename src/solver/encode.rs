//! Terms, thresholds and guards as Z3's expressions. Every expression is built once per run.

use super::products::{Polynomial, has_variable_divisor};
use super::{float_facts, numeral};
use crate::guard::{AtomId, Guard, Literal, Logic, Threshold};
use crate::ieee::Op;
use crate::ir::{BitOp, Width};
use crate::num::Num;
use crate::term::{self, Bits, InputId, Ite, Linear, Term, TermId, Terms};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use z3::ast::{Ast, Bool, Int, Real};
use z3::{FuncDecl, Sort};

/// A number in Z3. Integers and reals have different sorts there, and a term that is 0 or 1 by construction is a Boolean.
#[derive(Clone, Debug)]
pub(super) enum Number {
    Int(Int),
    Real(Real),
    Truth(Bool),
}

impl Number {
    fn int(&self) -> Int {
        match self {
            Number::Int(i) => i.clone(),
            Number::Real(r) => r.to_int(),
            Number::Truth(b) => b.ite(&numeral::int(&Num::ONE), &numeral::int(&Num::ZERO)),
        }
    }

    fn real(&self) -> Real {
        match self {
            Number::Int(i) => i.to_real(),
            Number::Real(r) => r.clone(),
            Number::Truth(_) => self.int().to_real(),
        }
    }

    fn truth(&self) -> Bool {
        match self {
            Number::Truth(b) => b.clone(),
            // A constant: Z3 simplifies it.
            other => other.equals(&Num::ONE),
        }
    }

    /// The condition that the threshold admits the number.
    fn admitted_by(&self, threshold: &Threshold) -> Bool {
        let Threshold { bound: k, strict } = threshold;
        match self {
            // An integer is below a bound when it is at most the greatest integer below the bound.
            Number::Int(i) if k.is_integer() && *strict => i.lt(numeral::int(k)),
            Number::Int(i) => i.le(numeral::int(&k.floor())),
            Number::Real(r) if *strict => r.lt(numeral::real(k)),
            Number::Real(r) => r.le(numeral::real(k)),
            Number::Truth(b) => match [Num::ZERO, Num::ONE].map(|n| threshold.admits(&n)) {
                [true, false] => b.not(),
                [_, both] => Bool::from_bool(both),
            },
        }
    }

    /// The condition that this is no less than a number (`Greater`), or no greater.
    fn ordered(&self, order: Ordering, other: &Number) -> Bool {
        match (self, order) {
            (Number::Real(r), Ordering::Greater) => r.ge(other.real()),
            (Number::Real(r), _) => r.le(other.real()),
            (integer, Ordering::Greater) => integer.int().ge(other.int()),
            (integer, _) => integer.int().le(other.int()),
        }
    }

    /// `-k <= self <= k`
    pub(super) fn within(&self, k: &Num) -> Bool {
        Bool::and(&[self.admitted_by(&Threshold::at_most(k.clone())), self.admitted_by(&Threshold::below(-k)).not()])
    }

    /// `self == k`
    pub(super) fn equals(&self, k: &Num) -> Bool {
        match self {
            Number::Int(i) if k.is_integer() => i.eq(numeral::int(k)),
            Number::Int(_) => Bool::from_bool(false),
            Number::Real(r) => r.eq(numeral::real(k)),
            Number::Truth(b) if *k == Num::ONE => b.clone(),
            Number::Truth(b) if k.is_zero() => b.not(),
            Number::Truth(_) => Bool::from_bool(false),
        }
    }
}

/// The encoding of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Products {
    /// Each is a product.
    #[default]
    Exact,
    /// Each is a polynomial, with a constant for every monomial, and for every quotient and remainder by a divisor that is
    /// not constant. More is true of the products than of these constants, so what the constants cannot satisfy is
    /// unsatisfiable.
    Linearised,
}

/// The expressions built so far.
#[derive(Debug, Default)]
pub(super) struct Encoder {
    products: Products,
    terms: FxHashMap<TermId, Number>,
    /// What is known of the constants for terms. For a conditional term this is its meaning: Z3 proves far more about names
    /// than about nested terms.
    definitions: FxHashMap<TermId, Bool>,
    atoms: FxHashMap<AtomId, Bool>,
    literals: FxHashMap<Literal, (Bool, Bool)>,
    /// The encoded nodes of guards: those of the last guard, or, where guards share nodes, all that are not known to be
    /// dead.
    nodes: FxHashMap<u32, Bool>,
}

impl Encoder {
    /// An encoder that has built nothing.
    pub(super) fn new(products: Products) -> Self {
        Self { products, ..Self::default() }
    }

    /// Forgets the nodes, because they may have been freed.
    pub(super) fn forget(&mut self) {
        self.nodes.clear();
    }

    /// The constant of an input.
    pub(super) fn input(&mut self, terms: &Terms, input: InputId) -> Number {
        self.term(terms, terms.input(input)).clone()
    }

    /// The expression of a term.
    fn term(&mut self, terms: &Terms, t: TermId) -> &Number {
        if !self.terms.contains_key(&t) {
            for part in terms.below_without(&[t], |part| self.terms.contains_key(&part)) {
                let mut number = self.build(terms, part);
                let mut definition = match terms.node(part) {
                    Term::Ite(ite) => self.name(terms, part, ite, &mut number),
                    Term::Wrap(width, inner) => {
                        Some(wrapped(terms, part, *width, *inner, (number.int(), self.integer(*inner))))
                    }
                    Term::Bits(bits) => Some(self.bits(part, bits, &number.int())),
                    Term::Ieee(op, operands) => {
                        let operands: Vec<Int> = operands.iter().map(|t| self.integer(*t)).collect();
                        Some(Bool::and(&float_facts::facts(*op, &operands, &number.int())))
                    }
                    _ => None,
                };
                self.terms.insert(part, number);
                if self.products == Products::Linearised && has_variable_divisor(terms, terms.node(part)) {
                    definition = self.rest_is_below_divisor(terms, part);
                }
                self.definitions.extend(definition.map(|definition| (part, definition)));
            }
        }
        &self.terms[&t]
    }

    /// The expression of a term whose operands have been built.
    fn build(&self, terms: &Terms, t: TermId) -> Number {
        match terms.node(t) {
            Term::Const(value) if value.is_integer() => Number::Int(numeral::int(value)),
            Term::Const(value) => Number::Real(numeral::real(value)),
            Term::Input(input) => constant(format!("i{}", input.0), terms.info(*input).sort == term::Sort::Int),
            Term::Linear(linear) => self.linear(linear, terms.is_integer(t)),
            Term::Mul(..) if self.products == Products::Linearised => match Polynomial::of(terms, t) {
                // It has too many monomials.
                whole if whole == Polynomial::base(t) => product(terms, &[t]),
                polynomial => self.polynomial(terms, &polynomial),
            },
            node if self.products == Products::Linearised && has_variable_divisor(terms, node) => product(terms, &[t]),
            Term::Mul(a, b) if terms.is_integer(t) => Number::Int(Int::mul(&[self.integer(*a), self.integer(*b)])),
            Term::Mul(a, b) => Number::Real(Real::mul(&[self.terms[a].real(), self.terms[b].real()])),
            // Z3's `div` and `mod` are those of SMT-LIB, which are Euclidean, like the term's.
            Term::DivEuclid(a, b) => Number::Int(self.integer(*a).div(self.integer(*b))),
            Term::RemEuclid(a, b) => Number::Int(self.integer(*a).modulo(self.integer(*b))),
            Term::Wrap(..) | Term::Bits(_) => Number::Int(Int::new_const(format!("t{}", t.0))),
            Term::Ieee(op, operands) => Number::Int(self.function(*op, operands)),
            Term::DivExact(a, b) => Number::Real(self.terms[a].real().div(self.terms[b].real())),
            Term::Ite(ite) => {
                let condition = self.terms[&ite.form].admitted_by(&ite.threshold);
                let (yes, no) = (&self.terms[&ite.yes], &self.terms[&ite.no]);
                if terms.is_truth(t) {
                    Number::Truth(condition.ite(&yes.truth(), &no.truth()))
                } else if terms.is_integer(t) {
                    Number::Int(condition.ite(&yes.int(), &no.int()))
                } else {
                    Number::Real(condition.ite(&yes.real(), &no.real()))
                }
            }
        }
    }

    /// An operation of which nothing is known but that it is a function.
    fn function(&self, op: Op, operands: &[TermId]) -> Int {
        let operands: Vec<Int> = operands.iter().map(|operand| self.integer(*operand)).collect();
        let domain = vec![Sort::int(); operands.len()];
        let function = FuncDecl::new(op.to_string(), &domain.iter().collect::<Vec<_>>(), &Sort::int());
        let operands: Vec<&dyn Ast> = operands.iter().map(|operand| operand as &dyn Ast).collect();
        function.apply(&operands).as_int().expect("a function to integers")
    }

    fn integer(&self, t: TermId) -> Int {
        self.terms[&t].int()
    }

    /// Puts a constant in the place of a conditional term, and returns its meaning. Truth values remain as they are.
    fn name(&self, terms: &Terms, t: TermId, ite: &Ite, number: &mut Number) -> Option<Bool> {
        if terms.is_truth(t) {
            return None;
        }
        let constant = constant(format!("t{}", t.0), terms.is_integer(t));
        let meaning = match (&constant, &*number) {
            (Number::Int(constant), Number::Int(value)) => constant.eq(value),
            (Number::Real(constant), Number::Real(value)) => constant.eq(value),
            _ => return None,
        };
        *number = constant;
        let Some(order) = terms.extreme(ite) else { return Some(meaning) };
        let [yes, no] = [ite.yes, ite.no].map(|other| number.ordered(order, &self.terms[&other]));
        Some(Bool::and(&[meaning, yes, no]))
    }

    /// What a result of an operation on bits is: the operands and the result are sums of bits.
    fn bits(&self, t: TermId, bits: &Bits, result: &Int) -> Bool {
        let Bits { op, width, a, b } = bits;
        let count = usize::from(width.bits);
        let (x, y) = (self.integer(*a), self.integer(*b));
        let mut facts = Vec::new();
        let mut digits = |name: &str, value: &Int| {
            let digits: Vec<Bool> = (0..count).map(|i| Bool::new_const(format!("t{}{name}{i}", t.0))).collect();
            let parts: Vec<Int> = digits
                .iter()
                .enumerate()
                .map(|(i, digit)| digit.ite(&numeral::int(&width.place(i)), &numeral::int(&Num::ZERO)))
                .collect();
            facts.push(value.eq(Int::add(&parts)));
            digits
        };
        let (left, right, out) = (digits("a", &x), digits("b", &y), digits("r", result));
        for ((l, r), o) in left.iter().zip(&right).zip(&out) {
            let pair = [l.clone(), r.clone()];
            facts.push(o.eq(match op {
                BitOp::And => Bool::and(&pair),
                BitOp::Or => Bool::or(&pair),
                BitOp::Xor => l.xor(r),
                BitOp::Shl | BitOp::Shr | BitOp::Ushr => unreachable!("shifts are no terms"),
            }));
        }
        Bool::and(&facts)
    }

    /// For a Euclidean quotient or remainder: the condition that the remainder is from zero to below the divisor's absolute
    /// value.
    fn rest_is_below_divisor(&self, terms: &Terms, t: TermId) -> Option<Bool> {
        let (rest, divisor) = match terms.node(t) {
            Term::DivEuclid(a, b) | Term::RemEuclid(a, b) if !terms.is_integer(*a) || !terms.is_integer(*b) => {
                return None;
            }
            Term::RemEuclid(_, b) => (Polynomial::base(t), Polynomial::of(terms, *b)),
            Term::DivEuclid(a, b) => {
                let divisor = Polynomial::of(terms, *b);
                let whole = divisor.times(&Polynomial::base(t))?;
                (Polynomial::of(terms, *a).plus(&whole, -1), divisor)
            }
            _ => return None,
        };
        let greatest = |sign| Polynomial::constant(Num::from(-1)).plus(&divisor, sign);
        let within = |sign| {
            let greatest = greatest(sign);
            let [divides, above, below] =
                [&greatest, &rest, &greatest.plus(&rest, -1)].map(|p| self.nonnegative(terms, p));
            divides.implies(Bool::and(&[above, below]))
        };
        Some(Bool::and(&[within(1), within(-1)]))
    }

    fn linear(&self, linear: &Linear, integer: bool) -> Number {
        let parts = linear.terms.iter().map(|(base, c)| (self.terms[base].clone(), c)).collect();
        sum(parts, &linear.constant, integer)
    }

    /// A polynomial over bases that have been built.
    fn polynomial(&self, terms: &Terms, polynomial: &Polynomial) -> Number {
        let mut constant = &Num::ZERO;
        let mut parts = Vec::new();
        let mut integer = true;
        for (monomial, c) in polynomial.monomials() {
            match monomial {
                [] => constant = c,
                [base] => parts.push((self.terms[base].clone(), c)),
                _ => parts.push((product(terms, monomial), c)),
            }
            integer &= monomial.iter().all(|base| terms.is_integer(*base));
        }
        sum(parts, constant, integer)
    }

    /// The condition that a polynomial over bases that have been built is not negative.
    pub(super) fn nonnegative(&self, terms: &Terms, polynomial: &Polynomial) -> Bool {
        self.polynomial(terms, polynomial).admitted_by(&Threshold::below(Num::ZERO)).not()
    }

    /// A literal, and the constant that names it in unsatisfiable cores.
    pub(super) fn literal(&mut self, terms: &Terms, literal: &Literal) -> (Bool, Bool) {
        if let Some(known) = self.literals.get(literal) {
            return known.clone();
        }
        let within = self.term(terms, literal.form).admitted_by(&literal.threshold);
        let fact = if literal.positive { within } else { within.not() };
        let name = Bool::new_const(format!("l{}", self.literals.len()));
        self.literals.insert(literal.clone(), (fact.clone(), name.clone()));
        (fact, name)
    }

    /// A guard. Its nodes are shared with other guards where the store shares them.
    pub(super) fn guard(&mut self, lx: &Logic, g: Guard) -> Bool {
        if !lx.guards.shares_nodes() {
            self.nodes.clear();
        }
        let mut nodes = std::mem::take(&mut self.nodes);
        let guard = chain(lx, g, &mut nodes, &mut |id| match self.atoms.get(&id) {
            Some(known) => known.clone(),
            None => {
                let (form, threshold) = lx.atom(id);
                let atom = self.term(&lx.terms, form).admitted_by(threshold);
                self.atoms.insert(id, atom.clone());
                atom
            }
        });
        self.nodes = nodes;
        guard
    }

    /// What holds under every input and concerns these inputs and forms: the ranges of the inputs, and the meanings of the
    /// names below the forms. The bounds that literals of `asked` imply are left out.
    pub(super) fn setting(
        &mut self,
        terms: &Terms,
        inputs: &[InputId],
        forms: &[TermId],
        asked: &[Literal],
    ) -> Vec<Bool> {
        let mut setting: Vec<Bool> = inputs.iter().flat_map(|input| self.range(terms, *input, asked)).collect();
        for form in forms {
            self.term(terms, *form);
        }
        if !self.definitions.is_empty() {
            let below = terms.below(forms);
            setting.extend(below.iter().filter_map(|t| self.definitions.get(t)).cloned());
        }
        setting
    }

    /// The bounds of an input, if it has any, but for those that literals of `asked` imply.
    fn range(&mut self, terms: &Terms, input: InputId, asked: &[Literal]) -> Vec<Bool> {
        let info = terms.info(input);
        let number = self.input(terms, input);
        let is_implied = |threshold: &Threshold, within: bool| {
            let of_input = |form| matches!(terms.node(form), Term::Input(other) if *other == input);
            let is_tighter = |l: &Literal| if within { l.threshold <= *threshold } else { l.threshold >= *threshold };
            asked.iter().any(|l| l.positive == within && is_tighter(l) && of_input(l.form))
        };
        let low = info.low.clone().map(Threshold::below).filter(|low| !is_implied(low, false));
        let high = info.high.clone().map(Threshold::at_most).filter(|high| !is_implied(high, true));
        let low = low.map(|low| number.admitted_by(&low).not());
        low.into_iter().chain(high.map(|high| number.admitted_by(&high))).collect()
    }

    /// `divisor != 0` for every divisor below a form that is not constant.
    pub(super) fn divisors(&mut self, terms: &Terms, form: TermId) -> Vec<Bool> {
        let mut conditions = Vec::new();
        for t in terms.below(&[form]) {
            if let Term::DivEuclid(_, b) | Term::RemEuclid(_, b) | Term::DivExact(_, b) = terms.node(t)
                && terms.as_const(*b).is_none()
            {
                conditions.push(self.term(terms, *b).equals(&Num::ZERO).not());
            }
        }
        conditions
    }
}

/// A guard as a chain of if-then-elses, one for each node, shared as the nodes are. The threshold takes the place of each
/// variable; as this is done for all of them, the guard keeps its meaning.
pub(super) fn chain(
    lx: &Logic,
    g: Guard,
    nodes: &mut FxHashMap<u32, Bool>,
    threshold: &mut dyn FnMut(AtomId) -> Bool,
) -> Bool {
    let constants = [(0, false), (1, true)].map(|(index, value)| (index, Bool::from_bool(value)));
    nodes.extend(constants);
    for node in lx.guards.nodes(g) {
        if nodes.contains_key(&node.index) {
            continue;
        }
        let atom = threshold(node.atom);
        let (low, high) = (&nodes[&node.low], &nodes[&node.high]);
        let condition = match (node.low, node.high) {
            (0, 1) => atom,
            (1, 0) => atom.not(),
            (0, _) => Bool::and(&[&atom, high]),
            (1, _) => Bool::or(&[&atom.not(), high]),
            (_, 0) => Bool::and(&[&atom.not(), low]),
            (_, 1) => Bool::or(&[&atom, low]),
            _ => atom.ite(high, low),
        };
        nodes.insert(node.index, condition);
    }
    nodes[&lx.guards.root(g)].clone()
}

/// What a wrapped number is: the number but for a multiple of 2^bits, in the range of the width. Z3 knows far less about `mod`.
fn wrapped(terms: &Terms, t: TermId, width: Width, inner: TermId, (number, inside): (Int, Int)) -> Bool {
    let windows = Int::new_const(format!("t{}q", t.0));
    let shift = Int::mul(&[windows.clone(), numeral::int(&width.modulus())]);
    let mut facts = vec![
        inside.eq(Int::add(&[number.clone(), shift])),
        number.ge(numeral::int(&width.least())),
        number.le(numeral::int(&width.most())),
    ];
    let window = |bound: Option<Num>| {
        let bound = bound?;
        let shift = &bound - &width.wrap(&bound);
        shift.checked_div(&width.modulus())
    };
    let (low, high) = terms.range(inner);
    facts.extend(window(low).map(|low| windows.ge(numeral::int(&low))));
    facts.extend(window(high).map(|high| windows.le(numeral::int(&high))));
    Bool::and(&facts)
}

/// A constant of Z3.
fn constant(name: String, is_integer: bool) -> Number {
    match is_integer {
        true => Number::Int(Int::new_const(name)),
        false => Number::Real(Real::new_const(name)),
    }
}

/// The constant that stands for a product of bases.
fn product(terms: &Terms, bases: &[TermId]) -> Number {
    let ids: Vec<String> = bases.iter().map(|base| base.0.to_string()).collect();
    constant(format!("m{}", ids.join("_")), bases.iter().all(|base| terms.is_integer(*base)))
}

/// A sum of multiples and a constant. It is an integer if `integer` is given and the coefficients are whole.
fn sum(parts: Vec<(Number, &Num)>, constant: &Num, integer: bool) -> Number {
    if integer && constant.is_integer() && parts.iter().all(|(_, c)| c.is_integer()) {
        let multiple = |(part, c): &(Number, &Num)| match **c {
            Num::ONE => part.int(),
            _ => Int::mul(&[numeral::int(c), part.int()]),
        };
        let mut sum: Vec<Int> = parts.iter().map(multiple).collect();
        if !constant.is_zero() {
            sum.push(numeral::int(constant));
        }
        return Number::Int(Int::add(&sum));
    }
    let multiple = |(part, c): &(Number, &Num)| match **c {
        Num::ONE => part.real(),
        _ => Real::mul(&[numeral::real(c), part.real()]),
    };
    let mut sum: Vec<Real> = parts.iter().map(multiple).collect();
    if !constant.is_zero() {
        sum.push(numeral::real(constant));
    }
    Number::Real(Real::add(&sum))
}
