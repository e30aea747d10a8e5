//! The beginning of a fragment: the outcomes of its calls, and the code that runs before its own.

use super::{Copy, ENTRY, Effect, FragmentBuilder, Outcome, Part, UNWIND};
use crate::closure::closure;
use crate::induction::Role;
use crate::induction::cuts::Start;
use crate::ir::{Block, BlockId, Callee, Expr, Handler, InstrKind, Local, MethodId, StaticId, Terminator, Type};

impl FragmentBuilder<'_, '_> {
    /// Adds parameters for the outcomes of the cut calls in the fragment.
    pub(super) fn predict_calls(&mut self, start: Start) {
        let (source, heads) = (self.source, &self.unit.heads);
        let next =
            |block: BlockId| source.blocks[block].successors(source).into_iter().filter(|to| !heads.contains(to));
        for block in closure([self.begins(start)], next) {
            let Some(call) = self.cuts.cut_call(&self.source.blocks[block]) else { continue };
            let throws = self.unknown("throws", &Type::Bool);
            let runs = call.runs[1..].iter().map(|_| self.unknown("runs", &Type::Bool)).collect();
            let effects = call.runs.iter().map(|run| self.effect(*run, Part::Whole)).collect();
            self.outcomes.insert(block, Outcome { throws, runs, effects });
        }
    }

    /// Adds parameters for the effect of a part of a call of a unit.
    pub(super) fn effect(&mut self, method: MethodId, part: Part) -> Effect {
        let (cuts, mut effect) = (self.cuts, Effect::default());
        let (unit, info) = (&cuts.units[&method], &cuts.program.methods[method]);
        if part != Part::End {
            effect.changed = self.changed(unit);
        }
        if part != Part::Begin {
            let last = unit.last_values(info).into_iter().filter_map(|formal| unit.locals[formal].ty.as_ref());
            effect.last = last.map(|ty| self.unknown("last", ty)).collect();
            effect.result = info.result.as_ref().map(|ty| self.unknown("result", ty));
        }
        effect
    }

    /// Adds the exits and the default handler, when the parameters are complete.
    pub(super) fn prepare(&mut self) {
        self.thrown = self.locals.push(Local { name: String::new(), ty: None });
        self.names.insert(self.source.thrown, self.thrown);
        self.handler = Handler { block: UNWIND, slot: self.thrown };
        self.blocks.push(Block::nowhere(self.handler));
        for term in [Terminator::Return, Terminator::Unwind] {
            self.blocks.push(Block { term, ..Block::nowhere(self.handler) });
        }
    }

    /// Gives the static fields their first values.
    pub(super) fn run_initialiser(&mut self) -> BlockId {
        let Some(init) = self.cuts.program.init else { return ENTRY };
        let next = self.block();
        self.blocks[ENTRY].term = Terminator::Call { dst: None, callee: Callee::Exact(init), args: Vec::new(), next };
        next
    }

    /// Gives the static fields any values.
    pub(super) fn store_statics(&mut self, statics: &[(StaticId, Expr)]) -> BlockId {
        for (field, value) in statics {
            self.push(ENTRY, InstrKind::StoreStatic { field: *field, value: value.clone() });
        }
        ENTRY
    }

    /// Copies the formals to the locals of their entry values.
    pub(super) fn keep_entry_values(&mut self, at: BlockId) {
        for (formal, kept) in self.unit.kept() {
            let (value, dst) = (Expr::Local(self.local(formal)), self.local(kept));
            self.push(at, InstrKind::Assign { dst, value });
        }
    }

    /// Assumes what is known at the beginning of the fragment. Returns the block in which to go on.
    pub(super) fn prologue(&mut self, mut at: BlockId, is_first: bool) -> BlockId {
        self.assume_receiver(at);
        if is_first {
            at = self.assume_inputs(at);
        }
        match self.start {
            Start::Entry => {
                self.keep_entry_values(at);
                // No call of the first fragment's method has asserted a claim.
                if is_first { at } else { self.assume_all(at, Role::Requires(self.unit.method)) }
            }
            start => {
                self.assume_listed(at);
                self.assume_all(at, Role::Invariant(self.unit.method, start))
            }
        }
    }

    /// Assumes the invariants of outer loops that hold where the fragment begins. Returns the block in which to go on.
    pub(super) fn assume_outer_invariants(&mut self, mut at: BlockId) -> BlockId {
        let Start::Head(head) = self.start else { return at };
        for (outer, checking) in self.unit.outer_invariants.get(&head).into_iter().flatten() {
            let next = self.block();
            self.outer_invariants.insert(*outer, (checking, next));
            let first = self.copy(*outer, Copy::OuterInvariants(*outer));
            self.blocks[at].term = Terminator::Goto(first);
            at = next;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use crate::cancel::{Reason, Token};
    use crate::config::Config;
    use crate::facade::Program;
    use crate::induction::cuts::{Cuts, Start, Unfit};
    use crate::induction::fragments::Fragments;
    use crate::induction::{Claims, Role};
    use crate::inputs::Inputs;
    use crate::interp::{End, Limits, run};
    use crate::ir::Expr;

    #[test]
    fn no_claim_is_assumed_of_an_entry_that_nothing_calls() {
        let text = "class Main { static void main(int n) { int i := 0; while (i < n) i := i + 1; } }";
        let config = Config::default();
        let program = Program::from_text("test.oox", text, &config.dialect).expect("a program");
        let (entry, token) = (program.entry("Main.main").expect("an entry"), Token::default());
        let cuts = Cuts::new(program.ir(), entry, &config, &token).expect("it repeats");
        let claims = Claims::from([(Role::Requires(entry), vec![Expr::bool(false)])]);
        let fragments = Fragments::new(&cuts, &claims, &token).expect("small fragments");
        let first = fragments.all.iter().find(|fragment| fragment.start == Start::Entry).expect("a first fragment");
        let inputs: Inputs = serde_json::from_str(r#"{"args":{"n":{"int":"3"}}}"#).expect("inputs");
        let run =
            run(&fragments.program, first.method, &inputs, &config.dialect, Limits::steps(1000)).expect("inputs fit");
        assert_eq!(run.end, End::Returned { value: None });
    }

    #[test]
    fn fragments_that_are_too_large_are_not_made() {
        let fields: String = (0..400).map(|i| format!("static int f{i}; ")).collect();
        let step = |i| format!("while (i < n) {{ i := i + 1; Main.f{i} := i; }} ");
        let loops: String = (0..400).map(step).collect();
        let text = format!("class Main {{ {fields} static void main(int n) {{ int i := 0; {loops} }} }}");
        let config = Config::default();
        let program = Program::from_text("test.oox", &text, &config.dialect).expect("a program");
        let (entry, token) = (program.entry("Main.main").expect("an entry"), Token::default());
        let cuts = Cuts::new(program.ir(), entry, &config, &token).expect("it repeats");
        let unfit = || Fragments::new(&cuts, &Claims::new(), &token).map(|made| made.all.len());
        assert_eq!(unfit(), Err(Unfit::Size));
        token.cancel(Reason::Interrupted);
        assert_eq!(unfit(), Err(Unfit::Cancelled));
    }
}
