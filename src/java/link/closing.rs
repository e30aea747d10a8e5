//! What depends on all classes that code names, and on all types of arrays: questions about objects that are classes, the
//! classes of arrays, arrays that are made for a class, and copies of objects.
//!
//! These methods get their code when everything else is linked. Each is a list of tests for classes.

use super::answers::Held;
use super::classes::{Origin, class_of, dotted};
use super::code::{Code, RETURN, any};
use super::members::Member;
use super::{Linker, characters};
use crate::ir::{
    BinaryOp, Callee, ClassId, Const, Expr, InstrKind, Method, MethodId, Site, SiteKind, Terminator, Type, UnaryOp,
    Width,
};
use crate::java::lower::width;
use indexmap::IndexSet;

/// A method that gets its code last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Closing {
    /// `getClass` of arrays.
    ClassOf,
    /// `Class.getComponentType`
    Component,
    /// `Array.newInstance`
    NewInstance,
    /// `Class.getEnumConstants`
    Constants,
    /// `Class.getSuperclass`
    Superclass,
    /// `Class.getSimpleName` of classes with a `$` in their name.
    NestedName,
    /// Whether an object is equal to itself only.
    Identity,
    /// A new object of the same class with the same fields.
    Copy,
    /// The number that a JVM has chosen for an object.
    Hash,
    /// The method of `Character` with this name in the table.
    Character(&'static str),
}

impl Linker<'_> {
    /// What a method without code does that gets it last.
    pub(super) fn closing(&self, member: Member) -> Option<Closing> {
        let method = self.member(member);
        match (&*self.classes[member.0].name, &*method.name, &*method.descriptor) {
            ("java/lang/Object", "copy", _) => Some(Closing::Copy),
            ("java/lang/System", "hash", _) => Some(Closing::Hash),
            ("java/lang/Class", "getComponentType", _) => Some(Closing::Component),
            ("java/util/Node", "isItself", _) => Some(Closing::Identity),
            ("java/lang/Class", "getEnumConstants", _) => Some(Closing::Constants),
            ("java/lang/Class", "getSuperclass", _) => Some(Closing::Superclass),
            ("java/lang/Class", "nestedName", _) => Some(Closing::NestedName),
            ("java/lang/Character", name, _) => characters::in_table(name).map(Closing::Character),
            ("java/lang/reflect/Array", "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;") => {
                Some(Closing::NewInstance)
            }
            _ => None,
        }
    }

    /// Gives these methods their code. All allocations are known.
    pub(super) fn close(&mut self) {
        let mut open: Vec<(MethodId, Closing)> = self.closing.iter().map(|(id, closing)| (*id, *closing)).collect();
        // The last ones are about the classes that the others name.
        open.sort_by_key(|(_, closing)| match closing {
            Closing::NestedName => 2,
            Closing::Superclass => 1,
            _ => 0,
        });
        if open.is_empty() {
            return;
        }
        let mut arrays = self.array_types();
        let mut classes: IndexSet<String> = self.class_constants();
        classes.extend(
            arrays.iter().filter_map(|element| self.descriptor(element)).map(|name| class_of_descriptor(&name)),
        );
        let makes = open.iter().any(|(_, closing)| *closing == Closing::NewInstance);
        classes.retain(|name| !name.is_empty());
        if makes {
            let made: Vec<Type> = classes.iter().map(|name| self.type_of_class(name)).collect();
            arrays.extend(made);
        }
        let arrays = self.with_names(arrays);
        for (id, closing) in open {
            let bare = self.program.methods[id].clone();
            let method = match closing {
                Closing::ClassOf => self.class_of_array(bare, &arrays),
                Closing::Component => self.component(bare, &arrays),
                Closing::NewInstance => self.new_instance(id, bare, &classes),
                Closing::Constants => self.constants_of(bare),
                Closing::Identity => self.identity(bare, &arrays),
                Closing::Copy => self.copy(id, bare),
                Closing::Hash => self.hash(bare, &arrays),
                Closing::Superclass => self.superclass(bare),
                Closing::NestedName => self.nested_name(bare),
                Closing::Character(name) => self.character(name, bare),
            };
            self.program.methods[id] = method;
        }
    }

    /// Reaches the constants of the enums that code names, if it asks for the constants of a class.
    pub(super) fn reach_constants(&mut self) {
        if !self.closing.values().any(|closing| *closing == Closing::Constants) {
            return;
        }
        for (class, values) in self.named_enums() {
            self.reached(values);
            self.initialisation(class, None);
        }
    }

    /// The enums that code names, with their methods `values`.
    fn named_enums(&mut self) -> Vec<(ClassId, Member)> {
        let names = self.class_constants().into_iter().filter(|name| !name.starts_with('['));
        let classes: Vec<ClassId> = names.filter_map(|name| self.class(&name).ok()).collect();
        let values = |class: ClassId| Some((class, self.values_of(class)?));
        classes.into_iter().filter_map(values).collect()
    }

    /// The method with the constants of a class, if that is an enum.
    fn values_of(&self, class: ClassId) -> Option<Member> {
        let values = self.own(class, "values", &format!("()[L{};", self.classes[class].name))?;
        self.is_enum(class).then_some(values)
    }

    /// The types of the elements of all arrays.
    fn array_types(&mut self) -> IndexSet<Type> {
        let made = self.program.sites.iter().filter_map(|site| match &site.kind {
            SiteKind::Array(element) => Some(element.clone()),
            SiteKind::Object(_) => None,
        });
        let mut found: IndexSet<Type> = made.collect();
        for descriptor in self.inputs.arrays.clone() {
            let mut ty = self.type_of(&descriptor);
            while let Type::Array(element) = ty {
                found.extend(self.program.elements(&element));
                ty = (*element).clone();
            }
        }
        found
    }

    /// The classes that code names.
    fn class_constants(&self) -> IndexSet<String> {
        let class = |held: &Held| match held {
            Held::Class(name) => Some(name.clone()),
            _ => None,
        };
        self.constants.keys().filter_map(class).collect()
    }

    /// The types of elements with the names of their arrays. An array is an instance of none that is behind its own type.
    fn with_names(&self, elements: IndexSet<Type>) -> Vec<(Type, String)> {
        let named = elements.into_iter().filter_map(|ty| self.descriptor(&ty).map(|name| (ty, format!("[{name}"))));
        let mut named: Vec<(Type, String)> = named.collect();
        let above = |ty: &Type| match base(ty) {
            Type::Class(class) => self.program.classes[*class].ancestors.len(),
            _ => 0,
        };
        named.sort_by_key(|(ty, name)| std::cmp::Reverse((dimensions(name), above(ty))));
        named
    }

    /// A type as a descriptor, if there is only one.
    fn descriptor(&self, ty: &Type) -> Option<String> {
        Some(match ty {
            Type::Class(class) => format!("L{};", self.classes[*class].name),
            Type::Array(element) => format!("[{}", self.descriptor(element)?),
            Type::Machine(of) => {
                ["Z", "B", "S", "C", "I", "J"].into_iter().find(|ty| width(ty) == Some(*of))?.to_owned()
            }
            _ => return None,
        })
    }

    /// The code of a method, which has just begun, with its first parameter.
    fn answering(&self, bare: Method) -> (Code, Expr) {
        let first = Expr::Local(bare.formals[0]);
        (self.code_of(bare), first)
    }

    /// The condition that a reference is the object of a class.
    fn is_class(&mut self, code: &mut Code, reference: &Expr, name: &str) -> Expr {
        let class = self.held(Held::Class(name.to_owned()));
        let known = code.kept(self.reference(), class);
        Expr::binary(BinaryOp::Eq, reference.clone(), Expr::Local(known))
    }

    /// The type of the objects of a class, or of its arrays.
    fn type_of_class(&mut self, name: &str) -> Type {
        match name.starts_with('[') {
            true => self.type_of(name),
            false => self.loaded_class(name),
        }
    }

    fn class_of_array(&mut self, bare: Method, arrays: &[(Type, String)]) -> Method {
        let (mut code, this) = self.answering(bare);
        let is = |ty: &Type| Expr::instance_of(this.clone(), ty.clone().array());
        // Most arrays are of objects, which is the last type: nothing else is asked first.
        let object = self.reference();
        let others = arrays.iter().filter(|(ty, _)| *ty != object && ty.is_allocated()).map(|(ty, _)| is(ty));
        let plain = match any(others) {
            Some(others) => {
                let none = Expr::Unary(UnaryOp::Not, Box::new(others));
                Expr::binary(BinaryOp::And, none, is(&object))
            }
            None => is(&object),
        };
        let first = ("[Ljava/lang/Object;".to_owned(), plain);
        let tests = arrays.iter().filter(|(ty, _)| *ty != object).map(|(ty, name)| (name.clone(), is(ty)));
        for (name, cond) in std::iter::once(first).chain(tests) {
            let value = self.held(Held::Class(name));
            code.give_where(cond, value);
        }
        code.end(Terminator::Unsupported("the class of an array".to_owned()));
        code.finish()
    }

    fn component(&mut self, bare: Method, arrays: &[(Type, String)]) -> Method {
        let (mut code, this) = self.answering(bare);
        let mut names: IndexSet<String> =
            self.class_constants().into_iter().filter(|name| name.starts_with('[')).collect();
        names.extend(arrays.iter().map(|(_, name)| name.clone()));
        for name in names {
            let is_this = self.is_class(&mut code, &this, &name);
            let component = class_of_descriptor(&name[1..]);
            if component.is_empty() {
                code.unsupported_where(is_this, "the class of a primitive type".to_owned());
            } else {
                let value = self.held(Held::Class(component));
                code.give_where(is_this, value);
            }
        }
        code.give(Expr::Const(Const::Null));
        code.finish()
    }

    fn new_instance(&mut self, id: MethodId, bare: Method, classes: &IndexSet<String>) -> Method {
        let (span, class, length) = (bare.span, bare.formals[0], Expr::Local(bare.formals[1]));
        let mut code = self.code_of(bare);
        code.push(InstrKind::CheckNull { reference: class });
        let array = code.local(Some(self.reference()));
        for name in classes {
            let is_known = self.is_class(&mut code, &Expr::Local(class), name);
            let element = self.type_of_class(name);
            let other = code.branch(is_known);
            let site = self.program.sites.push(Site { method: id, span, kind: SiteKind::Array(element) });
            code.push(InstrKind::NewArray { dst: array, site, length: length.clone() });
            code.give(Expr::Local(array));
            code.switch(other);
        }
        code.end(Terminator::Unsupported("an array for a class that the program does not name".to_owned()));
        code.finish()
    }

    fn superclass(&mut self, bare: Method) -> Method {
        let (mut code, this) = self.answering(bare);
        let mut names = self.class_constants();
        let mut at = 0;
        while let Some(name) = names.get_index(at).cloned() {
            at += 1;
            let class = self.class(&name).ok();
            let above = match class.filter(|class| self.classes[*class].origin != Origin::Unmodelled) {
                _ if name.starts_with('[') => "java/lang/Object".to_owned(),
                Some(class) if self.classes[class].is_interface() => continue,
                Some(class) => match self.program.classes[class].superclass {
                    Some(above) => self.classes[above].name.clone(),
                    None => continue,
                },
                None => {
                    let is_this = self.is_class(&mut code, &this, &name);
                    code.unsupported_where(is_this, format!("the superclass of {}", dotted(&name)));
                    continue;
                }
            };
            let is_this = self.is_class(&mut code, &this, &name);
            let value = self.held(Held::Class(above.clone()));
            names.insert(above);
            code.give_where(is_this, value);
        }
        code.give(Expr::Const(Const::Null));
        code.finish()
    }

    /// The name in the source, which a class without one does not have.
    fn nested_name(&mut self, bare: Method) -> Method {
        let (mut code, this) = self.answering(bare);
        for name in self.class_constants() {
            if !name.contains('$') || self.made.contains_key(&name) {
                continue;
            }
            let Some(file) = self.class(&name).ok().and_then(|class| self.classes[class].file.clone()) else {
                continue;
            };
            let simple = match &file.own {
                Some(own) => own.simple.as_deref().unwrap_or_default(),
                None => name.rsplit('/').next().unwrap_or(&name),
            };
            let simple = self.held(Held::Text(simple.encode_utf16().collect()));
            let is_this = self.is_class(&mut code, &this, &name);
            code.give_where(is_this, simple);
        }
        code.end(Terminator::Unsupported("the simple name of a class that has none in its class file".to_owned()));
        code.finish()
    }

    /// Whether objects of a class are equal to themselves only, and have no hash of their own.
    pub(super) fn has_identity(&self, class: ClassId) -> bool {
        let object = self.object();
        [("hashCode", "()I"), ("equals", "(Ljava/lang/Object;)Z")].into_iter().all(|(name, descriptor)| {
            let own = self.own(object, name, descriptor);
            own.is_some_and(|own| self.selected(class, own) == Some(own))
        })
    }

    /// Arrays, objects of just `Object`, and those of users that are equal to themselves only. Below the class of one there may be
    /// others.
    fn identity(&mut self, bare: Method, arrays: &[(Type, String)]) -> Method {
        let (mut code, object) = self.answering(bare);
        let all = self.instantiated.iter().copied().filter(|class| *class != self.object());
        let (users, library): (Vec<ClassId>, Vec<ClassId>) =
            all.partition(|class| self.classes[*class].origin == Origin::User);
        let (plain, others): (Vec<ClassId>, Vec<ClassId>) =
            users.into_iter().partition(|class| self.has_identity(*class));
        let types = |classes: Vec<ClassId>| classes.into_iter().map(Type::Class).collect::<Vec<Type>>();
        let arrays = arrays.iter().map(|(element, _)| element.clone().array()).collect();
        // What is an instance of none of them is just an `Object`.
        for (types, answer) in [(types(others), 0), (types(plain), 1), (arrays, 1), (types(library), 0)] {
            let are = types.into_iter().map(|ty| Expr::instance_of(object.clone(), ty));
            if let Some(any) = any(are) {
                code.give_where(any, Expr::int(answer));
            }
        }
        code.give(Expr::int(1));
        code.finish()
    }

    /// An object is an instance of none of the classes behind its own.
    fn copy(&mut self, id: MethodId, bare: Method) -> Method {
        let (mut code, original) = self.answering(bare);
        let copy = code.local(Some(self.reference()));
        let cloneable = self.library("java/lang/Cloneable");
        self.set_field_types();
        let mut classes: Vec<ClassId> = self.instantiated.iter().copied().collect();
        // A copy of a parameterised one is an object of the program.
        classes.retain(|class| self.is_subclass(*class, cloneable) && !self.is_parameterised(*class));
        classes.sort_by_key(|class| std::cmp::Reverse(self.program.classes[*class].ancestors.len()));
        for class in classes {
            let is = Expr::instance_of(original.clone(), Type::Class(class));
            if self.program.line(class).any(|above| self.has_hidden_fields(above)) {
                let what = format!("java.lang.Object.clone() of the input {}", dotted(&self.classes[class].name));
                code.unsupported_where(is, what);
                continue;
            }
            let other = code.branch(is);
            let site = self.site(id, class);
            code.push(InstrKind::NewObject { dst: copy, site });
            for field in self.program.classes[class].fields.clone() {
                let ty = self.program.fields[field].ty.clone();
                let value = code.kept(ty, Expr::Field(Box::new(original.clone()), field));
                code.push(InstrKind::StoreField { object: copy, field, value: Expr::Local(value) });
            }
            code.give(Expr::Local(copy));
            code.switch(other);
        }
        code.end(Terminator::Unsupported(
            "java.lang.Object.clone() of a class that the program does not have".to_owned(),
        ));
        code.finish()
    }

    /// The number is chosen when it is first asked for. An object keeps it in fields that nothing else reads. Arrays have no fields.
    fn hash(&mut self, bare: Method, arrays: &[(Type, String)]) -> Method {
        let object = bare.formals[0];
        let mut code = self.code_of(bare);
        let is_array = |(element, _): &(Type, String)| Expr::instance_of(Expr::Local(object), element.clone().array());
        if let Some(is_array) = any(arrays.iter().map(is_array)) {
            code.unsupported_where(is_array, "the hash of an array".to_owned());
        }
        let chosen = self.hidden(self.object(), "hashed", self.reference());
        let number = self.hidden(self.object(), "hash", Type::Machine(Width::I32));
        let (known, hash) = (code.local(Some(self.reference())), code.local(Some(Type::Machine(Width::I32))));
        code.assign(known, Expr::Field(Box::new(Expr::Local(object)), chosen));
        let is_known = code.branch(Expr::is_null(Expr::Local(known)));
        let name = self.program.texts.intern("identityHashCode");
        self.program.undetermined = Some(name);
        code.push(InstrKind::Havoc { dst: hash, ty: Type::Machine(Width::I32), name });
        code.push(InstrKind::StoreField { object, field: number, value: Expr::Local(hash) });
        code.push(InstrKind::StoreField { object, field: chosen, value: Expr::Local(object) });
        code.give(Expr::Local(hash));
        code.switch(is_known);
        code.assign(hash, Expr::Field(Box::new(Expr::Local(object)), number));
        code.give(Expr::Local(hash));
        code.finish()
    }

    fn constants_of(&mut self, bare: Method) -> Method {
        let (mut code, this) = self.answering(bare);
        for name in self.class_constants() {
            if name.starts_with('[') {
                continue;
            }
            let class = self.class(&name).ok().filter(|class| self.classes[*class].origin != Origin::Unmodelled);
            let values = class.and_then(|class| self.values_of(class));
            if class.is_some() && values.is_none() {
                continue;
            }
            let is_this = self.is_class(&mut code, &this, &name);
            let reached = values.and_then(|values| self.by_member.get(&values).copied());
            let (Some(class), Some(values)) = (class, reached.filter(|values| self.lowering.contains(values))) else {
                // Nothing is known of the class, or only an array that is made for a class names it.
                code.unsupported_where(is_this, format!("the constants of {}", dotted(&name)));
                continue;
            };
            let other = code.branch(is_this);
            if let Some(initialise) = self.initialisations.get(&class).copied() {
                code.initialise(initialise.method, self.reference(), |code, error| {
                    code.end(Terminator::Throw(Some(Expr::Local(error))));
                });
            }
            code.call(code.method.retval, Callee::Exact(values), Vec::new());
            code.end(Terminator::Goto(RETURN));
            code.switch(other);
        }
        code.give(Expr::Const(Const::Null));
        code.finish()
    }
}

/// The name of a class in class files, for a descriptor; empty for a primitive type.
fn class_of_descriptor(descriptor: &str) -> String {
    match descriptor.as_bytes().first() {
        Some(b'[') => descriptor.to_owned(),
        Some(b'L') => class_of(descriptor).to_owned(),
        _ => String::new(),
    }
}

fn base(ty: &Type) -> &Type {
    match ty {
        Type::Array(element) => base(element),
        other => other,
    }
}

fn dimensions(name: &str) -> usize {
    name.len() - name.trim_start_matches('[').len()
}
