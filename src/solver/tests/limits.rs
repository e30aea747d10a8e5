//! Questions that end without an answer.

use super::*;
use crate::cancel::Reason;
use crate::config::Summaries;
use crate::guard::{Budget, Cancellation};
use std::sync::{Arc, Mutex};

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
    assert!(matches!(b.ask(g), Answer::Unknown(UnknownReason::Nonlinear)));
    assert!(start.elapsed() < Duration::from_secs(120));
    let (u, v) = (b.int("u"), b.int("v"));
    let g = b.lx.lt(u, v);
    b.model(g);
}

#[test]
fn a_question_without_products_is_not_called_nonlinear() {
    let mut b = Bench::with(1);
    let [x, y, m, n, one] = [b.int("x"), b.int("y"), b.int("m"), b.int("n"), b.num(1)];
    // x + y is even, and x + y + 2y is odd.
    let [sum, even, odd] = [(x, y), (m, m), (n, n)].map(|(a, c)| b.lx.terms.add(a, c));
    let (more, odd) = (b.lx.terms.add(y, y), b.lx.terms.add(odd, one));
    let more = b.lx.terms.add(sum, more);
    let sums = [(sum, even), (more, odd)].map(|(a, c)| b.lx.eq(a, c));
    let g = b.all(&sums);
    assert!(matches!(b.ask(g), Answer::Unknown(UnknownReason::ResourceLimit)));
}

/// The amounts of work at which the cancellation was asked.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<u64>>);

impl Cancellation for Asked {
    fn is_over(&self, work: u64) -> bool {
        self.0.lock().unwrap().push(work);
        false
    }

    fn has_room(&self, _: u64) -> bool {
        true
    }
}

#[test]
fn others_work_between_the_parts_of_a_question() {
    let mut b = Bench::with(200_000);
    let asked = Arc::new(Asked::default());
    b.lx.guards.change_cancellation(|_| Arc::clone(&asked) as _);
    b.solver.ask_in_parts(50_000);
    let g = hard(&mut b);
    assert!(matches!(b.ask(g), Answer::Unknown(UnknownReason::Nonlinear)));
    assert_eq!(b.solver.stats().given_up, 1, "parts are no questions");
    let asked = asked.0.lock().unwrap().clone();
    assert!(asked.len() >= 3 && asked.is_sorted(), "{asked:?}");
    assert!(*asked.last().unwrap() >= 200_000, "what Z3 does is work: {asked:?}");
}

#[test]
fn a_question_in_parts_has_the_answer_that_it_has_at_once() {
    for (product, found) in [(10_403, true), (10_427, false)] {
        let mut b = Bench::new();
        b.solver.ask_in_parts(1_000);
        let (x, y, one) = (b.int("x"), b.int("y"), b.num(1));
        let (a, c) = (b.lx.lt(one, x), b.lx.lt(one, y));
        let (term, number) = (b.lx.terms.mul(x, y), b.num(product));
        let is_product = b.lx.eq(term, number);
        let g = b.all(&[a, c, is_product]);
        let answer = b.ask(g);
        assert_eq!(matches!(answer, Answer::Feasible(_)), found, "{answer:?}");
        assert_eq!(infeasible(answer), !found);
        assert_eq!(b.solver.stats().given_up, 0);
    }
}

/// The settings of one exploration must not reach those beside it.
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
    in_own_context(|| {
        let (mut b, token) = (Bench::new(), Token::new());
        b.solver = Solver::new(u32::MAX, 0, &token);
        let g = hard(&mut b);
        let watcher = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            token.cancel(Reason::Timeout);
        });
        let start = Instant::now();
        let answer = b.ask(g);
        assert!(matches!(answer, Answer::Unknown(UnknownReason::Interrupted)), "{answer:?} {:?}", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(120));
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
    });
}

#[test]
fn guards_that_run_out_on_the_way_make_nothing_infeasible() {
    let mut b = Bench::new();
    let token = Token::new();
    let budget = Budget { cancellation: Arc::new(token.clone()), ..Budget::default() };
    b.lx = Logic::new(Summaries::default(), budget);
    let less = |b: &mut Bench, x, y| b.lx.lt(x, y);
    let names = ["x", "y", "z"].map(|name| b.int(name));
    // Related variables far apart: more nodes than an operation makes between two polls of the flag.
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
    token.cancel(Reason::Timeout);
    let answer = b.ask(both);
    assert!(b.lx.intact().is_err());
    assert!(matches!(answer, Answer::Unknown(UnknownReason::ResourceLimit)), "{answer:?}");
}
