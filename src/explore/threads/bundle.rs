//! Paths that wait at one configuration until a thread is chosen.

use crate::guard::{Guard, holds_guards};
use crate::paths::Paths;
use crate::state::pc::InputDependentExits;
use crate::state::{Configuration, Live, Marks, Sigma};
use crate::summary::ThreadId;
use crate::transition::Machine;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A bundle: the paths that wait at a configuration.
pub struct Bundle {
    /// The configuration.
    pub at: Configuration,
    /// The condition under which inputs take one of the paths.
    pub guard: Guard,
    /// An upper bound of their number.
    pub paths: Paths,
    /// The iterations and recursive frames that some of their paths have left, of all threads.
    pub input_dependent: InputDependentExits,
    /// The store of the paths.
    pub sigma: Sigma,
    /// The threads that were enabled when another was chosen, and have not stepped since.
    pub passed_over: Rc<[ThreadId]>,
    /// The thread that made the last step, and the number of switches so far; `None` if switches have no bound.
    pub switches: Option<(ThreadId, u64)>,
}

impl Bundle {
    /// The threads that are [passed over](Self::passed_over) if one is chosen while those of `can_step` are enabled.
    pub fn passed_over_by(&self, chosen: ThreadId, can_step: &[ThreadId]) -> Rc<[ThreadId]> {
        if self.passed_over.is_empty() && can_step.iter().all(|thread| *thread == chosen) {
            return Rc::clone(&self.passed_over);
        }
        let all: BTreeSet<ThreadId> = self.passed_over.iter().chain(can_step).copied().collect();
        all.into_iter().filter(|thread| *thread != chosen).collect()
    }

    /// Adds the numbers, exits and threads passed over of another bundle.
    pub fn add(&mut self, paths: Paths, input_dependent: InputDependentExits, passed_over: &Rc<[ThreadId]>) {
        self.paths += paths;
        self.input_dependent.join(input_dependent);
        if self.passed_over != *passed_over {
            let all: BTreeSet<ThreadId> = self.passed_over.iter().chain(&**passed_over).copied().collect();
            self.passed_over = all.into_iter().collect();
        }
    }

    /// The order of bundles: the least continues first.
    pub fn cmp(&self, machine: &Machine<'_>, waiting: &Bundle) -> Ordering {
        let configurations = self.at.cmp(machine.program, &machine.contexts, &waiting.at);
        // Fewer switches first, because no step lowers their number.
        let switches = |bundle: &Bundle| bundle.switches.map(|(thread, switches)| (switches, thread));
        configurations.then_with(|| switches(self).cmp(&switches(waiting)))
    }
}

holds_guards!(Bundle: guard, sigma; others: at, paths, input_dependent, passed_over, switches);

impl Marks for Bundle {
    fn mark(&self, live: &mut Live<'_>) {
        let Self { at, guard: _, paths: _, input_dependent: _, sigma, passed_over: _, switches: _ } = self;
        live.configuration(at);
        sigma.mark(live);
    }
}
