//! The places of exceptions of the library: that of the call in the code of users, as the top of a stack trace that has only
//! this code.

use super::Linker;
use super::code::More;
use crate::ir::{
    Block, BlockId, Callee, Causes, Expr, Handler, Instr, InstrKind, MethodId, Site, SiteKind, Terminator,
};
use rustc_hash::FxHashSet;

impl Linker<'_> {
    /// Makes calls in the code of users throw anew what the library throws in them.
    pub(super) fn place_exceptions(&mut self) {
        for id in self.program.methods.ids() {
            let class = self.program.methods[id].class;
            self.program.methods[id].is_inner = self.classes[class].is_library();
        }
        let throwing = self.throwing();
        let targets = self.program.virtual_targets();
        let methods: Vec<MethodId> = self.program.methods.ids().filter(|method| self.is_users(*method)).collect();
        for id in methods {
            let is_placed = |block: &Block| match block.term {
                Terminator::Call { callee: Callee::Exact(method), .. } => throwing.contains(&method),
                Terminator::Call { callee: Callee::Virtual(method), .. } => {
                    let runs = &targets[method];
                    runs.iter().all(|method| !self.is_users(*method))
                        && runs.iter().any(|method| throwing.contains(method))
                }
                _ => false,
            };
            let blocks = self.program.methods[id].blocks.iter_enumerated();
            let calls: Vec<BlockId> = blocks.filter(|(_, block)| is_placed(block)).map(|(at, _)| at).collect();
            if !calls.is_empty() {
                self.throw_anew(id, &calls);
            }
        }
    }

    /// The methods of the library that may throw.
    fn throwing(&self) -> FxHashSet<MethodId> {
        let program = &self.program;
        let library: Vec<MethodId> = program.methods.ids().filter(|id| program.methods[*id].is_inner).collect();
        let mut found: FxHashSet<MethodId> = FxHashSet::default();
        loop {
            let (before, mut more) = (found.len(), Vec::new());
            for &id in &library {
                let method = &program.methods[id];
                let throws = |block: &Block| match &block.term {
                    Terminator::Call { callee: Callee::Exact(callee), .. } => {
                        found.contains(callee) || block.instrs.iter().any(|instr| instr.may_throw(method.this()))
                    }
                    _ => block.first_throw(method.this()).is_some(),
                };
                if !found.contains(&id) && method.blocks.iter().any(throws) {
                    more.push(id);
                }
            }
            found.extend(more);
            if found.len() == before {
                return found;
            }
        }
    }

    fn throw_anew(&mut self, id: MethodId, calls: &[BlockId]) {
        let reference = self.reference();
        self.edit(id, |linker, more| {
            for &at in calls {
                // New blocks go where the exceptions of the call have gone.
                more.beside(at);
                let span = more.blocks()[at].span;
                let (slot, carried) = (more.local(None), more.local(Some(reference.clone())));
                let throw = |more: &mut More, instrs| more.block(instrs, Terminator::Throw(Some(Expr::Local(carried))));
                let take = InstrKind::Assign { dst: carried, value: Expr::Carried(slot) };
                let mut anew = throw(more, vec![take]);
                for (cause, class) in linker.program.causes.into_iter().flat_map(Causes::all) {
                    let site = linker.program.sites.push(Site { method: id, span, kind: SiteKind::Object(class) });
                    linker.program.classes[class].is_abstract = false;
                    let then = throw(more, vec![InstrKind::NewObject { dst: carried, site }]);
                    let cond = Expr::CausedBy(slot, cause);
                    anew = more.block(Vec::new(), Terminator::Branch { cond, then, other: anew });
                }
                // What code of users throws that the library calls has its place already.
                let as_it_is = more.block(Vec::new(), Terminator::Rethrow(slot, None));
                let cond = Expr::FromInner(slot);
                let first = more.block(Vec::new(), Terminator::Branch { cond, then: anew, other: as_it_is });
                linker.separate(more, at, Handler { block: first, slot });
            }
        });
    }

    /// Gives the call at the end of a block a handler of its own: what else the block does keeps the old one.
    fn separate(&self, more: &mut More, at: BlockId, handler: Handler) {
        let this = more.method().this();
        let block = more.block_mut(at);
        if block.instrs.iter().all(|instr: &Instr| !instr.may_throw(this)) {
            block.handler = handler;
            return;
        }
        let term = block.term.clone();
        let call = more.block(Vec::new(), term);
        more.block_mut(call).handler = handler;
        more.block_mut(at).term = Terminator::Goto(call);
    }
}
