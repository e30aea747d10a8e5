//! The observers that an exploration has.

use super::coverage::Tracker;
use super::graph::Graph;
use super::notes::Notes;
use super::observe::Observer;
use super::profile::Profiler;
use super::progress::ProgressReport;
use super::samples::EndedPaths;
use super::watch::Watch;
use crate::config::Config;
use crate::guard::{HoldsGuards, holds_guards};
use crate::ir::{MethodId, Program};
use crate::state::{Live, Marks};
use std::any::Any;

/// An observer of the caller, which may keep guards and name entries of tables.
pub trait Guest: Observer + HoldsGuards + Marks + Any {}

impl<T: Observer + HoldsGuards + Marks + Any> Guest for T {}

/// The observers by their tasks; those that the configuration does not ask for are absent.
pub struct Observers<'p> {
    /// Which blocks, branches and targets of calls are reached.
    pub coverage: Option<Tracker>,
    /// Guards of paths that have ended, to make tests from.
    pub ended: Option<EndedPaths>,
    /// Which values variables and heap have at lines.
    pub notes: Option<Notes>,
    /// How the paths part and meet.
    pub graph: Option<Graph>,
    /// What each line costs.
    pub profiler: Option<Profiler>,
    /// What a caller has brought.
    pub guest: Option<Box<dyn Guest>>,
    progress: ProgressReport<'p>,
}

impl<'p> Observers<'p> {
    /// The observers that a configuration asks for.
    pub fn new(program: &Program, entry: MethodId, config: &Config, watch: &'p Watch) -> Self {
        Self {
            coverage: (config.coverage || config.tests).then(|| Tracker::new(program, entry)),
            ended: config.tests.then(EndedPaths::default),
            notes: config.notes.as_ref().map(|notes| Notes::new(program, entry, notes)),
            graph: config.notes.as_ref().map(|_| Graph::default()),
            profiler: config.profile.then(Profiler::default),
            guest: None,
            progress: ProgressReport::new(watch),
        }
    }

    /// Tells all observers of an event.
    pub fn each(&mut self, mut tell: impl FnMut(&mut dyn Observer)) {
        let Self { coverage, ended, notes, graph, profiler, guest, progress } = self;
        coverage.iter_mut().for_each(|observer| tell(observer));
        ended.iter_mut().for_each(|observer| tell(observer));
        notes.iter_mut().for_each(|observer| tell(observer));
        graph.iter_mut().for_each(|observer| tell(observer));
        guest.iter_mut().for_each(|observer| tell(&mut **observer));
        tell(progress);
        // The last one, so that its clock starts when the others have done their work.
        profiler.iter_mut().for_each(|observer| tell(observer));
    }
}

holds_guards!(Observers<'_>: coverage, ended, notes, guest; others: graph, profiler, progress);

impl Marks for Observers<'_> {
    fn mark(&self, live: &mut Live<'_>) {
        // A profiler knows lines by frames only to find them faster.
        let Self { coverage, ended, notes, graph, profiler: _, guest, progress: _ } = self;
        coverage.mark(live);
        ended.mark(live);
        notes.mark(live);
        graph.mark(live);
        guest.iter().for_each(|observer| observer.mark(live));
    }
}
