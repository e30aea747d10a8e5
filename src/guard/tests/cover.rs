//! Covers, compared with the guards that they cover.

use super::expressions::{G, guard, int_term};
use super::oracle::inputs;
use super::{BOTH, Budget, Logic};
use crate::guard::Guard;
use crate::num::Num;
use crate::term::{InputInfo, Sort};
use proptest::prelude::*;

proptest! {
    #[test]
    fn a_cover_is_its_guard_and_has_nothing_superfluous(on in guard(int_term(), 3), care in guard(int_term(), 3)) {
        for summaries in BOTH {
            check(&mut Logic::new(summaries, Budget::default()), &on, &care);
        }
    }
}

fn check(lx: &mut Logic, on: &G, care: &G) {
    let inputs = inputs(lx);
    let (on, care) = (on.build(lx, &inputs), care.build(lx, &inputs));
    let cover = lx.cover(on, care, 40);
    if !cover.complete {
        return;
    }
    let wanted = lx.and(on, care);
    let off = lx.and_not(care, on);
    let cubes: Vec<Guard> = cover.cubes.iter().map(|cube| lx.conjunction(&cube.literals())).collect();
    let whole = lx.or_all(cubes.clone());
    assert_eq!(lx.and(whole, care), wanted);
    for i in 0..cubes.len() {
        let others = (0..cubes.len()).filter(|j| *j != i).map(|j| cubes[j]).collect();
        let others = lx.or_all(others);
        assert!(!lx.implies(wanted, others), "a cube is superfluous");
        for fact in 0..cover.cubes[i].facts.len() {
            let mut larger = cover.cubes[i].clone();
            larger.facts.remove(fact);
            let larger = lx.conjunction(&larger.literals());
            assert!(!lx.disjoint(larger, off), "a fact is superfluous");
        }
    }
}

#[test]
fn what_does_not_matter_makes_a_cover_short() {
    let (mut lx, terms) = super::logic_with(BOTH[1], &["x", "y"]);
    let (one, five) = (lx.terms.constant(1), lx.terms.constant(5));
    let (a, b) = (lx.le(one, terms[0]), lx.le(terms[1], five));
    let both = lx.and(a, b);
    let cover = lx.cover(both, a, 4);
    assert_eq!(cover.cubes.len(), 1);
    assert_eq!(cover.cubes[0].facts.len(), 1);
    assert_eq!(cover.cubes[0].facts[0].form, terms[1]);
    assert!(lx.cover(Guard::FALSE, a, 4).complete && lx.cover(a, a, 4).cubes[0].facts.is_empty());
    let id = lx.terms.add_input(InputInfo::value("z", Sort::Int).ranged(Some(Num::ZERO), None));
    let z = lx.terms.input(id);
    assert_eq!(lx.terms.range(z), (Some(Num::ZERO), None));
}
