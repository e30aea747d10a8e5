//! Parameters that are types, of entries and of the classes of their receivers. Each stands for one type, wherever it is written: for
//! its bound, but where this only says that values are compared with each other. There it stands for a class whose objects are.

use super::Linker;
use super::classes::dotted;
use super::collections::written;
use crate::ir::ClassId;
use crate::java::classfile::signature::{self, Generic, Variables};
use crate::java::classfile::{Method, descriptor};

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
        let mut chosen = Variables::new();
        let types = signature::method(text, &of_class, |_| ())
            .filter(is_same)
            .and_then(|_| signature::method(text, &of_class, |variables| chosen = self.choose(variables)))
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
        let mut variables = self.parameters(class);
        let chosen = self.choose(&mut variables);
        if chosen.is_empty() {
            return Vec::new();
        }
        self.assume_chosen(&dotted(&self.classes[class].name), chosen);
        variables.into_iter().map(|(_, ty)| ty).collect()
    }

    /// Lets parameters stand for classes whose objects are compared with each other. Returns which.
    fn choose(&mut self, variables: &mut Variables) -> Variables {
        let mut chosen = Variables::new();
        for (name, bound) in variables {
            let Generic::Class(of, _) = &*bound else { continue };
            let class = match of.as_str() {
                "java/lang/Comparable" => Some("java/lang/Integer".to_owned()),
                "java/lang/Enum" => self.first_enum(),
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
}
