//! Claims that all elements of an array are of a type to which the code casts: an array has any elements of its declared type, but
//! a collection is made for those of one type.

use crate::induction::Role;
use crate::induction::cuts::{Cuts, Start, Unit};
use crate::induction::later_reads::LaterReads;
use crate::ir::variable::Variable;
use crate::ir::{Expr, InstrKind, LocalId, MethodId, Program, Quant, Type};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What methods cast to.
pub(super) struct ElementTypes<'a> {
    program: &'a Program,
    casts: BTreeMap<MethodId, BTreeSet<Type>>,
    /// What executions may read behind a cut; nothing where no method casts.
    later_reads: Option<LaterReads>,
}

impl<'a> ElementTypes<'a> {
    pub(super) fn new(cuts: &'a Cuts<'_>) -> Self {
        let program = cuts.program;
        let casts = |&id: &MethodId| {
            let instrs = program.methods[id].blocks.iter().flat_map(|block| &block.instrs);
            let types: BTreeSet<Type> = instrs.filter_map(|instr| cast(&instr.kind)).cloned().collect();
            (!types.is_empty()).then_some((id, types))
        };
        let casts: BTreeMap<_, _> = cuts.units.keys().filter_map(casts).collect();
        let later_reads = (!casts.is_empty()).then(|| cuts.later_reads());
        Self { program, casts, later_reads }
    }

    /// The claims at a cut, about the arrays in some locals and in the fields of the objects in them.
    pub(super) fn candidates(&self, unit: &Unit, state: &[LocalId], start: Start) -> Vec<Expr> {
        let (Some(casts), Some(later_reads)) = (self.casts.get(&unit.method), &self.later_reads) else {
            return Vec::new();
        };
        let later = later_reads.from(self.program, Role::Invariant(unit.method, start));
        let mut arrays = Vec::new();
        for &local in state {
            let Some(ty) = &unit.locals[local].ty else { continue };
            arrays.push((Expr::Local(local), ty));
            let of_fields = self.program.common_fields(ty);
            let read = |field| (Expr::Field(Box::new(Expr::Local(local)), field), &self.program.fields[field].ty);
            arrays.extend(of_fields.into_iter().filter(|field| later.contains(Variable::Field(*field))).map(read));
        }
        let mut found = Vec::new();
        for (domain, element) in arrays.into_iter().filter_map(|(array, ty)| Some((array, ty.element()?))) {
            let Some(&elem) = unit.elements.get(element) else { continue };
            for ty in casts.iter().filter(|ty| *ty != element && self.program.is_below(ty, element)) {
                let body = Expr::is_null_or_instance(Expr::Local(elem), ty.clone());
                let (domain, index, span) = (domain.clone(), unit.index, Span::default());
                found.push(Expr::Quant(Arc::new(Quant { forall: true, domain, elem, index, body, span })));
            }
        }
        found
    }
}

/// The type to which an instruction casts.
fn cast(instr: &InstrKind) -> Option<&Type> {
    match instr {
        InstrKind::Assign { value: Expr::Cast(_, ty), .. } => Some(ty),
        _ => None,
    }
}
