//! From the bytes of a class file to [`ClassFile`]. `noak` reads the constant pool and the members; attributes, which it
//! reads in part wrongly (version 0.7.0 takes a line number table for entries of six bytes), are read here.

use super::bytes::Bytes;
use super::data::{Access, Bootstrap, Catch, ClassFile, Code, Field, Method, Name, Nested, Variable};
use super::decode;
use super::error::{Error, Fail};
use super::op::{Constant, Pc};
use super::pool::Pool;
use noak::error::DecodeError;
use noak::reader::Class;

/// The newest version of the format, that of Java 17.
const NEWEST: u16 = 61;

/// Where the constant pool begins.
const POOL: usize = 8;

/// Reads a class file. `file` names it in errors.
pub fn read(file: &str, bytes: &[u8]) -> Result<ClassFile, Error> {
    if let [0xca, 0xfe, 0xba, 0xbe, minor @ .., _, _] = bytes.get(..8).unwrap_or_default() {
        let minor = u16::from_be_bytes([minor[0], minor[1]]);
        let major = u16::from_be_bytes([bytes[6], bytes[7]]);
        if major > NEWEST || major == NEWEST && minor != 0 {
            return Err(Error::Newer { file: file.to_owned(), major, minor, newest: NEWEST });
        }
    }
    class(bytes).map_err(|fail| fail.of(file))
}

/// An attribute.
struct Attribute<'a> {
    name: Name,
    content: Bytes<'a>,
}

/// A defect that `noak` has found.
fn defect(error: DecodeError) -> Fail {
    Fail::new(error.position().unwrap_or(POOL), format!("{} in {}", error.kind(), error.context()))
}

fn class(bytes: &[u8]) -> Result<ClassFile, Fail> {
    let class = Class::new(bytes).map_err(defect)?;
    if class.buffer_size() != bytes.len() {
        return Err(Fail::new(class.buffer_size(), "there are bytes behind the class"));
    }
    let mut pool = Pool::new(class.pool());
    let attributes = attributes(bytes, class.attributes(), &pool)?;
    let find = |name: &str| find(&attributes, name);
    if let Some(mut content) = find("BootstrapMethods") {
        pool.bootstraps = content.u16()?;
    }
    let name = pool.class(class.this_class().as_u16(), POOL)?;
    let super_name = class.super_class().map(|s| pool.class(s.as_u16(), POOL)).transpose()?;
    let is_module = class.access_flags().bits() & 0x8000 != 0;
    if super_name.is_none() && &*name != "java/lang/Object" && !is_module {
        return Err(Fail::new(POOL, "the class has no superclass"));
    }
    if [Some(&name), super_name.as_ref()].into_iter().flatten().any(|name| name.starts_with('[')) {
        return Err(Fail::new(POOL, "an array type is no class"));
    }
    let interfaces = class.interfaces().iter().map(|index| pool.class(index.map_err(defect)?.as_u16(), POOL));
    let interfaces = interfaces.collect::<Result<_, _>>()?;
    let fields = class.fields().into_iter().map(|found| field(bytes, &found.map_err(defect)?, &pool));
    let fields = fields.collect::<Result<_, _>>()?;
    let methods = class.methods().into_iter().map(|found| method(bytes, &found.map_err(defect)?, &pool));
    let methods = methods.collect::<Result<_, _>>()?;
    let bootstraps = find("BootstrapMethods").map(|mut c| many(&mut c, |c| bootstrap(c, &pool)));
    let within = find("InnerClasses").map(|mut c| many(&mut c, |c| within(c, &pool)));
    Ok(ClassFile {
        name: name.clone(),
        super_name,
        interfaces,
        access: Access(class.access_flags().bits()),
        signature: text(find("Signature"), &pool)?,
        fields,
        methods,
        source_file: text(find("SourceFile"), &pool)?,
        bootstraps: bootstraps.transpose()?.unwrap_or_default(),
        own: within.transpose()?.into_iter().flatten().find(|(own, _)| *own == name).map(|(_, nested)| nested),
    })
}

/// The attributes of a class, field or method.
fn attributes<'a>(
    file: &'a [u8],
    from: impl IntoIterator<Item = Result<noak::reader::Attribute<'a>, DecodeError>>,
    pool: &Pool<'_>,
) -> Result<Vec<Attribute<'a>>, Fail> {
    let mut attributes = Vec::new();
    for attribute in from {
        let attribute = attribute.map_err(defect)?;
        let content = attribute.content();
        let offset = (content.as_ptr() as usize).saturating_sub(file.as_ptr() as usize);
        let name = pool.name(attribute.name().as_u16(), offset)?;
        attributes.push(Attribute { name, content: Bytes::new(content, offset) });
    }
    Ok(attributes)
}

/// The content of the attribute of a name.
fn find<'a>(attributes: &[Attribute<'a>], name: &str) -> Option<Bytes<'a>> {
    attributes.iter().find(|a| &*a.name == name).map(|a| a.content)
}

/// The text that is the content of an attribute.
fn text(attribute: Option<Bytes<'_>>, pool: &Pool<'_>) -> Result<Option<Name>, Fail> {
    attribute.map(|mut content| pool.name(content.u16()?, content.offset())).transpose()
}

/// A table with its length before it.
fn many<'a, T>(from: &mut Bytes<'a>, mut one: impl FnMut(&mut Bytes<'a>) -> Result<T, Fail>) -> Result<Vec<T>, Fail> {
    let count = from.u16()?;
    (0..count).map(|_| one(from)).collect()
}

/// What the number of a constant stands for; nothing for 0.
fn optional<T>(index: u16, read: impl FnOnce(u16) -> Result<T, Fail>) -> Result<Option<T>, Fail> {
    Some(index).filter(|index| *index != 0).map(read).transpose()
}

fn bootstrap(content: &mut Bytes<'_>, pool: &Pool<'_>) -> Result<Bootstrap, Fail> {
    let at = content.offset();
    let method = pool.handle(content.u16()?, at)?;
    Ok(Bootstrap { method, args: many(content, |c| pool.constant(c.u16()?, at))? })
}

/// A class within another one: its name, and the rest.
fn within(content: &mut Bytes<'_>, pool: &Pool<'_>) -> Result<(Name, Nested), Fail> {
    let at = content.offset();
    let name = pool.class(content.u16()?, at)?;
    let outer = optional(content.u16()?, |index| pool.class(index, at))?;
    let simple = optional(content.u16()?, |index| pool.name(index, at))?;
    Ok((name, Nested { outer, simple, access: Access(content.u16()?) }))
}

/// The attributes in an attribute.
fn nested<'a>(content: &mut Bytes<'a>, pool: &Pool<'_>) -> Result<Vec<Attribute<'a>>, Fail> {
    many(content, |content| {
        let at = content.offset();
        let name = pool.name(content.u16()?, at)?;
        let length = content.u32()? as usize;
        Ok(Attribute { name, content: content.part(length)? })
    })
}

fn field(file: &[u8], field: &noak::reader::Field<'_>, pool: &Pool<'_>) -> Result<Field, Fail> {
    let attributes = attributes(file, field.attributes(), pool)?;
    let constant =
        find(&attributes, "ConstantValue").map(|mut content| pool.constant(content.u16()?, content.offset()));
    let (name, descriptor) = (field.name().as_u16(), field.descriptor().as_u16());
    let field = Field {
        name: pool.member_name(name, POOL)?,
        descriptor: pool.descriptor(descriptor, false, POOL)?,
        signature: text(find(&attributes, "Signature"), pool)?,
        access: Access(field.access_flags().bits()),
        constant: constant.transpose()?,
    };
    let fits = |constant: &Constant| match &*field.descriptor {
        "Ljava/lang/String;" => matches!(constant, Constant::Text(_)),
        ty => super::descriptor::kind(ty) == Some(constant.kind()) && constant.kind() != super::op::Kind::Ref,
    };
    if !field.constant.as_ref().is_none_or(fits) {
        return Err(Fail::new(POOL, format!("the constant of {} is of a wrong type", field.name)));
    }
    Ok(field)
}

fn method(file: &[u8], method: &noak::reader::Method<'_>, pool: &Pool<'_>) -> Result<Method, Fail> {
    let attributes = attributes(file, method.attributes(), pool)?;
    let find = |name: &str| find(&attributes, name);
    let (name, descriptor) = (method.name().as_u16(), method.descriptor().as_u16());
    let method = Method {
        name: pool.member_name(name, POOL)?,
        descriptor: pool.descriptor(descriptor, true, POOL)?,
        signature: text(find("Signature"), pool)?,
        access: Access(method.access_flags().bits()),
        code: find("Code").map(|content| code(content, pool)).transpose()?,
        parameters: find("MethodParameters").map(|c| parameters(c, pool)).transpose()?.unwrap_or_default(),
    };
    if method.code.is_some() == (method.access.is_abstract() || method.access.is_native()) {
        return Err(Fail::new(POOL, format!("{} has code, or has none, against its flags", method.name)));
    }
    if let Some(code) = &method.code {
        let parameters = super::descriptor::method(&method.descriptor).unwrap_or_default().0;
        let wide = |ty: &&str| usize::from(super::descriptor::kind(ty).is_some_and(super::op::Kind::is_wide)) + 1;
        let slots = parameters.iter().map(wide).sum::<usize>() + usize::from(!method.access.is_static());
        if slots > code.max_locals.into() {
            return Err(Fail::new(POOL, format!("{} has fewer variables than parameters", method.name)));
        }
    }
    Ok(method)
}

fn parameters(mut content: Bytes<'_>, pool: &Pool<'_>) -> Result<Vec<Option<Name>>, Fail> {
    let count = content.u8()?;
    (0..count)
        .map(|_| {
            let (at, index) = (content.offset(), content.u16()?);
            content.u16()?;
            optional(index, |index| pool.name(index, at))
        })
        .collect()
}

fn code(mut content: Bytes<'_>, pool: &Pool<'_>) -> Result<Code, Fail> {
    // What the stack needs is not asked: it grows.
    let (_, max_locals) = (content.u16()?, content.u16()?);
    let at = content.offset();
    let length = content.u32()?;
    if length == 0 || length >= 0x10000 {
        return Err(Fail::new(at, "code has 1 to 65535 bytes"));
    }
    let ops = decode::ops(content.part(length as usize)?, pool)?;
    let handlers = many(&mut content, |c| {
        let at = c.offset();
        let (start, end, handler) = (c.u16()?.into(), c.u16()?.into(), c.u16()?.into());
        Ok(Catch { start, end, handler, class: optional(c.u16()?, |index| pool.class(index, at))? })
    })?;
    let mut code = Code { max_locals, ops, end: length, handlers, ..Code::default() };
    for Attribute { name, mut content } in nested(&mut content, pool)? {
        match &*name {
            "LineNumberTable" => code.lines.extend(many(&mut content, |c| Ok((c.u16()?.into(), c.u16()?.into())))?),
            "LocalVariableTable" => code.variables.extend(many(&mut content, |c| variable(c, pool))?),
            _ => {}
        }
    }
    code.lines.sort_by_key(|(start, _)| *start);
    check(&code).map_err(|what| Fail::new(at, what))?;
    Ok(code)
}

fn variable(content: &mut Bytes<'_>, pool: &Pool<'_>) -> Result<Variable, Fail> {
    let at = content.offset();
    let start: Pc = content.u16()?.into();
    let end = start + Pc::from(content.u16()?);
    let (name, descriptor) = (pool.name(content.u16()?, at)?, pool.descriptor(content.u16()?, false, at)?);
    Ok(Variable { start, end, name, descriptor, slot: content.u16()? })
}

/// Whether all places in the code are those of instructions, and all variables are there.
fn check(code: &Code) -> Result<(), String> {
    let is_op = |pc: Pc| code.ops.binary_search_by_key(&pc, |(pc, _)| *pc).is_ok();
    for (pc, op) in &code.ops {
        if !op.targets().into_iter().all(is_op) {
            return Err(format!("the instruction {pc} jumps to no instruction"));
        }
        let slot = match op {
            super::op::Op::Load(kind, slot) | super::op::Op::Store(kind, slot) => {
                Some(usize::from(*slot) + usize::from(kind.is_wide()))
            }
            super::op::Op::Increment(slot, _) | super::op::Op::Ret(slot) => Some((*slot).into()),
            _ => None,
        };
        if slot.is_some_and(|slot| slot >= code.max_locals.into()) {
            return Err(format!("the instruction {pc} uses a variable that is not there"));
        }
    }
    for catch in &code.handlers {
        let is_end = catch.end == code.end || is_op(catch.end);
        if catch.start >= catch.end || !is_op(catch.start) || !is_op(catch.handler) || !is_end {
            return Err("the exception table has a place that is no instruction".to_owned());
        }
    }
    Ok(())
}
