//! The observers of an exploration, for reports.
//!
//! | what they record | file |
//! |---|---|
//! | what is reached | [`coverage`] |
//! | tests that cover it | [`cases`], from paths that have [`ended`] |
//! | the values at a line | [`notes`] |
//! | how paths part and meet | [`graph`] |
//! | the cost of each line | [`profile`] |
//!
//! Exploration knows only the trait [`Observer`]. The results are plain data of the [outcome](crate::outcome).

pub mod cases;
mod coverage;
mod ended;
mod graph;
pub mod notes;
mod profile;

use crate::config::Config;
use crate::explore;
use crate::explore::observe::{Moment, Observer};
use crate::guard::{Guard, holds_guards};
use crate::ir::{MethodId, Program};
use crate::outcome::Outcome;
use crate::state::{Bounded, Entry, Live, Marks, ProgramPoint};
use crate::transition::{End, Machine, Successor};
use coverage::Tracker;
use ended::EndedPaths;
use graph::Graph;
use notes::Notes;
use profile::Profiler;
use std::any::Any;

/// An attempt to explore an entry, with these observers.
pub type Session<'p> = explore::Session<'p, Observers>;

/// An observer that the caller adds, and takes back at the end.
pub trait Guest: Observer + Any {}

impl<T: Observer + Any> Guest for T {}

/// All observers of an exploration. Those that the configuration does not ask for are absent.
pub struct Observers {
    /// The blocks, branches and targets of calls that are reached.
    coverage: Option<Tracker>,
    /// Guards of paths that have ended, to make tests from.
    ended: Option<EndedPaths>,
    /// The values of variables and heap at lines.
    notes: Option<Notes>,
    /// How the paths part and meet.
    graph: Option<Graph>,
    /// The cost of each line.
    profiler: Option<Profiler>,
    /// The observer of the caller.
    pub guest: Option<Box<dyn Guest>>,
}

impl Observers {
    /// The observers that a configuration asks for.
    pub fn new(program: &Program, entry: MethodId, config: &Config) -> Self {
        Self {
            coverage: (config.coverage || config.tests).then(|| Tracker::new(program, entry)),
            ended: config.tests.then(EndedPaths::default),
            notes: config.notes.as_ref().map(|notes| Notes::new(program, entry, notes)),
            graph: config.notes.as_ref().map(|_| Graph::default()),
            profiler: config.profile.then(Profiler::default),
            guest: None,
        }
    }

    /// Shows an event to all observers.
    fn each(&mut self, mut visit: impl FnMut(&mut dyn Observer)) {
        let Self { coverage, ended, notes, graph, profiler, guest } = self;
        coverage.iter_mut().for_each(|observer| visit(observer));
        ended.iter_mut().for_each(|observer| visit(observer));
        notes.iter_mut().for_each(|observer| visit(observer));
        graph.iter_mut().for_each(|observer| visit(observer));
        guest.iter_mut().for_each(|observer| visit(&mut **observer));
        // It comes last, so that its clock starts when the others are done.
        profiler.iter_mut().for_each(|observer| visit(observer));
    }
}

impl Observer for Observers {
    fn step(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        self.each(|observer| observer.step(moment, entry));
    }

    fn split(&mut self, moment: &mut Moment<'_, '_>, from: &Entry, successors: &[Successor]) {
        self.each(|observer| observer.split(moment, from, successors));
    }

    fn settled(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        self.each(|observer| observer.settled(moment, entry));
    }

    fn merge(&mut self, moment: &mut Moment<'_, '_>, at: ProgramPoint, there: Guard, arriving: Guard) {
        self.each(|observer| observer.merge(moment, at, there, arriving));
    }

    fn park(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, what: Bounded) {
        self.each(|observer| observer.park(moment, entry, what));
    }

    fn resume(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, what: Bounded) {
        self.each(|observer| observer.resume(moment, entry, what));
    }

    fn end(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, end: End, guard: Guard) {
        self.each(|observer| observer.end(moment, entry, end, guard));
    }

    fn collect(&mut self, bytes: usize) {
        self.each(|observer| observer.collect(bytes));
    }

    fn forget(&mut self) {
        self.each(|observer| observer.forget());
    }

    fn report(&self, machine: &Machine<'_>, outcome: &mut Outcome) {
        outcome.coverage = self.coverage.as_ref().map(Tracker::coverage);
        outcome.drawing = self.graph.as_ref().map(Graph::drawing);
        outcome.profile =
            self.profiler.as_ref().map(|profiler| profiler.profile(machine, outcome.statistics.time_total));
    }
}

holds_guards!(Observers: coverage, ended, notes, graph, profiler, guest);

impl Marks for Observers {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { coverage, ended, notes, graph, profiler, guest } = self;
        coverage.mark(live);
        ended.mark(live);
        notes.mark(live);
        graph.mark(live);
        profiler.mark(live);
        guest.iter().for_each(|observer| observer.mark(live));
    }
}
