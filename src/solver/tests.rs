use super::*;
use crate::num::Num;
use crate::term::{Assignment, InputId, InputInfo, Sort, TermId};
use num_bigint::BigInt;
use proptest::prelude::*;
use std::time::{Duration, Instant};

struct Bench {
    lx: Logic,
    solver: Solver,
}

impl Bench {
    fn new() -> Self {
        Self::with(5_000_000)
    }

    fn with(rlimit: u32) -> Self {
        Self { lx: Logic::default(), solver: Solver::new(rlimit) }
    }

    fn input(&mut self, name: &str, sort: Sort) -> (InputId, TermId) {
        let id = self.lx.terms.add_input(InputInfo::value(name, sort));
        (id, self.lx.terms.input(id))
    }

    fn int(&mut self, name: &str) -> TermId {
        self.input(name, Sort::Int).1
    }

    fn real(&mut self, name: &str) -> TermId {
        self.input(name, Sort::Real).1
    }

    fn num(&mut self, n: i64) -> TermId {
        self.lx.terms.constant(n)
    }

    fn all(&mut self, guards: &[Guard]) -> Guard {
        guards.iter().fold(Guard::TRUE, |a, b| self.lx.and(a, *b))
    }

    /// Asks, and checks what comes back.
    fn ask(&mut self, g: Guard) -> Answer {
        let answer = self.solver.feasible(&mut self.lx, g);
        if let Answer::Feasible(model) = &answer {
            assert_eq!(self.lx.eval(g, model.assignment()), Some(true));
        }
        answer
    }

    fn model(&mut self, g: Guard) -> Rc<Model> {
        match self.ask(g) {
            Answer::Feasible(model) => model,
            other => panic!("{other:?}"),
        }
    }

    fn avoided(&self, shortcut: &str) -> u64 {
        self.solver.stats().avoided.get(shortcut).copied().unwrap_or(0)
    }

    fn calls(&self) -> u64 {
        self.solver.stats().solver_calls
    }
}

fn infeasible(answer: Answer) -> bool {
    matches!(answer, Answer::Infeasible)
}

#[test]
fn conditional_terms_mean_the_same_to_the_solver() {
    let mut b = Bench::new();
    let (x, y, r) = (b.int("x"), b.int("y"), b.real("r"));
    let less = b.lx.lt(x, y);
    let max = b.lx.select(less, y, x);
    let (below_x, below_y, below_r) = (b.lx.lt(max, x), b.lx.lt(max, y), b.lx.lt(max, r));
    assert!(infeasible(b.ask(below_x)));
    assert!(infeasible(b.ask(below_y)));
    b.model(below_r);
    // Of integers and reals together, and of a truth value that is calculated with.
    let greatest = b.lx.select(below_r, r, max);
    let (zero, one) = (b.num(0), b.num(1));
    let less_as_number = b.lx.select(less, one, zero);
    let sum = b.lx.terms.add(greatest, less_as_number);
    let (low, high) = (b.lx.lt(sum, r), b.lx.le(sum, greatest));
    assert!(infeasible(b.ask(low)));
    let both = b.all(&[high, less]);
    assert!(infeasible(b.ask(both)));
    let other = b.all(&[high, below_r]);
    b.model(other);
}

#[test]
fn each_rung_of_the_ladder_answers_before_the_next_is_tried() {
    let mut b = Bench::new();
    let (x, y, z) = (b.int("x"), b.int("y"), b.int("z"));
    let (one, five) = (b.num(1), b.num(5));
    assert!(infeasible(b.ask(Guard::FALSE)));
    assert_eq!(b.avoided("false"), 1);

    let (low, high) = (b.lx.le(one, x), b.lx.le(y, five));
    let apart = b.all(&[low, high]);
    b.model(apart);
    assert_eq!((b.avoided("independent"), b.calls()), (1, 0));
    b.model(apart);
    assert_eq!((b.avoided("repeated"), b.calls()), (1, 0));

    // The model has x = 1 and the others 0.
    let above = b.lx.lt(y, x);
    let g = b.all(&[low, above]);
    b.model(g);
    assert_eq!((b.avoided("model"), b.calls()), (1, 0));

    let (xy, yz, zx) = (b.lx.le(x, y), b.lx.le(y, z), b.lx.lt(z, x));
    let circle = b.all(&[xy, yz, zx]);
    assert!(infeasible(b.ask(circle)));
    assert_eq!((b.calls(), b.solver.stats().lemmas), (1, 1));
    let again = b.all(&[circle, low]);
    assert!(infeasible(b.ask(again)));
    assert_eq!((b.calls(), b.avoided("lemmas")), (1, 1));
    // The lemma holds for thresholds that are stronger, too.
    let (xy, yz) = (b.lx.lt(x, y), b.lx.lt(y, z));
    let stronger = b.all(&[xy, yz, zx]);
    assert!(infeasible(b.ask(stronger)));
    assert_eq!((b.calls(), b.avoided("lemmas")), (1, 2));
}

#[test]
fn a_model_at_hand_is_found_without_a_question() {
    let mut b = Bench::new();
    let (x, y) = (b.int("x"), b.int("y"));
    let (g, other) = (b.lx.lt(x, y), b.lx.le(y, x));
    assert!(b.solver.known_model(&b.lx, g).is_none());
    let model = b.model(g);
    let weaker = b.lx.le(x, y);
    assert_eq!(b.solver.known_model(&b.lx, weaker).unwrap().assignment(), model.assignment());
    assert!(b.solver.known_model(&b.lx, other).is_none());
    assert!(b.solver.known_model(&b.lx, Guard::FALSE).is_none());
}

#[test]
fn numbers_have_any_size() {
    let mut b = Bench::new();
    let (x_id, x) = b.input("x", Sort::Int);
    let (y, r) = (b.int("y"), b.real("r"));
    let big = b.lx.terms.constant(Num::from(BigInt::from(10).pow(30)));
    let sum = b.lx.terms.add(x, y);
    let third = "-1/3".parse::<Num>().unwrap();
    let third = b.lx.terms.constant(third);
    let more = b.lx.terms.add(r, x);
    let (p, q, s) = (b.lx.lt(big, sum), b.lx.le(y, x), b.lx.eq(more, third));
    let g = b.all(&[p, q, s]);
    let model = b.model(g);
    assert!(b.calls() > 0);
    assert!(model.value(&b.lx, x_id) > Num::from(BigInt::from(10).pow(29)));
}

#[test]
fn products_of_integers_are_solved() {
    let mut b = Bench::new();
    let ((x_id, x), (y_id, y)) = (b.input("x", Sort::Int), b.input("y", Sort::Int));
    let (one, two, n) = (b.num(1), b.num(2), b.num(391));
    let (product, square) = (b.lx.terms.mul(x, y), b.lx.terms.mul(x, x));
    let (p, q, r) = (b.lx.eq(product, n), b.lx.lt(one, x), b.lx.lt(one, y));
    let g = b.all(&[p, q, r]);
    let model = b.model(g);
    assert_eq!(&model.value(&b.lx, x_id) * &model.value(&b.lx, y_id), Num::from(391));
    let irrational = b.lx.eq(square, two);
    assert!(infeasible(b.ask(irrational)));
}

#[test]
fn an_irrational_solution_is_no_model_and_its_rational_neighbours_are() {
    let mut b = Bench::new();
    let (r, s) = (b.real("r"), b.real("s"));
    let (two, three) = (b.num(2), b.num(3));
    let (square, other) = (b.lx.terms.mul(r, r), b.lx.terms.mul(s, s));
    let root = b.lx.eq(square, two);
    assert!(matches!(b.ask(root), Answer::Unknown(UnknownReason::NoRationalWitness)));
    let sum = b.lx.terms.add(square, other);
    let (p, q, apart) = (b.lx.lt(two, sum), b.lx.lt(sum, three), b.lx.lt(r, s));
    let g = b.all(&[p, q, apart]);
    b.model(g);
    // On the curve s = r^2 + 1/2 with r > s - 1: some rational r will do.
    let half = "1/2".parse::<Num>().unwrap();
    let half = b.lx.terms.constant(half);
    let curve = b.lx.terms.add(square, half);
    let (p, q) = (b.lx.eq(s, curve), b.lx.le(two, square));
    let g = b.all(&[p, q]);
    b.model(g);
}

#[test]
fn division_is_euclidean_and_by_zero_no_model() {
    let mut b = Bench::new();
    let (x_id, x) = b.input("x", Sort::Int);
    let y = b.int("y");
    let (q, r) = (b.lx.terms.div_euclid(x, y), b.lx.terms.rem_euclid(x, y));
    let (minus_three, two, zero) = (b.num(-3), b.num(2), b.num(0));
    let (p1, p2, p3, p4) = (b.lx.eq(q, minus_three), b.lx.eq(r, two), b.lx.lt(zero, y), b.lx.lt(x, zero));
    let g = b.all(&[p1, p2, p3, p4]);
    let model = b.model(g);
    assert!(model.value(&b.lx, x_id).is_negative());
    let by_zero = b.lx.eq(y, zero);
    let g = b.all(&[p1, by_zero]);
    assert!(!matches!(b.ask(g), Answer::Feasible(_)));
    let (a, c) = (b.real("a"), b.real("c"));
    let ratio = b.lx.terms.div_exact(a, c);
    let g = b.lx.eq(ratio, two);
    b.model(g);
}

/// x³ + y³ + z³ = 42 has solutions of 17 digits.
fn hard(b: &mut Bench) -> Guard {
    let cubes: Vec<TermId> = ["x", "y", "z"]
        .iter()
        .map(|name| {
            let x = b.int(name);
            let square = b.lx.terms.mul(x, x);
            b.lx.terms.mul(square, x)
        })
        .collect();
    let sum = b.lx.terms.add(cubes[0], cubes[1]);
    let sum = b.lx.terms.add(sum, cubes[2]);
    let n = b.num(42);
    b.lx.eq(sum, n)
}

#[test]
fn the_resource_limit_ends_a_hard_question() {
    let mut b = Bench::with(200_000);
    let g = hard(&mut b);
    let start = Instant::now();
    assert!(matches!(b.ask(g), Answer::Unknown(UnknownReason::ResourceLimit)));
    assert!(start.elapsed() < Duration::from_secs(20));
    let (u, v) = (b.int("u"), b.int("v"));
    let g = b.lx.lt(u, v);
    b.model(g);
}

/// What one exploration asks for must not reach those beside it.
#[test]
fn a_solver_sets_nothing_for_the_whole_process() {
    let mut b = Bench::new();
    let (x, y) = (b.int("x"), b.int("y"));
    let g = b.lx.lt(x, y);
    b.model(g);
    for name in ["memory_high_watermark", "memory_max_size", "rlimit"] {
        assert_eq!(z3::get_global_param(name).as_deref(), Some("0"), "{name}");
    }
}

#[test]
fn an_interruption_ends_the_question_and_all_later_ones() {
    let mut b = Bench::with(u32::MAX);
    let g = hard(&mut b);
    let interrupter = b.solver.interrupter();
    let watcher = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        interrupter.interrupt();
    });
    let start = Instant::now();
    let answer = b.ask(g);
    assert!(matches!(answer, Answer::Unknown(UnknownReason::Interrupted)), "{answer:?} {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(20));
    watcher.join().unwrap();
    let (u, v) = (b.int("u"), b.int("v"));
    let (below, above) = (b.lx.lt(u, v), b.lx.lt(v, u));
    let sum = b.lx.terms.add(u, v);
    let one = b.num(1);
    let odd = b.lx.eq(sum, one);
    let either = b.lx.or(below, above);
    let g = b.all(&[either, odd]);
    let calls = b.calls();
    assert!(matches!(b.ask(g), Answer::Unknown(UnknownReason::Interrupted)));
    assert_eq!(b.calls(), calls);
    assert!(b.solver.interrupter().is_stopped());
}

#[test]
fn guards_that_run_out_on_the_way_make_nothing_infeasible() {
    let mut b = Bench::new();
    let less = |b: &mut Bench, x, y| b.lx.lt(x, y);
    let names = ["x", "y", "z"].map(|name| b.int(name));
    // Variables that belong together far apart: more nodes than an operation goes without looking at the flag.
    let zero = b.num(0);
    let [left, right] = ["a", "b"].map(|side| (0..13).map(|i| b.int(&format!("{side}{i}"))).collect::<Vec<_>>());
    let positive = [left, right].map(|side| side.iter().map(|t| less(&mut b, zero, *t)).collect::<Vec<_>>());
    let mut large = Guard::TRUE;
    for (&p, &q) in positive[0].iter().zip(&positive[1]) {
        let differ = b.lx.not(q);
        let same = b.lx.ite(p, q, differ);
        large = b.lx.and(large, same);
    }
    let [x, y, z] = names;
    let cycle = [(x, y), (y, z), (z, x)].map(|(a, c)| less(&mut b, a, c));
    let cycle = b.all(&cycle);
    let both = b.lx.and(large, cycle);
    assert!(infeasible(b.ask(cycle)), "a lemma is learned");
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    b.lx.guards.set_interrupt(flag);
    let answer = b.ask(both);
    assert!(b.lx.exhausted().is_some());
    assert!(matches!(answer, Answer::Unknown(UnknownReason::ResourceLimit)), "{answer:?}");
}

#[test]
fn a_model_for_a_report_has_small_values() {
    let mut b = Bench::new();
    let ((n_id, n), (x_id, x), (y_id, y)) = (b.input("n", Sort::Int), b.input("x", Sort::Int), b.input("y", Sort::Int));
    let (two, forty) = (b.num(2), b.num(40));
    let sum = b.lx.terms.add(x, y);
    let sum = b.lx.terms.add(sum, n);
    let (p, q, r) = (b.lx.le(forty, sum), b.lx.le(two, n), b.lx.lt(y, x));
    let g = b.all(&[p, q, r]);
    let model = b.solver.small_model(&mut b.lx, g, &[n_id]).unwrap();
    assert_eq!(b.lx.eval(g, model.assignment()), Some(true));
    assert_eq!(model.value(&b.lx, n_id), Num::from(2));
    assert!(model.value(&b.lx, x_id) <= Num::from(100) && model.value(&b.lx, y_id).abs() <= Num::from(100));
    let no = b.lx.and_not(g, p);
    assert!(b.solver.small_model(&mut b.lx, no, &[]).is_none());
}

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
    Div([i64; 3], i64),
    Rem([i64; 3], i64),
    DivBy(usize, usize),
}

fn tree(nonlinear: bool) -> impl Strategy<Value = Tree> {
    let linear = || prop::array::uniform3(-2i64..=2);
    let divisor = || prop::sample::select(vec![-3i64, 2, 3]);
    let form = prop_oneof![
        6 => linear().prop_map(Form::Linear),
        2 => (linear(), divisor()).prop_map(|(f, c)| Form::Rem(f, c)),
        1 => (linear(), divisor()).prop_map(|(f, c)| Form::Div(f, c)),
        if nonlinear { 3 } else { 0 } => (0usize..3, 0usize..3).prop_map(|(a, b)| Form::Product(a, b)),
        if nonlinear { 1 } else { 0 } => (0usize..3, 0usize..3).prop_map(|(a, b)| Form::DivBy(a, b)),
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
        let mut sum = self.num(0);
        for (input, c) in inputs.iter().zip(coefficients) {
            let part = self.lx.terms.scale(*input, &Num::from(*c));
            sum = self.lx.terms.add(sum, part);
        }
        sum
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
                    Form::DivBy(a, b) => {
                        let zero = self.num(0);
                        defined = self.lx.ne(inputs[*b], zero);
                        self.lx.terms.div_euclid(inputs[*a], inputs[*b])
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
                Form::DivBy(_, b) if point[*b] == 0 => return false,
                Form::DivBy(a, b) => point[*a].div_euclid(point[*b]),
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

/// Asks about each tree within the box, in one run, and compares with trying all points.
fn compare_with_brute_force(trees: &[Tree], ranged: bool, all_known: bool) {
    let mut b = Bench::new();
    let (low, high) = (b.num(*BOX.start()), b.num(*BOX.end()));
    let mut inputs = [low; 3];
    let mut within = Guard::TRUE;
    for (input, name) in inputs.iter_mut().zip(["x", "y", "z"]) {
        let mut info = InputInfo::value(name, Sort::Int);
        if ranged && name != "y" {
            info = info.ranged(Some(Num::from(*BOX.start())), Some(Num::from(*BOX.end())));
        }
        let id = b.lx.terms.add_input(info);
        *input = b.lx.terms.input(id);
        let (above, below) = (b.lx.le(low, *input), b.lx.le(*input, high));
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

    /// Real inputs: a point of the grid that satisfies the guard makes it feasible.
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
