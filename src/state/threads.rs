//! The threads of a state that do not step, and their points.
//!
//! The paths of one state agree on the threads that are alive, and on the points of all but one. The pc has the points of
//! that one. The others *stand* before steps that concern other threads. So the vector of all points, a *configuration*,
//! is a key like a single program point: paths that meet there become one bundle.

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
    /// A bundle: the paths that wait at one configuration until a thread is chosen.
    pub struct BundleId("b");
}

/// Where a living thread stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stand {
    /// Before steps that concern no other thread. It continues without a choice.
    Ready(ProgramPoint),
    /// Before a step that concerns other threads.
    Waits(ProgramPoint),
    /// At a point that does not matter: its next step would end the run, or the bounds do not admit the steps up to one that
    /// others can see. The others continue without it.
    Stuck,
}

impl Stand {
    /// The point where it stands, unless it is stuck.
    pub fn point(self) -> Option<ProgramPoint> {
        match self {
            Stand::Ready(point) | Stand::Waits(point) => Some(point),
            Stand::Stuck => None,
        }
    }

    /// The lockstep order; stuck is greatest.
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

/// A living thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Member {
    /// The thread.
    pub thread: ThreadId,
    /// Where it stands.
    pub stand: Stand,
}

/// The living threads and where they stand, in the order of their ids: a parent before its children.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Configuration(Rc<[Member]>);

impl Configuration {
    /// The threads.
    pub fn members(&self) -> &[Member] {
        &self.0
    }

    /// The points where threads stand that are not stuck.
    pub fn points(&self) -> impl Iterator<Item = ProgramPoint> {
        self.0.iter().filter_map(|member| member.stand.point())
    }

    /// Where a thread stands; `None` if it is not a member.
    pub fn stand(&self, thread: ThreadId) -> Option<Stand> {
        let place = self.0.binary_search_by_key(&thread, |member| member.thread).ok()?;
        Some(self.0[place].stand)
    }

    /// Whether a child of a thread is alive.
    pub fn has_children(&self, contexts: &Contexts, thread: ThreadId) -> bool {
        self.members().iter().any(|member| contexts.parent(member.thread) == Some(thread))
    }

    /// The same with another stand of a thread, or without the thread.
    pub fn with(&self, thread: ThreadId, stand: Option<Stand>) -> Self {
        let others = |member: &&Member| member.thread != thread;
        let mut members: Vec<Member> = self.0.iter().filter(others).copied().collect();
        members.extend(stand.map(|stand| Member { thread, stand }));
        members.sort_unstable_by_key(|member| member.thread);
        Self(members.into())
    }

    /// An order in which every step leads upwards: the paths that come to a configuration come from lesser ones. Threads
    /// are compared one after the other, parents first. If their parents stand at the same points, a thread that is a member
    /// of only one configuration was forked in both, and has ended in the other.
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

/// The threads of a state besides the one that steps. There are none before the program forks.
#[derive(Clone, Default)]
pub struct Others {
    /// Where they stand.
    pub standing: Configuration,
    /// What they may still touch: the thread that steps continues until a step conflicts with that.
    pub rivals: Rc<Touches>,
    /// The part of the heap that they can reach.
    pub reach: Reach,
    /// The point at which the thread that steps was chosen. It need not wait there again.
    pub chosen: Option<ProgramPoint>,
    /// Whether the thread that steps was parked and has resumed.
    pub resumed: bool,
    /// The paths on which the others have continued without the thread that steps.
    pub left: Guard,
    /// The last choice on the way here.
    pub past: Option<Turn>,
    /// The threads that were enabled when another was chosen, and have not stepped since.
    pub passed_over: Rc<[ThreadId]>,
    /// The thread that steps, and the number of switches so far; `None` if switches have no bound.
    pub switches: Option<(ThreadId, u64)>,
}

/// The objects and arrays that the other threads can reach, if they were computed since they may last have changed. They
/// seldom change, because the thread that steps mostly writes to objects that only it can reach.
#[derive(Clone, Default)]
pub struct Reach(Option<Rc<Reached>>);

struct Reached {
    /// The objects that exceptions carried when they were computed.
    carried: Vec<AddrId>,
    objects: Rc<FxHashSet<AddrId>>,
}

impl Reach {
    /// The objects, if they are known for exceptions that carry `carried`.
    pub fn known(&self, carried: &[AddrId]) -> Option<Rc<FxHashSet<AddrId>>> {
        let reached = self.0.as_ref().filter(|reached| reached.carried == carried)?;
        Some(Rc::clone(&reached.objects))
    }

    /// Stores the objects.
    pub fn learn(&mut self, carried: Vec<AddrId>, objects: Rc<FxHashSet<AddrId>>) {
        self.0 = Some(Rc::new(Reached { carried, objects }));
    }

    /// Forgets the objects if they may change when the thread that steps writes `value` to a place. Σ still has the old value.
    pub fn write(&mut self, table: &HeapTable, sigma: &Sigma, place: Place, value: &Summary) {
        let Some(reached) = &self.0 else { return };
        let stays = match place {
            // Of the locals of its own frames, only exceptions concern others.
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
        // A rewritten summary may lose a value that no path has.
        self.0 = None;
    }
}

/// A choice of the scheduler: the thread that continues from a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The bundle.
    pub of: BundleId,
    /// The point of the thread; `None` if it continues without a choice.
    pub chosen: Option<ProgramPoint>,
    /// Whether a run that follows the way to the bundle makes this choice anyway: there is one way to it, no other thread can
    /// make a step, and this one could not have made it before.
    pub forced: bool,
}

/// Paths on which something was found, and the choices of the scheduler that led there.
#[derive(Clone, Copy, Debug)]
pub struct Trail {
    /// The guard of the paths.
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
