//! Objects, fields, arrays, casts.

use super::build::{Lowering, Value};
use super::types::Ty;
use super::{Defect, Initialise, Linked, Refusal, SWITCH_ARRAY, effects, ints};
use crate::ir::{BinaryOp, Callee, Const, Expr, InstrKind, LocalId, Terminator, Type, Width};
use crate::java::classfile::{Element, Invoke, MemberRef, Name, Op, Pc, Shuffle, Test};

impl Lowering<'_> {
    /// What a reference to something outside comes to. Where it is not there, code does not go on.
    pub fn found<T>(&mut self, linked: Linked<T>) -> Option<T> {
        match linked {
            Ok(found) => return Some(found),
            Err(Refusal::Throws(class)) => {
                let error = self.object_of(class);
                self.end(Terminator::Throw(Some(Expr::Local(error))));
            }
            Err(Refusal::Unsupported(what)) => self.unsupported(what),
        }
        None
    }

    /// A new object of a class.
    pub fn object_of(&mut self, class: crate::ir::ClassId) -> LocalId {
        let dst = self.local(Some(Type::Class(class)));
        let site = self.link.object_site(class, self.span);
        self.emit(InstrKind::NewObject { dst, site });
        self.fresh.insert(dst);
        dst
    }

    /// Throws where a reference is null.
    pub fn check_null(&mut self, reference: LocalId) {
        if !self.fresh.contains(&reference) {
            self.emit(InstrKind::CheckNull { reference });
        }
    }

    /// Initialises a class, if need be.
    pub fn initialise(&mut self, class: Option<Initialise>) {
        let Some(Initialise { state, method }) = class else { return };
        if !self.initialised.insert(state) {
            return;
        }
        let known = self.kept(Expr::Static(state), &Ty::INT);
        let (run, next) = (self.new_block(), self.new_block());
        let cond = Expr::binary(BinaryOp::Eq, Expr::Local(known), Expr::int(1));
        self.end(Terminator::Branch { cond, then: next, other: run });
        self.continue_at(run);
        let (error, done, failed) = (self.temp(&Ty::Any), self.new_block(), self.new_block());
        self.end(Terminator::Call { dst: Some(error), callee: Callee::Exact(method), args: Vec::new(), next: done });
        self.continue_at(done);
        let cond = Expr::is_null(Expr::Local(error));
        self.end(Terminator::Branch { cond, then: next, other: failed });
        self.continue_at(failed);
        self.end(Terminator::Throw(Some(Expr::Local(error))));
        self.continue_at(next);
    }

    /// `new`
    pub fn new_object(&mut self, class: &str) {
        let linked = self.link.instantiate(class);
        let Some((class, initialise)) = self.found(linked) else { return };
        self.initialise(initialise);
        let object = self.object_of(class);
        self.push(Expr::Local(object));
    }

    /// `getstatic`
    pub fn get_static(&mut self, field: &MemberRef, i: usize) {
        if let Some(are_on) = self.link.assertions(field) {
            if are_on {
                self.begin_assertion(i);
            }
            self.push(Expr::int(i64::from(!are_on)));
            return;
        }
        if field.name.starts_with(SWITCH_ARRAY)
            && let Some(switch) = self.enum_switch(i)
            && let Some(known) = self.link.enum_switch(field)
        {
            known.initialise.into_iter().for_each(|class| self.initialise(Some(class)));
            self.enum_switches.insert(switch, known.numbers);
            self.push(Expr::Const(Const::Null));
            return;
        }
        let linked = self.link.static_field(field);
        let Some(found) = self.found(linked) else { return };
        self.initialise(found.initialise);
        let ty = Ty::of(&field.descriptor).unwrap_or(Ty::Any);
        let value = self.kept(Expr::Static(found.field), &ty);
        self.push(Expr::Local(value));
    }

    /// After the switch of assertions comes a jump over the statement, whose first throw is that of its error. An assertion whose
    /// error no handler catches is a check. It is reached here, and fails where the error would be thrown.
    fn begin_assertion(&mut self, i: usize) {
        let Some((_, Op::If(Test::Ne, _))) = self.code.ops.get(i + 1) else { return };
        let ends = |(_, op): &(Pc, Op)| matches!(op, Op::Throw | Op::Return(_));
        let Some(last) = self.code.ops[i..].iter().position(ends).map(|count| i + count) else { return };
        let (pc, (_, before)) = (self.code.ops[last].0, &self.code.ops[last - 1]);
        let is_error = |method: &MemberRef| (&*method.class, &*method.name) == ("java/lang/AssertionError", "<init>");
        if matches!(before, Op::Invoke(Invoke::Special, method) if is_error(method))
            && !self.covered(last)
            && !self.link.catches_assertions()
        {
            let span = self.link.span(self.code.line(pc));
            let check = self.link.check(span);
            if let Some(check) = check {
                self.emit(InstrKind::Assert { cond: Expr::bool(true), check });
            }
            self.assertions.insert(last, check);
        }
    }

    /// `putstatic`
    pub fn put_static(&mut self, field: &MemberRef) -> Result<(), Defect> {
        let (value, ty) = self.pop_typed()?;
        let linked = self.link.static_field(field);
        let Some(found) = self.found(linked) else { return Ok(()) };
        self.initialise(found.initialise);
        let value = self.fitting(value, &ty, &field.descriptor);
        self.emit(InstrKind::StoreStatic { field: found.field, value });
        Ok(())
    }

    /// `getfield`
    pub fn get_field(&mut self, field: &MemberRef) -> Result<(), Defect> {
        let object = self.pop_reference()?;
        let linked = self.link.field(field);
        let Some(id) = self.found(linked) else { return Ok(()) };
        let ty = Ty::of(&field.descriptor).unwrap_or(Ty::Any);
        let value = self.kept(Expr::Field(Box::new(Expr::Local(object)), id), &ty);
        self.push(Expr::Local(value));
        Ok(())
    }

    /// `putfield`
    pub fn put_field(&mut self, field: &MemberRef) -> Result<(), Defect> {
        let (value, ty) = self.pop_typed()?;
        let object = self.pop_reference()?;
        let linked = self.link.field(field);
        let Some(id) = self.found(linked) else { return Ok(()) };
        let value = self.fitting(value, &ty, &field.descriptor);
        self.emit(InstrKind::StoreField { object, field: id, value });
        Ok(())
    }

    /// The number of the switch over an enum for which an instruction puts the array of an enum on the stack; nothing if the
    /// array is used for anything else.
    fn enum_switch(&self, i: usize) -> Option<usize> {
        let piece = self.graph.pieces.iter().find(|piece| piece.ops.contains(&i))?;
        let ops = self.code.ops.get(i + 1..piece.ops.end)?;
        let [between @ .., (_, Op::LoadElem(Element::Int)), (_, Op::Switch { .. })] = ops else { return None };
        let below = self.frame.stack.len() + 1;
        let mut frame = self.frame.clone();
        self.types.transfer(&mut frame, i).ok()?;
        for (at, (_, op)) in (i + 1..).zip(between) {
            let is_plain = !matches!(op, Op::Shuffle(shuffle) if *shuffle != Shuffle::Dup);
            if !is_plain || frame.stack.len() < below + effects::popped(op) {
                return None;
            }
            self.types.transfer(&mut frame, at).ok()?;
        }
        (frame.stack.len() == below + 1).then_some(piece.ops.end - 1)
    }

    /// `iaload` and its like.
    pub fn load_element(&mut self, element: Element, i: usize) -> Result<(), Defect> {
        let index = self.pop()?;
        let ty = effects::of_element(element, &self.top_ty(0));
        if self.enum_switches.contains_key(&(i + 1)) {
            self.pop()?;
            self.push(index);
            return Ok(());
        }
        let array = self.pop_reference()?;
        let index = self.atom(index, &Ty::INT);
        let value = self.kept(Expr::Elem(Box::new(Expr::Local(array)), Box::new(index)), &ty);
        self.push(Expr::Local(value));
        Ok(())
    }

    /// `iastore` and its like.
    pub fn store_element(&mut self, element: Element) -> Result<(), Defect> {
        let ((value, ty), index) = (self.pop_typed()?, self.pop()?);
        let array_ty = self.top_ty(0);
        let array = self.pop_reference()?;
        let value = match element {
            Element::Char => ints::narrowed(Width::U16, value, &ty),
            Element::Short => ints::narrowed(Width::I16, value, &ty),
            Element::Byte => match array_ty.element() {
                Some("Z") => ints::narrowed(Width::U1, value, &ty),
                Some(_) => ints::narrowed(Width::I8, value, &ty),
                None if ty.fits(Width::U1) || array_ty == Ty::Null => value,
                None => {
                    self.unsupported("a store into an array of bytes or truth values");
                    return Ok(());
                }
            },
            _ => value,
        };
        let is_null = matches!(value, Expr::Const(Const::Null));
        // Verification does not compare what is stored with the type of the elements.
        let fits = |declared: &str| matches!(&ty, Ty::Ref(own) if **own == *declared);
        let is_checked = !array_ty.element().is_some_and(|declared| fits(declared) && self.link.is_exact(declared));
        if element == Element::Ref && !is_null && is_checked {
            // The array is null, or the index out of bounds, before the element is wrong.
            let (index, value) = (self.atom(index, &Ty::INT), self.reference(value, &ty));
            self.kept(Expr::Elem(Box::new(Expr::Local(array)), Box::new(index.clone())), &Ty::Any);
            self.emit(InstrKind::CheckStore { array, value });
            self.emit(InstrKind::StoreElem { array, index, value: Expr::Local(value) });
            return Ok(());
        }
        self.emit(InstrKind::StoreElem { array, index, value });
        Ok(())
    }

    /// The type of the elements of an array type that code names.
    fn element_of(&mut self, array: &str) -> Option<Type> {
        let linked = self.link.class(array);
        match self.found(linked)? {
            Type::Array(element) => Some((*element).clone()),
            _ => {
                self.unsupported(format!("arrays of {array}"));
                None
            }
        }
    }

    /// `newarray`, `anewarray`
    pub fn new_array(&mut self, array: &Name) -> Result<(), Defect> {
        let length = self.pop()?;
        let Some(element) = self.element_of(array) else { return Ok(()) };
        let dst = self.allocate(array, element, length);
        self.push(Expr::Local(dst));
        Ok(())
    }

    /// A new array.
    pub fn allocate(&mut self, array: &Name, element: Type, length: Expr) -> LocalId {
        let dst = self.temp(&Ty::Ref(array.clone()));
        let site = self.link.array_site(element, self.span);
        self.emit(InstrKind::NewArray { dst, site, length });
        self.fresh.insert(dst);
        dst
    }

    /// `multianewarray`
    pub fn new_arrays(&mut self, array: &Name, lengths: u8) -> Result<(), Defect> {
        let mut sizes = Vec::new();
        for _ in 0..lengths {
            let size = self.pop()?;
            sizes.push(self.atom(size, &Ty::INT));
        }
        sizes.reverse();
        let mut types = Vec::new();
        for depth in 0..sizes.len() {
            let Some(element) = self.element_of(&array[depth..]) else { return Ok(()) };
            types.push((Name::from(&array[depth..]), element));
        }
        // A negative length throws, also where no array of this length is made.
        for (size, (array, element)) in sizes.iter().zip(&types).skip(1) {
            if ints::constant(size).is_none_or(|size| size < 0) {
                self.allocate(array, element.clone(), size.clone());
            }
        }
        let made = self.arrays(&types, &sizes);
        self.push(Expr::Local(made));
        Ok(())
    }

    /// An array, and the arrays in it.
    fn arrays(&mut self, types: &[(Name, Type)], sizes: &[Expr]) -> LocalId {
        let (array, element) = &types[0];
        let made = self.allocate(array, element.clone(), sizes[0].clone());
        if sizes.len() > 1 {
            self.count(&sizes[0], |lowering, index| {
                let inner = lowering.arrays(&types[1..], &sizes[1..]);
                lowering.emit(InstrKind::StoreElem { array: made, index, value: Expr::Local(inner) });
            });
        }
        made
    }

    /// A loop over the numbers below a limit.
    pub fn count(&mut self, limit: &Expr, body: impl FnOnce(&mut Self, Expr)) {
        let index = self.kept(Expr::int(0), &Ty::INT);
        let (head, inside, next) = (self.new_block(), self.new_block(), self.new_block());
        self.end(Terminator::Goto(head));
        self.continue_at(head);
        let cond = Expr::binary(BinaryOp::Lt, Expr::Local(index), limit.clone());
        self.end(Terminator::Branch { cond, then: inside, other: next });
        self.continue_at(inside);
        body(self, Expr::Local(index));
        self.assign(index, Expr::binary(BinaryOp::Add, Expr::Local(index), Expr::int(1)));
        self.end(Terminator::Goto(head));
        self.continue_at(next);
    }

    /// A type in `checkcast` or `instanceof`. Where it is not there, code goes on with null only.
    pub(super) fn tested(&mut self, class: &str, reference: LocalId) -> Option<Type> {
        match self.link.class(class) {
            Ok(ty) => Some(ty),
            other => {
                let (fail, next) = (self.new_block(), self.new_block());
                let cond = Expr::is_null(Expr::Local(reference));
                self.end(Terminator::Branch { cond, then: next, other: fail });
                self.continue_at(fail);
                self.found(other);
                self.continue_at(next);
                None
            }
        }
    }

    /// `checkcast`
    pub fn check_cast(&mut self, class: &str) -> Result<(), Defect> {
        let (value, ty) = self.pop_typed()?;
        let target = Ty::of_class(class);
        if matches!(value, Expr::Const(Const::Null)) || ty == target || class == "java/lang/Object" {
            self.push(value);
            return Ok(());
        }
        let reference = self.reference(value, &ty);
        match self.tested(class, reference) {
            Some(to) => {
                let cast = self.kept(Expr::Cast(Box::new(Expr::Local(reference)), to), &target);
                if self.fresh.contains(&reference) {
                    self.fresh.insert(cast);
                }
                self.push(Expr::Local(cast));
            }
            None => self.push(Expr::Const(Const::Null)),
        }
        Ok(())
    }

    /// `instanceof`
    pub fn instance_of(&mut self, class: &str) -> Result<(), Defect> {
        let value = self.pop()?;
        if matches!(value, Expr::Const(Const::Null)) {
            self.push(Expr::int(0));
            return Ok(());
        }
        let reference = self.reference(value, &Ty::Any);
        match self.tested(class, reference) {
            Some(ty) => self.stack.push(Value::Truth(Expr::instance_of(Expr::Local(reference), ty))),
            None => self.push(Expr::int(0)),
        }
        Ok(())
    }
}
