//! The effect of each instruction on what is known of variables and of the stack.

use super::Defect;
use super::infer::Types;
use super::types::{Frame, Ty};
use crate::java::classfile::{Bitwise, Constant, Element, Invoke, Kind, Op, Shuffle, descriptor};

impl Types<'_> {
    /// The effect of an instruction on what is known.
    pub fn transfer(&self, frame: &mut Frame, i: usize) -> Result<(), Defect> {
        match &self.code.ops[i].1 {
            Op::Nop | Op::Goto(_) | Op::Jsr(_) | Op::Ret(_) | Op::Return(None) => {}
            Op::Push(constant) => frame.stack.push(of_constant(constant)),
            Op::Load(kind, slot) => {
                let (ty, _) = frame.load(*kind, *slot)?;
                frame.stack.push(ty);
            }
            Op::Store(kind, slot) => {
                let ty = frame.pop_kind(*kind)?;
                frame.store(*slot, ty, self.stores[&i]);
            }
            Op::Increment(slot, _) => {
                let (_, home) = frame.load(Kind::Int, *slot)?;
                frame.store(*slot, Ty::INT, home);
            }
            Op::LoadElem(element) => {
                frame.pop_kind(Kind::Int)?;
                let array = frame.pop_kind(Kind::Ref)?;
                frame.stack.push(of_element(*element, &array));
            }
            Op::StoreElem(element) => frame.pop_kinds([element.kind(), Kind::Int, Kind::Ref])?,
            Op::Shuffle(shuffle) => self::shuffle(&mut frame.stack, *shuffle, |ty| ty.kind().is_wide())?,
            Op::Arith(kind, _) => {
                frame.pop_kinds([*kind, *kind])?;
                frame.stack.push(Ty::any(*kind));
            }
            Op::Neg(kind) => {
                frame.pop_kind(*kind)?;
                frame.stack.push(Ty::any(*kind));
            }
            Op::Bitwise(kind, op) => {
                let right = frame.pop_kind(if op.is_shift() { Kind::Int } else { *kind })?;
                let left = frame.pop_kind(*kind)?;
                let truth = |ty: &Ty| *ty == Ty::Int(0, 1);
                let both = !op.is_shift() && truth(&left) && truth(&right);
                let masked = *op == Bitwise::And && (truth(&left) || truth(&right));
                frame.stack.push(if both || masked { Ty::Int(0, 1) } else { Ty::any(*kind) });
            }
            Op::Convert(from, to) => {
                frame.pop_kind(*from)?;
                frame.stack.push(Ty::any(*to));
            }
            Op::Narrow(to) => {
                frame.pop_kind(Kind::Int)?;
                frame.stack.extend(Ty::of(to));
            }
            Op::CompareLongs => {
                frame.pop_kinds([Kind::Long, Kind::Long])?;
                frame.stack.push(Ty::between(-1, 1));
            }
            Op::CompareFloats(kind, _) => {
                frame.pop_kinds([*kind, *kind])?;
                frame.stack.push(Ty::between(-1, 1));
            }
            Op::If(..) | Op::Switch { .. } => frame.pop_kinds([Kind::Int])?,
            Op::IfCompare(..) => frame.pop_kinds([Kind::Int, Kind::Int])?,
            Op::IfSame(..) => frame.pop_kinds([Kind::Ref, Kind::Ref])?,
            Op::IfNull(..) | Op::Throw | Op::MonitorEnter | Op::MonitorExit => frame.pop_kinds([Kind::Ref])?,
            Op::Return(Some(kind)) => frame.pop_kinds([*kind])?,
            Op::GetStatic(field) => frame.stack.extend(Ty::of(&field.descriptor)),
            Op::PutStatic(field) => pop_declared(frame, &field.descriptor)?,
            Op::GetField(field) => {
                frame.pop_kind(Kind::Ref)?;
                frame.stack.extend(Ty::of(&field.descriptor));
            }
            Op::PutField(field) => {
                pop_declared(frame, &field.descriptor)?;
                frame.pop_kind(Kind::Ref)?;
            }
            Op::Invoke(how, method) => {
                let result = pop_arguments(frame, &method.descriptor)?;
                if *how != Invoke::Static {
                    frame.pop_kind(Kind::Ref)?;
                }
                // A copy of an array has the type of the array.
                frame.stack.extend(result);
            }
            Op::InvokeDynamic(dynamic) => {
                let result = pop_arguments(frame, &dynamic.descriptor)?;
                frame.stack.extend(result);
            }
            Op::New(class) => frame.stack.push(Ty::of_class(class)),
            Op::NewArray(array) => {
                frame.pop_kind(Kind::Int)?;
                frame.stack.push(Ty::Ref(array.clone()));
            }
            Op::NewArrays(array, lengths) => {
                for _ in 0..*lengths {
                    frame.pop_kind(Kind::Int)?;
                }
                frame.stack.push(Ty::Ref(array.clone()));
            }
            Op::ArrayLength => {
                frame.pop_kind(Kind::Ref)?;
                frame.stack.push(Ty::between(0, i32::MAX));
            }
            Op::CheckCast(class) => {
                let from = frame.pop_kind(Kind::Ref)?;
                frame.stack.push(if from == Ty::Null { from } else { Ty::of_class(class) });
            }
            Op::InstanceOf(_) => {
                frame.pop_kind(Kind::Ref)?;
                frame.stack.push(Ty::Int(0, 1));
            }
        }
        Ok(())
    }
}

/// How many entries an instruction takes from the stack, those that only move entries excluded.
pub fn popped(op: &Op) -> usize {
    let arguments = |ty: &str| descriptor::method(ty).map_or(0, |(parameters, _)| parameters.len());
    match op {
        Op::Push(_) | Op::Load(..) | Op::GetStatic(_) | Op::New(_) => 0,
        Op::Increment(..) | Op::Nop | Op::Goto(_) | Op::Return(None) | Op::Jsr(_) | Op::Ret(_) => 0,
        Op::StoreElem(_) => 3,
        Op::LoadElem(_) | Op::IfSame(..) | Op::IfCompare(..) | Op::PutField(_) => 2,
        Op::Invoke(how, method) => arguments(&method.descriptor) + usize::from(*how != Invoke::Static),
        Op::InvokeDynamic(dynamic) => arguments(&dynamic.descriptor),
        Op::NewArrays(_, lengths) => usize::from(*lengths),
        _ => 1,
    }
}

fn pop_declared(frame: &mut Frame, ty: &str) -> Result<(), Defect> {
    if let Some(kind) = descriptor::kind(ty) {
        frame.pop_kind(kind)?;
    }
    Ok(())
}

/// Removes the arguments of a call. Returns the type of its result.
fn pop_arguments(frame: &mut Frame, ty: &str) -> Result<Option<Ty>, Defect> {
    let (parameters, result) = descriptor::method(ty).ok_or_else(|| Defect::new("a descriptor is malformed"))?;
    parameters.iter().rev().try_for_each(|ty| pop_declared(frame, ty))?;
    Ok(Ty::of(result))
}

/// The type of a constant.
pub fn of_constant(constant: &Constant) -> Ty {
    match constant {
        Constant::Int(n) => Ty::between(*n, *n),
        Constant::Null => Ty::Null,
        Constant::Text(_) => Ty::of_class("java/lang/String"),
        Constant::Class(_) => Ty::of_class("java/lang/Class"),
        Constant::Dynamic(dynamic) => Ty::of(&dynamic.descriptor).unwrap_or(Ty::Any),
        other => Ty::any(other.kind()),
    }
}

/// What an element of an array can be.
pub fn of_element(element: Element, array: &Ty) -> Ty {
    let declared = array.element().and_then(Ty::of);
    match (element, declared) {
        (Element::Ref | Element::Byte, Some(ty)) if ty.kind() == element.kind() => ty,
        (Element::Byte, _) => Ty::between(i8::MIN.into(), i8::MAX.into()),
        (Element::Char, _) => Ty::between(0, u16::MAX.into()),
        (Element::Short, _) => Ty::between(i16::MIN.into(), i16::MAX.into()),
        _ => Ty::any(element.kind()),
    }
}

/// Moves what is on a stack. Which entries are wide decides what the instructions for two of them do.
pub fn shuffle<T: Clone>(stack: &mut Vec<T>, op: Shuffle, is_wide: impl Fn(&T) -> bool) -> Result<(), Defect> {
    let empty = || Defect::new("the stack is empty");
    // The number of entries that take this number of places.
    let entries = |below: usize, places: usize| -> Result<usize, Defect> {
        let is_wide = |below: usize| stack.iter().nth_back(below).map(&is_wide).ok_or_else(empty);
        match (places, is_wide(below)?) {
            (1, false) | (2, true) => Ok(1),
            (2, false) if !is_wide(below + 1)? => Ok(2),
            _ => Err(Defect::new("half of a wide value is moved")),
        }
    };
    let (count, under) = match op {
        Shuffle::Pop | Shuffle::Dup => (entries(0, 1)?, 0),
        Shuffle::Pop2 | Shuffle::Dup2 => (entries(0, 2)?, 0),
        Shuffle::DupX1 | Shuffle::Swap => (entries(0, 1)?, entries(1, 1)?),
        Shuffle::DupX2 => (entries(0, 1)?, entries(1, 2)?),
        Shuffle::Dup2X1 => {
            let count = entries(0, 2)?;
            (count, entries(count, 1)?)
        }
        Shuffle::Dup2X2 => {
            let count = entries(0, 2)?;
            (count, entries(count, 2)?)
        }
    };
    let top = stack.split_off(stack.len() - count);
    match op {
        Shuffle::Pop | Shuffle::Pop2 => {}
        Shuffle::Swap => stack.splice(stack.len() - 1..stack.len() - 1, top).for_each(drop),
        _ => {
            let at = stack.len() - under;
            stack.splice(at..at, top.iter().cloned()).for_each(drop);
            stack.extend(top);
        }
    }
    Ok(())
}
