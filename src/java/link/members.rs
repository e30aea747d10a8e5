//! Resolution of fields and methods (JVM specification, 5.4.3.2 to 5.4.3.4), and which method a class runs for another (5.4.6).

use super::Linker;
use crate::ir::{ClassId, FieldId, StaticId};
use crate::java::classfile::{Access, Method};

/// A method of a class file: its class, and its place there.
pub(super) type Member = (ClassId, usize);

/// A field that a name and descriptor mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// Of objects.
    Instance(FieldId),
    /// Of a class.
    Static(ClassId, StaticId),
}

impl Linker<'_> {
    /// The method itself.
    pub(super) fn member(&self, (class, i): Member) -> &Method {
        let file = self.classes[class].file.as_ref().expect("a class with methods has a class file");
        &file.methods[i]
    }

    /// The field that a class, a name and a descriptor mean.
    pub(super) fn field(&self, class: ClassId, name: &str, descriptor: &str) -> Option<Field> {
        let own = self.classes[class].file.as_ref().and_then(|file| {
            let i = file.fields.iter().position(|field| *field.name == *name && *field.descriptor == *descriptor)?;
            let instance = self.fields.get(&(class, i)).map(|&id| Field::Instance(id));
            instance.or_else(|| self.statics.get(&(class, i)).map(|&id| Field::Static(class, id)))
        });
        own.or_else(|| self.classes[class].interfaces.iter().find_map(|above| self.field(*above, name, descriptor)))
            .or_else(|| self.field(self.program.classes[class].superclass?, name, descriptor))
    }

    /// The method that a class, a name and a descriptor mean.
    pub(super) fn method(&self, class: ClassId, name: &str, descriptor: &str) -> Option<Member> {
        let is_interface = self.classes[class].is_interface();
        let in_classes = if is_interface {
            self.own(class, name, descriptor).or_else(|| {
                // The methods of all objects are those of interfaces too.
                let found = self.own(self.object(), name, descriptor)?;
                let access = self.member(found).access;
                (access.is_public() && !access.is_static()).then_some(found)
            })
        } else {
            self.program.line(class).find_map(|class| self.own(class, name, descriptor))
        };
        in_classes.or_else(|| self.in_interfaces(class, name, descriptor))
    }

    /// Whether a class above, or the class itself, is one of the library that has more members than are known.
    pub(super) fn has_unknown_members(&self, class: ClassId) -> bool {
        self.program.classes[class].ancestors.iter().any(|above| {
            // All methods of `Object` are known.
            self.classes[*above].is_library() && *above != self.object()
        })
    }

    /// The method that a class declares.
    pub(super) fn own(&self, class: ClassId, name: &str, descriptor: &str) -> Option<Member> {
        let named = self.classes[class].methods.get(name)?;
        named.iter().find(|(other, _)| **other == *descriptor).map(|&(_, i)| (class, i))
    }

    /// The method of the superinterfaces: the maximally specific one that is not abstract, if there is exactly one, or else
    /// any that is neither private nor static.
    fn in_interfaces(&self, class: ClassId, name: &str, descriptor: &str) -> Option<Member> {
        let found = self.maximally_specific(class, name, descriptor);
        self.only_default(&found).or_else(|| found.first().copied())
    }

    /// The only method of these that is not abstract, if there is exactly one.
    fn only_default(&self, methods: &[Member]) -> Option<Member> {
        let mut defaults = methods.iter().filter(|m| !self.member(**m).access.is_abstract());
        defaults.next().filter(|_| defaults.next().is_none()).copied()
    }

    /// The methods of superinterfaces that no other one overrides, in the order of the class's ancestors.
    fn maximally_specific(&self, class: ClassId, name: &str, descriptor: &str) -> Vec<Member> {
        let above = self.program.classes[class].ancestors.iter().filter(|above| self.classes[**above].is_interface());
        let declared = above.filter_map(|above| self.own(*above, name, descriptor));
        let all: Vec<Member> = declared.filter(|m| !is_own(self.member(*m).access)).collect();
        let is_overridden = |m: &Member| all.iter().any(|other| other.0 != m.0 && self.is_subclass(other.0, m.0));
        all.iter().filter(|m| !is_overridden(m)).copied().collect()
    }

    /// The method that an object of a class runs where a call means `called`, which is an instance method. Nothing if it is
    /// abstract there.
    pub(super) fn selected(&self, class: ClassId, called: Member) -> Option<Member> {
        let method = self.member(called);
        if method.access.is_private() {
            return Some(called);
        }
        let (name, descriptor) = (&*method.name, &*method.descriptor);
        let in_classes = self.program.line(class).find_map(|c| {
            let own = self.own(c, name, descriptor)?;
            (own == called || self.overrides(own, called)).then_some(own)
        });
        let found = in_classes.or_else(|| self.only_default(&self.maximally_specific(class, name, descriptor)));
        found.filter(|m| !self.member(*m).access.is_abstract())
    }

    /// Whether a method overrides another of the same name and descriptor (5.4.5).
    fn overrides(&self, method: Member, other: Member) -> bool {
        let (own, above) = (self.member(method).access, self.member(other).access);
        if is_own(own) {
            return false;
        }
        if above.is_public() || above.is_protected() {
            return true;
        }
        if self.classes[method.0].package == self.classes[other.0].package {
            return true;
        }
        // Or it overrides one that overrides it.
        let (name, descriptor) = (&self.member(method).name, &self.member(method).descriptor);
        let between = self.program.line(method.0).skip(1).take_while(|c| *c != other.0);
        let between: Vec<Member> = between.filter_map(|c| self.own(c, name, descriptor)).collect();
        between.into_iter().any(|middle| self.overrides(method, middle) && self.overrides(middle, other))
    }

    /// The class of all objects.
    pub(super) fn object(&self) -> ClassId {
        self.known_class("java/lang/Object").expect("the models have the class of all objects")
    }
}

/// Whether a method is neither overridden nor inherited by objects.
fn is_own(access: Access) -> bool {
    access.is_private() || access.is_static()
}
