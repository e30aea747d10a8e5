//! Contracts of methods and loops, and what they remember.
//!
//! `old(e)` is a call in the syntax tree. In an `ensures` clause and in an invariant it becomes a local that is given the
//! value of `e` when the method or loop is entered; elsewhere a method may be called `old`. It is evaluated once, outside
//! all quantifiers, so that it cannot read what they bind.

use super::body::Body;
use super::codes;
use super::hir::{Clause, Decreases, Expr, ExprKind, Measure, Old};
use super::reporter::error;
use super::scope::Binding;
use super::world::MaybeType;
use crate::ir::{ClauseKind, LocalId, Type};
use crate::oox::parse::ast;
use crate::source::Span;
use rustc_hash::FxHashMap;

/// What the clauses of a method or loop remember. The same text means the same value.
#[derive(Debug, Default)]
pub(super) struct Memory {
    olds: Vec<Old>,
    /// The locals by text.
    known: FxHashMap<String, LocalId>,
}

/// The checked contract of a loop.
#[derive(Debug)]
pub(super) struct LoopContract {
    pub olds: Vec<Old>,
    pub invariants: Vec<Clause>,
    pub decreases: Option<Decreases>,
}

impl Body<'_, '_> {
    /// Checks the formulas of a method or loop. `retval` is visible in `ensures` only.
    pub fn contract(
        &mut self,
        clauses: &[ast::Clause],
        retval: Option<(LocalId, MaybeType)>,
    ) -> (Vec<Clause>, Vec<Old>) {
        let mut memory = Memory::default();
        let checked = clauses.iter().filter_map(|c| self.clause(c, retval.as_ref(), &mut memory)).collect();
        (checked, memory.olds)
    }

    fn clause(
        &mut self,
        clause: &ast::Clause,
        retval: Option<&(LocalId, MaybeType)>,
        memory: &mut Memory,
    ) -> Option<Clause> {
        let kind = clause.kind;
        let name = match kind {
            ClauseKind::Requires => "a `requires` clause",
            ClauseKind::Ensures => "an `ensures` clause",
            ClauseKind::Exceptional => "an `exceptional` clause",
            ClauseKind::Invariant => "an invariant",
        };
        self.scopes.push();
        let retval = retval.filter(|_| kind == ClauseKind::Ensures);
        if let Some((local, ty)) = retval {
            self.scopes.bind("retval", Binding { local: *local, ty: ty.clone(), span: clause.span });
            self.unremembered.push(*local);
        }
        let cond = match kind {
            ClauseKind::Ensures | ClauseKind::Invariant => {
                self.remembering(memory, |body| body.formula(&clause.cond, name))
            }
            ClauseKind::Requires | ClauseKind::Exceptional => self.formula(&clause.cond, name),
        };
        if retval.is_some() {
            self.unremembered.pop();
        }
        self.scopes.pop_binders();
        Some(Clause { kind, cond: cond?, span: clause.span })
    }

    /// Checks the clauses of a loop. Nothing when there are errors, which have been reported.
    pub fn loop_contract(&mut self, clauses: &[ast::Clause], measures: &[ast::Decreases]) -> Option<LoopContract> {
        let (invariants, olds) = self.contract(clauses, None);
        let decreases = self.first_measure(measures, "a loop");
        let right = invariants.len() == clauses.len() && measures.len() == usize::from(decreases.is_some());
        right.then_some(LoopContract { olds, invariants, decreases })
    }

    /// Checks the `decreases` clauses of a method.
    pub fn recursion_measure(&mut self, clauses: &[ast::Decreases]) -> Option<Measure> {
        let Decreases { measure, span } = self.first_measure(clauses, "a method")?;
        let name = self.cx.source.in_one_line(span);
        let at_entry = self.add_local(&name, Type::Int, span);
        Some(Measure { value: measure, at_entry })
    }

    /// Checks `decreases` clauses, of which there is at most one.
    fn first_measure(&mut self, clauses: &[ast::Decreases], owner: &str) -> Option<Decreases> {
        let (first, others) = clauses.split_first()?;
        let measure = self.measure(&first.measure, owner);
        for other in others {
            let message = format!("{owner} has one `decreases` clause only");
            let second = error(codes::SECOND_MEASURE, other.span, message);
            self.cx.out.report(second.related(first.span, "the first one"));
            self.measure(&other.measure, owner);
        }
        Some(Decreases { measure: measure?, span: first.span })
    }

    fn measure(&mut self, e: &ast::Expr, owner: &str) -> Option<Expr> {
        let outer = self.formula.replace("a `decreases` clause");
        let value = self.value(e, Some(&Type::Int));
        self.formula = outer;
        let value = value?;
        if matches!(value.ty, Type::Int | Type::Uint) {
            return Some(value);
        }
        let wrong = error(codes::MISMATCH, e.span, format!("the measure of {owner} must be of type `int`"));
        self.report_type(wrong, &value.ty);
        None
    }

    /// Checks a part in which `old` can be.
    fn remembering<T>(&mut self, memory: &mut Memory, part: impl FnOnce(&mut Self) -> T) -> T {
        self.memory = Some(std::mem::take(memory));
        let result = part(self);
        *memory = self.memory.take().unwrap_or_default();
        result
    }

    /// Whether a call whose value is used is an `old(e)`: where it can be one, or where nothing else is called `old`.
    pub fn is_old(&self, call: &ast::Call) -> bool {
        let other = || self.cx.lenient || !self.cx.world.candidates(self.class, "old").is_empty();
        matches!(call.receiver, ast::Receiver::Implicit)
            && call.name.name == "old"
            && (self.memory.is_some() || !other())
    }

    /// `old(e)`: the local that remembers the value.
    pub fn old(&mut self, call: &ast::Call) -> Option<Expr> {
        let Some(memory) = self.memory.take() else {
            let message = match self.in_old {
                true => "`old` cannot stand inside another `old`",
                false => "`old` stands only in invariants of loops and in `ensures` clauses",
            };
            self.cx.out.report(error(codes::OLD, call.span, message));
            return None;
        };
        self.in_old = true;
        let value = match call.args.as_slice() {
            [operand] => self.value(operand, None),
            _ => {
                let message = format!("`old` takes 1 argument, found {}", call.args.len());
                self.cx.out.report(error(codes::ARGUMENT_COUNT, call.span, message));
                None
            }
        };
        self.in_old = false;
        self.memory = Some(memory);
        let value = value?;
        if value.ty == Type::Null {
            return Some(value);
        }
        let (text, ty) = (self.cx.source.slice(call.span).to_owned(), value.ty.clone());
        let known = self.memory.as_ref().and_then(|memory| memory.known.get(&text)).copied();
        let local = known.unwrap_or_else(|| {
            let name = self.cx.source.in_one_line(call.span);
            let local = self.add_local(&name, ty.clone(), call.span);
            let memory = self.memory.get_or_insert_default();
            memory.olds.push(Old { local, value });
            memory.known.insert(text, local);
            local
        });
        Some(Expr { kind: ExprKind::Local(local), ty, span: call.span })
    }

    /// Reports a variable that has no value when the `old` around it is evaluated; returns whether it was reported.
    pub fn refuse_in_old(&mut self, local: LocalId, name: &str, span: Span) -> bool {
        let refused = self.in_old && self.unremembered.contains(&local);
        if refused {
            let message = format!("`{name}` has no value when `old` is evaluated");
            let help = match name {
                "retval" => "`old` is evaluated when the method is entered",
                _ => {
                    "`old` is evaluated once and cannot read what a quantifier binds; remember the array: `old(a)[i]` \
                      is an element of the array that `a` was, as it is now"
                }
            };
            self.cx.out.report(error(codes::OLD, span, message).help(help));
        }
        refused
    }
}
