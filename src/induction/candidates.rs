//! Candidates for the predicates of Horn clauses: conjunctions of facts of a few simple forms.
//!
//! Each predicate is at first claimed to satisfy all of them; those that a clause does not preserve are dropped (*Houdini*:
//! C. Flanagan, K. R. M. Leino, *Houdini, an annotation assistant for ESC/Java*, 2001). Facts that Spacer has to find one
//! counterexample after the other, sums of several variables above all, are there from the beginning. Disjunctions are not.

use super::horn::{Predicate, Sort, System};
use super::{has, is_product};
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
    facts(system).any(|fact| has(fact, is_product))
}

/// The candidates of all predicates, over their parameters; with products among them or not. `None` when the token is
/// cancelled.
pub fn candidates(system: &System, with_products: bool, token: &Token) -> Option<Vec<Vec<Expr>>> {
    let constants = constants(system);
    let mut moduli = BTreeSet::new();
    facts(system).for_each(|fact| divisors(fact, &mut moduli));
    // At least two.
    moduli.insert(Num::from(2));
    let of = |(i, predicate)| {
        let steps = (!token.is_cancelled()).then(|| steps(system, i))?;
        Some(of(predicate, &steps, &constants, &moduli, with_products))
    };
    system.predicates.iter().enumerate().map(of).collect()
}

fn facts(system: &System) -> impl Iterator<Item = &Expr> {
    system.clauses.iter().flat_map(|clause| &clause.facts)
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
    let params = predicate.params.iter().enumerate();
    // Where a predicate is unreachable, this is the only one that remains.
    let (mut numbers, mut found) = (Vec::new(), vec![Expr::bool(false)]);
    for (i, (_, sort)) in params {
        let param = Expr::Local(LocalId::new(i));
        match sort {
            Sort::Int => numbers.push(param),
            Sort::Bool => found.extend([param.clone().negated(), param]),
        }
    }
    for a in &numbers {
        for c in constants {
            found.push(Expr::binary(BinaryOp::Ge, a.clone(), number(c.clone())));
            found.push(Expr::binary(BinaryOp::Le, a.clone(), number(c.clone())));
        }
        for modulus in moduli.iter().take(MOST_MODULI) {
            let rest = Expr::binary(BinaryOp::Rem, a.clone(), number(modulus.clone()));
            found.extend((0..2).map(|r| Expr::binary(BinaryOp::Eq, rest.clone(), Expr::int(r))));
        }
    }
    for (i, a) in numbers.iter().enumerate() {
        for b in &numbers[i + 1..] {
            found.push(Expr::binary(BinaryOp::Eq, a.clone(), b.clone()));
            for (a, b) in [(a, b), (b, a)] {
                found.push(Expr::binary(BinaryOp::Le, a.clone(), b.clone()));
                found.push(Expr::binary(BinaryOp::Lt, a.clone(), b.clone()));
                found.push(Expr::binary(BinaryOp::Le, a.clone(), add(b.clone(), Expr::int(1))));
            }
        }
    }
    if numbers.len() <= MOST_SUMMANDS {
        sums(&numbers, &|_| true, &mut found);
        if with_products {
            products(&numbers, &mut found);
        }
    } else {
        // If an iteration keeps a sum, its parts mostly compensate each other.
        let with_sorts = predicate.params.iter().zip(steps).filter(|((_, sort), _)| *sort == Sort::Int);
        let steps: Vec<bool> = with_sorts.map(|(_, changes)| *changes).collect();
        if steps.iter().filter(|changes| **changes).count() <= MOST_STEPS {
            sums(&numbers, &|parts| parts.iter().filter(|i| !steps[**i]).count() <= 1, &mut found);
        }
    }
    found
}

/// Equalities between sums of two and three numbers that fit together, and signs of sums of two.
fn sums(numbers: &[Expr], fit: &dyn Fn(&[usize]) -> bool, found: &mut Vec<Expr>) {
    let pairs: Vec<(usize, usize)> =
        (0..numbers.len()).flat_map(|i| (i + 1..numbers.len()).map(move |j| (i, j))).collect();
    let mut compare = |op, parts: &[usize], a: Expr, b: Expr| {
        if fit(parts) {
            found.push(Expr::binary(op, a, b));
        }
    };
    for &(i, j) in &pairs {
        let sum = add(numbers[i].clone(), numbers[j].clone());
        for op in [BinaryOp::Eq, BinaryOp::Ge, BinaryOp::Le] {
            compare(op, &[i, j], sum.clone(), Expr::int(0));
        }
        for (k, c) in numbers.iter().enumerate().filter(|(k, _)| ![i, j].contains(k)) {
            compare(BinaryOp::Eq, &[i, j, k], sum.clone(), c.clone());
            for (l, d) in numbers.iter().enumerate().filter(|(l, _)| *l > k && ![i, j].contains(l) && k > i) {
                compare(BinaryOp::Eq, &[i, j, k, l], sum.clone(), add(c.clone(), d.clone()));
            }
        }
    }
    // Three on one side.
    for &(i, j) in &pairs {
        for k in j + 1..numbers.len() {
            let sum = add(add(numbers[i].clone(), numbers[j].clone()), numbers[k].clone());
            for (l, d) in numbers.iter().enumerate().filter(|(l, _)| ![i, j, k].contains(l)) {
                compare(BinaryOp::Eq, &[i, j, k, l], sum.clone(), d.clone());
            }
        }
    }
}

/// Equalities for products of two numbers, alone and with a remainder, and for sums of the first numbers.
fn products(numbers: &[Expr], found: &mut Vec<Expr>) {
    for (i, a) in numbers.iter().enumerate() {
        for (j, b) in numbers.iter().enumerate() {
            let product = mul(a.clone(), b.clone());
            if i <= j {
                for (k, c) in numbers.iter().enumerate().filter(|(k, _)| ![i, j].contains(k)) {
                    found.push(Expr::binary(BinaryOp::Eq, c.clone(), product.clone()));
                    for d in numbers.iter().enumerate().filter(|(l, _)| ![i, j, k].contains(l)).map(|(_, d)| d) {
                        found.push(Expr::binary(BinaryOp::Eq, d.clone(), add(product.clone(), c.clone())));
                    }
                    // (a - c) * b: a product that grows by b as a grows.
                    for d in numbers.iter().enumerate().filter(|(l, _)| ![i, j, k].contains(l)).map(|(_, d)| d) {
                        let rest = mul(sub(a.clone(), c.clone()), b.clone());
                        found.push(Expr::binary(BinaryOp::Eq, d.clone(), rest));
                    }
                }
            }
            if i != j {
                let twice = mul(Expr::int(2), a.clone());
                for step in [-1, 1] {
                    let next = add(b.clone(), Expr::int(step));
                    found.push(Expr::binary(BinaryOp::Eq, twice.clone(), mul(b.clone(), next)));
                }
            }
        }
    }
}

/// The integers of the clauses and their neighbours, small ones first.
fn constants(system: &System) -> Vec<Num> {
    let mut found = BTreeSet::from([Num::from(0), Num::from(1)]);
    facts(system).for_each(|fact| collect(fact, &mut found));
    let mut near: BTreeSet<Num> = BTreeSet::new();
    for n in &found {
        near.extend([-1, 0, 1].map(|step| n + &Num::from(step)));
    }
    let mut sorted: Vec<Num> = near.into_iter().collect();
    sorted.sort_by_key(|n| (n.abs(), n.is_negative()));
    sorted.truncate(MOST_CONSTANTS);
    sorted
}

/// The divisors in the remainders of an expression.
fn divisors(expr: &Expr, found: &mut BTreeSet<Num>) {
    if let Expr::Binary(BinaryOp::Rem, _, divisor) = expr
        && let Expr::Const(Const::Num(n)) = &**divisor
        && n.abs() > Num::from(1)
    {
        found.insert(n.abs());
    }
    expr.operands().into_iter().for_each(|operand| divisors(operand, found));
}

fn collect(expr: &Expr, found: &mut BTreeSet<Num>) {
    if let Expr::Const(Const::Num(n)) = expr {
        found.insert(n.clone());
    }
    expr.operands().into_iter().for_each(|operand| collect(operand, found));
}

fn number(n: Num) -> Expr {
    Expr::Const(Const::Num(n))
}

fn add(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Add, a, b)
}

fn sub(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Sub, a, b)
}

fn mul(a: Expr, b: Expr) -> Expr {
    Expr::binary(BinaryOp::Mul, a, b)
}
