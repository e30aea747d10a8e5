//! One instruction.

use super::Defect;
use super::build::{Lowering, Value};
use super::types::{Home, Ty};
use super::{effects, floats, ints};
use crate::ir::{BinaryOp, Const, Expr, InstrKind, Terminator, Type, Width};
use crate::java::classfile::{Arith, Bitwise, Constant, Kind, Op, Shuffle};

impl Lowering<'_> {
    /// Lowers an instruction.
    pub fn op(&mut self, i: usize) -> Result<(), Defect> {
        let code = self.code;
        match &code.ops[i].1 {
            Op::Nop | Op::Goto(_) => {}
            Op::Push(constant) => self.constant(constant),
            Op::Load(kind, slot) => {
                let (ty, home) = self.frame.load(*kind, *slot)?;
                let value = self.loaded(home, &ty);
                self.push(value);
            }
            Op::Store(..) => {
                let value = self.pop_value()?;
                let local = self.home(self.types.stores[&i]);
                self.spill(local);
                let value = self.plain(value);
                self.assign(local, value);
            }
            Op::Increment(slot, by) => {
                let (_, home) = self.frame.load(Kind::Int, *slot)?;
                let local = self.home(home);
                self.spill(local);
                let sum = ints::ring(Width::I32, BinaryOp::Add, Expr::Local(local), Expr::int((*by).into()));
                self.assign(local, sum);
            }
            Op::LoadElem(element) => self.load_element(*element, i)?,
            Op::StoreElem(element) => self.store_element(*element)?,
            Op::Shuffle(shuffle) => self.shuffle(*shuffle)?,
            Op::Arith(kind, op) => match floats::format(*kind) {
                Some(format) => self.float_arith(*kind, format, *op)?,
                None => self.arith(*kind, *op)?,
            },
            Op::Neg(kind) => match floats::format(*kind) {
                Some(format) => self.float_negation(*kind, format)?,
                None => {
                    let value = self.pop()?;
                    self.push_typed(ints::negated(ints::width(*kind), value), &Ty::any(*kind));
                }
            },
            Op::Bitwise(kind, op) => self.bitwise(*kind, *op)?,
            Op::Convert(Kind::Int, Kind::Long) => {
                let value = self.pop()?;
                self.push(value);
            }
            Op::Convert(Kind::Long, Kind::Int) => {
                let value = self.pop()?;
                self.push_typed(ints::wrapped(Width::I32, value), &Ty::INT);
            }
            Op::Convert(from, to) => self.float_conversion(*from, *to)?,
            Op::Narrow(to) => {
                let (value, ty) = self.pop_typed()?;
                self.push_typed(self.fitting(value, &ty, to), &Ty::INT);
            }
            Op::CompareLongs => {
                let (b, a) = (self.pop()?, self.pop()?);
                self.stack.push(Value::Compare(a, b));
            }
            Op::CompareFloats(kind, greater) => match floats::format(*kind) {
                Some(format) => self.float_comparison(*kind, format, *greater)?,
                None => return Err(Defect::new("a comparison of integers")),
            },
            Op::If(test, to) => self.if_zero(*test, *to, i)?,
            Op::IfCompare(test, to) => self.if_compare(*test, *to, i)?,
            Op::IfSame(same, to) => self.if_same(*same, *to, i)?,
            Op::IfNull(null, to) => self.if_null(*null, *to, i)?,
            Op::Switch { default, cases } => self.switch(*default, cases, i)?,
            Op::Jsr(_) => self.unsupported("jsr"),
            Op::Ret(_) => self.unsupported("ret"),
            Op::Return(kind) => self.leave(*kind)?,
            Op::GetStatic(field) => self.get_static(field, i),
            Op::PutStatic(field) => self.put_static(field)?,
            Op::GetField(field) => self.get_field(field)?,
            Op::PutField(field) => self.put_field(field)?,
            Op::Invoke(how, method) => self.invoke(*how, method, i)?,
            Op::InvokeDynamic(site) => self.invoke_dynamic(site, i)?,
            Op::New(class) => self.new_object(class),
            Op::NewArray(array) => self.new_array(array)?,
            Op::NewArrays(array, lengths) => self.new_arrays(array, *lengths)?,
            Op::ArrayLength => {
                let array = self.pop_reference()?;
                let length = self.kept(Expr::Len(Box::new(Expr::Local(array))), &Ty::INT);
                self.push(Expr::Local(length));
            }
            Op::Throw => self.throw(i)?,
            Op::CheckCast(class) => self.check_cast(class)?,
            Op::InstanceOf(class) => self.instance_of(class)?,
            Op::MonitorEnter => self.enter_monitor()?,
            Op::MonitorExit => self.leave_monitor()?,
        }
        Ok(())
    }

    /// The value of a variable, as a variable of the type that the value has here: that of its home may be wider, and a proof
    /// that begins behind a later call knows the types of variables alone. Verification has shown that the value is of the type.
    fn loaded(&mut self, home: Home, ty: &Ty) -> Expr {
        let local = self.home(home);
        let value = Expr::Local(local);
        match ty {
            Ty::Null => Expr::Const(Const::Null),
            Ty::Ref(_) => {
                let to = self.type_of(ty);
                if to == Type::Class(self.link.object()) || self.method.locals[local].ty.as_ref() == Some(&to) {
                    return value;
                }
                self.emit(InstrKind::Assume { cond: Expr::is_null_or_instance(value.clone(), to.clone()) });
                Expr::Local(self.kept(Expr::Cast(Box::new(value), to), ty))
            }
            _ => value,
        }
    }

    /// Pushes a constant.
    pub fn constant(&mut self, constant: &Constant) {
        match constant {
            Constant::Null => self.push(Expr::Const(Const::Null)),
            Constant::Int(n) => self.push(Expr::int((*n).into())),
            Constant::Long(n) => self.push(Expr::int(*n)),
            Constant::Float(n) => self.push_float(*n),
            Constant::Double(n) => self.push_float(*n),
            other => {
                let linked = self.link.constant(other);
                let Some(value) = self.found(linked) else { return };
                // A static field is read now.
                let value = match value {
                    atom @ (Expr::Const(_) | Expr::Local(_)) => atom,
                    read => Expr::Local(self.kept(read, &effects::of_constant(other))),
                };
                self.push(value);
            }
        }
    }

    fn arith(&mut self, kind: Kind, op: Arith) -> Result<(), Defect> {
        let width = ints::width(kind);
        let (b, a) = (self.pop()?, self.pop()?);
        if let Some(ring) = ints::ring_op(op) {
            self.push_typed(ints::ring(width, ring, a, b), &Ty::any(kind));
            return Ok(());
        }
        if let (Some(a), Some(b)) = (ints::constant(&a), ints::constant(&b))
            && let Some(known) = ints::divided(width, op, a, b)
        {
            self.push(known);
            return Ok(());
        }
        let divide = if op == Arith::Div { BinaryOp::DivTrunc } else { BinaryOp::RemTrunc };
        // Only the least integer divided by -1 is too large.
        let may_overflow = op == Arith::Div && ints::constant(&b).is_none_or(|divisor| divisor == -1);
        let value = if b.is_nonzero() {
            Expr::binary(divide, a, b)
        } else {
            let (a, b) = (self.atom(a, &Ty::any(kind)), self.atom(b, &Ty::any(kind)));
            // The quotient may have one bit more.
            let quotient = self.local(Some(if may_overflow { Type::Int } else { Type::Machine(width) }));
            self.assign(quotient, Expr::binary(divide, a, b));
            Expr::Local(quotient)
        };
        let value = if may_overflow { ints::wrapped(width, value) } else { value };
        self.push_typed(value, &Ty::any(kind));
        Ok(())
    }

    fn bitwise(&mut self, kind: Kind, op: Bitwise) -> Result<(), Defect> {
        let ((b, right), (a, left)) = (self.pop_typed()?, self.pop_typed()?);
        // A long expression would be there once for each part of a mask.
        let a = if !op.is_shift() && ints::constant(&b).is_some() { self.atom(a, &left) } else { a };
        let b = if !op.is_shift() && ints::constant(&a).is_some() { self.atom(b, &right) } else { b };
        self.push_typed(ints::bitwise(kind, op, a, b, [&left, &right]), &Ty::any(kind));
        Ok(())
    }

    fn shuffle(&mut self, op: Shuffle) -> Result<(), Defect> {
        // What a copy is made of is evaluated once.
        for at in 0..self.stack.len() {
            if let Value::Truth(_) | Value::Compare(..) | Value::CompareFloats(_) = self.stack[at] {
                let value = self.stack[at].clone();
                self.stack[at] = Value::Pure(self.plain(value));
            }
        }
        let wide: Vec<bool> = self.frame.stack.iter().map(|ty| ty.kind().is_wide()).collect();
        let mut both: Vec<(Value, bool)> = self.stack.drain(..).zip(wide).collect();
        effects::shuffle(&mut both, op, |(_, wide)| *wide)?;
        self.stack = both.into_iter().map(|(value, _)| value).collect();
        Ok(())
    }

    fn leave(&mut self, kind: Option<Kind>) -> Result<(), Defect> {
        if kind.is_some() {
            let (value, ty) = self.pop_typed()?;
            let value = self.fitting(value, &ty, self.result);
            match self.method.retval {
                Some(retval) => self.assign(retval, value),
                None => return Err(Defect::new("a method without a result returns one")),
            }
        } else if self.method.retval.is_some() {
            return Err(Defect::new("a method with a result returns none"));
        }
        self.end(Terminator::Goto(self.leaves_to));
        Ok(())
    }

    /// A value that fits a declared type: `boolean`, `byte`, `char` and `short` are narrower than what is on the stack.
    pub fn fitting(&self, value: Expr, ty: &Ty, declared: &str) -> Expr {
        match super::types::width(declared) {
            Some(width) if width != Width::I64 => ints::narrowed(width, value, ty),
            _ => value,
        }
    }

    fn throw(&mut self, i: usize) -> Result<(), Defect> {
        let (value, ty) = self.pop_typed()?;
        if let Ty::Caught(handler) = ty
            && let Some(&slot) = self.caught.get(&handler)
        {
            let is_used = self.types.used.contains(&handler);
            let carried = is_used.then(|| self.reference(value, &ty));
            self.end(Terminator::Rethrow(slot, carried));
            return Ok(());
        }
        if let Some(&check) = self.assertions.get(&i) {
            match check {
                Some(check) => self.emit(InstrKind::Assert { cond: Expr::bool(false), check }),
                None => self.emit(InstrKind::Assume { cond: Expr::bool(false) }),
            }
            self.end(Terminator::Stop);
            return Ok(());
        }
        let exception = self.reference(value, &ty);
        self.check_null(exception);
        self.end(Terminator::Throw(Some(Expr::Local(exception))));
        Ok(())
    }

    /// Whether an entry of the exception table covers an instruction.
    pub fn covered(&self, i: usize) -> bool {
        let pc = self.code.ops[i].0;
        self.code.handlers.iter().any(|catch| (catch.start..catch.end).contains(&pc))
    }
}
