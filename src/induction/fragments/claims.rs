//! Claims as code: what they read from the heap is read where it is there, and they are assumed or asserted.

use super::Weaver;
use crate::induction::Role;
use crate::induction::cuts::Start;
use crate::ir::{BinaryOp, BlockId, Check, Expr, InstrKind, Kind, LocalId, Terminator, Type};

impl<'a> Weaver<'a, '_> {
    /// The claims of a role.
    fn claims(&self, role: Role) -> &'a [Expr] {
        self.claims.get(&role).map_or(&[], Vec::as_slice)
    }

    /// The claims that hold where they are assumed when they have been asserted: an opaque call begins in one fragment and comes
    /// back in the next, to a heap that it may have written to.
    fn known(&self, role: Role) -> Vec<&'a Expr> {
        let claims = self.claims(role).iter();
        match role {
            Role::Invariant(_, Start::Call(block)) => {
                let call = &self.source.blocks[block];
                claims.filter(|claim| self.cuts.outlasts(claim, call)).collect()
            }
            _ => claims.collect(),
        }
    }

    /// Appends claims as assumptions; goes on in the block that it gives.
    pub(super) fn assume_all(&mut self, mut at: BlockId, role: Role) -> BlockId {
        for claim in self.known(role) {
            let (next, cond) = self.value(at, claim);
            self.push(next, InstrKind::Assume { cond });
            at = next;
        }
        at
    }

    /// Appends claims as assertions, each on the paths that ask for it, so that what violates one hides no other; goes on in
    /// the block that it gives.
    pub(super) fn assert_all(&mut self, mut at: BlockId, role: Role) -> BlockId {
        for (i, claim) in self.claims(role).iter().enumerate() {
            let (then, next) = (self.block(), self.block());
            let cond = Expr::binary(BinaryOp::Eq, Expr::Local(self.asked), Expr::int(i as i64));
            self.blocks[at].term = Terminator::Branch { cond, then, other: next };
            let (end, cond) = self.value(then, claim);
            let check = self.made.program.checks.push(Check { kind: Kind::Assert, span: self.span, method: self.id });
            self.made.claimed.insert(check, (role, i));
            self.push(end, InstrKind::Assert { cond, check });
            self.blocks[end].term = Terminator::Goto(next);
            at = next;
        }
        at
    }

    /// A claim as a pure expression, what it reads from the heap evaluated before it.
    fn value(&mut self, mut at: BlockId, claim: &Expr) -> (BlockId, Expr) {
        let mut found = Vec::new();
        reads(claim, &mut found);
        let mut known: Vec<(Expr, LocalId)> = Vec::new();
        for read in found {
            let ty = self.type_of(&read);
            let value = self.temporary(&ty);
            known.push((read.clone(), value));
            let Some(&Expr::Local(object)) = read.operands().first().copied() else {
                self.push(at, InstrKind::Assign { dst: value, value: read });
                continue;
            };
            let default = if let Expr::Quant(_) = read { Expr::bool(true) } else { Expr::default_of(&ty) };
            self.push(at, InstrKind::Assign { dst: value, value: default });
            let object = self.local(object);
            let mut index = None;
            if let Expr::Elem(_, place) = &read {
                let (next, value) = self.value(at, place);
                (at, index) = (next, Some(value));
            }
            let (mut there, next) = self.unless_null(at, object);
            let mut read = self.copied(&read);
            if let (Expr::Elem(_, place), Some(value)) = (&mut read, index) {
                let at_index = self.temporary(&Type::Int);
                **place = Expr::Local(at_index);
                self.push(there, InstrKind::Assign { dst: at_index, value });
                there = self.within(there, object, at_index, next);
            }
            self.push(there, InstrKind::Assign { dst: value, value: read });
            self.blocks[there].term = Terminator::Goto(next);
            at = next;
        }
        (at, self.over_locals(claim, &known))
    }

    /// The type of what a claim reads.
    fn type_of(&self, read: &Expr) -> Type {
        match read {
            Expr::Field(_, field) => self.cuts.program.fields[*field].ty.clone(),
            Expr::Static(field) => self.cuts.program.statics[*field].ty.clone(),
            Expr::Elem(array, _) => match &**array {
                Expr::Local(array) => match &self.unit.locals[*array].ty {
                    Some(Type::Array(element)) => (**element).clone(),
                    _ => Type::Int,
                },
                _ => Type::Int,
            },
            Expr::Quant(_) => Type::Bool,
            _ => Type::Int,
        }
    }

    /// A claim over the locals of the fragment, what it reads by the locals that have it.
    fn over_locals(&mut self, claim: &Expr, known: &[(Expr, LocalId)]) -> Expr {
        if let Some((_, value)) = known.iter().find(|(read, _)| read == claim) {
            return Expr::Local(*value);
        }
        let mut go = |e: &Expr| Box::new(self.over_locals(e, known));
        match claim {
            Expr::Unary(op, a) => Expr::Unary(*op, go(a)),
            Expr::Binary(op, a, b) => Expr::Binary(*op, go(a), go(b)),
            other => self.copied(other),
        }
    }
}

/// Whether an expression of a claim reads the heap.
fn is_read(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(_) | Expr::Field(..) | Expr::Static(_) | Expr::Elem(..) | Expr::Quant(_))
}

/// What a claim reads from the heap, each once.
fn reads(claim: &Expr, found: &mut Vec<Expr>) {
    if is_read(claim) {
        if !found.contains(claim) {
            found.push(claim.clone());
        }
        return;
    }
    claim.operands().into_iter().for_each(|operand| reads(operand, found));
}
