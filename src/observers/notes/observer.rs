//! Keeps the states in which paths come to lines.

use crate::config::NotesConfig;
use crate::explore::observe::{Moment, Observer};
use crate::guard::{Guard, holds_guards};
use crate::ir::{BlockId, MethodId, Program};
use crate::solver::Answer;
use crate::state::{Entry, Live, Marks, ProgramPoint, Sigma, Turn};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// The most states that are kept of one visit. In path mode there is one for each path.
const MOMENTS: usize = 256;
/// The most states that are kept of all visits, so that notes stay small compared with the exploration.
const STATES: usize = 4_096;

/// Some paths that come to a line, and their Σ.
pub(super) struct Kept {
    pub guard: Guard,
    pub sigma: Sigma,
}

/// The paths that come to a line at one program point.
pub(super) struct Visited {
    pub line: u32,
    pub point: ProgramPoint,
    /// The last choice of a thread.
    pub past: Option<Turn>,
    /// The states, with disjoint guards.
    pub moments: Vec<Kept>,
}

/// The notes.
pub struct Notes {
    /// The blocks at which a line begins, each with the line.
    starts: FxHashMap<(MethodId, BlockId), u32>,
    pub(super) config: NotesConfig,
    /// The lines of the methods that the entry may call.
    pub(super) reachable: BTreeSet<u32>,
    /// The lines to which some input leads.
    pub(super) reached: BTreeSet<u32>,
    /// The visits, in the order in which they were made.
    pub(super) visits: Vec<Visited>,
    at: FxHashMap<ProgramPoint, Vec<usize>>,
    count: FxHashMap<u32, usize>,
    states: usize,
    /// The points of each line that were not noted, because a limit was reached.
    pub(super) missed: BTreeMap<u32, FxHashSet<ProgramPoint>>,
}

impl Notes {
    /// Empty notes, for an entry method.
    pub fn new(program: &Program, entry: MethodId, config: &NotesConfig) -> Self {
        let called = program.reachable_methods(entry);
        let starts: FxHashMap<_, _> =
            program.line_starts().filter(|((method, _), _)| called.contains(method)).collect();
        Self {
            reachable: starts.values().copied().collect(),
            starts,
            config: config.clone(),
            reached: BTreeSet::new(),
            visits: Vec::new(),
            at: FxHashMap::default(),
            count: FxHashMap::default(),
            states: 0,
            missed: BTreeMap::new(),
        }
    }

    /// Notes a state in which paths come to a line.
    fn keep(&mut self, moment: &mut Moment<'_, '_>, line: u32, entry: &Entry) {
        let (point, past) = (entry.point, moment.state.others.past);
        let known = self.at.get(&point).map_or(&[][..], |known| known);
        let logic = &mut moment.machine.logic;
        let same = known.iter().copied().find(|&visit| {
            let visit = &self.visits[visit];
            visit.past == past && visit.moments.iter().all(|kept| logic.disjoint(kept.guard, entry.guard))
        });
        let is_full = self.states == STATES
            || match same {
                Some(visit) => self.visits[visit].moments.len() == MOMENTS,
                None => self.count.get(&line).is_some_and(|count| *count >= self.config.visits),
            };
        if is_full {
            self.missed.entry(line).or_default().insert(point);
            return;
        }
        self.states += 1;
        let kept = Kept { guard: entry.guard, sigma: moment.state.sigma.clone() };
        match same {
            Some(visit) => self.visits[visit].moments.push(kept),
            None => {
                *self.count.entry(line).or_default() += 1;
                self.at.entry(point).or_default().push(self.visits.len());
                self.visits.push(Visited { line, point, past, moments: vec![kept] });
            }
        }
    }
}

impl Observer for Notes {
    fn step(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        // Paths that have waited within a block have come to its line before.
        if entry.point.instruction != 0 {
            return;
        }
        let method = moment.machine.contexts.frame(entry.point.frame).method;
        let Some(&line) = self.starts.get(&(method, entry.point.block)) else { return };
        if !self.reached.contains(&line) && matches!(moment.machine.ask(entry.guard), Answer::Feasible(_)) {
            self.reached.insert(line);
        }
        if self.config.line.is_none_or(|wanted| wanted == line) {
            self.keep(moment, line, entry);
        }
    }
}

holds_guards!(Notes: visits; others: starts, config, reachable, reached, at, count, states, missed);
holds_guards!(Visited: moments; others: line, point, past);
holds_guards!(Kept: guard, sigma);

impl Marks for Notes {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { starts: _, config: _, reachable: _, reached: _, visits, at: _, count: _, states: _, missed } = self;
        for Visited { line: _, point, past, moments } in visits {
            live.point(*point);
            past.iter().for_each(|past| _ = live.turn(*past));
            moments.iter().for_each(|Kept { guard: _, sigma }| sigma.mark(live));
        }
        // Points are counted, and a forgotten one would count again.
        missed.values().flatten().for_each(|point| live.point(*point));
    }
}
