//! Switches over texts. For them `javac` makes a switch over the hash code of a text, and each case asks whether the text equals
//! one with this hash code. The same questions are asked without the hash code, for which a loop would run over the text.

use super::Defect;
use super::build::Lowering;
use super::graph::Piece;
use super::types::Ty;
use crate::ir::{BinaryOp, Expr, Terminator};
use crate::java::classfile::{Constant, Invoke, Kind, MemberRef, Op, Pc, Test};

const TEXT: &str = "java/lang/String";

/// The method of texts and its descriptor that a switch calls for a text, and for each case.
const HASH: (&str, &str) = ("hashCode", "()I");
const EQUALS: (&str, &str) = ("equals", "(Ljava/lang/Object;)Z");

/// A text to which that of the switch is compared.
struct Question<'a> {
    text: &'a [u16],
    /// Where the texts are equal.
    equal: Pc,
    /// Where they are not.
    other: Pc,
}

impl Lowering<'_> {
    /// The texts of the switch behind instruction `i`, and where they lead, if the instruction computes its hash code.
    pub fn text_cases(&self, i: usize) -> Option<Vec<(Constant, Pc)>> {
        let [(_, Op::Load(Kind::Ref, slot)), (_, hash), (_, Op::Switch { default, cases })] =
            self.code.ops.get(i.checked_sub(1)?..i + 2)?
        else {
            return None;
        };
        let is_together = |piece: &Piece| piece.ops.contains(&(i - 1)) && piece.ops.contains(&(i + 1));
        if !calls(hash, HASH) || !self.graph.pieces.iter().any(is_together) {
            return None;
        }
        let mut texts = Vec::new();
        for (code, to) in cases {
            let mut at = *to;
            while at != *default {
                let Question { text, equal, other } = self.question(at, *slot)?;
                if hash_code(text) != *code || texts.len() == self.code.ops.len() {
                    return None;
                }
                texts.push((Constant::Text(text.into()), equal));
                at = other;
            }
        }
        (!texts.is_empty()).then_some(texts)
    }

    /// The question that is asked at a place about the text of a variable.
    fn question(&self, at: Pc, slot: u16) -> Option<Question<'_>> {
        let ops = &self.code.ops;
        let index = ops.binary_search_by_key(&at, |(pc, _)| *pc).ok()?;
        let [
            (_, Op::Load(Kind::Ref, loaded)),
            (_, Op::Push(Constant::Text(text))),
            (_, equals),
            (_, Op::If(Test::Eq, other)),
            (equal, _),
        ] = ops.get(index..)?.first_chunk()?
        else {
            return None;
        };
        (*loaded == slot && calls(equals, EQUALS)).then_some(Question { text, equal: *equal, other: *other })
    }

    /// A switch over the text on the stack.
    pub fn switch_text(&mut self, default: Pc, texts: Vec<(Constant, Pc)>) -> Result<(), Defect> {
        let ty = Ty::Ref(TEXT.into());
        let text = self.pop()?;
        let text = Expr::Local(self.kept(text, &ty));
        let nexts: Vec<_> = texts.iter().map(|(_, to)| self.graph.at(*to)).chain([self.graph.at(default)]).collect();
        self.flush(&nexts, &mut []);
        self.frame.stack = vec![ty.clone(), ty];
        let equals = MemberRef::new(TEXT, EQUALS.0, EQUALS.1);
        // Its result is not what the next instruction would drop.
        let nothing = self.code.ops.len();
        for ((constant, _), next) in texts.iter().zip(&nexts) {
            self.push(text.clone());
            self.constant(constant);
            self.invoke(Invoke::Virtual, &equals, nothing)?;
            if !self.goes_on() {
                return Ok(());
            }
            let cond = Expr::binary(BinaryOp::Ne, self.pop()?, Expr::int(0));
            let (then, other) = (self.entry_of(*next), self.new_block());
            self.end(Terminator::Branch { cond, then, other });
            self.continue_at(other);
        }
        self.go_to(self.graph.at(default));
        Ok(())
    }
}

/// Whether an instruction calls a method of a text.
fn calls(op: &Op, (name, descriptor): (&str, &str)) -> bool {
    matches!(op, Op::Invoke(Invoke::Virtual, method)
        if (&*method.class, &*method.name, &*method.descriptor) == (TEXT, name, descriptor))
}

/// The hash code of a text.
fn hash_code(text: &[u16]) -> i32 {
    text.iter().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(i32::from(*unit)))
}
