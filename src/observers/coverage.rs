//! The goals that an exploration reaches: blocks, sides of branches, targets of dispatched calls.
//!
//! A goal is reached when a feasible pc guard arrives at it. The solver is asked about a goal until it has answered yes
//! once. This happens only on demand ([`crate::config::Config::coverage`]).

use crate::explore::observe::{Moment, Observer};
use crate::guard::holds_guards;
use crate::interp::{Event, Value};
use crate::ir::{BlockId, Goal, MethodId, MethodKind, Program};
use crate::outcome::Coverage;
use crate::solver::Answer;
use crate::state::{Entry, Live, Marks, Trail};
use crate::transition::{Machine, Successor, Via};
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// The goals of an exploration.
#[derive(Clone, Debug)]
pub struct Tracker {
    goals: BTreeSet<Goal>,
    /// The goals reached, in that order, each with the paths that reached it first.
    pub reached: IndexMap<Goal, Trail>,
    /// The goals that concrete runs have covered.
    pub seen: BTreeSet<Goal>,
}

impl Tracker {
    /// A tracker of the goals in all methods that the call graph reaches from an entry.
    pub fn new(program: &Program, entry: MethodId) -> Self {
        let goals = program.goals(program.reachable_methods(entry)).into_iter().collect();
        Self { goals, reached: IndexMap::new(), seen: BTreeSet::new() }
    }

    fn reach(&mut self, machine: &mut Machine<'_>, goal: Option<Goal>, trail: Trail) {
        let Some(goal) = goal.filter(|g| self.goals.contains(g) && !self.reached.contains_key(g)) else { return };
        if matches!(machine.ask(trail.guard), Answer::Feasible(_)) {
            self.reached.insert(goal, trail);
        }
    }

    /// The coverage so far.
    pub fn coverage(&self) -> Coverage {
        let seen = self.seen.iter().filter(|g| self.goals.contains(g));
        Coverage { goals: self.goals.clone(), reached: self.reached.keys().chain(seen).copied().collect() }
    }
}

impl Observer for Tracker {
    fn step(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        // Paths that have waited within a block have reached it before.
        if entry.point.instruction == 0 {
            let method = moment.machine.contexts.frame(entry.point.frame).method;
            let trail = Trail { guard: entry.guard, past: moment.state.others.past };
            self.reach(moment.machine, Some(Goal::Block(method, entry.point.block)), trail);
        }
    }

    fn split(&mut self, moment: &mut Moment<'_, '_>, from: &Entry, successors: &[Successor]) {
        let (machine, from, past) = (&mut *moment.machine, from.point, moment.state.others.past);
        let method = machine.contexts.frame(from.frame).method;
        for successor in successors {
            let to = successor.point;
            let goal = match successor.via {
                Via::Edge if to.frame == from.frame => machine.program.side(method, from.block, to.block),
                Via::Edge | Via::Deeper => None,
                Via::Call => {
                    let target = machine.contexts.frame(to.frame).method;
                    machine.program.dispatch_side(method, from.block, target)
                }
                Via::Known(target) => machine.program.dispatch_side(method, from.block, target),
            };
            self.reach(machine, goal, Trail { guard: successor.guard, past });
        }
    }
}

holds_guards!(Tracker: reached; others: goals, seen);

impl Marks for Tracker {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { goals: _, reached, seen: _ } = self;
        reached.values().for_each(|trail| trail.mark(live));
    }
}

/// Collects the goals that a concrete run covers, from its events.
#[derive(Debug, Default)]
pub struct Recorder {
    /// By thread and frame: the method, the block, and whether the next block is entered by an exception or is the first.
    threads: Vec<Vec<(MethodId, BlockId, bool)>>,
    /// The thread that steps.
    current: usize,
    /// The goals covered so far.
    pub covered: BTreeSet<Goal>,
}

impl Recorder {
    /// Notes an event.
    pub fn note(&mut self, program: &Program, event: Event<'_>) {
        if let Event::Switch(thread) = event {
            self.current = thread as usize;
        }
        if self.threads.len() <= self.current {
            self.threads.resize_with(self.current + 1, Vec::new);
        }
        let frames = &mut self.threads[self.current];
        match event {
            Event::Enter { method, .. } => {
                let dispatched = frames.last().and_then(|f| program.dispatch_side(f.0, f.1, method));
                self.covered.extend(dispatched);
                frames.push((method, program.methods[method].entry, true));
            }
            Event::Leave => {
                frames.pop();
            }
            Event::Block(to) => {
                let Some(frame) = frames.last_mut() else { return };
                if !frame.2 {
                    self.covered.extend(program.side(frame.0, frame.1, to));
                }
                (frame.1, frame.2) = (to, false);
                if program.methods[frame.0].kind != MethodKind::Initialiser {
                    self.covered.insert(Goal::Block(frame.0, to));
                }
            }
            Event::Assign { value: Value::Thrown(_), .. } => {
                if let Some(frame) = frames.last_mut() {
                    frame.2 = true;
                }
            }
            Event::Assign { .. } | Event::Read(_) | Event::Switch(_) => {}
        }
    }
}
