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

/// The numbers of nodes that were freed are those of other nodes later: with debug assertions, after one more collection.
#[test]
fn what_was_encoded_of_freed_guards_is_forgotten() {
    let mut b = Bench::new();
    // Of many disjuncts, 2x = y = 2z + 1, all are infeasible. Later one of them is not, 2x = y = 2z + 2.
    let rounds = [None, None].into_iter().chain((0..20).step_by(3).map(Some));
    for (round, feasible) in rounds.enumerate() {
        let mut any = Guard::FALSE;
        for i in 0..20 {
            let [x, y, z] = ["x", "y", "z"].map(|name| b.int(&format!("{name}{round}_{i}")));
            let [x, z] = [x, z].map(|t| b.lx.terms.scale(t, &Num::from(2)));
            let more = b.num(if feasible == Some(i) { 2 } else { 1 });
            let other = b.lx.terms.add(z, more);
            let (one, two) = (b.lx.eq(x, y), b.lx.eq(y, other));
            let all = b.all(&[one, two]);
            any = b.lx.or(any, all);
        }
        assert_eq!(infeasible(b.ask(any)), feasible.is_none(), "{feasible:?}");
        let mut live = Vec::new();
        b.solver.visit(&mut |guard| live.push(guard));
        b.lx.collect(live.iter().copied());
        b.solver.forget(|guard| live.contains(&guard));
    }
}
