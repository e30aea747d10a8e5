//! Which false assertions may be caught: those in methods that are called where a handler takes the error; and how code asks
//! whether assertions are on.

use super::Linker;
use super::members::Member;
use crate::closure::closure;
use crate::ir::callgraph::called;
use crate::ir::{BlockId, ClassId, Expr, LocalId, Method, MethodId, Terminator};
use crate::java::classfile::{Constant, Invoke, MemberRef, Method as Source, Op, Test};
use rustc_hash::FxHashSet;

/// The class of the errors.
pub(super) const ASSERTION_ERROR: &str = "java/lang/AssertionError";

/// The name that compilers give to the field which says whether assertions of a class are off.
pub(super) const SWITCH: &str = "$assertionsDisabled";

/// A method, independent of numbers: class, name, descriptor.
pub(super) type MemberKey = (String, String, String);

impl Linker<'_> {
    /// The key of a method.
    pub(super) fn key(&self, member: Member) -> MemberKey {
        let method = self.member(member);
        (self.classes[member.0].name.clone(), method.name.to_string(), method.descriptor.to_string())
    }

    /// The methods that are called, directly or not, where a handler catches the errors of assertions, or `--requires` names them.
    pub(super) fn guarded(&mut self) -> FxHashSet<MemberKey> {
        self.set_dispatch();
        let targets = self.program.virtual_targets();
        let error = self.library(ASSERTION_ERROR);
        let mut open: Vec<MethodId> = Vec::new();
        for method in self.program.methods.iter() {
            for block in method.blocks.iter().filter(|block| self.catches(method, block.handler.block, error)) {
                open.extend(block.callees().flat_map(|callee| called(callee, &targets)));
            }
        }
        // A method of `--requires` may throw.
        let required = self.program.methods.iter().flat_map(|method| &method.required);
        open.extend(required.flat_map(|required| called(&required.callee(), &targets).to_vec()));
        let found = closure(open, |id| {
            let blocks = self.program.methods[id].blocks.iter();
            blocks.flat_map(|block| block.callees()).flat_map(|callee| called(callee, &targets)).copied()
        });
        found.into_iter().filter_map(|id| Some(self.key(self.members[id]?))).collect()
    }

    /// Whether control goes on in the method where an error of an assertion comes to a block.
    fn catches(&self, method: &Method, mut at: BlockId, error: ClassId) -> bool {
        let is_taken = |cond: &Expr| match cond {
            Expr::Caught(_, class) => Some(self.is_subclass(error, *class)),
            Expr::CausedBy(..) => Some(false),
            _ => None,
        };
        // A chain of tests leads either to a handler or out of the method.
        for _ in method.blocks.ids() {
            let block = &method.blocks[at];
            // Instructions that assign what has no type only hand the exception on.
            let is_handed_on = |local: LocalId| method.locals[local].ty.is_none();
            if !block.instrs.iter().all(|instr| instr.def().is_some_and(is_handed_on)) {
                return true;
            }
            at = match &block.term {
                Terminator::Unwind => return false,
                Terminator::Rethrow(..) => block.handler.block,
                Terminator::Goto(next) => *next,
                Terminator::Branch { cond, then, other } => match is_taken(cond) {
                    Some(true) => *then,
                    Some(false) => *other,
                    None => return true,
                },
                _ => return true,
            };
        }
        true
    }
}

/// The field that instructions set to whether assertions are off, if that is how they begin, and the instructions behind that.
pub(super) fn stores_assertion_switch(ops: &[(u32, Op)]) -> Option<(&MemberRef, &[(u32, Op)])> {
    let [(_, class), (_, status), (_, test), (_, on), (_, goto), (_, off), (put_at, Op::PutStatic(put)), behind @ ..] =
        ops
    else {
        return None;
    };
    let is_status = matches!(status, Op::Invoke(Invoke::Virtual, of) if &*of.name == "desiredAssertionStatus" && &*of.class == "java/lang/Class");
    let is_shape = matches!(class, Op::Push(Constant::Class(_)))
        && matches!(test, Op::If(Test::Ne, to) if *to == ops[5].0)
        && matches!(on, Op::Push(Constant::Int(1)))
        && matches!(goto, Op::Goto(to) if to == put_at)
        && matches!(off, Op::Push(Constant::Int(0)));
    (is_status && is_shape).then_some((put, behind))
}

/// Whether all that a static initialiser does is to ask whether assertions are on.
pub(super) fn only_asks_for_assertions(method: &Source) -> bool {
    let Some(code) = &method.code else { return false };
    matches!(stores_assertion_switch(&code.ops), Some((_, [(_, Op::Return(None))])))
}
