//! Random expressions, as guards and as an oracle evaluates them. `tests/support/guards.rs` uses this file too.

use super::{Guard, InputId, Logic, Num, TermId};
use proptest::prelude::*;

/// An expression of the oracle.
#[derive(Clone, Debug)]
pub enum T {
    Input(usize),
    Const(i64),
    Add(Box<T>, Box<T>),
    Sub(Box<T>, Box<T>),
    Mul(Box<T>, Box<T>),
    Div(Box<T>, i64),
    Rem(Box<T>, i64),
    Ratio(Box<T>, i64),
}

#[derive(Clone, Debug)]
pub enum G {
    Le(T, T),
    Lt(T, T),
    Eq(T, T),
    Not(Box<G>),
    And(Box<G>, Box<G>),
    Or(Box<G>, Box<G>),
    Ite(Box<G>, Box<G>, Box<G>),
}

/// The index of the first real input. The inputs are `x` in -3..=4, `y` unranged, `z` at least 1, `r` real and unranged, `s`
/// real in 0..=1.
pub const REAL: usize = 3;

impl T {
    pub fn build(&self, lx: &mut Logic, ids: &[InputId]) -> TermId {
        let mut both = |a: &T, b: &T| (a.build(lx, ids), b.build(lx, ids));
        match self {
            T::Input(i) => lx.terms.input(ids[*i]),
            T::Const(c) => lx.terms.constant(*c),
            T::Add(a, b) => {
                let (a, b) = both(a, b);
                lx.terms.add(a, b)
            }
            T::Sub(a, b) => {
                let (a, b) = both(a, b);
                lx.terms.sub(a, b)
            }
            T::Mul(a, b) => {
                let (a, b) = both(a, b);
                lx.terms.mul(a, b)
            }
            T::Div(a, c) => {
                let (a, c) = both(a, &T::Const(*c));
                lx.terms.div_euclid(a, c)
            }
            T::Rem(a, c) => {
                let (a, c) = both(a, &T::Const(*c));
                lx.terms.rem_euclid(a, c)
            }
            T::Ratio(a, c) => {
                let (a, c) = both(a, &T::Const(*c));
                lx.terms.div_exact(a, c)
            }
        }
    }

    pub fn eval(&self, at: &[Num]) -> Num {
        match self {
            T::Input(i) => at[*i].clone(),
            T::Const(c) => Num::from(*c),
            T::Add(a, b) => &a.eval(at) + &b.eval(at),
            T::Sub(a, b) => &a.eval(at) - &b.eval(at),
            T::Mul(a, b) => &a.eval(at) * &b.eval(at),
            T::Div(a, c) => a.eval(at).div_rem_euclid(&Num::from(*c)).expect("no divisor is zero").0,
            T::Rem(a, c) => a.eval(at).div_rem_euclid(&Num::from(*c)).expect("no divisor is zero").1,
            T::Ratio(a, c) => a.eval(at).checked_div(&Num::from(*c)).expect("no divisor is zero"),
        }
    }
}

impl G {
    pub fn build(&self, lx: &mut Logic, ids: &[InputId]) -> Guard {
        match self {
            G::Le(a, b) | G::Lt(a, b) | G::Eq(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                match self {
                    G::Le(..) => lx.le(a, b),
                    G::Lt(..) => lx.lt(a, b),
                    _ => lx.eq(a, b),
                }
            }
            G::Not(a) => {
                let a = a.build(lx, ids);
                lx.not(a)
            }
            G::And(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                lx.and(a, b)
            }
            G::Or(a, b) => {
                let (a, b) = (a.build(lx, ids), b.build(lx, ids));
                lx.or(a, b)
            }
            G::Ite(c, a, b) => {
                let (c, a, b) = (c.build(lx, ids), a.build(lx, ids), b.build(lx, ids));
                lx.ite(c, a, b)
            }
        }
    }

    pub fn eval(&self, at: &[Num]) -> bool {
        match self {
            G::Le(a, b) => a.eval(at) <= b.eval(at),
            G::Lt(a, b) => a.eval(at) < b.eval(at),
            G::Eq(a, b) => a.eval(at) == b.eval(at),
            G::Not(a) => !a.eval(at),
            G::And(a, b) => a.eval(at) && b.eval(at),
            G::Or(a, b) => a.eval(at) || b.eval(at),
            G::Ite(c, a, b) => {
                if c.eval(at) {
                    a.eval(at)
                } else {
                    b.eval(at)
                }
            }
        }
    }
}

pub fn int_term() -> BoxedStrategy<T> {
    let leaf = prop_oneof![(0..REAL).prop_map(T::Input), (-5i64..6).prop_map(T::Const)];
    leaf.prop_recursive(3, 8, 2, |t| {
        let b = |t: BoxedStrategy<T>| t.prop_map(Box::new);
        let divisor = prop_oneof![-4i64..0, 1i64..5];
        prop_oneof![
            3 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Add(x, y)),
            3 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Sub(x, y)),
            2 => (b(t.clone()), -4i64..5).prop_map(|(x, c)| T::Mul(x, Box::new(T::Const(c)))),
            1 => (b(t.clone()), b(t.clone())).prop_map(|(x, y)| T::Mul(x, y)),
            1 => (b(t.clone()), divisor.clone()).prop_map(|(x, c)| T::Div(x, c)),
            2 => (b(t), divisor).prop_map(|(x, c)| T::Rem(x, c)),
        ]
    })
    .boxed()
}

pub fn real_term() -> BoxedStrategy<T> {
    let ratio = |t: BoxedStrategy<T>| (t, 1i64..4).prop_map(|(t, c)| T::Ratio(Box::new(t), c)).boxed();
    let real = (REAL..REAL + 2).prop_map(T::Input).boxed();
    let parts = prop_oneof![ratio(int_term()), ratio(real.clone()), real];
    prop_oneof![
        parts.clone(),
        (parts.clone(), parts.clone()).prop_map(|(x, y)| T::Add(x.into(), y.into())),
        (parts.clone(), -3i64..4).prop_map(|(x, c)| T::Sub(x.into(), T::Const(c).into())),
        parts.prop_map(|x| T::Mul(T::Const(-2).into(), x.into())),
    ]
    .boxed()
}

pub fn guard(term: BoxedStrategy<T>, depth: u32) -> BoxedStrategy<G> {
    let constant = (-6i64..7).prop_map(T::Const);
    let right = prop_oneof![2 => constant.boxed(), 1 => term.clone()].boxed();
    let leaf = prop_oneof![
        (term.clone(), right.clone()).prop_map(|(a, b)| G::Le(a, b)),
        (right.clone(), term.clone()).prop_map(|(a, b)| G::Lt(a, b)),
        (term, right).prop_map(|(a, b)| G::Eq(a, b)),
    ];
    leaf.prop_recursive(depth, 12, 3, |g| {
        let b = |g: BoxedStrategy<G>| g.prop_map(Box::new);
        prop_oneof![
            b(g.clone()).prop_map(G::Not),
            (b(g.clone()), b(g.clone())).prop_map(|(x, y)| G::And(x, y)),
            (b(g.clone()), b(g.clone())).prop_map(|(x, y)| G::Or(x, y)),
            (b(g.clone()), b(g.clone()), b(g)).prop_map(|(c, x, y)| G::Ite(c, x, y)),
        ]
    })
    .boxed()
}
