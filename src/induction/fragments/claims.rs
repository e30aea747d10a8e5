//! Claims as code: the code reads from the heap where there is something to read, and asserts the claims.

use super::FragmentBuilder;
use crate::induction::Role;
use crate::ir::{BinaryOp, BlockId, Check, Expr, InstrKind, Kind, LocalId, Terminator, Type};

impl<'a> FragmentBuilder<'a, '_> {
    /// The claims of a role.
    pub(super) fn claims(&self, role: Role) -> &'a [Expr] {
        self.claims.get(&role).map_or(&[], Vec::as_slice)
    }

    /// Appends claims as assertions. Each is on the paths that ask for it, so that a violation of one hides no other.
    /// Returns the block in which to go on. A claim that throws is violated.
    pub(super) fn assert_all(&mut self, mut at: BlockId, role: Role) -> BlockId {
        self.asserted.insert(at, role);
        for (i, claim) in self.claims(role).iter().enumerate() {
            let (threw, next) = (self.block(), self.block());
            let check = self.made.program.checks.push(Check { kind: Kind::Assert, span: self.span, method: self.id });
            self.made.claimed.insert(check, (role, i));
            self.push(threw, InstrKind::Assert { cond: Expr::bool(false), check });
            self.blocks[threw].term = Terminator::Goto(next);
            let asked = Expr::binary(BinaryOp::Eq, Expr::Local(self.asked), Expr::int(i as i64));
            self.catching(threw, |builder| {
                let then = builder.block();
                builder.blocks[at].term = Terminator::Branch { cond: asked, then, other: next };
                let (end, cond) = builder.value(then, claim);
                builder.push(end, InstrKind::Assert { cond, check });
                builder.blocks[end].term = Terminator::Goto(next);
            });
            at = next;
        }
        at
    }

    /// A claim as a pure expression. Its reads of the heap are evaluated before it.
    pub(super) fn value(&mut self, mut at: BlockId, claim: &Expr) -> (BlockId, Expr) {
        let mut found = Vec::new();
        reads(claim, &mut found);
        let mut known: Vec<(Expr, LocalId)> = Vec::new();
        for read in found {
            let ty = self.type_of(&read);
            let value = self.temporary(&ty);
            known.push((read.clone(), value));
            let operands = read.operands();
            let Some(&base) = operands.first() else {
                self.push(at, InstrKind::Assign { dst: value, value: read });
                continue;
            };
            let default = if let Expr::Quant(_) = read { Expr::bool(true) } else { Expr::default_of(&ty) };
            self.push(at, InstrKind::Assign { dst: value, value: default });
            let (next, object) = self.value(at, base);
            at = next;
            let Expr::Local(object) = object else {
                unreachable!("a claim reads from a local, or from what it has read")
            };
            let mut index = None;
            if let Expr::Elem(_, place) = &read {
                let (next, value) = self.value(at, place);
                (at, index) = (next, Some(value));
            }
            let (mut there, next) = self.unless_null(at, object);
            let mut places = vec![Expr::Local(object)];
            if let Some(value) = index {
                let at_index = self.temporary(&Type::Int);
                places.push(Expr::Local(at_index));
                self.push(there, InstrKind::Assign { dst: at_index, value });
                there = self.within(there, object, at_index, next);
            }
            let mut places = places.into_iter();
            let read = self
                .copied(&read)
                .with_operands(&mut |_| places.next().expect("a read has an object, and a cell an index"));
            self.push(there, InstrKind::Assign { dst: value, value: read });
            self.blocks[there].term = Terminator::Goto(next);
            at = next;
        }
        (at, self.over_locals(claim, &known))
    }

    /// The type of a local, or of a read in a claim.
    fn type_of(&self, read: &Expr) -> Type {
        match read {
            Expr::Local(local) => self.unit.locals[*local].ty.clone().unwrap_or(Type::Null),
            Expr::Field(_, field) => self.cuts.program.fields[*field].ty.clone(),
            Expr::Static(field) => self.cuts.program.statics[*field].ty.clone(),
            Expr::Elem(array, _) => self.type_of(array).element().cloned().unwrap_or(Type::Int),
            Expr::Quant(_) => Type::Bool,
            _ => Type::Int,
        }
    }

    /// A claim over the locals of the fragment, with locals in the place of its reads.
    fn over_locals(&mut self, claim: &Expr, known: &[(Expr, LocalId)]) -> Expr {
        if let Some((_, value)) = known.iter().find(|(read, _)| read == claim) {
            return Expr::Local(*value);
        }
        match claim {
            Expr::Unary(..) | Expr::Binary(..) => claim.with_operands(&mut |operand| self.over_locals(operand, known)),
            other => self.copied(other),
        }
    }
}

/// Whether an expression of a claim reads the heap.
fn is_read(expr: &Expr) -> bool {
    matches!(expr, Expr::Len(_) | Expr::Field(..) | Expr::Static(_) | Expr::Elem(..) | Expr::Quant(_))
}

/// The reads of the heap in a claim, each once.
fn reads(claim: &Expr, found: &mut Vec<Expr>) {
    if is_read(claim) {
        if !found.contains(claim) {
            found.push(claim.clone());
        }
        return;
    }
    claim.operands().into_iter().for_each(|operand| reads(operand, found));
}

#[cfg(test)]
mod tests {
    use crate::cancel::Token;
    use crate::config::{Config, Dialect, Uncaught};
    use crate::facade::Program;
    use crate::induction::contents::candidates;
    use crate::induction::cuts::{Cuts, Start};
    use crate::induction::fragments::Fragments;
    use crate::inputs::Inputs;
    use crate::interp::{End, Limits, run};
    use crate::ir::Fault;

    #[test]
    fn a_claim_that_throws_is_violated() {
        let text = "class Coin { Coin() {} } class Token extends Coin { Token() {} }
            class Main { static void main(Coin[] m, int n) {
                int i := 0;
                while (i < n) {
                    assert forall c, j : m : ((Token) c) == c;
                    i := i + 1;
                }
            } }";
        let dialect = Dialect { uncaught: Uncaught::Allow, ..Dialect::default() };
        let config = Config { dialect: dialect.clone(), ..Config::default() };
        let program = Program::from_text("test.oox", text, &dialect).expect("a program");
        let (entry, token) = (program.entry("Main.main").expect("an entry"), Token::default());
        let cuts = Cuts::new(program.ir(), entry, &config, &token).expect("it repeats");
        let claims = candidates(&cuts, &token);
        let fragments = Fragments::new(&cuts, &claims, &token).expect("small fragments");
        let first = fragments.all.iter().find(|fragment| fragment.start == Start::Entry).expect("a first fragment");
        let method = &fragments.program.methods[first.method];
        let asked = &method.locals[*method.formals.last().expect("parameters")].name;
        let mut violated = 0;
        for &(role, number) in fragments.claimed.values() {
            if !format!("{:?}", claims[&role][number]).contains("Cast") {
                continue;
            }
            let inputs: Inputs = serde_json::from_str(&format!(
                r#"{{"args":{{"m":{{"ref":"a"}},"n":{{"int":"1"}},"{asked}":{{"int":"{number}"}}}},
                    "heap":{{"a":{{"elem":"Coin","length":"1","cells":{{"0":{{"ref":"o"}}}}}},"o":{{"class":"Coin"}}}}}}"#
            ))
            .expect("inputs");
            let run =
                run(&fragments.program, first.method, &inputs, &dialect, Limits::steps(1000)).expect("inputs fit");
            match run.end {
                End::Violation(Fault { check: Some(check), .. }) => {
                    assert_eq!(fragments.claimed.get(&check), Some(&(role, number)));
                    violated += 1;
                }
                end => assert_eq!(end, End::Returned { value: None }, "it says nothing of the only cell"),
            }
        }
        assert_ne!(violated, 0, "the formula about all cells is a candidate");
    }
}
