//! Locals on which something depends: a slice of the program in the sense of M. Weiser (*Program slicing*, 1981), without the
//! order of instructions.
//!
//! The value of a local is needed if it can reach anything but locals: the heap, a static field, a branch, a check, the result of
//! its method. An argument is needed if the parameter is. An example of a local that is not needed is a counter that is only
//! counted up, also if it is counted from call to call.

use super::callgraph::called;
use super::{Block, Callee, InstrKind, LocalId, Method, MethodId, Program, Terminator};
use crate::index::IndexVec;
use rustc_hash::FxHashMap;

/// A local of a method.
type Place = (MethodId, LocalId);

/// The locals of each method that are needed.
pub fn needed(program: &Program) -> IndexVec<MethodId, IndexVec<LocalId, bool>> {
    slice(&program.methods, &program.virtual_targets())
}

/// The same for methods whose virtual calls run these `targets`.
fn slice(
    methods: &IndexVec<MethodId, Method>,
    targets: &IndexVec<MethodId, Vec<MethodId>>,
) -> IndexVec<MethodId, IndexVec<LocalId, bool>> {
    let mut slice = Slice { sources: FxHashMap::default(), work: Vec::new() };
    for (id, method) in methods.iter_enumerated() {
        slice.work.extend(method.retval.into_iter().chain([method.thrown]).map(|local| (id, local)));
        for block in method.blocks.iter() {
            slice.block((id, method), block, methods, targets);
        }
    }
    let mut needed: IndexVec<MethodId, IndexVec<LocalId, bool>> =
        methods.iter().map(|method| method.locals.ids().map(|_| false).collect()).collect();
    while let Some((method, local)) = slice.work.pop() {
        if !std::mem::replace(&mut needed[method][local], true) {
            slice.work.extend(slice.sources.get(&(method, local)).into_iter().flatten());
        }
    }
    needed
}

/// What is known before the closure.
struct Slice {
    /// The locals whose values go into a local.
    sources: FxHashMap<Place, Vec<Place>>,
    /// Those that are needed whatever the others are.
    work: Vec<Place>,
}

impl Slice {
    fn block(
        &mut self,
        (id, method): (MethodId, &Method),
        block: &Block,
        methods: &IndexVec<MethodId, Method>,
        targets: &IndexVec<MethodId, Vec<MethodId>>,
    ) {
        for instr in &block.instrs {
            match &instr.kind {
                InstrKind::Assign { dst, value } if !instr.may_throw(method.this()) => {
                    let sources = self.sources.entry((id, *dst)).or_default();
                    value.for_each_local(&mut |local| sources.push((id, local)));
                }
                _ => instr.for_each_use(&mut |local| self.work.push((id, local))),
            }
        }
        let Terminator::Call { callee, args, .. } = &block.term else {
            return block.term.for_each_use(&mut |local| self.work.push((id, local)));
        };
        for (at, arg) in args.iter().enumerate() {
            for target in called(callee, targets) {
                let sources = self.sources.entry((*target, methods[*target].formals[at])).or_default();
                arg.for_each_local(&mut |local| sources.push((id, local)));
            }
            // The receiver decides which method runs.
            if at == 0 && matches!(callee, Callee::Virtual(_)) {
                arg.for_each_local(&mut |local| self.work.push((id, local)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Block, BlockId, ClassId, Const, Expr, FieldId, Handler, Instr, Local, MethodKind, Type};
    use super::*;
    use crate::num::Num;
    use crate::source::Span;
    use proptest::prelude::*;

    const LOCALS: u32 = 4;
    const METHODS: u32 = 3;

    fn local() -> impl Strategy<Value = LocalId> {
        (0..LOCALS).prop_map(LocalId)
    }

    fn instr() -> impl Strategy<Value = InstrKind> {
        let field = |o| Expr::Field(Box::new(Expr::Local(o)), FieldId(0));
        prop_oneof![
            4 => (local(), local()).prop_map(|(dst, a)| InstrKind::Assign { dst, value: Expr::Local(a) }),
            2 => local().prop_map(|dst| InstrKind::Assign { dst, value: Expr::Const(Const::Num(Num::ONE)) }),
            1 => (local(), local()).prop_map(move |(dst, o)| InstrKind::Assign { dst, value: field(o) }),
            1 => local().prop_map(|reference| InstrKind::CheckNull { reference }),
        ]
    }

    /// A method of one block whose two parameters are its first locals.
    fn method() -> impl Strategy<Value = Method> {
        let callee = (0..METHODS).prop_map(MethodId);
        let callee = prop_oneof![callee.clone().prop_map(Callee::Exact), callee.prop_map(Callee::Virtual)];
        let call = (proptest::option::of(local()), callee, local(), local()).prop_map(|(dst, callee, a, b)| {
            Terminator::Call { dst, callee, args: vec![Expr::Local(a), Expr::Local(b)], next: BlockId(0) }
        });
        let throw = proptest::option::of(local()).prop_map(|l| Terminator::Throw(l.map(Expr::Local)));
        let term = prop_oneof![4 => call, 1 => throw];
        (proptest::collection::vec(instr(), 0..4), term).prop_map(|(kinds, term)| {
            let instrs = kinds.into_iter().map(|kind| Instr { kind, span: Span::default(), line: 1 }).collect();
            let handler = Handler { block: BlockId(0), slot: LocalId(LOCALS + 1) };
            let block = Block { instrs, term, span: Span::default(), line: 1, handler };
            Method {
                result: Some(Type::Int),
                locals: (0..LOCALS + 2).map(|_| Local { name: String::new(), ty: None }).collect(),
                formals: vec![LocalId(0), LocalId(1)],
                retval: Some(LocalId(LOCALS)),
                thrown: LocalId(LOCALS + 1),
                blocks: std::iter::once(block).collect(),
                ..Method::bare("m", ClassId(0), MethodKind::Static, Span::default())
            }
        })
    }

    /// Whether a local of a method is read by anything but what assigns to locals that are not needed.
    fn matters(
        (id, local): Place,
        methods: &IndexVec<MethodId, Method>,
        targets: &IndexVec<MethodId, Vec<MethodId>>,
        needed: &IndexVec<MethodId, IndexVec<LocalId, bool>>,
    ) -> bool {
        let method = &methods[id];
        let mut uses = false;
        for block in method.blocks.iter() {
            for instr in &block.instrs {
                let is_idle = matches!(&instr.kind, InstrKind::Assign { dst, .. } if !needed[id][*dst])
                    && !instr.may_throw(method.this());
                if !is_idle {
                    instr.for_each_use(&mut |l| uses |= l == local);
                }
            }
            match &block.term {
                Terminator::Call { callee, args, .. } => {
                    let goes = |at: usize| matches!(&args[at], Expr::Local(l) if *l == local);
                    uses |= matches!(callee, Callee::Virtual(_)) && goes(0);
                    for target in called(callee, targets) {
                        uses |= (0..2).any(|at| goes(at) && needed[*target][LocalId(at as u32)]);
                    }
                }
                term => term.for_each_use(&mut |l| uses |= l == local),
            }
        }
        uses
    }

    proptest! {
        #[test]
        fn what_matters_is_needed(
            methods in proptest::collection::vec(method(), METHODS as usize),
            overriding in proptest::collection::vec(0..METHODS, METHODS as usize),
        ) {
            let methods: IndexVec<MethodId, Method> = methods.into_iter().collect();
            let targets: IndexVec<MethodId, Vec<MethodId>> =
                methods.ids().zip(overriding).map(|(own, other)| vec![own, MethodId(other)]).collect();
            let needed = slice(&methods, &targets);
            for (id, method) in methods.iter_enumerated() {
                for local in method.locals.ids() {
                    let is_result = Some(local) == method.retval || local == method.thrown;
                    let expected = is_result || matters((id, local), &methods, &targets, &needed);
                    prop_assert_eq!(needed[id][local], expected, "{:?} of {:?}", local, id);
                }
            }
        }
    }
}
