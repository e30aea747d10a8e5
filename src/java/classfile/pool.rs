//! The constant pool, by numbers. All that it returns is well formed: names, descriptors, the kinds of what they refer to.

use super::data::{Dynamic, Handle, MemberRef, Name};
use super::descriptor;
use super::error::Fail;
use super::op::Constant;
use noak::reader::cpool::{ConstantPool, Index, Item, NameAndType, TryFromItem, Utf8};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The constant pool of a class file.
pub struct Pool<'a> {
    items: &'a ConstantPool<'a>,
    /// How many bootstrap methods there are.
    pub bootstraps: u16,
    names: RefCell<HashMap<u16, Name>>,
    members: RefCell<HashMap<u16, Arc<MemberRef>>>,
}

impl<'a> Pool<'a> {
    /// A constant pool that knows no bootstrap methods yet.
    pub fn new(items: &'a ConstantPool<'a>) -> Self {
        Self { items, bootstraps: 0, names: RefCell::default(), members: RefCell::default() }
    }

    /// An entry of a kind. `at` is the offset of what refers to it.
    fn get<T: TryFromItem<'a>>(&self, index: u16, at: usize) -> Result<&T, Fail> {
        let wrong = |_| Fail::new(at, format!("the constant {index} is not there, or of a wrong kind"));
        self.items.get(Index::<T>::new(index).map_err(wrong)?).map_err(wrong)
    }

    /// A text as UTF-16.
    fn units(&self, index: u16, at: usize) -> Result<Vec<u16>, Fail> {
        let utf8: &Utf8<'a> = self.get(index, at)?;
        Ok(units(utf8.content.as_bytes()))
    }

    /// A text that names something. Halves of characters that stand alone, which no compiler writes, are written as escapes.
    pub fn name(&self, index: u16, at: usize) -> Result<Name, Fail> {
        if let Some(name) = self.names.borrow().get(&index) {
            return Ok(name.clone());
        }
        let units = self.units(index, at)?;
        let chars = char::decode_utf16(units).map(|c| match c {
            Ok(c) => c.to_string(),
            Err(half) => format!("\\u{:04x}", half.unpaired_surrogate()),
        });
        let name: Name = chars.collect::<String>().into();
        self.names.borrow_mut().insert(index, name.clone());
        Ok(name)
    }

    /// The name of a field or method, or (`qualified`) of a class.
    fn plain(&self, index: u16, qualified: bool, at: usize) -> Result<Name, Fail> {
        let name = self.name(index, at)?;
        let is_wrong = name.is_empty() || name.contains(['.', ';', '[']) || !qualified && name.contains('/');
        let is_empty_part = qualified && name.split('/').any(str::is_empty);
        if is_wrong || is_empty_part {
            return Err(Fail::new(at, format!("{:?} is no name", &*name)));
        }
        Ok(name)
    }

    /// The name of a field or method.
    pub fn member_name(&self, index: u16, at: usize) -> Result<Name, Fail> {
        self.plain(index, false, at)
    }

    /// The descriptor of a field, or (`of_method`) of a method.
    pub fn descriptor(&self, index: u16, of_method: bool, at: usize) -> Result<Name, Fail> {
        let text = self.name(index, at)?;
        let fits = if of_method { descriptor::method(&text).is_some() } else { descriptor::field(&text) };
        if fits { Ok(text) } else { Err(Fail::new(at, format!("{:?} is no descriptor", &*text))) }
    }

    /// A class or array type.
    pub fn class(&self, index: u16, at: usize) -> Result<Name, Fail> {
        let class: &noak::reader::cpool::Class<'a> = self.get(index, at)?;
        let name = class.name.as_u16();
        if self.name(name, at)?.starts_with('[') {
            self.descriptor(name, false, at)
        } else {
            self.plain(name, true, at)
        }
    }

    /// A name and a descriptor.
    pub fn named(&self, index: u16, of_method: bool, at: usize) -> Result<(Name, Name), Fail> {
        let both: &NameAndType<'a> = self.get(index, at)?;
        let (name, ty) = (both.name.as_u16(), both.descriptor.as_u16());
        Ok((self.member_name(name, at)?, self.descriptor(ty, of_method, at)?))
    }

    /// A field.
    pub fn field(&self, index: u16, at: usize) -> Result<Arc<MemberRef>, Fail> {
        let member = self.member(index, at)?;
        if member.descriptor.starts_with('(') {
            return Err(Fail::new(at, "a method stands where a field should be"));
        }
        Ok(member)
    }

    /// A method of a class or interface.
    pub fn method(&self, index: u16, at: usize) -> Result<Arc<MemberRef>, Fail> {
        let member = self.member(index, at)?;
        if !member.descriptor.starts_with('(') {
            return Err(Fail::new(at, "a field stands where a method should be"));
        }
        Ok(member)
    }

    fn member(&self, index: u16, at: usize) -> Result<Arc<MemberRef>, Fail> {
        if let Some(member) = self.members.borrow().get(&index) {
            return Ok(member.clone());
        }
        let (class, named, of_method, of_interface) = match self.get::<Item<'a>>(index, at)? {
            Item::FieldRef(f) => (f.class.as_u16(), f.name_and_type.as_u16(), false, false),
            Item::MethodRef(m) => (m.class.as_u16(), m.name_and_type.as_u16(), true, false),
            Item::InterfaceMethodRef(m) => (m.class.as_u16(), m.name_and_type.as_u16(), true, true),
            _ => return Err(Fail::new(at, format!("the constant {index} is no field or method"))),
        };
        let (name, ty) = self.named(named, of_method, at)?;
        let member = Arc::new(MemberRef { class: self.class(class, at)?, name, descriptor: ty, of_interface });
        self.members.borrow_mut().insert(index, member.clone());
        Ok(member)
    }

    /// A handle of a method or field.
    pub fn handle(&self, index: u16, at: usize) -> Result<Handle, Fail> {
        let handle: &noak::reader::cpool::MethodHandle<'a> = self.get(index, at)?;
        // The numbers of the format begin at 1, in the order of the enumeration.
        let kind = handle.kind as u8 + 1;
        let index = handle.reference.as_u16();
        let member = if kind <= 4 { self.field(index, at)? } else { self.method(index, at)? };
        Ok(Handle { kind, member })
    }

    /// The call site of an `invokedynamic`.
    pub fn call_site(&self, index: u16, at: usize) -> Result<Dynamic, Fail> {
        let site: &noak::reader::cpool::InvokeDynamic<'a> = self.get(index, at)?;
        self.dynamic(site.bootstrap_method_attr, site.name_and_type.as_u16(), true, at)
    }

    fn dynamic(&self, bootstrap: u16, named: u16, of_method: bool, at: usize) -> Result<Dynamic, Fail> {
        if bootstrap >= self.bootstraps {
            return Err(Fail::new(at, format!("there is no bootstrap method {bootstrap}")));
        }
        let (name, descriptor) = self.named(named, of_method, at)?;
        Ok(Dynamic { bootstrap, name, descriptor })
    }

    /// A constant that code can load.
    pub fn constant(&self, index: u16, at: usize) -> Result<Constant, Fail> {
        Ok(match self.get::<Item<'a>>(index, at)? {
            Item::Integer(c) => Constant::Int(c.value),
            Item::Long(c) => Constant::Long(c.value),
            Item::Float(c) => Constant::Float(c.value),
            Item::Double(c) => Constant::Double(c.value),
            Item::String(c) => Constant::Text(self.units(c.string.as_u16(), at)?.into()),
            Item::Class(_) => Constant::Class(self.class(index, at)?),
            Item::MethodType(c) => Constant::MethodType(self.descriptor(c.descriptor.as_u16(), true, at)?),
            Item::MethodHandle(_) => Constant::Handle(self.handle(index, at)?),
            Item::Dynamic(c) => {
                let (bootstrap, named) = (c.bootstrap_method_attr, c.name_and_type.as_u16());
                Constant::Dynamic(self.dynamic(bootstrap, named, false, at)?)
            }
            _ => return Err(Fail::new(at, format!("the constant {index} cannot be loaded"))),
        })
    }
}

/// Modified UTF-8, which is well formed, as UTF-16: each of its sequences is one unit.
fn units(bytes: &[u8]) -> Vec<u16> {
    let (mut units, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
    let low = |byte: u8| u16::from(byte & 0x3f);
    loop {
        rest = match *rest {
            [a, b, c, ref tail @ ..] if a >= 0xe0 => {
                units.push(u16::from(a & 0xf) << 12 | low(b) << 6 | low(c));
                tail
            }
            [a, b, ref tail @ ..] if a >= 0x80 => {
                units.push(u16::from(a & 0x1f) << 6 | low(b));
                tail
            }
            [a, ref tail @ ..] => {
                units.push(a.into());
                tail
            }
            [] => return units,
        };
    }
}
