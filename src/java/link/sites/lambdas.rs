//! Lambdas and method references: an object of a class that implements an interface by a call. The values that are there when
//! the object is made are its fields. Arguments and results are converted as `LambdaMetafactory` defines.

use super::assemble::{self, PUBLIC, STATIC, conversion, is_reference, kind, leave, member};
use super::{Made, Refused};
use crate::java::classfile::{Constant, Dynamic, Handle, Invoke, Kind, Method, Name, Op, Shuffle, descriptor};
use crate::java::link::Linker;
use crate::java::link::classes::class_of;

/// The lambda is `Serializable`.
const SERIALIZABLE: i32 = 1;
/// Further interfaces.
const MARKERS: i32 = 2;
/// Further types of the method.
const BRIDGES: i32 = 4;
const OBJECT: &str = "Ljava/lang/Object;";

/// A lambda.
struct Lambda<'a> {
    /// The class that is made.
    name: &'a str,
    /// The types of its fields.
    captures: Vec<&'a str>,
    /// The method that it runs.
    target: &'a Handle,
    /// The types of arguments and result that the source has.
    precise: &'a str,
}

/// The object of a site, or what makes it.
pub fn lambda(linker: &mut Linker<'_>, name: &str, site: &Dynamic, args: &[Constant]) -> Result<Made, Refused> {
    let malformed = || "a lambda without a method".to_owned();
    let [Constant::MethodType(erased), Constant::Handle(target), Constant::MethodType(precise), more @ ..] = args
    else {
        return Err(malformed());
    };
    let (captures, interface) = descriptor::method(&site.descriptor).ok_or_else(malformed)?;
    let (markers, bridges) = further(more);
    let mut interfaces: Vec<Name> = vec![class_of(interface).into()];
    interfaces.extend(markers);
    let is_there = |above: &Name| linker.class(above).map(drop).map_err(|_| format!("a lambda of {above}"));
    interfaces.iter().try_for_each(is_there)?;
    let lambda = Lambda { name, captures, target, precise };
    let mut methods = Vec::new();
    let mut types: Vec<&Name> = vec![erased];
    types.extend(bridges);
    for ty in types {
        methods.push(lambda.method(linker, &site.name, ty)?);
    }
    let captures = lambda.captures.iter().enumerate();
    let fields: Vec<_> = captures.map(|(n, ty)| assemble::field(&capture(n), ty)).collect();
    if fields.is_empty() {
        return Ok(Made::Object(assemble::class(name, interfaces, fields, methods)));
    }
    methods.extend(lambda.makers(interface));
    Ok(Made::Call(assemble::class(name, interfaces, fields, methods), "make"))
}

/// The further interfaces, and the further types of the method.
fn further(args: &[Constant]) -> (Vec<Name>, Vec<&Name>) {
    let (mut markers, mut bridges) = (Vec::new(), Vec::new());
    let mut rest = args.iter();
    let Some(Constant::Int(flags)) = rest.next() else { return (markers, bridges) };
    if flags & SERIALIZABLE != 0 {
        markers.push("java/io/Serializable".into());
    }
    let mut listed = |flag: i32| -> Vec<&Constant> {
        if flags & flag == 0 {
            return Vec::new();
        }
        let Some(Constant::Int(count)) = rest.next() else { return Vec::new() };
        rest.by_ref().take(usize::try_from(*count).unwrap_or_default()).collect()
    };
    for marker in listed(MARKERS) {
        if let Constant::Class(name) = marker {
            markers.push(name.clone());
        }
    }
    for bridge in listed(BRIDGES) {
        if let Constant::MethodType(ty) = bridge {
            bridges.push(ty);
        }
    }
    (markers, bridges)
}

fn capture(n: usize) -> String {
    format!("captured{n}")
}

impl Lambda<'_> {
    /// The constructor, and a static method that calls it.
    fn makers(&self, interface: &str) -> [Method; 2] {
        let types = self.captures.concat();
        let of_constructor = format!("({types})V");
        let (loads, _) = assemble::slots(&of_constructor, PUBLIC);
        let mut stores = Vec::new();
        for (n, (load, ty)) in loads.into_iter().zip(&self.captures).enumerate() {
            stores.extend([Op::Load(Kind::Ref, 0), load, Op::PutField(member(self.name, &capture(n), ty))]);
        }
        stores.push(Op::Return(None));
        let constructor = assemble::method("<init>", &of_constructor, PUBLIC, stores);
        let of_maker = format!("({types}){interface}");
        let mut ops = vec![Op::New(self.name.into()), Op::Shuffle(Shuffle::Dup)];
        ops.extend(assemble::slots(&of_maker, STATIC).0);
        ops.push(Op::Invoke(Invoke::Special, member(self.name, "<init>", &of_constructor)));
        ops.push(leave(interface));
        [constructor, assemble::method("make", &of_maker, STATIC, ops)]
    }

    /// The method of the interface, for a type that callers may name.
    fn method(&self, linker: &mut Linker<'_>, name: &str, ty: &str) -> Result<Method, Refused> {
        let malformed = || "a lambda with a type that is none".to_owned();
        let (taken, given) = descriptor::method(ty).ok_or_else(malformed)?;
        let (precise, precise_result) = descriptor::method(self.precise).ok_or_else(malformed)?;
        let target = &self.target.member;
        let (mut parameters, mut result) = descriptor::method(&target.descriptor).ok_or_else(malformed)?;
        let receiver = &*descriptor::of_class(&target.class);
        let how = match self.target.kind {
            5 => Invoke::Virtual,
            6 => Invoke::Static,
            7 | 8 => Invoke::Special,
            9 => Invoke::Interface,
            _ => return Err("a lambda that is no call".to_owned()),
        };
        let makes = self.target.kind == 8;
        if !makes && how != Invoke::Static {
            parameters.insert(0, receiver);
        }
        if taken.len() != precise.len() || self.captures.len() + taken.len() != parameters.len() {
            return Err(malformed());
        }
        let mut ops = Vec::new();
        if makes {
            ops.extend([Op::New(target.class.clone()), Op::Shuffle(Shuffle::Dup)]);
            result = receiver;
        }
        let (into_captures, into_arguments) = parameters.split_at(self.captures.len());
        for (n, (ty, to)) in self.captures.iter().zip(into_captures).enumerate() {
            ops.extend([Op::Load(Kind::Ref, 0), Op::GetField(member(self.name, &capture(n), ty))]);
            convert(linker, &mut ops, ty, to)?;
        }
        let (loads, _) = assemble::slots(ty, PUBLIC);
        for (((load, from), precise), to) in loads.into_iter().zip(taken).zip(precise).zip(into_arguments) {
            ops.push(load);
            convert(linker, &mut ops, from, precise)?;
            convert(linker, &mut ops, precise, to)?;
        }
        ops.push(Op::Invoke(how, target.clone()));
        match (given, result) {
            ("V", "V") => {}
            ("V", _) => {
                let is_wide = kind(result).is_wide();
                ops.push(Op::Shuffle(if is_wide { Shuffle::Pop2 } else { Shuffle::Pop }));
            }
            _ => {
                convert(linker, &mut ops, result, precise_result)?;
                convert(linker, &mut ops, precise_result, given)?;
            }
        }
        ops.push(leave(given));
        Ok(assemble::method(name, ty, PUBLIC, ops))
    }
}

/// Converts the top of the stack.
fn convert(linker: &mut Linker<'_>, ops: &mut Vec<Op>, from: &str, to: &str) -> Result<(), Refused> {
    match (is_reference(from), is_reference(to)) {
        _ if from == to => {}
        (true, true) => {
            if !is_assignable(linker, from, to) {
                ops.push(Op::CheckCast(if to.starts_with('[') { to.into() } else { class_of(to).into() }));
            }
        }
        (true, false) => {
            let own = descriptor::boxed(class_of(from));
            let of = own.unwrap_or(to);
            let (class, name) =
                descriptor::boxes(of).zip(descriptor::primitive(of)).ok_or("a lambda without a result")?;
            if own.is_none() {
                ops.push(Op::CheckCast(class.into()));
            }
            ops.push(Op::Invoke(Invoke::Virtual, member(class, &format!("{name}Value"), &format!("(){of}"))));
            ops.extend(conversion(of, to));
        }
        (false, true) => {
            let class = descriptor::boxes(from).ok_or("a lambda without a result")?;
            ops.push(assemble::call(class, "valueOf", &format!("({from})L{class};")));
        }
        (false, false) => ops.extend(conversion(from, to)),
    }
    Ok(())
}

/// Whether every value of one type of references is one of another, so that no test is needed.
fn is_assignable(linker: &mut Linker<'_>, from: &str, to: &str) -> bool {
    if to == OBJECT {
        return true;
    }
    if from.starts_with('[') || to.starts_with('[') {
        return false;
    }
    match (linker.class(class_of(from)), linker.class(class_of(to))) {
        (Ok(from), Ok(to)) => linker.is_subclass(from, to),
        _ => false,
    }
}
