//! Bounds of loops and recursion, and how they deepen (design 4).
//!
//! Every loop and every recursive group of methods has a bound of its own. An entry that would pass it is parked; at
//! the end of a round the bounds that parked something feasible grow. An iteration or call that is *decided* (it
//! begins with the guard with which the one before began) is let through as long as there is fuel.

use super::outcome::{Cut, Parked};
use super::queue::Entry;
use crate::config::Config;
use crate::guard::Guard;
use crate::ir::{BlockId, GroupId, MethodId, Program};
use crate::source::Span;
use crate::state::Contexts;
use crate::transition::{Machine, Via};
use std::collections::BTreeMap;

/// Iterations of a loop before the first deepening. Few: a loop over symbolic data can cost exponentially much per
/// iteration, most violations show in the first few, and doubling soon makes up for it (ARCHITECTURE.md has figures).
const FIRST_ITERATIONS: u64 = 4;

/// References that lead to an object of the initial heap before the first deepening. More than the fields of most
/// straight-line code, so that it is mostly loops and recursion that wait for a deepening, and seldom this.
const FIRST_HEAP_DEPTH: u64 = 8;

/// Decided iterations or calls beyond the bound in the first round.
const FIRST_FUEL: u64 = 10_000;

/// What has a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bounded {
    /// A loop, by its method and the head of its condition.
    Loop(MethodId, BlockId),
    /// A recursive group.
    Group(GroupId),
    /// The initial heap, by the instruction that reads it: method, block, number in the block. One bound for all.
    Heap(MethodId, BlockId, u32),
}

/// The cap that the user has set.
pub fn cap(config: &Config, what: Bounded) -> Option<u64> {
    match what {
        Bounded::Loop(..) => config.unroll,
        Bounded::Group(_) => config.depth,
        Bounded::Heap(..) => config.heap_depth,
    }
}

/// Whether an entry may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admission {
    /// It may.
    Run,
    /// It waits for the next round.
    Park(Bounded),
    /// It passes a cap that the user has set.
    Cut(Bounded),
}

#[derive(Clone, Copy, Debug)]
struct Bound {
    limit: u64,
    fuel: u64,
}

/// The bounds of a run.
pub struct Bounds {
    bounds: BTreeMap<Bounded, Bound>,
    /// How deep the initial heap is read.
    heap: u64,
    rounds: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { bounds: BTreeMap::new(), heap: FIRST_HEAP_DEPTH, rounds: 0 }
    }
}

impl Bounds {
    fn bound(&mut self, what: Bounded) -> &mut Bound {
        let fuel = FIRST_FUEL.saturating_mul(1 << self.rounds.min(32));
        self.bounds.entry(what).or_insert_with(|| {
            let limit = match what {
                Bounded::Loop(..) => FIRST_ITERATIONS,
                Bounded::Group(_) => 1,
                Bounded::Heap(..) => FIRST_HEAP_DEPTH,
            };
            Bound { limit, fuel }
        })
    }

    /// The bound that something has in this round.
    pub fn limit(&self, what: Bounded) -> u64 {
        match what {
            Bounded::Heap(..) => self.heap,
            _ => self.bounds.get(&what).map_or(0, |b| b.limit),
        }
    }

    /// How deep the initial heap is read in this round.
    pub fn heap(&self, config: &Config) -> u64 {
        config.heap_depth.map_or(self.heap, |cap| self.heap.min(cap))
    }

    /// Decides about an entry that has just come to its location, and notes when its iteration or frame begins.
    pub fn admit(&mut self, machine: &mut Machine<'_>, entry: &mut Entry, via: Via) -> Admission {
        if let Via::Deeper(index) = via {
            let at = entry.location;
            let what = Bounded::Heap(machine.contexts.frame(at.frame).method, at.block, index);
            let capped = cap(machine.config, what).is_some_and(|cap| self.heap >= cap);
            return if capped { Admission::Cut(what) } else { Admission::Park(what) };
        }
        let Some((what, count, key, before)) = situation(machine.program, &machine.contexts, entry, via) else {
            return Admission::Run;
        };
        if cap(machine.config, what).is_some_and(|cap| count > cap) {
            return Admission::Cut(what);
        }
        let Bound { limit, fuel } = *self.bound(what);
        if count > limit {
            let decided = fuel > 0 && before.is_some_and(|start| same_paths(machine, start, entry.guard));
            if !decided {
                return Admission::Park(what);
            }
            self.bound(what).fuel -= 1;
        }
        entry.starts.set(key.0, key.1, entry.guard);
        Admission::Run
    }

    /// The bounds for an exploration that begins anew: twice those that this one has come to, since what waits at a bound
    /// does not merge with what goes on.
    pub fn renewed(&self) -> Self {
        let twice = |bound: &Bound| Bound { limit: 2 * bound.limit, fuel: FIRST_FUEL };
        let bounds = self.bounds.iter().map(|(what, bound)| (*what, twice(bound))).collect();
        Self { bounds, heap: self.heap, rounds: 0 }
    }

    /// A parked entry goes on: its iteration or frame begins now.
    pub fn resume(&self, machine: &Machine<'_>, entry: &mut Entry, what: Bounded) {
        let via = match what {
            Bounded::Loop(..) => Via::Edge,
            Bounded::Group(_) => Via::Call,
            // Nothing begins: a block goes on.
            Bounded::Heap(..) => return,
        };
        if let Some((_, _, key, _)) = situation(machine.program, &machine.contexts, entry, via) {
            entry.starts.set(key.0, key.1, entry.guard);
        }
    }

    /// The next round begins: what has parked something feasible gets a larger bound, everything new fuel.
    pub fn deepen(&mut self, parked: impl IntoIterator<Item = Bounded>) {
        self.rounds += 1;
        let fuel = FIRST_FUEL.saturating_mul(1 << self.rounds.min(32));
        let (heap, others): (Vec<_>, Vec<_>) = parked.into_iter().partition(|w| matches!(w, Bounded::Heap(..)));
        if !heap.is_empty() {
            self.heap *= 2;
        }
        for what in others {
            let bound = self.bound(what);
            bound.limit = match what {
                Bounded::Loop(..) => bound.limit * 2,
                Bounded::Group(_) => next_depth(bound.limit),
                Bounded::Heap(..) => bound.limit,
            };
        }
        self.bounds.values_mut().for_each(|b| b.fuel = fuel);
    }
}

/// 1, 2, 3, 4, 6, 8, 12, 16, …: tree recursion has 2^depth contexts.
fn next_depth(depth: u64) -> u64 {
    match depth {
        0..4 => depth + 1,
        _ if depth.is_power_of_two() => depth + depth / 2,
        _ => depth / 3 * 4,
    }
}

type Key = (crate::state::FrameId, Option<BlockId>);

/// What bounds the step to an entry's location: how many iterations or frames that makes, under which key its start is
/// noted, and with which guard the one before began.
fn situation(
    program: &Program,
    contexts: &Contexts,
    entry: &Entry,
    via: Via,
) -> Option<(Bounded, u64, Key, Option<Guard>)> {
    let (at, starts) = (entry.location, &entry.starts);
    let frame = contexts.frame(at.frame);
    let method = &program.methods[frame.method];
    match via {
        Via::Edge => {
            let head = method.blocks[at.block].loop_body_of?;
            let done = contexts.iteration(program, at, head)?;
            let before = if done == 0 { None } else { starts.get(at.frame, Some(head)) };
            Some((Bounded::Loop(frame.method, head), u64::from(done) + 1, (at.frame, Some(head)), before))
        }
        Via::Call => {
            if !program.groups[method.group].recursive {
                return None;
            }
            let before = frame.outer_in_group.and_then(|outer| starts.get(outer, None));
            Some((Bounded::Group(method.group), u64::from(frame.group_depth), (at.frame, None), before))
        }
        Via::Deeper(_) => None,
    }
}

/// Whether two guards, the second within the first, differ by infeasible inputs only.
fn same_paths(machine: &mut Machine<'_>, start: Guard, now: Guard) -> bool {
    if start == now {
        return true;
    }
    let lost = machine.logic.guards.and_not(start, now);
    !machine.feasible(lost)
}

/// Something at its bound, as reports name it.
pub fn parked(program: &Program, what: Bounded, bound: u64) -> Parked {
    let cut = match what {
        Bounded::Loop(..) => Cut::Loop,
        Bounded::Group(_) => Cut::Call,
        Bounded::Heap(..) => Cut::Heap,
    };
    Parked { span: place(program, what), what: cut, bound }
}

/// The place that reports name: the condition of a loop, a method of a group, the instruction that reads the heap.
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
