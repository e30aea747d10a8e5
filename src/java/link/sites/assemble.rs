//! Classes without files, and instructions for them.

use crate::java::classfile::{
    Access, ClassFile, Code, Constant, Field, Invoke, Kind, MemberRef, Method, Name, Op, Pc, descriptor,
};
use std::sync::Arc;

/// `public static`
pub const STATIC: Access = Access(0x1009);
/// `public`
pub const PUBLIC: Access = Access(0x1001);
/// `final`
const FINAL: Access = Access(0x1010);
/// The name of the file of such classes.
const FILE: &str = "invokedynamic";

/// A final class.
pub fn class(name: &str, interfaces: Vec<Name>, fields: Vec<Field>, methods: Vec<Method>) -> ClassFile {
    ClassFile {
        name: name.into(),
        super_name: Some("java/lang/Object".into()),
        interfaces,
        access: FINAL,
        signature: None,
        fields,
        methods,
        source_file: Some(FILE.into()),
        bootstraps: Vec::new(),
        own: None,
    }
}

/// A field of objects.
pub fn field(name: &str, ty: &str) -> Field {
    Field { name: name.into(), descriptor: ty.into(), signature: None, access: FINAL, constant: None }
}

/// A method with code. Each instruction has its index as place.
pub fn method(name: &str, ty: &str, access: Access, ops: Vec<Op>) -> Method {
    let max_locals = slots(ty, access).1;
    let end = ops.len() as Pc;
    let ops = (0..).zip(ops).collect();
    let code = Code { max_locals, ops, end, ..Code::default() };
    Method {
        name: name.into(),
        descriptor: ty.into(),
        signature: None,
        access,
        code: Some(code),
        parameters: Vec::new(),
    }
}

/// Instructions that load the parameters of a method, and the number of its variables.
pub fn slots(ty: &str, access: Access) -> (Vec<Op>, u16) {
    let (parameters, _) = descriptor::method(ty).unwrap_or_default();
    let first = u16::from(!access.is_static());
    let slots: Vec<(Kind, u16)> = descriptor::slots(&parameters, first).collect();
    let next = slots.last().map_or(first, |(kind, slot)| slot + 1 + u16::from(kind.is_wide()));
    (slots.into_iter().map(|(kind, slot)| Op::Load(kind, slot)).collect(), next)
}

/// The kind of values of a type.
pub fn kind(ty: &str) -> Kind {
    descriptor::kind(ty).unwrap_or(Kind::Ref)
}

/// Whether values of a type are references.
pub fn is_reference(ty: &str) -> bool {
    ty.starts_with(['L', '['])
}

/// The instruction that makes a number one of another type, if there must be one.
pub fn conversion(from: &str, to: &str) -> Option<Op> {
    let (from, to) = (kind(from), kind(to));
    (from != to).then_some(Op::Convert(from, to))
}

/// The return of a result.
pub fn leave(ty: &str) -> Op {
    Op::Return(descriptor::kind(ty))
}

/// A text.
pub fn text(text: &str) -> Op {
    Op::Push(Constant::Text(text.encode_utf16().collect()))
}

/// A member of a class.
pub fn member(class: &str, name: &str, ty: &str) -> Arc<MemberRef> {
    Arc::new(MemberRef::new(class, name, ty))
}

/// A call of a static method.
pub fn call(class: &str, name: &str, ty: &str) -> Op {
    Op::Invoke(Invoke::Static, member(class, name, ty))
}
