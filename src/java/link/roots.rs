//! Which methods are asked for, by name or by option.

use super::Linker;
use super::classes::{dotted, simple_name};
use super::members::Member;
use crate::config::Roots;
use crate::ir::{ClassId, MethodId};
use crate::java::classfile::{ClassFile, ClassPath, descriptor};
use crate::source::{Diagnostic, Phase};
use crate::suggest::Suggestions;
use std::sync::Arc;

/// The entry method does not exist.
pub(super) const ENTRY_MISSING: &str = "E0151";
/// The entry method has no code, or is not `public static void main(String[])`.
pub(super) const ENTRY_UNFIT: &str = "E0152";
/// The entry method is overloaded.
const ENTRY_AMBIGUOUS: &str = "E0153";
/// The parameters of the method where programs start.
const ARGUMENTS: &str = "([Ljava/lang/String;)V";
/// The class where a program starts if nothing names one.
const MAIN: &str = "Main";

/// A method that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub member: Member,
    /// Whether it is where a program starts: without arguments.
    pub is_main: bool,
}

/// Why a name means nothing.
pub(super) type Refusal = Box<Diagnostic>;

pub(super) fn refuse<T>(code: &'static str, message: String, help: Option<String>) -> Result<T, Refusal> {
    Err(Box::new(Diagnostic { help, ..Diagnostic::without_place(Phase::Entry, code, message) }))
}

/// The name of the class in which the program starts, as class files write it. A class is looked up by its full name; a dot in it
/// may also lead to a nested class.
fn class_named(path: &mut ClassPath, name: &str) -> Option<(String, Arc<ClassFile>)> {
    let mut name = name.replace('.', "/");
    loop {
        if let Ok(Some(file)) = path.find(&name) {
            return Some((name, Arc::new(file)));
        }
        let at = name.rfind('/')?;
        name.replace_range(at..=at, "$");
    }
}

/// The parts of the name of a method: class, method, and the types of its parameters if they are given.
fn parts(name: &str) -> Option<(&str, &str, Option<Vec<String>>)> {
    let (plain, types) = match name.split_once('(') {
        Some((plain, types)) => (plain.trim(), Some(types.trim().strip_suffix(')')?)),
        None => (name.trim(), None),
    };
    let (class, method) = plain.rsplit_once('.')?;
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let types = types.map(|types| types.split(',').map(squeezed).filter(|ty| !ty.is_empty()).collect());
    Some((class, method, types))
}

/// The class with the first root, to have its source file before those of all others.
pub(super) fn first_class(path: &mut ClassPath, roots: &Roots, main: Option<&str>) -> Option<(String, Arc<ClassFile>)> {
    let name = match roots {
        Roots::Main(Some(class)) | Roots::Class(class) => class,
        Roots::Main(None) => main.unwrap_or(MAIN),
        Roots::Entry(name) => parts(name)?.0,
        Roots::All => return path.names().ok()?.into_iter().find_map(|name| class_named(path, &name)),
    };
    class_named(path, name)
}

impl Linker<'_> {
    /// The methods that are asked for.
    pub(super) fn roots(&mut self, main: Option<&str>) -> Result<Vec<Root>, Refusal> {
        self.check_receivers()?;
        match &self.dialect.classes.roots {
            Roots::Main(class) => {
                let class = class.clone().or_else(|| main.map(str::to_owned)).unwrap_or_else(|| MAIN.to_owned());
                self.main(&class).map(|root| vec![root])
            }
            Roots::Entry(name) => self.entry(&name.clone()).map(|root| vec![root]),
            Roots::Class(name) => {
                let class = self.users_class(&name.clone())?;
                let found = self.entries(class);
                match found.is_empty() {
                    true => refuse(ENTRY_MISSING, format!("class `{name}` declares no method to explore"), None),
                    false => Ok(found),
                }
            }
            Roots::All => {
                let mut found = Vec::new();
                for name in self.names().map_err(super::refused)? {
                    if !name.starts_with("multise/") && !name.ends_with("-info") {
                        let class = self.class(&name).map_err(super::refused)?;
                        found.extend(self.entries(class));
                    }
                }
                match found.is_empty() {
                    true => refuse(ENTRY_MISSING, "there is no method to explore".to_owned(), None),
                    false => Ok(found),
                }
            }
        }
    }

    /// A class of the class path by its name.
    fn users_class(&mut self, name: &str) -> Result<ClassId, Refusal> {
        let Some((internal, _)) = class_named(&mut self.places.path, name) else {
            // A malformed file is no missing class.
            self.places.users(&name.replace('.', "/")).map_err(super::refused)?;
            let names: Vec<String> = self.names().unwrap_or_default().into_iter().map(|name| dotted(&name)).collect();
            let help = Suggestions::default().did_you_mean(name, names.iter().map(String::as_str));
            return refuse(ENTRY_MISSING, format!("there is no class `{name}` on the class path"), help);
        };
        Ok(self.class(&internal).map_err(super::refused)?)
    }

    /// The method where a program starts.
    fn main(&mut self, name: &str) -> Result<Root, Refusal> {
        let class = self.users_class(name)?;
        let found = self.method(class, "main", ARGUMENTS);
        let unfit = |why: &str| {
            let message = format!("class `{name}` has no method `public static void main(String[])`{why}");
            refuse(ENTRY_UNFIT, message, Some("name another method with --entry CLASS.METHOD".to_owned()))
        };
        let Some(member) = found else {
            let file = self.classes[class].file.clone();
            let other = file.iter().flat_map(|file| &file.methods).find(|method| &*method.name == "main");
            return match other {
                Some(other) => {
                    unfit(&format!(", only `{}`", super::reach::shown(name, &other.name, &other.descriptor)))
                }
                None => unfit(""),
            };
        };
        let access = self.member(member).access;
        match access.is_static() && access.is_public() {
            true => Ok(Root { member, is_main: true }),
            false => unfit(", because it is not public and static"),
        }
    }

    /// The method that `Class.method` names, or `Class.method(int, C)`.
    pub(super) fn entry(&mut self, name: &str) -> Result<Root, Refusal> {
        let Some((class_name, method, types)) = parts(name) else {
            let help = Some("write `Class.method` or `Class.method(int, C)`".to_owned());
            return refuse(ENTRY_MISSING, format!("`{name}` names no entry method"), help);
        };
        let class = self.users_class(class_name)?;
        let wanted = if method == simple_name(class_name) { "<init>" } else { method };
        let named = |linker: &Self, class: ClassId, wanted: &str| -> Vec<Member> {
            let file = linker.classes[class].file.as_ref();
            file.iter().flat_map(|file| file.written(wanted)).map(|i| (class, i)).collect()
        };
        let line: Vec<ClassId> = if wanted == "<init>" { vec![class] } else { self.above(class) };
        let all: Vec<Member> =
            line.iter().map(|class| named(self, *class, wanted)).find(|found| !found.is_empty()).unwrap_or_default();
        let meant = |is_type: fn(&str, &str) -> bool| -> Vec<Member> {
            let fits = |member: &&Member| {
                let (parameters, _) = descriptor::method(&self.member(**member).descriptor).unwrap_or_default();
                types.as_ref().is_none_or(|types| {
                    let mut pairs = types.iter().zip(&parameters);
                    types.len() == parameters.len() && pairs.all(|(given, own)| is_type(given, own))
                })
            };
            all.iter().filter(fits).copied().collect()
        };
        // The full names of types may be the last parts of others.
        let exact = meant(|given, own| descriptor::shown(own) == given);
        let found = if exact.len() == 1 { exact } else { meant(is_type) };
        match (&found[..], &all[..]) {
            ([], []) => {
                let file = self.classes[class].file.clone();
                let names: Vec<&str> = file.iter().flat_map(|file| &file.methods).map(|m| &*m.name).collect();
                let help = Suggestions::default().did_you_mean(method, names.into_iter());
                refuse(ENTRY_MISSING, format!("there is no method `{method}` in class `{class_name}`"), help)
            }
            ([], _) => {
                let message = format!("no method `{method}` of class `{class_name}` has these parameters");
                refuse(ENTRY_MISSING, message, Some(format!("write one of {}", self.signatures(&all))))
            }
            ([only], _) => self.runnable(*only),
            (several, _) => {
                let message = format!("the entry method `{name}` is ambiguous: it is overloaded");
                refuse(ENTRY_AMBIGUOUS, message, Some(format!("write one of {}", self.signatures(several))))
            }
        }
    }

    /// The class and everything above it: superclasses first, then interfaces.
    fn above(&self, class: ClassId) -> Vec<ClassId> {
        let mut line: Vec<ClassId> = self.program.line(class).collect();
        for &above in &self.program.classes[class].ancestors {
            if !line.contains(&above) {
                line.push(above);
            }
        }
        line
    }

    /// Whether a method can run by itself.
    fn runnable(&self, member: Member) -> Result<Root, Refusal> {
        let (class, method) = (&self.program.classes[member.0], self.member(member));
        let name = format!("{}.{}", class.name, method.name);
        if method.code.is_none() {
            return refuse(ENTRY_UNFIT, format!("the entry method `{name}` has no body"), None);
        }
        if &*method.name == "<init>" && self.classes[member.0].access().is_abstract() {
            let message = format!("no object is made by the constructor of the abstract class `{}`", class.name);
            return refuse(ENTRY_UNFIT, message, None);
        }
        Ok(Root { member, is_main: false })
    }

    /// The methods of a class that can be entries.
    fn entries(&mut self, class: ClassId) -> Vec<Root> {
        let Some(file) = self.classes[class].file.clone() else { return Vec::new() };
        let methods = file.methods.iter().enumerate();
        let fits = methods.filter(|(_, m)| {
            let is_made = m.access.is_synthetic() || m.access.is_bridge() || &*m.name == "<clinit>";
            !(is_made || self.is_enum(class) && &*m.name == "<init>")
        });
        fits.filter_map(|(i, _)| self.runnable((class, i)).ok()).collect()
    }

    fn signatures(&self, methods: &[Member]) -> String {
        let signature = |m: &Member| {
            let method = self.member(*m);
            format!("`{}`", super::reach::shown(&self.classes[m.0].name, &method.name, &method.descriptor))
        };
        methods.iter().map(signature).collect::<Vec<_>>().join(", ")
    }

    /// Reaches a root, and says which inputs it has.
    pub(super) fn root(&mut self, root: &Root) -> MethodId {
        let (class, _) = root.member;
        let method = self.member(root.member).clone();
        let target = self.reached(root.member);
        // Its code will be there when the entry needs it.
        self.initialisation(class, None);
        if root.is_main {
            self.mains.insert(target);
            return target;
        }
        let built = if method.has_receiver() { self.built_root(root.member) } else { None };
        let id = built.unwrap_or(target);
        let formals = self.program.methods[id].formals.clone();
        let types = self.parameter_types(class, &method);
        let first = formals.len().saturating_sub(types.len());
        for ((declared, ty), formal) in types.into_iter().zip(&formals[first..]) {
            match self.position(&ty) {
                Some(position) => self.collections.formals.push((id, *formal, position)),
                None => {
                    let contents = self.add_input(&declared, &ty);
                    self.program.narrowed.parameters.insert((id, *formal), contents);
                }
            }
        }
        if &*method.name == "<init>" {
            let makes = self.site(id, class);
            self.makes.insert(id, makes);
        } else if method.has_receiver() && built.is_none() {
            self.add_receiver(root.member);
            self.call_virtually(id);
        }
        self.share_types(id, root.member);
        self.require_before(id, root.member);
        id
    }
}

/// Whether a type as a user writes it is the one of a descriptor: with its full name, or the last parts of it.
fn is_type(given: &str, descriptor: &str) -> bool {
    let own = descriptor::shown(descriptor);
    own == given || own.strip_suffix(given).is_some_and(|rest| rest.ends_with(['.', '$']))
}
