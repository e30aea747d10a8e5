//! Random guards, compared with brute force over a box of inputs.

use super::*;
use proptest::prelude::*;

/// A Boolean combination of comparisons.
#[derive(Clone, Debug)]
enum Tree {
    Compare { form: Form, op: u8, bound: i64 },
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
}

#[derive(Clone, Debug)]
enum Form {
    Linear([i64; 3]),
    Product(usize, usize),
    ProductOfSums([i64; 3], [i64; 3]),
    Div([i64; 3], i64),
    Rem([i64; 3], i64),
    DivBy(usize, usize),
    RemBy(usize, usize),
}

fn tree(nonlinear: bool) -> impl Strategy<Value = Tree> {
    let linear = || prop::array::uniform3(-2i64..=2);
    let divisor = || prop::sample::select(vec![-3i64, 2, 3]);
    let form = prop_oneof![
        6 => linear().prop_map(Form::Linear),
        2 => (linear(), divisor()).prop_map(|(f, c)| Form::Rem(f, c)),
        1 => (linear(), divisor()).prop_map(|(f, c)| Form::Div(f, c)),
        if nonlinear { 3 } else { 0 } => (0usize..3, 0usize..3).prop_map(|(a, b)| Form::Product(a, b)),
        if nonlinear { 3 } else { 0 } => (linear(), linear()).prop_map(|(f, g)| Form::ProductOfSums(f, g)),
        if nonlinear { 1 } else { 0 } => (0usize..3, 0usize..3).prop_map(|(a, b)| Form::DivBy(a, b)),
        if nonlinear { 1 } else { 0 } => (0usize..3, 0usize..3).prop_map(|(a, b)| Form::RemBy(a, b)),
    ];
    let leaf = (form, 0u8..3, -4i64..=4).prop_map(|(form, op, bound)| Tree::Compare { form, op, bound });
    leaf.prop_recursive(4, 12, 2, |inner| {
        prop_oneof![
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::And(a.into(), b.into())),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| Tree::Or(a.into(), b.into())),
            1 => inner.prop_map(|a| Tree::Not(a.into())),
        ]
    })
}

impl Bench {
    fn linear(&mut self, inputs: &[TermId; 3], coefficients: &[i64; 3]) -> TermId {
        sum(&mut self.lx.terms, inputs, coefficients, 0)
    }

    fn guard(&mut self, inputs: &[TermId; 3], tree: &Tree) -> Guard {
        match tree {
            Tree::And(a, b) => {
                let (a, b) = (self.guard(inputs, a), self.guard(inputs, b));
                self.lx.and(a, b)
            }
            Tree::Or(a, b) => {
                let (a, b) = (self.guard(inputs, a), self.guard(inputs, b));
                self.lx.or(a, b)
            }
            Tree::Not(a) => {
                let a = self.guard(inputs, a);
                self.lx.not(a)
            }
            Tree::Compare { form, op, bound } => {
                let mut defined = Guard::TRUE;
                let form = match form {
                    Form::Linear(f) => self.linear(inputs, f),
                    Form::Product(a, b) => self.lx.terms.mul(inputs[*a], inputs[*b]),
                    Form::Div(f, c) => {
                        let (f, c) = (self.linear(inputs, f), self.num(*c));
                        self.lx.terms.div_euclid(f, c)
                    }
                    Form::Rem(f, c) => {
                        let (f, c) = (self.linear(inputs, f), self.num(*c));
                        self.lx.terms.rem_euclid(f, c)
                    }
                    Form::ProductOfSums(f, g) => {
                        let (f, g) = (self.linear(inputs, f), self.linear(inputs, g));
                        self.lx.terms.mul(f, g)
                    }
                    Form::DivBy(a, b) | Form::RemBy(a, b) => {
                        let zero = self.num(0);
                        let undefined = self.lx.eq(inputs[*b], zero);
                        defined = self.lx.not(undefined);
                        match form {
                            Form::DivBy(..) => self.lx.terms.div_euclid(inputs[*a], inputs[*b]),
                            _ => self.lx.terms.rem_euclid(inputs[*a], inputs[*b]),
                        }
                    }
                };
                let bound = self.num(*bound);
                let compared = match op {
                    0 => self.lx.le(form, bound),
                    1 => self.lx.eq(form, bound),
                    _ => self.lx.lt(bound, form),
                };
                self.lx.and(defined, compared)
            }
        }
    }
}

fn truth(tree: &Tree, point: &[i64; 3]) -> bool {
    let linear = |f: &[i64; 3]| f.iter().zip(point).map(|(c, x)| c * x).sum::<i64>();
    match tree {
        Tree::And(a, b) => truth(a, point) && truth(b, point),
        Tree::Or(a, b) => truth(a, point) || truth(b, point),
        Tree::Not(a) => !truth(a, point),
        Tree::Compare { form, op, bound } => {
            let value = match form {
                Form::Linear(f) => linear(f),
                Form::Product(a, b) => point[*a] * point[*b],
                Form::Div(f, c) => linear(f).div_euclid(*c),
                Form::Rem(f, c) => linear(f).rem_euclid(*c),
                Form::ProductOfSums(f, g) => linear(f) * linear(g),
                Form::DivBy(_, b) | Form::RemBy(_, b) if point[*b] == 0 => return false,
                Form::DivBy(a, b) => point[*a].div_euclid(point[*b]),
                Form::RemBy(a, b) => point[*a].rem_euclid(point[*b]),
            };
            match op {
                0 => value <= *bound,
                1 => value == *bound,
                _ => value > *bound,
            }
        }
    }
}

const BOX: std::ops::RangeInclusive<i64> = -3..=3;

fn points() -> impl Iterator<Item = [i64; 3]> {
    BOX.flat_map(|x| BOX.flat_map(move |y| BOX.map(move |z| [x, y, z])))
}

/// Asks about each tree within the box, in one run, and compares the answer with all points.
fn compare_with_brute_force(trees: &[Tree], ranged: bool, all_known: bool) {
    let mut b = Bench::new();
    let (low, high) = (b.num(*BOX.start()), b.num(*BOX.end()));
    let mut inputs = [low; 3];
    let mut within = Guard::TRUE;
    for (term, name) in inputs.iter_mut().zip(["x", "y", "z"]) {
        let mut info = InputInfo::value(name, Sort::Int);
        if ranged && name != "y" {
            info = info.ranged(Some(Num::from(*BOX.start())), Some(Num::from(*BOX.end())));
        }
        *term = input(&mut b.lx.terms, info);
        let (above, below) = (b.lx.le(low, *term), b.lx.le(*term, high));
        within = b.all(&[within, above, below]);
    }
    for tree in trees {
        let g = b.guard(&inputs, tree);
        let g = b.lx.and(g, within);
        let expected = points().any(|point| truth(tree, &point));
        match b.ask(g) {
            Answer::Feasible(_) => assert!(expected, "{tree:?}"),
            Answer::Infeasible => assert!(!expected, "{tree:?}"),
            Answer::Unknown(reason) => assert!(!all_known, "{reason:?} {tree:?}"),
        }
        if let Some(model) = b.solver.small_model(&mut b.lx, g, &[]) {
            assert_eq!(b.lx.eval(g, model.assignment()), Some(true));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn linear_guards_agree_with_brute_force(trees in prop::collection::vec(tree(false), 1..6), ranged: bool) {
        compare_with_brute_force(&trees, ranged, true);
    }

    #[test]
    fn nonlinear_guards_agree_with_brute_force(trees in prop::collection::vec(tree(true), 1..3), ranged: bool) {
        compare_with_brute_force(&trees, ranged, false);
    }

    /// Over real inputs, a point of the grid that satisfies the guard makes it feasible.
    #[test]
    fn guards_over_reals_have_the_models_of_a_grid(
        trees in prop::collection::vec(tree(false), 1..4).prop_filter("no division", |ts| ts.iter().all(no_division)),
        scale in 1i64..=3,
    ) {
        let mut b = Bench::new();
        let inputs = [b.real("r"), b.int("i"), b.real("s")];
        for tree in &trees {
            let g = b.guard(&inputs, tree);
            let at = |point: [i64; 3]| -> Assignment {
                let fraction = |n: i64| Num::from(n).checked_div(&Num::from(scale)).unwrap();
                [fraction(point[0]), Num::from(point[1]), fraction(point[2])]
                    .into_iter().enumerate().map(|(i, n)| (InputId(i as u32), n)).collect()
            };
            let expected = points().any(|point| b.lx.eval(g, &at(point)) == Some(true));
            let answer = b.ask(g);
            prop_assert!(!matches!(answer, Answer::Unknown(_)));
            prop_assert!(!expected || matches!(answer, Answer::Feasible(_)));
        }
    }
}

fn no_division(tree: &Tree) -> bool {
    match tree {
        Tree::And(a, b) | Tree::Or(a, b) => no_division(a) && no_division(b),
        Tree::Not(a) => no_division(a),
        Tree::Compare { form, .. } => matches!(form, Form::Linear(_)),
    }
}
