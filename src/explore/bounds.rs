//! Bounds of loops and recursion, and how they deepen.
//!
//! Every loop and every recursive group of methods has a bound of its own. An entry that would pass it is parked. At the end of
//! a round the bounds that parked something feasible grow. An iteration or frame is *deterministic* if no paths left the one
//! before it while others stayed ([`InputDependentExits`](crate::state::pc::InputDependentExits)). Then the inputs do not
//! decide how often the loop runs, and many more of its iterations are admitted. Paths that end inside have left, also those on
//! which an assumption is false. Paths that are parked inside count as having left: the others wait for them, to merge with
//! them. A branch inside the body also parts the paths of an iteration, but does not count. So path mode, too, runs a loop with
//! a concrete bound to its end.

use crate::config::Config;
use crate::ir::{BlockId, Program};
use crate::outcome::{Cut, Parked};
use crate::source::Span;
use crate::state::Bounded;
use crate::state::{Contexts, Entry, FrameId};
use crate::transition::{Machine, Via};
use std::collections::{BTreeMap, BTreeSet};

/// Iterations of a loop before the first deepening. They are few because the cost of a loop over symbolic data can grow
/// exponentially with its iterations, most violations show in the first few, and doubling soon makes up for it
/// (`benches/decisions.md` has figures).
const FIRST_ITERATIONS: u64 = 4;

/// The most references on the way to an object of the initial heap before the first deepening. It is more than most
/// straight-line code follows, so mostly loops and recursion wait for a deepening, and seldom reads of the heap.
const FIRST_HEAP_DEPTH: u64 = 8;

/// The most frames of a recursive group before the first deepening.
const FIRST_DEPTH: u64 = 1;

/// Deterministic iterations or frames that may run beyond the bound in the first round.
const FIRST_DETERMINISTIC: u64 = 10_000;

/// How much work may pass without a path that ends, in the first round, before deterministic iterations and frames wait for the
/// next one. It is in steps through guards, and takes about a second. Paths that never leave a loop would otherwise run in it to
/// the end of the time, while others wait for them.
const FIRST_WORK: u64 = 1 << 22;

/// The cap that the user has set for a bound.
pub fn cap(config: &Config, what: Bounded) -> Option<u64> {
    match what {
        Bounded::Loop(..) => config.unroll,
        Bounded::Group(_) => config.depth,
        Bounded::Heap(..) => config.heap_depth,
    }
}

/// Whether an entry may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Run,
    /// It waits for the next round.
    Park(Bounded),
    /// It passes a cap that the user has set.
    Cut(Bounded),
}

/// The bounds of a run.
#[derive(Debug)]
pub struct Bounds {
    /// The bounds that have been deepened.
    limits: BTreeMap<Bounded, u64>,
    /// The bound on the depth of reads of the initial heap.
    heap: u64,
    /// The bound on the length of input arrays. It does not deepen: longer arrays are left out.
    length: Option<u64>,
    rounds: u32,
    /// The work that had been done when this round began, or when paths last ended in it.
    done: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { limits: BTreeMap::new(), heap: FIRST_HEAP_DEPTH, length: None, rounds: 0, done: 0 }
    }
}

impl Bounds {
    /// The bound of a loop, a group or a read in this round.
    pub fn limit(&self, what: Bounded) -> u64 {
        match what {
            Bounded::Heap(..) => self.heap,
            Bounded::Loop(..) => self.limits.get(&what).copied().unwrap_or(FIRST_ITERATIONS),
            Bounded::Group(_) => self.limits.get(&what).copied().unwrap_or(FIRST_DEPTH),
        }
    }

    /// How deep the initial heap is read in this round.
    pub fn heap(&self, config: &Config) -> u64 {
        config.heap_depth.map_or(self.heap, |cap| self.heap.min(cap))
    }

    /// Decides about an entry that has just reached its point. If it is admitted, notes that its iteration or frame begins.
    pub fn admit(&self, machine: &Machine<'_>, entry: &mut Entry, via: Via) -> Admission {
        if via == Via::Deeper {
            let at = entry.point;
            let what = Bounded::Heap(machine.contexts.frame(at.frame).method, at.block, at.instruction);
            let capped = cap(machine.config, what).is_some_and(|cap| self.heap >= cap);
            return if capped { Admission::Cut(what) } else { Admission::Park(what) };
        }
        let Some(iteration) = iteration(machine.program, &machine.contexts, entry, via) else {
            return Admission::Run;
        };
        let what = iteration.of;
        if cap(machine.config, what).is_some_and(|cap| iteration.number > cap) {
            return Admission::Cut(what);
        }
        let more = if iteration.is_deterministic { self.deterministic(machine) } else { 0 };
        if iteration.number > self.limit(what).saturating_add(more) {
            return Admission::Park(what);
        }
        entry.input_dependent.begin(iteration.key.0, iteration.key.1);
        Admission::Run
    }

    /// How many deterministic iterations or frames may run beyond the bound in this round.
    fn deterministic(&self, machine: &Machine<'_>) -> u64 {
        let in_round = |first: u64| first.saturating_mul(1 << self.rounds.min(32));
        let work = machine.logic.guards.work() - self.done;
        if work <= in_round(FIRST_WORK) { in_round(FIRST_DETERMINISTIC) } else { 0 }
    }

    /// Notes that paths have ended when the work so far is `done`.
    pub fn end(&mut self, done: u64) {
        self.done = done;
    }

    /// The bounds for an exploration that begins anew: twice those that this one has reached, because paths that wait at
    /// a bound do not merge with paths that continue.
    pub fn renewed(&self) -> Self {
        let limits = self.limits.iter().map(|(what, limit)| (*what, 2 * limit)).collect();
        Self { limits, heap: self.heap, ..Self::default() }
    }

    /// The first bounds, and input arrays of at most `length` elements.
    pub fn short(length: u64) -> Self {
        Self { length: Some(length), ..Self::default() }
    }

    /// The most elements of an input array. It is what the user has assumed, or the bound of this exploration, which leaves
    /// longer arrays out.
    pub fn length(&self, config: &Config) -> Option<u64> {
        [config.dialect.array_length, self.length].into_iter().flatten().min()
    }

    /// Whether input arrays are left out that the user has not excluded.
    pub fn leaves_out_arrays(&self, config: &Config) -> bool {
        self.length(config) != config.dialect.array_length
    }

    /// Resumes a parked entry: notes that its iteration or frame begins.
    pub fn resume(&self, machine: &Machine<'_>, entry: &mut Entry, what: Bounded) {
        let via = match what {
            Bounded::Loop(..) => Via::Edge,
            Bounded::Group(_) => Via::Call,
            // Nothing begins: a block continues.
            Bounded::Heap(..) => return,
        };
        if let Some(iteration) = iteration(machine.program, &machine.contexts, entry, via) {
            entry.input_dependent.begin(iteration.key.0, iteration.key.1);
        }
    }

    /// Begins the next round, when the work so far is `done`: enlarges the bounds that have parked something feasible, and admits
    /// twice as many deterministic iterations and frames beyond their bounds, in twice the work.
    pub fn deepen(&mut self, parked: &BTreeSet<Bounded>, done: u64) {
        self.rounds += 1;
        self.done = done;
        let (heap, others): (Vec<_>, Vec<_>) = parked.iter().partition(|w| matches!(w, Bounded::Heap(..)));
        if !heap.is_empty() {
            self.heap *= 2;
        }
        for what in others {
            let limit = self.limit(what);
            let next = if matches!(what, Bounded::Group(_)) { next_depth(limit) } else { 2 * limit };
            self.limits.insert(what, next);
        }
    }
}

/// The bound after one on recursion: 1, 2, 3, 4, 6, 8, 12, 16, …. It grows slowly because tree recursion has 2^depth contexts.
fn next_depth(depth: u64) -> u64 {
    match depth {
        0..4 => depth + 1,
        _ if depth.is_power_of_two() => depth + depth / 2,
        _ => depth / 3 * 4,
    }
}

/// An iteration of a loop, or a frame of a recursive group, that is about to begin.
struct Iteration {
    /// The loop or group.
    of: Bounded,
    /// Its number, from 1, among the iterations since the loop was entered, or among the frames of the group.
    number: u64,
    /// The key under which [`InputDependentExits`](crate::state::pc::InputDependentExits) notes that paths leave it.
    key: (FrameId, Option<BlockId>),
    /// Whether there was one before, without an input-dependent exit.
    is_deterministic: bool,
}

/// The iteration or frame that begins with the step to an entry's point, if it has a bound.
fn iteration(program: &Program, contexts: &Contexts, entry: &Entry, via: Via) -> Option<Iteration> {
    let at = entry.point;
    let frame = contexts.frame(at.frame);
    let method = &program.methods[frame.method];
    match via {
        Via::Edge | Via::Known(_) => {
            let head = method.shape.begins[at.block]?;
            let done = contexts.iteration(program, at, head)?;
            let is_deterministic = done > 0 && !entry.input_dependent.contains(at.frame, Some(head));
            Some(Iteration {
                of: Bounded::Loop(frame.method, head),
                number: u64::from(done) + 1,
                key: (at.frame, Some(head)),
                is_deterministic,
            })
        }
        Via::Call => {
            if !program.groups[method.group].recursive {
                return None;
            }
            let is_deterministic =
                frame.outer_in_group.is_some_and(|outer| !entry.input_dependent.contains(outer, None));
            Some(Iteration {
                of: Bounded::Group(method.group),
                number: u64::from(frame.group_depth),
                key: (at.frame, None),
                is_deterministic,
            })
        }
        Via::Deeper => None,
    }
}

/// A loop, group or read at its bound, as plain data for reports.
pub fn parked(program: &Program, what: Bounded, bound: u64) -> Parked {
    let cut = match what {
        Bounded::Loop(..) => Cut::Loop,
        Bounded::Group(_) => Cut::Call,
        Bounded::Heap(..) => Cut::Heap,
    };
    Parked { span: place(program, what), what: cut, bound }
}

/// The place that reports show for a bound: the condition of a loop, the first method of a group, the instruction that
/// reads the heap.
fn place(program: &Program, what: Bounded) -> Span {
    match what {
        Bounded::Loop(method, head) => {
            let block = &program.methods[method].blocks[head];
            block.instrs.first().map_or(block.span, |i| i.span)
        }
        Bounded::Group(group) => program.methods[program.groups[group].methods[0]].span,
        Bounded::Heap(method, block, index) => program.methods[method].blocks[block].instrs[index as usize].span,
    }
}
