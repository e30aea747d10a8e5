//! The choice of the entry method.

use super::codes;
use super::hir::Hir;
use super::method_name;
use super::reporter::{Reporter, advise, option_error};
use crate::ir::{ClassId, MethodId, MethodKind};
use crate::source::Diagnostic;

/// The method that `Class.method` names: static, with a body, and the only one of that name in the class (or else in
/// the nearest superclass that has one).
///
/// # Errors
///
/// A diagnostic of phase entry when there is no such method.
pub fn entry(hir: &Hir, name: &str) -> Result<MethodId, Box<Diagnostic>> {
    let missing = |message: String, help| Err(Box::new(advise(option_error(codes::ENTRY_MISSING, message), help)));
    let mut near = Reporter::new(false);
    let Some((class_name, method)) = name.split_once('.') else {
        let message = format!("`{name}` names no entry method");
        return missing(message, Some("write `Class.method`".into()));
    };
    let classes = || hir.classes.iter().map(|c| c.name.as_str());
    let Some(class) = hir.classes.ids().find(|c| hir.classes[*c].name == class_name) else {
        let message = format!("there is no class `{class_name}` for the entry method `{name}`");
        let statics = || hir.methods.ids().filter(|m| hir.methods[*m].kind == MethodKind::Static);
        let help = near.did_you_mean(class_name, classes()).or_else(|| {
            // The only static method of that name is a better guess than none.
            let mut named = statics().filter(|m| hir.methods[*m].name == method);
            let only = named.next().filter(|_| named.next().is_none())?;
            Some(format!("did you mean `{}`?", method_name(hir, only)))
        });
        return missing(message, help);
    };
    let line = std::iter::successors(Some(class), |c| hir.classes[*c].superclass);
    let found = line.map(|c| methods(hir, c, method)).find(|found| !found.is_empty()).unwrap_or_default();
    match found[..] {
        [] => {
            let names = hir.methods.iter().filter(|m| m.class == class && m.kind == MethodKind::Static);
            let help = near.did_you_mean(method, names.map(|m| m.name.as_str()));
            missing(format!("there is no method `{method}` in class `{class_name}`"), help)
        }
        [only] if hir.methods[only].kind == MethodKind::Static => Ok(only),
        [only] => Err(Box::new(Diagnostic {
            span: Some(hir.methods[only].span),
            help: Some("an entry method must be static".into()),
            ..option_error(codes::ENTRY_NOT_STATIC, format!("the entry method `{name}` is not static"))
        })),
        [first, ..] => {
            let message = format!("the entry method `{name}` is ambiguous: it is overloaded");
            let diagnostic =
                Diagnostic { span: Some(hir.methods[first].span), ..option_error(codes::ENTRY_AMBIGUOUS, message) };
            let related = |d: Diagnostic, m: &MethodId| d.related(hir.methods[*m].span, "another one of this name");
            Err(Box::new(found[1..].iter().fold(diagnostic, related)))
        }
    }
}

/// The methods of a name that a class declares, constructors left out.
fn methods(hir: &Hir, class: ClassId, name: &str) -> Vec<MethodId> {
    let named = hir.methods.iter_enumerated().filter(|(_, m)| m.class == class && m.name == name);
    named.filter(|(_, m)| m.kind != MethodKind::Constructor).map(|(id, _)| id).collect()
}
