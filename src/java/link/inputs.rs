//! Which classes the objects of inputs have: those of the class path below the declared type, and those below the types of
//! their fields. Where a type of the library is declared, as `Object` is, also those of the library, enums and arrays that code of
//! users names: it could not distinguish others; but none that would have to be initialised before the entry, because most classes
//! are below such a type. Nothing else exists for an entry (closed world).

use super::Linker;
use super::classes::{Linked, Origin, class_of, dotted};
use super::members::Member;
use crate::ir::{ClassId, Contents, Type};
use crate::java::classfile::signature::Generic;
use crate::java::classfile::{Access, Method, Op};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The classes of the library whose objects stand for values of a wider type.
const COMMON: [&str; 3] = ["java/lang/Object", "java/lang/String", "java/lang/Integer"];

/// What inputs can be.
#[derive(Default)]
pub(super) struct Inputs {
    /// The classes of objects.
    pub classes: IndexSet<ClassId>,
    /// The types of arrays.
    pub arrays: IndexSet<String>,
    /// The types of references.
    types: IndexSet<ClassId>,
    /// The types that code of users names, as descriptors.
    pub named: IndexSet<String>,
    /// Whether classes have to be initialised before the entry if their objects are inputs, once that is asked.
    pub early: FxHashMap<ClassId, bool>,
    /// The types that parameters and fields of users declare.
    declared: BTreeSet<String>,
    /// The classes of which nothing is known, by the class of the JDK above.
    unknown_below: FxHashMap<ClassId, ClassId>,
    /// What class files say of classes of the library, once it is asked for.
    headers: FxHashMap<ClassId, Option<Arc<Header>>>,
    /// The types of which nothing more is known whose objects could have a type that is tested, but are assumed not to.
    unrelated: BTreeSet<String>,
    /// The classes of the class path that can have objects, once they are asked for.
    users: Option<Vec<ClassId>>,
}

/// What the class file of a class and those above it say.
struct Header {
    access: Access,
    /// Its name and those of all supertypes.
    supertypes: BTreeSet<String>,
}

/// What is known of a test of an object of which only a type is known.
enum Below {
    /// Its result.
    Known,
    Unknown,
    /// One of the two types is an interface, and no class is known that is below both.
    Unrelated,
}

/// What objects of inputs have in a field, by its class and name: texts and threads objects of their own, texts nothing that makes
/// their units later; exceptions have no suppressed ones, and threads are not started.
pub(super) fn contents(class: &str, field: &str) -> Contents {
    match (class, field) {
        ("java/lang/String", "value") | ("java/lang/Thread", "ended") => Contents::Owned,
        ("java/lang/String", "later")
        | ("java/lang/Throwable", "suppressed")
        | ("java/lang/Thread", "isStarted" | "hasBegun" | "hasEnded") => Contents::Nothing,
        _ => Contents::Any,
    }
}

impl Linker<'_> {
    /// Whether inputs may be objects of a class, or of one below it.
    pub(super) fn may_be_input(&self, class: ClassId) -> bool {
        self.inputs.classes.iter().any(|input| self.is_subclass(*input, class))
    }

    /// Whether it is not known of some inputs whether they are objects of a class.
    pub(super) fn may_be_unknown_input(&mut self, class: ClassId) -> bool {
        let is_unknown = |input: &ClassId| self.classes[*input].origin == Origin::Unmodelled;
        let declared = |input: ClassId| {
            let made = self.inputs.unknown_below.iter().find(|(_, made)| **made == input);
            made.map_or(input, |(declared, _)| *declared)
        };
        let unknown: Vec<ClassId> = self.inputs.classes.iter().copied().filter(is_unknown).map(declared).collect();
        let mut unrelated = Vec::new();
        for declared in unknown {
            match self.test_below(declared, class) {
                Below::Known => {}
                Below::Unknown => return true,
                Below::Unrelated => unrelated.push(self.classes[declared].name.clone()),
            }
        }
        self.inputs.unrelated.extend(unrelated);
        false
    }

    /// What is known of an object whose class is a declared one or below it: whether it is of another class.
    fn test_below(&mut self, declared: ClassId, class: ClassId) -> Below {
        if self.is_subclass(declared, class) {
            return Below::Known;
        }
        let (Some(own), Some(tested)) = (self.header(declared), self.header(class)) else { return Below::Unknown };
        let [name, tested_name] = [declared, class].map(|class| &self.classes[class].name);
        if own.supertypes.contains(tested_name) {
            return Below::Unknown;
        }
        if own.access.is_final() {
            return Below::Known;
        }
        if tested.supertypes.contains(name) {
            return Below::Unknown;
        }
        if !tested.access.is_final() && (own.access.is_interface() || tested.access.is_interface()) {
            return Below::Unrelated;
        }
        Below::Known
    }

    /// The flags of a class of the library and all its supertypes, those of the JDK: models have not all of them. Nothing where a
    /// class is not found.
    fn header(&mut self, class: ClassId) -> Option<Arc<Header>> {
        if let Some(known) = self.inputs.headers.get(&class) {
            return known.clone();
        }
        let header = self.read_header(&self.classes[class].name.clone()).map(Arc::new);
        self.inputs.headers.insert(class, header.clone());
        header
    }

    fn read_header(&mut self, name: &str) -> Option<Header> {
        let mut supertypes = BTreeSet::new();
        let mut open = vec![name.to_owned()];
        let mut access = None;
        while let Some(name) = open.pop() {
            let file = self.places.whole(&name)?;
            access.get_or_insert(file.access);
            if supertypes.insert(name) {
                open.extend(file.super_name.iter().chain(&file.interfaces).map(ToString::to_string));
            }
        }
        access.map(|access| Header { access, supertypes })
    }

    /// Values of a type are inputs, where the class file has the type `declared`. Returns what they are.
    pub(super) fn add_input(&mut self, declared: &str, ty: &Generic) -> Contents {
        self.inputs.declared.insert(class_of(&ty.descriptor()).to_owned());
        let mut open = Vec::new();
        let contents = self.contents_of(declared, ty, &mut open);
        self.add_inputs(open);
        contents
    }

    /// Values of types are inputs.
    pub(super) fn add_inputs(&mut self, mut open: Vec<Generic>) {
        while let Some(ty) = open.pop() {
            let descriptor = ty.descriptor();
            if descriptor.starts_with('[') {
                self.inputs.arrays.insert(descriptor.clone());
            }
            if !descriptor.trim_start_matches('[').starts_with('L') {
                continue;
            }
            let Ok(declared) = self.class(class_of(&descriptor)) else { continue };
            if self.inputs.types.insert(declared) {
                for named in self.inputs.named.clone() {
                    self.add_named(declared, &named, &mut open);
                }
            }
            let arguments = if let Generic::Class(_, arguments) = &ty { &arguments[..] } else { &[] };
            for class in self.candidates(declared) {
                if let Some(class) = self.with_arguments(class, declared, arguments) {
                    self.add_object(class, &mut open);
                }
            }
        }
    }

    /// Code of users names a type. Inputs that are declared as a type of the library above it may be of this type.
    pub(super) fn name_type(&mut self, descriptor: String) {
        if !self.inputs.named.insert(descriptor.clone()) {
            return;
        }
        let mut open = Vec::new();
        for declared in self.inputs.types.clone() {
            self.add_named(declared, &descriptor, &mut open);
        }
        self.add_inputs(open);
    }

    /// Objects or arrays of a type that code names are inputs, if the declared type is one of the library above it.
    fn add_named(&mut self, declared: ClassId, named: &str, open: &mut Vec<Generic>) {
        if !self.classes[declared].is_library() {
            return;
        }
        if named.starts_with('[') {
            if self.program.array_supers.contains(&declared) {
                open.extend(Generic::plain(named));
                self.inputs.declared.insert(class_of(named).to_owned());
            }
            return;
        }
        let Ok(class) = self.class(class_of(named)) else { return };
        if !self.is_subclass(class, declared) {
            return;
        }
        match self.enum_class(class) {
            Some(class) => self.add_object(class, open),
            None if self.has_objects(class) && !self.is_given(class) => {
                let object = self.object_of_library(class);
                self.add_object(object, open);
            }
            None => {}
        }
    }

    /// The types of elements of the arrays that inputs can be where a supertype of all arrays is declared.
    pub(super) fn arrays_as_objects(&mut self) -> Vec<Type> {
        let supers = self.program.array_supers.iter();
        if !supers.clone().any(|above| self.inputs.types.contains(above)) {
            return Vec::new();
        }
        // Those that code names are among them, and arrays that are elements of others.
        let arrays = self.inputs.arrays.clone();
        let dimensions = |array: &str| array.bytes().take_while(|letter| *letter == b'[').count();
        let elements = arrays.iter().flat_map(|array| (1..=dimensions(array)).map(move |taken| &array[taken..]));
        let elements: IndexSet<&str> = elements.collect();
        let named: Vec<Type> = elements.into_iter().map(|element| self.type_of(element)).collect();
        // An array of a class of users may be one of a class below, as where its type is declared.
        let is_of_users =
            |element: &&Type| matches!(element, Type::Class(class) if self.classes[*class].origin == Origin::User);
        let below = named.iter().filter(is_of_users).flat_map(|element| self.program.elements(element));
        named.iter().cloned().chain(below).collect::<IndexSet<Type>>().into_iter().collect()
    }

    /// Objects of a class are inputs. `open` gets the types of their fields.
    pub(super) fn add_object(&mut self, class: ClassId, open: &mut Vec<Generic>) {
        if !self.inputs.classes.insert(class) {
            return;
        }
        self.instantiate(class);
        self.initialise_early(class);
        // Its initialisation makes the constants. An input only says which one it stands for.
        if self.is_enum(class) {
            self.initialisation(class, None);
            return;
        }
        self.add_record(class);
        for (declaring, i) in self.object_fields(class) {
            let typed = self.field_type(class, (declaring, i));
            let Some((field, (declared, ty))) = self.fields.get(&(declaring, i)).copied().zip(typed) else { continue };
            if let Some(position) = self.field_position(declaring, &ty) {
                self.set_field((class, field), position);
                continue;
            }
            if self.classes[declaring].origin == Origin::User {
                self.inputs.declared.insert(class_of(&ty.descriptor()).to_owned());
            }
            let contents = self.contents_of(&declared, &ty, open);
            if contents != Contents::Any && self.program.fields[field].contents == Contents::Any {
                self.program.narrowed.fields.insert((class, field), contents);
            }
        }
    }

    /// All fields of the objects of a class, with the classes that declare them.
    fn object_fields(&self, class: ClassId) -> Vec<(ClassId, usize)> {
        if self.classes[class].origin == Origin::Unmodelled {
            return Vec::new();
        }
        let own = |class: ClassId| self.classes[class].instance_fields().map(move |(i, _)| (class, i));
        self.program.line(class).flat_map(own).collect()
    }

    /// The classes of objects that a reference of a declared type can refer to.
    pub(super) fn candidates(&mut self, declared: ClassId) -> Vec<ClassId> {
        if self.is_enum(declared) {
            return vec![declared];
        }
        // Nothing makes an object of it.
        if &*self.classes[declared].name == "java/lang/Void" {
            return Vec::new();
        }
        let mut found: Vec<ClassId> = self.users_classes();
        for name in COMMON {
            let class = self.library(name);
            found.push(class);
        }
        found.retain(|class| self.is_subclass(*class, declared));
        let is_library = self.classes[declared].is_library();
        if is_library {
            found.retain(|class| !self.is_enum(*class));
            found.retain(|class| !self.has_to_be_early(*class));
        } else {
            let enums = found.iter().map(|class| self.enum_class(*class).unwrap_or(*class));
            found = enums.collect::<IndexSet<ClassId>>().into_iter().collect();
        }
        // Helpers of the models have no objects in inputs.
        if self.classes[declared].origin == Origin::Model && !self.classes[declared].access().is_public() {
            return Vec::new();
        }
        if is_library && !found.contains(&declared) && (self.has_objects(declared) || found.is_empty()) {
            let object = self.object_of_library(declared);
            found.push(object);
        }
        found
    }

    /// Whether there are objects of just this class.
    fn has_objects(&self, class: ClassId) -> bool {
        let access = self.classes[class].access();
        self.classes[class].file.is_some() && !access.is_abstract() && !access.is_interface()
    }

    /// The class of inputs that are objects of a class of the library. Of those of the JDK that have fields nothing is known.
    fn object_of_library(&mut self, class: ClassId) -> ClassId {
        let has_invariants =
            |above: ClassId| self.classes[above].origin == Origin::Jdk && self.classes[above].has_instance_fields();
        let is_plain = self.has_objects(class) && !self.program.line(class).any(has_invariants);
        match self.classes[class].origin == Origin::Jdk && !is_plain {
            true => self.unknown_below(class),
            false => class,
        }
    }

    /// Says what is not considered of exceptions and threads of inputs, where code may see it.
    pub(super) fn assume_plain_objects(&mut self) {
        let of_exceptions = "exceptions of inputs have no suppressed ones";
        for (class, methods, assumption) in [
            ("java/lang/Throwable", &["getSuppressed"][..], of_exceptions),
            ("java/lang/Thread", &["isAlive", "join", "start"], "threads of inputs are not started"),
        ] {
            let Some(id) = self.known_class(class) else { continue };
            let is_asked = methods.iter().any(|method| self.is_reached(id, method));
            if is_asked && self.may_be_input(id) {
                self.assume(assumption.to_owned());
            }
        }
    }

    /// Whether code calls a method of a class, by its name.
    fn is_reached(&self, class: ClassId, name: &str) -> bool {
        let mut methods = self.by_member.iter().filter(|(member, _)| member.0 == class);
        methods.any(|(member, id)| self.lowering.contains(id) && *self.member(*member).name == *name)
    }

    /// Says that inputs are none of the objects that static fields have when a run begins, where their types would allow it.
    pub(super) fn assume_no_static_objects(&mut self) {
        let mut of_users: Vec<(ClassId, usize)> = self.statics.keys().copied().collect();
        of_users.retain(|(class, _)| self.classes[*class].origin == Origin::User && !self.is_enum(*class));
        if of_users.into_iter().any(|(class, i)| self.may_hold_input(class, i)) {
            self.assume("no input is an object that a static field has before the entry".to_owned());
        }
    }

    /// Whether an initialiser gives a static field an object of a class that inputs have.
    fn may_hold_input(&self, class: ClassId, field: usize) -> bool {
        let Some(file) = &self.classes[class].file else { return false };
        let field = &file.fields[field];
        let initialiser = file.methods.iter().find(|method| &*method.name == "<clinit>");
        let is_set = initialiser.and_then(|method| method.code.as_ref()).is_some_and(|code| {
            code.ops.iter().any(|(_, op)| matches!(op, Op::PutStatic(to) if to.name == field.name))
        });
        if !is_set || !field.descriptor.starts_with(['L', '[']) {
            return false;
        }
        let declared = self.known_class(class_of(&field.descriptor));
        let is_object = |input: &ClassId| {
            self.classes[*input].origin == Origin::User
                && !self.is_enum(*input)
                && declared.is_some_and(|declared| self.is_subclass(*input, declared))
        };
        match field.descriptor.starts_with('[') {
            true => self.inputs.arrays.contains(&*field.descriptor),
            false => self.inputs.classes.iter().any(is_object),
        }
    }

    /// Says that texts of inputs are objects of their own, where code may see it.
    pub(super) fn assume_no_literals(&mut self) {
        let is_text = |class: &ClassId| &*self.classes[*class].name == "java/lang/String";
        if self.compares_texts && self.inputs.classes.iter().any(is_text) {
            self.assume("no text of an input is a literal".to_owned());
        }
    }

    /// Says what inputs are not although their types would allow it: objects that classes of the class path do not declare.
    pub(super) fn assume_closed_types(&mut self) {
        for name in std::mem::take(&mut self.inputs.unrelated) {
            self.assume(format!("no input of type `{}` has a type that is neither above nor below it", dotted(&name)));
        }
        for name in std::mem::take(&mut self.inputs.declared) {
            let Some(declared) = self.known_class(&name) else { continue };
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
        if self.is_enum(declared) || self.is_collection(declared) || self.inputs.unknown_below.contains_key(&declared) {
            return Vec::new();
        }
        let is_abstract = |method: &&Method| method.access.is_abstract();
        let has_lambdas = linked.is_interface() && file.methods.iter().filter(is_abstract).count() == 1;
        let has_arrays = ["java/lang/Object", "java/lang/Cloneable", "java/io/Serializable"].contains(&&*linked.name);
        let is_constant = |class: &ClassId| self.is_enum(*class) && self.is_subclass(*class, declared);
        let is_unnamed = |class: &ClassId| is_constant(class) && !self.is_input_enum(*class);
        let has_enums = self.inputs.users.iter().flatten().any(is_unnamed);
        let is_late = |(class, is_early): (&ClassId, &bool)| {
            *is_early && !self.inputs.classes.contains(class) && self.is_subclass(*class, declared)
        };
        let has_late = linked.is_library() && self.inputs.early.iter().any(is_late);
        let all = [
            (has_late, "an object of a class whose initialiser uses fields of others"),
            (has_arrays, "an array of a type that no code tests for"),
            (has_enums, "a constant of an enum that no code names"),
            (has_lambdas && !linked.is_library(), "a lambda of code that is not reached"),
            (has_lambdas && linked.is_library() || has_arrays, "a lambda"),
            (linked.is_library(), "an object of another class of the library"),
        ];
        all.into_iter().filter(|(is_left_out, _)| *is_left_out).map(|(_, what)| what).collect()
    }

    /// Receivers of an entry are inputs. Where no class of the class path has objects that run it, they are of a class below the
    /// declared one of which nothing else is known.
    pub(super) fn add_receiver(&mut self, entry: Member) {
        let declared = entry.0;
        let name = self.classes[declared].name.clone();
        let descriptor = format!("L{name};");
        let own = self.chosen_arguments(declared);
        let contents = self.add_input(&descriptor, &Generic::Class(name, own));
        if let Contents::Below(ty) = contents {
            self.receivers.insert(declared, ty);
        }
        let candidates = self.candidates(declared);
        if !candidates.iter().any(|class| self.selected(*class, entry) == Some(entry)) {
            let unknown = self.unknown_below(declared);
            let mut open = Vec::new();
            self.add_object(unknown, &mut open);
            self.add_inputs(open);
        }
    }

    /// A class below one of users that nothing implements, or below one of the JDK. Of a class of the JDK not even the methods that
    /// it has are known: its code keeps invariants of its fields, which arbitrary values would break.
    fn unknown_below(&mut self, declared: ClassId) -> ClassId {
        if let Some(&known) = self.inputs.unknown_below.get(&declared) {
            return known;
        }
        let is_interface = self.classes[declared].is_interface();
        let superclass = if is_interface { self.object() } else { declared };
        let interfaces = if is_interface { vec![declared] } else { Vec::new() };
        let origin = if self.classes[declared].is_library() { Origin::Unmodelled } else { Origin::Made };
        let linked = Linked { interfaces, origin, ..Linked::named(&format!("some {}", self.classes[declared].name)) };
        let above = &self.program.classes[declared];
        let (span, fields) = (above.span, above.fields.clone());
        let id = self.add_class(format!("some {}", above.name), Some(superclass), above.ancestors.clone(), linked);
        (self.program.classes[id].span, self.program.classes[id].fields) = (span, fields);
        self.inputs.unknown_below.insert(declared, id);
        id
    }

    /// The classes of the class path that can have objects, in the order of their names.
    pub(super) fn users_classes(&mut self) -> Vec<ClassId> {
        if let Some(known) = &self.inputs.users {
            return known.clone();
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
        self.inputs.users = Some(found.clone());
        found
    }

    /// Those of them whose objects are of a class.
    pub(super) fn users_below(&mut self, class: ClassId) -> Vec<ClassId> {
        let mut found = self.users_classes();
        found.retain(|below| self.is_subclass(*below, class));
        found
    }
}
