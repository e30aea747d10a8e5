//! The parts of the heap, and which of them methods and loops may write.

use crate::index::IndexVec;
use crate::ir::{Block, Callee, FieldId, InstrKind, LocalId, Method, MethodId, Program, StaticId, Terminator, Type};
use std::collections::BTreeSet;

/// A part of the heap that has a value of its own: an array of SMT-LIB indexed by reference, or a static field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HeapPart {
    /// A field of all objects.
    Field(FieldId),
    /// The cells of all arrays with elements of a type.
    Cells(Type),
    /// A static field.
    Static(StaticId),
}

/// All parts of a program's heap.
pub(super) fn all(program: &Program) -> BTreeSet<HeapPart> {
    let mut places: BTreeSet<HeapPart> = program.fields.ids().map(HeapPart::Field).collect();
    places.extend(program.statics.ids().map(HeapPart::Static));
    let locals = program.methods.iter().flat_map(|method| method.locals.iter()).filter_map(|local| local.ty.as_ref());
    let fields = program.fields.iter().map(|field| &field.ty).chain(program.statics.iter().map(|field| &field.ty));
    for ty in locals.chain(fields) {
        let mut ty = ty;
        while let Type::Array(element) = ty {
            places.insert(HeapPart::Cells((**element).clone()));
            ty = element;
        }
    }
    places
}

/// The methods that a call may run.
pub(super) fn targets(program: &Program, callee: &Callee) -> BTreeSet<MethodId> {
    match callee {
        Callee::Exact(method) => BTreeSet::from([*method]),
        Callee::Virtual(method) => {
            let classes = program.classes.iter().filter(|class| !class.is_abstract);
            classes.filter_map(|class| class.dispatch.get(method).copied()).collect()
        }
    }
}

/// The parts that a block writes itself. The cells and fields of a new object do not count, because they were not there
/// before.
pub(super) fn written(method: &Method, block: &Block) -> BTreeSet<HeapPart> {
    let place = |kind: &InstrKind| match kind {
        InstrKind::StoreField { field, .. } => Some(HeapPart::Field(*field)),
        InstrKind::StoreStatic { field, .. } => Some(HeapPart::Static(*field)),
        InstrKind::StoreElem { array, .. } => element(method, *array).map(HeapPart::Cells),
        _ => None,
    };
    block.instrs.iter().filter_map(|instr| place(&instr.kind)).collect()
}

/// The type of the elements of an array.
pub(super) fn element(method: &Method, array: LocalId) -> Option<Type> {
    method.locals[array].ty.as_ref()?.element().cloned()
}

/// For each method, the parts that a call of it may write.
pub(super) fn writes(program: &Program) -> IndexVec<MethodId, BTreeSet<HeapPart>> {
    let own = |method: &Method| method.blocks.iter().flat_map(|block| written(method, block)).collect();
    let mut writes: IndexVec<MethodId, BTreeSet<HeapPart>> = program.methods.iter().map(own).collect();
    let calls: IndexVec<MethodId, BTreeSet<MethodId>> = program.methods.iter().map(|m| called(program, m)).collect();
    loop {
        let mut grows = false;
        for method in program.methods.ids() {
            let more: BTreeSet<HeapPart> = calls[method].iter().flat_map(|callee| writes[*callee].clone()).collect();
            let known = writes[method].len();
            writes[method].extend(more);
            grows |= writes[method].len() > known;
        }
        if !grows {
            return writes;
        }
    }
}

fn called(program: &Program, method: &Method) -> BTreeSet<MethodId> {
    let callee = |block: &Block| match &block.term {
        Terminator::Call { callee, .. } => targets(program, callee),
        _ => BTreeSet::new(),
    };
    method.blocks.iter().flat_map(callee).collect()
}
