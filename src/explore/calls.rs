//! Calls that are run apart and recorded as deltas, and applied in place of a run.
//!
//! Statistics count what was run: a call that is applied adds no steps, and its paths as if it had none inside.

use super::error::Error;
use super::session::{Pause, Session};
use crate::ir::Terminator;
use crate::state::FrameId;
use crate::transition::delta::{Refusal, Stretch, Unfit};

/// Why a call was not recorded.
#[derive(Debug, thiserror::Error)]
pub enum NotRecorded {
    /// What runs next is not the start of a call.
    #[error("no call starts next")]
    NoCall,
    /// Other paths are in the frame of the call, at a bound.
    #[error("other paths wait within the call")]
    Shared,
    /// Each path has a state of its own.
    #[error("a call is recorded in merge mode only")]
    Forks,
    /// The run ended within the call.
    #[error("the run ended within the call")]
    Ended,
    /// It depends on more than a delta holds.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// The exploration failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// Why a recorded call was not applied.
#[derive(Debug, thiserror::Error)]
pub enum NotApplied {
    /// Nothing can run.
    #[error("nothing can run")]
    Nothing,
    /// It would not do the same.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The exploration failed.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl Session<'_> {
    /// Runs the call whose start is next until all its paths are at its exits or at a bound, and keeps what it did. Gives
    /// its number in [`calls`](Self::calls).
    ///
    /// # Errors
    /// When no call is next, or it cannot be recorded. It has run all the same, unless that was clear before.
    pub fn record_call(&mut self) -> Result<usize, NotRecorded> {
        let Self { machine, frontier, .. } = self;
        if machine.policy.forks {
            return Err(NotRecorded::Forks);
        }
        let (Some(start), Some(state)) = (frontier.next(), frontier.state_mut()) else {
            return Err(NotRecorded::NoCall);
        };
        let frame = start.frame;
        let is_call = machine.contexts.caller(frame).is_some();
        let Some(entry) =
            state.pc.next().filter(|_| is_call && machine.contexts.start(machine.program, frame) == start)
        else {
            return Err(NotRecorded::NoCall);
        };
        if !state.pc.is_alone_in(frame) {
            return Err(NotRecorded::Shared);
        }
        let guard = entry.guard;
        let stretch = Stretch::begin(machine, state, frame, guard);
        let pause = self.run(|session, _| !session.runs_within(frame));
        let Self { machine, frontier, .. } = self;
        let delta = frontier.state_mut().map(|state| stretch.end(machine, state));
        if pause? == Pause::Ended {
            return Err(NotRecorded::Ended);
        }
        self.calls.push(delta.ok_or(NotRecorded::Ended)??);
        Ok(self.calls.len() - 1)
    }

    /// Whether what runs next belongs to the call in a frame and is no exit of it. In the lockstep order a call is
    /// contiguous, and its exits stand last.
    fn runs_within(&self, frame: FrameId) -> bool {
        let Some(at) = self.frontier.next() else { return false };
        let contexts = &self.machine.contexts;
        let block = &self.machine.program.methods[contexts.frame(at.frame).method].blocks[at.block];
        let is_exit = at.frame == frame && matches!(block.term, Terminator::Return | Terminator::Unwind);
        contexts.is_within(at.frame, frame) && !is_exit
    }

    /// Applies a recorded call at the start of a call that is next, in place of running it.
    ///
    /// # Errors
    /// When it would not do the same there; the call can be run then.
    pub fn apply_call(&mut self, number: usize) -> Result<(), NotApplied> {
        let Some((mut state, entry)) = self.frontier.take() else { return Err(NotApplied::Nothing) };
        match self.calls[number].apply(&mut self.machine, &mut state, &entry) {
            Ok(stepped) => self.settle(state, &entry, stepped),
            Err(refusal) => {
                self.frontier.put_back(state, entry);
                return Err(refusal.into());
            }
        }
        self.replay_new()?;
        Ok(())
    }
}
