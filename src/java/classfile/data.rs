//! The contents of a class file. Names are internal: `java/lang/Object`; array types are descriptors: `[I`.

use super::descriptor;
use super::op::{Constant, Op, Pc};
use std::sync::Arc;

/// A name or descriptor.
pub type Name = Arc<str>;

/// The flags of classes and members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access(pub u16);

/// Asks for a flag.
macro_rules! flags {
    ($($(#[$doc:meta])* $name:ident = $bit:expr;)*) => {
        impl Access {
            $($(#[$doc])* pub fn $name(self) -> bool { self.0 & $bit != 0 })*
        }
    };
}

flags! {
    /// `public`
    is_public = 0x1;
    /// `private`
    is_private = 0x2;
    /// `protected`
    is_protected = 0x4;
    /// `static`
    is_static = 0x8;
    /// `final`
    is_final = 0x10;
    /// `synchronized`
    is_synchronized = 0x20;
    /// A method that the compiler made to override another one.
    is_bridge = 0x40;
    /// `native`
    is_native = 0x100;
    /// An interface.
    is_interface = 0x200;
    /// `abstract`
    is_abstract = 0x400;
    /// Made by the compiler.
    is_synthetic = 0x1000;
    /// A constant of an enum, or its class.
    is_enum = 0x4000;
}

/// A class or interface.
#[derive(Clone, Debug)]
pub struct ClassFile {
    /// Its name.
    pub name: Name,
    /// The superclass; none for `Object`.
    pub super_name: Option<Name>,
    /// The interfaces that it names.
    pub interfaces: Vec<Name>,
    /// Its flags.
    pub access: Access,
    /// Its type with parameters, where it has some.
    pub signature: Option<Name>,
    /// Its fields.
    pub fields: Vec<Field>,
    /// Its methods.
    pub methods: Vec<Method>,
    /// The file it was compiled from, without folders.
    pub source_file: Option<Name>,
    /// The bootstrap methods that [`Dynamic::bootstrap`] counts.
    pub bootstraps: Vec<Bootstrap>,
    /// What the file says of its own class as one within another, if it is: the flags of the source are there only.
    pub own: Option<Nested>,
}

impl ClassFile {
    /// The methods of a name that a programmer can have written, by their place.
    pub fn written<'a>(&'a self, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        let methods = self.methods.iter().enumerate();
        methods.filter(move |(_, method)| *method.name == *name && !method.access.is_bridge()).map(|(i, _)| i)
    }
}

/// A class within another one.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The class of which it is a member; none for a class within a method.
    pub outer: Option<Name>,
    /// Its name in the source; none where it has none.
    pub simple: Option<Name>,
    /// Its flags.
    pub access: Access,
}

/// A bootstrap method.
#[derive(Clone, Debug)]
pub struct Bootstrap {
    /// The method.
    pub method: Handle,
    /// What it is given besides the site.
    pub args: Vec<Constant>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// Its type with arguments, where it has some.
    pub signature: Option<Name>,
    /// Its flags.
    pub access: Access,
    /// The value of a constant, in place before any code runs.
    pub constant: Option<Constant>,
}

/// A method.
#[derive(Clone, Debug)]
pub struct Method {
    /// Its name; `<init>`, `<clinit>`.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// Its type with the arguments of types in it, where it has some.
    pub signature: Option<Name>,
    /// Its flags.
    pub access: Access,
    /// The code; none where it is abstract or native.
    pub code: Option<Code>,
    /// The names of its parameters, where the file has them besides the variables of the code.
    pub parameters: Vec<Option<Name>>,
}

impl Method {
    /// Whether it is called on an object that exists already.
    pub fn has_receiver(&self) -> bool {
        !self.access.is_static() && &*self.name != "<init>"
    }

    /// What a parameter is called: as in the source, if the file has its name.
    pub fn parameter(&self, n: usize) -> String {
        let name = self.variable(n).or_else(|| self.parameters.get(n)?.as_ref());
        name.map_or_else(|| format!("arg{n}"), |name| name.to_string())
    }

    /// The name of a parameter among the variables of the code.
    fn variable(&self, n: usize) -> Option<&Name> {
        let (types, _) = descriptor::method(&self.descriptor)?;
        let (kind, slot) = descriptor::slots(&types, u16::from(!self.access.is_static())).nth(n)?;
        let is_it = |v: &&Variable| v.slot == slot && v.start == 0 && descriptor::kind(&v.descriptor) == Some(kind);
        self.code.as_ref()?.variables.iter().find(is_it).map(|variable| &variable.name)
    }
}

/// The code of a method.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// How many variables there are.
    pub max_locals: u16,
    /// The instructions and their offsets.
    pub ops: Vec<(Pc, Op)>,
    /// One past the last byte.
    pub end: Pc,
    /// The exception table, in its order.
    pub handlers: Vec<Catch>,
    /// Where the code of lines begins: offset, line; by offset.
    pub lines: Vec<(Pc, u32)>,
    /// The variables of the source.
    pub variables: Vec<Variable>,
}

impl Code {
    /// The line of the source that an instruction stems from; 0 where the file does not say.
    pub fn line(&self, pc: Pc) -> u32 {
        let at = self.lines.partition_point(|(start, _)| *start <= pc);
        at.checked_sub(1).map_or(0, |at| self.lines[at].1)
    }
}

/// An entry of an exception table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Catch {
    /// The first instruction that it covers.
    pub start: Pc,
    /// One past the last.
    pub end: Pc,
    /// Where control goes.
    pub handler: Pc,
    /// The class of exceptions; none for all.
    pub class: Option<Name>,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Where its value begins to be there.
    pub start: Pc,
    /// One past the last place.
    pub end: Pc,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// Its number.
    pub slot: u16,
}

/// A field or method as code names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemberRef {
    /// The class, or array type, where the search begins.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// Whether the class is named as an interface.
    pub of_interface: bool,
}

impl MemberRef {
    /// A member of a class, which is named as no interface.
    pub fn new(class: &str, name: &str, descriptor: &str) -> Self {
        Self { class: class.into(), name: name.into(), descriptor: descriptor.into(), of_interface: false }
    }
}

/// A handle of a method or field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Handle {
    /// What it does, from 1 (`REF_getField`) to 9 (`REF_invokeInterface`).
    pub kind: u8,
    /// The method or field.
    pub member: Arc<MemberRef>,
}

/// A call or constant that a bootstrap method makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dynamic {
    /// The number of the bootstrap method.
    pub bootstrap: u16,
    /// The name that it is given.
    pub name: Name,
    /// The type that it is given.
    pub descriptor: Name,
}
