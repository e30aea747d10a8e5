//! Guards that run out, and guards that are freed.

use super::{BOTH, logic_with};
use crate::config::Summaries;
use crate::guard::{Budget, Exhausted, Guard, Guards};

#[test]
fn running_out_of_variables_is_a_flag_that_stays() {
    let (mut lx, t) = logic_with(Summaries::Pairs, &["x"]);
    lx.guards = Guards::with_variables(3);
    for k in 0..3 {
        let k = lx.terms.constant(k);
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

/// Builds with debug assertions find a holder of guards that was not visited.
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
