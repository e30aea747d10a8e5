//! What each line costs: the counters of the machine before and after every step, added up by calling context and line.
//!
//! A step runs a block, so that the program is to be explored [by lines](crate::ir::Program::by_lines): there every line
//! begins one. A step lasts until its successors have been followed, so that merging paths, bounds and questions about
//! feasibility are the concern of the line that leads there. What is between two steps belongs to no line: preparations,
//! replays of violations, collections of dead guards, deepening, choices between threads, and attempts that were given up.
//!
//! Recording costs two readings of the clock and a few differences a step, and sizes of summaries that are mostly asked again
//! when they are read.

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
    /// Where in the costs the step belongs.
    line: usize,
    at: Instant,
    /// The counters as a cost since the beginning; without the largest sizes, which are those of a step.
    so_far: Cost,
}

/// Adds up what steps cost.
#[derive(Clone, Debug, Default)]
pub struct Profiler {
    stacks: IndexSet<Stack>,
    lines: IndexMap<(usize, u32), Cost>,
    /// The chain of a frame: frames of different iterations may have the same one.
    of_frame: FxHashMap<FrameId, usize>,
    /// The line of a block in a frame.
    of_block: FxHashMap<(FrameId, BlockId), usize>,
    /// The step that is being made.
    open: Option<Before>,
}

impl Profiler {
    /// Where in the costs the steps of an entry belong.
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

    /// The chain of calls of a frame.
    fn stack(&mut self, contexts: &Contexts, frame: FrameId) -> usize {
        // Recursion may be deeper than the stack of this thread.
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

    /// The costs so far, after this time since the beginning.
    pub fn profile(&self, machine: &Machine<'_>, elapsed: Duration) -> Profile {
        let mut of_lines = Cost::default();
        self.lines.values().for_each(|cost| of_lines.add(cost));
        let all = so_far(machine);
        let between = Cost {
            operations: all.operations.saturating_sub(of_lines.operations),
            time: elapsed.saturating_sub(of_lines.time),
            reads: all.reads.saturating_sub(of_lines.reads),
            pairs_read: all.pairs_read.saturating_sub(of_lines.pairs_read),
            products: all.products.saturating_sub(of_lines.products),
            solver_calls: all.solver_calls.saturating_sub(of_lines.solver_calls),
            solver_time: all.solver_time.saturating_sub(of_lines.solver_time),
            atoms: all.atoms.saturating_sub(of_lines.atoms),
            // How many nodes there have been is not known when collections have freed some, nor what a step would have met.
            ..Cost::default()
        };
        let lines = self.lines.iter().map(|(line, cost)| (*line, *cost)).collect();
        Profile { stacks: self.stacks.iter().copied().collect(), lines, between }
    }
}

/// The counters as they are now.
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

/// The sizes of what a block has written. The machine does not count them: to know the size of a summary that nobody reads
/// costs more than to write it. Elements of arrays are left out, since their keys depend on the index.
fn written(moment: &mut Moment<'_, '_>, entry: &Entry) -> Cost {
    let Moment { machine, state, .. } = moment;
    let (frame, mut cost) = (entry.point.frame, Cost::default());
    let program = machine.program;
    let block = &program.methods[machine.contexts.frame(frame).method].blocks[entry.point.block];
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
            operations: now.operations - before.operations,
            time,
            reads: now.reads - before.reads,
            pairs_read: now.pairs_read - before.pairs_read,
            read_max: here.read,
            products: now.products - before.products,
            largest: here.product.map(|product| LargestProduct { method, block: entry.point.block, product }),
            solver_calls: now.solver_calls - before.solver_calls,
            solver_time: now.solver_time.saturating_sub(before.solver_time),
            // Nodes that were only borrowed have been given back.
            nodes: now.nodes.saturating_sub(before.nodes),
            atoms: now.atoms - before.atoms,
            ..written(moment, entry)
        };
        self.lines[line].add(&cost);
    }

    fn forget(&mut self) {
        self.of_frame.clear();
        self.of_block.clear();
    }
}

holds_guards!(Profiler: ; others: stacks, lines, of_frame, of_block, open);

impl Marks for Profiler {
    fn mark(&self, _: &mut Live<'_>) {
        // Lines are known by frames only to find them faster.
        let Self { stacks: _, lines: _, of_frame: _, of_block: _, open: _ } = self;
    }
}
