//! The history of bundles. With a model of the guard of a bundle, it gives a schedule.
//!
//! The history is as long as the schedules of the paths that are left. Choices that a run makes anyway are left out. What
//! led neither to a bundle that is left nor to a violation is forgotten.

use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::index::Slots;
use crate::state::{BundleId, Configuration, InUse, Live, ProgramPoint, Stand, Turn};

/// How paths came to a bundle.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The choice that led there.
    pub from: Option<Turn>,
    /// The point before which the thread that made the last step is stuck, if it is.
    pub stuck: Option<ProgramPoint>,
}

/// What is known of a bundle.
struct Known {
    at: Configuration,
    /// The ways to the bundle, each with the paths that came by it.
    parts: Vec<Part>,
}

/// Some of the paths of a bundle.
struct Part {
    guard: Guard,
    arrival: Arrival,
}

/// The choices that have led a path to where it is.
#[derive(Default)]
pub struct Past {
    /// The points at which threads were chosen, in order.
    pub turns: Vec<ProgramPoint>,
    /// The points where threads wait at the end, or are stuck.
    pub stops: Vec<ProgramPoint>,
}

/// Bundles, and the ways to them.
#[derive(Default)]
pub struct History(Slots<BundleId, Known>);

impl History {
    /// Adds a bundle with one way to it.
    pub fn begin(&mut self, at: Configuration, guard: Guard, arrival: Arrival) -> BundleId {
        self.0.push(Known { at, parts: vec![Part { guard, arrival }] })
    }

    /// Adds a way to a bundle: the paths of `guard` now come by it, and by no other.
    pub fn add(&mut self, logic: &mut Logic, bundle: BundleId, guard: Guard, arrival: Arrival) {
        let Known { at: _, parts } = self.0.get_mut(bundle).expect("the history of what waits is kept");
        parts.iter_mut().for_each(|part| part.guard = logic.and_not(part.guard, guard));
        parts.push(Part { guard, arrival });
    }

    /// Notes that a bundle has continued, so that no others meet it. If there is one way to it, its guard is not needed.
    pub fn close(&mut self, bundle: BundleId) {
        if let Some(Known { at: _, parts }) = self.0.get_mut(bundle)
            && let [only] = &mut parts[..]
        {
            only.guard = Guard::TRUE;
        }
    }

    /// Whether there is only one way to a bundle that has continued.
    pub fn has_one_way(&self, bundle: BundleId) -> bool {
        self.0[bundle].parts.len() == 1
    }

    /// The last choice, up to `turn`, that a run would not make anyway.
    pub fn last_free(&self, turn: Option<Turn>) -> Option<Turn> {
        match turn {
            Some(Turn { of, chosen: _, forced: true }) => match &self.0[of].parts[..] {
                [Part { guard: _, arrival: Arrival { from, stuck: None } }] => *from,
                _ => turn,
            },
            _ => turn,
        }
    }

    /// The number of bundles that it knows.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Marks what led to the bundles that are in use.
    pub fn mark(&self, live: &mut Live<'_>) {
        let mut open: Vec<BundleId> = live.used.bundles.iter().copied().collect();
        while let Some(bundle) = open.pop() {
            let Known { at, parts } = &self.0[bundle];
            live.configuration(at);
            for Part { guard: _, arrival: Arrival { from, stuck } } in parts {
                stuck.iter().for_each(|point| live.point(*point));
                open.extend(from.filter(|from| live.turn(*from)).map(|from| from.of));
            }
        }
    }

    /// Forgets the bundles that are not in use.
    pub fn retain(&mut self, used: &InUse) {
        self.0.retain(|bundle, _| used.bundles.contains(&bundle));
    }

    /// The choices that led a path to a turn, with that turn. `holds` evaluates guards on the path.
    pub fn past(&self, last: Turn, holds: impl Fn(Guard) -> bool) -> Past {
        let members = self.0[last.of].at.members().iter();
        let waits = members.filter_map(|member| match member.stand {
            Stand::Waits(point) => Some(point).filter(|point| last.chosen != Some(*point)),
            _ => None,
        });
        let mut past = Past { turns: Vec::new(), stops: waits.collect() };
        // A thread that was chosen and then stuck at once never makes that step.
        let (mut turn, mut stuck) = (Some(last), None);
        while let Some(Turn { of, chosen, forced: _ }) = turn {
            past.turns.extend(chosen.filter(|_| chosen != stuck));
            let part = self.0[of].parts.iter().find(|part| holds(part.guard));
            stuck = part.and_then(|part| part.arrival.stuck);
            past.stops.extend(stuck);
            turn = part.and_then(|part| part.arrival.from);
        }
        past.turns.reverse();
        past
    }
}

impl HoldsGuards for History {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.0.iter().flat_map(|known| &known.parts).for_each(|part| visit(part.guard));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let parts = self.0.iter_mut().flat_map(|known| &mut known.parts);
        parts.for_each(|part| part.guard.rewrite(logic, rewriting));
    }
}
