//! The call graph, by class-hierarchy analysis.

use super::flow::predecessors;
use super::scc::components;
use super::{
    Block, BlockId, Callee, CheckId, Class, ClassId, CoverId, Group, GroupId, InstrKind, Kind, Method, MethodId,
    Program, Terminator, ThreadOp,
};
use crate::closure::closure;
use crate::config::Dialect;
use crate::index::{Idx, IndexVec};
use crate::source::Span;
use std::collections::BTreeSet;

/// For each method, what a virtual call of it can run: the targets of all classes that have instances, sorted.
pub fn virtual_targets(classes: &IndexVec<ClassId, Class>, methods: usize) -> IndexVec<MethodId, Vec<MethodId>> {
    let mut targets: IndexVec<MethodId, Vec<MethodId>> = (0..methods).map(|_| Vec::new()).collect();
    for class in classes.iter().filter(|c| !c.is_abstract) {
        for (&called, &runs) in &class.dispatch {
            targets[called].push(runs);
        }
    }
    for list in targets.iter_mut() {
        list.sort_unstable();
        list.dedup();
    }
    targets
}

/// The methods that a call can run.
pub fn called<'a>(callee: &'a Callee, targets: &'a IndexVec<MethodId, Vec<MethodId>>) -> &'a [MethodId] {
    match callee {
        Callee::Exact(method) => std::slice::from_ref(method),
        Callee::Virtual(method) => &targets[*method],
    }
}

impl Program {
    /// For each method, what a virtual call of it can run.
    pub fn virtual_targets(&self) -> IndexVec<MethodId, Vec<MethodId>> {
        virtual_targets(&self.classes, self.methods.len())
    }

    /// For each method, the methods that it can run, sorted.
    pub fn call_graph(&self) -> IndexVec<MethodId, Vec<MethodId>> {
        self.call_graph_of(|method| method.blocks.ids().collect())
    }

    /// For each method, the methods that some of its blocks can run, sorted.
    fn call_graph_of(&self, blocks: impl Fn(&Method) -> BTreeSet<BlockId>) -> IndexVec<MethodId, Vec<MethodId>> {
        let targets = self.virtual_targets();
        self.methods
            .iter()
            .map(|method| {
                let mut runs = Vec::new();
                let callees = blocks(method).into_iter().flat_map(|block| method.blocks[block].callees());
                callees.for_each(|callee| runs.extend(called(callee, &targets)));
                runs.sort_unstable();
                runs.dedup();
                runs
            })
            .collect()
    }

    /// What the calls of each method can do, from what the blocks of each method do that calls can run.
    pub(super) fn over_calls<T: Clone>(
        &self,
        mut does: IndexVec<MethodId, T>,
        join: impl Fn(&mut T, &T),
    ) -> IndexVec<MethodId, T> {
        let calls = self.call_graph_of(Method::called_blocks);
        // Callees come first; all members of a group can do what one of them can.
        for group in self.groups.iter() {
            let mut all = does[group.methods[0]].clone();
            for &member in &group.methods {
                join(&mut all, &does[member]);
                calls[member].iter().for_each(|&callee| join(&mut all, &does[callee]));
            }
            group.methods.iter().for_each(|&member| does[member] = all.clone());
        }
        does
    }

    /// The components of the call graph, callees first.
    pub fn call_groups(&self) -> IndexVec<GroupId, Group> {
        let calls = self.call_graph();
        let targets = self.virtual_targets();
        components(&calls)
            .into_iter()
            .map(|mut methods| {
                methods.sort_unstable();
                let recursive = methods.len() > 1 || calls[methods[0]].contains(&methods[0]);
                let [recurring, certain] =
                    if recursive { self.recurring(&methods, &targets) } else { Default::default() };
                Group { methods, recursive, recurring, certain }
            })
            .collect()
    }

    /// The blocks of a group's methods from which a call into the group can be reached within the method, and those among them
    /// from which no way out of the method passes it by.
    fn recurring(
        &self,
        group: &[MethodId],
        targets: &IndexVec<MethodId, Vec<MethodId>>,
    ) -> [BTreeSet<(MethodId, BlockId)>; 2] {
        let recurs = |block: &Block| block.callees().any(|c| called(c, targets).iter().any(|m| group.contains(m)));
        let mut recurring = BTreeSet::new();
        let mut passing_by = BTreeSet::new();
        for &method in group {
            let info = &self.methods[method];
            let preds = predecessors(&info.successors());
            let calling = info.blocks.iter_enumerated().filter(|(_, block)| recurs(block));
            let found = closure(calling.map(|(id, _)| id), |block| preds[block].iter().copied());
            recurring.extend(found.into_iter().map(|block| (method, block)));
            // Exceptions that an instruction may throw do not count: almost every block would pass the call by.
            let onward = |block: &Block| match block.term {
                Terminator::Throw(_) | Terminator::Rethrow(..) => vec![block.handler.block],
                _ => block.term.targets(),
            };
            let targets: IndexVec<BlockId, Vec<BlockId>> = info.blocks.iter().map(onward).collect();
            let preds = predecessors(&targets);
            let passes_by = |block: &BlockId| !recurs(&info.blocks[*block]);
            let ends = targets.iter_enumerated().filter(|(_, to)| to.is_empty()).map(|(id, _)| id);
            let found = closure(ends.filter(passes_by), |block| preds[block].iter().copied().filter(passes_by));
            passing_by.extend(found.into_iter().map(|block| (method, block)));
        }
        let certain = recurring.difference(&passing_by).copied().collect();
        [recurring, certain]
    }

    /// The methods that a run from `entry` can enter, the static initialiser included, sorted.
    pub fn reachable_methods(&self, entry: MethodId) -> Vec<MethodId> {
        self.reached(self.init.into_iter().chain([entry]))
    }

    /// The methods that the call graph reaches from some, these included, sorted.
    pub fn reached(&self, from: impl IntoIterator<Item = MethodId>) -> Vec<MethodId> {
        let calls = self.call_graph();
        closure(from, |method| calls[method].iter().copied()).into_iter().collect()
    }

    /// Whether an instruction that takes a value from outside is in a loop, or in a method that a loop or a recursion calls. Then
    /// there are more inputs in the end than have been made so far.
    pub fn draws_repeatedly(&self) -> bool {
        let targets = self.virtual_targets();
        let recursive = self.groups.iter().filter(|group| group.recursive).flat_map(|group| &group.methods);
        let mut work: Vec<MethodId> = recursive.copied().collect();
        for method in self.methods.iter() {
            let heads = &method.shape.wto.heads;
            for (_, block) in method.blocks.iter_enumerated().filter(|(id, _)| !heads[*id].is_empty()) {
                if draws(block) {
                    return true;
                }
                work.extend(block.callees().flat_map(|callee| called(callee, &targets)));
            }
        }
        self.reached(work).into_iter().any(|method| self.methods[method].blocks.iter().any(draws))
    }

    /// Whether an instruction takes a value from outside.
    pub fn draws(&self) -> bool {
        self.methods.iter().any(|method| method.blocks.iter().any(draws))
    }

    /// The cover statements that the call graph reaches from an entry, in the order of the text.
    pub fn covers_of(&self, entry: MethodId) -> Vec<CoverId> {
        let reachable = self.reachable_methods(entry);
        let mut covers: Vec<CoverId> = self.covers.ids().collect();
        covers.retain(|id| reachable.contains(&self.covers[*id].method));
        covers.sort_by_key(|id| self.covers[*id].span);
        covers
    }

    /// The assertions and clauses that the call graph reaches from an entry and the dialect checks, in the order of the text.
    /// The entry's own `requires` is an assumption, unless the entry is also called: then exploration reaches it.
    pub fn checks_of(&self, entry: MethodId, dialect: &Dialect, is_reached: impl Fn(CheckId) -> bool) -> Vec<CheckId> {
        let reachable = self.reachable_methods(entry);
        let mut checks: Vec<CheckId> = self.checks.ids().collect();
        checks.retain(|id| {
            let check = &self.checks[*id];
            let is_assumed = check.kind == Kind::Requires && check.method == entry && !is_reached(*id);
            reachable.contains(&check.method) && !is_assumed && dialect.checks(check.kind.property(None))
        });
        checks.sort_by_key(|id| self.checks[*id].span);
        checks
    }

    /// Where a run from `entry` can fork a thread, in the order of the text.
    pub fn forks(&self, entry: MethodId) -> Vec<Span> {
        let methods = self.reachable_methods(entry);
        let mut found: Vec<Span> = methods.iter().flat_map(|&m| forks_in(&self.methods[m])).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether any method forks a thread.
    pub fn has_forks(&self) -> bool {
        self.methods.iter().any(|method| forks_in(method).next().is_some())
    }

    /// Fills [`Program::groups`] and the groups of the methods.
    pub fn set_groups(&mut self) {
        self.groups = self.call_groups();
        for (id, group) in self.groups.iter().enumerate() {
            for &method in &group.methods {
                self.methods[method].group = GroupId::new(id);
            }
        }
    }
}

/// Where a method forks a thread.
fn forks_in(method: &Method) -> impl Iterator<Item = Span> {
    let instrs = method.blocks.iter().flat_map(|block| &block.instrs);
    instrs.filter(|instr| matches!(instr.kind, InstrKind::Thread(ThreadOp::Fork { .. }))).map(|instr| instr.span)
}

/// Whether an instruction of a block takes a value from outside.
fn draws(block: &Block) -> bool {
    block.instrs.iter().any(|instr| matches!(instr.kind, InstrKind::Havoc { .. }))
}
