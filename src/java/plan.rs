//! Plans of receivers: `new com.acme.Stack(int)` is the class of the inputs that a constructor makes a receiver of.

use super::replay::described;
use crate::ir::{ClassId, Program};

/// What the name of every plan begins with. No class has such a name.
const NEW: &str = "new ";

/// The name of the plan of a constructor with parameters of these types.
pub(super) fn name(class: &str, types: &[String]) -> String {
    format!("{NEW}{class}({})", types.join(", "))
}

/// The class and the types of the parameters that the name of a plan has; nothing for the name of another class.
pub(super) fn parts(name: &str) -> Option<(&str, Vec<&str>)> {
    let (class, types) = name.strip_prefix(NEW)?.strip_suffix(')')?.split_once('(')?;
    Some((class, types.split(", ").filter(|ty| !ty.is_empty()).collect()))
}

/// How the call of a constructor begins.
pub(super) fn construction(class: &str) -> String {
    format!("{NEW}{}", class.replace('$', "."))
}

/// The plans of a class, of which the name may leave out the package; with types only that of the constructor with these
/// parameters.
pub(super) fn meant(program: &Program, class: &str, types: Option<&str>) -> Vec<ClassId> {
    let wanted = class.replace('$', ".");
    let is_last =
        |own: &str, given: &str| own.strip_suffix(given).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let types: Option<Vec<String>> = types.map(|types| {
        let squeezed =
            types.split(['(', ',', ')']).map(|ty| ty.split_whitespace().collect::<String>().replace('$', "."));
        squeezed.filter(|ty| !ty.is_empty()).collect()
    });
    let fits = |class: &ClassId| {
        parts(&program.classes[*class].name).is_some_and(|(own, own_types)| {
            let mut own_types = own_types.into_iter().map(|ty| ty.replace('$', "."));
            is_last(&own.replace('$', "."), &wanted)
                && types.as_ref().is_none_or(|types| {
                    types.len() == own_types.len()
                        && types.iter().all(|given| own_types.next().is_some_and(|own| is_last(&own, given)))
                })
        })
    };
    let mut found: Vec<ClassId> = program.classes.ids().filter(fits).collect();
    // The full name of a class may be the last part of another one's.
    let is_exact = |known: &ClassId| parts(&program.classes[*known].name).is_some_and(|(own, _)| own == class);
    if found.iter().any(is_exact) {
        found.retain(is_exact);
    }
    found
}

/// The class and the descriptor of the constructor that the name of a plan has.
pub(super) fn constructor(name: &str) -> Option<(&str, String)> {
    let (class, types) = parts(name)?;
    Some((class, format!("({})V", types.into_iter().map(described).collect::<String>())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_which_constructor_it_is() {
        for (types, descriptor) in [(&[][..], "()V"), (&["int"], "(I)V"), (&["long[][]", "a.b.C$D"], "([[JLa/b/C$D;)V")]
        {
            let types: Vec<String> = types.iter().map(|ty: &&str| (*ty).to_owned()).collect();
            let name = name("a.B$C", &types);
            assert_eq!(constructor(&name), Some(("a.B$C", descriptor.to_owned())), "{name}");
        }
        assert_eq!(name("a.B", &["long[]".to_owned(), "a.C".to_owned()]), "new a.B(long[], a.C)");
        assert_eq!(parts("java.util.List"), None);
    }
}
