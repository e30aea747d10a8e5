//! The shortcuts, and models with small values.

use super::*;

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

    // A contradiction of differences is a lemma.
    let (xy, yz, zx) = (b.lx.le(x, y), b.lx.le(y, z), b.lx.lt(z, x));
    let circle = b.all(&[xy, yz, zx]);
    assert!(infeasible(b.ask(circle)));
    assert_eq!((b.calls(), b.solver.stats().lemmas, b.avoided("lemmas")), (0, 1, 1));
    let again = b.all(&[circle, low]);
    assert!(infeasible(b.ask(again)));
    assert_eq!((b.solver.stats().lemmas, b.avoided("lemmas")), (1, 2));
    // The lemma holds for stronger thresholds, too.
    let (xy, yz) = (b.lx.lt(x, y), b.lx.lt(y, z));
    let stronger = b.all(&[xy, yz, zx]);
    assert!(infeasible(b.ask(stronger)));
    assert_eq!((b.solver.stats().lemmas, b.avoided("lemmas")), (1, 3));

    // 2x ≤ y ≤ z < 2x is none of differences.
    let twice = b.lx.terms.scale(x, &Num::from(2));
    let (xy, yz, zx) = (b.lx.le(twice, y), b.lx.le(y, z), b.lx.lt(z, twice));
    let circle = b.all(&[xy, yz, zx]);
    assert!(infeasible(b.ask(circle)));
    assert_eq!((b.calls(), b.solver.stats().lemmas), (1, 2));
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
