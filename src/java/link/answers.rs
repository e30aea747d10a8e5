//! The answers to the questions of a method's code.

use super::Linker;
use super::assertions::{SWITCH, stores_assertion_switch};
use super::classes::{Missing, Origin, class_of, dotted};
use super::members::{Field, Member};
use super::reach::shown;
use crate::config::Property;
use crate::ieee::Format;
use crate::ir::{
    Callee, Causes, Check, CheckId, ClassId, Expr, FieldId, Kind, MethodId, Site, SiteId, SiteKind, StaticField,
    StaticId, Type, Width,
};
use crate::java::classfile::signature::Generic;
use crate::java::classfile::{Constant, Dynamic, Invoke, MemberRef, Method, Name, Op, descriptor};
use crate::java::lower::{Call, EnumSwitch, Initialise, Intrinsic, Linkage, Linked, Refusal, StaticUse, Ty};
use crate::source::Span;

/// The model whose methods say what no model knows.
const UNSUPPORTED: &str = "java/lang/Unsupported";

/// A constant that is an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Held {
    /// A text, as UTF-16.
    Text(Vec<u16>),
    /// A class.
    Class(String),
    /// An object without fields of a class.
    Object(String),
}

impl Held {
    /// The text that a class has as name.
    pub fn name_of(class: &str) -> Held {
        Held::Text(dotted(class).encode_utf16().collect())
    }

    /// The class of the object.
    pub fn class(&self) -> &str {
        match self {
            Held::Text(_) => "java/lang/String",
            Held::Class(_) => "java/lang/Class",
            Held::Object(class) => class,
        }
    }
}

/// Static fields of a class that a model of another one has.
const ELSEWHERE: [(&str, &str, &str); 1] =
    [("java/lang/String", "CASE_INSENSITIVE_ORDER", "java/lang/CaseInsensitive")];

/// The models whose fields are not all that their types allow.
const GUARDED: [&str; 2] = ["java/util/Locale", "java/util/StringJoiner"];

/// A method whose code asks.
pub(super) struct Asking<'l, 'a> {
    pub linker: &'l mut Linker<'a>,
    pub method: MethodId,
}

impl Linker<'_> {
    /// A field that holds a constant.
    pub(super) fn held(&mut self, held: Held) -> Expr {
        if let Some(&known) = self.constants.get(&held) {
            return Expr::Static(known);
        }
        let class = self.library(held.class());
        self.instantiate(class);
        if let Held::Class(name) = &held {
            self.held(Held::name_of(name));
        }
        let name = match &held {
            Held::Text(text) => format!("{:?}", String::from_utf16_lossy(text)),
            Held::Class(name) => format!("{}.class", dotted(name)),
            Held::Object(name) => dotted(name),
        };
        let ty = Type::Class(class);
        let field: StaticId = self.program.statics.push(StaticField { name, class, ty, is_inner: true });
        self.constants.insert(held, field);
        Expr::Static(field)
    }

    /// Whether a class of the library keeps fields in inputs that may break its invariants: any of the JDK, and some models.
    pub(super) fn has_hidden_fields(&self, class: ClassId) -> bool {
        let linked = &self.classes[class];
        (linked.origin == Origin::Jdk || GUARDED.contains(&&*linked.name)) && self.may_be_input(class)
    }

    /// Whether a field is one of those.
    fn is_hidden(&self, class: ClassId, field: &MemberRef) -> bool {
        let declares = |class: &ClassId| {
            let file = self.classes[*class].file.as_ref();
            file.is_some_and(|file| file.fields.iter().any(|own| *own.name == *field.name))
        };
        let declaring = self.program.line(class).find(declares);
        declaring.is_some_and(|class| self.has_hidden_fields(class))
    }

    /// Whether assertions of a class are on: those of the library are not.
    fn has_assertions(&self, class: ClassId) -> bool {
        !self.classes[class].is_library()
    }
}

impl Asking<'_, '_> {
    /// A class that code names; where there is none, an error of linking.
    fn found(&mut self, name: &str) -> Linked<ClassId> {
        self.linker.class(name).map_err(|missing| {
            let error = match missing {
                Missing::Absent(_) => "java/lang/NoClassDefFoundError",
                Missing::Circular(_) => "java/lang/ClassCircularityError",
                Missing::Malformed(_) => {
                    self.linker.malformed.get_or_insert(missing);
                    "java/lang/ClassFormatError"
                }
            };
            self.throws(error)
        })
    }

    /// The code names a type, as class files write it.
    fn name(&mut self, name: &str) {
        if self.linker.is_users(self.method) {
            self.linker.name_type(descriptor::of_class(name));
        }
    }

    fn throws(&mut self, error: &str) -> Refusal {
        Refusal::Throws(self.linker.library(error))
    }

    /// The answer for a member that does not exist: the library has members that nothing models.
    fn missing(&mut self, class: ClassId, member: &MemberRef, error: &str) -> Refusal {
        match self.linker.has_unknown_members(class) {
            true => Refusal::Unsupported(shown_member(member)),
            false => self.throws(error),
        }
    }

    pub(super) fn initialise(&mut self, class: ClassId) -> Option<Initialise> {
        if self.linker.is_enum(class) {
            self.name(&self.linker.classes[class].name.clone());
        }
        self.linker.initialisation(class, Some(self.method))
    }

    /// A call of a method that exists.
    fn method_call(&mut self, how: Invoke, member: &MemberRef, class: ClassId, operands: &[Ty]) -> Linked<Call> {
        let linker = &mut *self.linker;
        let Some(mut found) = linker.method(class, &member.name, &member.descriptor) else {
            return Err(self.missing(class, member, "java/lang/NoSuchMethodError"));
        };
        let is_static = linker.member(found).access.is_static();
        if is_static != (how == Invoke::Static) {
            return Err(self.throws("java/lang/IncompatibleClassChangeError"));
        }
        if how == Invoke::Special && &*member.name != "<init>" {
            let above = self.above(found, member, class);
            found = above.ok_or_else(|| self.throws("java/lang/AbstractMethodError"))?;
        }
        let linker = &mut *self.linker;
        let mut receiver = found.0;
        if let (Invoke::Virtual | Invoke::Interface, Some(operand)) = (how, operands.first()) {
            receiver = linker.narrowed(receiver, class, operand);
            found = linker.selected(receiver, found).unwrap_or(found);
        }
        let declared = linker.classes[found.0].access();
        let Method { access, code, .. } = linker.member(found);
        let is_exact = matches!(how, Invoke::Static | Invoke::Special)
            || access.is_private()
            || (access.is_final() || declared.is_final()) && !access.is_abstract();
        if &*member.name == "getClass" && found.0 == linker.object() {
            return linker.virtual_call(found, receiver, &[]);
        }
        if is_exact
            && code.is_none()
            && let Some(closing) = linker.closing(found)
        {
            let id = linker.declared_method(found);
            linker.closing.insert(id, closing);
            return Ok(Call::Method { callee: Callee::Exact(id), initialise: None });
        }
        if is_exact && code.is_none() {
            let known = MemberRef { class: linker.classes[found.0].name.as_str().into(), ..member.clone() };
            return Err(Refusal::Unsupported(shown_member(&known)));
        }
        if is_exact {
            let found = linker.for_arrays(found, operands).unwrap_or(found);
            let typed = linker.typed(found, operands);
            let id = linker.reached(typed.unwrap_or(found));
            let initialise = if is_static { self.initialise(found.0) } else { None };
            return Ok(Call::Method { callee: Callee::Exact(id), initialise });
        }
        linker.virtual_call(found, receiver, operands)
    }

    /// The method that `super.m()` and its like run.
    fn above(&self, found: Member, member: &MemberRef, named: ClassId) -> Option<Member> {
        let linker = &*self.linker;
        let own = linker.program.methods[self.method].class;
        let is_above = named != own && linker.is_subclass(own, named) && !linker.classes[named].is_interface();
        let found = match (is_above, linker.program.classes[own].superclass) {
            (true, Some(superclass)) => linker.method(superclass, &member.name, &member.descriptor)?,
            _ => found,
        };
        (!linker.member(found).access.is_abstract()).then_some(found)
    }
}

impl Linkage for Asking<'_, '_> {
    fn reference(&mut self, name: &str) -> Type {
        match name.starts_with('[') {
            true => self.linker.loaded_type(name),
            false => self.linker.loaded_class(class_of(name)),
        }
    }

    fn object(&mut self) -> ClassId {
        self.linker.object()
    }

    fn class(&mut self, name: &str) -> Linked<Type> {
        let base = name.trim_start_matches('[');
        if base.len() != name.len() {
            if base.starts_with('L') {
                self.found(class_of(base))?;
            }
            self.name(name);
            return Ok(self.reference(name));
        }
        let class = self.found(name)?;
        self.name(name);
        // Of an object about whose class nothing is known it is not known either whether it is one of this class.
        if self.linker.classes[class].is_library() && self.linker.may_be_unknown_input(class) {
            return Err(Refusal::Unsupported(format!("a test of an input for the class {}", dotted(name))));
        }
        Ok(Type::Class(class))
    }

    fn instantiate(&mut self, name: &str) -> Linked<(ClassId, Option<Initialise>)> {
        let class = self.found(name)?;
        let access = self.linker.classes[class].access();
        if access.is_abstract() || access.is_interface() {
            return Err(self.throws("java/lang/InstantiationError"));
        }
        // Of which other classes its objects are instances is not known.
        let ancestors = &self.linker.program.classes[class].ancestors;
        let unknown = ancestors.iter().find(|above| self.linker.classes[**above].origin == Origin::Unmodelled);
        if let Some(unknown) = unknown {
            let unknown = dotted(&self.linker.classes[*unknown].name);
            return Err(Refusal::Unsupported(match unknown == dotted(name) {
                true => format!("new {unknown}"),
                false => format!("new {}, below {unknown}", dotted(name)),
            }));
        }
        self.linker.instantiate(class);
        Ok((class, self.initialise(class)))
    }

    fn caught(&mut self, name: &str) -> Linked<ClassId> {
        self.found(name)
    }

    fn is_below(&self, class: ClassId, of: ClassId) -> bool {
        self.linker.is_subclass(class, of)
    }

    fn class_above(&mut self, one: &str, other: &str) -> Option<Name> {
        let (one, other) = (self.linker.class(one).ok()?, self.linker.class(other).ok()?);
        let linker = &*self.linker;
        if [one, other].iter().any(|class| linker.classes[*class].is_interface()) {
            return None;
        }
        let above = linker.program.line(one).find(|above| linker.is_subclass(other, *above))?;
        (above != linker.object()).then(|| linker.classes[above].name.as_str().into())
    }

    fn causes(&self) -> Causes {
        self.linker.program.causes.expect("a linked program has classes of causes")
    }

    fn field(&mut self, field: &MemberRef) -> Linked<FieldId> {
        let class = self.found(&field.class)?;
        match self.linker.field(class, &field.name, &field.descriptor) {
            Some(Field::Instance(_)) if self.linker.is_hidden(class, field) => {
                Err(Refusal::Unsupported(format!("{} of an input", shown_member(field))))
            }
            Some(Field::Instance(id)) => Ok(id),
            Some(Field::Static(..)) => Err(self.throws("java/lang/IncompatibleClassChangeError")),
            None => Err(self.missing(class, field, "java/lang/NoSuchFieldError")),
        }
    }

    fn static_field(&mut self, field: &MemberRef) -> Linked<StaticUse> {
        let elsewhere = ELSEWHERE.iter().find(|(class, name, _)| (*class, *name) == (&*field.class, &*field.name));
        let class = self.found(elsewhere.map_or(&*field.class, |(_, _, class)| class))?;
        match self.linker.field(class, &field.name, &field.descriptor) {
            Some(Field::Static(class, id)) => Ok(StaticUse { field: id, initialise: self.initialise(class) }),
            Some(Field::Instance(..)) => Err(self.throws("java/lang/IncompatibleClassChangeError")),
            None => Err(self.missing(class, field, "java/lang/NoSuchFieldError")),
        }
    }

    fn assertions(&mut self, switch: &MemberRef) -> Option<bool> {
        let class = self.linker.class(&switch.class).ok()?;
        let Some(Field::Static(class, _)) = self.linker.field(class, &switch.name, &switch.descriptor) else {
            // Models have no switches, but methods of the JDK that fill their gaps ask for them.
            let is_filled = self.linker.classes[class].origin == Origin::Model && &*switch.name == SWITCH;
            return is_filled.then_some(false);
        };
        let member = self.linker.own(class, "<clinit>", "()V")?;
        let file = self.linker.classes[class].file.as_ref()?;
        let declared = file.fields.iter().find(|own| *own.name == *switch.name)?;
        if !declared.access.is_static() || !declared.access.is_final() {
            return None;
        }
        let code = self.linker.member(member).code.as_ref()?;
        let stores = code.ops.iter().filter(|(_, op)| matches!(op, Op::PutStatic(put) if *put.name == *switch.name));
        let is_switch = stores.count() == 1
            && (0..code.ops.len())
                .any(|at| stores_assertion_switch(&code.ops[at..]).is_some_and(|(put, _)| *put.name == *switch.name));
        is_switch.then(|| self.linker.has_assertions(class))
    }

    fn enum_switch(&mut self, array: &MemberRef) -> Option<EnumSwitch> {
        self.switch_of(array)
    }

    fn call(&mut self, how: Invoke, method: &MemberRef, operands: &[Ty]) -> Linked<Call> {
        if let Some(answer) = self.intrinsic(method) {
            return answer;
        }
        if method.class.starts_with('[') {
            if &*method.name == "clone" && &*method.descriptor == "()Ljava/lang/Object;" {
                return Ok(Call::Intrinsic(Intrinsic::CloneArray));
            }
            let object = self.linker.object();
            return self.method_call(how, method, object, &[]);
        }
        let class = self.found(&method.class)?;
        self.method_call(how, method, class, operands)
    }

    fn dynamic(&mut self, site: &Dynamic, at: usize) -> Linked<Call> {
        self.site(site, at)
    }

    fn constant(&mut self, constant: &Constant) -> Linked<Expr> {
        let unsupported = match constant {
            Constant::Text(text) => return Ok(self.linker.held(Held::Text(text.to_vec()))),
            Constant::Class(name) => return Ok(self.linker.held(Held::Class(name.to_string()))),
            Constant::MethodType(_) => "a constant of java.lang.invoke.MethodType",
            Constant::Handle(_) => "a constant of java.lang.invoke.MethodHandle",
            _ => "a constant that a bootstrap method makes",
        };
        Err(Refusal::Unsupported(unsupported.to_owned()))
    }

    fn object_site(&mut self, class: ClassId, span: Span) -> SiteId {
        self.linker.site_at(self.method, class, span)
    }

    fn array_site(&mut self, element: Type, span: Span) -> SiteId {
        self.linker.program.sites.push(Site { method: self.method, span, kind: SiteKind::Array(element) })
    }

    fn check(&mut self, span: Span) -> Option<CheckId> {
        if !self.linker.dialect.checks(Property::Assert) {
            return None;
        }
        // The code of a `finally` is there several times.
        let checks = &mut self.linker.program.checks;
        let is_here = |check: &Check| (check.method, check.span) == (self.method, span);
        let known = checks.iter_enumerated().find(|(_, check)| is_here(check)).map(|(id, _)| id);
        Some(known.unwrap_or_else(|| checks.push(Check { kind: Kind::Assert, span, method: self.method })))
    }

    fn catches_assertions(&self) -> bool {
        let member = self.linker.members[self.method];
        let guarded = self.linker.guarded.as_ref();
        guarded.is_none_or(|guarded| member.is_none_or(|member| guarded.contains(&self.linker.key(member))))
    }

    /// Code of the library has no boxes to compare so, or wants their objects.
    fn compares_values(&self) -> bool {
        !self.linker.classes[self.linker.program.methods[self.method].class].is_library()
    }

    fn note_texts(&mut self) {
        self.linker.compares_texts = true;
    }

    fn is_exact(&mut self, element: &str) -> bool {
        if !element.starts_with('L') {
            return !element.contains('L');
        }
        // All arrays of constants of an enum are made as such.
        let class = self.linker.class(class_of(element));
        class.is_ok_and(|class| self.linker.classes[class].access().is_final() || self.linker.is_enum(class))
    }

    fn is_threaded(&self) -> bool {
        self.linker.threaded
    }

    fn span(&self, line: u32) -> Span {
        let class = self.linker.program.methods[self.method].class;
        self.linker.sources.span(&self.linker.classes[class].source, line)
    }
}

impl Asking<'_, '_> {
    /// Calls that are lowered to instructions.
    fn intrinsic(&mut self, method: &MemberRef) -> Option<Linked<Call>> {
        let found = |intrinsic| Some(Ok(Call::Intrinsic(intrinsic)));
        match (&*method.class, &*method.name) {
            ("multise/Nondet" | "org/sosy_lab/sv_benchmarks/Verifier", name)
            | ("java/lang/Texts", name @ ("anyText" | "assume"))
            | ("java/util/Given", name @ "assume")
            | ("java/util/Random", name @ ("randomInt" | "randomLong" | "randomDouble" | "assume"))
            | ("java/lang/System", name @ ("clock" | "assume"))
            | ("java/lang/Runtime", name @ ("bytes" | "processors" | "assume"))
            | ("java/util/Order", name @ "orderOfSets") => Some(self.nondet(method, name)),
            ("java/lang/Cases", name @ ("caseBeyondLatin1" | "differenceBeyondLatin1")) => {
                let text = self.linker.program.texts.intern(name);
                self.linker.program.guesses.insert(text);
                Some(self.nondet(method, name))
            }
            ("java/lang/Later", "hasOtherAlgorithm") => {
                let has_it = self.linker.places.whole("jdk/internal/math/DoubleToDecimal").is_some();
                found(Intrinsic::Value(Some(Expr::int(i64::from(has_it)))))
            }
            (
                "java/lang/Math" | "java/lang/StrictMath" | "java/lang/Float" | "java/lang/Double" | "java/lang/Later",
                name,
            ) => super::floats::intrinsic(name, &method.descriptor).map(|found| Ok(Call::Intrinsic(found))),
            ("java/lang/Cases" | "java/lang/Thread" | "java/util/concurrent/locks/ReentrantLock", "assume") => {
                found(Intrinsic::Assume)
            }
            ("java/lang/Thread", "fork") => {
                let thread = self.linker.library("java/lang/Thread");
                let begin = self.linker.own(thread, "begin", "(Ljava/lang/Thread;)V")?;
                found(Intrinsic::Fork(self.linker.reached(begin)))
            }
            ("java/lang/Object", "<init>") => found(Intrinsic::Value(None)),
            ("java/lang/System", "exit") => found(Intrinsic::Exit),
            ("java/lang/Class", "desiredAssertionStatus") => {
                let own = self.linker.program.methods[self.method].class;
                found(Intrinsic::Value(Some(Expr::int(i64::from(self.linker.has_assertions(own))))))
            }
            _ => None,
        }
    }

    /// Values from outside, and assumptions about them.
    fn nondet(&mut self, method: &MemberRef, name: &str) -> Linked<Call> {
        let ty = match (name, &*method.descriptor) {
            ("assume", "(Z)V") => return Ok(Call::Intrinsic(Intrinsic::Assume)),
            ("anyText" | "nondetString", "()Ljava/lang/String;") => return self.any_text(name),
            ("anyString", "(I)Ljava/lang/String;") => {
                let texts = self.linker.library("java/lang/Texts");
                let outside = MemberRef { name: "outside".into(), ..method.clone() };
                return self.method_call(Invoke::Static, &outside, texts, &[]);
            }
            ("anyInt" | "nondetInt" | "randomInt" | "orderOfSets" | "differenceBeyondLatin1" | "processors", "()I") => {
                Type::Machine(Width::I32)
            }
            ("anyLong" | "nondetLong" | "randomLong" | "clock" | "bytes", "()J") => Type::Machine(Width::I64),
            ("anyShort" | "nondetShort", "()S") => Type::Machine(Width::I16),
            ("anyByte" | "nondetByte", "()B") => Type::Machine(Width::I8),
            ("anyChar" | "nondetChar" | "caseBeyondLatin1", "()C") => Type::Machine(Width::U16),
            ("anyBoolean" | "nondetBoolean", "()Z") => Type::Machine(Width::U1),
            ("anyFloat" | "nondetFloat", "()F") => Type::Ieee(Format::Single),
            ("anyDouble" | "nondetDouble" | "randomDouble", "()D") => Type::Ieee(Format::Double),
            _ => return Err(Refusal::Unsupported(shown_member(method))),
        };
        let text = self.linker.program.texts.intern(name);
        Ok(Call::Intrinsic(Intrinsic::Havoc(ty, text)))
    }

    /// A new text from outside.
    fn any_text(&mut self, name: &str) -> Linked<Call> {
        let class = self.linker.library("java/lang/String");
        let text = Generic::Class("java/lang/String".to_owned(), Vec::new());
        self.linker.add_input(&text.descriptor(), &text);
        let text = self.linker.program.texts.intern(name);
        Ok(Call::Intrinsic(Intrinsic::Havoc(Type::Class(class), text)))
    }
}

/// The text that names a member in reports.
fn shown_member(member: &MemberRef) -> String {
    match member.descriptor.starts_with('(') {
        true if &*member.class == UNSUPPORTED => in_words(&member.name),
        true => shown(&member.class, &member.name, &member.descriptor),
        false => format!("{}.{}", dotted(&member.class), member.name),
    }
}

/// A name as the words that it is made of.
fn in_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    words
}
