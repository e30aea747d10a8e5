//! Code in the place of calls, and locals in the place of objects.
//!
//! A claim about a call relates its result and its arguments. It cannot relate the heap after the call to the heap before, nor
//! to the locals of the caller. An invariant of a loop in the caller can. So where claims about calls prove nothing, the
//! methods that have loops become part of their callers.
//!
//! No claim is about a field of a field. So what a method with loops makes and uses alone, such as an iterator, becomes some
//! locals, together with the methods that get it.

use super::cuts::go_on;
use crate::cancel::Token;
use crate::index::IndexVec;
use crate::ir::callgraph::called;
use crate::ir::footprint::Footprint;
use crate::ir::inline::Inliner;
use crate::ir::scalars::OwnObject;
use crate::ir::{BlockId, Callee, Expr, InstrKind, Method, MethodId, Program, Terminator};
use std::collections::BTreeMap;

/// The most blocks of a method that gets the code of others.
const MOST_BLOCKS: usize = 400;

/// The program with the code of some methods in the place of their calls, for proofs about an entry. `None` where that changes
/// nothing, or the token is cancelled.
pub fn inlined(program: &Program, entry: MethodId, token: &Token) -> Option<Program> {
    let (reachable, mut changed) = (program.reachable_methods(entry), Vec::new());
    let mut inlining = Inlining {
        program,
        entry,
        targets: program.virtual_targets(),
        footprints: program.footprints(),
        methods: program.methods.clone(),
        makers: BTreeMap::new(),
    };
    // Callees come first.
    let methods = program.groups.iter().flat_map(|group| &group.methods);
    for &caller in methods.filter(|method| reachable.binary_search(method).is_ok()) {
        go_on(token).ok()?;
        if let Some(method) = inlining.expanded(caller) {
            inlining.methods[caller] = method;
            changed.push(caller);
        }
    }
    if changed.is_empty() {
        return None;
    }
    let mut program = Program { methods: inlining.methods, ..program.clone() };
    program.set_groups();
    let reachable = program.reachable_methods(entry);
    changed.iter().any(|method| reachable.binary_search(method).is_ok()).then_some(program)
}

struct Inlining<'p> {
    program: &'p Program,
    entry: MethodId,
    targets: IndexVec<MethodId, Vec<MethodId>>,
    footprints: IndexVec<MethodId, Footprint>,
    /// The methods, those that have had their turn with the code of others.
    methods: IndexVec<MethodId, Method>,
    /// Whether methods return an object that they make and use alone.
    makers: BTreeMap<MethodId, bool>,
}

impl Inlining<'_> {
    /// A method with the code of others. `None` where it has none.
    fn expanded(&mut self, caller: MethodId) -> Option<Method> {
        let (mut method, mut changes) = (self.methods[caller].clone(), false);
        loop {
            let calls = self.calls(&method);
            let mut whole = Inliner::new(self.program, method);
            let mut is_done = true;
            for (block, callee) in calls {
                let callee = &self.methods[callee];
                if whole.size() + callee.blocks.len() <= MOST_BLOCKS {
                    whole.inline(block, callee);
                    is_done = false;
                }
            }
            method = whole.finish();
            if is_done {
                break;
            }
            changes = true;
        }
        while let Some(own) = self.own_objects(&method).into_iter().find(|own| own.calls.is_empty() && !own.is_returned)
        {
            method = self.program.with_fields_as_locals(&method, &own);
            changes = true;
        }
        changes.then(|| self.program.without_copies(&method))
    }

    /// The calls that a method does not need, with the methods that they run.
    fn calls(&mut self, method: &Method) -> BTreeMap<BlockId, MethodId> {
        let own = self.own_objects(method);
        let has_loops = method.has_loops();
        let mut calls = BTreeMap::new();
        // What only runs before an entry stays.
        for block in method.called_blocks() {
            let Some(callee) = self.target(method, block, &own) else { continue };
            if self.footprints[callee].repeats || has_loops && self.makes(callee) {
                calls.insert(block, callee);
            }
        }
        for object in own.iter().filter(|_| has_loops) {
            let getting = object.calls.iter().map(|block| Some((*block, self.target(method, *block, &own)?)));
            calls.extend(getting.collect::<Option<Vec<_>>>().into_iter().flatten());
        }
        calls
    }

    /// The objects that a method with loops makes and uses alone.
    fn own_objects(&self, method: &Method) -> Vec<OwnObject> {
        if method.has_loops() { self.program.own_objects(method) } else { Vec::new() }
    }

    /// The only method that the call at the end of a block can run, if its code can take the place of the call.
    fn target(&self, method: &Method, block: BlockId, own: &[OwnObject]) -> Option<MethodId> {
        let Terminator::Call { callee, args, .. } = &method.blocks[block].term else { return None };
        let object = args.first().and_then(|receiver| match receiver {
            Expr::Local(receiver) => own.iter().find(|object| object.names.contains(receiver)),
            _ => None,
        });
        let only = match (callee, object) {
            (Callee::Virtual(named), Some(object)) => self.program.dispatched(Some(object.class), *named),
            _ => match called(callee, &self.targets) {
                [only] => Some(*only),
                _ => None,
            },
        };
        only.filter(|callee| self.is_inlined(*callee))
    }

    /// Whether the code of a method can take the place of its calls.
    fn is_inlined(&self, callee: MethodId) -> bool {
        let method = &self.program.methods[callee];
        let instrs = method.blocks.iter().flat_map(|block| &block.instrs);
        let has_clause =
            instrs.into_iter().any(|i| i.kind.clause().is_some() || matches!(i.kind, InstrKind::Modifies { .. }));
        let is_recursive = self.program.groups[method.group].recursive;
        callee != self.entry && !is_recursive && !has_clause && !method.blocks.is_empty()
    }

    /// Whether a method returns an object that it makes and uses alone.
    fn makes(&mut self, callee: MethodId) -> bool {
        let Self { program, methods, makers, .. } = self;
        let is_maker = || program.own_objects(&methods[callee]).iter().any(|own| own.is_returned);
        *makers.entry(callee).or_insert_with(is_maker)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facade::Program as Loaded;

    const CLASSES: &str = "
        class Counter {
            int at;
            Counter next;
            Counter() {}
            bool has(int n) { bool r := this.at < n; return r; }
            void step() { this.at := this.at + 1; }
        }
        class Maker {
            static Counter kept;
            static Counter make() { Counter c := new Counter(); return c; }
            static Counter keep() { Counter c := new Counter(); Maker.kept := c; return c; }
            static int count(int n) { int i := 0; while (i < n) i := i + 1; return i; }
            static int clause(int n) ensures(retval >= 0) { int i := 0; while (i < n) i := i + 1; return i; }
            static int recursive(int n) {
                int r := 0;
                while (r < n) { int m := Maker.recursive(n - 1); r := r + 1; }
                return r;
            }
        }";

    /// The numbers of calls and of allocations of an entry with the code of others; nothing if it has none.
    fn left(body: &str) -> Option<[usize; 2]> {
        let text = format!("{CLASSES} class Main {{ static void main(int n, Counter q) {{ {body} }} }}");
        let program = Loaded::from_text("test.oox", &text, &Default::default()).expect("a program");
        let entry = program.entry("Main.main").expect("an entry");
        let inlined = inlined(program.ir(), entry, &Token::new())?;
        let method = &inlined.methods[entry];
        let begins = &method.shape.live_in[method.entry];
        assert!(begins.iter().all(|local| method.formals.contains(local)), "a local is read before it has a value");
        let is_call = |block: &&crate::ir::Block| matches!(block.term, Terminator::Call { .. });
        let instrs = method.blocks.iter().flat_map(|block| &block.instrs);
        let allocations = instrs.filter(|instr| matches!(instr.kind, InstrKind::NewObject { .. }));
        Some([method.blocks.iter().filter(is_call).count(), allocations.count()])
    }

    #[test]
    fn loops_of_others_become_part_of_a_method() {
        assert_eq!(left("int k := Maker.count(n); int m := Maker.count(k);"), Some([0, 0]));
        assert_eq!(left("int k := Maker.clause(n);"), None, "a contract stands for its method");
        assert_eq!(left("int k := Maker.recursive(n);"), None);
        assert_eq!(left("int k := n; while (k > 0) k := k - 1;"), None);
    }

    #[test]
    fn an_object_of_a_loop_becomes_locals() {
        let body = |make: &str, extra: &str| {
            format!(
                "{make} bool b := c.has(n);
                while (b) {{ c.step(); {extra} b := c.has(n); }}
                assert n < 0 || c.at == n;"
            )
        };
        assert_eq!(left(&body("Counter c := new Counter();", "")), Some([0, 0]));
        assert_eq!(left(&body("Counter c := Maker.make();", "")), Some([0, 0]));
        for make in [
            "Counter c := Maker.keep();",
            "Counter c := new Counter(); if (n > 3) c := q;",
            "Counter c := null; if (n > 3) c := new Counter();",
        ] {
            assert_eq!(left(&body(make, "")), None, "{make}");
        }
        for extra in ["q.next := c;", "c.next := c;", "Maker.kept := c;"] {
            assert_eq!(left(&body("Counter c := new Counter();", extra)), None, "{extra}");
        }
    }
}
