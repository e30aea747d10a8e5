//! The graph of an exploration, as the publication draws it: a node for each program point at which an entry of the pc has
//! been, an edge for each step from one point to another. Paths part at a node with several successors, and have met at a
//! node with several predecessors.

use crate::explore::observe::{Moment, Observer};
use crate::guard::{Guard, holds_guards};
use crate::outcome::{Drawing, Edge, EdgeKind, Node};
use crate::state::{Bounded, Entry, Live, Marks, ProgramPoint};
use crate::summary::ThreadId;
use crate::transition::{End, Successor, Via};
use indexmap::{IndexMap, IndexSet};

/// The most nodes that are kept.
const NODES: usize = 2_000;

/// The graph so far.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    nodes: IndexMap<ProgramPoint, Node>,
    edges: IndexSet<Edge>,
    /// The threads of the nodes, in the order of their numbers.
    threads: IndexSet<ThreadId>,
    cut: bool,
}

impl Graph {
    /// The node at a point, with its index. A new one is made if there is room.
    fn node(&mut self, moment: &Moment<'_, '_>, at: ProgramPoint) -> Option<(usize, &mut Node)> {
        // For a reader, paths that wait within their block are at the same place.
        let at = at.block_start();
        if !self.nodes.contains_key(&at) {
            if self.nodes.len() == NODES {
                self.cut = true;
                return None;
            }
            let contexts = &moment.machine.contexts;
            let frame = contexts.frame(at.frame);
            let block = &moment.machine.program.methods[frame.method].blocks[at.block];
            let thread = self.threads.insert_full(frame.thread).0;
            if let Some((from, kind)) = self.begun_from(moment, at) {
                self.edges.insert(Edge { from, to: self.nodes.len(), kind });
            }
            let node = Node {
                thread,
                method: frame.method,
                line: block.first_line(),
                depth: frame.depth,
                iterations: contexts.iters(at.iters).to_vec(),
                merges: 0,
                waited: false,
                ends: [false; 3],
            };
            self.nodes.insert(at, node);
        }
        let (index, _, node) = self.nodes.get_full_mut(&at)?;
        Some((index, node))
    }

    /// The node from which paths come to the first point of a thread, or of the entry method after the static initialisers.
    /// No step leads there.
    fn begun_from(&self, moment: &Moment<'_, '_>, at: ProgramPoint) -> Option<(usize, EdgeKind)> {
        let (contexts, program) = (&moment.machine.contexts, moment.machine.program);
        let frame = contexts.frame(at.frame);
        let is_start =
            at.block == program.methods[frame.method].entry && contexts.iters(at.iters).iter().all(|n| *n == 0);
        if frame.caller.is_some() || !is_start {
            return None;
        }
        if let Some(fork) = contexts.forked_at(frame.thread) {
            return Some((self.nodes.get_index_of(&fork.block_start())?, EdgeKind::Fork));
        }
        let is_initialised = |node: &Node| Some(node.method) == program.init && !node.ends[1];
        Some((self.nodes.values().rposition(is_initialised)?, EdgeKind::Step))
    }

    /// The graph so far, as plain data.
    pub fn drawing(&self) -> Drawing {
        Drawing {
            nodes: self.nodes.values().cloned().collect(),
            edges: self.edges.iter().copied().collect(),
            cut: self.cut,
        }
    }
}

impl Observer for Graph {
    fn step(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry) {
        // A new point gets its node.
        self.node(moment, entry.point);
    }

    fn split(&mut self, moment: &mut Moment<'_, '_>, from: &Entry, successors: &[Successor]) {
        let Some((from, _)) = self.node(moment, from.point) else { return };
        for Successor { point, via, .. } in successors {
            let kind = match via {
                Via::Edge | Via::Known(_) => EdgeKind::Step,
                Via::Call => EdgeKind::Call,
                Via::Deeper => continue,
            };
            if let Some((to, _)) = self.node(moment, *point) {
                self.edges.insert(Edge { from, to, kind });
            }
        }
    }

    fn merge(&mut self, moment: &mut Moment<'_, '_>, at: ProgramPoint, _: Guard, _: Guard) {
        if let Some((_, node)) = self.node(moment, at) {
            node.merges += 1;
        }
    }

    fn park(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, _: Bounded) {
        if let Some((_, node)) = self.node(moment, entry.point) {
            node.waited = true;
        }
    }

    fn end(&mut self, moment: &mut Moment<'_, '_>, entry: &Entry, end: End, _: Guard) {
        if let Some((_, node)) = self.node(moment, entry.point) {
            let place = match end {
                End::Returned | End::Unchecked | End::Unsupported => 0,
                End::Threw => 1,
                End::Violated => 2,
            };
            node.ends[place] = true;
        }
    }
}

holds_guards!(Graph: ; others: nodes, edges, threads, cut);

impl Marks for Graph {
    fn mark(&self, live: &mut Live<'_>) {
        // A thread in the list has a frame among the nodes.
        let Self { nodes, edges: _, threads: _, cut: _ } = self;
        nodes.keys().for_each(|point| live.point(*point));
    }
}
