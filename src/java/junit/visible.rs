//! What a class of a package may name, and how.

use crate::java::classfile::descriptor::{self, dotted};
use crate::java::classfile::{Access, Field};
use crate::java::replay::Classes;

/// The root of all classes.
pub(super) const OBJECT: &str = "Ljava/lang/Object;";
/// The type of texts.
pub(super) const TEXT: &str = "Ljava/lang/String;";

/// What a class of one package sees of the classes of the user, and of the library.
pub(super) struct View<'a> {
    pub classes: &'a mut Classes,
    /// With dots; empty for the package without a name.
    pub package: String,
}

/// The package of a class, both with dots.
pub(super) fn package_of(class: &str) -> &str {
    class.rsplit_once('.').map_or("", |(package, _)| package)
}

/// The full name of a class of a package.
pub(super) fn within(package: &str, class: &str) -> String {
    if package.is_empty() { class.to_owned() } else { format!("{package}.{class}") }
}

impl View<'_> {
    /// Whether a member of a class with these flags can be named.
    pub fn may_use(&self, class: &str, access: Access) -> bool {
        if package_of(class) == self.package { !access.is_private() } else { access.is_public() }
    }

    /// How a class is named; nothing if it cannot be.
    pub fn class(&mut self, class: &str) -> Option<String> {
        let Some(file) = self.classes.find(class) else { return Some(self.library_class(class)) };
        let Some(own) = file.own else {
            let is_here = package_of(class) == self.package;
            let simple = class.rsplit('.').next().unwrap_or(class);
            return match (is_here, file.access.is_public() && !package_of(class).is_empty()) {
                (true, _) => Some(simple.to_owned()),
                (false, true) => Some(class.to_owned()),
                (false, false) => None,
            };
        };
        let (outer, simple) = (own.outer.as_ref()?, own.simple.as_ref()?);
        let is_seen = self.may_use(class, own.access);
        let outer = self.class(&dotted(outer))?;
        is_seen.then(|| format!("{outer}.{simple}"))
    }

    fn library_class(&mut self, class: &str) -> String {
        let simple = class.strip_prefix("java.lang.").filter(|simple| !simple.contains('.'));
        // A class of the package hides that of the library.
        let seen = simple.filter(|simple| self.classes.find(&within(&self.package, simple)).is_none());
        seen.unwrap_or(class).replace('$', ".")
    }

    /// How the type of a descriptor is named; nothing if it cannot be.
    pub fn ty(&mut self, descriptor: &str) -> Option<String> {
        if let Some(element) = descriptor.strip_prefix('[') {
            return Some(self.ty(element)? + "[]");
        }
        match descriptor::primitive(descriptor) {
            Some(primitive) => Some(primitive.to_owned()),
            None => self.class(&dotted(descriptor::class(descriptor)?)),
        }
    }

    /// An expression for the `Class` of a descriptor, whether it can be named or not.
    pub fn literal(&mut self, descriptor: &str) -> String {
        match self.ty(descriptor) {
            Some(name) => format!("{name}.class"),
            None => format!("Class.forName(\"{}\")", dotted(descriptor::class(descriptor).unwrap_or(descriptor))),
        }
    }

    /// Whether objects of a class exist without one of the class around it, so that its constructors have no hidden parameter.
    pub fn is_free(&mut self, class: &str) -> bool {
        let Some(file) = self.classes.find(class) else { return false };
        file.own.is_none_or(|nested| nested.access.is_static() && nested.outer.is_some())
    }

    /// The fields of the objects of a class, with the classes that declare them. Of two with one name it has the first.
    pub fn fields(&mut self, class: &str) -> Vec<(String, Field)> {
        let mut fields: Vec<(String, Field)> = Vec::new();
        for file in self.classes.line(class) {
            for field in file.fields.iter().filter(|field| !field.access.is_static()) {
                if fields.iter().all(|(_, known)| known.name != field.name) {
                    fields.push((dotted(&file.name), field.clone()));
                }
            }
        }
        fields
    }

    /// How many methods of a class and its superclasses have a name.
    pub fn overloads(&mut self, class: &str, name: &str) -> usize {
        self.classes.line(class).iter().flat_map(|file| &file.methods).filter(|method| *method.name == *name).count()
    }

    /// Whether a class of the user is a record.
    pub fn is_record(&mut self, class: &str) -> bool {
        self.classes.find(class).and_then(|file| file.super_name).as_deref() == Some("java/lang/Record")
    }
}
