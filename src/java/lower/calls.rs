//! Calls.

use super::build::{Lowering, Value};
use super::types::Ty;
use super::{Call, Defect, Intrinsic, Linked};
use crate::ieee::{self, Format, Unary};
use crate::ir::{BinaryOp, Callee, Expr, InstrKind, LocalId, Terminator, ThreadOp, Type};
use crate::java::classfile::{Dynamic, Invoke, MemberRef, Name, Op, Shuffle, descriptor};

impl Lowering<'_> {
    /// `invokevirtual` and its like.
    pub fn invoke(&mut self, how: Invoke, method: &MemberRef, i: usize) -> Result<(), Defect> {
        // What a failed assertion would throw is never seen where the failure is a violation.
        if how == Invoke::Special && &*method.name == "<init>" && self.assertions.contains_key(&(i + 1)) {
            let nothing = Ok(Call::Intrinsic(Intrinsic::Value(None)));
            return self.call(nothing, &method.descriptor, true, i);
        }
        // The switch behind it needs the text alone.
        if self.text_cases(i).is_some() {
            let text = self.pop_reference()?;
            self.check_null(text);
            self.push(Expr::Local(text));
            return Ok(());
        }
        let has_receiver = how != Invoke::Static;
        let count = descriptor::method(&method.descriptor).map_or(0, |(parameters, _)| parameters.len());
        let operands: Vec<Ty> = (0..count + usize::from(has_receiver)).rev().map(|below| self.top_ty(below)).collect();
        let linked = self.link.call(how, method, &operands);
        self.call(linked, &method.descriptor, has_receiver, i)
    }

    /// `invokedynamic`
    pub fn invoke_dynamic(&mut self, site: &Dynamic, i: usize) -> Result<(), Defect> {
        let linked = self.link.dynamic(site, i);
        self.call(linked, &site.descriptor, false, i)
    }

    fn call(&mut self, linked: Linked<Call>, ty: &str, has_receiver: bool, i: usize) -> Result<(), Defect> {
        let (parameters, result) = descriptor::method(ty).ok_or_else(|| Defect::new("a descriptor is malformed"))?;
        let Some(call) = self.found(linked) else { return Ok(()) };
        if let (Call::Intrinsic(Intrinsic::Assume), Some(Value::Truth(cond))) = (&call, self.stack.last()) {
            let cond = cond.clone();
            self.stack.pop();
            self.emit(InstrKind::Assume { cond });
            return Ok(());
        }
        let mut args = Vec::new();
        for parameter in parameters.iter().rev() {
            let (value, ty) = self.pop_typed()?;
            args.push(self.fitting(value, &ty, parameter));
        }
        let mut receiver = None;
        if has_receiver {
            let ty = self.top_ty(0);
            let local = self.pop_reference()?;
            self.check_null(local);
            args.push(Expr::Local(local));
            receiver = Some((local, ty));
        }
        args.reverse();
        match call {
            Call::Method { callee, initialise } => {
                self.initialise(initialise);
                self.run_method(callee, args, result, i);
            }
            Call::Constant(value) => {
                let ty = Ty::of(result).unwrap_or(Ty::Any);
                let value = self.kept(value, &ty);
                self.push(Expr::Local(value));
            }
            Call::Intrinsic(intrinsic) => self.intrinsic(intrinsic, args, receiver, (result, i)),
        }
        Ok(())
    }

    /// Calls a method, and pushes its result.
    fn run_method(&mut self, callee: Callee, args: Vec<Expr>, result: &str, i: usize) {
        let ty = Ty::of(result);
        let is_dropped = matches!(self.code.ops.get(i + 1), Some((_, Op::Shuffle(Shuffle::Pop | Shuffle::Pop2))));
        // What is not used is not assigned.
        let dst = ty.as_ref().filter(|_| !is_dropped).map(|ty| self.temp(ty));
        let next = self.new_block();
        self.end(Terminator::Call { dst, callee, args, next });
        self.continue_at(next);
        match (dst, ty) {
            (Some(dst), _) => self.push(Expr::Local(dst)),
            (None, Some(ty)) => self.push(super::build::default_of(&ty)),
            (None, None) => {}
        }
    }

    fn intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        args: Vec<Expr>,
        receiver: Option<(LocalId, Ty)>,
        (result, i): (&str, usize),
    ) {
        match intrinsic {
            Intrinsic::Value(value) => {
                if let Some(ty) = Ty::of(result) {
                    self.push(value.unwrap_or_else(|| super::build::default_of(&ty)));
                }
            }
            Intrinsic::Fork(method) => {
                let args = args.into_iter().map(|arg| self.atom(arg, &Ty::Any)).collect();
                let callee = Callee::Exact(method);
                self.emit(InstrKind::Thread(ThreadOp::Fork { callee, args }));
            }
            Intrinsic::Ieee(op) => self.push(Expr::Ieee(op, args)),
            Intrinsic::Known => {
                let operands = args.into_iter().map(|arg| self.atom(arg, &Ty::Double)).collect();
                let known = self.kept(Expr::Ieee(ieee::Op::Unary(Unary::Known, Format::Double), operands), &Ty::Double);
                self.push(Expr::Local(known));
            }
            Intrinsic::RawBits(format) => self.raw_bits(format, args),
            Intrinsic::Havoc(ty, name) => {
                let dst = self.local(Some(ty.clone()));
                self.emit(InstrKind::Havoc { dst, ty, name });
                self.push(Expr::Local(dst));
            }
            Intrinsic::Assume => {
                if let Some(cond) = args.into_iter().next() {
                    self.emit(InstrKind::Assume { cond: Expr::binary(BinaryOp::Ne, cond, Expr::int(0)) });
                }
            }
            Intrinsic::Exit => {
                self.emit(InstrKind::Assume { cond: Expr::bool(false) });
                self.end(Terminator::Stop);
            }
            Intrinsic::CloneArray => match receiver {
                Some((array, Ty::Ref(ty))) => self.clone_array(array, &ty, i),
                _ => self.unsupported("clone of an array whose type is not known"),
            },
        }
    }

    /// A shallow copy of an array.
    fn clone_array(&mut self, array: LocalId, ty: &Name, i: usize) {
        let element = ty.strip_prefix('[').unwrap_or_default();
        let length = Expr::Local(self.kept(Expr::Len(Box::new(Expr::Local(array))), &Ty::INT));
        // Where the elements may be of a type below, the library makes an array of the same class.
        if !self.link.is_exact(element) {
            let copy = MemberRef::new("java/util/Arrays", "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;");
            let linked = self.link.call(Invoke::Static, &copy, &[Ty::Ref(ty.clone()), Ty::INT]);
            if let Some(Call::Method { callee, initialise }) = self.found(linked) {
                self.initialise(initialise);
                self.run_method(callee, vec![Expr::Local(array), length], "[Ljava/lang/Object;", i);
            }
            return;
        }
        let Type::Array(element_ty) = self.link.reference(ty) else {
            self.unsupported("clone of an array whose type is not known");
            return;
        };
        let copy = self.allocate(ty, (*element_ty).clone(), length.clone());
        let element = Ty::of(element).unwrap_or(Ty::Any);
        self.count(&length, |lowering, index| {
            let value = Expr::Elem(Box::new(Expr::Local(array)), Box::new(index.clone()));
            let value = Expr::Local(lowering.kept(value, &element));
            lowering.emit(InstrKind::StoreElem { array: copy, index, value });
        });
        self.push(Expr::Local(copy));
    }
}
