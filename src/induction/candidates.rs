//! Candidates for the predicates of Horn clauses: conjunctions of facts of a few simple forms.
//!
//! Each predicate is at first claimed to satisfy all of them; those that a clause does not preserve are dropped (*Houdini*:
//! C. Flanagan, K. R. M. Leino, *Houdini, an annotation assistant for ESC/Java*, 2001). Facts that Spacer has to find one
//! counterexample after the other, sums of several variables above all, are there from the beginning. Disjunctions are not.

use super::horn::{Predicate, Sort, System};
use super::is_product;
use crate::cancel::Token;
use crate::index::Idx;
use crate::ir::{BinaryOp, Const, Expr, LocalId};
use crate::num::Num;
use std::collections::BTreeSet;

/// The most constants of a program that are bounds of a candidate.
const MOST_CONSTANTS: usize = 12;
/// The most divisors of a program for which remainders of 0 and 1 are candidates.
const MOST_MODULI: usize = 3;
/// With at most this many parameters, all sums and products are formed.
const MOST_SUMMANDS: usize = 7;
/// With more parameters, sums are formed only if at most this many change from one iteration to the next. Each sum then has
/// at most one other.
const MOST_STEPS: usize = 4;

/// Whether the clauses multiply variables. Questions about products are hard, and in vain where there are none.
pub fn has_products(system: &System) -> bool {
    parts(system).any(is_product)
}

/// The candidates of all predicates, over their parameters; with products among them or not. `None` when the token is
/// cancelled.
pub fn candidates(system: &System, with_products: bool, token: &Token) -> Option<Vec<Vec<Expr>>> {
    let constants = constants(system);
    // At least two.
    let moduli = parts(system).filter_map(divisor).chain([Num::from(2)]).collect();
    let of = |(i, predicate)| {
        let steps = (!token.is_cancelled()).then(|| steps(system, i))?;
        Some(of(predicate, &steps, &constants, &moduli, with_products))
    };
    system.predicates.iter().enumerate().map(of).collect()
}

/// The facts of the clauses and their parts.
fn parts(system: &System) -> impl Iterator<Item = &Expr> {
    system.clauses.iter().flat_map(|clause| &clause.facts).flat_map(Expr::parts)
}

/// Whether each parameter of a predicate changes where the predicate follows from itself, that is, in one iteration.
fn steps(system: &System, predicate: usize) -> Vec<bool> {
    let mut change = vec![false; system.predicates[predicate].params.len()];
    for clause in &system.clauses {
        let Some(head) = clause.head.as_ref().filter(|head| head.predicate == predicate) else { continue };
        for before in clause.body.iter().filter(|atom| atom.predicate == predicate) {
            let both = before.args.iter().zip(&head.args);
            change.iter_mut().zip(both).for_each(|(changes, (before, after))| *changes |= before != after);
        }
    }
    change
}

fn of(
    predicate: &Predicate,
    steps: &[bool],
    constants: &[Num],
    moduli: &BTreeSet<Num>,
    with_products: bool,
) -> Vec<Expr> {
    // Where a predicate is unreachable, this is the only one that remains.
    let (mut numbers, mut found) = (Vec::new(), vec![Expr::bool(false)]);
    for (i, (_, sort)) in predicate.params.iter().enumerate() {
        let param = Expr::Local(LocalId::new(i));
        match sort {
            Sort::Int => numbers.push(Number { value: param, changes: steps[i] }),
            Sort::Bool => found.extend([param.clone().negated(), param]),
        }
    }
    for Number { value: a, .. } in &numbers {
        let bounds = constants.iter().flat_map(|k| BOUNDS.map(|bound| bound(a, &number(k))));
        let rests = moduli.iter().take(MOST_MODULI).flat_map(|m| REMAINDERS.map(|rest| rest(a, &number(m))));
        found.extend(bounds.chain(rests));
    }
    let few = numbers.len() <= MOST_SUMMANDS;
    facts_of(PAIRS, &numbers, numbers.len(), &mut found);
    if few {
        facts_of(SUMS, &numbers, numbers.len(), &mut found);
        if with_products {
            facts_of(PRODUCTS, &numbers, numbers.len(), &mut found);
        }
    } else if numbers.iter().filter(|number| number.changes).count() <= MOST_STEPS {
        // If an iteration keeps a sum, its parts mostly compensate each other.
        facts_of(SUMS, &numbers, 1, &mut found);
    }
    found
}

/// A parameter that is a number.
struct Number {
    value: Expr,
    /// Whether an iteration changes it.
    changes: bool,
}

/// A form of facts over different numbers `a`, `b`, `c` and `d`: how many of them it has, the order of their indexes that it
/// takes, mostly so that no fact is made twice, and the fact.
type Template = (usize, fn([usize; 4]) -> bool, fn([&Expr; 4]) -> Expr);

/// Facts about a number and a constant.
const BOUNDS: [fn(&Expr, &Expr) -> Expr; 2] = [at_least, at_most];

/// Facts about a number and a divisor.
const REMAINDERS: [fn(&Expr, &Expr) -> Expr; 2] =
    [|a, m| equal(&rest(a, m), &Expr::int(0)), |a, m| equal(&rest(a, m), &Expr::int(1))];

const PAIRS: &[Template] = &[
    (2, |[a, b, ..]| a < b, |[a, b, ..]| equal(a, b)),
    (2, |_| true, |[a, b, ..]| at_most(a, b)),
    (2, |_| true, |[a, b, ..]| binary(BinaryOp::Lt, a, b)),
];

const SUMS: &[Template] = &[
    (2, |[a, b, ..]| a < b, |[a, b, ..]| equal(&add(a, b), &Expr::int(0))),
    (2, |[a, b, ..]| a < b, |[a, b, ..]| at_least(&add(a, b), &Expr::int(0))),
    (2, |[a, b, ..]| a < b, |[a, b, ..]| at_most(&add(a, b), &Expr::int(0))),
    (3, |[a, b, ..]| a < b, |[a, b, c, _]| equal(&add(a, b), c)),
    (4, |[a, b, c, d]| a < b && a < c && c < d, |[a, b, c, d]| equal(&add(a, b), &add(c, d))),
    (4, |[a, b, c, _]| a < b && b < c, |[a, b, c, d]| equal(&add(&add(a, b), c), d)),
];

const PRODUCTS: &[Template] = &[
    (2, |_| true, |[a, b, ..]| equal(b, &mul(a, a))),
    (3, |[a, b, ..]| a < b, |[a, b, c, _]| equal(c, &mul(a, b))),
    // With a remainder.
    (3, |_| true, |[a, b, c, _]| equal(c, &add(&mul(a, a), b))),
    (4, |[a, b, ..]| a < b, |[a, b, c, d]| equal(d, &add(&mul(a, b), c))),
    // A product that grows by one factor as the other grows.
    (3, |_| true, |[a, b, c, _]| equal(c, &mul(&sub(a, b), a))),
    (4, |[a, b, ..]| a < b, |[a, b, c, d]| equal(d, &mul(&sub(a, c), b))),
    // The sum of the first numbers.
    (2, |_| true, |[a, b, ..]| equal(&twice(a), &mul(b, &sub(b, &Expr::int(1))))),
    (2, |_| true, |[a, b, ..]| equal(&twice(a), &mul(b, &add(b, &Expr::int(1))))),
];

/// The facts of some forms over numbers, of which at most `still` do not change in an iteration.
fn facts_of(templates: &[Template], numbers: &[Number], still: usize, found: &mut Vec<Expr>) {
    for (count, is_ordered, fact) in templates {
        let mut choices = vec![[0; 4]];
        for at in 0..*count {
            let longer = |chosen: [usize; 4]| {
                let is_still = |i: usize| usize::from(!numbers[i].changes);
                let so_far: usize = chosen[..at].iter().map(|i| is_still(*i)).sum();
                let next = (0..numbers.len()).filter(move |i| !chosen[..at].contains(i));
                next.filter(move |i| so_far + is_still(*i) <= still).map(move |i| {
                    let mut longer = chosen;
                    longer[at] = i;
                    longer
                })
            };
            choices = choices.into_iter().flat_map(longer).collect();
        }
        let ordered = choices.into_iter().filter(|choice| is_ordered(*choice));
        found.extend(ordered.map(|choice| fact(choice.map(|i| &numbers[i].value))));
    }
}

/// The integers of the clauses and their neighbours, small ones first.
fn constants(system: &System) -> Vec<Num> {
    let integer = |part: &Expr| if let Expr::Const(Const::Num(n)) = part { Some(n.clone()) } else { None };
    let found: BTreeSet<Num> = parts(system).filter_map(integer).chain([0, 1].map(Num::from)).collect();
    let near: BTreeSet<Num> = found.iter().flat_map(|n| [-1, 0, 1].map(|step| n + &Num::from(step))).collect();
    let mut sorted: Vec<Num> = near.into_iter().collect();
    sorted.sort_by_key(|n| (n.abs(), n.is_negative()));
    sorted.truncate(MOST_CONSTANTS);
    sorted
}

/// The divisor of a remainder, if it is a constant greater than one, without its sign.
fn divisor(expr: &Expr) -> Option<Num> {
    let Expr::Binary(BinaryOp::Rem, _, divisor) = expr else { return None };
    let Expr::Const(Const::Num(n)) = &**divisor else { return None };
    Some(n.abs()).filter(|n| *n > Num::from(1))
}

fn number(n: &Num) -> Expr {
    Expr::Const(Const::Num(n.clone()))
}

fn binary(op: BinaryOp, a: &Expr, b: &Expr) -> Expr {
    Expr::binary(op, a.clone(), b.clone())
}

fn equal(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Eq, a, b)
}

fn at_least(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Ge, a, b)
}

fn at_most(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Le, a, b)
}

fn rest(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Rem, a, b)
}

fn add(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Add, a, b)
}

fn sub(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Sub, a, b)
}

fn mul(a: &Expr, b: &Expr) -> Expr {
    binary(BinaryOp::Mul, a, b)
}

fn twice(a: &Expr) -> Expr {
    mul(&Expr::int(2), a)
}
