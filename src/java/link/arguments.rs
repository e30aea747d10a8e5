//! Type arguments in inputs. Code has erased types: by its class file, a `Box<String>` could hold any object, which no compiled
//! program puts there. So what inputs have in fields and as parameters is [narrowed](crate::ir::Narrowed) to what signatures say.
//!
//! Two classes stand for a type with arguments. A *parameterised class* is below the class that it is made of, and has the objects
//! of inputs with these arguments: in those of `Box<String>`, a field of type `T` has texts. A *parameterised type* is what a place
//! is narrowed to, and is above all classes of inputs whose arguments fit. Objects that a program makes are of neither.
//!
//! Where signatures leave open what is there, more is allowed: `? extends A` is `A`, `?` is the bound, and a raw type is of all
//! arguments.

use super::Linker;
use super::classes::{Linked, class_of, dotted};
use super::collections::written;
use crate::ir::{ClassId, Contents, Type};
use crate::java::classfile::signature::{self, Generic, Variables};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;

/// The most types with arguments of a program. The arguments of others are ignored.
const MOST: usize = 64;
/// The deepest arguments of arguments. Types that grow with each field, as `Node<List<T>>` in `Node<T>`, end there.
const DEEPEST: usize = 6;
/// What the name of a parameter begins with where it stands for itself.
const PARAMETER: char = '<';

/// The types with arguments of inputs.
#[derive(Default)]
pub(super) struct Arguments {
    /// The parameterised types, by the declared class and the arguments.
    types: IndexMap<(ClassId, Vec<Generic>), ClassId>,
    /// The class and the arguments that each parameterised class is made of.
    made_of: FxHashMap<ClassId, (ClassId, Vec<Generic>)>,
}

impl Linker<'_> {
    /// What inputs have where `ty` is written, which is `declared` without its arguments. `open` gets the types of the inputs.
    pub(super) fn contents_of(&mut self, declared: &str, ty: &Generic, open: &mut Vec<Generic>) -> Contents {
        if declared.starts_with('L')
            && let Some(below) = self.below(declared, ty, open)
        {
            return Contents::Below(below);
        }
        if let (Generic::Array(element), Some(own)) = (ty, declared.strip_prefix('['))
            && own.starts_with('L')
            && let Some(below) = self.below(own, element, open)
        {
            self.inputs.arrays.insert(declared.to_owned());
            return Contents::Elements(below);
        }
        open.extend(Generic::plain(declared));
        Contents::Any
    }

    /// The type of values where a class is declared, if it is below that.
    fn below(&mut self, declared: &str, ty: &Generic, open: &mut Vec<Generic>) -> Option<Type> {
        let above = self.class(class_of(declared)).ok()?;
        match ty {
            Generic::Class(name, _) => {
                let class = self.class(name).ok().filter(|class| self.is_subclass(*class, above))?;
                if let Some(narrowed) = self.parameterised_type(class, ty, open) {
                    return Some(Type::Class(narrowed));
                }
                (class != above).then(|| {
                    open.push(Generic::Class(name.clone(), Vec::new()));
                    Type::Class(class)
                })
            }
            // The argument is an array.
            Generic::Array(_) if self.program.array_supers.contains(&above) => {
                let descriptor = ty.descriptor();
                open.extend(Generic::plain(&descriptor));
                Some(self.loaded_type(&descriptor))
            }
            _ => None,
        }
    }

    /// The parameterised type, if the arguments say something.
    fn parameterised_type(&mut self, declared: ClassId, ty: &Generic, open: &mut Vec<Generic>) -> Option<ClassId> {
        let Generic::Class(name, arguments) = shallow(ty, DEEPEST) else { return None };
        let parameters = self.parameters(declared);
        let unused = parameters.len().checked_sub(arguments.len())?;
        let mut pairs = arguments.iter().zip(&parameters[unused..]);
        if pairs.all(|(argument, (_, bound))| *argument == Generic::object() || argument == bound) {
            return None;
        }
        let key = (declared, arguments);
        if let Some(&known) = self.arguments.types.get(&key) {
            return Some(known);
        }
        if self.arguments.types.len() == MOST {
            return None;
        }
        let above = if self.classes[declared].is_interface() { self.object() } else { declared };
        let class = self.class_below(&dotted(&name), declared, above);
        open.push(Generic::Class(name, key.1.clone()));
        self.arguments.types.insert(key, class);
        Some(class)
    }

    /// The class of inputs that are objects of a class where a type with arguments is declared; nothing if there are none.
    pub(super) fn with_arguments(
        &mut self,
        class: ClassId,
        declared: ClassId,
        arguments: &[Generic],
    ) -> Option<ClassId> {
        if arguments.is_empty() {
            return Some(class);
        }
        let own = self.own_arguments(class, declared, arguments)?;
        Some(if self.says_nothing(class, &own) { class } else { self.parameterised_class(class, own) })
    }

    /// The arguments of a class where a declared one above it has these; nothing if it cannot have them.
    fn own_arguments(&mut self, class: ClassId, declared: ClassId, arguments: &[Generic]) -> Option<Vec<Generic>> {
        let parameters = self.parameters(class);
        let mut found: Variables = Vec::new();
        if class == declared {
            found = self.bound(class, arguments);
        } else {
            let above = self.arguments_above(class, &themselves(&parameters), declared);
            let mut pairs = above.iter().rev().zip(arguments.iter().rev());
            if pairs.any(|(above, wanted)| !self.unify(above, wanted, &mut found)) {
                return None;
            }
        }
        let argument = |(name, bound): &(String, Generic)| {
            let argument = found.iter().rfind(|(known, _)| known == name).map(|(_, argument)| argument);
            argument.map_or_else(|| Some(bound.clone()), |argument| self.within(argument, bound))
        };
        parameters.iter().map(argument).collect()
    }

    /// Whether the arguments of a class are the bounds of its parameters.
    fn says_nothing(&mut self, class: ClassId, arguments: &[Generic]) -> bool {
        self.parameters(class).iter().zip(arguments).all(|((_, bound), argument)| argument == bound)
    }

    /// An argument, or the bound of its parameter if that is below it: one of them, if objects may be of both. Nothing if none are.
    fn within(&mut self, argument: &Generic, bound: &Generic) -> Option<Generic> {
        let (Generic::Class(own, _), Generic::Class(most, _)) = (argument, bound) else {
            return self.is_within(argument, bound).then(|| argument.clone());
        };
        let (Ok(own), Ok(most)) = (self.class(own), self.class(most)) else { return Some(argument.clone()) };
        if self.is_subclass(most, own) && most != own {
            return Some(bound.clone());
        }
        let is_interface = |class: ClassId| self.classes[class].is_interface();
        (self.is_subclass(own, most) || is_interface(own) || is_interface(most)).then(|| argument.clone())
    }

    /// Whether an argument that a class has for a declared one may be the one that is wanted, and what its parameters are then.
    fn unify(&mut self, own: &Generic, wanted: &Generic, found: &mut Variables) -> bool {
        match (own, wanted) {
            (Generic::Class(name, _), _) if name.starts_with(PARAMETER) => {
                let parameter = &name[PARAMETER.len_utf8()..];
                match found.iter().find(|(known, _)| known == parameter) {
                    Some((_, chosen)) => self.may_be_both(&chosen.clone(), wanted),
                    None => {
                        found.push((parameter.to_owned(), wanted.clone()));
                        !matches!(wanted, Generic::Primitive(_))
                    }
                }
            }
            (Generic::Class(name, own), Generic::Class(other, wanted)) if name == other => {
                own.iter().zip(wanted).for_each(|(own, wanted)| {
                    self.unify(own, wanted, found);
                });
                true
            }
            (Generic::Array(own), Generic::Array(wanted)) => self.unify(own, wanted, found),
            // It may be a parameter of a method around the class.
            _ => *own == Generic::object() || self.is_within(own, wanted),
        }
    }

    /// Whether an argument may be where another one is wanted, or an argument below that.
    fn is_within(&mut self, own: &Generic, wanted: &Generic) -> bool {
        match (own, wanted) {
            _ if *wanted == Generic::object() => true,
            (Generic::Class(name, own), Generic::Class(other, wanted)) if name == other => {
                own.iter().zip(wanted).all(|(own, wanted)| self.is_within(own, wanted))
            }
            (Generic::Class(own, _), Generic::Class(wanted, _)) => match (self.class(own), self.class(wanted)) {
                (Ok(own), Ok(wanted)) => self.is_subclass(own, wanted),
                _ => true,
            },
            (Generic::Array(own), Generic::Array(wanted)) => self.is_within(own, wanted),
            (Generic::Array(_), Generic::Class(wanted, _)) => {
                self.class(wanted).is_ok_and(|wanted| self.program.array_supers.contains(&wanted))
            }
            _ => own == wanted,
        }
    }

    /// Whether there may be values of both arguments.
    fn may_be_both(&mut self, one: &Generic, other: &Generic) -> bool {
        if self.is_within(one, other) || self.is_within(other, one) {
            return true;
        }
        let (Generic::Class(name, own), Generic::Class(of, others)) = (one, other) else { return false };
        if name == of {
            return own.iter().zip(others).all(|(own, other)| self.may_be_both(own, other));
        }
        let (Ok(one), Ok(other)) = (self.class(name), self.class(of)) else { return true };
        let both = [one, other].map(|class| self.classes[class].access());
        both.iter().any(|access| access.is_interface()) && !both.iter().any(|access| access.is_final())
    }

    /// Says where two inputs with different type arguments are never one object, although wildcards and type parameters may allow
    /// it.
    pub(super) fn assume_different_arguments(&mut self) {
        let mut pairs = self.collections.apart();
        let written = |(declared, arguments): &(ClassId, Vec<Generic>)| {
            Generic::Class(self.classes[*declared].name.clone(), arguments.clone())
        };
        let types: Vec<Generic> = self.arguments.types.keys().map(written).collect();
        for (n, one) in types.iter().enumerate() {
            for other in &types[..n] {
                if !self.is_within(one, other) && !self.is_within(other, one) {
                    pairs.push((one.clone(), other.clone()));
                }
            }
        }
        for (one, other) in pairs {
            let (Generic::Class(name, _), Generic::Class(of, _)) = (&one, &other) else { continue };
            if name == of && self.may_be_both(&one, &other) {
                self.assume(format!(
                    "inputs of type `{}` with different arguments are different objects",
                    dotted(name)
                ));
            }
        }
    }

    fn parameterised_class(&mut self, of: ClassId, arguments: Vec<Generic>) -> ClassId {
        let key = (of, arguments);
        if let Some((known, _)) = self.arguments.made_of.iter().find(|(_, made_of)| **made_of == key) {
            return *known;
        }
        let name = self.classes[of].name.clone();
        let class = self.class_below(&written(&Generic::Class(name.clone(), key.1.clone())), of, of);
        self.program.classes[class].fields = self.program.classes[of].fields.clone();
        let (origin, package) = (self.classes[of].origin, self.classes[of].package.clone());
        let linked = &mut self.classes[class];
        (linked.name, linked.origin, linked.package) = (name, origin, package);
        // Inputs that a user writes may leave out the arguments.
        self.instantiate(of);
        self.arguments.made_of.insert(class, key);
        class
    }

    /// A class without a file, which is below another one.
    fn class_below(&mut self, name: &str, above: ClassId, superclass: ClassId) -> ClassId {
        let above = self.program.classes[above].ancestors.clone();
        self.add_class(name.to_owned(), Some(superclass), above, Linked::made(name))
    }

    /// The type of a field in objects of a class: its descriptor, and the type with arguments.
    pub(super) fn field_type(&mut self, class: ClassId, (declaring, i): (ClassId, usize)) -> Option<(String, Generic)> {
        let file = self.classes[declaring].file.clone()?;
        let field = &file.fields[i];
        let signature = field.signature.as_ref();
        let ty = signature.and_then(|signature| self.with_own_arguments(signature, class, declaring));
        Some((field.descriptor.to_string(), ty.or_else(|| Generic::plain(&field.descriptor))?))
    }

    /// What the signature of a field means in objects of a class.
    fn with_own_arguments(&mut self, signature: &str, class: ClassId, declaring: ClassId) -> Option<Generic> {
        let (of, own) = match self.arguments.made_of.get(&class).cloned() {
            Some((of, arguments)) => (of, self.bound(of, &arguments)),
            None => (class, self.parameters(class)),
        };
        let arguments = self.arguments_above(of, &own, declaring);
        signature::field(signature, &self.bound(declaring, &arguments))
    }

    /// The arguments that a class has for one above it; none if it does not say.
    pub(super) fn arguments_above(&mut self, class: ClassId, variables: &Variables, above: ClassId) -> Vec<Generic> {
        if class == above {
            return variables.iter().map(|(_, argument)| argument.clone()).collect();
        }
        let signature = self.classes[class].file.as_ref().and_then(|file| file.signature.clone());
        let supers = signature.and_then(|text| signature::supers(&text, variables)).unwrap_or_default();
        for ty in supers {
            let Generic::Class(name, arguments) = ty else { continue };
            let Ok(next) = self.class(&name) else { continue };
            if self.is_subclass(next, above) {
                let is_raw = arguments.is_empty() && !self.parameters(next).is_empty();
                let next_variables = self.bound(next, &arguments);
                return if is_raw { Vec::new() } else { self.arguments_above(next, &next_variables, above) };
            }
        }
        Vec::new()
    }

    /// The parameters of a class with these arguments, or their bounds where there are none.
    pub(super) fn bound(&mut self, class: ClassId, arguments: &[Generic]) -> Variables {
        let mut parameters = self.parameters(class);
        for ((_, value), argument) in parameters.iter_mut().rev().zip(arguments.iter().rev()) {
            if *argument != Generic::object() {
                *value = argument.clone();
            }
        }
        parameters
    }

    /// The parameters of a class with their bounds. Those of the class around an inner class come first.
    pub(super) fn parameters(&mut self, class: ClassId) -> Variables {
        let Some(file) = self.classes[class].file.clone() else { return Variables::new() };
        let own = file.signature.as_deref().and_then(signature::class).unwrap_or_default();
        let is_inner = file.own.as_ref().is_some_and(|own| !own.access.is_static());
        match file.name.rsplit_once('$').filter(|_| is_inner).map(|(around, _)| self.class(around)) {
            Some(Ok(around)) => [self.parameters(around), own].concat(),
            _ => own,
        }
    }

    /// Gives the parameterised types their objects. All inputs are known.
    pub(super) fn set_arguments(&mut self) {
        let inputs: Vec<ClassId> = self.inputs.classes.iter().copied().collect();
        for ((declared, arguments), ty) in self.arguments.types.clone() {
            for &class in &inputs {
                if self.is_subclass(class, declared) && self.is_of_type(class, declared, &arguments) {
                    self.put_below(class, ty);
                }
            }
        }
    }

    /// Whether a class of inputs, which is below a declared one, has objects where this has arguments.
    fn is_of_type(&mut self, class: ClassId, declared: ClassId, arguments: &[Generic]) -> bool {
        let made_of = self.arguments.made_of.get(&class).cloned();
        let own = self.own_arguments(made_of.as_ref().map_or(class, |(of, _)| *of), declared, arguments);
        let Some((of, arguments_of_class)) = made_of else {
            return own.is_some_and(|own| self.says_nothing(class, &own));
        };
        if own.as_ref() == Some(&arguments_of_class) {
            return true;
        }
        let variables = self.bound(of, &arguments_of_class);
        let above = self.arguments_above(of, &variables, declared);
        above.iter().rev().zip(arguments.iter().rev()).all(|(above, wanted)| self.is_within(above, wanted))
    }

    /// Whether a class is parameterised.
    pub(super) fn is_parameterised(&self, class: ClassId) -> bool {
        self.arguments.made_of.contains_key(&class)
    }
}

/// Parameters that stand for themselves.
pub(super) fn themselves(parameters: &Variables) -> Variables {
    let itself = |name: &String| Generic::Class(format!("{PARAMETER}{name}"), Vec::new());
    parameters.iter().map(|(name, _)| (name.clone(), itself(name))).collect()
}

/// Whether a type is a parameter that stands for itself.
pub(super) fn is_itself(ty: &Generic) -> bool {
    matches!(ty, Generic::Class(name, _) if name.starts_with(PARAMETER))
}

/// A type without the arguments below a depth.
fn shallow(ty: &Generic, depth: usize) -> Generic {
    match ty {
        Generic::Primitive(letter) => Generic::Primitive(*letter),
        Generic::Array(element) => Generic::Array(Box::new(shallow(element, depth))),
        Generic::Class(name, _) if depth == 0 => Generic::Class(name.clone(), Vec::new()),
        Generic::Class(name, arguments) => {
            Generic::Class(name.clone(), arguments.iter().map(|argument| shallow(argument, depth - 1)).collect())
        }
    }
}
