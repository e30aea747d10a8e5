//! Guards in a form that people read: a short disjunction of conjunctions of facts.
//!
//! A cover of a guard `on` within a guard `care` is a set of cubes. Their disjunction is `on` wherever `care` holds. It is
//! free elsewhere, and this freedom makes it short. Each cube is prime: none of its bounds can be left out or loosened. The
//! cover is irredundant: none of its cubes can be left out. (Minato 1992 computes a cover from the diagram in a single
//! walk. Here cubes are made one by one, so that a cover too long to read is given up early.)

use super::facts::{Cube, Fact, places};
use super::{Guard, Logic, Threshold};

/// A guard with more nodes is not covered: its cover would take long to compute, and be long.
const NODES: usize = 4_000;
/// The most nodes that may be made for a cover. A guard without some of its cubes can be much larger than the guard.
const EFFORT: usize = 8_000;

/// A disjunction of cubes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// The cubes; none for a guard that is false.
    pub cubes: Vec<Cube>,
    /// Whether the cover is complete. Otherwise the cubes imply the guard, but not the converse.
    pub complete: bool,
}

impl Logic {
    /// A cover of `on` within `care`, cut off after `most` cubes.
    pub fn cover(&mut self, on: Guard, care: Guard, most: usize) -> Cover {
        if self.intact().is_err() || [on, care].into_iter().any(|guard| self.guards.node_count(guard) > NODES) {
            return Cover::default();
        }
        let limit = self.guards.borrow_nodes(EFFORT);
        let cover = self.cover_within_limit(on, care, most);
        self.guards.give_back(limit);
        cover
    }

    /// As [`Self::cover`]; returns what is found until nodes run out.
    fn cover_within_limit(&mut self, on: Guard, care: Guard, most: usize) -> Cover {
        let on = self.and(on, care);
        let off = self.and_not(care, on);
        let upper = self.not(off);
        let (mut cubes, mut guards, mut rest) = (Vec::new(), Vec::new(), on);
        while cubes.len() < most
            && self.intact().is_ok()
            && let Some(cube) = self.prime(rest, upper)
        {
            let covered = self.conjunction(&cube.literals());
            if self.intact().is_err() {
                break;
            }
            rest = self.and_not(rest, covered);
            cubes.push(cube);
            guards.push(covered);
        }
        if !rest.is_false() || self.intact().is_err() {
            return Cover { cubes, complete: false };
        }
        for i in (0..cubes.len()).rev() {
            let others = guards.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, guard)| *guard).collect();
            let others = self.or_all(others);
            if self.implies(on, others) && self.intact().is_ok() {
                cubes.remove(i);
                guards.remove(i);
            }
        }
        Cover { cubes, complete: true }
    }

    /// A prime cube that implies `upper` and contains an assignment that satisfies `rest`. `None` if `rest` is `FALSE`.
    fn prime(&mut self, rest: Guard, upper: Guard) -> Option<Cube> {
        let mut facts = self.intervals(rest)?;
        let places = places(&facts);
        let implied = |facts: &[Fact]| self.box_implies(facts, &places, upper);
        // The last forms first, as for any cube.
        for at in (0..facts.len()).rev() {
            let thresholds: Vec<Threshold> = self.thresholds(facts[at].form).map(|(t, _)| t.clone()).collect();
            let place = |bound: &Threshold| thresholds.partition_point(|t| t < bound);
            // The bounds, from the present one to none at all. The loosest implied one is searched from the end, since a
            // looser bound is implied only if all tighter ones are.
            if let Some(low) = &facts[at].low {
                let looser = thresholds[..=place(low)].iter().rev();
                loosen(&mut facts, looser, implied, |facts, bound| facts[at].low = bound);
            }
            if let Some(high) = &facts[at].high {
                let looser = thresholds[place(high)..].iter();
                loosen(&mut facts, looser, implied, |facts, bound| facts[at].high = bound);
            }
        }
        facts.retain(|fact| fact.low.is_some() || fact.high.is_some());
        Some(Cube { facts })
    }
}

/// Gives a fact the loosest of these bounds, or none, with which the box still implies the guard. With the first one it is.
fn loosen<'a>(
    facts: &mut [Fact],
    bounds: impl Iterator<Item = &'a Threshold>,
    implied: impl Fn(&[Fact]) -> bool,
    set: impl Fn(&mut [Fact], Option<Threshold>),
) {
    let bounds: Vec<Option<Threshold>> = bounds.cloned().map(Some).chain([None]).collect();
    let (mut good, mut bad) = (0, bounds.len());
    // The best case is tried first: no bound at all.
    let mut next = bounds.len() - 1;
    while good + 1 < bad {
        set(facts, bounds[next].clone());
        if implied(facts) {
            good = next;
        } else {
            bad = next;
        }
        next = good.midpoint(bad);
    }
    set(facts, bounds[good].clone());
}
