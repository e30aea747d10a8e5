//! Code without assignments that nothing needs: those of values that nothing reads, and copies of locals that keep their values.

use super::liveness::live_before;
use super::{BlockId, Expr, InstrKind, LocalId, Method, Program, Shape, Terminator, Type};
use std::collections::{BTreeMap, BTreeSet};

impl Program {
    /// The method without such assignments.
    pub fn without_copies(&self, method: &Method) -> Method {
        let mut method = without_dead_assignments(method);
        let copies = self.copies(&method);
        if copies.is_empty() {
            return method;
        }
        let exits = method.exits();
        let name = |local: LocalId| copies.get(&local).copied().unwrap_or(local);
        let mut blocks = std::mem::take(&mut method.blocks);
        for block in blocks.iter_mut() {
            block.instrs.retain(|instr| instr.def().is_none_or(|dst| !copies.contains_key(&dst)));
            block.instrs.iter_mut().for_each(|instr| instr.kind = instr.kind.renamed(&name));
            block.term = block.term.renamed(&name);
        }
        Method { shape: Shape::default(), ..method }.assemble(blocks, exits)
    }

    /// The locals that are copies, each with the local that it always equals.
    fn copies(&self, method: &Method) -> BTreeMap<LocalId, LocalId> {
        let mut defined: BTreeMap<LocalId, Vec<(BlockId, Option<&Expr>)>> = BTreeMap::new();
        for (id, block) in method.blocks.iter_enumerated() {
            for instr in &block.instrs {
                let value = if let InstrKind::Assign { value, .. } = &instr.kind { Some(value) } else { None };
                instr.def().into_iter().for_each(|dst| defined.entry(dst).or_default().push((id, value)));
            }
            if let Terminator::Call { dst: Some(dst), .. } = block.term {
                defined.entry(dst).or_default().push((id, None));
            }
        }
        let is_formal = |local: LocalId| method.formals.contains(&local);
        // Assigned once and outside of loops, or by the call alone.
        let is_constant = |local: LocalId| match defined.get(&local).map(Vec::as_slice) {
            None => is_formal(local),
            Some([(block, _)]) => !is_formal(local) && method.shape.wto.heads[*block].is_empty(),
            Some(_) => false,
        };
        let mut copies = BTreeMap::new();
        for (&copy, defs) in &defined {
            if let [(_, Some(Expr::Local(from)))] = defs[..]
                && !is_formal(copy)
                && method.retval != Some(copy)
                && is_constant(*from)
                && self.stands_for(method, *from, method.locals[copy].ty.as_ref())
            {
                copies.insert(copy, *from);
            }
        }
        let last = |from: LocalId| std::iter::successors(Some(from), |local| copies.get(local).copied()).last();
        copies.iter().filter_map(|(copy, from)| Some((*copy, last(*from)?))).collect()
    }

    /// Whether a local may be in the place of one of a type: what is known of the values of its own type is no less. A parameter
    /// has what callers and inputs give it, which may be more than objects of the other type.
    pub(super) fn stands_for(&self, method: &Method, local: LocalId, of: Option<&Type>) -> bool {
        let (Some(ty), Some(of)) = (&method.locals[local].ty, of) else { return false };
        let has_same = || match (ty, of) {
            (Type::Class(class), Type::Class(of)) => self.concrete_below(*class) == self.concrete_below(*of),
            _ => false,
        };
        ty == of || self.is_below(ty, of) || !method.formals.contains(&local) && has_same()
    }
}

/// The method without assignments of values that nothing reads. Those that may throw stay.
fn without_dead_assignments(method: &Method) -> Method {
    let mut dead: BTreeSet<(BlockId, usize)> = BTreeSet::new();
    for (id, block) in method.blocks.iter_enumerated() {
        for (at, instr) in block.instrs.iter().enumerate() {
            if let InstrKind::Assign { dst, value } = &instr.kind
                && !value.is_step()
                && live_before(method, id, at + 1).binary_search(dst).is_err()
            {
                dead.insert((id, at));
            }
        }
    }
    let mut method = method.clone();
    for (id, at) in dead.into_iter().rev() {
        method.blocks[id].instrs.remove(at);
    }
    method.shape = Shape::compute(&method);
    method
}
