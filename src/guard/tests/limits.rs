//! Guards that run out, and guards that are freed.

use super::{BOTH, logic_with};
use crate::cancel::Token;
use crate::config::Summaries;
use crate::guard::{Budget, Exhausted, Guard, Guards, Literal, Logic};
use crate::num::Num;
use crate::term::{Assignment, InputId, InputInfo, Sort};
use proptest::prelude::*;
use std::sync::Arc;

#[test]
fn running_out_of_variables_is_a_flag_that_stays() {
    let (mut lx, t) = logic_with(Summaries::Pairs, &["x"]);
    lx.guards = Guards::with_variables(3);
    // They are far apart, so that no others are made between them.
    for k in 0..3 {
        let k = lx.terms.constant(k << 10);
        assert!(!lx.le(t[0], k).is_false());
        assert_eq!(lx.intact(), Ok(()));
    }
    let k = lx.terms.constant(7);
    let arbitrary = lx.eq(t[0], k);
    assert_eq!(lx.intact(), Err(Exhausted::Atoms));
    let _ = lx.and(arbitrary, Guard::TRUE);
    let (_, guards) = lx.choice("c", 5);
    assert_eq!(guards.len(), 5);
    let all = lx.or_all(guards);
    assert_eq!(lx.model_if_independent(all), None);
    assert_eq!(lx.intact(), Err(Exhausted::Atoms));
}

#[test]
fn running_out_of_memory_is_a_flag_that_stays() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        lx.guards = Guards::new(summaries, Budget { bytes: 2_000, ..Budget::default() });
        let mut parity = Guard::FALSE;
        for k in 0..1_000 {
            let k = lx.terms.constant(2 * k);
            let (a, b) = (lx.le(t[0], k), lx.le(t[1], k));
            let (other, both) = (lx.not(b), lx.and(a, b));
            let part = lx.ite(a, other, both);
            let complement = lx.not(parity);
            parity = lx.ite(part, complement, parity);
        }
        assert_eq!(lx.intact(), Err(Exhausted::Memory));
        assert!(lx.guards.bytes() < 4_000, "{}", lx.guards.bytes());
    }
}

/// The table of nodes asks before it grows. If refused, the running operation ends without the growth.
#[test]
fn where_there_is_no_room_guards_run_out_of_memory() {
    let (mut lx, t) = logic_with(Summaries::Diagram, &["x", "y"]);
    let token = Token::new();
    lx.guards = Guards::new(Summaries::Diagram, Budget { cancellation: Arc::new(token.clone()), ..Budget::default() });
    let mut parity = Guard::FALSE;
    for k in 0..200 {
        if lx.guards.bytes() > 1 << 20 {
            token.set_room(1000);
        }
        // They are far apart, so that guards are chains.
        let k = lx.terms.constant(k << 10);
        let (a, b) = (lx.le(t[0], k), lx.le(t[1], k));
        let either = lx.ite(parity, a, b);
        let complement = lx.not(parity);
        parity = lx.ite(either, complement, parity);
    }
    assert_eq!((lx.intact(), token.reason()), (Err(Exhausted::Memory), None));
    assert!(lx.guards.bytes() < 8 << 20, "{}", lx.guards.bytes());
    lx.collect([]);
    assert_eq!(lx.intact(), Err(Exhausted::Memory));
}

#[test]
fn a_collection_keeps_what_is_live_and_frees_the_rest() {
    for summaries in BOTH {
        let (mut lx, t) = logic_with(summaries, &["x", "y"]);
        let mut parity = Guard::FALSE;
        for k in 0..20 {
            let k = lx.terms.constant(k);
            let (a, b) = (lx.le(t[0], k), lx.eq(t[1], k));
            let both = lx.or(a, b);
            let complement = lx.not(parity);
            parity = lx.ite(both, complement, parity);
        }
        let (other, nodes) = (lx.not(parity), lx.guards.node_count(parity));
        let before = lx.guards.bytes();
        lx.collect([parity]);
        assert!(lx.guards.bytes() < before / 2);
        assert_eq!(lx.guards.node_count(parity), nodes);
        let again = lx.not(parity);
        assert_ne!(again, other, "ids are not given out again");
        assert_eq!(lx.not(again), parity);
        assert_eq!(lx.or(parity, again), Guard::TRUE);
        let two = lx.terms.constant(2);
        let (threshold, count) = (lx.le(t[0], two), lx.atoms_len());
        assert_eq!(lx.and(threshold, Guard::TRUE), threshold);
        assert_eq!(lx.atoms_len(), count);
    }
}

/// Builds with debug assertions detect that a holder of guards was not visited.
#[test]
#[cfg(debug_assertions)]
fn a_guard_that_was_freed_is_not_used() {
    for summaries in BOTH {
        let used = std::panic::catch_unwind(|| {
            let (mut lx, t) = logic_with(summaries, &["x", "y"]);
            let zero = lx.terms.constant(0);
            let (a, b) = (lx.le(t[0], zero), lx.le(t[1], zero));
            let both = lx.and(a, b);
            lx.collect([]);
            let either = lx.or(a, b);
            assert_ne!(either, both, "ids are not given out again at once");
            lx.guards.node_count(both)
        });
        let message = used.expect_err("the guard was freed").downcast::<String>().expect("a message");
        assert!(message.contains("after a collection has freed it"), "{message}");
    }
}

/// An operation on guards made before, by their indices.
#[derive(Clone, Copy, Debug)]
enum Operation {
    Ite(usize, usize, usize),
    Not(usize),
    /// The guard of a threshold of an input.
    AtMost(usize, i64),
    Disjoint(usize, usize),
    Implies(usize, usize),
    /// Within a care set.
    Simplify(usize, usize),
    /// Adds the intersection of two guards to one of them.
    Absorbed(usize, usize),
}

fn operation() -> impl Strategy<Value = Operation> {
    use Operation::*;
    let place = || 0..64usize;
    prop_oneof![
        4 => (place(), place(), place()).prop_map(|(f, g, h)| Ite(f, g, h)),
        1 => place().prop_map(Not),
        2 => (0..4usize, 0..4i64).prop_map(|(input, k)| AtMost(input, k)),
        1 => (place(), place()).prop_map(|(a, b)| Disjoint(a, b)),
        1 => (place(), place()).prop_map(|(a, b)| Implies(a, b)),
        2 => (place(), place()).prop_map(|(node, care)| Simplify(node, care)),
        1 => (place(), place()).prop_map(|(a, b)| Absorbed(a, b)),
    ]
}

/// Four inputs from 0 to 3: a truth table has a bit for each of their 256 values.
type Table = Vec<bool>;

struct Stored {
    lx: Logic,
    inputs: Vec<InputId>,
    /// Guards, each with its expected truth table.
    guards: Vec<(Guard, Table)>,
}

impl Stored {
    fn new(summaries: Summaries) -> Self {
        let mut lx = Logic::new(summaries, Budget::default());
        let range = (Some(Num::ZERO), Some(Num::from(3)));
        let input = |i| InputInfo::value(format!("x{i}"), Sort::Int).ranged(range.0.clone(), range.1.clone());
        let inputs = (0..4).map(|i| lx.terms.add_input(input(i))).collect();
        let constants = [false, true].map(|value| (Guard::from_bool(value), vec![value; 256]));
        Self { lx, inputs, guards: constants.to_vec() }
    }

    fn digit(assignment: usize, input: usize) -> i64 {
        (assignment >> (2 * input) & 3) as i64
    }

    fn table(&self, guard: Guard) -> Table {
        let number = |at: usize, i: usize| Num::from(Self::digit(at, i));
        let assignment =
            |at| self.inputs.iter().enumerate().map(|(i, id)| (*id, number(at, i))).collect::<Assignment>();
        (0..256).map(|at| self.lx.eval(guard, &assignment(at)).expect("all inputs have values")).collect()
    }

    /// Whether the result of an operation is right. Keeps the result if it is a guard.
    fn is_right(&mut self, operation: Operation) -> bool {
        let of = |place: usize| self.guards[place % self.guards.len()].clone();
        let lx = &mut self.lx;
        let each = |value: &dyn Fn(usize) -> bool| (0..256).map(value).collect::<Table>();
        let (guard, expected, care) = match operation {
            Operation::Ite(f, g, h) => {
                let [(f, x), (g, y), (h, z)] = [f, g, h].map(of);
                (lx.ite(f, g, h), each(&|at| if x[at] { y[at] } else { z[at] }), None)
            }
            Operation::Not(a) => {
                let (a, x) = of(a);
                (lx.not(a), each(&|at| !x[at]), None)
            }
            Operation::AtMost(input, k) => {
                let (term, bound) = (lx.terms.input(self.inputs[input]), lx.terms.constant(k));
                (lx.le(term, bound), each(&|at| Self::digit(at, input) <= k), None)
            }
            Operation::Disjoint(a, b) => {
                let [(a, x), (b, y)] = [a, b].map(of);
                return lx.disjoint(a, b) == (0..256).all(|at| !(x[at] && y[at]));
            }
            Operation::Implies(a, b) => {
                let [(a, x), (b, y)] = [a, b].map(of);
                return lx.implies(a, b) == (0..256).all(|at| !x[at] || y[at]);
            }
            Operation::Simplify(node, care) => {
                let [(node, x), (care, y)] = [node, care].map(of);
                let Some(diagrams) = lx.guards.diagrams().filter(|_| !care.is_false()) else { return true };
                (diagrams.simplify(node.into(), care).as_guard(), x, Some(y))
            }
            Operation::Absorbed(a, b) => {
                let [(a, _), (b, y)] = [a, b].map(of);
                let not = lx.not(b);
                let part = lx.and_not(a, not);
                // Absorption: the intersection adds nothing.
                (lx.or(part, b), y, None)
            }
        };
        let table = self.table(guard);
        let matters = |at: &usize| care.as_ref().is_none_or(|care| care[*at]);
        let is_right = (0..256).filter(matters).all(|at| table[at] == expected[at]);
        // Outside its care set, a simplified guard need not be one that thresholds make, so nothing else is tested on it.
        if is_right && care.is_none() && self.lx.intact().is_ok() {
            self.guards.push((guard, table));
        }
        is_right
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// An operation that did not end is not memoised.
    #[test]
    fn what_ran_out_and_is_given_back_gives_the_right_result(
        operations in prop::collection::vec((operation(), 0usize..12), 8..40),
    ) {
        for summaries in BOTH {
            let mut stored = Stored::new(summaries);
            for (operation, nodes) in &operations {
                let limit = stored.lx.guards.borrow_nodes(*nodes);
                let at_once = stored.is_right(*operation);
                let ended = stored.lx.guards.give_back(limit);
                prop_assert!(at_once || !ended, "{summaries:?}: {operation:?} ended with a wrong result");
                prop_assert_eq!(stored.lx.intact(), Ok(()));
                prop_assert!(stored.is_right(*operation), "{:?}: {:?} is wrong the second time", summaries, operation);
            }
        }
    }
}

/// A lemma that would be large is not made, and nothing has run out.
#[test]
fn a_clause_that_is_large_is_not_made() {
    let (mut lx, t) = logic_with(Summaries::Diagram, &["a", "b", "c", "d", "e", "f"]);
    let zero = lx.terms.constant(0);
    let literals: Vec<Literal> = t
        .iter()
        .map(|term| {
            let guard = lx.le(*term, zero);
            lx.cube(guard).map(|cube| cube.literals()).unwrap_or_default().remove(0)
        })
        .collect();
    assert_eq!(lx.clause(&literals, 2), None);
    assert_eq!(lx.intact(), Ok(()));
    let clause = lx.clause(&literals, 64).expect("six literals need few nodes");
    for term in t {
        let within = lx.le(term, zero);
        assert!(lx.implies(within, clause));
    }
}

/// A threshold half-way between two others is made with a new one. It may be one too many.
#[test]
fn thresholds_run_out_half_way() {
    for variables in 1..8 {
        let (mut lx, t) = logic_with(Summaries::Pairs, &["x"]);
        lx.guards = Guards::with_variables(variables);
        for k in [0, 1, 2, 3, 6, 8, 5, 4, 7] {
            let k = lx.terms.constant(k);
            lx.le(t[0], k);
        }
        assert_eq!(lx.intact(), Err(Exhausted::Atoms));
    }
}
