//! The cost of each line: the differences of the machine's counters over every step, added up by calling context and line.
//!
//! A step runs a block. So the program must be explored [by lines](crate::ir::Program::by_lines), where every line begins a
//! block. A step lasts until its successors have been followed. So merges, bounds and questions about feasibility count for
//! the line that leads there. What happens between two steps belongs to no line: preparations, replays of violations,
//! collections of dead guards, deepening, choices between threads, and attempts that were given up.
//!
//! Recording costs two readings of the clock and a few differences per step, and the sizes of summaries. These are mostly
//! needed anyway when the summaries are read.

use crate::explore::observe::{Moment, Observer};
use crate::guard::holds_guards;
use crate::ir::{BlockId, InstrKind};
use crate::outcome::{Cost, LargestProduct, Profile, Stack};
use crate::state::{Contexts, Entry, FrameId, Key, Live, Marks, Place};
use crate::summary::Summary;
use crate::transition::Machine;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxHashMap;
use std::time::{Duration, Instant};

/// The counters before a step.
#[derive(Clone, Copy, Debug)]
struct Before {
    /// The index of the step's line in `lines`.
    line: usize,
    at: Instant,
    /// The counters as a cost since the beginning, without the largest sizes, which the machine keeps for each step.
    so_far: Cost,
}

/// Adds up the costs of steps.
#[derive(Clone, Debug, Default)]
pub struct Profiler {
    stacks: IndexSet<Stack>,
    lines: IndexMap<(usize, u32), Cost>,
    /// The index of the chain of a frame. Frames of different iterations may have the same chain.
    of_frame: FxHashMap<FrameId, usize>,
    /// The index of the line of a block in a frame.
    of_block: FxHashMap<(FrameId, BlockId), usize>,
    /// The step that is running.
    open: Option<Before>,
}

impl Profiler {
    /// The index in `lines` of the line of an entry.
    fn line(&mut self, machine: &Machine<'_>, entry: &Entry) -> usize {
        let (frame, block) = (entry.point.frame, entry.point.block);
        if let Some(&known) = self.of_block.get(&(frame, block)) {
            return known;
        }
        let stack = self.stack(&machine.contexts, frame);
        let method = machine.contexts.frame(frame).method;
        let line = machine.program.methods[method].blocks[block].first_line();
        let entry = self.lines.entry((stack, line));
        let index = entry.index();
        entry.or_default();
        self.of_block.insert((frame, block), index);
        index
    }

    /// The index of the chain of calls of a frame.
    fn stack(&mut self, contexts: &Contexts, frame: FrameId) -> usize {
        // Iterative, because recursion may be deeper than the stack of this thread.
        let (mut unknown, mut at) = (Vec::new(), Some(frame));
        let mut below = None;
        while let Some(frame) = at {
            if let Some(&known) = self.of_frame.get(&frame) {
                below = Some(known);
                break;
            }
            unknown.push(frame);
            at = contexts.caller(frame);
        }
        for frame in unknown.into_iter().rev() {
            let (index, _) = self.stacks.insert_full(Stack { below, method: contexts.frame(frame).method });
            self.of_frame.insert(frame, index);
            below = Some(index);
        }
        below.unwrap_or_default()
    }

    /// The costs so far. `elapsed` is the time since the beginning.
    pub fn profile(&self, machine: &Machine<'_>, elapsed: Duration) -> Profile {
        let mut of_lines = Cost::default();
        self.lines.values().for_each(|cost| of_lines.add(cost));
        let all = Cost { time: elapsed, ..so_far(machine) };
        // Unknown are the nodes that collections have freed, and the largest sizes outside of steps.
        let between = Cost { nodes: 0, ..difference(&all, &of_lines) };
        let lines = self.lines.iter().map(|(line, cost)| (*line, *cost)).collect();
        Profile { stacks: self.stacks.iter().copied().collect(), lines, between }
    }
}

/// The current counters.
fn so_far(machine: &Machine<'_>) -> Cost {
    let (counters, solver) = (machine.counters(), machine.solver.stats());
    Cost {
        operations: counters.operations,
        reads: counters.reads,
        pairs_read: counters.pairs_read,
        products: counters.products,
        solver_calls: solver.solver_calls,
        solver_time: solver.time,
        nodes: machine.logic.guards.nodes_in_use() as u64,
        atoms: machine.logic.atoms_len() as u64,
        ..Cost::default()
    }
}

/// The growth of the counters and of the time.
fn difference(now: &Cost, before: &Cost) -> Cost {
    Cost {
        operations: now.operations.saturating_sub(before.operations),
        time: now.time.saturating_sub(before.time),
        reads: now.reads.saturating_sub(before.reads),
        pairs_read: now.pairs_read.saturating_sub(before.pairs_read),
        products: now.products.saturating_sub(before.products),
        solver_calls: now.solver_calls.saturating_sub(before.solver_calls),
        solver_time: now.solver_time.saturating_sub(before.solver_time),
        // There may be fewer, because borrowed nodes have been returned.
        nodes: now.nodes.saturating_sub(before.nodes),
        atoms: now.atoms.saturating_sub(before.atoms),
        ..Cost::default()
    }
}

/// The sizes of the summaries that a block has written. The machine does not count them, because measuring a summary that is
/// not read costs more than writing it. Elements of arrays are left out, because their keys depend on the index.
fn written(moment: &mut Moment<'_, '_>, entry: &Entry) -> Cost {
    let Moment { machine, state } = moment;
    let (frame, mut cost) = (entry.point.frame, Cost::default());
    let block = machine.block_at(entry.point);
    let mut count = |machine: &mut Machine<'_>, value: Summary| {
        if !value.is_empty() {
            let pairs = value.len(&mut machine.logic) as u64;
            cost.writes += 1;
            cost.pairs_written += pairs;
            cost.written_max = cost.written_max.max(pairs);
        }
    };
    for instr in block.instrs.iter().skip(entry.point.instruction as usize) {
        match &instr.kind {
            InstrKind::Assign { dst, .. } => count(machine, state.sigma.stored(Place::Local(frame, *dst))),
            InstrKind::StoreStatic { field, .. } => {
                count(machine, state.sigma.stored(Place::Heap(Key::Static(*field))));
            }
            InstrKind::StoreField { object, field, .. } => {
                for address in state.sigma.stored(Place::Local(frame, *object)).addresses() {
                    count(machine, state.sigma.stored(Place::Heap(Key::Field(address, *field))));
                }
            }
            _ => {}
        }
    }
    cost
}

impl Observer for Profiler {
    fn step(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        let line = self.line(moment.machine, entry);
        let so_far = so_far(moment.machine);
        self.open = Some(Before { line, at: Instant::now(), so_far });
    }

    fn settled(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        let Some(Before { line, at, so_far: before }) = self.open.take() else { return };
        let time = at.elapsed();
        let (now, here) = (so_far(moment.machine), moment.machine.counters().here);
        let method = moment.machine.contexts.frame(entry.point.frame).method;
        let cost = Cost {
            runs: 1,
            time,
            read_max: here.read,
            largest: here.product.map(|product| LargestProduct { method, block: entry.point.block, product }),
            ..difference(&now, &before)
        };
        self.lines[line].add(&cost);
        self.lines[line].add(&written(moment, entry));
    }

    fn forget(&mut self) {
        self.of_frame.clear();
        self.of_block.clear();
    }
}

holds_guards!(Profiler: ; others: stacks, lines, of_frame, of_block, open);

impl Marks for Profiler {
    fn mark(&self, _: &mut Live<'_>) {
        // `of_frame` and `of_block` are caches, and need no marks.
        let Self { stacks: _, lines: _, of_frame: _, of_block: _, open: _ } = self;
    }
}
