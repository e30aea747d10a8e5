//! Parameters that are types, of entries and of the classes of their receivers. Each stands for one type, wherever it is written: its
//! bound. Where this only says that values are compared with each other, it is a class whose objects are, unless every class of
//! receivers says what it is.

use super::Linker;
use super::arguments::{is_itself, themselves};
use super::classes::dotted;
use super::code::More;
use super::collections::written;
use super::enums::instance;
use super::members::Member;
use crate::ir::{BlockId, ClassId, Expr, InstrKind, LocalId, MethodId, Terminator, Type};
use crate::java::classfile::signature::{self, Generic, Variables};
use crate::java::classfile::{Method, descriptor};

/// The bounds that only say that values are compared with each other.
const COMPARABLE: &str = "java/lang/Comparable";
const ENUM: &str = "java/lang/Enum";

/// Two parameters of an entry that share a parameter that is a type. An object of a class below the type of the first one, as an
/// `IntBox extends Box<Integer>` where a `Box<T>` is wanted, says of which type the second one is, which is just a `T`.
pub(super) struct Shared {
    root: MethodId,
    holder: LocalId,
    class: ClassId,
    value: LocalId,
    ty: Type,
}

impl Linker<'_> {
    /// The types of the parameters of a method: their descriptors, and their types with arguments where the class file has them for
    /// all parameters.
    pub(super) fn parameter_types(&mut self, class: ClassId, method: &Method) -> Vec<(String, Generic)> {
        let (parameters, _) = descriptor::method(&method.descriptor).unwrap_or_default();
        let of_class = self.parameters(class);
        let text = method.signature.as_deref().unwrap_or_default();
        let is_same = |types: &Vec<Generic>| {
            types.len() == parameters.len() && types.iter().zip(&parameters).all(|(ty, own)| ty.descriptor() == *own)
        };
        let fixed = self.fixed_below(class);
        let mut chosen = Variables::new();
        let types = signature::method(text, &of_class, |_| ())
            .filter(is_same)
            .and_then(|_| signature::method(text, &of_class, |variables| chosen = self.choose(variables, &fixed)))
            .unwrap_or_else(|| parameters.iter().filter_map(|own| Generic::plain(own)).collect());
        chosen.retain(|(name, _)| text.contains(&format!("T{name};")));
        let owner = dotted(&self.classes[class].name);
        let is_of_class = |(name, _): &(String, Generic)| of_class.iter().any(|(own, _)| own == name);
        let (of_class, own): (Variables, Variables) = chosen.into_iter().partition(is_of_class);
        self.assume_chosen(&owner, of_class);
        self.assume_chosen(&format!("{owner}.{}", method.name), own);
        parameters.into_iter().map(str::to_owned).zip(types).collect()
    }

    /// The arguments of a class where its objects are receivers; none if they are any.
    pub(super) fn chosen_arguments(&mut self, class: ClassId) -> Vec<Generic> {
        let (mut variables, fixed) = (self.parameters(class), self.fixed_below(class));
        let chosen = self.choose(&mut variables, &fixed);
        if chosen.is_empty() {
            return Vec::new();
        }
        self.assume_chosen(&dotted(&self.classes[class].name), chosen);
        variables.into_iter().map(|(_, ty)| ty).collect()
    }

    /// The parameters of a class whose values are compared and which all classes below it fix, as `Names extends Ranked<String>`
    /// does. None are where it has objects itself.
    fn fixed_below(&mut self, class: ClassId) -> Vec<String> {
        let mut fixed = self.parameters(class);
        fixed.retain(|(_, bound)| is_bound(bound, COMPARABLE) || is_bound(bound, ENUM));
        if fixed.is_empty() {
            return Vec::new();
        }
        for below in self.users_below(class) {
            let own = themselves(&self.parameters(below));
            let above = self.arguments_above(below, &own, class);
            let known = self.bound(class, &above);
            fixed.retain(|(name, _)| !above.is_empty() && known.iter().any(|(own, ty)| own == name && !is_itself(ty)));
        }
        fixed.into_iter().map(|(name, _)| name).collect()
    }

    /// Lets parameters stand for classes whose objects are compared with each other, but for those that are fixed. Returns which.
    fn choose(&mut self, variables: &mut Variables, fixed: &[String]) -> Variables {
        let mut chosen = Variables::new();
        for (name, bound) in variables.iter_mut().filter(|(name, _)| !fixed.contains(name)) {
            let class = match &*bound {
                bound if is_bound(bound, COMPARABLE) => Some("java/lang/Integer".to_owned()),
                bound if is_bound(bound, ENUM) => self.first_enum(),
                _ => None,
            };
            if let Some(class) = class {
                *bound = Generic::Class(class, Vec::new());
                chosen.push((name.clone(), bound.clone()));
            }
        }
        chosen
    }

    /// The first enum of the class path.
    fn first_enum(&mut self) -> Option<String> {
        let mut classes = self.users_classes().into_iter();
        let found = classes.find(|class| self.enum_class(*class) == Some(*class))?;
        Some(self.classes[found].name.clone())
    }

    fn assume_chosen(&mut self, of: &str, chosen: Variables) {
        for (name, ty) in chosen {
            self.assume(format!("the type parameter `{name}` of `{of}` is `{}`", written(&ty)));
        }
    }

    /// Notes which parameters of an entry share parameters that are types.
    pub(super) fn share_types(&mut self, root: MethodId, member: Member) {
        let (class, method) = (member.0, self.member(member).clone());
        let of_class = self.parameters(class);
        let text = method.signature.as_deref().unwrap_or(&method.descriptor).to_owned();
        let named = |variables: &mut Variables| *variables = themselves(variables);
        let Some(types) = signature::method(&text, &of_class, named) else { return };
        let formals = self.program.methods[root].formals.clone();
        let Some(first) = formals.len().checked_sub(types.len()) else { return };
        let mut typed: Vec<(LocalId, Generic)> = formals[first..].iter().copied().zip(types).collect();
        if let Some(this) = self.program.methods[root].this() {
            let arguments = themselves(&of_class).into_iter().map(|(_, ty)| ty).collect();
            typed.push((this, Generic::Class(self.classes[class].name.clone(), arguments)));
        }
        let (values, holders): (Vec<_>, Vec<_>) = typed.into_iter().partition(|(_, ty)| is_itself(ty));
        for (holder, ty) in holders.iter().filter(|_| !values.is_empty()) {
            let Generic::Class(name, wanted) = ty else { continue };
            let Ok(declared) = self.class(name) else { continue };
            for below in self.users_below(declared).into_iter().filter(|below| *below != declared) {
                let own = themselves(&self.parameters(below));
                let above = self.arguments_above(below, &own, declared);
                for (own, wanted) in above.iter().rev().zip(wanted.iter().rev()).filter(|(own, _)| !is_itself(own)) {
                    let ty = self.type_of(&own.descriptor());
                    let sharing = values.iter().filter(|(_, value)| value == wanted);
                    let (holder, class) = (*holder, below);
                    self.shared.extend(sharing.map(|(value, _)| {
                        let (value, ty) = (*value, ty.clone());
                        Shared { root, holder, class, value, ty }
                    }));
                }
            }
        }
    }

    /// Code that assumes it of the inputs of an entry, whose receiver may be another variable than `this`. Returns its first block.
    pub(super) fn agree(&self, root: MethodId, receiver: Option<LocalId>, more: &mut More, next: BlockId) -> BlockId {
        let this = more.method().this();
        self.shared.iter().filter(|shared| shared.root == root).fold(next, |next, shared| {
            let holder = receiver.filter(|_| this == Some(shared.holder)).unwrap_or(shared.holder);
            let cond = Expr::is_null_or_instance(Expr::Local(shared.value), shared.ty.clone());
            let assume = more.block(vec![InstrKind::Assume { cond }], Terminator::Goto(next));
            let (cond, test) = instance(more, holder, shared.class);
            more.block(vec![test], Terminator::Branch { cond, then: assume, other: next })
        })
    }
}

fn is_bound(bound: &Generic, class: &str) -> bool {
    matches!(bound, Generic::Class(name, _) if name == class)
}
