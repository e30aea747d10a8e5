//! Which classes the objects of inputs have: those of the class path below the declared type, and those below the types of
//! their fields. Nothing else exists for an entry (closed world).

use super::Linker;
use super::classes::{Linked, Origin, class_of, dotted};
use crate::ir::{self, ClassId};
use crate::java::classfile::Method;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The classes of the library whose objects stand for values of a wider type.
const COMMON: [&str; 3] = ["java/lang/Object", "java/lang/String", "java/lang/Integer"];

/// Whether a text has an array there that no other object refers to: class and name of the field.
pub(super) fn is_owned(class: &str, field: &str) -> bool {
    (class, field) == ("java/lang/String", "value")
}

impl Linker<'_> {
    /// Whether inputs may be objects of a class, or of one below it.
    pub(super) fn may_be_input(&self, class: ClassId) -> bool {
        self.inputs.iter().any(|input| self.is_subclass(*input, class))
    }

    /// Whether inputs may be objects about whose class nothing is known, and which may therefore be of this class. They are not if
    /// it is final, and not below what they are declared as.
    pub(super) fn may_be_unknown_input(&self, class: ClassId) -> bool {
        // The model of `Class` has not all of its supertypes.
        let is_final = self.classes[class].access().is_final() && &*self.classes[class].name != "java/lang/Class";
        let declared = |input: ClassId| {
            let made = self.unknown_below.iter().find(|(_, made)| **made == input);
            made.map_or(input, |(declared, _)| *declared)
        };
        let mut unknown = self.inputs.iter().filter(|input| self.classes[**input].origin == Origin::Unmodelled);
        unknown.any(|input| !is_final || self.is_subclass(class, declared(*input)))
    }

    /// Values of a type are inputs.
    pub(super) fn add_input(&mut self, descriptor: &str) {
        self.declared.insert(class_of(descriptor).to_owned());
        let mut open = vec![descriptor.to_owned()];
        while let Some(descriptor) = open.pop() {
            if descriptor.starts_with('[') {
                self.input_arrays.insert(descriptor.clone());
            }
            if !descriptor.trim_start_matches('[').starts_with('L') {
                continue;
            }
            let Ok(declared) = self.class(class_of(&descriptor)) else { continue };
            self.has_input_arrays |= descriptor.starts_with('[');
            // The constants of an enum are made by its initialisation.
            if self.is_enum(declared) {
                self.initialisation(declared, None);
            }
            for class in self.candidates(declared) {
                self.add_object(class, &mut open);
            }
        }
    }

    /// Objects of a class are inputs. `open` gets the types of their fields.
    pub(super) fn add_object(&mut self, class: ClassId, open: &mut Vec<String>) {
        if !self.inputs.insert(class) {
            return;
        }
        self.instantiate(class);
        // An input only says which constant it stands for.
        if self.is_enum(class) {
            return;
        }
        for (class, i) in self.object_fields(class) {
            let position = self.field_position((class, i));
            match position.zip(self.fields.get(&(class, i)).copied()) {
                Some((position, field)) => self.set_field(field, position),
                None => {
                    let Some(file) = &self.classes[class].file else { continue };
                    let descriptor = file.fields[i].descriptor.to_string();
                    if self.classes[class].origin == Origin::User {
                        self.declared.insert(class_of(&descriptor).to_owned());
                    }
                    open.push(descriptor);
                }
            }
        }
    }

    /// All fields of the objects of a class, with the classes that declare them.
    fn object_fields(&self, class: ClassId) -> Vec<(ClassId, usize)> {
        if self.classes[class].origin == Origin::Unmodelled {
            return Vec::new();
        }
        let own = |class: ClassId| {
            let fields = self.classes[class].file.iter().flat_map(|file| file.fields.iter().enumerate());
            fields.filter(|(_, field)| !field.access.is_static()).map(move |(i, _)| (class, i))
        };
        self.line(class).flat_map(own).collect()
    }

    /// The classes of objects that a reference of a declared type can refer to.
    pub(super) fn candidates(&mut self, declared: ClassId) -> Vec<ClassId> {
        if self.is_enum(declared) {
            return vec![declared];
        }
        let mut found: Vec<ClassId> = self.users_classes();
        for name in COMMON {
            let class = self.library(name);
            found.push(class);
        }
        found.retain(|class| self.is_subclass(*class, declared) && !self.is_enum(*class));
        let access = self.classes[declared].access();
        let is_known = self.classes[declared].file.is_some();
        // Helpers of the models have no objects in inputs.
        if self.classes[declared].origin == Origin::Model && !access.is_public() {
            return Vec::new();
        }
        let has_objects = is_known && !access.is_abstract() && !access.is_interface();
        if self.classes[declared].is_library() && !found.contains(&declared) && (has_objects || found.is_empty()) {
            let is_read = self.classes[declared].origin == Origin::Jdk;
            found.push(if is_read { self.unknown_below(declared) } else { declared });
        }
        found
    }

    /// Says what inputs are not although their types would allow it: objects that classes of the class path do not declare.
    pub(super) fn assume_closed_types(&mut self) {
        for name in std::mem::take(&mut self.declared) {
            let Some(declared) = self.by_name.get(&*name).copied().flatten() else { continue };
            let left_out = self.left_out(declared);
            if let Some((last, others)) = left_out.split_last() {
                let list =
                    if others.is_empty() { (*last).to_owned() } else { format!("{} or {last}", others.join(", ")) };
                self.assume(format!("no input of type `{}` is {list}", dotted(&name)));
            }
        }
    }

    /// What inputs of a type are not. It links no class: the candidates are known.
    fn left_out(&self, declared: ClassId) -> Vec<&'static str> {
        let linked = &self.classes[declared];
        let Some(file) = linked.file.as_ref().filter(|_| !linked.access().is_final()) else { return Vec::new() };
        if self.is_enum(declared) || self.is_collection(declared) || self.unknown_below.contains_key(&declared) {
            return Vec::new();
        }
        let is_abstract = |method: &&Method| method.access.is_abstract();
        let has_lambdas = linked.is_interface() && file.methods.iter().filter(is_abstract).count() == 1;
        let is_constant = |class: &ClassId| self.is_enum(*class) && self.is_subclass(*class, declared);
        let has_enums = self.users.iter().flat_map(|users| users.iter()).any(is_constant);
        let has_arrays = ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"].contains(&&*linked.name);
        let all = [
            (has_arrays, "an array"),
            (has_enums, "a constant of an enum"),
            (has_lambdas && !linked.is_library(), "a lambda of code that is not reached"),
            (linked.is_library(), "an object of another class of the library"),
        ];
        all.into_iter().filter(|(is_left_out, _)| *is_left_out).map(|(_, what)| what).collect()
    }

    /// A class below one of the JDK, of whose objects nothing is known: the code of the JDK keeps invariants of its fields, which
    /// arbitrary values would break.
    fn unknown_below(&mut self, declared: ClassId) -> ClassId {
        if let Some(&known) = self.unknown_below.get(&declared) {
            return known;
        }
        let id = self.program.classes.next_id();
        let above = &self.program.classes[declared];
        let name = format!("some {}", above.name);
        let (ancestors, fields) = ([&above.ancestors[..], &[id]].concat(), above.fields.clone());
        let is_interface = self.classes[declared].is_interface();
        let superclass = Some(if is_interface { self.object() } else { declared });
        let span = above.span;
        let dispatch = FxHashMap::default();
        let is_abstract = true;
        self.program.classes.push(ir::Class { name, span, is_abstract, superclass, ancestors, fields, dispatch });
        let interfaces = if is_interface { vec![declared] } else { Vec::new() };
        let linked = Linked { interfaces, ..Linked::named(&format!("some {}", self.classes[declared].name)) };
        self.classes.push(linked);
        self.unknown_below.insert(declared, id);
        id
    }

    /// The classes of the class path that can have objects, in the order of their names.
    pub(super) fn users_classes(&mut self) -> Vec<ClassId> {
        if let Some(known) = &self.users {
            return known.to_vec();
        }
        let mut found = Vec::new();
        for name in self.names().unwrap_or_default() {
            if name.starts_with("multise/") || name.ends_with("-info") || super::classes::is_library_name(&name) {
                continue;
            }
            // A class without its supertypes has no objects.
            let Ok(class) = self.class(&name) else { continue };
            let access = self.classes[class].access();
            if !access.is_abstract() && !access.is_interface() {
                found.push(class);
            }
        }
        self.users = Some(Arc::from(&found[..]));
        found
    }
}
