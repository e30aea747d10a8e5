//! The observers that an exploration has.

use super::coverage::Tracker;
use super::finals::Finals;
use super::graph::Graph;
use super::notes::Notes;
use super::observe::Observer;
use super::profile::Profiler;
use super::progress::ProgressReport;
use super::samples::EndedPaths;
use super::watch::Watch;
use crate::config::Config;
use crate::guard::{Guard, HoldsGuards, Logic, Rewriting};
use crate::ir::{MethodId, Program};
use crate::state::{Live, Marks};

/// The observers by their tasks; those that the configuration does not ask for are absent.
pub struct Observers<'p> {
    /// Which blocks, branches and targets of calls are reached.
    pub coverage: Option<Tracker>,
    /// Guards of paths that have ended, to make tests from.
    pub ended: Option<EndedPaths>,
    /// The states in which paths have ended.
    pub finals: Option<Finals>,
    /// Which values variables and heap have at lines.
    pub notes: Option<Notes>,
    /// How the paths part and meet.
    pub graph: Option<Graph>,
    /// What each line costs.
    pub profiler: Option<Profiler>,
    progress: ProgressReport<'p>,
}

impl<'p> Observers<'p> {
    /// The observers that a configuration asks for.
    pub fn new(program: &Program, entry: MethodId, config: &Config, watch: &'p Watch) -> Self {
        Self {
            coverage: (config.coverage || config.tests).then(|| Tracker::new(program, entry)),
            ended: config.tests.then(EndedPaths::default),
            finals: None,
            notes: config.notes.as_ref().map(|notes| Notes::new(program, entry, notes)),
            graph: config.notes.as_ref().map(|_| Graph::default()),
            profiler: config.profile.then(Profiler::default),
            progress: ProgressReport::new(watch),
        }
    }

    /// Tells all observers of an event.
    pub fn each(&mut self, mut tell: impl FnMut(&mut dyn Observer)) {
        let Self { coverage, ended, finals, notes, graph, profiler, progress } = self;
        coverage.iter_mut().for_each(|observer| tell(observer));
        ended.iter_mut().for_each(|observer| tell(observer));
        finals.iter_mut().for_each(|observer| tell(observer));
        notes.iter_mut().for_each(|observer| tell(observer));
        graph.iter_mut().for_each(|observer| tell(observer));
        tell(progress);
        // The last one, so that its clock starts when the others have done their work.
        profiler.iter_mut().for_each(|observer| tell(observer));
    }
}

impl HoldsGuards for Observers<'_> {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { coverage, ended, finals, notes, graph: _, profiler: _, progress: _ } = self;
        finals.visit(visit);
        coverage.visit(visit);
        ended.visit(visit);
        notes.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { coverage, ended, finals, notes, graph: _, profiler: _, progress: _ } = self;
        finals.rewrite(logic, rewriting);
        coverage.rewrite(logic, rewriting);
        ended.rewrite(logic, rewriting);
        notes.rewrite(logic, rewriting);
    }
}

impl Marks for Observers<'_> {
    fn mark(&self, live: &mut Live<'_>) {
        // A profiler knows lines by frames only to find them faster.
        let Self { coverage, ended, finals, notes, graph, profiler: _, progress: _ } = self;
        coverage.mark(live);
        ended.mark(live);
        finals.mark(live);
        notes.mark(live);
        graph.mark(live);
    }
}
