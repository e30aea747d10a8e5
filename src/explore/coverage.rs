//! What an exploration reaches: blocks, sides of branches, targets of dispatched calls.
//!
//! A goal is reached when a feasible pc guard arrives at it; the solver is asked of a goal until it says yes once. All
//! of this happens on demand only ([`crate::config::Config::coverage`]).

use crate::guard::{Guard, Rewriting};
use crate::interp::{Event, Value};
use crate::ir::{BlockId, Goal, MethodId, MethodKind, Program};
use crate::solver::Answer;
use crate::state::Location;
use crate::transition::{Machine, Successor, Via};
use indexmap::IndexMap;
use std::collections::{BTreeSet, VecDeque};

/// What there is to cover, and what of it is covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// What the methods that can be reached by the call graph have.
    pub goals: BTreeSet<Goal>,
    /// What some execution covers.
    pub reached: BTreeSet<Goal>,
}

impl Coverage {
    /// Takes in the coverage of another exploration.
    pub fn join(&mut self, other: &Coverage) {
        self.goals.extend(&other.goals);
        self.reached.extend(&other.reached);
    }

    /// How many blocks are covered, and of how many.
    pub fn blocks(&self) -> (usize, usize) {
        self.count(|g| matches!(g, Goal::Block(..)))
    }

    /// How many sides of branches and targets of dispatched calls are covered, and of how many.
    pub fn branches(&self) -> (usize, usize) {
        self.count(|g| matches!(g, Goal::Branch(..)))
    }

    /// The part that stands in one method.
    pub fn of(&self, method: MethodId) -> Coverage {
        let within = |set: &BTreeSet<Goal>| set.iter().copied().filter(|g| g.method() == method).collect();
        Coverage { goals: within(&self.goals), reached: within(&self.reached) }
    }

    /// The methods that have anything to cover.
    pub fn methods(&self) -> BTreeSet<MethodId> {
        self.goals.iter().map(|g| g.method()).collect()
    }

    fn count(&self, which: impl Fn(&Goal) -> bool) -> (usize, usize) {
        let reached = self.reached.iter().filter(|g| which(g)).count();
        (reached, self.goals.iter().filter(|g| which(g)).count())
    }
}

/// The goals of an exploration.
#[derive(Debug)]
pub(super) struct Tracker {
    goals: BTreeSet<Goal>,
    /// What was reached, in that order, with the pc guard that first came there.
    pub reached: IndexMap<Goal, Guard>,
    /// What concrete runs have covered.
    pub seen: BTreeSet<Goal>,
    /// Paths that have come to an end, the latest ones.
    pub ended: VecDeque<Guard>,
}

/// How many ended guards are kept. Their disjunction would say more, and can be much larger than any of them.
const ENDED: usize = 16;

impl Tracker {
    /// The goals of everything that can be reached from an entry.
    pub fn new(program: &Program, entry: MethodId) -> Self {
        let goals = program.goals(program.reachable_methods(entry)).into_iter().collect();
        Self { goals, reached: IndexMap::new(), seen: BTreeSet::new(), ended: VecDeque::new() }
    }

    /// Paths have come to an end.
    pub fn end(&mut self, guard: Guard) {
        if self.ended.len() == ENDED {
            self.ended.pop_front();
        }
        self.ended.push_back(guard);
    }

    /// A pc entry is about to run a block.
    pub fn arrive(&mut self, machine: &mut Machine<'_>, at: Location, guard: Guard) {
        let method = machine.contexts.frame(at.frame).method;
        self.reach(machine, Some(Goal::Block(method, at.block)), guard);
    }

    /// A step from a block has these successors.
    pub fn leave(&mut self, machine: &mut Machine<'_>, from: Location, successors: &[Successor]) {
        let method = machine.contexts.frame(from.frame).method;
        for successor in successors {
            let goal = match successor.via {
                Via::Edge if successor.location.frame == from.frame => {
                    machine.program.side(method, from.block, successor.location.block)
                }
                Via::Edge | Via::Deeper(_) => None,
                Via::Call => {
                    let target = machine.contexts.frame(successor.location.frame).method;
                    machine.program.dispatch_side(method, from.block, target)
                }
            };
            self.reach(machine, goal, successor.guard);
        }
    }

    fn reach(&mut self, machine: &mut Machine<'_>, goal: Option<Goal>, guard: Guard) {
        let Some(goal) = goal.filter(|g| self.goals.contains(g) && !self.reached.contains_key(g)) else { return };
        if matches!(machine.ask(guard), Answer::Feasible(_)) {
            self.reached.insert(goal, guard);
        }
    }

    /// Every guard that is held on to, for the collection of dead guards.
    pub fn guards(&self) -> impl Iterator<Item = Guard> + '_ {
        self.reached.values().chain(&self.ended).copied()
    }

    /// Replaces every guard by its image.
    pub fn rewrite(&mut self, images: &Rewriting) {
        for guard in self.reached.values_mut().chain(&mut self.ended) {
            *guard = images.of(*guard);
        }
    }

    /// What is known now.
    pub fn coverage(&self) -> Coverage {
        let seen = self.seen.iter().filter(|g| self.goals.contains(g));
        Coverage { goals: self.goals.clone(), reached: self.reached.keys().chain(seen).copied().collect() }
    }
}

/// The goals that a concrete run covers, from its events.
#[derive(Debug, Default)]
pub struct Recorder {
    /// By frame: the method, the block, and whether that has thrown.
    frames: Vec<(MethodId, BlockId, bool)>,
    /// What was covered.
    pub covered: BTreeSet<Goal>,
}

impl Recorder {
    /// Notes an event.
    pub fn note(&mut self, program: &Program, event: Event<'_>) {
        match event {
            Event::Enter { method, .. } => {
                let dispatched = self.frames.last().and_then(|f| program.dispatch_side(f.0, f.1, method));
                self.covered.extend(dispatched);
                self.frames.push((method, program.methods[method].entry, true));
            }
            Event::Leave => {
                self.frames.pop();
            }
            Event::Block(to) => {
                let Some(frame) = self.frames.last_mut() else { return };
                if !frame.2 {
                    self.covered.extend(program.side(frame.0, frame.1, to));
                }
                (frame.1, frame.2) = (to, false);
                if program.methods[frame.0].kind != MethodKind::Initialiser {
                    self.covered.insert(Goal::Block(frame.0, to));
                }
            }
            Event::Assign { value: Value::Thrown(_), .. } => {
                if let Some(frame) = self.frames.last_mut() {
                    frame.2 = true;
                }
            }
            Event::Assign { .. } | Event::Read(_) => {}
        }
    }
}
