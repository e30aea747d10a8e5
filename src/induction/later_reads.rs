//! What executions may still read of the heap behind a cut. A claim about anything else proves nothing, but costs much: with each
//! static field that has an object, there are more cases of which references are equal.

use super::Role;
use super::cuts::Start;
use crate::index::IndexVec;
use crate::ir::callgraph::called;
use crate::ir::footprint::Footprint;
use crate::ir::variable::Places;
use crate::ir::{Block, BlockId, Method, MethodId, Program};
use std::collections::BTreeMap;

/// What executions may still read: static fields, fields and cells.
#[derive(Debug)]
pub struct LaterReads {
    /// For each block of a reachable method: what a call may read from there until it ends.
    blocks: BTreeMap<MethodId, IndexVec<BlockId, Places>>,
    /// What executions may read after calls of a method.
    after: IndexVec<MethodId, Places>,
}

impl LaterReads {
    /// Those of executions that run some methods.
    pub fn of(
        program: &Program,
        reachable: &[MethodId],
        targets: &IndexVec<MethodId, Vec<MethodId>>,
        footprints: &IndexVec<MethodId, Footprint>,
    ) -> Self {
        let runs = |block: &Block| -> Vec<MethodId> {
            block.callees().flat_map(|callee| called(callee, targets)).copied().collect()
        };
        let own = |block: &Block| {
            let mut reads = Places::default();
            block.instrs.iter().flat_map(|instr| instr.kind.exprs()).for_each(|expr| expr.reads(&mut reads));
            runs(block).into_iter().for_each(|callee| reads.join(&footprints[callee].reads));
            reads
        };
        let until_end = |&id: &MethodId| {
            let method = &program.methods[id];
            (id, method.until_end(method.blocks.iter().map(own).collect(), Places::join))
        };
        let blocks = reachable.iter().map(until_end).collect();
        let mut found = Self { blocks, after: program.methods.iter().map(|_| Places::default()).collect() };
        let mut calls = Vec::new();
        for &caller in reachable {
            let method = &program.methods[caller];
            for (at, block) in method.blocks.iter_enumerated() {
                let runs = runs(block);
                if !runs.is_empty() {
                    calls.push((caller, found.behind(method, caller, at), runs));
                }
            }
        }
        let mut grows = true;
        while std::mem::take(&mut grows) {
            for (caller, behind, runs) in &mut calls {
                behind.join(&found.after[*caller]);
                for run in runs {
                    let known = found.after[*run].clone();
                    found.after[*run].join(behind);
                    grows |= known != found.after[*run];
                }
            }
        }
        found
    }

    /// What a call may read behind a block until it ends.
    fn behind(&self, method: &Method, id: MethodId, block: BlockId) -> Places {
        let mut reads = Places::default();
        let successors = method.blocks[block].successors(method);
        successors.into_iter().for_each(|successor| reads.join(&self.blocks[&id][successor]));
        reads
    }

    /// What executions may read from the cut that a claim is about.
    pub fn from(&self, program: &Program, role: Role) -> Places {
        let (id, mut reads) = match role {
            Role::Invariant(id, Start::Entry) | Role::Requires(id) => {
                (id, self.blocks[&id][program.methods[id].called].clone())
            }
            Role::Invariant(id, Start::Head(head)) => (id, self.blocks[&id][head].clone()),
            Role::Invariant(id, Start::Call(block)) => (id, self.behind(&program.methods[id], id, block)),
            Role::Ensures(id) | Role::Throws(id) => (id, Places::default()),
        };
        reads.join(&self.after[id]);
        reads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancel::Token;
    use crate::config::Config;
    use crate::facade::Program;
    use crate::induction::cuts::Cuts;
    use crate::ir::variable::Variable;

    #[test]
    fn reads_before_a_cut_are_no_later_ones() {
        let text = "class Main { static int first; static int within; static int last; static int written;
            static int counted(int n) {
                int i := 0;
                while (i < n) { i := i + 1; Main.within := Main.within + 1; }
                return i;
            }
            static int read() { return Main.last; }
            static void main(int n) {
                int k := Main.first;
                int c := Main.counted(n);
                while (k < n) { k := k + 1; Main.written := k; }
                int r := Main.read();
            } }";
        let config = Config::default();
        let program = Program::from_text("test.oox", text, &config.dialect).expect("a program");
        let (entry, ir) = (program.entry("Main.main").expect("an entry"), program.ir());
        let cuts = Cuts::new(ir, entry, &config, &Token::new()).expect("it repeats");
        let later_reads = cuts.later_reads();
        let counted = *cuts.units.keys().find(|unit| **unit != entry).expect("a called unit");
        let head = |unit: MethodId| Role::Invariant(unit, Start::Head(cuts.units[&unit].heads[0]));
        let statics = |role: Role| -> Vec<&str> {
            let reads = later_reads.from(ir, role);
            let fields = ir.statics.iter_enumerated();
            fields.filter(|(id, _)| reads.contains(Variable::Static(*id))).map(|(_, field)| &*field.name).collect()
        };
        assert_eq!(statics(Role::Requires(entry)), ["first", "within", "last"]);
        assert_eq!(statics(head(entry)), ["last"]);
        assert_eq!(statics(head(counted)), ["within", "last"]);
        assert_eq!(statics(Role::Requires(counted)), ["within", "last"]);
        assert_eq!(statics(Role::Ensures(counted)), ["last"]);
    }
}
