//! The states in which paths end, kept by an observer.

use multise::internals::explore::{Moment, Observer};
use multise::internals::guard::{Guard, HoldsGuards, Logic, Rewriting};
use multise::internals::observers::Session;
use multise::internals::state::{Entry, FrameId, Live, Marks, Sigma};
use multise::internals::transition::End;
use std::any::Any;

/// A path, or a bundle of paths, that has ended by return or by an exception that left the entry method.
#[derive(Clone)]
pub struct Final {
    /// How these paths ended.
    pub end: End,
    /// The guard of these paths.
    pub guard: Guard,
    /// The Σ in which they ended. In merge mode it also holds values that paths outside `guard` have written.
    pub sigma: Sigma,
    /// The frame in which they ended: that of the entry method, or of the static initialiser.
    pub frame: FrameId,
}

/// Keeps all final states.
#[derive(Default)]
struct Finals(Vec<Final>);

/// Makes a new session keep its final states.
pub fn keep(session: &mut Session<'_>) {
    session.observers.guest = Some(Box::new(Finals::default()));
}

/// The final states that the session has kept.
pub fn kept(session: &mut Session<'_>) -> Vec<Final> {
    let guest: Box<dyn Any> = session.observers.guest.take().expect("they were to be kept");
    guest.downcast::<Finals>().expect("there is no other guest").0
}

impl Observer for Finals {
    fn end(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, end: End, guard: Guard) {
        if end != End::Violated && end != End::Unchecked {
            self.0.push(Final { end, guard, sigma: moment.state.sigma.clone(), frame: entry.point.frame });
        }
    }
}

impl HoldsGuards for Final {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        let Self { end: _, guard, sigma, frame: _ } = self;
        visit(*guard);
        sigma.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        let Self { end: _, guard, sigma, frame: _ } = self;
        guard.rewrite(logic, rewriting);
        sigma.rewrite(logic, rewriting);
    }
}

impl HoldsGuards for Finals {
    fn visit(&self, visit: &mut dyn FnMut(Guard)) {
        self.0.visit(visit);
    }

    fn rewrite(&mut self, logic: &mut Logic, rewriting: &Rewriting) {
        self.0.rewrite(logic, rewriting);
    }
}

impl Marks for Finals {
    fn mark(&self, live: &mut Live<'_>) {
        for Final { end: _, guard: _, sigma, frame } in &self.0 {
            live.frame(*frame);
            sigma.mark(live);
        }
    }
}
