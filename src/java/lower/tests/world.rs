//! A linkage for tests: the classes of a class path, and nothing else. Methods of the library do not run.

use crate::ieee::Format;
use crate::index::Idx;
use crate::ir::{
    self, Callee, Causes, Check, CheckId, Class, ClassId, Contents, Expr, Field, FieldId, Kind, Local, MethodId,
    MethodKind, Program, Site, SiteId, SiteKind, StaticField, StaticId, Type,
};
use crate::java::classfile::{ClassFile, ClassPath, Constant, Dynamic, Invoke, MemberRef, Method, descriptor};
use crate::java::lower::{Call, Defect, Initialise, Intrinsic, Linkage, Linked, Refusal, StaticUse, Ty, lower, types};
use crate::source::Span;
use std::collections::HashMap;
use std::rc::Rc;

/// A program that grows with the methods that are lowered.
pub struct World {
    pub program: Program,
    pub path: ClassPath,
    files: HashMap<String, Option<Rc<ClassFile>>>,
    classes: HashMap<String, ClassId>,
    fields: HashMap<MemberRef, FieldId>,
    statics: HashMap<MemberRef, StaticId>,
    methods: HashMap<(MemberRef, bool), MethodId>,
    /// Methods without code yet.
    pub open: Vec<(MethodId, Rc<ClassFile>, usize)>,
    /// The method whose code asks.
    pub asking: MethodId,
    /// Whether methods that are not on the path are there, without code.
    pub lenient: bool,
}

impl World {
    pub fn new(path: ClassPath) -> Self {
        let mut world = Self {
            program: Program::default(),
            path,
            files: HashMap::new(),
            classes: HashMap::new(),
            fields: HashMap::new(),
            statics: HashMap::new(),
            methods: HashMap::new(),
            open: Vec::new(),
            asking: MethodId(0),
            lenient: false,
        };
        let object = world.class_id("java/lang/Object");
        let mut class = |name: &str| world.class_id(&format!("java/lang/{name}"));
        let causes = Causes {
            null: class("NullPointerException"),
            bounds: class("ArrayIndexOutOfBoundsException"),
            negative_size: class("NegativeArraySizeException"),
            division_by_zero: class("ArithmeticException"),
            cast: class("ClassCastException"),
            array_store: class("ArrayStoreException"),
        };
        world.program.causes = Some(causes);
        world.program.array_supers = vec![object];
        world
    }

    pub fn file(&mut self, name: &str) -> Option<Rc<ClassFile>> {
        if let Some(known) = self.files.get(name) {
            return known.clone();
        }
        let found = self.path.find(name).expect("readable").map(Rc::new);
        self.files.insert(name.to_owned(), found.clone());
        found
    }

    pub fn class_id(&mut self, name: &str) -> ClassId {
        if let Some(known) = self.classes.get(name) {
            return *known;
        }
        let file = self.file(name);
        let supers: Vec<_> = file.iter().flat_map(|f| f.super_name.iter().chain(&f.interfaces).cloned()).collect();
        let known_super = exceptions(name);
        let supers: Vec<ClassId> =
            supers.iter().map(|name| &**name).chain(known_super).map(|name| self.class_id(name)).collect();
        let id = ClassId::new(self.program.classes.len());
        let mut ancestors: Vec<ClassId> =
            supers.iter().flat_map(|id| self.program.classes[*id].ancestors.clone()).chain([id]).collect();
        ancestors.sort();
        ancestors.dedup();
        self.program.classes.push(Class {
            is_abstract: file.as_ref().is_some_and(|f| f.access.is_abstract()),
            superclass: supers.first().copied(),
            fields: supers.first().map(|id| self.program.classes[*id].fields.clone()).unwrap_or_default(),
            ..Class::bare(name, ancestors)
        });
        self.classes.insert(name.to_owned(), id);
        for field in file.iter().flat_map(|f| &f.fields).filter(|f| !f.access.is_static()) {
            let ty = self.type_of(&field.descriptor);
            let known = self.program.fields.push(Field { name: field.name.to_string(), ty, contents: Contents::Any });
            self.program.classes[id].fields.push(known);
            let key = member(name, &field.name, &field.descriptor);
            self.fields.insert(key, known);
        }
        id
    }

    pub fn type_of(&mut self, ty: &str) -> Type {
        match types::width(ty) {
            Some(width) => Type::Machine(width),
            None if ty == "F" => Type::Ieee(Format::Single),
            None if ty == "D" => Type::Ieee(Format::Double),
            None => self.reference(ty),
        }
    }

    /// A method without code.
    fn bare(&mut self, class: &str, name: &str, ty: &str, is_static: bool) -> ir::Method {
        let id = self.class_id(class);
        let kind = match name {
            _ if is_static => MethodKind::Static,
            "<init>" => MethodKind::Constructor,
            _ => MethodKind::Instance,
        };
        let mut bare = ir::Method::bare(name, id, kind, Span::default());
        if !is_static {
            bare.formals.push(bare.locals.push(Local { name: "this".to_owned(), ty: Some(Type::Class(id)) }));
        }
        let (parameters, result) = descriptor::method(ty).expect("a descriptor");
        for (n, parameter) in parameters.iter().enumerate() {
            let ty = Some(self.type_of(parameter));
            bare.formals.push(bare.locals.push(Local { name: format!("arg{n}"), ty }));
        }
        bare.thrown = bare.locals.push(Local { name: String::new(), ty: None });
        if result != "V" {
            let ty = self.type_of(result);
            bare.retval = Some(bare.locals.push(Local { name: String::new(), ty: Some(ty.clone()) }));
            bare.result = Some(ty);
        }
        bare
    }

    fn declare(&mut self, class: &str, name: &str, ty: &str, is_static: bool) -> MethodId {
        let key = (member(class, name, ty), is_static);
        if let Some(known) = self.methods.get(&key) {
            return *known;
        }
        let bare = self.bare(class, name, ty, is_static);
        let id = self.program.methods.push(bare);
        self.methods.insert(key, id);
        if let Some(file) = self.file(class)
            && let Some(i) = file.methods.iter().position(|m| *m.name == *name && *m.descriptor == *ty)
            && !self.lenient
        {
            self.open.push((id, file, i));
        }
        id
    }

    /// The class that declares a method, or a field, from a class upwards.
    fn declaring(&mut self, class: &str, has: &dyn Fn(&ClassFile) -> bool) -> Option<Rc<ClassFile>> {
        let file = self.file(class)?;
        if has(&file) {
            return Some(file);
        }
        let above: Vec<_> = file.super_name.iter().chain(&file.interfaces).cloned().collect();
        above.iter().find_map(|name| self.declaring(name, has))
    }

    /// A method of a class file, without code.
    pub fn add(&mut self, class: &str, method: &Method) -> MethodId {
        let bare = self.bare(class, &method.name, &method.descriptor, method.access.is_static());
        self.program.methods.push(bare)
    }

    /// Lowers a method of a class file.
    pub fn lower(&mut self, id: MethodId, owner: &str, method: &Method) -> Result<(), Defect> {
        self.asking = id;
        let bare = self.program.methods[id].clone();
        let lowered = lower(bare, method, owner, self)?;
        self.program.methods[id] = lowered;
        Ok(())
    }

    /// The method of a class with this name, and all that it reaches.
    pub fn reach(&mut self, class: &str, name: &str) -> MethodId {
        let file = self.file(class).expect("a class");
        let method = file.methods.iter().find(|m| &*m.name == name).expect("a method");
        let id = self.declare(class, name, &method.descriptor, method.access.is_static());
        loop {
            while let Some((open, file, i)) = self.open.pop() {
                self.lower(open, &file.name, &file.methods[i]).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            self.set_dispatch();
            if self.open.is_empty() {
                break;
            }
        }
        self.program.set_groups();
        id
    }
}

impl World {
    /// Lets each class run its own method for each that is known.
    fn set_dispatch(&mut self) {
        let instance = self.methods.iter().filter(|((_, is_static), _)| !is_static);
        let all: Vec<(MemberRef, MethodId)> = instance.map(|((m, _), id)| (m.clone(), *id)).collect();
        for class in self.program.classes.ids().collect::<Vec<_>>() {
            let name = self.program.classes[class].name.clone();
            for (called, declared) in &all {
                let above = self.class_id(&called.class);
                let has = |f: &ClassFile| has_method(f, &called.name, &called.descriptor);
                if self.program.classes[class].ancestors.contains(&above)
                    && let Some(file) = self.declaring(&name, &has)
                {
                    let runs = self.declare(&file.name, &called.name, &called.descriptor, false);
                    self.program.classes[class].dispatch.insert(*declared, runs);
                }
            }
        }
    }
}

/// What stands in for the hierarchy of exceptions where the library is not on the path.
fn exceptions(name: &str) -> Option<&'static str> {
    let short = name.strip_prefix("java/lang/")?;
    Some(match short {
        "Object" => return None,
        "Throwable" => "java/lang/Object",
        "Exception" | "Error" => "java/lang/Throwable",
        "AssertionError" => "java/lang/Error",
        "RuntimeException" => "java/lang/Exception",
        _ if short.ends_with("Exception") => "java/lang/RuntimeException",
        _ => "java/lang/Object",
    })
}

fn has_method(file: &ClassFile, name: &str, ty: &str) -> bool {
    file.methods.iter().any(|m| *m.name == *name && *m.descriptor == *ty)
}

pub fn member(class: &str, name: &str, ty: &str) -> MemberRef {
    MemberRef::new(class, name, ty)
}

impl Linkage for World {
    fn reference(&mut self, name: &str) -> Type {
        match name.strip_prefix('[') {
            Some(element) => self.type_of(element).array(),
            None => {
                let name = name.strip_prefix('L').and_then(|n| n.strip_suffix(';')).unwrap_or(name);
                Type::Class(self.class_id(name))
            }
        }
    }

    fn object(&mut self) -> ClassId {
        self.class_id("java/lang/Object")
    }

    fn class(&mut self, name: &str) -> Linked<Type> {
        Ok(self.reference(name))
    }

    fn instantiate(&mut self, name: &str) -> Linked<(ClassId, Option<Initialise>)> {
        Ok((self.class_id(name), None))
    }

    fn caught(&mut self, name: &str) -> Linked<ClassId> {
        Ok(self.class_id(name))
    }

    fn is_below(&self, class: ClassId, of: ClassId) -> bool {
        self.program.classes[class].ancestors.contains(&of)
    }

    fn causes(&self) -> Causes {
        self.program.causes.expect("set")
    }

    fn field(&mut self, field: &MemberRef) -> Linked<FieldId> {
        let has = |f: &ClassFile| f.fields.iter().any(|own| own.name == field.name);
        let class = self.declaring(&field.class, &has).map_or(field.class.clone(), |f| f.name.clone());
        self.class_id(&class);
        let key = member(&class, &field.name, &field.descriptor);
        if let Some(known) = self.fields.get(&key) {
            return Ok(*known);
        }
        let ty = self.type_of(&field.descriptor);
        let id = self.program.fields.push(Field { name: field.name.to_string(), ty, contents: Contents::Any });
        self.fields.insert(key, id);
        Ok(id)
    }

    fn static_field(&mut self, field: &MemberRef) -> Linked<StaticUse> {
        let class = self.class_id(&field.class);
        let ty = self.type_of(&field.descriptor);
        let statics = &mut self.program.statics;
        let new = || statics.push(StaticField { name: field.name.to_string(), class, ty, is_inner: false });
        let id = *self.statics.entry(field.clone()).or_insert_with(new);
        Ok(StaticUse { field: id, initialise: None })
    }

    fn assertions(&mut self, switch: &MemberRef) -> Option<bool> {
        (&*switch.name == "$assertionsDisabled").then_some(true)
    }

    fn call(&mut self, how: Invoke, method: &MemberRef, _: &[Ty]) -> Linked<Call> {
        if &*method.name == "clone" && method.class.starts_with('[') {
            return Ok(Call::Intrinsic(Intrinsic::CloneArray));
        }
        let has = |f: &ClassFile| has_method(f, &method.name, &method.descriptor);
        let class = match self.declaring(&method.class, &has) {
            Some(file) => file.name.to_string(),
            None if &*method.name == "<init>" => return Ok(Call::Intrinsic(Intrinsic::Value(None))),
            None if self.lenient && !method.class.starts_with('[') => method.class.to_string(),
            None => return Err(Refusal::Unsupported(format!("{}.{}", method.class, method.name))),
        };
        let id = self.declare(&class, &method.name, &method.descriptor, how == Invoke::Static);
        let callee = match how {
            Invoke::Virtual | Invoke::Interface => Callee::Virtual(id),
            Invoke::Special | Invoke::Static => Callee::Exact(id),
        };
        Ok(Call::Method { callee, initialise: None })
    }

    fn dynamic(&mut self, site: &Dynamic, _at: usize) -> Linked<Call> {
        Err(Refusal::Unsupported(format!("invokedynamic {}", site.name)))
    }

    fn constant(&mut self, constant: &Constant) -> Linked<Expr> {
        let class = self.object();
        let name = format!("{constant:?}");
        let ty = Type::Class(class);
        Ok(Expr::Static(self.program.statics.push(StaticField { name, class, ty, is_inner: false })))
    }

    fn object_site(&mut self, class: ClassId, span: Span) -> SiteId {
        self.program.sites.push(Site { method: self.asking, span, kind: SiteKind::Object(class) })
    }

    fn array_site(&mut self, element: Type, span: Span) -> SiteId {
        self.program.sites.push(Site { method: self.asking, span, kind: SiteKind::Array(element) })
    }

    fn check(&mut self, span: Span) -> Option<CheckId> {
        Some(self.program.checks.push(Check { kind: Kind::Assert, span, method: self.asking }))
    }

    fn catches_assertions(&self) -> bool {
        false
    }

    fn span(&self, line: u32) -> Span {
        Span { start: line, end: line, ..Span::default() }
    }
}
