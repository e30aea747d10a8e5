//! Numbers of all sorts in questions to Z3.

use super::*;

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
    // A mixture of integers and reals, and a truth value in a calculation.
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
    // On the curve s = r^2 + 1/2 with r > s - 1 there are rational points.
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
