//! Constructors that do nothing, for classes whose own ones cannot be used.

use crate::ir::{ClassId, MethodKind, Program};
use std::collections::{BTreeMap, BTreeSet};

/// More parameters than any constructor of the program has.
fn arity(program: &Program) -> usize {
    let constructors = program.methods.ids().filter(|m| program.methods[*m].kind == MethodKind::Constructor);
    1 + constructors.map(|m| program.parameters(m).len()).max().unwrap_or(0)
}

/// The arguments of a constructor that does nothing.
pub(super) fn arguments(program: &Program) -> String {
    vec!["false"; arity(program)].join(", ")
}

/// The text with constructors that do nothing in these classes and their superclasses.
pub(super) fn insert(program: &Program, text: &str, classes: &BTreeSet<ClassId>) -> String {
    let wanted: BTreeSet<ClassId> = classes.iter().flat_map(|class| program.line(*class)).collect();
    let parameters: Vec<String> = (0..arity(program)).map(|i| format!("bool blank{i}")).collect();
    let mut insertions = BTreeMap::new();
    for class in wanted {
        let info = &program.classes[class];
        let above = match info.superclass {
            Some(_) => format!(" super({});", arguments(program)),
            None => String::new(),
        };
        let mut added = format!(" {}({}) {{{above} }}", info.name, parameters.join(", "));
        let own = |m: &crate::ir::Method| m.class == class && m.kind == MethodKind::Constructor;
        if !program.methods.iter().any(own) {
            // Subclasses that called no constructor now call this one, which does nothing either.
            added += &format!(" {}() {{{above} }}", info.name);
        }
        insertions.insert(body_start(text, info.span.end as usize), added);
    }
    let mut out = text.to_owned();
    for (at, added) in insertions.into_iter().rev() {
        out.insert_str(at, &added);
    }
    out
}

/// The place after the brace that opens the body of the class whose name ends at `from`.
fn body_start(text: &str, from: usize) -> usize {
    let mut rest = from;
    loop {
        let next = text[rest..].find(['{', '/']).map_or(text.len(), |i| rest + i);
        let comment = |close: &str| text[next..].find(close).map_or(text.len(), |i| next + i + close.len());
        rest = match &text.as_bytes()[next..] {
            [b'/', b'/', ..] => comment("\n"),
            [b'/', b'*', ..] => comment("*/"),
            [b'{', ..] => return next + 1,
            [_, ..] => next + 1,
            [] => return text.len(),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_begins_after_comments() {
        let text = "class A /* { */ extends B // {\n implements C { int x; }";
        assert_eq!(&text[body_start(text, 7)..], " int x; }");
    }
}
