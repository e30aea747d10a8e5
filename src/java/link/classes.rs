//! Classes and their hierarchy. A class has a number from the moment when its name is first needed.

use super::Linker;
use super::sources::Sourced;
use crate::ieee::Format;
use crate::ir::{self, ClassId, Type, Width};
pub(super) use crate::java::classfile::descriptor::{dotted, simple_name};
use crate::java::classfile::{Access, ClassFile, Field, Name, descriptor};
use crate::java::lower::width;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The name of the class whose methods arrays have: no other class can have it.
const ARRAY: &str = "[";

/// Where a class comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The class path.
    User,
    /// The models of library classes.
    Model,
    /// The JDK of the user.
    Jdk,
    /// A library class that nothing models: only its name is known.
    Unmodelled,
    /// What linking has made for a site.
    Made,
}

/// A class file, and where it comes from.
type Found = (Arc<ClassFile>, Origin);

/// What is known about a class.
pub(super) struct Linked {
    /// The name as class files write it: `java/lang/Object`.
    pub name: String,
    pub origin: Origin,
    /// The class file; nothing for a class that nothing models.
    pub file: Option<Arc<ClassFile>>,
    /// The direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// The package that it shares non-public members with.
    pub package: String,
    /// The methods by name: descriptor, and place in the class file.
    pub methods: FxHashMap<Name, Vec<(Name, usize)>>,
    /// The source file, for places.
    pub source: Sourced,
}

impl Linked {
    /// A class of which nothing is known but the name.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            origin: Origin::Unmodelled,
            file: None,
            interfaces: Vec::new(),
            package: String::new(),
            methods: FxHashMap::default(),
            source: Sourced::default(),
        }
    }

    /// A class that linking makes, without a file.
    pub fn made(name: &str) -> Self {
        Self { origin: Origin::Made, ..Self::named(name) }
    }

    /// The flags of the class file.
    pub fn access(&self) -> Access {
        self.file.as_ref().map(|file| file.access).unwrap_or_default()
    }

    /// Whether it is an interface.
    pub fn is_interface(&self) -> bool {
        self.access().is_interface()
    }

    /// The fields of objects that it declares, with their places in the class file.
    pub fn instance_fields(&self) -> impl Iterator<Item = (usize, &Field)> {
        let fields = self.file.iter().flat_map(|file| file.fields.iter().enumerate());
        fields.filter(|(_, field)| !field.access.is_static())
    }

    /// Whether it declares fields of objects.
    pub fn has_instance_fields(&self) -> bool {
        self.instance_fields().next().is_some()
    }

    /// Whether it is a class of the library.
    pub fn is_library(&self) -> bool {
        self.origin != Origin::User
    }
}

/// Whether a class belongs to the library by its name.
pub(super) fn is_library_name(name: &str) -> bool {
    ["java/", "javax/", "jdk/", "sun/", "com/sun/"].iter().any(|prefix| name.starts_with(prefix))
}

/// Why a class cannot be linked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// No class file has it.
    Absent(String),
    /// It is its own superclass.
    Circular(String),
    /// Its class file is malformed: file, offset and reason as text.
    Malformed(String),
}

impl Linker<'_> {
    /// The class of a name. One of the user that does not exist is an error; one of the library has no members then.
    pub(super) fn class(&mut self, name: &str) -> Result<ClassId, Missing> {
        if let Some(&known) = self.by_name.get(name) {
            return known.ok_or_else(|| Missing::Absent(name.to_owned()));
        }
        let (file, origin) = match self.find(name)? {
            Some((file, origin)) => (Some(file), origin),
            None if is_library_name(name) => (None, Origin::Unmodelled),
            None => {
                self.by_name.insert(name.to_owned(), None);
                return Err(Missing::Absent(name.to_owned()));
            }
        };
        if self.loading.iter().any(|open| open == name) {
            return Err(Missing::Circular(name.to_owned()));
        }
        self.loading.push(name.to_owned());
        let linked = self.link_class(name, file, origin);
        self.loading.pop();
        linked
    }

    /// The class of a name, if it is linked already.
    pub(super) fn known_class(&self, name: &str) -> Option<ClassId> {
        self.by_name.get(name).copied().flatten()
    }

    /// Whether there is a class file of a name.
    pub(super) fn has_file(&mut self, name: &str) -> bool {
        matches!(self.find(name), Ok(Some(_)))
    }

    /// The class file of a name.
    fn find(&mut self, name: &str) -> Result<Option<Found>, Missing> {
        if let Some(made) = self.made.get(name) {
            return Ok(Some((Arc::clone(made), Origin::Made)));
        }
        match is_library_name(name) {
            true => self.places.library(name),
            false => Ok(self.places.users(name)?.map(|file| (file, Origin::User))),
        }
    }

    fn link_class(&mut self, name: &str, file: Option<Arc<ClassFile>>, origin: Origin) -> Result<ClassId, Missing> {
        let above = match &file {
            Some(file) => file.super_name.as_deref(),
            None => Some("java/lang/Object"),
        };
        let superclass = above.map(|above| self.class(above)).transpose()?;
        let named = file.iter().flat_map(|file| &file.interfaces);
        let interfaces = named.map(|above| self.class(above)).collect::<Result<Vec<_>, _>>()?;
        // Whatever is above it is known now.
        let direct = superclass.iter().chain(&interfaces);
        let above = direct.flat_map(|above| &self.program.classes[*above].ancestors).copied().collect();
        let source = self.sources.of_class(name, file.as_deref(), origin);
        let mut methods: FxHashMap<Name, Vec<(Name, usize)>> = FxHashMap::default();
        for (i, method) in file.iter().flat_map(|file| file.methods.iter().enumerate()) {
            methods.entry(method.name.clone()).or_default().push((method.descriptor.clone(), i));
        }
        let span = self.sources.first_line(&source, file.as_deref());
        let fields = superclass.map(|above| self.program.classes[above].fields.clone()).unwrap_or_default();
        let package = name.rsplit_once('/').map(|(package, _)| package.to_owned()).unwrap_or_default();
        let linked = Linked { name: name.to_owned(), origin, file, interfaces, package, methods, source };
        let id = self.add_class(dotted(name), superclass, above, linked);
        (self.program.classes[id].span, self.program.classes[id].fields) = (span, fields);
        self.by_name.insert(name.to_owned(), Some(id));
        self.add_fields(id);
        Ok(id)
    }

    /// A class without members yet, below its superclass and others.
    pub(super) fn add_class(
        &mut self,
        name: String,
        superclass: Option<ClassId>,
        above: Vec<ClassId>,
        linked: Linked,
    ) -> ClassId {
        let mut ancestors = above;
        ancestors.push(self.program.classes.next_id());
        ancestors.sort_unstable();
        ancestors.dedup();
        self.classes.push(linked);
        self.program.classes.push(ir::Class {
            // Set when it is known whether there are objects of it.
            is_abstract: true,
            superclass,
            ..ir::Class::bare(name, ancestors)
        })
    }

    /// Lets a class be below another one, which is made later.
    pub(super) fn put_below(&mut self, class: ClassId, above: ClassId) {
        let ancestors = &mut self.program.classes[class].ancestors;
        ancestors.push(above);
        ancestors.sort_unstable();
    }

    /// Gives the fields of a class numbers. Their types are [set](Self::set_field_types) when all classes are known.
    fn add_fields(&mut self, class: ClassId) {
        let Some(file) = self.classes[class].file.clone() else { return };
        for (i, field) in file.fields.iter().enumerate() {
            let ty = Type::Null;
            let key = (class, i);
            let inherited = &self.program.classes[class].fields;
            let is_hidden = inherited.iter().any(|above| self.program.fields[*above].name == *field.name);
            // Inputs have the fields of an object by their names.
            let name = match is_hidden && !field.access.is_static() {
                true => format!("{}.{}", self.program.classes[class].name, field.name),
                false => field.name.to_string(),
            };
            if field.access.is_static() {
                let is_inner = field.access.is_synthetic() || self.classes[class].is_library();
                let id = self.program.statics.push(ir::StaticField { name, class, ty, is_inner });
                self.statics.insert(key, id);
            } else {
                let contents = super::inputs::contents(&self.classes[class].name, &field.name);
                let id = self.program.fields.push(ir::Field { name, ty, contents });
                self.fields.insert(key, id);
                self.program.classes[class].fields.push(id);
            }
        }
    }

    /// Gives the fields of all classes their types.
    pub(super) fn set_field_types(&mut self) {
        for class in self.classes.ids() {
            let Some(file) = self.classes[class].file.clone() else { continue };
            for (i, field) in file.fields.iter().enumerate() {
                let ty = self.type_of(&field.descriptor);
                let key = (class, i);
                if let Some(&id) = self.fields.get(&key) {
                    self.program.fields[id].ty = ty;
                } else if let Some(&id) = self.statics.get(&key) {
                    self.program.statics[id].ty = ty;
                }
            }
        }
    }

    /// The type of a field descriptor. It loads no class: one that nothing has loaded has no objects.
    pub(super) fn type_of(&mut self, descriptor: &str) -> Type {
        match descriptor.as_bytes().first() {
            Some(b'[') => self.type_of(&descriptor[1..]).array(),
            Some(b'L') => Type::Class(self.declared(class_of(descriptor))),
            Some(b'F') => Type::Ieee(Format::Single),
            Some(b'D') => Type::Ieee(Format::Double),
            _ => Type::Machine(width(descriptor).unwrap_or(Width::I32)),
        }
    }

    /// The type of a field descriptor. A class that cannot be loaded is that of all objects.
    pub(super) fn loaded_type(&mut self, descriptor: &str) -> Type {
        match descriptor.as_bytes().first() {
            Some(b'[') => self.loaded_type(&descriptor[1..]).array(),
            Some(b'L') => self.loaded_class(class_of(descriptor)),
            _ => self.type_of(descriptor),
        }
    }

    /// The type of the objects of a class, or of all objects if it cannot be loaded.
    pub(super) fn loaded_class(&mut self, name: &str) -> Type {
        self.class(name).map_or_else(|_| self.reference(), Type::Class)
    }

    /// The class that a descriptor names.
    fn declared(&mut self, name: &str) -> ClassId {
        self.known_class(name).unwrap_or_else(|| self.placeholder(name))
    }

    /// A class without members, for a name that only descriptors have.
    fn placeholder(&mut self, name: &str) -> ClassId {
        if let Some(&known) = self.placeholders.get(name) {
            return known;
        }
        let object = self.known_class("java/lang/Object");
        let id = self.add_class(dotted(name), object, object.into_iter().collect(), Linked::named(name));
        self.placeholders.insert(name.to_owned(), id);
        id
    }

    /// Makes the class whose methods arrays have.
    pub(super) fn add_array_class(&mut self) {
        let object = self.object();
        let supers = self.program.array_supers.clone();
        let interfaces = supers.iter().copied().filter(|above| *above != object).collect();
        let linked = Linked { interfaces, ..Linked::named(ARRAY) };
        let id = self.add_class(ARRAY.to_owned(), Some(object), supers, linked);
        self.program.array_class = Some(id);
        self.instantiate(id);
    }

    /// Whether every object of `class` is one of `of`.
    pub(super) fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        self.program.classes[class].ancestors.binary_search(&of).is_ok()
    }
}

/// The class that a descriptor of a reference names: `Ljava/lang/Object;` is `java/lang/Object`.
pub(super) fn class_of(descriptor: &str) -> &str {
    let base = descriptor.trim_start_matches('[');
    descriptor::class(base).unwrap_or(base)
}
