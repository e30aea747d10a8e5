//! Evaluation of expressions.

use super::heap::{Heap, ObjectId};
use super::value::Value;
use super::{End, Event, Observer, Target};
use crate::cancel::Token;
use crate::index::{Idx, IndexVec};
use crate::ir::{BinaryOp, Cause, Expr, LocalId, Program, Quant, StaticId, Type, UnaryOp};
use crate::num::Num;

/// Why evaluation or execution does not go on in the ordinary way.
#[derive(Debug)]
pub(super) enum Halt {
    /// An exception.
    Throw(Cause),
    /// The run is over.
    End(End),
}

/// Counts steps up to a limit. Numbers have no bound in size, so that one operation can take longer than any number of
/// instructions. Operations beyond 64 bits therefore cost steps by the size of the numbers, charged before they are done (see
/// [`Limits::steps`](super::Limits)).
#[derive(Debug)]
pub(super) struct Meter {
    pub(super) steps: u64,
    pub(super) limit: u64,
    pub(super) token: Option<Token>,
}

impl Meter {
    /// Charges one step. Halts where the limit does not allow it or the token is cancelled.
    pub(super) fn tick(&mut self) -> Result<(), Halt> {
        if self.token.as_ref().is_some_and(Token::is_cancelled) {
            return Err(Halt::End(End::Cancelled));
        }
        self.charge(1)
    }

    /// Charges this many steps. Halts where the limit does not allow them.
    pub(super) fn charge(&mut self, steps: u64) -> Result<(), Halt> {
        if steps > self.limit - self.steps {
            return Err(Halt::End(End::StepLimit));
        }
        self.steps += steps;
        Ok(())
    }

    /// A copy of a value; that of a large number costs steps by its size.
    fn copy(&mut self, value: &Value) -> Result<Value, Halt> {
        if let Value::Num(n @ Num::Big(_)) = value {
            self.charge(n.words())?;
        }
        Ok(value.clone())
    }

    /// Charges for an operation on two numbers that takes more time than to copy them.
    fn operate(&mut self, op: BinaryOp, a: &Value, b: &Value) -> Result<(), Halt> {
        let (Value::Num(a), Value::Num(b)) = (a, b) else { return Ok(()) };
        if let (Num::Small(_), Num::Small(_)) = (a, b) {
            return Ok(());
        }
        let (m, n) = (a.words(), b.words());
        let fractions = op == BinaryOp::FloatDiv || !a.is_integer() || !b.is_integer();
        self.charge(match op {
            // A greatest common divisor is computed, however small one of them is.
            _ if fractions => (m + n).saturating_mul(m + n),
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::DivTrunc | BinaryOp::RemTrunc => {
                m.saturating_mul(n)
            }
            _ => 0,
        })
    }
}

/// Evaluates expressions. They see everything but other frames, and change nothing but the binders of quantifiers.
pub(super) struct Evaluator<'a> {
    pub(super) program: &'a Program,
    pub(super) heap: &'a Heap,
    pub(super) statics: &'a IndexVec<StaticId, Value>,
    pub(super) locals: &'a mut [Value],
    pub(super) meter: &'a mut Meter,
    pub(super) observer: &'a mut Observer<'a>,
}

impl Evaluator<'_> {
    /// The value of an expression, operands from left to right.
    pub(super) fn eval(&mut self, expr: &Expr) -> Result<Value, Halt> {
        match expr {
            Expr::Const(c) => Ok(Value::of_const(c, self.program)),
            Expr::Local(l) => self.meter.copy(&self.locals[l.index()]),
            Expr::Static(s) => self.meter.copy(&self.statics[*s]),
            Expr::Unary(op, a) => {
                let a = self.eval(a)?;
                Ok(match op {
                    UnaryOp::Neg => Value::Num(-a.num()),
                    UnaryOp::Not => Value::Bool(!a.bool()),
                })
            }
            Expr::Binary(op, a, b) => self.binary(*op, a, b),
            Expr::Field(object, field) => {
                let object = self.reference(object)?;
                self.notify(Target::Field(object, *field));
                let value = self.heap.field(self.program, object, *field);
                self.meter.copy(value.expect("well-typed IR: the object's class has the field"))
            }
            Expr::Elem(array, index) => {
                let array = self.eval(array)?;
                let index = self.eval(index)?;
                let object = not_null(&array)?;
                let array = self.heap.array(object).expect("well-typed IR: an element of an array");
                let cell = self.meter.copy(array.get(index.num()).ok_or(Halt::Throw(Cause::Bounds))?)?;
                self.notify(Target::Elem(object, index.num()));
                Ok(cell)
            }
            Expr::Len(array) => {
                let array = self.reference(array)?;
                let array = self.heap.array(array).expect("well-typed IR: the length of an array");
                Ok(Value::Num(array.length.clone()))
            }
            Expr::InstanceOf(value, ty) => {
                let value = self.eval(value)?;
                Ok(Value::Bool(matches!(value, Value::Ref(object) if self.heap.is_instance(self.program, object, ty))))
            }
            Expr::Cast(value, ty) => {
                let value = self.eval(value)?;
                match value {
                    Value::Ref(object) if !self.heap.is_instance(self.program, object, ty) => {
                        Err(Halt::Throw(Cause::Cast))
                    }
                    _ => Ok(value),
                }
            }
            Expr::Quant(quant) => self.quant(quant),
            Expr::Wrap(width, a) => Ok(Value::Num(width.wrap(self.eval(a)?.num()))),
            Expr::Bits(op, width, a, b) => {
                let (a, b) = (self.eval(a)?, self.eval(b)?);
                Ok(Value::Num(width.bits(*op, a.num(), b.num())))
            }
            Expr::Ieee(op, operands) => {
                let mut known = [0; 2];
                for (known, operand) in known.iter_mut().zip(operands) {
                    *known = self.eval(operand)?.num().to_i64().expect("well-typed IR: operands have 64 bits");
                }
                Ok(Value::Num(op.apply(known[0], known[1]).into()))
            }
            Expr::Caught(slot, class) => {
                let thrown = self.locals[slot.index()].thrown();
                Ok(Value::Bool(match &thrown.payload {
                    Some(carried) => carried
                        .object()
                        .is_some_and(|object| self.heap.is_instance(self.program, object, &Type::Class(*class))),
                    None => self.program.is_caused(thrown.cause, *class),
                }))
            }
            Expr::CausedBy(slot, cause) => {
                let thrown = self.locals[slot.index()].thrown();
                Ok(Value::Bool(thrown.payload.is_none() && thrown.cause == *cause))
            }
            Expr::FromInner(slot) => {
                let thrown = self.locals[slot.index()].thrown();
                Ok(Value::Bool(self.program.methods[thrown.place.method].is_inner))
            }
            Expr::Carried(slot) => {
                let carried = self.locals[slot.index()].thrown().payload.as_deref();
                Ok(carried.cloned().unwrap_or(Value::Null))
            }
        }
    }

    fn notify(&mut self, read: Target<'_>) {
        (self.observer)(Event::Read(read), self.heap);
    }

    /// A reference that is not null.
    pub(super) fn reference(&mut self, expr: &Expr) -> Result<ObjectId, Halt> {
        not_null(&self.eval(expr)?)
    }

    fn binary(&mut self, op: BinaryOp, a: &Expr, b: &Expr) -> Result<Value, Halt> {
        let a = self.eval(a)?;
        match op {
            BinaryOp::And if !a.bool() => return Ok(Value::Bool(false)),
            BinaryOp::Or if a.bool() => return Ok(Value::Bool(true)),
            BinaryOp::Implies if !a.bool() => return Ok(Value::Bool(true)),
            _ => {}
        }
        let b = self.eval(b)?;
        self.meter.operate(op, &a, &b)?;
        let by_zero = Halt::Throw(Cause::DivisionByZero);
        let euclid = |a: &Num, b: &Num| {
            let result = if b.is_zero() { None } else { a.div_rem_euclid(b) };
            assert!(b.is_zero() || result.is_some(), "ill-typed IR: integer division of fractions");
            result
        };
        Ok(match op {
            BinaryOp::Add => Value::Num(a.num() + b.num()),
            BinaryOp::Sub => Value::Num(a.num() - b.num()),
            BinaryOp::Mul => Value::Num(a.num() * b.num()),
            BinaryOp::Div => Value::Num(euclid(a.num(), b.num()).ok_or(by_zero)?.0),
            BinaryOp::Rem => Value::Num(euclid(a.num(), b.num()).ok_or(by_zero)?.1),
            BinaryOp::DivTrunc => Value::Num(truncated(a.num(), b.num()).ok_or(by_zero)?.0),
            BinaryOp::RemTrunc => Value::Num(truncated(a.num(), b.num()).ok_or(by_zero)?.1),
            BinaryOp::FloatDiv => Value::Num(a.num().checked_div(b.num()).ok_or(by_zero)?),
            BinaryOp::Eq => Value::Bool(a == b),
            BinaryOp::Ne => Value::Bool(a != b),
            BinaryOp::Lt => Value::Bool(a.num() < b.num()),
            BinaryOp::Le => Value::Bool(a.num() <= b.num()),
            BinaryOp::Gt => Value::Bool(a.num() > b.num()),
            BinaryOp::Ge => Value::Bool(a.num() >= b.num()),
            // The left operand has not decided, so the right one is the value.
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => Value::Bool(b.bool()),
        })
    }

    /// Visits the cells in order up to the first that decides. Each is a step, so that the limit ends a walk over a huge array.
    fn quant(&mut self, quant: &Quant) -> Result<Value, Halt> {
        let domain = self.reference(&quant.domain)?;
        let heap = self.heap;
        let array = heap.array(domain).expect("well-typed IR: a quantifier over an array");
        let mut index = Num::ZERO;
        while let Some(cell) = array.get(&index) {
            self.meter.tick()?;
            self.notify(Target::Elem(domain, &index));
            self.locals[quant.elem.index()] = cell.clone();
            self.locals[quant.index.index()] = Value::Num(index.clone());
            if self.eval(&quant.body)?.bool() != quant.forall {
                return Ok(Value::Bool(!quant.forall));
            }
            index = &index + &Num::ONE;
        }
        Ok(Value::Bool(quant.forall))
    }
}

/// Quotient and remainder of a division that rounds towards zero; nothing by zero.
fn truncated(a: &Num, b: &Num) -> Option<(Num, Num)> {
    if b.is_zero() {
        return None;
    }
    let (quotient, _) = a.abs().div_rem_euclid(&b.abs())?;
    let quotient = if a.is_negative() == b.is_negative() { quotient } else { -&quotient };
    let rest = a - &(&quotient * b);
    Some((quotient, rest))
}

/// The object of a reference; throws `null`.
pub(super) fn not_null(value: &Value) -> Result<ObjectId, Halt> {
    match value {
        Value::Ref(object) => Ok(*object),
        Value::Null => Err(Halt::Throw(Cause::Null)),
        other => panic!("ill-typed IR: a reference is expected where {other:?} is"),
    }
}

/// The initial locals of a frame: the default of each type. In lenient mode a program may read a local before its declaration;
/// the local then has the value that a declaration assigns.
pub(super) fn initial_locals(locals: &IndexVec<LocalId, crate::ir::Local>) -> Vec<Value> {
    locals.iter().map(|l| l.ty.as_ref().map_or(Value::Missing, Value::default_of)).collect()
}
