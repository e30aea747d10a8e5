//! The threads of a state: where those stand that do not step.
//!
//! The paths of one state agree on which threads there are and where all but one stand; where that one is, its pc says. A
//! thread *stands* before a step that has to do with others. So the vector of all points, a *configuration*, is a key of
//! the pc like a single point: paths that meet there become one entry.

use super::context::{Contexts, ProgramPoint};
use super::heap::HeapTable;
use super::live::{Live, Marks};
use super::sigma::{Place, Sigma};
use crate::entity;
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting, holds_guards};
use crate::ir::Program;
use crate::ir::interference::Touches;
use crate::summary::{AddrId, Summary, ThreadId};
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use std::rc::Rc;

entity! {
    /// A bundle of paths: those that were at one configuration when a choice was made.
    pub struct BundleId("b");
}

/// Where a thread stands that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stand {
    /// Before steps that concern no other thread, which have not been made yet.
    Ready(ProgramPoint),
    /// Before a step that has to do with other threads.
    Waits(ProgramPoint),
    /// Nowhere that matters: its next step would end the run, or it takes longer than the bounds allow to come to one that
    /// others can see. It goes no further while others do.
    Stuck,
}

impl Stand {
    /// The point at which it stands.
    pub fn point(self) -> Option<ProgramPoint> {
        match self {
            Stand::Ready(point) | Stand::Waits(point) => Some(point),
            Stand::Stuck => None,
        }
    }

    /// The lockstep order; a thread goes no further than being stuck.
    fn cmp(self, program: &Program, contexts: &Contexts, other: Stand) -> Ordering {
        match (self.point(), other.point()) {
            (Some(a), Some(b)) => {
                let waits = |stand| matches!(stand, Stand::Waits(_));
                contexts.cmp(program, a, b).then_with(|| waits(self).cmp(&waits(other)))
            }
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
    }
}

/// A thread that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The thread.
    pub thread: ThreadId,
    /// Where it stands.
    pub stand: Stand,
}

/// The threads that are alive and where they stand, in the order of their ids: a parent before its children.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Configuration(Rc<[Member]>);

impl Configuration {
    /// The threads.
    pub fn members(&self) -> &[Member] {
        &self.0
    }

    /// Where a thread stands, if it is alive.
    pub fn stand(&self, thread: ThreadId) -> Option<Stand> {
        let place = self.0.binary_search_by_key(&thread, |member| member.thread).ok()?;
        Some(self.0[place].stand)
    }

    /// Whether a thread has forked one that is alive.
    pub fn has_children(&self, contexts: &Contexts, thread: ThreadId) -> bool {
        self.members().iter().any(|member| contexts.parent(member.thread) == Some(thread))
    }

    /// The same with a thread standing elsewhere, or no longer alive.
    pub fn with(&self, thread: ThreadId, stand: Option<Stand>) -> Self {
        let others = |member: &&Member| member.thread != thread;
        let mut members: Vec<Member> = self.0.iter().filter(others).copied().collect();
        members.extend(stand.map(|stand| Member { thread, stand }));
        members.sort_unstable_by_key(|member| member.thread);
        Self(members.into())
    }

    /// An order in which every step leads upwards: the paths that come to a configuration come from lesser ones. Threads
    /// are compared one after the other, parents first. Where their parents stand alike, a thread that only one
    /// configuration has was forked in both, and has ended in the other.
    pub fn cmp(&self, program: &Program, contexts: &Contexts, other: &Configuration) -> Ordering {
        let (mut a, mut b) = (self.0.iter(), other.0.iter());
        loop {
            let order = match (a.next(), b.next()) {
                (None, None) => return Ordering::Equal,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(x), Some(y)) => match x.thread.cmp(&y.thread) {
                    Ordering::Equal => x.stand.cmp(program, contexts, y.stand),
                    // The lesser thread has ended where it is missing.
                    different => different,
                },
            };
            if order != Ordering::Equal {
                return order;
            }
        }
    }
}

/// The threads beside the one that steps in a state. Of a program that has not forked there are none.
#[derive(Clone)]
pub struct Others {
    /// Where they stand.
    pub standing: Configuration,
    /// What they may still touch: the thread that steps goes on until a step has to do with that.
    pub rivals: Rc<Touches>,
    /// What they can come to of the heap.
    pub reach: Reach,
    /// The point at which the thread that steps has been chosen: it need not wait there.
    pub chosen: Option<ProgramPoint>,
    /// The thread that steps has come to a bound before.
    pub resumed: bool,
    /// The paths on which the others have gone on without it.
    pub left: Guard,
    /// Which choices have led here.
    pub past: Option<Turn>,
    /// The threads that could have made their next step when another was chosen.
    pub passed_over: Rc<[ThreadId]>,
    /// The thread that steps and how often it was another than before, where that has a bound.
    pub switches: Option<(ThreadId, u64)>,
}

/// The objects and arrays that the other threads can come to, if somebody has asked since that may last have changed. Of what
/// the thread that steps writes, most is into objects that only it can come to.
#[derive(Clone, Default)]
pub struct Reach(Option<Rc<Reached>>);

struct Reached {
    /// What exceptions carried then.
    carried: Vec<AddrId>,
    objects: Rc<FxHashSet<AddrId>>,
}

impl Reach {
    /// The objects, if they are known where exceptions carry these.
    pub fn known(&self, carried: &[AddrId]) -> Option<Rc<FxHashSet<AddrId>>> {
        let reached = self.0.as_ref().filter(|reached| reached.carried == carried)?;
        Some(Rc::clone(&reached.objects))
    }

    /// From now on they are known.
    pub fn learn(&mut self, carried: Vec<AddrId>, objects: Rc<FxHashSet<AddrId>>) {
        self.0 = Some(Rc::new(Reached { carried, objects }));
    }

    /// The thread that steps gives a place another value.
    pub fn write(&mut self, table: &HeapTable, sigma: &Sigma, place: Place, value: &Summary) {
        let Some(reached) = &self.0 else { return };
        let stays = match place {
            // Of its own frames only exceptions concern others.
            Place::Local(..) => true,
            Place::Before(..) => false,
            Place::Heap(key) => {
                let is_own = |addr| table.input(addr).is_none() && !reached.objects.contains(&addr);
                let refers = |value: &Summary| value.addresses().next().is_some();
                key.address().is_some_and(is_own) || !refers(value) && !refers(&sigma.stored(place))
            }
        };
        if !stays {
            self.0 = None;
        }
    }
}

impl HoldsGuards for Reach {
    fn visit(&self, _: &mut dyn FnMut(Guard)) {}

    fn rewrite(&mut self, _: &mut Logic, _: &Rewriting) {
        // A rewritten summary may no longer have a value that no path has had.
        self.0 = None;
    }
}

/// A choice of the scheduler: which thread went on, in which bundle of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The bundle.
    pub of: BundleId,
    /// The thread, with the point at which it stood; none where it went on without a choice.
    pub chosen: Option<ProgramPoint>,
    /// A run that does what led to the bundle makes this choice anyway: one way leads to it, no other thread can make a step,
    /// and this one could not have made it before.
    pub forced: bool,
}

impl Default for Others {
    fn default() -> Self {
        Self {
            standing: Configuration::default(),
            rivals: Rc::default(),
            reach: Reach::default(),
            chosen: None,
            resumed: false,
            left: Guard::FALSE,
            past: None,
            passed_over: Rc::new([]),
            switches: None,
        }
    }
}

/// Paths, and the choices of the scheduler that have led them to where something was found.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    /// Which paths.
    pub guard: Guard,
    /// The last choice.
    pub past: Option<Turn>,
}

holds_guards!(Trail: guard; others: past);

impl Marks for Trail {
    fn mark(&self, live: &mut Live<'_>) {
        self.past.into_iter().for_each(|past| _ = live.turn(past));
    }
}

impl Others {
    /// Whether the thread that steps is the only one.
    pub fn is_empty(&self) -> bool {
        self.standing.members().is_empty()
    }
}

holds_guards!(Others: reach, left; others: standing, rivals, chosen, resumed, past, passed_over, switches);

impl Marks for Others {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { standing, rivals: _, reach: _, chosen, resumed: _, left: _, past, passed_over: _, switches } = self;
        live.configuration(standing);
        chosen.iter().for_each(|point| live.point(*point));
        past.iter().for_each(|past| _ = live.turn(*past));
        switches.iter().for_each(|(thread, _)| live.thread(*thread));
    }
}
