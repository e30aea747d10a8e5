//! Whose step is next: bundles of paths at configurations of threads, and how paths came there.
//!
//! When the thread that steps has to make way for others, its paths leave the state for a *bundle*, the paths that are at
//! one configuration. In merge mode bundles that meet become one. Where they share inputs and their Σ differ, an artificial
//! input, a choice, tells them apart (it stands for the last decision of the scheduler, and the solver needs never be asked
//! about it); where their Σ are the same nothing needs telling apart, and all the interleavings that lead there have
//! *coalesced*. The least bundle goes on when nothing else runs: then all others that can come to its configuration have.
//!
//! In path mode bundles do not meet, and the last one goes on: interleavings are explored one by one, depth first.
//!
//! The history keeps how each bundle came about, so that a model of its guard tells a schedule. It is as long as the schedules
//! of the paths that are left: choices that a run makes anyway are left out, and what led to no bundle that is left, nor to
//! anything found, is forgotten.

use crate::guard::{Guard, HoldsGuards, Logic, Rewriting, holds_guards};
use crate::index::Slots;
use crate::paths::Paths;
use crate::state::pc::InputDependentExits;
use crate::state::{BundleId, Configuration, InUse, Live, Marks, ProgramPoint, Sigma, Stand, Turn};
use crate::summary::ThreadId;
use crate::transition::Machine;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Paths at a configuration.
pub struct Bundle {
    /// Where they are.
    pub at: Configuration,
    /// Which paths these are.
    pub guard: Guard,
    /// How many they are, at most.
    pub paths: Paths,
    /// The iterations and recursive frames that some of their paths have left, of all threads.
    pub input_dependent: InputDependentExits,
    /// What they have written.
    pub sigma: Sigma,
    /// The threads that could have made their next step when another was chosen.
    pub passed_over: Rc<[ThreadId]>,
    /// The thread that made the last step and how often it was another than before, where that has a bound.
    pub switches: Option<(ThreadId, u64)>,
}

impl Bundle {
    /// The threads that could have made their next step when another was chosen, if one is chosen while others can step.
    pub fn passed_over_by(&self, chosen: ThreadId, can_step: &[ThreadId]) -> Rc<[ThreadId]> {
        if self.passed_over.is_empty() && can_step.iter().all(|thread| *thread == chosen) {
            return Rc::clone(&self.passed_over);
        }
        let all: BTreeSet<ThreadId> = self.passed_over.iter().chain(can_step).copied().collect();
        all.into_iter().filter(|thread| *thread != chosen).collect()
    }
}

/// How paths came to a bundle.
#[derive(Clone, Copy)]
pub struct Arrival {
    /// The choice that led there.
    pub from: Option<Turn>,
    /// Where the thread that made the last step goes no further, if it does not.
    pub stuck: Option<ProgramPoint>,
}

/// What the history knows of a bundle.
struct Known {
    at: Configuration,
    /// The ways to it, each with the paths that came by it.
    parts: Vec<Part>,
}

/// The choices that have led a path to where it is.
pub struct Past {
    /// The points at which threads were chosen, in order.
    pub turns: Vec<ProgramPoint>,
    /// Where threads stand at the end, or go no further.
    pub stops: Vec<ProgramPoint>,
}

/// Some of the paths of a bundle.
struct Part {
    guard: Guard,
    arrival: Arrival,
}

/// A bundle that waits for a choice.
struct Waiting {
    bundle: Bundle,
    /// Its number in the history.
    number: BundleId,
}

/// What the scheduler has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScheduleCounts {
    /// Configurations at which a choice was made between several threads.
    pub choices: u64,
    /// The threads among which they chose, in sum.
    pub alternatives: u64,
    /// Arrivals at a configuration where others were whose Σ was the same.
    pub coalesced: u64,
    /// Arrivals at a configuration where others were whose Σ was another.
    pub told_apart: u64,
    /// Most bundles that waited at one time.
    pub bundles_max: u64,
    /// Most threads that were alive at one time.
    pub threads_max: u64,
}

/// The bundles that wait for a choice, and the history.
#[derive(Default)]
pub struct Schedule {
    /// The least last; in path mode in the order in which they came.
    waiting: Vec<Waiting>,
    history: Slots<BundleId, Known>,
    /// What it has done.
    pub counts: ScheduleCounts,
    /// Whether paths have passed the bound on switches.
    pub cut: bool,
}

impl Schedule {
    /// Whether no bundle waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The Σ of the bundles.
    pub fn sigmas(&self) -> impl Iterator<Item = &Sigma> {
        self.waiting.iter().map(|waiting| &waiting.bundle.sigma)
    }

    /// The bundle that goes on next, with its number.
    pub fn take(&mut self) -> Option<(Bundle, BundleId)> {
        let Waiting { bundle, number } = self.waiting.pop()?;
        // Nothing meets a bundle that has gone on. What came by the only way need not be told.
        if let Some(Known { at: _, parts }) = self.history.get_mut(number)
            && let [only] = &mut parts[..]
        {
            only.guard = Guard::TRUE;
        }
        Some((bundle, number))
    }

    /// Whether one way leads to a bundle that has gone on.
    pub fn has_one_way(&self, number: BundleId) -> bool {
        self.history[number].parts.len() == 1
    }

    /// The last choice before an arrival that a run would not make anyway.
    fn last_free(&self, turn: Option<Turn>) -> Option<Turn> {
        match turn {
            Some(Turn { of, chosen: _, forced: true }) => match &self.history[of].parts[..] {
                [Part { guard: _, arrival: Arrival { from, stuck: None } }] => *from,
                _ => turn,
            },
            _ => turn,
        }
    }

    /// A choice is made between so many threads.
    pub fn count(&mut self, alternatives: usize) {
        if alternatives > 1 {
            self.counts.choices += 1;
            self.counts.alternatives += alternatives as u64;
        }
    }

    /// A bundle has not gone on after all.
    pub fn put_back(&mut self, bundle: Bundle, number: BundleId) {
        self.waiting.push(Waiting { bundle, number });
    }

    /// Paths come to a configuration.
    pub fn arrive(&mut self, machine: &mut Machine<'_>, bundle: Bundle, arrival: Arrival) {
        let arrival = Arrival { from: self.last_free(arrival.from), ..arrival };
        self.counts.threads_max = self.counts.threads_max.max(bundle.at.members().len() as u64);
        let place = match machine.policy.forks() {
            true => Err(self.waiting.len()),
            false => self.waiting.binary_search_by(|waiting| order(machine, &bundle, &waiting.bundle)),
        };
        match place {
            Ok(place) => self.meet(&mut machine.logic, place, bundle, arrival),
            Err(place) => {
                let parts = vec![Part { guard: bundle.guard, arrival }];
                let number = self.history.push(Known { at: bundle.at.clone(), parts });
                self.waiting.insert(place, Waiting { bundle, number });
                self.counts.bundles_max = self.counts.bundles_max.max(self.waiting.len() as u64);
            }
        }
    }

    /// Paths come to a configuration where others are.
    fn meet(&mut self, logic: &mut Logic, place: usize, bundle: Bundle, arrival: Arrival) {
        let Waiting { bundle: here, number } = &mut self.waiting[place];
        here.paths += bundle.paths;
        here.input_dependent.join(bundle.input_dependent);
        if here.passed_over != bundle.passed_over {
            let all: BTreeSet<ThreadId> = here.passed_over.iter().chain(&*bundle.passed_over).copied().collect();
            here.passed_over = all.into_iter().collect();
        }
        let both = logic.and(here.guard, bundle.guard);
        let (taken, guard) = if here.sigma.is_same(logic, &bundle.sigma, both) {
            self.counts.coalesced += u64::from(!both.is_false());
            (logic.and_not(bundle.guard, here.guard), logic.or(here.guard, bundle.guard))
        } else {
            self.counts.told_apart += 1;
            let last = logic.latest_choice("which thread came last");
            (last, logic.ite(last, bundle.guard, here.guard))
        };
        if taken.is_false() {
            return;
        }
        let known = self.history.get_mut(*number).expect("the history of what waits is kept");
        let parts = &mut known.parts;
        parts.iter_mut().for_each(|part| part.guard = logic.and_not(part.guard, taken));
        parts.push(Part { guard: taken, arrival });
        here.guard = guard;
        here.sigma.take_over(logic, &bundle.sigma, taken);
    }

    /// How many bundles the history knows.
    pub fn known(&self) -> usize {
        self.history.len()
    }

    /// Marks what led to the bundles that are in use.
    pub fn mark_history(&self, live: &mut Live<'_>) {
        let mut open: Vec<BundleId> = live.used.bundles.iter().copied().collect();
        while let Some(bundle) = open.pop() {
            let Known { at, parts } = &self.history[bundle];
            live.configuration(at);
            for Part { guard: _, arrival: Arrival { from, stuck } } in parts {
                stuck.iter().for_each(|point| live.point(*point));
                open.extend(from.filter(|from| live.turn(*from)).map(|from| from.of));
            }
        }
    }

    /// Forgets what led to bundles of which no path is left.
    pub fn retain(&mut self, used: &InUse) {
        self.history.retain(|bundle, _| used.bundles.contains(&bundle));
    }

    /// The choices that led a path, by which guards hold on it, to a turn, that one included.
    pub fn past(&self, last: Turn, holds: impl Fn(Guard) -> bool) -> Past {
        let members = self.history[last.of].at.members().iter();
        let waits = members.filter_map(|member| match member.stand {
            Stand::Waits(point) => Some(point).filter(|point| last.chosen != Some(*point)),
            _ => None,
        });
        let mut past = Past { turns: Vec::new(), stops: waits.collect() };
        // The step before which a thread got stuck right when it was chosen is never made.
        let (mut turn, mut stuck) = (Some(last), None);
        while let Some(Turn { of, chosen, forced: _ }) = turn {
            past.turns.extend(chosen.filter(|_| chosen != stuck));
            let part = self.history[of].parts.iter().find(|part| holds(part.guard));
            stuck = part.and_then(|part| part.arrival.stuck);
            past.stops.extend(stuck);
            turn = part.and_then(|part| part.arrival.from);
        }
        past.turns.reverse();
        past
    }
}

/// The order in which bundles wait: the least last.
fn order(machine: &Machine<'_>, arriving: &Bundle, waiting: &Bundle) -> Ordering {
    let configurations = arriving.at.cmp(machine.program, &machine.contexts, &waiting.at);
    // Fewer switches first: every step keeps or adds to them.
    let switches = |bundle: &Bundle| bundle.switches.map(|(thread, switches)| (switches, thread));
    configurations.then_with(|| switches(arriving).cmp(&switches(waiting)))
}

holds_guards!(Bundle: guard, sigma; others: at, paths, input_dependent, passed_over, switches);

impl HoldsGuards for Schedule {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { waiting, history, counts: _, cut: _ } = self;
        waiting.iter().for_each(|waiting| waiting.bundle.visit(visit));
        history.iter().flat_map(|known| &known.parts).for_each(|part| visit(part.guard));
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { waiting, history, counts: _, cut: _ } = self;
        waiting.iter_mut().for_each(|waiting| waiting.bundle.rewrite(logic, rewriting));
        let parts = history.iter_mut().flat_map(|known| &mut known.parts);
        parts.for_each(|part| part.guard.rewrite(logic, rewriting));
    }
}

impl Marks for Schedule {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { waiting, history: _, counts: _, cut: _ } = self;
        for Waiting {
            bundle: Bundle { at, guard: _, paths: _, input_dependent: _, sigma, passed_over: _, switches: _ },
            number,
        } in waiting
        {
            live.bundle(*number);
            live.configuration(at);
            sigma.mark(live);
        }
    }
}
