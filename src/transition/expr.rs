//! Expressions under a guard.
//!
//! `eval(φ, e)` is the summary of `e` for the paths of φ; `cond(φ, b)` is the guard of the paths of φ on which the
//! Boolean `b` is true, never a term. A part of an expression that throws raises at once and leaves φ:
//!
//! ```text
//!   eval(φ, x)      = Σ[x]
//!   eval(φ, y ⊕ z)  = { (g∧h, v⊕w) | (g,v) ∈ eval(φ,y), (h,w) ∈ eval(φ,z), g∧h∧φ ≠ false }
//!   cond(φ, a && b) = cond(cond(φ,a), b)
//!   cond(φ, a == b) = compare(φ, =, eval(φ,a), eval(φ,b))                  (see `compare`)
//! ```
//!
//! If φ allows a single value of an input, the input is *pinned*: arithmetic reads that constant instead.

use super::membership::{compared_often, member};
use super::{Machine, Step};
use crate::guard::Guard;
use crate::ieee::{self, Unary};
use crate::ir::variable::Variable;
use crate::ir::{BinaryOp, Cause, Const, Expr, UnaryOp};
use crate::num::Num;
use crate::state::Key;
use crate::summary::{Summary, Value};

impl<'p> Machine<'p> {
    /// The summary of an expression, and the paths that continue: those that throw have left φ. The summary is defined at least
    /// on these; elsewhere it means nothing, and callers must not use it.
    #[must_use]
    pub(crate) fn eval(&mut self, step: &mut Step<'p, '_>, phi: Guard, expr: &Expr) -> (Summary, Guard) {
        match expr {
            Expr::Const(c) => {
                let value = self.constant(c);
                (Summary::constant(&mut self.logic, value), phi)
            }
            Expr::Local(x) => {
                let value = match step.binding(*x) {
                    Some(bound) => bound.clone(),
                    None => step.local(*x),
                };
                self.counters.read(&mut self.logic, &value);
                (value, phi)
            }
            Expr::Static(f) => {
                let value = step.state.sigma.get(Key::Static(*f));
                self.counters.read(&mut self.logic, &value);
                (value, phi)
            }
            Expr::Unary(UnaryOp::Neg, a) => {
                let (a, phi) = self.eval_pinned(step, phi, a);
                (self.by_part(&a, |machine, a| machine.negated(phi, a)), phi)
            }
            Expr::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), left, right) => {
                let (a, phi) = self.eval_pinned(step, phi, left);
                let (b, phi) = self.eval_pinned(step, phi, right);
                let (a, b) = self.enumerated_together(phi, a, b);
                let result = self.by_part(&a, |machine, a| {
                    machine.by_part(&b, |machine, b| machine.ring(step, phi, *op, (left, a), (right, b)))
                });
                (result, phi)
            }
            Expr::Binary(op, a, b) if op.divides() => {
                let (a, phi) = self.eval_pinned(step, phi, a);
                let (b, phi) = self.eval_pinned(step, phi, b);
                let (a, b) = (self.resolved(phi, a), self.resolved(phi, b));
                let (a, b) = self.enumerated_together(phi, a, b);
                let zero = self.logic.terms.constant(Num::ZERO);
                let by_zero = b.when_number(&mut self.logic, phi, |lx, t| lx.eq(t, zero));
                let phi = self.raise(step, phi, by_zero, Cause::DivisionByZero);
                let result = match op {
                    BinaryOp::DivTrunc | BinaryOp::RemTrunc => self.divided(phi, *op, &a, &b),
                    _ => self.arithmetic(step, phi, *op, (&a, &b)),
                };
                (result, phi)
            }
            Expr::Field(object, field) => {
                let (object, phi) = self.eval(step, phi, object);
                self.load_field(step, phi, &object, *field)
            }
            Expr::Elem(array, index) => {
                let (array, phi) = self.eval(step, phi, array);
                let (index, phi) = self.eval_pinned(step, phi, index);
                let index = self.resolved(phi, index);
                self.load_elem(step, phi, &array, &index)
            }
            Expr::Len(array) => {
                let (array, phi) = self.eval(step, phi, array);
                self.load_length(step, phi, &array)
            }
            Expr::Cast(reference, ty) => {
                let (value, phi) = self.eval(step, phi, reference);
                let (table, program) = (&self.table, self.program);
                let wrong = value.when(&mut self.logic, phi, |_, v| {
                    Guard::from_bool(matches!(v, Value::Ref(a) if !table.is_instance(program, a, ty)))
                });
                let phi = self.raise(step, phi, wrong, Cause::Cast);
                // Values that are not of the type are dropped.
                (value.restrict(&mut self.logic, phi), phi)
            }
            Expr::Wrap(width, a) => {
                let (a, phi) = self.eval(step, phi, a);
                (self.wrapped(phi, *width, &a), phi)
            }
            Expr::Bits(op, width, a, b) => {
                let (a, phi) = self.eval_pinned(step, phi, a);
                let (b, phi) = self.eval_pinned(step, phi, b);
                let (a, b) = self.enumerated_together(phi, a, b);
                (self.on_bits(phi, *op, *width, &a, &b), phi)
            }
            Expr::Ieee(ieee::Op::Unary(Unary::Known, _), operands) => self.where_known(step, phi, &operands[0]),
            Expr::Ieee(op, operands) => {
                let (mut phi, mut values) = (phi, Vec::new());
                for operand in operands {
                    let value;
                    (value, phi) = self.eval_pinned(step, phi, operand);
                    values.push(self.resolved(phi, value));
                }
                (self.ieee(phi, *op, &values), phi)
            }
            Expr::Carried(slot) => {
                let table = &self.thrown;
                let carried = step.local(*slot).map(&mut self.logic, phi, |_, value| match value {
                    Value::Thrown(id) => table.get(id).payload.unwrap_or(Value::Null),
                    other => other,
                });
                (carried, phi)
            }
            Expr::Caught(..)
            | Expr::CausedBy(..)
            | Expr::FromInner(_)
            | Expr::Unary(UnaryOp::Not, _)
            | Expr::Binary(..)
            | Expr::InstanceOf(..)
            | Expr::Quant(_) => {
                let (holds, phi) = self.cond(step, phi, expr);
                (self.truth(phi, holds), phi)
            }
        }
    }

    /// The summaries of constants and locals. They lose no paths.
    pub(crate) fn eval_operands(&mut self, step: &mut Step<'p, '_>, phi: Guard, operands: &[Expr]) -> Vec<Summary> {
        operands.iter().map(|operand| self.eval_stored(step, phi, operand).0).collect()
    }

    /// The summary of a Boolean that is true on `holds` and false on the rest of φ.
    pub(crate) fn truth(&mut self, phi: Guard, holds: Guard) -> Summary {
        Summary::boolean(&mut self.logic, phi, holds)
    }

    /// [`eval`](Self::eval) of an operand: inputs that φ pins, or that have few possible values, are read as constants.
    #[must_use]
    pub(crate) fn eval_pinned(&mut self, step: &mut Step<'p, '_>, phi: Guard, expr: &Expr) -> (Summary, Guard) {
        let (value, phi) = self.eval(step, phi, expr);
        let value = self.pinned(phi, value);
        (self.enumerated(phi, value), phi)
    }

    /// [`eval`](Self::eval) of a value that will be stored: inputs that have few possible values are read as constants.
    #[must_use]
    pub(crate) fn eval_stored(&mut self, step: &mut Step<'p, '_>, phi: Guard, expr: &Expr) -> (Summary, Guard) {
        let (value, phi) = self.eval(step, phi, expr);
        (self.enumerated(phi, value), phi)
    }

    /// The same summary with the inputs that φ pins replaced by their constants.
    pub(crate) fn pinned(&mut self, phi: Guard, value: Summary) -> Summary {
        if !value.has_symbolic_number(&self.logic) {
            return value;
        }
        value.map_numbers(&mut self.logic, phi, |lx, t| lx.pin(phi, t))
    }

    /// The results of `f` for the parts of a summary.
    pub(super) fn by_part(&mut self, value: &Summary, mut f: impl FnMut(&mut Self, &Summary) -> Summary) -> Summary {
        if let [one] = value.parts() {
            return f(self, one);
        }
        let found = value.parts().iter().map(|part| f(self, part)).collect();
        Summary::apart(&mut self.logic, found)
    }

    fn negated(&mut self, phi: Guard, a: &Summary) -> Summary {
        let form = a.scaled(&mut self.logic, phi, &-&Num::ONE);
        form.unwrap_or_else(|| a.map_numbers(&mut self.logic, phi, |lx, t| lx.terms.neg(t)))
    }

    /// A sum, difference or product.
    fn ring(
        &mut self,
        step: &Step<'p, '_>,
        phi: Guard,
        op: BinaryOp,
        (left, a): (&Expr, &Summary),
        (right, b): (&Expr, &Summary),
    ) -> Summary {
        let counted = match op {
            BinaryOp::Add => {
                self.counted(step, phi, (left, a), b, false).or_else(|| self.counted(step, phi, (right, b), a, false))
            }
            BinaryOp::Sub => self.counted(step, phi, (left, a), b, true),
            _ => None,
        };
        let result = counted.or_else(|| self.linear(phi, op, (a, b)));
        result.unwrap_or_else(|| self.arithmetic(step, phi, op, (a, b)))
    }

    fn arithmetic(&mut self, step: &Step<'p, '_>, phi: Guard, op: BinaryOp, (a, b): (&Summary, &Summary)) -> Summary {
        let mut formed = 0;
        let result = a.map2(&mut self.logic, phi, b, |lx, v, w| {
            formed += 1;
            match (v, w) {
                (Value::Num(v), Value::Num(w)) => Value::Num(match op {
                    BinaryOp::Add => lx.terms.add(v, w),
                    BinaryOp::Sub => lx.terms.sub(v, w),
                    BinaryOp::Mul => lx.terms.mul(v, w),
                    BinaryOp::Div => lx.terms.div_euclid(v, w),
                    BinaryOp::Rem => lx.terms.rem_euclid(v, w),
                    _ => lx.terms.div_exact(v, w),
                }),
                // The checker admits numbers only; a missing result has been reported before it is used.
                _ => Value::Missing,
            }
        });
        self.counters.product(&mut self.logic, formed, (a, b), (Some(op), step.instruction));
        result
    }

    /// An operation of which an operand and the result are guarded linear forms. An operand of a sum becomes one if the result
    /// would have too many values.
    fn linear(&mut self, phi: Guard, op: BinaryOp, (a, b): (&Summary, &Summary)) -> Option<Summary> {
        let lx = &mut self.logic;
        let is_sum = matches!(op, BinaryOp::Add | BinaryOp::Sub);
        let formed = if is_sum && self.conditional.makes_form_of_sum(lx, a, b) { a.formed(lx, phi) } else { None };
        let a = formed.as_ref().unwrap_or(a);
        match op {
            BinaryOp::Add => a.plus(lx, phi, &Num::ONE, b),
            BinaryOp::Sub => a.plus(lx, phi, &-&Num::ONE, b),
            BinaryOp::Mul => [(a, b), (b, a)].into_iter().find_map(|(form, factor)| {
                let factor = factor.as_constant_within(lx, phi)?.number()?;
                let factor = lx.terms.as_const(factor)?.clone();
                form.scaled(lx, phi, &factor)
            }),
            _ => None,
        }
    }

    /// A counter after it has counted up or down, if its variable is not control-relevant. Of a control-relevant one, the value
    /// would be asked after each step.
    fn counted(
        &mut self,
        step: &Step<'p, '_>,
        phi: Guard,
        (counter, value): (&Expr, &Summary),
        by: &Summary,
        down: bool,
    ) -> Option<Summary> {
        let variable = match counter {
            Expr::Local(local) => Variable::Local(step.method, *local),
            Expr::Static(field) => Variable::Static(*field),
            Expr::Field(_, field) => Variable::Field(*field),
            _ => return None,
        };
        match self.conditional.may_steer(variable.into()) {
            true => None,
            false => value.counted(&mut self.logic, phi, by, down),
        }
    }

    /// The guard of the paths of φ on which a Boolean expression is true, and the paths that continue: those that throw have
    /// left φ.
    #[must_use]
    pub(crate) fn cond(&mut self, step: &mut Step<'p, '_>, phi: Guard, expr: &Expr) -> (Guard, Guard) {
        if let Some(local) = compared_often(expr) {
            let holds = step.local(local).when_number(&mut self.logic, phi, |lx, number| member(lx, number, expr));
            return (holds, phi);
        }
        match expr {
            Expr::Const(Const::Bool(true)) => (phi, phi),
            Expr::Const(Const::Bool(false)) => (Guard::FALSE, phi),
            Expr::Unary(UnaryOp::Not, a) => {
                let (a, phi) = self.cond(step, phi, a);
                (self.logic.and_not(phi, a), phi)
            }
            Expr::Binary(BinaryOp::And, a, b) => {
                let (scope, phi) = self.cond(step, phi, a);
                let decided = self.logic.and_not(phi, scope);
                let (both, scope) = self.cond(step, scope, b);
                (both, self.logic.or(decided, scope))
            }
            Expr::Binary(op @ (BinaryOp::Or | BinaryOp::Implies), a, b) => {
                let (a, phi) = self.cond(step, phi, a);
                let rest = self.logic.and_not(phi, a);
                // The right operand runs where the left is false (||) or true (==>).
                let (decided, scope) = if *op == BinaryOp::Or { (a, rest) } else { (rest, a) };
                let (right, scope) = self.cond(step, scope, b);
                let phi = self.logic.or(decided, scope);
                (self.logic.or(decided, right), phi)
            }
            Expr::Binary(op, a, b) => {
                let (a, phi) = self.eval(step, phi, a);
                let (b, phi) = self.eval(step, phi, b);
                (self.compare(step, phi, *op, (a, b)), phi)
            }
            Expr::InstanceOf(reference, ty) => {
                let (value, phi) = self.eval(step, phi, reference);
                let (table, program) = (&self.table, self.program);
                let is_instance = value.when(&mut self.logic, phi, |_, v| {
                    Guard::from_bool(matches!(v, Value::Ref(a) if table.is_instance(program, a, ty)))
                });
                (is_instance, phi)
            }
            Expr::Caught(slot, class) => {
                let slot = step.local(*slot);
                (self.thrown_when(phi, &slot, |machine, thrown| machine.is_caught(thrown, *class)), phi)
            }
            Expr::CausedBy(slot, cause) => {
                let slot = step.local(*slot);
                (self.thrown_when(phi, &slot, |_, thrown| thrown.payload.is_none() && thrown.cause == *cause), phi)
            }
            Expr::FromInner(slot) => {
                let slot = step.local(*slot);
                let methods = &self.program.methods;
                (self.thrown_when(phi, &slot, |_, thrown| methods[thrown.method].is_inner), phi)
            }
            Expr::Quant(q) => self.quantified(step, phi, q),
            _ => {
                let (value, phi) = self.eval(step, phi, expr);
                (value.is_true(&mut self.logic, phi), phi)
            }
        }
    }

    /// The value of a constant.
    pub(crate) fn constant(&mut self, c: &Const) -> Value {
        let mut text = |id: crate::ir::TextId| self.logic.terms.constant(Num::from(i64::from(id.0)));
        match c {
            Const::Char(id) => Value::Char(text(*id)),
            Const::String(id) => Value::Str(text(*id)),
            Const::Num(n) => Value::Num(self.logic.terms.constant(n.clone())),
            Const::Bool(b) => Value::Bool(*b),
            Const::Null => Value::Null,
            Const::Missing => Value::Missing,
        }
    }
}
